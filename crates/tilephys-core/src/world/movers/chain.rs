//! Who is moved by a solid that goes straight along an axis, through whom, and how far.
//!
//! Three passes over a small graph. First from the solid outward: what it carries and what it pushes, and what those that are
//! solid themselves carry and push, each with the distance by which it would move. Then from the farthest back: how far each
//! solid body has room, which depends on those before it. Then outward again: how far each really moves. Nothing is changed
//! meanwhile, so the mover may be stopped by what blocks it and the same be asked again with a shorter way.

use super::near::Near;
use super::reach::{Scene, Way};
use super::squish::SquishPolicy;
use crate::grid::BoxId;
use glam::IVec2;

/// The solid that moves, in place of an item.
pub(super) const MOVER: u32 = u32::MAX;

/// A solid as the phase knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub(super) shape: BoxId,
    /// The place of the body, if it is one.
    pub(super) place: Option<u32>,
}

/// A body that is moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) place: u32,
    /// Which of the solids it is, if it is one.
    pub(super) solid: Option<u32>,
    /// How far it would go, in lattice units.
    need: i32,
    /// How far it may go.
    room: i32,
    /// How far it goes.
    pub(super) moved: i32,
    /// How far it would go because it is carried; less than `moved` if it is pushed on.
    pub(super) carried: i32,
    /// How far it would go because it is pushed.
    pushed: i32,
    /// How much less than that what pushes it goes on, and who that is: an item, or [`MOVER`].
    pub(super) short: i32,
    pub(super) squeezed_by: u32,
    /// It stops what pushes it.
    blocks: bool,
    is_waiting: bool,
    has_room: bool,
}

/// `to` is moved by `from` when that has gone farther than `gap`.
#[derive(Clone, Copy, Debug)]
struct Link {
    from: u32,
    to: u32,
    gap: i32,
    carries: bool,
}

/// A body that is carried by a solid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rider {
    pub(super) place: u32,
    /// Which of the solids carries it.
    carrier: u32,
    pub(super) level: bool,
}

/// What a solid moves; kept from mover to mover for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    pub(super) riders: Vec<Rider>,
    pub(super) items: Vec<Item>,
    /// By `from`, once all are found.
    links: Vec<Link>,
    /// Those that push what may stop them, by `from`.
    stops: Vec<Link>,
    waiting: Vec<u32>,
    /// Some item is solid.
    has_solids: bool,
    /// By place of a body, the last round in which it was noted, and as which item.
    marks: Vec<(u32, u32)>,
    round: u32,
}

/// What does not change while a solid moves.
#[derive(Clone, Copy)]
pub(super) struct Cast<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) near: &'a Near,
    pub(super) solids: &'a [Solid],
    /// Which of the solids a body is.
    pub(super) solid_of: &'a dyn Fn(u32) -> Option<u32>,
    /// Which of the solids moves.
    pub(super) mover: u32,
    /// What cannot give way stops it.
    pub(super) is_timid: bool,
}

impl Cast<'_> {
    fn shape(&self) -> BoxId {
        self.solids[self.mover as usize].shape
    }

    /// The bodies near a solid, without itself and the one that moves.
    fn others(&self, solid: u32) -> impl Iterator<Item = u32> + '_ {
        let [own, mover] = [solid, self.mover].map(|solid| self.solids[solid as usize].place);
        let near = self.near.of(solid).iter().copied();
        near.filter(move |&place| Some(place) != own && Some(place) != mover)
    }
}

impl Chain {
    /// Notes what a solid carries, and what those carry that are solid themselves, before it goes by `moves`.
    pub(super) fn collect_riders(&mut self, cast: Cast, moves: IVec2) {
        self.riders.clear();
        self.begin(cast.scene.bodies.len());
        let (mut next, mut carrier) = (0, Some(cast.mover));
        while let Some(solid) = carrier {
            let shape = cast.solids[solid as usize].shape;
            for place in cast.others(solid) {
                if let Some(hold) = cast.scene.carries(shape, place, moves) {
                    self.riders.push(Rider { place, carrier: solid, level: hold.level });
                }
            }
            // Solid riders carry in turn, each once.
            carrier = None;
            while let (None, Some(&Rider { place, .. })) = (carrier, self.riders.get(next)) {
                next += 1;
                carrier = (cast.solid_of)(place).filter(|_| self.noted(place).is_none());
                self.note(place, 0);
            }
        }
    }

    /// Finds out how far each body goes when the solid goes `way`, and how far that goes itself: less than the whole way if
    /// something blocks it.
    pub(super) fn plan(&mut self, cast: Cast, way: Way) -> i32 {
        let mut units = way.units;
        while units > 0 {
            self.spread(cast, Way { units, ..way });
            for item in 0..self.items.len() {
                self.find_room(cast, way, item);
            }
            self.find_ways(units);
            let blocked = self.items.iter().filter(|item| item.blocks).map(|item| item.short).max();
            match blocked {
                Some(short) if short > 0 => units -= short,
                _ => return units,
            }
        }
        self.items.clear();
        0
    }

    /// The first pass.
    fn spread(&mut self, cast: Cast, way: Way) {
        self.items.clear();
        self.links.clear();
        self.stops.clear();
        self.waiting.clear();
        self.begin(cast.scene.bodies.len());
        self.reach_out(cast, way, MOVER, cast.mover);
        while let Some(from) = self.waiting.pop() {
            let item = &mut self.items[from as usize];
            item.is_waiting = false;
            let (units, solid) = (item.need, item.solid);
            if let Some(solid) = solid {
                self.reach_out(cast, Way { units, ..way }, from, solid);
            }
        }
        self.has_solids = self.items.iter().any(|item| item.solid.is_some());
        let may_stop = |link: &Link| {
            let item = &self.items[link.to as usize];
            !link.carries && link.from != MOVER && (item.solid.is_some() || item.blocks)
        };
        self.links.sort_unstable_by_key(|link| (link.from, link.to, link.carries, link.gap));
        self.stops.extend(self.links.iter().filter(|link| may_stop(link)));
    }

