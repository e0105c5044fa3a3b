//! `check --merge`: puts JSON reports of several runs into one.

use super::catalogue;
use super::format_json::{Document, Entry, ObjectName, Pixel, RelatedPlace, VERSION};
use super::json_reach::{self, ReachOf};
use super::parts::Cells;
use crate::messages::Failure;
use std::fs;
use std::path::{Path, PathBuf};
use tilephys::check::{CheckId, Finding, Fix, Related, Report, Severity};
use tilephys::glam::Vec2;
use tilephys::tiled::Position;

/// Reads reports, and adds them up. Findings keep the order of the files and are sorted by map.
///
/// # Errors
/// If a file cannot be read, or is no report.
pub(super) fn read(paths: &[PathBuf]) -> Result<(Report, Option<ReachOf>), Failure> {
    let mut all = Report::default();
    let mut sum = None;
    for path in paths {
        let Document { counts, findings, reach, .. } = document(path)?;
        all.maps += counts.maps;
        all.unloaded += counts.unloaded;
        all.unread += counts.unread;
        all.guessed += counts.guessed;
        all.allowed += counts.allowed;
        all.known += counts.known;
        if let Some(reach) = reach {
            json_reach::add(reach, &mut sum).map_err(|e| format!("{}: {e}", path.display()))?;
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
    Ok((all, sum))
}

fn document(path: &Path) -> Result<Document, Failure> {
    let name = path.display();
    let text =
        fs::read_to_string(path).map_err(|e| format!("{name}: cannot be read: {e}; check the path"))?;
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
    let mut finding = Finding::new(CheckId::named(&entry.id)?, Path::new(&entry.map), entry.message);
    finding.severity = severity;
    finding.file = entry.file.into();
    finding.position = entry.at.map(Position::from);
    finding.place.layer = entry.layer;
    finding.place.tileset = entry.tileset;
    finding.place.tile = entry.tile;
    finding.cells = entry.cell.as_ref().map(Cells::rect);
    finding.place.cell = finding.cells.map(|cells| cells.min);
    if let Some(ObjectName { id, name }) = entry.object {
        finding.place.object = Some(id);
        finding.place.object_name = name;
    }
    finding.pixel = entry.pixel.map(|Pixel { x, y }| Vec2::new(x, y));
    finding.count = entry.count;
    finding.help = entry.help;
    finding.fix = entry.fix.map(|title| Fix::new(title, Vec::new()));
    let related = |place: RelatedPlace| {
        Related::new(Path::new(&place.file), place.at.map(Position::from), place.message)
    };
    finding.related = entry.related.into_iter().map(related).collect();
    Ok(finding)
}
