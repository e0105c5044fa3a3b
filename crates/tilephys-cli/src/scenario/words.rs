//! Display of observed results.

use super::look::{Seen, SeenBodyHit, SeenPassage, SeenSquish, SeenSurface};
use super::model::{Kind, Scenario};
use super::number::{px, shown};
use super::value::{Value, Wanted};
use super::vocabulary::word;
use glam::{IVec2, Vec2};
use std::fmt::Write;
use tilephys::core::{Direction, Fraction, TileCoord, shape::TileShape};

/// A fraction as a number: exact, since it has 33 bits.
pub(crate) fn of_one(fraction: Fraction) -> f64 {
    fraction.to_bits() as f64 / Fraction::ONE.to_bits() as f64
}

/// One line about a hit.
pub(crate) fn hit_shown(scenario: &Scenario, hit: &Seen) -> String {
    let face = word(hit.face);
    let what = match hit.loose {
        None => format!("cell {}", cell_shown(hit.cell)),
        Some(index) => loose_shown(scenario, index),
    };
    let layer = if scenario.layers.len() > 1 {
        format!(" of layer {}", scenario.layers[hit.layer])
    } else {
        String::new()
    };
    let Kind { letter, tile } = &scenario.kinds[hit.kind];
    let part = match &tile.shape {
        TileShape::Parts(parts) if parts.len() > 1 => format!(", part {}", hit.part),
        _ => String::new(),
    };
    let one_way = if hit.one_way { ", one-way" } else { "" };
    let (fraction, normal) = (hit.fraction.as_f32(), hit.normal);
    let (at, remaining) = (shown(hit.position), shown(hit.remaining));
    format!(
        "fraction {fraction}, normal ({}, {}): {face} face of {what} `{letter}`{layer}{part}{one_way}; body at {at}, remaining {remaining}",
        normal.x, normal.y
    )
}

/// One line about a hit on another body.
pub(crate) fn body_hit_shown(scenario: &Scenario, hit: &SeenBodyHit) -> String {
    let SeenBodyHit { fraction, normal, position, approach, change, .. } = *hit;
    format!(
        "fraction {}, normal ({}, {}): `{}` at {approach} px/s; body at {}, velocity changed by ({}, {})",
        fraction.as_f32(),
        normal.x,
        normal.y,
        scenario.thing(hit.other),
        shown(position),
        change.x,
        change.y
    )
}

/// Off-grid shape, by its list and index in the file, or by name.
pub(crate) fn loose_shown(scenario: &Scenario, index: usize) -> String {
    let Some(shape) = index.checked_sub(scenario.boxes.len()) else { return format!("box {index}") };
    match shape.checked_sub(scenario.shapes.len()) {
        None => format!("shape {shape}"),
        Some(thing) => format!("`{}`", scenario.thing(thing)),
    }
}

/// Crushing solid of a squish, for display.
pub(crate) fn squish_shown(scenario: &Scenario, squish: SeenSquish) -> String {
    let name = scenario.thing(squish.by);
    let side = word(squish.direction);
    format!("{side} by `{name}`, {} px deep", px(squish.depth))
}

/// Sensor event, for display.
pub(crate) fn passage_shown(scenario: &Scenario, seen: SeenPassage) -> String {
    let passage = word(seen.passage);
    let name = scenario.sensor(seen.sensor);
    format!("{passage} {name} at fraction {}", seen.fraction.as_f32())
}

/// Names in a list, for reading.
fn names_shown<'a>(names: impl Iterator<Item = &'a str>) -> String {
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

impl Wanted {
    /// The value in words, where a difference needs no more than words.
    pub(crate) fn shown(&self, scenario: &Scenario) -> String {
        match self {
            Wanted::Exactly(value) => value.shown(scenario),
            Wanted::Normal(normal) => normal_shown((*normal != IVec2::ZERO).then_some(*normal)),
            _ => String::new(),
        }
    }
}

impl Value {
    /// The value as an expectation of its form shows it.
    pub(crate) fn shown(&self, scenario: &Scenario) -> String {
        match self {
            Value::Px(units) => px(*units).to_string(),
            Value::Speed(speed) => speed.to_string(),
            Value::Flag(flag) => flag.map_or("nothing".to_owned(), |flag| flag.to_string()),
            Value::Count(count) => count.to_string(),
            Value::Surface(surface) => normal_shown(surface.map(|surface| surface.normal)),
            Value::Size(size) => shown(*size),
            Value::Sides(sides) => sides_shown(sides),
            Value::Thing(thing) => thing_shown(scenario, *thing),
            Value::Sensors(sensors) => names_shown(sensors.iter().map(|&sensor| scenario.sensor(sensor))),
            Value::Jumps(jumps) => names_shown(jumps.iter().map(|&jump| word(jump))),
            Value::Cells(cells) => listed(cells, " ", |cell| cell_shown(*cell)),
            Value::Squishes(squishes) => listed(squishes, "; ", |squish| squish_shown(scenario, *squish)),
            Value::Hits(_) | Value::BodyHits(_) | Value::Senses(_) | Value::Nothing => String::new(),
        }
    }

    /// The value with all that two runs may differ in, by the name of its fact: one line for each hit. Fractions are in full: two may
    /// look alike when rounded.
    pub(crate) fn in_full(&self, name: &'static str, scenario: &Scenario) -> Vec<(String, String)> {
        let exact = |fraction: Fraction| format!("{} of 2^32", fraction.to_bits());
        let numbered = |what: &str, shown: Vec<String>| {
            shown.into_iter().enumerate().map(|(i, shown)| (format!("{what} {}", i + 1), shown)).collect()
        };
        let shown = match self {
            Value::Nothing => return Vec::new(),
            Value::Hits(hits) => {
                let shown = |hit: &Seen| format!("{}, {}", exact(hit.fraction), hit_shown(scenario, hit));
                return numbered("hit", hits.iter().map(shown).collect());
            }
            Value::BodyHits(hits) => {
                let shown =
                    |hit: &SeenBodyHit| format!("{}, {}", exact(hit.fraction), body_hit_shown(scenario, hit));
                return numbered("body hit", hits.iter().map(shown).collect());
            }
            Value::Senses(senses) => listed(senses, "; ", |seen| {
                format!("{}, {}", passage_shown(scenario, *seen), exact(seen.fraction))
            }),
            Value::Surface(surface) => surface.map_or("none".to_owned(), surface_shown),
            Value::Speed(speed) if speed.is_nan() => "NaN".to_owned(),
            value => value.shown(scenario),
        };
        vec![(name.to_owned(), shown)]
    }
}

fn listed<T>(entries: &[T], between: &str, shown: impl Fn(&T) -> String) -> String {
    entries.iter().map(shown).collect::<Vec<_>>().join(between)
}

fn thing_shown(scenario: &Scenario, thing: Option<usize>) -> String {
    thing.map_or("nothing", |thing| scenario.thing(thing)).to_owned()
}
