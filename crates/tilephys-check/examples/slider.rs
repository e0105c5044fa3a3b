//! Moves a slider of a character, and prints how long the answer takes to what the character reaches: its area, the way to the goal, and
//! all of it. Each question runs on a thread of its own, as in the app, and is given up when the slider moves on.
//!
//! `cargo run --release -p tilephys-check --example slider -- maps/cavern.tmx mario`

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use tilephys_check::{Checker, LevelReach, ReachSettings, Settings};
use tilephys_feel::Feel;
use tilephys_tiled::{Level, load};

/// Jump speeds to which the slider moves, as parts of the speed of the preset.
const MOVES: [f32; 5] = [0.9, 0.95, 1.0, 1.05, 1.1];

/// Processor time of this thread. Zero where the system does not say.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or(0))
}

/// The checker for a character.
fn checker(feel: Feel) -> Checker {
    let mut settings = Settings::default();
    let mut reach = ReachSettings::new("hero", feel);
    reach.is_fitted = false;
    settings.reach = Some(reach);
    Checker::new(settings)
}

/// Asks for all answers, and prints when they come.
fn ask(level: &Level, feel: Feel) {
    let speed = feel.jump.speed;
    let start = processor_time();
    let mut stages = Vec::new();
    let mut show = |_: LevelReach| stages.push((processor_time() - start).as_millis());
    let whole = checker(feel).reach_in_stages(level, &|| true, &mut show).expect("the answer is wanted");
    let all = (processor_time() - start).as_millis();
    println!(
        "jump {speed:.0} px/s: area and way after {stages:?} ms, all after {all} ms: {}",
        whole.in_words()
    );
}

/// Gives up a question after a while, and returns how long its thread goes on after that.
fn give_up(level: &Arc<Level>, feel: Feel, after: Duration) -> Duration {
    let is_wanted = Arc::new(AtomicBool::new(true));
    let (sender, ended) = channel();
    let own = level.clone();
    let wanted = is_wanted.clone();
    std::thread::spawn(move || {
        let answer = checker(feel).reach_in_stages(&own, &|| wanted.load(Ordering::Relaxed), &mut |_| {});
        sender.send(answer.is_none())
    });
    std::thread::sleep(after);
    is_wanted.store(false, Ordering::Relaxed);
    let start = Instant::now();
    ended.recv().expect("the thread answers");
    start.elapsed()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [map, preset] = arguments.as_slice() else { panic!("usage: slider MAP PRESET") };
    let level = Arc::new(load(map).expect("the map loads"));
    let plain = Feel::preset(preset).expect("a preset").scaled(level.grid.tile_size().x as f32 / 256.0);
    for factor in MOVES {
        let mut feel = plain.clone();
        feel.jump.speed *= factor;
        ask(&level, feel);
    }
    for after in [20, 60, 120, 250, 500] {
        let rest = give_up(&level, plain.clone(), Duration::from_millis(after));
        println!("given up after {after} ms: the thread ends {} ms later", rest.as_millis());
    }
}
