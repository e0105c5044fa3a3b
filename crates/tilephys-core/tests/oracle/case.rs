//! Shrinks a failing case and draws it.

use super::mover::Mover;
use super::world::{Rect, World};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Property of a world and a mover; an error describes the failure.
pub(crate) type Property<'a, T> = &'a dyn Fn(&World, &Mover) -> Result<T, String>;

/// The property's answer, a panic being a failure like another.
fn ask<T>(property: Property<T>, world: &World, mover: &Mover) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(|| property(world, mover))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        Err(format!("a panic: {}", text.unwrap_or_default()))
    })
}

/// Asks, and on failure panics with the seed and the smallest world that fails too.
pub(crate) fn must_hold<T>(seed: u64, world: &World, mover: &Mover, property: Property<T>) -> T {
    match ask(property, world, mover) {
        Ok(answer) => answer,
        Err(_) => {
            let small = smallest(world, mover, property);
            let why = ask(property, &small, mover).err().unwrap_or_default();
            panic!("seed {seed}\n{}\n{why}", picture(&small, mover));
        }
    }
}

/// The world without all that the failure does not need.
fn smallest<T>(world: &World, mover: &Mover, property: Property<T>) -> World {
    let mut small = world.clone();
    for key in world.cells.keys() {
        let mut less = small.clone();
        less.cells.remove(key);
        if ask(property, &less, mover).is_err() {
            small = less;
        }
    }
    for index in (0..world.boxes.len()).rev() {
        let mut less = small.clone();
        less.boxes.remove(index);
        if ask(property, &less, mover).is_err() {
            small = less;
        }
    }
    small
}

/// Columns and rows of the largest picture.
const LARGEST: [i64; 2] = [60, 40];

/// The world as text: `#` cells, `+` cells with a loose box, `o` the body at its start.
fn picture(world: &World, mover: &Mover) -> String {
    let mut text = format!("tiles of {:?} px, {mover:#?}\n", world.tile_px);
    for (&(row, col, layer), kind) in &world.cells {
        let category = world.kinds[*kind];
        writeln!(text, "column {col} row {row} layer {layer} category {category:#x}")
            .expect("a string grows");
    }
    for b in &world.boxes {
        writeln!(text, "{b:?} category {:#x}", world.kinds[b.kind]).expect("a string grows");
    }
    let (tile, body) = (world.tile(), mover.rect());
    let all: Vec<Rect> = world
        .cells
        .keys()
        .map(|&(row, col, _)| world.cell_rect([col, row]))
        .chain(world.boxes.iter().map(|b| b.rect))
        .chain([body])
        .collect();
    let bound = |k: usize| {
        let low = all.iter().map(|r| r.lo[k].div_euclid(tile[k])).min().expect("the body is there");
        let high = all.iter().map(|r| (r.hi[k] - 1).div_euclid(tile[k])).max().expect("the body is there");
        (low - 1, high + 1)
    };
    let ((col0, col1), (row0, row1)) = (bound(0), bound(1));
    if col1 - col0 > LARGEST[0] || row1 - row0 > LARGEST[1] {
        return text;
    }
    for row in row0..=row1 {
        for col in col0..=col1 {
            let cell = world.cell_rect([col, row]);
            let solid = (0..world.layers).any(|layer| world.cells.contains_key(&(row, col, layer)));
            let loose = world.boxes.iter().any(|b| b.rect.overlaps(&cell));
            text.push(match (solid, loose, body.overlaps(&cell)) {
                (true, _, _) => '#',
                (_, true, _) => '+',
                (_, _, true) => 'o',
                _ => '.',
            });
        }
        writeln!(text, "  row {row}, from column {col0}").expect("a string grows");
    }
    text
}
