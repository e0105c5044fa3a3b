//! The steps: the characters' part in each, the time of each phase, and the bar that shows how far it is.

use super::walker::Walker;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use tilephys::core::{Controls, EventKind, Phase, StepHooks, World};

/// Steps a second.
pub(crate) const RATE: u32 = 60;

const DT: f32 = 1.0 / RATE as f32;

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_millis(500);

const PHASES: usize = Phase::ALL.len();

/// What the steps took.
#[derive(Default)]
pub(crate) struct Taken {
    /// By place in [`Phase::ALL`].
    pub(crate) phases: [Duration; PHASES],
    /// All steps, from the beginning of the first phase of each to the end of its last.
    pub(crate) total: Duration,
    /// Bodies that a step skipped because a number of theirs was not finite, each time.
    pub(crate) rejected: u64,
}

/// Runs so many steps, with a bar if `bar` says so and stderr is a terminal.
pub(crate) fn run(world: &mut World, walkers: &mut [Walker], steps: u64, bar: bool) -> Taken {
    let mut hooks = Hooks { walkers, phases: [Duration::ZERO; PHASES], open: None };
    let mut progress = Progress::new(steps, bar && std::io::stderr().is_terminal());
    let mut taken = Taken::default();
    for step in 0..steps {
        let begun = Instant::now();
        world.step_with(DT, &mut hooks);
        taken.total += begun.elapsed();
        let rejected = |e: &&tilephys::core::Event| matches!(e.kind, EventKind::Rejected { .. });
        taken.rejected += world.events().iter().filter(rejected).count() as u64;
        progress.done(step + 1);
    }
    progress.clear();
    Taken { phases: hooks.phases, ..taken }
}

struct Hooks<'a> {
    walkers: &'a mut [Walker],
    phases: [Duration; PHASES],
    /// The phase that is under way, and since when.
    open: Option<(usize, Instant)>,
}

impl Hooks<'_> {
    fn close(&mut self, now: Instant) {
        if let Some((phase, since)) = self.open.take() {
            self.phases[phase] += now - since;
        }
    }
}

impl StepHooks for Hooks<'_> {
    fn phase(&mut self, phase: Phase) {
        let now = Instant::now();
        self.close(now);
        self.open = Phase::ALL.iter().position(|p| *p == phase).map(|index| (index, now));
    }

    fn control(&mut self, bodies: &mut Controls) {
        for walker in &mut *self.walkers {
            walker.control(bodies);
        }
    }

    fn finished(&mut self) {
        self.close(Instant::now());
    }
}

/// A bar on stderr, shown when the run has taken [`PATIENCE`].
struct Progress {
    steps: u64,
    shown: bool,
    begun: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new(steps: u64, shown: bool) -> Self {
        Progress { steps, shown, begun: Instant::now(), bar: None }
    }

    fn done(&mut self, steps: u64) {
        if !self.shown || self.bar.is_none() && self.begun.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let template = "  {bar:40} {human_pos} of {human_len} steps, {eta} left";
            let style =
                ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::with_draw_target(Some(self.steps), ProgressDrawTarget::stderr())
                .with_style(style.progress_chars("━╸─"))
                .with_elapsed(self.begun.elapsed())
        });
        bar.set_position(steps);
    }

    /// Takes the bar away, so that the terminal shows the summary alone.
    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
