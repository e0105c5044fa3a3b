//! What a character can reach in a level, with a picture of it and in words.

use super::drawing::{Drawing, ReachMark};
use super::joined::{Joined, JoinedMap};
use super::report::{Leg, StuckFloor, TICKS, TargetKind, TargetReach, TargetVerdict};
use super::targets::Target;
use super::tokens::Tokens;
use super::{Answers, findings};
use crate::findings::{Finding, Findings};
use crate::geometry::counted;
use glam::Vec2;
use tilephys_core::lattice::px_from_point;

/// What the character of the settings can reach in a level.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LevelReach {
    /// Verdicts: goals first, then items, checkpoints and doors.
    pub targets: Vec<TargetReach>,
    /// Findings about targets that are not reachable, and floors without a way out.
    pub findings: Vec<Finding>,
    /// Picture as plain shapes, in drawing order.
    pub marks: Vec<ReachMark>,
    /// Floors that the character gets to, and that nothing leads out of.
    pub stuck: Vec<StuckFloor>,
    /// Reason why nothing is known; `None` by default.
    pub note: Option<String>,
}

/// Answers to a question with their picture.
struct Picture {
    verdicts: Vec<TargetVerdict>,
    marks: Vec<ReachMark>,
    stuck: Vec<StuckFloor>,
    note: Option<String>,
}

impl Picture {
    /// The picture of answers.
    fn of(answers: &Answers<'_, '_, '_>) -> Self {
        let verdicts = answers.verdicts(0);
        let JoinedMap { targets, question, .. } = &answers.joined.maps[0];
        let question = match question {
            Ok(question) => question,
            Err(why) => {
                return Picture { note: Some(why.clone()), ..Picture::without_bounds(targets, verdicts) };
            }
        };
        let bounds = answers.extent.maps[0].bounds.as_ref();
        let Some(bounds) = bounds else { return Picture::without_bounds(targets, verdicts) };
        let mut drawing = Drawing::default();
        let height = question.player.size.y;
        let traps = answers.traps(0, question);
        drawing.add_area(question.map, bounds, height);
        for trap in &traps {
            drawing.add_trap(trap, height);
        }
        // The way to the goal is the first of all, and the ways to the rest are its branches.
        let legs = verdicts.iter().flat_map(TargetVerdict::legs);
        let own = legs.filter(|leg| leg.map == question.map.path());
        drawing.add_ways(own.filter_map(|leg| leg.way.as_deref()));
        let size = px_from_point(question.player.size);
        for (target, verdict) in targets.iter().zip(&verdicts) {
            drawing.add_target(target, verdict, size);
        }
        let stuck = traps.iter().map(|trap| trap.report(question.map, height)).collect();
        Picture { verdicts, marks: drawing.marks, stuck, note: None }
    }

    /// The picture of targets alone: there is nothing else to draw.
    fn without_bounds(targets: &[Target], verdicts: Vec<TargetVerdict>) -> Self {
        let mut drawing = Drawing::default();
        for (target, verdict) in targets.iter().zip(&verdicts) {
            drawing.add_target(target, verdict, Vec2::ZERO);
        }
        let why = |verdict: &TargetVerdict| match verdict {
            TargetVerdict::Unknown { why, .. } => Some(why.clone()),
            _ => None,
        };
        let note = verdicts.iter().find_map(why);
        Picture { verdicts, marks: drawing.marks, stuck: Vec::new(), note }
    }
}

impl LevelReach {
    /// What the character of the settings can reach in the first of some joined maps; `None` if no one waits for it any more. `show` gets
    /// its area first, and then the way to its goal too.
    pub(crate) fn of(joined: &Joined<'_, '_>, show: &mut dyn FnMut(LevelReach)) -> Option<Self> {
        let area = area(joined);
        let is_given_up = || !(joined.is_wanted)();
        if is_given_up() {
            return None;
        }
        if let Some(Drawing { marks }) = &area {
            show(LevelReach { marks: marks.clone(), ..LevelReach::default() });
        }
        let mut show_goal = |target: &Target, leg: Leg| {
            if target.kind == TargetKind::Goal {
                show(with_goal(joined, area.clone().unwrap_or_default(), target, leg));
            }
        };
        let answers = Answers::of(joined, 1, 1, &mut show_goal);
        if is_given_up() {
            return None;
        }
        let picture = Picture::of(&answers);
        if is_given_up() {
            return None;
        }
        let Picture { verdicts, marks, stuck, note } = picture;
        let map = joined.maps[0].subject;
        let judged = joined.maps[0].targets.iter().zip(verdicts);
        let targets: Vec<TargetReach> = judged.map(|(target, verdict)| target.with(map, verdict)).collect();
        let mut found = Findings::default();
        findings::add(map, joined.settings, &targets, &mut found);
        findings::add_stuck(map, joined.settings, &stuck, &mut found);
        Some(LevelReach { targets, findings: found.list, marks, stuck, note })
    }

