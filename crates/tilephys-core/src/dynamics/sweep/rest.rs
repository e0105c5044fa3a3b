//! Resting bodies: a fast path for bodies that do not move, or only press into whole tiles that they touch.
//!
//! Such a body ends where it begins, and the cells that its plan has read hold all that it touches, so no sweep is needed. A
//! vectorized pass finds them, like [`plan`](super::plan). Their output equals the lanes and the scalar path.

use crate::controller::{Body, Candidate, Hit, Motion, comes_to_rest};
use crate::direction::Direction;
use crate::dynamics::context::StepContext;
use crate::dynamics::output::{Event, EventKind, StepOutput, Touching};
use crate::dynamics::settings::ProfileId;
use crate::dynamics::state::{AxisSlices, BodySlices, BodyState};
use crate::dynamics::sweep::{AxisPlan, LaneSettings, Plan};
use crate::grid::{Contacts, Faces, TileGrid, View};
use crate::lane_mask::mask;
use crate::limits::BLOCK;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};
use std::ops::Range;

/// Ends the step of the resting bodies in a block with `near` candidates. Returns the number of remaining ones.
#[inline(always)]
pub(crate) fn finish_resting(
    context: StepContext,
    bodies: &mut BodySlices,
    block: Range<usize>,
    (plan, near): (&mut Plan, usize),
    output: &mut StepOutput,
) -> usize {
    let len = block.len().min(BLOCK);
    if !plan.has_still(len) {
        return near;
    }
    let tile = context.grid.tile_size();
    let mut resting = Resting { x: Lines::NONE, y: Lines::NONE, sides: [0; BLOCK] };
    resting.x.find(&bodies.x, block.clone(), &plan.x, tile.x);
    resting.y.find(&bodies.y, block.clone(), &plan.y, tile.y);
    resting.find_contacts(plan, len);
    let left = resting.note(context, bodies, block.start, (plan, near), output);
    resting.stop(&mut bodies.x, block.clone(), &plan.x);
    resting.stop(&mut bodies.y, block, &plan.y);
    left
}

/// Alignment of a block on one axis: bit 0 for a low side on a grid line, bit 1 for a high side.
///
/// Negative without motion on the axis, or with motion into such a line only.
struct Lines([i32; BLOCK]);

struct Resting {
    x: Lines,
    y: Lines,
    /// Contact faces as bits by direction; negative for resting bodies.
    sides: [i32; BLOCK],
}

impl Lines {
    const NONE: Lines = Lines([0; BLOCK]);

    #[inline(always)]
    fn find(&mut self, axis: &AxisSlices, block: Range<usize>, plan: &AxisPlan, edge: i32) {
        let n = block.len().min(BLOCK);
        let at = &axis.at[block.clone()][..n];
        let size = &axis.size[block.clone()][..n];
        let velocity = &axis.velocity[block][..n];
        for i in 0..n {
            // Exact despite wrapping products: lines are less than 2^32 apart.
            let low = plan.first[i].wrapping_add(1).wrapping_mul(edge) == at[i];
            let high = plan.last[i].wrapping_mul(edge) == at[i].wrapping_add(size[i]);
            let units = plan.units[i];
            let back = low & (units < 0) & (velocity[i] < 0.0);
            let forth = high & (units > 0) & (velocity[i] > 0.0);
            let stays = mask((units == 0) | back | forth);
            self.0[i] = stays & i32::MIN | i32::from(low) | i32::from(high) << 1;
        }
    }

    #[inline(always)]
    fn of(&self, k: usize) -> [i32; 2] {
        [self.0[k] & 1, self.0[k] >> 1 & 1]
    }
}

