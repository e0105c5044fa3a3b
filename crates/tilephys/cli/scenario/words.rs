//! How things that were seen are written down for the reader.

use super::model::{Scenario, direction_of, side_name};
use super::number::shown;
use super::play::Seen;
use tilephys::core::{Direction, Fraction, TileCoord};

/// A fraction as a number: exact, since it has 33 bits.
pub(crate) fn of_one(fraction: Fraction) -> f64 {
    fraction.to_bits() as f64 / Fraction::ONE.to_bits() as f64
}

/// One line about a hit.
pub(crate) fn hit_shown(scenario: &Scenario, hit: &Seen) -> String {
    let face = side_name(direction_of(hit.normal));
    let what = match hit.loose {
        None => format!("cell {}", cell_shown(hit.cell)),
        Some(index) => format!("box {index}"),
    };
    let layer = if scenario.layers.len() > 1 {
        format!(" of layer {}", scenario.layers[hit.layer])
    } else {
        String::new()
    };
    let letter = scenario.kinds[hit.kind].letter;
    let (fraction, normal) = (hit.fraction.as_f32(), hit.normal);
    let (at, remaining) = (shown(hit.position), shown(hit.remaining));
    format!(
        "fraction {fraction}, normal ({}, {}): {face} face of {what} `{letter}`{layer}; body at {at}, remaining {remaining}",
        normal.x, normal.y
    )
}

/// A cell for reading.
pub(crate) fn cell_shown(cell: TileCoord) -> String {
    format!("[{}, {}]", cell.col, cell.row)
}

/// The names of the sides in the set.
pub(crate) fn sides_shown(sides: &[bool; 4]) -> String {
    let named = Direction::ALL.into_iter().zip(sides).filter(|(_, has)| **has);
    let names: Vec<&str> = named.map(|(side, _)| side_name(side)).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(" ") }
}
