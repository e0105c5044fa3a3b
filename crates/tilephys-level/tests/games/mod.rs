//! Whole games at random: entities with every component, a level that is reloaded, snapshots, rollbacks and threads. Each
//! game is judged step by step by promises that need no engine, and played again with detours that must change nothing.
//!
//! `TILEPHYS_SEED=n` begins with the game of that number, as a failure prints it.

mod characters;
mod coverage;
mod draw;
mod judge;
mod levels;
mod oracle;
mod parts;
mod play;
mod replays;
mod shrink;
mod spec;

use crate::volume::{Search, first_seed};
use coverage::Coverage;
use shrink::{Failure, failure_of, text_of};
use spec::Game;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Games of one kind of failure that are shrunk and printed.
const CASES: u64 = 2;

/// State that the workers share.
#[derive(Default)]
struct Found {
    coverage: Coverage,
    /// Numbers of games by kind of failure, and the failures that are printed.
    failures: BTreeMap<String, (u64, Vec<String>)>,
}

/// Takes game after game until there are enough.
fn work(next: &AtomicU64, is_over: &(impl Fn(u64) -> bool + Sync), found: &Mutex<Found>) {
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if is_over(seed) {
            return;
        }
        let mut coverage = Coverage::default();
        let game = match catch_unwind(|| Game::drawn(seed)) {
            Ok(game) => game,
            Err(panic) => {
                let mut shared = found.lock().expect("workers do not panic");
                let entry = shared.failures.entry("drawing".to_owned()).or_default();
                let text = text_of(&*panic);
                entry.0 += 1;
                entry
                    .1
                    .push(format!("TILEPHYS_SEED={seed} TILEPHYS_CASES=1: the game cannot be drawn: {text}"));
                continue;
            }
        };
        let failure = failure_of(&game, &mut coverage);
        let mut shared = found.lock().expect("workers do not panic");
        shared.coverage.join(&coverage);
        let Some(Failure { kind, text }) = failure else { continue };
        let entry = shared.failures.entry(kind.clone()).or_default();
        entry.0 += 1;
        if entry.0 > CASES {
            continue;
        }
        drop(shared);
        let (smallest, text) = shrink::shrunk(game, &kind, text);
        let case = format!("TILEPHYS_SEED={seed} TILEPHYS_CASES=1: {kind}: {text}\n{smallest}");
        let mut shared = found.lock().expect("workers do not panic");
        shared.failures.entry(kind).or_default().1.push(case);
    }
}

#[test]
fn whole_games_keep_the_promises() {
    std::panic::set_hook(Box::new(|_| {}));
    let search = Search::new(20, 3_000);
    let first = first_seed();
    let next = AtomicU64::new(first);
    let found = Mutex::new(Found::default());
    let is_over = |seed: u64| search.left(seed - first) == 0;
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| drop(scope.spawn(|| work(&next, &is_over, &found))));
    });
    drop(std::panic::take_hook());
    let Found { coverage, failures } = found.into_inner().expect("workers do not panic");
    println!("{:.1} s\n{coverage}", search.seconds());
    failures.iter().for_each(|(kind, (count, _))| println!("{kind}: {count}"));
    let cases: Vec<String> = failures.values().flat_map(|(_, cases)| cases.clone()).collect();
    assert!(failures.is_empty(), "{}", cases.join("\n\n"));
}

#[test]
fn games_that_were_refused_once_keep_the_promises() {
    // A path between equal places, drawn without a wait. A character that a mover pushes faster than it falls. A character that
    // jumps off a ladder against a tile, and does not report its jumps.
    for seed in [3_011_202_949, 3_011_203_121, 3_011_203_376] {
        let failure = failure_of(&Game::drawn(seed), &mut Coverage::default());
        assert!(failure.is_none(), "{seed}: {}", failure.map_or_else(String::new, |failure| failure.text));
    }
}
