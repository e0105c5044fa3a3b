//! Known findings of a project: `--baseline` and `--write-baseline`.

use crate::messages::Failure;
use crate::target::write_text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tilephys::check::{Finding, Report};
use tilephys::tiled::normal_path;

/// Version of the format.
const VERSION: u32 = 1;

/// File with known findings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    version: u32,
    known: Vec<Known>,
}

/// A finding without what changes when other parts of the map change: lines, and the numbers of the message.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
struct Known {
    /// Path of the map from the folder of the baseline on.
    map: String,
    check: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tileset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tile: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    object: Option<u32>,
    /// Cell, unless there are several places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cell: Option<[i32; 2]>,
    /// Number of places.
    count: u32,
    message: String,
}

/// Known findings, and the folder to which their paths are relative.
pub(crate) struct Baseline {
    folder: PathBuf,
    /// By map.
    known: BTreeMap<String, Vec<Known>>,
}

impl Baseline {
    /// Reads a file of known findings.
    ///
    /// # Errors
    /// If it cannot be read, or is none.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let text =
            fs::read_to_string(path).map_err(|e| format!("{name}: cannot be read: {e}; check the path"))?;
        let table: Table = serde_json::from_str(&text)
            .map_err(|e| format!("{name}: is not a baseline: {e}; write it again with --write-baseline"))?;
        if table.version != VERSION {
            let version = table.version;
            let message =
                format!("{name}: has version {version}, but this program reads {VERSION}; write it again");
            return Err(message.into());
        }
        let mut known: BTreeMap<String, Vec<Known>> = BTreeMap::new();
        for entry in table.known {
            known.entry(entry.map.clone()).or_default().push(entry);
        }
        Ok(Baseline { folder: folder_of(path)?, known })
    }

    /// Removes the known findings of a report, and returns the number of entries about `maps` that are not found.
    pub(crate) fn remove_known(mut self, report: &mut Report, maps: &[PathBuf]) -> usize {
        let all = report.findings.len();
        report.findings.retain(|finding| {
            let now = Known::of(finding, &self.folder);
            let Some(known) = self.known.get_mut(&now.map) else { return true };
            let entry = known.iter().position(|known| known.covers(&now));
            entry.map(|entry| known.swap_remove(entry)).is_none()
        });
        report.known += all - report.findings.len();
        maps.iter().filter_map(|map| self.known.get(&name_in(&self.folder, map))).map(Vec::len).sum()
    }
}

impl Known {
    fn of(finding: &Finding, folder: &Path) -> Self {
        let place = &finding.place;
        Known {
            map: name_in(folder, &finding.map),
            check: finding.check.to_string(),
            layer: place.layer.clone(),
            tileset: place.tileset.clone(),
            tile: place.tile,
            object: place.object,
            cell: place.cell.filter(|_| finding.count == 1).map(|at| [at.col, at.row]),
            count: finding.count,
            message: without_numbers(&finding.message),
        }
    }

    /// True if a finding of today is this one, at no more places.
    fn covers(&self, now: &Known) -> bool {
        let cell = if self.count > 1 { None } else { now.cell };
        let same = Known { cell, count: self.count, ..now.clone() };
        now.count <= self.count && *self == same
    }
}

/// Writes the findings of a report, and returns a line about it.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(path: &Path, report: &Report) -> Result<String, Failure> {
    let folder = folder_of(path)?;
    let mut known: Vec<Known> = report.findings.iter().map(|finding| Known::of(finding, &folder)).collect();
    known.sort();
    // One line a finding, so that versions of the file can be compared.
    let line = |entry| serde_json::to_string(entry).map(|line| format!("\n{line}"));
    let lines: Result<Vec<String>, _> = known.iter().map(line).collect();
    let lines = lines.map_err(|e| format!("{}: cannot be written: {e}", path.display()))?.join(",");
    write_text(path, &format!("{{\"version\": {VERSION}, \"known\": [{lines}\n]}}\n"))?;
    let n = known.len();
    let s = if n == 1 { "" } else { "s" };
    Ok(format!("{}: {n} finding{s} written, which --baseline hides\n", path.display()))
}

/// Folder of a file, as an absolute path.
fn folder_of(path: &Path) -> Result<PathBuf, String> {
    let whole = std::path::absolute(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(normal_path(whole.parent().unwrap_or(&whole)))
}

/// Path of a map from `folder` on, with `/`; the whole path if it is elsewhere.
fn name_in(folder: &Path, map: &Path) -> String {
    let whole = std::path::absolute(map).map_or_else(|_| map.to_owned(), |whole| normal_path(&whole));
    whole.strip_prefix(folder).unwrap_or(&whole).to_string_lossy().replace('\\', "/")
}

/// Text with `#` in place of each number.
fn without_numbers(text: &str) -> String {
    let mut result = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' if result.ends_with('#') => {}
            '0'..='9' => result.push('#'),
            c => result.push(c),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(cell: Option<[i32; 2]>, count: u32) -> Known {
        let message = without_numbers("overlaps by 16.25 px");
        let (map, check) = ("a.tmx".to_owned(), "TP020".to_owned());
        Known { map, check, layer: None, tileset: None, tile: None, object: None, cell, count, message }
    }

    #[test]
    fn more_places_than_known_are_new() {
        assert_eq!(known(None, 1).message, "overlaps by #.# px");
        let (one, other, many) = (known(Some([1, 2]), 1), known(Some([1, 3]), 1), known(None, 5));
        assert!(one.covers(&one) && !one.covers(&other) && !one.covers(&many));
        assert!(many.covers(&many) && many.covers(&one) && many.covers(&known(None, 4)));
        assert!(!many.covers(&known(None, 6)));
    }
}
