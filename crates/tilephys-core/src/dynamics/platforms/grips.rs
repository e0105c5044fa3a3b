//! Carrier selection: the mover or body that each rider follows in this step, chosen before any mover moves.
//!
//! Movers move one after the other, so a mover may come under a rider that was carried already. The carrier
//! is therefore the solid under the middle of the feet at the start of the step. A carrier beside it moves
//! the rider along up only.

use crate::dynamics::platforms::firm_riders::{FirmFloor, FirmRiders, FirmZone};
use crate::dynamics::platforms::nearby_bodies::NearbyBodies;
use crate::dynamics::platforms::push_context::{Carrier, Solid};
use crate::dynamics::platforms::push_query::{Grip, PushQuery};
use crate::dynamics::settings::profile::ProfileId;
use crate::dynamics::state::bodies::Bodies;
use crate::dynamics::state::body_list::BodyList;
use glam::IVec2;

/// Carriers of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grips {
    /// By body index: the hold of the last visit.
    list: Vec<Option<Held>>,
    round: u32,
    /// Bodies that stand firmly.
    pub(crate) firm: FirmRiders,
    /// Bodies that several solids are near, with these solids.
    pub(crate) shared: Vec<SharedBody>,
    /// True if no body is taken to stand firmly.
    #[cfg(test)]
    pub(crate) is_firm_off: bool,
}

/// A body, and one of several solids that are near it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SharedBody {
    pub(crate) index: u32,
    pub(crate) solid: u32,
}

/// Hold of a body on its carrier.
#[derive(Clone, Copy, Debug)]
struct Held {
    round: u32,
    grip: Grip,
    carrier: Carrier,
    /// Position of a body that [stands firmly](FirmZone::holds); it does until it leaves the position.
    firm_at: Option<IVec2>,
}

impl Grips {
    /// Selects the bodies near each solid, and finds their carriers, before any solid moves.
    ///
    /// `may_group` is false if bodies are solid.
    pub(crate) fn find(
        &mut self,
        scene: PushQuery,
        near: &mut NearbyBodies,
        solids: &[Solid],
        may_group: bool,
    ) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.list.clear();
        }
        self.list.resize(scene.bodies.len(), None);
        self.firm.begin(scene.bodies.len());
        self.shared.clear();
        for (number, solid) in (0..).zip(solids) {
            let floor = if solid.index.is_none() { scene.firm_floor(solid.shape) } else { None };
            #[cfg(test)]
            let floor = floor.filter(|_| !self.is_firm_off);
            let standing = floor.filter(|_| may_group);
            let apart = standing.and_then(|floor| Some((floor, near.apart()?)));
            let is_whole = apart.is_some_and(|(floor, list)| self.find_group(scene, floor, list));
            near.select(scene.bodies, is_whole);
            if is_whole {
                continue;
            }
            let mut are_apart = true;
            for &index in near.of(number) {
                if let Some(former) = self.firm.see(index, number) {
                    self.dissolve(scene.bodies, former, near);
                    self.shared.extend([former, number].map(|solid| SharedBody { index, solid }));
                    are_apart = false;
                }
            }
            let standing = standing.filter(|_| are_apart);
            if !standing.is_some_and(|floor| self.find_group(scene, floor, near.of(number))) {
                self.firm.add_none();
                self.find_on(scene, number, solid, floor, near.of(number));
            }
        }
    }

    /// Finds the group of firm riders of the next solid: `near` are the bodies that may be near it, and no former solid is near them.
    /// False if they are none.
    fn find_group(&mut self, scene: PushQuery, floor: FirmFloor, near: &[u32]) -> bool {
        let profiles = &scene.bodies.profile;
        let Some(id) = near.first().map(|index| profiles[*index as usize]) else {
            self.firm.add_empty();
            return true;
        };
        let list = BodyList::of(near);
        let have_profile = match list.range() {
            Some(range) => profiles[range].iter().all(|one| *one == id),
            None => near.iter().all(|index| profiles[*index as usize] == id),
        };
        let settings = scene.firm_settings(id).filter(|_| have_profile);
        let zone = settings.and_then(|of| FirmZone::of(scene.bodies, floor, of));
        zone.is_some_and(|zone| self.firm.add(&zone, list))
    }

    /// Notes the holds of the riders of a group by themselves: more than their mover may move them.
    #[cold]
    pub(crate) fn dissolve(&mut self, bodies: &Bodies, number: u32, near: &NearbyBodies) {
        if self.firm.dissolve(number) {
            for &index in near.of(number) {
                let firm_at = bodies.aabb(index as usize).map(|aabb| aabb.min);
                self.note(index, Grip::Stands, Carrier::Solid(number), firm_at);
            }
        }
    }

    /// Notes the holds of the riders of all groups by themselves, before other bodies are near solids.
    #[cold]
    pub(crate) fn dissolve_all(&mut self, bodies: &Bodies, near: &NearbyBodies) {
        for number in 0..self.firm.solids() {
            self.dissolve(bodies, number, near);
        }
    }

    /// Finds the bodies near a solid that it carries, one by one.
    fn find_on(
        &mut self,
        scene: PushQuery,
        number: u32,
        solid: &Solid,
        floor: Option<FirmFloor>,
        near: &[u32],
    ) {
        let carrier = Carrier::Solid(number);
        let mut known: Option<(ProfileId, Option<FirmZone>)> = None;
        for &index in near.iter().filter(|index| Some(**index) != solid.index) {
            let id = scene.bodies.profile[index as usize];
            if known.as_ref().is_none_or(|known| known.0 != id) {
                let settings = floor.zip(scene.firm_settings(id));
                let zone = settings.and_then(|(floor, of)| FirmZone::of(scene.bodies, floor, of));
                known = Some((id, zone));
            }
            let zone = known.as_ref().and_then(|known| known.1.as_ref());
            if zone.is_some_and(|zone| zone.holds(index)) {
                self.note(index, Grip::Stands, carrier, Some(scene.bounds(index)[0]));
            } else if let Some(grip) = scene.grip(solid.shape, index) {
                self.note(index, grip, carrier, None);
            }
        }
    }

    fn note(&mut self, index: u32, grip: Grip, carrier: Carrier, firm_at: Option<IVec2>) {
        if self.of(index).is_none_or(|held| held.grip < grip) {
            self.list[index as usize] = Some(Held { round: self.round, grip, carrier, firm_at });
        }
    }

    fn of(&self, index: u32) -> Option<&Held> {
        self.list.get(index as usize)?.as_ref().filter(|held| held.round == self.round)
    }

    /// Returns the hold of a body on a carrier, if that is its carrier in this step.
    pub(crate) fn on(&self, index: u32, carrier: Carrier) -> Option<Grip> {
        self.of(index).filter(|held| held.carrier == carrier).map(|held| held.grip)
    }

    /// True if a body at this position stands firmly on a carrier.
    pub(crate) fn is_firm(&self, index: u32, carrier: Carrier, at: IVec2) -> bool {
        self.of(index).is_some_and(|held| held.carrier == carrier && held.firm_at == Some(at))
    }

    /// Makes a colliding body the carrier of a second body for the rest of the step, if it has none. True if
    /// it is the carrier.
    pub(crate) fn claim(&mut self, index: u32, carrier: Carrier) -> bool {
        if self.of(index).is_none() {
            self.note(index, Grip::Stands, carrier, None);
        }
        self.on(index, carrier).is_some()
    }
}
