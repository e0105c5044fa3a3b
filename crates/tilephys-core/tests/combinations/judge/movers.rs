//! Rule: movers follow their velocity, path or parent, or stop short if blocked.

use super::{Before, Verdict};
use crate::combinations::game::{Game, TICK};
use crate::shapes::world::pair;
use tilephys_core::glam::{IVec2, Vec2};
use tilephys_core::platform::{Mover, SquishPolicy};
use tilephys_core::*;

/// A mover before a step, and the tick of its path.
pub(crate) type Known = (Mover, Option<u64>);

/// All movers before a step.
pub(crate) fn known(game: &Game) -> Vec<Option<Known>> {
    let one = |place: usize| {
        let id = MoverId(place as u32);
        Some((game.world.mover(id)?, game.world.mover_path(id).map(|(_, tick)| tick)))
    };
    (0..game.spec.movers.len()).map(one).collect()
}

/// All movers of a step.
pub(crate) fn go_their_way(game: &Game, before: &Before) -> Verdict<u64> {
    let mut looks = 0;
    let blocks = |place: usize| {
        game.profiles[place].is_some_and(|profile| profile.riding.squish == SquishPolicy::BlockMover)
    };
    let is_any_blocked = (0..game.profiles.len()).any(blocks);
    for (place, known) in before.movers.iter().enumerate() {
        let id = MoverId(place as u32);
        let (Some((then, tick)), Some(now)) = (known, game.world.mover(id)) else { continue };
        let (Some(moved), false) = (game.world.mover_moved(id), game.targeted.contains(&place)) else {
            continue;
        };
        looks += 1;
        let what = match (tick, then.parent.filter(|parent| game.world.mover(*parent).is_some())) {
            (Some(tick), _) => waits(game, id, (*tick, now.position)),
            (None, Some(parent)) if then.velocity == Vec2::ZERO && then.rest == Vec2::ZERO => {
                (game.world.mover_moved(parent) != Some(moved)).then_some("does not go with its parent")
            }
            (None, None) if !is_own(then, moved, is_any_blocked) => {
                Some("goes another way than its velocity")
            }
            _ => None,
        };
        if let Some(what) = what {
            return Err(format!("mover: mover {place} {what}: {now:?} after {then:?}, moved {moved}"));
        }
    }
    Ok(looks)
}

/// A path goes on by a tick if the mover is where the path says, and else waits.
fn waits(game: &Game, id: MoverId, (tick, at): (u64, IVec2)) -> Option<&'static str> {
    let (path, now) = game.world.mover_path(id)?;
    let offset = game.world.mover_path_offset(id)?;
    match now.checked_sub(tick) {
        Some(0) => None,
        Some(1) if path.at(now) + offset == at => None,
        _ => Some("is not where its path is"),
    }
}

/// True if a translation equals the mover's velocity, or a part of it.
fn is_own(mover: &Mover, moved: IVec2, may_be_part: bool) -> bool {
    let moved = pair(moved);
    (0..2).all(|k| {
        let wanted = f64::from(mover.velocity[k]) * f64::from(TICK) * 256.0 + f64::from(mover.rest[k]);
        let (way, slack) = (moved[k] as f64, 0.52 + wanted.abs() * 1e-6);
        let is_part = may_be_part && way * wanted >= 0.0 && way.abs() <= wanted.abs() + slack;
        (way - wanted).abs() <= slack || is_part
    })
}
