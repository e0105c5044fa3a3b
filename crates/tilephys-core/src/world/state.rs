//! What a step leaves behind about a body besides its numbers.

use crate::grid::{Contacts, Faces};
use crate::tile::Direction;

/// What a body touched at the end of the last step, and whether it is stuck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BodyState(u8);

const SIDES: u8 = 0b1111;
const ON_FLOOR: u8 = 1 << 4;
const STUCK: u8 = 1 << 5;

impl BodyState {
    /// What it touched. Always empty for profiles that do not track contacts.
    #[must_use]
    pub fn contacts(self) -> Contacts {
        Contacts { sides: Faces::from_bits(self.0 & SIDES) }
    }

    /// Did it stand: touch a floor, and not move away from it?
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

    /// Did it touch something on the side of `up`?
    #[must_use]
    pub fn on_ceiling(self, up: Direction) -> bool {
        self.contacts().ceiling(up)
    }

    /// Did it touch something on the sides across `up`?
    #[must_use]
    pub fn on_wall(self, up: Direction) -> bool {
        self.contacts().wall(up)
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
    pub(crate) fn with_contacts(self, contacts: Contacts, on_floor: bool) -> Self {
        BodyState(
            self.0 & !(SIDES | ON_FLOOR) | contacts.sides.to_bits() | if on_floor { ON_FLOOR } else { 0 },
        )
    }
}
