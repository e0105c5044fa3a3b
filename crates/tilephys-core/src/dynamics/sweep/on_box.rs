//! Fast path for a body that walks or stands on an off-grid box with nothing else near, such as a rider of a mover.
//!
//! The result equals the general path and is ten times as cheap, so it is tried first. One look at the grid, in the platform
//! phase, serves all riders of a [group](crate::dynamics::state::groups); other bodies look one by one.

use crate::controller::{Actor, Body, Candidate, Hit, Motion, PieceBits};
use crate::dynamics::context::StepContext;
use crate::dynamics::output::{BodyPath, EventKind, StepOutput, Touching};
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{BodySlices, BodyState, Footing};
use crate::dynamics::sweep::{Plan, bounds_of};
use crate::fraction::Fraction;
use crate::grid::{Contacts, Faces, Gathered, PieceName};
use crate::lattice::Displacement;
use crate::limits::BLOCK;
use glam::{IVec2, Vec2};

/// Translation limit of the fast path, in lattice units: the general path handles the ends of the world.
const MOST: i32 = 1 << 16;

#[derive(Clone, Copy)]
struct OnBox {
    translation: [Displacement; 2],
    footing: Footing,
    /// Index of the box in the grid.
    shape: u32,
}

/// Ends the step of the riders of groups in a block with `near` candidates. Returns the number of remaining ones.
///
/// `first` is the index of the first body of the part. `from` is the index of the block in the part.
#[inline(always)]
pub(crate) fn finish_riders(
    context: &StepContext,
    bodies: &mut BodySlices,
    [first, from]: [usize; 2],
    plan: &mut Plan,
    near: usize,
    output: &mut StepOutput,
) -> usize {
    let block = first + from..first + (from + BLOCK).min(bodies.len());
    if context.platforms.groups.have_any(block) {
        finish_block(context, bodies, [first, from], plan, near, output)
    } else {
        near
    }
}

/// Like [`finish_riders`]. Of its own, because the phase around it has no registers left.
#[inline(never)]
fn finish_block(
    context: &StepContext,
    bodies: &mut BodySlices,
    [first, from]: [usize; 2],
    plan: &mut Plan,
    near: usize,
    output: &mut StepOutput,
) -> usize {
    let mut left = 0;
    for i in 0..near.min(BLOCK) {
        let k = plan.near[i] as usize & (BLOCK - 1);
        let index = from + k;
        // The path of a watched body is recorded, which the other ways do.
        let group = context.platforms.groups.of(first + index).filter(|_| !plan.watched[k]);
        let ends = group.zip(plan.translation(k)).is_some_and(|(group, translation)| {
            let profile = &context.profiles[group.profile.index()];
            let on_box = OnBox { translation, footing: group.footing, shape: group.shape.0 };
            group.walks && end_on_box(context, profile, bodies, index, on_box, output)
        });
        left = plan.keep_or_end(left, k, !ends);
    }
    left
}

/// Ends the step of a body that stands on an off-grid box before and after it, with nothing else near. `known` are the solids within
/// a unit of its translation. True if it does.
#[inline]
pub(crate) fn step_on_box(
    context: &StepContext,
    bodies: &mut BodySlices,
    index: usize,
    translation: [Displacement; 2],
    known: &Gathered,
    output: &mut StepOutput,
) -> bool {
    // Cheap conditions first: most bodies fail one of them.
    let Some(shape) = known.only_shape() else { return false };
    let id = bodies.id[index];
    let profile = &context.profiles[bodies.profile[index].index()];
    let is_plain = !profile.use_hooks && !context.transient.has(id) && !bodies.state[index].stuck();
    if !is_plain || profile.movement.walking().is_none() {
        return false;
    }
    let (position, size) = bodies.place_and_size(index);
    let [x, y] = translation;
    let d = IVec2::new(x.units, y.units);
    let [low, high] = bounds_of(position, size, translation);
    let near = context.grid.view(u32::MAX).cells().covered(low, high);
    // A belt may have taken the translation beyond the gathered cells.
    if !known.holds(near) {
        return false;
    }
    let path = BodyPath::straight(id, size, [position, position + d]);
    let is_near = || context.grid.has_region_in(near);
    let is_watched = context.traced.any()
        && (profile.report_tiles
            || context.traced.must_record(profile, &path, is_near, &mut output.trajectories.stay));
    let is_other = context.platforms.squishes.has(id) || context.platforms.solids.shape(id).is_some();
    let is_unsure = is_watched || is_other;
    let shape_there = context.grid.off_grid_at(shape).filter(|there| there.is_box() && !is_unsure);
    let Some(floor) = shape_there else { return false };
    let on_box = OnBox { translation, footing: Footing::of(floor.aabb, profile.movement.up), shape };
    let ends = end_on_box(context, profile, bodies, index, on_box, output);
    if ends {
        output.stood.push((id, shape));
    }
    ends
}

