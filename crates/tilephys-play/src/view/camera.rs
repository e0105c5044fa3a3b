//! The part of the level that the screen shows.

use eframe::egui;
use tilephys::draw::Rect;
use tilephys::glam::Vec2;

/// Maximum zoom, in points of the screen to a pixel of the level.
const MAX_ZOOM: f32 = 16.0;

/// Minimum zoom without known bounds of a level.
const MIN_ZOOM: f32 = 1.0 / 256.0;

/// Part of the screen that a whole level fills; the rest is its margin.
const WHOLE: f32 = 0.95;

/// Half sizes of the dead zone, as a part of the shown level.
const DEAD_ZONE: Vec2 = Vec2::new(0.05, 0.1);

/// Look-ahead in the facing direction, as a part of the shown width.
const LOOK_AHEAD: f32 = 0.08;

/// Farthest place of a followed target from the centre, as a part of the shown level: the middle half of the screen.
const FARTHEST: f32 = 0.25;

/// Rate at which a camera approaches its target, in 1/s.
const RATE: f32 = 6.0;

/// A view of a level: its middle and its scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Place in the level at the middle of the screen, in px.
    pub center: Vec2,
    /// Scale, in points of the screen to a px of the level.
    pub zoom: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Camera { center: Vec2::ZERO, zoom: 1.0 }
    }
}

impl Camera {
    /// The part of the level that a screen shows, in px.
    pub fn shown(&self, screen: egui::Rect) -> Rect {
        let size = points(screen.size()) / self.zoom;
        Rect::new(self.center - size / 2.0, size)
    }

    /// The place on the screen of a place in the level.
    pub fn to_screen(&self, screen: egui::Rect, at: Vec2) -> egui::Pos2 {
        let from_middle = (at - self.center) * self.zoom;
        screen.center() + egui::vec2(from_middle.x, from_middle.y)
    }

    /// The rectangle on the screen of a rectangle in the level.
    pub fn rect_to_screen(&self, screen: egui::Rect, rect: Rect) -> egui::Rect {
        let max = rect.min + rect.size;
        egui::Rect::from_two_pos(self.to_screen(screen, rect.min), self.to_screen(screen, max))
    }

    /// The place in the level of a place on the screen.
    pub fn to_level(&self, screen: egui::Rect, at: egui::Pos2) -> Vec2 {
        self.center + points(at - screen.center()) / self.zoom
    }

    /// Multiplies the zoom, within its limits. The middle of the level on the screen stays there.
    pub fn zoom_by(&mut self, factor: f32) {
        let zoom = within(self.zoom * factor, MIN_ZOOM, MAX_ZOOM);
        if zoom.is_finite() {
            self.zoom = zoom;
        }
    }

    /// Multiplies the zoom, within its limits. The place of the level under `at` stays there.
    pub fn zoom_about(&mut self, screen: egui::Rect, at: egui::Pos2, factor: f32) {
        let fixed = self.to_level(screen, at);
        self.zoom_by(factor);
        self.center = fixed - points(at - screen.center()) / self.zoom;
    }

    /// Moves the level by a way on the screen, as a pointer drags it.
    pub fn pan(&mut self, way: egui::Vec2) {
        self.center -= points(way) / self.zoom;
    }

    /// Moves toward a target, such as a character, for a frame of some seconds.
    ///
    /// The camera rests while the target is in the dead zone, looks a little ahead to where it faces (-1 left, 1 right), and
    /// keeps it within the middle half of the screen. A target farther than a screen away is shown at once.
    pub fn follow(&mut self, screen: egui::Rect, target: Rect, facing: f32, seconds: f32) {
        let shown = self.shown(screen).size;
        let middle = target.min + target.size / 2.0;
        if !middle.is_finite() {
            return;
        }
        if !(middle - self.center).abs().cmplt(shown).all() {
            self.center = middle;
            return;
        }
        let facing = if facing.is_finite() { within(facing, -1.0, 1.0) } else { 0.0 };
        let slack = shown * DEAD_ZONE;
        let off = middle + Vec2::new(facing * shown.x * LOOK_AHEAD, 0.0) - self.center;
        let way = off - off.clamp(-slack, slack);
        // Three times as fast near the border of the middle half, so that a fall reaches it gently.
        let near = way / (shown * (Vec2::splat(FARTHEST) - DEAD_ZONE));
        let rate = within(seconds, 0.0, 1.0) * RATE * (Vec2::ONE + 2.0 * near * near);
        // Approaches as an exponential does, without its rounding; frames of any length agree closely.
        self.center += way * (rate / (Vec2::ONE + rate));
        let farthest = shown * FARTHEST;
        self.center = self.center.clamp(middle - farthest, middle + farthest);
    }

    /// Keeps the view within the level, and a level that is smaller than the screen in its middle. Zooms in if the level would
    /// be smaller than the screen with its margin.
    pub fn keep_within(&mut self, screen: egui::Rect, bounds: Rect) {
        if let Some(whole) = whole_zoom(screen, bounds.size)
            && self.zoom < whole
        {
            self.zoom = whole;
        }
        let spare = ((bounds.size - self.shown(screen).size) / 2.0).max(Vec2::ZERO);
        let middle = bounds.min + bounds.size / 2.0;
        self.center = self.center.clamp(middle - spare, middle + spare);
    }

    /// Shows a whole region with a margin.
    pub fn show(&mut self, screen: egui::Rect, region: Rect) {
        self.center = region.min + region.size / 2.0;
        self.zoom = whole_zoom(screen, region.size).unwrap_or(MAX_ZOOM);
    }

    /// Shows at least `size` px of the level, as large as whole pixels of the screen allow: each px of the level has as many.
    /// `pixels_per_point` is the number of pixels of the screen to a point.
    pub fn fit(&mut self, screen: egui::Rect, size: Vec2, pixels_per_point: f32) {
        let ratio = points(screen.size()) * pixels_per_point / size;
        let ratio = within(if ratio.x < ratio.y { ratio.x } else { ratio.y }, MIN_ZOOM, MAX_ZOOM);
        let whole = if ratio >= 1.0 { ratio.floor() } else { ratio };
        if whole.is_finite() {
            self.zoom = whole / pixels_per_point;
        }
    }

    /// The camera with its view moved by less than a pixel of the screen, so that the level begins at whole pixels. At whole
    /// scales, such as the numbers of [`fit`](Self::fit), tiles stay sharp and even while the camera moves.
    pub fn snapped(&self, screen: egui::Rect, pixels_per_point: f32) -> Camera {
        let middle = points(screen.center().to_vec2());
        let origin = (middle - self.center * self.zoom) * pixels_per_point;
        let center = (middle - origin.round() / pixels_per_point) / self.zoom;
        if center.is_finite() { Camera { center, ..*self } } else { *self }
    }
}

/// The zoom at which all of a level is on the screen with a margin; `None` if the level or the screen has no area.
fn whole_zoom(screen: egui::Rect, size: Vec2) -> Option<f32> {
    let ratio = points(screen.size()) * WHOLE / size;
    let zoom = within(if ratio.x < ratio.y { ratio.x } else { ratio.y }, MIN_ZOOM, MAX_ZOOM);
    (size.min_element() > 0.0 && screen.is_positive()).then_some(zoom)
}

/// A value within limits; NaN stays NaN.
fn within(value: f32, least: f32, most: f32) -> f32 {
    if value < least {
        least
    } else if value > most {
        most
    } else {
        value
    }
}

fn points(v: egui::Vec2) -> Vec2 {
    Vec2::new(v.x, v.y)
}
