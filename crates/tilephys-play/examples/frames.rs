//! Times of whole frames in a window, with the graphics driver: a level from close and from afar, and boxes.
//!
//! `cargo run --release --example frames [MAP]`; without a map it draws `maps/arena.tmx`. Without a display:
//! `xvfb-run -a -s "-screen 0 1280x800x24" cargo run --release --example frames`.

use eframe::egui::{Color32, Context, LayerId, Rect as Screen, Ui, ViewportBuilder, ViewportCommand};
use std::time::{Duration, Instant};
use tilephys::draw::Rect;
use tilephys::glam::Vec2;
use tilephys_play::view::{Camera, LevelView, draw_boxes};

/// Zooms in points to a px, each with a number of boxes.
const CASES: [(f32, u32); 13] = [
    (16.0, 0),
    (4.0, 0),
    (2.0, 0),
    (1.0, 0),
    (0.7, 0),
    (0.5, 0),
    (0.35, 0),
    (0.25, 0),
    (0.125, 0),
    (0.074, 0),
    (4.0, 100_000),
    (0.25, 100_000),
    (0.074, 100_000),
];

/// Frames of a case before the timed ones, in which all pictures are made.
const BEFORE: usize = 40;

/// Number of timed frames, of which the median counts.
const FRAMES: usize = 41;

struct App {
    view: LevelView,
    case: usize,
    frame: usize,
    last: Instant,
    times: Vec<Duration>,
    /// Processor time before the timed frames, in ms.
    processor: f64,
}

/// Processor time of all threads so far, in ms; 0 where the system is not Linux.
fn processor_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Fields 14 and 15 of the file, in hundredths of a second.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() * 10.0
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let time = self.last.elapsed();
        self.last = Instant::now();
        let Some((zoom, boxes)) = CASES.get(self.case).copied() else {
            ui.ctx().send_viewport_cmd(ViewportCommand::Close);
            return;
        };
        self.frame += 1;
        if self.frame == BEFORE {
            self.processor = processor_ms();
        }
        if self.frame > BEFORE {
            self.times.push(time);
        }
        if self.times.len() == FRAMES {
            self.times.sort();
            let [median, longest] = [FRAMES / 2, FRAMES - 1].map(|nth| self.times[nth].as_secs_f64() * 1e3);
            let processor = (processor_ms() - self.processor) / FRAMES as f64;
            println!(
                "{zoom:6} points to a px, {boxes:6} boxes: {median:6.1} ms, at most {longest:6.1}; of processors {processor:6.1}"
            );
            self.times.clear();
            (self.case, self.frame) = (self.case + 1, 0);
        }
        draw(ui.ctx(), &mut self.view, zoom, boxes);
        ui.ctx().request_repaint();
    }
}

fn draw(ctx: &Context, view: &mut LevelView, zoom: f32, boxes: u32) {
    let painter = ctx.layer_painter(LayerId::background());
    let screen: Screen = painter.clip_rect();
    let bounds = view.bounds();
    let camera = Camera { center: bounds.min + bounds.size / 2.0, zoom };
    painter.rect_filled(screen, 0.0, view.background().unwrap_or(Color32::BLACK));
    view.draw(&painter, &camera, 0.0, 0..usize::MAX);
    let place = |i: u32| {
        Vec2::new((i.wrapping_mul(2_654_435_761) >> 18) as f32, (i.wrapping_mul(40_503) % 4096) as f32)
    };
    let boxes = (0..boxes).map(|i| (Rect::new(place(i), Vec2::splat(8.0)), Color32::LIGHT_RED));
    draw_boxes(&painter, &camera, boxes);
}

fn main() -> eframe::Result {
    let map = std::env::args().nth(1);
    let map = map.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/arena.tmx").to_owned());
    let level = match tilephys::tiled::load(&map) {
        Ok(level) => level,
        Err(error) => {
            eprintln!("{error}");
            return Ok(());
        }
    };
    let viewport = ViewportBuilder::default().with_inner_size([1280.0, 800.0]);
    let options = eframe::NativeOptions { viewport, ..eframe::NativeOptions::default() };
    eframe::run_native(
        "frames",
        options,
        Box::new(move |cc| {
            let view = LevelView::new(&cc.egui_ctx, &level, &tilephys::tiled::Disk);
            Ok(Box::new(App {
                view,
                case: 0,
                frame: 0,
                last: Instant::now(),
                times: Vec::new(),
                processor: 0.0,
            }))
        }),
    )
}
