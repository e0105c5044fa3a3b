//! The map as a game plays it: its entities, and a character among them.

use super::report::Way;
use crate::geometry::object_in_words;
use crate::subject::Subject;
use glam::{IVec2, Vec2};
use tilephys_core::{Aabb, TileGrid, lattice::px_from_point};
use tilephys_ecs::hecs::{Entity, World};
use tilephys_ecs::{
    BodyCollision, BodyState, Collider, Feel, FeelState, FeelZone, Filter, Input, Physics, Position,
    PreviousPosition,
};
use tilephys_level::{LevelEventKind, SpawnedLevel, body_at};
use tilephys_reach::{Floor, Map, MapMover, MapZone, Player};
use tilephys_tiled::{LevelRegion, Object, RegionKind};

/// Length of a tick, in seconds: 60 ticks a second, as in the app.
pub(crate) const DT: f32 = 1.0 / 60.0;

/// A map in play, with one character.
pub(super) struct Game {
    physics: Physics,
    world: World,
    spawned: SpawnedLevel,
    character: Option<Entity>,
}

/// What a play of inputs should lead to.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// The character enters the object with this id.
    Object(u32),
    /// It stands on this floor.
    Floor(Floor),
}

/// Effect of an object that the character enters.
pub(super) struct Touch {
    /// True unless the character lacks what the object requires.
    pub(super) counts: bool,
    /// Settings of the character from now on, if they change.
    pub(super) feel: Option<Feel>,
}

impl Touch {
    /// An object without an effect.
    pub(super) const NOTHING: Touch = Touch { counts: true, feel: None };
}

/// How a play of inputs ends.
pub(super) enum Playing {
    /// The character gets to the end, at the end of this path.
    Enters(Path),
    /// It dies before, in this tick.
    Dies { tick: usize },
    /// It does neither.
    Misses,
}

/// Places of a character in play.
pub(super) struct Path {
    /// Middle of its box before the first tick and after each tick, in px.
    pub(super) places: Vec<Vec2>,
    /// Indices of the places at which a jump begins.
    pub(super) jumps: Vec<usize>,
}

impl Path {
    /// Number of ticks.
    pub(super) fn ticks(&self) -> usize {
        self.places.len() - 1
    }

    /// The way along the path, which inputs lead.
    pub(super) fn way(self, feel: &Feel, inputs: &[Input]) -> Way {
        let mut inputs = inputs.to_vec();
        inputs.resize(self.ticks(), Input::default());
        Way { inputs, feel: feel.clone(), path: self.places, jumps: self.jumps }
    }
}

impl Game {
    /// The game before its first tick, with the character at an object.
    ///
    /// # Errors
    /// If the map cannot be played.
    pub(super) fn of(map: &Subject<'_>, player: &Player, start: Option<&Object>) -> Result<Game, String> {
        let mut physics = Physics::new(map.level.grid.clone());
        physics.gravity = player.gravity;
        let mut world = World::new();
        let spawned = SpawnedLevel::spawn(map.level, &mut physics, &mut world, DT);
        let spawned = spawned.map_err(|error| format!("the map cannot be played: {error}"))?;
        let feet = start.map(Object::feet);
        let size = px_from_point(player.size);
        let character = feet.map(|feet| spawn(&mut physics, &mut world, feet, size, player));
        Ok(Game { physics, world, spawned, character })
    }

