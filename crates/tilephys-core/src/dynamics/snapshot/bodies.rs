//! Serialization of bodies; common values, such as a zero remainder, take no bytes.

use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::controller::{Body, TransientState};
use crate::dynamics::World;
use crate::dynamics::ids::BodyId;
use crate::dynamics::platforms::Lift;
use crate::dynamics::profile::ProfileId;
use crate::dynamics::state::BodyState;
use crate::grid::ShapeId;
use crate::tile::TileId;
use glam::{IVec2, Vec2};

/// Body in a snapshot.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavedBody {
    pub(super) id: BodyId,
    pub(super) profile: ProfileId,
    pub(super) state: BodyState,
    /// Body without its transient state.
    pub(super) body: Body,
    pub(super) lift: Option<Lift>,
    /// Shape of a solid body, and its tile kind.
    pub(super) solid: Option<(ShapeId, TileId)>,
}

/// Flags of the optional fields.
const OTHER_ID: u16 = 1;
const WIDE_PROFILE: u16 = 1 << 1;
const WIDE_SIZE: u16 = 1 << 2;
const VELOCITY: [u16; 2] = [1 << 3, 1 << 4];
const REST: [u16; 2] = [1 << 5, 1 << 6];
const LIFT: u16 = 1 << 7;
const HAS_LEFT: u16 = 1 << 8;
const SOLID: u16 = 1 << 9;
const ALL: u16 = (1 << 10) - 1;
/// Minimum bytes of a body.
const LEAST: usize = 16;

impl SavedBody {
    /// Writes a body, relative to the previous id.
    fn write(&self, before: Option<BodyId>, w: &mut Writer) {
        let SavedBody { id, profile, state, body, lift, solid } = *self;
        let flag = |is: bool, flag: u16| if is { flag } else { 0 };
        let is_next = before.is_some_and(|before| before.0.wrapping_add(1) == id.0);
        let (word, fits) = (profile.to_word(), |size: i32| u16::try_from(size).is_ok());
        let mut flags = flag(!is_next, OTHER_ID)
            | flag(word > 0xFF, WIDE_PROFILE)
            | flag(!fits(body.size.x) || !fits(body.size.y), WIDE_SIZE)
            | flag(lift.is_some(), LIFT)
            | flag(lift.is_some_and(|lift| lift.left), HAS_LEFT)
            | flag(solid.is_some(), SOLID);
        for k in [0, 1] {
            flags |= flag(body.velocity[k] != 0.0, VELOCITY[k]) | flag(body.remainder[k] != 0.0, REST[k]);
        }
        w.u16(flags);
        if flags & OTHER_ID != 0 {
            w.u32(id.0);
        }
        w.u8(state.bits());
        w.point(body.position);
        if flags & WIDE_SIZE != 0 {
            w.point(body.size);
        } else {
            w.u16(body.size.x as u16);
            w.u16(body.size.y as u16);
        }
        if flags & WIDE_PROFILE != 0 {
            w.u32(word);
        } else {
            w.u8(word as u8);
        }
        for (v, flag) in (body.velocity.to_array().into_iter().zip(VELOCITY))
            .chain(body.remainder.to_array().into_iter().zip(REST))
        {
            if flags & flag != 0 {
                w.f32(v);
            }
        }
        if let Some(lift) = lift {
            w.vec(lift.velocity);
            w.u8(lift.ticks);
        }
        if let Some((shape, tile)) = solid {
            w.u32(shape.0);
            w.u16(TileId::to_word(Some(tile)));
        }
    }

