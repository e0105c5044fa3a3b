//! Serialization of characters: settings and state, field by field.

use crate::config::{Assist, FastFall, Feel, Jump, Run, SurfaceFeel};
use crate::moves::{Climb, Crouch, Dash, Ledge, Swim, WallJump, WallSlide};
use crate::state::{FeelState, Grip, RiseBy, ThrownBy};
use tilephys_core::record::{ByteReader, ByteWriter, SaveError, SaveFault};

/// Name of the field in errors.
const FIELD: &str = "feel";

/// A value in a snapshot.
trait Part: Sized {
    fn save(&self, w: &mut ByteWriter);
    fn load(r: &mut ByteReader) -> Result<Self, SaveError>;
}

/// Saves the fields of structs in the order of this list. A field that is missing here does not compile.
macro_rules! parts {
    ($($name:ident { $($field:ident),* })*) => {$(
        impl Part for $name {
            fn save(&self, w: &mut ByteWriter) {
                let $name { $($field),* } = self;
                $($field.save(w);)*
            }

            fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
                Ok($name { $($field: Part::load(r)?),* })
            }
        }
    )*};
}

parts! {
    Feel {
        gravity, max_fall, drop_through, run, jump, assist, fast_fall, wall_slide, wall_jump, dash, climb, swim, crouch,
        friction, surfaces, tile_px
    }
    Run { speed, accel, reduce, air }
    Jump {
        speed, along, coyote_ticks, buffer_ticks, var_jump_ticks, ceiling_ticks, cut, rise_gravity, apex_speed,
        apex_gravity, air_jumps, air_speed
    }
    Assist {
        corner_correct_up, corner_correct_side, wall_retain_ticks, gap_bridge, step_up, one_way_assist, one_way_nudge
    }
    FastFall { speed, accel }
    SurfaceFeel { surface, accel, speed, spring }
    WallSlide { start_speed, end_speed, ticks }
    WallJump { reach, speed, force_ticks, wall_lift }
    Dash { speed, ticks, end_speed, cooldown_ticks, count, floor_snap }
    Ledge { hands, window, lines }
    Swim { speed, accel, buoyancy, drag, stroke }
    Crouch { width, height, standing_height, speed }
    FeelState {
        coyote, buffer, hold, air_jumps, hold_speed, forced, forced_along, slid, fast_fall, dash, dash_along, dash_up,
        cooldown, dashes, facing, grip, rise_by, sliding, thrown
    }
}

impl Part for f32 {
    fn save(&self, w: &mut ByteWriter) {
        w.f32(*self);
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        r.f32(FIELD)
    }
}

impl Part for u32 {
    fn save(&self, w: &mut ByteWriter) {
        w.u32(*self);
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        r.u32(FIELD)
    }
}

impl Part for u8 {
    fn save(&self, w: &mut ByteWriter) {
        w.u8(*self);
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        r.u8(FIELD)
    }
}

impl Part for i8 {
    fn save(&self, w: &mut ByteWriter) {
        w.u8(*self as u8);
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        Ok(r.u8(FIELD)? as i8)
    }
}

impl Part for bool {
    fn save(&self, w: &mut ByteWriter) {
        w.u8((*self).into());
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        let byte = r.position();
        let bits = r.u8(FIELD)?;
        ByteReader::demand(bits <= 1, byte, FIELD, SaveFault::OutOfRange)?;
        Ok(bits == 1)
    }
}

impl Part for Grip {
    fn save(&self, w: &mut ByteWriter) {
        w.u8(match self {
            Grip::Nothing => 0,
            Grip::Ladder => 1,
            Grip::Wall => 2,
            Grip::Bar => 3,
            Grip::Ledge => 4,
        });
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        let byte = r.position();
        match r.u8(FIELD)? {
            0 => Ok(Grip::Nothing),
            1 => Ok(Grip::Ladder),
            2 => Ok(Grip::Wall),
            3 => Ok(Grip::Bar),
            4 => Ok(Grip::Ledge),
            _ => ByteReader::fault(byte, FIELD, SaveFault::OutOfRange),
        }
    }
}

