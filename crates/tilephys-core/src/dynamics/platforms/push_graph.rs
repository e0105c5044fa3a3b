//! Push graph of a solid that moves along an axis: the bodies that it carries and pushes, directly or through other bodies.
//!
//! Three passes compute all distances before any body moves:
//!
//! 1. From the solid outward: the bodies that each node carries and pushes, with the distance that each would
//!    move.
//! 2. From the farthest back: the clearance of each body, which depends on the bodies ahead of it.
//! 3. Outward again: the distance that each body moves.
//!
//! Colliding bodies are solid to each other here, without a shape in the grid. If bodies block the mover, the
//! passes run again with a shorter distance.

use crate::dynamics::platforms::{
    AxisTranslation, ByBody, Carrier, Cast, Grips, Hold, PushEdge, PushNode, ROOT,
};
use crate::grid::ShapeId;
use glam::IVec2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// Rounds in which blocked bodies are shortened as little as needed.
const MOST_ROUNDS: u32 = 4;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rider {
    pub(crate) index: u32,
    pub(crate) hold: Hold,
    /// True if it follows sideways motion of the moving solid, directly or through its carriers.
    pub(crate) is_level: bool,
    /// True if its carrier is a colliding body.
    pub(crate) is_on_body: bool,
}

/// Push graph, kept to reuse its allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct PushGraph {
    pub(crate) riders: Vec<Rider>,
    pub(crate) grips: Grips,
    /// Riders of each carrier, in order.
    groups: Vec<(Carrier, Range<u32>)>,
    pub(crate) items: Vec<PushNode>,
    /// Edges, sorted by `from` once all are found.
    links: Vec<PushEdge>,
    /// Edges to possible blockers, by `from`.
    stops: Vec<PushEdge>,
    /// Nodes to expand, by front: among colliding bodies each node is then expanded once, after all that push it.
    waiting: BinaryHeap<Reverse<(i64, u32)>>,
    /// Buffers, kept to reuse their allocations.
    order: Vec<u32>,
    found: Vec<u32>,
    has_solids: bool,
    nodes: ByBody<u32>,
}

impl PushGraph {
    /// Collects the riders of a solid before a motion by `moves`, and the riders of solid or colliding riders.
    pub(crate) fn collect_riders(&mut self, cast: Cast, moves: IVec2) {
        self.riders.clear();
        self.groups.clear();
        self.nodes.begin(cast.scene.bodies.len());
        for &solid in &cast.solids.members {
            self.list_riders(cast, Carrier::Solid(solid), moves, true);
        }
        let mut next = 0;
        while let Some(&Rider { index, hold, is_level, .. }) = self.riders.get(next) {
            next += 1;
            // Each rider is expanded once. A rider that is left behind carries nothing along.
            if hold != Hold::LOST && self.nodes.get(index).is_none() {
                self.nodes.set(index, 0);
                if let Some(carrier) = cast.carrier(index) {
                    self.list_riders(cast, carrier, moves, is_level);
                }
            }
        }
        self.groups.sort_unstable_by_key(|group| group.0);
    }

    fn list_riders(&mut self, cast: Cast, carrier: Carrier, moves: IVec2, is_level: bool) {
        let from = self.riders.len() as u32;
        match carrier {
            Carrier::Solid(solid) => {
                // A grip was found before any motion of the step: each body has one carrier sideways, whichever moves first.
                let shape = cast.solids.list[solid as usize].shape;
                for index in cast.others(solid) {
                    let grip = self.grips.on(index, carrier);
                    if let Some(hold) = cast.scene.carries(shape, index, moves, grip) {
                        let is_level = is_level && (hold.level || hold == Hold::LOST);
                        self.riders.push(Rider { index, hold, is_level, is_on_body: false });
                    }
                }
            }
            Carrier::Body(body) => {
                // Bodies without a shape have no grip yet: the first carrier claims it.
                cast.find_beside(body, IVec2::ZERO, &mut self.found);
                for &index in &self.found {
                    if let Some(hold) = cast.scene.body_carries(body, index, moves) {
                        let level = hold.level && self.grips.claim(index, carrier);
                        let is_level = is_level && (level || hold == Hold::LOST);
                        let hold = Hold { level, ..hold };
                        self.riders.push(Rider { index, hold, is_level, is_on_body: true });
                    }
                }
            }
        }
        let to = self.riders.len() as u32;
        if from < to {
            self.groups.push((carrier, from..to));
        }
    }

