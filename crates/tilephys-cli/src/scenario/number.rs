//! The numbers of a scenario file: pixels that lie on the lattice, pairs, and quotients.

use glam::{IVec2, Vec2};
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use tilephys::check::located::{OR_FORM, Problem, Source};
use tilephys::core::{UNITS_PER_PX, WORLD_LIMIT};
use toml::Spanned;

/// Some keys of a table by name, each with its place in the file if it is there.
macro_rules! keys {
    ($table:expr; $($key:ident),+) => {
        [$((stringify!($key), $table.$key.as_ref().map(toml::Spanned::span))),+]
    };
}
pub(crate) use keys;

/// The first of these keys that is there.
pub(crate) fn first_key(
    keys: impl IntoIterator<Item = (&'static str, Option<Range<usize>>)>,
) -> Option<(&'static str, Range<usize>)> {
    keys.into_iter().find_map(|(name, span)| Some((name, span?)))
}

/// An array of exactly `N`. Serde's own arrays let the reader ignore what is too much.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exactly<T, const N: usize>(pub(crate) [T; N]);

pub(crate) type Pair = Exactly<Spanned<f64>, 2>;

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Exactly<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Elements<T, const N: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for Elements<T, N> {
            type Value = Exactly<T, N>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "an array of {N}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
                let mut found = Vec::with_capacity(N);
                while found.len() < N {
                    let short = || A::Error::invalid_length(found.len(), &self);
                    let element = elements.next_element()?.ok_or_else(short)?;
                    found.push(element);
                }
                if elements.next_element::<IgnoredAny>()?.is_some() {
                    return Err(A::Error::invalid_length(N + 1, &self));
                }
                found.try_into().map(Exactly).map_err(|_| A::Error::custom("an array of another length"))
            }
        }
        deserializer.deserialize_seq(Elements(PhantomData))
    }
}

/// One number, or one for each axis.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OneOrTwo {
    One(f64),
    Two([f64; 2]),
}

impl OneOrTwo {
    /// The numbers for x and y.
    pub(crate) fn both(self) -> [f64; 2] {
        match self {
            OneOrTwo::One(n) => [n, n],
            OneOrTwo::Two(pair) => pair,
        }
    }
}

