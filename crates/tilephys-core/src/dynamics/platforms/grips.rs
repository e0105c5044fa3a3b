//! Carrier selection: the mover or body that each rider follows in this step, chosen before any mover moves.
//!
//! PlatformSolver move one after the other, so a mover may come under a rider that was carried already. The carrier
//! is therefore the solid under the middle of the feet at the start of the step. A carrier beside it moves
//! the rider along up only.

use crate::dynamics::platforms::nearby_bodies::NearbyBodies;
use crate::dynamics::platforms::push_context::{Carrier, Solid};
use crate::dynamics::platforms::push_query::{Grip, PushQuery};

/// Carriers of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grips {
    /// By body index: last round of a visit, with hold and carrier.
    list: Vec<Option<(u32, Grip, Carrier)>>,
    round: u32,
}

impl Grips {
    /// Finds the carriers of all bodies near a solid, before any solid moves.
    pub(crate) fn find(&mut self, scene: PushQuery, near: &NearbyBodies, solids: &[Solid]) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.list.clear();
        }
        self.list.resize(scene.bodies.len(), None);
        for (number, solid) in (0..).zip(solids) {
            for &place in near.of(number).iter().filter(|place| Some(**place) != solid.place) {
                if let Some(grip) = scene.grip(solid.shape, place) {
                    self.note(place, grip, Carrier::Solid(number));
                }
            }
        }
    }

    fn note(&mut self, place: u32, grip: Grip, carrier: Carrier) {
        if self.of(place).is_none_or(|(old, _)| old < grip) {
            self.list[place as usize] = Some((self.round, grip, carrier));
        }
    }

    fn of(&self, place: u32) -> Option<(Grip, Carrier)> {
        let found = self.list.get(place as usize).copied().flatten();
        found.filter(|found| found.0 == self.round).map(|(_, grip, carrier)| (grip, carrier))
    }

    /// Returns the hold of a body on a carrier, if that is its carrier in this step.
    pub(crate) fn on(&self, place: u32, carrier: Carrier) -> Option<Grip> {
        self.of(place).filter(|found| found.1 == carrier).map(|found| found.0)
    }

    /// Makes a colliding body the carrier of a second body for the rest of the step, if it has none. True if
    /// it is the carrier.
    pub(crate) fn claim(&mut self, place: u32, carrier: Carrier) -> bool {
        if self.of(place).is_none() {
            self.note(place, Grip::Stands, carrier);
        }
        self.on(place, carrier).is_some()
    }
}
