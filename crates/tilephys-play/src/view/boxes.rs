//! Bodies as boxes of one colour.

use super::camera::Camera;
use super::quads::{corners_of, push_plain, shape_of};
use super::small::{SmallShapes, grown};
use eframe::egui::{Color32, Mesh, Painter};
use tilephys::draw::Rect as Area;

/// Draws boxes, in px of the level, as one mesh.
///
/// Boxes off the screen are left out. A box smaller than a point is drawn as large as a point. Boxes of a point or two are
/// drawn over the others; many of them become an image.
pub fn draw_boxes(painter: &Painter, camera: &Camera, boxes: impl Iterator<Item = (Area, Color32)>) {
    let screen = painter.clip_rect();
    let mut small = SmallShapes::default();
    let mut mesh = Mesh::default();
    for (area, color) in boxes {
        let rect = camera.rect_to_screen(screen, area);
        let is_visible = rect.intersects(screen) && rect.is_finite();
        if is_visible && !small.take(rect, color) {
            push_plain(&mut mesh, corners_of(grown(rect)), color);
        }
    }
    painter.add(shape_of(mesh));
    small.paint(painter);
}
