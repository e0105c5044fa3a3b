//! Findings of the loader: its faults and warnings, with ids.

use crate::catalogue::CheckId;
use crate::findings::{Finding, Findings, Severity};
use std::path::Path;
use tilephys_tiled::{Fault, LoadError, Problem, Warning, WarningKind};

/// Id of the check for a fault.
fn of_problem(problem: Problem) -> CheckId {
    CheckId(match problem {
        Problem::File => 1,
        Problem::Gid => 3,
        Problem::Data => 4,
        Problem::Orientation => 41,
        Problem::Setting => 18,
        Problem::Shape => 24,
        _ => 2,
    })
}

/// Id of the check for a warning.
fn of_warning(kind: WarningKind) -> CheckId {
    CheckId(match kind {
        WarningKind::Name => 19,
        _ => 2,
    })
}

/// Adds the faults of a load.
pub(crate) fn faults(map: &Path, error: &LoadError, out: &mut Findings) {
    for fault in error.faults() {
        let Fault { problem, file, position, place, message, snippet, .. } = fault.clone();
        let finding = Finding::new(of_problem(problem), map, message);
        out.add(Finding { severity: Severity::Error, file, position, place, snippet, ..finding });
    }
}

/// Adds the warnings of a level.
pub(crate) fn warnings(map: &Path, warnings: &[Warning], out: &mut Findings) {
    for warning in warnings {
        let Warning { kind, file, position, place, message, snippet, .. } = warning.clone();
        let finding = Finding::new(of_warning(kind), map, message);
        out.add(Finding { file, position: Some(position), place, snippet, ..finding });
    }
}
