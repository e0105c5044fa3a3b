//! Processor times of the classics on Linux. `cargo bench -p tilephys-reach --bench times -- levels` prints flood, goal and coins of each, and
//! `levels march` of this one alone; `widths` and `threads` print the growth with the width of a level, and what threads share.

#[allow(dead_code)] // Shared with the tests, which use all of it.
#[path = "../tests/classics.rs"]
mod classics;
#[allow(dead_code)] // Shared with the tests, which use all of it.
#[path = "../tests/levels.rs"]
mod levels;
#[allow(dead_code)] // Shared with the tests, which use all of it.
#[path = "../tests/play.rs"]
mod play;

use crate::classics::{CLASSICS, Classic};
use crate::levels::TextLevel;
use std::time::{Duration, Instant};
use tilephys_reach::{Bounds, Budget, Player, Start, Target, Verdict, reach};

/// Rounds of which the fastest counts.
const ROUNDS: usize = 5;

/// Copies of all levels in the comparison of threads.
const COPIES: usize = 3;

fn main() {
    let asked = asked();
    let parts: [(&str, fn()); 3] =
        [("levels", time_levels), ("widths", time_widths), ("threads", time_threads)];
    for (name, time) in parts {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            time();
        }
    }
}

/// Words of the command line.
fn asked() -> Vec<String> {
    std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect()
}

/// Processor time of this thread, in ms.
fn now() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("the system counts times");
    let ns: u64 = text.split(' ').next().and_then(|ns| ns.parse().ok()).expect("a number of ns");
    Duration::from_nanos(ns).as_secs_f64() * 1e3
}

/// Least time of a task, in ms.
fn least_time(mut task: impl FnMut()) -> f64 {
    let times = (0..ROUNDS).map(|_| {
        let start = now();
        task();
        now() - start
    });
    times.fold(f64::INFINITY, |least, time| if time < least { time } else { least })
}

/// Goal and coins of a level, the goal first.
fn targets(level: &TextLevel) -> Vec<Target> {
    let goal = level.goal.expect("the level has a goal");
    let areas = std::iter::once(goal).chain(level.coins.iter().copied());
    areas.map(|area| Target { id: 0, area }).collect()
}

/// Prints the times of flood, goal, and goal and coins of a level.
fn print_times(name: &str, rows: &str, player: &Player) {
    let level = TextLevel::new(rows, player);
    let map = level.map();
    let targets = targets(&level);
    let start = Start::at_rest(level.start);
    let mut nodes = 0;
    let flood = least_time(|| {
        nodes = Bounds::new(&map, player, &[level.start]).expect("the character has bounds").nodes();
    });
    let mut states = 0;
    let mut unreachable = 0;
    let mut ways = |targets: &[Target]| {
        least_time(|| {
            let found = reach(&map, player, &start, targets, &Budget::default());
            states = found.states;
            let is_reachable = |verdict: &&Verdict| matches!(verdict, Verdict::Reachable(_));
            unreachable = targets.len() - found.verdicts.iter().filter(is_reachable).count();
        })
    };
    let goal = ways(&targets[..1]);
    let all = ways(&targets);
    println!(
        "{name:18} {:4} columns: flood {flood:5.1}, goal {goal:5.1}, all {all:5.1} ms; {nodes:6} nodes, {states:6} states, \
         {unreachable} of {} without a way",
        level.columns,
        targets.len()
    );
}

/// Prints the times of the levels that are named, or of all.
fn time_levels() {
    let asked = asked();
    let is_asked = |classic: &&Classic| asked.iter().any(|name| name == classic.name);
    let has_names = CLASSICS.iter().any(|classic| is_asked(&classic));
    for classic in CLASSICS.into_iter().filter(|classic| !has_names || is_asked(&classic)) {
        print_times(&format!("{} {}", classic.preset(), classic.name), classic.rows(), &classic.player());
    }
}

/// Several copies of a level side by side, without the walls between them, with the start of the first and the goal of the last.
fn repeated(rows: &str, copies: usize) -> String {
    let width = rows.lines().map(str::len).max().unwrap_or(0);
    let copy = |index: usize, line: &str| {
        let mut tiles: Vec<char> = format!("{line:.<width$}").chars().collect();
        if index > 0 {
            tiles[0] = tiles[1];
            tiles.iter_mut().filter(|tile| **tile == 'S').for_each(|tile| *tile = '.');
        }
        if index + 1 < copies {
            tiles[width - 1] = tiles[width - 2];
            tiles.iter_mut().filter(|tile| **tile == 'G').for_each(|tile| *tile = '.');
        }
        tiles.into_iter().collect::<String>()
    };
    let row = |line: &str| (0..copies).map(|index| copy(index, line)).collect::<String>();
    rows.lines().map(row).collect::<Vec<_>>().join("\n")
}

/// Prints how times grow with the width of two levels.
fn time_widths() {
    let [Some(meadow), Some(ruins)] =
        ["meadow", "ruins"].map(|name| CLASSICS.into_iter().find(|classic| classic.name == name))
    else {
        panic!("there are these levels")
    };
    for classic in [meadow, ruins] {
        for copies in [1, 2, 4] {
            let name = format!("{copies} of {}", classic.name);
            print_times(&name, &repeated(classic.rows(), copies), &classic.player());
        }
    }
}

/// Solves levels, and returns the processor time in ms.
fn solve(levels: &[Classic]) -> f64 {
    let start = now();
    for classic in levels {
        let player = classic.player();
        let level = TextLevel::new(classic.rows(), &player);
        let start = Start::at_rest(level.start);
        _ = reach(&level.map(), &player, &start, &targets(&level), &Budget::default());
    }
    now() - start
}

/// Prints what all levels together take on one and on two threads.
fn time_threads() {
    let levels: Vec<Classic> = CLASSICS.into_iter().cycle().take(COPIES * CLASSICS.len()).collect();
    for threads in [1, 2, 1, 2] {
        let start = Instant::now();
        // Each thread has every second level, so that both have as much to do.
        let shares = (0..threads).map(|first| levels.iter().skip(first).step_by(threads).copied().collect());
        let shares: Vec<Vec<Classic>> = shares.collect();
        let times: Vec<f64> = std::thread::scope(|scope| {
            let running: Vec<_> = shares.iter().map(|share| scope.spawn(|| solve(share))).collect();
            running.into_iter().map(|thread| thread.join().expect("the thread ends")).collect()
        });
        let by_clock = start.elapsed().as_secs_f64();
        println!(
            "{} levels on {threads} threads: {by_clock:.2} s by the clock, {times:.0?} ms of the processors",
            levels.len()
        );
    }
}
