//! Bodies moved many at a time (SIMD), against the same bodies moved one at a time: equal to the bit after every
//! step.

use crate::rng::Rng;
use crate::shapes::random_shape::random_shape;
use crate::shapes::world::pair;
use crate::volume::{seeds, volume};

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::moves::MoveResult;
use tilephys_core::shape::{OneWay, TileShape};
use tilephys_core::*;

/// Edge of the maps in cells; no power of two, so that chunk borders cross them.
const EDGE: i32 = 90;

/// Parameters of a family of random worlds.
#[derive(Clone, Copy)]
struct Family {
    name: &'static str,
    tiles: &'static [[u32; 2]],
    /// Sizes of bodies, in units.
    sizes: [i64; 2],
    /// Greatest speed, in cells a step.
    cells_a_step: f32,
    responses: &'static [Response],
    gravity: f32,
    off_grid_shapes: u32,
    /// Slopes, half tiles, one-way lines and polygons among the tiles.
    shapes: bool,
    /// One-way lines on the upper edges of cells among the tiles, and assists of walking bodies.
    planks: bool,
    /// Tiles of several categories, and masks that tell them apart.
    masks: bool,
    /// Share of bodies that lie on a line of the grid, so that ties occur.
    aligned: u64,
    /// Positions, sizes and translations are whole quarters of a tile, so that nearly every hit is a tie.
    quarters: bool,
    /// Hits that eight worlds of the family have at least.
    hits: u64,
}

const BOUNCES: &[Response] = &[Response::Bounce { restitution: 1.0 }];
const SLIDES: &[Response] = &[Response::Slide];
const MIXED: &[Response] = &[
    Response::Slide,
    Response::Stop,
    Response::Invert,
    Response::Bounce { restitution: 0.0 },
    Response::Bounce { restitution: 0.3 },
    Response::Bounce { restitution: 0.5 },
    Response::Bounce { restitution: 0.999 },
    Response::Bounce { restitution: 1.0 },
    Response::Bounce { restitution: 1.5 },
];
const ANY_TILE: &[[u32; 2]] = &[[8, 8], [16, 16], [18, 18], [24, 24], [32, 16], [70, 70]];

/// Bodies of all responses among tiles of several sizes, without shapes, masks and ties on purpose.
const MIXTURE: Family = Family {
    name: "",
    tiles: ANY_TILE,
    sizes: [1, 6_000],
    cells_a_step: 2.0,
    responses: MIXED,
    gravity: 0.0,
    off_grid_shapes: 0,
    shapes: false,
    planks: false,
    masks: false,
    aligned: 0,
    quarters: false,
    hits: 3_000,
};

const FAMILIES: &[Family] = &[
    Family {
        name: "projectiles",
        tiles: &[[16, 16]],
        sizes: [1024, 1024],
        cells_a_step: 2.5,
        responses: BOUNCES,
        hits: 6_000,
        ..MIXTURE
    },
    Family {
        name: "bounces on any tile",
        sizes: [1, 20_000],
        cells_a_step: 2.5,
        responses: BOUNCES,
        aligned: 30,
        hits: 6_000,
        ..MIXTURE
    },
    Family {
        name: "slides that fall",
        sizes: [1, 10_000],
        cells_a_step: 1.5,
        responses: SLIDES,
        gravity: 1500.0,
        aligned: 50,
        hits: 6_000,
        ..MIXTURE
    },
    Family { name: "all responses", cells_a_step: 3.0, gravity: 700.0, aligned: 30, ..MIXTURE },
    Family {
        name: "masks and loose boxes",
        gravity: 300.0,
        off_grid_shapes: 40,
        masks: true,
        aligned: 30,
        ..MIXTURE
    },
    Family { name: "quarters of tiles", sizes: [1, 20_000], quarters: true, hits: 6_000, ..MIXTURE },
    Family { name: "shapes", gravity: 700.0, shapes: true, aligned: 40, ..MIXTURE },
    Family {
        name: "bounces among shapes",
        sizes: [1, 4_000],
        responses: BOUNCES,
        shapes: true,
        aligned: 30,
        ..MIXTURE
    },
    Family {
        name: "shapes and quarters of tiles",
        sizes: [1, 20_000],
        shapes: true,
        quarters: true,
        ..MIXTURE
    },
    Family {
        name: "planks",
        sizes: [1, 9_000],
        responses: SLIDES,
        gravity: 900.0,
        planks: true,
        aligned: 50,
        ..MIXTURE
    },
    Family {
        name: "planks and quarters of tiles",
        responses: SLIDES,
        gravity: 900.0,
        planks: true,
        quarters: true,
        ..MIXTURE
    },
    Family {
        name: "long motions",
        sizes: [1, 3_000],
        cells_a_step: 30.0,
        responses: BOUNCES,
        aligned: 30,
        hits: 6_000,
        ..MIXTURE
    },
];

