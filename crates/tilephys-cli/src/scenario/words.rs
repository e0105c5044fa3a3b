//! Display of observed results.

use super::look::{Passage, Seen, SeenBodyHit, SeenPassage, SeenSquish, SeenSurface};
use super::names::Names;
use super::number::{px, shown};
use super::value::{Part, Parts};
use super::vocabulary::word;
use glam::{IVec2, Vec2};
use std::fmt::Write;
use tilephys::core::{Direction, Fraction, TileCoord};

/// A fraction as a number: exact, since it has 33 bits.
pub(crate) fn of_one(fraction: Fraction) -> f64 {
    fraction.to_bits() as f64 / Fraction::ONE.to_bits() as f64
}

/// One line about a hit.
pub(crate) fn hit_shown(names: &Names, hit: &Seen) -> String {
    let face = word(hit.face);
    let what = match hit.loose {
        None => format!("cell {}", cell_shown(hit.cell)),
        Some(index) => names.off_grid[index].clone(),
    };
    let layer =
        if names.layers.len() > 1 { format!(" of layer {}", names.layers[hit.layer]) } else { String::new() };
    let (letter, has_parts) = names.kinds[hit.kind];
    let part = if has_parts { format!(", part {}", hit.part) } else { String::new() };
    let one_way = if hit.one_way { ", one-way" } else { "" };
    let fraction = hit.fraction.as_f32();
    let normal = normal_shown(Some(hit.normal));
    let at = shown(hit.position);
    let remaining = shown(hit.remaining);
    format!(
        "fraction {fraction}, normal {normal}: {face} face of {what} `{letter}`{layer}{part}{one_way}; body at {at}, remaining {remaining}"
    )
}

/// One line about a hit on another body.
pub(crate) fn body_hit_shown(names: &Names, hit: &SeenBodyHit) -> String {
    let fraction = hit.fraction.as_f32();
    let normal = normal_shown(Some(hit.normal));
    let other = &names.things[hit.other];
    let SeenBodyHit { approach, change: Vec2 { x, y }, .. } = hit;
    let at = shown(hit.position);
    format!(
        "fraction {fraction}, normal {normal}: `{other}` at {approach} px/s; body at {at}, velocity changed by ({x}, {y})"
    )
}

/// Crushing solid of a squish, for display.
pub(crate) fn squish_shown(names: &Names, squish: SeenSquish) -> String {
    let name = &names.things[squish.by];
    let side = word(squish.direction);
    format!("{side} by `{name}`, {} px deep", px(squish.depth))
}

/// Sensor event, for display.
pub(crate) fn passage_shown(names: &Names, seen: SeenPassage) -> String {
    let passage = word(seen.passage);
    let name = &names.sensors[seen.sensor];
    format!("{passage} {name} at fraction {}", seen.fraction.as_f32())
}

/// Names in a list, for reading.
pub(crate) fn names_shown<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// A normal for reading.
pub(crate) fn normal_shown(normal: Option<IVec2>) -> String {
    normal.map_or("none".to_owned(), |n| format!("({}, {})", n.x, n.y))
}

/// A surface for reading.
pub(crate) fn surface_shown(surface: SeenSurface) -> String {
    let mut text = normal_shown(Some(surface.normal));
    if surface.one_way {
        text += " one-way";
    }
    if surface.velocity != Vec2::ZERO {
        let _ = write!(text, " moving {}, {} px/s", surface.velocity.x, surface.velocity.y);
    }
    text
}

/// A cell for reading.
pub(crate) fn cell_shown(cell: TileCoord) -> String {
    format!("[{}, {}]", cell.col, cell.row)
}

/// The names of the sides in the set.
pub(crate) fn sides_shown(sides: &[bool; 4]) -> String {
    let named = Direction::ALL.into_iter().zip(sides).filter(|(_, has)| **has);
    let names: Vec<&str> = named.map(|(side, _)| word(side)).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(" ") }
}

/// Parts of a cell in a list.
pub(crate) fn cell_parts(cell: TileCoord) -> Parts {
    vec![("", Part::Entry(cell_shown(cell)))]
}

/// Parts of a squish of a depth.
pub(crate) fn squish_parts(by: &str, direction: Direction, depth: Part) -> Parts {
    let words = format!("by {by}, {}", word(direction));
    vec![("", Part::Entry(words)), ("depth", depth)]
}

/// Parts of a sensor event.
pub(crate) fn sense_parts(passage: Passage, sensor: &str, fraction: Option<f64>) -> Parts {
    let mut parts = vec![("", Part::Entry(format!("{} {sensor}", word(passage))))];
    parts.extend(fraction.map(|fraction| ("fraction", Part::Fraction(fraction))));
    parts
}

/// Parts of a hit.
pub(crate) fn hit_parts(names: &Names, hit: &Seen) -> Parts {
    let on = hit.loose.map_or("a cell".to_owned(), |index| names.off_grid[index].clone());
    let details = [
        ("normal", hit.normal.to_string()),
        ("cell", cell_shown(hit.cell)),
        ("on", on),
        ("face", word(hit.face).to_owned()),
        ("part", hit.part.to_string()),
        ("one_way", hit.one_way.to_string()),
        ("layer", names.layers[hit.layer].clone()),
        ("tile", names.kinds[hit.kind].0.to_string()),
        ("at", shown(hit.position)),
        ("remaining", shown(hit.remaining)),
    ];
    let details = details.map(|(name, text)| (name, Some(Part::Detail(text))));
    with_details(Part::Entry(hit_shown(names, hit)), Some(of_one(hit.fraction)), details)
}

/// Parts of a hit on another body.
pub(crate) fn body_hit_parts(names: &Names, hit: &SeenBodyHit) -> Parts {
    let details = [
        ("on", names.things[hit.other].clone()),
        ("normal", hit.normal.to_string()),
        ("at", shown(hit.position)),
    ];
    let details = details.map(|(name, text)| (name, Some(Part::Detail(text))));
    let entry = Part::Entry(body_hit_shown(names, hit));
    let mut parts = with_details(entry, Some(of_one(hit.fraction)), details);
    let speeds = [("approach", hit.approach), ("change x", hit.change.x), ("change y", hit.change.y)];
    parts.extend(speeds.map(|(name, speed)| (name, Part::Speed(speed.into()))));
    parts
}

/// Parts of a hit, of which the details are known that are not `None`.
pub(crate) fn with_details(
    entry: Part,
    fraction: Option<f64>,
    details: impl IntoIterator<Item = (&'static str, Option<Part>)>,
) -> Parts {
    let known = [("", Some(entry)), ("fraction", fraction.map(Part::Fraction))].into_iter().chain(details);
    known.filter_map(|(name, part)| Some((name, part?))).collect()
}
