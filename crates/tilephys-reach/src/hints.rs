//! Hints: small changes of the tiles after which an area comes within reach.
//!
//! The search is backward chaining over floods. A flood from all floors that could be added within the bounds says whether one of them
//! is enough; a bisection over their order by cost finds the cheapest. If none is, floors are added to what that flood has come to.

use crate::bounds::Bounds;
use crate::edit::{Edit, Hint};
use crate::flood::{Flood, touches};
use crate::hull::Node;
use crate::map::Map;
use crate::player::Player;
use crate::reach::reach;
use crate::start::Start;
use crate::target::{Budget, Target};
use crate::terrain::{Candidate, Terrain, middle};
use crate::verdict::Verdict;
use glam::IVec2;
use tilephys_core::Aabb;
use tilephys_feel::NoRule;

/// Most changes of a hint.
const MOST_EDITS: usize = 3;

/// Most floods for a hint.
const MOST_FLOODS: u32 = 160;

/// Most nodes of each.
const MOST_NODES: usize = 1 << 20;

/// Most hints that are tried.
const MOST_TRIES: u32 = 4;

/// Most states of a search for a way with a hint.
const MOST_STATES: usize = 60_000;

/// Distance within which changes are alike, in tiles; twice as far after each hint without a way.
const NEIGHBORS: i32 = 2;

/// A question for a hint.
struct Search<'a> {
    bounds: &'a Bounds,
    map: &'a Map<'a>,
    player: &'a Player,
    starts: &'a [IVec2],
    /// Floods that may still be made.
    floods: u32,
}

impl Bounds {
    /// A small change of the tiles after which the character may touch one of the areas `ends`, of which these bounds meet none.
    ///
    /// The map, the character and the starts are the arguments of [`new`](Self::new). The bounds of the changed map meet an end, but
    /// the exact motion may fall short of it. `None` if no such change is found.
    #[must_use]
    pub fn hint(&self, map: &Map, player: &Player, starts: &[IVec2], ends: &[Aabb]) -> Option<Hint> {
        let search = |bounds: &Bounds| Search { bounds, map, player, starts, floods: MOST_FLOODS }.run(ends);
        // What a change opens may give speed along without a bound.
        search(self).or_else(|_| search(&self.widened(map, player, starts, MOST_NODES)?)).ok()?
    }
}

impl Search<'_> {
    /// The hint, if there is any.
    ///
    /// # Errors
    /// If a flood has no bounds.
    fn run(&mut self, ends: &[Aabb]) -> Result<Option<Hint>, NoRule> {
        let Bounds { model, flood, .. } = self.bounds;
        let terrain = Terrain { model, map: self.map, mask: self.player.profile.movement.mask };
        let Some(near) = ends.first().map(|end| middle(*end)) else { return Ok(None) };
        let mut steps: Vec<Vec<Candidate>> = Vec::new();
        let mut beyond: Option<Flood> = None;
        while steps.len() < MOST_EDITS {
            let known = beyond.as_ref().unwrap_or(flood);
            let candidates = terrain.candidates(known, near);
            let nodes = nodes_of(&candidates);
            steps.push(candidates);
            self.floods -= 1;
            let next = Flood::new(model, &nodes, MOST_NODES)?;
            if ends.iter().any(|end| next.meets(model, *end)) {
                return Ok(self.chosen(steps, ends));
            }
            beyond = Some(next);
        }
        Ok(None)
    }

    /// The cheapest changes, one of each step, that lead to the ends in the changed map. A search plays a few of them: without a way
    /// the first one counts.
    fn chosen(&mut self, mut steps: Vec<Vec<Candidate>>, ends: &[Aabb]) -> Option<Hint> {
        let mut first = None;
        for attempt in 0..MOST_TRIES {
            let Some((hint, last)) = self.cheapest(&mut steps, ends) else { break };
            let narrow = hint.narrowed();
            for hint in std::iter::once(hint).chain(narrow) {
                match self.judged(&hint, ends) {
                    Judgement::Playable => return Some(hint),
                    Judgement::Possible => first = first.or(Some(hint)),
                    Judgement::Impossible => {}
                }
            }
            // Its neighbors fall short as well.
            let near = NEIGHBORS << attempt;
            let apart = |edit: &Edit| {
                (edit.first.col - last.first.col).abs().max((edit.first.row - last.first.row).abs())
            };
            steps.last_mut()?.retain(|other| other.edit.kind != last.kind || apart(&other.edit) > near);
        }
        first
    }

    /// The cheapest changes by the unchanged map, and the last of them.
    fn cheapest(&mut self, steps: &mut [Vec<Candidate>], ends: &[Aabb]) -> Option<(Hint, Edit)> {
        let mut edits = Vec::new();
        let mut goals = ends.to_vec();
        for candidates in steps.iter_mut().rev() {
            let near = middle(*goals.first()?);
            candidates.sort_by_key(|candidate| candidate.rank(near));
            let chosen = &candidates[self.first_enough(candidates, &goals)?];
            edits.insert(0, chosen.edit);
            goals = vec![chosen.beyond];
        }
        let last = *edits.last()?;
        Some((Hint { edits }, last))
    }

    /// Index of the candidate that makes the candidates up to it lead to a goal. A flood from more nodes meets no less.
    fn first_enough(&mut self, candidates: &[Candidate], goals: &[Aabb]) -> Option<usize> {
        let mut low = 0;
        let mut high = candidates.len();
        if !self.leads(candidates, goals)? {
            return None;
        }
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if self.leads(&candidates[..middle], goals)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        high.checked_sub(1)
    }

    /// True if a flood from candidates meets a goal; `None` if there are too many floods.
    fn leads(&mut self, candidates: &[Candidate], goals: &[Aabb]) -> Option<bool> {
        self.floods = self.floods.checked_sub(1)?;
        let size = self.player.size;
        let meets = |swept: &[(u32, [i32; 4])]| {
            swept.iter().any(|(_, swept)| goals.iter().any(|goal| touches(*swept, size, *goal)))
        };
        let nodes = nodes_of(candidates);
        Flood::meets_end(&self.bounds.model, &nodes, MOST_NODES, |_, swept| meets(swept)).ok()
    }

    /// Judgement of the changed map.
    fn judged(&self, hint: &Hint, ends: &[Aabb]) -> Judgement {
        let grid = hint.applied(self.map.grid, self.player.profile.movement.mask);
        let changed = Map { grid: &grid, ..self.map.clone() };
        let meets = |bounds: Bounds| ends.iter().any(|end| bounds.meets(*end));
        if !Bounds::with_most(&changed, self.player, self.starts, MOST_NODES).is_ok_and(meets) {
            return Judgement::Impossible;
        }
        let targets: Vec<Target> = (0..).zip(ends).map(|(id, end)| Target { id, area: *end }).collect();
        let budget = Budget { states: MOST_STATES, nodes: MOST_NODES };
        let has_way = |start: &IVec2| {
            let found = reach(&changed, self.player, &Start::at_rest(*start), &targets, &budget);
            found.verdicts.iter().any(|verdict| matches!(verdict, Verdict::Reachable(_)))
        };
        if self.starts.first().is_some_and(has_way) { Judgement::Playable } else { Judgement::Possible }
    }
}

/// Judgement of a changed map.
enum Judgement {
    /// A search has found a way to an end.
    Playable,
    /// The bounds meet an end.
    Possible,
    /// They do not.
    Impossible,
}

fn nodes_of(candidates: &[Candidate]) -> Vec<Node> {
    candidates.iter().flat_map(|candidate| &candidate.nodes).copied().collect()
}
