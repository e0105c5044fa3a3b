//! Rule: a body at rest on a mover moves exactly with the mover.

use super::contacts::{side_of, touches};
use super::scene::{Owner, Scene};
use super::through::join;
use super::{Before, Verdict};
use crate::combinations::game::{Game, id};
use crate::combinations::spec::Drive;
use crate::shapes::solid::{Point, Rect};
use crate::shapes::world::pair;
use tilephys_core::glam::Vec2;
use tilephys_core::{BodyState, MoverId, Response, platform::RideMode};

/// A body that stands on one mover and on nothing else, with no way of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rider {
    place: usize,
    mover: usize,
    rect: Rect,
}

/// The riders before a step.
pub(crate) fn riders(game: &Game, before: &Before, scene: &Scene) -> Vec<Rider> {
    (0..scene.boxes.len()).filter_map(|place| rider(game, before, scene, place)).collect()
}

fn rider(game: &Game, before: &Before, scene: &Scene, place: usize) -> Option<Rider> {
    let (rect, profile) = (scene.boxes[place]?, game.profiles[place]?);
    let (body, movement) = (game.world.body(id(place))?, profile.movement);
    let walk = movement.walk_if_grounded()?;
    let up = movement.up;
    let (axis, sign) = crate::combinations::hooks::upward(up);
    let pull = game.spec.gravity[axis] * profile.gravity_scale * sign as f32;
    let is_plain = movement.response == Response::Slide
        && profile.riding.ride == RideMode::Glue
        && profile.solid.is_none()
        && profile.collide.is_none()
        && walk.one_way_assist == 0.0
        && body.velocity == Vec2::ZERO
        && body.remainder[axis] == 0.0
        && game.spec.gravity[1 - axis] == 0.0
        && pull <= 0.0
        && body.memory.is_empty()
        && matches!(game.spec.actors[place].drive, Drive::Nothing)
        && before.stood.contains(&place)
        && game.thrown.iter().all(|(thrown, _)| *thrown != place)
        && !game.touched.contains(&place)
        && !game.resized.contains(&place)
        && game.world.squishes(id(place)).is_empty()
        && before.were_inside.iter().all(|(inside, _)| *inside != place);
    if !is_plain {
        return None;
    }
    let all = touches(game, before, scene, place);
    let Owner::Mover(mover) = all.first()?.owner else { return None };
    let is_floor = |n: Point| (n[0] == 0 || n[1] == 0) && side_of(&movement, n) == Some(up.opposite());
    let kind = &game.spec.kinds[all.first()?.kind];
    let is_only = all.iter().all(|t| t.owner == Owner::Mover(mover) && t.is_certain && is_floor(t.n));
    (is_only && kind.conveyor == [0.0; 2]).then_some(Rider { place, mover, rect })
}

/// True if another mover may have come near the way of a rider. A mover goes along x first, so its way lies in the hull of both ends.
fn is_passed(rider: &Rider, way: &Rect, [then, now]: [&Scene; 2]) -> bool {
    let near = way.grown(1);
    now.things.iter().any(|thing| {
        let is_other = matches!(thing.owner, Owner::Mover(place) if place != rider.mover);
        let begins = then.things.iter().filter(|before| before.owner == thing.owner);
        let hull = begins.fold(thing.solid.bounds, |hull, before| join(hull, before.solid.bounds));
        is_other && hull.meets(&near)
    })
}

/// Nothing but the mover is near the way of its rider.
fn is_alone(game: &Game, rider: &Rider, way: &Rect, scene: &Scene) -> bool {
    let near = way.grown(1);
    let is_other = |owner: Owner| owner != Owner::Mover(rider.mover);
    scene.things.iter().all(|thing| !is_other(thing.owner) || !thing.solid.bounds.meets(&near))
        && (0..scene.boxes.len())
            .all(|k| k == rider.place || scene.boxes[k].is_none_or(|there| !there.meets(&near)))
        && game.world.mover(MoverId(rider.mover as u32)).is_some()
}

/// Riders with nothing in the way moved as their movers.
pub(crate) fn moved_once(game: &Game, riders: &[Rider], [then, now]: [&Scene; 2]) -> Verdict<u64> {
    let mut looks = 0;
    for rider in riders {
        let Some(by) = game.world.mover_moved(MoverId(rider.mover as u32)).map(pair) else { continue };
        // A mover goes along x first: it may push on its way and be gone.
        if game.world.pushed_by(id(rider.place)).is_some() {
            continue;
        }
        let way = rider.rect.swept(by);
        let Some(rect) = now.boxes[rider.place] else { continue };
        let are_alone = [then, now].iter().all(|scene| is_alone(game, rider, &way, scene));
        if !are_alone || is_passed(rider, &way, [then, now]) {
            continue;
        }
        looks += 1;
        if rect != rider.rect.moved(by) {
            return Err(format!(
                "carried: body {} from {:?} to {rect:?}, mover {} by {by:?}",
                rider.place, rider.rect, rider.mover
            ));
        }
        // Its velocity is relative to its mover, unless the mover has left it.
        let velocity = game.world.body(id(rider.place)).expect("it is there").velocity;
        if game.world.state(id(rider.place)).is_some_and(BodyState::on_floor) && velocity != Vec2::ZERO {
            return Err(format!("carried: body {} has {velocity} on mover {}", rider.place, rider.mover));
        }
    }
    Ok(looks)
}
