//! The verdict of a game, and the smallest game with the same kind of failure.

use crate::games::coverage::Coverage;
use crate::games::replays::{on_threads, recorded, rolled_back, straight};
use crate::games::spec::{Act, Game};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Time for one game.
const LONGEST: Duration = Duration::from_secs(20);

/// A broken promise.
pub(crate) struct Failure {
    pub(crate) kind: String,
    pub(crate) text: String,
}

fn judged(game: &Game, coverage: &mut Coverage) -> Result<(), String> {
    let outcomes = straight(game, coverage)?;
    on_threads(game, &outcomes, coverage)?;
    rolled_back(game, &outcomes, coverage)?;
    let reloads = game.acts.iter().any(|(_, act)| matches!(act, Act::Reload(_)));
    if reloads { Ok(()) } else { recorded(game, coverage) }
}

/// The message of a panic.
pub(crate) fn text_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("?")
}

/// The first failure of a game. A panic is one too.
pub(crate) fn failure_of(game: &Game, coverage: &mut Coverage) -> Option<Failure> {
    let verdict = catch_unwind(AssertUnwindSafe(|| judged(game, coverage)));
    let fault = verdict.unwrap_or_else(|panic| Err(format!("panic: {}", text_of(&*panic))));
    let fault = fault.err()?;
    let (kind, text) = fault.split_once(':').unwrap_or(("?", &fault));
    Some(Failure { kind: kind.to_owned(), text: text.trim().to_owned() })
}

/// Leaves out a part of a game.
type Cut = Box<dyn Fn(&mut Game)>;

/// Everything that can be left out, large parts first.
fn cuts(game: &Game) -> Vec<Cut> {
    let mut all: Vec<Cut> = Vec::new();
    let mut add = |cut: Cut| all.push(cut);
    for ticks in [game.ticks / 2, game.ticks * 3 / 4, game.ticks - 1] {
        if ticks > 0 && ticks < game.ticks {
            add(Box::new(move |game| {
                game.ticks = ticks;
                game.acts.retain(|(tick, _)| *tick < ticks);
            }));
        }
    }
    if game.crowd > 0 {
        add(Box::new(|game| game.crowd /= 2));
    }
    if game.levels.len() > 1 {
        add(Box::new(|game| {
            game.acts.retain(|(_, act)| !matches!(act, Act::Reload(_)));
            game.levels.truncate(1);
        }));
    }
    for version in 0..game.levels.len() {
        add(Box::new(move |game| game.levels[version].objects.clear()));
        add(Box::new(move |game| game.levels[version].cells.clear()));
    }
    add(Box::new(|game| game.tiles.clear()));
    add(Box::new(|game| game.tiles.truncate(game.tiles.len() / 2)));
    add(Box::new(|game| drop(game.tiles.drain(..game.tiles.len() / 2))));
    for index in 0..game.things.len() {
        add(Box::new(move |game| game.things[index] = None));
    }
    for index in (0..game.acts.len()).rev() {
        add(Box::new(move |game| drop(game.acts.remove(index))));
    }
    for (index, thing) in game.things.iter().enumerate() {
        for part in (1..thing.as_ref().map_or(0, |thing| thing.parts.len())).rev() {
            add(Box::new(move |game| {
                drop(game.things[index].as_mut().map(|thing| thing.parts.remove(part)));
            }));
        }
    }
    for (version, level) in game.levels.iter().enumerate() {
        for index in (0..level.objects.len()).rev() {
            add(Box::new(move |game| {
                game.levels[version].objects.remove(index);
            }));
        }
    }
    for index in (0..game.tiles.len()).rev() {
        add(Box::new(move |game| {
            game.tiles.remove(index);
        }));
    }
    all
}

/// True if a cut has left out nothing.
fn is_equal(a: &Game, b: &Game) -> bool {
    format!("{a}") == format!("{b}")
}

/// Leaves out part after part while the game fails in this way. Returns the smallest game and its failure.
pub(crate) fn shrunk(game: Game, kind: &str, text: String) -> (Game, String) {
    let begun = Instant::now();
    let mut best = (game, text);
    let mut is_smaller = true;
    while std::mem::take(&mut is_smaller) {
        let mut index = 0;
        let mut all = cuts(&best.0);
        while index < all.len() && begun.elapsed() < LONGEST {
            let mut less = best.0.clone();
            all[index](&mut less);
            index += 1;
            if is_equal(&less, &best.0) {
                continue;
            }
            let failure = failure_of(&less, &mut Coverage::default());
            if let Some(Failure { text, .. }) = failure.filter(|failure| failure.kind == kind) {
                best = (less, text);
                all = cuts(&best.0);
                index -= 1;
                is_smaller = true;
            }
        }
    }
    best
}