/// A body, and its state in the reference.
struct Twin {
    id: BodyId,
    body: Body,
    profile: Profile,
}

/// Solid cells at random, smoothed into caves or not, in a solid frame.
fn solid_cells(rng: &mut Rng) -> Vec<bool> {
    let percent = rng.pick(&[3, 10, 25, 42]);
    let frame = |x: i32, y: i32| x == 0 || y == 0 || x == EDGE - 1 || y == EDGE - 1;
    let place = |x: i32, y: i32| (y * EDGE + x) as usize;
    let all = || (0..EDGE).flat_map(|y| (0..EDGE).map(move |x| (x, y)));
    let mut cells: Vec<bool> = all().map(|(x, y)| rng.chance(percent) || frame(x, y)).collect();
    for _ in 0..if percent == 42 { 4 } else { 0 } {
        let around = |x: i32, y: i32| (-1..=1).flat_map(move |b| (-1..=1).map(move |a| (x + a, y + b)));
        let smooth = |(x, y)| frame(x, y) || around(x, y).filter(|&(x, y)| cells[place(x, y)]).count() > 4;
        cells = all().map(smooth).collect();
    }
    cells
}

/// A grid with its low corner at the cell `low`.
fn grid(rng: &mut Rng, family: &Family, tile: UVec2, low: IVec2) -> TileGrid {
    let mut grid = TileGrid::new(tile);
    let layer = grid.add_layer("ground");
    let kinds: Vec<TileId> = (0..if family.masks { 3 } else { 1 })
        .map(|k| grid.add_tile(Tile { category: 1 << k, ..Tile::default() }))
        .collect();
    let edges = pair(grid.tile_size());
    let shapes = (0..if family.shapes { 17 } else { 0 }).map(|_| random_shape(rng, edges));
    let plank = family.planks.then(|| TileShape::OneWay(OneWay::edge(tile, Direction::Up)));
    let shapes = shapes.chain(plank).map(|shape| grid.add_tile(Tile { shape, ..Tile::default() }));
    let shapes: Vec<TileId> = shapes.collect();
    for (i, solid) in solid_cells(rng).into_iter().enumerate() {
        if solid {
            let at = IVec2::new(i as i32 % EDGE, i as i32 / EDGE);
            let is_frame = at.min_element() == 0 || at.max_element() == EDGE - 1;
            let is_shaped = !shapes.is_empty() && !is_frame && rng.chance(40);
            let (at, kind) = (low + at, rng.pick(if is_shaped { &shapes } else { &kinds }));
            grid.set_tile(layer, TileCoord::new(at.x, at.y), Some(kind));
        }
    }
    for _ in 0..family.off_grid_shapes {
        let min = low * grid.tile_size() + somewhere(rng, grid.tile_size());
        let size = IVec2::new(rng.range(1, 9000), rng.range(1, 9000));
        grid.add_box(layer, Aabb { min, max: min + size }, kinds[0]);
    }
    grid
}

/// A point of the map, from its low corner.
fn somewhere(rng: &mut Rng, tile: IVec2) -> IVec2 {
    let mut on_axis = |edge: i32| rng.below(EDGE as u64 * edge as u64) as i32;
    IVec2::new(on_axis(tile.x), on_axis(tile.y))
}

fn profiles(rng: &mut Rng, family: &Family) -> Vec<Profile> {
    let assists = Walk {
        step_up: 4.0,
        gap_bridge: 2.0,
        corner_correct_up: 4.0,
        corner_correct_side: 4.0,
        one_way_nudge: 6.0,
        ..Walk::default()
    };
    let mut profile = |&response: &Response| Profile {
        movement: MoveConfig {
            response,
            mask: if family.masks && rng.chance(50) { 1 + rng.below(7) as u32 } else { u32::MAX },
            up: if family.planks && rng.chance(60) { Direction::Up } else { rng.pick(&Direction::ALL) },
            rest_speed: rng.pick(&[0.0, 20.0, 200.0]),
            motion_mode: if rng.chance(50) { MotionMode::Grounded } else { MotionMode::Floating },
            walk: if family.planks && rng.chance(50) { assists } else { Walk::default() },
        },
        gravity_scale: rng.pick(&[1.0, 0.5, -1.0]),
        report_hits: rng.chance(50),
        track_contacts: rng.chance(50),
        ..Profile::default()
    };
    // Few responses are drawn several times, with other settings.
    let times = if family.planks { 6 } else { 2 };
    (0..times).flat_map(|_| family.responses).map(&mut profile).collect()
}

