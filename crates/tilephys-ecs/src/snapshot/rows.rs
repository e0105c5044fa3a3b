//! Serialization of the engine's components.

use super::columns::{ComponentType, Each, Presence, Row, Runs};
use crate::changed_tile::ChangedTile;
use crate::identity::Identity;
use crate::mover::{CarriedBy, Mover};
use glam::{IVec2, Vec2};
use hecs::Entity;
use tilephys_columns::{
    Bits, Category, Collider, Filter, Gravity, Limits, MoveTo, MoverPath, Position, PreviousPosition,
    ReportTiles, Reports, Sensor, Solid, Trigger, Up, UseCollisionHooks, Velocity,
};
use tilephys_core::{
    BodyCollision, BodyId, BodyState, MotionMode, MoverId, Response, Walk,
    platform::{Path, RideSettings},
    record::{ByteReader, ByteWriter, Codec, SaveError, SaveFault, Value},
};
use tilephys_feel::{Command, Crowd, Feel, FeelState, FeelZone, HitBox, HurtBox, Input, Patrol};

/// Place of the ids in [`all`].
pub(crate) const BODY_ID: usize = 0;
pub(crate) const MOVER_ID: usize = 1;
/// Places of the components of a body whose values are in the engine.
pub(crate) const OF_BODY: [usize; 4] = [2, 3, 4, 5];
/// Place of the component that makes an entity a mover.
pub(crate) const MOVER: usize = 6;
/// Places of the state of characters, which [`game_hash`](crate::Physics::game_hash) covers.
pub(crate) const OF_CHARACTERS: [usize; 2] = [12, 13];
/// Places of hit boxes and hurt boxes, whose timers are state too.
pub(crate) const OF_BOXES: [usize; 2] = [36, 37];

/// Places of the position and the velocity.
pub(crate) const MOTION: [usize; 2] = [2, 3];
/// Place of what entities are for their driver.
pub(crate) const IDENTITY: usize = 32;
/// Set of what only the running engine or the present map gives meaning: ids, handles, state of contacts, kinds of tile,
/// paths, and objects of levels.
pub(crate) const OF_THE_RUN: u64 =
    1 << BODY_ID | 1 << MOVER_ID | 1 << 5 | 1 << MOVER | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 26 | 1 << IDENTITY;

