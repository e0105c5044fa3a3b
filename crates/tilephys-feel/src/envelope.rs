//! Envelope: bounds of what a character can do in a tick, over all inputs. A planner that keeps to them misses nothing.
//!
//! Each bound stands for a rule of the controller, named at the field. It may be looser than the rule, never tighter.

use crate::config::Feel;
use crate::frame::greater;
use std::error::Error;
use std::fmt;

/// Bounds of a character's motion in ticks of a fixed length, over all inputs and all states. Speeds are in px/s.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope {
    /// Length of a tick, in seconds.
    pub dt: f32,
    /// Greatest speed along that input keeps up, on any surface, on ladders and in the air.
    pub run: f32,
    /// Least deceleration of a greater speed along, on any surface and in the air, in px/s².
    pub brake: f32,
    /// Jump from a floor, a ladder or a climbed wall, in coyote time too.
    pub jump: Start,
    /// Jump in the air, and the number of such jumps without a floor.
    pub air_jump: Option<(Start, u8)>,
    /// Jump off a wall within this distance, in px.
    pub wall_jump: Option<(Start, f32)>,
    /// Hop over the upper end of a climbed wall.
    pub hop: Option<Start>,
    /// Greatest upward speed at which a floor surface throws the character; 0 without springs.
    pub spring: f32,
    /// Dash, and the number of dashes without a floor.
    pub dash: Option<(DashBound, u8)>,
    /// Greatest upward speed of a character that slides down a wall: negative. `None` without slides.
    pub wall_slide: Option<f32>,
    /// True if the character climbs walls.
    pub climbs_walls: bool,
    /// True if the character climbs ladders.
    pub climbs_ladders: bool,
    /// Greatest speed up and down of climbing.
    pub climb: f32,
    /// Bounds in water; `None` if water is air.
    pub swim: Option<SwimBound>,
    /// Ticks after a floor in which a jump is still a floor jump.
    pub coyote_ticks: u8,
    /// Greatest fall speed that gravity leads to; infinite without a limit.
    pub fall: f32,
    gravity: f32,
    /// Limit of the slowest fall, 0 for none.
    max_fall: f32,
    rise_gravity: f32,
    apex_speed: f32,
    apex_gravity: f32,
    cut: f32,
}

/// Bounds of the start of a motion through the air.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Start {
    /// Greatest upward speed, in px/s.
    pub rise: f32,
    /// Ticks for which that speed can be kept, including the first.
    pub kept_ticks: u8,
    /// Speed along that the start adds at most, in px/s.
    pub adds_along: f32,
    /// Speed along that the start sets at most, in px/s.
    pub sets_along: f32,
}

/// Bounds of a dash.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DashBound {
    /// Greatest speed on each axis, in px/s.
    pub speed: f32,
    /// Ticks with that speed.
    pub ticks: u16,
    /// Greatest upward speed after the dash, in px/s.
    pub end_rise: f32,
}

/// Bounds of swimming, relative to the water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwimBound {
    /// Greatest speed up that water leads to, in px/s.
    pub rise: f32,
    /// Greatest speed down that water leads to, in px/s.
    pub sink: f32,
    /// Greatest speed along that water leads to, in px/s.
    pub along: f32,
    /// Least deceleration of a greater speed along, in px/s².
    pub brake: f32,
}

/// Setting whose effect no rule of an [`Envelope`] bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRule {
    /// Name of the setting, as in a file.
    pub setting: &'static str,
}

impl fmt::Display for NoRule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "no bound is known for a character with the present `{}`", self.setting)
    }
}

impl Error for NoRule {}

