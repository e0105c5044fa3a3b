//! TP001: a file that the map names is not there.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::grouping::by_tileset;
use crate::holders::{Holder, holders};
use crate::images::{Shows, images};
use crate::paths::{is_absolute, is_elsewhere, is_missing};
use crate::subject::Subject;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tilephys_tiled::{Position, PropertyValue, Role, missing_file_remedy, resolve_path};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(1),
    name: "file-missing",
    severity: Some(Severity::Error),
    explanation: "A tileset, template, image or file in a property does not exist at its path, which is \
                  relative to the file that names it. It was moved, renamed or never added to version \
                  control; or only upper and lower case differ, which some systems ignore. Put it back, or \
                  select it again in Tiled.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let mut of_tiles = Vec::new();
    for image in images(map) {
        if is_elsewhere(image.source) {
            continue;
        }
        let Some((message, help)) = fault(map, image.what, image.source, image.path) else { continue };
        let finding = image.finding(map.finding(&CHECK, message)).help(help);
        match image.shows {
            Shows::Tile(..) => of_tiles.push(finding),
            Shows::Tileset(_) | Shows::Layer => out.add(finding),
        }
    }
    by_tileset(of_tiles).into_iter().for_each(|finding| out.add(finding));
    // A tile has its properties in many objects.
    let mut seen: BTreeSet<(PathBuf, Position, &str)> = BTreeSet::new();
    for holder in holders(map).filter(|holder| !is_door(map, *holder)) {
        for property in holder.properties() {
            for source in files_in(&property.value) {
                let is_new = seen.insert((property.file.to_path_buf(), property.position, source));
                if !is_new || matches!(source, "" | ".") || is_elsewhere(source) {
                    continue;
                }
                let what = format!("the file of the property {:?}", property.name);
                let path = resolve_path(&property.file, source);
                let Some((message, help)) = fault(map, &what, source, &path) else { continue };
                let finding = map.finding(&CHECK, message).at_property(property, map.locator);
                out.add(Finding { place: holder.place(map), ..finding.help(help) });
            }
        }
    }
}

/// True if an object is a door, whose target is a map that the check of doors looks for.
fn is_door(map: &Subject<'_>, holder: Holder<'_>) -> bool {
    let Holder::Object(object) = holder else { return false };
    map.level.mark(object.id).is_some_and(|mark| matches!(mark.role, Role::Door(_)))
}

/// The fault of a file as message and remedy, if there is one.
fn fault(map: &Subject<'_>, what: &str, source: &str, path: &Path) -> Option<(String, String)> {
    if is_absolute(source) {
        let message =
            format!("{what} has the absolute path {source:?}, which does not work on other computers");
        return Some((message, "put it next to the map and select it again in Tiled".to_owned()));
    }
    let message = || format!("{what} does not exist: {:?}", path.display().to_string());
    is_missing(map.files, path).then(|| (message(), missing_file_remedy(map.files, path)))
}

/// The paths of type `file` in a value, as written.
fn files_in(value: &PropertyValue) -> Vec<&str> {
    match value {
        PropertyValue::File(source) => vec![source],
        PropertyValue::Class(members) => members.iter().flat_map(|member| files_in(&member.value)).collect(),
        PropertyValue::List(items) => items.iter().flat_map(files_in).collect(),
        _ => Vec::new(),
    }
}
