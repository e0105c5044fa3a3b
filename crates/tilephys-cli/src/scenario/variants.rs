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
pub(crate) fn differences(scenario: &Scenario, written: &Look, variant: &Look) -> Vec<Difference> {
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
    all.map(difference).filter(|difference| difference.expected != difference.got).collect()
}

/// The state of a body or mover as names and values in words.
fn facts(scenario: &Scenario, look: &Look) -> Vec<(String, String)> {
    // All fields by name: a new one does not compile until it is compared.
    let Look {
        position,
        size,
        velocity,
        rest,
        lift,
        touches,
        on_floor,
        on_wall,
        on_ceiling,
        stuck,
        still,
        floor_one_way,
        gone,
        dashing,
        wall_sliding,
        pushed,
        corrected,
        moved,
        done,
        pushed_by,
        jump,
        surfaces,
        events,
        inside,
        // In `listed`.
        hits: _,
        body_hits: _,
        new_floor: _,
        squish_begins: _,
        squishes: _,
        senses: _,
        tiles: _,
    } = look;
    let mut facts = Vec::new();
    let mut add = |what: &str, shown: String| facts.push((what.to_owned(), shown));
    let float = |v: f32| if v.is_nan() { "NaN".to_owned() } else { v.to_string() };
    for (axis, name) in ["x", "y"].into_iter().enumerate() {
        add(name, px(position[axis]).to_string());
        add(&format!("v{name}"), float(velocity[axis]));
        add(&format!("rest {name}"), float(rest[axis]));
        add(&format!("lift {name}"), float(lift[axis]));
    }
    add("size", shown(*size));
    add("touches", sides_shown(touches));
    let flags = [
        ("on_floor", on_floor),
        ("on_wall", on_wall),
        ("on_ceiling", on_ceiling),
        ("stuck", stuck),
        ("still", still),
        ("floor_one_way", floor_one_way),
        ("gone", gone),
        ("dashing", dashing),
        ("wall_sliding", wall_sliding),
    ];
    for (name, flag) in flags {
        add(name, flag.to_string());
    }
    add("pushed", shown(*pushed));
    add("corrected", shown(*corrected));
    add("moved", shown(*moved));
    add("done", format!("{done:?}"));
    add("pushed_by", pushed_by.map_or("nothing", |by| scenario.thing(by)).to_owned());
    add("jump", jump.map_or("none", jump_name).to_owned());
    add("inside", sensors_shown(scenario, inside));
    for side in Side::ALL {
        add(side.key(), surfaces[side as usize].map_or("none".to_owned(), surface_shown));
    }
    for name in EventName::ALL {
        add(name.key(), events[name as usize].to_string());
    }
    facts.extend(listed(scenario, look));
    facts
}

/// The lists of what happened to a body or mover, as names and values in words. Fractions are in full: two may look alike
/// when rounded.
fn listed(scenario: &Scenario, look: &Look) -> Vec<(String, String)> {
    let Look { hits, body_hits, new_floor, squish_begins, squishes, senses, tiles, .. } = look;
    let cells =
        |cells: &[TileCoord]| cells.iter().map(|&cell| cell_shown(cell)).collect::<Vec<_>>().join(" ");
    let squished = |squishes: &[SeenSquish]| {
        squishes.iter().map(|&squish| squish_shown(scenario, squish)).collect::<Vec<_>>().join("; ")
    };
    let passages = senses
        .iter()
        .map(|&seen| format!("{}, {} of 2^32", passage_shown(scenario, seen), seen.fraction.to_bits()));
    let mut facts = vec![
        ("senses".to_owned(), passages.collect::<Vec<_>>().join("; ")),
        ("tiles".to_owned(), cells(tiles)),
        ("squish_begins".to_owned(), squished(squish_begins)),
        ("squishes".to_owned(), squished(squishes)),
        ("floor cells".to_owned(), cells(new_floor)),
    ];
    for (i, hit) in hits.iter().enumerate() {
        let shown = format!("{} of 2^32, {}", hit.fraction.to_bits(), hit_shown(scenario, hit));
        facts.push((format!("hit {}", i + 1), shown));
    }
    for (i, hit) in body_hits.iter().enumerate() {
        let shown = format!("{} of 2^32, {}", hit.fraction.to_bits(), body_hit_shown(scenario, hit));
        facts.push((format!("body hit {}", i + 1), shown));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::read::read;
    use crate::source::Source;

    #[test]
    fn looks_that_differ_in_any_flag_differ() {
        let text = "id = \"A\"\ntitle = \"A fall\"\n[[body]]\nat = [0, 0]\nsize = [8, 8]\n[[step]]\nticks = 1\nexpect = { x = 0 }\n";
        let source = Source { name: "a.toml".to_owned(), text: text.to_owned() };
        let scenario = read(source).unwrap_or_else(|problem| panic!("{problem}"));
        let written = Look::default();
        assert!(differences(&scenario, &written, &written).is_empty());
        let others = [
            ("still", Look { still: true, ..Look::default() }),
            ("floor_one_way", Look { floor_one_way: true, ..Look::default() }),
            ("gone", Look { gone: true, ..Look::default() }),
            ("tiles", Look { tiles: vec![TileCoord::new(1, 2)], ..Look::default() }),
        ];
        for (name, other) in others {
            let found = differences(&scenario, &written, &other);
            assert!(matches!(&found[..], [one] if one.what == name), "{name}: {found:?}");
        }
    }
}
