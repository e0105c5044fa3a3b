//! Runs the checks: maps in parallel, and the checks of a map in parallel.

use crate::allow::Allowed;
use crate::answers::Answers;
use crate::catalogue::{CheckInfo, Run};
use crate::checks::CHECKS;
use crate::findings::{Finding, Findings, Severity};
use crate::inputs::{Inputs, is_rule_map};
use crate::joining::{Group, behind_doors, groups, is_whole};
use crate::loading;
use crate::outline::{Known, Maps};
use crate::outlining::outline_of;
use crate::reachability::{self, Joined, LevelReach, MapReach, ReachReport};
use crate::settings::Settings;
use crate::subject::Subject;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tilephys_tiled::{
    Disk, Fault, Files, Level, LevelWorld, LoadError, Loader, Locator, Problem, normal_path,
};

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
    /// Verdicts about what a character can reach; `None` if reachability is not checked.
    pub reach: Option<ReachReport>,
    /// Number of maps that were checked.
    pub maps: usize,
    /// Number of maps that do not load; their faults are findings.
    pub unloaded: usize,
    /// Number of maps whose file cannot be read at all, among those.
    pub unread: usize,
    /// Number of maps that usual names of layers, tiles or objects make collide in part or as a whole.
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

/// The result for one map, before accepted findings are taken out.
struct MapReport<'s> {
    findings: Vec<Finding>,
    allowed: Allowed<'s>,
    outline: Known,
    reach: MapReach,
    /// The level, if its reach is asked for.
    level: Option<Level>,
    loads: bool,
    reads: bool,
    is_guessed: bool,
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
        self.check_inputs(&Inputs { maps: paths.to_vec(), ..Inputs::default() }, done)
    }

    /// Checks maps, and the seams between the maps of worlds; calls `done` after each map, from any thread.
    ///
    /// A map or a world that does not load is a finding, and the others are checked.
    #[must_use]
    pub fn check_inputs(&self, inputs: &Inputs, done: &(dyn Fn() + Sync)) -> Report {
        let paths = &inputs.maps;
        let worlds = inputs.worlds.iter().flat_map(|world| &world.maps);
        let in_worlds: BTreeSet<&Path> = worlds.map(|map| map.path.as_path()).collect();
        let each = paths.par_iter().map_init(
            || self.loader(),
            |loader, path| {
                let report = self.check_map(loader, path, &in_worlds);
                done();
                report
            },
        );
        let mut each: Vec<MapReport<'_>> = each.collect();
        let outlines = each.iter_mut().map(|map| std::mem::replace(&mut map.outline, Known::Failed));
        let known = paths.iter().map(|path| normal_path(path)).zip(outlines).collect();
        let mut others = self.together(known, &inputs.worlds, &in_worlds);
        self.add_reach(&mut each);
        let reach = self.settings.reach.as_ref().map(|reach| ReachReport::new(&*reach.name));
        let mut report = Report { maps: paths.len(), reach, ..Report::default() };
        let mut used = vec![false; self.settings.allow.len()];
        let loads: Vec<bool> = each.iter().map(|map| map.loads).collect();
        for (path, mut map) in paths.iter().zip(each) {
            map.findings.extend(others.remove(&normal_path(path)).unwrap_or_default());
            report.unloaded += usize::from(!map.loads);
            report.unread += usize::from(!map.reads);
            report.guessed += usize::from(map.is_guessed);
            self.add(path, map, &mut report, &mut used);
        }
        for (path, map) in self.check_worlds(inputs, &mut others) {
            report.unread += usize::from(!map.reads);
            self.add(&path, map, &mut report, &mut used);
        }
        drop_repeated(&mut report.findings);
        let unused = self.settings.allow.iter().zip(used).filter(|(_, used)| !used);
        let maps = || paths.iter().map(PathBuf::as_path).zip(loads.iter().copied());
        let mut unused: Vec<Finding> =
            unused.filter_map(|(allow, _)| allow.unused(&self.settings, maps())).collect();
        self.rate(&mut unused, true);
        report.findings.extend(unused);
        report
    }

    /// What the character of the settings can reach in a level, with a picture; `None` if the settings name no character.
    #[must_use]
    pub fn reach(&self, level: &Level) -> Option<LevelReach> {
        self.reach_in_stages(level, &|| true, &mut |_| {})
    }

    /// Like [`reach`](Self::reach), for an answer that is waited for. `show` gets the area and its floors before ways to targets are
    /// looked for, and the way to the goal before all others. The work is given up, with `None`, soon after `is_wanted` returns false.
    pub fn reach_in_stages(
        &self,
        level: &Level,
        is_wanted: &dyn Fn() -> bool,
        show: &mut dyn FnMut(LevelReach),
    ) -> Option<LevelReach> {
        let settings = self.settings.reach.as_ref()?;
        let mut loader = self.loader();
        let others = behind_doors(&mut loader, &[level]);
        let groups = groups((&mut loader, &self.files), &[level], &others);
        let group = groups.first()?;
        self.with_subjects(group, |maps| {
            let mut joined = Joined::new(maps, settings, group.doubt.clone());
            joined.is_wanted = is_wanted;
            LevelReach::of(&joined, show)
        })
    }

    /// Calls `judge` with the maps of a group as subjects.
    fn with_subjects<T>(&self, group: &Group<'_>, judge: impl FnOnce(&[Subject<'_>]) -> T) -> T {
        let locators: Vec<Locator<'_>> = group.levels.iter().map(|level| level.locator()).collect();
        let pairs = group.levels.iter().zip(&locators);
        let subjects: Vec<Subject<'_>> = pairs.map(|(level, locator)| self.subject(level, locator)).collect();
        judge(&subjects)
    }

    /// Adds what the character reaches to the results for maps. Maps that doors join are solved together.
    fn add_reach(&self, each: &mut [MapReport<'_>]) {
        let Some(settings) = &self.settings.reach else { return };
        let asked: Vec<usize> = (0..each.len()).filter(|index| each[*index].level.is_some()).collect();
        let levels: Vec<Level> = each.iter_mut().filter_map(|map| map.level.take()).collect();
        let listed: Vec<&Level> = levels.iter().collect();
        let mut loader = self.loader();
        let others = behind_doors(&mut loader, &listed);
        let solved: Vec<_> = groups((&mut loader, &self.files), &listed, &others)
            .par_iter()
            .flat_map_iter(|group| {
                let judge = |maps: &[Subject<'_>]| {
                    reachability::judge(maps, group.checked, settings, group.doubt.clone())
                };
                group.levels.iter().copied().zip(self.with_subjects(group, judge)).collect::<Vec<_>>()
            })
            .collect();
        for (level, mut reach) in solved {
            // Others are not checked.
            let Some(own) = levels.iter().position(|own| std::ptr::eq(own, level)) else { continue };
            let map = &mut each[asked[own]];
            self.rate(&mut reach.findings, true);
            reach.findings.iter_mut().for_each(|finding| finding.draw(level));
            map.findings.append(&mut reach.findings);
            map.reach = reach;
        }
    }

    /// Adds the findings about one map, without the accepted ones.
    fn add(&self, path: &Path, map: MapReport<'_>, report: &mut Report, used: &mut [bool]) {
        let MapReport { mut findings, mut allowed, reach, loads, is_guessed, .. } = map;
        if let Some(all) = &mut report.reach {
            all.targets.extend(reach.targets);
            all.stuck.extend(reach.stuck);
        }
        self.rate(&mut findings, loads);
        if is_guessed {
            // The map may mean otherwise.
            findings
                .iter_mut()
                .for_each(|finding| finding.severity = finding.severity.min(Severity::Warning));
        }
        let all = findings.len();
        findings.retain(|finding| !allowed.accepts(finding));
        report.allowed += all - findings.len();
        if loads {
            let mut unused = Findings::default();
            allowed.report_unused(path, &mut unused);
            self.rate(&mut unused.list, true);
            findings.append(&mut unused.list);
        }
        findings.sort_by(|a, b| a.order().cmp(&b.order()));
        report.findings.extend(findings);
        used.iter_mut().zip(allowed.used).for_each(|(used, by_map)| *used |= by_map);
    }

    /// The results for worlds, which are faults, warnings of the loader, and findings of `others`.
    fn check_worlds(
        &self,
        inputs: &Inputs,
        others: &mut BTreeMap<PathBuf, Vec<Finding>>,
    ) -> Vec<(PathBuf, MapReport<'_>)> {
        let report = |findings, loads, reads| MapReport {
            findings,
            allowed: Allowed::new(&self.settings),
            outline: Known::Failed,
            reach: MapReach::default(),
            level: None,
            loads,
            reads,
            is_guessed: false,
        };
        let faulty = inputs.faults.iter().map(|(path, error)| {
            let mut found = Findings::default();
            loading::faults(path, error, &mut found);
            (path.clone(), report(found.list, false, reads(error)))
        });
        let loaded = inputs.worlds.iter().map(|world| {
            let mut found = Findings::default();
            loading::warnings(&world.path, &world.warnings, &mut found);
            found.list.extend(others.remove(&world.path).unwrap_or_default());
            (world.path.clone(), report(found.list, true, true))
        });
        faulty.chain(loaded).collect()
    }

    fn loader(&self) -> Loader<Shared<'_, F>> {
        let loader = Loader::with_files(Shared(&self.files)).limits(self.settings.limits);
        let loader = match &self.settings.conventions {
            Some(conventions) => loader.conventions(conventions.clone()),
            None => loader,
        };
        match &self.settings.root {
            Some(dir) => loader.root(dir),
            None => loader.find_root(true),
        }
    }

    fn check_map(
        &self,
        loader: &mut Loader<Shared<'_, F>>,
        path: &Path,
        in_worlds: &BTreeSet<&Path>,
    ) -> MapReport<'_> {
        let mut found = Findings::default();
        let mut allowed = Allowed::new(&self.settings);
        let level = match loader.load(path) {
            Ok(level) => level,
            Err(error) => {
                loading::faults(path, &error, &mut found);
                let (outline, reads) = (Known::Failed, reads(&error));
                return MapReport {
                    findings: found.list,
                    allowed,
                    outline,
                    reach: MapReach::default(),
                    level: None,
                    loads: false,
                    reads,
                    is_guessed: false,
                };
            }
        };
        // Of a level without all of its tiles nothing else is known.
        let lacks_tileset = !is_whole(&level);
        let is_guessed = self.settings.conventions.is_none() && level.is_read_by_names() && !lacks_tileset;
        let locator = level.locator();
        let subject = self.subject(&level, &locator);
        // Rules of AutoMapping show tiles where no level has them.
        if !is_rule_map(&level) {
            allowed.read(&level);
            loading::level_warnings(&level, &mut found);
            if !lacks_tileset {
                self.judge_level(&subject, &mut found);
            }
        }
        let mut findings = found.list;
        self.rate(&mut findings, true);
        findings.iter_mut().for_each(|finding| finding.draw(&level));
        let outline = outline_of(&subject, in_worlds.contains(level.path.as_path()));
        let outline = Known::Loaded(Box::new(outline));
        let is_asked = reachability::is_asked(&self.settings) && !is_rule_map(&level) && !lacks_tileset;
        MapReport {
            findings,
            allowed,
            outline,
            reach: MapReach::default(),
            level: is_asked.then_some(level),
            loads: true,
            reads: true,
            is_guessed,
        }
    }

    fn subject<'a>(&'a self, level: &'a Level, locator: &'a Locator<'a>) -> Subject<'a> {
        let (settings, files) = (&self.settings, &self.files);
        Subject { level, locator, settings, files, census: OnceLock::new(), answers: Answers::default() }
    }

    /// Adds the findings of all checks of single maps that run.
    fn judge_level(&self, subject: &Subject<'_>, found: &mut Findings) {
        let judge = |check: &&CheckInfo| {
            let mut found = Findings::default();
            if let (Run::Map(run), true) = (&check.run, self.settings.runs(check.id)) {
                run(subject, &mut found);
            }
            found.list
        };
        found.list.par_extend(CHECKS.par_iter().flat_map_iter(judge));
    }

    /// The findings of checks across maps, by map or world. Maps that are not checked are loaded as far as others refer
    /// to them.
    fn together(
        &self,
        mut known: BTreeMap<PathBuf, Known>,
        worlds: &[LevelWorld],
        in_worlds: &BTreeSet<&Path>,
    ) -> BTreeMap<PathBuf, Vec<Finding>> {
        let checked: BTreeSet<PathBuf> = known.keys().cloned().collect();
        let mut wanted: BTreeSet<PathBuf> = in_worlds.iter().map(|path| path.to_path_buf()).collect();
        for outline in known.values() {
            if let Known::Loaded(outline) = outline {
                wanted.extend(outline.doors.iter().map(|door| door.target.clone()));
            }
        }
        let others: Vec<PathBuf> = wanted.difference(&checked).cloned().collect();
        let outline = |loader: &mut Loader<_>, path: PathBuf| {
            let outline = match loader.load(&path) {
                Err(error) => Known::Unchecked(error),
                Ok(level) => {
                    let locator = level.locator();
                    let subject = self.subject(&level, &locator);
                    Known::Loaded(Box::new(outline_of(&subject, in_worlds.contains(path.as_path()))))
                }
            };
            (path, outline)
        };
        known.par_extend(others.into_par_iter().map_init(|| self.loader(), outline));
        let maps = Maps { known, checked, worlds, files: &self.files };
        let mut found = Findings::default();
        for check in CHECKS.iter().filter(|check| self.settings.runs(check.id)) {
            if let Run::Together(run) = check.run {
                run(check, &maps, &mut found);
            }
        }
        let mut by_map: BTreeMap<PathBuf, Vec<Finding>> = BTreeMap::new();
        for finding in found.list {
            by_map.entry(finding.map.clone()).or_default().push(finding);
        }
        by_map
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
            // A check may call a finding an error that is a warning in general.
            let is_raised =
                finding.severity == Severity::Error && !self.settings.severities.contains_key(&finding.check);
            if !is_raised {
                finding.severity = severity.flatten().unwrap_or(finding.severity);
            }
            severity != Some(None)
        });
    }
}

/// False if a map or a world cannot be read at all.
fn reads(error: &LoadError) -> bool {
    !error.faults().any(|fault: &Fault| fault.kind == Problem::File && fault.position.is_none())
}

/// Keeps the first of equal findings in a file that several maps use, such as a tileset.
fn drop_repeated(list: &mut Vec<Finding>) {
    let mut known = BTreeSet::new();
    list.retain(|finding| {
        let is_shared = finding.file != finding.map && finding.place.cell.is_none();
        !is_shared
            || known.insert((finding.check, finding.file.clone(), finding.position, finding.message.clone()))
    });
}
