//! How bodies meet other bodies: settings.

use crate::direction::Direction;
use crate::fault::{Fault, Field};

/// How a body collides with other bodies. What a hit does is said by its [response](crate::MoveConfig::response), as for tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Collide {
    /// The [categories](crate::Profile::category) of bodies that it collides with. Two bodies collide if each has a category of
    /// the other's here.
    pub mask: u32,
    /// Its mass beside those of others: from 1e-12 to 1e12, or infinite for what no body moves.
    pub mass: f32,
    /// How much it is held by what slides along it, [combined](Combine) with that of the other: the greatest speed across a
    /// face that a hit takes, in parts of the speed that it takes along the normal. Movers carry what stands on a body sideways
    /// only if there is some. From 0 to 1e9.
    pub friction: f32,
    /// The greatest speed to which it can be pushed, in px/s. It limits the pusher too; a bounce is no push. Not negative;
    /// infinite for no limit.
    #[doc(alias = "push_limit")]
    pub push_speed: f32,
    /// The only side from which it is solid to others, for platforms to jump through; `None` for all. What comes from another
    /// side passes, and may be inside of it.
    pub one_way: Option<Direction>,
}

impl Default for Collide {
    /// Collides with all, has mass 1, no friction, can be pushed at any speed.
    fn default() -> Self {
        Collide { mask: u32::MAX, mass: 1.0, friction: 0.0, push_speed: f32::INFINITY, one_way: None }
    }
}

impl Collide {
    pub(crate) fn fault(&self) -> Option<(Field, Fault)> {
        // Masses whose sums or quotients leave the numbers would stop the world.
        let is_mass = self.mass == f32::INFINITY || (1e-12..=1e12).contains(&self.mass);
        Fault::unless(is_mass, !self.mass.is_nan(), Field::Mass)
            .or_else(|| Fault::of_amount(Field::BodyFriction, self.friction))
            .or_else(|| Fault::of_limit(Field::PushSpeed, self.push_speed))
    }
}

/// How the numbers of two bodies become one for a hit between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Combine {
    /// Of restitutions. That of a body is the one of its bounce, and 0 if it does not bounce.
    pub restitution: CombineRule,
    /// Of frictions.
    pub friction: CombineRule,
}

impl Default for Combine {
    /// The greater restitution: a ball bounces off a crate as off a floor. The lesser friction: ice is ice to everybody.
    fn default() -> Self {
        Combine { restitution: CombineRule::Max, friction: CombineRule::Min }
    }
}

/// One number of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CombineRule {
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// The mean.
    Average,
    /// The product.
    Multiply,
}

impl CombineRule {
    /// The number for a pair.
    #[must_use]
    pub fn of(self, a: f32, b: f32) -> f32 {
        match self {
            CombineRule::Min => {
                if b < a {
                    b
                } else {
                    a
                }
            }
            CombineRule::Max => {
                if b > a {
                    b
                } else {
                    a
                }
            }
            CombineRule::Average => (a + b) * 0.5,
            CombineRule::Multiply => a * b,
        }
    }
}
