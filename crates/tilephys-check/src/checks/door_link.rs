//! TP035: a door leads nowhere.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::outline::{DoorOutline, Known, Maps};
use std::path::Path;
use tilephys_tiled::{Problem, missing_file_remedy};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(35),
    name: "door-link",
    severity: Some(Severity::Error),
    explanation: "A TpDoor leads to a map that does not exist, or to an object that the map does not have; \
                  or it has two_way = true, and no door of the other map leads back. Maps were renamed, or \
                  the object was deleted and redrawn with another id. Choose target and target_object again \
                  in Tiled.",
    run: Run::Together(run),
};

fn run(_: &CheckInfo, maps: &Maps<'_>, out: &mut Findings) {
    for path in &maps.checked {
        let Some(outline) = maps.outline(path) else { continue };
        for door in &outline.doors {
            if let Some((message, help)) = fault(maps, path, door) {
                let mut finding = door.finding.clone().help(help);
                finding.message = message;
                out.add(finding);
            }
        }
    }
}

/// The fault of a door of the map at `from`, as message and remedy.
fn fault(maps: &Maps<'_>, from: &Path, door: &DoorOutline) -> Option<(String, String)> {
    let target = &door.target;
    let shown = target.display().to_string();
    let other = match maps.known.get(target)? {
        // The map has findings of its own.
        Known::Failed => return None,
        Known::Unchecked(error) if error.problem() == Problem::File && error.file() == target => {
            return Some((
                format!("the door leads to {shown:?}, which does not exist"),
                missing_file_remedy(maps.files, target),
            ));
        }
        Known::Unchecked(error) => {
            let message = format!("the door leads to {shown:?}, which does not load: {}", error.message());
            return Some((message, "check that map too, and fix it".to_owned()));
        }
        Known::Loaded(other) => other,
    };
    if let Some(id) = door.target_object.filter(|id| !other.objects.contains(id)) {
        let message = format!("the door leads to object {id} of {shown:?}, which has no such object");
        return Some((
            message,
            "open that map in Tiled, and set target_object to the id of an object there".to_owned(),
        ));
    }
    let leads_back = || other.doors.iter().any(|back| back.target == from);
    if door.is_two_way && !leads_back() {
        let message = format!("the door is two_way, and no door of {shown:?} leads back");
        return Some((
            message,
            "insert a TpDoor there whose target is this map, or clear two_way".to_owned(),
        ));
    }
    None
}
