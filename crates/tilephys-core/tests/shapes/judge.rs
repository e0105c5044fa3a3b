//! Follows one move of the engine piece by piece.
//!
//! The engine reports where each straight piece began, its hit, and the remaining translation. The oracle finds in
//! exact fractions what each piece enters first, and checks the documented position after the hit.

use super::contacts::contacts_agree;
use super::first::{Entry, Flight};
use super::mover::{Met, Mover, Outcome, engine_moves, kept_in_world};
use super::response::{response_agrees, velocity_agrees};
use super::solid::{Point, Rect, Solid, add, dot, is_inside, unit};
use super::walking::Gait;
use super::world::World;
use crate::exact::Exact;
use crate::meter::Meter;
use tilephys_core::{Response, TileGrid};

/// 2^32 steps of the fraction.
const ONE: u64 = 1 << 32;
/// Steps of a staircase of units that are followed before one hit.
const MOST_STEPS: usize = 64;
/// Hits that end a move.
pub(crate) const MOST_HITS: usize = 8;

/// A failure: a word for its kind, a colon, and what happened.
pub(crate) type Verdict<T = ()> = Result<T, String>;

pub(crate) fn fail_unless(fact: bool, otherwise: impl FnOnce() -> String) -> Verdict {
    if fact { Ok(()) } else { Err(otherwise()) }
}

/// A body on a straight piece of its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) flight: Flight,
    pub(crate) fraction: u64,
}

/// All that is looked at while a move is followed.
pub(crate) struct Case<'a> {
    pub(crate) world: &'a World,
    pub(crate) mover: &'a Mover,
    pub(crate) solids: Vec<Solid>,
    pub(crate) seen: Outcome,
}

/// Everything that holds for one move.
pub(crate) fn one_move(world: &World, grid: &TileGrid, mover: &Mover) -> Verdict<Meter> {
    let solids = world.solids(mover.mask);
    let seen = engine_moves(grid, mover)?;
    let case = Case { world, mover, solids, seen };
    let mut meter = Meter::one();
    let start = case.start(&mut meter)?;
    if !case.seen.stuck {
        case.follow_any(start, &mut meter)?;
        let end = Rect::of(case.seen.position, mover.size);
        fail_unless(!is_inside(&end, &case.solids), || format!("inside: at the end, {end:?}"))?;
        contacts_agree(&case, &mut meter)?;
    }
    Ok(meter)
}

