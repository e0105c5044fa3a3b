//! Rule: both bodies of a contact report it, and their impulses are opposite.

use super::contacts::beside_bodies;
use super::scene::{Scene, collide};
use super::{Before, Verdict};
use crate::combinations::game::{Game, id};
use tilephys_core::glam::Vec2;
use tilephys_core::{BodyHit, EventKind, Response};

fn hits<'a>(game: &'a Game, place: usize) -> impl Iterator<Item = &'a BodyHit> {
    game.world.events_of(id(place)).iter().filter_map(|event| event.kind.as_body_hit())
}

/// All hits between bodies of a step.
pub(crate) fn are_of_both(game: &Game, before: &Before, now: &Scene) -> Verdict<u64> {
    let mut looks = 0;
    for place in 0..now.boxes.len() {
        for hit in hits(game, place) {
            let other = hit.target.0 as usize;
            if !collide(game, place, other) {
                return Err(format!("pairs: bodies {place} and {other} do not collide: {hit:?}"));
            }
            let is_twin = |twin: &&BodyHit| {
                let is_moment =
                    twin.shape.fraction == hit.shape.fraction && twin.shape.point == hit.shape.point;
                twin.target == id(place) && is_moment && twin.shape.normal == -hit.shape.normal
            };
            let Some(twin) = hits(game, other).find(is_twin) else {
                return Err(format!("pairs: body {other} is not told of {hit:?} of body {place}"));
            };
            let is_number = hit.approach >= 0.0 && hit.change.is_finite();
            if !is_number {
                return Err(format!("pairs: the approach or the change of {hit:?}"));
            }
            looks += 1;
            if [place, other].iter().all(|place| is_alone(game, before, now, *place)) {
                let pair = [Side::of(game, (place, hit)), Side::of(game, (other, twin))];
                momentum_is_kept(pair)?;
                energy_is_not_gained(pair)?;
                rebounds(game, pair, [place, other], hit)?;
                looks += 1;
            }
        }
    }
    Ok(looks)
}

/// True if a body has a finite mass, one contact in the step and no other hit. A body whose time stands still gives
/// no impulse back.
fn is_alone(game: &Game, before: &Before, now: &Scene, place: usize) -> bool {
    let (Some(profile), Some(rect)) = (game.profiles[place], now.boxes[place]) else { return false };
    let events = game.world.events_of(id(place));
    let is_hit = |kind: &EventKind| matches!(kind, EventKind::Hit(_) | EventKind::Overlapped(_));
    let near = rect.grown(512);
    profile.movement.walk_if_grounded().is_none()
        && matches!(profile.movement.response, Response::Slide | Response::Bounce { .. })
        && profile.solid.is_none()
        && profile.collide.is_some_and(|c| c.push_speed.is_infinite() && c.mass.is_finite())
        && !before.was_skipped(game, place)
        && game.world.time_scale(id(place)) != Some(0.0)
        && hits(game, place).count() == 1
        && !events.iter().any(|event| is_hit(&event.kind))
        && beside_bodies(game, before, now, place).len() <= 1
        && now.things.iter().all(|thing| !thing.solid.bounds.meets(&near))
        && game.world.lift_velocity(id(place)) == Vec2::ZERO
        && game.world.pushed_by(id(place)).is_none()
}

/// One of two bodies that hit each other, in px/s of the world's time.
#[derive(Clone, Copy, Debug)]
struct Side {
    mass: f64,
    /// What the hit changed, and the velocity after it.
    change: [f64; 2],
    after: [f64; 2],
    approach: f64,
}

impl Side {
    fn of(game: &Game, (place, hit): (usize, &BodyHit)) -> Side {
        let scale = f64::from(game.world.time_scale(id(place)).expect("it is there"));
        let wide = |v: Vec2| v.to_array().map(|v| f64::from(v) * scale);
        Side {
            mass: game.profiles[place].and_then(|p| p.collide).map_or(1.0, |c| f64::from(c.mass)),
            change: wide(hit.change),
            after: wide(game.world.body(id(place)).expect("it is there").velocity),
            approach: hit.approach.into(),
        }
    }
}

/// Speeds and changes are `f32`: sums of some of them are exact to this share of the greatest.
const SHARE: f64 = 1e-5;

/// The greatest speed that is part of a hit, in px/s, and one more for what is rounded near zero.
fn greatest(pair: [Side; 2]) -> f64 {
    let speed = |side: Side| side.after[0].abs() + side.after[1].abs() + side.approach;
    speed(pair[0]) + speed(pair[1]) + 1.0
}

fn momentum_is_kept(pair: [Side; 2]) -> Verdict {
    let scale = (pair[0].mass + pair[1].mass) * greatest(pair);
    for k in 0..2 {
        let sum: f64 = pair.iter().map(|side| side.mass * side.change[k]).sum();
        if sum.abs() > SHARE * scale {
            return Err(format!("momentum: {pair:?}"));
        }
    }
    Ok(())
}

/// No rebound gives back more than came: all of them are at most 1.
fn energy_is_not_gained(pair: [Side; 2]) -> Verdict {
    let gain = |side: &Side| {
        // The difference of the squares after and before.
        let of = |k: usize| side.change[k] * (2.0 * side.after[k] - side.change[k]);
        side.mass * (of(0) + of(1))
    };
    let speed = greatest(pair);
    let most = SHARE * (pair[0].mass + pair[1].mass) * speed * speed;
    let gained = gain(&pair[0]) + gain(&pair[1]);
    if gained > most { Err(format!("energy: {gained} more in {pair:?}")) } else { Ok(()) }
}

/// Approaches that are slower, in px/s, may come to rest.
const FAST: f64 = 200.0;

/// Two bodies that bounce part with a share of their approach: at most the greater of their own, at least both multiplied.
fn rebounds(game: &Game, pair: [Side; 2], places: [usize; 2], hit: &BodyHit) -> Verdict {
    let own = places.map(|place| match game.profiles[place].map(|profile| profile.movement.response) {
        Some(Response::Bounce { restitution }) => f64::from(restitution),
        _ => 0.0,
    });
    let (least, most) = (own[0] * own[1], if own[0] > own[1] { own[0] } else { own[1] });
    let approach = pair[0].approach;
    let k = usize::from(hit.shape.normal.x == 0);
    let came = pair.map(|side| side.after[k] - side.change[k]);
    let is_straight = hit.shape.normal.x == 0 || hit.shape.normal.y == 0;
    if is_straight && ((came[0] - came[1]).abs() - approach).abs() > SHARE * greatest(pair) {
        return Err(format!(
            "rebound: an approach of {approach}, but velocities of {came:?} before it: {pair:?}"
        ));
    }
    if least == 0.0 || approach < FAST || !is_straight {
        return Ok(());
    }
    let share = (pair[0].change[k] - pair[1].change[k]).abs() / approach - 1.0;
    let is_right = (least - 1e-3..=most + 1e-3).contains(&share);
    if is_right {
        Ok(())
    } else {
        Err(format!("rebound: {share} of the approach, not {least} to {most}: {pair:?}"))
    }
}
