//! Rule: each step ages the kept state of a body by a tick, unless the body is stopped, and ignored solids always. A new body
//! has no kept state.

use super::{Before, Verdict};
use crate::combinations::game::{Game, id};
use crate::combinations::spec::Drive;
use tilephys_core::{Obstacle, moves::TransientState};

/// All bodies of a step.
pub(crate) fn are_older(game: &Game, before: &Before) -> Verdict<u64> {
    if let Some(place) = game.haunted.first() {
        return Err(format!("new: body {place} has something of an earlier body of this id"));
    }
    let mut looks = 0;
    for (place, then) in before.bodies.iter().enumerate() {
        let (Some(then), Some(now)) = (then, game.world.body(id(place))) else { continue };
        looks += 1;
        // A character may let go of lines while it is stopped. A body that is put elsewhere, or pushed out of a solid, begins anew.
        let is_played = matches!(game.spec.actors[place].drive, Drive::Feel { .. });
        let is_open = is_played || game.touched.contains(&place) || then.position != now.position;
        if let Some(what) = is_wrong(&then.memory, &now.memory, is_open) {
            let (then, now) = (then.memory, now.memory);
            return Err(format!("memory: {what} of body {place}: {now:?} after {then:?}"));
        }
    }
    Ok(looks)
}

/// What does not follow from the memory before the step.
fn is_wrong(then: &TransientState, now: &TransientState, is_open: bool) -> Option<&'static str> {
    let is_stopped = then.stop_ticks > 0;
    let kept = |m: &TransientState| (m.dropped_from, m.drop_ticks, m.retain_ticks, m.retained.to_bits());
    let is_ignored = |((met, ticks), (later, left)): &((Obstacle, u8), (Obstacle, u8))| {
        *left == ticks.saturating_sub(1) && (*left == 0 || format!("{met:?}") == format!("{later:?}"))
    };
    match () {
        () if now.stop_ticks != then.stop_ticks.saturating_sub(1) => Some("the ticks of a stop"),
        () if !then.ignored.iter().copied().zip(now.ignored).all(|both| is_ignored(&both)) => {
            Some("the ignored")
        }
        () if is_stopped && !is_open && kept(then) != kept(now) => Some("what a stop keeps"),
        () => None,
    }
}
