//! The one table of colours: what lines and areas over a level mean, in every picture and in the app.

use super::rgba::Rgba;

/// Meaning of lines and areas over a level, with a colour and words for a legend.
///
/// Hues are far apart: danger has no colour of a thing to get. On the colour alone nothing depends, since each meaning has a shape or
/// a style of line too. Most are from the palette of Okabe and Ito ("Color Universal Design", 2008).
///
/// ```
/// use tilephys_inspect::debug_draw::Meaning;
///
/// assert_eq!(Meaning::Danger.title(), "danger");
/// assert_ne!(Meaning::Danger.color(), Meaning::Collectible.color());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meaning {
    /// The inside of everything solid.
    Solid,
    /// An edge of a solid that a body can touch.
    Face,
    /// A line that blocks from one side.
    OneWay,
    /// A moving platform and its path.
    Mover,
    /// An area that kills.
    Danger,
    /// A thing to collect.
    Collectible,
    /// The goal of the level.
    Goal,
    /// A place to come back to after a death.
    Checkpoint,
    /// A way to another place.
    Door,
    /// Water.
    Water,
    /// A ladder.
    Ladder,
    /// Any other area that senses bodies, and the range of a sensor.
    Trigger,
    /// The start of the player.
    Start,
    /// An object without a meaning to the engine.
    Object,
    /// A body.
    Body,
    /// A contact of a body, with its normal.
    Contact,
    /// The way that something goes: a velocity, a motion of a step, inputs toward a target.
    Path,
    /// A face that did not stop a body.
    Refused,
    /// The rest of a motion, which was not made.
    Remainder,
    /// An area or floor within reach.
    Reach,
    /// A target of which nothing is known.
    Unknown,
    /// An error of the checker.
    Error,
    /// A warning of the checker.
    Warning,
    /// A remark of the checker.
    Remark,
}

/// Colours of things that only a number tells apart, such as islands of bodies, speeds from slow to fast, or phases of a step.
///
/// The first eight are far apart.
pub const SERIES: [Rgba; 12] = [
    Rgba::rgb(86, 180, 233),
    Rgba::rgb(0, 190, 138),
    Rgba::rgb(240, 228, 66),
    Rgba::rgb(230, 159, 0),
    Rgba::rgb(255, 96, 40),
    Rgba::rgb(204, 121, 167),
    Rgba::rgb(170, 140, 255),
    Rgba::rgb(214, 222, 235),
    Rgba::rgb(190, 140, 90),
    Rgba::rgb(48, 120, 255),
    Rgba::rgb(150, 240, 70),
    Rgba::rgb(120, 235, 250),
];

impl Meaning {
    /// All meanings, in the order of a legend.
    pub const ALL: [Meaning; 24] = [
        Meaning::Solid,
        Meaning::Face,
        Meaning::OneWay,
        Meaning::Mover,
        Meaning::Danger,
        Meaning::Collectible,
        Meaning::Goal,
        Meaning::Checkpoint,
        Meaning::Door,
        Meaning::Water,
        Meaning::Ladder,
        Meaning::Trigger,
        Meaning::Start,
        Meaning::Object,
        Meaning::Body,
        Meaning::Contact,
        Meaning::Path,
        Meaning::Refused,
        Meaning::Remainder,
        Meaning::Reach,
        Meaning::Unknown,
        Meaning::Error,
        Meaning::Warning,
        Meaning::Remark,
    ];

