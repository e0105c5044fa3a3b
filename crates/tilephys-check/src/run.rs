//! Runs the checks: maps in parallel, and the checks of a map in parallel.

use crate::catalogue::{CheckInfo, Run};
use crate::checks::CHECKS;
use crate::findings::{Finding, Findings, Severity};
use crate::loading;
use crate::settings::Settings;
use crate::subject::Subject;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use tilephys_tiled::{Disk, Files, Loader};

/// Checks maps.
pub struct Checker<F = Disk> {
    settings: Settings,
    files: F,
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Findings: by map, then by place in the level.
    pub findings: Vec<Finding>,
    /// Number of maps that were checked.
    pub maps: usize,
    /// Number of findings that the settings allow.
    pub allowed: usize,
}

impl Report {
    /// Highest severity; `None` without findings.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }
}

impl Checker {
    /// Creates a checker that reads from disk.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Checker::with_files(settings, Disk)
    }
}

impl<F: Files + Sync> Checker<F> {
    /// Creates a checker that reads from `files`.
    #[must_use]
    pub fn with_files(settings: Settings, files: F) -> Self {
        Checker { settings, files }
    }

    /// Checks the maps at `paths`.
    ///
    /// A map that does not load is a finding, and the others are checked.
    #[must_use]
    pub fn check(&self, paths: &[PathBuf]) -> Report {
        let files = |path: &Path| self.files.read(path);
        let each = paths.par_iter().map_init(
            || Loader::with_files(files),
            |loader, path| {
                let mut findings = self.check_map(loader, path);
                findings.sort_by(|a, b| a.order().cmp(&b.order()));
                findings
            },
        );
        let findings: Vec<Vec<Finding>> = each.collect();
        Report { findings: findings.concat(), maps: paths.len(), allowed: 0 }
    }

    fn check_map<G: Files>(&self, loader: &mut Loader<G>, path: &Path) -> Vec<Finding> {
        let mut found = Findings::default();
        match loader.load(path) {
            Err(error) => loading::faults(path, &error, &mut found),
            Ok(level) => {
                loading::warnings(path, &level.warnings, &mut found);
                let locator = level.locator();
                let subject = Subject {
                    level: &level,
                    locator: &locator,
                    settings: &self.settings,
                    files: &self.files,
                };
                let judged = CHECKS.par_iter().flat_map_iter(|check| self.judge(check, &subject));
                found.list.par_extend(judged);
            }
        }
        found.list
    }

    /// The findings of one check.
    fn judge(&self, check: &CheckInfo, subject: &Subject<'_>) -> Vec<Finding> {
        let Some(severity) = self.settings.severity(check) else { return Vec::new() };
        let mut found = Findings::default();
        if let Run::Map(run) = check.run {
            run(subject, &mut found);
        }
        found.list.iter_mut().for_each(|finding| finding.severity = severity);
        found.list
    }
}