/// Component types of the engine, in the order of their bits in a snapshot.
pub(crate) fn all() -> Vec<ComponentType> {
    // A new type goes to the end: snapshots store sets of types as these bits.
    vec![
        ComponentType::new::<BodyId, Each>("BodyId"),
        ComponentType::new::<MoverId, Each>("MoverId"),
        ComponentType::new::<Position, Each>("Position"),
        ComponentType::new::<Velocity, Each>("Velocity"),
        ComponentType::new::<Collider, Runs>("Collider"),
        ComponentType::new::<BodyState, Each>("BodyState"),
        ComponentType::new::<Mover, Runs>("Mover"),
        ComponentType::new::<MoveTo, Each>("MoveTo"),
        ComponentType::new::<MoverPath, Runs>("MoverPath"),
        ComponentType::new::<CarriedBy, Each>("CarriedBy"),
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
        ComponentType::new::<Identity, Each>("Identity"),
        ComponentType::new::<ChangedTile, Each>("ChangedTile"),
        ComponentType::new::<Patrol, Each>("Patrol"),
        ComponentType::new::<Crowd, Runs>("Crowd"),
        ComponentType::new::<HitBox, Each>("HitBox"),
        ComponentType::new::<HurtBox, Each>("HurtBox"),
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
                let byte = r.position(); let field = stringify!($name);
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

/// Component with one description for writing and reading.
trait Described: Copy + PartialEq {
    /// Component before its fields are read.
    const EMPTY: Self;
    /// True if runs of equal components are common. A comparison is cheaper then than bytes.
    const IS_SHARED: bool = false;

    fn code<C: Codec>(&mut self, c: &mut C) -> Result<(), C::Error>;
}

impl<T: Described> Row for T {
    #[inline]
    fn write(&self, w: &mut ByteWriter) {
        let Ok(()) = self.clone().code(w);
    }

    #[inline]
    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        let mut row = T::EMPTY;
        row.code(r)?;
        Ok(row)
    }

    fn is_same(&self, other: &Self) -> bool {
        T::IS_SHARED && self == other
    }
}

/// Describes components as their fields, under the name of the component.
macro_rules! fields {
    ($($name:ident { $($field:tt: $empty:expr),* })*) => {$(
        impl Described for $name {
            const EMPTY: Self = $name { $($field: $empty),* };

            #[inline]
            fn code<C: Codec>(&mut self, c: &mut C) -> Result<(), C::Error> {
                $(c.value(stringify!($name), &mut self.$field)?;)*
                Ok(())
            }
        }
    )*};
}

fields! {
    BodyId { 0: 0 }
    MoverId { 0: 0 }
    Position { at: IVec2::ZERO, rest: Vec2::ZERO }
    Velocity { 0: Vec2::ZERO }
    Mover { layer: Value::EMPTY, tile: Value::EMPTY }
    Trigger { mask: 0, report_stay: false, shape: None }
    Identity { driver: 0, part: 0 }
    ChangedTile { layer: 0, col: 0, row: 0, gid: 0 }
    Patrol { along: 0.0, turns_at_edges: false }
    Crowd { push: 0.0, max_speed: 0.0 }
    HitBox { offset: IVec2::ZERO, size: IVec2::ZERO, hurts: 0, ticks: 0, knock_away: 0.0, knock_up: 0.0 }
    HurtBox { invulnerable_ticks: 0, ticks_left: 0 }
}

impl Described for Collider {
    const EMPTY: Self = Collider { offset: IVec2::ZERO, size: IVec2::ZERO };
    const IS_SHARED: bool = true;

    #[inline]
    fn code<C: Codec>(&mut self, c: &mut C) -> Result<(), C::Error> {
        c.value("Collider", &mut self.offset)?;
        c.value("Collider", &mut self.size)
    }
}

impl Described for BodyState {
    const EMPTY: Self = <Self as Value>::EMPTY;

    #[inline]
    fn code<C: Codec>(&mut self, c: &mut C) -> Result<(), C::Error> {
        c.value("BodyState", self)
    }
}

impl Described for MoveTo {
    const EMPTY: Self = MoveTo(None);

    fn code<C: Codec>(&mut self, c: &mut C) -> Result<(), C::Error> {
        let mut is_some = self.0.is_some();
        c.value("MoveTo", &mut is_some)?;
        if is_some { self.0.get_or_insert(Position::EMPTY).code(c) } else { Ok(()) }
    }
}

impl Row for MoverPath {
    fn write(&self, w: &mut ByteWriter) {
        w.u64(self.tick);
        let Ok(()) = w.value("MoverPath", &mut self.offset.clone());
        self.path.save(w);
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        let tick = r.u64("MoverPath")?;
        let mut offset = IVec2::ZERO;
        r.value("MoverPath", &mut offset)?;
        Ok(MoverPath { path: Path::load(r)?, tick, offset })
    }

    fn is_same(&self, other: &Self) -> bool {
        self == other
    }
}

/// The handle of the parent in the saved world; a restore replaces it by the present handle.
impl Row for CarriedBy {
    fn write(&self, w: &mut ByteWriter) {
        w.u64(self.0.to_bits().get());
    }

    fn read(r: &mut ByteReader) -> Result<Self, SaveError> {
        let byte = r.position();
        let handle = Entity::from_bits(r.u64("CarriedBy")?);
        handle.map(CarriedBy).ok_or(SaveError { byte, field: "CarriedBy", fault: SaveFault::OutOfRange })
    }
}

/// Kinds of zones, in the order of their codes.
const ZONES: [FeelZone; 5] = [
    FeelZone::Ladder,
    FeelZone::Water { flow: Vec2::ZERO },
    FeelZone::Spring { velocity: Vec2::ZERO },
    FeelZone::SpringTo { height: 0.0 },
    FeelZone::Bar,
];

impl Described for FeelZone {
    const EMPTY: Self = FeelZone::Ladder;

    fn code<C: Codec>(&mut self, c: &mut C) -> Result<(), C::Error> {
        c.kind("FeelZone", self, &ZONES)?;
        match self {
            FeelZone::Ladder | FeelZone::Bar => Ok(()),
            FeelZone::Water { flow: v } | FeelZone::Spring { velocity: v } => c.value("FeelZone", v),
            FeelZone::SpringTo { height } => c.value("FeelZone", height),
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
