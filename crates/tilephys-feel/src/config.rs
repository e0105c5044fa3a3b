//! Character controller settings: one plain struct that can be read from a file.

use crate::moves::{Climb, Crouch, Dash, Swim, WallJump, WallSlide};
use tilephys_core::Walk;

/// Character controller: the abilities of a character and their numbers.
///
/// Lengths are from 0 to 65,536, in px. Speeds are in px/s, accelerations in px/s²; both, and factors, are from 0 to 1e9. Time
/// windows are in whole ticks. `None` switches an ability off, and so does 0 where it would have no effect. With the feature
/// `serde` the settings can be read from a file: an unknown key is an error, a missing key has its default.
/// [`fault`](Self::fault) finds numbers that are out of range.
///
/// ```
/// use glam::Vec2;
/// use tilephys_feel::{Button, Feel, FeelState, FeelTick, Input, JumpKind, Surroundings};
///
/// let (feel, mut state) = (Feel::celeste(), FeelState::default());
/// let mut input = Input { along: 1.0, jump: Button::PRESSED, ..Input::default() };
/// let on_floor = Surroundings { on_floor: true, ..Surroundings::default() };
/// let tick = FeelTick { gravity: Vec2::new(0.0, 900.0), ..FeelTick::default() };
/// let command = feel.control(&mut state, &mut input, &on_floor, &tick);
/// assert_eq!((command.velocity.y, command.jumped), (-105.0, Some(JumpKind::Floor)));
/// ```
#[doc(alias = "character controller")]
#[doc(alias = "platformer controller")]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Feel {
    /// Size of the tiles that the numbers are made for, 16 by default, in px. Only [`scaled`](Self::scaled) reads it.
    pub tile_px: f32,
    /// Gravity of the character, 900 by default, in px/s²; see [`gravity_scale`](Self::gravity_scale).
    pub gravity: f32,
    /// Maximum fall speed, 0 for none; 0 by default. A faster fall is braked at the rate of gravity. In px/s.
    pub max_fall: f32,
    /// True if down and jump drop through a one-way floor; true by default.
    pub drop_through: bool,
    /// Running on floors and in the air.
    pub run: Run,
    /// Jumping.
    pub jump: Jump,
    /// Assists such as corner correction, all off by default; see [`walk`](Self::walk).
    pub assist: Assist,
    /// Faster fall while down is held; `None` by default.
    pub fast_fall: Option<FastFall>,
    /// Slower fall along a wall; `None` by default.
    pub wall_slide: Option<WallSlide>,
    /// Wall jumps; `None` by default.
    pub wall_jump: Option<WallJump>,
    /// Dashes; `None` by default.
    pub dash: Option<Dash>,
    /// Climbing of ladders, ropes, walls, bars and ledges; `None` by default.
    pub climb: Option<Climb>,
    /// Swimming; `None` by default, which treats water as air.
    pub swim: Option<Swim>,
    /// Crouching; `None` by default.
    pub crouch: Option<Crouch>,
    /// True if the floor's friction factor multiplies the acceleration, except on listed `surfaces`; false by default.
    pub friction: bool,
    /// Effects of certain surfaces: ice, mud, springs; empty by default.
    pub surfaces: Vec<SurfaceFeel>,
}

/// Running settings.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Run {
    /// Running speed, 90 by default, in px/s.
    pub speed: f32,
    /// Acceleration to the running speed, and deceleration without input or against it; 1000 by default. In px/s².
    pub accel: f32,
    /// Deceleration from a greater speed while the input points along it; 1000 by default. In px/s².
    pub reduce: f32,
    /// Factor of both accelerations in the air; 1 by default.
    pub air: f32,
}

/// Jump settings.
///
/// ```
/// use tilephys_feel::{Feel, Jump};
///
/// // A jump of 64 px, also for 6 ticks after the edge of a floor: v² = 2 · gravity · height.
/// let mut feel = Feel::default();
/// let speed = (2.0 * feel.gravity * 64.0_f32).sqrt();
/// feel.jump = Jump { speed, coyote_ticks: 6, buffer_ticks: 5, cut: 0.5, ..Jump::default() };
/// assert_eq!(feel.fault(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Jump {
    /// Upward speed in the tick of the jump, which has no gravity; 300 by default. In px/s.
    pub speed: f32,
    /// Speed that a jump adds in the input direction; 0 by default. In px/s.
    pub along: f32,
    /// Coyote time: ticks that start off the floor in which a jump still counts as a floor jump; 0 by default.
    pub coyote_ticks: u8,
    /// Jump buffer: ticks before the landing tick in which a press still jumps, in the first tick that starts on the floor; 0 by
    /// default.
    pub buffer_ticks: u8,
    /// Ticks, including the tick of the jump, for which a jump keeps its speed while the button is held; 0 by default.
    pub var_jump_ticks: u8,
    /// Ticks after the jump in which a ceiling does not end the kept speed; 0 by default.
    pub ceiling_ticks: u8,
    /// Factor of the upward speed on release of the button: 1 changes nothing, 0 ends the rise; 1 by default.
    pub cut: f32,
    /// Factor of gravity while a jump rises and the button is held; 1 by default.
    pub rise_gravity: f32,
    /// Vertical speed below which [`apex_gravity`](Self::apex_gravity) applies, 0 for off; 0 by default. In px/s.
    pub apex_speed: f32,
    /// Factor of gravity near the apex while the button is held; 1 by default.
    pub apex_gravity: f32,
    /// Number of jumps in the air, refilled when the character stands or climbs; 0 by default.
    pub air_jumps: u8,
    /// Upward speed of a jump in the air, 300 by default, in px/s.
    pub air_speed: f32,
}

