//! Serialization of paths: mode, easing and waypoints.

use super::bytes::{Reader, Writer};
use super::codec::{Codec, List};
use super::save_error::{SaveError, SaveFault};
use crate::path::{Easing, Path, PathMode, Waypoint};
use glam::IVec2;
use std::borrow::Cow;

const MODES: [PathMode; 3] = [PathMode::Loop, PathMode::PingPong, PathMode::Once];
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

/// The error for waypoints from this byte on that make no path.
fn not_a_path(byte: usize) -> SaveError {
    SaveError { byte, field: "path.waypoints", fault: SaveFault::OutOfRange }
}

/// Codes a path; a reader makes it from its waypoints.
pub(super) fn code_waypoints<C: Codec>(record: &mut Option<Cow<Path>>, c: &mut C) -> Result<(), C::Error> {
    let path = record.as_deref();
    let mut mode = path.map_or(MODES[0], Path::mode);
    let mut easing = path.map_or(EASINGS[0], Path::easing);
    c.kind("path.mode", &mut mode, &MODES)?;
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
            Ok(path) => *record = Some(Cow::Owned(path)),
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
