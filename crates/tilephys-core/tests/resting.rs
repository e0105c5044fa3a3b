//! Sleeping: bodies that come to rest in a world, against the same bodies moved one at a time, equal to the bit
//! after every step.

use crate::rng::Rng;
use crate::volume::seeds;

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::moves::MoveResult;
use tilephys_core::shape::{OneWay, Slope, TileShape};
use tilephys_core::*;

/// Edge of the maps in cells: chunk borders cross them.
const EDGE: i32 = 40;
const STEPS: u32 = 40;
const DT: f32 = 1.0 / 60.0;

/// A body, and its state in the reference.
struct Twin {
    id: BodyId,
    body: Body,
    profile: Profile,
    /// True if it stood on a floor after its last step.
    on_floor: bool,
    /// True if it touched a floor after its last step.
    touches_floor: bool,
    /// True if it has not stepped yet.
    is_new: bool,
}

/// Everything about one random world.
struct Case {
    rng: Rng,
    low: IVec2,
    kinds: Vec<TileId>,
    layers: [LayerId; 2],
    world: World,
    twins: Vec<Twin>,
    /// How often a body was at rest.
    at_rest: u64,
}

fn any_cell(rng: &mut Rng, low: IVec2) -> TileCoord {
    let mut on_axis = |low: i32| low + rng.below(EDGE as u64) as i32;
    TileCoord::new(on_axis(low.x), on_axis(low.y))
}

/// Runs of tiles along both axes in a solid frame, some single ones, and in some worlds shapes.
fn grid(rng: &mut Rng, low: IVec2) -> (TileGrid, Vec<TileId>, [LayerId; 2]) {
    let tile = UVec2::from(rng.pick(&[[8, 8], [16, 16], [18, 18], [32, 16], [5, 70], [256, 256]]));
    let mut grid = TileGrid::new(tile);
    let layers = [grid.add_layer("back"), grid.add_layer("front")];
    let mut kinds = vec![grid.add_tile(Tile::default()), grid.add_tile(Tile::default())];
    if rng.chance(25) {
        let edge = tile.y as i32 * UNITS_PER_PX;
        let slope = Slope { side: Direction::Down, heights: [0, edge] };
        kinds.push(grid.add_tile(Tile { shape: TileShape::Slope(slope), ..Tile::default() }));
        let line = TileShape::OneWay(OneWay::edge(tile, Direction::Up));
        kinds.push(grid.add_tile(Tile { shape: line, ..Tile::default() }));
    }
    for i in 0..EDGE {
        for at in [[i, 0], [i, EDGE - 1], [0, i], [EDGE - 1, i]] {
            grid.set_tile(layers[0], TileCoord::new(low.x + at[0], low.y + at[1]), Some(kinds[0]));
        }
    }
    for _ in 0..rng.range(10, 60) {
        let (at, across, len) = (any_cell(rng, low), rng.chance(50), rng.range(1, 9));
        for k in 0..len {
            let at = if across { [at.col + k, at.row] } else { [at.col, at.row + k] };
            let kind = if rng.chance(85) { kinds[0] } else { rng.pick(&kinds) };
            grid.set_tile(rng.pick(&layers), TileCoord::new(at[0], at[1]), Some(kind));
        }
    }
    (grid, kinds, layers)
}

fn profiles(rng: &mut Rng) -> Vec<Profile> {
    let responses = [
        Response::Slide,
        Response::Slide,
        Response::Slide,
        Response::Stop,
        Response::Bounce { restitution: 0.0 },
        Response::Bounce { restitution: 0.4 },
        Response::Bounce { restitution: 1.0 },
    ];
    let up = rng.pick(&Direction::ALL);
    let mut profile = |response| Profile {
        movement: MoveConfig {
            response,
            mask: if rng.chance(90) { u32::MAX } else { 2 },
            up: if rng.chance(80) { up } else { rng.pick(&Direction::ALL) },
            rest_speed: rng.pick(&[0.0, 20.0, 200.0]),
            motion_mode: if rng.chance(70) { MotionMode::Grounded } else { MotionMode::Floating },
            walk: Walk::default(),
        },
        gravity_scale: rng.pick(&[1.0, 1.0, 1.0, 0.001, -1.0]),
        report_hits: rng.chance(50),
        track_contacts: rng.chance(75),
        ..Profile::default()
    };
    responses.map(&mut profile).to_vec()
}

