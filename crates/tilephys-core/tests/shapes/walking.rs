//! Character movement: corners and steps that are passed, and the snap to a floor that falls away.

use super::contacts::{limit, side_of, stands, touches};
use super::first::{Entry, Flight, TOLERANCE};
use super::judge::{Case, Piece, Verdict, exit_length, fail_unless, places};
use super::mover::Met;
use super::solid::{Point, Rect, add, dot, is_inside, unit};
use crate::exact::Exact;
use crate::meter::Meter;
use tilephys_core::{
    Walk,
    moves::{SlopeSpeed, Snap},
};

/// The settings and the axes of a body that walks.
pub(crate) struct Gait<'a> {
    case: &'a Case<'a>,
    walk: Walk,
    up: Point,
    level: usize,
    /// Where the move began, after a push.
    from: Rect,
}

fn units(px: f32) -> i64 {
    (px * 256.0) as i64
}

fn minus(v: Point) -> Point {
    v.map(|c| -c)
}

impl<'a> Gait<'a> {
    /// Settings of a walking body; `None` for a floating one.
    pub(crate) fn of(case: &'a Case<'a>, from: Rect) -> Option<Self> {
        let up = unit(case.mover.up);
        let walk = case.mover.walk.filter(|_| case.walks())?;
        Some(Gait { case, walk, up, level: usize::from(up[0] != 0), from })
    }

    fn rises(&self) -> bool {
        let mover = self.case.mover;
        let axis = 1 - self.level;
        let sign = self.up[axis];
        mover.units()[axis] * sign > 0 || mover.velocity[axis] * sign as f32 > 0.0
    }

    fn stood(&self) -> bool {
        !self.rises() && stands(self.case, &self.from)
    }

    fn is_free(&self, body: &Rect) -> bool {
        !is_inside(body, &self.case.solids)
    }

    /// True if nothing blocks a body moved aside. A line that would hold it up blocks, except for its ends.
    fn is_open(&self, body: Rect, by: Point) -> bool {
        self.case.flight(body, by).entries(&self.case.solids).iter().all(|entry| !entry.certain)
    }

    /// What a body makes of a translation down a slope on which it stands, if it keeps its speed along the surface.
    pub(crate) fn downhill(&self, d: Point) -> Vec<Point> {
        let run = d[self.level];
        if self.walk.slope_speed == SlopeSpeed::KeepLevel || run == 0 || !self.stood() {
            return Vec::new();
        }
        let leads_down = |n: &Point| n[self.level] * run > 0;
        let floors = touches(&self.from, &self.case.solids).into_iter().map(|t| t.n).filter(leads_down);
        let slowed = floors.flat_map(|n| {
            let length = (dot(n, n) as f64).sqrt();
            let (cosine, sine) =
                (n[1 - self.level].abs() as f64 / length, n[self.level].abs() as f64 / length);
            let factor = match self.walk.slope_speed {
                SlopeSpeed::Curve { down, .. } => cosine * (1.0 + (f64::from(down) - 1.0) * sine),
                _ => cosine,
            };
            // What rounding left before may add half a unit.
            let about = (run as f64 * factor) as i64;
            [about - 1, about, about + 1].map(|run| if self.level == 0 { [run, d[1]] } else { [d[0], run] })
        });
        slowed.collect()
    }

    /// The piece after a corner or a step that was passed without a hit, if the settings allow to pass what the piece
    /// enters first.
    pub(crate) fn passed(&self, piece: &Piece, meter: &mut Meter) -> Option<Piece> {
        let flight = &piece.flight;
        let mut entries = flight.entries(&self.case.solids);
        entries.retain(|e| e.certain);
        let first = entries.iter().map(|e| e.at).min()?;
        let at_once: Vec<&Entry> = entries.iter().filter(|e| e.at == first).collect();
        let best = flight.best(&self.case.solids, &at_once);
        best.into_iter().find_map(|entry| self.passes(piece, entry, meter))
    }

