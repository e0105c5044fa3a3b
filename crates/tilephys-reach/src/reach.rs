//! The answer to the question which targets can be reached.

use crate::bounds::Bounds;
use crate::distance::{Field, Links};
use crate::map::Map;
use crate::player::Player;
use crate::proof::Proof;
use crate::search::{Approach, Search};
use crate::target::{Budget, Target};
use crate::verdict::{Nearest, Verdict, Why};
use crate::witness::replay;
use glam::IVec2;
use std::sync::Arc;

/// Stages of a search: states that are expanded at once, the part of the states left that a stage may take (one of so many), and how
/// finely it tells states apart.
const STAGES: [(usize, usize, u32); 3] = [(8, 4, 0), (32, 2, 1), (64, 1, 2)];

/// Answers for all targets of a level.
#[derive(Debug)]
pub struct Reach {
    /// Verdict of each target, in the order of the targets.
    pub verdicts: Vec<Verdict>,
    /// Bounds of the character; `None` if a rule is missing.
    pub bounds: Option<Bounds>,
    /// States that the search has visited.
    pub states: usize,
}

/// A question with its bounds.
struct Question<'a> {
    map: &'a Map<'a>,
    player: &'a Player,
    start: IVec2,
    targets: &'a [Target],
    budget: &'a Budget,
    bounds: &'a Bounds,
}

/// Finds which targets a character can reach that starts at rest at `start`, its min corner in lattice units.
///
/// Enemies and the game's own rules are no part of the answer. The first target is the most important one: it may take half of the
/// budget. Equal arguments give equal answers on every machine.
#[must_use]
pub fn reach(map: &Map, player: &Player, start: IVec2, targets: &[Target], budget: &Budget) -> Reach {
    match Bounds::with_most(map, player, &[start], budget.nodes) {
        Ok(bounds) => {
            let question = Question { map, player, start, targets, budget, bounds: &bounds };
            let (verdicts, states) = question.answer();
            Reach { verdicts, bounds: Some(bounds), states }
        }
        Err(fault) => {
            let verdicts = targets.iter().map(|_| unknown(None, Why::NoRule(fault.setting))).collect();
            Reach { verdicts, bounds: None, states: 0 }
        }
    }
}

impl Question<'_> {
    /// Verdicts of all targets, and the number of visited states.
    fn answer(&self) -> (Vec<Verdict>, usize) {
        let is_within: Vec<bool> = self.targets.iter().map(|target| self.bounds.meets(target.area)).collect();
        let mut search = None;
        if is_within.contains(&true) {
            let Bounds { model, flood } = self.bounds;
            search = Search::new(model, flood, self.map, self.player, &[self.start], self.targets);
        }
        let links = search.is_some().then(|| Links::new(&self.bounds.model, &self.bounds.flood));
        let mut outside = None;
        let mut verdicts = Vec::with_capacity(self.targets.len());
        for (target, is_within) in is_within.into_iter().enumerate() {
            verdicts.push(match (&mut search, &links) {
                _ if !is_within => outside.get_or_insert_with(|| self.outside()).clone(),
                (Some(search), Some(links)) => self.search(search, links, target),
                _ => unknown(None, Why::NoRule("a common period of all movers")),
            });
        }
        (verdicts, search.map_or(0, |search| search.states))
    }

    /// Verdict on what lies outside of the bounds.
    fn outside(&self) -> Verdict {
        match self.bounds.no_rule() {
            None => Verdict::Impossible(Arc::new(Proof::new(
                &self.bounds.model,
                &self.bounds.flood,
                &self.bounds.model.starts(self.start),
            ))),
            Some(fault) => unknown(None, Why::NoRule(fault.setting)),
        }
    }

    /// Searches for a way to a target, unless it was met on the way to other targets.
    fn search(&self, search: &mut Search, links: &Links, target: usize) -> Verdict {
        let Bounds { model, flood } = self.bounds;
        let area = self.targets[target].area;
        let share = if target == 0 { self.budget.states / 2 } else { self.budget.states };
        let mut nearest = None;
        let mut why = Why::Exhausted;
        if !search.has_met(target) {
            let field = Field::new(model, flood, links, area);
            for (width, part, fineness) in STAGES {
                search.set_fineness(fineness);
                let most = share.saturating_sub(search.states) / part;
                nearest = search.run(target, &field, width, most).or(nearest);
                if search.has_met(target) {
                    break;
                }
                if search.states >= share {
                    why = Why::Budget;
                }
            }
        }
        let way = search.way(target);
        let witness = way.and_then(|way| replay(self.map, self.player, self.start, way, area));
        witness.map_or_else(|| unknown(nearest, why), Verdict::Reachable)
    }
}

fn unknown(nearest: Option<Approach>, why: Why) -> Verdict {
    Verdict::Unknown(Nearest {
        position: nearest.map(|nearest| nearest.position),
        ticks_left: nearest.map_or(0, |nearest| nearest.ticks_left),
        why,
    })
}
