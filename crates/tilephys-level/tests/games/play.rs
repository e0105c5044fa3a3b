//! Plays a game: builds it, does what it does between the steps, and steps it.

use crate::games::draw::polygon;
use crate::games::parts::{Part, text};
use crate::games::spec::{Act, Game};
use crate::rng::Rng;
use glam::{IVec2, Vec2};
use hecs::{Entity, EntityBuilder, World};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::OnceLock;
use tilephys_core::{
    Aabb, BodyId, BodyState, Direction, LayerId, Material, Tile, TileId,
    shape::{OneWay, Part as ShapePart, TileShape},
};
use tilephys_ecs::{
    Button, CarriedBy, Collider, Event, Feel, FeelState, Input, Mover, Physics, Position, Reports, Response,
    Solid, Velocity,
};
use tilephys_level::{DeathCause, LevelEvent, LevelEventKind, SpawnedLevel, TiledId};
use tilephys_tiled::Level;

/// Length of a step until the game changes it, in seconds.
pub(crate) const DT: f32 = 1.0 / 60.0;

/// Number of kinds of tile that a game adds to the kinds of its level.
pub(crate) const KINDS: usize = 9;

fn kinds() -> [Tile; KINDS] {
    let of = |shape: TileShape| Tile { shape, ..Tile::default() };
    let material = |friction: f32, conveyor: f32| Material {
        friction,
        conveyor: Vec2::new(conveyor, 0.0),
        ..Material::default()
    };
    let low_half = Aabb::new(IVec2::new(0, 2_048), IVec2::splat(4_096));
    [
        of(TileShape::Full),
        of(TileShape::OneWay(OneWay::edge([16, 16], Direction::Up))),
        of(TileShape::Box(low_half)),
        of(TileShape::Parts(vec![ShapePart::Solid(polygon(true))])),
        of(TileShape::Parts(vec![ShapePart::Solid(polygon(false))])),
        Tile { material: material(1.0, 40.0), ..Tile::default() },
        Tile { material: material(0.1, 0.0), ..Tile::default() },
        Tile { category: 2, ..Tile::default() },
        Tile { material: Material { restitution: 0.9, ..Material::default() }, ..Tile::default() },
    ]
}

/// The thread pool of this width.
fn pool(threads: usize) -> &'static ThreadPool {
    static POOLS: OnceLock<BTreeMap<usize, ThreadPool>> = OnceLock::new();
    let new =
        |threads: usize| (threads, ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    &POOLS.get_or_init(|| [1, 2, 3, 8].map(new).into())[&threads]
}

/// What the control phase of a step found at bodies that were placed before it: the floor flag and the floor.
pub(crate) type PlacedFloors = BTreeMap<BodyId, [bool; 2]>;

/// A game under way.
pub(crate) struct Play<'a> {
    pub(crate) game: &'a Game,
    pub(crate) world: World,
    pub(crate) physics: Physics,
    pub(crate) level: Level,
    pub(crate) spawned: SpawnedLevel,
    kinds: Vec<TileId>,
    layer: LayerId,
    threads: usize,
    /// Things that were spawned or put elsewhere before the next step.
    pub(crate) placed: BTreeSet<u32>,
    pub(crate) placed_floors: PlacedFloors,
}