    fn passes(&self, piece: &Piece, entry: &Entry, meter: &mut Meter) -> Option<Piece> {
        let flight = &piece.flight;
        let n = entry.plane.n;
        let side = side_of(self.case, n)?;
        let place = places(self.case, flight, entry).into_iter().next()?;
        let body = Rect::of(place, self.case.mover.size);
        let mut left = [0, 1].map(|k| flight.d[k] - (place[k] - flight.body.lo[k]));
        let by = if unit(side) == self.up {
            let by = self.past_ceiling(&body).filter(|_| n[self.level] == 0)?;
            meter.count("corners of ceilings passed", 1);
            by
        } else if dot(unit(side), self.up) == 0 {
            let upright = n[1 - self.level] == 0 && flight.d[1 - self.level] == 0;
            if let Some(by) = self.past_wall(&body, n).filter(|_| upright) {
                meter.count("corners of walls passed", 1);
                by
            } else {
                left[1 - self.level] = 0;
                meter.count("steps", 1);
                self.onto_step(&body, n)?
            }
        } else {
            return None;
        };
        let whole = Exact { num: 1 << 32, den: 1 };
        let rest = whole.num as i64 - piece.fraction as i64;
        let fraction = piece.fraction + entry.at.part_of(rest) as u64;
        Some(Piece { flight: self.case.flight(body.moved(by), left), fraction })
    }

    /// The nearest way out sideways, not against the speed across, for a body that would rise by a unit.
    fn past_ceiling(&self, body: &Rect) -> Option<Point> {
        let most = units(self.walk.corner_correct_up);
        let speed = self.case.mover.velocity[self.level];
        let mut ways: Vec<(i64, Point)> = Vec::new();
        for sign in [-1, 1] {
            let mut v = [0; 2];
            v[self.level] = sign;
            if speed * sign as f32 >= 0.0 {
                let exit = exit_length(&body.moved(self.up), &self.case.solids, v, most);
                ways.extend(exit.map(|length| (length, v.map(|c| c * length))));
            }
        }
        self.nearest(body, ways, false)
    }

    /// The nearest way out along up, of equals upward, for a body in level flight.
    fn past_wall(&self, body: &Rect, n: Point) -> Option<Point> {
        let most = units(self.walk.corner_correct_side);
        if self.case.mover.velocity[1 - self.level] != 0.0 {
            return None;
        }
        let inward = minus(n.map(i64::signum));
        let exit = |v: Point| {
            let length = exit_length(&body.moved(inward), &self.case.solids, v, most)?;
            Some((length, v.map(|c| c * length)))
        };
        let ways = [exit(self.up), exit(minus(self.up))].into_iter().flatten().collect();
        self.nearest(body, ways, true)
    }

    fn nearest(&self, body: &Rect, ways: Vec<(i64, Point)>, ties_allowed: bool) -> Option<Point> {
        let least = ways.iter().map(|w| w.0).min()?;
        let mut of_least = ways.into_iter().filter(|w| w.0 == least);
        let by = of_least.next()?.1;
        let tied = of_least.next().is_some();
        ((ties_allowed || !tied) && self.is_open(*body, by)).then_some(by)
    }

    /// Straight up onto a floor that is low enough.
    fn onto_step(&self, body: &Rect, n: Point) -> Option<Point> {
        if self.rises() {
            return None;
        }
        let step = if self.stood() { units(self.walk.step_up) } else { 0 };
        let most = units(self.walk.gap_bridge).max(step);
        let mut inward = [0; 2];
        inward[self.level] = -n[self.level].signum();
        let beyond = body.moved(inward);
        if most == 0 {
            return None;
        }
        // A slope on the step is a unit or two higher where the body is over it.
        let rise = exit_length(&beyond, &self.case.solids, self.up, most + 2)?;
        if rise > most {
            let over = body.moved(self.up.map(|c| c * most));
            let way = self.case.flight(over, inward).entries(&self.case.solids);
            let is_floor = |n: Point| side_of(self.case, n).is_some_and(|side| unit(side) == minus(self.up));
            way.iter().find(|e| e.certain && !e.set_on && is_floor(e.plane.n))?;
        }
        let by = self.up.map(|c| c * rise);
        let lands = self.is_free(&beyond.moved(by)) && stands(self.case, &beyond.moved(by));
        (lands && self.is_open(*body, by)).then_some(by)
    }