    /// What one solid carries and pushes.
    fn reach_out(&mut self, cast: Cast, way: Way, from: u32, solid: u32) {
        for at in 0..self.riders.len() {
            let Rider { place, carrier, level } = self.riders[at];
            if carrier != solid {
                continue;
            }
            let Some(profile) = cast.scene.profile(place) else { continue };
            let is_across = way.direction.axis() != profile.movement.up.axis();
            if level || !is_across {
                self.add(cast, place, Link { from, to: 0, gap: 0, carries: true }, way.units);
            }
        }
        let shape = cast.solids[solid as usize].shape;
        for place in cast.others(solid) {
            let push = cast.scene.pushes(shape, way, place);
            if push > 0 {
                let link = Link { from, to: 0, gap: way.units - push, carries: false };
                self.add(cast, place, link, push);
            }
        }
    }

    /// Notes that a body is to go as far as `need`, because of `link`.
    fn add(&mut self, cast: Cast, place: u32, link: Link, need: i32) {
        let to = match self.noted(place) {
            Some(item) => item,
            None => self.add_item(cast, place),
        };
        let link = Link { to, ..link };
        let same = |l: &Link| (l.from, l.to, l.carries) == (link.from, link.to, link.carries);
        let item = &mut self.items[to as usize];
        // A solid body that waited twice finds the same again.
        if link.from == MOVER || item.need == 0 || !self.links.iter().any(same) {
            self.links.push(link);
        }
        if item.need < need {
            item.need = need;
            if item.solid.is_some() && !item.is_waiting {
                item.is_waiting = true;
                self.waiting.push(to);
            }
        }
    }

    fn add_item(&mut self, cast: Cast, place: u32) -> u32 {
        let item = self.items.len() as u32;
        self.note(place, item);
        let policy = cast.scene.profile(place).map(|profile| profile.riding.squish);
        self.items.push(Item {
            place,
            solid: (cast.solid_of)(place),
            need: 0,
            room: 0,
            moved: 0,
            carried: 0,
            pushed: 0,
            short: 0,
            squeezed_by: MOVER,
            blocks: cast.is_timid || policy == Some(SquishPolicy::BlockMover),
            is_waiting: false,
            has_room: false,
        });
        item
    }

    /// The second pass: how far an item may go.
    fn find_room(&mut self, cast: Cast, way: Way, item: usize) {
        let Item { place, need, has_room, .. } = self.items[item];
        if has_room {
            return;
        }
        self.items[item].has_room = true;
        let is_item = |loose: BoxId| {
            let shape = |item: &Item| item.solid.map(|solid| cast.solids[solid as usize].shape);
            self.items.iter().any(|item| shape(item) == Some(loose))
        };
        let hides = self.has_solids.then_some(&is_item as &dyn Fn(BoxId) -> bool);
        let mut room = cast.scene.room(place, Way { units: need, ..way }, cast.shape(), hides);
        let from = self.stops.partition_point(|link| link.from < item as u32);
        for at in from..self.stops.len() {
            let Link { from, to, gap, .. } = self.stops[at];
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

    /// The third pass: how far each item goes when the solid goes `units`. What moves nothing stays, so the ways grow from the
    /// solid outward, until no link makes any longer: bodies that carry and push one another need no order.
    fn find_ways(&mut self, units: i32) {
        self.waiting.clear();
        self.pull(MOVER, units);
        while let Some(from) = self.waiting.pop() {
            let item = &mut self.items[from as usize];
            item.is_waiting = false;
            let moved = item.moved;
            self.pull(from, moved);
        }
        for item in &mut self.items {
            item.short = (item.pushed - item.moved).max(0);
        }
    }

    /// What follows from an item, or the solid, having gone some way.
    fn pull(&mut self, from: u32, way: i32) {
        let first = self.links.partition_point(|link| link.from < from);
        let Chain { links, items, waiting, .. } = self;
        for link in links[first..].iter().take_while(|link| link.from == from) {
            let item = &mut items[link.to as usize];
            if link.carries {
                item.carried = item.carried.max(way);
            } else if way - link.gap > item.pushed {
                (item.pushed, item.squeezed_by) = (way - link.gap, from);
            }
            let moved = item.carried.max(item.pushed).min(item.room);
            if moved > item.moved {
                item.moved = moved;
                if item.solid.is_some() && !item.is_waiting {
                    item.is_waiting = true;
                    waiting.push(link.to);
                }
            }
        }
    }

    /// Which of the solids squeezes an item when solid `mover` moves.
    pub(super) fn squeezer(&self, item: &Item, mover: u32) -> u32 {
        let by = self.items.get(item.squeezed_by as usize);
        by.and_then(|by| by.solid).unwrap_or(mover)
    }

    fn begin(&mut self, bodies: usize) {
        self.marks.resize(bodies, (0, 0));
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.marks.fill((0, 0));
            self.round = 1;
        }
    }

    fn noted(&self, place: u32) -> Option<u32> {
        let (round, item) = self.marks[place as usize];
        (round == self.round).then_some(item)
    }

    fn note(&mut self, place: u32, item: u32) {
        self.marks[place as usize] = (self.round, item);
    }
}
