//! An island: bodies that may meet in a step, replayed together in order of time.

use super::meet::{Meet, MeetKind, first_meeting};
use super::member::{EVERYWHERE, Leash, Member};
use super::queue::{Coming, Queue, What};
use super::stage::Stage;
use super::stair::{END, Moment, Stair, place_at};
use super::strike::Strike;
use super::track::Piece;
use crate::aabb::Aabb;
use crate::constants::MAX_MEETINGS;
use crate::fraction::Fraction;
use crate::grid::NO_BOX;
use crate::movement::{Hit, Motion, Start};
use crate::world::events::{EventKind, EventLog};
use crate::world::struck::Struck;
use glam::{DVec2, IVec2};

/// Two bodies of an island.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Which members, the smaller id first.
    pub(super) members: [u32; 2],
    version: u32,
    what: MeetKind,
    /// They are inside each other, as they were when the step began or as one of them is one-way.
    pub(super) is_inside: bool,
}

/// A place of a body at a moment, for ways that are noted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot {
    pub(super) member: u32,
    pub(super) at: IVec2,
    pub(super) when: Moment,
}

/// An island under way; kept for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Island {
    /// By ascending id.
    pub(super) members: Vec<Member>,
    pub(super) pairs: Vec<Pair>,
    /// The pairs of each member, one after the other, and where those of each begin.
    near: Vec<u32>,
    near_from: Vec<u32>,
    queue: Queue,
    pub(super) log: EventLog,
    pub(super) knots: Vec<Knot>,
    /// Pieces of the ways of members, with their numbers.
    pub(super) pieces: Vec<(u32, Piece)>,
    /// Hits between bodies, and of bodies on the grid.
    pub(super) pair_hits: u64,
    pub(super) press: super::press::Press,
}

/// A member would be inside something: it is to be on a shorter leash, and all is to be played again.
pub(super) struct Entangled(pub(super) u32);

impl Island {
    /// Takes over who plays and which of them may meet, by their places in `members`.
    pub(super) fn set_pairs(&mut self, pairs: impl Iterator<Item = [u32; 2]>) {
        let Island { members, pairs: own, near, near_from, .. } = self;
        own.clear();
        own.extend(pairs.map(|members| Pair {
            members,
            version: 0,
            what: MeetKind::Phase,
            is_inside: false,
        }));
        near_from.clear();
        near_from.resize(members.len() + 1, 0);
        own.iter().flat_map(|pair| pair.members).for_each(|member| near_from[member as usize + 1] += 1);
        for k in 1..near_from.len() {
            near_from[k] += near_from[k - 1];
        }
        near.clear();
        near.resize(2 * own.len(), 0);
        for (number, pair) in own.iter().enumerate().rev() {
            for member in pair.members {
                let end = &mut near_from[member as usize + 1];
                *end -= 1;
                near[*end as usize] = number as u32;
            }
        }
        // Filling turned the ends into beginnings.
        near_from.rotate_left(1);
        *near_from.last_mut().expect("there is one more than members") = 2 * own.len() as u32;
    }

    /// The pairs of a member.
    pub(super) fn near(&self, member: u32) -> std::ops::Range<usize> {
        self.near_from[member as usize] as usize..self.near_from[member as usize + 1] as usize
    }

    pub(super) fn near_pair(&self, entry: usize) -> u32 {
        self.near[entry]
    }