    /// What a hit leaves to a walking body, by the class of the face.
    pub(crate) fn left_agrees(&self, flight: &Flight, entry: &Entry, hit: &Met) -> Verdict {
        let n = entry.plane.n;
        let rest = [0, 1].map(|k| flight.d[k] - (hit.position[k] - flight.body.lo[k]));
        let body = Rect::of(hit.position, self.case.mover.size);
        let out = entry.plane.side(&body.moved(hit.left)) >= 0;
        let (along, across) = (1 - self.level, self.level);
        let Some(side) = side_of(self.case, n) else { return Ok(()) };
        let told = |what: &str| format!("left: {what}, {:?} of {rest:?}", hit.left);
        if unit(side) == minus(self.up) {
            fail_unless(out, || told("into the floor"))?;
            let keeps = self.walk.slope_speed == SlopeSpeed::KeepLevel && self.walk.stop_on_slope;
            let level = hit.left[across] == rest[across] || hit.left == [0, 0];
            return fail_unless(level || !keeps, || told("not the level motion"));
        }
        if unit(side) == self.up {
            let stops = self.walk.slide_on_ceiling || hit.left == [0, 0];
            fail_unless(stops, || told("it stops at ceilings"))?;
            return fail_unless(out, || told("into the ceiling"));
        }
        if n[along] == 0 {
            let straight = hit.left[across] == 0 && (hit.left[along] == rest[along] || hit.left[along] == 0);
            return fail_unless(straight, || told("along a wall"));
        }
        fail_unless(out || hit.left[across] == 0, || told("into a steep face"))
    }

    fn longest_snap(&self, end: &Rect) -> f64 {
        match self.walk.snap {
            Snap::Off => 0.0,
            Snap::Length(px) => f64::from(px) * 256.0,
            Snap::Adaptive => {
                let mover = self.case.mover;
                let moved = (self.case.seen.position[self.level] - self.from.lo[self.level]).abs();
                let level = moved.max(mover.units()[self.level].abs()) as f64;
                let tall = self.case.world.tile()[1 - self.level] as f64;
                // And as far as the last piece ends above the start.
                let (along, up) = (1 - self.level, self.up[1 - self.level]);
                let risen = ((end.lo[along] - self.from.lo[along]) * up).max(0) as f64;
                let reach = level * limit(Some(&self.walk)).1 + 256.0 + risen;
                if reach.is_nan() || reach > tall { tall } else { reach }
            }
        }
    }

    /// The end of a walk: where the last piece ends, or lower by a snap.
    pub(crate) fn end_agrees(&self, end: &Rect, meter: &mut Meter) -> Verdict {
        let down = minus(self.up);
        let off = add(self.case.seen.position, minus(end.lo));
        self.velocity_agrees()?;
        if off == [0, 0] {
            return Ok(());
        }
        meter.count("snaps", 1);
        let by = dot(off, down) as i64;
        let told = |what: &str| {
            format!("snap: {what}, to {:?}, {off:?} from where the last piece ends", self.case.seen.position)
        };
        // Up onto a one-way line that the body is a hair inside of.
        let set_on = (-2 * TOLERANCE..0).contains(&by) && self.case.solids.iter().any(|s| s.open.is_some());
        fail_unless(down.map(|c| c * by) == off && (by > 0 || set_on), || told("not down"))?;
        fail_unless(by as f64 <= self.longest_snap(end) + 2.0, || told("too long"))?;
        fail_unless(self.stood(), || told("it stood on no floor"))?;
        let landed = Rect::of(self.case.seen.position, self.case.mover.size);
        fail_unless(stands(self.case, &landed), || told("to no floor"))?;
        let way = self.case.flight(*end, off).entries(&self.case.solids);
        let blocked = way.into_iter().find(|e| e.certain && !e.set_on);
        fail_unless(blocked.is_none(), || told("through something"))
    }

    /// Floors take the fall and keep the rest: the level speed, and the speed of a rising body.
    fn velocity_agrees(&self) -> Verdict {
        let keeps = self.walk.slope_speed == SlopeSpeed::KeepLevel && self.walk.stop_on_slope;
        let (mover, seen) = (self.case.mover, &self.case.seen);
        let down = minus(self.up);
        let floors_only =
            seen.hits.iter().all(|h| side_of(self.case, h.normal).is_some_and(|s| unit(s) == down));
        if !keeps || !floors_only {
            return Ok(());
        }
        let (level, along) = (self.level, 1 - self.level);
        let (before, after) = (mover.velocity, seen.velocity);
        let told = || format!("level speed: {before:?} becomes {after:?} on floors alone, {:?}", seen.hits);
        fail_unless(before[level] == after[level], told)?;
        let rising = before[along] * self.up[along] as f32 > 0.0;
        fail_unless(!rising || before[along] == after[along], || {
            format!("rise: {before:?} becomes {after:?}")
        })
    }
}