impl Case<'_> {
    pub(crate) fn flight(&self, body: Rect, d: Point) -> Flight {
        Flight { body, d, up: self.mover.up }
    }

    pub(crate) fn walks(&self) -> bool {
        self.mover.walk.is_some() && self.mover.response == Response::Slide
    }

    /// Where the first piece begins: at the body, or where it was pushed to.
    fn start(&self, meter: &mut Meter) -> Verdict<Rect> {
        let body = self.mover.rect();
        let starts_inside = is_inside(&body, &self.solids);
        if !starts_inside {
            let still = self.seen.pushed == [0, 0] && !self.seen.stuck;
            fail_unless(still, || format!("pushed: it starts free, {:?}", self.seen.pushed))?;
            let touches = self.solids.iter().any(|s| s.overlaps(&body.grown(1)));
            meter.count_if(touches, "starts in contact");
            return Ok(body);
        }
        meter.count("starts inside", 1);
        let exit = shortest_exits(&body, &self.solids, self.world.tile());
        let agrees = match &exit {
            None => self.seen.stuck,
            Some((_, pushes)) => !self.seen.stuck && pushes.contains(&self.seen.pushed),
        };
        fail_unless(agrees, || format!("exit: {exit:?}, pushed by {:?}", self.seen.pushed))?;
        Ok(body.moved(self.seen.pushed))
    }

    /// Follows the translation, or what a slope under the start makes of it.
    fn follow_any(&self, start: Rect, meter: &mut Meter) -> Verdict {
        let d = kept_in_world(&self.mover.rect(), self.mover.units());
        let d = kept_in_world(&start, d);
        let plain = self.follow(start, d, meter);
        let Err(why) = plain else { return Ok(()) };
        let slowed = Gait::of(self, start).map_or(Vec::new(), |gait| gait.downhill(d));
        let mut others = slowed.into_iter().map(|d| self.follow(start, d, meter));
        if others.any(|verdict| verdict.is_ok()) { Ok(()) } else { Err(why) }
    }

    /// From hit to hit to the end of the translation.
    fn follow(&self, start: Rect, d: Point, meter: &mut Meter) -> Verdict {
        let mut piece = Piece { flight: self.flight(start, d), fraction: 0 };
        let gait = Gait::of(self, start);
        for (index, hit) in self.seen.hits.iter().enumerate() {
            let told = format!("\nhit {index}: {hit:?}\non {piece:?}");
            piece = self.to_hit(piece, index, gait.as_ref(), meter).map_err(|why| why + &told)?;
            let inside = is_inside(&piece.flight.body, &self.solids);
            fail_unless(!inside, || format!("inside: after a hit{told}"))?;
        }
        while let Some(missed) = self.missed(&piece) {
            match gait.as_ref().and_then(|gait| gait.passed(&piece, meter)) {
                Some(next) => piece = next,
                None => {
                    return Err(format!(
                        "missed: {missed:?}\nof {:?}\non {piece:?}",
                        self.solids[missed.solid].name
                    ));
                }
            }
        }
        meter.count("one-ways passed", self.lines_passed(&piece.flight));
        let end = piece.flight.body.moved(piece.flight.d);
        if let Some(gait) = gait {
            return gait.end_agrees(&end, meter);
        }
        velocity_agrees(self)?;
        let at_end = self.seen.position == end.lo;
        fail_unless(at_end, || format!("end: {:?}, not {:?}", self.seen.position, end.lo))
    }

    /// What the piece enters first, if anything.
    fn missed(&self, piece: &Piece) -> Option<Entry> {
        let entries = piece.flight.entries(&self.solids);
        entries.into_iter().filter(|e| e.certain).min_by_key(|e| e.at)
    }

    /// The piece after a hit; a walking body may have passed corners and steps before it.
    fn to_hit(
        &self,
        mut piece: Piece,
        index: usize,
        gait: Option<&Gait>,
        meter: &mut Meter,
    ) -> Verdict<Piece> {
        let mut passed = 0;
        loop {
            match self.hit_agrees(&piece, index, gait, meter) {
                Ok(next) => return Ok(next),
                Err(why) => match gait.and_then(|gait| gait.passed(&piece, meter)) {
                    Some(next) if passed < MOST_STEPS => (piece, passed) = (next, passed + 1),
                    _ => return Err(why),
                },
            }
        }
    }

    /// One-way lines that the box of the way meets and that let it pass.
    fn lines_passed(&self, flight: &Flight) -> u64 {
        let swept = flight.body.swept(flight.d);
        let (from, to) = (flight.body, flight.body.moved(flight.d));
        let crossed = |s: &&Solid| {
            let open = unit(s.open.expect("a line"));
            let plane = s.planes.iter().find(|p| dot(p.n, open) > 0).expect("a face");
            (plane.side(&from) < 0) != (plane.side(&to) < 0)
        };
        let lines = self.solids.iter().filter(|s| s.open.is_some() && s.bounds.meets(&swept));
        lines.filter(crossed).count() as u64
    }

    /// Checks that the hit is the first entry of the piece. Returns the next piece.
    fn hit_agrees(
        &self,
        piece: &Piece,
        index: usize,
        gait: Option<&Gait>,
        meter: &mut Meter,
    ) -> Verdict<Piece> {
        let (flight, hit) = (&piece.flight, &self.seen.hits[index]);
        let entries = flight.entries(&self.solids);
        let first = entries.iter().filter(|e| e.certain).map(|e| e.at).min();
        let in_time = |e: &&Entry| first.is_none_or(|f| e.at <= f);
        let same_face = |e: &&Entry| e.plane.n == hit.normal && self.is_named(&self.solids[e.solid], hit);
        let found = entries.iter().filter(in_time).find(same_face);
        let Some(entry) = found else {
            let due: Vec<_> = entries.iter().filter(|e| Some(e.at) == first).collect();
            let named: Vec<_> = due.iter().map(|e| self.solids[e.solid].name).collect();
            return Err(format!("face: the first are {due:?}\nof {named:?}"));
        };
        let told = piece.fraction + entry.at.part_of((ONE - piece.fraction) as i64) as u64;
        fail_unless(hit.fraction == told, || format!("fraction: {} and not {told}", hit.fraction))?;
        let is_line = self.solids[entry.solid].open.is_some();
        fail_unless(hit.one_way == is_line, || "one-way: told otherwise".to_owned())?;
        self.tie_agrees(flight, entry, &entries, meter)?;
        self.place_agrees(flight, entry, hit, meter)?;
        count_hit(entry, is_line, hit, meter);
        let body = Rect::of(hit.position, self.mover.size);
        if index + 1 < MOST_HITS && hit.left != [0, 0] && gait.is_some() && entry.plane.side(&body) >= 0 {
            gait.map_or(Ok(()), |gait| gait.left_agrees(flight, entry, hit))?;
        } else {
            response_agrees(self, flight, entry, hit, index)?;
        }
        meter.count_if(self.mover.response == Response::Slide && hit.left != [0, 0], "slides");
        Ok(Piece { flight: self.flight(body, hit.left), fraction: hit.fraction })
    }

    fn is_named(&self, solid: &Solid, hit: &Met) -> bool {
        let name = solid.name;
        let place = if name.off_grid.is_some() {
            name.off_grid == hit.off_grid
        } else {
            hit.off_grid.is_none() && name.cell == hit.cell
        };
        place && (name.layer, name.kind, name.part) == (hit.layer, hit.kind, hit.part)
    }

    /// Checks that no other entry at that time precedes the reported face.
    fn tie_agrees(&self, flight: &Flight, told: &Entry, all: &[Entry], meter: &mut Meter) -> Verdict {
        let at_once: Vec<&Entry> = all.iter().filter(|e| e.at == told.at).collect();
        if at_once.len() > 1 {
            meter.count("ties", 1);
        }
        if !at_once.iter().all(|e| e.certain) {
            return Ok(());
        }
        let best = flight.best(&self.solids, &at_once);
        let corner = flight.extent(&self.solids, told, told.at) == 0 && !told.plane.is_slanted();
        meter.count_if(corner, "corner arrivals");
        let wins = best.iter().any(|b| b.plane.n == told.plane.n);
        let kind = if told.plane.is_edge { "tie" } else { "tie with a mere corner" };
        fail_unless(wins, || format!("{kind}: {told:?}\ncomes after {best:?}"))
    }

    /// Checks that the position after a hit is the documented one.
    fn place_agrees(&self, flight: &Flight, entry: &Entry, hit: &Met, meter: &mut Meter) -> Verdict {
        let at = entry.at;
        if entry.set_on {
            meter.count("set on a one-way", 1);
            if hit.position == flight.body.lo {
                // There is no room to set it there: it stays where it is, and goes no farther.
                return Ok(());
            }
            if entry.plane.is_slanted() {
                let on = entry.plane.side(&Rect::of(hit.position, self.mover.size)) >= 0;
                return fail_unless(on, || "place: not set on the line".to_owned());
            }
        }
        let rect = |p: Point| Rect::of(p, self.mover.size);
        if let Some(&wanted) = places(self, flight, entry).first() {
            return fail_unless(hit.position == wanted, || {
                format!("place: {:?}, not {wanted:?}", hit.position)
            });
        }
        meter.count("crevice places", 1);
        fail_unless(entry.plane.side(&rect(hit.position)) >= 0, || {
            "place: not outside of the face".to_owned()
        })?;
        fail_unless(near_the_way(flight, at, hit.position), || {
            format!("place: {:?} is not on the way", hit.position)
        })
    }
}

