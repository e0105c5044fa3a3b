//! Random caves: closed, crowded, of tiles of every size, with bodies of every sort.

use crate::pairs::cave::{Actor, Cave, TICK};
use crate::rng::Rng;
use crate::shapes::solid::{Point, Rect};
use crate::shapes::world::{Kind, World as Map};
use std::collections::BTreeMap;
use tilephys_core::{
    BodyCollision, Combine, CombineRule, Direction, MotionMode, MoveConfig, Profile, Response, Walk,
    moves::Snap,
    shape::{OneWay, Slope, TileShape},
};

const TILES: [[u32; 2]; 8] = [[16, 16], [16, 16], [8, 8], [18, 18], [24, 24], [32, 16], [70, 70], [5, 9]];

/// Parameters of a random cave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Slopes, one-way tiles and loose boxes, in some caves.
    pub(crate) shapes: bool,
    /// Bodies may start inside each other, in some caves.
    pub(crate) inside: bool,
    /// A few caves are a thousand times faster.
    pub(crate) fast: bool,
    /// Each body has an up of its own.
    pub(crate) mixed_ups: bool,
}

impl Wanted {
    pub(crate) const ALL: Wanted = Wanted { shapes: true, inside: true, fast: true, mixed_ups: false };
}

/// A closed cave with up to 50 bodies.
pub(crate) fn random_cave(rng: &mut Rng, wanted: Wanted) -> Cave {
    let map = random_map(rng, wanted.shapes);
    let up = rng.pick(&Direction::ALL);
    let up = if rng.chance(60) { Direction::Up } else { up };
    let pull = rng.pick(&[0.0, 0.0, 900.0, 900.0, 300.0, 4_000.0]);
    let down = up.opposite().vector().as_vec2() * pull;
    let rules = [CombineRule::Min, CombineRule::Max, CombineRule::Average, CombineRule::Multiply];
    let combine = if rng.chance(60) {
        Combine::default()
    } else {
        Combine { restitution: rng.pick(&rules), friction: rng.pick(&rules) }
    };
    let mut cave = Cave { map, gravity: down.to_array(), combine, actors: Vec::new() };
    add_actors(rng, &mut cave, wanted, up);
    cave
}

/// A walled map of 10 to 20 cells on a side, about 15 in a hundred of them solid.
fn random_map(rng: &mut Rng, shapes: bool) -> Map {
    let tile_px = rng.pick(&TILES);
    let full = Kind { shape: TileShape::Full, category: 1 };
    let mut map = Map { tile_px, layers: 1, kinds: vec![full], cells: BTreeMap::new(), off_grid: Vec::new() };
    let [cols, rows] = [rng.range(10, 20), rng.range(10, 20)];
    let dense = rng.pick(&[0, 8, 15, 15, 25]);
    let has_shapes = shapes && rng.chance(30);
    if has_shapes {
        add_kinds(rng, &mut map);
    }
    for row in 0..rows {
        for col in 0..cols {
            let is_wall = row == 0 || col == 0 || row == rows - 1 || col == cols - 1;
            if is_wall || rng.chance(dense) {
                let any = rng.below(map.kinds.len() as u64) as usize;
                let kind = if is_wall || rng.chance(40) { 0 } else { any };
                map.cells.insert((row, col, 0), kind);
            }
        }
    }
    if shapes && rng.chance(20) {
        add_boxes(rng, &mut map, [cols, rows]);
    }
    map
}

fn add_kinds(rng: &mut Rng, map: &mut Map) {
    let tile = map.tile();
    for side in Direction::ALL {
        let height = tile[side.axis()] as i32;
        for heights in [[0, height], [height, 0], [0, height / 2], [height / 2, height]] {
            map.kinds.push(Kind { shape: TileShape::Slope(Slope { side, heights }), category: 1 });
        }
    }
    if rng.chance(50) {
        for open in Direction::ALL {
            let line = OneWay::edge(map.tile_px, open);
            map.kinds.push(Kind { shape: TileShape::OneWay(line), category: 1 });
        }
    }
}

/// Loose boxes.
fn add_boxes(rng: &mut Rng, map: &mut Map, cells: Point) {
    let tile = map.tile();
    for _ in 0..rng.range(1, 5) {
        let size = [0, 1].map(|k| rng.range(1, 2 * tile[k]));
        let at = [0, 1].map(|k| rng.range(tile[k], (cells[k] - 1) * tile[k]));
        map.add_box(Rect::of(at, size), 0, 0);
    }
}

