//! Values of the engine with one field name: numbers, points, ids, tiles, obstacles, polygons. Paths: mode, easing and waypoints.

use super::bytes::{Reader, SaveError, SaveFault, TypeName, Writer};
use super::codec::{Codec, List, Value};
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::dynamics::{BodyId, BodyState, MoverId};
use crate::grid::{Obstacle, RegionId, ShapeId};
use crate::limits::{MAX_CORNERS, MAX_LAYERS};
use crate::path::{Easing, Path, PathMode, PathStart, Waypoint};
use crate::shape::Polygon;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};
use std::borrow::Cow;
use std::num::NonZeroU16;

/// Numbers, the lowest byte first.
macro_rules! numbers {
    ($($name:ident)*) => {$(
        impl Value for $name {
            const EMPTY: Self = 0 as $name;

            #[inline(always)]
            fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
                let mut bytes = self.to_le_bytes();
                c.bytes(field, &mut bytes)?;
                if C::READS {
                    *self = $name::from_le_bytes(bytes);
                }
                Ok(())
            }
        }
    )*};
}

numbers! { u8 u16 u32 u64 i32 f32 }

impl Value for bool {
    const EMPTY: Self = false;

    fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
        let byte = c.at();
        let mut bits = u8::from(*self);
        c.value(field, &mut bits)?;
        *self = bits == 1;
        c.demand(bits <= 1, byte, field, SaveFault::OutOfRange)
    }
}

/// Ids, as their number.
macro_rules! ids {
    ($($name:ident)*) => {$(
        impl Value for $name {
            const EMPTY: Self = $name(0);

            #[inline(always)]
            fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
                c.value(field, &mut self.0)
            }
        }
    )*};
}

ids! { BodyId MoverId ShapeId RegionId }

/// Structs, as their fields under one name.
macro_rules! fields {
    ($($name:ident $empty:expr, $($field:ident)*;)*) => {$(
        impl Value for $name {
            const EMPTY: Self = $empty;

            #[inline(always)]
            fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
                $(c.value(field, &mut self.$field)?;)*
                Ok(())
            }
        }
    )*};
}

fields! {
    IVec2 IVec2::ZERO, x y;
    Vec2 Vec2::ZERO, x y;
    TileCoord TileCoord { col: 0, row: 0 }, col row;
    Obstacle Obstacle::NONE, layer tile cell off_grid;
}

impl Value for BodyState {
    const EMPTY: Self = BodyState::NONE;

    #[inline(always)]
    fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
        let mut bits = self.bits();
        c.value(field, &mut bits)?;
        if C::READS {
            *self = BodyState::of_bits(bits);
        }
        Ok(())
    }
}

impl Value for LayerId {
    const EMPTY: Self = LayerId::LOWEST;

    fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
        let byte = c.at();
        c.value(field, &mut self.0)?;
        c.demand(self.index() < MAX_LAYERS, byte, field, SaveFault::OutOfRange)
    }
}

/// A kind of tile, or 0 for none.
impl Value for Option<TileId> {
    const EMPTY: Self = None;

    #[inline(always)]
    fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
        let mut word = self.map_or(0, |tile| tile.0.get());
        c.value(field, &mut word)?;
        if C::READS {
            *self = NonZeroU16::new(word).map(TileId);
        }
        Ok(())
    }
}

impl Value for TileId {
    const EMPTY: Self = TileId(NonZeroU16::MIN);

    #[inline(always)]
    fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
        let byte = c.at();
        let mut tile = Some(*self);
        c.value(field, &mut tile)?;
        match tile {
            Some(tile) => *self = tile,
            None => c.refuse(SaveError { byte, field, fault: SaveFault::OutOfRange })?,
        }
        Ok(())
    }
}

/// An off-grid shape; the greatest number for none.
impl Value for Option<ShapeId> {
    const EMPTY: Self = None;

    fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
        let mut word = self.map_or(u32::MAX, |shape| shape.0);
        c.value(field, &mut word)?;
        if C::READS {
            *self = Some(word).filter(|word| *word != u32::MAX).map(ShapeId);
        }
        Ok(())
    }
}

impl Value for Direction {
    const EMPTY: Self = Direction::Up;

    fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
        c.kind(field, self, &Direction::ALL)
    }
}

impl Value for Option<Polygon> {
    const EMPTY: Self = None;

    fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
        let mut is_some = self.is_some();
        c.value(field, &mut is_some)?;
        if is_some { code_polygon(field, self, c) } else { Ok(()) }
    }
}

impl Value for TypeName {
    const EMPTY: Self = TypeName::NONE;