    /// Plays the step. Before it the members are where the step begins.
    pub(super) fn play(&mut self, stage: &Stage) -> Result<(), Entangled> {
        self.queue.clear();
        self.log.events.clear();
        self.knots.clear();
        self.pieces.clear();
        self.pair_hits = 0;
        for member in 0..self.members.len() as u32 {
            self.set_out(stage, member)?;
        }
        self.part(stage);
        for member in 0..self.members.len() as u32 {
            self.note_knot(member);
            let Member { flies, shoved, reach, .. } = &self.members[member as usize];
            if !flies || *shoved != DVec2::ZERO || *reach != EVERYWHERE {
                self.look_ahead(stage, member);
            }
        }
        for pair in 0..self.pairs.len() as u32 {
            self.forecast(stage, pair, 0);
        }
        while let Some(coming) = self.queue.pop() {
            match coming.what {
                What::Grid if self.members[coming.who as usize].version == coming.version => {
                    self.arrive(stage, coming.who)?;
                }
                What::Border if self.members[coming.who as usize].version == coming.version => {
                    let member = &mut self.members[coming.who as usize];
                    member.rebase(coming.moment);
                    member.wait();
                    self.renew(stage, coming.who, coming.moment);
                }
                What::Pair if self.pairs[coming.who as usize].version == coming.version => {
                    self.meet(stage, coming.who, coming.moment)?;
                }
                _ => {}
            }
        }
        for member in 0..self.members.len() as u32 {
            self.come_to_the_end(stage, member);
        }
        Ok(())
    }

    /// Puts a body out of what it starts in, and begins its move.
    fn set_out(&mut self, stage: &Stage, number: u32) -> Result<(), Entangled> {
        let member = &self.members[number as usize];
        if member.waits || member.flies {
            return Ok(());
        }
        let (mut motion, mut start) = (member.motion, Start::Free);
        let journey = stage.act(member, |actor| {
            motion.keep_in_world(member.size);
            if !actor.is_free(motion.position) {
                (motion, start) = actor.leave(motion);
            }
            actor.begin(&mut motion)
        });
        let member = &mut self.members[number as usize];
        (member.journey, member.start) = (journey, start);
        let is_moved = motion.position != member.motion.position;
        member.motion = motion;
        member.is_put = is_moved;
        member.extend_path();
        if is_moved && self.is_entangled(stage, number, motion.fraction.to_bits()) {
            return Err(Entangled(number));
        }
        Ok(())
    }

    /// Forecasts the next hit of a member on the grid.
    fn look_ahead(&mut self, stage: &Stage, number: u32) {
        let member = &self.members[number as usize];
        let next = stage.act(member, |actor| actor.next_hit(&member.motion));
        let (up, version) = (stage.profile(member).movement.up, member.version);
        let middle = 2 * member.motion.position.as_i64vec2() + member.size.as_i64vec2();
        let height = middle.dot(up.vector().as_i64vec2());
        if let Some(next) = next {
            let moment = next.when.to_bits();
            self.queue.push(Coming { moment, what: What::Grid, height, who: number, version });
        }
        if let Some(moment) = self.border(number) {
            self.queue.push(Coming { moment, what: What::Border, height, who: number, version });
        }
        self.members[number as usize].next = next;
    }

    /// The last moment at which a member is where it may be.
    fn border(&self, number: u32) -> Option<Moment> {
        let Member { motion, reach, size, .. } = &self.members[number as usize];
        let on_axis = |k: usize| {
            let stair = Stair::of(motion, k);
            let room = if stair.left < 0 {
                stair.at - i64::from(reach.min[k])
            } else {
                i64::from(reach.max[k]) - i64::from(size[k]) - stair.at
            };
            stair.moment_of(room as u64 + 1)
        };
        let [x, y] = [on_axis(0), on_axis(1)];
        let first = match (x, y) {
            (Some(x), Some(y)) => Some(if y < x { y } else { x }),
            (one, other) => one.or(other),
        };
        first.map(|moment| moment - 1)
    }

