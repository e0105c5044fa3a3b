//! A world built from a description and played step by step, with the test's own records.

use crate::combinations::hooks::{Hero, Hides, Hooks};
use crate::combinations::spec::{Drive, Loose, Mover, Spec};
use crate::shapes::solid::{Point, add};
use crate::shapes::world::lattice;
use std::collections::BTreeMap;
use tilephys_core::glam::Vec2;
use tilephys_core::{
    Aabb, Body, BodyId, LayerId, Material, MoverId, Profile, ProfileId, Region, RegionId, ShapeId, Tile,
    TileCoord, TileGrid, TileId, World,
    driver::Executor,
    platform::{Path, PathStart, Waypoint},
};
use tilephys_feel::Feel;

pub(crate) const TICK: f32 = 1.0 / 60.0;

/// The map as the test knows it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    /// Kinds by row, column and layer.
    pub(crate) cells: BTreeMap<(i64, i64, usize), usize>,
    pub(crate) off_grid: Vec<Option<Loose>>,
    /// Counts changes.
    pub(crate) edits: u32,
}

/// A world under way.
#[derive(Clone)]
pub(crate) struct Game<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) world: World,
    pub(crate) map: Map,
    /// By actor; `None` before the actor is born and after it is gone.
    pub(crate) profiles: Vec<Option<Profile>>,
    pub(crate) layers: Vec<LayerId>,
    pub(crate) kinds: Vec<TileId>,
    /// Profiles by actor.
    pub(crate) ids: Vec<ProfileId>,
    pub(crate) boxes: Vec<Option<ShapeId>>,
    pub(crate) zones: Vec<Option<RegionId>>,
    heroes: Vec<Option<Hero>>,
    rules: Hides,
    pub(crate) tick: u32,
    /// Actors that were put somewhere, or changed, before the last step.
    pub(crate) touched: Vec<usize>,
    /// Actors that were taken out before the last step.
    pub(crate) removed: Vec<usize>,
    /// Actors that were spawned before the last step.
    pub(crate) spawned: Vec<usize>,
    /// Actors that were new and yet had something of a body that is gone.
    pub(crate) haunted: Vec<usize>,
    /// Actors that the game let go through lines before the last step.
    pub(crate) let_go: Vec<usize>,
    /// Movers that the game sent to a place in the next step.
    pub(crate) targeted: Vec<usize>,
    /// Solid or not, actors that were resized before the last step.
    pub(crate) resized: Vec<usize>,
    /// By actor, velocities when the control phase of the last step began and when it ended, in px/s.
    pub(crate) speeds: Vec<Option<[Vec2; 2]>>,
    /// Velocities that the game sets in the next step: actor and velocity, in px/s.
    pub(crate) thrown: Vec<(usize, [f32; 2])>,
}

/// The id of an actor, by its place in the list.
pub(crate) fn id(actor: usize) -> BodyId {
    BodyId(actor as u32)
}

