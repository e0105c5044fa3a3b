//! Bodies in a snapshot; common values, such as a zero remainder, take no bytes.

use crate::aabb::Aabb;
use crate::controller::{Body, TransientState};
use crate::dynamics::{BodyId, BodyState, Lift, ProfileId, SavedState, World};
use crate::grid::ShapeId;
use crate::persistence::bytes::SaveFault;
use crate::persistence::codec::{Codec, List, Value, pack, unpack};
use crate::tile::TileId;
use glam::{IVec2, Vec2};

const FLAGS: u32 = 10;

/// Body in a snapshot, without its transient state.
#[derive(Clone, Copy)]
struct BodyRecord {
    id: BodyId,
    profile: ProfileId,
    state: BodyState,
    position: IVec2,
    size: IVec2,
    velocity: Vec2,
    remainder: Vec2,
    lift: Option<Lift>,
    solid: Option<(ShapeId, TileId)>,
}

const BODIES: List<BodyRecord> = List {
    count: "bodies.count",
    least: 16,
    empty: BodyRecord {
        id: BodyId(0),
        profile: ProfileId::DEFAULT,
        state: BodyState::EMPTY,
        position: IVec2::ZERO,
        size: IVec2::ZERO,
        velocity: Vec2::ZERO,
        remainder: Vec2::ZERO,
        lift: None,
        solid: None,
    },
};

/// Part of a world that a snapshot contains. A reader takes it from the bytes.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    /// Bodies with their indices, by ascending id; `None` for the whole world.
    pub(super) some: Option<&'a [(BodyId, usize)]>,
    /// False if all bodies have the default profile, except rejected ones.
    pub(super) has_profiles: bool,
}

impl Scope<'_> {
    pub(super) const WHOLE: Scope<'static> = Scope { some: None, has_profiles: true };

    pub(super) fn has(&self, id: BodyId) -> bool {
        self.some.is_none_or(|some| some.binary_search_by_key(&id, |entry| entry.0).is_ok())
    }

    pub(super) fn bodies<'a>(&'a self, world: &'a World) -> impl Iterator<Item = (BodyId, usize)> + 'a {
        let all = self.some.is_none().then(|| world.indices.iter());
        all.into_iter().flatten().chain(self.some.into_iter().flatten().copied())
    }

    pub(super) fn profile_of(&self, world: &World, index: usize) -> ProfileId {
        let profile = world.bodies.profile[index];
        let is_kept = self.has_profiles || profile.rejection().is_some();
        if is_kept { profile } else { ProfileId::DEFAULT }
    }
}

pub(super) fn code<C: Codec>(
    world: &World,
    scope: Scope,
    saved: &mut SavedState,
    c: &mut C,
) -> Result<(), C::Error> {
    let mut before = None;
    let profiles = world.profiles.len();
    // A record leaves out an id that follows the id before, as most ids do.
    let code_next = |body: &mut BodyRecord, c: &mut C| {
        code_body(body, before, profiles, c)?;
        before = Some(body.id);
        Ok(())
    };
    let keep = |body: BodyRecord, _| {
        let BodyRecord { id, profile, state, position, size, velocity, remainder, .. } = body;
        let saved_body = Body { position, size, velocity, remainder, memory: TransientState::NONE };
        saved.bodies.push(id, profile, state, &saved_body);
        saved.lifts.extend(body.lift);
        saved.solids.extend(body.solid.map(|(shape, tile)| (id, shape, tile)));
        Ok(())
    };
    c.list(&BODIES, present(world, &scope), code_next, keep)
}

/// Returns the bodies of a world, the shapes of solid bodies only for a snapshot of the whole world.
fn present<'a>(world: &'a World, scope: &'a Scope) -> impl Iterator<Item = BodyRecord> + 'a {
    let mut lifts = world.platforms.state.rides.list.iter().peekable();
    let solids = if scope.some.is_none() { &world.platforms.state.solids.list[..] } else { &[] };
    let mut solids = solids.iter().peekable();
    scope.bodies(world).map(move |(id, index)| {
        // All three lists ascend by id, so one pass joins them.
        while lifts.next_if(|lift| lift.body < id).is_some() {}
        while solids.next_if(|solid| solid.id < id).is_some() {}
        let solid = solids.next_if(|solid| solid.id == id);
        let solid = solid.filter(|solid| world.grid.off_grid_shape(solid.shape).is_some());
        let body = world.bodies.get(index);
        BodyRecord {
            id,
            profile: scope.profile_of(world, index),
            state: world.bodies.state[index],
            position: body.position,
            size: body.size,
            velocity: body.velocity,
            remainder: body.remainder,
            lift: lifts.next_if(|lift| lift.body == id).copied(),
            solid: solid.map(|solid| (solid.shape, solid.tile)),
        }
    })
}

