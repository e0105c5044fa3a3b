//! What the hero can reach, beside the frames: asked again after each change of the map and of the hero's settings.

use crate::session::Session;
use crate::source::{Over, Shared, Source};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tilephys::check::{Checker, LevelReach, ReachSettings, Settings};
use tilephys::ecs::Feel;
use tilephys::glam::Vec2;
use tilephys::reach::Budget;
use tilephys::tiled::Level;
use web_time::Instant;

/// Most answers that are worked out at once. An answer that no longer fits is dropped, but its thread comes to its end.
const MOST_RUNNING: usize = 2;

/// How long a question stands still before it is answered, so that no thread is busy with what a slider only passes. A page has no
/// threads and stands still with it, so a slider comes to rest first.
const STILL: Duration = Duration::from_millis(if cfg!(target_arch = "wasm32") { 400 } else { 80 });

/// Limits on a page, which stands still until the answer is there: some seconds at most.
const ON_A_PAGE: Budget = Budget { states: 150_000, nodes: 250_000 };

/// All that the answer depends on.
#[derive(Clone, Debug, PartialEq)]
struct Question {
    map: PathBuf,
    feel: Feel,
    /// Width and height of the hero, in px.
    size: Vec2,
    /// Number of the load of the map.
    load: u32,
}

/// An answer that is worked out.
struct Running {
    question: Question,
    answer: Receiver<LevelReach>,
}

/// Answer to what the hero can reach, and the questions on the way to it.
#[derive(Default)]
pub struct Reach {
    /// The map as it is saved; `None` until it is asked for.
    level: Option<Arc<Level>>,
    /// Number of loads of maps.
    load: u32,
    answer: Option<(Question, LevelReach)>,
    running: Vec<Running>,
    /// The present question, and since when it is asked.
    asked: Option<(Question, Instant)>,
    /// Reason why there is no question.
    fault: Option<String>,
    /// Reason why the map cannot be loaded.
    load_fault: Option<String>,
}

impl Reach {
    /// The answer to the present question; the one before it until then.
    #[must_use]
    pub fn answer(&self) -> Option<&LevelReach> {
        let answer = self.answer.as_ref().filter(|_| self.fault.is_none());
        answer.map(|(_, reach)| reach)
    }

    /// The answer to the present question in words, or what is being done.
    #[must_use]
    pub fn in_words(&self) -> String {
        if let Some(fault) = self.fault.as_ref().or(self.load_fault.as_ref()) {
            return fault.clone();
        }
        let Some((question, since)) = &self.asked else { return String::new() };
        match &self.answer {
            Some((of, reach)) if of == question => reach.in_words(),
            _ if cfg!(target_arch = "wasm32") => "computing: the page stands still for a moment".to_owned(),
            _ => format!("computing, {:.0} s", since.elapsed().as_secs_f32()),
        }
    }

    /// True if the answer is about the present question.
    #[must_use]
    pub fn is_current(&self) -> bool {
        let asked = self.asked.as_ref().map(|(question, _)| question);
        asked.is_some() && self.answer.as_ref().map(|(of, _)| of) == asked
    }

    /// Forgets the map: it was loaded again, or is another map.
    pub fn forget(&mut self) {
        self.level = None;
        self.load_fault = None;
        self.load += 1;
    }

    /// Takes answers, and asks for the present level and hero.
    pub fn update(&mut self, session: &Session, source: &mut Over, repaint: impl FnOnce() + Send + 'static) {
        self.take_answers();
        let Some(question) = self.question(session) else { return };
        if self.asked.as_ref().is_none_or(|(asked, _)| *asked != question) {
            if self.asked.as_ref().is_some_and(|(asked, _)| asked.map != question.map) {
                self.answer = None;
            }
            self.asked = Some((question.clone(), Instant::now()));
        }
        let since = self.asked.as_ref().map(|(_, since)| since.elapsed());
        let is_asked = self.running.iter().any(|running| running.question == question);
        if self.is_current() || is_asked || self.running.len() >= MOST_RUNNING || since < Some(STILL) {
            return;
        }
        let Some(level) = self.level(&question, source) else { return };
        let settings = settings(&question, source);
        let files = source.shared_files();
        let (sender, answer) = channel();
        run(move || {
            let checker = Checker::with_files(settings, Shared(&*files));
            // The level may be closed before the answer comes.
            _ = checker.reach(&level).map(|reach| sender.send(reach));
            repaint();
        });
        self.running.push(Running { question, answer });
    }

    /// Takes the answers that have come. The one to the latest question wins.
    fn take_answers(&mut self) {
        let asked = self.asked.as_ref().map(|(question, _)| question.clone());
        self.running.retain(|running| match running.answer.try_recv() {
            Ok(reach) => {
                if asked.as_ref() == Some(&running.question) {
                    self.answer = Some((running.question.clone(), reach));
                }
                false
            }
            Err(error) => error == std::sync::mpsc::TryRecvError::Empty,
        });
    }

    /// The question about the present level and hero.
    fn question(&mut self, session: &Session) -> Option<Question> {
        let fault = match session.feel() {
            _ if session.scene.is_some() => "a scene is no map: open a map to see what the hero can reach",
            _ if session.game.level.spawn().is_none() => {
                "the map has no TpSpawn: reach is worked out from where a level starts, so insert one in Tiled"
            }
            None => "there is no hero: a double click puts one",
            Some(feel) => {
                self.fault = None;
                let size = session.game.hero_size();
                return Some(Question { map: session.map.clone(), feel, size, load: self.load });
            }
        };
        self.fault = Some(fault.to_owned());
        None
    }

    /// The map as it is saved.
    fn level(&mut self, question: &Question, source: &mut Over) -> Option<Arc<Level>> {
        if self.level.is_none() && self.load_fault.is_none() {
            match source.load(&question.map)? {
                Ok(level) => self.level = Some(Arc::new(level)),
                Err(error) => self.load_fault = Some(error.to_string()),
            }
        }
        self.level.clone()
    }
}

/// Settings of the checker for a question.
fn settings(question: &Question, source: &Over) -> Settings {
    let mut settings = Settings::default();
    settings.root = source.root();
    settings.player.size = question.size;
    let mut reach = ReachSettings::new("hero", question.feel.clone());
    reach.is_fitted = false;
    if cfg!(target_arch = "wasm32") {
        reach.budget = ON_A_PAGE;
    }
    settings.reach = Some(reach);
    settings
}

/// Does some work on a thread of its own; at once where there are none.
#[cfg(not(target_arch = "wasm32"))]
fn run(work: impl FnOnce() + Send + 'static) {
    std::thread::spawn(work);
}

#[cfg(target_arch = "wasm32")]
fn run(work: impl FnOnce()) {
    work();
}
