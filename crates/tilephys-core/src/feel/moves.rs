//! What only some characters can do: walls, dashes, ladders, water, crouching.

/// A slower fall along a wall that the character is held against. The limit of its speed grows evenly over the slide.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct WallSlide {
    /// The limit in its first tick, in px/s.
    pub start_speed: f32,
    /// The limit at its end and after it, in px/s.
    pub end_speed: f32,
    /// Ticks from one to the other. They go on where they were if the wall is left, and start again at a floor or a jump.
    pub ticks: u8,
}

impl Default for WallSlide {
    fn default() -> Self {
        WallSlide { start_speed: 20.0, end_speed: 160.0, ticks: 72 }
    }
}

/// Jumps off walls, at the speed of a jump.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct WallJump {
    /// A wall is near enough if the body, moved by this, would overlap it, in px. What stops the body first must be a wall to
    /// it: no wall jump leads off a slope that is a floor.
    pub reach: f32,
    /// Speed away from the wall, in px/s.
    pub speed: f32,
    /// Ticks after that of the jump in which away from the wall counts as held.
    pub force_ticks: u8,
    /// True if a jump takes the velocity of the wall along, unless a platform carries the body or did lately. `false` by default.
    #[doc(alias = "LiftBoost")]
    pub wall_lift: bool,
}

impl Default for WallJump {
    fn default() -> Self {
        WallJump { reach: 3.0, speed: 130.0, force_ticks: 10, wall_lift: false }
    }
}

/// Dashes: straight, without gravity, in one of eight directions; where nothing is held, the way that it faces.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Dash {
    /// Its speed, in px/s; what was faster along stays as fast.
    pub speed: f32,
    /// Its ticks, at most 254.
    pub ticks: u8,
    /// Speed after it, in px/s. (A dash downward keeps what it has.)
    pub end_speed: f32,
    /// Ticks from the start of one to that of the next.
    pub cooldown_ticks: u8,
    /// Dashes until it stands or holds on to something again.
    pub count: u8,
    /// How far over a floor, in px, a level dash is set down on it. 0 for off.
    pub floor_snap: f32,
}

impl Default for Dash {
    fn default() -> Self {
        Dash { speed: 240.0, ticks: 9, end_speed: 160.0, cooldown_ticks: 12, count: 1, floor_snap: 3.0 }
    }
}

/// Climbing of ladders and ropes, where the [surroundings](crate::Surroundings::ladder) say that there is one, and of walls.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Climb {
    /// In px/s.
    pub up_speed: f32,
    /// In px/s.
    pub down_speed: f32,
    /// Speed along, in px/s, on ladders; 0 for ropes.
    pub along_speed: f32,
    /// Are walls climbed too, while grab is held?
    pub walls: bool,
    /// Upward speed at the upper end of a wall, in px/s.
    pub hop_up: f32,
    /// Speed onto it, in px/s.
    pub hop_along: f32,
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
        }
    }
}

/// Swimming, where the [surroundings](crate::Surroundings::water) say that there is water. All speeds are to its current.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Swim {
    /// Its speed, in px/s.
    pub speed: f32,
    /// How fast that is reached, in px/s².
    pub accel: f32,
    /// Acceleration upward, in px/s²: as much as gravity floats, less sinks. Not while up or down is held.
    pub buoyancy: f32,
    /// The part of the speed that is lost in a second while it is kept up: 3 slows down by a twentieth in a tick of 1/60 s.
    pub drag: f32,
    /// Upward speed of a press of jump, in px/s. 0 for a jump from floors only.
    pub stroke: f32,
}

impl Default for Swim {
    fn default() -> Self {
        Swim { speed: 60.0, accel: 600.0, buoyancy: 800.0, drag: 3.0, stroke: 0.0 }
    }
}

/// Crouching while down is held on a floor: a request to resize the body. It stands up where there is room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Crouch {
    /// Width of the body, in px, across up.
    pub width: f32,
    /// Its height when it crouches, in px.
    pub height: f32,
    /// Its height when it stands, in px; more than `height`.
    pub standing_height: f32,
    /// Factor of the speed along the floor.
    pub speed: f32,
}

impl Default for Crouch {
    fn default() -> Self {
        Crouch { width: 8.0, height: 6.0, standing_height: 11.0, speed: 0.0 }
    }
}
