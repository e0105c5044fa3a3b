//! Compares a variant with the scenario as written: results must be equal to the bit.
//!
//! Mirrored and turned variants may differ in one respect: the engine breaks ties by (layer, row, column), which
//! has no mirror image. A hit may name another cell of the same face line if both are touched along the same length
//! at that moment and nothing is left to move along the face. A body that passes through may list crossings of one
//! fraction in another order.

use super::judge::Difference;
use super::look::{Look, Seen, SeenSquish, Trace};
use super::model::{BodyPlan, EventName, Scenario, Side, jump_name};
use super::number::{px, shown};
use super::orient::Variant;
use super::play::{Setup, play};
use super::words::{
    body_hit_shown, cell_shown, hit_shown, passage_shown, sensors_shown, sides_shown, squish_shown,
    surface_shown,
};
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
    let other = play(scenario, Setup::of(scenario, variant));
    for (step, (a, b)) in written.steps.iter().zip(&other.steps).enumerate() {
        for (repeat, (a, b)) in a.iter().zip(b).enumerate() {
            for (thing, (a, b)) in a.iter().zip(b).enumerate() {
                // Most are equal, and comparing words takes long.
                if a == b && a.numbers() == b.numbers() {
                    continue;
                }
                let (mut a, mut b) = (a.clone(), b.clone());
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
pub(crate) fn differences(scenario: &Scenario, written: &Look, variant: &Look) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut add = |what: &str, expected: String, got: String| {
        if expected != got {
            found.push(Difference { line: 0, what: what.to_owned(), expected, got });
        }
    };
    let float = |v: f32| if v.is_nan() { "NaN".to_owned() } else { v.to_string() };
    for (axis, name) in ["x", "y"].into_iter().enumerate() {
        add(name, px(written.position[axis]).to_string(), px(variant.position[axis]).to_string());
        add(&format!("v{name}"), float(written.velocity[axis]), float(variant.velocity[axis]));
        add(&format!("rest {name}"), float(written.rest[axis]), float(variant.rest[axis]));
    }
    add("size", shown(written.size), shown(variant.size));
    add("touches", sides_shown(&written.touches), sides_shown(&variant.touches));
    add("on_floor", written.on_floor.to_string(), variant.on_floor.to_string());
    add("on_wall", written.on_wall.to_string(), variant.on_wall.to_string());
    add("on_ceiling", written.on_ceiling.to_string(), variant.on_ceiling.to_string());
    add("stuck", written.stuck.to_string(), variant.stuck.to_string());
    add("pushed", shown(written.pushed), shown(variant.pushed));
    add("corrected", shown(written.corrected), shown(variant.corrected));
    add("done", format!("{:?}", written.done), format!("{:?}", variant.done));
    add("moved", shown(written.moved), shown(variant.moved));
    add("gone", written.gone.to_string(), variant.gone.to_string());
    for (axis, name) in ["lift x", "lift y"].into_iter().enumerate() {
        add(name, float(written.lift[axis]), float(variant.lift[axis]));
    }
    let pusher = |look: &Look| look.pushed_by.map_or("nothing", |by| scenario.thing(by)).to_owned();
    add("pushed_by", pusher(written), pusher(variant));
    add("inside", sensors_shown(scenario, &written.inside), sensors_shown(scenario, &variant.inside));
    let senses = |look: &Look| {
        // Fraction in full, without rounding.
        let shown = look
            .senses
            .iter()
            .map(|&seen| format!("{}, {} of 2^32", passage_shown(scenario, seen), seen.fraction.to_bits()));
        shown.collect::<Vec<_>>().join("; ")
    };
    add("senses", senses(written), senses(variant));
    let tiles = |look: &Look| look.tiles.iter().map(|&cell| cell_shown(cell)).collect::<Vec<_>>().join(" ");
    add("tiles", tiles(written), tiles(variant));
    let jump = |look: &Look| look.jump.map_or("none", jump_name).to_owned();
    add("jump", jump(written), jump(variant));
    add("dashing", written.dashing.to_string(), variant.dashing.to_string());
    add("wall_sliding", written.wall_sliding.to_string(), variant.wall_sliding.to_string());
    let squishes = |squishes: &[SeenSquish]| {
        squishes.iter().map(|&squish| squish_shown(scenario, squish)).collect::<Vec<_>>().join("; ")
    };
    add("squish_begins", squishes(&written.squish_begins), squishes(&variant.squish_begins));
    add("squishes", squishes(&written.squishes), squishes(&variant.squishes));
    for side in Side::ALL {
        let surface = |look: &Look| look.surfaces[side as usize].map_or("none".to_owned(), surface_shown);
        add(side.key(), surface(written), surface(variant));
    }
    for name in EventName::ALL {
        let count = |look: &Look| look.events[name as usize].to_string();
        add(name.key(), count(written), count(variant));
    }
    let longest = written.hits.len().max(variant.hits.len());
    for i in 0..longest {
        // Fraction in full: two fractions may look alike when rounded.
        let hit = |look: &Look| match look.hits.get(i) {
            None => "none".to_owned(),
            Some(hit) => format!("{} of 2^32, {}", hit.fraction.to_bits(), hit_shown(scenario, hit)),
        };
        add(&format!("hit {}", i + 1), hit(written), hit(variant));
    }
    for i in 0..written.body_hits.len().max(variant.body_hits.len()) {
        let hit = |look: &Look| match look.body_hits.get(i) {
            None => "none".to_owned(),
            Some(hit) => format!("{} of 2^32, {}", hit.fraction.to_bits(), body_hit_shown(scenario, hit)),
        };
        add(&format!("body hit {}", i + 1), hit(written), hit(variant));
    }
    let cells =
        |look: &Look| look.new_floor.iter().map(|&cell| cell_shown(cell)).collect::<Vec<_>>().join(" ");
    add("floor cells", cells(written), cells(variant));
    found
}
