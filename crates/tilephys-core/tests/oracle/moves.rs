//! A whole move as documented, by brute force over a list of solids.

use super::first_hit::{Meeting, Rule};
use super::push_out::shortest_exit;
use crate::exact::{Exact, scaled_half_to_even};
use crate::shapes::first::Flight;
use crate::shapes::mover::{Met, Mover, Outcome, kept_in_world};
use crate::shapes::solid::{Point, Rect, Solid, add, is_inside, unit};
use tilephys_core::{Direction, Response};

/// Hits that end a move.
const MOST_HITS: usize = 8;
/// 2^32 steps of the fraction.
const ONE: u64 = 1 << 32;

/// Why the oracle told a hit as it did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Why {
    pub(crate) rule: Rule,
    /// It was met corner to corner.
    pub(crate) corner: bool,
}

/// A move under way.
struct Travel {
    body: Rect,
    left: Point,
    fraction: u64,
    velocity: [f32; 2],
    rest: [f32; 2],
    hits: Vec<Met>,
    why: Vec<Why>,
}

/// The move, and the reason of each hit; `None` if the translation is not finite.
pub(crate) fn oracle_moves(solids: &[Solid], tile: Point, mover: &Mover) -> Option<(Outcome, Vec<Why>)> {
    let (d, rest) = mover.lattice_translation()?;
    let body = mover.rect();
    let left = kept_in_world(&body, d);
    let mut t =
        Travel { body, left, fraction: 0, velocity: mover.velocity, rest, hits: Vec::new(), why: Vec::new() };
    let (mut pushed, mut stuck) = ([0; 2], false);
    if mover.response == Response::PassThrough {
        t.pass(solids, mover.up);
    } else {
        if is_inside(&t.body, solids) {
            (pushed, stuck) = t.leave(solids, tile, mover.up);
        }
        t.go_on(solids, mover);
    }
    let touches = |side: Direction| {
        let v = unit(side);
        let strip = Rect {
            lo: [0, 1].map(|k| if v[k] > 0 { t.body.hi[k] } else { t.body.lo[k] + v[k] }),
            hi: [0, 1].map(|k| if v[k] < 0 { t.body.lo[k] } else { t.body.hi[k] + v[k] }),
        };
        is_inside(&strip, solids)
    };
    let outcome = Outcome {
        position: t.body.lo,
        velocity: t.velocity,
        rest: t.rest,
        sides: Direction::ALL.map(touches),
        hits: t.hits,
        pushed,
        corrected: [0; 2],
        stuck,
        surfaces: [None; 3],
    };
    Some((outcome, t.why))
}

/// The velocity after a response, by the words of its documentation.
fn respond(response: Response, velocity: [f32; 2], axis: usize, outward: f32) -> [f32; 2] {
    let into = velocity[axis] * outward < 0.0;
    let mut after = velocity;
    match response {
        Response::Slide if into => after[axis] = 0.0,
        Response::Stop => after = [0.0; 2],
        Response::Bounce { restitution } if into => {
            after[axis] = if restitution > 0.0 { velocity[axis] * -restitution } else { 0.0 };
        }
        Response::Invert => after = velocity.map(|v| -v),
        _ => {}
    }
    after.map(|v| if v == 0.0 { 0.0 } else { v })
}

impl Travel {
    /// From hit to hit until the translation is used up.
    fn go_on(&mut self, solids: &[Solid], mover: &Mover) {
        while self.hits.len() < MOST_HITS {
            let flight = Flight { body: self.body, d: self.left, up: mover.up };
            let Some(first) = flight.first_hit(solids) else { break };
            let (axis, outward) = (first.axis(), first.normal[first.axis()]);
            self.fraction += first.at.part_of((ONE - self.fraction) as i64) as u64;
            let gone = self.left.map(|l| first.at.part_of(l));
            self.body = self.body.moved(gone);
            self.left = [0, 1].map(|k| self.left[k] - gone[k]);
            self.rest[axis] = 0.0;
            let before = self.velocity[axis];
            self.velocity = respond(mover.response, self.velocity, axis, outward as f32);
            self.turn(mover, axis, before);
            self.left = kept_in_world(&self.body, self.left);
            if self.hits.len() + 1 == MOST_HITS {
                self.left = [0; 2];
            }
            self.note(&first, self.body, self.left, self.fraction);
        }
        self.body = self.body.moved(self.left);
    }

