//! The level on the screen: camera, images, bodies, and what the engine knows, as plain meshes.
//!
//! Stands in until the real one lands.
use eframe::egui::{self, Color32, Painter};
use std::ops::Range;
use tilephys::draw::Rect;
use tilephys::glam::Vec2;
use tilephys::tiled::{Files, Level};
pub struct Camera {
    pub center: Vec2,
    pub zoom: f32,
}
impl Camera {
    pub fn shown(&self, s: egui::Rect) -> Rect {
        let size = Vec2::new(s.width(), s.height()) / self.zoom;
        Rect::new(self.center - size / 2.0, size)
    }
    pub fn to_screen(&self, s: egui::Rect, at: Vec2) -> egui::Pos2 {
        let p = (at - self.center) * self.zoom;
        s.center() + egui::vec2(p.x, p.y)
    }
    pub fn to_level(&self, s: egui::Rect, at: egui::Pos2) -> Vec2 {
        let p = at - s.center();
        self.center + Vec2::new(p.x, p.y) / self.zoom
    }
    pub fn zoom_about(&mut self, _s: egui::Rect, _at: egui::Pos2, f: f32) {
        self.zoom *= f;
    }
    pub fn pan(&mut self, p: egui::Vec2) {
        self.center -= Vec2::new(p.x, p.y) / self.zoom;
    }
    pub fn follow(&mut self, _s: egui::Rect, t: Rect, _f: f32, _d: f32) {
        self.center = t.min;
    }
    pub fn keep_within(&mut self, _s: egui::Rect, _b: Rect) {}
    pub fn show(&mut self, s: egui::Rect, r: Rect) {
        self.center = r.min + r.size / 2.0;
        self.zoom = (s.width() / r.size.x).min(s.height() / r.size.y);
    }
}
pub struct LevelView {
    b: Rect,
    shown: Vec<bool>,
}
impl LevelView {
    pub fn new(_c: &egui::Context, l: &Level, _f: &dyn Files) -> LevelView {
        LevelView { b: tilephys::draw::DisplayList::of_level(l).bounds(), shown: vec![true; l.layers.len()] }
    }
    pub fn bounds(&self) -> Rect {
        self.b
    }
    pub fn warnings(&self) -> &[String] {
        &[]
    }
    pub fn place_objects(&mut self, _n: impl FnMut(u32) -> Option<Vec2>) {}
    pub fn set_shown(&mut self, l: usize, s: bool) {
        self.shown[l] = s;
    }
    pub fn is_shown(&self, l: usize) -> bool {
        self.shown[l]
    }
    pub fn draw(&mut self, _p: &Painter, _c: &Camera, _s: f64, _l: Range<usize>) {}
}
pub fn draw_boxes(_p: &Painter, _c: &Camera, b: impl Iterator<Item = (Rect, Color32)>) {
    b.for_each(drop);
}
pub struct Overlay<'a>(&'a Painter);
impl<'a> Overlay<'a> {
    pub fn new(p: &'a Painter, _c: &'a Camera) -> Self {
        Overlay(p)
    }
    pub fn finish(self) {}
}
impl tilephys::core::debug_draw::DebugDraw for Overlay<'_> {
    fn line(&mut self, _: Vec2, _: Vec2, _: tilephys::core::debug_draw::Rgba) {}
    fn rect(&mut self, _: Vec2, _: Vec2, _: tilephys::core::debug_draw::Rgba, _: bool) {}
    fn text(&mut self, _: Vec2, _: &str, _: tilephys::core::debug_draw::Rgba) {}
}
