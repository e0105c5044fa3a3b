//! Exact extent: like the extent, but each arrival keeps the tokens with which it is made. A key that a one-way door parts from its gate
//! opens nothing.

use super::extent::Extent;
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
    /// The exact extent of a character that begins with tokens, within an extent that is known. `None` if tokens do not matter, or if there
    /// are too many pairs of a map and tokens.
    pub(super) fn of(joined: &Joined<'_, '_>, tokens: Tokens, all: &Extent) -> Option<Exact> {
        if all.tokens == tokens || all.maps.iter().any(|map| map.doubt.is_some()) {
            return None;
        }
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
            exact.flood(joined, index, all)?;
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
    fn flood(&mut self, joined: &Joined<'_, '_>, index: usize, all: &Extent) -> Option<()> {
        let Visit { map, tokens, ref starts, .. } = self.visits[index];
        let relevant = joined.maps[map].relevant;
        let same = |visit: &&Visit| {
            visit.map == map
                && visit.tokens.among(relevant) == tokens.among(relevant)
                && visit.starts == *starts
        };
        let flooded = self.visits.iter().enumerate().filter(|(other, _)| *other != index);
        let known = flooded.map(|(_, visit)| visit).find(same).and_then(|visit| visit.bounds.clone());
        let of_all = &all.maps[map];
        let in_all: BTreeSet<[i32; 2]> = of_all.starts.iter().map(IVec2::to_array).collect();
        let is_all = in_all == *starts && all.tokens.among(relevant) == tokens.among(relevant);
        let known = known.or_else(|| of_all.bounds.clone().filter(|_| is_all));
        let starts: Vec<IVec2> = starts.iter().copied().map(IVec2::from_array).collect();
        let bounds = match known {
            Some(bounds) => bounds,
            None => Rc::new(joined.bounds(map, &starts, tokens).ok()?),
        };
        self.visits[index].bounds = Some(bounds);
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
