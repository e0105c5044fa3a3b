//! Findings as JSON, in the schema of `docs/src/check-schema.json`.

use super::catalogue::severity_name;
use super::json_reach::ReachOf;
use super::parts::{Cells, slashed};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use tilephys::check::{Finding, Report, Severity};
use tilephys::glam::UVec2;
use tilephys::tiled::{Position, TileRect};

/// Version of the schema. Fields may be added without a new version.
pub(super) const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
pub(super) struct Document {
    #[serde(default)]
    tool: String,
    #[serde(default)]
    tool_version: String,
    pub(super) version: u32,
    pub(super) counts: Counts,
    pub(super) findings: Vec<Entry>,
    #[serde(flatten)]
    pub(super) reach: Option<ReachOf>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Counts {
    pub(super) maps: usize,
    pub(super) unloaded: usize,
    pub(super) unread: usize,
    pub(super) guessed: usize,
    #[serde(default)]
    errors: usize,
    #[serde(default)]
    warnings: usize,
    #[serde(default)]
    infos: usize,
    pub(super) allowed: usize,
    pub(super) known: usize,
}

/// A finding. Absent fields are unknown.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) id: String,
    #[serde(default)]
    name: String,
    pub(super) severity: String,
    pub(super) map: String,
    pub(super) file: String,
    #[serde(flatten)]
    pub(super) at: Option<Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) layer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cell: Option<Cells>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tileset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tile: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) object: Option<ObjectName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pixel: Option<Pixel>,
    pub(super) count: u32,
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<String>,
    /// Place and message in one line.
    #[serde(default)]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fix: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) related: Vec<RelatedPlace>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) line: u32,
    pub(super) column: u32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct ObjectName {
    pub(super) id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
}

/// A point of the map, in pixels.
#[derive(Serialize, Deserialize)]
pub(super) struct Pixel {
    pub(super) x: f32,
    pub(super) y: f32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct RelatedPlace {
    pub(super) file: String,
    #[serde(flatten)]
    pub(super) at: Option<Line>,
    pub(super) message: String,
}

/// Writes a report as one JSON object.
pub(super) fn write(report: &Report, reach: Option<ReachOf>, out: &mut dyn Write) -> io::Result<()> {
    let Report { maps, unloaded, unread, guessed, allowed, known, .. } = *report;
    let [errors, warnings, infos] =
        [Severity::Error, Severity::Warning, Severity::Info].map(|severity| report.count(severity));
    let document = Document {
        tool: "tilephys".to_owned(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        version: VERSION,
        counts: Counts { maps, unloaded, unread, guessed, errors, warnings, infos, allowed, known },
        findings: report.findings.iter().map(entry).collect(),
        reach,
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn entry(finding: &Finding) -> Entry {
    let place = &finding.place;
    Entry {
        id: finding.check.to_string(),
        name: finding.check.info().map_or_else(String::new, |check| check.name.to_owned()),
        severity: severity_name(Some(finding.severity)).to_owned(),
        map: slashed(&finding.map).into_owned(),
        file: slashed(&finding.file).into_owned(),
        at: finding.position.map(Line::from),
        layer: place.layer.clone(),
        cell: cells(finding),
        tileset: place.tileset.clone(),
        tile: place.tile,
        object: place.object.map(|id| ObjectName { id, name: place.object_name.clone() }),
        pixel: finding.pixel.map(|at| Pixel { x: at.x, y: at.y }),
        count: finding.count,
        message: finding.message.clone(),
        help: finding.help.clone(),
        text: in_one_line(finding),
        fix: finding.fix.as_ref().map(|fix| fix.title.clone()),
        related: finding
            .related
            .iter()
            .map(|related| RelatedPlace {
                file: slashed(&related.file).into_owned(),
                at: related.position.map(Line::from),
                message: related.message.clone(),
            })
            .collect(),
    }
}

impl From<Position> for Line {
    fn from(Position { line, column }: Position) -> Self {
        Line { line, column }
    }
}

impl From<Line> for Position {
    fn from(Line { line, column }: Line) -> Self {
        Position { line, column }
    }
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
