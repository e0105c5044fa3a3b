//! The numbers of a scenario file: pixels that lie on the lattice, pairs, and quotients.

use glam::{IVec2, Vec2};
use serde::de::{Deserialize, Deserializer, Error};
use tilephys::check::located::REMEDY;
use tilephys::core::{UNITS_PER_PX, WORLD_LIMIT};
use toml::{Spanned, Value};

/// An array of exactly `N`. Serde's own arrays let the reader ignore what is too much.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
#[serde(try_from = "Vec<T>", bound = "T: Deserialize<'de>")]
pub(crate) struct Exactly<T, const N: usize>(pub(crate) [T; N]);

/// A pair of numbers, each with its place in the file.
pub(crate) type Pair = Exactly<Spanned<f64>, 2>;

impl<T, const N: usize> TryFrom<Vec<T>> for Exactly<T, N> {
    type Error = String;

    fn try_from(list: Vec<T>) -> Result<Self, String> {
        let length = list.len();
        let array = list.try_into().map(Exactly);
        array.map_err(|_| format!("invalid length {length}, expected an array of {N}"))
    }
}

/// A length in pixels on the lattice, as lattice units. A type of its own, so that an error has its place.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
pub(crate) struct Units(#[serde(deserialize_with = "lattice_units")] pub(crate) i32);

fn lattice_units<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    units(f64::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// A point or size in pixels on the lattice, as lattice units.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
pub(crate) struct Point(#[serde(deserialize_with = "point")] pub(crate) IVec2);

fn point<'de, D: Deserializer<'de>>(deserializer: D) -> Result<IVec2, D::Error> {
    let Exactly([Units(x), Units(y)]) = Exactly::deserialize(deserializer)?;
    Ok(IVec2::new(x, y))
}

/// A vector of px/s or px.
#[derive(Clone, Copy, Debug, Default, serde::Deserialize)]
pub(crate) struct Vector(#[serde(deserialize_with = "vector")] pub(crate) Vec2);

fn vector<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec2, D::Error> {
    Exactly::deserialize(deserializer).map(|Exactly(pair)| Vec2::from_array(pair))
}

/// One number, or one for each axis.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
#[serde(untagged, expecting = "expected a number or an array of 2")]
pub(crate) enum OneOrTwo {
    One(f32),
    Two(Exactly<f32, 2>),
}

impl OneOrTwo {
    /// The numbers for x and y.
    pub(crate) fn both(self) -> Vec2 {
        match self {
            OneOrTwo::One(n) => Vec2::splat(n),
            OneOrTwo::Two(Exactly(pair)) => Vec2::from_array(pair),
        }
    }
}

/// A number, or a text such as `"1/60"`.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
#[serde(try_from = "Value")]
pub(crate) struct Quotient(pub(crate) f64);

impl TryFrom<Value> for Quotient {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let quotient = |text: &str| {
            let (a, b) = text.split_once('/')?;
            Some(number(a)? / number(b).filter(|b| *b != 0.0)?)
        };
        let found = match &value {
            Value::Integer(number) => Some(*number as f64),
            Value::Float(number) => Some(*number),
            Value::String(text) => quotient(text),
            _ => None,
        };
        found.map(Quotient).ok_or_else(|| format!("{value} is not a number or a quotient such as \"1/60\""))
    }
}

/// Pixels as lattice units, or what is wrong with them. Every multiple of 1/256 px in the world is exact in `f64`, so none is
/// lost on the way.
pub(crate) fn units(px: f64) -> Result<i32, String> {
    let scale = f64::from(UNITS_PER_PX);
    let whole = px * scale;
    // The smallest and the greatest multiple that a world holds; NaN is neither.
    if !(whole >= -f64::from(WORLD_LIMIT) && whole <= f64::from(WORLD_LIMIT)) {
        return Err(format!("{px} px is outside of the world, which ends at 8388607 px either way"));
    }
    if whole.fract() != 0.0 {
        let low = whole.floor() / scale;
        let high = whole.ceil() / scale;
        return Err(format!("{px} px is not a multiple of 1/256 px{REMEDY}the nearest are {low} and {high}"));
    }
    Ok(whole as i32)
}

/// Lattice units as exact decimal pixels.
pub(crate) fn px(units: i32) -> f64 {
    f64::from(units) / f64::from(UNITS_PER_PX)
}

/// A point in pixels, for reading: `(160, 144.5)`.
pub(crate) fn shown(point: IVec2) -> String {
    format!("({}, {})", px(point.x), px(point.y))
}
