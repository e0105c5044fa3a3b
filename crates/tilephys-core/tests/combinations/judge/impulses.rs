//! A hit between two bodies is told to both, and what one takes the other gives.

use super::Verdict;
use super::contacts::beside_bodies;
use super::scene::{Scene, collide};
use crate::game::{Game, id};
use tilephys_core::glam::Vec2;
use tilephys_core::{BodyHit, EventKind, Response};

fn hits<'a>(game: &'a Game, place: usize) -> impl Iterator<Item = &'a BodyHit> {
    game.world.events_of(id(place)).iter().filter_map(|event| event.kind.as_body_hit())
}

/// All hits between bodies of a step.
pub(crate) fn are_of_both(game: &Game, now: &Scene) -> Verdict<u64> {
    let mut looks = 0;
    for place in 0..now.boxes.len() {
        for hit in hits(game, place) {
            let other = hit.other.0 as usize;
            if !collide(game, place, other) {
                return Err(format!("pairs: bodies {place} and {other} do not collide: {hit:?}"));
            }
            let is_twin = |twin: &&BodyHit| {
                let is_moment = twin.fraction == hit.fraction && twin.point == hit.point;
                twin.other == id(place) && is_moment && twin.normal == -hit.normal
            };
            let Some(twin) = hits(game, other).find(is_twin) else {
                return Err(format!("pairs: body {other} is not told of {hit:?} of body {place}"));
            };
            if hit.approach.is_nan() || hit.approach < 0.0 {
                return Err(format!("pairs: the approach of {hit:?}"));
            }
            looks += 1;
            if is_alone(game, now, place) && is_alone(game, now, other) {
                momentum_is_kept(game, (place, hit), (other, twin))?;
                looks += 1;
            }
        }
    }
    Ok(looks)
}

/// Does a body keep to its mass, with one hit in the step and nothing else beside it?
fn is_alone(game: &Game, now: &Scene, place: usize) -> bool {
    let (Some(profile), Some(rect)) = (game.profiles[place], now.boxes[place]) else { return false };
    let events = game.world.events_of(id(place));
    let is_hit = |kind: &EventKind| matches!(kind, EventKind::Hit(_) | EventKind::Overlapped(_));
    let near = rect.grown(512);
    profile.movement.walk.is_none()
        && matches!(profile.movement.response, Response::Slide | Response::Bounce { .. })
        && profile.solid.is_none()
        && profile.collide.is_some_and(|c| c.push_speed.is_infinite() && c.mass.is_finite())
        && hits(game, place).count() == 1
        && !events.iter().any(|event| is_hit(&event.kind))
        && beside_bodies(game, now, place).len() <= 1
        && now.things.iter().all(|thing| !thing.solid.bounds.meets(&near))
        && game.world.lift_velocity(id(place)) == Vec2::ZERO
        && game.world.pushed_by(id(place)).is_none()
}

fn momentum_is_kept(game: &Game, a: (usize, &BodyHit), b: (usize, &BodyHit)) -> Verdict {
    let mass = |place: usize| game.profiles[place].and_then(|p| p.collide).map_or(1.0, |c| f64::from(c.mass));
    let (m, n) = (mass(a.0), mass(b.0));
    let speed = |place: usize| {
        let v = game.world.body(id(place)).expect("it is there").velocity;
        f64::from(v.x.abs() + v.y.abs())
    };
    let scale = (m + n) * (speed(a.0) + speed(b.0) + f64::from(a.1.approach) + 1.0);
    for k in 0..2 {
        let sum = m * f64::from(a.1.change[k]) + n * f64::from(b.1.change[k]);
        if sum.abs() > 1e-5 * scale {
            return Err(format!(
                "momentum: masses {m} and {n} change by {:?} and {:?}",
                a.1.change, b.1.change
            ));
        }
    }
    Ok(())
}
