//! What a step leaves behind about a body besides its numbers.

use crate::direction::Direction;
use crate::grid::{Contacts, Faces};
use std::fmt;

/// What a body touched at the end of the last step, and whether it is stuck.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyState(u8);

const SIDES: u8 = 0b1111;
const ON_FLOOR: u8 = 1 << 4;
const STUCK: u8 = 1 << 5;
/// Where the direction of up begins, kept with contacts only.
const UP: u32 = 6;

impl BodyState {
    /// What it touched. Always nothing for bodies whose contacts are not tracked, and those that pass through everything.
    #[must_use]
    pub fn contacts(self) -> Contacts {
        Contacts { sides: Faces::from_bits(self.0 & SIDES) }
    }

    /// Did it stand: touch a floor, and not move away from it? Never if its contacts are not tracked.
    #[must_use]
    #[doc(alias = "grounded")]
    pub fn on_floor(self) -> bool {
        self.0 & ON_FLOOR != 0
    }

    /// Is it inside something solid, with no exit within one tile?
    #[must_use]
    pub fn stuck(self) -> bool {
        self.0 & STUCK != 0
    }

    /// Did it touch something over it: on the side that is up for it?
    #[must_use]
    pub fn on_ceiling(self) -> bool {
        self.contacts().ceiling(self.up())
    }

    /// Did it touch something on either side across its up?
    #[must_use]
    pub fn on_wall(self) -> bool {
        self.contacts().wall(self.up())
    }

    fn up(self) -> Direction {
        Direction::ALL[usize::from(self.0 >> UP)]
    }

    pub(crate) fn of_bits(bits: u8) -> Self {
        BodyState(bits)
    }

    pub(crate) fn bits(self) -> u8 {
        self.0
    }

    /// After the sweep, `free` being all ones if nothing is near and else zero: then nothing holds the body.
    #[inline(always)]
    pub(crate) fn after_sweep(self, free: u8) -> Self {
        BodyState(self.0 & !(free & STUCK))
    }

    #[inline]
    pub(crate) fn with_stuck(self, stuck: bool) -> Self {
        BodyState(if stuck { self.0 | STUCK } else { self.0 & !STUCK })
    }

    #[inline]
    pub(crate) fn with_contacts(self, contacts: Contacts, on_floor: bool, up: Direction) -> Self {
        let kept = self.0 & STUCK;
        let sides = contacts.sides.to_bits();
        // Nothing is left of a body that touches nothing: so it costs nothing in the next step.
        let up = if sides != 0 { (up as u8) << UP } else { 0 };
        BodyState(kept | sides | if on_floor { ON_FLOOR } else { 0 } | up)
    }
}

impl fmt::Debug for BodyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BodyState")
            .field("on_floor", &self.on_floor())
            .field("on_wall", &self.on_wall())
            .field("on_ceiling", &self.on_ceiling())
            .field("stuck", &self.stuck())
            .finish()
    }
}
