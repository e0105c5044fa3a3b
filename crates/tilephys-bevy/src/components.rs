//! Components: types of the engine as components of Bevy.

use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::Component;
#[cfg(feature = "reflect")]
use bevy_ecs::reflect::ReflectComponent;
#[cfg(feature = "reflect")]
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::Transform;
use bytemuck::TransparentWrapper;
use std::ops::{Deref, DerefMut};
use tilephys_core::platform::{Easing, Pace, Path, PathError, PathMode};
use tilephys_core::{LayerId, TileId};
use tilephys_feel::JumpKind;

/// Components that contain a value of the engine, which each derefs to.
macro_rules! components {
    ($($(#[$attribute:meta])* $name:ident($inner:ty);)*) => {$(
        #[derive(Component, Clone, Debug, PartialEq, TransparentWrapper)]
        #[repr(transparent)]
        #[cfg_attr(feature = "reflect", derive(bevy_reflect::TypePath))]
        $(#[$attribute])*
        pub struct $name(pub $inner);

        impl Deref for $name {
            type Target = $inner;

            fn deref(&self) -> &$inner {
                &self.0
            }
        }

        impl DerefMut for $name {
            fn deref_mut(&mut self) -> &mut $inner {
                &mut self.0
            }
        }

        impl From<$inner> for $name {
            fn from(inner: $inner) -> Self {
                $name(inner)
            }
        }
    )*};
}

/// Components that contain a value of the engine with vectors, which are of the engine's version of glam. Their own methods take and give
/// arrays.
macro_rules! raw_components {
    ($($(#[$attribute:meta])* $name:ident($inner:ty);)*) => {$(
        #[derive(Component, Clone, Debug, PartialEq, TransparentWrapper)]
        #[repr(transparent)]
        #[cfg_attr(feature = "reflect", derive(bevy_reflect::TypePath))]
        $(#[$attribute])*
        pub struct $name(pub(crate) $inner);

        impl $name {
            /// The component with a value of the engine.
            #[must_use]
            pub fn from_raw(value: $inner) -> Self {
                $name(value)
            }

            /// The engine's value. Its vectors are of the engine's version of glam.
            #[must_use]
            pub fn raw(&self) -> &$inner {
                &self.0
            }

            /// The engine's value, to change it. Its vectors are of the engine's version of glam.
            pub fn raw_mut(&mut self) -> &mut $inner {
                &mut self.0
            }
        }
    )*};
}

#[cfg(feature = "levels")]
pub(crate) use {components, raw_components};

raw_components! {
    /// Position: the min corner of the box, less the offset of the [`Collider`], in the space of the map. A body that is spawned without
    /// one begins at its `Transform`.
    #[derive(Copy)]
    Position(tilephys_columns::Position);
    /// Velocity, in px/s; y points down. Default zero.
    #[derive(Copy, Default)]
    Velocity(tilephys_columns::Velocity);
    /// Box of a body, a mover or a trigger.
    #[derive(Copy)]
    Collider(tilephys_columns::Collider);
    /// Position before the last step. Each step writes it on entities that have it.
    #[derive(Copy, Default)]
    PreviousPosition(tilephys_columns::PreviousPosition);
    /// Speed limits. Without it there is no maximum, and rebounds under 20 px/s rest.
    #[derive(Copy, Default)]
    Limits(tilephys_columns::Limits);
    /// How moving platforms carry, throw and crush a body.
    #[derive(Copy, Default)]
    Riding(tilephys_core::platform::RideSettings);
    /// Makes an entity with a [`Collider`] a region that senses bodies: a coin, a door, a pool.
    #[require(Position, Collider, Transform, Shown)]
    #[derive(Copy, Default)]
    Trigger(tilephys_columns::Trigger);
    /// Ladder, bar, water or spring, on an entity with a [`Trigger`] or a [`Sensor`].
    #[derive(Copy)]
    FeelZone(tilephys_feel::FeelZone);
    /// What began in the last step, such as a jump; written on characters that have it.
    #[derive(Default)]
    FeelCommand(tilephys_feel::Command);
    /// Area attached to a body that hurts each body with a [`HurtBox`] that it overlaps at the end of a step.
    /// `PhysicsWorld::hurt` has the hurt ones.
    #[derive(Copy, Default)]
    HitBox(tilephys_feel::HitBox);
    /// Path that a mover follows, one tick a step, or a body that is no mover, as a bat does.
    MoverPath(tilephys_columns::MoverPath);
    /// Target of a mover for the next step, which clears it.
    #[derive(Copy, Default)]
    MoveTo(tilephys_columns::MoveTo);
}

components! {
    /// Contacts with floor, walls and ceiling, written by each step.
    #[derive(Copy, Default)]
    BodyState(tilephys_core::BodyState);
    /// What a hit does to the velocity. Without it a body slides.
    #[derive(Copy)]
    Response(tilephys_core::Response);
    /// Collision mask for tiles. Without it all tiles are solid.
    #[derive(Copy, Default)]
    Filter(tilephys_columns::Filter);
    /// Factor of the world's gravity. Without it 1.
    #[derive(Copy, Default)]
    GravityScale(tilephys_columns::Gravity);
    /// Direction that is up. Without it toward -y of the map.
    #[derive(Copy, Default)]
    Up(tilephys_columns::Up);
    /// Slopes, step-ups, corner correction, gaps. Without it a body walks slopes up to 45 degrees.
    #[derive(Copy, Default)]
    Walk(tilephys_core::Walk);
    /// With floors, or floating. Without it with floors.
    #[derive(Copy)]
    MotionMode(tilephys_core::MotionMode);
    /// Which events a body has. Without it all.
    #[derive(Copy, Default)]
    Reports(tilephys_columns::Reports);
    /// Makes a body solid: others stand on it and are carried.
    #[derive(Copy)]
    Solid(tilephys_columns::Solid);
    /// Collision layer for triggers, sensors and bodies. Without it the first bit.
    #[derive(Copy)]
    Category(tilephys_columns::Category);
    /// Contacts with other bodies: hits, pushes, stacks. Without it a body passes through bodies.
    #[derive(Copy, Default)]
    BodyCollision(tilephys_core::BodyCollision);
    /// Makes the box of a body sense bodies of these categories.
    #[derive(Copy)]
    Sensor(tilephys_columns::Sensor);
    /// Makes a body a character, which each step moves by its [`Input`].
    #[require(Body, FeelState, Input, GravityScale, Walk)]
    #[derive(Default)]
    Feel(tilephys_feel::Feel);
    /// Timers of a character.
    #[derive(Default)]
    FeelState(tilephys_feel::FeelState);
    /// Makes a character walk to and fro by itself: each step sets its input along, after the control phase of the game.
    #[derive(Copy, Default)]
    Patrol(tilephys_feel::Patrol);
    /// Makes a body part gently from the other bodies of a crowd that overlap it.
    #[derive(Copy, Default)]
    Crowd(tilephys_feel::Crowd);
    /// Makes a body vulnerable to a [`HitBox`], with its box.
    #[derive(Copy, Default)]
    HurtBox(tilephys_feel::HurtBox);
    /// Input of a character. Each step clears its presses.
    #[derive(Default)]
    Input(tilephys_feel::Input);
}

/// Makes an entity with a [`Collider`] a body.
#[derive(Component, Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component, Default))]
#[require(Position, Velocity, Collider, BodyState, BodyId, Transform, Shown)]
pub struct Body;

/// Marks a body that reports the tiles under its feet.
#[derive(Component, Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component, Default))]
pub struct ReportTiles;

/// Draws an entity between its positions of the last two steps, so that it moves smoothly at any frame rate.
///
/// Its `Transform` is then late by up to a tick: the game moves the entity by its [`Position`], not by its `Transform`.
#[derive(Component, Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component, Default))]
#[require(PreviousPosition)]
pub struct Interpolate;

/// Makes an entity a kinematic solid, such as a lift, a crusher or a door. Its shape is its [`Collider`], without one the shape of its
/// tile.
///
/// Each step moves it to its [`MoveTo`], else along its [`MoverPath`], else with its [`Velocity`].
#[derive(Component, Clone, Copy, Debug)]
#[require(Position, MoverId, Transform, Shown)]
pub struct Mover {
    /// Layer that hits on the mover report.
    pub layer: LayerId,
    /// Tile that gives category and material.
    pub tile: TileId,
}

/// Mover that takes another mover along.
#[derive(Component, Clone, Copy, Debug)]
pub struct CarriedBy(pub Entity);

/// Id of a body, given in its first step.
#[derive(Component, Debug, TransparentWrapper)]
#[repr(transparent)]
pub struct BodyId(pub(crate) tilephys_core::BodyId);

/// Id of a mover, given in its first step.
#[derive(Component, Debug, Default)]
pub struct MoverId(pub(crate) Option<tilephys_core::MoverId>);

/// Place where the plugin has put the entity's `Transform`, in Bevy's space. A `Transform` elsewhere has been moved by the game.
/// It is NaN, which differs from each place, until the plugin has written the `Transform`.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct Shown(pub(crate) [f32; 2]);

impl Shown {
    /// True until the plugin has written the `Transform`.
    pub(crate) fn is_unset(self) -> bool {
        self.0[0].is_nan()
    }
}

impl Default for Shown {
    fn default() -> Self {
        Shown([f32::NAN; 2])
    }
}

impl Position {
    /// Position of a body that its `Transform` gives.
    const UNSET: Position = Position(tilephys_columns::Position::UNSET);

    /// Position from pixels of the map, rounded to the lattice of 1/256 px.
    #[must_use]
    pub fn new(x: f32, y: f32) -> Self {
        Position(tilephys_columns::Position::new(x, y))
    }

    /// Pixels of the map: exact up to 65,536 px, beyond that the nearest `f32`.
    #[must_use]
    pub fn px(self) -> [f32; 2] {
        self.0.px().to_array()
    }

    /// True until the body takes its position from its `Transform`.
    pub(crate) fn is_unset(self) -> bool {
        self == Position::UNSET
    }
}

impl Default for Position {
    fn default() -> Self {
        Position::UNSET
    }
}

impl Velocity {
    /// Velocity from px/s; y points down.
    #[must_use]
    pub fn new(x: f32, y: f32) -> Self {
        Velocity(tilephys_columns::Velocity::new(x, y))
    }

    /// The velocity in px/s; y points down.
    #[must_use]
    pub fn px(self) -> [f32; 2] {
        self.0.0.to_array()
    }

    /// The velocity in px/s, to change it; y points down.
    pub fn px_mut(&mut self) -> &mut [f32; 2] {
        self.0.0.as_mut()
    }
}

impl Collider {
    /// Box from pixels, rounded to the lattice of 1/256 px.
    #[must_use]
    pub fn new(width: f32, height: f32) -> Self {
        Collider(tilephys_columns::Collider::new(width, height))
    }

    /// Sets the offset of the box from the entity's [`Position`], in pixels. Default zero.
    #[must_use]
    pub fn with_offset(self, x: f32, y: f32) -> Self {
        Collider(self.0.with_offset(x, y))
    }

    /// Width and height, in pixels: exact up to 65,536 px.
    #[must_use]
    pub fn px(self) -> [f32; 2] {
        self.0.px().to_array()
    }
}

impl PreviousPosition {
    /// Point between this position and the present one, in pixels of the map: `alpha` 0 is this position, 1 is `now`.
    #[must_use]
    pub fn between(self, now: Position, alpha: f32) -> [f32; 2] {
        self.0.between(now.0, alpha).to_array()
    }
}

impl Limits {
    /// Limits with a maximum speed on each axis, in px/s.
    #[must_use]
    pub fn new(x: f32, y: f32) -> Self {
        Limits(tilephys_columns::Limits { max_speed: [x, y].into(), ..tilephys_columns::Limits::default() })
    }
}

impl Trigger {
    /// Trigger that senses bodies whose [`Category`] shares a bit with `mask`. The default senses all.
    #[must_use]
    pub fn new(mask: u32) -> Self {
        Trigger(tilephys_columns::Trigger { mask, ..tilephys_columns::Trigger::default() })
    }
}

impl FeelZone {
    /// Ladder or rope to hold on to.
    #[must_use]
    pub fn ladder() -> Self {
        FeelZone(tilephys_feel::FeelZone::Ladder)
    }

    /// Bar at the upper end of the zone, to move along hand over hand.
    #[must_use]
    pub fn bar() -> Self {
        FeelZone(tilephys_feel::FeelZone::Bar)
    }

    /// Water that flows with a velocity in px/s; y points down.
    #[must_use]
    pub fn water(flow: [f32; 2]) -> Self {
        FeelZone(tilephys_feel::FeelZone::Water { flow: flow.into() })
    }

    /// Spring that throws a character which enters with a velocity in px/s; y points down.
    #[must_use]
    pub fn spring(velocity: [f32; 2]) -> Self {
        FeelZone(tilephys_feel::FeelZone::Spring { velocity: velocity.into() })
    }

    /// Spring that lifts a character to a height above the zone, in px.
    #[must_use]
    pub fn spring_to(height: f32) -> Self {
        FeelZone(tilephys_feel::FeelZone::SpringTo { height })
    }
}

impl FeelCommand {
    /// Kind of the jump that began, if any.
    #[must_use]
    pub fn jumped(&self) -> Option<JumpKind> {
        self.0.jumped
    }

    /// True if a dash began.
    #[must_use]
    pub fn dashed(&self) -> bool {
        self.0.dashed
    }
}

impl MoverPath {
    /// Path through points in pixels of the map, at a pace.
    ///
    /// # Errors
    /// If there are no points, a point is out of the world, a leg is too long for its pace, or the pace is not finite.
    pub fn new(points: &[[f32; 2]], pace: Pace, mode: PathMode, easing: Easing) -> Result<Self, PathError> {
        let points: Vec<_> = points.iter().map(|[x, y]| tilephys_columns::Position::new(*x, *y).at).collect();
        let path = Path::with_speed(&points, pace, mode, easing)?;
        Ok(MoverPath(tilephys_columns::MoverPath::new(path)))
    }
}

impl MoveTo {
    /// Target in pixels of the map.
    #[must_use]
    pub fn new(x: f32, y: f32) -> Self {
        MoveTo(tilephys_columns::MoveTo(Some(tilephys_columns::Position::new(x, y))))
    }
}

impl Default for Collider {
    /// A box without size. An entity that keeps it is reported in every step.
    fn default() -> Self {
        Collider::new(0.0, 0.0)
    }
}

impl Default for Category {
    /// The first bit.
    fn default() -> Self {
        Category(tilephys_columns::Category(1))
    }
}

impl Feel {
    /// A preset by its name: celeste, for tiles of 8 px; mario, mega_man or floaty, for tiles of 16 px.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        tilephys_feel::Feel::preset(name).map(Feel)
    }

    /// Settings of Celeste's kind, for tiles of 8 px.
    #[must_use]
    pub fn celeste() -> Self {
        Feel(tilephys_feel::Feel::celeste())
    }

    /// The same movement for tiles of another size, in px.
    #[must_use]
    pub fn scaled(self, tile_px: f32) -> Self {
        Feel(self.0.scaled(tile_px))
    }
}

impl BodyId {
    /// Id of a body that no step has seen.
    pub(crate) const UNSET: BodyId = BodyId(tilephys_core::BodyId(u32::MAX));

    /// The id; `None` before the first step.
    #[must_use]
    pub fn get(&self) -> Option<tilephys_core::BodyId> {
        (self.0 != BodyId::UNSET.0).then_some(self.0)
    }

    /// Id for a body that a rollback brings back. No two entities may have one id.
    #[must_use]
    pub fn of(id: tilephys_core::BodyId) -> Self {
        BodyId(id)
    }
}

impl Default for BodyId {
    fn default() -> Self {
        BodyId::UNSET
    }
}

impl MoverId {
    /// Id for a mover that the game names. No two entities may have one id.
    #[must_use]
    pub fn of(id: tilephys_core::MoverId) -> Self {
        MoverId(Some(id))
    }

    /// The id; `None` before the first step.
    #[must_use]
    pub fn get(&self) -> Option<tilephys_core::MoverId> {
        self.0
    }
}
