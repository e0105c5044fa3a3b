//! Rule: no tunneling. A free path leads from a body's old position to its new one, near its motion.

use super::scene::{Owner, Scene, ignores, meets_by_settings};
use super::{Before, Verdict};
use crate::combinations::game::{Game, id};
use crate::shapes::solid::{Point, Rect};
use crate::shapes::world::pair;
use tilephys_core::{EventKind, MoverId, Response};

/// How far a way around may lie beyond the motion, in units.
const AROUND: i64 = 24 * 256;

/// All bodies of a step.
pub(crate) fn none_is(game: &Game, before: &Before, now: &Scene) -> Verdict<u64> {
    let mut looks = 0;
    for place in 0..now.boxes.len() {
        let (Some(to), Some(profile)) = (now.boxes[place], &game.profiles[place]) else { continue };
        let Some(from) = before.boxes[place] else { continue };
        let is_open = profile.movement.response == Response::PassThrough
            || profile
                .movement
                .walk_if_grounded()
                .is_some_and(|walk| walk.foot == tilephys_core::moves::Foot::Center)
            || before.were_inside.iter().any(|(inside, _)| *inside == place)
            || is_freed(game, place)
            || from.lo == to.lo;
        if is_open {
            continue;
        }
        let region = around(game, place, [from, to]);
        let size = [0, 1].map(|k| (from.hi[k] - from.lo[k]).min(to.hi[k] - to.lo[k]));
        let is_in_the_way = |thing: &&super::scene::Thing| {
            matches!(thing.owner, Owner::Cell(..) | Owner::Loose(_))
                && thing.solid.open.is_none()
                && thing.solid.planes.len() == 4
                && thing.solid.bounds.meets(&region)
                && meets_by_settings(game, place, profile, thing)
                && !ignores(game, place, thing)
                && !before.ignored(place, thing)
        };
        // Places of the low corner that the solids forbid.
        let forbidden: Vec<Rect> = now
            .things
            .iter()
            .filter(is_in_the_way)
            .map(|thing| {
                let Rect { lo, hi } = thing.solid.bounds;
                Rect { lo: [lo[0] - size[0], lo[1] - size[1]], hi }
            })
            .collect();
        looks += 1;
        if !is_connected([from.lo, to.lo], &region, &forbidden) {
            return Err(format!("through: body {place} of {size:?} from {:?} to {:?}", from.lo, to.lo));
        }
    }
    Ok(looks)
}

/// True if a body was pushed out of a solid.
fn is_freed(game: &Game, place: usize) -> bool {
    let is_it = |kind: &EventKind| matches!(kind, EventKind::Overlapped(_));
    game.world.events_of(id(place)).iter().any(|event| is_it(&event.kind))
}

/// Where the ways of a body are looked for: its boxes, where it hit, and some more.
fn around(game: &Game, place: usize, [from, to]: [Rect; 2]) -> Rect {
    let mut region = join(from, to);
    for event in game.world.events_of(id(place)) {
        let at = match &event.kind {
            EventKind::Hit(hit) => pair(hit.shape.position),
            EventKind::BodyHit(hit) => pair(hit.shape.position),
            _ => continue,
        };
        region = join(region, Rect { lo: at, hi: at });
    }
    // A mover may have carried it away and its own motion back.
    let moved = (0..game.spec.movers.len()).filter_map(|n| game.world.mover_moved(MoverId(n as u32)));
    let carried = moved.map(|by| i64::from(by.abs().max_element())).max().unwrap_or(0);
    region.grown(AROUND + carried)
}

/// The smallest box that holds both.
pub(super) fn join(a: Rect, b: Rect) -> Rect {
    let lo = [0, 1].map(|k| a.lo[k].min(b.lo[k]));
    Rect { lo, hi: [0, 1].map(|k| a.hi[k].max(b.hi[k])) }
}

/// True if a path in the region connects two points without entering a forbidden box. Paths along the sides of a
/// box do not count.
fn is_connected([from, to]: [Point; 2], region: &Rect, forbidden: &[Rect]) -> bool {
    if is_straight_free([from, to], forbidden) {
        return true;
    }
    let lines = |k: usize| {
        let ends = forbidden.iter().flat_map(|b| [b.lo[k], b.hi[k]]);
        let mut all: Vec<i64> = ends.chain([from[k], to[k], region.lo[k], region.hi[k]]).collect();
        all.retain(|at| (region.lo[k]..=region.hi[k]).contains(at));
        all.sort_unstable();
        all.dedup();
        all
    };
    let (xs, ys) = (lines(0), lines(1));
    let index = |all: &[i64], at: i64| all.binary_search(&at).expect("it is among them");
    let node = |p: Point| index(&ys, p[1]) * xs.len() + index(&xs, p[0]);
    let holds = |lo: Point, hi: Point| {
        // Strictly inside on the axes without extent, along the whole extent on the other.
        forbidden.iter().any(|b| {
            (0..2).all(|k| match lo[k] == hi[k] {
                true => b.lo[k] < lo[k] && lo[k] < b.hi[k],
                false => b.lo[k] <= lo[k] && hi[k] <= b.hi[k],
            })
        })
    };
    let (goal, mut open) = (node(to), vec![node(from)]);
    let mut seen = vec![false; xs.len() * ys.len()];
    seen[open[0]] = true;
    while let Some(at) = open.pop() {
        if at == goal {
            return true;
        }
        let (x, y) = (at % xs.len(), at / xs.len());
        let here = [xs[x], ys[y]];
        let mut go = |nx: usize, ny: usize| {
            let (there, next) = ([xs[nx], ys[ny]], ny * xs.len() + nx);
            let (lo, hi) =
                ([0, 1].map(|k| here[k].min(there[k])), [0, 1].map(|k: usize| here[k].max(there[k])));
            if !seen[next] && !holds(lo, hi) && !holds(there, there) {
                seen[next] = true;
                open.push(next);
            }
        };
        if x > 0 {
            go(x - 1, y);
        }
        if x + 1 < xs.len() {
            go(x + 1, y);
        }
        if y > 0 {
            go(x, y - 1);
        }
        if y + 1 < ys.len() {
            go(x, y + 1);
        }
    }
    false
}

/// True if no forbidden box overlaps the bounds of both points.
fn is_straight_free([from, to]: [Point; 2], forbidden: &[Rect]) -> bool {
    let hull = join(Rect { lo: from, hi: from }, Rect { lo: to, hi: to });
    forbidden.iter().all(|b| (0..2).any(|k| hull.hi[k] <= b.lo[k] || b.hi[k] <= hull.lo[k]))
}

#[test]
fn a_wall_with_a_gap_has_a_way_and_one_without_has_none() {
    let region = Rect { lo: [-100, -100], hi: [100, 100] };
    let wall = |lo: i64, hi: i64| Rect { lo: [-10, lo], hi: [10, hi] };
    let ends = [[-50, 0], [50, 0]];
    assert!(!is_connected(ends, &region, &[wall(-200, 200)]));
    assert!(is_connected(ends, &region, &[wall(-200, 60)]));
    assert!(is_connected(ends, &region, &[wall(-200, 0), wall(0, 200)]));
    assert!(!is_connected(ends, &region, &[wall(-200, 1), wall(0, 200)]));
}