/// Codes a body, relative to the id before it, for a world with this number of profiles.
#[inline(always)]
fn code_body<C: Codec>(
    body: &mut BodyRecord,
    before: Option<BodyId>,
    profiles: usize,
    c: &mut C,
) -> Result<(), C::Error> {
    let byte = c.at();
    let mut bits = flags_of(body, before);
    c.value("body.flags", &mut bits)?;
    // The first body has no id before it, from which its own could follow.
    let is_known = bits >> FLAGS == 0 && (before.is_some() || bits & 1 != 0);
    c.demand(is_known, byte, "body.flags", SaveFault::OutOfRange)?;
    let [is_far, is_wide_profile, is_wide, vx, vy, rx, ry, has_lift, has_left, is_solid] = unpack(bits);
    if C::READS {
        body.id = before.map_or(body.id, |before| BodyId(before.0.wrapping_add(1)));
    }
    c.value_if(is_far, "body.id", &mut body.id)?;
    c.demand(before.is_none_or(|before| before < body.id), byte, "body.id", SaveFault::OutOfOrder)?;
    c.value("body.state", &mut body.state)?;
    let byte = c.at();
    c.value("body.position", &mut body.position)?;
    code_size(is_wide, &mut body.size, c)?;
    code_profile(is_wide_profile, profiles, &mut body.profile, c)?;
    for (is, v) in [(vx, &mut body.velocity.x), (vy, &mut body.velocity.y)] {
        c.value_if(is, "body.velocity", v)?;
    }
    for (is, v) in [(rx, &mut body.remainder.x), (ry, &mut body.remainder.y)] {
        c.value_if(is, "body.rest", v)?;
    }
    if C::READS {
        // Adding zero turns -0 into +0.
        body.velocity += Vec2::ZERO;
        body.remainder += Vec2::ZERO;
    }
    let end = body.position.checked_add(body.size);
    let is_sound = end.is_some_and(|max| Aabb { min: body.position, max }.is_in_world());
    // Rejected bodies may be out of range, which can be the reason of the rejection.
    let is_rejected = body.profile.rejection().is_some();
    c.demand(is_sound || is_rejected, byte, "body.position", SaveFault::OutOfRange)?;
    let is_rest = body.remainder.abs().cmple(Vec2::splat(0.5)).all();
    c.demand(is_rest || is_rejected, c.at(), "body.rest", SaveFault::OutOfRange)?;
    if has_lift {
        code_lift(body, has_left, c)?;
    }
    if is_solid {
        let (mut shape, mut tile) = body.solid.unwrap_or((Value::EMPTY, TileId::EMPTY));
        c.value("solid.shape", &mut shape)?;
        c.value("solid.tile", &mut tile)?;
        // A box beyond the world has no shape in the grid.
        body.solid = Some((shape, tile)).filter(|_| is_sound);
    }
    Ok(())
}

/// Flags of the optional fields, in the order of their bits.
#[inline(always)]
fn flags_of(body: &BodyRecord, before: Option<BodyId>) -> u16 {
    let BodyRecord { id, profile, size, velocity, remainder, lift, solid, .. } = body;
    let is_next = before.is_some_and(|before| before.0.wrapping_add(1) == id.0);
    let fits = |size: i32| u16::try_from(size).is_ok();
    // Each bit marks a field that differs from its usual value. Usual fields take no bytes.
    pack([
        !is_next,
        profile.to_word() > 0xFF,
        !fits(size.x) || !fits(size.y),
        velocity.x != 0.0,
        velocity.y != 0.0,
        remainder.x != 0.0,
        remainder.y != 0.0,
        lift.is_some(),
        lift.is_some_and(|lift| lift.left),
        solid.is_some(),
    ])
}

#[inline(always)]
fn code_size<C: Codec>(is_wide: bool, size: &mut IVec2, c: &mut C) -> Result<(), C::Error> {
    if is_wide {
        return c.value("body.size", size);
    }
    let [mut x, mut y] = [size.x as u16, size.y as u16];
    c.value("body.size", &mut x)?;
    c.value("body.size", &mut y)?;
    *size = IVec2::new(x.into(), y.into());
    Ok(())
}

#[inline(always)]
fn code_profile<C: Codec>(
    is_wide: bool,
    profiles: usize,
    profile: &mut ProfileId,
    c: &mut C,
) -> Result<(), C::Error> {
    let byte = c.at();
    let mut word = profile.to_word();
    let mut low = word as u8;
    // Few worlds have more than 256 profiles, so one byte is the usual form.
    if is_wide {
        c.value("body.profile", &mut word)?;
    } else {
        c.value("body.profile", &mut low)?;
        word = low.into();
    }
    if C::READS {
        let known = ProfileId::of_word(word, profiles);
        c.demand(known.is_some(), byte, "body.profile", SaveFault::OtherWorld)?;
        *profile = known.unwrap_or_default();
    }
    Ok(())
}

fn code_lift<C: Codec>(body: &mut BodyRecord, has_left: bool, c: &mut C) -> Result<(), C::Error> {
    let empty = Lift { body: body.id, velocity: Vec2::ZERO, ticks: 0, left: has_left };
    let lift = body.lift.get_or_insert(empty);
    c.value("lift.velocity", &mut lift.velocity)?;
    c.value("lift.ticks", &mut lift.ticks)
}
