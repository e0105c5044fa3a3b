//! Physics for the entities of an ECS: rigid boxes, characters, kinematic platforms and sensors as components of a
//! [`hecs::World`].
//!
//! An entity with a [`Position`], a [`Velocity`] and a [`Collider`] is a body. All other components are optional; the
//! right column is the behavior of a body without the component:
//!
//! | component | without it |
//! | --- | --- |
//! | [`Response`]: what a hit does to the velocity | slides |
//! | [`Gravity`]: factor of the world's gravity | 1 |
//! | [`Limits`]: maximum speed, and the speed below which a rebound rests | no maximum; 20 px/s |
//! | [`Filter`]: collision mask for tiles | all tiles are solid |
//! | [`Up`]: direction that is up | toward -y |
//! | [`Walk`]: slopes, step-ups, corner correction, gaps | walks slopes up to 45 degrees, steps up nothing |
//! | [`MotionMode`]: with floors, or floating: all surfaces alike | grounded |
//! | [`Reports`]: which events a body has | hits and contacts |
//! | [`RideSettings`]: how moving platforms carry, throw and crush a body | carried; keeps lift velocity toward up |
//! | [`Solid`]: bodies stand on it and are carried | not solid |
//! | [`UseCollisionHooks`]: collision hooks of the game | no hooks |
//! | [`Category`]: collision layer for triggers, sensors and bodies | the first bit |
//! | [`BodyCollision`]: contacts with other bodies: hits, pushes, stacks | passes through bodies |
//! | [`Sensor`]: the box senses other bodies | senses nothing |
//! | [`Feel`]: character that the step drives by its [`Input`], after the control phase of the game | no character |
//! | [`Patrol`]: character that walks to and fro, and turns at edges and walls | walks by the game's input |
//! | [`MoverPath`]: path that the body follows | moves by its velocity |
//! | [`Crowd`]: gently parts from the other members of the crowd | passes through them |
//! | [`HitBox`]: area attached to the body that hurts others | hurts nothing |
//! | [`HurtBox`]: hit boxes hurt it; invulnerable for a time afterwards | unhurt |
//! | [`FeelState`], [`Input`]: timers and input of a character | given in the first step |
//! | [`Command`]: written by each step for a character: jumps and dashes that began | not kept |
//! | [`FeelZone`]: ladder, bar, water or spring, on an entity with a [`Trigger`] | no effect on characters |
//! | [`ReportTiles`]: events of the tiles under its feet | none |
//! | [`PreviousPosition`]: written by each step, for interpolation | not kept |
//! | [`BodyId`]: permanent id | given in the first step |
//! | [`BodyState`]: floor, wall and ceiling contacts, written by each step | given in the first step |
//!
//! The engine ignores an entity with a [`Position`] alone. An entity with a [`Velocity`], a [`Collider`] or a
//! [`BodyId`] that lacks another of the three components of a body is reported in every step. For particles outside the
//! engine, use component types of the game.
//!
//! An entity with a [`Feel`] is a character: each step runs its controller and clears the presses of its [`Input`]. Its gravity
//! scale and the assists of its [`Walk`] follow the [`Feel`] in each step. Zones act on it: see [`FeelZone`]. A character whose
//! [`Feel`] has an unsound number moves without control and is reported, and so is an [`Input`] without a [`Feel`].
//!
//! An entity with a [`Position`] and a [`Mover`] is a kinematic solid (a lift, a crusher, a door), with a [`MoverId`].
//! An entity with a [`Position`], a [`Collider`] and a [`Trigger`] is a region of the map that senses bodies.
//!
//! Entities may be spawned, despawned and changed between steps freely: each step reads the components anew.
//!
//! [`Physics::snapshot`] saves all these entities, with the component types of the game that
//! [`Physics::save_plain`] registers, and [`Physics::restore`] brings them back.
//!
//! ```
//! use glam::{UVec2, Vec2};
//! use tilephys_core::{BodyState, Tile, TileCoord, TileGrid};
//! use tilephys_ecs::{Collider, Physics, Position, Velocity};
//!
//! let mut grid = TileGrid::new(UVec2::splat(16));
//! let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
//! for col in 0..20 {
//!     grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
//! }
//!
//! let mut physics = Physics::new(grid);
//! physics.gravity = Vec2::new(0.0, 900.0);
//! let mut world = hecs::World::new();
//! let player = world.spawn((Position::new(40.0, 100.0), Velocity::default(), Collider::new(8.0, 11.0)));
//! for _ in 0..60 {
//!     physics.step(&mut world, 1.0 / 60.0);
//! }
//! assert_eq!(world.get::<&Position>(player).unwrap().px(), Vec2::new(40.0, 149.0));
//! assert!(world.get::<&BodyState>(player).unwrap().on_floor());
//! ```
//!
//! Steps run on the threads of the current rayon pool. Results are deterministic: bit for bit equal to the results of
//! [`tilephys_core::World`], with any number of threads and any order of spawning.

