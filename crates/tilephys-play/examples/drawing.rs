//! Times of drawing without a window: shapes of views of a level, of boxes, and of an overlay.
//!
//! `cargo run --release --example drawing [MAP]`; without a map it draws `maps/arena.tmx`.

use eframe::egui::{self, Color32, Context, LayerId, Painter, RawInput, Rect as Screen, Shape};
use std::time::{Duration, Instant};
use tilephys::core::Aabb;
use tilephys::draw::Rect;
use tilephys::glam::Vec2;
use tilephys_play::view::{Camera, LevelView, Overlay, draw_boxes};

const SCREEN: egui::Vec2 = egui::vec2(1280.0, 800.0);

/// Number of timed frames, of which the median counts.
const FRAMES: usize = 31;

/// Draws a frame. Returns the time of `draw`, the number of quads, and whether another frame is wanted.
fn frame(ctx: &Context, draw: &mut dyn FnMut(&Painter)) -> (Duration, usize, bool) {
    let mut time = Duration::ZERO;
    let screen_rect = Some(Screen::from_min_size(egui::Pos2::ZERO, SCREEN));
    let mut output = ctx.run_ui(RawInput { screen_rect, ..RawInput::default() }, |ui| {
        let painter = ui.ctx().layer_painter(LayerId::background());
        let start = Instant::now();
        draw(&painter);
        time += start.elapsed();
    });
    output.textures_delta.clear();
    let quads = |shape: &Shape| if let Shape::Mesh(mesh) = shape { mesh.vertices.len() / 4 } else { 0 };
    let is_unfinished = output.viewport_output.values().any(|viewport| viewport.repaint_delay.is_zero());
    (time, output.shapes.iter().map(|clipped| quads(&clipped.shape)).sum(), is_unfinished)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Prints the longest frame until all pictures are there, and the median frame after that.
fn measure(ctx: &Context, name: &str, draw: &mut dyn FnMut(&Painter)) {
    let (mut longest, mut before) = (Duration::ZERO, 0);
    loop {
        let (time, _, is_unfinished) = frame(ctx, draw);
        longest = longest.max(time);
        before += 1;
        if before > 3 && !is_unfinished {
            break;
        }
    }
    let mut times: Vec<(Duration, usize, bool)> = (0..FRAMES).map(|_| frame(ctx, draw)).collect();
    times.sort();
    let (time, quads, _) = times[FRAMES / 2];
    println!(
        "{name:32} {:8.2} ms {quads:8} quads; {before:4} frames before, at most {:.2} ms",
        ms(time),
        ms(longest)
    );
}

fn main() {
    let map = std::env::args().nth(1);
    let map = map.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/arena.tmx").to_owned());
    let level = match tilephys::tiled::load(&map) {
        Ok(level) => level,
        Err(error) => return eprintln!("{error}"),
    };
    let ctx = Context::default();
    let start = Instant::now();
    let mut view = LevelView::new(&ctx, &level, &tilephys::tiled::Disk);
    println!("images and list: {:.1} ms", ms(start.elapsed()));
    let bounds = view.bounds();
    let middle = bounds.min + bounds.size / 2.0;
    for zoom in [16.0, 4.0, 2.0, 1.0, 0.9, 0.7, 0.5, 0.35, 0.25, 0.125, 0.074] {
        let camera = Camera { center: middle, zoom };
        let name = format!("level, {zoom} points to a px");
        measure(&ctx, &name, &mut |painter| view.draw(painter, &camera, 0.0, 0..usize::MAX));
    }
    println!("pictures: {} kB", view.picture_bytes() / 1024);
    let mut center = bounds.min;
    let name = |zoom: f32| format!("moving by 30 points, {zoom}");
    for zoom in [2.0, 0.5, 0.25] {
        measure(&ctx, &name(zoom), &mut |painter| {
            center.x += 30.0 / zoom;
            view.draw(painter, &Camera { center, zoom }, 0.0, 0..usize::MAX);
        });
    }
    let place = |i: u32| {
        Vec2::new((i.wrapping_mul(2_654_435_761) >> 18) as f32, (i.wrapping_mul(40_503) % 4096) as f32)
    };
    for zoom in [4.0, 1.0, 0.25, 0.074] {
        let camera = Camera { center: middle, zoom };
        let boxes = (0..100_000).map(|i| (Rect::new(place(i), Vec2::splat(8.0)), Color32::LIGHT_RED));
        measure(&ctx, &format!("100,000 boxes, {zoom}"), &mut |painter| {
            draw_boxes(painter, &camera, boxes.clone());
        });
        let shown = camera.shown(Screen::from_min_size(egui::Pos2::ZERO, SCREEN));
        let area = Aabb::from_px(shown.min, shown.size);
        measure(&ctx, &format!("overlay of solids, {zoom}"), &mut |painter| {
            let mut overlay = Overlay::new(painter, &camera);
            tilephys::inspect::debug_draw::draw_solids(&mut overlay, &level.grid, area, u32::MAX);
            overlay.finish();
        });
    }
}
