//! The times of a game that the frames of an animation show.

use tilephys_game::TICKS;

/// Frames per second by default: every third tick.
pub(super) const RATE: u16 = 20;

/// Speed of slow motion.
const SLOW: f64 = 1.0 / 8.0;

/// Speed of time that goes back.
const BACK: f64 = 2.0;

/// Time for which a hit stands still with its reason, in seconds.
const HOLD: f32 = 2.0;

/// Time for which many bodies are shown, in seconds.
const CROWD: f32 = 1.5;

/// Parts of a game to draw, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Film {
    /// Frames per second.
    pub(super) rate: u16,
    pub(super) from: f32,
    pub(super) end: f32,
    /// Begin of slow motion.
    pub(super) explain: Option<f32>,
    /// Time that is taken back at the end.
    pub(super) rewind: f32,
    /// True if the time that was taken back is played again, in an edited level.
    pub(super) is_edited: bool,
    /// True if many bodies are shown at the end.
    pub(super) has_crowd: bool,
    /// Tick of the hit that ends slow motion, once it is known.
    pub(super) hit: Option<u32>,
}

/// Time that a frame shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moment {
    /// Time in ticks, also between two ticks.
    pub(super) tick: f64,
    pub(super) kind: MomentKind,
}

/// How time passes at a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MomentKind {
    Play,
    Slow,
    /// It stands at the hit.
    Hit,
    Rewind,
    /// Play of the edited level.
    Edited,
    /// The whole level, with many bodies.
    Crowd,
}

fn ticks(seconds: f32) -> f64 {
    f64::from(seconds) * f64::from(TICKS)
}

impl Film {
    /// The first tick of slow motion.
    pub(super) fn slow_from(&self) -> Option<u32> {
        self.explain.map(|explain| ticks(explain) as u32)
    }

    /// The last tick that is drawn.
    pub(super) fn last(&self) -> u32 {
        ticks(self.end) as u32
    }

    /// The times of all frames.
    pub(super) fn moments(&self) -> Vec<Moment> {
        let step = f64::from(TICKS) / f64::from(self.rate);
        let end = ticks(self.end);
        let mut moments = Vec::new();
        let mut tick = ticks(self.from);
        let slow = self.explain.map(ticks).zip(self.hit.map(f64::from));
        while tick < end {
            let Some((_, hit)) = slow.filter(|(from, hit)| *from <= tick && tick < *hit) else {
                moments.push(Moment { tick, kind: MomentKind::Play });
                tick += step;
                continue;
            };
            moments.push(Moment { tick, kind: MomentKind::Slow });
            tick += step * SLOW;
            if tick >= hit {
                let held = (HOLD * f32::from(self.rate)) as usize;
                moments.extend(vec![Moment { tick: hit, kind: MomentKind::Hit }; held]);
                tick = hit + step;
            }
        }
        let mut tick = moments.last().map_or(end, |last| last.tick);
        let earliest = tick - ticks(self.rewind);
        while tick - step * BACK >= earliest && tick > 0.0 {
            tick -= step * BACK;
            let tick = if tick > 0.0 { tick } else { 0.0 };
            moments.push(Moment { tick, kind: MomentKind::Rewind });
        }
        while self.is_edited && tick + step < end {
            tick += step;
            moments.push(Moment { tick, kind: MomentKind::Edited });
        }
        let crowd = if self.has_crowd { (CROWD * f32::from(self.rate)) as usize } else { 0 };
        for _ in 0..crowd {
            tick += step;
            moments.push(Moment { tick, kind: MomentKind::Crowd });
        }
        moments
    }
}
