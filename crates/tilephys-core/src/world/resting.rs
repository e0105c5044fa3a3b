//! Bodies at rest: those that do not move in a step, or only into whole tiles that they touch already.
//!
//! Where such a body ends is where it begins, and the cells within a unit of its motion, which its plan has read, tell all
//! that it touches. So nothing is swept. What is noted about it is what the lanes and the scalar path would note.

use super::bodies::{AxisSlices, BodySlices};
use super::events::EventKind;
use super::plan::{AxisPlan, Plan};
use super::profile::{Profile, ProfileId};
use super::side_by_side::{SideBySide, lane_response};
use super::sweep_alone::{Setting, Touching};
use crate::constants::BLOCK;
use crate::direction::Direction;
use crate::grid::{CellRect, Contacts, Window};
use crate::movement::{Actor, Candidate, Hit, Motion};
use crate::tile::TileCoord;
use glam::{IVec2, Vec2};

/// Ends the step of the bodies at rest among the `near` of a block, whose first body is in place `from`. Returns how many
/// are left to be moved.
#[inline(always)]
pub(super) fn settle(
    setting: Setting,
    bodies: &mut BodySlices,
    from: usize,
    (plan, near): (&mut Plan, usize),
    lanes: &mut SideBySide,
) -> usize {
    if plan.has_still() { settle_each(setting, bodies, from, (plan, near), lanes) } else { near }
}

/// The same for a block in which there may be some.
#[inline(never)]
fn settle_each(
    setting: Setting,
    bodies: &mut BodySlices,
    from: usize,
    (plan, near): (&mut Plan, usize),
    lanes: &mut SideBySide,
) -> usize {
    let mut known: Option<(ProfileId, Option<Settings>)> = None;
    let mut left = 0;
    for i in 0..near.min(BLOCK) {
        let k = plan.near[i] as usize & (BLOCK - 1);
        let place = from + k;
        let mut rests = false;
        if plan.is_still(k) {
            let id = bodies.profile[place];
            let settings = match known {
                Some((of, settings)) if of == id => settings,
                _ => Settings::of(setting, id),
            };
            known = Some((id, settings));
            rests = settings
                .is_some_and(|settings| settle_one(setting, settings, bodies, (plan, from, k), lanes));
        }
        plan.near[left & (BLOCK - 1)] = k as u32;
        left += usize::from(!rests);
    }
    left
}

/// What resting needs of a profile whose hits lanes can take.
#[derive(Clone, Copy)]
struct Settings<'a> {
    profile: &'a Profile,
    restitution: f32,
    rest_speed: f32,
}

impl<'a> Settings<'a> {
    fn of(setting: Setting<'a>, id: ProfileId) -> Option<Self> {
        let profile = setting.profiles.get(id.place())?;
        let (restitution, rest_speed) = lane_response(profile, setting.grid)?;
        Some(Settings { profile, restitution, rest_speed })
    }

    /// Is that the end of a speed that leads into a face, as `Motion::respond` has it?
    #[inline(always)]
    fn comes_to_rest(&self, speed: f32) -> bool {
        self.restitution < 1.0 && (speed * self.restitution).abs() < self.rest_speed
    }
}

/// A side of a body on an axis: does it lie on a line of the grid?
#[derive(Clone, Copy)]
struct OnLine {
    low: bool,
    high: bool,
}

impl OnLine {
    /// `None` if the body moves away from where it is, or back.
    #[inline(always)]
    fn of(
        axis: &AxisSlices,
        plan: &AxisPlan,
        settings: &Settings,
        (place, k): (usize, usize),
        edge: i32,
    ) -> Option<Self> {
        let (units, speed) = (plan.units[k], axis.velocity[place]);
        // Exact where the products wrap: the lines are less than 2^32 away.
        let low = (plan.first[k] + 1).wrapping_mul(edge) == axis.at[place];
        let high = plan.last[k].wrapping_mul(edge) == axis.at[place] + axis.size[place];
        let stays = if units > 0 { high && speed > 0.0 } else { low && speed < 0.0 };
        (units == 0 || stays && settings.comes_to_rest(speed)).then_some(OnLine { low, high })
    }
}