    /// Reads the body after id `before`, for a world with this number of profiles.
    fn read(before: Option<BodyId>, profiles: usize, r: &mut Reader) -> Result<Self, SaveError> {
        let byte = r.at;
        let flags = r.u16("body.flags")?;
        Reader::demand(flags & !ALL == 0, byte, "body.flags", SaveFault::OutOfRange)?;
        let id = match before {
            _ if flags & OTHER_ID != 0 => BodyId(r.u32("body.id")?),
            Some(before) => BodyId(before.0.wrapping_add(1)),
            None => return Reader::fault(byte, "body.flags", SaveFault::OutOfRange),
        };
        Reader::demand(before.is_none_or(|b| b < id), byte, "body.id", SaveFault::OutOfOrder)?;
        let state = BodyState::of_bits(r.u8("body.state")?);
        let at = r.at;
        let position = r.point("body.position")?;
        let size = if flags & WIDE_SIZE != 0 {
            r.point("body.size")?
        } else {
            IVec2::new(r.u16("body.size")?.into(), r.u16("body.size")?.into())
        };
        let byte = r.at;
        let wide = flags & WIDE_PROFILE != 0;
        let word = if wide { r.u32("body.profile")? } else { r.u8("body.profile")?.into() };
        let Some(profile) = ProfileId::of_word(word, profiles) else {
            return Reader::fault(byte, "body.profile", SaveFault::OtherWorld);
        };
        let mut number = |flag: u16, field| if flags & flag != 0 { r.f32(field) } else { Ok(0.0) };
        // Adding zero turns -0 into +0.
        let velocity =
            Vec2::new(number(VELOCITY[0], "body.velocity")?, number(VELOCITY[1], "body.velocity")?);
        let rest = Vec2::new(number(REST[0], "body.rest")?, number(REST[1], "body.rest")?);
        let (velocity, rest) = (velocity + Vec2::ZERO, rest + Vec2::ZERO);
        let body = Body { position, size, velocity, remainder: rest, memory: TransientState::NONE };
        // Rejected bodies may be out of range, which can be the reason of the rejection.
        let is_sound = size.x > 0 && size.y > 0 && body.is_in_world();
        let may_be = is_sound || profile.rejection().is_some();
        Reader::demand(may_be, at, "body.position", SaveFault::OutOfRange)?;
        let is_rest = rest.x.abs() <= 0.5 && rest.y.abs() <= 0.5 || profile.rejection().is_some();
        Reader::demand(is_rest, r.at, "body.rest", SaveFault::OutOfRange)?;
        let lift = Self::read_lift(id, flags, r)?;
        let solid = Self::read_solid(flags, r)?.filter(|_| is_sound);
        Ok(SavedBody { id, profile, state, body, lift, solid })
    }

    fn read_lift(body: BodyId, flags: u16, r: &mut Reader) -> Result<Option<Lift>, SaveError> {
        if flags & LIFT == 0 {
            return Ok(None);
        }
        let (velocity, ticks) = (r.vec("lift.velocity")?, r.u8("lift.ticks")?);
        Ok(Some(Lift { body, velocity, ticks, left: flags & HAS_LEFT != 0 }))
    }

    fn read_solid(flags: u16, r: &mut Reader) -> Result<Option<(ShapeId, TileId)>, SaveError> {
        if flags & SOLID == 0 {
            return Ok(None);
        }
        let shape = ShapeId(r.u32("solid.shape")?);
        let byte = r.at;
        let Some(tile) = TileId::of_word(r.u16("solid.tile")?) else {
            return Reader::fault(byte, "solid.tile", SaveFault::OutOfRange);
        };
        Ok(Some((shape, tile)))
    }
}

/// Selection of body data to write.
pub(super) struct BodyScope<F> {
    /// True to write grid shapes too.
    pub(super) is_whole: bool,
    /// Maps profile ids.
    pub(super) profile_of: F,
}

/// Writes bodies by ascending id.
pub(super) fn write<F: Fn(ProfileId) -> ProfileId>(
    world: &World,
    places: impl Iterator<Item = (BodyId, usize)>,
    scope: &BodyScope<F>,
    w: &mut Writer,
) {
    let (count_at, mut count) = (w.count_later(), 0);
    let (mut before, mut lifts) = (None, world.movers.rides.list.iter().peekable());
    let mut solids = world.movers.solids.list.iter().peekable();
    for (id, place) in places {
        while lifts.next_if(|lift| lift.body < id).is_some() {}
        while solids.next_if(|solid| solid.id < id).is_some() {}
        let lift = lifts.next_if(|lift| lift.body == id).copied();
        let solid = solids.next_if(|solid| solid.id == id && scope.is_whole);
        let solid = solid.filter(|solid| world.grid.off_grid_shape(solid.shape).is_some());
        let (profile, state) = ((scope.profile_of)(world.bodies.profile[place]), world.bodies.state[place]);
        let body = world.bodies.get(place);
        let solid = solid.map(|solid| (solid.shape, solid.tile));
        SavedBody { id, profile, state, body, lift, solid }.write(before, w);
        (before, count) = (Some(id), count + 1);
    }
    w.count(count_at, count);
}

/// Reads bodies into `list`.
pub(super) fn read(world: &World, list: &mut Vec<SavedBody>, r: &mut Reader) -> Result<(), SaveError> {
    let count = r.count(LEAST, "bodies.count")?;
    list.reserve(count);
    let mut before = None;
    for _ in 0..count {
        let saved = SavedBody::read(before, world.profiles.len(), r)?;
        before = Some(saved.id);
        list.push(saved);
    }
    Ok(())
}
