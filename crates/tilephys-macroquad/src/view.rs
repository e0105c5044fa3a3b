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
fn at_whole_pixels(view: Rect, screen: Vec2) -> Rect {
    let zoom = screen / view.size;
    let min = (view.min * zoom).round() / zoom;
    if min.is_finite() { Rect::new(min, view.size) } else { view }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_begin_at_whole_pixels_of_the_screen() {
        let screen = Vec2::new(1280.0, 704.0);
        let size = screen / 2.0;
        for (corner, expected) in
            [([3.2, 7.3], [3.0, 7.5]), ([-0.3, 0.2], [-0.5, 0.0]), ([4.0, 0.5], [4.0, 0.5])]
        {
            let shown = at_whole_pixels(Rect::new(corner.into(), size), screen);
            assert_eq!(shown, Rect::new(expected.into(), size));
        }
    }

    #[test]
    fn a_view_without_area_stays() {
        for size in [Vec2::ZERO, Vec2::new(320.0, 0.0)] {
            let view = Rect::new(Vec2::new(3.2, 7.3), size);
            assert_eq!(at_whole_pixels(view, Vec2::new(1280.0, 704.0)), view);
            // A window that is as small as possible has none either.
            assert_eq!(at_whole_pixels(Rect::new(view.min, Vec2::ONE), Vec2::ZERO).min, view.min);
        }
    }
}
