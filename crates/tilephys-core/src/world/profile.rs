//! What many bodies have in common.

use crate::movement::MoveConfig;
use crate::response::Response;
use glam::Vec2;

/// Settings shared by bodies of one sort: the player, a bullet, a crate. Bodies refer to one by its [`ProfileId`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// What is solid to it, which way is up, what a hit does.
    pub movement: MoveConfig,
    /// Factor of the world's gravity.
    pub gravity_scale: f32,
    /// Greatest speed on each axis, in px/s, applied before the game sets velocities; infinite for none.
    pub max_speed: Vec2,
    /// Report each hit as an event. Without it hits are only counted.
    pub report_hits: bool,
    /// Find out after each step what the body touches, and report when a floor begins and ends.
    pub track_contacts: bool,
}

impl Default for Profile {
    /// Slides on everything, falls as the world says, has no limit of speed, reports all.
    fn default() -> Self {
        Profile {
            movement: MoveConfig::default(),
            gravity_scale: 1.0,
            max_speed: Vec2::INFINITY,
            report_hits: true,
            track_contacts: true,
        }
    }
}

impl Profile {
    /// # Panics
    /// If a number is NaN or negative where that means nothing.
    pub(crate) fn validate(&self) {
        assert!(
            self.gravity_scale.is_finite(),
            "gravity_scale is {}, not a finite number",
            self.gravity_scale
        );
        let speed = self.max_speed;
        assert!(speed.x >= 0.0 && speed.y >= 0.0, "max_speed is {speed}, not zero or more on both axes");
        let rest = self.movement.rest_speed;
        assert!(rest >= 0.0, "rest_speed is {rest}, not zero or more");
        if let Response::Bounce { restitution } = self.movement.response {
            let sound = restitution.is_finite() && restitution >= 0.0;
            assert!(sound, "restitution is {restitution}, not a finite number of zero or more");
        }
    }
}

/// A profile of one world, as given by [`World::add_profile`](crate::World::add_profile).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileId(pub(crate) u16);

impl ProfileId {
    /// The default [`Profile`], which every world has.
    pub const DEFAULT: ProfileId = ProfileId(0);
}
