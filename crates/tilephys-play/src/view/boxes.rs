//! Bodies as boxes of one colour.

use super::camera::Camera;
use super::quads::{corners_of, push_plain, shape_of};
use super::specks::Specks;
use eframe::egui::{Color32, Mesh, Painter, Rect, Vec2};
use tilephys::draw::Rect as Area;

/// Smallest side of a box on the screen, in points: smaller boxes are drawn as large.
const SMALLEST: f32 = 1.0;

/// Draws boxes, in px of the level, as one mesh.
///
/// Boxes off the screen are left out. A box smaller than a point is drawn as a point; of several in one point the first
/// one shows.
pub fn draw_boxes(painter: &Painter, camera: &Camera, boxes: impl Iterator<Item = (Area, Color32)>) {
    let screen = painter.clip_rect();
    let mut specks = Specks::new(screen);
    let mut mesh = Mesh::default();
    for (area, color) in boxes {
        let rect = camera.rect_to_screen(screen, area);
        if !(rect.intersects(screen) && rect.is_finite()) {
            continue;
        }
        let is_speck = rect.width() < SMALLEST && rect.height() < SMALLEST;
        if is_speck && !specks.take(rect.center()) {
            continue;
        }
        let size = rect.size().max(Vec2::splat(SMALLEST));
        push_plain(&mut mesh, corners_of(Rect::from_center_size(rect.center(), size)), color);
    }
    painter.add(shape_of(mesh));
}