impl<'a> Play<'a> {
    pub(crate) fn new(game: &'a Game, threads: usize) -> Play<'a> {
        let mut world = World::new();
        let mut level = game.levels[0].load();
        let (mut physics, spawned) = SpawnedLevel::begin(&mut level, &mut world, DT).expect("sound paths");
        physics.save_plain::<u32>("thing");
        let grid = physics.grid_mut();
        let layer = grid.add_layer("room");
        let kinds: Vec<TileId> = kinds().into_iter().map(|kind| grid.add_tile(kind)).collect();
        game.tiles.iter().for_each(|(at, kind)| grid.set_tile(layer, *at, Some(kinds[*kind])));
        let mut play = Play {
            game,
            world,
            physics,
            level,
            spawned,
            kinds,
            layer,
            threads,
            placed: BTreeSet::new(),
            placed_floors: PlacedFloors::new(),
        };
        play.spawn_crowd();
        play.physics.sync(&mut play.world);
        play
    }

    fn spawn_crowd(&mut self) {
        let mut rng = Rng::new(self.game.seed);
        for index in 0..self.game.crowd {
            let at = IVec2::new(rng.below(80_000), rng.below(48_000));
            let speed = Vec2::new(rng.range(-300, 300) as f32, rng.range(-300, 300) as f32);
            let body = (Position::on_lattice(at), Velocity(speed), Collider::new(3.0, 2.0));
            match index % 3 {
                0 => self.world.spawn((body.0, body.1, body.2, Reports::NONE)),
                1 => self.world.spawn((body.0, body.1, body.2, Response::Bounce { restitution: 0.8 })),
                _ => self.world.spawn(body),
            };
        }
    }

    /// The living entity of a thing.
    pub(crate) fn thing(&self, index: usize) -> Option<Entity> {
        let mut all = self.world.query::<(Entity, &u32)>();
        all.iter().find(|(_, known)| **known as usize == index).map(|(entity, _)| entity)
    }

    fn body(&self, index: usize) -> Option<BodyId> {
        self.world.get::<&BodyId>(self.thing(index)?).ok().map(|id| *id)
    }

    fn insert(&mut self, entity: Entity, part: &Part) {
        let mut builder = EntityBuilder::new();
        self.add(&mut builder, part);
        let _ = self.world.insert(entity, builder.build());
    }

    fn add(&self, builder: &mut EntityBuilder, part: &Part) {
        match part {
            Part::SolidOf(kind) => drop(builder.add(Solid(self.kinds[*kind]))),
            Part::MoverOf(kind) => drop(builder.add(Mover { layer: self.layer, tile: self.kinds[*kind] })),
            Part::CarriedByThing(index) => {
                builder.add(CarriedBy(self.thing(*index).unwrap_or(Entity::DANGLING)));
            }
            _ => part.add(builder),
        }
    }

    /// Spawns the things of a tick.
    pub(crate) fn spawn(&mut self, tick: u32) {
        let game = self.game;
        self.placed.clear();
        for (index, thing) in game.things.iter().enumerate() {
            let Some(thing) = thing else { continue };
            if thing.born != tick || self.thing(index).is_some() {
                continue;
            }
            let mut builder = EntityBuilder::new();
            thing.parts.iter().for_each(|part| self.add(&mut builder, part));
            builder.add(index as u32);
            if index % 2 == 0 {
                self.physics.spawn(&mut self.world, builder.build());
            } else {
                self.world.spawn(builder.build());
            }
            self.placed.insert(index as u32);
        }
    }

    /// Does the acts of a tick that `is_done` allows.
    pub(crate) fn act(&mut self, tick: u32, is_done: fn(&Act) -> bool) {
        let game = self.game;
        for (_, act) in game.acts.iter().filter(|(at, _)| *at == tick) {
            if is_done(act) {
                self.act_once(act);
            }
        }
    }

    fn act_once(&mut self, act: &Act) {
        match act {
            Act::Place(index, at, velocity) => self.put(*index, *at, *velocity),
            Act::Despawn(index) => {
                if let Some(entity) = self.thing(*index) {
                    let _ = self.world.despawn(entity);
                }
            }
            Act::DespawnObject(id) => self.despawn_object(*id),
            Act::Set(index, part) => {
                if let Some(entity) = self.thing(*index) {
                    self.insert(entity, part);
                }
            }
            Act::Unset(index, part) => {
                if let Some(entity) = self.thing(*index) {
                    part.remove(&mut self.world, entity);
                }
            }
            Act::Tile(at, kind) => {
                let kind = kind.map(|kind| self.kinds[kind]);
                self.physics.grid_mut().set_tile(self.layer, *at, kind);
            }
            Act::Reload(version) => self.reload(*version),
            Act::IgnorePair(a, b, is_ignored) => {
                if let (Some(a), Some(b)) = (self.body(*a), self.body(*b)) {
                    self.physics.ignore_pair(a, b, *is_ignored);
                }
            }
            Act::Throw(index, velocity) => {
                let Some(entity) = self.thing(*index) else { return };
                if let Ok(mut state) = self.world.get::<&mut FeelState>(entity) {
                    state.throw(*velocity);
                }
            }
            Act::Gravity(_) | Act::Dt(_) => {}
            _ => self.act_on_body(act),
        }
    }

    fn act_on_body(&mut self, act: &Act) {
        let (Act::HitStop(index, _)
        | Act::TimeScale(index, _)
        | Act::DropThrough(index)
        | Act::Resize(index, _)) = act
        else {
            return;
        };
        let Some(id) = self.body(*index) else { return };
        match act {
            Act::HitStop(_, ticks) => drop(self.physics.hit_stop(id, *ticks)),
            Act::TimeScale(_, scale) => drop(self.physics.set_time_scale(id, *scale)),
            Act::DropThrough(_) => drop(self.physics.drop_through(id)),
            Act::Resize(_, size) => drop(self.physics.resize(&self.world, id, *size)),
            _ => {}
        }
    }

    fn put(&mut self, index: usize, at: IVec2, velocity: Vec2) {
        let Some(entity) = self.thing(index) else { return };
        let before = self.world.get::<&Position>(entity).ok().map(|position| position.at);
        let _ = self.world.insert(entity, (Position::on_lattice(at),));
        if let Ok(mut of_body) = self.world.get::<&mut Velocity>(entity) {
            of_body.0 = velocity;
        }
        if before != Some(at) {
            self.placed.insert(index as u32);
        }
    }

    /// Despawns the entity of an object if a snapshot has it.
    fn despawn_object(&mut self, id: u32) {
        let Some(entity) = self.spawned.entity(id).filter(|entity| self.world.contains(*entity)) else {
            return;
        };
        let is_saved = self.world.satisfies::<&Mover>(entity) || self.world.satisfies::<&Collider>(entity);
        if is_saved {
            let _ = self.world.despawn(entity);
        }
    }

    fn reload(&mut self, version: usize) {
        let Play { world, physics, level, spawned, game, .. } = self;
        spawned.reload(level, game.levels[version].load(), (physics, world)).expect("a sound level");
    }

    /// True if a version of the level is loaded in this tick.
    pub(crate) fn reloads_in(&self, tick: u32) -> bool {
        self.game.acts.iter().any(|(at, act)| *at == tick && matches!(act, Act::Reload(_)))
    }

    /// Steps the game, with the gravity and the length of the step of this tick.
    pub(crate) fn step(&mut self, tick: u32) {
        let until = self.game.acts.iter().filter(|(at, _)| *at <= tick);
        let mut gravity =
            until.clone().filter_map(|(_, act)| if let Act::Gravity(is) = act { Some(*is) } else { None });
        let mut dt = until.filter_map(|(_, act)| if let Act::Dt(is) = act { Some(*is) } else { None });
        self.physics.gravity = gravity.next_back().unwrap_or(self.game.gravity);
        let dt = dt.next_back().unwrap_or(DT);
        self.placed_floors.clear();
        let is_controlled = self.game.is_controlled;
        let Play { world, physics, placed, placed_floors, threads, .. } = self;
        // A press counts once, so the players press again and again. New characters have their input after `sync`.
        physics.sync(world);
        for (input, index) in world.query_mut::<(&mut Input, &u32)>() {
            if (tick + index * 5).is_multiple_of(7) {
                input.jump = Button::PRESSED;
            }
        }
        pool(*threads).install(|| {
            if !is_controlled {
                physics.step(world, dt);
                return;
            }
            physics.step_controlled(world, dt, |world, bodies| {
                let mut all = world.query::<(&BodyId, &mut Velocity, &BodyState, &u32)>().without::<&Feel>();
                for (id, velocity, state, index) in all.iter() {
                    if placed.contains(index) {
                        placed_floors.insert(*id, [state.on_floor(), bodies.floor(*id).is_some()]);
                    }
                    if state.on_floor() && (tick + index * 7).is_multiple_of(23) {
                        velocity.0.y = -200.0;
                    }
                }
            });
        });
    }

    /// Name of an entity, which does not depend on its handle: a restore may give it another.
    fn name(&self, entity: Entity) -> String {
        let Ok(parts) = self.world.entity(entity) else { return "gone".to_owned() };
        if let Some(index) = parts.get::<&u32>() {
            return format!("thing{}", *index);
        }
        if let Some(id) = parts.get::<&TiledId>() {
            return format!("object{}", id.0);
        }
        let id = parts.get::<&BodyId>().map(|id| id.0);
        format!("body{id:?}at{:?}", parts.get::<&Position>().map(|position| position.at.to_array()))
    }

    /// All components of all entities, and all tiles.
    pub(crate) fn text(&self) -> String {
        let line = |entity: hecs::EntityRef| {
            let carrier = entity.get::<&CarriedBy>().map(|by| self.name(by.0));
            format!("{} {} {carrier:?}\n", self.name(entity.entity()), text(&self.world, entity.entity()))
        };
        let mut lines: Vec<String> = self.world.iter().map(line).collect();
        lines.sort();
        let mut out = lines.concat();
        // A sum has no order.
        let tiles = self.physics.grid().tiles().map(|(layer, at, kind)| {
            Rng::new(
                ((at.col as u64) << 40)
                    ^ ((at.row as u64) << 16)
                    ^ ((layer.index() as u64) << 10)
                    ^ kind.index() as u64,
            )
            .next()
        });
        let _ = writeln!(out, "tiles {}", tiles.fold(0, u64::wrapping_add));
        out
    }

    /// Hash of the game and all events of the last step.
    pub(crate) fn outcome(&mut self) -> Outcome {
        let of_engine =
            |event: Event| format!("{} {:?} {:?}\n", self.name(event.entity), event.body, event.kind);
        let (named, unnamed): (Vec<Event>, Vec<Event>) =
            self.physics.events().partition(|event| event.body.is_some());
        let named: Vec<String> = named.into_iter().map(of_engine).collect();
        // Without a body, events follow the handles, which a restore may change.
        let mut unnamed: Vec<String> = unnamed.into_iter().map(of_engine).collect();
        unnamed.sort_unstable();
        let events = named.concat() + &unnamed.concat();
        let levels = self.spawned.events(&self.physics, &self.world);
        let of_level = |event: &LevelEvent| {
            let kind = match event.kind {
                LevelEventKind::Enter { region, kind } => format!("in {} {kind:?}", self.name(region)),
                LevelEventKind::Exit { region, kind } => format!("out {} {kind:?}", self.name(region)),
                LevelEventKind::Killed { cause: DeathCause::KillZone(by) } => {
                    format!("zone {}", self.name(by))
                }
                LevelEventKind::Killed { cause: DeathCause::Crushed(by) } => {
                    format!("crushed {}", self.name(by))
                }
                other => format!("{other:?}"),
            };
            format!("{} {kind}\n", self.name(event.body))
        };
        let levels: String = levels.iter().map(of_level).collect();
        let text = if self.game.crowd == 0 { self.text() } else { String::new() };
        Outcome { hash: self.physics.game_hash(&self.world), events, levels, text }
    }

    pub(crate) fn tick(&mut self, tick: u32) -> Outcome {
        self.spawn(tick);
        self.act(tick, |_| true);
        self.step(tick);
        self.outcome()
    }
}

/// A tick's result, which must not depend on how the game came there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) hash: u64,
    pub(crate) events: String,
    pub(crate) levels: String,
    pub(crate) text: String,
}
