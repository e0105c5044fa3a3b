//! What many bodies have in common.

use super::movers::Riding;
use super::pairs::Collide;
use crate::fault::{Fault, Field};
use crate::movement::MoveConfig;
use crate::response::Response;
use crate::tile::TileId;
use glam::Vec2;

/// Settings shared by bodies of one sort: the player, a bullet, a crate. Bodies refer to one by its [`ProfileId`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Profile {
    /// What is solid to it, which way is up, what a hit does.
    pub movement: MoveConfig,
    /// Factor of the world's gravity, finite. A velocity that becomes infinite by it is reported, and the body skipped.
    pub gravity_scale: f32,
    /// Greatest speed on each axis, in px/s, applied before the game sets velocities. Not negative; infinite for none.
    pub max_speed: Vec2,
    /// Report each hit as an event. Without it hits are only counted.
    pub report_hits: bool,
    /// Ask the game's [rules](crate::Rules) what it meets and what it does at hits.
    pub ask_rules: bool,
    /// Find out after each step what the body touches, and report when a floor begins and ends. Without it the body's
    /// [state](crate::BodyState) says that it touches nothing.
    pub track_contacts: bool,
    /// How the body takes to movers: how it is carried, what it leaves with, what crushing does.
    pub riding: Riding,
    /// What the body is made of for others, if it is solid to them: a kind of tile of the world's grid, whose category and
    /// material count. Others stand on it and are carried along; it stops at what is in its way. All bodies whose
    /// [mask](crate::MoveConfig::mask) has the tile's category meet it, and no others: [`collide`](Self::collide) counts for
    /// nothing then.
    pub solid: Option<TileId>,
    /// What the body is to [regions](crate::Region::mask), to bodies that sense others, and to those that
    /// [collide](Collide::mask) with it: a bit each.
    pub category: u32,
    /// How it collides with other bodies; `None` if it passes through all of them. Without effect for a body that is
    /// [solid](Self::solid): that is met as a tile, and pushes as a mover.
    pub collide: Option<Collide>,
    /// The categories of other bodies that its box senses: they are reported when they [come in](crate::EventKind::Enter)
    /// and when they leave, both swept along their ways. 0 for none. A body that senses others, or that is sensed by some
    /// body, costs more: its whole way is noted.
    pub sensor: u32,
    /// Report each [tile](crate::EventKind::TileEnter) that the body walks over. It costs a look at the floor at each border
    /// of a cell.
    pub report_tiles: bool,
}

impl Default for Profile {
    /// Slides on everything, falls as the world says, has no limit of speed, reports all.
    fn default() -> Self {
        Profile {
            movement: MoveConfig::default(),
            gravity_scale: 1.0,
            max_speed: Vec2::INFINITY,
            report_hits: true,
            ask_rules: false,
            track_contacts: true,
            riding: Riding::default(),
            solid: None,
            category: 1,
            collide: None,
            sensor: 0,
            report_tiles: false,
        }
    }
}

impl Profile {
    /// The first number that is NaN or out of range, and which of the two it is; `None` if all are sound.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        let (scale, speed) = (self.gravity_scale, self.max_speed);
        Fault::unless(scale.is_finite(), false, Field::GravityScale)
            .or_else(|| Fault::of_limit(Field::MaxSpeed, speed.x))
            .or_else(|| Fault::of_limit(Field::MaxSpeed, speed.y))
            .or_else(|| self.movement.fault())
            .or_else(|| self.riding.fault())
            .or_else(|| self.collide.and_then(|collide| collide.fault().or_else(|| self.rebound_fault())))
    }

    /// Between bodies a rebound that gains speed would not end.
    fn rebound_fault(&self) -> Option<(Field, Fault)> {
        match self.movement.response {
            Response::Bounce { restitution } => Fault::unless(restitution <= 1.0, true, Field::Restitution),
            _ => None,
        }
    }

    /// # Panics
    /// If a number is NaN or out of range.
    pub(crate) fn validate(&self) {
        if let Some((field, fault)) = self.fault() {
            panic!("{field} {fault}: {self:?}");
        }
    }
}

/// A profile of one world, as given by [`World::add_profile`](crate::World::add_profile).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ProfileId(u32);

/// Set in ids that stand for no profile: negative as `i32`, which the vector passes test.
const REJECTING: u32 = 1 << 31;

impl ProfileId {
    /// The default [`Profile`], which every world has.
    pub const DEFAULT: ProfileId = ProfileId(0);

    /// No profile, but the reason why a body has none: a step skips it, changes nothing about it, and reports it as
    /// [`Rejected`](crate::EventKind::Rejected). For drivers that take bodies from elsewhere and find them unsound.
    #[must_use]
    pub fn rejecting(field: Field, fault: Fault) -> Self {
        ProfileId(REJECTING | (field as u32) << 8 | fault as u32)
    }

    /// In place of the profile of a body that a phase is not about.
    pub(super) const ASIDE: ProfileId = ProfileId(u32::MAX);

    /// What [`rejecting`](Self::rejecting) was given.
    #[must_use]
    pub fn rejection(self) -> Option<(Field, Fault)> {
        if self == ProfileId::ASIDE {
            return None;
        }
        let [fault, field, ..] = self.0.to_le_bytes().map(usize::from);
        (self.0 & REJECTING != 0).then(|| (Field::ALL[field], Fault::ALL[fault]))
    }

    /// # Panics
    /// If there are 2^31 profiles already.
    pub(crate) fn of_place(place: usize) -> Self {
        let id = u32::try_from(place).ok().filter(|id| id & REJECTING == 0);
        ProfileId(id.expect("a world holds at most 2^31 profiles"))
    }

    pub(crate) fn to_word(self) -> u32 {
        self.0
    }

    /// One of `profiles`, or one that rejects for a reason that there is.
    pub(crate) fn of_word(word: u32, profiles: usize) -> Option<Self> {
        let [fault, field, high, top] = word.to_le_bytes().map(usize::from);
        let rejects = word & REJECTING != 0 && high == 0 && top == 0x80;
        let is_reason = field < Field::ALL.len() && fault < Fault::ALL.len();
        let is_known = (word as usize) < profiles && word & REJECTING == 0;
        (is_known || rejects && is_reason).then_some(ProfileId(word))
    }

    /// The place in a list of profiles; of a rejecting one beyond its end.
    #[inline(always)]
    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }

    /// Negative for a rejecting one.
    #[inline(always)]
    pub(crate) fn sign(self) -> i32 {
        self.0 as i32
    }
}
