//! Carrier selection: the mover or body that each rider follows in this step, chosen before any mover moves.
//!
//! Movers move one after the other, so a mover may come under a rider that was carried already. The carrier
//! is therefore the solid under the middle of the feet at the start of the step. A carrier beside it moves
//! the rider along up only.

use crate::dynamics::platforms::nearby_bodies::NearbyBodies;
use crate::dynamics::platforms::push_context::{Carrier, Solid};
use crate::dynamics::platforms::push_query::{FirmSettings, Grip, PushQuery};
use crate::dynamics::settings::profile::ProfileId;
use glam::IVec2;

/// Carriers of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grips {
    /// By body index: the hold of the last visit.
    list: Vec<Option<Held>>,
    round: u32,
    /// True if no body is taken to stand firmly.
    #[cfg(test)]
    pub(crate) is_firm_off: bool,
}

/// Hold of a body on its carrier.
#[derive(Clone, Copy, Debug)]
struct Held {
    round: u32,
    grip: Grip,
    carrier: Carrier,
    /// Position of a body that [stands firmly](PushQuery::stands_firmly); it does until it leaves the position.
    firm_at: Option<IVec2>,
}

impl Grips {
    /// Finds the carriers of all bodies near a solid, before any solid moves.
    pub(crate) fn find(&mut self, scene: PushQuery, near: &NearbyBodies, solids: &[Solid]) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.list.clear();
        }
        self.list.resize(scene.bodies.len(), None);
        let mut known: Option<(ProfileId, Option<FirmSettings>)> = None;
        for (number, solid) in (0..).zip(solids) {
            let carrier = Carrier::Solid(number);
            let floor = if solid.place.is_none() { scene.firm_floor(solid.shape) } else { None };
            #[cfg(test)]
            let floor = floor.filter(|_| !self.is_firm_off);
            for &place in near.of(number).iter().filter(|place| Some(**place) != solid.place) {
                let id = scene.bodies.profile[place as usize];
                let settings = match known {
                    Some((of, settings)) if of == id => settings,
                    _ => scene.firm_settings(id),
                };
                known = Some((id, settings));
                let firm = floor.zip(settings);
                if firm.is_some_and(|(floor, settings)| scene.stands_firmly(floor, settings, place)) {
                    self.note(place, Grip::Stands, carrier, Some(scene.bounds(place)[0]));
                } else if let Some(grip) = scene.grip(solid.shape, place) {
                    self.note(place, grip, carrier, None);
                }
            }
        }
    }

    fn note(&mut self, place: u32, grip: Grip, carrier: Carrier, firm_at: Option<IVec2>) {
        if self.of(place).is_none_or(|held| held.grip < grip) {
            self.list[place as usize] = Some(Held { round: self.round, grip, carrier, firm_at });
        }
    }

    fn of(&self, place: u32) -> Option<&Held> {
        self.list.get(place as usize)?.as_ref().filter(|held| held.round == self.round)
    }

    /// Returns the hold of a body on a carrier, if that is its carrier in this step.
    pub(crate) fn on(&self, place: u32, carrier: Carrier) -> Option<Grip> {
        self.of(place).filter(|held| held.carrier == carrier).map(|held| held.grip)
    }

    /// True if a body at this position stands firmly on a carrier.
    pub(crate) fn is_firm(&self, place: u32, carrier: Carrier, at: IVec2) -> bool {
        self.of(place).is_some_and(|held| held.carrier == carrier && held.firm_at == Some(at))
    }

    /// Makes a colliding body the carrier of a second body for the rest of the step, if it has none. True if
    /// it is the carrier.
    pub(crate) fn claim(&mut self, place: u32, carrier: Carrier) -> bool {
        if self.of(place).is_none() {
            self.note(place, Grip::Stands, carrier, None);
        }
        self.on(place, carrier).is_some()
    }
}
