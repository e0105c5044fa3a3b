//! Settings of optional abilities: walls, dashes, ladders, water, crouching.

/// Slower fall along a wall while the input points toward it. The speed limit grows linearly over the slide.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct WallSlide {
    /// Speed limit in the first tick, 20 by default, in px/s.
    pub start_speed: f32,
    /// Speed limit at the end of the slide and after it, 160 by default, in px/s.
    pub end_speed: f32,
    /// Duration of the growth, 72 by default, in ticks. The growth pauses off the wall and restarts at a floor or a jump.
    pub ticks: u8,
}

impl Default for WallSlide {
    fn default() -> Self {
        WallSlide { start_speed: 20.0, end_speed: 160.0, ticks: 72 }
    }
}

/// Jumps off walls, with the upward speed of a jump.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct WallJump {
    /// Greatest distance to a wall, 3 by default, in px. The first obstacle in that direction must be a wall: no wall jump leads off
    /// a slope that is a floor.
    pub reach: f32,
    /// Speed away from the wall, 130 by default, in px/s.
    pub speed: f32,
    /// Ticks after the jump in which the input counts as pointing away from the wall; 10 by default.
    pub force_ticks: u8,
    /// True if a jump adds the velocity of the wall, unless a platform carries or has just carried the body; false by default.
    #[doc(alias = "LiftBoost")]
    pub wall_lift: bool,
}

impl Default for WallJump {
    fn default() -> Self {
        WallJump { reach: 3.0, speed: 130.0, force_ticks: 10, wall_lift: false }
    }
}

/// Dashes: straight, without gravity, in one of eight directions. Without input, the direction is the character's facing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Dash {
    /// Dash speed, 240 by default, in px/s. A greater speed along is kept.
    pub speed: f32,
    /// Duration of a dash, at most 254; 9 by default. In ticks.
    pub ticks: u8,
    /// Speed after the dash, 160 by default, in px/s. A dash downward keeps its speed.
    pub end_speed: f32,
    /// Ticks from the start of a dash to the start of the next; 12 by default.
    pub cooldown_ticks: u8,
    /// Number of dashes, refilled when the character stands or climbs; 1 by default.
    pub count: u8,
    /// Height over a floor from which a level dash is snapped down, 0 for off; 3 by default. In px.
    pub floor_snap: f32,
}

impl Default for Dash {
    fn default() -> Self {
        Dash { speed: 240.0, ticks: 9, end_speed: 160.0, cooldown_ticks: 12, count: 1, floor_snap: 3.0 }
    }
}

/// Climbing of walls and ledges, and of ladders, ropes and bars reported by the [surroundings](crate::Surroundings::ladder).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Climb {
    /// Climbing speed upward, 45 by default, in px/s.
    pub up_speed: f32,
    /// Climbing speed downward, 80 by default, in px/s.
    pub down_speed: f32,
    /// Speed along on ladders, 0 for ropes; 45 by default. In px/s.
    pub along_speed: f32,
    /// Speed at which a ladder draws a climber to its middle while no motion along is wanted, 0 for none; 0 by default. In px/s.
    pub center_speed: f32,
    /// True if walls are climbed too, while grab is held; false by default.
    pub walls: bool,
    /// Upward speed at the upper end of a wall, 0 by default, in px/s.
    pub hop_up: f32,
    /// Speed onto the upper end of a wall, 0 by default, in px/s.
    pub hop_along: f32,
    /// Speed hand over hand along a bar, 0 for bars that are no hold; 0 by default. In px/s.
    #[doc(alias = "monkey bar")]
    pub bar_speed: f32,
    /// Hanging on ledges; `None` by default.
    pub ledge: Option<Ledge>,
}

impl Default for Climb {
    fn default() -> Self {
        Climb {
            up_speed: 45.0,
            down_speed: 80.0,
            along_speed: 45.0,
            walls: false,
            hop_up: 0.0,
            hop_along: 0.0,
            center_speed: 0.0,
            bar_speed: 0.0,
            ledge: None,
        }
    }
}

/// Hanging on the ledge of a wall, and climbing onto it.
///
/// A character that falls takes hold of a ledge toward which the input points, or that it faces while grab is held. Up climbs onto
/// the ledge at [`Climb::up_speed`], down lets go, jump leaves it.
#[doc(alias = "ledge grab")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Ledge {
    /// Distance of the hands below the upper end of the body, 2 by default, in px: a hanging character has them at the ledge.
    pub hands: f32,
    /// Greatest height of the hands over a ledge at which they take hold of it, 4 by default, in px. A fall by more than this in a
    /// tick may miss the ledge.
    pub window: f32,
    /// True if one-way lines within reach are ledges too; false by default.
    pub lines: bool,
}

impl Default for Ledge {
    fn default() -> Self {
        Ledge { hands: 2.0, window: 4.0, lines: false }
    }
}

/// Swimming in water reported by the [surroundings](crate::Surroundings::water). All speeds are relative to its current.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Swim {
    /// Swimming speed, 60 by default, in px/s.
    pub speed: f32,
    /// Acceleration to the swimming speed, 600 by default, in px/s².
    pub accel: f32,
    /// Upward acceleration, 800 by default, in px/s²: more than gravity floats, less sinks. Zero while up or down is held.
    pub buoyancy: f32,
    /// Drag: the part of the speed lost in a second at constant speed, 3 by default. 3 slows by a twentieth in 1/60 s.
    pub drag: f32,
    /// Upward speed of a stroke on a press of jump, 0 for jumps from floors only; 0 by default. In px/s.
    pub stroke: f32,
}

impl Default for Swim {
    fn default() -> Self {
        Swim { speed: 60.0, accel: 600.0, buoyancy: 800.0, drag: 3.0, stroke: 0.0 }
    }
}

/// Crouching while down is held on a floor: a request to resize the body. The character stands up where there is room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Crouch {
    /// Width of the body across up, 8 by default, in px.
    pub width: f32,
    /// Height of the crouching body, 6 by default, in px.
    pub height: f32,
    /// Height of the standing body, more than `height`; 11 by default. In px.
    pub standing_height: f32,
    /// Factor of the running speed while crouching; 0 by default.
    pub speed: f32,
}

impl Default for Crouch {
    fn default() -> Self {
        Crouch { width: 8.0, height: 6.0, standing_height: 11.0, speed: 0.0 }
    }
}