    /// Computes how far each body moves if the solid moves by `way`. Returns the distance of the solid, which blockers may shorten.
    pub(crate) fn plan(&mut self, cast: Cast, way: AxisTranslation) -> i32 {
        let mut units = way.units;
        while units > 0 {
            // The distances of one round may put a node into a solid that moves less. Then its limit is lowered, and all are found again.
            self.spread(cast, AxisTranslation { units, ..way });
            for round in 0.. {
                self.find_clearances(cast, way);
                self.find_ways(cast.solids.members.len() as u32, units);
                if !self.limit_by_blockers(cast, way, round) {
                    break;
                }
            }
            // Where a blocker is in the way, the solid itself stops short, and everything is found again for the shorter way.
            let blocked = self.items.iter().filter(|item| item.blocks).map(|item| item.short).max();
            match blocked {
                Some(short) if short > 0 => units -= short,
                _ => return units,
            }
        }
        self.items.clear();
        0
    }

    fn spread(&mut self, cast: Cast, way: AxisTranslation) {
        self.items.clear();
        self.links.clear();
        self.stops.clear();
        self.nodes.begin(cast.scene.bodies.len());
        for (number, &solid) in (ROOT..).zip(&cast.solids.members) {
            self.reach_out(cast, way, number, Carrier::Solid(solid));
        }
        // Outward from the solid. A node that wants to go farther than before is expanded again.
        while let Some(from) = self.next_waiting() {
            let PushNode { need: units, carrier, .. } = self.items[from as usize];
            if let Some(carrier) = carrier {
                self.reach_out(cast, AxisTranslation { units, ..way }, from, carrier);
            }
        }
        self.has_solids = self.items.iter().any(|item| item.solid().is_some());
        // Carried bodies follow freely. Only a pushed node that cannot be entered may hold its pusher back.
        let may_stop = |link: &PushEdge| {
            let item = &self.items[link.to as usize];
            let is_held = link.is_firm || item.solid().is_some() || item.blocks;
            !link.carries && link.from < ROOT && is_held
        };
        self.links.sort_unstable_by_key(|link| (link.from, link.to, link.carries, !link.is_firm, link.gap));
        // A second expansion finds edges again.
        self.links.dedup_by_key(|link| (link.from, link.to, link.carries));
        self.stops.extend(self.links.iter().filter(|link| may_stop(link)));
    }

    /// Finds the bodies that one solid or body carries and pushes.
    fn reach_out(&mut self, cast: Cast, way: AxisTranslation, from: u32, carrier: Carrier) {
        // First what it carries, which needs no contact ahead, then what it pushes.
        let group = self.groups.binary_search_by_key(&carrier, |group| group.0);
        for at in group.map_or(0..0, |at| self.groups[at].1.clone()) {
            let Rider { index, hold, .. } = self.riders[at as usize];
            let Some(profile) = cast.scene.profile(index) else { continue };
            let is_across = way.direction.axis() != profile.movement.up.axis();
            let goes = if is_across { hold.level } else { hold.upright };
            if goes {
                let link = PushEdge { from, to: 0, gap: 0, carries: true, is_firm: false };
                self.add(cast, index, link, way);
            }
        }
        let push_link = |push: i32, is_firm: bool| {
            // The pusher closes the gap before it moves the other.
            let gap = way.units - push;
            (push > 0).then_some(PushEdge { from, to: 0, gap, carries: false, is_firm })
        };
        match carrier {
            Carrier::Solid(solid) => {
                let shape = cast.solids.list[solid as usize].shape;
                for index in cast.others(solid) {
                    if let Some(link) = push_link(cast.scene.pushes(shape, way, index), false) {
                        self.add(cast, index, link, way);
                    }
                }
            }
            Carrier::Body(body) => {
                let mut found = std::mem::take(&mut self.found);
                cast.find_beside(body, way.by(way.units), &mut found);
                for &index in &found {
                    if let Some(link) = push_link(cast.scene.body_pushes(body, way, index), true) {
                        self.add(cast, index, link, way);
                    }
                }
                self.found = found;
            }
        }
    }

