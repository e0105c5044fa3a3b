//! Runs the checks: maps in parallel, and the checks of a map in parallel.

use crate::allow::Allowed;
use crate::catalogue::{CheckInfo, Run};
use crate::checks::CHECKS;
use crate::findings::{Finding, Findings, Severity};
use crate::geometry::Answers;
use crate::loading;
use crate::picture::TextPicture;
use crate::settings::Settings;
use crate::subject::Subject;
use rayon::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use tilephys_tiled::{Disk, Fault, Files, Level, Loader, NamesUsed, Problem};

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
    /// Number of maps that do not load; their faults are findings.
    pub unloaded: usize,
    /// Number of maps whose file cannot be read at all, among those.
    pub unread: usize,
    /// Number of maps that say nothing about collision, and were read by usual names of layers, tiles and objects.
    pub guessed: usize,
    /// Number of findings that the settings, or a property `tp_allow`, accept.
    pub allowed: usize,
    /// Number of findings that are left out because a baseline has them.
    pub known: usize,
}

impl Report {
    /// Highest severity; `None` without findings.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }

    /// Number of findings of a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}

/// The result for one map.
struct MapReport {
    findings: Vec<Finding>,
    loads: bool,
    reads: bool,
    is_guessed: bool,
    allowed: usize,
    /// Entries of the settings' list of accepted findings that took effect.
    used: Vec<bool>,
}

/// A source of files that several loaders share.
struct Shared<'f, F>(&'f F);

impl<F: Files> Files for Shared<'_, F> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(path)
    }

    fn read_most(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        self.0.read_most(path, most)
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        self.0.list(dir)
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
        self.check_each(paths, &|| ())
    }

    /// Like [`check`](Self::check), and calls `done` after each map, from any thread.
    #[must_use]
    pub fn check_each(&self, paths: &[PathBuf], done: &(dyn Fn() + Sync)) -> Report {
        let each = paths.par_iter().map_init(
            || self.loader(),
            |loader, path| {
                let report = self.check_map(loader, path);
                done();
                report
            },
        );
        let each: Vec<MapReport> = each.collect();
        let mut report = Report { maps: paths.len(), ..Report::default() };
        let mut used = vec![false; self.settings.allow.len()];
        let loads: Vec<bool> = each.iter().map(|map| map.loads).collect();
        for map in each {
            report.findings.extend(map.findings);
            report.unloaded += usize::from(!map.loads);
            report.unread += usize::from(!map.reads);
            report.guessed += usize::from(map.is_guessed);
            report.allowed += map.allowed;
            used.iter_mut().zip(map.used).for_each(|(used, by_map)| *used |= by_map);
        }
        let unused = self.settings.allow.iter().zip(used).filter(|(_, used)| !used);
        let maps = || paths.iter().map(PathBuf::as_path).zip(loads.iter().copied());
        let mut unused: Vec<Finding> =
            unused.filter_map(|(allow, _)| allow.unused(&self.settings, maps())).collect();
        self.rate(&mut unused, true);
        report.findings.extend(unused);
        report
    }

    fn loader(&self) -> Loader<Shared<'_, F>> {
        let conventions = self.settings.conventions.clone().unwrap_or_default();
        let loader = Loader::with_files(Shared(&self.files)).conventions(conventions);
        match &self.settings.root {
            Some(dir) => loader.root(dir),
            None => loader.find_root(true),
        }
    }

    fn check_map<G: Files>(&self, loader: &mut Loader<G>, path: &Path) -> MapReport {
        let mut found = Findings::default();
        let mut allowed = Allowed::new(&self.settings);
        let loaded = match &self.settings.conventions {
            Some(_) => loader.load(path).map(|level| (level, NamesUsed::default())),
            None => loader.load_by_names(path),
        };
        let (level, is_guessed) = match loaded {
            Ok((level, used)) => (Ok(level), used.is_guessed),
            Err(error) => (Err(error), false),
        };
        match &level {
            Err(error) => loading::faults(path, error, &mut found),
            Ok(level) => {
                allowed.read(level);
                loading::warnings(path, &level.warnings, &mut found);
                self.judge_level(level, &mut found);
            }
        }
        let mut findings = found.list;
        self.rate(&mut findings, level.is_ok());
        if is_guessed {
            // The map may mean otherwise.
            findings
                .iter_mut()
                .for_each(|finding| finding.severity = finding.severity.min(Severity::Warning));
        }
        let all = findings.len();
        findings.retain(|finding| !allowed.accepts(finding));
        let accepted = all - findings.len();
        if let Ok(level) = &level {
            let mut unused = Findings::default();
            allowed.report_unused(path, &mut unused);
            self.rate(&mut unused.list, true);
            findings.append(&mut unused.list);
            findings.iter_mut().for_each(|finding| finding.picture = TextPicture::new(level, finding));
        }
        findings.sort_by(|a, b| a.order().cmp(&b.order()));
        let is_unread = |fault: &Fault| fault.problem == Problem::File && fault.position.is_none();
        let reads = level.as_ref().err().is_none_or(|error| !error.faults().any(is_unread));
        MapReport { findings, loads: level.is_ok(), reads, is_guessed, allowed: accepted, used: allowed.used }
    }

    /// Adds the findings of all checks that run.
    fn judge_level(&self, level: &Level, found: &mut Findings) {
        let locator = level.locator();
        let subject = Subject {
            level,
            locator: &locator,
            settings: &self.settings,
            files: &self.files,
            census: std::sync::OnceLock::new(),
            answers: Answers::default(),
        };
        let judge = |check: &&CheckInfo| {
            let mut found = Findings::default();
            if let (Run::Map(run), true) = (&check.run, self.settings.runs(check.id)) {
                run(&subject, &mut found);
            }
            found.list
        };
        found.list.par_extend(CHECKS.par_iter().flat_map_iter(judge));
    }

    /// Sets the severities of findings by the settings, and removes findings of checks that do not run.
    ///
    /// A map that does not load cannot be checked, so that no selection of checks hides its faults.
    fn rate(&self, findings: &mut Vec<Finding>, loads: bool) {
        let is_selected = |id| self.settings.only.is_empty() || self.settings.only.contains(&id);
        findings.retain(|finding| !loads || is_selected(finding.check));
        findings.retain_mut(|finding| {
            let default = finding.check.info().filter(|_| loads).map(|info| info.severity);
            let severity = self.settings.severities.get(&finding.check).copied().or(default);
            finding.severity = severity.flatten().unwrap_or(finding.severity);
            severity != Some(None)
        });
    }
}