impl Resting {
    /// Finds the contact faces, like [`Window::sides_beside`](crate::grid::Window::sides_beside).
    ///
    /// Windows extend one cell beyond body sides on a grid line, and not beyond other sides.
    #[inline(always)]
    fn find_contacts(&mut self, plan: &Plan, len: usize) {
        for i in 0..len.min(BLOCK) {
            let d_x = plan.x.units[i];
            let d_y = plan.y.units[i];
            let [left, right] = self.x.of(i);
            let [top, bottom] = self.y.of(i);
            let more_columns = plan.x.last[i].wrapping_sub(plan.x.first[i]) as u32 & 7;
            let more_rows = plan.y.last[i].wrapping_sub(plan.y.first[i]) as u32 & 3;
            let wide = more_columns.wrapping_sub((left + right) as u32) & 7;
            let tall = more_rows.wrapping_sub((top + bottom) as u32) & 3;
            let columns = (0xFF_u32 >> (7 - wide)) << left;
            let rows = (0x0101_0101_u32 >> (24 - 8 * tall)) << (8 * top);
            let bits = plan.windows.bits[i];
            let bit = |is: bool, direction: Direction| mask(is) & 1 << direction as i32;
            let touched = bit(bits & columns != 0, Direction::Up)
                | bit(bits >> more_columns & rows != 0, Direction::Right)
                | bit(bits >> (8 * more_rows) & columns != 0, Direction::Down)
                | bit(bits & rows != 0, Direction::Left);
            let ahead = bit(d_y < 0, Direction::Up)
                | bit(d_x > 0, Direction::Right)
                | bit(d_y > 0, Direction::Down)
                | bit(d_x < 0, Direction::Left);
            // Copies the byte of columns to each row: a product without carry.
            let is_outside = bits & columns.wrapping_mul(rows) == 0;
            let is_still = ((d_x == 0) | (d_y == 0)) & (ahead & !touched == 0) & is_outside;
            let is_known = (plan.excluded[i] >= 0) & !plan.windows.is_missing(i) & (plan.free[i] == 0);
            let rests = mask(is_still & is_known) & self.x.0[i] & self.y.0[i] & i32::MIN;
            self.sides[i] = rests | touched;
        }
    }

    /// Reports hits and contacts of the resting bodies, except those whose settings or transient state need
    /// more. Returns the number of remaining candidates.
    #[inline(never)]
    fn note(
        &mut self,
        context: StepContext,
        bodies: &mut BodySlices,
        from: usize,
        (plan, near): (&mut Plan, usize),
        output: &mut StepOutput,
    ) -> usize {
        let view = context.grid.view(u32::MAX);
        let (mut known, mut settings): (Option<ProfileId>, Option<LaneSettings>) = (None, None);
        let mut left = 0;
        let before = output.log.events.len();
        for i in 0..near.min(BLOCK) {
            let k = plan.near[i] as usize & (BLOCK - 1);
            plan.near[left & (BLOCK - 1)] = k as u32;
            left += 1;
            if self.sides[k] >= 0 {
                continue;
            }
            let index = from + k;
            let id = bodies.profile[index];
            if known != Some(id) {
                known = Some(id);
                settings = context
                    .profiles
                    .get(id.index())
                    .and_then(|profile| LaneSettings::of(profile, context.grid));
            }
            let d = IVec2::new(plan.x.units[k], plan.y.units[k]);
            let speed = if d.x != 0 { bodies.x.velocity[index] } else { bodies.y.velocity[index] };
            // All that could make the end of the step another than its start.
            let comes_to_rest = |s: &&LaneSettings| {
                let stays = d == IVec2::ZERO || s.comes_to_rest(speed) && s.decides(d);
                stays && !context.transient.has(bodies.id[index])
            };
            let Some(settings) = settings.as_ref().filter(comes_to_rest) else {
                self.sides[k] = 0;
                continue;
            };
            left -= 1;
            let profile = settings.profile;
            if plan.watched[k] {
                let Body { position, velocity, .. } = bodies.get(index);
                let ends_with = Vec2::select(d.cmpeq(IVec2::ZERO), velocity, Vec2::ZERO);
                output.note_straight(&context, bodies, index, position, ends_with);
            }
            // Motion into a face that the body touches already is one hit at fraction 0.
            if d != IVec2::ZERO {
                output.add_hits(index, 1);
                if profile.report_hits {
                    let hit = self.hit(context.grid, &bodies.get(index), plan, k);
                    output.log.push(bodies.id[index], EventKind::Hit(hit));
                }
            }
            let speeds = [bodies.x.velocity[index], bodies.y.velocity[index]];
            let was = bodies.state[index].with_stuck(false);
            bodies.state[index] = was;
            let contacts = Contacts { sides: Faces(self.sides[k] as u8 & 15) };
            // Mostly the commit phase would change nothing.
            if profile.track_contacts && was != settings.state(was, contacts, d, speeds)
                || !profile.track_contacts && was.bits() != 0
            {
                output.touching.push(Touching::new(index as u32, Some(contacts)));
            }
        }
        name_tiles(view, &mut output.log.events[before..]);
        left
    }
}

