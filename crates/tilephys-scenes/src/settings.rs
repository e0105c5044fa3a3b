//! Numbers of a running stage that sliders set.

use crate::crowd::Crowd;
use crate::slider::Quantity;

/// Steps a second without a slider for them.
const TICKS: f32 = 60.0;

/// Values of the sliders; `None` keeps what the scene or its map says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) bodies: Option<usize>,
    /// Highest speed of the crowds, in px/s.
    pub(crate) speed: Option<f32>,
    pub(crate) gravity: Option<f32>,
    pub(crate) bounce: Option<f32>,
    pub(crate) friction: Option<f32>,
    /// Speed at which the bodies of a crowd part, in px/s.
    pub(crate) push: Option<f32>,
    /// Steps a second.
    pub(crate) ticks: f32,
    pub(crate) time_scale: f32,
    pub(crate) platform_speed: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            bodies: None,
            speed: None,
            gravity: None,
            bounce: None,
            friction: None,
            push: None,
            ticks: TICKS,
            time_scale: 1.0,
            platform_speed: 1.0,
        }
    }
}

impl Settings {
    /// Sets a quantity. Quantities of diagrams are not kept here.
    pub(crate) fn set(&mut self, quantity: Quantity, value: f32) {
        match quantity {
            Quantity::Bodies => self.bodies = Some(value as usize),
            Quantity::Speed => self.speed = Some(value),
            Quantity::Gravity => self.gravity = Some(value),
            Quantity::Bounce => self.bounce = Some(value),
            Quantity::Friction => self.friction = Some(value),
            Quantity::Push => self.push = Some(value),
            Quantity::Ticks => self.ticks = value,
            Quantity::TimeScale => self.time_scale = value,
            Quantity::PlatformSpeed => self.platform_speed = value,
            _ => {}
        }
    }

    /// The crowd with these numbers; the first one with the number of bodies.
    pub(crate) fn of(&self, crowd: &Crowd, is_first: bool) -> Crowd {
        let mut crowd = crowd.clone();
        if let Some(speed) = self.speed
            && crowd.speed[1] > 0.0
        {
            let factor = speed / crowd.speed[1];
            crowd.speed = crowd.speed.map(|end| end * factor);
        }
        if let Some(bodies) = self.bodies.filter(|_| is_first) {
            crowd.number = bodies;
        }
        crowd.restitution = self.bounce.or(crowd.restitution);
        crowd.friction = self.friction.unwrap_or(crowd.friction);
        crowd.push = self.push.unwrap_or(crowd.push);
        crowd
    }
}
