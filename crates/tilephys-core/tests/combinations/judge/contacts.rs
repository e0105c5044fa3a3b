//! Rule: contacts and the flags of a body agree with its position.

use super::inside::{Outline, is_excused};
use super::scene::{Owner, Scene, collide, ignores, is_crushed_by, meets_by_settings};
use super::{Before, Verdict};
use crate::combinations::game::{Game, id};
use crate::shapes::contacts::{is_touched, side_by};
use crate::shapes::solid::{Point, dot, unit};
use tilephys_core::{Direction, MoveConfig, Profile, Response};

/// The side on which a surface with this normal is touched; `None` where it is too near to the limit to tell.
pub(crate) fn side_of(config: &MoveConfig, n: Point) -> Option<Direction> {
    side_by(config.up, config.walk_if_grounded(), n)
}

/// A face that is touched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) n: Point,
    /// False for an end of a slanted one-way line, and where something else is unclear.
    pub(crate) is_certain: bool,
    pub(crate) owner: Owner,
    pub(crate) kind: usize,
}

/// All that a body touches of tiles, movers and solid bodies.
pub(crate) fn touches(game: &Game, before: &Before, now: &Scene, place: usize) -> Vec<Touch> {
    let (Some(rect), Some(profile)) = (now.boxes[place], &game.profiles[place]) else { return Vec::new() };
    let near = rect.grown(1);
    let drops = game.world.body(id(place)).is_some_and(|body| body.memory.drop_ticks > 0);
    let mut all = Vec::new();
    for thing in now.things.iter().filter(|thing| thing.solid.bounds.meets(&near)) {
        if !meets_by_settings(game, place, profile, thing) || is_crushed_by(game, place, thing.owner) {
            continue;
        }
        let is_line = thing.solid.open.is_some();
        let is_unclear = ignores(game, place, thing)
            || before.ignored(place, thing)
            || is_line && (drops || before.dropped.contains(&place));
        let outline = Outline::of(profile, thing, rect);
        for plane in &thing.solid.planes {
            let is_in = |by: Point| outline.moved(by).is_in(&thing.solid);
            if let Some(is_certain) = is_touched(outline.to(plane), &thing.solid, plane, &is_in) {
                let is_certain = is_certain && !is_unclear;
                all.push(Touch { n: plane.n, is_certain, owner: thing.owner, kind: thing.kind });
            }
        }
    }
    all
}

/// Greatest motion of a body in a step that makes it the floor of a solid body at once, in lattice units. A faster one is its
/// floor from the next step on.
const NEAR: i64 = 256;

/// The directions in which a body touches others that collide with it, and whether surely. A solid body touches those under it
/// that it blocks.
pub(crate) fn beside_bodies(
    game: &Game,
    before: &Before,
    now: &Scene,
    place: usize,
) -> Vec<(Direction, bool)> {
    let mut found = Vec::new();
    let (Some(a), Some(profile)) = (now.boxes[place], &game.profiles[place]) else { return found };
    let down = profile.movement.up.opposite();
    for other in 0..now.boxes.len() {
        let stands = blocks(game, place, other);
        let touches = stands || collide(game, place, other);
        let Some(b) = now.boxes[other].filter(|_| touches) else { continue };
        for side in Direction::ALL.into_iter().filter(|side| !stands || *side == down) {
            let v = unit(side);
            let k = usize::from(v[0] == 0);
            let gap = if v[k] > 0 { b.lo[k] - a.hi[k] } else { a.lo[k] - b.hi[k] };
            let is_beside = a.lo[1 - k] < b.hi[1 - k] && b.lo[1 - k] < a.hi[1 - k];
            let is_whole = |p: usize| {
                game.profiles[p]
                    .and_then(|p| p.collide)
                    .is_some_and(|c| c.one_way.is_none() && c.carries == 0)
            };
            let was_near = || before.boxes[other].is_some_and(|then| then.reaches(&b, NEAR));
            if gap == 0 && is_beside {
                found.push((side, if stands { was_near() } else { is_whole(place) && is_whole(other) }));
            }
        }
    }
    found
}

