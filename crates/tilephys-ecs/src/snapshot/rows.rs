//! Serialization of the engine's components.

use super::columns::{ComponentType, Each, Presence, Row, Runs};
use crate::bits::Bits;
use crate::components::{
    Category, Collider, Filter, Gravity, Limits, Position, PreviousPosition, ReportTiles, Reports, Sensor,
    Solid, Up, UseCollisionHooks, Velocity,
};
use crate::feel_zone::FeelZone;
use crate::mover::{CarriedBy, MoveTo, Mover, MoverPath};
use crate::triggers::Trigger;
use tilephys_core::{
    BodyCollision, BodyId, BodyState, MotionMode, MoverId, Response, Walk,
    feel::{Command, Feel, FeelState, Input},
    platform::RideSettings,
    record::{ByteReader, ByteWriter, SaveError, SaveFault},
};

/// Place of the ids in [`all`].
pub(crate) const BODY_ID: usize = 0;
pub(crate) const MOVER_ID: usize = 1;
/// Places of the components of a body whose values are in the engine.
pub(crate) const OF_BODY: [usize; 4] = [2, 3, 4, 5];
/// Place of the component that makes an entity a mover.
pub(crate) const MOVER: usize = 6;
/// Places of the state of characters, which [`game_hash`](crate::Physics::game_hash) covers.
pub(crate) const OF_CHARACTERS: [usize; 2] = [12, 13];

/// Component types of the engine, in the order of their bits in a snapshot.
pub(crate) fn all() -> Vec<ComponentType> {
    vec![
        ComponentType::new::<BodyId, Each>("BodyId"),
        ComponentType::new::<MoverId, Each>("MoverId"),
        ComponentType::new::<Position, Each>("Position"),
        ComponentType::new::<Velocity, Each>("Velocity"),
        ComponentType::new::<Collider, Runs>("Collider"),
        ComponentType::new::<BodyState, Each>("BodyState"),
        ComponentType::new::<Mover, Runs>("Mover"),
        ComponentType::new::<MoveTo, Each>("MoveTo"),
        ComponentType::of_engine::<MoverPath>("MoverPath"),
        ComponentType::of_engine::<CarriedBy>("CarriedBy"),
        ComponentType::new::<Trigger, Runs>("Trigger"),
        ComponentType::new::<PreviousPosition, Presence>("PreviousPosition"),
        ComponentType::new::<FeelState, Each>("FeelState"),
        ComponentType::new::<Input, Each>("Input"),
        ComponentType::new::<Feel, Runs>("Feel"),
        ComponentType::new::<FeelZone, Runs>("FeelZone"),
        ComponentType::new::<Command, Presence>("Command"),
        ComponentType::new::<Response, Runs>("Response"),
        ComponentType::new::<Filter, Runs>("Filter"),
        ComponentType::new::<Gravity, Runs>("Gravity"),
        ComponentType::new::<Limits, Runs>("Limits"),
        ComponentType::new::<Up, Runs>("Up"),
        ComponentType::new::<Walk, Runs>("Walk"),
        ComponentType::new::<MotionMode, Runs>("MotionMode"),
        ComponentType::new::<Reports, Runs>("Reports"),
        ComponentType::new::<RideSettings, Runs>("RideSettings"),
        ComponentType::new::<Solid, Runs>("Solid"),
        ComponentType::new::<UseCollisionHooks, Presence>("UseCollisionHooks"),
        ComponentType::new::<Category, Runs>("Category"),
        ComponentType::new::<BodyCollision, Runs>("BodyCollision"),
        ComponentType::new::<Sensor, Runs>("Sensor"),
        ComponentType::new::<ReportTiles, Presence>("ReportTiles"),
    ]
}

/// Serializes settings as the words of their bits.
macro_rules! words {
    ($($name:ident)*) => {$(
        impl Row for $name {
            fn write(&self, w: &mut ByteWriter) {
                self.words().iter().for_each(|word| w.u64(*word));
            }

            fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
                let (byte, field) = (r.position(), stringify!($name));
                let mut words = <$name>::default_words();
                for word in &mut words {
                    *word = r.u64(field)?;
                }
                let error = SaveError { byte, field, fault: SaveFault::OutOfRange };
                // Words that no component has would not be written alike again.
                <$name>::of_words(words).filter(|component| component.words() == words).ok_or(error)
            }

            fn is_same(&self, other: &Self) -> bool {
                self.words() == other.words()
            }
        }
    )*};
}

