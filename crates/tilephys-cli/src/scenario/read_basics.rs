//! Validates names, sizes and gravity.

use super::number::OneOrTwo;
use glam::{IVec2, Vec2};
use std::ops::Range;
use tilephys::check::located::{Problem, Source, nearest, quoted};
use tilephys::core::{Direction, UNITS_PER_PX};
use toml::Spanned;

/// Maximum side of a body, in pixels: bounds the cost of a query for a body's contacts.
const LARGEST_BODY: i32 = 65_536;

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

/// Refuses an empty name.
pub(crate) fn check_name(source: &Source, name: Option<&Spanned<String>>) -> Result<(), Problem> {
    let Some(name) = name.filter(|name| name.get_ref().trim().is_empty()) else { return Ok(()) };
    let message = "the name is empty: messages and expectations need one";
    Err(source.problem(name.span(), message))
}

/// Refuses sizes that no body has.
pub(crate) fn check_size(source: &Source, size: IVec2, span: Range<usize>) -> Result<(), Problem> {
    if size.min_element() > 0 && size.max_element() <= LARGEST_BODY * UNITS_PER_PX {
        return Ok(());
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
    let [x, y] = gravity.get_ref().both();
    let pull = Vec2::new(x as f32, y as f32);
    if !pull.is_finite() {
        let message = "`gravity` is a finite number of px/s², or two of them";
        let help =
            format!("a number n pulls against `up`, and must be from {:e} to {:e}", f32::MIN, f32::MAX);
        return Err(source.problem(gravity.span(), message).with_help(help));
    }
    Ok(match gravity.get_ref() {
        OneOrTwo::One(_) => -up.vector().as_vec2() * pull.x + Vec2::ZERO,
        OneOrTwo::Two(_) => pull,
    })
}
