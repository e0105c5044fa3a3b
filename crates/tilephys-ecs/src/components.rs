//! What an entity has as a body: plain data, to be read and written between steps as the game likes.

use glam::{IVec2, Vec2};
use hecs::Entity;
use tilephys_core::{
    Aabb, Direction, MoveConfig, Profile, TileId, WORLD_LIMIT, interpolated, px_from_point, units_from_px,
};

/// Stands for a coordinate that was NaN or infinite; outside of the world.
pub(crate) const NOT_A_NUMBER: i32 = i32::MIN;

/// Pixels on the lattice. What is not finite becomes [`NOT_A_NUMBER`], and what is too far the end of `i32`: the step
/// will name the entity, which is known there and not here.
fn units(px: Vec2) -> IVec2 {
    let on_axis = |px: f32| match units_from_px(px) {
        Some(units) => units,
        None if !px.is_finite() => NOT_A_NUMBER,
        None if px > 0.0 => i32::MAX,
        None => -i32::MAX,
    };
    IVec2::new(on_axis(px.x), on_axis(px.y))
}

/// Is it what was wanted, not what stands for pixels that are not finite or too far?
pub(crate) fn is_exact(units: IVec2) -> bool {
    units.x.unsigned_abs().max(units.y.unsigned_abs()) < i32::MAX.unsigned_abs()
}

/// Where an entity is: the min corner of its box, less the collider's offset.
///
/// Setting a new one is a teleport: it ends what rounding left over from earlier steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Position {
    /// In lattice units of 1/256 px. x points right, y down.
    pub at: IVec2,
    /// What rounding left of earlier translations, in lattice units, within ±0.5.
    pub rest: Vec2,
}

impl Position {
    /// Pixels, rounded to the lattice of 1/256 px. A place that is NaN, infinite or outside of the world (8,388,607 px
    /// either way) is reported by the next step, which skips the entity.
    #[must_use]
    pub fn new(x: f32, y: f32) -> Self {
        Position::from_px(Vec2::new(x, y))
    }

    /// The same, of a vector.
    #[must_use]
    pub fn from_px(px: Vec2) -> Self {
        Position::on_lattice(units(px))
    }

    /// Lattice units of 1/256 px.
    #[must_use]
    pub fn on_lattice(at: IVec2) -> Self {
        Position { at, rest: Vec2::ZERO }
    }

    /// In pixels: exact up to 65,536 px, beyond that the nearest `f32`.
    #[must_use]
    pub fn px(self) -> Vec2 {
        px_from_point(self.at)
    }
}

/// The position before the last step, for drawing between steps. Add it, and each step writes it; there is none before
/// the first.
///
/// Drawing at [`between`](Self::between) is smooth at any frame rate. A game that moves an entity by setting its
/// [`Position`] sets this to its default, or the entity is drawn flying there until the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PreviousPosition(pub Option<Position>);

impl PreviousPosition {
    /// The way from this position to `now`, `alpha` of it, in pixels: 0 is this one, 1 is `now`. Without one it is `now`.
    #[must_use]
    pub fn between(self, now: Position, alpha: f32) -> Vec2 {
        interpolated(self.0.unwrap_or(now).at, now.at, alpha)
    }
}

/// In px/s. Components that are not finite are reported by the next step, which skips the entity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity(pub Vec2);

impl Velocity {
    /// In px/s; y points down.
    #[must_use]
    pub fn new(x: f32, y: f32) -> Self {
        Velocity(Vec2::new(x, y))
    }
}

/// The box with which an entity collides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collider {
    /// Of the box's min corner from the entity's position, in lattice units.
    pub offset: IVec2,
    /// Width and height, in lattice units: one or more.
    pub size: IVec2,
}

impl Collider {
    /// A box of so many pixels, rounded to the lattice of 1/256 px. A size that is not positive there is reported by the
    /// next step, which skips the entity.
    #[must_use]
    pub fn new(width: f32, height: f32) -> Self {
        Collider { offset: IVec2::ZERO, size: units(Vec2::new(width, height)) }
    }