fn add_actors(rng: &mut Rng, cave: &mut Cave, wanted: Wanted, up: Direction) {
    let tile = cave.map.tile();
    let bounds = cave.map.cells.keys().fold([0; 2], |far, &(row, col, _)| [far[0].max(col), far[1].max(row)]);
    let solids = cave.map.solids(u32::MAX);
    let pace = rng.pick(&[0, 60, 300, 300, 2_000, 10_000]) as f32;
    let pace = if wanted.fast && rng.chance(8) { pace * 1000.0 } else { pace };
    let may_overlap = wanted.inside && rng.chance(10);
    let manner = Manner { up, uniform: rng.chance(30).then(|| sort(rng)), is_filtered: rng.chance(30) };
    let most = rng.pick(&[2, 3, 5, 10, 20, 50]);
    // Ids with gaps, in no order of places.
    let first = rng.range(0, 1_000) as u32;
    for n in 0..most {
        let size = random_size(rng, tile);
        for _ in 0..12 {
            let min = random_place(rng, cave, size, bounds);
            let rect = Rect::of(min, size);
            let is_in = |a: &Actor| overlaps(&a.rect(), &rect);
            if solids.iter().any(|s| s.overlaps(&rect)) || !may_overlap && cave.actors.iter().any(is_in) {
                continue;
            }
            let velocity = random_velocity(rng, pace);
            let velocity = if rng.chance(10) { meet_by_corners(cave, &rect, pace) } else { velocity };
            let id = first + 3 * n;
            let mut profile = manner.profile(rng);
            if wanted.mixed_ups {
                profile.movement.up = rng.pick(&Direction::ALL);
            }
            cave.actors.push(Actor { id, min, size, velocity, rest: [0.0; 2], profile });
            break;
        }
    }
}

fn overlaps(a: &Rect, b: &Rect) -> bool {
    (0..2).all(|k| a.lo[k] < b.hi[k] && b.lo[k] < a.hi[k])
}

fn random_size(rng: &mut Rng, tile: Point) -> Point {
    let square = rng.chance(30).then(|| rng.range(1, tile[0]));
    [0, 1].map(|k| {
        let (small, any) = (rng.range(1, 2 + tile[k] / 4), rng.range(1, 3 * tile[k]));
        let usual = rng.pick(&[tile[k] / 2, tile[k] / 2, tile[k], 1, small, small, any]);
        square.unwrap_or(usual)
    })
}

/// A random position, or one flush with an earlier body.
fn random_place(rng: &mut Rng, cave: &Cave, size: Point, last_cell: Point) -> Point {
    let tile = cave.map.tile();
    let any = [0, 1].map(|k| rng.range(tile[k], (last_cell[k] * tile[k] - size[k]).max(tile[k])));
    if cave.actors.is_empty() || rng.chance(60) {
        return any;
    }
    let near = cave.actors[rng.below(cave.actors.len() as u64) as usize].rect();
    if rng.chance(10) {
        let off = rng.range(1, tile[0]);
        return [0, 1].map(|k| near.hi[k] + off);
    }
    let axis = rng.below(2) as usize;
    let mut at = any;
    at[axis] = if rng.chance(50) { near.hi[axis] } else { near.lo[axis] - size[axis] };
    let free = 1 - axis;
    at[free] = near.lo[free] + rng.pick(&[0, 0, 1, near.hi[free] - near.lo[free], -size[free], 7]);
    at
}

/// A velocity along the diagonal toward the corner of a resting body, if there is any.
fn meet_by_corners(cave: &Cave, rect: &Rect, pace: f32) -> [f32; 2] {
    let off = |a: &Actor, k: usize| rect.lo[k] - a.rect().hi[k];
    let is_so = |a: &&Actor| a.velocity == [0.0; 2] && off(a, 0) == off(a, 1) && off(a, 0) > 0;
    cave.actors.iter().find(is_so).map_or([0.0; 2], |_| [-pace, -pace])
}

/// Along an axis, a diagonal or any way; some are at rest.
fn random_velocity(rng: &mut Rng, pace: f32) -> [f32; 2] {
    let speed = |rng: &mut Rng| (rng.unit() * 2.0 - 1.0) * pace;
    let exact = rng.pick(&[pace, pace, -pace, -pace, 0.0, pace / 2.0]);
    match rng.below(8) {
        0 => [0.0; 2],
        1 => [exact, 0.0],
        2 => [0.0, exact],
        3 => [exact, exact],
        _ => [speed(rng), speed(rng)],
    }
}