/// True if a body is solid to a second body, which is not solid.
fn blocks(game: &Game, solid: usize, other: usize) -> bool {
    let kind = game.spec.actors[solid].solid.map(|kind| &game.spec.kinds[game.spec.kind(kind)]);
    let (Some(kind), Some(profile)) = (kind, &game.profiles[other]) else { return false };
    solid != other
        && profile.solid.is_none()
        && profile.movement.mask & kind.category != 0
        && profile.movement.response != Response::PassThrough
        && !game.world.ignores_pair(id(solid), id(other))
}

/// Contacts and flags of all bodies.
pub(crate) fn agree(game: &Game, before: &Before, now: &Scene) -> Verdict<u64> {
    let mut looks = 0;
    for place in 0..now.boxes.len() {
        let Some(profile) = &game.profiles[place] else { continue };
        let is_open = !profile.track_contacts
            || profile.movement.response == Response::PassThrough
            || is_excused(game, place)
            || before.was_skipped(game, place)
            || !game.world.squishes(id(place)).is_empty()
            || before.were_inside.iter().any(|(inside, _)| *inside == place);
        if is_open {
            continue;
        }
        looks += 1;
        agree_of(game, before, now, (place, profile))?;
    }
    Ok(looks)
}

fn agree_of(game: &Game, before: &Before, now: &Scene, (place, profile): (usize, &Profile)) -> Verdict {
    let all = touches(game, before, now, place);
    if all.iter().any(|touch| side_of(&profile.movement, touch.n).is_none()) {
        return Ok(());
    }
    let bodies = beside_bodies(game, before, now, place);
    let state = game.world.state(id(place)).expect("it is there");
    for side in Direction::ALL {
        let here: Vec<&Touch> =
            all.iter().filter(|touch| side_of(&profile.movement, touch.n) == Some(side)).collect();
        let must = here.iter().any(|touch| touch.is_certain)
            || bodies.iter().any(|(s, is_certain)| *s == side && *is_certain);
        let may = !here.is_empty() || bodies.iter().any(|(s, _)| *s == side);
        let told = state.contacts().sides.contains(side);
        if told && !may || !told && must {
            let rect = now.boxes[place];
            return Err(format!(
                "contacts: body {place} {side:?} is {told}, at {rect:?} it touches {all:?} {bodies:?}"
            ));
        }
    }
    let up = profile.movement.up;
    let sides = state.contacts().sides;
    let across = Direction::ALL.into_iter().filter(|d| dot(unit(*d), unit(up)) == 0);
    let is_right = state.on_ceiling() == sides.contains(up)
        && state.on_wall() == across.clone().any(|d| sides.contains(d))
        && (!state.on_floor() || sides.contains(up.opposite()));
    if !is_right {
        return Err(format!("flags: body {place} {state:?} with {:?}", state.contacts()));
    }
    stands(game, (place, profile), &all)
}

/// A body that touches a floor at rest and does not rise stands on it.
fn stands(game: &Game, (place, profile): (usize, &Profile), all: &[Touch]) -> Verdict {
    let up = profile.movement.up;
    let state = game.world.state(id(place)).expect("it is there");
    let velocity = game.world.body(id(place)).expect("it is there").velocity;
    let (axis, sign) = crate::combinations::hooks::upward(up);
    let rising = velocity[axis] * sign as f32 > 0.0;
    let floors: Vec<&Touch> =
        all.iter().filter(|t| side_of(&profile.movement, t.n) == Some(up.opposite())).collect();
    let is_still = |t: &&Touch| matches!(t.owner, Owner::Cell(..) | Owner::Loose(_));
    let must = !rising && floors.iter().any(|t| t.is_certain && is_still(t));
    let is_wrong = must && !state.on_floor()
        || state.on_floor() && rising && floors.iter().all(is_still) && !floors.is_empty();
    if is_wrong {
        return Err(format!(
            "floor: body {place} stands is {}, velocity {velocity}, on {floors:?}",
            state.on_floor()
        ));
    }
    Ok(())
}