    /// Forecasts when the bodies of a pair meet, if nothing else happens.
    pub(super) fn forecast(&mut self, stage: &Stage, number: u32, now: Moment) {
        let pair = &self.pairs[number as usize];
        let [a, b] = pair.members.map(|member| &self.members[member as usize]);
        let begun = a.motion.fraction.to_bits().max(b.motion.fraction.to_bits()).max(now);
        let (boxes, version) = ([a.box_at(begun), b.box_at(begun)], pair.version + 1);
        let is_inside = boxes[0].overlaps(boxes[1]);
        let meet = if is_inside {
            self.deeper(stage, pair.members, boxes, begun)
        } else {
            approach(stage, a, b, begun)
        };
        let height = {
            let up = stage.profile(a).movement.up.vector().as_i64vec2();
            let middle = |aabb: Aabb| (aabb.min.as_i64vec2() + aabb.max.as_i64vec2()).dot(up);
            let (a, b) = (middle(boxes[0]), middle(boxes[1]));
            if b < a { b } else { a }
        };
        let pair = &mut self.pairs[number as usize];
        (pair.version, pair.is_inside) = (version, is_inside);
        if let Some(meet) = meet {
            pair.what = meet.what;
            let coming = Coming { moment: meet.touch, what: What::Pair, height, who: number, version };
            self.queue.push(coming);
        }
    }

    /// Forecasts anew all that has to do with a member whose motion has changed.
    pub(super) fn renew(&mut self, stage: &Stage, number: u32, now: Moment) {
        self.members[number as usize].version += 1;
        self.note_knot(number);
        self.look_ahead(stage, number);
        for entry in self.near(number) {
            self.forecast(stage, self.near[entry], now);
        }
    }

    pub(super) fn note_knot(&mut self, number: u32) {
        let member = &mut self.members[number as usize];
        let piece = Piece::of(&member.motion);
        match self.pieces.get_mut(member.piece as usize) {
            Some(last) if last.1.begin == piece.begin => last.1 = piece,
            _ => {
                member.piece = self.pieces.len() as u32;
                self.pieces.push((number, piece));
            }
        }
        if member.is_traced {
            self.knots.push(Knot { member: number, at: piece.at, when: piece.begin });
        }
    }

    /// A member is at a face of the grid.
    fn arrive(&mut self, stage: &Stage, number: u32) -> Result<(), Entangled> {
        let member = &mut self.members[number as usize];
        let Some(next) = member.next else { return Ok(()) };
        let (mut motion, mut journey, before) = (member.motion, member.journey, member.motion);
        let there = place_at(&motion, next.when.to_bits());
        let (log, profile) = (&mut self.log, stage.profile(member));
        let (mut is_hit, mut struck) = (false, None);
        stage.act(member, |actor| {
            is_hit = actor.take_next(&mut journey, &mut motion, next, there);
            if next.found.loose != NO_BOX {
                struck = Struck::of(&actor, &next.found, before.left);
            }
            if is_hit && profile.report_hits {
                let motion = Motion { fraction: next.told, ..motion };
                log.push(member.id, EventKind::Hit(Hit::new(&actor, &next.found, before.left, &motion)));
            }
        });
        member.hits += u32::from(is_hit);
        member.struck = member.struck.or(struck);
        (member.motion, member.journey) = (motion, journey);
        if member.extra != DVec2::ZERO && is_hit {
            // What carries it does not carry it on through what it hit.
            for k in [0, 1] {
                member.extra[k] = if motion.left[k] == 0 { 0.0 } else { member.extra[k] };
            }
        }
        member.extend_path();
        let moment = next.when.to_bits();
        let is_put_elsewhere = motion.position != there;
        self.members[number as usize].is_put |= is_put_elsewhere;
        if is_put_elsewhere && (self.is_entangled(stage, number, moment) || !self.is_within(number)) {
            return Err(Entangled(number));
        }
        self.renew(stage, number, moment);
        Ok(())
    }