/// The documented places after a hit that are outside of the face and of everything, the best first: the exact point rounded
/// toward the start, or the other way on one axis, that along up first, or on both.
pub(crate) fn places(case: &Case, flight: &Flight, entry: &Entry) -> Vec<Point> {
    let at = entry.at;
    let mut gone = flight.d.map(|d| at.part_of(d));
    if entry.set_on {
        let depth = -entry.plane.side(&flight.body) as i64;
        gone = entry.plane.n.map(|c| c.signum() * depth);
    }
    let base = add(flight.body.lo, gone);
    let up_axis = usize::from(unit(case.mover.up)[1] != 0);
    let beyond = |k: usize| {
        let mut more = [0; 2];
        let is_whole = i128::from(flight.d[k]) * at.num % at.den == 0;
        more[k] = if is_whole || entry.set_on { 0 } else { flight.d[k].signum() };
        more
    };
    let (along_up, across) = (beyond(up_axis), beyond(1 - up_axis));
    let tries = [base, add(base, along_up), add(base, across), add(add(base, along_up), across)];
    let rect = |p: Point| Rect::of(p, case.mover.size);
    let is_good = |p: &Point| entry.plane.side(&rect(*p)) >= 0 && !is_inside(&rect(*p), &case.solids);
    tries.into_iter().filter(is_good).collect()
}

