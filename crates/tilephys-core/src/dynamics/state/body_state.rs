//! Contact state of a body at the end of a step.

use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::grid::{Contacts, Faces};
use std::fmt;

/// Contacts of a body at the end of the last step, and its stuck flag.
///
/// The default is the state of a body that the game has placed: contacts are unknown until the next step finds them.
#[doc(alias = "contact")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyState(u8);

const SIDES: u8 = 0b1111;
const ON_FLOOR: u8 = 1 << 4;
const STUCK: u8 = 1 << 5;
/// Shift of the up direction, which is stored with contacts only.
const UP: u32 = 6;
/// Up direction without contacts, which no step leaves: the game has placed the body.
const PLACED: u8 = 0b11 << UP;

impl BodyState {
    /// No contacts.
    pub const NONE: BodyState = BodyState(0);

    /// Returns the contact faces. Empty if contacts are not tracked, or if the body passes through everything.
    #[must_use]
    pub fn contacts(self) -> Contacts {
        Contacts { sides: Faces(self.0 & SIDES) }
    }

    /// True if the body stood on a floor: touched it without moving away. Always false if contacts are not tracked.
    #[doc(alias = "is_on_floor")]
    #[must_use]
    #[doc(alias = "grounded")]
    pub fn on_floor(self) -> bool {
        self.has_floor_bit() && !self.is_placed()
    }

    /// True if the body is inside a solid without an exit within one tile.
    #[must_use]
    pub fn stuck(self) -> bool {
        self.0 & STUCK != 0
    }

    /// True if the body touched a ceiling: a face on its up side.
    #[doc(alias = "is_on_ceiling")]
    #[must_use]
    pub fn on_ceiling(self) -> bool {
        self.contacts().ceiling(self.up())
    }

    /// True if the body touched a wall: a face on either side across its up.
    #[doc(alias = "is_on_wall")]
    #[must_use]
    pub fn on_wall(self) -> bool {
        self.contacts().wall(self.up())
    }

    /// True if the game has placed the body since the last step, so that its contacts are not known yet.
    #[must_use]
    #[inline(always)]
    pub fn is_placed(self) -> bool {
        self.0 & (PLACED | SIDES) == PLACED
    }

    /// Returns the state of a body that the game has placed elsewhere. Keeps whether the body stood on a floor, for the event
    /// of its end.
    #[must_use]
    pub fn placed(self) -> Self {
        BodyState(self.0 & ON_FLOOR | PLACED)
    }

    /// Returns the state of a body whose box the game may have changed: [`placed`](Self::placed) if the body has moved without a
    /// change of size, or with one to where its old box was not. A body that grows or shrinks on the spot, as by crouching, keeps
    /// its state.
    #[must_use]
    pub fn after_edit(self, before: &Aabb, after: &Aabb) -> Self {
        let is_resized = before.size() != after.size();
        let is_elsewhere = if is_resized { !before.overlaps(*after) } else { before.min != after.min };
        if is_elsewhere { self.placed() } else { self }
    }

    /// True if the last step left the body on a floor, also if the game has placed the body since.
    pub(crate) fn has_floor_bit(self) -> bool {
        self.0 & ON_FLOOR != 0
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

    /// Returns the state after the sweep. `free` is all ones if nothing is near, else zero: then no contact holds the body.
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
        let sides = contacts.sides.0;
        // Without contacts the state is zero, so the next step has nothing to clear.
        let up = if sides != 0 { (up as u8) << UP } else { 0 };
        BodyState(kept | sides | if on_floor { ON_FLOOR } else { 0 } | up)
    }
}

impl Default for BodyState {
    fn default() -> Self {
        BodyState::NONE.placed()
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