    /// Two bodies meet, or need new pieces.
    fn meet(&mut self, stage: &Stage, number: u32, moment: Moment) -> Result<(), Entangled> {
        let Pair { members: [a, b], what, .. } = self.pairs[number as usize];
        let faces = match what {
            MeetKind::Phase => None,
            MeetKind::Faces { axis, is_low } => Some((axis, is_low)),
            MeetKind::Corners { is_low } => {
                let axis = corner_axis(stage, [a, b].map(|member| &self.members[member as usize]));
                Some((axis, is_low[axis]))
            }
        };
        let strike = faces.map(|(axis, is_low)| {
            let members = if is_low { [a, b] } else { [b, a] };
            let is_inside = self.pairs[number as usize].is_inside;
            Strike { members, axis, moment, is_inside }
        });
        for member in [a, b] {
            self.stop_at(stage, member, moment)?;
            let one = &mut self.members[member as usize];
            one.begin_news();
            one.meetings += 1;
            if one.meetings > MAX_MEETINGS && !one.waits {
                one.wait();
            }
        }
        match strike {
            Some(strike) => {
                self.close_gap(stage, strike);
                self.strike(stage, strike)
            }
            None => {
                self.renew(stage, a, moment);
                self.renew(stage, b, moment);
                Ok(())
            }
        }
    }

    /// Brings two bodies together whose lines touch at a moment at which both are still up to a unit behind them: the faster one
    /// goes, if nothing is in between.
    fn close_gap(&mut self, stage: &Stage, strike: Strike) {
        let Strike { members: [low, high], axis, moment, is_inside } = strike;
        let [a, b] = [low, high].map(|member| &self.members[member as usize]);
        let gap = b.motion.position[axis] - a.motion.position[axis] - a.size[axis];
        if is_inside || gap <= 0 {
            return;
        }
        let (forth, back) = (i64::from(a.motion.left[axis]), -i64::from(b.motion.left[axis]));
        let low_goes = forth > back || forth == back && low < high;
        let (number, by) = if low_goes { (low, gap) } else { (high, -gap) };
        let member = &mut self.members[number as usize];
        if i64::from(member.motion.left[axis]) * i64::from(by) <= 0 {
            return;
        }
        let before = member.motion;
        let mut step = IVec2::ZERO;
        step[axis] = by;
        member.motion.position += step;
        member.motion.left -= step;
        let member = &self.members[number as usize];
        let is_open = stage.act(member, |actor| actor.sweep_whole(before.position, step)).is_none();
        let is_good = is_open && !self.is_entangled(stage, number, moment);
        let member = &mut self.members[number as usize];
        if is_good {
            member.extend_path();
        } else {
            member.motion = before;
        }
    }

    /// Begins a new piece of a member's way, at a place that is outside of everything solid.
    pub(super) fn stop_at(&mut self, stage: &Stage, number: u32, moment: Moment) -> Result<(), Entangled> {
        let member = &mut self.members[number as usize];
        let (from, d) = (member.motion.position, member.motion.left);
        member.rebase(moment);
        let at = member.motion.position;
        if at == from || !stage.setting.grid.view(u32::MAX).has_shapes() {
            return Ok(());
        }
        let member = &self.members[number as usize];
        if stage.act(member, |actor| actor.is_free(at)) {
            return Ok(());
        }
        // A place on a slanted face is seldom on the lattice: one of the three others around it will do.
        let ahead = d.signum();
        for by in [IVec2::new(0, ahead.y), IVec2::new(ahead.x, 0), ahead] {
            let member = &self.members[number as usize];
            if by == IVec2::ZERO || !stage.act(member, |actor| actor.is_free(at + by)) {
                continue;
            }
            let member = &mut self.members[number as usize];
            member.motion.position = at + by;
            member.motion.left -= by;
            member.extend_path();
            if !self.is_entangled(stage, number, moment) {
                self.members[number as usize].is_put = true;
                return Ok(());
            }
            let member = &mut self.members[number as usize];
            member.motion.position = at;
            member.motion.left += by;
        }
        Err(Entangled(number))
    }

    /// Is a member inside another one that it was not inside of?
    fn is_entangled(&self, stage: &Stage, number: u32, moment: Moment) -> bool {
        let own = self.members[number as usize].box_at(moment);
        self.near(number).any(|entry| {
            let pair = &self.pairs[self.near[entry] as usize];
            let other = pair.members[usize::from(pair.members[0] == number)];
            let other = &self.members[other as usize];
            // Before the first forecast nobody has moved but those that were pushed out of the grid.
            !pair.is_inside
                && !self.is_one_way(stage, pair.members)
                && other.box_at(moment.max(other.motion.fraction.to_bits())).overlaps(own)
        })
    }

