//! Inquiry: the search for ways to the targets of a level, step by step.

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
use std::cell::OnceCell;
use std::sync::Arc;

/// Rounds of a search. In each one all targets that are left get an equal part of the states that the round may visit.
const ROUNDS: [Round; 3] = [
    Round { width: 8, fineness: 0, penalty: 2, parts: 4 },
    Round { width: 32, fineness: 1, penalty: 8, parts: 2 },
    Round { width: 64, fineness: 2, penalty: 32, parts: 1 },
];

/// A question about targets, whose answer is worked out in steps: so it can be given up.
///
/// [`Bounds::verdicts`] takes all steps at once.
pub struct Inquiry<'a> {
    map: &'a Map<'a>,
    player: &'a Player,
    start: &'a Start,
    targets: &'a [Target],
    budget: Budget,
    bounds: &'a Bounds,
    /// `None` if all targets are beyond the bounds.
    search: Option<Search<'a>>,
    /// Targets within the bounds, in their order.
    sought: Vec<Sought>,
    /// Rounds to come, with the present one last.
    rounds: Vec<Turn>,
    /// Index of the next target of the present round.
    next: usize,
    /// The proof about targets beyond the bounds, once it is needed.
    proof: OnceCell<Arc<Proof>>,
}

/// A round for some of the targets.
struct Turn {
    round: &'static Round,
    /// Number of targets: the first ones.
    targets: usize,
    /// States that may have been visited when all rounds for these targets are over.
    budget: usize,
    /// States that may have been visited at the end of the round; `None` before its begin.
    end: Option<usize>,
}

/// What a search knows of a target.
struct Sought {
    target: usize,
    /// Distances to it, once they are needed.
    field: Option<Field>,
    nearest: Option<Approach>,
}

impl Bounds {
    /// Asks which targets can be reached from a start within these bounds.
    ///
    /// The bounds may be of a map that has more than `map`, such as shapes that open at some time. They include the play from the
    /// [origin](Start::origin) of the start, or else a verdict says nothing.
    #[must_use]
    pub fn inquire<'a>(
        &'a self,
        map: &'a Map<'a>,
        player: &'a Player,
        start: &'a Start,
        targets: &'a [Target],
        budget: &Budget,
    ) -> Inquiry<'a> {
        let within = (0..targets.len()).filter(|target| self.meets(targets[*target].area));
        let sought: Vec<Sought> =
            within.map(|target| Sought { target, field: None, nearest: None }).collect();
        let search = || Search::new(self, Guide::new(map, player, &self.model), map, player, start, targets);
        let search = (!sought.is_empty()).then(search);
        let turns = |targets: usize, budget: usize| {
            ROUNDS.iter().rev().map(move |round| Turn { round, targets, budget, end: None })
        };
        let mut rounds: Vec<Turn> = turns(sought.len(), budget.states).collect();
        // The way to the most important target leads through most of the level, so it comes first.
        if sought.first().is_some_and(|sought| sought.target == 0) {
            rounds.extend(turns(1, budget.states / 2));
        }
        Inquiry {
            map,
            player,
            start,
            targets,
            budget: *budget,
            bounds: self,
            search,
            sought,
            rounds,
            next: 0,
            proof: OnceCell::new(),
        }
    }

    /// Verdicts of targets from a start within these bounds, in the order of the targets: the end of an [inquiry](Self::inquire).
    #[must_use]
    pub fn verdicts(
        &self,
        map: &Map,
        player: &Player,
        start: &Start,
        targets: &[Target],
        budget: &Budget,
    ) -> Vec<Verdict> {
        let mut inquiry = self.inquire(map, player, start, targets, budget);
        while inquiry.advance() {}
        inquiry.verdicts()
    }
}

impl Inquiry<'_> {
    /// Searches for a way to one of the targets that are left, for a while. Returns false if there is nothing left to do.
    pub fn advance(&mut self) -> bool {
        let Some(search) = &mut self.search else { return false };
        while let Some(turn) = self.rounds.last_mut() {
            let left: Vec<usize> = (self.next..turn.targets)
                .filter(|index| !search.has_met(self.sought[*index].target))
                .collect();
            let Some(&index) = left.first() else {
                self.rounds.pop();
                self.next = 0;
                continue;
            };
            let round = turn.round;
            let end = *turn.end.get_or_insert_with(|| {
                search.set_fineness(round.fineness);
                search.states + turn.budget.saturating_sub(search.states) / round.parts
            });
            let share = end.saturating_sub(search.states) / left.len();
            self.next = index + 1;
            let Sought { target, field, nearest } = &mut self.sought[index];
            let area = self.targets[*target].area;
            let field = field.get_or_insert_with(|| search.field(area));
            *nearest = search.run(*target, field, round, share).or(*nearest);
            return true;
        }
        false
    }

    /// Number of states that have been visited so far.
    #[must_use]
    pub fn states(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.states)
    }

    /// True if a way to the target with an index was found so far.
    #[must_use]
    pub fn has_way(&self, target: usize) -> bool {
        self.search.as_ref().is_some_and(|search| search.way(target).is_some())
    }

    /// Verdicts of the targets, in their order.
    #[must_use]
    pub fn verdicts(&self) -> Vec<Verdict> {
        (0..self.targets.len()).map(|target| self.verdict(target)).collect()
    }

    /// Verdict of the target with an index. Before the end of all steps, a target without a way so far is
    /// [`Unknown`](Verdict::Unknown).
    #[must_use]
    pub fn verdict(&self, target: usize) -> Verdict {
        let Some(sought) = self.sought.iter().find(|sought| sought.target == target) else {
            let proof = self.proof.get_or_init(|| Arc::new(Proof::new(self.bounds)));
            return Verdict::Impossible(proof.clone());
        };
        let way = self.search.as_ref().and_then(|search| search.way(target));
        let area = self.targets[target].area;
        let is_spent = !self.rounds.is_empty() || self.states() >= self.budget.states;
        let why = match way {
            Some(_) => Why::Differs,
            None if is_spent => Why::Budget,
            None => Why::Exhausted,
        };
        let witness = way.and_then(|way| replay(self.map, self.player, self.start, way, area));
        witness.map_or_else(|| Verdict::Unknown(self.nearest(sought.nearest, why)), Verdict::Reachable)
    }

    fn nearest(&self, approach: Option<Approach>, why: Why) -> Nearest {
        let positions = self.search.as_ref().zip(approach).map(|(search, at)| search.positions(at));
        Nearest {
            position: positions.map(|(position, _)| position),
            floor: positions.and_then(|(_, floor)| floor),
            ticks_left: approach.map_or(0, |nearest| nearest.ticks_left),
            why,
        }
    }
}