impl Feel {
    /// Bounds of the character's motion in ticks of `dt` seconds.
    ///
    /// They hold for all inputs, without throws by the game and without platforms. Their user adds the velocities of conveyors,
    /// moving platforms, water currents and spring zones.
    ///
    /// ```
    /// use tilephys_feel::Feel;
    ///
    /// let envelope = Feel::mega_man().envelope(1.0 / 60.0)?;
    /// assert_eq!(envelope.jump.rise, 292.5);
    /// // A tick of gravity later.
    /// assert_eq!(envelope.rise_after(292.5), 277.5);
    /// # Ok::<(), tilephys_feel::NoRule>(())
    /// ```
    ///
    /// # Errors
    /// If a setting is out of range, or has an effect that no rule here bounds.
    pub fn envelope(&self, dt: f32) -> Result<Envelope, NoRule> {
        if let Some(setting) = self.without_rule(dt) {
            return Err(NoRule { setting });
        }
        let jump = &self.jump;
        let off_floor = Start {
            rise: jump.speed,
            kept_ticks: jump.var_jump_ticks,
            adds_along: jump.along,
            sets_along: 0.0,
        };
        let fast = self.fast_fall.as_ref().map_or(0.0, |fast| fast.speed);
        let springs = self.surfaces.iter().map(|surface| surface.spring);
        Ok(Envelope {
            dt,
            run: self.greatest_run(),
            brake: self.least_brake(),
            jump: off_floor,
            air_jump: (jump.air_jumps > 0)
                .then_some((Start { rise: jump.air_speed, ..off_floor }, jump.air_jumps)),
            wall_jump: self
                .wall_jump
                .as_ref()
                .map(|wall| (Start { adds_along: 0.0, sets_along: wall.speed, ..off_floor }, wall.reach)),
            hop: self.climb.as_ref().filter(|climb| climb.walls && climb.hop_up > 0.0).map(|climb| Start {
                rise: climb.hop_up,
                kept_ticks: 0,
                adds_along: 0.0,
                sets_along: climb.hop_along,
            }),
            spring: springs.fold(0.0, greater),
            dash: self.dash.as_ref().filter(|dash| dash.count > 0).map(|dash| {
                let bound = DashBound {
                    speed: greater(dash.speed, dash.end_speed),
                    ticks: u16::from(dash.ticks) + 1,
                    end_rise: dash.end_speed,
                };
                (bound, dash.count)
            }),
            wall_slide: self.wall_slide.as_ref().map(|slide| {
                let slowest =
                    if slide.start_speed < slide.end_speed { slide.start_speed } else { slide.end_speed };
                -slowest
            }),
            climbs_walls: self.climb.as_ref().is_some_and(|climb| climb.walls),
            climbs_ladders: self.climb.is_some(),
            climb: self.climb.as_ref().map_or(0.0, |climb| greater(climb.up_speed, climb.down_speed)),
            swim: self.swim_bound(dt)?,
            coyote_ticks: jump.coyote_ticks,
            fall: if self.max_fall > 0.0 { greater(self.max_fall, fast) } else { f32::INFINITY },
            gravity: self.gravity,
            max_fall: self.max_fall,
            rise_gravity: jump.rise_gravity,
            apex_speed: jump.apex_speed,
            apex_gravity: jump.apex_gravity,
            cut: jump.cut,
        })
    }

