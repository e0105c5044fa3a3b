//! How bodies meet other bodies: settings.

use crate::direction::Direction;
use crate::fault::{Fault, Field};

/// How a body collides with other bodies. What a hit does is said by its [response](crate::MoveConfig::response), as for tiles.
///
/// Bodies in one spot cost n log n in the pairs whose boxes overlap: each step looks at every such pair. The work after that look
/// is bounded. A body that begins the step inside more than 32 others is parted from about 32 of them. A body with many around it
/// waits for the next step after 512 forecasts of meetings. An optimised build takes 50 to 100 ns a pair and step on one core: 1,000
/// bodies in one spot take 0.03 to 0.05 s, 2,000 take 0.09 to 0.18 s, and 4,000 take 0.36 to 0.71 s.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Collide {
    /// The [categories](crate::Profile::category) of bodies that it collides with. Two bodies collide if each has a category of
    /// the other's here.
    ///
    /// One mask alone does not do: the two pass, so that a ghost need not be named by all others.
    /// [`World::one_sided_masks`](crate::World::one_sided_masks) lists such pairs. Default all bits.
    pub mask: u32,
    /// Its mass beside those of others: from 1e-12 to 1e12, or infinite for what no body moves.
    pub mass: f32,
    /// Friction: the greatest speed across a face that a hit takes, in parts of the speed that it takes along the normal. Between
    /// two bodies both [count](Combine). A walking body that slides loses as much of its weight to floors of tiles, times the
    /// material's factor: gravity of 900 px/s² and 0.5 make 450 px/s². Movers carry what stands on a body sideways only if
    /// that body has some, as they carry what stands on them. From 0 to 1e9. Default 0.
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
    /// Friction of a [crate](Self::crate_of): pushed at 90 px/s, a crate stops within 8 px where gravity is 900 px/s².
    const CRATE_FRICTION: f32 = 0.6;

    /// A crate of a mass: it is pushed, stops by itself, stacks, drags and carries what stands on it.
    ///
    /// The rest is as the default has it: it collides with all bodies. Its profile needs gravity and the default
    /// [walk](crate::Walk), which tells floors from walls.
    ///
    /// ```
    /// # use tilephys_core::*;
    /// let light = Profile { collide: Some(Collide::crate_of(1.0)), ..Profile::default() };
    /// let heavy = Profile { collide: Some(Collide::crate_of(8.0)), ..Profile::default() };
    /// assert_eq!(light.collide.unwrap().friction, heavy.collide.unwrap().friction);
    /// ```
    #[must_use]
    #[doc(alias = "pushable")]
    #[doc(alias = "box")]
    pub fn crate_of(mass: f32) -> Self {
        Collide { mass, friction: Collide::CRATE_FRICTION, ..Collide::default() }
    }

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
