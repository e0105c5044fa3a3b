//! Rule: movers and solid bodies push and crush only bodies that collide with them, and pass through no body
//! without crushing it.

use super::inside::strictly_overlap;
use super::scene::{Owner, Scene, Thing, is_crushed_by, meets_by_settings};
use super::{Before, Verdict};
use crate::combinations::game::{Game, id};
use crate::shapes::solid::Point;
use crate::shapes::world::pair;
use tilephys_core::glam::Vec2;
use tilephys_core::platform::{PushSource, SquishPolicy};
use tilephys_core::*;

/// All bodies of a step.
pub(crate) fn are_right(game: &Game, before: &Before, [then, now]: [&Scene; 2]) -> Verdict<u64> {
    let mut looks = 0;
    let has_solids = game.profiles.iter().flatten().any(|profile| profile.solid.is_some());
    for (place, profile) in game.profiles.iter().enumerate() {
        let Some(profile) = profile else { continue };
        let meets = |owner: Owner| {
            let mut parts = then.things.iter().filter(|thing| thing.owner == owner);
            parts.all(|part| meets_by_settings(game, place, profile, part) && !before.ignored(place, part))
        };
        // A body that collides, or that is beside solid bodies, may be pushed through others.
        let direct = game.world.pushed_by(id(place)).filter(|_| profile.collide.is_none() && !has_solids);
        if let Some(by) = direct.filter(|by| !meets(owner_of(*by))) {
            return Err(format!("pushed: body {place} by {by}, with which it does not collide"));
        }
        looks += u64::from(direct.is_some());
        is_crushed_rightly(game, before, (place, profile), &meets)?;
        if !has_solids {
            looks += is_not_passed(game, before, [then, now], (place, profile))?;
        }
    }
    Ok(looks)
}

pub(super) fn owner_of(pusher: PushSource) -> Owner {
    match pusher {
        PushSource::Mover(MoverId(place)) => Owner::Mover(place as usize),
        PushSource::Body(body) => Owner::Body(body.0 as usize),
    }
}

/// New squishes are by what the body collides with, and nothing tells of a body that lets movers pass.
fn is_crushed_rightly(
    game: &Game,
    before: &Before,
    (place, profile): (usize, &Profile),
    meets: &dyn Fn(Owner) -> bool,
) -> Verdict {
    let is_told =
        |kind: &EventKind| matches!(kind, EventKind::SquishBegin { .. } | EventKind::SquishEnd { .. });
    let events = game.world.events_of(id(place));
    if profile.riding.squish == SquishPolicy::PassThrough && events.iter().any(|event| is_told(&event.kind)) {
        return Err(format!("pushed: body {place} lets movers pass, and events tell of it"));
    }
    let is_new = |by: Owner| !before.crushed.contains(&(place, by));
    let squishes = game.world.squishes(id(place)).iter().map(|squish| owner_of(squish.pusher));
    match squishes.filter(|by| is_new(*by) && profile.collide.is_none()).find(|by| !meets(*by)) {
        Some(by) => Err(format!("pushed: body {place} is crushed by {by:?}, with which it does not collide")),
        None => Ok(()),
    }
}

/// A body without a motion of its own, over which a mover went, was crushed by it.
fn is_not_passed(
    game: &Game,
    before: &Before,
    [then, now]: [&Scene; 2],
    (place, profile): (usize, &Profile),
) -> Verdict<u64> {
    let (Some(from), Some(to)) = (before.boxes[place], now.boxes[place]) else { return Ok(0) };
    let moved = [0, 1].map(|k| to.lo[k] - from.lo[k]);
    let is_told =
        |event: &Event| matches!(event.kind, EventKind::SquishBegin { .. } | EventKind::Overlapped(_));
    let is_open = profile.collide.is_some()
        // A body that was shifted aside may come back by itself.
        || matches!(profile.riding.squish, SquishPolicy::PassThrough | SquishPolicy::Wiggle(_))
        || game.world.lift_velocity(id(place)) != Vec2::ZERO
        || game.world.events_of(id(place)).iter().any(is_told);
    if is_open {
        return Ok(0);
    }
    let mut looks = 0;
    for thing in then.things.iter().filter(|thing| thing.solid.open.is_none()) {
        let Owner::Mover(mover) = thing.owner else { continue };
        let Some(way) = game.world.mover_moved(MoverId(mover as u32)).map(pair) else { continue };
        let is_straight = thing.solid.planes.iter().all(|plane| !plane.is_slanted());
        let collides = |thing: &Thing| {
            meets_by_settings(game, place, profile, thing)
                && !before.ignored(place, thing)
                && !before.crushed.contains(&(place, thing.owner))
                && !before.were_inside.contains(&(place, thing.owner))
        };
        if way == [0, 0] || !is_straight || !stays(game, place, moved, way) || !collides(thing) {
            continue;
        }
        looks += 1;
        let at = thing.solid.bounds;
        let legs = [at.swept([way[0], 0]), at.moved([way[0], 0]).swept([0, way[1]])];
        // A body may follow to where the mover was.
        let is_over = !strictly_overlap(&at, &to) && legs.iter().any(|leg| strictly_overlap(leg, &to));
        if is_over && !is_crushed_by(game, place, thing.owner) {
            return Err(format!(
                "passed: mover {mover} from {at:?} by {way:?} went through body {place} at {to:?}"
            ));
        }
    }
    Ok(looks)
}

/// True if a body stayed, or moved along the path of a mover and nowhere by itself.
fn stays(game: &Game, place: usize, moved: Point, way: Point) -> bool {
    let is_pushed = game.world.pushed_by(id(place)).is_some();
    let speed = game.speeds[place].map_or(Vec2::ONE, |[_, wanted]| wanted);
    let along = usize::from(way[0] == 0);
    let is_along = way[1 - along] == 0 && moved[1 - along] == 0 && speed[along] == 0.0;
    moved == [0, 0] && !is_pushed || is_along
}
