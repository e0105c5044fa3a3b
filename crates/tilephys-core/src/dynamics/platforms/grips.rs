//! Carrier selection: the mover or body that each rider follows in this step, chosen before any mover moves.
//!
//! Movers move one after the other, so a mover may come under a rider that was carried already. The carrier
//! is therefore the solid under the middle of the feet at the start of the step. A carrier beside it moves
//! the rider along up only.

use crate::dynamics::platforms::{Carrier, Grip, NearbyBodies, PushQuery, Solid};

/// Carriers of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grips {
    /// By body index: the hold of the last visit.
    list: Vec<Option<Held>>,
    round: u32,
}

/// Hold of a body on its carrier.
#[derive(Clone, Copy, Debug)]
struct Held {
    round: u32,
    grip: Grip,
    carrier: Carrier,
}

impl Grips {
    /// Finds the carriers of the bodies near solids, before any solid moves.
    pub(crate) fn find(&mut self, scene: PushQuery, near: &NearbyBodies, solids: &[Solid]) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.list.clear();
        }
        self.list.resize(scene.bodies.len(), None);
        for (number, solid) in (0..).zip(solids) {
            for &index in near.of(number).iter().filter(|index| Some(**index) != solid.index) {
                if let Some(grip) = scene.grip(solid.shape, index) {
                    self.note(index, grip, Carrier::Solid(number));
                }
            }
        }
    }

    /// Makes a solid or body the carrier of a second body, unless the second body already holds a carrier as firmly.
    pub(crate) fn note(&mut self, index: u32, grip: Grip, carrier: Carrier) {
        if self.of(index).is_none_or(|held| held.grip < grip) {
            self.list[index as usize] = Some(Held { round: self.round, grip, carrier });
        }
    }

    fn of(&self, index: u32) -> Option<&Held> {
        self.list.get(index as usize)?.as_ref().filter(|held| held.round == self.round)
    }

    /// Returns the hold of a body on a carrier, if that is its carrier in this step.
    pub(crate) fn on(&self, index: u32, carrier: Carrier) -> Option<Grip> {
        self.of(index).filter(|held| held.carrier == carrier).map(|held| held.grip)
    }

    /// Makes a colliding body the carrier of a second body for the rest of the step, if it has none. True if
    /// it is the carrier.
    pub(crate) fn claim(&mut self, index: u32, carrier: Carrier) -> bool {
        if self.of(index).is_none() {
            self.note(index, Grip::Stands, carrier);
        }
        self.on(index, carrier).is_some()
    }
}
