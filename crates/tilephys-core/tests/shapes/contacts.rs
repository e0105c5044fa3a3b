//! Contacts of a resting body and their classes: floor, wall, ceiling.

use super::judge::{Case, Verdict, fail_unless};
use super::random_mover::LIMITS;
use super::solid::{Plane, Point, Rect, Solid, dot, unit};
use crate::meter::Meter;
use tilephys_core::{Direction, Walk};

/// Squares of the cosines of the [`LIMITS`] and a hundredth of a radian, and tangents of the same.
const LEVEL: [(f64, f64); 5] = [
    (0.999_900_003_333_288_9, 0.010_000_333_346_667_207),
    (0.741_290_324_967_522_3, 0.590_761_479_223_506),
    (0.490_000_666_653_333_47, 1.020_202_700_432_158_8),
    (0.241_390_321_634_233_55, 1.772_757_220_207_178_2),
    (0.0, f64::INFINITY),
];

/// The square of the cosine and the tangent of the steepest floor; 45 degrees for a body that does not walk.
pub(crate) fn limit(walk: Option<&Walk>) -> (f64, f64) {
    let radians = walk.map_or(LIMITS[2], |walk| walk.floor_max_angle);
    LEVEL[LIMITS.iter().position(|limit| *limit == radians).unwrap_or(2)]
}

/// The side on which a surface with this normal is touched; `None` where it is too near to the limit to tell.
pub(crate) fn side_by(up: Direction, walk: Option<&Walk>, n: Point) -> Option<Direction> {
    let along = dot(n, unit(up));
    let square = (along * along) as f64 / dot(n, n) as f64;
    let (least, _) = limit(walk);
    let across: fn(Direction) -> bool = |d| matches!(d, Direction::Left | Direction::Right);
    let is_straight = n[0] == 0 || n[1] == 0;
    if !is_straight && (square - least).abs() < 1e-6 {
        return None;
    }
    let level = along != 0 && (is_straight || square >= least);
    Direction::ALL.into_iter().find(|&d| (across(d) == across(up)) == level && dot(n, unit(d)) < 0)
}

pub(crate) fn side_of(case: &Case, n: Point) -> Option<Direction> {
    side_by(case.mover.up, case.mover.walk.as_ref(), n)
}

/// A face that is touched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) n: Point,
    /// Not so for an end of a slanted one-way line.
    pub(crate) certain: bool,
}

/// The faces that the body touches: into which one unit of motion, for a slanted one on either axis or on both, would overlap.
pub(crate) fn touches(body: &Rect, solids: &[Solid]) -> Vec<Touch> {
    let near = body.grown(1);
    solids
        .iter()
        .filter(|s| s.bounds.meets(&near))
        .flat_map(|s| s.planes.iter().filter_map(|plane| touches_plane(body, s, plane)))
        .collect()
}

fn touches_plane(body: &Rect, solid: &Solid, plane: &Plane) -> Option<Touch> {
    let is_in = |by: Point| solid.overlaps(&body.moved(by));
    is_touched(body, solid, plane, &is_in).map(|certain| Touch { n: plane.n, certain })
}

/// True if a body surely touches a face; `None` if it does not. `is_in` tells whether the body is in the solid after a step.
pub(crate) fn is_touched(
    body: &Rect,
    solid: &Solid,
    plane: &Plane,
    is_in: &dyn Fn(Point) -> bool,
) -> Option<bool> {
    let n = plane.n;
    let step: i128 = n.iter().map(|c| i128::from(c.abs())).sum();
    let side = plane.side(body);
    let near = if plane.is_slanted() { (0..step).contains(&side) } else { side == 0 };
    if !near {
        return None;
    }
    let free = usize::from(n[0] != 0);
    if plane.is_slanted() {
        return match solid.open {
            None => {
                // A step of one unit toward it, on either axis or on both, leads inside. At an end of the face only one does.
                let [x, y] = n.map(|c| -c.signum());
                [[x, y], [x, 0], [0, y]].into_iter().any(is_in).then_some(true)
            }
            Some(open) => {
                let along = usize::from(unit(open)[0] != 0);
                let corner = if n[along] > 0 { body.lo[along] } else { body.hi[along] };
                let (from, to) = (solid.bounds.lo[along], solid.bounds.hi[along]);
                (from <= corner && corner <= to).then_some(from < corner && corner < to)
            }
        };
    }
    let [from, to] = solid.face_span(plane);
    let shared = from < body.hi[free] && body.lo[free] < to;
    let holds = match solid.open {
        None => is_in(n.map(|c| -c)),
        Some(open) => n == unit(open),
    };
    (shared && holds).then_some(true)
}

/// Compares contacts, floor, wall and ceiling with the oracle's.
pub(crate) fn contacts_agree(case: &Case, meter: &mut Meter) -> Verdict {
    let body = Rect::of(case.seen.position, case.mover.size);
    let all = touches(&body, &case.solids);
    if all.iter().any(|t| side_of(case, t.n).is_none()) {
        return Ok(());
    }
    let on = |side: Direction, t: &Touch| side_of(case, t.n) == Some(side);
    for (k, side) in Direction::ALL.into_iter().enumerate() {
        let here: Vec<&Touch> = all.iter().filter(|t| on(side, t)).collect();
        let (must, may) = (here.iter().any(|t| t.certain), !here.is_empty());
        let told = case.seen.sides[k];
        fail_unless(told == must || told && may, || {
            format!("contacts: {side:?} is {told}, at {body:?} it touches {all:?}")
        })?;
        meter.count_if(told, "contacts");
    }
    let up = unit(case.mover.up);
    let is_across = |s: Direction| dot(unit(s), up) == 0;
    let classes: [(&str, &dyn Fn(Direction) -> bool); 3] =
        [("floor", &|s| dot(unit(s), up) < 0), ("wall", &is_across), ("ceiling", &|s| dot(unit(s), up) > 0)];
    for ((name, is_side), surface) in classes.iter().zip(case.seen.surfaces) {
        let here: Vec<&Touch> = all.iter().filter(|t| side_of(case, t.n).is_some_and(is_side)).collect();
        let agrees = match surface {
            Some(n) => here.iter().any(|t| t.n == n),
            None => here.iter().all(|t| !t.certain),
        };
        fail_unless(agrees, || format!("surface: {name} is {surface:?}, at {body:?} it touches {all:?}"))?;
        let slanted = surface.is_some_and(|n| n[0] != 0 && n[1] != 0);
        meter.count_if(slanted, "ends on slanted floors, walls or ceilings");
    }
    Ok(())
}

/// True if a body there stands on a floor.
pub(crate) fn stands(case: &Case, body: &Rect) -> bool {
    let down = unit(case.mover.up).map(|c| -c);
    touches(body, &case.solids).iter().any(|t| side_of(case, t.n).is_none_or(|s| unit(s) == down))
}