/// Ends the step of a body with no translation on one axis at least, if it is at rest.
#[inline(always)]
fn settle_one(
    setting: Setting,
    settings: Settings,
    bodies: &mut BodySlices,
    (plan, from, k): (&Plan, usize, usize),
    lanes: &mut SideBySide,
) -> bool {
    let (place, tile) = (from + k, setting.grid.tile_size());
    let Some(x) = OnLine::of(&bodies.x, &plan.x, &settings, (place, k), tile.x) else { return false };
    let Some(y) = OnLine::of(&bodies.y, &plan.y, &settings, (place, k), tile.y) else { return false };
    let Some(window) = plan.window(setting.grid, k) else { return false };
    let grown = plan.cells(k);
    let own = CellRect {
        col0: grown.col0 + i32::from(x.low),
        row0: grown.row0 + i32::from(y.low),
        col1: grown.col1 - i32::from(x.high),
        row1: grown.row1 - i32::from(y.high),
    };
    let contacts = Contacts::in_window(window, grown, own);
    let d = IVec2::new(plan.x.units[k], plan.y.units[k]);
    let axis = usize::from(d.x == 0);
    let hits = d != IVec2::ZERO;
    if hits && !contacts.sides.has(Direction::along(axis, d[axis] > 0))
        || window.has_any(grown, own)
        || setting.memories.has(bodies.id[place])
    {
        return false;
    }
    if hits && settings.profile.report_hits {
        let found = widest(setting, bodies, place, (window, grown, own), d);
        let body = bodies.get(place);
        let actor = Actor::new(
            setting.grid.view(settings.profile.movement.mask),
            body.size,
            &settings.profile.movement,
        );
        let motion = Motion::new(body.position, IVec2::ZERO, Vec2::ZERO);
        let hit = Hit::new(&actor, &found, d, &motion);
        lanes.log().push(bodies.id[place], EventKind::Hit(hit));
    }
    lanes.hits += u64::from(hits);
    stop(&mut bodies.x, &plan.x, place, k);
    stop(&mut bodies.y, &plan.y, place, k);
    touch(settings.profile, bodies, place, contacts, lanes);
    true
}

/// Velocity and rest of a body that stays where it is on an axis.
#[inline(always)]
fn stop(axis: &mut AxisSlices, plan: &AxisPlan, place: usize, k: usize) {
    let hits = plan.units[k] != 0;
    // Adding zero turns -0 into +0.
    axis.velocity[place] = if hits { 0.0 } else { axis.velocity[place] + 0.0 };
    axis.rest[place] = if hits { 0.0 } else { plan.rest[k] };
}

/// Takes over what a body touches; lists it if that is news.
#[inline(always)]
fn touch(
    profile: &Profile,
    bodies: &mut BodySlices,
    place: usize,
    contacts: Contacts,
    lanes: &mut SideBySide,
) {
    let state = bodies.state[place].with_stuck(false);
    bodies.state[place] = state;
    if profile.track_contacts || state.bits() != 0 {
        lanes.touching().push(Touching { place: place as u32, contacts: Some(contacts) });
    }
}

/// Of the tiles that a body touches ahead that which is to be named: the one with the larger contact, of equals the first.
fn widest(
    setting: Setting,
    bodies: &BodySlices,
    place: usize,
    (window, grown, own): (Window, CellRect, CellRect),
    d: IVec2,
) -> Candidate {
    let body = bodies.get(place);
    let axis = usize::from(d.x == 0);
    let along = 1 - axis;
    let edge = i64::from(setting.grid.tile_size()[along]);
    let (low, high) = (i64::from(body.position[along]), i64::from(body.position[along] + body.size[along]));
    let ahead = |low, high| if d[axis] > 0 { high } else { low };
    let (first, last, ahead) = if axis == 1 {
        (own.col0, own.col1, ahead(grown.row0, grown.row1))
    } else {
        (own.row0, own.row1, ahead(grown.col0, grown.col1))
    };
    let (mut best, mut most) = (first, 0);
    for cell in first..=last {
        let (col, row) = if axis == 1 { (cell, ahead) } else { (ahead, cell) };
        let from = low.max(i64::from(cell) * edge);
        let to = high.min(i64::from(cell) * edge + edge);
        if window.has(col, row) && to - from > most {
            (best, most) = (cell, to - from);
        }
    }
    let (col, row) = if axis == 1 { (best, ahead) } else { (ahead, best) };
    Candidate::of_tile(axis, 0, TileCoord::new(col, row))
}
