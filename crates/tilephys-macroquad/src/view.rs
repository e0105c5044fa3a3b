//! The part of a level that the window shows.

use glam::Vec2;
use macroquad::camera::{Camera2D, set_camera};
use macroquad::window::{screen_height, screen_width};
use tilephys_draw::Rect;

/// Width and height of a view that fills the window, in pixels of the level, with `zoom` pixels of the screen to each: the size of a
/// `Camera`. Ask in each frame: the window may change.
#[must_use]
pub fn view_size(zoom: f32) -> Vec2 {
    Vec2::new(screen_width(), screen_height()) / zoom
}

/// Lets macroquad draw in pixels of the level, such that `view` fills the window. Returns the shown part: `view`, moved to the next
/// whole pixel of the screen, which keeps tiles sharp. `macroquad::camera::set_default_camera` ends it.
pub fn set_view(view: Rect) -> Rect {
    let shown = at_whole_pixels(view, view_size(1.0));
    let target = shown.min + shown.size / 2.0;
    set_camera(&Camera2D {
        zoom: (2.0 / shown.size).to_array().into(),
        target: target.to_array().into(),
        ..Camera2D::default()
    });
    shown
}

/// A view, moved to the next whole pixel of a screen that it fills. Without area it stays.
pub(crate) fn at_whole_pixels(view: Rect, screen: Vec2) -> Rect {
    let zoom = screen / view.size;
    let min = (view.min * zoom).round() / zoom;
    if min.is_finite() { Rect::new(min, view.size) } else { view }
}
