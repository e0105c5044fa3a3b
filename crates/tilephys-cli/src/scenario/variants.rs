//! Compares a variant with the scenario as written: results must be equal to the bit.
//!
//! Mirrored and turned variants may differ in one respect: the engine breaks ties by (layer, row, column), which
//! has no mirror image. A hit may name another cell of the same face line if both are touched along the same length
//! at that moment and nothing is left to move along the face. A body that passes through may list crossings of one
//! fraction in another order.

use super::fact::FACTS;
use super::judge::Difference;
use super::look::{Look, Seen, Side, Trace};
use super::model::{BodyPlan, Scenario};
use super::orient::Variant;
use super::play::{Setup, play};
use super::value::Part;
use glam::IVec2;
use tilephys::core::{Direction, Response, TileCoord};

/// First repeat in which a variant differs.
pub(crate) struct Departure {
    pub(crate) variant: Variant,
    pub(crate) step: usize,
    pub(crate) repeat: usize,
    pub(crate) thing: usize,
    pub(crate) differences: Vec<Difference>,
}

/// Plays a variant and returns its first difference from the trace as written.
pub(crate) fn departure(scenario: &Scenario, written: &Trace, variant: Variant) -> Option<Departure> {
    first_difference(scenario, written, &play(scenario, Setup::of(scenario, variant)), variant)
}

/// The first difference of another run from the trace as written, in the coordinates of the file.
pub(crate) fn first_difference(
    scenario: &Scenario,
    written: &Trace,
    other: &Trace,
    variant: Variant,
) -> Option<Departure> {
    for (step, (a, b)) in written.steps.iter().zip(&other.steps).enumerate() {
        for (repeat, (a, b)) in a.iter().zip(b).enumerate() {
            for (thing, (a, b)) in a.iter().zip(b).enumerate() {
                if a.is_same(b) {
                    continue;
                }
                let mut a = a.clone();
                let mut b = b.clone();
                if variant.is_oriented()
                    && let Some(body) = scenario.bodies.get(thing)
                {
                    forget_ties(scenario, body, &mut a, &mut b);
                }
                let differences = differences(scenario, &a, &b);
                if !differences.is_empty() {
                    return Some(Departure { variant, step, repeat, thing, differences });
                }
            }
        }
    }
    None
}

/// Removes differences that stem from ties without a mirror image.
fn forget_ties(scenario: &Scenario, body: &BodyPlan, written: &mut Look, variant: &mut Look) {
    if body.profile.movement.response == Response::PassThrough {
        for look in [written, variant] {
            look.hits.sort_by_key(|hit| (hit.fraction, hit.layer, hit.cell, hit.loose));
        }
        return;
    }
    forget_surfaces(scenario, body, written, variant);
    let size = written.size;
    for (a, b) in written.hits.iter().zip(&mut variant.hits) {
        if is_tie(scenario, size, a, b) {
            *b = a.clone();
        }
    }
}

/// Removes the choice between walls on both sides, and between floors equally near to the middle of the feet.
fn forget_surfaces(scenario: &Scenario, body: &BodyPlan, written: &Look, variant: &mut Look) {
    let up = body.profile.movement.up;
    let level = 1 - up.axis();
    let beside = Direction::ALL.into_iter().zip(written.touches).filter(|(side, _)| side.axis() == level);
    if beside.fold(true, |both, (_, touched)| both && touched) {
        variant.surfaces[Side::Wall as usize] = written.surfaces[Side::Wall as usize];
    }
    let twice_middle = i64::from(written.position[level]) * 2 + i64::from(written.size[level]);
    if twice_middle % i64::from(scenario.tile_units()[level]) == 0 {
        for side in [Side::Floor, Side::Ceiling] {
            variant.surfaces[side as usize] = written.surfaces[side as usize];
        }
        variant.floor_one_way = written.floor_one_way;
    }
}

/// True if two hits differ only in the cell, and nothing decides between the two cells.
fn is_tie(scenario: &Scenario, size: IVec2, a: &Seen, b: &Seen) -> bool {
    let Seen { cell, layer, kind, part, one_way, .. } = *b;
    let same = Seen { cell, layer, kind, part, one_way, normal: b.normal, ..a.clone() } == *b;
    if a.normal != b.normal {
        // Two slopes at once, mirror images of each other, with nothing left to move.
        let images = a.normal.abs() == b.normal.abs() && a.normal.x != 0 && a.normal.y != 0;
        return same && images && a.remaining == IVec2::ZERO;
    }
    let axis = usize::from(a.normal.x == 0);
    let free = 1 - axis;
    let of = |cell: TileCoord, axis: usize| if axis == 0 { cell.col } else { cell.row };
    let extent = |hit: &Seen| {
        let tile = i64::from(scenario.tile_units()[free]);
        let low = i64::from(of(hit.cell, free)) * tile;
        let from = i64::from(hit.position[free]);
        (low + tile).min(from + i64::from(size[free])) - low.max(from)
    };
    same && a.loose.is_none()
        && a.remaining[free] == 0
        && of(a.cell, axis) == of(b.cell, axis)
        && extent(a) == extent(b)
}

/// Differences of a body or mover between the scenario as written and a variant.
fn differences(scenario: &Scenario, written: &Look, variant: &Look) -> Vec<Difference> {
    // Most are equal, and comparing words takes long.
    if written.is_same(variant) {
        return Vec::new();
    }
    let whole = [written, variant].map(|look| format!("{look:?}"));
    let written = facts(scenario, written);
    let variant = facts(scenario, variant);
    let of = |facts: &[(String, String)], what: &str| {
        let fact = facts.iter().find(|(name, _)| name == what);
        fact.map_or_else(|| "none".to_owned(), |(_, shown)| shown.clone())
    };
    let is_more = |(name, _): &&(String, String)| written.iter().all(|(known, _)| known != name);
    let all = written.iter().chain(variant.iter().filter(is_more));
    let difference = |(what, _): &(String, String)| Difference {
        line: 0,
        what: what.clone(),
        expected: of(&written, what),
        got: of(&variant, what),
    };
    let different = all.map(difference).filter(|difference| difference.expected != difference.got);
    let mut differences: Vec<Difference> = different.collect();
    // A field without a fact counts too.
    let [expected, got] = whole;
    if differences.is_empty() && expected != got {
        differences.push(Difference { line: 0, what: "state".to_owned(), expected, got });
    }
    differences
}

/// The state of a body or mover as names and values in words, without the details that are in the words of a hit.
fn facts(scenario: &Scenario, look: &Look) -> Vec<(String, String)> {
    let rows = FACTS.iter().flat_map(|fact| fact.rows_of(fact.seen(look, &scenario.names)));
    let rows = rows.filter(|row| !matches!(row.part, Part::Detail(_)));
    rows.map(|row| (row.what, row.part.shown())).collect()
}