    /// Adds the edge `link` to a body, and extends the body's wanted distance.
    fn add(&mut self, cast: Cast, index: u32, link: PushEdge, way: AxisTranslation) {
        let need = way.units - link.gap;
        let to = match self.nodes.get(index) {
            Some(item) => item,
            None => self.add_item(cast, index, way),
        };
        self.links.push(PushEdge { to, ..link });
        let item = &mut self.items[to as usize];
        if item.need < need {
            item.need = need;
            self.let_wait(to);
        }
    }

    fn let_wait(&mut self, number: u32) {
        let item = &mut self.items[number as usize];
        if item.carrier.is_some() && !item.is_waiting {
            item.is_waiting = true;
            self.waiting.push(Reverse((item.front, number)));
        }
    }

    fn next_waiting(&mut self) -> Option<u32> {
        let Reverse((_, number)) = self.waiting.pop()?;
        self.items[number as usize].is_waiting = false;
        Some(number)
    }

    fn add_item(&mut self, cast: Cast, index: u32, way: AxisTranslation) -> u32 {
        let item = self.items.len() as u32;
        self.nodes.set(index, item);
        self.items.push(PushNode::new(cast, index, way));
        item
    }

    fn find_clearances(&mut self, cast: Cast, way: AxisTranslation) {
        self.order.clear();
        self.order.extend(0..self.items.len() as u32);
        for item in &mut self.items {
            item.has_room = false;
        }
        // Front bodies first, which bounds the recursion depth.
        self.order.sort_unstable_by_key(|item| Reverse(self.items[*item as usize].front));
        for at in 0..self.order.len() {
            self.find_room(cast, way, self.order[at] as usize);
        }
    }

    fn find_room(&mut self, cast: Cast, way: AxisTranslation, item: usize) {
        let PushNode { index, need, cap, has_room, .. } = self.items[item];
        if has_room {
            return;
        }
        self.items[item].has_room = true;
        // Solids of the graph move too, so they hold nothing back here. The edges below do that.
        let is_item = |off_grid: ShapeId| {
            let shape = |item: &PushNode| item.solid().map(|solid| cast.solids.list[solid as usize].shape);
            cast.is_member(off_grid) || self.items.iter().any(|item| shape(item) == Some(off_grid))
        };
        let hides = (self.has_solids || cast.solids.members.len() > 1)
            .then_some(&is_item as &dyn Fn(ShapeId) -> bool);
        let mover = cast.solids.list[cast.root.solid as usize].shape;
        let wanted = AxisTranslation { units: need, ..way };
        let mut room = cast.scene.clearance(index, wanted, mover, hides).min(cap);
        // A body has as much room as the body ahead has, and the gap between them.
        let from = self.stops.partition_point(|link| link.from < item as u32);
        for at in from..self.stops.len() {
            let PushEdge { from, to, gap, .. } = self.stops[at];
            if from != item as u32 {
                break;
            }
            self.find_room(cast, way, to as usize);
            let before = self.items[to as usize];
            if before.room.saturating_add(gap) < room {
                room = before.room + gap;
                self.items[item].blocks |= before.blocks;
            }
        }
        self.items[item].room = room;
    }

