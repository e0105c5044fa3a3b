//! Rule: no body overlaps a solid that it may not enter.

use super::contacts::side_of;
use super::scene::{Owner, Scene, Thing, collide, ignores, is_crushed_by, meets_by_settings};
use super::{Before, Verdict};
use crate::combinations::game::{Game, id};
use crate::shapes::solid::{Plane, Point, Rect, Solid, unit};
use tilephys_core::{Event, EventKind, Profile, moves::Foot};

pub(crate) fn strictly_overlap(a: &Rect, b: &Rect) -> bool {
    (0..2).all(|k| a.lo[k] < b.hi[k] && b.lo[k] < a.hi[k])
}

/// What of a body meets a thing: its box, or the middle of its feet for slopes on which those stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    /// For straight faces.
    pub(crate) straight: Rect,
    /// For slanted faces.
    pub(crate) slanted: Rect,
}

impl Outline {
    pub(crate) fn of(profile: &Profile, thing: &Thing, rect: Rect) -> Outline {
        let stands_on_middle =
            profile.movement.walk_if_grounded().is_some_and(|walk| walk.foot == Foot::Center);
        let down = profile.movement.up.opposite();
        let is_floor =
            |plane: &Plane| plane.is_slanted() && side_of(&profile.movement, plane.n) == Some(down);
        if !stands_on_middle || !thing.solid.planes.iter().any(is_floor) {
            return Outline { straight: rect, slanted: rect };
        }
        let level = usize::from(unit(down)[0] != 0);
        let (mut straight, mut slanted) = (rect, rect);
        // The middle is a unit wide, or a line between two units.
        let width = rect.hi[level] - rect.lo[level];
        let middle = rect.lo[level] + width / 2;
        let is_odd = width % 2;
        (slanted.lo[level], slanted.hi[level]) = (middle, middle + is_odd);
        (straight.lo[level], straight.hi[level]) = (middle - 1 + is_odd, middle + 1);
        Outline { straight, slanted }
    }

    pub(crate) fn moved(self, by: Point) -> Outline {
        Outline { straight: self.straight.moved(by), slanted: self.slanted.moved(by) }
    }

    pub(crate) fn to(&self, plane: &Plane) -> &Rect {
        if plane.is_slanted() { &self.slanted } else { &self.straight }
    }

    /// True if the body is strictly inside a solid; never true for a one-way line.
    pub(crate) fn is_in(&self, solid: &Solid) -> bool {
        solid.open.is_none() && solid.planes.iter().all(|plane| plane.side(self.to(plane)) < 0)
    }
}

/// True if the position of a body is excused: it is stuck, stopped, or skipped.
pub(crate) fn is_excused(game: &Game, place: usize) -> bool {
    let state = game.world.state(id(place)).expect("it is there");
    let body = game.world.body(id(place)).expect("it is there");
    state.stuck() || body.memory.stop_ticks > 0
}

pub(crate) fn is_in_nothing(game: &Game, before: &Before, now: &Scene) -> Verdict<u64> {
    let mut looks = 0;
    for (place, rect) in now.boxes.iter().enumerate() {
        let (Some(rect), Some(profile)) = (rect, &game.profiles[place]) else { continue };
        if is_excused(game, place) || before.was_skipped(game, place) {
            continue;
        }
        looks += 1;
        let near = now.things.iter().filter(|thing| thing.solid.bounds.meets(rect));
        for thing in near.filter(|thing| Outline::of(profile, thing, *rect).is_in(&thing.solid)) {
            let is_excepted = !meets_by_settings(game, place, profile, thing)
                || is_crushed_by(game, place, thing.owner)
                || ignores(game, place, thing)
                || before.ignored(place, thing);
            if is_excepted || is_to_blame_itself(game, before, thing.owner) {
                continue;
            }
            return Err(format!(
                "inside: body {place} at {rect:?} is in {:?} {:?}",
                thing.owner, thing.solid.bounds
            ));
        }
        bodies_are_apart(game, before, now, place)?;
    }
    Ok(looks)
}

/// True if the thing is a solid body that is stuck, crushed or skipped itself.
fn is_to_blame_itself(game: &Game, before: &Before, owner: Owner) -> bool {
    let Owner::Body(other) = owner else { return false };
    is_excused(game, other)
        || !game.world.squishes(id(other)).is_empty()
        || before.was_skipped(game, other)
        || before.were_inside.iter().any(|(_, owner)| *owner == Owner::Body(other))
}

/// Bodies that collide are not in each other, unless they were before the step.
fn bodies_are_apart(game: &Game, before: &Before, now: &Scene, place: usize) -> Verdict {
    let rect = now.boxes[place].expect("it is there");
    for other in place + 1..now.boxes.len() {
        let Some(there) = now.boxes[other] else { continue };
        let is_whole = |p: usize| {
            game.profiles[p].and_then(|p| p.collide).is_some_and(|c| c.one_way.is_none() && c.carries == 0)
        };
        let is_excepted = !collide(game, place, other)
            || !is_whole(place)
            || !is_whole(other)
            || is_excused(game, other)
            || before.was_skipped(game, other)
            || before.overlapped.contains(&(place, other))
            || may_be_put_into_others(game, before, place)
            || may_be_put_into_others(game, before, other);
        if !is_excepted && strictly_overlap(&rect, &there) {
            return Err(format!(
                "inside: bodies {place} at {rect:?} and {other} at {there:?} are in each other"
            ));
        }
    }
    Ok(())
}

/// True if the body was crushed, or came out of a solid. Then it may come into another body, and the two are parted. A body that was
/// stuck comes out without an event: only the beginning of an overlap has one.
fn may_be_put_into_others(game: &Game, before: &Before, place: usize) -> bool {
    let is_freed = |event: &Event| matches!(event.kind, EventKind::Overlapped(_));
    !game.world.squishes(id(place)).is_empty()
        || before.were_inside.iter().any(|(inside, _)| *inside == place)
        || game.world.events_of(id(place)).iter().any(is_freed)
}
