//! The workload of all benches: 4 px boxes at 60 to 2,400 px/s that bounce in a cave of 1,024 x 256 tiles of 16 px,
//! a quarter of them solid.

use glam::{IVec2, Vec2};
use std::path::Path;
use std::time::{Duration, Instant};
use tilephys::core::{Body, MoveConfig, Profile, ProfileId, Response, TileGrid, World};
use tilephys::tiled::{Level, load};

/// Length of a step, in seconds.
pub(crate) const DT: f32 = 1.0 / 60.0;
/// Edge of a projectile and of a tile, in pixels.
pub(crate) const SIZE: f32 = 4.0;
pub(crate) const TILE: f32 = 16.0;

/// A projectile as a tutorial has it: center and velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projectile {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) vx: f32,
    pub(crate) vy: f32,
}

/// A level of the folder `maps`.
pub(crate) fn level(name: &str) -> Level {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps").join(name);
    load(path).unwrap_or_else(|error| panic!("{error}"))
}

/// The level as bytes, row by row, 1 for solid.
#[derive(Clone)]
pub(crate) struct Bytes {
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    pub(crate) solid: Vec<u8>,
}

impl Bytes {
    pub(crate) fn of(level: &Level) -> Self {
        let bounds = level.bounds.expect("the arena is finite");
        let (columns, rows) = (bounds.size.x as i32, bounds.size.y as i32);
        let mut solid = vec![0; (columns * rows) as usize];
        for (_, at, _) in level.grid.tiles() {
            // Closed bounds are tiles outside.
            if (0..columns).contains(&at.col) && (0..rows).contains(&at.row) {
                solid[(at.row * columns + at.col) as usize] = 1;
            }
        }
        Bytes { columns, rows, solid }
    }

    /// True if the cell is solid, as all cells outside are.
    #[inline]
    pub(crate) fn is_solid(&self, column: i32, row: i32) -> bool {
        if column < 0 || row < 0 || column >= self.columns || row >= self.rows {
            return true;
        }
        self.solid[(row * self.columns + column) as usize] != 0
    }
}

/// xorshift64* (Vigna 2016, "An experimental exploration of Marsaglia's xorshift generators, scrambled").
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// One of `0..n`.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let word = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((word * u64::from(n)) >> 32) as u32
    }

    pub(crate) fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.below(1 << 24) as f32 / (1 << 24) as f32
    }
}

/// `count` projectiles, each wholly within a free cell.
pub(crate) fn projectiles(map: &Bytes, count: usize) -> Vec<Projectile> {
    let mut random = Random(0x5EED);
    let half = SIZE / 2.0;
    let mut one = || {
        let (column, row) = loop {
            let (column, row) =
                (random.below(map.columns as u32) as i32, random.below(map.rows as u32) as i32);
            if !map.is_solid(column, row) {
                break (column as f32 * TILE, row as f32 * TILE);
            }
        };
        let (x, y) = (column + random.within(half, TILE - half), row + random.within(half, TILE - half));
        let direction = loop {
            let v = Vec2::new(random.within(-1.0, 1.0), random.within(-1.0, 1.0));
            if (0.01..1.0).contains(&v.length_squared()) {
                break v / v.length();
            }
        };
        let velocity = direction * random.within(60.0, 2400.0);
        Projectile { x, y, vx: velocity.x, vy: velocity.y }
    };
    (0..count).map(|_| one()).collect()
}

/// The settings of the projectiles: they bounce for ever, and nothing is asked about them.
pub(crate) fn bouncing() -> Profile {
    let movement = MoveConfig { response: Response::Bounce { restitution: 1.0 }, ..MoveConfig::default() };
    Profile { movement, report_hits: false, track_contacts: false, ..Profile::default() }
}

/// The same projectiles in a world.
pub(crate) fn world(level: &Level, projectiles: &[Projectile], profile: Profile) -> World {
    let mut world = World::new(level.grid.clone());
    let profile: ProfileId = world.add_profile(profile);
    for p in projectiles {
        let body = body(&world.grid, p);
        world.spawn(profile, body);
    }
    world
}

/// A projectile on the lattice.
pub(crate) fn body(grid: &TileGrid, p: &Projectile) -> Body {
    let corner = Vec2::new(p.x - SIZE / 2.0, p.y - SIZE / 2.0);
    let mut body = Body::new(corner, Vec2::splat(SIZE));
    body.velocity = Vec2::new(p.vx, p.vy);
    // Rounding to the lattice may have moved it over the edge of its cell.
    let cell = grid.cell_at(IVec2::new(body.position.x + 512, body.position.y + 512));
    let low = IVec2::new(cell.col, cell.row) * grid.tile_size();
    body.position = body.position.clamp(low, low + grid.tile_size() - body.size);
    body
}

/// The time that so many steps of the plain loop take.
// The bench of the sweep alone times a phase instead.
#[allow(dead_code)]
pub(crate) fn plain_steps(mut world: World, steps: usize) -> Duration {
    let began = Instant::now();
    for _ in 0..steps {
        world.step(DT);
    }
    began.elapsed()
}
