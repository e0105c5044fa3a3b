//! Extent: all that a character may get to in joined maps, through doors and checkpoints. Targets beyond it cannot be reached.

use super::joined::{Arrival, Joined, JoinedMap};
use super::question::Question;
use super::report::no_rule;
use crate::subject::Subject;
use glam::IVec2;
use std::collections::BTreeSet;
use tilephys_core::Aabb;
use tilephys_reach::Bounds as Reach;
use tilephys_tiled::Bounds;

/// All that a character may get to in joined maps: from their starts, on through doors, and back at checkpoints.
pub(super) struct Extent {
    /// What it may get to in each map.
    pub(super) maps: Vec<MapExtent>,
}

/// All that a character may get to in a map.
#[derive(Default)]
pub(super) struct MapExtent {
    /// Min corners of the character where the game places it, in lattice units.
    pub(super) starts: Vec<IVec2>,
    /// Bounds from there; `None` without starts, or if a rule is missing.
    pub(super) bounds: Option<Reach>,
    /// Reason why it may get to more.
    pub(super) doubt: Option<String>,
}

impl Extent {
    /// The extent of joined maps: floods from the starts that are arrived at, until no other is.
    pub(super) fn of(joined: &Joined<'_, '_>) -> Extent {
        let begun = |map| MapExtent::begun(joined, map);
        let mut extent = Extent { maps: joined.maps.iter().map(begun).collect() };
        let mut open: BTreeSet<usize> = (0..joined.maps.len()).collect();
        while let Some(map) = open.pop_first() {
            if let Ok(question) = &joined.maps[map].question {
                extent.maps[map].flood(question);
            }
            for target in &joined.maps[map].targets {
                if !extent.maps[map].may_meet(target.area) {
                    continue;
                }
                let Some(arrival) = joined.leads_to(map, target.object) else { continue };
                if extent.add(joined, arrival) {
                    open.insert(arrival.map);
                }
            }
        }
        extent
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
        MapExtent { starts: start.into_iter().collect(), bounds: None, doubt }
    }

    /// Floods the map from all arrivals.
    fn flood(&mut self, question: &Question<'_, '_>) {
        if self.starts.is_empty() {
            return;
        }
        match Reach::new(&question.level, &question.player, &self.starts) {
            Ok(bounds) => self.bounds = Some(bounds),
            Err(fault) => {
                self.bounds = None;
                self.doubt = Some(no_rule(fault.setting));
            }
        }
    }

    /// True unless no input takes the character to an area.
    pub(super) fn may_meet(&self, area: Aabb) -> bool {
        self.doubt.is_some() || self.bounds.as_ref().is_some_and(|reach| reach.meets(area))
    }
}

/// True if a world beside the map names it, and its border is open.
pub(super) fn leads_to_world(map: &Subject<'_>) -> bool {
    let is_open = map.level.rules.as_ref().is_none_or(|rules| rules.bounds != Bounds::Closed);
    is_open && map.is_in_world()
}
