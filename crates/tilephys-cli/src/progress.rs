//! Progress bars on terminals.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// Progress bar on stderr, shown when the work has taken [`PATIENCE`].
pub(crate) struct Progress {
    all: u64,
    /// Unit of the progress bar, if it is shown.
    what: Option<&'static str>,
    begun: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Bar for `all` units of `what`, which only a terminal shows; `None` for no bar.
    pub(crate) fn new(all: u64, what: Option<&'static str>) -> Self {
        let what = what.filter(|_| std::io::stderr().is_terminal());
        Progress { all, what, begun: Instant::now(), bar: None }
    }

    /// Shows that `done` units of all are done.
    pub(crate) fn done(&mut self, done: u64) {
        let Some(what) = self.what else { return };
        if self.bar.is_none() && self.begun.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let template = format!("  {{bar:40}} {{human_pos}} of {{human_len}} {what}, {{eta}} left");
            let style =
                ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::with_draw_target(Some(self.all), ProgressDrawTarget::stderr())
                .with_style(style.progress_chars("━╸─"))
                .with_elapsed(self.begun.elapsed())
        });
        bar.set_position(done);
    }

    /// Removes the bar, so that the terminal shows only the result.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
