//! A game as entities and in the plain loop: walkers, a crowd, characters, lifts, triggers, tile edits.
//! All actions in a tick follow from the tick's number and from the engine's state.

use crate::rng::Rng;
use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use std::collections::BTreeMap;
use tilephys_core::{
    Aabb, Body, ControlContext, Profile, Region, Response, StepHooks, Tile, World as Core,
    platform::{Easing, Path, PathMode, Waypoint},
    shape::{OneWay, TileShape},
};
use tilephys_ecs::{
    BodyCollision, BodyId, BodyState, CarriedBy, Collider, Direction, LayerId, Mover, MoverId, MoverPath,
    Physics, Position, PreviousPosition, ReportTiles, Sensor, Solid, TileCoord, TileGrid, TileId, Trigger,
    Velocity,
};
use tilephys_feel::{Button, Feel, FeelState, Input};

const DT: f32 = 1.0 / 60.0;
const GRAVITY: Vec2 = Vec2::new(0.0, 900.0);
/// Bodies by what they are: characters, walkers, solid crates, things that bounce, sensors.
const KINDS: u32 = 5;
const COINS: i32 = 8;
/// Bodies with lower ids may be solid, or sense others: few are enough.
const SPECIAL: u32 = 100;

/// Kinds of tile of the map.
#[derive(Clone, Copy)]
struct Kinds {
    layer: LayerId,
    stone: TileId,
    line: TileId,
}

fn grid() -> (TileGrid, Kinds) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let line = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
    let (stone, line) =
        (grid.add_tile(Tile::default()), grid.add_tile(Tile { shape: line, ..Tile::default() }));
    for (col, row) in (0..60).flat_map(|col| (0..30).map(move |row| (col, row))) {
        let what = if row == 0 || col == 0 || row == 29 || col == 59 {
            Some(stone)
        } else {
            (row % 5 == 4 && (col / 5) % 2 == 0).then_some([stone, line][(col / 10) as usize % 2])
        };
        grid.set_tile(layer, TileCoord::new(col, row), what);
    }
    (grid, Kinds { layer, stone, line })
}

fn edit(grid: &mut TileGrid, kinds: Kinds, tick: u32) {
    if !tick.is_multiple_of(3) {
        return;
    }
    let mut rng = Rng::new(u64::from(tick) + 5);
    let at = TileCoord::new(1 + rng.below(58), 1 + rng.below(27));
    grid.set_tile(kinds.layer, at, (!rng.chance(40)).then(|| [kinds.stone, kinds.line][rng.below(2)]));
}

/// Kind of a body, by its id.
fn kind(id: BodyId) -> u32 {
    let kind = id.0 % KINDS;
    if id.0 < SPECIAL || kind < 2 { kind } else { 3 }
}

/// True if a bouncing body collides with bodies of its kind.
fn collides(id: BodyId) -> bool {
    id.0.is_multiple_of(2)
}

/// Input of a character in a tick.
fn input(id: BodyId, tick: u32) -> Input {
    let (tick, held) = (tick + 17 * id.0, |tick: u32| tick % 45 > 30);
    let jump = Button { held: held(tick.wrapping_sub(1)), pressed: false }.next(held(tick));
    let dash = Button { held: false, pressed: tick % 100 == 99 };
    let along = if tick % 200 < 130 { 1.0 } else { -1.0 };
    Input { along, upward: if tick % 90 > 60 { -1.0 } else { 0.0 }, jump, dash, grab: false }
}

/// The velocity that a walker is given, and whether it lets go of lines.
fn walk(id: BodyId, tick: u32, state: BodyState, velocity: Vec2) -> (Vec2, bool) {
    let key = id.0 * 13 + tick;
    let run = [-150.0, 90.0, 0.0, 200.0][(id.0 + tick / 40) as usize % 4];
    let jumps = state.on_floor() && key.is_multiple_of(45);
    (Vec2::new(run, if jumps { -380.0 } else { velocity.y }), key.is_multiple_of(20) && state.on_floor())
}

