//! Exact extent: like the extent, but each arrival keeps the tokens with which it is made. A key that a one-way door parts from its gate
//! opens nothing.

use super::joined::Joined;
use super::targets::Target;
use super::tokens::Tokens;
use glam::IVec2;
use std::collections::BTreeSet;
use std::rc::Rc;
use tilephys_core::Aabb;
use tilephys_reach::Bounds;

/// Most pairs of a map and tokens that are followed.
const MOST: usize = 64;

/// All that a character may get to in joined maps, by the tokens that it has.
pub(super) struct Exact {
    visits: Vec<Visit>,
}

/// All that a character may get to in a map with tokens.
struct Visit {
    map: usize,
    tokens: Tokens,
    starts: BTreeSet<[i32; 2]>,
    bounds: Option<Rc<Bounds>>,
}

impl Exact {
    /// The exact extent of a character that begins with tokens. `None` if there are too many pairs of a map and tokens, or if a rule is
    /// missing.
    pub(super) fn of(joined: &Joined<'_, '_>, tokens: Tokens) -> Option<Exact> {
        let mut exact = Exact { visits: Vec::new() };
        let mut open = Vec::new();
        for (map, joined) in joined.maps.iter().enumerate() {
            let start = joined.question.as_ref().ok().and_then(|question| question.start);
            open.extend(start.and_then(|start| exact.add(map, tokens, &[start.to_array()])));
        }
        let wanted = joined.wanted();
        while let Some(index) = open.pop() {
            if exact.visits.len() > MOST {
                return None;
            }
            exact.flood(joined, index)?;
            let Visit { map, tokens, .. } = exact.visits[index];
            for target in &joined.maps[map].targets {
                if !tokens.has(target.requires) || !exact.visits[index].meets(target.area) {
                    continue;
                }
                let with = tokens.with(target.gives.among(wanted));
                if with != tokens {
                    let starts: Vec<[i32; 2]> = exact.visits[index].starts.iter().copied().collect();
                    open.extend(exact.add(map, with, &starts));
                }
                let Some(arrival) = joined.leads_to(map, target.object) else { continue };
                let corner = joined.corner(arrival);
                open.extend(corner.and_then(|at| exact.add(arrival.map, with, &[at.to_array()])));
            }
        }
        Some(exact)
    }

    /// Adds starts to a map with tokens. Returns its index, if they are new.
    fn add(&mut self, map: usize, tokens: Tokens, starts: &[[i32; 2]]) -> Option<usize> {
        let known = self.visits.iter().position(|visit| visit.map == map && visit.tokens == tokens);
        let index = known.unwrap_or(self.visits.len());
        if known.is_none() {
            self.visits.push(Visit { map, tokens, starts: BTreeSet::new(), bounds: None });
        }
        let visit = &mut self.visits[index];
        let includes = |at: &[i32; 2]| {
            visit.starts.contains(at)
                || visit.bounds.as_ref().is_some_and(|bounds| bounds.includes(IVec2::from_array(*at)))
        };
        let fresh: Vec<[i32; 2]> = starts.iter().copied().filter(|at| !includes(at)).collect();
        let is_new = !fresh.is_empty();
        visit.starts.extend(fresh);
        is_new.then_some(index)
    }

    /// Floods a map from its starts with its tokens. `None` if a rule is missing.
    fn flood(&mut self, joined: &Joined<'_, '_>, index: usize) -> Option<()> {
        let visit = &mut self.visits[index];
        let starts: Vec<IVec2> = visit.starts.iter().copied().map(IVec2::from_array).collect();
        visit.bounds = Some(joined.bounds(visit.map, &starts, visit.tokens).ok()?);
        Some(())
    }

    /// True unless no input takes the character to a target of a map with the tokens that it requires.
    pub(super) fn may_meet(&self, map: usize, target: &Target) -> bool {
        let mut visits = self.visits.iter().filter(|visit| visit.map == map);
        visits.any(|visit| visit.tokens.has(target.requires) && visit.meets(target.area))
    }
}

impl Visit {
    fn meets(&self, area: Aabb) -> bool {
        self.bounds.as_ref().is_some_and(|bounds| bounds.meets(area))
    }
}
