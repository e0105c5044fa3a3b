//! The character that plays.

use glam::{IVec2, Vec2};
use std::f32::consts::FRAC_PI_4;
use tilephys_core::moves::SlopeSpeed;
use tilephys_core::{Direction, MotionMode, Profile, UNITS_PER_PX, Walk, lattice::units_from_px};
use tilephys_feel::{Feel, NoRule};

/// Steepest floor with a bound, in radians from level.
const STEEPEST: f32 = 1.3;

/// A character, and the world's settings that move it.
#[derive(Clone, Debug)]
pub struct Player {
    /// Controller settings.
    pub feel: Feel,
    /// Profile of its body. Assists and gravity scale are taken from `feel`.
    pub profile: Profile,
    /// Size of its body, in lattice units; while it stands, if it can crouch.
    pub size: IVec2,
    /// Gravity of the world, in px/s². Only a gravity downward has bounds.
    pub gravity: Vec2,
    /// Length of a tick, in seconds.
    pub dt: f32,
}

impl Player {
    /// The profile with the settings of the controller.
    pub(crate) fn body_profile(&self) -> Profile {
        self.feel.profile(self.profile, self.gravity)
    }

    /// Walk settings with the assists of the controller.
    pub(crate) fn walk(&self) -> Walk {
        self.feel.walk(self.profile.movement.walk)
    }

    /// Height by which the body is lower while it crouches, in lattice units.
    pub(crate) fn crouch_depth(&self) -> i32 {
        let lower = self.feel.crouch.as_ref().and_then(|crouch| units_from_px(crouch.height));
        lower.map_or(0, |height| self.size.y - height)
    }

    /// True if the body that stands up is this one.
    fn has_size_of_crouch(&self) -> bool {
        self.feel.crouch.as_ref().is_none_or(|crouch| {
            units_from_px(crouch.width) == Some(self.size.x)
                && units_from_px(crouch.standing_height) == Some(self.size.y)
        })
    }

    /// Greatest rise of a floor, for each unit along.
    pub(crate) fn steepest_rise(&self) -> f64 {
        // The tangents of an eighth of a turn and of the steepest floor, each with the tolerance of the engine.
        if self.walk().floor_max_angle <= FRAC_PI_4 { 1.03 } else { 3.8 }
    }

    /// Least way along on a slope, as a part of the way on level floor.
    pub(crate) fn least_way_on_slopes(&self) -> f64 {
        let rise = self.steepest_rise();
        let length = (1.0 + rise * rise).sqrt();
        match self.walk().slope_speed {
            SlopeSpeed::KeepLevel => 1.0,
            SlopeSpeed::KeepSurface => 1.0 / length,
            // Of factors from 0 on.
            SlopeSpeed::Curve { .. } => (1.0 - rise / length) / length,
        }
    }

    /// True if slopes may move the body along faster than its speed.
    fn gains_on_slopes(&self) -> bool {
        matches!(self.walk().slope_speed, SlopeSpeed::Curve { up, down } if up > 1.0 || down > 1.0)
    }

    /// The first setting without a rule, if any.
    pub(crate) fn fault(&self) -> Option<NoRule> {
        let movement = &self.profile.movement;
        let is_sound = self.gravity.x == 0.0 && self.gravity.y > 0.0;
        let rules = [
            (is_sound, "gravity"),
            (movement.up == Direction::Up, "up"),
            (movement.response == tilephys_core::Response::Slide, "response"),
            (self.profile.collide.is_none(), "collide"),
            (self.profile.solid.is_none(), "solid"),
            (!self.profile.use_hooks, "use_hooks"),
            (self.profile.track_contacts, "track_contacts"),
            (self.walk().floor_max_angle <= STEEPEST, "floor_max_angle"),
            // Else slopes turn speed along into rise.
            (movement.motion_mode == MotionMode::Grounded, "motion_mode"),
            (self.walk().block_on_steep, "block_on_steep"),
            (!self.gains_on_slopes(), "slope_speed"),
            (self.walk().stop_on_slope, "stop_on_slope"),
            (self.size.min_element() > 0, "size"),
            (self.has_size_of_crouch(), "a crouching body of another size"),
        ];
        rules.iter().find(|(holds, _)| !holds).map(|&(_, setting)| NoRule { setting })
    }
}

/// A length in px as units, rounded up.
pub(crate) fn px_units(px: f32) -> i32 {
    (f64::from(px) * f64::from(UNITS_PER_PX)).ceil() as i32
}