fn time_scale(id: BodyId, tick: u32) -> Option<f32> {
    (id.0 * 7 + tick).is_multiple_of(211).then(|| [0.5, 1.0, 1.7, 0.0][(tick / 3) as usize % 4])
}

fn body_at(place: u32) -> ([f32; 2], [f32; 2]) {
    let at = [24.0 + (place * 37 % 890) as f32, 18.0 + (place / 24 * 80 % 400) as f32];
    (at, [if place.is_multiple_of(3) { 7.0 } else { 9.5 }, 11.0])
}

fn velocity_at(place: u32) -> Vec2 {
    Vec2::new((place * 29 % 500) as f32 - 250.0, 0.0)
}

fn offset_of(place: u32) -> IVec2 {
    IVec2::new(place as i32 % 4 * 300, -((place % 3) as i32))
}

/// The path of the lift, for its box.
fn path(offset: IVec2) -> Path {
    let stops = [(200, 440), (200, 300), (260, 300)];
    let stops = stops.map(|(x, y)| Waypoint { at: IVec2::new(x, y) * 256 - offset, wait: 20, ticks: 70 });
    Path::new(&stops, PathMode::PingPong, Easing::InOut).unwrap()
}

/// Where the boxes of the three movers are, how large and how fast.
const MOVERS: [([f32; 2], [f32; 2]); 3] =
    [([200.0, 440.0], [0.0, 0.0]), ([210.0, 420.0], [11.0, 0.0]), ([500.0, 300.0], [-33.3, 7.7])];
const LIFT_SIZE: [f32; 2] = [48.0, 8.0];
const LIFT_OFFSET: IVec2 = IVec2::new(-600, 77);

fn coin(place: i32) -> Aabb {
    let min = IVec2::new(40 + 110 * place, 60 + 97 * place % 350) * 256;
    Aabb { min, max: min + IVec2::new(30, 40) * 256 }
}

/// The game as entities.
pub(crate) struct Game {
    pub(crate) physics: Physics,
    pub(crate) world: World,
    pub(crate) feel: Feel,
    /// The game's own: a snapshot of the engine does not hold it.
    pub(crate) states: BTreeMap<BodyId, FeelState>,
    kinds: Kinds,
}

impl Game {
    pub(crate) fn new(count: u32) -> Self {
        let (grid, kinds) = grid();
        let mut physics = Physics::new(grid);
        physics.gravity = GRAVITY;
        let mut game =
            Game { physics, world: World::new(), feel: Feel::celeste(), states: BTreeMap::new(), kinds };
        (0..count).for_each(|place| _ = game.spawn(place));
        let mut carrier = None;
        for (place, (at, velocity)) in MOVERS.into_iter().enumerate() {
            let at = Position::on_lattice(Position::from_px(at).at - LIFT_OFFSET);
            let mover = Mover { layer: kinds.layer, tile: kinds.stone };
            let collider = Collider { offset: LIFT_OFFSET, ..Collider::new(LIFT_SIZE[0], LIFT_SIZE[1]) };
            let parts = (MoverId(place as u32), at, Velocity(velocity.into()), collider, mover);
            let entity = game.world.spawn(parts);
            match place {
                0 => game.world.insert_one(entity, MoverPath::new(path(LIFT_OFFSET))).unwrap(),
                1 => game.world.insert_one(entity, CarriedBy(carrier.unwrap())).unwrap(),
                _ => {}
            }
            carrier = Some(entity);
        }
        for place in 0..COINS {
            let Aabb { min, max } = coin(place);
            let collider = Collider { offset: IVec2::new(9, -place), size: max - min };
            let at = Position::on_lattice(min - collider.offset);
            game.world.spawn((at, collider, Trigger::default()));
        }
        game
    }