words! {
    Response Filter Gravity Limits Up Walk MotionMode Reports RideSettings Solid Category BodyCollision Sensor
}

/// Number of words of a type, as an array of zeros.
trait DefaultWords<const N: usize>: Bits<N> {
    fn default_words() -> [u64; N] {
        [0; N]
    }
}

impl<T: Bits<N>, const N: usize> DefaultWords<N> for T {}

impl Row for BodyId {
    fn write(&self, w: &mut ByteWriter) {
        w.u32(self.0);
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        r.u32("BodyId").map(BodyId)
    }
}

impl Row for MoverId {
    fn write(&self, w: &mut ByteWriter) {
        w.u32(self.0);
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        r.u32("MoverId").map(MoverId)
    }
}

impl Row for Position {
    fn write(&self, w: &mut ByteWriter) {
        w.point(self.at);
        w.vec(self.rest);
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        Ok(Position { at: r.point("Position")?, rest: r.vec("Position")? })
    }
}

impl Row for Velocity {
    fn write(&self, w: &mut ByteWriter) {
        w.vec(self.0);
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        r.vec("Velocity").map(Velocity)
    }
}

impl Row for Collider {
    fn write(&self, w: &mut ByteWriter) {
        w.point(self.offset);
        w.point(self.size);
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        Ok(Collider { offset: r.point("Collider")?, size: r.point("Collider")? })
    }

    fn is_same(&self, other: &Self) -> bool {
        self == other
    }
}

impl Row for BodyState {
    fn write(&self, w: &mut ByteWriter) {
        w.state(*self);
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        r.state("BodyState")
    }
}

impl Row for Mover {
    fn write(&self, w: &mut ByteWriter) {
        w.layer(self.layer);
        w.tile(self.tile);
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        Ok(Mover { layer: r.layer("Mover")?, tile: r.tile("Mover")? })
    }
}

impl Row for MoveTo {
    fn write(&self, w: &mut ByteWriter) {
        w.u8(self.0.is_some().into());
        self.0.iter().for_each(|position| position.write(w));
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        let is_some = read_flag(r, "MoveTo")?;
        Ok(MoveTo(is_some.then(|| Position::read(r)).transpose()?))
    }
}

impl Row for Trigger {
    fn write(&self, w: &mut ByteWriter) {
        w.u32(self.mask);
        w.u8(self.report_stay.into());
        w.shape(self.shape.as_ref());
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        let (mask, report_stay) = (r.u32("Trigger")?, read_flag(r, "Trigger")?);
        Ok(Trigger { mask, report_stay, shape: r.shape("Trigger")? })
    }
}

impl Row for FeelZone {
    fn write(&self, w: &mut ByteWriter) {
        match self {
            FeelZone::Ladder => w.u8(0),
            FeelZone::Water { flow } => {
                w.u8(1);
                w.vec(*flow);
            }
            FeelZone::Spring { velocity } => {
                w.u8(2);
                w.vec(*velocity);
            }
        }
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        let byte = r.position();
        match r.u8("FeelZone")? {
            0 => Ok(FeelZone::Ladder),
            1 => Ok(FeelZone::Water { flow: r.vec("FeelZone")? }),
            2 => Ok(FeelZone::Spring { velocity: r.vec("FeelZone")? }),
            _ => ByteReader::fault(byte, "FeelZone", SaveFault::OutOfRange),
        }
    }
}

/// Serializes types of the engine's characters by their own functions.
macro_rules! own {
    ($($name:ident)*) => {$(
        impl Row for $name {
            fn write(&self, w: &mut ByteWriter) {
                self.save(w);
            }

            fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
                $name::load(r)
            }
        }
    )*};
}

own! { Feel FeelState }

impl Row for Input {
    fn write(&self, w: &mut ByteWriter) {
        w.bytes.extend_from_slice(&self.to_bytes());
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        let byte = r.position();
        let mut bytes = [0; Input::BYTES];
        bytes.copy_from_slice(r.take(Input::BYTES, "Input")?);
        let error = SaveError { byte, field: "Input", fault: SaveFault::OutOfRange };
        Input::from_bytes(bytes).ok_or(error)
    }
}

fn read_flag(r: &mut ByteReader, field: &'static str) -> Result<bool, SaveError> {
    let (byte, bits) = (r.position(), r.u8(field)?);
    ByteReader::demand(bits <= 1, byte, field, SaveFault::OutOfRange)?;
    Ok(bits == 1)
}
