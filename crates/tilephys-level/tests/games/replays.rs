//! Plays a game straight, and again with detours that must change nothing: threads, restores, rollbacks, recordings.

use crate::games::coverage::Coverage;
use crate::games::judge::{Judge, Verdict};
use crate::games::play::{DT, Outcome, Play};
use crate::games::spec::{Act, Game};
use crate::rng::Rng;
use tilephys_ecs::{BodyId, Checkpoint, FeelState, Recorder, Replay};

/// Most ticks of a rollback.
const BACK: u32 = 9;

/// Plays a game on one thread, and judges each step.
pub(crate) fn straight(game: &Game, coverage: &mut Coverage) -> Result<Vec<Outcome>, String> {
    let mut play = Play::new(game, 1);
    let mut judge = Judge::default();
    let mut outcomes = Vec::new();
    coverage.add("games", 1);
    for tick in 0..game.ticks {
        play.spawn(tick);
        play.act(tick, |_| true);
        let is_judged = game.crowd == 0;
        if is_judged {
            judge.before(&mut play);
        }
        play.step(tick);
        if is_judged {
            judge.after(&mut play, tick).map_err(|fault| format!("{fault} in tick {tick}"))?;
        }
        count(&play, coverage);
        coverage.add("reloads", u64::from(play.reloads_in(tick)));
        outcomes.push(play.outcome());
    }
    Ok(outcomes)
}

/// Counts what was at work in a step.
fn count(play: &Play, coverage: &mut Coverage) {
    coverage.add("steps", 1);
    coverage.add("bodies", play.physics.len() as u64);
    coverage.add("placed", play.placed.len() as u64);
    for event in play.physics.events() {
        let text = format!("{:?}", event.kind);
        let name = text.split([' ', '(', '{']).next().unwrap_or("?");
        coverage.add(&format!("event {name}"), 1);
    }
    for (id, state) in play.world.query::<(&BodyId, &FeelState)>().iter() {
        coverage.add("characters", 1);
        coverage.add("climbing", u64::from(state.is_climbing()));
        coverage.add("dashing", u64::from(state.is_dashing()));
        coverage.add("lifted characters", u64::from(play.physics.lift_velocity(*id) != glam::Vec2::ZERO));
    }
    for id in play.world.query::<&BodyId>().iter() {
        coverage.add("lifted", u64::from(play.physics.lift_velocity(*id) != glam::Vec2::ZERO));
        coverage.add("stopped", u64::from(play.physics.stop_ticks(*id).is_some_and(|ticks| ticks > 0)));
    }
}

/// The first line that differs, from the difference on.
fn difference(found: &str, expected: &str) -> String {
    let Some((a, b)) = found.lines().zip(expected.lines()).find(|(a, b)| a != b) else {
        return format!("{} and {} lines", found.lines().count(), expected.lines().count());
    };
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let name = a.split(' ').next().unwrap_or("?");
    let cut = |text: &str| text.chars().skip(same.saturating_sub(60)).take(200).collect::<String>();
    format!("{name}: {}\n  not {}", cut(a), cut(b))
}

/// An error if a tick differs from the straight game's.
fn compare(kind: &str, tick: u32, found: &Outcome, expected: &Outcome) -> Verdict {
    if found == expected {
        return Ok(());
    }
    let parts = [
        ("text", &found.text, &expected.text),
        ("events", &found.events, &expected.events),
        ("levels", &found.levels, &expected.levels),
    ];
    let part = parts.into_iter().find(|(_, a, b)| a != b);
    let text = part.map_or("hash".to_owned(), |(name, a, b)| format!("{name}: {}", difference(a, b)));
    Err(format!("{kind}: tick {tick} differs in its {text}"))
}

/// The game on more threads.
pub(crate) fn on_threads(game: &Game, straight: &[Outcome], coverage: &mut Coverage) -> Verdict {
    let threads = [2, 3, 8][game.seed as usize % 3];
    let mut play = Play::new(game, threads);
    coverage.add(&format!("games on {threads} threads"), 1);
    (0..game.ticks)
        .zip(straight)
        .try_for_each(|(tick, outcome)| compare("threads", tick, &play.tick(tick), outcome))
}

/// A game with snapshots and checkpoints of its ticks since the last reload.
struct Rewound<'a> {
    play: Play<'a>,
    /// Tick of the first snapshot.
    first: u32,
    snapshots: Vec<Vec<u8>>,
    checkpoints: Vec<Checkpoint>,
    /// True if the next restore is in memory: every second is.
    is_in_memory: bool,
    /// Components of all entities when the snapshots were taken.
    texts: Vec<String>,
}

