//! Overlay of the cell grid, with the numbers of columns and rows.

use super::overlay::Scene;
use super::pens::{SHADE, WHITE};
use glam::Vec2;
use tilephys::draw::{Label, Outline, Picture, Rect, Shape};

/// Minimum distance of lines, in pixels of the picture.
const LINES_APART: f32 = 6.0;

/// Minimum distance of numbers, in pixels of the picture.
const NUMBERS_APART: f32 = 60.0;

/// Alpha of a line between cells, and of each tenth.
pub(crate) const THIN: u8 = 50;
pub(crate) const STRONG: u8 = 130;

/// Draws a line at each border of cells, or of 10, 100 and so on where cells are small. Each tenth line is stronger.
pub(crate) fn push<'a>(picture: &mut Picture<'a>, scene: Scene<'a>) {
    let steps = [0, 1].map(|axis| step(scene.cell()[axis] * scene.scale, LINES_APART));
    picture.push_generated(move |window, draw| {
        let low = window.min;
        let high = window.min + window.size;
        for axis in [0, 1] {
            let cell = scene.cell()[axis];
            let indices = (low[axis] / cell).floor() as i32..=(high[axis] / cell).ceil() as i32;
            for index in indices.filter(|index| index % steps[axis] == 0) {
                let alpha = if index % (10 * steps[axis]) == 0 { STRONG } else { THIN };
                let mut min = low;
                min[axis] = index as f32 * cell;
                let mut size = window.size;
                size[axis] = scene.px(1.0);
                line([min, size], alpha, scene).into_iter().for_each(&mut *draw);
            }
        }
    });
}

/// Numbers of columns along the upper edge, and of rows along the left edge.
pub(crate) fn push_numbers(picture: &mut Picture<'_>, scene: Scene) {
    let low = scene.region.min;
    let high = scene.region.min + scene.region.size;
    for axis in [0, 1] {
        let cell = scene.cell()[axis];
        let step = step(cell * scene.scale, NUMBERS_APART);
        let indices = (low[axis] / cell).ceil() as i32..=(high[axis] / cell).floor() as i32;
        for index in indices.filter(|index| index % step == 0) {
            let text = index.to_string();
            let mut at = low + Vec2::new(0.0, scene.px(10.0));
            at[axis] = index as f32 * cell + if axis == 0 { scene.px(1.0) } else { scene.px(11.0) };
            let width = scene.px(8.0 * text.len() as f32 + 2.0);
            // The corner belongs to the columns.
            let fits =
                at.x + width <= high.x && at.y <= high.y && (axis == 0 || at.y > low.y + scene.px(20.0));
            if fits {
                let plate = Some(SHADE.with_alpha(190));
                picture.push_label(Label { at, text, color: WHITE, plate, size: 1 });
            }
        }
    }
}

/// Power of ten of cells that are at least `apart` together, for cells of `cell` pixels of the picture.
fn step(cell: f32, apart: f32) -> i32 {
    let mut step = 1;
    while cell * (step as f32) < apart && step < 1_000_000 {
        step *= 10;
    }
    step
}

/// A bright line with a dark one beside it, which show on dark and on light art.
pub(crate) fn line([min, size]: [Vec2; 2], alpha: u8, scene: Scene) -> [Shape; 2] {
    let beside = if size.x < size.y { Vec2::X } else { Vec2::Y };
    [(Vec2::ZERO, WHITE), (beside * scene.px(1.0), SHADE)]
        .map(|(by, color)| Shape::filled(Outline::Tile(Rect::new(min + by, size)), color.with_alpha(alpha)))
}