// Items behind features have a badge in the documentation of a release.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod archetypes;
mod body_columns;
mod body_registry;
mod bridge;
mod changed_tile;
mod character_parts;
mod characters;
mod control_context;
#[cfg(feature = "inspect")]
mod debug;
mod entity_map;
mod events;
#[cfg(feature = "inspect")]
mod explain;
mod hooks;
mod identity;
mod ids;
mod kit;
mod mover;
mod movers;
mod pairs;
mod patrols;
mod physics;
mod platform_queries;
mod pool;
mod queries;
mod recording;
mod registered;
mod setting_columns;
mod shots;
mod snapshot;
mod standing;
mod time;
mod trigger_queries;
mod triggers;

/// Re-export of the crate of plain components, for [`Physics::save_plain`].
pub use bytemuck;
/// Re-export of the ECS that this crate's functions take.
pub use hecs;

pub use changed_tile::ChangedTile;
pub use control_context::ControlContext;
pub use events::Event;
pub use hooks::{Phase, StepHooks};
pub use identity::Identity;
pub use ids::IdOf;
pub use mover::{CarriedBy, Mover};
pub use physics::Physics;
pub use recording::{Divergence, Recorder, Replay};
pub use snapshot::{Checkpoint, Restored, SavedAs};
/// Box of an entity that collides. Its offset places it within a picture.
///
/// ```
/// use tilephys_ecs::{Collider, Position};
///
/// // A box of 8 x 11 px, in the middle of the foot of a picture of 16 x 16 px.
/// let collider = Collider::new(8.0, 11.0).with_offset(4.0, 5.0);
/// let aabb = collider.aabb(Position::new(100.0, 50.0)).unwrap();
/// assert_eq!((aabb.min_px().to_array(), aabb.max_px().to_array()), ([104.0, 55.0], [112.0, 66.0]));
/// ```
pub use tilephys_columns::Collider;
/// Share of the world's gravity that acts on an entity.
///
/// ```
/// use tilephys_ecs::{Collider, Gravity, Physics, Position, TileGrid, Velocity};
///
/// let mut physics = Physics::new(TileGrid::new([16, 16]));
/// physics.gravity.y = 900.0;
/// let mut world = hecs::World::new();
/// // A balloon: half of the gravity, upward.
/// let gravity = Gravity { scale: -0.5 };
/// let balloon = (Position::new(0.0, 0.0), Velocity::default(), Collider::new(8.0, 8.0), gravity);
/// let balloon = physics.spawn(&mut world, balloon);
/// physics.step(&mut world, 1.0 / 60.0);
/// assert!(world.get::<&Velocity>(balloon).unwrap().0.y < 0.0);
/// ```
pub use tilephys_columns::Gravity;
/// Next position of a mover, for a motion that the game computes.
///
/// ```
/// use tilephys_core::Tile;
/// use tilephys_ecs::{Collider, MoveTo, Mover, Physics, Position, TileGrid};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let layer = grid.add_layer("level");
/// let tile = grid.add_tile(Tile::default());
/// let mut physics = Physics::new(grid);
/// let mut world = hecs::World::new();
/// // A drawbridge that the game moves by its own formula.
/// let bridge = (Position::new(0.0, 64.0), Collider::new(64.0, 8.0), Mover { layer, tile }, MoveTo::default());
/// let bridge = world.spawn(bridge);
/// for tick in 1..=10_u8 {
///     let target = Position::new(0.0, 64.0 - f32::from(tick));
///     *world.get::<&mut MoveTo>(bridge).unwrap() = MoveTo(Some(target));
///     physics.step(&mut world, 1.0 / 60.0);
/// }
/// assert_eq!(world.get::<&Position>(bridge).unwrap().px().y, 54.0);
/// ```
pub use tilephys_columns::MoveTo;
/// Path of a mover, and its progress on it.
///
/// ```
/// use tilephys_core::Tile;
/// use tilephys_ecs::{Collider, Easing, Mover, MoverPath, Path, PathMode, Physics, Position, TileGrid, Waypoint};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let layer = grid.add_layer("level");
/// let tile = grid.add_tile(Tile::default());
/// let mut physics = Physics::new(grid);
/// let mut world = hecs::World::new();
/// // 64 px up in a second, and back.
/// let stop = |y: i32| Waypoint { at: glam::IVec2::new(100, y) * 256, wait: 0, ticks: 60 };
/// let path = Path::new(&[stop(160), stop(96)], PathMode::PingPong, Easing::Linear)?;
/// let lift = (Position::new(100.0, 160.0), Collider::new(32.0, 8.0), Mover { layer, tile }, MoverPath::new(path));
/// let lift = world.spawn(lift);
/// for _ in 0..60 {
///     physics.step(&mut world, 1.0 / 60.0);
/// }
/// assert_eq!(world.get::<&Position>(lift).unwrap().px().y, 96.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use tilephys_columns::MoverPath;
/// Box of a body as a sensor for other bodies, such as a sword.
///
/// ```
/// use tilephys_ecs::{Category, Collider, EventKind, Physics, Position, Sensor, TileGrid, Velocity};
///
/// let mut physics = Physics::new(TileGrid::new([16, 16]));
/// let mut world = hecs::World::new();
/// // A sword senses enemies, which have the second category bit.
/// let sword = (Position::new(0.0, 0.0), Velocity::default(), Collider::new(16.0, 4.0), Sensor(0b10));
/// physics.spawn(&mut world, sword);
/// let enemy = (Position::new(17.0, 0.0), Velocity::new(-120.0, 0.0), Collider::new(8.0, 8.0), Category(0b10));
/// let enemy = physics.spawn(&mut world, enemy);
/// physics.step(&mut world, 1.0 / 60.0);
/// let entered = physics.events().filter(|event| matches!(event.kind, EventKind::Enter { .. }));
/// let sensed: Vec<_> = entered.map(|event| event.entity).collect();
/// assert_eq!(sensed, [enemy]);
/// ```
pub use tilephys_columns::Sensor;
/// Body that carries the bodies on it, and stops others.
///
/// ```
/// use tilephys_core::Tile;
/// use tilephys_ecs::{BodyState, Collider, Physics, Position, Solid, TileCoord, TileGrid, Velocity};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let ground = grid.add_layer("ground");
/// let stone = grid.add_tile(Tile::default());
/// grid.set_tile(ground, TileCoord::new(0, 2), Some(stone));
/// let mut physics = Physics::new(grid);
/// physics.gravity.y = 900.0;
/// let mut world = hecs::World::new();
/// // A snail with a shell to stand on, and its rider.
/// let snail = (Position::new(0.0, 24.0), Velocity::default(), Collider::new(16.0, 8.0), Solid(stone));
/// physics.spawn(&mut world, snail);
/// let rider = (Position::new(4.0, 13.0), Velocity::default(), Collider::new(8.0, 11.0));
/// let rider = physics.spawn(&mut world, rider);
/// for _ in 0..10 {
///     physics.step(&mut world, 1.0 / 60.0);
/// }
/// assert_eq!(world.get::<&Position>(rider).unwrap().px().y, 13.0);
/// assert!(world.get::<&BodyState>(rider).unwrap().on_floor());
/// ```
pub use tilephys_columns::Solid;
/// Region that senses bodies, such as a coin.
///
/// ```
/// use tilephys_ecs::{Collider, EventKind, Physics, Position, TileGrid, Trigger, Velocity};
///
/// let mut physics = Physics::new(TileGrid::new([16, 16]));
/// let mut world = hecs::World::new();
/// let coin = world.spawn((Position::new(10.0, 0.0), Collider::new(8.0, 8.0), Trigger::default()));
/// let hero = (Position::new(0.0, 0.0), Velocity::new(240.0, 0.0), Collider::new(8.0, 8.0));
/// physics.spawn(&mut world, hero);
/// physics.step(&mut world, 1.0 / 60.0);
/// for event in physics.events() {
///     if let EventKind::Enter { sensor, .. } = event.kind {
///         assert_eq!(physics.sensor_entity(sensor), Some(coin));
///     }
/// }
/// assert_eq!(physics.events().count(), 1);
/// ```
pub use tilephys_columns::Trigger;
/// Direction that is up for an entity, such as down where gravity is upside down.
///
/// ```
/// use tilephys_core::Tile;
/// use tilephys_ecs::{BodyState, Collider, Direction, Gravity, Physics, Position, TileCoord, TileGrid, Up, Velocity};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let ground = grid.add_layer("ground");
/// let stone = grid.add_tile(Tile::default());
/// grid.set_tile(ground, TileCoord::new(0, 0), Some(stone));
/// let mut physics = Physics::new(grid);
/// physics.gravity.y = 900.0;
/// let mut world = hecs::World::new();
/// // Gravity upside down: the ceiling is the floor of this body.
/// let body = (Position::new(4.0, 16.0), Velocity::default(), Collider::new(8.0, 11.0));
/// let body = physics.spawn(&mut world, body);
/// world.insert(body, (Up(Direction::Down), Gravity { scale: -1.0 })).unwrap();
/// physics.step(&mut world, 1.0 / 60.0);
/// assert!(world.get::<&BodyState>(body).unwrap().on_floor());
/// ```
pub use tilephys_columns::Up;
/// Velocity of an entity. Each step moves the entity by it.
///
/// ```
/// use tilephys_ecs::{Collider, Physics, Position, TileGrid, Velocity};
///
/// let mut physics = Physics::new(TileGrid::new([16, 16]));
/// let mut world = hecs::World::new();
/// // 120 px/s to the right: 2 px in each step of 1/60 s.
/// let body = (Position::new(0.0, 0.0), Velocity::new(120.0, 0.0), Collider::new(8.0, 8.0));
/// let body = physics.spawn(&mut world, body);
/// physics.step(&mut world, 1.0 / 60.0);
/// assert_eq!(world.get::<&Position>(body).unwrap().px().x, 2.0);
/// ```
pub use tilephys_columns::Velocity;
pub use tilephys_columns::{
    Category, Filter, Limits, Position, PreviousPosition, ReportTiles, Reports, UseCollisionHooks,
};
pub use tilephys_core::{
    Aabb, BodyCollision, BodyContact, BodyHit, BodyId, BodyState, CollisionHooks, Combine, CombineRule,
    Direction, EventKind, Fault, Field, FixedStep, Fraction, Hit, LayerId, MotionMode, MoverId, Obstacle,
    RegionId, Response, SensorId, ShapeId, Surface, TileCoord, TileGrid, TileId, Walk,
    driver::PairCounts,
    index::{BodyIndex, BodyQuery},
    moves::{Foot, HitResponse, Overlap, SlopeSpeed, Snap},
    platform::{
        Easing, LeaveVelocity, Pace, Path, PathMode, PathStart, PushSource, RideMode, RideSettings, Squish,
        SquishPolicy, Waypoint,
    },
    predict::{PredictedTick, PredictionVisitor},
    record::{SaveError, SaveFault, TypeName},
};
pub use tilephys_feel::{
    Button, Command, Crowd, Feel, FeelState, FeelZone, HitBox, HurtBox, Input, JumpKind, Patrol,
};
#[cfg(feature = "inspect")]
pub use tilephys_inspect::{
    WhyNot,
    debug_draw::{DebugDraw, Rgba},
};

/// `Physics` can be stored anywhere and stepped on any thread.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Physics>();
};
