//! Validates names, sizes and gravity, and reads parts of the tree of a file.

use super::number::OneOrTwo;
use glam::{IVec2, Vec2};
use serde::Deserialize;
use std::ops::Range;
use tilephys::check::located::{Problem, Source, explained, nearest, quoted};
use tilephys::core::{Direction, Fault, Field, UNITS_PER_PX};
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

/// Maximum side of a body, in pixels: bounds the cost of a query for a body's contacts.
const LARGEST_BODY: i32 = 65_536;

/// Some keys of a table by name, each with its place in the file if it is there.
macro_rules! keys {
    ($table:expr; $($key:ident),+) => {
        [$($table.$key.as_ref().map(toml::Spanned::span)),+]
    };
}
pub(crate) use keys;

/// A part of the tree of a file as a type.
pub(crate) fn value<'t, T: Deserialize<'t>>(
    source: &Source,
    value: &Spanned<DeValue<'t>>,
) -> Result<T, Problem> {
    /// The parser adds the place of a newtype to its errors.
    #[derive(Deserialize)]
    struct Whole<T>(T);

    let read = Whole::deserialize(ValueDeserializer::from(value.clone()));
    read.map(|Whole(value)| value).map_err(|error| explained(source, &error))
}

/// Keys of pairs in types of the engine, of which a third number would be ignored.
const PAIRS: [&str; 6] = ["lift_cap", "conveyor", "offset", "size", "water", "thrown"];

/// Refuses what would be read as something else: finite numbers that an `f32` holds as infinite, and pairs of three numbers.
pub(crate) fn check_numbers(source: &Source, value: &Spanned<DeValue>) -> Result<(), Problem> {
    match value.get_ref() {
        DeValue::Array(list) => list.iter().try_for_each(|value| check_numbers(source, value)),
        DeValue::Table(table) => table.iter().try_for_each(|(key, value)| {
            let count = value.get_ref().as_array().map_or(0, |list| list.len());
            if count > 2 && PAIRS.contains(&&**key.get_ref()) {
                let message = format!("invalid length {count}, expected an array of 2");
                return Err(source.problem(value.span(), message));
            }
            check_numbers(source, value)
        }),
        DeValue::Float(float) => {
            let number: f64 = float.as_str().parse().unwrap_or(0.0);
            let nearest = number as f32;
            if number.is_infinite() || !nearest.is_infinite() {
                return Ok(());
            }
            let message = format!("{number:e} is too large: the engine would store it as {nearest}");
            let help = format!("the largest number is {:e}; write `inf` for infinity", f32::MAX);
            Err(source.problem(value.span(), message).with_help(help))
        }
        _ => Ok(()),
    }
}

/// The error that a field of a table is out of its range. It points at the value of the field, else at `span`.
pub(crate) fn out_of_range(
    source: &Source,
    (field, fault): (Field, Fault),
    table: Option<&Spanned<DeValue>>,
    span: Range<usize>,
) -> Problem {
    let message = format!("`{field}` {fault}: {}", field.range());
    let part = |name: &str| table.and_then(|table| table.get_ref().get(name));
    let (table, key) = match field {
        Field::BodyFriction => (part("collide"), "friction".to_owned()),
        Field::Friction => (part("walk").or(table), "friction".to_owned()),
        field => (table, field.to_string().replace(' ', "_")),
    };
    let place = table.and_then(|table| place_of_key(table, &key));
    source.problem(place.unwrap_or(span), message)
}

/// The place of the value of a key, at any depth. Names of variants are written with a capital letter.
fn place_of_key(value: &Spanned<DeValue>, key: &str) -> Option<Range<usize>> {
    value.get_ref().as_table()?.iter().find_map(|(name, value)| {
        let is_meant = name.get_ref().eq_ignore_ascii_case(key);
        if is_meant { Some(value.span()) } else { place_of_key(value, key) }
    })
}

/// The place of a name in a list. `what` says what is named, and `list` begins the remedy, which lists all names.
pub(crate) fn place_of<'a>(
    source: &Source,
    name: &Spanned<String>,
    [what, list]: [&str; 2],
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<usize, Problem> {
    names.clone().position(|own| own == name.get_ref()).ok_or_else(|| {
        let guess = nearest(name.get_ref(), names.clone());
        let guess = guess.map_or(String::new(), |known| format!("; did you mean `{known}`?"));
        let problem = source.problem(name.span(), format!("there is no {what} `{}`{guess}", name.get_ref()));
        problem.with_help(match names.clone().next() {
            None => format!("the file has no `[[{what}]]`"),
            Some(_) => format!("{list} {}", quoted(names)),
        })
    })
}

/// Refuses more entries than `most`.
pub(crate) fn check_count<T>(
    source: &Source,
    entries: &[Spanned<T>],
    most: usize,
    what: &str,
) -> Result<(), Problem> {
    let Some(extra) = entries.get(most) else { return Ok(()) };
    Err(source.problem(extra.span(), format!("more than {most} {what}, which is the limit")))
}

/// The name of an entry, which must be unique among `others`.
pub(crate) fn read_name<'a, T>(
    source: &Source,
    entry: &Spanned<T>,
    name: Option<&Spanned<String>>,
    plain: &str,
    mut others: impl Iterator<Item = &'a String>,
) -> Result<String, Problem> {
    let own = name.map_or(plain, |name| name.get_ref());
    let span = name.map_or(entry.span(), Spanned::span);
    if own.trim().is_empty() {
        let message = "the name is empty: messages and expectations need one";
        return Err(source.problem(span, message));
    }
    if others.any(|other| other == own) {
        let message = format!("the name `{own}` is already used; give each a `name` of its own");
        return Err(source.problem(span, message));
    }
    Ok(own.to_owned())
}

/// A size that a body may have.
pub(crate) fn read_size(source: &Source, size: IVec2, span: Range<usize>) -> Result<IVec2, Problem> {
    if size.min_element() > 0 && size.max_element() <= LARGEST_BODY * UNITS_PER_PX {
        return Ok(size);
    }
    let message = format!("a body is over 0 and at most {LARGEST_BODY} px wide and high");
    Err(source.problem(span, message))
}

/// Gravity of the world in px/s².
pub(crate) fn read_gravity(
    source: &Source,
    gravity: &Spanned<OneOrTwo>,
    up: Direction,
) -> Result<Vec2, Problem> {
    let pull = gravity.get_ref().both();
    if !pull.is_finite() {
        let message = "`gravity` is a finite number of px/s², or two of them";
        return Err(source.problem(gravity.span(), message).with_help("a number n pulls against `up`"));
    }
    Ok(match gravity.get_ref() {
        OneOrTwo::One(_) => -up.vector().as_vec2() * pull.x + Vec2::ZERO,
        OneOrTwo::Two(_) => pull,
    })
}