impl Part for RiseBy {
    fn save(&self, w: &mut ByteWriter) {
        w.u8(match self {
            RiseBy::Nothing => 0,
            RiseBy::Jump => 1,
            RiseBy::Height => 2,
        });
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        let byte = r.position();
        match r.u8(FIELD)? {
            0 => Ok(RiseBy::Nothing),
            1 => Ok(RiseBy::Jump),
            2 => Ok(RiseBy::Height),
            _ => ByteReader::fault(byte, FIELD, SaveFault::OutOfRange),
        }
    }
}

/// One byte for the kind, with 0 for none, and the numbers of the throw.
impl Part for Option<ThrownBy> {
    fn save(&self, w: &mut ByteWriter) {
        match self {
            None => w.u8(0),
            Some(ThrownBy::Velocity(words)) => {
                w.u8(1);
                words.iter().for_each(|word| w.u32(*word));
            }
            Some(ThrownBy::Height(units)) => {
                w.u8(2);
                w.u32(*units as u32);
            }
        }
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        let byte = r.position();
        match r.u8(FIELD)? {
            0 => Ok(None),
            1 => Ok(Some(ThrownBy::Velocity([r.u32(FIELD)?, r.u32(FIELD)?]))),
            2 => Ok(Some(ThrownBy::Height(r.u32(FIELD)? as i32))),
            _ => ByteReader::fault(byte, FIELD, SaveFault::OutOfRange),
        }
    }
}

/// One byte: 0 for none, 2 if numbers of ladders' middles, bars and ledges follow. Without them the bytes are as before these
/// settings existed.
impl Part for Option<Climb> {
    fn save(&self, w: &mut ByteWriter) {
        let Some(climb) = self else { return w.u8(0) };
        let Climb { up_speed, down_speed, along_speed, walls, hop_up, hop_along, .. } = climb;
        let Climb { center_speed, bar_speed, ledge, .. } = climb;
        let has_more = center_speed.to_bits() | bar_speed.to_bits() != 0 || ledge.is_some();
        w.u8(if has_more { 2 } else { 1 });
        [up_speed, down_speed, along_speed].into_iter().for_each(|speed| speed.save(w));
        walls.save(w);
        [hop_up, hop_along].into_iter().for_each(|speed| speed.save(w));
        if has_more {
            [center_speed, bar_speed].into_iter().for_each(|speed| speed.save(w));
            ledge.save(w);
        }
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        let byte = r.position();
        let kind = r.u8(FIELD)?;
        ByteReader::demand(kind <= 2, byte, FIELD, SaveFault::OutOfRange)?;
        if kind == 0 {
            return Ok(None);
        }
        let mut climb = Climb {
            up_speed: Part::load(r)?,
            down_speed: Part::load(r)?,
            along_speed: Part::load(r)?,
            walls: Part::load(r)?,
            hop_up: Part::load(r)?,
            hop_along: Part::load(r)?,
            ..Climb::default()
        };
        if kind == 2 {
            climb.center_speed = Part::load(r)?;
            climb.bar_speed = Part::load(r)?;
            climb.ledge = Part::load(r)?;
        }
        Ok(Some(climb))
    }
}

impl<T: Part> Part for Option<T> {
    fn save(&self, w: &mut ByteWriter) {
        self.is_some().save(w);
        self.iter().for_each(|value| value.save(w));
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        bool::load(r)?.then(|| T::load(r)).transpose()
    }
}

impl<T: Part> Part for Vec<T> {
    fn save(&self, w: &mut ByteWriter) {
        w.u32(self.len() as u32);
        self.iter().for_each(|value| value.save(w));
    }

    fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
        (0..r.count(1, FIELD)?).map(|_| T::load(r)).collect()
    }
}

/// Gives types a public pair of functions.
macro_rules! public {
    ($($name:ident)*) => {$(
        impl $name {
            /// Appends all fields to a snapshot.
            pub fn save(&self, w: &mut ByteWriter) {
                Part::save(self, w);
            }

            /// Reads what [`save`](Self::save) has written.
            ///
            /// # Errors
            /// If the bytes end before, or are no such value.
            pub fn load(r: &mut ByteReader) -> Result<Self, SaveError> {
                Part::load(r)
            }
        }
    )*};
}

public! { Feel FeelState }