impl<'a> Game<'a> {
    /// The world with its bodies spawned by ascending id, or descending.
    pub(crate) fn new(spec: &'a Spec, is_reversed: bool) -> Game<'a> {
        let mut grid = TileGrid::new(spec.tile_px);
        let layers: Vec<_> = (0..spec.layers).map(|k| grid.add_layer(&format!("layer {k}"))).collect();
        let kinds: Vec<_> = spec.kinds.iter().map(|kind| grid.add_tile(tile(kind))).collect();
        let hidden = spec.kinds.iter().zip(&kinds).filter(|(kind, _)| kind.is_hidden);
        let rules = Hides(hidden.map(|(_, id)| *id).collect());
        let mut game = Game {
            spec,
            world: World::new(TileGrid::new(spec.tile_px)),
            map: Map::default(),
            profiles: vec![None; spec.actors.len()],
            layers,
            kinds,
            ids: Vec::new(),
            boxes: Vec::new(),
            zones: Vec::new(),
            heroes: vec![None; spec.actors.len()],
            rules,
            tick: 0,
            touched: Vec::new(),
            removed: Vec::new(),
            spawned: Vec::new(),
            haunted: Vec::new(),
            let_go: Vec::new(),
            targeted: Vec::new(),
            resized: Vec::new(),
            speeds: vec![None; spec.actors.len()],
            thrown: Vec::new(),
        };
        spec.off_grid.iter().for_each(|off_grid| game.add_loose(&mut grid, *off_grid));
        for run in spec.all_runs() {
            Spec::cells(&run).for_each(|cell| game.set_tile(&mut grid, cell, run.layer, Some(run.kind)));
        }
        for zone in &spec.zones {
            let aabb = Aabb::new(lattice(zone.at), lattice(add(zone.at, zone.size)));
            let region = Region { mask: zone.mask, report_stay: zone.reports_stay, ..Region::new(aabb) };
            game.zones.push(Some(grid.add_region(region)));
        }
        game.world = World::new(grid);
        game.world.gravity = spec.gravity.into();
        spec.movers.iter().enumerate().for_each(|(place, mover)| game.add_mover(place, mover));
        let mut order: Vec<usize> = (0..spec.actors.len()).collect();
        if is_reversed {
            order.reverse();
        }
        game.add_profiles();
        for place in order {
            if spec.actors[place].born == 0 {
                game.spawn(place);
            }
        }
        game
    }

    /// All profiles are there from the beginning: a snapshot names them.
    fn add_profiles(&mut self) {
        for (place, actor) in self.spec.actors.iter().enumerate() {
            let mut profile = actor.profile;
            profile.solid = actor.solid.map(|kind| self.kinds[self.spec.kind(kind)]);
            if let Drive::Feel { preset, .. } = &actor.drive {
                let feel = preset_of(*preset);
                profile = feel.profile(profile, self.world.gravity);
                self.heroes[place] = Some(Hero::new(feel));
            }
            let id = self.world.add_profile(profile);
            self.ids.push(id);
        }
    }

    pub(crate) fn add_loose(&mut self, grid: &mut TileGrid, off_grid: Loose) {
        let (layer, kind) = (self.layers[off_grid.layer % self.layers.len()], self.spec.kind(off_grid.kind));
        let at = lattice(off_grid.at);
        let id = match off_grid.size {
            Some(size) => grid.add_box(layer, Aabb::new(at, at + lattice(size)), self.kinds[kind]),
            None => grid.add_shape(layer, at, self.kinds[kind]),
        };
        self.boxes.push(Some(id));
        self.map.off_grid.push(Some(Loose { kind, ..off_grid }));
        self.map.edits += 1;
    }

    pub(crate) fn set_tile(&mut self, grid: &mut TileGrid, cell: Point, layer: usize, kind: Option<usize>) {
        let (layer, kind) = (layer % self.layers.len(), kind.map(|kind| self.spec.kind(kind)));
        let at = lattice(cell);
        grid.set_tile(self.layers[layer], TileCoord::new(at.x, at.y), kind.map(|kind| self.kinds[kind]));
        let key = (cell[1], cell[0], layer);
        match kind {
            Some(kind) => drop(self.map.cells.insert(key, kind)),
            None => drop(self.map.cells.remove(&key)),
        }
        self.map.edits += 1;
    }

    fn add_mover(&mut self, place: usize, mover: &Mover) {
        let (layer, kind) = (self.layers[0], self.kinds[self.spec.kind(mover.kind)]);
        let made = tilephys_core::platform::Mover {
            size: mover.size.map(lattice),
            velocity: mover.velocity.into(),
            parent: mover.parent.filter(|parent| *parent < place).map(|parent| MoverId(parent as u32)),
            ..tilephys_core::platform::Mover::of_tile(lattice(mover.at), layer, kind)
        };
        let id = MoverId(place as u32);
        self.world.add_mover_as(id, made).expect("a sound mover");
        if let Some(route) = &mover.route {
            let stop = |&(at, wait, ticks): &(Point, u32, u32)| Waypoint { at: lattice(at), wait, ticks };
            let stops: Vec<_> = route.stops.iter().map(stop).collect();
            // Half of the paths wait for riders, by a number that is drawn anyway.
            let starts =
                [PathStart::AtOnce, PathStart::AtOnce, PathStart::Ridden, PathStart::RiddenEachRound];
            let start = starts[stops.iter().map(|stop| stop.ticks).sum::<u32>() as usize % 4];
            let path = Path::new(&stops, route.mode, route.easing).ok().map(|path| path.starting(start));
            self.world.set_mover_path(id, path, 0);
        }
    }

    pub(crate) fn spawn(&mut self, place: usize) {
        let actor = &self.spec.actors[place];
        let profile = self.ids[place];
        let mut body = Body::on_lattice(lattice(actor.at), lattice(actor.size));
        body.velocity = actor.velocity.into();
        self.world.spawn_as(id(place), profile, body);
        self.profiles[place] = Some(*self.world.profile(profile));
        self.touched.push(place);
        self.spawned.push(place);
        if !self.is_new(place) {
            self.haunted.push(place);
        }
    }

    /// True if a body has no kept state, and no other state refers to it.
    fn is_new(&self, place: usize) -> bool {
        let (world, own) = (&self.world, id(place));
        let is_empty = world.body(own).is_some_and(|body| body.memory.is_empty());
        is_empty
            && world.lift_velocity(own) == Vec2::ZERO
            && world.pushed_by(own).is_none()
            && world.squishes(own).is_empty()
            && world.sensors_of(own).next().is_none()
            && world.inside(own).next().is_none()
            && world.tile_under(own).is_none()
            && (0..self.profiles.len()).all(|other| !world.ignores_pair(own, id(other)))
    }

    /// What the game does before the step.
    pub(crate) fn prepare(&mut self) {
        self.touched.clear();
        self.removed.clear();
        self.spawned.clear();
        self.haunted.clear();
        self.let_go.clear();
        self.targeted.clear();
        self.resized.clear();
        self.thrown.clear();
        for place in 0..self.spec.actors.len() {
            if self.spec.actors[place].born == self.tick && self.tick > 0 {
                self.spawn(place);
            }
        }
        let (spec, tick) = (self.spec, self.tick);
        for cue in spec.cues.iter().filter(|cue| cue.tick == tick) {
            self.act(cue.act);
        }
    }

    /// The step itself.
    pub(crate) fn advance(&mut self, executor: &impl Executor) {
        let mut hooks = Hooks {
            spec: self.spec,
            tick: self.tick,
            heroes: &mut self.heroes,
            rules: &self.rules,
            profiles: &self.profiles,
            thrown: &self.thrown,
            speeds: &mut self.speeds,
        };
        self.world.step_on(executor, TICK, &mut hooks);
        self.tick += 1;
    }
}

fn tile(kind: &crate::combinations::spec::Kind) -> Tile {
    let material =
        Material { friction: kind.friction, conveyor: kind.conveyor.into(), ..Material::default() };
    Tile { shape: kind.shape.clone(), category: kind.category, material, user: 0 }
}

/// A character of a preset.
pub(crate) fn preset_of(preset: usize) -> Feel {
    Feel::preset(Feel::PRESETS[preset % Feel::PRESETS.len()]).expect("a preset")
}