    fn spawn(&mut self, place: u32) -> Entity {
        let (at, size) = body_at(place);
        let collider = Collider { offset: offset_of(place), ..Collider::new(size[0], size[1]) };
        let at = Position::on_lattice(Position::from_px(at).at - collider.offset);
        let body = (at, Velocity(velocity_at(place)), collider);
        let entity = self.physics.spawn(&mut self.world, body);
        self.dress(entity);
        entity
    }

    /// Adds what the game wants of a body by its id: its settings.
    pub(crate) fn dress(&mut self, entity: Entity) {
        let id = *self.world.get::<&BodyId>(entity).unwrap();
        let world = &mut self.world;
        match kind(id) {
            0 => world.insert_one(entity, self.feel.walk(Default::default())),
            1 => world.insert(entity, (ReportTiles, PreviousPosition::default())),
            2 => world.insert_one(entity, Solid(self.kinds.stone)),
            3 if collides(id) => {
                world.insert(entity, (Response::Bounce { restitution: 0.8 }, BodyCollision::default()))
            }
            3 => world.insert_one(entity, Response::Bounce { restitution: 0.8 }),
            _ => world.insert_one(entity, Sensor(1)),
        }
        .unwrap();
    }

    pub(crate) fn tick(&mut self, tick: u32) -> u64 {
        edit(self.physics.grid_mut(), self.kinds, tick);
        let ids: Vec<BodyId> = self.ids();
        if tick % 50 == 17 {
            let gone = self.entity(ids[tick as usize * 7 % ids.len()]);
            self.world.despawn(gone).unwrap();
        }
        if tick % 50 == 31 {
            self.spawn(tick);
        }
        let Game { physics, world, feel, states, .. } = self;
        physics.step_controlled(world, DT, |world, bodies| {
            let mut all: Vec<_> = world.query::<(&BodyId, Entity)>().iter().map(|(id, e)| (*id, e)).collect();
            all.sort_unstable();
            for (id, entity) in all {
                let mut velocity = world.get::<&mut Velocity>(entity).unwrap();
                if let Some(scale) = time_scale(id, tick) {
                    assert!(bodies.set_time_scale(id, scale));
                }
                if id.0.is_multiple_of(KINDS) {
                    let state = states.entry(id).or_default();
                    bodies.feel(id, &mut velocity, feel, state, &mut input(id, tick)).unwrap();
                } else if id.0 % KINDS == 1 {
                    let drops;
                    let state = *world.get::<&BodyState>(entity).unwrap();
                    (velocity.0, drops) = walk(id, tick, state, velocity.0);
                    if drops {
                        bodies.drop_through(id);
                    }
                    if (id.0 * 5 + tick).is_multiple_of(151) {
                        assert!(bodies.hit_stop(id, 4));
                    }
                }
            }
        });
        for id in self.ids().into_iter().filter(|id| (id.0 + tick).is_multiple_of(97)) {
            assert!(self.physics.hit_stop(id, 7) && self.physics.stop_ticks(id) == Some(7));
        }
        self.physics.state_hash()
    }

    pub(crate) fn ids(&self) -> Vec<BodyId> {
        let mut ids: Vec<BodyId> = self.world.query::<&BodyId>().iter().copied().collect();
        ids.sort_unstable();
        ids
    }

    pub(crate) fn entity(&self, id: BodyId) -> Entity {
        self.world.query::<(Entity, &BodyId)>().iter().find(|(_, own)| **own == id).unwrap().0
    }
}

/// The same game in the plain loop.
pub(crate) struct Plain {
    world: Core,
    feel: Feel,
    states: BTreeMap<BodyId, FeelState>,
    kinds: Kinds,
    tick: u32,
}