    /// The first setting that is out of range, or whose effect has no bound.
    fn without_rule(&self, dt: f32) -> Option<&'static str> {
        let jump = &self.jump;
        let settings = [
            ("gravity", self.gravity <= 0.0),
            // A release that adds speed, or a rise without gravity, never ends.
            ("jump.cut", jump.cut > 1.0),
            ("jump.rise_gravity", jump.rise_gravity <= 0.0),
            ("jump.apex_gravity", jump.apex_gravity <= 0.0 && jump.apex_speed > 0.0),
            ("climb.ledge", self.ledge().is_some()),
            ("dt", dt.is_nan() || dt <= 0.0),
        ];
        let unbounded = || settings.into_iter().find(|(_, is_unbounded)| *is_unbounded);
        self.fault().map(|(setting, _)| setting).or_else(|| unbounded().map(|(setting, _)| setting))
    }

    /// Greatest speed along of running, crouching and climbing: input is at most 1, and factors of surfaces multiply.
    fn greatest_run(&self) -> f32 {
        let factors = self.surfaces.iter().map(|surface| surface.speed);
        let on_ladders =
            self.climb.as_ref().map_or(0.0, |climb| greater(climb.along_speed, climb.center_speed));
        let crouching = self.crouch.as_ref().map_or(1.0, |crouch| greater(1.0, crouch.speed));
        greater(self.run.speed * factors.fold(1.0, greater) * crouching, on_ladders)
    }

    /// Least deceleration of a speed along above the running speed. With input along it this is `reduce`, else `accel`.
    fn least_brake(&self) -> f32 {
        let lesser = |a: f32, b: f32| if b < a { b } else { a };
        let factors = self.surfaces.iter().map(|surface| surface.accel);
        // A floor of any friction may lie below, so friction as a factor has no lower bound.
        let by_friction = if self.friction { 0.0 } else { 1.0 };
        let factor = factors.fold(lesser(lesser(1.0, self.run.air), by_friction), lesser);
        lesser(self.run.accel, self.run.reduce) * factor
    }

    fn swim_bound(&self, dt: f32) -> Result<Option<SwimBound>, NoRule> {
        let Some(swim) = &self.swim else { return Ok(None) };
        // A constant acceleration against drag leads to this speed; drag ends it within a tick at most.
        let net = swim.buoyancy - self.gravity;
        let drag = if swim.drag * dt < 1.0 { swim.drag } else { 1.0 / dt };
        if drag <= 0.0 {
            return Err(NoRule { setting: "swim.drag" });
        }
        let afloat = if net > 0.0 { net / drag } else { 0.0 };
        // Strokes can follow each other in any two ticks, and each adds speed along.
        let added = self.jump.along / 2.0 - swim.accel * dt;
        let by_strokes = if added > 0.0 { added / (drag * dt) + self.jump.along } else { 0.0 };
        Ok(Some(SwimBound {
            rise: [swim.speed, afloat, swim.stroke, self.jump.speed].into_iter().fold(0.0, greater),
            sink: greater(self.gravity / drag, swim.speed),
            along: greater(swim.speed + self.jump.along, by_strokes),
            // Drag adds to it.
            brake: swim.accel,
        }))
    }
}

impl Envelope {
    /// Greatest upward speed at the end of a tick, over all inputs and all upward speeds up to `rise` before it, without the start of
    /// anything. Monotone in `rise`. Negative speeds fall.
    #[must_use]
    pub fn rise_after(&self, rise: f32) -> f32 {
        let pull = self.gravity * self.dt;
        let after = |rise: f32| rise - pull * self.least_factor(rise);
        // Gravity is weaker in some ranges of speed. A lesser speed in such a range may end above a greater one.
        let mut most = after(rise);
        for border in [self.apex_speed, 0.0] {
            let below = border.next_down();
            if rise > below {
                most = greater(most, after(below));
            }
        }
        if self.max_fall > 0.0 { greater(most, -self.max_fall) } else { most }
    }

    /// Least factor of gravity at an upward speed: the player holds the button or not.
    fn least_factor(&self, rise: f32) -> f32 {
        let rising = if rise > 0.0 && self.rise_gravity < 1.0 { self.rise_gravity } else { 1.0 };
        let is_apex = rise.abs() < self.apex_speed;
        if is_apex && self.apex_gravity < rising { self.apex_gravity } else { rising }
    }

    /// Least upward speed at the end of a tick, over all inputs and all upward speeds from `rise` on before it, without obstacles and
    /// without the start of anything.
    #[must_use]
    pub fn least_rise_after(&self, rise: f32) -> f32 {
        let pull = self.gravity * self.dt;
        let factor = greater(greater(1.0, self.rise_gravity), self.apex_gravity);
        let cut = if rise > 0.0 { rise * self.cut } else { rise };
        let fallen = pull * factor - cut;
        // A fall above the limit is braked to it at the rate of gravity; below it, it ends at the limit.
        let slowed = greater(self.fall, fallen - 2.0 * pull);
        -(if fallen > self.fall { slowed } else { fallen })
    }
}
