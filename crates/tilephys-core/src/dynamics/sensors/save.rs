//! Serialization of sensor overlaps and ground tiles.

use super::super::ids::{BodyId, IdMap};
use super::{Senses, SensorId};
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::grid::{Obstacle, RegionId};

/// Parsed sensor state of a snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct SavedSenses {
    inside: Vec<(BodyId, SensorId)>,
    feet: Vec<(BodyId, Obstacle)>,
}

/// Minimum bytes of each entry.
const INSIDE_BYTES: usize = 9;
const FEET_BYTES: usize = 19;

impl Senses {
    /// Writes the entries of bodies that satisfy `meant`.
    pub(crate) fn save(&self, places: &IdMap, meant: impl Fn(BodyId) -> bool, w: &mut Writer) {
        let (at, mut count) = (w.count_later(), 0);
        for (body, sensor) in self.all(places).filter(|entry| meant(entry.0)) {
            let (kind, id) = match sensor {
                SensorId::Region(id) => (0, id.0),
                SensorId::Body(id) => (1, id.0),
            };
            w.u32(body.0);
            w.u8(kind);
            w.u32(id);
            count += 1;
        }
        w.count(at, count);
        let (at, mut count) = (w.count_later(), 0);
        let feet = self.feet.all().iter().filter(|entry| places.get(entry.0).is_some());
        for (body, met) in feet.filter(|entry| meant(entry.0)) {
            w.u32(body.0);
            w.met(met);
            count += 1;
        }
        w.count(at, count);
    }

    /// Restores the entries of all bodies.
    pub(crate) fn restore(&mut self, saved: &SavedSenses) {
        self.inside.clone_from(&saved.inside);
        self.feet.restore(&saved.feet);
    }

    /// Restores the entries of bodies that satisfy `meant`.
    pub(crate) fn restore_some(&mut self, meant: impl Fn(BodyId) -> bool, saved: &SavedSenses) {
        self.inside.retain(|entry| !meant(entry.0));
        self.inside.extend(saved.inside.iter().filter(|entry| meant(entry.0)));
        self.inside.sort_unstable();
        self.feet.restore_some(meant, &saved.feet);
    }
}

impl SavedSenses {
    /// Reads the entries of bodies that satisfy `known`.
    pub(crate) fn read(&mut self, known: impl Fn(BodyId) -> bool, r: &mut Reader) -> Result<(), SaveError> {
        self.inside.clear();
        self.feet.clear();
        for _ in 0..r.count(INSIDE_BYTES, "inside.count")? {
            let byte = r.at;
            let (body, kind, id) =
                (BodyId(r.u32("inside.body")?), r.u8("inside.kind")?, r.u32("inside.sensor")?);
            let sensor = match kind {
                0 => SensorId::Region(RegionId(id)),
                1 => SensorId::Body(BodyId(id)),
                _ => return Reader::fault(byte + 4, "inside.kind", SaveFault::OutOfRange),
            };
            let is_next = self.inside.last().is_none_or(|last| *last < (body, sensor));
            Reader::demand(is_next, byte, "inside.body", SaveFault::OutOfOrder)?;
            Reader::demand(known(body), byte, "inside.body", SaveFault::OutOfRange)?;
            self.inside.push((body, sensor));
        }
        for _ in 0..r.count(FEET_BYTES, "tiles_under.count")? {
            let byte = r.at;
            let (body, met) = (BodyId(r.u32("tile_under.body")?), r.met("tile_under.tile")?);
            let is_next = self.feet.last().is_none_or(|last| last.0 < body);
            Reader::demand(is_next, byte, "tile_under.body", SaveFault::OutOfOrder)?;
            Reader::demand(known(body), byte, "tile_under.body", SaveFault::OutOfRange)?;
            self.feet.push((body, met));
        }
        Ok(())
    }
}
