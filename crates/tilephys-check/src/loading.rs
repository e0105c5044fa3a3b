//! Findings of the loader: its faults and warnings, with ids.

use crate::catalogue::CheckInfo;
use crate::checks::{loader, missing_file, unseen_layer, world_seams};
use crate::findings::{Finding, Findings, Severity};
use crate::remedy::ground_remedy;
use std::path::Path;
use tilephys_tiled::{Diagnostic, Level, LoadError, Problem, Warning, WarningKind};

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

/// A diagnostic of the loader about a map as a finding of a check.
fn finding<Kind>(check: &CheckInfo, severity: Severity, map: &Path, found: &Diagnostic<Kind>) -> Finding {
    Finding {
        severity,
        file: found.file.clone(),
        position: found.position,
        place: found.place.clone(),
        snippet: found.snippet.clone(),
        help: found.help.clone(),
        count: found.count,
        ..Finding::new(check.id, map, found.message.as_str())
    }
}

/// Adds the faults of a load. They are errors in all settings, since nothing else of the map is checked.
pub(crate) fn faults(map: &Path, error: &LoadError, out: &mut Findings) {
    for fault in error.faults() {
        out.add(finding(of_problem(fault.kind), Severity::Error, map, fault));
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
        out.add(finding(of_warning(warning.kind), Severity::Warning, map, warning));
    }
}