    /// Third pass: computes the distance of each node if the solid moves `units`.
    ///
    /// Distances start at zero and grow along the edges until none grows, so cycles of bodies need no order.
    fn find_ways(&mut self, members: u32, units: i32) {
        for item in &mut self.items {
            item.moved = 0;
            item.carried = 0;
            item.pushed = 0;
            item.squeezed_by = ROOT;
        }
        // From the solid outward, until no distance grows.
        for number in 0..members {
            self.pull(ROOT + number, units);
        }
        while let Some(from) = self.next_waiting() {
            self.pull(from, self.items[from as usize].moved);
        }
        for item in &mut self.items {
            item.short = (item.pushed - item.moved).max(0);
        }
    }

    /// Shortens nodes that would enter a solid node that moves less far without being pushed. True if any was shortened.
    fn limit_by_blockers(&mut self, cast: Cast, way: AxisTranslation, round: u32) -> bool {
        let mut is_any = false;
        for at in 0..if self.has_solids { self.items.len() } else { 0 } {
            // A pushed node would end inside of this one, as if it were a static solid that comes the opposite way.
            let Some(solid) = self.items[at].solid() else { continue };
            let gone = self.items[at].moved;
            let shape = cast.solids.list[solid as usize].shape;
            for item in self.items.iter_mut().filter(|item| item.moved > gone) {
                // Two nodes can limit each other, so after a few rounds a solid node counts as static.
                let gone = if round < MOST_ROUNDS { gone } else { 0 };
                let back = AxisTranslation { direction: way.direction.opposite(), units: item.moved - gone };
                let depth = cast.scene.pushes(shape, back, item.index);
                if depth > 0 {
                    item.cap = item.cap.min(item.moved - depth);
                    is_any = true;
                }
            }
        }
        is_any
    }

    fn pull(&mut self, from: u32, way: i32) {
        let first = self.links.partition_point(|link| link.from < from);
        for at in first..self.links.len() {
            let link = self.links[at];
            if link.from != from {
                break;
            }
            let item = &mut self.items[link.to as usize];
            // A body follows the farthest of its carriers and pushers, within its room.
            if link.carries {
                item.carried = item.carried.max(way);
            } else if way - link.gap > item.pushed {
                item.pushed = way - link.gap;
                item.squeezed_by = from;
            }
            let moved = item.carried.max(item.pushed).min(item.room);
            if moved > item.moved {
                item.moved = moved;
                self.let_wait(link.to);
            }
        }
    }

    /// Returns the solids that enter a node when the group moves `units`, each with its depth, the deepest first.
    pub(crate) fn squeezers(
        &self,
        number: usize,
        members: &[u32],
        units: i32,
    ) -> impl Iterator<Item = (u32, i32)> {
        let item = self.items[number];
        let solid_of = move |from: u32| match self.items.get(from as usize) {
            Some(by) => by.solid(),
            None => members.get((from - ROOT) as usize).copied(),
        };
        // The pusher that gave the distance is the deepest. Others count if they come too far as well.
        let first = (item.short > 0).then(|| (solid_of(item.squeezed_by).unwrap_or(members[0]), item.short));
        let links = if item.short > 0 { &self.links[..] } else { &[] };
        let others = links
            .iter()
            .filter(move |link| link.to == number as u32 && !link.carries && link.from != item.squeezed_by);
        let others = others.filter_map(move |link| {
            let gone = self.items.get(link.from as usize).map_or(units, |by| by.moved);
            let short = gone - link.gap - item.moved;
            solid_of(link.from).filter(|_| short > 0).map(|solid| (solid, short))
        });
        first.into_iter().chain(others)
    }

    /// Returns the member of the group that pushes a node, directly or through other nodes.
    pub(crate) fn pushing_member(&self, number: usize) -> u32 {
        let mut by = self.items[number].squeezed_by;
        for _ in 0..self.items.len() {
            let Some(item) = self.items.get(by as usize) else { break };
            by = item.squeezed_by;
        }
        by.saturating_sub(ROOT)
    }
}
