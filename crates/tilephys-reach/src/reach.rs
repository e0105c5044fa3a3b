//! The answer to the question which targets can be reached.

use crate::bounds::Bounds;
use crate::distance::Field;
use crate::guide::Guide;
use crate::map::Map;
use crate::player::Player;
use crate::proof::Proof;
use crate::search::{Approach, Round, Search};
use crate::start::Start;
use crate::target::{Budget, Target};
use crate::verdict::{Nearest, Verdict, Why};
use crate::witness::replay;
use std::sync::Arc;

/// Rounds of a search. In each one all targets that are left get an equal part of the states that the round may visit.
const ROUNDS: [Round; 3] = [
    Round { width: 8, fineness: 0, penalty: 2, parts: 4 },
    Round { width: 32, fineness: 1, penalty: 8, parts: 2 },
    Round { width: 64, fineness: 2, penalty: 32, parts: 1 },
];

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
    start: &'a Start,
    targets: &'a [Target],
    budget: &'a Budget,
    bounds: &'a Bounds,
}

/// Finds which targets a character can reach from a start.
///
/// Enemies and the game's own rules are no part of the answer. The first target is the most important one: it may take half of the
/// budget. Equal arguments give equal answers on every machine.
#[must_use]
pub fn reach(map: &Map, player: &Player, start: &Start, targets: &[Target], budget: &Budget) -> Reach {
    match Bounds::with_most(map, player, &[start.origin()], budget.nodes) {
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

/// What a search knows of a target.
struct Sought {
    target: usize,
    /// Distances to it, once they are needed.
    field: Option<Field>,
    nearest: Option<Approach>,
}

impl Bounds {
    /// Verdicts of targets from a start within these bounds, in the order of the targets.
    ///
    /// The bounds may be of a map that has more than `map`, such as shapes that open at some time. They include the play from the
    /// [origin](Start::origin) of the start, or else a verdict says nothing.
    #[must_use]
    pub fn verdicts(
        &self,
        map: &Map,
        player: &Player,
        start: &Start,
        targets: &[Target],
        budget: &Budget,
    ) -> Vec<Verdict> {
        Question { map, player, start, targets, budget, bounds: self }.answer().0
    }
}

impl Question<'_> {
    /// Verdicts of all targets, and the number of visited states.
    fn answer(&self) -> (Vec<Verdict>, usize) {
        let is_within: Vec<bool> = self.targets.iter().map(|target| self.bounds.meets(target.area)).collect();
        let mut verdicts: Vec<Option<Verdict>> = vec![None; self.targets.len()];
        if is_within.contains(&false) {
            let outside = Verdict::Impossible(Arc::new(Proof::new(self.bounds)));
            for (verdict, is_within) in verdicts.iter_mut().zip(&is_within) {
                *verdict = (!is_within).then(|| outside.clone());
            }
        }
        let mut states = 0;
        if is_within.contains(&true) {
            states = self.search(&mut verdicts);
        }
        (verdicts.into_iter().flatten().collect(), states)
    }

    /// Searches for ways to all targets without a verdict. Returns the number of visited states.
    fn search(&self, verdicts: &mut [Option<Verdict>]) -> usize {
        let guide = Guide::new(self.map, &self.bounds.model);
        let mut search = Search::new(self.bounds, &guide, self.map, self.player, self.start, self.targets);
        let open: Vec<usize> = (0..verdicts.len()).filter(|target| verdicts[*target].is_none()).collect();
        let mut sought: Vec<Sought> = open.iter().map(|target| Sought::new(*target)).collect();
        // The way to the most important target leads through most of the level.
        let first = usize::from(open.first() == Some(&0));
        self.seek(&mut search, &guide, &mut sought[..first], self.budget.states / 2);
        self.seek(&mut search, &guide, &mut sought, self.budget.states);
        let is_spent = search.states >= self.budget.states;
        for target in open {
            let nearest =
                sought.iter().find(|sought| sought.target == target).and_then(|sought| sought.nearest);
            let area = self.targets[target].area;
            let way = search.way(target);
            let why = match way {
                Some(_) => Why::Differs,
                None if is_spent => Why::Budget,
                None => Why::Exhausted,
            };
            let witness = way.and_then(|way| replay(self.map, self.player, self.start, way, area));
            verdicts[target] = Some(witness.map_or_else(|| unknown(nearest, why), Verdict::Reachable));
        }
        search.states
    }
}

impl Question<'_> {
    /// Searches for ways to some targets until `budget` states have been visited.
    fn seek(&self, search: &mut Search, guide: &Guide, sought: &mut [Sought], budget: usize) {
        for round in ROUNDS {
            search.set_fineness(round.fineness);
            let end = search.states + budget.saturating_sub(search.states) / round.parts;
            let mut left = sought.iter().filter(|sought| !search.has_met(sought.target)).count();
            for Sought { target, field, nearest } in &mut *sought {
                if search.has_met(*target) {
                    continue;
                }
                let area = self.targets[*target].area;
                let field = field.get_or_insert_with(|| Field::new(guide, self.player.size, area));
                let share = end.saturating_sub(search.states) / left.max(1);
                *nearest = search.run(*target, field, &round, share).or(*nearest);
                left -= 1;
            }
        }
    }
}

impl Sought {
    fn new(target: usize) -> Self {
        Sought { target, field: None, nearest: None }
    }
}

fn unknown(nearest: Option<Approach>, why: Why) -> Verdict {
    Verdict::Unknown(Nearest {
        position: nearest.map(|nearest| nearest.position),
        ticks_left: nearest.map_or(0, |nearest| nearest.ticks_left),
        why,
    })
}
