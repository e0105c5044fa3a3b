//! Body definitions: settings that many bodies share.

use crate::controller::MoveConfig;
use crate::direction::Direction;
use crate::dynamics::settings::{BodyCollision, RideSettings};
use crate::fault::{Fault, Field};
use crate::response::Response;
use crate::tile::TileId;
use glam::Vec2;

/// Settings shared by bodies of one kind: the player, a bullet, a crate. Bodies refer to a profile by [`ProfileId`].
///
/// ```
/// use glam::{UVec2, Vec2};
/// use tilephys_core::{Body, Profile, TileGrid, World};
///
/// let mut world = World::new(TileGrid::new(UVec2::splat(16)));
/// world.gravity = Vec2::new(0.0, 900.0);
/// let bat = world.add_profile(Profile { gravity_scale: 0.0, ..Profile::default() });
/// let bat = world.spawn(bat, Body::new(Vec2::new(40.0, 40.0), Vec2::splat(8.0)));
/// world.step(1.0 / 60.0);
/// assert_eq!(world.body(bat).unwrap().position_px().y, 40.0);
/// ```
#[doc(alias("body definition", "material"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Profile {
    /// Movement settings: collision mask, up direction and hit response.
    pub movement: MoveConfig,
    /// Factor of the world's gravity, finite, unitless. Default 1.
    ///
    /// A velocity that becomes infinite by it is reported, and the body is skipped.
    pub gravity_scale: f32,
    /// Maximum speed on each axis, in px/s; applied before the game sets velocities. Not negative; infinite
    /// for none. Default infinite.
    pub max_speed: Vec2,
    /// True if each hit is reported as an event; otherwise hits are only counted. Default true.
    #[doc(alias = "contact_monitor")]
    pub report_hits: bool,
    /// True if the [collision hooks](crate::CollisionHooks) decide about its obstacles and its hits. Default false.
    pub use_hooks: bool,
    /// True if contacts are found after each step, and floor events reported. Default true.
    ///
    /// Otherwise the [state](crate::BodyState) of the body has no contacts.
    pub track_contacts: bool,
    /// Riding settings: how moving platforms carry the body, its velocity when it leaves, and squish policy.
    pub riding: RideSettings,
    /// Tile kind of a solid body, with category and material; `None` for a body that is not solid. Default `None`.
    ///
    /// A solid body is a platform: it carries bodies that stand on it, and stops at obstacles. Bodies whose
    /// [mask](crate::MoveConfig::mask) has the tile's category collide with it; [`collide`](Self::collide) has no effect then.
    pub solid: Option<TileId>,
    /// Category bits of the body, for [regions](crate::Region::mask), sensors of bodies and [collision
    /// masks](BodyCollision::mask). Default 1.
    #[doc(alias = "collision_layer")]
    pub category: u32,
    /// Collision with other bodies; `None` to pass through all of them. Default `None`.
    ///
    /// Without effect for a [solid](Self::solid) body: it acts as a tile, and pushes as a mover.
    pub collide: Option<BodyCollision>,
    /// Category bits of bodies that its box senses as a trigger; 0 for none. Default 0.
    ///
    /// [Entry](crate::EventKind::Enter) and exit are found along the trajectories of both. Sensing and sensed
    /// bodies cost more: their whole trajectory is recorded.
    #[doc(alias("trigger", "area"))]
    pub sensor: u32,
    /// True if each [tile](crate::EventKind::TileEnter) under the body's feet is reported. Default false.
    ///
    /// Costs a floor query at each cell border.
    pub report_tiles: bool,
}

impl Default for Profile {
    /// Slides on everything, has normal gravity and no speed limit, and reports hits and contacts.
    fn default() -> Self {
        Profile {
            movement: MoveConfig::default(),
            gravity_scale: 1.0,
            max_speed: Vec2::INFINITY,
            report_hits: true,
            use_hooks: false,
            track_contacts: true,
            riding: RideSettings::default(),
            solid: None,
            category: 1,
            collide: None,
            sensor: 0,
            report_tiles: false,
        }
    }
}

impl Profile {
    /// Returns the first number that is NaN or out of range with its fault, or `None` if all are valid.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        let scale = self.gravity_scale;
        let speed = self.max_speed;
        Fault::unless(scale.is_finite(), false, Field::GravityScale)
            .or_else(|| Fault::of_limit(Field::MaxSpeed, speed.x))
            .or_else(|| Fault::of_limit(Field::MaxSpeed, speed.y))
            .or_else(|| self.movement.fault())
            .or_else(|| self.riding.fault())
            .or_else(|| self.collide.and_then(|collide| collide.fault().or_else(|| self.rebound_fault())))
    }

    /// Rejects restitution above 1 between bodies: rebounds that gain speed would not end.
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

impl Profile {
    /// True for a body that some bodies meet on one side only.
    pub(crate) fn is_one_way_platform(&self) -> bool {
        self.collide.is_some_and(|collide| collide.one_way.is_some() || collide.carries != 0)
    }

