//! A world for movers, in pixels.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Body, BodyId, ControlContext, Direction, LayerId, MotionMode, MoveConfig, MoverId, Profile, ProfileId,
    StepHooks, Tile, TileCoord, TileGrid, TileId, UNITS_PER_PX, World,
    lattice::px_from_point,
    platform::Mover,
    shape::{OneWay, TileShape},
};

pub(crate) const TICK: f32 = 1.0 / 60.0;

pub(crate) struct Stage {
    pub(crate) world: World,
    pub(crate) layer: LayerId,
    pub(crate) stone: TileId,
    /// A line of 32 px that looks up.
    pub(crate) line: TileId,
}

impl Stage {
    /// Nothing but air; cells of 16 px.
    pub(crate) fn new() -> Self {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("level");
        let stone = grid.add_tile(Tile::default());
        let ends = [IVec2::ZERO, IVec2::new(32 * UNITS_PER_PX, 0)];
        let shape = TileShape::OneWay(OneWay::new(ends[0], ends[1], Direction::Up));
        let line = grid.add_tile(Tile { shape, ..Tile::default() });
        Stage { world: World::new(grid), layer, stone, line }
    }

    /// Whole tiles in these columns and rows.
    pub(crate) fn tiles(&mut self, cols: std::ops::Range<i32>, rows: std::ops::Range<i32>) {
        for at in rows.flat_map(|row| cols.clone().map(move |col| TileCoord::new(col, row))) {
            self.world.grid.set_tile(self.layer, at, Some(self.stone));
        }
    }

    pub(crate) fn mover(&mut self, at: [f32; 2], size: [f32; 2], velocity: [f32; 2]) -> MoverId {
        let mover = Mover::new(at, size, self.layer, self.stone);
        self.world.add_mover(Mover { velocity: velocity.into(), ..mover }).expect("a sound mover")
    }

    /// The usual actor, 8 x 11 px.
    pub(crate) fn actor(&mut self, at: [f32; 2]) -> BodyId {
        self.world.spawn(ProfileId::DEFAULT, Body::new(at, Vec2::new(8.0, 11.0)))
    }

    pub(crate) fn actor_with(&mut self, at: [f32; 2], change: impl FnOnce(&mut Profile)) -> BodyId {
        let mut profile = Profile::default();
        change(&mut profile);
        let profile = self.world.add_profile(profile);
        self.world.spawn(profile, Body::new(at, Vec2::new(8.0, 11.0)))
    }

    pub(crate) fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.world.step(TICK);
        }
    }

    pub(crate) fn at(&self, id: BodyId) -> Vec2 {
        self.world.body(id).expect("a body").position_px()
    }

    pub(crate) fn velocity(&self, id: BodyId) -> Vec2 {
        self.world.body(id).expect("a body").velocity
    }

    pub(crate) fn mover_at(&self, id: MoverId) -> Vec2 {
        px_from_point(self.world.mover(id).expect("a mover").position)
    }

    pub(crate) fn on_floor(&self, id: BodyId) -> bool {
        self.world.state(id).expect("a body").on_floor()
    }

    /// A step in which the game sets the velocity of a body in the control phase.
    pub(crate) fn step_with_velocity(&mut self, id: BodyId, set: impl Fn(Vec2) -> Vec2) {
        struct Set<F>(BodyId, F);
        impl<F: Fn(Vec2) -> Vec2> StepHooks for Set<F> {
            fn control(&mut self, bodies: &mut ControlContext) {
                let now = bodies.body(self.0).expect("a body").velocity;
                bodies.set_velocity(self.0, (self.1)(now));
            }
        }
        self.world.step_with(TICK, &mut Set(id, set));
    }
}

pub(crate) fn floats() -> MoveConfig {
    MoveConfig { motion_mode: MotionMode::Floating, ..MoveConfig::default() }
}
