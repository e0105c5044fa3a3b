//! Reports of `tilephys check` for other programs: JSON by its schema, SARIF, annotations.

use crate::process::{Ran, level, scratch};
use crate::root::root;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A map in a folder with a blank, whose player starts in a wall, under an awkward name.
fn broken(name: &str) -> std::path::PathBuf {
    let dir = scratch(name, &[]);
    let spawn = " <objectgroup id=\"2\" name=\"marks, a: 100%\">\n  <object id=\"7\" name=\"p1\" class=\"TpSpawn\" x=\"8\" y=\"8\">\
                 <point/></object>\n </objectgroup>\n</map>";
    fs::create_dir(dir.join("old maps")).expect("the directory can be written to");
    fs::write(dir.join("old maps/cave.tmx"), level().replace("</map>", spawn)).expect("as above");
    dir
}

fn report(dir: &Path, format: &str) -> String {
    let Ran { status, stdout, stderr } = Ran::of(dir, &format!("check --only TP012 --format {format}"));
    assert_eq!((status, stderr.as_str()), (1, ""), "{stdout}");
    stdout
}

#[test]
fn json_has_the_place_of_a_finding() {
    let report: Value = serde_json::from_str(&report(&broken("reports_json"), "json")).expect("JSON");
    assert_eq!(report["version"], 1);
    assert_eq!((&report["counts"]["maps"], &report["counts"]["errors"]), (&1.into(), &1.into()));
    let finding = &report["findings"][0];
    assert_eq!(finding["id"], "TP012");
    assert_eq!(finding["name"], "spawn-in-solid");
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["file"], "old maps/cave.tmx");
    assert_eq!(finding["layer"], "marks, a: 100%");
    assert_eq!(finding["object"], serde_json::json!({ "id": 7, "name": "p1" }));
    let line = finding["line"].as_u64().expect("a line") as usize;
    assert!(level().lines().count() <= line, "the object is after the layer of the room");
    assert!(finding["text"].as_str().is_some_and(|text| text.starts_with("TP012 layer \"marks, a: 100%\"")));
}

/// Checks a value against the parts of JSON Schema that `check-schema.json` uses for its structure.
fn fits(value: &Value, schema: &Value, root: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.strip_prefix("#/$defs/").expect("references are to definitions");
        return fits(value, &root["$defs"][name], root, at);
    }
    let is_of = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("{at}: {other}"),
    };
    assert!(schema["type"].as_str().is_none_or(is_of), "{at}: {value}");
    assert!(schema["enum"].as_array().is_none_or(|all| all.contains(value)), "{at}: {value}");
    assert!(schema.get("const").is_none_or(|only| only == value), "{at}: {value}");
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(value.get(name.as_str().expect("a name")).is_some(), "{at}: {name} is missing");
    }
    for (name, inner) in value.as_object().into_iter().flatten() {
        let known =
            schema["properties"].get(name).unwrap_or_else(|| panic!("{at}: {name} is not in the schema"));
        fits(inner, known, root, &format!("{at}/{name}"));
    }
    for (i, inner) in value.as_array().into_iter().flatten().enumerate() {
        fits(inner, &schema["items"], root, &format!("{at}/{i}"));
    }
}

#[test]
fn json_fits_its_schema() {
    let schema = fs::read_to_string(root().join("docs/src/check-schema.json")).expect("the schema is there");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let ran = Ran::of(root(), "check tests/check --format json");
    let report = ran.json();
    assert!(report["findings"].as_array().is_some_and(|all| all.len() > 5), "{}", ran.stdout);
    fits(&report, &schema, &schema, "");
}

#[test]
fn sarif_names_the_rule_and_the_place() {
    let log: Value = serde_json::from_str(&report(&broken("reports_sarif"), "sarif")).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let (run, result) = (&log["runs"][0], &log["runs"][0]["results"][0]);
    assert_eq!((&result["ruleId"], &result["level"]), (&"TP012".into(), &"error".into()));
    let index = result["ruleIndex"].as_u64().expect("an index") as usize;
    assert_eq!(run["tool"]["driver"]["rules"][index]["id"], "TP012");
    let place = &result["locations"][0];
    assert_eq!(place["physicalLocation"]["artifactLocation"]["uri"], "old%20maps/cave.tmx");
    assert!(place["physicalLocation"]["region"]["startLine"].as_u64() > Some(1));
    assert_eq!(place["logicalLocations"][0]["fullyQualifiedName"], "marks, a: 100%");
    assert_eq!(result["properties"]["object"], 7);
}

#[test]
fn annotations_escape_names() {
    let text = report(&broken("reports_github"), "github");
    assert!(text.starts_with("::error file=old maps/cave.tmx,line="), "{text}");
    assert!(text.contains(",title=TP012 spawn-in-solid::TP012 layer \"marks, a: 100%25\""), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
}