fn body(rng: &mut Rng, family: &Family, low: IVec2, tile: IVec2) -> Body {
    let mut size = || rng.range(family.sizes[0], family.sizes[1]) as i32;
    let size = IVec2::new(size(), size());
    let mut at = low * tile + somewhere(rng, tile);
    for k in 0..2 {
        let line = at[k].div_euclid(tile[k]) * tile[k];
        if rng.chance(family.aligned) {
            at[k] = if rng.chance(50) { line } else { line + tile[k] - size[k] };
        }
    }
    if family.quarters {
        return quarters_body(rng, at, tile);
    }
    let mut body = Body::on_lattice(at, size);
    let fastest = family.cells_a_step * tile.as_vec2() * 60.0 / UNITS_PER_PX as f32;
    let part = rng.unit();
    for k in 0..2 {
        body.velocity[k] = if rng.chance(10) { 0.0 } else { (rng.unit() * 2.0 - 1.0) * fastest[k] * part };
    }
    body
}

/// A body of some quarters of a tile, moving by some quarters a step.
fn quarters_body(rng: &mut Rng, at: IVec2, tile: IVec2) -> Body {
    let quarter = tile / 4;
    let mut some = |low, high| IVec2::new(rng.range(low, high), rng.range(low, high));
    let mut body = Body::on_lattice(at / quarter * quarter, some(1, 5) * quarter);
    body.velocity = (some(-6, 6) * quarter).as_vec2() * 60.0 / UNITS_PER_PX as f32;
    body
}

/// Moves the reference as the step says it does.
fn step_alone(grid: &TileGrid, twin: &mut Twin, gravity: Vec2, dt: f32, hits: &mut Vec<Hit>) -> MoveResult {
    if gravity != Vec2::ZERO {
        twin.body.velocity += gravity * dt * twin.profile.gravity_scale;
        twin.body.velocity += Vec2::ZERO;
    }
    let translation = twin.body.velocity * dt;
    grid.move_and_slide(&mut twin.body, translation, &twin.profile.movement, hits)
}

fn run(family: &Family, seed: u64) -> u64 {
    let mut rng = Rng::new(seed);
    let tile = UVec2::from(rng.pick(family.tiles));
    let low = rng.pick(&[IVec2::ZERO, IVec2::new(-45, -45), IVec2::new(70_000, -90_000)]);
    let grid = grid(&mut rng, family, tile, low);
    let mut world = World::new(grid.clone());
    let gravity = Vec2::new(0.0, family.gravity);
    world.gravity = gravity;
    let profiles: Vec<(ProfileId, Profile)> =
        profiles(&mut rng, family).into_iter().map(|p| (world.add_profile(p), p)).collect();
    let mut twins: Vec<Twin> = (0..rng.range(1, 700))
        .map(|_| {
            let (profile, settings) = rng.pick(&profiles);
            let body = body(&mut rng, family, low, grid.tile_size());
            Twin { id: world.spawn(profile, body), body, profile: settings }
        })
        .collect();
    let (dt, mut hits) = (1.0 / 60.0, Vec::new());
    for step in 0..25 {
        world.step(dt);
        for twin in &mut twins {
            let (before, earlier) = (twin.body, hits.len());
            let moved = step_alone(&grid, twin, gravity, dt, &mut hits);
            let name = || {
                format!(
                    "{}: seed {seed}, tiles {tile}, step {step}, {before:?}, {:?}",
                    family.name, twin.profile
                )
            };
            let (stepped, state) =
                (world.body(twin.id).expect("spawned"), world.state(twin.id).expect("spawned"));
            assert_eq!(stepped, twin.body, "{}", name());
            let bits = |v: Vec2| v.to_array().map(f32::to_bits);
            assert_eq!(bits(stepped.velocity), bits(twin.body.velocity), "{}", name());
            assert_eq!(bits(stepped.remainder), bits(twin.body.remainder), "{}", name());
            if twin.profile.report_hits {
                let told = world.events().iter().filter(|e| e.body == twin.id);
                let told =
                    told.filter_map(|e| if let EventKind::Hit(hit) = e.kind { Some(hit) } else { None });
                assert!(told.eq(hits[earlier..].iter().copied()), "{}", name());
            }
            let inside = grid.overlaps(twin.body.aabb(), twin.profile.movement.mask);
            assert_eq!(state.stuck(), moved.stuck && inside, "{}", name());
            if twin.profile.track_contacts {
                assert_eq!(state.contacts(), moved.contacts, "{}", name());
            }
        }
        assert_eq!(world.hit_count(), hits.len() as u64, "{}: seed {seed}, step {step}", family.name);
    }
    hits.len() as u64
}

#[test]
fn a_step_equals_the_moves_of_its_bodies_one_at_a_time() {
    let worlds = seeds(3, 240);
    for family in FAMILIES {
        let hits: u64 = worlds.clone().map(|seed| run(family, seed)).sum();
        println!("{}: {hits} hits", family.name);
        assert!(hits >= volume(1, 120) * family.hits / 4, "{}: only {hits} hits", family.name);
    }
}
