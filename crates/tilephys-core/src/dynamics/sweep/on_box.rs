//! Fast path for a body that walks or stands on an off-grid shape with nothing else near, such as a rider of
//! a mover.
//!
//! The result equals the general path and is ten times as cheap, so it is tried first.

use crate::controller::{Actor, Body, Candidate, Hit, Motion, PieceBits};
use crate::dynamics::context::StepContext;
use crate::dynamics::settings::profile::Profile;
use crate::dynamics::state::bodies::BodySlices;
use crate::fraction::Fraction;
use crate::grid::{Contacts, Faces, OffGridShape, PieceName, TileGrid};
use crate::lattice::Displacement;
use crate::limits::WORLD_LIMIT;
use glam::{IVec2, Vec2};

/// Result of the step.
pub(crate) struct OnBox {
    pub(crate) position: IVec2,
    pub(crate) velocity: Vec2,
    pub(crate) remainder: Vec2,
    pub(crate) contacts: Contacts,
    /// True if it hit the floor, as gravity makes it do in each step.
    pub(crate) has_hit: bool,
    pub(crate) hit: Option<Hit>,
}

/// Returns the whole step of a body that stands on an off-grid shape before and after it; `None` if the fast
/// path does not apply.
#[inline]
pub(crate) fn step_on_box(
    context: &StepContext,
    profile: &Profile,
    bodies: &BodySlices,
    index: usize,
    [x, y]: [Displacement; 2],
) -> Option<OnBox> {
    let movement = &profile.movement;
    let walk = movement.walking()?;
    if !walk.takes_hits_simply() || profile.use_hooks || context.transient.has(bodies.id[index]) {
        return None;
    }
    let id = bodies.id[index];
    let body = bodies.get(index);
    let axis = movement.up.axis();
    let toward = movement.up.vector();
    let d = IVec2::new(x.units, y.units);
    let speed = body.velocity[axis] * toward[axis] as f32;
    // Cheap conditions first: most bodies fail one of them.
    let falls = -d[axis] * toward[axis];
    let Body { position, size, .. } = body;
    let is_short = d.abs().max_element() < size.min_element().min(MOST);
    let is_amid = position.cmpgt(IVec2::splat(-END)).all() && position.cmplt(IVec2::splat(END) - size).all();
    if speed > 0.0 || falls < 0 || !is_short || !is_amid || bodies.state[index].stuck() {
        return None;
    }
    let view = context.grid.view(movement.mask);
    let min = position + d.min(IVec2::ZERO);
    let max = position + size + d.max(IVec2::ZERO);
    let near = view.cells().covered(min - IVec2::ONE, max + IVec2::ONE);
    let shape_index = view.only_box(near).filter(|_| !context.traced.watches(context.grid, profile, near))?;
    let shape = context.grid.off_grid_at(shape_index).filter(|shape| view.sees(shape.tile))?;
    let level = 1 - axis;
    let floor = shape.aabb;
    let is_flush = if toward[axis] < 0 {
        position[axis] + size[axis] == floor.min[axis]
    } else {
        position[axis] == floor.max[axis]
    };
    let mut end = position;
    end[level] += d[level];
    let stands = |at: IVec2| floor.min[level] < at[level] + size[level] && at[level] < floor.max[level];
    let is_other = context.platforms.squishes.has(id) || context.platforms.solids.shape(id).is_some();
    if !is_flush || !stands(position) || !stands(end) || is_other {
        return None;
    }
    // Gravity presses the body onto the box: one hit that ends its fall.
    let mut velocity = body.velocity;
    let mut remainder = Vec2::new(x.remainder, y.remainder);
    let mut hit = None;
    let has_hit = falls > 0;
    if has_hit {
        velocity[axis] = 0.0;
        remainder[axis] = 0.0;
        if profile.report_hits {
            let ended = Body { velocity, remainder, ..body };
            hit = Some(floor_hit(
                context.grid,
                profile,
                (&ended, body.velocity),
                (end, d),
                (shape_index, shape),
            ));
        }
    }
    let contacts = Contacts { sides: Faces::NONE.with(movement.up.opposite()) };
    Some(OnBox { position: end, velocity, remainder, contacts, has_hit, hit })
}

/// Returns the hit of a body that is pressed onto a box. `ended` is the body with the velocity and the remainder
/// after the hit, `struck` its velocity before.
#[cold]
pub(crate) fn floor_hit(
    grid: &TileGrid,
    profile: &Profile,
    (ended, struck): (&Body, Vec2),
    (end, d): (IVec2, IVec2),
    (shape_index, shape): (u32, &OffGridShape),
) -> Hit {
    let movement = &profile.movement;
    let cell = grid.cell_at(shape.aabb.min);
    let row = cell.row;
    let col = cell.col;
    let layer = shape.layer.index() as u8;
    let name = PieceName { row, col, off_grid: shape_index, layer, part: 0, tile: shape.tile };
    let piece = PieceBits::new(name, 0);
    let found = Candidate { axis: movement.up.axis(), distance: 0, col, row, off_grid: shape_index, piece };
    let &Body { position, velocity, remainder, size, .. } = ended;
    let fraction = Fraction::ZERO;
    let hits = 1;
    let leaning = None;
    let left = end - position;
    let motion = Motion { position, left, fraction, velocity, remainder, hits, struck, leaning };
    Hit::new(&Actor::new(grid.view(movement.mask), size, movement), &found, d, &motion)
}

/// Translation limit of the fast path, in lattice units: the general path handles the ends of the world.
pub(crate) const MOST: i32 = 1 << 16;

/// End of the fast path, which leaves room for its longest translation before the end of the world.
const END: i32 = WORLD_LIMIT - 2 * MOST;
