//! Time scale and hit stop: bodies that are slowed down, sped up, or frozen for a few ticks.
//!
//! The passes over many bodies use one step length. Bodies with their own are skipped there and moved one by
//! one.

use super::World;
use super::bodies::BodySlices;
use super::events::EventKind;
use super::hooks::CollisionHooks;
use super::ids::BodyId;
use super::parts::StepOutput;
use super::profile::{Profile, ProfileId};
use super::sensors::SensorPath;
use super::step::{commit, has_a_way, integrate};
use super::sweep::Setting;
use super::sweep_one::sweep_by_itself;
use crate::controller::is_time_scale;
use crate::fault::{Fault, Field};
use crate::fraction::Fraction;
use glam::Vec2;

/// Step output of bodies with their own time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timed {
    pub(super) notes: StepOutput,
    /// Indices of the skipped bodies, with their profiles.
    aside: Vec<(u32, ProfileId)>,
    /// Bodies that gravity makes too fast for their step, with their velocities before it.
    too_fast: Vec<(u32, Vec2)>,
}

impl World {
    /// Sets a body's time scale: 0.5 for half speed, 1 for normal. Default 1.
    ///
    /// Gravity, friction and motion are scaled, but neither the motion by movers nor timers in ticks. True if
    /// the body exists and the scale is finite and not negative; otherwise nothing changes.
    #[doc(alias = "slow motion")]
    pub fn set_time_scale(&mut self, id: BodyId, scale: f32) -> bool {
        let is_sound = self.places.get(id).is_some() && is_time_scale(scale);
        if is_sound {
            let mut memory = self.memories.get(id);
            memory.time_scale = scale + 0.0;
            self.memories.set(id, memory);
        }
        is_sound
    }

    /// Returns a body's time scale; 1 is normal.
    #[must_use]
    pub fn time_scale(&self, id: BodyId) -> Option<f32> {
        self.places.get(id).map(|_| self.memories.get(id).time_scale)
    }

    /// Freezes a body for the next `ticks` steps; 0 ends the stop. True if the body exists.
    ///
    /// Position, velocity and contacts stay. Movers still carry and push the body.
    #[doc(alias = "freeze_frames")]
    pub fn hit_stop(&mut self, id: BodyId, ticks: u8) -> bool {
        let is_there = self.places.get(id).is_some();
        if is_there {
            let mut memory = self.memories.get(id);
            memory.stop_ticks = ticks;
            self.memories.set(id, memory);
        }
        is_there
    }

    /// Returns the remaining ticks of a body's hit stop.
    #[must_use]
    pub fn stop_ticks(&self, id: BodyId) -> Option<u8> {
        self.places.get(id).map(|_| self.memories.get(id).stop_ticks)
    }

    /// Integrates the velocities of bodies with their own time, then hides them from the phase.
    pub(super) fn integrate_timed(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        self.timed.too_fast.clear();
        self.set_timed_aside(
            |world, place, own_dt| {
                let Some(own_dt) = own_dt else { return };
                let World { grid, profiles, bodies, memories, movers, timed, gravity, .. } = world;
                let setting = Setting {
                    grid,
                    profiles,
                    memories,
                    movers,
                    rules,
                    traced: SensorPath::default(),
                    dt: own_dt,
                };
                integrate(
                    setting,
                    *gravity * own_dt,
                    &mut one_of(bodies.as_slices(), place),
                    &mut timed.notes,
                );
                let before = timed.notes.too_fast.drain(..).map(|(_, before)| (place as u32, before));
                timed.too_fast.extend(before);
            },
            dt,
        );
    }

    /// Sweeps bodies with their own time, then hides them from the phase.
    pub(super) fn sweep_timed(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        self.set_timed_aside(
            |world, place, own_dt| {
                let World { grid, profiles, bodies, memories, movers, timed, .. } = world;
                let traced = SensorPath::of(grid, profiles);
                let Some(dt) = own_dt else {
                    let profile = &profiles[bodies.profile[place].place()];
                    return stand_still(&bodies.as_slices(), place, (profile, traced), &mut timed.notes);
                };
                let setting = Setting { grid, profiles, memories, movers, rules, traced, dt };
                sweep_by_itself(setting, &mut bodies.as_slices(), place, &mut timed.notes);
            },
            dt,
        );
    }

    /// Hides bodies with their own time from a phase. First calls `work` for each with a profile, with the
    /// length of its step or `None` if frozen.
    fn set_timed_aside(&mut self, mut work: impl FnMut(&mut World, usize, Option<f32>), dt: f32) {
        if self.memories.is_empty() {
            return;
        }
        let mut aside = std::mem::take(&mut self.timed.aside);
        let World { memories, places, bodies, .. } = self;
        let found = memories.timed().filter_map(|(id, _)| places.get(id));
        aside.extend(found.map(|place| (place as u32, bodies.profile[place])));
        for &(place, profile) in &aside {
            let place = place as usize;
            let own_dt = self.memories.own_dt(self.bodies.id[place], dt);
            if profile.place() < self.profiles.len() {
                work(self, place, own_dt);
            }
            // A rejected body keeps its id, so that the phase reports the rejection.
            if profile.rejection().is_none() {
                self.bodies.profile[place] = ProfileId::ASIDE;
            }
        }
        self.timed.aside = aside;
    }

    pub(super) fn bring_timed_back(&mut self) {
        for (place, profile) in self.timed.aside.drain(..) {
            self.bodies.profile[place as usize] = profile;
        }
    }

    /// Ends the step of bodies with their own time.
    pub(super) fn commit_timed(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        let World { grid, profiles, bodies, memories, movers, timed, .. } = self;
        let slices = &mut bodies.as_slices();
        for (place, before) in timed.too_fast.drain(..) {
            let place = place as usize;
            let (now, own_dt) = (slices.get(place).velocity, memories.own_dt(slices.id[place], dt));
            if own_dt.is_some_and(|dt| !has_a_way(now.x, dt) || !has_a_way(now.y, dt)) {
                (slices.x.velocity[place], slices.y.velocity[place]) = (before.x, before.y);
            }
        }
        commit(
            Setting { grid, profiles, memories, movers, rules, traced: SensorPath::default(), dt },
            slices,
            &mut timed.notes,
        );
    }
}

/// Steps a frozen body: sensors see its position, and a non-finite velocity is reported.
fn stand_still(
    bodies: &BodySlices,
    place: usize,
    (profile, traced): (&Profile, SensorPath),
    notes: &mut StepOutput,
) {
    let (id, body) = (bodies.id[place], bodies.get(place));
    // The tile under it does not change.
    notes.trails.skip(id);
    if !body.velocity.is_finite() {
        let (field, fault) = (Field::Velocity, Fault::NotFinite);
        notes.log.push(id, EventKind::Rejected { field, fault });
    } else if traced.may_be(profile) {
        notes.trails.note(id, [body.position; 2], Fraction::ZERO, Fraction::ONE);
    }
}

/// Returns the slice of one body.
fn one_of(bodies: BodySlices, place: usize) -> BodySlices {
    bodies.split_at(place).1.split_at(1).0
}
