//! Extent: all that a character may get to in joined maps, through doors and checkpoints and with tokens. Targets beyond it cannot be
//! reached.

use super::exact::Exact;
use super::joined::{Arrival, Joined, JoinedMap};
use super::targets::Target;
use super::tokens::Tokens;
use crate::subject::Subject;
use glam::IVec2;
use std::collections::BTreeSet;
use std::rc::Rc;
use tilephys_core::Aabb;
use tilephys_reach::Bounds as Reach;
use tilephys_tiled::Bounds;

/// All that a character may get to in joined maps: from their starts, on through doors, and back at checkpoints.
pub(super) struct Extent {
    /// What it may get to in each map.
    pub(super) maps: Vec<MapExtent>,
    /// All tokens that it may have.
    pub(super) tokens: Tokens,
    /// The extent by tokens; `None` if it is no other.
    pub(super) exact: Option<Exact>,
}

/// All that a character may get to in a map.
#[derive(Default)]
pub(super) struct MapExtent {
    /// Min corners of the character where the game places it, in lattice units.
    pub(super) starts: Vec<IVec2>,
    /// Bounds from there; `None` without starts, or if a rule is missing.
    pub(super) bounds: Option<Rc<Reach>>,
    /// Reason why it may get to more.
    pub(super) doubt: Option<String>,
    /// Number of starts and tokens for which the bounds were made.
    made_for: Option<(usize, Tokens)>,
}

impl Extent {
    /// The extent of the first `count` maps from their own starts alone: enough if ways to all their targets are known.
    pub(super) fn of_starts(joined: &Joined<'_, '_>, count: usize) -> Extent {
        let mut maps: Vec<MapExtent> = joined.maps.iter().map(|map| MapExtent::begun(joined, map)).collect();
        for (index, map) in maps.iter_mut().enumerate().take(count) {
            map.flood(joined, index, Tokens::default());
        }
        Extent { maps, tokens: Tokens::default(), exact: None }
    }

    /// The extent of joined maps for a character that begins with tokens. Floods from the starts that are arrived at, with the tokens that
    /// are had, until no other is.
    pub(super) fn of(joined: &Joined<'_, '_>, tokens: Tokens) -> Extent {
        let maps = joined.maps.iter().map(|map| MapExtent::begun(joined, map));
        // The maps beside an open border are not known: they may give anything.
        let is_open = joined.maps.iter().any(|map| leads_to_world(map.subject));
        let tokens = if is_open { joined.names.all() } else { tokens.with(joined.out_of_sight()) };
        let mut extent = Extent { maps: maps.collect(), tokens, exact: None };
        let mut open: BTreeSet<usize> = (0..joined.maps.len()).collect();
        while let Some(map) = open.pop_first() {
            extent.maps[map].flood(joined, map, extent.tokens);
            for target in &joined.maps[map].targets {
                if !extent.may_meet(map, target) {
                    continue;
                }
                if !extent.tokens.has(target.gives) {
                    extent.tokens = extent.tokens.with(target.gives);
                    open.extend(0..joined.maps.len());
                }
                let Some(arrival) = joined.leads_to(map, target.object) else { continue };
                if extent.add(joined, arrival) {
                    open.insert(arrival.map);
                }
            }
        }
        let is_sure = extent.maps.iter().all(|map| map.doubt.is_none());
        if is_sure && extent.tokens != tokens {
            extent.exact = Exact::of(joined, tokens);
        }
        extent
    }

    /// True unless no input takes the character to a target of a map, with the tokens that it requires.
    pub(super) fn may_meet(&self, map: usize, target: &Target) -> bool {
        let is_within = self.tokens.has(target.requires) && self.maps[map].may_meet(target.area);
        is_within && self.exact.as_ref().is_none_or(|exact| exact.may_meet(map, target))
    }

    /// Adds an arrival. False if it is within the extent already.
    fn add(&mut self, joined: &Joined<'_, '_>, arrival: Arrival) -> bool {
        let own = &mut self.maps[arrival.map];
        let Some(at) = joined.corner(arrival) else { return false };
        let is_known =
            own.starts.contains(&at) || own.bounds.as_ref().is_some_and(|reach| reach.includes(at));
        if !is_known {
            own.starts.push(at);
        }
        !is_known
    }
}

impl MapExtent {
    /// The start of a map, without what leads on from there.
    fn begun(joined: &Joined<'_, '_>, map: &JoinedMap<'_, '_>) -> MapExtent {
        let start = map.question.as_ref().ok().and_then(|question| question.start);
        let open = leads_to_world(map.subject);
        let border = open.then(|| "the map is open, and a world beside it leads to other maps".to_owned());
        let doubt = map.question.as_ref().err().cloned().or(border).or_else(|| joined.doubt.clone());
        MapExtent { starts: start.into_iter().collect(), doubt, ..MapExtent::default() }
    }

    /// Floods the map from all arrivals, unless nothing has changed.
    fn flood(&mut self, joined: &Joined<'_, '_>, map: usize, tokens: Tokens) {
        let now = (self.starts.len(), tokens.among(joined.maps[map].relevant));
        if self.starts.is_empty() || self.made_for == Some(now) {
            return;
        }
        self.made_for = Some(now);
        match joined.bounds(map, &self.starts, tokens) {
            Ok(bounds) => self.bounds = Some(bounds),
            Err(why) => {
                self.bounds = None;
                self.doubt = Some(why);
            }
        }
    }

    /// True unless no input takes the character to an area.
    fn may_meet(&self, area: Aabb) -> bool {
        self.doubt.is_some() || self.bounds.as_ref().is_some_and(|reach| reach.meets(area))
    }
}

/// True if a world beside the map names it, and its border is open.
pub(super) fn leads_to_world(map: &Subject<'_>) -> bool {
    let is_open = map.level.rules.as_ref().is_none_or(|rules| rules.bounds != Bounds::Closed);
    is_open && map.is_in_world()
}
