//! Rule: hits are in order, touch the named thing, and go against its face.

use super::contacts::{side_of, touches};
use super::inside::Outline;
use super::scene::{Owner, Scene, Thing, is_crushed_by};
use super::{Before, Verdict};
use crate::combinations::game::{Game, id};
use crate::shapes::solid::{Point, Rect};
use crate::shapes::world::pair;
use tilephys_core::glam::Vec2;
use tilephys_core::platform::{PushSource, SquishPolicy};
use tilephys_core::*;

/// Units that a body may be on the wrong side of a one-way line and still be held: 1/64 px.
const LINE_TOLERANCE: i128 = 4;

/// The owner of a loose shape of the engine's grid.
fn owner_of(game: &Game, off_grid: ShapeId) -> Option<Owner> {
    match game.world.owner_of_box(off_grid) {
        Some(PushSource::Mover(MoverId(place))) => Some(Owner::Mover(place as usize)),
        Some(PushSource::Body(body)) => Some(Owner::Body(body.0 as usize)),
        None => game.boxes.iter().position(|known| *known == Some(off_grid)).map(Owner::Loose),
    }
}

/// What a hit names.
fn named(game: &Game, hit: &Hit) -> Option<Owner> {
    match hit.target.off_grid {
        Some(off_grid) => owner_of(game, off_grid),
        None => Some(Owner::Cell(
            hit.target.cell.row.into(),
            hit.target.cell.col.into(),
            hit.target.layer.index(),
        )),
    }
}

/// All hits of a step, and the order and the numbers of all events.
pub(crate) fn are_right(game: &Game, before: &Before, [then, now]: [&Scene; 2]) -> Verdict<u64> {
    let mut looks = 0;
    for place in 0..now.boxes.len() {
        let (Some(rect), Some(profile)) = (now.boxes[place], &game.profiles[place]) else { continue };
        let mut last = Fraction::ZERO;
        for event in game.world.events_of(id(place)) {
            let fraction = event.kind.fraction();
            if fraction < last || fraction > Fraction::ONE {
                return Err(format!("events: {event:?} after fraction {last:?} of body {place}"));
            }
            last = fraction;
            if let EventKind::Hit(hit) = &event.kind {
                touches_what_it_names(game, now, (place, profile, rect), hit)?;
                collides_with_what_it_names(game, before, place, hit)?;
                looks += 1;
            }
        }
        speed_is_gone(game, before, (place, profile))?;
        rebounds_rightly(game, before, (place, profile))?;
        if game.let_go.contains(&place) {
            is_let_go(game, before, then, place)?;
        }
    }
    Ok(looks)
}

/// No body hits what crushes it.
fn collides_with_what_it_names(game: &Game, before: &Before, place: usize, hit: &Hit) -> Verdict {
    let by = named(game, hit).filter(|owner| before.crushed.contains(&(place, *owner)));
    match by.filter(|owner| is_crushed_by(game, place, *owner)) {
        Some(owner) => Err(format!("hit: body {place} hit {owner:?}, which crushes it, {hit:?}")),
        None => Ok(()),
    }
}

/// A body that was let go through the lines under it hits none of these in that step.
fn is_let_go(game: &Game, before: &Before, then: &Scene, place: usize) -> Verdict {
    let Some(profile) = &game.profiles[place] else { return Ok(()) };
    let down = profile.movement.up.opposite();
    let lines: Vec<Owner> = touches(game, before, then, place)
        .into_iter()
        .filter(|touch| side_of(&profile.movement, touch.n) == Some(down))
        .filter(|touch| {
            let mut parts = then.things.iter().filter(|thing| thing.owner == touch.owner);
            parts.all(|part| part.solid.open == Some(profile.movement.up))
        })
        .map(|touch| touch.owner)
        .collect();
    let events = game.world.events_of(id(place)).iter();
    let mut hit = events.filter_map(|event| event.kind.as_hit()).filter_map(|hit| named(game, hit));
    match hit.find(|owner| lines.contains(owner)) {
        Some(owner) => Err(format!("hit: body {place} was let go and hit {owner:?}")),
        None => Ok(()),
    }
}

/// A rebound of this speed, in px/s, does not come to rest.
const FAST: f32 = 40.0;

