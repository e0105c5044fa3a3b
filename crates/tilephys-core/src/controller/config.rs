//! Settings of a body: how it collides, and how it walks on floors, slopes and steps.

use crate::direction::Direction;
use crate::fault::{Fault, Field};
use crate::floor_classifier::Stance;
use crate::limits::UNITS_PER_PX;
use crate::response::Response;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

/// Collision settings of a body, for every kind of move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct MoveConfig {
    /// Mask bits: tiles whose category shares a bit are solid to the body; all bits by default.
    pub mask: u32,
    /// Up direction, [`Direction::Up`] by default: decides which faces are floors, and the face at an exact corner hit.
    pub up: Direction,
    /// Response to a hit; [`Response::Slide`] by default.
    pub response: Response,
    /// Speed below which a rebound comes to rest, for a restitution below 1; 20 by default. Not negative; infinite for all rebounds.
    /// A rebound from a moving solid counts relative to that solid. In px/s.
    #[doc(alias("sleep", "sleep threshold", "restitution threshold"))]
    pub rest_speed: f32,
    /// Motion mode of a body that slides; [`MotionMode::Grounded`] by default.
    pub motion_mode: MotionMode,
    /// Floor and slope settings of a grounded body that slides; the default [`Walk`] by default.
    pub walk: Walk,
}

impl MoveConfig {
    /// The first field that is NaN or out of range, with its fault; `None` if all fields are valid.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        Fault::of_limit(Field::RestSpeed, self.rest_speed)
            .or_else(|| self.walk_if_grounded().and_then(Walk::fault))
            .or_else(|| match self.response {
                Response::Bounce { restitution } => Fault::of_amount(Field::Restitution, restitution),
                _ => None,
            })
    }

    /// Walk settings of a grounded body, `None` for a floating one.
    #[inline(always)]
    #[must_use]
    pub fn walk_if_grounded(&self) -> Option<&Walk> {
        match self.motion_mode {
            MotionMode::Grounded => Some(&self.walk),
            MotionMode::Floating => None,
        }
    }

    /// The walk settings, if the body walks: only a sliding body tells floors from walls.
    #[inline(always)]
    pub(crate) fn walking(&self) -> Option<&Walk> {
        if self.response == Response::Slide { self.walk_if_grounded() } else { None }
    }

    /// True if a hit on a whole tile only clears the motion on its axis.
    #[inline]
    pub(crate) fn clears_axes_only(&self) -> bool {
        self.response == Response::Slide && self.walk_if_grounded().is_none_or(Walk::takes_hits_simply)
    }

    /// # Panics
    /// If a number of `walk` is invalid. (An invalid restitution counts as 0.)
    pub(crate) fn validate(&self) {
        if let Some((field, fault)) = self.walk_if_grounded().and_then(Walk::fault) {
            panic!("{field} {fault}: {self:?}");
        }
    }

    pub(crate) fn stance(&self) -> Stance {
        match self.walk_if_grounded() {
            Some(walk) => Stance::new(self.up, walk.floor_max_angle, walk.foot == Foot::Center),
            None => Stance::usual(self.up),
        }
    }
}

impl Default for MoveConfig {
    /// Collides with everything, up is up, slides, rests below 20 px/s, walks.
    fn default() -> Self {
        MoveConfig {
            mask: u32::MAX,
            up: Direction::Up,
            response: Response::Slide,
            rest_speed: 20.0,
            motion_mode: MotionMode::Grounded,
            walk: Walk::default(),
        }
    }
}

/// Character controller settings of a body that tells floors from walls and ceilings.
///
/// The defaults handle slopes as players of platformers expect. Step-up and corner correction are off, because levels must
/// be built for them.
///
/// ```
/// use tilephys_core::{MoveConfig, Profile, Walk};
///
/// // Steps of up to 5 px are walked up, and a jump passes corners that the head meets by up to 4 px.
/// let walk = Walk { step_up: 5.0, corner_correct_up: 4.0, ..Walk::default() };
/// let movement = MoveConfig { walk, ..MoveConfig::default() };
/// let profile = Profile { movement, ..Profile::default() };
/// assert_eq!(profile.movement.walk.gap_bridge, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("CharacterBody2D", "character controller", "KinematicCharacterController"))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Walk {
    /// Greatest floor angle from level, from 0 to π/2, plus a tolerance of 0.01; π/4 by default. A steeper surface is a wall. In
    /// radians.
    pub floor_max_angle: f32,
    /// Speed rule on slopes; [`SlopeSpeed::KeepLevel`] by default.
    pub slope_speed: SlopeSpeed,
    /// True if a body without speed along the floor does not slide down a slope. True by
    /// default.
    pub stop_on_slope: bool,
    /// True if a surface too steep for a floor blocks the level speed of a body, on a floor and in the air. A falling body slides
    /// down on it, a rising body keeps its upward speed. If false, a body runs up as far as its speed takes it. True by default.
    pub block_on_steep: bool,
    /// Snap distance down to a floor that falls away under the body; [`Snap::Adaptive`] by default.
    pub snap: Snap,
    /// Height of the highest step that a body on a floor walks up, from 0 to 65,536; 0 by default. In px.
    pub step_up: f32,
    /// True if a rising body keeps its speed along a ceiling. If false, it stops there and falls. True by default.
    pub slide_on_ceiling: bool,
    /// Greatest shift of a rising body past the corner of a ceiling, from 0 to 65,536; 0 by default. In px.
    pub corner_correct_up: f32,
    /// Greatest shift of a body in level flight past the corner of a wall, from 0 to 65,536; 0 by default. In px.
    pub corner_correct_side: f32,
    /// Greatest height of a wall's top over the feet of a body that does not rise, for the body to be lifted onto it. Lets bodies
    /// run over small gaps and catch missed ledges. From 0 to 65,536; 0 by default. In px.
    pub gap_bridge: f32,
    /// Time for which a body keeps the speed that a wall removed, to restore it when the wall ends; 0 by default. In ticks.
    pub wall_retain_ticks: u8,
    /// Part of the body that rests on slopes; [`Foot::Corners`] by default.
    pub foot: Foot,
    /// Deceleration on a floor, times the floor's friction factor, from 0 to 1e9; 0 by default. In px/s².
    pub friction: f32,
    /// Speed at which a rising body inside a one-way line is lifted onto it, from 0 to 1e9; 0 by default. In px/s.
    pub one_way_assist: f32,
    /// Greatest height of a one-way line over the feet of a body in level flight, for the body to be lifted onto it. From 0 to
    /// 65,536; 0 by default. In px.
    pub one_way_nudge: f32,
}

