//! Sweep phase: continuous collision of every body with the grid, without regard to other bodies.
//!
//! Bodies are processed in blocks. Three branch-free passes plan translations and cells, read the cells, and
//! move the bodies with empty cells. Bodies with something near form a short list, and are swept in SIMD
//! lanes, or one by one where the lanes do not apply. In a single loop, the branch on empty cells would be
//! mispredicted for every third body.
//!
//! The phase is compiled once for each vector instruction set, and the best one of the machine is picked once
//! a phase. All compute equal integers and, operation by operation, equal floats.

use super::bodies::BodySlices;
use super::body_view::{BodyView, ViewContext};
use super::events::{EventKind, EventLog};
use super::hooks::CollisionHooks;
use super::ids::BodyId;
use super::parts::StepOutput;
use super::plan::{Plan, look, mark_rejected, move_free, plan_axis};
use super::platforms::Movers;
use super::profile::{Profile, ProfileId};
use super::resting::finish_resting;
use super::sensors::{SensorPath, Trails};
use super::side_by_side::SideBySide;
use super::sweep_one::{Noted, SweepOne, sweep_one};
use super::transient_state::Memories;
use crate::controller::{Hit, LANES};
use crate::grid::{CellRect, Contacts, Faces, TileGrid, Windows};
use crate::limits::BLOCK;
use glam::IVec2;
use pulp::{Arch, NullaryFnOnce};
use std::ops::Range;

/// Read-only context of a step.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) grid: &'a TileGrid,
    pub(crate) profiles: &'a [Profile],
    pub(crate) memories: &'a Memories,
    pub(crate) movers: &'a Movers,
    /// Collision hooks, for bodies whose profile uses them.
    pub(crate) rules: Option<&'a dyn CollisionHooks>,
    /// Selection of bodies with recorded paths.
    pub(crate) traced: SensorPath,
    /// Length of the step, in seconds.
    pub(crate) dt: f32,
}

impl<'a> Setting<'a> {
    /// Returns the grid as a body of this size sees it.
    #[inline]
    pub(super) fn body_view(&self, id: BodyId, size: IVec2, profile: &Profile) -> BodyView<'a> {
        let context = ViewContext::new(self.grid, self.movers, self.rules);
        BodyView::of(&context, (id, size), profile, self.memories.find(id))
    }

    /// True without movers, solid bodies, sensors, regions and off-grid shapes. Most worlds can then skip
    /// these tests for each body.
    pub(super) fn is_quiet(&self) -> bool {
        !self.grid.view(u32::MAX).has_off_grid() && !self.traced.any() && self.movers.is_quiet()
    }
}

/// Lists of body indices, kept to reuse their allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    /// Bodies that may touch something after the sweep, or did before.
    pub(crate) touching: Vec<Touching>,
    /// Bodies that the lanes do not support.
    refused: Vec<u32>,
    /// Hits of the bodies in lanes.
    pending: [Vec<Hit>; LANES],
}

/// Body that may touch something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touching {
    pub(crate) place: u32,
    /// Contacts with the grid, if known.
    pub(crate) contacts: Option<Contacts>,
    /// Faces that touch colliding bodies.
    pub(crate) beside: Faces,
}

impl Touching {
    /// Returns an entry for a body without contact with colliding bodies.
    pub(crate) fn new(place: u32, contacts: Option<Contacts>) -> Self {
        Touching { place, contacts, beside: Faces::NONE }
    }
}

/// Sweeps every body through the grid; records events, hits and bodies with possible contacts.
pub(crate) fn sweep_alone(setting: Setting, bodies: &mut BodySlices, notes: &mut StepOutput) {
    Arch::new().dispatch(Phase { setting, bodies, notes });
}

/// Phase in the form that is compiled for each instruction set.
struct Phase<'a, 'b> {
    setting: Setting<'a>,
    bodies: &'a mut BodySlices<'b>,
    notes: &'a mut StepOutput,
}

impl NullaryFnOnce for Phase<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        sweep_blocks(self.setting, self.bodies, self.notes);
    }
}

