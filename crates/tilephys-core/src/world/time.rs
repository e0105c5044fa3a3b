//! Bodies whose time goes otherwise than the world's: slowed down, sped up, or stopped for a few ticks.
//!
//! They are set aside while the others are moved together, and moved one by one with a length of the step of their own, so
//! that the passes over many bodies know one length only.

use super::World;
use super::bodies::BodySlices;
use super::events::EventKind;
use super::ids::BodyId;
use super::parts::Notes;
use super::profile::{Profile, ProfileId};
use super::rules::Rules;
use super::sensors::Traced;
use super::step::{commit, has_a_way, integrate};
use super::sweep_alone::Setting;
use super::sweep_one::sweep_by_itself;
use crate::fault::{Fault, Field};
use crate::fraction::Fraction;
use crate::movement::is_time_scale;
use glam::Vec2;

/// What a step notes about such bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timed {
    pub(super) notes: Notes,
    /// Places of those that are set aside, and their profiles.
    aside: Vec<(u32, ProfileId)>,
    /// Those that gravity makes too fast for their step, with their velocities before it.
    too_fast: Vec<(u32, Vec2)>,
}

impl World {
    /// Sets how fast a body's own time goes beside the world's: 0.5 for half as fast, 1 as usual. Gravity, friction and its
    /// motion follow it; what movers do to it does not, nor does what it remembers in ticks. Returns whether there is such a
    /// body and the scale is finite and not negative; else nothing is changed.
    pub fn set_time_scale(&mut self, id: BodyId, scale: f32) -> bool {
        let is_sound = self.places.get(id).is_some() && is_time_scale(scale);
        if is_sound {
            let mut memory = self.memories.get(id);
            memory.time_scale = scale + 0.0;
            self.memories.set(id, memory);
        }
        is_sound
    }

    /// How fast a body's own time goes; 1 is usual.
    #[must_use]
    pub fn time_scale(&self, id: BodyId) -> Option<f32> {
        self.places.get(id).map(|_| self.memories.get(id).time_scale)
    }

    /// Stops a body for the next `ticks` steps, 0 for letting it go on: it keeps its place, velocity and contacts. Movers carry
    /// and push it meanwhile. Returns whether there is such a body.
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

    /// Steps for which a body is stopped still.
    #[must_use]
    pub fn stop_ticks(&self, id: BodyId) -> Option<u8> {
        self.places.get(id).map(|_| self.memories.get(id).stop_ticks)
    }

    /// Integrates the velocities of timed bodies, and sets them aside.
    pub(super) fn integrate_timed(&mut self, dt: f32, rules: Option<&dyn Rules>) {
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
                    traced: Traced::default(),
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

    /// Moves timed bodies, and sets them aside.
    pub(super) fn sweep_timed(&mut self, dt: f32, rules: Option<&dyn Rules>) {
        self.set_timed_aside(
            |world, place, own_dt| {
                let World { grid, profiles, bodies, memories, movers, timed, .. } = world;
                let traced = Traced::of(grid, profiles);
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

    /// Sets timed bodies aside, after `work` for those among them that have a profile. It is told the length of their step, if
    /// they have any time.
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
            // One without a profile is to be reported as such.
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

    /// The end of the step for timed bodies.
    pub(super) fn commit_timed(&mut self, dt: f32, rules: Option<&dyn Rules>) {
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
            Setting { grid, profiles, memories, movers, rules, traced: Traced::default(), dt },
            slices,
            &mut timed.notes,
        );
    }
}

/// The step of a body that is stopped: it is sensed where it is, and a velocity that is not finite is reported.
fn stand_still(bodies: &BodySlices, place: usize, (profile, traced): (&Profile, Traced), notes: &mut Notes) {
    let (id, body) = (bodies.id[place], bodies.get(place));
    // What it stands on stays as it is.
    notes.trails.skip(id);
    if !body.velocity.is_finite() {
        let (field, fault) = (Field::Velocity, Fault::NotFinite);
        notes.log.push(id, EventKind::Rejected { field, fault });
    } else if traced.may_be(profile) {
        notes.trails.note(id, [body.position; 2], Fraction::ZERO, Fraction::ONE);
    }
}

/// The body in a place.
fn one_of(bodies: BodySlices, place: usize) -> BodySlices {
    bodies.split_at(place).1.split_at(1).0
}