/// Motion mode of a body: with floors, or without.
#[doc(alias("motion_mode", "MOTION_MODE_GROUNDED", "MOTION_MODE_FLOATING", "top-down"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MotionMode {
    /// The body tells floors from walls and ceilings, by its [`Walk`]. The default.
    #[default]
    Grounded,
    /// The body slides along all surfaces alike; its [`Walk`] has no effect. For top-down games, swimmers and projectiles.
    Floating,
}

/// Speed rule of a body on a slope that is a floor to it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum SlopeSpeed {
    /// The level speed stays constant, so the speed along the surface is greater. The default.
    #[default]
    KeepLevel,
    /// The speed along the surface equals the speed on level floor.
    KeepSurface,
    /// The speed along the surface is multiplied by a factor, linear in the sine of the slope. The factor is 1 on level floor,
    /// `up` straight upward, `down` straight downward.
    Curve {
        /// Factor straight upward, from 0 to 1e9.
        up: f32,
        /// Factor straight downward, from 0 to 1e9.
        down: f32,
    },
}

/// Floor snapping: the distance down to which a body that stood on a floor, and does not rise, follows it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum Snap {
    /// The drop of the steepest floor under the motion, plus 1 px, plus the height just gained on a slope; at most a tile. The
    /// default.
    #[default]
    Adaptive,
    /// A fixed distance, from 0 to 65,536, in px.
    Length(f32),
    /// No snapping.
    Off,
}

/// The part of a body that rests on floor slopes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Foot {
    /// The whole lower side: the body rests on the highest point of the slope under it. The default.
    #[default]
    Corners,
    /// The middle of the lower side, which suits most sprites; the corners sink into slopes, and into nothing else.
    Center,
}

/// Lattice units of a length in px, rounded down; settings are finite and not negative.
pub(super) fn units(px: f32) -> i32 {
    (px * UNITS_PER_PX as f32) as i32
}

/// Units by which floors of up to 45° rise in one unit, rounded up, and one more for outward rounding.
pub(super) const SLOPE_RISE: i32 = 2;

impl Default for Walk {
    fn default() -> Self {
        Walk {
            floor_max_angle: FRAC_PI_4,
            slope_speed: SlopeSpeed::KeepLevel,
            stop_on_slope: true,
            block_on_steep: true,
            snap: Snap::Adaptive,
            step_up: 0.0,
            slide_on_ceiling: true,
            corner_correct_up: 0.0,
            corner_correct_side: 0.0,
            gap_bridge: 0.0,
            wall_retain_ticks: 0,
            foot: Foot::Corners,
            friction: 0.0,
            one_way_assist: 0.0,
            one_way_nudge: 0.0,
        }
    }
}

impl Walk {
    /// The first field that is NaN or outside its documented range, with its fault; `None` if all fields are valid.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        let angle = self.floor_max_angle;
        let snap = if let Snap::Length(px) = self.snap { px } else { 0.0 };
        let (up, down) = match self.slope_speed {
            SlopeSpeed::Curve { up, down } => (up, down),
            // Modes without factors pass with valid ones.
            SlopeSpeed::KeepLevel | SlopeSpeed::KeepSurface => (1.0, 1.0),
        };
        let amounts = [
            (Field::SlopeSpeed, up),
            (Field::SlopeSpeed, down),
            (Field::Friction, self.friction),
            (Field::OneWayAssist, self.one_way_assist),
        ];
        let lengths = [
            (Field::Snap, snap),
            (Field::StepUp, self.step_up),
            (Field::CornerCorrectUp, self.corner_correct_up),
            (Field::CornerCorrectSide, self.corner_correct_side),
            (Field::GapBridge, self.gap_bridge),
            (Field::OneWayNudge, self.one_way_nudge),
        ];
        Fault::unless((0.0..=FRAC_PI_2).contains(&angle), angle.is_finite(), Field::FloorMaxAngle)
            .or_else(|| amounts.into_iter().find_map(|(field, v)| Fault::of_amount(field, v)))
            .or_else(|| lengths.into_iter().find_map(|(field, px)| Fault::of_length(field, px)))
    }

    pub(crate) fn nudge_units(&self) -> i32 {
        units(self.one_way_nudge)
    }

    /// True if a hit on a whole tile only clears its axis.
    pub(crate) fn takes_hits_simply(&self) -> bool {
        let corrected = self.corner_correct_up > 0.0 || self.corner_correct_side > 0.0;
        let stepped = self.step_up > 0.0 || self.gap_bridge > 0.0 || self.foot == Foot::Center;
        self.slide_on_ceiling
            && self.wall_retain_ticks == 0
            && self.one_way_nudge == 0.0
            && !corrected
            && !stepped
    }
}
