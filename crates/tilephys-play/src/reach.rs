//! What the hero can reach, beside the frames: asked again after each change of the map and of the hero's settings.

use crate::session::Session;
use crate::source::{Over, Shared, Source};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tilephys::check::{Checker, LevelReach, ReachSettings, Settings};
use tilephys::ecs::Feel;
use tilephys::glam::Vec2;
use tilephys::reach::Budget;
use tilephys::tiled::Level;
use web_time::Instant;

/// Most answers that are worked out at once. An answer that no longer fits is given up, which takes its thread a moment.
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
    /// Answers as far as they are known: first the area alone, then the way to the goal.
    answers: Receiver<Answer>,
    /// False as soon as the answer no longer fits.
    is_wanted: Arc<AtomicBool>,
}

/// An answer as far as it is known.
struct Answer {
    reach: LevelReach,
    /// False for the area and the goal alone.
    is_whole: bool,
}

/// Answer to what the hero can reach, and the questions on the way to it.
#[derive(Default)]
pub struct Reach {
    /// The map as it is saved; `None` until it is asked for.
    level: Option<Arc<Level>>,
    /// Number of loads of maps.
    load: u32,
    answer: Option<(Question, Answer)>,
    running: Vec<Running>,
    /// The present question, and since when it is asked.
    asked: Option<(Question, Instant)>,
    /// Reason why there is no question.
    fault: Option<String>,
    /// Reason why the map cannot be loaded.
    load_fault: Option<String>,
}

impl Reach {
    /// The answer to the present question, or its area as far as it is known; the answer before it until then.
    #[must_use]
    pub fn answer(&self) -> Option<&LevelReach> {
        let answer = self.answer.as_ref().filter(|_| self.fault.is_none());
        answer.map(|(_, answer)| &answer.reach)
    }

    /// The answer to the present question in words, or what is being done.
    #[must_use]
    pub fn in_words(&self) -> String {
        if let Some(fault) = self.fault.as_ref().or(self.load_fault.as_ref()) {
            return fault.clone();
        }
        let Some((_, since)) = &self.asked else { return String::new() };
        match self.of_asked() {
            Some(answer) if answer.is_whole => answer.reach.in_words(),
            Some(answer) => {
                let goal = answer.reach.goal().map_or_else(String::new, |goal| format!("{goal} · "));
                format!("{goal}looking for ways, {:.0} s", since.elapsed().as_secs_f32())
            }
            None if cfg!(target_arch = "wasm32") => {
                "computing: the page stands still for a moment".to_owned()
            }
            None => format!("computing, {:.0} s", since.elapsed().as_secs_f32()),
        }
    }

    /// The answer to the present question, as far as it is known.
    fn of_asked(&self) -> Option<&Answer> {
        let (asked, _) = self.asked.as_ref()?;
        let (of, answer) = self.answer.as_ref()?;
        (of == asked).then_some(answer)
    }

    /// True if the area of the answer is about the present question.
    #[must_use]
    pub fn has_area(&self) -> bool {
        self.of_asked().is_some()
    }

    /// True if the whole answer is about the present question.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.of_asked().is_some_and(|answer| answer.is_whole)
    }

    /// Forgets the map: it was loaded again, or is another map.
    pub fn forget(&mut self) {
        self.level = None;
        self.load_fault = None;
        self.load += 1;
    }

    /// Takes answers, and asks for the present level and hero.
    pub fn update(&mut self, session: &Session, source: &mut Over, repaint: impl Fn() + Send + 'static) {
        self.take_answers();
        let Some(question) = self.question(session) else { return };
        if self.asked.as_ref().is_none_or(|(asked, _)| *asked != question) {
            if self.asked.as_ref().is_some_and(|(asked, _)| asked.map != question.map) {
                self.answer = None;
            }
            self.asked = Some((question.clone(), Instant::now()));
            for running in &self.running {
                running.is_wanted.store(running.question == question, Ordering::Relaxed);
            }
        }
        let since = self.asked.as_ref().map(|(_, since)| since.elapsed());
        let is_asked = self.running.iter().any(|running| running.question == question);
        if self.is_current() || is_asked || self.running.len() >= MOST_RUNNING || since < Some(STILL) {
            return;
        }
        let Some(level) = self.level(&question, source) else { return };
        let settings = settings(&question, source);
        let files = source.shared_files();
        let (sender, answers) = channel();
        let is_wanted = Arc::new(AtomicBool::new(true));
        let wanted = is_wanted.clone();
        run(move || {
            let checker = Checker::with_files(settings, Shared(&*files));
            // The level may be closed before an answer comes.
            let send = |reach: LevelReach, is_whole: bool| {
                _ = sender.send(Answer { reach, is_whole });
                repaint();
            };
            let is_wanted = || wanted.load(Ordering::Relaxed);
            let whole = checker.reach_in_stages(&level, &is_wanted, &mut |reach| send(reach, false));
            if let Some(reach) = whole {
                send(reach, true);
            }
        });
        self.running.push(Running { question, answers, is_wanted });
    }

    /// Takes the answers that have come. Those to the latest question count.
    fn take_answers(&mut self) {
        let asked = self.asked.as_ref().map(|(question, _)| question.clone());
        self.running.retain(|running| {
            loop {
                match running.answers.try_recv() {
                    Ok(answer) if asked.as_ref() == Some(&running.question) => {
                        self.answer = Some((running.question.clone(), answer));
                    }
                    Ok(_) => {}
                    Err(error) => return error == std::sync::mpsc::TryRecvError::Empty,
                }
            }
        });
    }

    /// The question about the present level and hero.
    fn question(&mut self, session: &Session) -> Option<Question> {
        let fault = match session.feel() {
            _ if session.scene.is_some() => "a scene is not a map: open a map to see what the hero can reach",
            _ if session.game.level.spawn().is_none() => {
                "the map has no TpSpawn: reach is worked out from where a level starts, so insert one in Tiled"
            }
            None => "there is no hero: double-click to place one",
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