#[inline(always)]
fn sweep_blocks(setting: Setting, bodies: &mut BodySlices, notes: &mut StepOutput) {
    let Setting { grid, profiles, dt, .. } = setting;
    let mut plan = Plan::new();
    let StepOutput {
        log, lists: Lists { touching, refused, pending }, hits, memories, lifts, trails, ..
    } = notes;
    refused.clear();
    let mut lanes = SideBySide::new(grid, refused, pending, (log, touching));
    let sweep_one: SweepOne = if setting.is_quiet() { sweep_one::<true> } else { sweep_one::<false> };
    let are_all_plain = setting.memories.is_empty() && !grid.view(u32::MAX).has_shapes();
    for from in (0..bodies.len()).step_by(BLOCK) {
        let block = from..(from + BLOCK).min(bodies.len());
        mark_rejected(&bodies.profile[block.clone()], &mut plan.odd);
        plan_axis(&bodies.x, block.clone(), dt, grid.divisor(0), &mut plan.x, &mut plan.odd);
        plan_axis(&bodies.y, block.clone(), dt, grid.divisor(1), &mut plan.y, &mut plan.odd);
        if setting.traced.any_body() {
            keep_from_fast_paths(setting, &bodies.profile[block.clone()], &mut plan.odd);
        }
        if setting.movers.has_pushed() {
            keep_pushed_from_fast_paths(setting.movers, &bodies.id[block.clone()], &mut plan.odd);
        }
        let near = look(grid, &mut plan, block.len());
        move_free(&mut bodies.x, block.clone(), &plan.x, &plan.free);
        move_free(&mut bodies.y, block.clone(), &plan.y, &plan.free);
        leave_contacts(bodies, block.clone(), &plan.free, lanes.touching());
        let near = finish_resting(setting, bodies, block, (&mut plan, near), &mut lanes);
        for &k in &plan.near[..near] {
            let place = from + k as usize;
            let Some(profile) = profiles.get(bodies.profile[place].place()) else {
                reject(bodies, place, lanes.log(), trails);
                continue;
            };
            let (planned, mut contacts) = (plan.translation(k as usize), None);
            let cells = plan.cells(k as usize);
            let fits = Windows::<BLOCK>::can_hold(cells)
                && (are_all_plain || is_plain(&setting, bodies.id[place], cells));
            // A closure would keep the lanes out of the code that is compiled for vector instructions.
            let is_taken = match planned {
                Some(d) if fits => lanes.take_over(profile, bodies, place, d),
                _ => false,
            };
            if is_taken {
                if walks(profile) {
                    // Listed when it leaves its lane.
                    continue;
                }
            } else {
                let mut noted = Noted { log: lanes.log(), memories, lifts, trails };
                let Some(swept) = sweep_one(&setting, bodies, place, planned, &mut noted) else { continue };
                *hits += swept.hits;
                contacts = swept.contacts;
            }
            if profile.track_contacts || bodies.state[place].bits() != 0 {
                lanes.touching().push(Touching::new(place as u32, contacts));
            }
        }
    }
    lanes.finish(bodies);
    *hits += lanes.hits;
    for &place in &*refused {
        let mut noted = Noted { log, memories, lifts, trails };
        let Some(swept) = sweep_one(&setting, bodies, place as usize, None, &mut noted) else { continue };
        *hits += swept.hits;
        let profile = profiles.get(bodies.profile[place as usize].place());
        if profile.is_some_and(walks) {
            touching.push(Touching::new(place, swept.contacts));
        }
    }
}

/// True if a body has no transient state, and only whole tiles near its path. Lanes do not support other
/// shapes.
#[inline]
fn is_plain(setting: &Setting, id: BodyId, near: CellRect) -> bool {
    !setting.memories.has(id) && !setting.grid.view(u32::MAX).is_shaped_in(near)
}

/// Leaves bodies with recorded paths to the scalar path.
#[cold]
fn keep_from_fast_paths(setting: Setting, profiles: &[ProfileId], odd: &mut [i32; BLOCK]) {
    for (odd, profile) in odd.iter_mut().zip(profiles) {
        if setting.profiles.get(profile.place()).is_some_and(|profile| setting.traced.needs_scalar(profile)) {
            *odd = -1;
        }
    }
}

