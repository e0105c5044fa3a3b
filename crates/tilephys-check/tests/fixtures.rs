//! The maps in `tests/check` against `expected.txt`: a broken map has exactly the findings listed there, and a near
//! miss has none.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use tilephys_check::{CHECKS, CheckId, Checker, Finding, Inputs, LayerTilesets, Settings, Severity};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/check")
}

/// The maps of a folder that are named by a check, with the id of the check, by file name.
fn maps(folder: &str) -> Vec<(PathBuf, CheckId)> {
    let entries = fs::read_dir(self::folder().join(folder)).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    let kinds = ["tmx", "tmj", "world"];
    paths.retain(|path| name(path).starts_with("TP") && kinds.iter().any(|kind| is_of(path, kind)));
    paths.sort();
    let id = |path: &PathBuf| {
        let (id, rest) = name(path).split_at_checked(5).expect("named TPnnn-name");
        let id: CheckId = id.parse().unwrap_or_else(|()| panic!("{} names no check", path.display()));
        let check = id.info().map_or("", |info| info.name);
        assert!(rest.starts_with(&format!("-{check}")), "{}: {id} is {check}", path.display());
        id
    };
    paths.iter().map(|path| (path.clone(), id(path))).collect()
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or_default()
}

fn is_of(path: &Path, kind: &str) -> bool {
    path.extension().is_some_and(|extension| extension == kind)
}

/// The findings of a map, with the check switched on if it is off by default.
fn findings(path: &Path, check: CheckId) -> Vec<Finding> {
    let mut settings = Settings::default();
    settings.grounded = vec!["Slime".to_owned()];
    if check.info().is_some_and(|info| info.severity.is_none()) {
        settings.severities.insert(check, Some(Severity::Warning));
    }
    let tilesets = vec!["sky".to_owned()];
    settings.layers = vec![LayerTilesets { layer: "back*".to_owned(), tilesets }];
    Checker::new(settings).check_inputs(&Inputs::find(&[path.to_owned()]), &|| ()).findings
}

/// A line of `expected.txt`.
fn line(map: &Path, finding: &Finding) -> String {
    let row = finding.position.map_or(0, |position| position.line);
    let mut line = format!("{}:{row} {}", name(map), finding.check);
    if let Some(cell) = finding.place.cell {
        _ = write!(line, " cell {},{}", cell.col, cell.row);
    }
    if let Some(object) = finding.place.object {
        _ = write!(line, " object {object}");
    }
    if name(&finding.file) != name(map) {
        _ = write!(line, " in {}", name(&finding.file));
    }
    line
}

#[test]
fn broken_maps_have_exactly_the_expected_findings() {
    let expected = fs::read_to_string(folder().join("expected.txt")).expect("the list is there");
    let mut found = Vec::new();
    let mut words = String::new();
    for (path, check) in maps("broken") {
        for finding in findings(&path, check) {
            found.push(line(&path, &finding));
            _ = writeln!(words, "{}: {}", line(&path, &finding), finding.message);
        }
    }
    let expected: Vec<&str> = expected.lines().collect();
    assert_eq!(found, expected, "\n{words}");
}

#[test]
fn a_goal_outside_of_the_map_is_an_error() {
    let severity = |map: &str| {
        let path = folder().join("broken").join(map);
        let found = findings(&path, CheckId(30));
        found.first().map(|finding| finding.severity)
    };
    assert_eq!(severity("TP030-object-outside.tmx"), Some(Severity::Warning));
    assert_eq!(severity("TP030-object-outside-goal.tmx"), Some(Severity::Error));
}

#[test]
fn near_misses_have_no_findings() {
    for (path, check) in maps("near") {
        let found = findings(&path, check);
        let lines: Vec<_> = found.iter().map(|f| format!("{}: {}", line(&path, f), f.message)).collect();
        assert!(lines.is_empty(), "{lines:#?}");
    }
}

#[test]
fn each_check_of_levels_has_a_broken_map_and_a_near_miss() {
    let expected = fs::read_to_string(folder().join("expected.txt")).expect("the list is there");
    let ids = |folder| maps(folder).into_iter().map(|(_, id)| id).collect::<BTreeSet<_>>();
    let (broken, near) = (ids("broken"), ids("near"));
    for check in CHECKS.iter().filter(|check| check.examines_levels()) {
        let id = check.id;
        assert!(broken.contains(&id) && near.contains(&id), "{id} has no maps in tests/check");
        let found = format!("{id}-");
        let is_found = expected.lines().any(|l| l.starts_with(&found) && l.contains(&format!(" {id}")));
        assert!(is_found, "the broken map of {id} has no such finding in expected.txt");
    }
}