    fn code<C: Codec>(&mut self, field: &'static str, c: &mut C) -> Result<(), C::Error> {
        let byte = c.at();
        let mut bytes = [0; Self::MAX];
        let mut len = self.as_str().len() as u8;
        bytes[..self.as_str().len()].copy_from_slice(self.as_str().as_bytes());
        c.value(field, &mut len)?;
        let error = SaveError { byte, field, fault: SaveFault::OutOfRange };
        // The length is compared with the buffer before any byte is read.
        let Some(bytes) = bytes.get_mut(..usize::from(len)) else { return c.refuse(error) };
        for byte in &mut *bytes {
            c.value(field, byte)?;
        }
        // The bytes are checked again, because a forged name may not be text.
        match TypeName::new(bytes) {
            Some(name) => *self = name,
            None => c.refuse(error)?,
        }
        Ok(())
    }
}

pub(super) fn code_polygon<C: Codec>(
    field: &'static str,
    polygon: &mut Option<Polygon>,
    c: &mut C,
) -> Result<(), C::Error> {
    let byte = c.at();
    let own = polygon.as_ref().map_or(&[][..], Polygon::corners);
    let mut corners = [IVec2::ZERO; MAX_CORNERS];
    let mut count = own.len() as u8;
    corners[..own.len()].copy_from_slice(own);
    c.value(field, &mut count)?;
    let error = SaveError { byte, field, fault: SaveFault::OutOfRange };
    // The number is compared with the greatest polygon before any corner is read.
    let Some(corners) = corners.get_mut(..usize::from(count)) else { return c.refuse(error) };
    for corner in &mut *corners {
        c.value(field, corner)?;
    }
    if C::READS {
        *polygon = Polygon::try_new(corners).ok();
        c.demand(polygon.is_some(), byte, field, SaveFault::OutOfRange)?;
    }
    Ok(())
}

pub(super) fn code_box<C: Codec>(
    aabb: &mut Aabb,
    [min, max]: [&'static str; 2],
    c: &mut C,
) -> Result<(), C::Error> {
    c.value(min, &mut aabb.min)?;
    c.value(max, &mut aabb.max)
}

const MODES: [PathMode; 3] = [PathMode::Loop, PathMode::PingPong, PathMode::Once];
const STARTS: [PathStart; 3] = [PathStart::AtOnce, PathStart::Ridden, PathStart::RiddenEachRound];
const EASINGS: [Easing; 4] = [Easing::Linear, Easing::In, Easing::Out, Easing::InOut];
const WAYPOINTS: List<Waypoint> =
    List { count: "path.waypoints", least: 16, empty: Waypoint { at: IVec2::ZERO, wait: 0, ticks: 0 } };

impl Path {
    /// Writes the path, for a driver that stores paths as components.
    pub fn save(&self, w: &mut Writer) {
        let Ok(()) = code_waypoints(&mut Some(Cow::Borrowed(self)), w);
    }

    /// Reads what [`save`](Self::save) has written.
    ///
    /// # Errors
    /// If the bytes are cut short or are no path.
    pub fn load(r: &mut Reader) -> Result<Self, SaveError> {
        let byte = r.position();
        let mut path = None;
        code_waypoints(&mut path, r)?;
        path.map(Cow::into_owned).ok_or_else(|| not_a_path(byte))
    }
}

fn not_a_path(byte: usize) -> SaveError {
    SaveError { byte, field: "path.waypoints", fault: SaveFault::OutOfRange }
}

/// Codes a path; a reader makes it from its waypoints.
pub(super) fn code_waypoints<C: Codec>(record: &mut Option<Cow<Path>>, c: &mut C) -> Result<(), C::Error> {
    let path = record.as_deref();
    let mut easing = path.map_or(EASINGS[0], Path::easing);
    // Both in one byte: paths that start at once have the bytes of paths without a start.
    let mut both = path.map_or(0, |path| path.start() as u8 * MODES.len() as u8 + path.mode() as u8);
    let byte = c.at();
    c.value("path.mode", &mut both)?;
    let [index, starts] = [usize::from(both) % MODES.len(), usize::from(both) / MODES.len()];
    let Some(read) = STARTS.get(starts) else {
        return c.refuse(SaveError { byte, field: "path.mode", fault: SaveFault::OutOfRange });
    };
    let mode = MODES[index];
    let start = *read;
    c.kind("path.easing", &mut easing, &EASINGS)?;
    let byte = c.at();
    let mut read = Vec::new();
    let present = path.map_or(&[][..], Path::waypoints).iter().copied();
    let keep = |waypoint, _| {
        read.push(waypoint);
        Ok(())
    };
    c.list(&WAYPOINTS, present, code_waypoint, keep)?;
    if C::READS {
        // A path keeps sums of its legs. A reader makes them anew, which checks the waypoints too.
        match Path::new(&read, mode, easing) {
            Ok(path) => *record = Some(Cow::Owned(path.starting(start))),
            Err(_) => return c.refuse(not_a_path(byte)),
        }
    }
    Ok(())
}

fn code_waypoint<C: Codec>(waypoint: &mut Waypoint, c: &mut C) -> Result<(), C::Error> {
    c.value("waypoint.at", &mut waypoint.at)?;
    c.value("waypoint.wait", &mut waypoint.wait)?;
    c.value("waypoint.ticks", &mut waypoint.ticks)
}