/// Sets layer and kind of the tiles in hits. Tile ids are seldom in the cache; in a loop of their own these reads overlap.
#[inline(never)]
fn name_tiles(view: View, events: &mut [Event]) {
    for event in events {
        if let EventKind::Hit(hit) = &mut event.kind
            && let Some((layer, tile)) = view.whole_tile(hit.target.cell)
        {
            hit.target.layer = layer;
            hit.target.tile = tile;
        }
    }
}

impl LaneSettings<'_> {
    /// Returns the state of a resting body with these contacts, equal to the commit phase.
    #[inline(always)]
    fn state(&self, was: BodyState, contacts: Contacts, d: IVec2, speeds: [f32; 2]) -> BodyState {
        let up = self.profile.movement.up;
        let axis = up.axis();
        let sign = up.sign();
        let rises = d[axis] == 0 && speeds[axis] * sign > 0.0;
        was.with_contacts(contacts, contacts.floor(up) && !rises, up)
    }

    /// True if no assist may act at the face in the direction of `d`.
    #[inline(always)]
    fn decides(&self, d: IVec2) -> bool {
        let up = self.profile.movement.up;
        self.assists.is_none() || (d[up.axis()] as f32) * up.sign() < 0.0
    }

    #[inline(always)]
    fn comes_to_rest(&self, speed: f32) -> bool {
        comes_to_rest(speed * self.restitution, self.restitution, self.rest_speed)
    }
}

impl Resting {
    #[inline(always)]
    fn stop(&self, axis: &mut AxisSlices, block: Range<usize>, plan: &AxisPlan) {
        let n = block.len().min(BLOCK);
        let velocity = &mut axis.velocity[block.clone()][..n];
        let remainder = &mut axis.remainder[block][..n];
        for i in 0..n {
            let rests = self.sides[i] < 0;
            let hits = plan.units[i] != 0;
            // Adding zero turns -0 into +0.
            let speed = if hits { 0.0 } else { velocity[i] + 0.0 };
            let kept = if hits { 0.0 } else { plan.remainder[i] };
            velocity[i] = if rests { speed } else { velocity[i] };
            remainder[i] = if rests { kept } else { remainder[i] };
        }
    }

    /// Returns the hit of a resting body on what it touches ahead, without layer and kind of the tile. Of
    /// several tiles the larger contact wins, of equals the first.
    fn hit(&self, grid: &TileGrid, body: &Body, plan: &Plan, k: usize) -> Hit {
        let d = IVec2::new(plan.x.units[k], plan.y.units[k]);
        // The row or column ahead, without the cells beyond sides that lie on a line: these touch only a corner.
        let axis = usize::from(d.x == 0);
        let window = plan.cells(k);
        let [left, right] = self.x.of(k);
        let [top, bottom] = self.y.of(k);
        let (ahead, first, last) = if axis == 1 {
            (if d.y > 0 { window.row1 } else { window.row0 }, window.col0 + left, window.col1 - right)
        } else {
            (if d.x > 0 { window.col1 } else { window.col0 }, window.row0 + top, window.row1 - bottom)
        };
        let at =
            |cell: i32| if axis == 1 { TileCoord::new(cell, ahead) } else { TileCoord::new(ahead, cell) };
        let low = i64::from(body.position[1 - axis]);
        let size = i64::from(body.size[1 - axis]);
        let edge = i64::from(grid.tile_size()[1 - axis]);
        let mut named = at(first);
        let mut most = 0;
        // The tie rule of the sweep: the longer contact, then the first cell.
        for cell in first..=last {
            let from = i64::from(cell) * edge;
            let at = at(cell);
            let contact = (low + size).min(from + edge) - low.max(from);
            let bit = 8 * (at.row - window.row0) + at.col - window.col0;
            if plan.windows.bits[k] >> bit & 1 != 0 && contact > most {
                named = at;
                most = contact;
            }
        }
        // The hit of a motion that has gone nowhere.
        let still = Motion::new(body.position, IVec2::ZERO, Vec2::ZERO);
        let motion = Motion { struck: body.velocity, ..still };
        let unknown = (LayerId::LOWEST, TileId::FIRST);
        let found = Candidate::of_tile(axis, 0, named);
        Hit::on_whole_tile([grid.tile_size(), body.size], unknown, &found, d, &motion)
    }
}