    /// Translation and remainder after the response, and whether the body rests.
    ///
    /// A rebound has the body's speed before the hit, scaled; a velocity out of the face is not changed.
    fn turn(&mut self, mover: &Mover, axis: usize, before: f32) {
        match mover.response {
            Response::Slide => self.left[axis] = 0,
            Response::Stop => (self.left, self.rest) = ([0; 2], [0.0; 2]),
            Response::Bounce { restitution } => {
                let back = if restitution > 0.0 { restitution } else { 0.0 };
                let into = before * (self.left[axis] as f32) >= 0.0;
                if back < 1.0 && before.abs() * back < mover.rest_speed {
                    self.velocity[axis] = if into { 0.0 } else { self.velocity[axis] };
                    self.left[axis] = 0;
                } else {
                    let most = i64::from(i32::MAX);
                    self.left[axis] = scaled_half_to_even(-self.left[axis], back).clamp(-most, most);
                }
            }
            Response::Invert => {
                self.left = self.left.map(|l| -l);
                self.rest = self.rest.map(|r| if r == 0.0 { 0.0 } else { -r });
            }
            Response::PassThrough => {}
        }
    }

    fn note(&mut self, first: &Meeting, body: Rect, left: Point, fraction: u64) {
        let (axis, free, bounds, name) =
            (first.axis(), 1 - first.axis(), first.solid.bounds, first.solid.name);
        let mut point = [0; 2];
        point[axis] = if first.normal[axis] < 0 { body.hi[axis] } else { body.lo[axis] };
        point[free] = (body.lo[free].max(bounds.lo[free]) + body.hi[free].min(bounds.hi[free])).div_euclid(2);
        let face = Direction::ALL.into_iter().find(|&face| unit(face) == first.normal);
        self.why.push(Why { rule: first.rule, corner: first.extent.num == 0 });
        self.hits.push(Met {
            fraction,
            normal: first.normal,
            face: face.expect("an upright face"),
            point,
            position: body.lo,
            left,
            layer: name.layer,
            kind: name.kind,
            cell: name.cell,
            off_grid: name.off_grid,
            part: 0,
            one_way: false,
        });
    }

    /// Out of what the body starts in; tells the push, and whether there was none within one tile.
    fn leave(&mut self, solids: &[Solid], tile: Point, up: Direction) -> (Point, bool) {
        let axis_of = |v: Point| usize::from(v[0] == 0);
        if let Some((direction, distance)) = shortest_exit(&self.body, solids, self.left, up, tile) {
            let v = unit(direction);
            let push = v.map(|c| c * distance);
            self.body = self.body.moved(push);
            self.rest[axis_of(v)] = 0.0;
            self.left = kept_in_world(&self.body, self.left);
            return (push, false);
        }
        let far = shortest_exit(&self.body, solids, self.left, up, tile.map(|t| t * 64));
        let (v, distance) = far.map_or(([0; 2], 0), |(direction, distance)| (unit(direction), distance));
        let axis = axis_of(v);
        let go = (self.left[axis] * v[axis]).clamp(0, distance);
        self.body = self.body.moved(v.map(|c| c * go));
        if far.is_some() && go == distance {
            let whole = self.left[axis].abs();
            self.left = [0, 1].map(|k| self.left[k] - v[k] * go);
            self.fraction = Exact::new(go.into(), whole.into()).part_of(ONE as i64) as u64;
            return ([0; 2], true);
        }
        let outward = self.velocity[axis];
        (self.left, self.rest, self.velocity) = ([0; 2], [0.0; 2], [0.0; 2]);
        if outward * v[axis] as f32 > 0.0 {
            self.velocity[axis] = outward;
        }
        ([0; 2], true)
    }

    /// Through everything, with a hit for each solid that is entered.
    fn pass(&mut self, solids: &[Solid], up: Direction) {
        let flight = Flight { body: self.body, d: self.left, up };
        for solid in solids {
            let Some(enters) = flight.first_hit(std::slice::from_ref(solid)) else { continue };
            let gone = self.left.map(|l| enters.at.part_of(l));
            let left = add(self.left, gone.map(|c| -c));
            let fraction = enters.at.part_of(ONE as i64) as u64;
            self.note(&enters, self.body.moved(gone), left, fraction);
        }
        self.hits.sort_by_key(|h| (h.fraction, h.layer, h.cell[1], h.cell[0], h.off_grid));
        self.body = self.body.moved(self.left);
    }
}
