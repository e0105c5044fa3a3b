//! TP028: a collision shape is too small to be meant.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::subject::Subject;
use crate::tiles::{bounds, px, shape_in_words};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(28),
    name: "tiny-shape",
    severity: Some(Severity::Warning),
    explanation: "A collision shape of a tile is thinner than a pixel, as after a click that dragged the mouse a little. \
                  It blocks bodies, and it can hardly be seen in the Tile Collision Editor. Delete it there. A \
                  rectangle without any width or height is a line, and is not reported.",
    run: Run::Map(run),
};

/// Width or height in pixels below which a shape is not meant.
const LEAST: f32 = 1.0;

fn run(map: &Subject<'_>, out: &mut Findings) {
    for used in map.used_tiles().into_values() {
        let Some(tile) = map.level.tile(used.cell.gid) else { continue };
        if map.level.kinds_of_cell(used.cell).is_empty() {
            continue;
        }
        for shape in map.shapes_of(tile) {
            let Some(size) = bounds(&shape).map(|[low, high]| high - low) else { continue };
            if size.min_element() <= 0.0 || size.min_element() >= LEAST {
                continue;
            }
            let message =
                format!("{} is only {} wide and {} high", shape_in_words(&shape), px(size.x), px(size.y));
            let help = "delete it in the Tile Collision Editor: select it in the list of its objects there";
            let mut finding = map.about_tile(&CHECK, &used, Some(shape.element), message).help(help);
            finding.place.object = shape.id;
            out.add(finding);
        }
    }
}
