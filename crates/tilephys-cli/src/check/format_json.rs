//! Findings as JSON, in the schema of `docs/src/check-schema.json`.

use super::catalogue::severity_name;
use super::json_reach::{self as reach, ReachOf};
use super::parts::{Cells, slashed};
use serde::Serialize;
use std::io::{self, Write};
use tilephys::check::{Finding, Report, Severity};
use tilephys::glam::UVec2;
use tilephys::tiled::{Position, TileRect};

/// Version of the schema. Fields may be added without a new version.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    tool: &'static str,
    tool_version: &'static str,
    version: u32,
    counts: Counts,
    findings: Vec<Entry<'a>>,
    #[serde(flatten)]
    reach: Option<ReachOf>,
}

#[derive(Serialize)]
struct Counts {
    maps: usize,
    unloaded: usize,
    unread: usize,
    guessed: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    allowed: usize,
    known: usize,
}

/// A finding. Absent fields are unknown.
#[derive(Serialize)]
struct Entry<'a> {
    id: String,
    name: &'static str,
    severity: &'static str,
    map: String,
    file: String,
    #[serde(flatten)]
    at: Option<Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<Cells>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tileset: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<ObjectName<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pixel: Option<Pixel>,
    count: u32,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    /// Place and message in one line.
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<RelatedPlace<'a>>,
}

#[derive(Serialize)]
struct Line {
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct ObjectName<'a> {
    id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
}

/// A point of the map, in pixels.
#[derive(Serialize)]
struct Pixel {
    x: f32,
    y: f32,
}

#[derive(Serialize)]
struct RelatedPlace<'a> {
    file: String,
    #[serde(flatten)]
    at: Option<Line>,
    message: &'a str,
}

/// Writes a report as one JSON object.
pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Report { maps, unloaded, unread, guessed, allowed, known, .. } = *report;
    let [errors, warnings, infos] =
        [Severity::Error, Severity::Warning, Severity::Info].map(|severity| report.count(severity));
    let document = Document {
        tool: "tilephys",
        tool_version: env!("CARGO_PKG_VERSION"),
        version: VERSION,
        counts: Counts { maps, unloaded, unread, guessed, errors, warnings, infos, allowed, known },
        findings: report.findings.iter().map(entry).collect(),
        reach: report.reach.as_ref().map(reach::of),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn entry(finding: &Finding) -> Entry<'_> {
    let place = &finding.place;
    Entry {
        id: finding.check.to_string(),
        name: finding.check.info().map_or("", |check| check.name),
        severity: severity_name(Some(finding.severity)),
        map: slashed(&finding.map).into_owned(),
        file: slashed(&finding.file).into_owned(),
        at: finding.position.map(line),
        layer: place.layer.as_deref(),
        cell: cells(finding),
        tileset: place.tileset.as_deref(),
        tile: place.tile,
        object: place.object.map(|id| ObjectName { id, name: place.object_name.as_deref() }),
        pixel: finding.pixel.map(|at| Pixel { x: at.x, y: at.y }),
        count: finding.count,
        message: &finding.message,
        help: finding.help.as_deref(),
        text: in_one_line(finding),
        fix: finding.fix.as_ref().map(|fix| &*fix.title),
        related: finding
            .related
            .iter()
            .map(|related| RelatedPlace {
                file: slashed(&related.file).into_owned(),
                at: related.position.map(line),
                message: &related.message,
            })
            .collect(),
    }
}

fn line(Position { line, column }: Position) -> Line {
    Line { line, column }
}

fn cells(finding: &Finding) -> Option<Cells> {
    let at = finding.place.cell?;
    Some(Cells::of(finding.cells.unwrap_or(TileRect { min: at, size: UVec2::ONE })))
}

/// Check, place and message in one line, which differs between findings of a map.
pub(super) fn in_one_line(finding: &Finding) -> String {
    let mut text = finding.check.to_string();
    let place = finding.place.to_string();
    if !place.is_empty() {
        text += &format!(" {place}");
    }
    text += &format!(": {}", finding.message);
    if finding.count > 1 {
        text += &format!(" ({} times)", finding.count);
    }
    if let Some(help) = &finding.help {
        text += &format!("; {help}");
    }
    text
}
