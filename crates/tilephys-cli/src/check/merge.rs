//! `check --merge`: puts JSON reports of several runs into one.

use super::catalogue;
use super::json_reach::{self, ReachOf};
use super::parts::Cells;
use crate::messages::Failure;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use tilephys::check::{Finding, Fix, Related, Report, Severity};
use tilephys::glam::Vec2;
use tilephys::tiled::Position;

/// Version of the JSON that is read.
const VERSION: u32 = 1;

/// Report in JSON, without the fields that follow from others.
#[derive(Deserialize)]
struct Document {
    version: u32,
    counts: Counts,
    findings: Vec<Entry>,
    #[serde(flatten)]
    reach: Option<ReachOf>,
}

#[derive(Deserialize)]
struct Counts {
    maps: usize,
    unloaded: usize,
    unread: usize,
    guessed: usize,
    allowed: usize,
    known: usize,
}

#[derive(Deserialize)]
struct Entry {
    id: String,
    severity: String,
    map: PathBuf,
    file: PathBuf,
    line: Option<u32>,
    column: Option<u32>,
    layer: Option<String>,
    cell: Option<Cells>,
    tileset: Option<String>,
    tile: Option<u32>,
    object: Option<Object>,
    pixel: Option<Pixel>,
    count: u32,
    message: String,
    help: Option<String>,
    fix: Option<String>,
    #[serde(default)]
    related: Vec<Place>,
}

#[derive(Deserialize)]
struct Object {
    id: u32,
    name: Option<String>,
}

#[derive(Deserialize)]
struct Pixel {
    x: f32,
    y: f32,
}

#[derive(Deserialize)]
struct Place {
    file: PathBuf,
    line: Option<u32>,
    column: Option<u32>,
    message: String,
}

/// Reads reports, and adds them up. Findings keep the order of the files and are sorted by map.
///
/// # Errors
/// If a file cannot be read, or is no report.
pub(super) fn read(paths: &[PathBuf]) -> Result<Report, Failure> {
    let mut all = Report::default();
    for path in paths {
        let Document { counts, findings, reach, .. } = document(path)?;
        all.maps += counts.maps;
        all.unloaded += counts.unloaded;
        all.unread += counts.unread;
        all.guessed += counts.guessed;
        all.allowed += counts.allowed;
        all.known += counts.known;
        if let Some(reach) = reach {
            json_reach::add(reach, &mut all.reach).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        for entry in findings {
            all.findings.push(finding(entry).map_err(|e| format!("{}: {e}", path.display()))?);
        }
    }
    all.findings.sort_by(|a, b| a.map.cmp(&b.map));
    // Each part reads a world whole, so that its findings are in several reports.
    let mut kept: Vec<Finding> = Vec::new();
    for finding in std::mem::take(&mut all.findings) {
        let of_map = kept.iter().rev().take_while(|earlier| earlier.map == finding.map);
        if !of_map.clone().any(|earlier| *earlier == finding) {
            kept.push(finding);
        }
    }
    all.findings = kept;
    Ok(all)
}

fn document(path: &Path) -> Result<Document, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|e| format!("{name}: cannot be read: {e}"))?;
    let read: Result<Document, _> = serde_json::from_str(&text);
    let document = read
        .map_err(|e| format!("{name}: is not a report: {e}; create it with tilephys check --format json"))?;
    if document.version != VERSION {
        let version = document.version;
        return Err(format!("{name}: has version {version}, but this program reads {VERSION}").into());
    }
    Ok(document)
}

fn finding(entry: Entry) -> Result<Finding, String> {
    let severities = [Severity::Error, Severity::Warning, Severity::Info];
    let named = |severity: &Severity| catalogue::severity_name(Some(*severity)) == entry.severity;
    let severity = severities.into_iter().find(named);
    let severity = severity.ok_or_else(|| format!("{:?} is not a severity", entry.severity))?;
    let mut finding = Finding::new(catalogue::parse(&entry.id)?, &entry.map, entry.message);
    finding.severity = severity;
    finding.file = entry.file;
    finding.position = position(entry.line, entry.column);
    finding.place.layer = entry.layer;
    finding.place.tileset = entry.tileset;
    finding.place.tile = entry.tile;
    finding.cells = entry.cell.as_ref().map(Cells::rect);
    finding.place.cell = finding.cells.map(|cells| cells.min);
    if let Some(Object { id, name }) = entry.object {
        finding.place.object = Some(id);
        finding.place.object_name = name;
    }
    finding.pixel = entry.pixel.map(|Pixel { x, y }| Vec2::new(x, y));
    finding.count = entry.count;
    finding.help = entry.help;
    finding.fix = entry.fix.map(|title| Fix::new(title, Vec::new()));
    let related = |place: Place| Related::new(&place.file, position(place.line, place.column), place.message);
    finding.related = entry.related.into_iter().map(related).collect();
    Ok(finding)
}

fn position(line: Option<u32>, column: Option<u32>) -> Option<Position> {
    line.zip(column).map(|(line, column)| Position { line, column })
}