    /// Colour of the meaning, opaque.
    #[must_use]
    pub const fn color(self) -> Rgba {
        match self {
            Meaning::Solid => Rgba::rgb(110, 140, 190),
            Meaning::Face => Rgba::rgb(236, 240, 246),
            Meaning::OneWay => Rgba::rgb(0, 190, 138),
            Meaning::Mover => Rgba::rgb(204, 121, 167),
            Meaning::Danger => Rgba::rgb(255, 64, 52),
            Meaning::Collectible => Rgba::rgb(255, 176, 32),
            Meaning::Goal => Rgba::rgb(150, 240, 70),
            Meaning::Checkpoint => Rgba::rgb(120, 235, 250),
            Meaning::Door => Rgba::rgb(170, 116, 255),
            Meaning::Water => Rgba::rgb(48, 120, 255),
            Meaning::Ladder => Rgba::rgb(190, 140, 90),
            Meaning::Trigger => Rgba::rgb(176, 184, 198),
            Meaning::Object => Rgba::rgb(222, 206, 170),
            Meaning::Start | Meaning::Body => Rgba::rgb(86, 180, 233),
            Meaning::Contact => Rgba::rgb(255, 110, 40),
            Meaning::Path => Rgba::rgb(240, 228, 66),
            Meaning::Refused => Rgba::rgb(224, 90, 190),
            Meaning::Remainder => Rgba::rgb(150, 150, 150),
            Meaning::Reach => Rgba::rgb(80, 240, 170),
            Meaning::Unknown => Rgba::rgb(225, 150, 200),
            Meaning::Error => Rgba::rgb(255, 105, 97),
            Meaning::Warning => Rgba::rgb(255, 190, 70),
            Meaning::Remark => Rgba::rgb(120, 180, 255),
        }
    }

    /// The meaning in words, for a legend.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Meaning::Solid => "solid",
            Meaning::Face => "face that a body can touch",
            Meaning::OneWay => "one-way platform",
            Meaning::Mover => "mover and its path",
            Meaning::Danger => "danger",
            Meaning::Collectible => "collectible",
            Meaning::Goal => "goal",
            Meaning::Checkpoint => "checkpoint",
            Meaning::Door => "door",
            Meaning::Water => "water",
            Meaning::Ladder => "ladder",
            Meaning::Trigger => "trigger, spring",
            Meaning::Start => "start, player's size",
            Meaning::Object => "other object",
            Meaning::Body => "body",
            Meaning::Contact => "contact",
            Meaning::Path => "velocity, motion",
            Meaning::Refused => "face that did not stop it",
            Meaning::Remainder => "rest of the motion",
            Meaning::Reach => "within reach",
            Meaning::Unknown => "not known",
            Meaning::Error => "error",
            Meaning::Warning => "warning",
            Meaning::Remark => "remark",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Meanings that are seen side by side in a level, where a wrong guess costs a life.
    const IN_LEVELS: [Meaning; 11] = [
        Meaning::OneWay,
        Meaning::Mover,
        Meaning::Danger,
        Meaning::Collectible,
        Meaning::Goal,
        Meaning::Checkpoint,
        Meaning::Door,
        Meaning::Water,
        Meaning::Ladder,
        Meaning::Trigger,
        Meaning::Path,
    ];

    /// Distance of two colours as an eye weights it ("redmean", T. Riemersma), 0 to 765.
    fn distance(a: Rgba, b: Rgba) -> f64 {
        let part = |a: u8, b: u8| f64::from(a) - f64::from(b);
        let red = (f64::from(a.red) + f64::from(b.red)) / 2.0 / 256.0;
        let [dr, dg, db] = [part(a.red, b.red), part(a.green, b.green), part(a.blue, b.blue)];
        ((2.0 + red) * dr * dr + 4.0 * dg * dg + (3.0 - red) * db * db).sqrt()
    }

    #[test]
    fn what_is_side_by_side_in_a_level_is_told_apart() {
        for (index, one) in IN_LEVELS.into_iter().enumerate() {
            for other in &IN_LEVELS[..index] {
                let far = distance(one.color(), other.color());
                assert!(far > 100.0, "{one:?} and {other:?}: {far:.0}");
            }
        }
        assert!(distance(Meaning::Danger.color(), Meaning::Collectible.color()) > 200.0);
    }

    #[test]
    fn the_first_of_a_series_are_told_apart() {
        for (index, one) in SERIES[..8].iter().enumerate() {
            for other in &SERIES[..index] {
                let far = distance(*one, *other);
                assert!(far > 80.0, "{one:?} and {other:?}: {far:.0}");
            }
        }
    }

    #[test]
    fn each_meaning_has_its_words() {
        let mut titles: Vec<&str> = Meaning::ALL.iter().map(|meaning| meaning.title()).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), Meaning::ALL.len());
        assert!(Meaning::ALL.is_sorted());
    }
}
