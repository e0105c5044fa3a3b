//! Formatting of names and numbers for level designers.

use super::data::{Face, Refusal};
use glam::{IVec2, Vec2};
use std::fmt;
use tilephys_core::geometry::Ratio;
use tilephys_core::trace::TieRule;
use tilephys_core::{Direction, Fraction, Obstacle, UNITS_PER_PX};

/// Lattice units as pixels: exact if three digits suffice, else with an "about"; less than 1/16 px as 256ths.
pub(super) struct Px(pub(super) i64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = i64::from(UNITS_PER_PX);
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.abs();
        if size > 0 && size < units / 16 {
            return write!(f, "{sign}{size}/{units}");
        }
        let thousandths = (size * 1000 + units / 2) / units;
        write!(f, "{sign}{}{}", thousandths / 1000, Decimals(thousandths % 1000, 3))
    }
}

/// Decimal digits, without trailing zeros.
struct Decimals(i64, usize);

impl fmt::Display for Decimals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:0width$}", self.0, width = self.1);
        let digits = digits.trim_end_matches('0');
        if digits.is_empty() { Ok(()) } else { write!(f, ".{digits}") }
    }
}

/// A position or translation, in pixels.
pub(super) struct PxPair(pub(super) IVec2);

impl fmt::Display for PxPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", Px(self.0.x.into()), Px(self.0.y.into()))
    }
}

/// A velocity.
pub(super) struct Speed(pub(super) Vec2);

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let round = |v: f32| (v * 10.0).round_ties_even() / 10.0 + 0.0;
        write!(f, "{}, {} px/s", round(self.0.x), round(self.0.y))
    }
}

/// A fraction from 0 to 1, with four digits.
pub(super) struct Part(f64);

impl From<Fraction> for Part {
    fn from(fraction: Fraction) -> Self {
        Part(fraction.to_bits() as f64 / Fraction::ONE.to_bits() as f64)
    }
}

impl From<Ratio> for Part {
    fn from(ratio: Ratio) -> Self {
        Part(ratio.as_f64())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = (self.0 * 10_000.0).round_ties_even() as i64;
        write!(f, "{}{}", parts / 10_000, Decimals(parts % 10_000, 4))
    }
}

/// Name of a tile or an off-grid shape.
pub(super) struct Name<'a> {
    pub(super) met: &'a Obstacle,
    pub(super) layers: &'a [String],
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Obstacle { layer, cell, tile, off_grid } = self.met;
        match off_grid {
            Some(id) => write!(f, "loose shape {} of tile {}", id.index(), tile.index())?,
            None => write!(f, "tile {} at column {}, row {}", tile.index(), cell.col, cell.row)?,
        }
        match self.layers.get(layer.index()) {
            Some(name) if self.layers.len() > 1 => write!(f, " of layer \"{name}\""),
            _ => Ok(()),
        }
    }
}

/// Name of a face and its solid.
pub(super) struct FaceName<'a> {
    pub(super) face: &'a Face,
    pub(super) layers: &'a [String],
}

impl fmt::Display for FaceName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let face = self.face;
        let n = face.normal;
        match (face.open, face.ends[0] == face.ends[1], n.x == 0 || n.y == 0) {
            (Some(_), false, _) => f.write_str("one-way line")?,
            (Some(_), true, _) => f.write_str("end of the one-way line")?,
            (None, true, _) => f.write_str("corner")?,
            (None, false, true) => f.write_str(side(n))?,
            (None, false, false) => write!(f, "slope of {}°", degrees(n))?,
        }
        if face.part > 0 {
            write!(f, " of part {}", face.part)?;
        }
        write!(f, " of {}", Name { met: &face.met, layers: self.layers })
    }
}

/// Name of the side of a box with this normal.
fn side(normal: IVec2) -> &'static str {
    match (normal.x.signum(), normal.y.signum()) {
        (_, -1) => "upper side",
        (_, 1) => "lower side",
        (-1, _) => "left side",
        _ => "right side",
    }
}