/// Response and way of walking.
fn sort(rng: &mut Rng) -> (Response, Option<Walk>) {
    let restitution = rng.pick(&[0.0, 0.25, 0.5, 0.9, 1.0, 1.0, 1.0]);
    let still = Walk { snap: Snap::Off, ..Walk::default() };
    match rng.below(12) {
        0 => (Response::Stop, None),
        1 => (Response::Invert, None),
        2 => (Response::PassThrough, None),
        3..=5 => (Response::Bounce { restitution }, None),
        6 | 7 => (Response::Slide, Some(Walk::default())),
        8 => (Response::Slide, Some(still)),
        _ => (Response::Slide, None),
    }
}

/// What the bodies of a cave have in common.
struct Manner {
    up: Direction,
    uniform: Option<(Response, Option<Walk>)>,
    is_filtered: bool,
}

impl Manner {
    fn profile(&self, rng: &mut Rng) -> Profile {
        let any = sort(rng);
        let (response, walk) = self.uniform.unwrap_or(any);
        let rest_speed = rng.pick(&[20.0, 20.0, 0.0]);
        let motion_mode = if walk.is_some() { MotionMode::Grounded } else { MotionMode::Floating };
        let walk = walk.unwrap_or_default();
        let movement = MoveConfig { mask: u32::MAX, up: self.up, response, rest_speed, motion_mode, walk };
        let odd = 0.125 + rng.unit() * 7.875;
        let mass = rng.pick(&[1.0, 1.0, 1.0, 0.125, 2.0, 3.0, 8.0, odd, odd, odd, f32::INFINITY]);
        let one_way = rng.chance(4).then(|| rng.pick(&Direction::ALL));
        let (category, mask) =
            if self.is_filtered { (1 << rng.below(3), 1 + rng.below(7) as u32) } else { (1, u32::MAX) };
        let collide = BodyCollision {
            mask,
            mass,
            friction: rng.pick(&[0.0, 0.0, 0.5, 1.0]),
            push_speed: rng.pick(&[f32::INFINITY, f32::INFINITY, f32::INFINITY, 60.0, 0.0]),
            one_way,
            ..BodyCollision::default()
        };
        let gravity_scale = rng.pick(&[1.0, 1.0, 1.0, 1.0, 0.0, 0.5]);
        let collide = (!rng.chance(3)).then_some(collide);
        Profile { movement, gravity_scale, category, collide, ..Profile::default() }
    }
}

/// Bodies in empty space that come together in its middle, all of which bounce or slide; no tile, no gravity, no body that
/// nothing moves.
pub(crate) fn random_cloud(rng: &mut Rng, only_bounces: bool) -> Cave {
    let map = Map {
        tile_px: [16, 16],
        layers: 1,
        kinds: vec![Kind { shape: TileShape::Full, category: 1 }],
        cells: BTreeMap::new(),
        off_grid: Vec::new(),
    };
    let mut cave = Cave { map, gravity: [0.0; 2], combine: Combine::default(), actors: Vec::new() };
    let wide = rng.pick(&[20_000, 60_000]);
    let seconds = rng.pick(&[TICK, 0.1, 0.5, 2.0]);
    for id in 0..rng.pick(&[2, 3, 8, 20, 40]) {
        let size = random_size(rng, [4096, 4096]);
        let min = [0, 1].map(|_| rng.range(-wide, wide));
        let rect = Rect::of(min, size);
        if cave.actors.iter().any(|a| overlaps(&a.rect(), &rect)) {
            continue;
        }
        let velocity = [0, 1].map(|k| (-min[k] as f32 / 256.0 / seconds) * (0.5 + rng.unit()));
        let manner = Manner { up: Direction::Up, uniform: None, is_filtered: false };
        let mut profile = manner.profile(rng);
        let any = rng.pick(&[0.0, 0.25, 0.5, 0.9, 1.0]);
        let restitution = if only_bounces { 1.0 } else { any };
        profile.movement.response = Response::Bounce { restitution };
        if !only_bounces && rng.chance(40) {
            profile.movement.response = Response::Slide;
        }
        profile.movement.motion_mode = MotionMode::Floating;
        let odd = 0.125 + rng.unit() * 7.875;
        let friction = if only_bounces { 0.0 } else { rng.pick(&[0.0, 0.5]) };
        profile.collide = Some(BodyCollision {
            mass: rng.pick(&[1.0, 0.125, 8.0, odd]),
            friction,
            ..BodyCollision::default()
        });
        cave.actors.push(Actor { id, min, size, velocity, rest: [0.0; 2], profile });
    }
    cave
}