    /// The rest of a member's way, and the floor that it follows.
    fn come_to_the_end(&mut self, stage: &Stage, number: u32) {
        let member = &mut self.members[number as usize];
        member.motion.position = place_at(&member.motion, END);
        (member.motion.left, member.motion.fraction) = (IVec2::ZERO, Fraction::ONE);
        member.extend_path();
        let (before, path) = (member.motion, member.path);
        if !member.waits && stage.profile(member).movement.walk.is_some() {
            let (mut motion, mut journey) = (before, member.journey);
            stage.act(member, |actor| actor.end(&mut journey, &mut motion));
            (member.motion, member.journey) = (motion, journey);
            member.extend_path();
            let is_set_down = motion.position != before.position;
            if is_set_down && (self.is_entangled(stage, number, END) || !self.is_within(number)) {
                let member = &mut self.members[number as usize];
                (member.motion, member.path) = (before, path);
            } else {
                self.members[number as usize].is_put |= is_set_down;
            }
        }
        let member = &mut self.members[number as usize];
        if let Some(struck) = member.struck {
            let movement = &stage.setting.profiles[member.profile as usize].movement;
            struck.give(&mut member.motion.velocity, movement);
        }
        self.note_knot(number);
    }

    fn is_within(&self, number: u32) -> bool {
        let Member { path, reach, .. } = &self.members[number as usize];
        reach.min.cmple(path.min).all() && path.max.cmple(reach.max).all()
    }
}

/// When two bodies that are not inside each other meet, if one of them is solid to the other from there.
fn approach(stage: &Stage, a: &Member, b: &Member, from: Moment) -> Option<Meet> {
    if are_apart(a, b) {
        return None;
    }
    let stairs = |member: &Member| [0, 1].map(|k| Stair::of(&member.motion, k));
    let sizes = [a.size, b.size].map(|size| [i64::from(size.x), i64::from(size.y)]);
    let meet = first_meeting(stairs(a), stairs(b), sizes, from)?;
    let (axis, is_low) = match meet.what {
        MeetKind::Phase => return Some(meet),
        MeetKind::Faces { axis, is_low } => (axis, is_low),
        MeetKind::Corners { is_low } => {
            let axis = corner_axis(stage, [a, b]);
            (axis, is_low[axis])
        }
    };
    let blocks = |member: &Member, positive: bool| {
        let side = stage.collide(member).one_way;
        side.is_none_or(|side| side == crate::direction::Direction::along(axis, positive))
    };
    (blocks(a, is_low) && blocks(b, !is_low)).then_some(meet)
}

/// Are the boxes around the straight pieces of two bodies apart?
fn are_apart(a: &Member, b: &Member) -> bool {
    let span = |member: &Member, k: usize| {
        let Member { motion, size, .. } = member;
        let (at, left) = (i64::from(motion.position[k]), i64::from(motion.left[k]));
        (at + left.min(0), at + left.max(0) + i64::from(size[k]))
    };
    (0..2).any(|k| {
        let (a, b) = (span(a, k), span(b, k));
        a.1 <= b.0 || b.1 <= a.0
    })
}

/// The axis of a hit where corner meets corner: the faster of the two along up lands if it falls, and keeps rising if it
/// rises.
fn corner_axis(stage: &Stage, [a, b]: [&Member; 2]) -> usize {
    let up = stage.profile(a).movement.up;
    let k = up.axis();
    let speed = |member: &Member| member.motion.left[k].unsigned_abs();
    let faster = if speed(b) > speed(a) { b } else { a };
    let falls = faster.motion.left[k].signum() * up.vector()[k] < 0;
    if falls { k } else { 1 - k }
}

impl Member {
    /// Is it on its shortest leash?
    pub(super) fn shorten(&mut self) {
        self.leash = if self.leash == Leash::Free { Leash::Plain } else { Leash::Pinned };
    }
}
