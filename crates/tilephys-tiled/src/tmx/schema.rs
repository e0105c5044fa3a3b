//! Checks the values of attributes.

use crate::data::properties::color;
use crate::error::{Faults, LoadError, Problem, Result, shortened};
use crate::format::{Attribute, Kind, Role, attributes};
use crate::xml::tree::{Element, flag};
use glam::Vec2;
use tilephys_core::{UNITS_PER_PX, WORLD_LIMIT};

/// Checks the attributes of `element` under its own name.
pub(super) fn check(element: Element<'_>) -> Result<()> {
    check_as(element, element.name())
}

/// Checks the attributes of `element` by the rows of an element `name`.
pub(super) fn check_as(element: Element<'_>, name: &str) -> Result<()> {
    let mut faults = Faults::default();
    let checked = |attribute: &&Attribute| matches!(attribute.role, Role::Required | Role::Optional);
    for attribute in attributes(name).iter().filter(checked) {
        match element.attribute(attribute.name) {
            Some(value) => {
                faults.keep(check_value(element, attribute, value));
            }
            None if attribute.role == Role::Required => {
                let name = attribute.name;
                let attribute = element.in_json("", " attribute");
                let message = format!("{} has no {name:?}{attribute}", element.told());
                faults.add(element.error(Problem::Format, message));
            }
            None => {}
        }
    }
    faults.or(())
}

/// The rendering attributes of the element `name`.
fn looks(name: &str) -> impl Iterator<Item = &'static Attribute> {
    attributes(name).iter().filter(|attribute| attribute.role == Role::Look)
}

/// The faults in rendering attributes of `element`.
pub(super) fn odd_looks(element: Element<'_>) -> impl Iterator<Item = LoadError> {
    looks(element.name()).filter_map(move |a| check_value(element, a, element.attribute(a.name)?).err())
}

/// The value of a rendering attribute; `None` if it is absent, empty or invalid.
pub(super) fn look<'a>(element: Element<'a>, name: &str) -> Option<&'a str> {
    let value = element.attribute(name).filter(|v| !v.is_empty())?;
    let attribute = looks(element.name()).find(|a| a.name == name)?;
    check_value(element, attribute, value).is_ok().then_some(value.trim())
}

fn check_value(element: Element<'_>, attribute: &Attribute, value: &str) -> Result<()> {
    let wrong = |expected: &str| {
        let quoted = element.quote(attribute.name, shortened(value));
        let message = format!("{quoted}: expected {expected}");
        Err(element.attribute_error(attribute.name, Problem::Format, message))
    };
    match attribute.kind {
        Kind::Natural if value.trim().parse::<u32>().is_err() => wrong("a whole number from 0 to 4294967295"),
        Kind::Integer if value.trim().parse::<i32>().is_err() => {
            wrong("a whole number from -2147483648 to 2147483647")
        }
        Kind::Number if !is_finite(value) => wrong("a number"),
        Kind::Pixels if !is_pixels(value) => wrong("a number of pixels within ±8388607"),
        Kind::Flag if flag(value).is_none() => wrong("0 or 1"),
        Kind::Alignment if ALIGNMENTS.iter().all(|(word, _)| *word != value) => {
            wrong("unspecified, topleft, top, ... or bottomright")
        }
        Kind::Part if !is_part(value) => wrong("a number from 0 to 1"),
        Kind::Color if !value.is_empty() && color(value.trim()).is_none() => wrong("#AARRGGBB or #RRGGBB"),
        Kind::OneOf(words) if !words.contains(&value) => wrong(&format!("one of {}", words.join(", "))),
        Kind::Points if !are_points(value) => {
            wrong("pairs x,y of pixels within ±8388607, separated by spaces")
        }
        _ => Ok(()),
    }
}

/// Words of `objectalignment`, with the vector from the anchor to the top left corner, in multiples of the size. Unset, it
/// is the bottom left in orthogonal maps.
pub(super) const ALIGNMENTS: [(&str, Vec2); 10] = [
    ("unspecified", Vec2::new(0.0, -1.0)),
    ("topleft", Vec2::new(0.0, 0.0)),
    ("top", Vec2::new(-0.5, 0.0)),
    ("topright", Vec2::new(-1.0, 0.0)),
    ("left", Vec2::new(0.0, -0.5)),
    ("center", Vec2::new(-0.5, -0.5)),
    ("right", Vec2::new(-1.0, -0.5)),
    ("bottomleft", Vec2::new(0.0, -1.0)),
    ("bottom", Vec2::new(-0.5, -1.0)),
    ("bottomright", Vec2::new(-1.0, -1.0)),
];

fn is_finite(value: &str) -> bool {
    value.trim().parse::<f32>().is_ok_and(f32::is_finite)
}

fn is_part(value: &str) -> bool {
    value.trim().parse::<f32>().is_ok_and(|part| (0.0..=1.0).contains(&part))
}

fn is_pixels(value: &str) -> bool {
    let limit = f64::from(WORLD_LIMIT / UNITS_PER_PX);
    value.trim().parse::<f64>().is_ok_and(|v| v.abs() <= limit)
}

/// True if a `points` attribute has pairs of pixels, at least one.
pub(crate) fn are_points(value: &str) -> bool {
    let is_pair = |pair: &str| pair.split_once(',').is_some_and(|(x, y)| is_pixels(x) && is_pixels(y));
    let mut pairs = value.split_ascii_whitespace().peekable();
    pairs.peek().is_some() && pairs.all(is_pair)
}

/// The pairs of a `points` attribute for which [`are_points`] is true. Tiled writes one space between them; more are
/// accepted.
pub(crate) fn points(value: &str) -> impl Iterator<Item = (&str, &str)> {
    value.split_ascii_whitespace().filter_map(|pair| pair.split_once(','))
}
