//! Components of a body: plain data, for the game to read and write between steps.

use glam::{IVec2, Vec2};
use std::fmt;
use tilephys_core::{
    Aabb, Direction, MoveConfig, Profile, TileId, WORLD_LIMIT,
    lattice::{in_px, interpolated, px_from_point, units_from_px},
};

/// Marks a coordinate that was NaN or infinite; lies outside of the world.
pub(crate) const NOT_A_NUMBER: i32 = i32::MIN;

/// Converts pixels to lattice units. NaN and infinities become [`NOT_A_NUMBER`], coordinates out of range the end of
/// `i32`. The next step reports both, because only a step knows the entity.
fn units(px: Vec2) -> IVec2 {
    let on_axis = |px: f32| match units_from_px(px) {
        Some(units) => units,
        None if !px.is_finite() => NOT_A_NUMBER,
        None if px > 0.0 => i32::MAX,
        None => -i32::MAX,
    };
    IVec2::new(on_axis(px.x), on_axis(px.y))
}

/// True if both coordinates are in range, and stand for no NaN, infinity or overflow.
pub fn is_exact(units: IVec2) -> bool {
    units.x.unsigned_abs().max(units.y.unsigned_abs()) < i32::MAX.unsigned_abs()
}

/// Position of an entity: the min corner of its box, less the collider's offset.
///
/// Setting it teleports the body and drops the rounding remainder of earlier steps.
///
/// ```
/// use glam::Vec2;
/// use tilephys_columns::Position;
///
/// let position = Position::new(40.0, 100.0);
/// assert_eq!(position.px(), Vec2::new(40.0, 100.0));
/// ```
#[doc(alias = "transform")]
#[doc(alias = "teleport")]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Position {
    /// Position in lattice units of 1/256 px; x points right, y down.
    pub at: IVec2,
    /// Remainder from rounding earlier translations, within ±0.5 lattice units.
    pub rest: Vec2,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position").field("at", &in_px(self.at)).field("rest", &self.rest).finish()
    }
}

impl Position {
    /// Stands for no position: a step skips and reports an entity that has it.
    pub const UNSET: Position = Position { at: IVec2::splat(NOT_A_NUMBER), rest: Vec2::ZERO };

    /// Position from pixels, rounded to the lattice of 1/256 px. The next step skips and reports an entity at NaN,
    /// infinity or outside of the world (±8,388,607 px).
    #[must_use]
    pub fn new(x: f32, y: f32) -> Self {
        Position::from_px(Vec2::new(x, y))
    }

    /// Like [`new`](Self::new), from a vector in pixels.
    #[must_use]
    pub fn from_px(px: impl Into<[f32; 2]>) -> Self {
        Position::on_lattice(units(px.into().into()))
    }

    /// Position from lattice units of 1/256 px, without a remainder.
    #[must_use]
    pub fn on_lattice(at: IVec2) -> Self {
        Position { at, rest: Vec2::ZERO }
    }

    /// Position in pixels: exact up to 65,536 px, beyond that the nearest `f32`.
    #[must_use]
    pub fn px(self) -> Vec2 {
        px_from_point(self.at)
    }
}

/// Position before the last step, for interpolated drawing. Each step writes it on entities that have it; `None` before
/// the first step.
///
/// Drawing at [`between`](Self::between) is smooth at any frame rate. After a teleport, set it to its default; else the
/// entity is drawn flying to its new position until the next step.
///
/// ```
/// use glam::Vec2;
/// use tilephys_columns::{Position, PreviousPosition};
///
/// // Half-way through the next step; without an earlier step the body is drawn where it is.
/// let now = Position::new(40.0, 100.0);
/// assert_eq!(PreviousPosition::default().between(now, 0.5), Vec2::new(40.0, 100.0));
/// ```
#[doc(alias = "interpolation")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PreviousPosition(pub Option<Position>);

impl PreviousPosition {
    /// Interpolated position in pixels: `alpha` 0 is this position, 1 is `now`. `now` before the first step.
    #[must_use]
    pub fn between(self, now: Position, alpha: f32) -> Vec2 {
        interpolated(self.0.unwrap_or(now).at, now.at, alpha)
    }
}

/// Velocity in px/s; y points down. The next step skips and reports an entity whose velocity is NaN or infinite.
#[doc(alias = "linear_velocity")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity(pub Vec2);

impl Velocity {
    /// Velocity from px/s; y points down.
    #[must_use]
    pub fn new(x: f32, y: f32) -> Self {
        Velocity(Vec2::new(x, y))
    }
}

/// Collision box of an entity.
#[doc(alias = "collision shape")]
#[doc(alias = "aabb")]
#[doc(alias = "hitbox")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Collider {
    /// Offset of the box's min corner from the entity's position, in lattice units.
    pub offset: IVec2,
    /// Width and height, at least 1, in lattice units.
    pub size: IVec2,
}

impl fmt::Debug for Collider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collider")
            .field("offset", &in_px(self.offset))
            .field("size", &in_px(self.size))
            .finish()
    }
}

impl Collider {
    /// Box from pixels, rounded to the lattice of 1/256 px. The next step skips and reports an entity whose rounded
    /// size is not positive.
    #[must_use]
    pub fn new(width: f32, height: f32) -> Self {
        Collider { offset: IVec2::ZERO, size: units(Vec2::new(width, height)) }
    }

    /// Sets the offset of the box from the entity's position, in pixels. A step that would move either the position or
    /// the box out of the world leaves the body in place.
    #[must_use]
    pub fn with_offset(self, x: f32, y: f32) -> Self {
        Collider { offset: units(Vec2::new(x, y)), ..self }
    }

