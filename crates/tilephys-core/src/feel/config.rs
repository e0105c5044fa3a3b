//! What a character can do: one plain struct, which may be a file.

use super::moves::{Climb, Crouch, Dash, Swim, WallJump, WallSlide};
use crate::movement::Walk;

/// How a character runs, jumps and falls, and what else it can do.
///
/// Lengths are in px, from 0 to 65,536; speeds in px/s, accelerations in px/s² and factors are from 0 to 1e9; windows are in
/// whole ticks. What is `None`, or 0 where that would do
/// nothing, is off. With the feature `serde` it can be read from a file, in which a key that is unknown is an error and one
/// that is missing has its default; [`fault`](Self::fault) tells numbers that are out of range.
///
/// ```
/// use glam::Vec2;
/// use tilephys_core::{Button, Feel, FeelState, FeelTick, Input, JumpKind, Surroundings};
///
/// let (feel, mut state) = (Feel::celeste(), FeelState::default());
/// let input = Input { along: 1.0, jump: Button::PRESSED, ..Input::default() };
/// let on_floor = Surroundings { on_floor: true, ..Surroundings::default() };
/// let tick = FeelTick { gravity: Vec2::new(0.0, 900.0), ..FeelTick::default() };
/// let command = feel.control(&mut state, &input, &on_floor, &tick);
/// assert_eq!((command.velocity.y, command.jumped), (-105.0, Some(JumpKind::Floor)));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Feel {
    /// The gravity that the character is made for, in px/s²; see [`gravity_scale`](Self::gravity_scale).
    pub gravity: f32,
    /// Greatest speed of a fall, in px/s; what is faster is braked as fast as gravity pulls. 0 for none.
    pub max_fall: f32,
    /// May one-way floors be left with down and jump?
    pub drop_through: bool,
    /// Running, on floors and in the air.
    pub run: Run,
    /// Jumping.
    pub jump: Jump,
    /// What the movement forgives; see [`walk`](Self::walk).
    pub assist: Assist,
    /// A faster fall while down is held.
    pub fast_fall: Option<FastFall>,
    /// A slower fall along a wall.
    pub wall_slide: Option<WallSlide>,
    /// Jumps off walls.
    pub wall_jump: Option<WallJump>,
    /// Dashes.
    pub dash: Option<Dash>,
    /// Climbing of ladders, ropes and walls.
    pub climb: Option<Climb>,
    /// Swimming. Without it water is air.
    pub swim: Option<Swim>,
    /// Crouching.
    pub crouch: Option<Crouch>,
    /// Does the friction of the material that it stands on multiply its acceleration? It does nothing for surfaces in the list.
    pub friction: bool,
    /// What floors of certain surfaces do: ice, mud, springs.
    pub surfaces: Vec<SurfaceFeel>,
}

/// Running.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Run {
    /// Its speed, in px/s.
    pub speed: f32,
    /// How fast that is reached, and lost when nothing is held or the other way, in px/s².
    pub accel: f32,
    /// How fast speed beyond it is lost while its own way is held, in px/s².
    pub reduce: f32,
    /// Factor of both in the air.
    pub air: f32,
}

/// Jumping.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Jump {
    /// Upward speed in the tick of the jump, which has no gravity in it, in px/s.
    pub speed: f32,
    /// Speed that a jump adds the way that is held, in px/s.
    pub along: f32,
    /// Ticks after leaving a floor in which a jump still counts as one from it: the ticks that start off the floor.
    pub coyote_ticks: u8,
    /// For how long a press waits for a floor: one so many ticks before the tick that lands still jumps, in the first tick that
    /// starts on the floor.
    pub buffer_ticks: u8,
    /// Ticks, that of the jump counted, for which a jump keeps its speed while the button is held.
    pub var_jump_ticks: u8,
    /// A ceiling within so many ticks of the jump does not end that.
    pub ceiling_ticks: u8,
    /// Factor of the upward speed when the button is let go: 1 changes nothing, 0 ends the rise.
    pub cut: f32,
    /// Factor of gravity while a jump rises and the button is held.
    pub rise_gravity: f32,
    /// Speed, in px/s, either way, below which [`apex_gravity`](Self::apex_gravity) holds. 0 for off.
    pub apex_speed: f32,
    /// Factor of gravity about the apex while the button is held.
    pub apex_gravity: f32,
    /// Jumps in the air, until it stands or holds on to something again.
    pub air_jumps: u8,
    /// Their upward speed, in px/s.
    pub air_speed: f32,
}

/// What the movement forgives: values for the [`Walk`] of the body, named as there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Assist {
    /// How far, in px, a rising body is shifted aside to pass the corner of a ceiling.
    pub corner_correct_up: f32,
    /// How far, in px, one in level flight, as in a dash, is shifted past the corner of a wall.
    pub corner_correct_side: f32,
    /// Ticks for which the speed that a wall took is kept, to be had again when the wall ends.
    pub wall_retain_ticks: u8,
    /// How far, in px, the top of a ledge may be over the feet for the body to be set on it.
    pub gap_bridge: f32,
    /// The highest step, in px, that is walked up.
    pub step_up: f32,
    /// Speed, in px/s, at which a rising body inside a one-way line is lifted onto it.
    pub one_way_assist: f32,
    /// How far, in px, a one-way line may be over the feet of one in level flight for it to be set on it.
    pub one_way_nudge: f32,
}

/// A faster fall while down is held.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct FastFall {
    /// Its greatest speed, in px/s.
    pub speed: f32,
    /// How fast the limit moves there from `max_fall`, and back, in px/s².
    pub accel: f32,
}

/// What a floor of one surface does to a character.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct SurfaceFeel {
    /// The [`Material::surface`](crate::Material::surface) of its tiles.
    pub surface: u32,
    /// Factor of the acceleration on it: small on ice.
    pub accel: f32,
    /// Factor of the speed: small in mud.
    pub speed: f32,
    /// Upward speed at which it throws what stands on it, in px/s. 0 for a floor that is no spring.
    pub spring: f32,
}

impl Default for Feel {
    /// Runs and jumps, no more.
    fn default() -> Self {
        Feel {
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
    /// Always the same, about 3 tiles of 16 px under the default gravity.
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
    /// Surface 0, which changes nothing.
    fn default() -> Self {
        SurfaceFeel { surface: 0, accel: 1.0, speed: 1.0, spring: 0.0 }
    }
}

impl Feel {
    /// The factor that turns a world's gravity of `gravity` px/s² into the character's own; 1 where there is none.
    #[must_use]
    pub fn gravity_scale(&self, gravity: f32) -> f32 {
        if gravity == 0.0 { 1.0 } else { self.gravity / gravity.abs() }
    }

    /// The settings of a body with [`assist`](Self::assist) in them, all else as in `base`.
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