impl Plain {
    pub(crate) fn new(count: u32) -> Self {
        let (grid, kinds) = grid();
        let mut world = Core::new(grid);
        world.gravity = GRAVITY;
        let mut game = Plain { world, feel: Feel::celeste(), states: BTreeMap::new(), kinds, tick: 0 };
        (0..count).for_each(|place| game.spawn(place));
        for (place, (at, velocity)) in MOVERS.into_iter().enumerate() {
            let lift = tilephys_core::platform::Mover::new(at, LIFT_SIZE, kinds.layer, kinds.stone);
            let parent = (place == 1).then_some(MoverId(0));
            game.world
                .add_mover(tilephys_core::platform::Mover { velocity: velocity.into(), parent, ..lift })
                .unwrap();
        }
        // The fingerprint tells a path of positions from one of boxes.
        game.world.set_mover_path(MoverId(0), Some(path(LIFT_OFFSET)), 0);
        game.world.set_mover_path_offset(MoverId(0), LIFT_OFFSET);
        for place in 0..COINS {
            game.world.add_region(Region::new(coin(place)));
        }
        game
    }

    fn spawn(&mut self, place: u32) {
        let (at, size) = body_at(place);
        let id = self.world.new_id();
        let mut profile = Profile::default();
        match kind(id) {
            0 => profile.movement.walk = self.feel.walk(Default::default()),
            1 => profile.report_tiles = true,
            2 => profile.solid = Some(self.kinds.stone),
            3 => {
                profile.movement.response = Response::Bounce { restitution: 0.8 };
                profile.collide = collides(id).then(BodyCollision::default);
            }
            _ => profile.sensor = 1,
        }
        let profile = self.world.add_profile(profile);
        let body = Body { velocity: velocity_at(place), ..Body::new(at, size) };
        self.world.spawn_as(id, profile, body);
    }

    /// The engine's state and the game's own.
    pub(crate) fn save(&self) -> (Vec<u8>, BTreeMap<BodyId, FeelState>) {
        (self.world.snapshot(), self.states.clone())
    }

    pub(crate) fn load(&mut self, (bytes, states): &(Vec<u8>, BTreeMap<BodyId, FeelState>)) {
        self.world.restore(bytes).unwrap();
        self.states.clone_from(states);
    }

    pub(crate) fn tick(&mut self, tick: u32) -> u64 {
        self.tick = tick;
        edit(&mut self.world.grid, self.kinds, tick);
        let ids: Vec<BodyId> = self.world.ids().collect();
        if tick % 50 == 17 {
            self.world.despawn(ids[tick as usize * 7 % ids.len()]);
        }
        if tick % 50 == 31 {
            self.spawn(tick);
        }
        let ids: Vec<BodyId> = self.world.ids().collect();
        let Plain { world, feel, states, .. } = self;
        world.step_with(DT, &mut Script { feel, states, tick, ids: &ids });
        for id in ids.into_iter().filter(|id| (id.0 + tick).is_multiple_of(97)) {
            self.world.hit_stop(id, 7);
        }
        self.world.state_hash()
    }
}

struct Script<'a> {
    feel: &'a Feel,
    states: &'a mut BTreeMap<BodyId, FeelState>,
    tick: u32,
    ids: &'a [BodyId],
}

impl StepHooks for Script<'_> {
    fn control(&mut self, bodies: &mut ControlContext) {
        for id in self.ids.iter().copied() {
            if let Some(scale) = time_scale(id, self.tick) {
                bodies.set_time_scale(id, scale);
            }
            if id.0.is_multiple_of(KINDS) {
                let state = self.states.entry(id).or_default();
                self.feel.drive(bodies, id, state, &mut input(id, self.tick)).unwrap();
            } else if id.0 % KINDS == 1 {
                let velocity = bodies.body(id).unwrap().velocity;
                let (velocity, drops) = walk(id, self.tick, bodies.state(id).unwrap(), velocity);
                bodies.set_velocity(id, velocity);
                if drops {
                    bodies.drop_through(id);
                }
                if (id.0 * 5 + self.tick).is_multiple_of(151) {
                    bodies.hit_stop(id, 4);
                }
            }
        }
    }
}
