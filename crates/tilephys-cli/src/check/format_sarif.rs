//! Findings as SARIF 2.1.0, the format of static analysis results that code hosts read.

use super::catalogue::severity_name;
use super::parts::slashed;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::Path;
use tilephys::check::{CHECKS, CheckInfo, Finding, Report, Severity};
use tilephys::tiled::Position;

/// Writes a report as a log with one run.
pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let results: Vec<Value> = report.findings.iter().map(result).collect();
    let rules: Vec<Value> = CHECKS.iter().map(|check| rule(check)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "tilephys", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

/// The level of a severity in SARIF.
fn level(severity: Option<Severity>) -> &'static str {
    match severity_name(severity) {
        "info" => "note",
        "off" => "none",
        name => name,
    }
}

fn rule(check: &CheckInfo) -> Value {
    json!({
        "id": check.id.to_string(),
        "name": check.name,
        "shortDescription": { "text": check.name.replace('-', " ") },
        "fullDescription": { "text": check.explanation },
        "help": { "text": check.explanation },
        "defaultConfiguration": { "level": level(check.severity), "enabled": check.severity.is_some() },
    })
}

fn result(finding: &Finding) -> Value {
    let mut text = finding.message.clone();
    if let Some(help) = &finding.help {
        text += &format!("\n{help}");
    }
    let mut location = physical(&finding.file, finding.position);
    if let Some(layer) = &finding.place.layer {
        location
            .insert("logicalLocations".to_owned(), json!([{ "fullyQualifiedName": layer, "kind": "layer" }]));
    }
    let related: Vec<Value> = finding
        .related
        .iter()
        .enumerate()
        .map(|(id, related)| {
            let mut place = physical(&related.file, related.position);
            place.insert("id".to_owned(), json!(id));
            place.insert("message".to_owned(), json!({ "text": related.message }));
            Value::Object(place)
        })
        .collect();
    let mut result = json!({
        "ruleId": finding.check.to_string(),
        "level": level(Some(finding.severity)),
        "message": { "text": text },
        "locations": [location],
        "occurrenceCount": finding.count,
        "partialFingerprints": { "place/v1": fingerprint(finding) },
        "properties": properties(finding),
    });
    if let Some(index) = CHECKS.iter().position(|check| check.id == finding.check) {
        result["ruleIndex"] = json!(index);
    }
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    result
}

/// A location in a file.
fn physical(file: &Path, position: Option<Position>) -> Map<String, Value> {
    let mut place = json!({ "artifactLocation": { "uri": uri(file) } });
    if let Some(Position { line, column }) = position {
        place["region"] = json!({ "startLine": line, "startColumn": column });
    }
    Map::from_iter([("physicalLocation".to_owned(), place)])
}

/// A path as a URI reference: characters with a meaning in URIs are escaped.
fn uri(path: &Path) -> String {
    let text = slashed(path);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let escaped =
        |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let escaped: String = text.bytes().map(escaped).collect();
    if path.is_absolute() {
        format!("file://{}{escaped}", if text.starts_with('/') { "" } else { "/" })
    } else {
        escaped
    }
}

/// Place in the level, for readers that know maps.
fn properties(finding: &Finding) -> Value {
    let place = &finding.place;
    let mut properties = Map::from_iter([("map".to_owned(), json!(slashed(&finding.map)))]);
    let mut put = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            properties.insert(name.to_owned(), value);
        }
    };
    put("tile", place.cell.map(|at| json!({ "x": at.col, "y": at.row })));
    put("tileset", place.tileset.as_ref().map(|name| json!(name)));
    put("tileId", place.tile.map(|id| json!(id)));
    put("object", place.object.map(|id| json!(id)));
    put("objectName", place.object_name.as_ref().map(|name| json!(name)));
    Value::Object(properties)
}

/// Identity of a finding across edits elsewhere in the file: no line, and the place in the level instead.
fn fingerprint(finding: &Finding) -> String {
    format!("{} {} {}", finding.check, slashed(&finding.map), finding.place)
}
