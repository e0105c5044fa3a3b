//! Collision response: the velocity after a hit.
//!
//! Pure functions of a velocity and a unit normal along an axis. A component is set or negated, never computed by a dot product.
//! So the free axis keeps its bits, and an infinite component does not turn into NaN.

use glam::{IVec2, Vec2};

/// Response of a body's velocity to a hit.
///
/// ```
/// use glam::{UVec2, Vec2};
/// use tilephys_core::{Body, MoveConfig, MotionMode, Profile, Response, Tile, TileCoord, TileGrid, World};
///
/// let mut grid = TileGrid::new(UVec2::splat(16));
/// let ground = grid.add_layer("ground");
/// let stone = grid.add_tile(Tile::default());
/// grid.set_tile(ground, TileCoord::new(2, 0), Some(stone));
/// let mut world = World::new(grid);
/// let response = Response::Bounce { restitution: 0.5 };
/// let movement = MoveConfig { response, motion_mode: MotionMode::Floating, ..MoveConfig::default() };
/// let ball = world.add_profile(Profile { movement, ..Profile::default() });
/// let mut body = Body::new(Vec2::new(20.0, 4.0), Vec2::splat(8.0));
/// body.velocity = Vec2::new(600.0, 0.0);
/// let ball = world.spawn(ball, body);
/// world.step(1.0 / 60.0);
/// assert_eq!(world.body(ball).unwrap().velocity.x, -300.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[doc(alias = "restitution")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum Response {
    /// Removes the velocity component into the surface, so the body slides along it; see [`slide`]. The default.
    #[default]
    Slide,
    /// Removes all velocity.
    Stop,
    /// Reverses the velocity component into the surface; see [`bounce`].
    Bounce {
        /// Coefficient of restitution: the part of the speed into the surface that the bounce returns. From 0 to 1e9, usually
        /// up to 1; at most 1 for a body that collides with bodies.
        restitution: f32,
    },
    /// Reverses the whole velocity; see [`invert`].
    Invert,
    /// Passes through every surface with unchanged velocity: the body reports hits and has no contacts.
    PassThrough,
}

impl Response {
    /// The velocity after a hit on a surface with this normal.
    ///
    /// # Panics
    ///
    /// If `normal` is not a unit vector along an axis and the response uses it (`Slide`, `Bounce`).
    #[must_use]
    pub fn velocity_after(self, velocity: Vec2, normal: IVec2) -> Vec2 {
        match self {
            Self::Slide => slide(velocity, normal),
            Self::Stop => Vec2::ZERO,
            Self::Bounce { restitution } => bounce(velocity, normal, restitution),
            Self::Invert => invert(velocity),
            Self::PassThrough => velocity,
        }
    }
}

/// Removes the velocity component into the surface.
///
/// A velocity along the surface or away from it is unchanged. -0 becomes +0.
///
/// The articles differ. "Swept AABB" mixes the axes (`delta.x * normal.y + delta.y * normal.x`, times the normal) and scales by
/// the time left. So a slide points into the wall and loses speed. Hamaluik ("Swept AABB Collision Detection Using the Minkowski
/// Difference") projects on the tangent of the motion. So a body that should slide stops. "Minkowski Sum Collision" projects
/// on the plane for every direction, which holds back a body that leaves.
///
/// # Panics
///
/// If `normal` is not a unit vector along an axis.
#[must_use]
pub fn slide(velocity: Vec2, normal: IVec2) -> Vec2 {
    map_into(velocity, normal, |_| 0.0)
}

/// Reverses the component of the velocity into the surface, scaled by `restitution`.
///
/// The component along the surface keeps its bits. A restitution that is NaN or below zero counts as zero, which is [`slide`]; a
/// restitution above 1 speeds the body up. -0 becomes +0.
///
/// "Swept AABB" writes `delta * normal.x`, on the x axis alone. So it reverses nothing for normals that point right, and has no
/// case for floors and ceilings.
///
/// # Panics
///
/// If `normal` is not a unit vector along an axis.
#[must_use]
pub fn bounce(velocity: Vec2, normal: IVec2, restitution: f32) -> Vec2 {
    let restitution = if restitution > 0.0 { restitution } else { 0.0 };
    map_into(velocity, normal, |speed| if restitution == 0.0 { 0.0 } else { -speed * restitution })
}

/// Reverses the whole velocity. -0 becomes +0.
///
/// The response of this name in "Swept AABB", which shows it for x only.
#[must_use]
pub fn invert(velocity: Vec2) -> Vec2 {
    plus_zero(-velocity)
}

/// Replaces the component along the normal by `change` of it, if it points into the surface.
fn map_into(velocity: Vec2, normal: IVec2, change: impl Fn(f32) -> f32) -> Vec2 {
    let mut after = velocity;
    match (normal.x, normal.y) {
        (1 | -1, 0) if velocity.x * (normal.x as f32) < 0.0 => after.x = change(velocity.x),
        (0, 1 | -1) if velocity.y * (normal.y as f32) < 0.0 => after.y = change(velocity.y),
        (1 | -1, 0) | (0, 1 | -1) => {}
        _ => panic!("a normal must be a unit vector along an axis, not {normal}"),
    }
    plus_zero(after)
}

fn plus_zero(velocity: Vec2) -> Vec2 {
    velocity + Vec2::ZERO
}