/// A body with one hit, on a face of a mover, bounces relative to that mover.
fn rebounds_rightly(game: &Game, before: &Before, (place, profile): (usize, &Profile)) -> Verdict {
    let (Response::Bounce { restitution }, Some([_, wanted])) =
        (profile.movement.response, game.speeds[place])
    else {
        return Ok(());
    };
    let events = game.world.events_of(id(place));
    let is_other = |kind: &EventKind| matches!(kind, EventKind::BodyHit(_) | EventKind::Overlapped(_));
    let hits: Vec<&Hit> = events.iter().filter_map(|event| event.kind.as_hit()).collect();
    let lifts = [before.lifts[place], game.world.lift_velocity(id(place))];
    let is_open = hits.len() != 1
        || events.iter().any(|event| is_other(&event.kind))
        || before.was_skipped(game, place)
        || profile.collide.is_some()
        || profile.solid.is_some()
        || lifts != [Vec2::ZERO; 2];
    if is_open {
        return Ok(());
    }
    let (hit, Some(Owner::Mover(mover))) = (hits[0], named(game, hits[0])) else { return Ok(()) };
    let id_of = MoverId(mover as u32);
    let Some((then, None)) = &before.movers[mover] else { return Ok(()) };
    let is_free =
        then.parent.is_none() && !game.targeted.contains(&mover) && game.world.mover(id_of).is_some();
    let has_blockers = game.profiles.iter().flatten().any(|p| p.riding.squish == SquishPolicy::BlockMover);
    if !is_free || has_blockers || hit.shape.normal.x != 0 && hit.shape.normal.y != 0 {
        return Ok(());
    }
    let k = usize::from(hit.shape.normal.x == 0);
    let (own, speed) = (wanted[k], then.velocity[k]);
    let back = speed + restitution * (speed - own);
    let now = game.world.body(id(place)).expect("it is there").velocity[k];
    // A slow one comes to rest.
    let is_fast = restitution >= 1.0 || restitution * (own - speed).abs() > FAST;
    let is_toward = own * (hit.shape.normal[k] as f32) < 0.0;
    if is_toward && is_fast && (now - back).abs() > 1e-4 * (1.0 + own.abs() + speed.abs()) {
        return Err(format!("rebound: body {place} of {own} has {now} after a mover of {speed}, not {back}"));
    }
    Ok(())
}

/// At the place of the hit the body touches a face with its normal of what it names.
fn touches_what_it_names(
    game: &Game,
    now: &Scene,
    (place, profile, rect): (usize, &Profile, Rect),
    hit: &Hit,
) -> Verdict {
    let Some(owner) = named(game, hit) else {
        return Err(format!("hit: body {place} hit {:?}, which is not there", hit.target.off_grid));
    };
    // A solid body goes on after others have hit it.
    if matches!(owner, Owner::Body(_)) || profile.movement.response == Response::PassThrough {
        return Ok(());
    }
    let size = [rect.hi[0] - rect.lo[0], rect.hi[1] - rect.lo[1]];
    let body = Rect::of(pair(hit.shape.position), size);
    let is_it = |thing: &&Thing| thing.owner == owner && thing.kind == hit.target.tile.index();
    let mut all = now.things.iter().filter(is_it);
    if all.any(|thing| is_touched(profile, thing, &body, pair(hit.shape.normal))) {
        return Ok(());
    }
    let there: Vec<Rect> = now.things.iter().filter(is_it).map(|thing| thing.solid.bounds).collect();
    let n = hit.shape.normal;
    Err(format!("hit: body {place} at {body:?} touches no face {n:?} of {owner:?} {there:?} as {hit:?} says"))
}

/// True if a body touches a face of a thing, within the rounding of its position along the face.
fn is_touched(profile: &Profile, thing: &Thing, body: &Rect, n: Point) -> bool {
    let outline = Outline::of(profile, thing, *body);
    let is_straight = n[0] == 0 || n[1] == 0;
    thing.solid.planes.iter().filter(|plane| plane.n == n).any(|plane| {
        let side = plane.side(outline.to(plane));
        let step: i128 = n.iter().map(|c| i128::from(c.abs())).sum();
        if !is_straight {
            // A place on a slant is rounded to its outside. A line holds what others keep a little way inside of it.
            let least = if thing.solid.open.is_some() { -LINE_TOLERANCE * step } else { -step };
            return (least..=2 * step).contains(&side);
        }
        let free = usize::from(n[0] != 0);
        let (span, rect) = (thing.solid.face_span(plane), outline.to(plane));
        // A body a little way inside a one-way line is held by it, and set on it where there is room.
        let least = if thing.solid.open.is_some() { -LINE_TOLERANCE } else { 0 };
        (least..=0).contains(&side) && span[0] <= rect.hi[free] + 1 && rect.lo[free] - 1 <= span[1]
    })
}

/// The velocity of a body that slides or stops does not lead into a still, straight face that it has hit.
fn speed_is_gone(game: &Game, before: &Before, (place, profile): (usize, &Profile)) -> Verdict {
    let body = game.world.body(id(place)).expect("it is there");
    let is_open = !matches!(profile.movement.response, Response::Slide | Response::Stop)
        || before.was_skipped(game, place)
        || before.lifted.contains(&place)
        || game.world.lift_velocity(id(place)) != Vec2::ZERO
        || game.world.pushed_by(id(place)).is_some();
    let events = game.world.events_of(id(place));
    let hits = || events.iter().filter_map(|event| event.kind.as_hit());
    let is_slanted = |hit: &Hit| hit.shape.normal.x != 0 && hit.shape.normal.y != 0;
    let has_bodies = events.iter().any(|event| matches!(event.kind, EventKind::BodyHit(_)));
    if is_open || has_bodies || hits().any(is_slanted) {
        return Ok(());
    }
    for hit in hits() {
        let kind = &game.spec.kinds[hit.target.tile.index()];
        let is_still = matches!(named(game, hit), Some(Owner::Cell(..) | Owner::Loose(_)));
        let k = usize::from(hit.shape.normal.x == 0);
        let into = -body.velocity[k] * hit.shape.normal[k] as f32;
        if is_still && kind.conveyor == [0.0; 2] && into > 0.0 {
            return Err(format!("speed: body {place} keeps {} into {hit:?}", body.velocity));
        }
    }
    Ok(())
}
