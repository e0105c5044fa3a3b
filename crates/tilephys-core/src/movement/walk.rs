//! How a body walks: what is a floor to it, and what it does about slopes, steps, corners and gaps.

use crate::fault::{Fault, Field};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

/// Settings of a body that tells floors from walls and ceilings.
///
/// The defaults do what players of platformers expect of slopes, and nothing that a level must be built for: no steps, no
/// corrected corners.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "CharacterBody2D")]
#[doc(alias = "KinematicCharacterController")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Walk {
    /// The steepest floor, in radians from level, 0 to π/2; a hundredth of a radian more is let through. What is steeper
    /// is a wall.
    pub floor_max_angle: f32,
    /// What becomes of the speed on a slope.
    pub slope_speed: SlopeSpeed,
    /// A body without speed along the floor does not slide down a slope.
    pub stop_on_slope: bool,
    /// True if what is too steep is a wall to the level speed of a body, on a floor and in the air: a falling body slides down on
    /// it, a rising body keeps its upward speed. `true` by default. Without it a body runs up as far as its speed takes it.
    pub block_on_steep: bool,
    /// How far down a body follows a floor that falls away under it.
    pub snap: Snap,
    /// The highest step that a body on a floor walks up, from 0 to 65,536 px.
    pub step_up: f32,
    /// Under a ceiling a rising body keeps its speed along it; without this it stops there and falls.
    pub slide_on_ceiling: bool,
    /// How far a rising body is shifted aside to pass the corner of a ceiling, from 0 to 65,536 px.
    pub corner_correct_up: f32,
    /// How far a body in level flight is shifted up or down to pass the corner of a wall, from 0 to 65,536 px.
    pub corner_correct_side: f32,
    /// How far the top of a wall may be over the feet of a body that does not rise, for it to be set on it: small gaps are
    /// run over, missed ledges caught. From 0 to 65,536 px.
    pub gap_bridge: f32,
    /// Ticks for which a body remembers the speed that a wall took, to have it again when the wall ends.
    pub wall_retain_ticks: u8,
    /// Which part of the body stands on slopes.
    pub foot: Foot,
    /// Deceleration on a floor, times the floor's own factor. From 0 to 1e9 px/s².
    pub friction: f32,
    /// Speed at which a rising body that is inside a one-way line is lifted onto it, from 0 to 1e9 px/s.
    pub one_way_assist: f32,
    /// How far a one-way line may be over the feet of a body in level flight, for it to be set on it. From 0 to 65,536 px.
    pub one_way_nudge: f32,
}

/// What becomes of the speed of a body on a slope that is a floor to it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum SlopeSpeed {
    /// It goes on as fast along the level axis, and so faster along the surface.
    #[default]
    KeepLevel,
    /// It goes as fast along the surface as it would on level floor.
    KeepSurface,
    /// Along the surface too, times a factor: 1 on level floor, `up` straight upward, `down` straight downward, between
    /// them linear in the sine of the slope.
    Curve {
        /// The factor straight upward, from 0 to 1e9.
        up: f32,
        /// The factor straight downward, from 0 to 1e9.
        down: f32,
    },
}

/// How far down a body that stood on a floor, and does not rise, follows it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum Snap {
    /// As far as the steepest floor falls away under its motion, and 1 px, and as far as it has just gone up a slope; at
    /// most a tile.
    #[default]
    Adaptive,
    /// So many px, from 0 to 65,536.
    Length(f32),
    /// Not at all.
    Off,
}

/// Which part of a body stands on floor slopes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Foot {
    /// Its whole lower side: it stands where the slope is highest under it.
    #[default]
    Corners,
    /// The middle of its lower side, as sprites look best; its corners sink into slopes, into nothing else.
    Center,
}

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
    /// The first number that is NaN or out of range, and which of the two it is; `None` if all are sound: each in the range
    /// that its field states.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        let angle = self.floor_max_angle;
        let snap = if let Snap::Length(px) = self.snap { px } else { 0.0 };
        let (up, down) = match self.slope_speed {
            SlopeSpeed::Curve { up, down } => (up, down),
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
}
