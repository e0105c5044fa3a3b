//! Findings of the loader: its faults and warnings, with ids.

use crate::catalogue::CheckInfo;
use crate::checks::{loader, missing_file, unseen_layer, world_seams};
use crate::findings::{Finding, Findings, Severity};
use crate::remedy::ground_remedy;
use std::path::Path;
use tilephys_tiled::{
    Fault, Level, LoadError, Place, Position, Problem, Snippet, Warning, WarningKind, split_remedy,
};

/// The check for a fault.
fn of_problem(problem: Problem) -> &'static CheckInfo {
    match problem {
        Problem::File => &missing_file::CHECK,
        Problem::Gid => &loader::GID,
        Problem::Data => &loader::DATA,
        Problem::Outside => &loader::OUTSIDE,
        Problem::Limit => &loader::LIMIT,
        Problem::Reference => &loader::LOOP,
        Problem::Setting => &loader::VALUE,
        Problem::Shape => &loader::SHAPE,
        Problem::Orientation => &loader::ORIENTATION,
        _ => &loader::MALFORMED,
    }
}

/// The check for a warning.
fn of_warning(kind: WarningKind) -> &'static CheckInfo {
    match kind {
        WarningKind::Parallax => &unseen_layer::CHECK,
        WarningKind::SettingType => &loader::SETTING_TYPE,
        WarningKind::Name => &loader::NAME,
        WarningKind::Type => &loader::TYPE,
        WarningKind::SettingValue => &loader::VALUE,
        WarningKind::SameId | WarningKind::SameObjectId => &loader::SAME_ID,
        WarningKind::Repeated => &loader::REPEATED,
        WarningKind::MalformedProperty => &loader::PROPERTY,
        WarningKind::FirstGid => &loader::FIRST_GID,
        WarningKind::MissingTileset => &missing_file::CHECK,
        WarningKind::MissingTile => &loader::MISSING_TILE,
        WarningKind::NoCells => &loader::NO_CELLS,
        WarningKind::LostReference => &loader::REFERENCE,
        WarningKind::NothingCollides | WarningKind::LittleCollides => &loader::NOTHING_COLLIDES,
        WarningKind::PartialCollision => &loader::PARTIAL,
        WarningKind::Convention => &loader::CONVENTION,
        WarningKind::Start => &loader::START,
        WarningKind::Overlap => &world_seams::CHECK,
        WarningKind::LeftOut => &loader::LEFT_OUT,
        WarningKind::EmptyShape => &loader::EMPTY_SHAPE,
        WarningKind::TileCount => &loader::TILE_COUNT,
        WarningKind::Look => &loader::LOOK,
        _ => &loader::OTHER,
    }
}

/// A diagnostic of the loader as a finding.
fn finding(
    (check, severity): (&CheckInfo, Severity),
    (map, file): (&Path, &Path),
    (position, place, snippet): (Option<Position>, &Place, Option<&Snippet>),
    message: &str,
) -> Finding {
    let (message, count) = repeats(message);
    let (mistake, remedy) = split_remedy(message);
    let finding = Finding::new(check.id, map, mistake);
    Finding {
        severity,
        file: file.to_owned(),
        position,
        place: place.clone(),
        snippet: snippet.cloned(),
        help: remedy.map(str::to_owned),
        count,
        ..finding
    }
}

/// Splits ` (the same in 3 other places)` from a message; returns the number of places with the mistake too.
fn repeats(message: &str) -> (&str, u32) {
    let split = message.strip_suffix(')').and_then(|m| m.rsplit_once(" (the same in "));
    let more = split.and_then(|(_, more)| more.split(' ').next()?.parse::<u32>().ok());
    match (split, more) {
        (Some((message, _)), Some(more)) => (message, more.saturating_add(1)),
        _ => (message, 1),
    }
}

/// Adds the faults of a load. They are errors in all settings, since nothing else of the map is checked.
pub(crate) fn faults(map: &Path, error: &LoadError, out: &mut Findings) {
    for fault in error.faults() {
        let Fault { problem, file, position, place, message, snippet, .. } = fault;
        let check = (of_problem(*problem), Severity::Error);
        out.add(finding(check, (map, file), (*position, place, snippet.as_ref()), message));
    }
    if error.faults().count() == LoadError::MOST {
        let message = format!("only the first {} errors of this map are shown", LoadError::MOST);
        let finding = Finding::new(loader::LEFT_OUT.id, map, message).help("fix these first");
        out.add(Finding { severity: Severity::Info, ..finding });
    }
}

/// Adds the warnings about a level, with the places of objects, and with lines to paste where nothing collides.
pub(crate) fn level_warnings(level: &Level, out: &mut Findings) {
    let first = out.list.len();
    warnings(&level.path, &level.warnings, out);
    for finding in out.list.iter_mut().skip(first).filter(|finding| finding.place.tile.is_none()) {
        let object = finding.place.object.and_then(|id| level.object(id));
        finding.pixel = object.map(|object| object.position);
    }
    let Some(remedy) = ground_remedy(level) else { return };
    let lacks_ground = |finding: &&mut Finding| finding.check == loader::NOTHING_COLLIDES.id;
    for finding in out.list.iter_mut().skip(first).filter(lacks_ground) {
        let help = finding.help.take().unwrap_or_default();
        finding.help = Some(format!("{help}\n{remedy}"));
    }
}

/// Adds the warnings about a level or a world.
pub(crate) fn warnings(map: &Path, warnings: &[Warning], out: &mut Findings) {
    for warning in warnings {
        let Warning { kind, file, position, place, message, snippet, .. } = warning;
        let place = (Some(*position), place, snippet.as_ref());
        out.add(finding((of_warning(*kind), Severity::Warning), (map, file), place, message));
    }
}
