//! The part of the window examples that is about the window: frames, keys and scripted runs.
//!
//! Each example runs by itself or by script: `cargo run -p tilephys-window-examples --bin platformer -- --frames 300
//! --picture platformer.png` plays its script for 300 frames and saves the last one.

mod watch;

pub use watch::Watch;

use macroquad::prelude::*;
use std::ops::Range;
use std::time::Duration;
use tilephys::core::FixedStep;
use tilephys::draw::{Camera, Rect};
use tilephys::ecs::Input;
use tilephys::glam::Vec2;
use tilephys::tiled::Level;
use tilephys_macroquad::{LevelView, set_view, view_size};

/// Keys that a script holds down: frames from the first up to the last, which is not included.
pub type Script = &'static [(Range<u32>, KeyCode)];

/// Ticks a second of all examples.
pub const TICKS: u32 = 60;

/// Length of a tick in seconds.
pub const DT: f32 = 1.0 / TICKS as f32;

/// The window of an example without a level, in px of its room: each is two pixels of the screen wide.
pub const ROOM: Rect = Rect::new(Vec2::ZERO, Vec2::new(640.0, 352.0));

/// Pixels of the screen to a pixel of a level.
const ZOOM: f32 = 2.0;

/// A level with its textures. Prints what is drawn in another way than the level says.
pub fn level_view(level: &Level) -> LevelView {
    let view = LevelView::new(level);
    view.warnings().iter().for_each(|warning| eprintln!("{warning}"));
    view
}

/// Shows a place, in px, and as much around it as the window has space for, within `bounds`. Returns the shown part.
pub fn look_at(center: Vec2, bounds: Rect) -> Rect {
    let mut camera = Camera::new(view_size(ZOOM));
    camera.bounds = Some(bounds);
    camera.jump_to(center);
    set_view(camera.view())
}

/// Draws a level around a place, in px, at a time in seconds. Returns the shown part.
pub fn draw_level(view: &LevelView, center: Vec2, seconds: f64) -> Rect {
    let shown = look_at(center, view.list.bounds());
    view.clear();
    view.draw(shown, seconds, ..);
    shown
}

/// The map on the command line, else `default`.
pub fn map_of_arguments(default: &str) -> String {
    std::env::args()
        .skip(1)
        .find(|argument| argument.ends_with(".tmx") || argument.ends_with(".tmj"))
        .unwrap_or_else(|| default.to_owned())
}

/// A window of 1280 x 704 px.
pub fn window() -> Conf {
    Conf { window_title: "tilephys".to_owned(), window_width: 1280, window_height: 704, ..Conf::default() }
}

/// The window, between two frames.
pub struct Window {
    script: Script,
    /// Number of frames of a scripted run.
    frames: Option<u32>,
    picture: Option<String>,
    frame: u32,
    clock: FixedStep,
}

impl Window {
    /// Reads `--frames N` and `--picture FILE` from the command line. With `--frames` the keys of `script` are held down, and
    /// each frame is a tick.
    pub fn open(script: Script) -> Window {
        let arguments: Vec<String> = std::env::args().collect();
        let value = |name: &str| {
            let place = arguments.iter().position(|argument| argument == name)?;
            arguments.get(place + 1).cloned()
        };
        let frames = value("--frames").map(|number| {
            number.parse().unwrap_or_else(|_| {
                eprintln!("--frames takes a whole number, not {number:?}");
                std::process::exit(2)
            })
        });
        Window { script, frames, picture: value("--picture"), frame: 0, clock: FixedStep::new(TICKS) }
    }

    /// Shows what was drawn and waits for the next frame. Returns the number of ticks that are due, or `None` at the end.
    pub async fn next(&mut self) -> Option<u32> {
        let is_last = self.frames == Some(self.frame);
        if let (true, Some(path)) = (is_last, &self.picture) {
            let mut picture = get_screen_data();
            // Blending leaves holes in the alpha of the screen.
            picture.bytes.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
            picture.export_png(path);
        }
        if is_last || is_key_pressed(KeyCode::Escape) {
            return None;
        }
        next_frame().await;
        self.frame += 1;
        let passed = Duration::from_secs_f32(get_frame_time());
        Some(if self.is_scripted() { 1 } else { self.clock.advance(passed) })
    }

    /// True if the script plays: with `--frames`.
    pub fn is_scripted(&self) -> bool {
        self.frames.is_some()
    }

    /// True if a key is down.
    pub fn is_down(&self, key: KeyCode) -> bool {
        let is_in_script = || self.script.iter().any(|(frames, k)| *k == key && frames.contains(&self.frame));
        if self.is_scripted() { is_in_script() } else { is_key_down(key) }
    }

    /// -1, 0 or 1 by two keys.
    pub fn axis(&self, less: KeyCode, more: KeyCode) -> f32 {
        f32::from(i8::from(self.is_down(more)) - i8::from(self.is_down(less)))
    }

    /// Sets the input of a character by the keys: arrows, Space for jumps and X for dashes.
    pub fn steer(&self, input: &mut Input) {
        input.along = self.axis(KeyCode::Left, KeyCode::Right);
        input.upward = self.axis(KeyCode::Down, KeyCode::Up);
        input.jump = input.jump.next(self.is_down(KeyCode::Space));
        input.dash = input.dash.next(self.is_down(KeyCode::X));
    }

    /// Fraction of a tick since the last one, from 0 to 1, for interpolated drawing.
    pub fn alpha(&self) -> f32 {
        if self.is_scripted() { 1.0 } else { self.clock.alpha() }
    }
}