/// A body in a place where there is room for it, most often on lines of the grid.
fn body(rng: &mut Rng, grid: &TileGrid, low: IVec2) -> Option<Body> {
    let tile = grid.tile_size();
    let cell = any_cell(rng, low);
    let (mut at, mut size) = (IVec2::new(cell.col, cell.row) * tile, IVec2::ZERO);
    for k in 0..2 {
        let most = i64::from(tile[k]) * 5 / 2;
        size[k] = if rng.chance(30) { tile[k] * rng.range(1, 3) } else { rng.range(1, most) as i32 };
        at[k] += match rng.below(4) {
            0 => 0,
            1 => tile[k] - size[k],
            _ => rng.below(tile[k] as u64) as i32,
        };
    }
    let body = Body::on_lattice(at, size);
    (!grid.overlaps(body.aabb(), u32::MAX)).then_some(body)
}

impl Case {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let low = rng.pick(&[IVec2::ZERO, IVec2::new(-20, -45), IVec2::new(7_000, -9_000)]);
        let (grid, kinds, layers) = grid(&mut rng, low);
        let mut world = World::new(grid);
        let profiles: Vec<_> = profiles(&mut rng).into_iter().map(|p| (world.add_profile(p), p)).collect();
        let strength = rng.pick(&[0.0, 5.0, 600.0, 900.0, 1200.0, 1200.0]);
        world.gravity = profiles[0].1.movement.up.opposite().vector().as_vec2() * strength;
        let mut twins = Vec::new();
        for _ in 0..rng.range(1, 900) {
            let Some(body) = body(&mut rng, &world.grid, low) else { continue };
            let (profile, settings) = rng.pick(&profiles);
            twins.push(Twin {
                id: world.spawn(profile, body),
                body,
                profile: settings,
                on_floor: false,
                touches_floor: false,
                is_new: true,
            });
        }
        Case { rng, low, kinds, layers, world, twins, at_rest: 0 }
    }

    /// Edits the map, pushes some bodies, and lets some not meet their floor for a while.
    fn disturb(&mut self) {
        let Case { rng, low, kinds, layers, world, twins, .. } = self;
        for _ in 0..rng.below(12) {
            let kind = if rng.chance(60) { None } else { Some(rng.pick(kinds)) };
            let at = any_cell(rng, *low);
            if !is_in_frame(at, *low) {
                world.grid.set_tile(rng.pick(layers), at, kind);
            }
        }
        for twin in twins {
            if !rng.chance(4) {
                continue;
            }
            let axis = rng.below(2) as usize;
            twin.body.velocity[axis] = rng.pick(&[-90.0, 0.0, -0.0, 0.1, 90.0, 300.0]);
            world.set_velocity(twin.id, twin.body.velocity);
            twin.body.velocity += Vec2::ZERO;
            let Some(floor) = world.floor(twin.id).filter(|_| rng.chance(30)) else { continue };
            let met =
                Obstacle { layer: floor.layer, cell: floor.cell, tile: floor.tile, off_grid: floor.off_grid };
            world.ignore(twin.id, met, 3);
            twin.body.memory.ignore(met, 3);
        }
    }

    fn step(&mut self, name: &str) {
        self.world.step(DT);
        let (gravity, world) = (self.world.gravity, &self.world);
        for twin in &mut self.twins {
            let mut began = false;
            let before = twin.body;
            if std::mem::take(&mut twin.is_new) {
                twin.on_floor = stands(&world.grid, twin);
                twin.touches_floor = touches_floor(&world.grid, twin);
                began = twin.on_floor;
            }
            let (hits, moved) = move_alone(&world.grid, twin, gravity);
            let name = || format!("{name}, {before:?}, {:?}", twin.profile);
            let after = world.body(twin.id).expect("spawned");
            // Expired state may still be listed.
            assert_eq!(Body { memory: twin.body.memory, ..after }, twin.body, "{}", name());
            let bits = |v: Vec2| v.to_array().map(f32::to_bits);
            assert_eq!(bits(after.velocity), bits(twin.body.velocity), "{}", name());
            assert_eq!(bits(after.remainder), bits(twin.body.remainder), "{}", name());
            let (state, movement) = (world.state(twin.id).expect("spawned"), &twin.profile.movement);
            let inside = world.grid.overlaps(twin.body.aabb(), movement.mask);
            assert_eq!(state.stuck(), moved.stuck && inside, "{}", name());
            let contacts = if twin.profile.track_contacts { moved.contacts } else { Contacts::default() };
            let rises = after.velocity.dot(movement.up.vector().as_vec2()) > 0.0;
            let on_floor = contacts.floor(movement.up) && !rises;
            assert_eq!((state.contacts(), state.on_floor()), (contacts, on_floor), "{}", name());
            assert_eq!(state.on_wall(), contacts.wall(movement.up), "{}", name());
            let mut expected: Vec<EventKind> = hits.iter().copied().map(EventKind::Hit).collect();
            expected.retain(|_| twin.profile.report_hits);
            expected.extend(began.then_some(EventKind::FloorBegin));
            if on_floor != twin.on_floor {
                expected.push(if on_floor { EventKind::FloorBegin } else { EventKind::FloorEnd });
            }
            let told = world.events().iter().filter(|e| e.body == twin.id).map(|e| e.kind);
            let told = told.filter(|kind| !matches!(kind, EventKind::Overlapped(_)));
            assert!(told.eq(expected), "{}: {:?}", name(), world.events());
            twin.on_floor = on_floor;
            twin.touches_floor = contacts.floor(movement.up);
            self.at_rest += u64::from(after.position == before.position && after.velocity == Vec2::ZERO);
        }
    }
}

