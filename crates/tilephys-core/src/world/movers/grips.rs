//! Which carrier takes a body along with all of its motion: one a step, found before any mover moves.
//!
//! While movers move one after the other, a mover may come under a rider that another mover has carried already. So the carrier under
//! the middle of the foot is noted at the start of the step, and a carrier beside it takes the body along its up only.

use super::cast::{Carrier, Solid};
use super::near::Near;
use super::reach::Scene;

/// How a body holds on to its carrier; of several carriers the firmest counts, and of equals the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grip {
    /// The carrier is under the middle of its foot, and it rises.
    Rises,
    /// It clings to the carrier with a side or with its head.
    Clings,
    /// The carrier is under the middle of its foot.
    Stands,
}

/// The carriers of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Grips {
    /// By place of a body: the last round in which a carrier was noted, and which.
    list: Vec<Option<(u32, Grip, Carrier)>>,
    round: u32,
}

impl Grips {
    /// Notes the carriers of all bodies that are near a solid, before any solid moves.
    pub(super) fn find(&mut self, scene: Scene, near: &Near, solids: &[Solid]) {
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

    /// How a body holds on to a carrier, if that carrier has it in this step.
    pub(super) fn on(&self, place: u32, carrier: Carrier) -> Option<Grip> {
        self.of(place).filter(|found| found.1 == carrier).map(|found| found.0)
    }

    /// Makes a body that collides the carrier of a second body for the rest of the step, unless that has a carrier. Returns whether
    /// it is its carrier now.
    pub(super) fn claim(&mut self, place: u32, carrier: Carrier) -> bool {
        if self.of(place).is_none() {
            self.note(place, Grip::Stands, carrier);
        }
        self.on(place, carrier).is_some()
    }
}
