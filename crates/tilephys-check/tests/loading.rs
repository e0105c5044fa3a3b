//! The ids of the loader's faults and warnings: a small map for each entry of the catalogue.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use tilephys_check::{CHECKS, Checker, Finding, Report, Settings, Severity};
use tilephys_tiled::Conventions;

/// A map of 2 × 1 cells with more elements in it.
fn map(content: &str) -> String {
    let head = r#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">"#;
    format!("{head}\n{content}\n</map>")
}

/// A tileset with four tiles, of which the first is solid.
fn rock(content: &str) -> String {
    format!(
        r#"<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="4" columns="4">
<image source="rock.png" width="64" height="16"/>
<tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
{content}</tileset>"#
    )
}

fn layer(csv: &str) -> String {
    format!(r#"<layer id="1" name="ground" width="2" height="1"><data encoding="csv">{csv}</data></layer>"#)
}

fn objects(content: &str) -> String {
    format!(r#"<objectgroup id="2" name="things">{content}</objectgroup>"#)
}

/// Checks `text` as the map `a.tmx`, beside a few other files.
fn check(text: &str) -> Report {
    let files = |path: &Path| match path.to_str() {
        Some("a.tmx") => Ok(text.as_bytes().to_vec()),
        Some("rock.png") => Ok(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x40\0\0\0\x10\x08\x06\0\0\0".to_vec()),
        Some("loop.tx") => Ok(br#"<template><object id="1" template="loop.tx"/></template>"#.to_vec()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    let mut settings = Settings::default();
    // Without names by which a map is read.
    settings.conventions = Some(Conventions::default());
    Checker::with_files(settings, files).check(&[PathBuf::from("a.tmx")])
}

/// Entries for the loader, and a map that has each.
fn rows() -> Vec<(&'static str, String)> {
    let solid = || rock("") + &layer("1,0");
    let property = |name: &str, rest: &str| {
        format!(
            r#"<objectgroup id="2" name="things"><properties><property name="{name}" {rest}/></properties></objectgroup>"#
        )
    };
    let two = |a: &str, b: &str| objects(&format!(r#"<object id="1" {a}/><object id="2" {b}/>"#));
    let many =
        |n: u32| (0..n).map(|id| format!(r#"<object id="{id}" name="a" opacity="x"/>"#)).collect::<String>();
    vec![
        ("TP001", map(r#"<tileset firstgid="1" source="gone.tsx"/>"#)),
        ("TP002", map("<layer>")),
        ("TP003", map(&(rock("").replace("firstgid=\"1\"", "firstgid=\"5\"") + &layer("1,0")))),
        ("TP004", map(&(rock("") + &layer("1,0,0")))),
        ("TP005", map(r#"<tileset firstgid="1" source="../rock.tsx"/>"#)),
        ("TP006", map(&solid()).replace("width=\"2\" height", "width=\"99999999\" height")),
        ("TP007", map(&objects(r#"<object id="1" template="loop.tx"/>"#))),
        (
            "TP008",
            map(&(solid()
                + r#"<objectgroup id="2" name="t"><properties><property name="a" value="1"/><property name="a" value="2"/></properties></objectgroup>"#)),
        ),
        ("TP009", map(&(solid() + &property("n", r#"type="int" value="x""#)))),
        ("TP017", map(&(solid() + &property("n", r#"type="class" propertytype="Gone""#)))),
        ("TP018", map(&(solid() + &property("collision", r#"value="sold""#)))),
        ("TP019", map(&(solid() + &property("colision", r#"value="solid""#)))),
        (
            "TP024",
            map(&(rock(
                r#"<tile id="1"><objectgroup><object id="1"><polygon points="0,0 8,8 0,8 8,0"/></object></objectgroup></tile>"#,
            ) + &layer("2,0"))),
        ),
        ("TP027", map(&(solid() + &property("collides", r#"value="true""#)))),
        ("TP031", map(&(solid().replace("name=\"ground\"", "name=\"ground\" parallaxx=\"0.5\"")))),
        ("TP034", map(&(solid() + &property("n", r#"type="object" value="7""#)))),
        ("TP037", map(&(solid() + &two("", "").replace("id=\"2\" />", "id=\"1\" />")))),
        ("TP041", map("").replace("orthogonal", "isometric")),
        ("TP061", map(&(rock("").replace("rock\"", "other\"") + &solid()))),
        (
            "TP062",
            map(&(rock("")
                + &layer("1,0")
                + &rock("").replace("firstgid=\"1\"", "firstgid=\"9\"")
                + &layer("5,0").replace("id=\"1\"", "id=\"3\""))),
        ),
        ("TP063", map(&(solid() + r#"<layer id="3" name="empty" width="2" height="1"/>"#))),
        ("TP064", map(&(rock("") + &layer("2,0")))),
        (
            "TP065",
            map(&(rock(
                r#"<tile id="1"><objectgroup><object id="1" width="16" height="16"/></objectgroup></tile>"#,
            )
            .replace("<tile id=\"0\">", "<tile id=\"3\">")
                + &layer("2,3,0")))
            .replace("width=\"2\" height=\"1\"", "width=\"3\" height=\"1\""),
        ),
        (
            "TP066",
            map(&(solid()
                + r#"<properties><property name="tp_conventions" value="common"/></properties><objectgroup id="2" name="walls"><object id="1" x="0" y="0"><polygon points="0,0 8,8 0,8 8,0"/></object></objectgroup>"#)),
        ),
        (
            "TP067",
            map(&(unread() + &solid() + &objects(r#"<object id="1" class="PlayerSpawn"><point/></object>"#))),
        ),
        ("TP068", map(&(solid() + &objects(&many(3000))))),
        ("TP069", map(&(solid() + &objects(r#"<object id="1" class="TpCollider" x="0" y="0"/>"#)))),
        (
            "TP070",
            map(&(rock("")
                .replace(" tilecount=\"4\" columns=\"4\"", "")
                .replace("width=\"64\" height=\"16\"/>", "/>")
                .replace("rock.png", "gone.png")
                + &layer("1,0"))),
        ),
        ("TP071", map(&(solid() + &objects(r#"<object id="1" opacity="x"/>"#)))),
    ]
}

fn id(finding: &Finding) -> String {
    finding.check.to_string()
}

/// The property of a map whose names are not read.
fn unread() -> String {
    r#"<properties><property name="tp_conventions" value="none"/></properties>"#.to_owned()
}

#[test]
fn each_kind_of_fault_and_warning_has_its_id() {
    let (mut met, mut wrong) = (BTreeSet::new(), Vec::new());
    for (expected, text) in rows() {
        let found = check(&text).findings;
        let ids: Vec<String> = found.iter().map(id).collect();
        if !ids.contains(&expected.to_owned()) {
            let said: Vec<_> = found.iter().map(|f| format!("{} {}", f.check, f.message)).collect();
            wrong.push((expected, said, text));
        }
        met.extend(ids);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for info in CHECKS.iter().filter(|info| (61..79).contains(&info.id.0)) {
        assert!(met.contains(&info.id.to_string()), "{} has no map here", info.id);
    }
}

#[test]
fn a_remedy_is_the_help_of_a_finding() {
    let text = map(&(rock("") + &layer("1,0") + &objects(r#"<object id="1" class="TpSpwan"/>"#)));
    let found = check(&text).findings;
    let name = found.iter().find(|finding| id(finding) == "TP019").expect("the class is misspelt");
    assert_eq!(name.severity, Severity::Warning);
    assert_eq!(name.help.as_deref(), Some("did you mean \"TpSpawn\"?"));
    assert!(!name.message.contains("did you mean"), "{}", name.message);
    assert_eq!(name.position.map(|position| position.line), Some(5));
}

#[test]
fn a_selection_of_checks_hides_warnings_and_never_faults() {
    let run = |text: String| {
        let mut settings = Settings::default();
        settings.only.insert("TP001".parse().expect("a check"));
        let files = move |_: &Path| Ok(text.clone().into_bytes());
        let report = Checker::with_files(settings, files).check(&[PathBuf::from("a.tmx")]);
        report.findings.iter().map(id).collect::<Vec<_>>()
    };
    assert!(run(map("")).is_empty());
    assert_eq!(run(map("").replace("orthogonal", "isometric")), ["TP041"]);
}

#[test]
fn equal_mistakes_of_many_objects_are_one_finding() {
    let mistyped = |id: u32| {
        format!(
            r#"<object id="{id}" width="9" height="9"><properties><property name="solid" value="true"/></properties></object>"#
        )
    };
    let text = map(&(rock("") + &layer("1,0") + &objects(&(1..=30).map(mistyped).collect::<String>())));
    let found = check(&text).findings;
    let found: Vec<_> = found.iter().filter(|finding| id(finding) == "TP027").collect();
    let [first] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((first.count, first.place.object), (30, Some(1)));
}