    pub(crate) fn collides_with(&self, other: &Profile) -> bool {
        let are_colliders = self.is_collider() && other.is_collider();
        are_colliders && (self.masks_match(other) || self.carries(other) || other.carries(self))
    }

    fn masks_match(&self, other: &Profile) -> bool {
        let sees = |a: &Profile, b: &Profile| a.collide.is_some_and(|collide| collide.mask & b.category != 0);
        sees(self, other) && sees(other, self)
    }

    /// True if bodies of the other profile can stand on a body of this one, which carries them.
    pub(crate) fn carries(&self, rider: &Profile) -> bool {
        self.collide.is_some_and(|collide| collide.carries & rider.category != 0)
    }

    /// True if two bodies that collide do so on this side of the first body, the opposite side of the other.
    #[inline]
    pub(crate) fn is_solid_on(&self, side: Direction, other: &Profile) -> bool {
        let carriage = |profile: &Profile| profile.collide.map_or(0, |collide| collide.carries);
        let is_open = |profile: &Profile, side: Direction| {
            profile.collide.and_then(|collide| collide.one_way).is_none_or(|open| open == side)
        };
        let are_open = is_open(self, side) && is_open(other, side.opposite());
        // Nearly no body carries others.
        if carriage(self) | carriage(other) == 0 {
            return are_open;
        }
        are_open && self.masks_match(other)
            || self.carries(other) && other.movement.up == side
            || other.carries(self) && self.movement.up == side.opposite()
    }

    /// True if two bodies that collide do so on some sides only. They may be inside each other.
    pub(crate) fn has_open_sides(&self, other: &Profile) -> bool {
        let is_one_way = |profile: &Profile| profile.collide.is_some_and(|collide| collide.one_way.is_some());
        let is_carriage = self.is_one_way_platform() || other.is_one_way_platform();
        is_carriage && (is_one_way(self) || is_one_way(other) || !self.masks_match(other))
    }

    /// True if other bodies may stand on bodies of this profile: it is solid, or collides with bodies.
    #[must_use]
    pub fn is_floor(&self) -> bool {
        self.solid.is_some() || self.is_collider()
    }

    /// True if a body of the other profile may stand on a body of this one, which is not solid.
    #[must_use]
    pub fn holds(&self, rider: &Profile) -> bool {
        self.collides_with(rider) && self.is_solid_on(rider.movement.up, rider)
    }

    /// True if bodies of this profile collide with other bodies. Solid bodies are obstacles of the grid instead.
    pub(crate) fn is_collider(&self) -> bool {
        self.collide.is_some() && self.solid.is_none() && self.movement.response != Response::PassThrough
    }
}

/// Id of a profile of one world, from [`World::add_profile`](crate::World::add_profile).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ProfileId(u32);

/// Bit of ids without a profile: negative as `i32`, which the vectorized passes test.
const REJECTING: u32 = 1 << 31;

impl ProfileId {
    /// Id of the default [`Profile`], which every world has.
    pub const DEFAULT: ProfileId = ProfileId(0);

    /// Returns an id without a profile, which stands for the reason of a rejection.
    ///
    /// A step skips such a body and reports it as [`Rejected`](crate::EventKind::Rejected). For drivers whose
    /// own storage has invalid bodies.
    #[must_use]
    pub fn rejecting(field: Field, fault: Fault) -> Self {
        ProfileId(REJECTING | (field as u32) << 8 | fault as u32)
    }

    /// Returns the arguments of [`rejecting`](Self::rejecting), or `None` for a profile.
    #[must_use]
    pub fn rejection(self) -> Option<(Field, Fault)> {
        let [fault, field, ..] = self.0.to_le_bytes().map(usize::from);
        (self.0 & REJECTING != 0).then(|| (Field::ALL[field], Fault::ALL[fault]))
    }

    /// # Panics
    /// If there are 2^31 profiles already.
    pub(crate) fn of_place(index: usize) -> Self {
        let id = u32::try_from(index).ok().filter(|id| id & REJECTING == 0);
        ProfileId(id.expect("a world holds at most 2^31 profiles"))
    }

    pub(crate) fn to_word(self) -> u32 {
        self.0
    }

    /// Parses an id: an index below `profiles`, or a rejection with a valid reason.
    pub(crate) fn of_word(word: u32, profiles: usize) -> Option<Self> {
        let [fault, field, high, top] = word.to_le_bytes().map(usize::from);
        let rejects = word & REJECTING != 0 && high == 0 && top == 0x80;
        let is_reason = field < Field::ALL.len() && fault < Fault::ALL.len();
        let is_known = (word as usize) < profiles && word & REJECTING == 0;
        (is_known || rejects && is_reason).then_some(ProfileId(word))
    }

    /// Returns the index in the list of profiles; beyond its end for a rejecting id.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub(crate) fn sign(self) -> i32 {
        self.0 as i32
    }
}