/// Ends the step of a body with nothing but a box near, if it stands on the box before and after its translation. True if it does.
#[inline(always)]
fn end_on_box(
    context: &StepContext,
    profile: &Profile,
    bodies: &mut BodySlices,
    index: usize,
    OnBox { translation, footing, shape }: OnBox,
    output: &mut StepOutput,
) -> bool {
    let Footing { up, is_upright, sign, .. } = footing;
    let [x, y] = translation;
    let [fall, walk] = if is_upright { [y, x] } else { [x, y] };
    let [along, across] = if is_upright { [&bodies.y, &bodies.x] } else { [&bodies.x, &bodies.y] };
    let height = along.at[index];
    let side = across.at[index];
    let size = [along.size[index], across.size[index]];
    let speed = along.velocity[index];
    let is_held = footing.holds([height, height + size[0]], [side, side + size[1]]);
    let end = side + walk.units;
    let stays = footing.is_under([end, end + size[1]]);
    let rises = (speed * sign as f32 > 0.0) | (fall.units * sign > 0);
    let far = fall.units.abs().max(walk.units.abs());
    let is_short = far < size[0].min(size[1]).min(MOST);
    if !is_held | !stays | rises | !is_short {
        return false;
    }
    // Gravity presses the body onto the box: one hit that ends its fall.
    let presses = fall.units != 0;
    if presses {
        output.add_hits(index, 1);
        if profile.report_hits {
            let hit = floor_hit(context, profile, &bodies.get(index), translation, shape);
            output.log.push(bodies.id[index], EventKind::Hit(hit));
        }
    }
    let (along, across) =
        if is_upright { (&mut bodies.y, &mut bodies.x) } else { (&mut bodies.x, &mut bodies.y) };
    across.at[index] = end;
    across.remainder[index] = walk.remainder;
    along.remainder[index] = if presses { 0.0 } else { fall.remainder };
    along.velocity[index] = if presses { 0.0 } else { speed };
    let contacts = Contacts { sides: Faces::NONE.with(up.opposite()) };
    let stands = BodyState::NONE.with_contacts(contacts, true, up);
    // Mostly the commit phase would change nothing.
    if bodies.state[index] != if profile.track_contacts { stands } else { BodyState::NONE } {
        output.touching.push(Touching::new(index as u32, Some(contacts)));
    }
    true
}

#[cold]
fn floor_hit(
    context: &StepContext,
    profile: &Profile,
    body: &Body,
    [x, y]: [Displacement; 2],
    off_grid: u32,
) -> Hit {
    let grid = context.grid;
    let axis = profile.movement.up.axis();
    let shape = grid.off_grid_at(off_grid).expect("the box exists");
    let cell = grid.cell_at(shape.aabb.min);
    let row = cell.row;
    let col = cell.col;
    let layer = shape.layer.index() as u8;
    // As if the scalar path had found the box at once: nothing is gone, and only the fall has ended.
    let name = PieceName { row, col, off_grid, layer, part: 0, tile: shape.tile };
    let piece = PieceBits::new(name, 0);
    let found = Candidate { axis, distance: 0, col, row, off_grid, piece };
    let &Body { position, mut velocity, size, .. } = body;
    let struck = velocity;
    let d = IVec2::new(x.units, y.units);
    let mut left = d;
    let mut remainder = Vec2::new(x.remainder, y.remainder);
    left[axis] = 0;
    velocity[axis] = 0.0;
    remainder[axis] = 0.0;
    let fraction = Fraction::ZERO;
    let hits = 1;
    let leaning = None;
    let motion = Motion { position, left, fraction, velocity, remainder, hits, struck, leaning };
    Hit::new(&Actor::new(grid.view(profile.movement.mask), size, &profile.movement), &found, d, &motion)
}
