//! What the engine knows, over the level: lines, boxes, polygons and letters.

use super::camera::Camera;
use super::quads::{corners_of, push_plain, shape_of};
use super::small::{SmallShapes, grown};
use eframe::egui::{self, Align2, Color32, FontId, Mesh, Painter, Pos2};
use std::collections::HashSet;
use tilephys::core::RegionId;
use tilephys::glam::Vec2;
use tilephys::inspect::debug_draw::{DebugDraw, Meaning, Rgba};

/// Thickness of lines, in points.
const THIN: f32 = 1.5;

/// Size of letters, in points.
const LETTERS: f32 = 11.0;

/// Maximum number of texts of an overlay: layout takes longer than all else.
const MAX_TEXTS: usize = 256;

/// Cells of the screen that a text keeps free of other texts, in points.
const CELL: egui::Vec2 = egui::vec2(24.0, 14.0);

/// Plate behind letters, which stay readable on anything.
const PLATE: Color32 = Color32::from_rgba_premultiplied(7, 8, 13, 170);

/// Dark casing around lines, which sets them off from any level, and its thickness on both sides, in points.
const CASING: Color32 = Color32::from_rgb(10, 12, 20);
const CASING_WIDTH: f32 = 1.0;

/// A target of debug drawing, in px of the level.
///
/// Areas become one mesh, lines over them two: their dark casings, and the lines. Many shapes of a point or two become an
/// image under them. Letters are over all. Shapes off the screen are left out. Letters have a constant size, and texts that would cover earlier ones are left out. All is
/// drawn by [`finish`](Self::finish).
pub struct Overlay<'a> {
    painter: &'a Painter,
    camera: &'a Camera,
    screen: egui::Rect,
    mesh: Mesh,
    casings: Mesh,
    lines: Mesh,
    /// Colours of regions.
    regions: Box<dyn Fn(RegionId) -> Rgba + 'a>,
    small: SmallShapes,
    texts: Vec<(Pos2, String, Color32)>,
    /// Cells of the screen with a text, by column and row.
    taken: HashSet<[i32; 2]>,
}

impl<'a> Overlay<'a> {
    /// An overlay that draws with this painter and camera.
    pub fn new(painter: &'a Painter, camera: &'a Camera) -> Self {
        let screen = painter.clip_rect();
        Overlay {
            painter,
            camera,
            screen,
            mesh: Mesh::default(),
            casings: Mesh::default(),
            lines: Mesh::default(),
            regions: Box::new(|_| Meaning::Trigger.color()),
            small: SmallShapes::default(),
            texts: Vec::new(),
            taken: HashSet::new(),
        }
    }

    /// Regions of the grid have colours by what they mean.
    #[must_use]
    pub fn with_regions(self, regions: impl Fn(RegionId) -> Rgba + 'a) -> Self {
        Overlay { regions: Box::new(regions), ..self }
    }

    /// Draws everything.
    pub fn finish(self) {
        self.small.paint(self.painter);
        for mesh in [self.mesh, self.casings, self.lines] {
            self.painter.add(shape_of(mesh));
        }
        for (at, text, color) in self.texts {
            let galley = self.painter.layout_no_wrap(text, FontId::monospace(LETTERS), color);
            let plate = Align2::LEFT_BOTTOM.anchor_size(at, galley.size());
            self.painter.rect_filled(plate.expand(1.0), 2.0, PLATE);
            self.painter.galley(plate.min, galley, color);
        }
    }

    fn place(&self, at: Vec2) -> Pos2 {
        self.camera.to_screen(self.screen, at)
    }

    /// True if a shape with these bounds is on the screen, and is not drawn with the small ones.
    fn is_large(&mut self, bounds: egui::Rect, color: Color32) -> bool {
        let is_visible = bounds.is_finite() && bounds.expand(THIN).intersects(self.screen);
        is_visible && !self.small.take(bounds, color)
    }

    /// Adds a line between places of the screen.
    fn stroke(&mut self, [from, to]: [Pos2; 2], color: Color32) {
        if !self.is_large(egui::Rect::from_two_pos(from, to), color) {
            return;
        }
        let along = if from == to { egui::Vec2::X } else { (to - from).normalized() };
        let strip = |half: f32| {
            let aside = along.rot90() * half;
            let from = from - along * half;
            let to = to + along * half;
            [from + aside, to + aside, to - aside, from - aside]
        };
        let casing = CASING.gamma_multiply_u8(color.a() / 2);
        push_plain(&mut self.casings, strip(THIN / 2.0 + CASING_WIDTH), casing);
        push_plain(&mut self.lines, strip(THIN / 2.0), color);
    }
}

impl DebugDraw for Overlay<'_> {
    fn line(&mut self, from: Vec2, to: Vec2, color: Rgba) {
        self.stroke([self.place(from), self.place(to)], color_of(color));
    }

    fn rect(&mut self, min: Vec2, size: Vec2, color: Rgba, filled: bool) {
        let rect = egui::Rect::from_two_pos(self.place(min), self.place(min + size));
        let color = color_of(color);
        if !self.is_large(rect, color) {
            return;
        }
        let corners = corners_of(grown(rect));
        if filled {
            push_plain(&mut self.mesh, corners, color);
            return;
        }
        for i in 0..4 {
            self.stroke([corners[i], corners[(i + 1) % 4]], color);
        }
    }

    fn text(&mut self, at: Vec2, text: &str, color: Rgba) {
        let at = self.place(at);
        if self.texts.len() >= MAX_TEXTS || !self.screen.expand(CELL.x).contains(at) {
            return;
        }
        // Letters of a monospaced font are 0.6 of their height wide.
        let width = text.chars().count() as f32 * LETTERS * 0.6;
        let row = (at.y / CELL.y).floor() as i32;
        let columns = (at.x / CELL.x).floor() as i32..=((at.x + width) / CELL.x).floor() as i32;
        let cells: Vec<[i32; 2]> = columns.map(|column| [column, row]).collect();
        if cells.iter().any(|cell| self.taken.contains(cell)) {
            return;
        }
        self.taken.extend(cells);
        self.texts.push((at, text.to_owned(), color_of(color)));
    }

    fn color_of_region(&self, region: RegionId) -> Rgba {
        (self.regions)(region)
    }

    fn polygon(&mut self, corners: &[Vec2], color: Rgba, filled: bool) {
        let corners: Vec<Pos2> = corners.iter().map(|corner| self.place(*corner)).collect();
        let bounds = egui::Rect::from_points(&corners);
        let color = color_of(color);
        if corners.is_empty() || !self.is_large(bounds, color) {
            return;
        }
        if !filled {
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                self.stroke([*from, *to], color);
            }
            return;
        }
        // Heads of arrows are opaque, and over the casings of their shafts.
        let mesh = if color.is_opaque() { &mut self.lines } else { &mut self.mesh };
        let first = mesh.vertices.len() as u32;
        corners.iter().for_each(|corner| mesh.colored_vertex(*corner, color));
        for nth in 2..corners.len() as u32 {
            mesh.add_triangle(first, first + nth - 1, first + nth);
        }
    }
}

/// A colour for egui.
pub(crate) fn color_of(Rgba { red, green, blue, alpha }: Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}