    /// The map as the search takes it.
    ///
    /// # Errors
    /// If it has a mover that the search cannot play.
    pub(super) fn level<'a>(&self, map: &Subject<'a>, size: IVec2) -> Result<Map<'a>, String> {
        let level = map.level;
        let mut zones: Vec<MapZone> = Vec::new();
        for (zone, position, collider) in &mut self.world.query::<(&FeelZone, &Position, &Collider)>() {
            let area = Aabb::from_min_size(position.at.saturating_add(collider.offset), collider.size);
            zones.push(MapZone { area, zone: *zone });
        }
        // Without the order of entities.
        zones.sort_by_key(|zone| (zone.area.min.to_array(), zone.area.max.to_array()));
        let is_deadly =
            |region: &&LevelRegion| matches!(region.kind, RegionKind::KillZone | RegionKind::Hazard);
        let (boxes, polygons): (Vec<_>, Vec<_>) =
            level.regions.iter().filter(is_deadly).partition(|region| region.shape.is_none());
        let mut deadly: Vec<Aabb> = boxes.iter().map(|region| region.aabb).collect();
        let avoided = polygons.iter().map(|region| region.aabb).collect();
        if let Some(area) = level.kill_area() {
            // A body dies with its upper edge below the map. A strip is enough, since a fall sweeps it.
            let top = area.min.y.saturating_add(size.y - 1);
            let bottom = top.saturating_add(level.grid.tile_size().y);
            deadly.push(Aabb { min: IVec2::new(area.min.x, top), max: IVec2::new(area.max.x, bottom) });
        }
        Ok(Map { grid: &level.grid, movers: movers(map)?, zones, deadly, avoided })
    }

    /// Plays inputs until the character gets to an end. It calls `touch` with the id of each object that
    /// the character enters.
    pub(super) fn play(
        &mut self,
        inputs: &[Input],
        end: End,
        touch: &mut dyn FnMut(u32, &mut Physics) -> Touch,
    ) -> Playing {
        // A character that begins in the target enters it in the first tick.
        let idle = [Input::default()];
        let inputs = if inputs.is_empty() { &idle } else { inputs };
        let mut path = Path { places: vec![self.middle()], jumps: Vec::new() };
        let mut is_jumping = false;
        for (index, input) in inputs.iter().enumerate() {
            if let Some(mut place) =
                self.character.and_then(|entity| self.world.get::<&mut Input>(entity).ok())
            {
                *place = *input;
            }
            self.physics.step(&mut self.world, DT);
            let events = self.spawned.events(&self.physics, &self.world);
            let mut has_ended = matches!(end, End::Floor(floor) if self.is_on(&floor));
            let character = self.character;
            for event in events.into_iter().filter(|event| Some(event.body) == character) {
                match event.kind {
                    LevelEventKind::Killed { .. }
                    | LevelEventKind::Enter { kind: RegionKind::Hazard, .. } => {
                        return Playing::Dies { tick: index + 1 };
                    }
                    LevelEventKind::Enter { region, .. } => {
                        let Some(entered) = self.object_of(region) else { continue };
                        let touched = touch(entered, &mut self.physics);
                        self.change_feel(touched.feel);
                        let is_end = matches!(end, End::Object(object) if entered == object);
                        has_ended |= is_end && touched.counts;
                    }
                    _ => {}
                }
            }
            path.places.push(self.middle());
            let was_jumping = std::mem::replace(&mut is_jumping, self.is_jumping());
            if is_jumping && !was_jumping {
                path.jumps.push(index);
            }
            if has_ended {
                return Playing::Enters(path);
            }
        }
        Playing::Misses
    }

    /// The grid of the game.
    pub(super) fn grid_mut(&mut self) -> &mut TileGrid {
        self.physics.grid_mut()
    }

    /// Gives the character other settings, if there are any.
    fn change_feel(&mut self, feel: Option<Feel>) {
        let (Some(feel), Some(character)) = (feel, self.character) else { return };
        if let Ok(mut place) = self.world.get::<&mut Feel>(character) {
            *place = feel;
        }
    }

    /// Middle of the character's box, in px.
    fn middle(&self) -> Vec2 {
        let at = |entity| {
            let place = self.world.get::<&Position>(entity).ok()?.px();
            let collider = self.world.get::<&Collider>(entity).ok()?;
            Some(place + collider.offset_px() + collider.px() / 2.0)
        };
        self.character.and_then(at).unwrap_or_default()
    }

    /// True if the character stands on a floor.
    fn is_on(&self, floor: &Floor) -> bool {
        let on_floor = |entity| {
            let at = self.world.get::<&Position>(entity).ok()?.at;
            let corner = at.saturating_add(self.world.get::<&Collider>(entity).ok()?.offset);
            let [left, right] = floor.along;
            let is_there = corner.y == floor.height && left <= corner.x && corner.x <= right;
            Some(is_there && self.world.get::<&BodyState>(entity).ok()?.on_floor())
        };
        self.character.and_then(on_floor).unwrap_or_default()
    }

    /// True while the character rises by a jump.
    fn is_jumping(&self) -> bool {
        let state = self.character.and_then(|entity| self.world.get::<&FeelState>(entity).ok());
        state.is_some_and(|state| state.is_jumping())
    }

    /// Id of the object of a region.
    fn object_of(&self, region: Entity) -> Option<u32> {
        self.world.get::<&LevelRegion>(region).ok()?.object()
    }
}

/// Adds the character as the app does.
fn spawn(physics: &mut Physics, world: &mut World, feet: Vec2, size: Vec2, player: &Player) -> Entity {
    let (position, velocity, collider) = body_at(feet, size);
    let character = (player.feel.clone(), Input::default(), FeelState::default());
    let settings = (Filter::mask(player.profile.movement.mask), BodyCollision::default());
    let body = (position, velocity, collider, PreviousPosition::default());
    let parts =
        (body.0, body.1, body.2, body.3, character.0, character.1, character.2, settings.0, settings.1);
    physics.spawn(world, parts)
}

/// Movers with their paths.
fn movers(map: &Subject<'_>) -> Result<Vec<MapMover>, String> {
    let level = map.level;
    let boxes = map.movers();
    let mut movers = Vec::new();
    for (index, mover) in level.movers.iter().enumerate() {
        let named = || level.object(mover.object).map_or_else(|| "a mover".to_owned(), object_in_words);
        if mover.parent.is_some() {
            return Err(format!("there is no rule yet for a mover with a parent, such as {}", named()));
        }
        let known = boxes.iter().find(|known| known.mover == index);
        let known = known.ok_or_else(|| format!("{} has no bounds", named()))?;
        let path = mover.path.as_ref().map(|path| path.path(DT)).transpose();
        let path = path.map_err(|fault| format!("the path of {} is invalid: {fault}", named()))?;
        let size = known.start.max - known.start.min;
        movers.push(MapMover { mover: mover.mover, path, size });
    }
    Ok(movers)
}
