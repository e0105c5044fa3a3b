//! The verdict of a game, and the smallest game with the same kind of failure.

use crate::games::coverage::Coverage;
use crate::games::replays::{on_threads, recorded, rolled_back, straight};
use crate::games::spec::{Act, Game};
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

/// The first failure of a game. A panic is one too.
pub(crate) fn failure_of(game: &Game, coverage: &mut Coverage) -> Option<Failure> {
    let verdict = catch_unwind(AssertUnwindSafe(|| judged(game, coverage)));
    let fault = verdict.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", text.unwrap_or("?")))
    });
    let fault = fault.err()?;
    let (kind, text) = fault.split_once(':').unwrap_or(("?", &fault));
    Some(Failure { kind: kind.to_owned(), text: text.trim().to_owned() })
}

/// The game with one part less, for each part.
fn smaller(game: &Game) -> Vec<Game> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Game)| {
        let mut less = game.clone();
        change(&mut less);
        all.push(less);
    };
    if game.crowd > 0 {
        add(&|game| game.crowd = 0);
    }
    for ticks in [game.ticks / 2, game.ticks * 3 / 4, game.ticks - 1] {
        if ticks > 0 && ticks < game.ticks {
            add(&|game| game.ticks = ticks);
        }
    }
    if game.acts.iter().any(|(tick, _)| *tick >= game.ticks) {
        add(&|game| game.acts.retain(|(tick, _)| *tick < game.ticks));
    }
    let halves = [0..game.tiles.len() / 2, game.tiles.len() / 2..game.tiles.len()];
    halves.into_iter().filter(|half| half.len() > 1).for_each(|half| add(&|game| drop(game.tiles.drain(half.clone()))));
    for (index, thing) in game.things.iter().enumerate() {
        let Some(thing) = thing else { continue };
        add(&|game| game.things[index] = None);
        (1..thing.parts.len()).for_each(|part| {
            add(&|game| drop(game.things[index].as_mut().map(|thing| thing.parts.remove(part))));
        });
    }
    (0..game.acts.len()).for_each(|index| add(&|game| { game.acts.remove(index); }));
    for (version, level) in game.levels.iter().enumerate() {
        (0..level.objects.len()).for_each(|index| add(&|game| { game.levels[version].objects.remove(index); }));
        (0..level.cells.len()).for_each(|index| add(&|game| { game.levels[version].cells.remove(index); }));
    }
    (0..game.tiles.len()).for_each(|index| add(&|game| { game.tiles.remove(index); }));
    all
}

/// Leaves out part after part while the game fails in this way. Returns the smallest game and its failure.
pub(crate) fn shrunk(game: Game, kind: &str, text: String) -> (Game, String) {
    let begun = Instant::now();
    let mut best = (game, text);
    'smaller: loop {
        for less in smaller(&best.0) {
            if begun.elapsed() > LONGEST {
                return best;
            }
            let failure = failure_of(&less, &mut Coverage::default());
            if let Some(Failure { text, .. }) = failure.filter(|failure| failure.kind == kind) {
                best = (less, text);
                continue 'smaller;
            }
        }
        return best;
    }
}
