//! Moving-platform phases of the step: movers and solid bodies.

use super::World;
use super::bodies::Bodies;
use super::bodies::BodySlices;
use super::hooks::CollisionHooks;
use super::platforms::{Leaving, Stage};
use super::profile::{Profile, ProfileId};
use super::sensors::{SensorPath, Trails, Walker};
use super::step::commit;
use super::sweep::Setting;
use super::sweep_one::sweep_by_itself;
use crate::controller::Body;
use crate::fraction::Fraction;
use glam::IVec2;

impl World {
    /// Adds the lift velocity to bodies that jump off a carrier.
    pub(super) fn add_lift_velocity(&mut self) {
        let World { profiles, bodies, places, memories, movers, .. } = self;
        movers.rides.jump(Leaving { profiles, bodies, places, memories });
    }

    /// Moves movers by id, then solid bodies, the lowest first.
    pub(super) fn move_platforms(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        let World { grid, profiles, bodies, memories, movers, senses, log, solid_notes, .. } = self;
        let ignored = &self.ignored;
        if movers.store.is_empty() && movers.solids.is_empty() {
            return;
        }
        let traced = SensorPath::of(grid, profiles);
        let carried = &mut senses.carried;
        let mut stage = Stage { grid, profiles, bodies, memories, log, rules, ignored, carried, traced, dt };
        movers.move_all(&mut stage);
        let order = movers.settling_order(&stage);
        for &index in &order {
            movers.look_again(&stage);
            let place = movers.solids.list[index as usize].place as usize;
            let Some(dt) = memories.own_dt(stage.bodies.id[place], dt) else {
                solid_notes.trails.skip(stage.bodies.id[place]);
                continue;
            };
            let setting = Setting { grid: stage.grid, profiles, memories, movers, rules, traced, dt };
            let before = solid_notes.trails.mark();
            let body = stage.bodies.get(place);
            let start = sweep_by_itself(setting, &mut stage.bodies.as_slices(), place, solid_notes);
            let from = movers.put_out(&mut stage, index, (start, body.position));
            if let Some(corner) = movers.move_solid_body(&mut stage, index, from) {
                movers.keep_stuck(&mut stage, index, start);
                let setting = Setting { grid: stage.grid, profiles, memories, movers, rules, traced, dt };
                solid_notes.trails.rewind(before);
                note_way(setting, stage.bodies, (place, body), corner, &mut solid_notes.trails);
            }
        }
        movers.end_settling(order);
        // Contacts are found again: a solid body may stop before the end of its sweep, and may be moved
        // afterwards.
        solid_notes.lists.touching.iter_mut().for_each(|touching| touching.contacts = None);
    }

    /// Hides the solid bodies, which have moved, from the sweep phase.
    pub(super) fn set_solids_aside(&mut self) {
        self.aside.clear();
        for solid in &self.movers.solids.list {
            let profile = &mut self.bodies.profile[solid.place as usize];
            self.aside.push(std::mem::replace(profile, ProfileId::ASIDE));
        }
    }

    pub(super) fn bring_solids_back(&mut self) {
        for (solid, profile) in self.movers.solids.list.iter().zip(self.aside.drain(..)) {
            self.bodies.profile[solid.place as usize] = profile;
        }
    }

    /// Ends squishes after all motion: a body outside its pusher collides with it again.
    pub(super) fn end_squishes(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        let World { grid, profiles, bodies, memories, movers, places, senses, log, .. } = self;
        let ignored = &self.ignored;
        if !movers.squishes.is_empty() {
            let (carried, traced) = (&mut senses.carried, SensorPath::default());
            let mut stage =
                Stage { grid, profiles, bodies, memories, log, rules, ignored, carried, traced, dt };
            movers.end_squishes(&mut stage, places);
        }
    }

    /// Ends the step of bodies that were solved in islands.
    pub(super) fn commit_pairs(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        let World { grid, profiles, bodies, memories, movers, pairs, .. } = self;
        if !pairs.notes.lists.touching.is_empty() {
            let setting =
                Setting { grid, profiles, memories, movers, rules, traced: SensorPath::default(), dt };
            commit(setting, &mut bodies.as_slices(), &mut pairs.notes);
        }
    }

    /// Ends the step of solid bodies, and of bodies that movers carried and crushed.
    pub(super) fn commit_solids(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        let World { grid, profiles, bodies, memories, movers, places, notes, solid_notes, timed, .. } = self;
        let traced = SensorPath::default();
        if !movers.solids.is_empty() {
            let setting = Setting { grid, profiles, memories, movers, rules, traced, dt };
            commit(setting, &mut bodies.as_slices(), solid_notes);
        }
        for notes in notes.iter_mut().chain([solid_notes, &mut timed.notes]) {
            movers.rides.add(&mut notes.lifts, profiles, bodies, places);
        }
        if !movers.rides.is_empty() {
            movers.rides.age(|lift| {
                let ticks = lift.ticks.saturating_sub(u8::from(!memories.is_stopped(lift.body)));
                if places.get(lift.body).is_some() { ticks } else { 0 }
            });
            movers.rides.fall(Leaving { profiles, bodies, places, memories });
        }
    }
}

/// Records the path of a stopped solid body for sensors: from `body` to a corner, and to its final position.
fn note_way(
    setting: Setting,
    bodies: &Bodies,
    (place, body): (usize, Body),
    corner: IVec2,
    trails: &mut Trails,
) {
    let Some(profile) = setting.profiles.get(bodies.profile[place].place()) else { return };
    if !setting.traced.may_be(profile) {
        return;
    }
    let (id, now, config) = (bodies.id[place], bodies.get(place), &profile.movement);
    let mut way = trails.begin(body.position);
    way.tread(corner, Fraction::from_bits(Fraction::ONE.to_bits() / 2));
    let own = setting.body_view(id, body.size, profile);
    let view = own.view();
    let body = Body { memory: setting.memories.get(id), ..body };
    let walker = Walker { id, body, config, view, velocity: now.velocity };
    trails.end(&walker, (way, now.position), (profile, setting.traced));
}

/// Returns the upward speed of the floor under a body, in px/s.
#[cold]
pub(super) fn floor_rise(setting: &Setting, profile: &Profile, bodies: &BodySlices, place: usize) -> f32 {
    let body = bodies.get(place);
    let own = setting.body_view(bodies.id[place], body.size, profile);
    let floor = own.view().surface_under(&body, &profile.movement);
    floor.map_or(0.0, |floor| floor.lift.dot(profile.movement.up.vector().as_vec2()))
}
