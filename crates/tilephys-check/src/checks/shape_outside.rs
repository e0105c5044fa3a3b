//! TP021: a collision shape reaches a little out of its tile.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::fix::Fix;
use crate::snap::{snap, to_edge};
use crate::subject::Subject;
use crate::tiles::{NO_FIX_IN_JSON, SNAP, bounds, image_size, px, shape_in_words};
use tilephys_tiled::TileShape;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(21),
    name: "shape-outside",
    severity: Some(Severity::Warning),
    explanation: "A collision shape reaches out of its tile by more than half a pixel and less than two, so it was meant \
                  to end at the tile's edge. It stands out of a floor or wall of such tiles, and bodies catch on it. \
                  Shapes that reach further are taken as meant. Move the corners to the edge of the tile.",
    run: Run::Map(run),
};

/// Reach in pixels up to which a shape is not reported. Smaller faults matter only where tiles meet: TP022 and TP023.
const LEAST: f32 = 0.5;

/// Reach in pixels from which a shape is meant to lie outside.
const MOST: f32 = 2.0;

fn run(map: &Subject<'_>, out: &mut Findings) {
    for used in map.used_tiles().into_values() {
        let Some(tile) = map.level.tile(used.cell.gid) else { continue };
        if map.level.kinds_of_cell(used.cell).is_empty() {
            continue;
        }
        let size = image_size(tile);
        for shape in map.shapes_of(tile) {
            let Some((reach, side)) = reach(&shape, size) else { continue };
            let goal = |axis: usize, value| to_edge(value, size[axis]).unwrap_or(value);
            let edits = snap(&shape, goal).filter(|edits| !edits.is_empty());
            let name = shape_in_words(&shape);
            let message = format!("{name} reaches {} out of the tile on its {side} side", px(reach));
            let json = if shape.element.bytes().is_none() { NO_FIX_IN_JSON } else { "" };
            let help = format!(
                "in the Tile Collision Editor, move its corners to the edge of the tile {SNAP}{json}"
            );
            let mut finding = map.about_tile(&CHECK, &used, Some(shape.element), message).help(help);
            finding.place.object = shape.id;
            finding.fix = edits.filter(|_| reach < crate::snap::NEAR).map(|edits| {
                let title = format!("move the corners of {name} of tile {} to the tile's edge", tile.id);
                Fix { title, edits }
            });
            out.add(finding);
        }
    }
}

/// How far a shape reaches out of a tile of `size` pixels, and the side; `None` if it does not, or on purpose.
fn reach(shape: &TileShape<'_>, size: glam::Vec2) -> Option<(f32, &'static str)> {
    let [low, high] = bounds(shape)?;
    let sides = [(-low.x, "left"), (-low.y, "upper"), (high.x - size.x, "right"), (high.y - size.y, "lower")];
    let most = sides.into_iter().reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    (most.0 > LEAST && most.0 < MOST).then_some(most)
}