    /// The same box so many pixels from the entity's position. (Position and box both have to lie in the world: a step that
    /// would take either out of it does not move the body.)
    #[must_use]
    pub fn with_offset(self, x: f32, y: f32) -> Self {
        Collider { offset: units(Vec2::new(x, y)), ..self }
    }

    /// The box of an entity at `position`; `None` if it is none.
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

/// Which tiles are solid to an entity, by their categories. Without it all are.
///
/// ```
/// use glam::UVec2;
/// use tilephys_core::{Tile, TileGrid};
/// use tilephys_ecs::Filter;
///
/// // Tiles have category 1 unless they are given another. Glass is bit 1, so that light can be let through it.
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
    /// Tiles whose category shares a bit are solid.
    pub mask: u32,
}

impl Filter {
    /// Tiles whose category shares a bit with `mask` are solid.
    #[must_use]
    pub fn mask(mask: u32) -> Self {
        Filter { mask }
    }
}

impl Default for Filter {
    /// All tiles.
    fn default() -> Self {
        Filter { mask: MoveConfig::default().mask }
    }
}

/// How much of the world's gravity an entity feels. Without it all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gravity {
    /// A factor: 0 for none, negative to fall up.
    pub scale: f32,
}

impl Gravity {
    /// None at all.
    pub const NONE: Gravity = Gravity { scale: 0.0 };
}

impl Default for Gravity {
    fn default() -> Self {
        Gravity { scale: Profile::default().gravity_scale }
    }
}

/// Limits of an entity's motion. Without it there is none, and rebounds under 20 px/s rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Greatest speed on each axis, in px/s, applied after gravity and before the game sets velocities; infinite for
    /// none.
    pub max_speed: Vec2,
    /// Rebounds slower than this, in px/s, come to rest; only for a restitution below 1.
    pub rest_speed: f32,
}

impl Default for Limits {
    fn default() -> Self {
        let profile = Profile::default();
        Limits { max_speed: profile.max_speed, rest_speed: profile.movement.rest_speed }
    }
}

/// Which way is up for an entity: decides what is a floor. Without it up is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Up(pub Direction);

/// An entity that knows no floor: all surfaces are alike to it, and it slides along them. Marks it, whether it has a
/// [`Walk`](crate::Walk) or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Floats;

/// An entity that is solid to others: they stand on it and are carried along, and it stops at what is in its way. Names what it
/// is made of: category and material count. With a kind of tile that the map does not have, it is solid to nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solid(pub TileId);

/// What an entity is to [triggers](crate::Trigger), to [sensors](Sensor), and to those that [collide](crate::Collide::mask) with
/// it: a bit each. Without it the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Category(pub u32);

/// Makes the box of a body sense other bodies, of these categories: they are reported when they
/// [come in](crate::EventKind::Enter) and when they leave. It costs more than to be sensed by a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sensor(pub u32);

/// Marks an entity of which each [tile](crate::EventKind::TileEnter) is reported that it walks over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportTiles;

/// Marks an entity about which the game's [rules](crate::StepHooks::rules) are asked: what it meets, other bodies
/// among it, and what it does at hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskRules;

/// What the step tells about an entity. Without it everything; a bullet nobody asks about is twice as fast without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reports {
    /// An event for each hit. Without it hits are only counted.
    pub hits: bool,
    /// Find out after each step what the entity touches, and report when a floor begins and ends. Without it its
    /// [`BodyState`](crate::BodyState) says that it touches nothing.
    pub contacts: bool,
}

impl Reports {
    /// Nothing.
    pub const NONE: Reports = Reports { hits: false, contacts: false };
}

impl Default for Reports {
    fn default() -> Self {
        Reports { hits: true, contacts: true }
    }
}

/// The engine knows the entity. Copies of components to another entity or world are told by it.
#[derive(Clone, Copy)]
pub(crate) struct Registered {
    pub(crate) entity: Entity,
    /// Of two that have the same id, the one that was registered first keeps it.
    pub(crate) number: u32,
}
