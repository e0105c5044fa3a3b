//! A world for a few bodies and movers, in pixels.

pub(crate) use crate::pairs::cave::TICK;
use tilephys_core::glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Body, BodyCollision, BodyHit, BodyId, ControlContext, Direction, EventKind, LayerId, MotionMode,
    MoveConfig, MoverId, Profile, ProfileId, Response, StepHooks, Tile, TileCoord, TileGrid, TileId, World,
    lattice::px_from_point,
    platform::Mover,
    shape::{OneWay, TileShape},
};

pub(crate) struct Stage {
    pub(crate) world: World,
    pub(crate) layer: LayerId,
    pub(crate) stone: TileId,
    /// A line of 32 px that looks up.
    pub(crate) line: TileId,
}

/// Floats, bounces so much, and collides with all.
pub(crate) fn ball(restitution: f32) -> Profile {
    floating(Response::Bounce { restitution })
}

/// Floats, responds so, and collides with all.
pub(crate) fn floating(response: Response) -> Profile {
    let movement = MoveConfig { response, motion_mode: MotionMode::Floating, ..MoveConfig::default() };
    Profile { movement, collide: Some(BodyCollision::default()), ..Profile::default() }
}

pub(crate) fn floats() -> MoveConfig {
    MoveConfig { motion_mode: MotionMode::Floating, ..MoveConfig::default() }
}

/// Slides and walks.
pub(crate) fn walker() -> Profile {
    Profile { collide: Some(BodyCollision::default()), ..Profile::default() }
}

/// The profile with changed settings for collisions with bodies.
pub(crate) fn with(profile: Profile, change: impl FnOnce(&mut BodyCollision)) -> Profile {
    let mut collide = profile.collide.unwrap_or_default();
    change(&mut collide);
    Profile { collide: Some(collide), ..profile }
}

pub(crate) fn of_mass(profile: Profile, mass: f32) -> Profile {
    with(profile, |collide| collide.mass = mass)
}

impl Stage {
    /// Nothing but air; cells of 16 px.
    pub(crate) fn new() -> Self {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let (layer, stone) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
        let shape = TileShape::OneWay(OneWay::edge(UVec2::new(32, 16), Direction::Up));
        let line = grid.add_tile(Tile { shape, ..Tile::default() });
        Stage { world: World::new(grid), layer, stone, line }
    }

    /// Like `new`, with gravity, in px/s².
    pub(crate) fn with_gravity(gravity: [f32; 2]) -> Self {
        let mut stage = Stage::new();
        stage.world.gravity = gravity.into();
        stage
    }

    /// Whole tiles in these columns and rows.
    pub(crate) fn tiles(&mut self, cols: std::ops::Range<i32>, rows: std::ops::Range<i32>) {
        for at in rows.flat_map(|row| cols.clone().map(move |col| TileCoord::new(col, row))) {
            self.world.grid.set_tile(self.layer, at, Some(self.stone));
        }
    }

    pub(crate) fn add(
        &mut self,
        profile: Profile,
        at: [f32; 2],
        size: [f32; 2],
        velocity: [f32; 2],
    ) -> BodyId {
        let id = self.world.new_id();
        self.add_as(id, profile, (at, size), velocity);
        id
    }

    pub(crate) fn add_as(
        &mut self,
        id: BodyId,
        profile: Profile,
        place: ([f32; 2], [f32; 2]),
        velocity: [f32; 2],
    ) {
        let profile = self.world.add_profile(profile);
        let mut body = Body::new(place.0, place.1);
        body.velocity = Vec2::from(velocity);
        self.world.spawn_as(id, profile, body);
    }

    pub(crate) fn step(&mut self) {
        self.world.step(TICK);
    }

    pub(crate) fn steps(&mut self, count: u32) {
        (0..count).for_each(|_| self.step());
    }

    pub(crate) fn body(&self, id: BodyId) -> Body {
        self.world.body(id).expect("a body")
    }

    pub(crate) fn at(&self, id: BodyId) -> [f32; 2] {
        self.body(id).position_px().to_array()
    }

    pub(crate) fn velocity(&self, id: BodyId) -> [f32; 2] {
        self.body(id).velocity.to_array()
    }

    /// Hits of the last step on other bodies.
    pub(crate) fn body_hits(&self, id: BodyId) -> Vec<BodyHit> {
        self.world.events_of(id).iter().filter_map(|e| e.kind.as_body_hit().copied()).collect()
    }

    /// Pairs of ids of all overlapping bodies.
    pub(crate) fn overlapping(&self) -> Vec<[BodyId; 2]> {
        let all: Vec<(BodyId, Body)> = self.world.ids().map(|id| (id, self.body(id))).collect();
        let are_in = |a: &Body, b: &Body| {
            let (lo, hi) = (a.position.max(b.position), (a.position + a.size).min(b.position + b.size));
            lo.x < hi.x && lo.y < hi.y
        };
        let pairs = all.iter().enumerate().flat_map(|(n, a)| all[n + 1..].iter().map(move |b| (a, b)));
        pairs.filter(|(a, b)| are_in(&a.1, &b.1)).map(|(a, b)| [a.0, b.0]).collect()
    }

    /// Where all are and how fast, to the bit.
    pub(crate) fn all(&self) -> Vec<(IVec2, [u32; 2])> {
        let state = |id| (self.body(id).position, self.velocity(id).map(f32::to_bits));
        self.world.ids().map(state).collect()
    }

    /// True if the last step reported only hits.
    pub(crate) fn only_hits(&self) -> bool {
        self.world.events().iter().all(|e| matches!(e.kind, EventKind::Hit(_) | EventKind::BodyHit(_)))
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

    pub(crate) fn mover_at(&self, id: MoverId) -> Vec2 {
        px_from_point(self.world.mover(id).expect("a mover").position)
    }

    pub(crate) fn on_floor(&self, id: BodyId) -> bool {
        self.world.state(id).expect("a body").on_floor()
    }

    /// A step in which the game sets the velocity of a body in the control phase.
    pub(crate) fn step_with_velocity(&mut self, id: BodyId, set: impl Fn(Vec2) -> Vec2) {
        step_with_velocity(&mut self.world, TICK, id, set);
    }
}

/// A step in which the game does this in the control phase.
pub(crate) fn step_with_control(world: &mut World, dt: f32, control: impl FnMut(&mut ControlContext)) {
    struct Control<F>(F);
    impl<F: FnMut(&mut ControlContext)> StepHooks for Control<F> {
        fn control(&mut self, bodies: &mut ControlContext) {
            (self.0)(bodies);
        }
    }
    world.step_with(dt, &mut Control(control));
}

pub(crate) fn step_with_velocity(world: &mut World, dt: f32, id: BodyId, set: impl Fn(Vec2) -> Vec2) {
    step_with_control(world, dt, |bodies| {
        let now = bodies.body(id).expect("a body").velocity;
        bodies.set_velocity(id, set(now));
    });
}