/// True if the position is within 2 units, on each axis, of a point of the path before that time.
fn near_the_way(flight: &Flight, at: Exact, place: Point) -> bool {
    let near = |num: i128, den: i128| {
        (0..2).all(|k| {
            let exact = i128::from(flight.d[k]) * num;
            let off = i128::from(place[k] - flight.body.lo[k]) * den - exact;
            off.abs() <= 2 * den
        })
    };
    // The moment at which the longer axis is just there, or the moment of the hit.
    let long = usize::from(flight.d[1].abs() > flight.d[0].abs());
    let gone = (place[long] - flight.body.lo[long]).abs().min(flight.d[long].abs());
    let then = Exact::new(gone.into(), flight.d[long].abs().max(1).into());
    near(at.num, at.den) || then <= at && near(then.num, then.den)
}

fn count_hit(entry: &Entry, is_line: bool, hit: &Met, meter: &mut Meter) {
    let name = match (is_line, entry.plane.is_slanted(), entry.plane.is_edge) {
        (true, true, _) => "hits on slanted one-ways",
        (true, false, true) => "hits on straight one-ways",
        (true, false, false) => "hits on ends of slanted one-ways",
        (false, true, _) => "hits on slants",
        (false, false, true) => "hits on straight faces",
        (false, false, false) => "hits on corners of polygons",
    };
    meter.count("hits", 1);
    meter.count(name, 1);
    meter.count_if(hit.off_grid.is_some(), "hits on loose shapes");
}

/// The least whole number of units to a free place in one of the four directions, if that is at most a tile, and all pushes
/// of that length.
fn shortest_exits(body: &Rect, solids: &[Solid], tile: Point) -> Option<(i64, Vec<Point>)> {
    let mut all = Vec::new();
    for v in [[0, -1], [1, 0], [0, 1], [-1, 0]] {
        let limit = if v[0] != 0 { tile[0] } else { tile[1] };
        all.extend(exit_length(body, solids, v, limit).map(|length| (length, v.map(|c| c * length))));
    }
    let least = all.iter().map(|e| e.0).min()?;
    Some((least, all.into_iter().filter(|e| e.0 == least).map(|e| e.1).collect()))
}

/// The least whole number of units, at most `most`, by which a body must move along a unit vector to be free.
pub(crate) fn exit_length(body: &Rect, solids: &[Solid], v: Point, most: i64) -> Option<i64> {
    let leaves = |s: &Solid| {
        let when = s.stay(body, v).filter(|_| s.open.is_none())?.leaves?;
        // The first whole unit at or after the moment.
        Some((when.num + when.den - 1).div_euclid(when.den) as i64)
    };
    let mut lengths: Vec<i64> = solids.iter().filter_map(leaves).filter(|l| (1..=most).contains(l)).collect();
    lengths.sort_unstable();
    lengths.into_iter().find(|&length| {
        let there = body.moved(v.map(|c| c * length));
        there.in_world() && !is_inside(&there, solids)
    })
}