impl<'de> Deserialize<'de> for OneOrTwo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = OneOrTwo;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number or an array of 2")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<OneOrTwo, E> {
                Ok(OneOrTwo::One(number as f64))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<OneOrTwo, E> {
                Ok(OneOrTwo::One(number))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<OneOrTwo, A::Error> {
                let elements = serde::de::value::SeqAccessDeserializer::new(elements);
                Exactly::deserialize(elements).map(|pair| OneOrTwo::Two(pair.0))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// A number, or a text such as `"1/60"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quotient(pub(crate) f64);

impl<'de> Deserialize<'de> for Quotient {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Quotient;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number, or a quotient such as \"1/60\"")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Quotient, E> {
                Ok(Quotient(number as f64))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Quotient, E> {
                Ok(Quotient(number))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Quotient, E> {
                let number = |text: &str| text.trim().parse::<f64>();
                match text.split_once('/').map(|(a, b)| (number(a), number(b))) {
                    Some((Ok(a), Ok(b))) if b != 0.0 => Ok(Quotient(a / b)),
                    _ => Err(E::custom(format!("\"{text}\" is not a quotient such as \"1/60\""))),
                }
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// A word, or what else may stand in its place: a number or a table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WordOr<W, T> {
    Word(W),
    Other(T),
}

/// A value that may stand in the place of a word.
pub(crate) trait InPlaceOfWord {
    /// The value as a message names it, after "or".
    const FORM: &'static str;
}

impl InPlaceOfWord for f64 {
    const FORM: &'static str = "a number of px";
}

impl<'de, W: Deserialize<'de>, T: Deserialize<'de> + InPlaceOfWord> Deserialize<'de> for WordOr<W, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<W, T>(PhantomData<(W, T)>);
        impl<'de, W: Deserialize<'de>, T: Deserialize<'de> + InPlaceOfWord> Visitor<'de> for Either<W, T> {
            type Value = WordOr<W, T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a word, or what the README allows in its place")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
                let plain =
                    |error: serde::de::value::Error| E::custom(format!("{error}{OR_FORM}{}", T::FORM));
                W::deserialize(word.into_deserializer()).map(WordOr::Word).map_err(plain)
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
                T::deserialize(number.into_deserializer()).map(WordOr::Other)
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
                T::deserialize(number.into_deserializer()).map(WordOr::Other)
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(keys)).map(WordOr::Other)
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}

/// The `f32` nearest to a number of the file. Refuses finite numbers that would become infinite.
pub(crate) fn single(source: &Source, value: f64, span: Range<usize>) -> Result<f32, Problem> {
    let nearest = value as f32;
    if value.is_finite() && nearest.is_infinite() {
        let message = format!("{value:e} is too large: the engine would store it as {nearest}");
        let help = format!("the largest number is {:e}; write `inf` for infinity", f32::MAX);
        return Err(source.problem(span, message).with_help(help));
    }
    Ok(nearest)
}

/// A number by [`single`], or `plain` if the key is left out. `range` is in words what `is_sound` checks.
pub(crate) fn checked(
    source: &Source,
    (key, value): (&str, &Option<Spanned<f64>>),
    plain: f32,
    is_sound: fn(f64) -> bool,
    range: &str,
) -> Result<f32, Problem> {
    let Some(value) = value else { return Ok(plain) };
    let number = *value.get_ref();
    let nearest = single(source, number, value.span())?;
    if is_sound(number) {
        return Ok(nearest);
    }
    Err(source.problem(value.span(), format!("`{key}` {range}, not {number}")))
}

/// True for zero and more, infinity too.
pub(crate) fn from_zero(number: f64) -> bool {
    number >= 0.0
}

/// True for zero and more, without infinity.
pub(crate) fn from_zero_finite(number: f64) -> bool {
    number >= 0.0 && number.is_finite()
}

/// Both of a pair by [`single`].
pub(crate) fn singles(source: &Source, pair: &Spanned<Exactly<f64, 2>>) -> Result<Vec2, Problem> {
    let [x, y] = pair.get_ref().0;
    Ok(Vec2::new(single(source, x, pair.span())?, single(source, y, pair.span())?))
}

/// Pixels as lattice units. Every multiple of 1/256 px in the world is exact in `f64`, so none is lost on the way.
pub(crate) fn units(source: &Source, px: &Spanned<f64>) -> Result<i32, Problem> {
    let (value, scale) = (*px.get_ref(), f64::from(UNITS_PER_PX));
    let whole = value * scale;
    // The smallest and the greatest multiple that a world holds; NaN is neither.
    if !(whole >= -f64::from(WORLD_LIMIT) && whole <= f64::from(WORLD_LIMIT)) {
        let message = format!("{value} px is outside of the world, which ends at 8388607 px either way");
        return Err(source.problem(px.span(), message));
    }
    if whole.fract() != 0.0 {
        let (low, high) = (whole.floor() / scale, whole.ceil() / scale);
        return Err(source
            .problem(px.span(), format!("{value} px is not a multiple of 1/256 px"))
            .with_help(format!("the nearest are {low} and {high}")));
    }
    Ok(whole as i32)
}

/// Both of a pair by [`units`].
pub(crate) fn point(source: &Source, pair: &Pair) -> Result<IVec2, Problem> {
    Ok(IVec2::new(units(source, &pair.0[0])?, units(source, &pair.0[1])?))
}

/// Lattice units as exact decimal pixels.
pub(crate) fn px(units: i32) -> f64 {
    f64::from(units) / f64::from(UNITS_PER_PX)
}

/// A point in pixels, for reading: `(160, 144.5)`.
pub(crate) fn shown(point: IVec2) -> String {
    format!("({}, {})", px(point.x), px(point.y))
}