/// Movement assists: values for the [`Walk`] of the body, with the names there. All are 0 by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Assist {
    /// Greatest shift of a rising body past the corner of a ceiling, in px.
    pub corner_correct_up: f32,
    /// Greatest shift of a body in level flight, as in a dash, past the corner of a wall. In px.
    pub corner_correct_side: f32,
    /// Ticks for which the speed that a wall removed is kept, to be restored when the wall ends.
    pub wall_retain_ticks: u8,
    /// Greatest height of a ledge over the feet for the body to be lifted onto it, in px.
    pub gap_bridge: f32,
    /// Height of the highest step that is walked up, in px.
    pub step_up: f32,
    /// Speed at which a rising body inside a one-way line is lifted onto it, in px/s.
    pub one_way_assist: f32,
    /// Greatest height of a one-way line over the feet of a body in level flight for the body to be lifted onto it, in px.
    pub one_way_nudge: f32,
}

/// Faster fall while down is held.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct FastFall {
    /// Maximum fall speed, 240 by default, in px/s.
    pub speed: f32,
    /// Rate at which the limit changes from `max_fall` to this speed and back; 300 by default. In px/s².
    pub accel: f32,
}

/// Effect of one kind of floor surface on a character.
///
/// ```
/// use tilephys_feel::{Feel, SurfaceFeel};
///
/// // Tiles with `surface` 1 are ice, tiles with `surface` 2 throw the character.
/// let ice = SurfaceFeel { surface: 1, accel: 0.1, ..SurfaceFeel::default() };
/// let spring = SurfaceFeel { surface: 2, spring: 500.0, ..SurfaceFeel::default() };
/// let feel = Feel { surfaces: vec![ice, spring], ..Feel::celeste() };
/// assert_eq!(feel.fault(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct SurfaceFeel {
    /// Surface number of the tiles, 0 by default: see [`Material::surface`](tilephys_core::Material::surface).
    pub surface: u32,
    /// Factor of the acceleration on the surface, small on ice; 1 by default.
    pub accel: f32,
    /// Factor of the speed on the surface, small in mud; 1 by default.
    pub speed: f32,
    /// Upward speed at which the surface throws a character that stands on it, 0 for no spring; 0 by default. In px/s.
    pub spring: f32,
}

impl Default for Feel {
    /// Runs and jumps; all other abilities are off.
    fn default() -> Self {
        Feel {
            tile_px: 16.0,
            gravity: 900.0,
            max_fall: 0.0,
            drop_through: true,
            run: Run::default(),
            jump: Jump::default(),
            assist: Assist::default(),
            fast_fall: None,
            wall_slide: None,
            wall_jump: None,
            dash: None,
            climb: None,
            swim: None,
            crouch: None,
            friction: false,
            surfaces: Vec::new(),
        }
    }
}

impl Default for Run {
    /// 90 px/s within 6 ticks.
    fn default() -> Self {
        Run { speed: 90.0, accel: 1000.0, reduce: 1000.0, air: 1.0 }
    }
}

impl Default for Jump {
    /// A fixed height of about 3 tiles of 16 px under the default gravity.
    fn default() -> Self {
        Jump {
            speed: 300.0,
            along: 0.0,
            coyote_ticks: 0,
            buffer_ticks: 0,
            var_jump_ticks: 0,
            ceiling_ticks: 0,
            cut: 1.0,
            rise_gravity: 1.0,
            apex_speed: 0.0,
            apex_gravity: 1.0,
            air_jumps: 0,
            air_speed: 300.0,
        }
    }
}

impl Default for FastFall {
    fn default() -> Self {
        FastFall { speed: 240.0, accel: 300.0 }
    }
}

impl Default for SurfaceFeel {
    /// Surface 0, without effect.
    fn default() -> Self {
        SurfaceFeel { surface: 0, accel: 1.0, speed: 1.0, spring: 0.0 }
    }
}

impl Feel {
    /// Gravity scale that turns a world's gravity of `gravity` px/s² into the character's; 1 if `gravity` is 0.
    #[must_use]
    pub fn gravity_scale(&self, gravity: f32) -> f32 {
        if gravity == 0.0 { 1.0 } else { self.gravity / gravity.abs() }
    }

    /// The walk settings `base` with [`assist`](Self::assist) applied.
    #[must_use]
    pub fn walk(&self, base: Walk) -> Walk {
        let assist = &self.assist;
        Walk {
            corner_correct_up: assist.corner_correct_up,
            corner_correct_side: assist.corner_correct_side,
            wall_retain_ticks: assist.wall_retain_ticks,
            gap_bridge: assist.gap_bridge,
            step_up: assist.step_up,
            one_way_assist: assist.one_way_assist,
            one_way_nudge: assist.one_way_nudge,
            ..base
        }
    }
}