/// Angle from level, 0 to 90, rounded to the nearest, in degrees.
pub(super) fn degrees(normal: IVec2) -> i32 {
    let n = normal.abs().as_dvec2();
    // The cosine of twice the angle identifies the angle. Cosines of whole degrees follow from each other by the addition theorem,
    // so no function is needed that differs between platforms.
    let wanted = (n.y * n.y - n.x * n.x) / n.length_squared();
    const SINE: f64 = 0.034_899_496_702_500_97;
    const COSINE: f64 = 0.999_390_827_019_095_8;
    let mut best = (f64::INFINITY, 0);
    let mut double = (1.0, 0.0);
    for degrees in 0..=90 {
        let off = (double.0 - wanted).abs();
        if off < best.0 {
            best = (off, degrees);
        }
        let (c, s): (f64, f64) = double;
        double = (c * COSINE - s * SINE, s * COSINE + c * SINE);
    }
    best.1
}

/// Words for the two sides of a line that blocks from `open`: before it and behind it.
fn sides(open: Direction) -> [&'static str; 2] {
    match open {
        Direction::Up => ["above", "below"],
        Direction::Down => ["below", "above"],
        Direction::Left => ["the left", "the right"],
        Direction::Right => ["the right", "the left"],
    }
}

/// Text of a reason why a face was not hit.
pub(super) struct Why<'a> {
    pub(super) face: &'a Face,
    pub(super) refusal: &'a Refusal,
    pub(super) mask: u32,
    pub(super) layers: &'a [String],
}

impl fmt::Display for Why<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = self.face.open.unwrap_or_default();
        let [before, behind] = sides(open);
        let to = if open.axis() == 0 { format!("to {behind} of") } else { behind.to_owned() };
        match *self.refusal {
            Refusal::Hidden { by } => write!(f, "{} covers it", Name { met: &by, layers: self.layers }),
            Refusal::Masked { category: 0 } => f.write_str("its category is 0, so it is never solid"),
            Refusal::Masked { category } => {
                write!(f, "its category {category:#x} is not in the body's mask {:#x}", self.mask)
            }
            Refusal::Ignored => f.write_str("the body ignores it for now"),
            Refusal::DroppedThrough => f.write_str("the body drops through it"),
            Refusal::FromBehind => {
                write!(f, "the body comes from {behind} (it blocks from {before} only)")
            }
            Refusal::StartedInside { by } => {
                write!(f, "the body started {} px {to} it (it blocks from {before} only)", Px(by))
            }
            Refusal::Overlapped => f.write_str("the body started inside it"),
            Refusal::Away => f.write_str("the motion leads away from it"),
            Refusal::Along => f.write_str("the motion leads along it"),
            Refusal::Past => f.write_str("it is behind the body"),
            Refusal::Short { by } => {
                write!(f, "the motion ends {} px before it", Px((by * UNITS_PER_PX as f32) as i64))
            }
            Refusal::Beside => f.write_str("the body passes beside it"),
            Refusal::Later => f.write_str("something else was hit before"),
            Refusal::Tie(rule) => write!(f, "reached at the same moment, {}", tie(rule)),
            Refusal::Overlooked => {
                f.write_str("overlooked, though it is reached first; please report this mistake")
            }
        }
    }
}

fn tie(rule: TieRule) -> &'static str {
    match rule {
        TieRule::Extent => "with a shorter contact",
        TieRule::Corner => "in a corner: falling lands, rising keeps rising",
        TieRule::Point => "and the other is an edge, this a mere corner",
        TieRule::Up => "and the other looks more toward up",
        TieRule::Tangent => "and the other is met first along the way",
        TieRule::Line => "and the other is solid, this a one-way line",
        TieRule::Order => "and the other comes first by row and column",
    }
}