    /// The verdict about the object with an id; `None` if it is no target.
    #[must_use]
    pub fn verdict(&self, object: u32) -> Option<&TargetVerdict> {
        let target = self.targets.iter().find(|target| target.object == object);
        target.map(|target| &target.verdict)
    }

    /// The result in a line, such as `goal reachable in 12.4 s · 14 of 16 coins · 1 unreachable · 1 not known`.
    ///
    /// The counts of what is unreachable and not known are without goals.
    #[must_use]
    pub fn in_words(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.goal());
        for noun in ["coin", "checkpoint", "door", "switch"] {
            let all = self.targets.iter().filter(|target| self::noun(target.kind) == noun);
            let reachable = all.clone().filter(|target| target.verdict.ticks().is_some()).count();
            let all = all.count();
            if all > 0 {
                parts.push(format!("{reachable} of {}", counted(all, noun)));
            }
        }
        if self.targets.is_empty() {
            parts.push("no goal, coin, checkpoint or door".to_owned());
        }
        let others = self.targets.iter().filter(|target| target.kind != TargetKind::Goal);
        for (name, words) in [("impossible", "unreachable"), ("unknown", "not known")] {
            let count = others.clone().filter(|target| target.verdict.name() == name).count();
            if count > 0 {
                parts.push(format!("{count} {words}"));
            }
        }
        if !self.stuck.is_empty() {
            parts.push(format!("{} without a way out", counted(self.stuck.len(), "floor")));
        }
        parts.extend(self.note.clone());
        parts.join(" · ")
    }

    /// The result about goals in words, as in a line: of several the nearest counts. `None` without a goal.
    #[must_use]
    pub fn goal(&self) -> Option<String> {
        let goals = self.targets.iter().filter(|target| target.kind == TargetKind::Goal);
        let verdicts: Vec<&TargetVerdict> = goals.map(|goal| &goal.verdict).collect();
        if verdicts.is_empty() {
            return None;
        }
        let ticks = verdicts.iter().filter_map(|verdict| verdict.ticks()).min();
        let is_impossible = |verdict: &&TargetVerdict| matches!(verdict, TargetVerdict::Impossible { .. });
        Some(match ticks {
            Some(ticks) => format!("goal reachable in {:.1} s", ticks as f32 / TICKS),
            None if verdicts.iter().all(is_impossible) => "goal unreachable".to_owned(),
            None => "goal not known".to_owned(),
        })
    }
}

/// The picture of the area that a character gets to from the start of the first of some joined maps; `None` without bounds.
fn area(joined: &Joined<'_, '_>) -> Option<Drawing> {
    let question = joined.maps[0].question.as_ref().ok()?;
    let bounds = joined.bounds(0, &[question.start?], Tokens::default()).ok()?;
    let mut drawing = Drawing::default();
    drawing.add_area(question.map, &bounds, question.player.size.y);
    Some(drawing)
}

/// The answer about the goal of the first of some joined maps alone, over a picture of the area.
fn with_goal(joined: &Joined<'_, '_>, mut drawing: Drawing, goal: &Target, leg: Leg) -> LevelReach {
    drawing.add_ways(leg.way.as_deref().into_iter());
    let verdict = TargetVerdict::Reachable { legs: vec![leg] };
    drawing.add_target(goal, &verdict, Vec2::ZERO);
    let targets = vec![goal.with(joined.maps[0].subject, verdict)];
    LevelReach { targets, marks: drawing.marks, ..LevelReach::default() }
}

/// The word for targets of a kind.
fn noun(kind: TargetKind) -> &'static str {
    match kind {
        TargetKind::Goal => "goal",
        TargetKind::Collectible { .. } => "coin",
        TargetKind::Checkpoint => "checkpoint",
        TargetKind::Door => "door",
        TargetKind::Switch => "switch",
    }
}
