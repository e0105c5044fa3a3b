//! Planks in the fast ways of the sweep: to a body over them that does not rise, they are upper faces of whole tiles.

use crate::direction::Direction;
use crate::dynamics::context::StepContext;
use crate::dynamics::settings::profile::Profile;
use crate::dynamics::state::bodies::BodySlices;
use crate::dynamics::sweep::plan::Plan;
use crate::response::Response;

/// Returns the planks near the path of a body, as bits of its window, if it has no transient state and nothing else but whole tiles
/// near. `None` also if a plank may be more than an upper face to it: the planks must be below its feet, and the body must not rise.
#[inline]
pub(crate) fn plain_planks(
    context: &StepContext,
    profile: &Profile,
    bodies: &BodySlices,
    index: usize,
    (plan, k): (&Plan, usize),
) -> Option<u32> {
    let near = plan.cells(k);
    let view = context.grid.view(u32::MAX);
    if context.transient.has(bodies.id[index]) {
        return None;
    }
    if !view.is_shaped_in(near) {
        return Some(0);
    }
    let movement = &profile.movement;
    let is_usual =
        movement.up == Direction::Up && movement.response == Response::Slide && !profile.report_hits;
    if !is_usual || plan.y.units[k] < 0 || bodies.y.velocity[index] < 0.0 {
        return None;
    }
    let feet = bodies.y.at[index] + bodies.y.size[index];
    let rows_above = view.cells().y.cell(feet - 1) + 1 - near.row0;
    view.planks_in(near).filter(|planks| u64::from(*planks) & ((1 << (8 * rows_above)) - 1) == 0)
}