    /// Width and height of the box, in pixels: exact up to 65,536 px.
    #[must_use]
    pub fn px(self) -> Vec2 {
        px_from_point(self.size)
    }

    /// Offset of the box's min corner from the entity's position, in pixels: exact up to 65,536 px.
    #[must_use]
    pub fn offset_px(self) -> Vec2 {
        px_from_point(self.offset)
    }

    /// Box of an entity at `position`; `None` if the size is not positive or the box is out of range.
    #[must_use]
    pub fn aabb(&self, position: Position) -> Option<Aabb> {
        let is_known = [position.at, self.offset, self.size].into_iter().all(is_exact);
        let min = position.at.checked_add(self.offset)?;
        let max = min.checked_add(self.size)?;
        let is_box = self.size.cmpgt(IVec2::ZERO).all();
        (is_known && is_box && min.min_element() >= -WORLD_LIMIT && max.max_element() <= WORLD_LIMIT)
            .then_some(Aabb { min, max })
    }
}

/// Collision mask: selects the tiles that are solid to an entity, by category. Default, also without this component:
/// all tiles.
#[doc(alias = "collision mask")]
#[doc(alias = "layer")]
///
/// ```
/// use glam::UVec2;
/// use tilephys_core::{Tile, TileGrid};
/// use tilephys_columns::Filter;
///
/// // Tiles have category 1 by default. Glass has bit 1 instead, and lets light through.
/// let mut grid = TileGrid::new(UVec2::splat(16));
/// let stone = grid.add_tile(Tile::default());
/// let glass = grid.add_tile(Tile { category: 0b10, ..Tile::default() });
/// let everyone = Filter::default();
/// let light = Filter::mask(!0b10);
/// # assert_eq!((everyone.mask & 0b10, light.mask & 0b10, light.mask & 1), (0b10, 0, 1));
/// # assert_ne!(stone, glass);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// Mask of categories; a tile that shares a bit is solid.
    pub mask: u32,
}

impl Filter {
    /// Collision mask of the bits of `mask`.
    #[must_use]
    pub fn mask(mask: u32) -> Self {
        Filter { mask }
    }
}

impl Default for Filter {
    /// Mask of all tiles.
    fn default() -> Self {
        Filter { mask: MoveConfig::default().mask }
    }
}

/// Factor of the world's gravity for an entity. Default, also without this component: 1.
#[doc(alias = "gravity scale")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gravity {
    /// Factor: 0 for no gravity, negative to fall up.
    pub scale: f32,
}

impl Gravity {
    /// No gravity.
    pub const NONE: Gravity = Gravity { scale: 0.0 };
}

impl Default for Gravity {
    fn default() -> Self {
        Gravity { scale: Profile::default().gravity_scale }
    }
}

/// Speed limits of an entity. Default, also without this component: no maximum speed, and rebounds under 20 px/s rest.
#[doc(alias = "terminal velocity")]
#[doc(alias = "max speed")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Maximum speed on each axis, applied after gravity and before the control phase, in px/s. Default infinite: none.
    pub max_speed: Vec2,
    /// Speed below which a rebound comes to rest, with a restitution below 1, in px/s. Default 20.
    #[doc(alias = "restitution threshold")]
    #[doc(alias = "sleep")]
    #[doc(alias = "sleep threshold")]
    pub rest_speed: f32,
}

impl Default for Limits {
    fn default() -> Self {
        let profile = Profile::default();
        Limits { max_speed: profile.max_speed, rest_speed: profile.movement.rest_speed }
    }
}

/// Up direction of an entity: decides which surfaces are floors. Default, also without this component: toward -y.
#[doc(alias = "up_direction")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Up(pub Direction);

/// Makes a body solid to other bodies: they stand on it and are carried, and it stops at obstacles. The tile gives its
/// category and material. With a tile that the map does not have, or in a map without layers, the body is solid to nothing.
#[doc(alias = "kinematic")]
#[doc(alias = "moving platform")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solid(pub TileId);

/// Collision layer of an entity, as bits, for [triggers](crate::Trigger), [sensors](Sensor) and bodies whose
/// [mask](tilephys_core::BodyCollision::mask) shares a bit. Default, also without this component: the first bit.
#[doc(alias = "collision layer")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Category(pub u32);

/// Makes the box of a body a sensor for bodies of these categories, with events when they
/// [enter](tilephys_core::EventKind::Enter) and exit. Costs more than a [trigger](crate::Trigger).
#[doc(alias = "trigger")]
#[doc(alias = "area")]
#[doc(alias = "hurtbox")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sensor(pub u32);

/// Marks an entity that reports the [tiles](tilephys_core::EventKind::TileEnter) under its feet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportTiles;

/// Marks an entity for which the step calls the game's [collision hooks](tilephys_core::CollisionHooks): which tiles and bodies
/// it collides with, and its response to hits.
#[doc(alias = "contact filter")]
#[doc(alias = "pre-solve")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UseCollisionHooks;

/// Selects the events of an entity. Default, also without this component: all. A bullet without events is about twice
/// as fast.
#[doc(alias = "contact monitor")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reports {
    /// True if each hit has an event; if false, hits are only counted. Default true.
    pub hits: bool,
    /// True if each step finds the contacts of the entity and reports the begin and end of floor contact. If false, its
    /// [`BodyState`](tilephys_core::BodyState) shows no contact. Default true.
    pub contacts: bool,
}

impl Reports {
    /// No events.
    pub const NONE: Reports = Reports { hits: false, contacts: false };
}

impl Default for Reports {
    fn default() -> Self {
        Reports { hits: true, contacts: true }
    }
}