/// The outermost cells hold the bodies in the map.
fn is_in_frame(at: TileCoord, low: IVec2) -> bool {
    let on_axis = |at: i32, low: i32| at == low || at == low + EDGE - 1;
    on_axis(at.col, low.x) || on_axis(at.row, low.y)
}

/// Moves the reference as the step says it does.
/// True if a body that was just spawned stands on a floor.
fn stands(grid: &TileGrid, twin: &Twin) -> bool {
    let rises = twin.body.velocity.dot(twin.profile.movement.up.vector().as_vec2()) > 0.0;
    touches_floor(grid, twin) && !rises
}

fn touches_floor(grid: &TileGrid, twin: &Twin) -> bool {
    let movement = &twin.profile.movement;
    let contacts = grid.contacts(twin.body.aabb(), movement.mask);
    let reports = twin.profile.track_contacts && movement.response != Response::PassThrough;
    reports && contacts.floor(movement.up)
}

/// Ends the velocity toward a level floor that gravity alone does not reach in this step, `change` being its part of the velocity.
fn hold(grid: &TileGrid, twin: &mut Twin, change: Vec2) {
    let Twin { body, profile, touches_floor, .. } = twin;
    let movement = &profile.movement;
    let axis = movement.up.axis();
    let down = -movement.up.vector()[axis] as f32;
    let units = |speed: f32| speed * down * DT * 256.0;
    let pull = units(change[axis]);
    let fall = units(body.velocity[axis]);
    let is_short = pull > 0.0 && pull < 0.5 && fall > 0.0 && fall + body.remainder[axis] * down < 0.5;
    if !*touches_floor || !is_short {
        return;
    }
    let stops = movement.walk_if_grounded().is_some_and(|walk| walk.stop_on_slope);
    if grid.floor(body, movement).is_some_and(|floor| stops || floor.normal == movement.up.vector()) {
        body.velocity[axis] = 0.0;
        body.remainder[axis] = 0.0;
    }
}

fn move_alone(grid: &TileGrid, twin: &mut Twin, gravity: Vec2) -> (Vec<Hit>, MoveResult) {
    let change = gravity * DT * twin.profile.gravity_scale;
    twin.body.velocity += change;
    twin.body.velocity += Vec2::ZERO;
    hold(grid, twin, change);
    let (translation, mut hits) = (twin.body.velocity * DT, Vec::new());
    let moved = grid.move_and_slide(&mut twin.body, translation, &twin.profile.movement, &mut hits);
    (hits, moved)
}

#[test]
fn resting_in_the_world_equals_resting_one_at_a_time() {
    let (mut at_rest, mut all, mut hits) = (0, 0, 0);
    for seed in seeds(30, 1_000) {
        let mut case = Case::new(seed);
        for step in 0..STEPS {
            if step % 8 == 7 {
                case.disturb();
            }
            case.step(&format!("seed {seed}, step {step}"));
        }
        (at_rest, all) = (at_rest + case.at_rest, all + case.twins.len() as u64 * u64::from(STEPS));
        hits += case.world.hit_count();
    }
    println!("{at_rest} of {all} at rest, {hits} hits");
    assert!(at_rest > 80_000 && hits > 40_000, "only {at_rest} of {all} at rest, {hits} hits");
}