/// Leaves pushed bodies to the scalar path, which counts a push as part of the body's own motion.
#[cold]
fn keep_pushed_from_fast_paths(movers: &Movers, ids: &[BodyId], odd: &mut [i32; BLOCK]) {
    for (odd, id) in odd.iter_mut().zip(ids) {
        if movers.pushed(*id).is_some() {
            *odd = -1;
        }
    }
}

/// True if bodies of this profile tell floors from walls.
#[inline(always)]
fn walks(profile: &Profile) -> bool {
    profile.movement.walking().is_some()
}

/// Reports a body that was rejected before the step.
#[cold]
fn reject(bodies: &BodySlices, place: usize, log: &mut EventLog, trails: &mut Trails) {
    if let Some((field, fault)) = bodies.profile[place].rejection() {
        log.push(bodies.id[place], EventKind::Rejected { field, fault });
        trails.skip(bodies.id[place]);
    }
}

/// Lists the unobstructed bodies of a block that touched something before.
#[inline(always)]
fn leave_contacts(
    bodies: &mut BodySlices,
    block: Range<usize>,
    free: &[i32; BLOCK],
    touching: &mut Vec<Touching>,
) {
    let mut any = 0;
    for (state, free) in bodies.state[block.clone()].iter_mut().zip(free) {
        *state = state.after_sweep(*free as u8);
        any |= state.bits() & *free as u8;
    }
    if any != 0 {
        let places = block.clone().zip(&bodies.state[block]).zip(free);
        touching.extend(
            places
                .filter(|((_, s), f)| s.bits() != 0 && **f != 0)
                .map(|((p, _), _)| Touching::new(p as u32, None)),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::{Body, MoveConfig};
    use crate::dynamics::World;
    use crate::response::Response;
    use crate::tile::{Tile, TileCoord};
    use glam::{UVec2, Vec2};

    /// Room of 70 x 70 tiles, every ninth solid, with bodies that bounce and slide.
    fn crowd() -> World {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let (layer, tile) = (grid.add_layer("room"), grid.add_tile(Tile::default()));
        for at in (0..70).flat_map(|row| (0..70).map(move |col| TileCoord::new(col, row))) {
            let wall = [at.col, at.row].iter().any(|k| k % 69 == 0);
            if wall || (at.col * 31 + at.row * 17) % 9 == 0 {
                grid.set_tile(layer, at, Some(tile));
            }
        }
        let mut world = World::new(grid);
        world.gravity = Vec2::new(0.0, 500.0);
        for response in [1.0, 0.5, 0.0].map(|restitution| Response::Bounce { restitution }) {
            let movement = MoveConfig { response, ..MoveConfig::default() };
            let profile = world.add_profile(Profile { movement, report_hits: false, ..Profile::default() });
            for i in 0..700 {
                let mut body =
                    Body::new(Vec2::new((20 + i) as f32, (20 + i * 37 % 1000) as f32), Vec2::splat(4.0));
                body.velocity = Vec2::new((i * 73 % 3001 - 1500) as f32, (i * 41 % 2003 - 1000) as f32);
                world.spawn(profile, body);
            }
        }
        world
    }

    #[test]
    fn vector_and_scalar_instruction_sets_give_identical_results() {
        let (mut plain, mut best) = (crowd(), crowd());
        for step in 0..60 {
            for (world, is_plain) in [(&mut plain, true), (&mut best, false)] {
                let World { grid, profiles, bodies, memories, movers, .. } = world;
                let setting = Setting {
                    grid,
                    profiles,
                    memories,
                    movers,
                    rules: None,
                    traced: SensorPath::default(),
                    dt: 1.0 / 60.0,
                };
                let (mut slices, mut notes) = (bodies.as_slices(), StepOutput::default());
                if is_plain {
                    sweep_blocks(setting, &mut slices, &mut notes);
                } else {
                    sweep_alone(setting, &mut slices, &mut notes);
                }
                world.hits += notes.hits;
            }
            assert_eq!(plain.state_hash(), best.state_hash(), "after step {step}");
            assert_eq!(plain.hits, best.hits, "after step {step}");
        }
        assert!(plain.hits > 10_000, "only {} hits", plain.hits);
    }
}
