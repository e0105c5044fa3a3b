//! Sliders: the numbers of a scene that can be changed while it runs.

use serde::Deserialize;

/// Greatest number of bodies in a crowd.
pub(crate) const MAX_BODIES: usize = 1_000_000;

/// A number of a scene with its range.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slider {
    /// Text beside the slider.
    pub label: String,
    /// What the slider sets.
    pub sets: Quantity,
    /// Lowest value.
    pub min: f32,
    /// Highest value.
    pub max: f32,
    /// Value at the start.
    pub value: f32,
    /// Unit of the value, such as `px/s`; empty for none.
    #[serde(default)]
    pub unit: String,
}

impl Slider {
    /// The value of the range that is nearest to `value`; the value at the start for NaN.
    #[must_use]
    pub fn bounded(&self, value: f32) -> f32 {
        if value.is_nan() { self.value } else { bounded(value, self.min, self.max) }
    }
}

/// The value from `min` to `max` that is nearest to `value`.
pub(crate) fn bounded(value: f32, min: f32, max: f32) -> f32 {
    if value < min {
        min
    } else if value > max {
        max
    } else {
        value
    }
}

/// What a slider sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// Number of bodies in the first crowd.
    Bodies,
    /// Highest speed of the crowds; of a diagram its body's speed; px/s.
    Speed,
    /// Gravity, downward, in px/s².
    Gravity,
    /// Restitution of the crowds, 0 to 1.
    Bounce,
    /// Friction of the crowds against other bodies.
    Friction,
    /// Speed at which the bodies of a crowd part, in px/s.
    Push,
    /// Steps a second.
    Ticks,
    /// Speed at which time passes, 1 for real time. The app divides the time between its steps by it.
    TimeScale,
    /// Factor of the speeds of all movers with a path.
    PlatformSpeed,
    /// Velocity of a diagram's body to the right, in px/s.
    VelocityX,
    /// Velocity of a diagram's body downward, in px/s.
    VelocityY,
    /// Velocity of a diagram's other box to the right, in px/s.
    OtherX,
    /// Velocity of a diagram's other box downward, in px/s.
    OtherY,
    /// Edge of a diagram's body, in px.
    Size,
    /// Thickness of a diagram's wall, in px.
    Wall,
    /// Angle of a diagram's brushes, as rise in px for each 100 px.
    Steepness,
}

/// Words of the quantities in files.
const WORDS: [(Quantity, &str); 16] = [
    (Quantity::Bodies, "bodies"),
    (Quantity::Speed, "speed"),
    (Quantity::Gravity, "gravity"),
    (Quantity::Bounce, "bounce"),
    (Quantity::Friction, "friction"),
    (Quantity::Push, "push"),
    (Quantity::Ticks, "ticks"),
    (Quantity::TimeScale, "time_scale"),
    (Quantity::PlatformSpeed, "platform_speed"),
    (Quantity::VelocityX, "velocity_x"),
    (Quantity::VelocityY, "velocity_y"),
    (Quantity::OtherX, "other_x"),
    (Quantity::OtherY, "other_y"),
    (Quantity::Size, "size"),
    (Quantity::Wall, "wall"),
    (Quantity::Steepness, "steepness"),
];

impl Quantity {
    /// The word of the quantity in files of scenes.
    #[must_use]
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|(quantity, _)| *quantity == self).map_or("", |(_, word)| word)
    }

    /// Lowest and highest sound value of the quantity.
    pub(crate) fn limits(self) -> (f32, f32) {
        match self {
            Self::Bodies => (0.0, MAX_BODIES as f32),
            Self::Gravity | Self::Speed => (0.0, 100_000.0),
            Self::Bounce => (0.0, 1.0),
            Self::Friction => (0.0, 100.0),
            Self::Push => (0.0, 1_000.0),
            Self::Ticks => (10.0, 1_000.0),
            Self::TimeScale | Self::PlatformSpeed => (0.01, 10.0),
            Self::VelocityX | Self::VelocityY | Self::OtherX | Self::OtherY => (-100_000.0, 100_000.0),
            Self::Size | Self::Wall => (1.0, 100.0),
            Self::Steepness => (5.0, 500.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_words_of_files() {
        for (quantity, word) in WORDS {
            let text = format!("label = \"\"\nsets = \"{word}\"\nmin = 1\nmax = 1\nvalue = 1");
            let slider: Slider = toml::from_str(&text).unwrap_or_else(|error| panic!("{word}: {error}"));
            assert_eq!((slider.sets, quantity.word()), (quantity, word));
        }
    }
}