impl Rewound<'_> {
    fn restore(&mut self, tick: u32) -> Verdict {
        let saved = (tick - self.first) as usize;
        let Play { world, physics, level, spawned, .. } = &mut self.play;
        let restored = match self.is_in_memory {
            true => spawned.roll_back(level, (physics, world), &self.checkpoints[saved]),
            false => spawned.restore(level, (physics, world), &self.snapshots[saved]),
        };
        self.is_in_memory = !self.is_in_memory;
        restored.map_err(|error| format!("refused: the snapshot of tick {tick}: {error}"))?;
        let expected = &self.texts[saved];
        let found = self.play.text();
        if found != *expected {
            return Err(format!("put back: tick {tick} differs in {}", difference(&found, expected)));
        }
        Ok(())
    }

    /// Restores the present state, which changes nothing.
    fn restore_present(&mut self, tick: u32) -> Verdict {
        self.restore(tick)?;
        let Play { world, physics, .. } = &mut self.play;
        let again = physics.snapshot(world);
        if again != self.snapshots[(tick - self.first) as usize] {
            return Err(format!("present: a restore in tick {tick} changes the next snapshot"));
        }
        Ok(())
    }

    /// Goes back, plays wrong ticks, visits other snapshots, and plays the right ticks again.
    fn roll_back(&mut self, rng: &mut Rng, tick: u32, straight: &[Outcome]) -> Verdict {
        let from = (tick + 1).saturating_sub(rng.range(1, BACK)).max(self.first);
        self.restore(from)?;
        for wrong in from..=tick {
            let other = rng.below(self.play.game.ticks);
            self.play.spawn(other);
            self.play.act(other, |act| !matches!(act, Act::Reload(_)));
            self.play.step(wrong);
            self.play.outcome();
        }
        for _ in 0..rng.below(3) {
            let any = rng.range(self.first, tick);
            self.restore(any)?;
        }
        self.restore(from)?;
        for again in from..=tick {
            let outcome = self.play.tick(again);
            compare("rollback", again, &outcome, &straight[again as usize])?;
        }
        Ok(())
    }
}

/// The game with restores of the present, and rollbacks.
pub(crate) fn rolled_back(game: &Game, straight: &[Outcome], coverage: &mut Coverage) -> Verdict {
    let mut rng = Rng::new(!game.seed);
    let mut rewound = Rewound {
        play: Play::new(game, 1),
        first: 0,
        snapshots: Vec::new(),
        checkpoints: Vec::new(),
        is_in_memory: game.seed.is_multiple_of(2),
        texts: Vec::new(),
    };
    for tick in 0..game.ticks {
        let Play { world, physics, .. } = &mut rewound.play;
        rewound.snapshots.push(physics.snapshot(world));
        let mut checkpoint = Checkpoint::default();
        physics.save_to(world, &mut checkpoint);
        rewound.checkpoints.push(checkpoint);
        rewound.texts.push(rewound.play.text());
        if rng.chance(25) {
            coverage.add("restores of the present", 1);
            rewound.restore_present(tick)?;
        }
        let outcome = rewound.play.tick(tick);
        compare("restored", tick, &outcome, &straight[tick as usize])?;
        if rewound.play.reloads_in(tick) {
            rewound.snapshots.clear();
            rewound.checkpoints.clear();
            rewound.texts.clear();
            rewound.first = tick + 1;
        } else if rng.chance(30) {
            coverage.add("rollbacks", 1);
            rewound.roll_back(&mut rng, tick, straight)?;
        }
    }
    Ok(())
}

/// A recording of the game, and its replay in a new world.
pub(crate) fn recorded(game: &Game, coverage: &mut Coverage) -> Verdict {
    let mut play = Play::new(game, 1);
    let mut recorder = Recorder::new(&mut play.physics, &mut play.world, DT);
    for tick in 0..game.ticks {
        play.act(tick, |act| matches!(act, Act::Tile(..)));
        recorder.begin_tick(&mut play.physics);
        play.spawn(tick);
        play.act(tick, |act| !matches!(act, Act::Tile(..)));
        play.step(tick);
        recorder.end_tick(&mut play.physics, &play.world, &tick.to_le_bytes());
    }
    let bytes = recorder.finish(&mut play.physics);
    let mut play = Play::new(game, 1);
    let mut replay = Replay::new(&bytes, &mut play.physics, &mut play.world)
        .map_err(|error| format!("recording: it is refused: {error}"))?;
    coverage.add("replays", 1);
    while let Some(input) = replay.begin_tick(&mut play.physics) {
        let tick = u32::from_le_bytes(input.try_into().map_err(|_| "recording: no such input".to_owned())?);
        play.spawn(tick);
        play.act(tick, |act| !matches!(act, Act::Tile(..)));
        play.step(tick);
        replay.end_tick(&play.physics, &play.world).map_err(|error| format!("recording: {error}"))?;
    }
    Ok(())
}
