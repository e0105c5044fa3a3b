//! Collision settings between bodies: mask, mass, friction and push limit.

use crate::direction::Direction;
use crate::fault::{Fault, Field};

/// Collision of a body with other bodies. Hits have the body's [response](crate::MoveConfig::response), as on tiles.
///
/// In a crowd at one point each step looks at every overlapping pair, in n log n of their number n. Work
/// after that look is bounded. A body that starts inside more than 32 bodies is separated from about 32 of
/// them. After 512 predicted contacts in one step a body waits for the next step.
///
/// An optimized build takes 50 to 100 ns a pair and step on one core. For 1,000 bodies at one point a step
/// takes 0.03 to 0.05 s. For 2,000 it takes 0.09 to 0.18 s, and for 4,000 it takes 0.36 to 0.71 s.
///
/// ```
/// use tilephys_core::{BodyCollision, Profile};
///
/// // A boulder that nothing moves, and a crate that stacks and can be pushed at most at 60 px/s.
/// let boulder = BodyCollision { mass: f32::INFINITY, ..BodyCollision::default() };
/// let wooden = BodyCollision { push_speed: 60.0, ..BodyCollision::crate_of(1.0) };
/// let profiles = [boulder, wooden].map(|collide| Profile { collide: Some(collide), ..Profile::default() });
/// assert!(profiles.iter().all(|profile| profile.collide.is_some()));
/// ```
#[doc(alias = "rigid body")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct BodyCollision {
    /// Category bits of bodies that it collides with. Two bodies collide if each mask has a
    /// [category](crate::Profile::category) bit of the other. Default all bits.
    ///
    /// Without a match of both masks the two pass through each other, so a ghost needs no exception in all
    /// other masks. [`World::one_sided_masks`](crate::World::one_sided_masks) lists pairs with one match.
    #[doc(alias = "collision_mask")]
    pub mask: u32,
    /// Mass relative to other bodies, unitless: from 1e-12 to 1e12, or infinite for a body that none can push. Default 1.
    pub mass: f32,
    /// Friction coefficient, from 0 to 1e9, unitless. Default 0.
    ///
    /// A hit changes the speed across the face by at most this factor of the change along the normal. Between
    /// two bodies, [`Combine`] applies.
    ///
    /// A sliding body with a [walk](crate::Walk) loses its weight times this factor and the material's factor
    /// to floors of tiles. Gravity of 900 px/s² and 0.5 make 450 px/s². A body on top of this one follows
    /// sideways motion of movers only if this friction is above 0.
    pub friction: f32,
    /// Maximum speed at which it can be pushed, in px/s; limits the pusher too. A bounce is not a push. Not
    /// negative; infinite for no limit. Default infinite.
    #[doc(alias = "push_limit")]
    pub push_speed: f32,
    /// Only solid side of a one-way body, a jump-through platform; `None` if all sides are solid. Default `None`.
    ///
    /// Bodies from other sides pass through, and may be inside it.
    #[doc(alias("jump-through", "one-way platform", "one-way", "jump-thru"))]
    pub one_way: Option<Direction>,
    /// Category bits of bodies that can stand on this body, which carries them sideways; 0 for none. Default 0.
    ///
    /// Such a body lands on the top of this one, and follows its exact motion while its middle is over it,
    /// whatever the friction of both. A carrier that leaves its floor takes its riders along. The top needs
    /// neither `mask` nor `one_way`: without a match of the masks all other sides let the two pass.
    ///
    /// Two players on each other's heads have one category, carry it, and leave it out of their masks.
    #[doc(alias("passenger", "moving platform"))]
    pub carries: u32,
    /// True if a walking body that pushes it along a floor gives it its own speed, up to the
    /// [`push_speed`](Self::push_speed), whatever the masses and the friction of both. Default false.
    ///
    /// So each character pushes the crate at the crate's own speed. Bodies that yield push each other by their masses.
    pub yields: bool,
}

impl Default for BodyCollision {
    /// Collides with all bodies, has mass 1 and no friction, carries none, and can be pushed at any speed, by its mass.
    fn default() -> Self {
        BodyCollision {
            mask: u32::MAX,
            mass: 1.0,
            friction: 0.0,
            push_speed: f32::INFINITY,
            one_way: None,
            carries: 0,
            yields: false,
        }
    }
}

impl BodyCollision {
    /// Friction of a [crate](Self::crate_of), unitless: a crate pushed at 90 px/s stops within 8 px at a gravity of 900 px/s².
    const CRATE_FRICTION: f32 = 0.6;

    /// Returns the settings of a crate with this mass, which can be pushed and stacked, and has friction.
    ///
    /// All other settings are the defaults. Its profile needs gravity and the default [walk](crate::Walk),
    /// which tells floors from walls.
    #[must_use]
    #[doc(alias("pushable", "box"))]
    pub fn crate_of(mass: f32) -> Self {
        BodyCollision { mass, friction: BodyCollision::CRATE_FRICTION, ..BodyCollision::default() }
    }

    /// Returns the settings of a crate that characters push at this speed, in px/s, whatever their strength.
    ///
    /// All other settings are as in a [crate](Self::crate_of) of mass 1.
    #[must_use]
    #[doc(alias = "pushable")]
    pub fn crate_at(push_speed: f32) -> Self {
        BodyCollision { push_speed, yields: true, ..BodyCollision::crate_of(1.0) }
    }

    pub(crate) fn fault(&self) -> Option<(Field, Fault)> {
        // Sums and quotients of more extreme masses would overflow.
        let is_mass = self.mass == f32::INFINITY || (1e-12..=1e12).contains(&self.mass);
        Fault::unless(is_mass, !self.mass.is_nan(), Field::Mass)
            .or_else(|| Fault::of_amount(Field::BodyFriction, self.friction))
            .or_else(|| Fault::of_limit(Field::PushSpeed, self.push_speed))
    }
}

/// Rules that combine restitution and friction of two bodies in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Combine {
    /// Rule of the restitution. A body that does not bounce has restitution 0. Default `Max`.
    pub restitution: CombineRule,
    /// Rule of the friction. Default `Min`.
    pub friction: CombineRule,
}

impl Default for Combine {
    /// Greater restitution, so a ball bounces off a crate as off a floor; lesser friction, so ice is slippery for all.
    fn default() -> Self {
        Combine { restitution: CombineRule::Max, friction: CombineRule::Min }
    }
}

/// Rule that combines two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CombineRule {
    /// Lesser number.
    Min,
    /// Greater number.
    Max,
    /// Mean.
    Average,
    /// Product.
    Multiply,
}

impl CombineRule {
    /// All rules, in the order of their codes in snapshots.
    pub(crate) const ALL: [CombineRule; 4] =
        [CombineRule::Min, CombineRule::Max, CombineRule::Average, CombineRule::Multiply];

    /// Returns the combined number of a pair.
    #[must_use]
    pub fn of(self, a: f32, b: f32) -> f32 {
        // `f32::min` and `f32::max` are not used: the sign of their zero differs between platforms.
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
