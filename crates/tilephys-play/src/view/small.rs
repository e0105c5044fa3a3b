//! Shapes of a point or two on the screen, such as a hundred thousand bodies from afar: many of them become one image, which
//! costs a tenth of their triangles.

use super::quads::{corners_of, push_plain, push_quad, shape_of};
use eframe::egui::{Color32, ColorImage, Mesh, Painter, Pos2, Rect, TextureOptions, Vec2, pos2};

/// Maximum side of a small shape, in points.
const SMALL: f32 = 2.0;

/// Minimum side of a shape on the screen, in points: smaller ones are drawn as large.
const SMALLEST: f32 = 1.0;

/// Maximum number of small shapes that are drawn as quads; an image of the screen takes as long as some thousands.
const MAX_QUADS: usize = 8192;

/// The small shapes of a mesh.
#[derive(Default)]
pub(super) struct SmallShapes(Vec<(Rect, Color32)>);

impl SmallShapes {
    /// Takes a shape by its bounds on the screen, if it is small.
    pub(super) fn take(&mut self, bounds: Rect, color: Color32) -> bool {
        let is_small = bounds.size().max_elem() <= SMALL;
        if is_small {
            self.0.push((bounds, color));
        }
        is_small
    }

    /// Draws all shapes: a few as they are; many as an image, at whole points and without blending among them.
    pub(super) fn paint(self, painter: &Painter) {
        let screen = painter.clip_rect();
        let most = painter.ctx().input(|input| input.max_texture_side) as f32;
        if self.0.len() <= MAX_QUADS || screen.size().max_elem() + SMALL > most {
            let mut mesh = Mesh::default();
            self.0
                .into_iter()
                .for_each(|(rect, color)| push_plain(&mut mesh, corners_of(grown(rect)), color));
            painter.add(shape_of(mesh));
            return;
        }
        let origin = screen.min;
        let size = [screen.width(), screen.height()].map(|side| side.ceil() as usize + 1);
        let mut image = ColorImage::filled(size, Color32::TRANSPARENT);
        for (rect, color) in self.0 {
            // Casts of floats saturate.
            let edge = |at: f32, axis: usize| (at.round() as usize).min(size[axis]);
            let from = rect.min - origin;
            let to = grown(rect).size().round() + from.round();
            let columns = edge(from.x, 0)..edge(to.x, 0);
            for row in edge(from.y, 1)..edge(to.y, 1) {
                image.pixels[row * size[0]..][columns.clone()].fill(color);
            }
        }
        // The texture is freed after the frame.
        let texture = painter.ctx().load_texture("small", image, TextureOptions::NEAREST);
        let area = Rect::from_min_size(origin, Vec2::new(size[0] as f32, size[1] as f32));
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        let mut mesh = Mesh::with_texture(texture.id());
        push_quad(&mut mesh, corners_of(area), corners_of(whole), Color32::WHITE);
        painter.add(shape_of(mesh));
    }
}

/// A rectangle of at least a point, around its middle.
pub(super) fn grown(rect: Rect) -> Rect {
    Rect::from_center_size(rect.center(), rect.size().max(Vec2::splat(SMALLEST)))
}
