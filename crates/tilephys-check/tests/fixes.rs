//! Fixes: after the edits of a fix the map has no finding of the check, and only the bytes concerned changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tilephys_check::{Checker, Edit, Finding, Settings, Severity, apply};

const MAP: &str = "a.tmx";

/// The findings of a map with this text, with all checks on that are off by default.
pub(crate) fn check(text: &str) -> Vec<Finding> {
    let text = text.to_owned();
    let files = move |path: &Path| match path.to_str() {
        Some(MAP) => Ok(text.clone().into_bytes()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    let mut settings = Settings::default();
    settings.is_ours = Some(false);
    for id in ["TP044"].iter().filter_map(|id| id.parse().ok()) {
        settings.severities.insert(id, Some(Severity::Info));
    }
    // The image is not there.
    settings.severities.extend("TP001".parse().map(|id| (id, None)));
    Checker::with_files(settings, files).check(&[PathBuf::from(MAP)]).findings
}

pub(crate) fn of_check(findings: &[Finding], id: &str) -> Vec<Finding> {
    findings.iter().filter(|finding| finding.check.to_string() == id).cloned().collect()
}

pub(crate) fn fixed(text: &str, findings: &[Finding]) -> String {
    let fixes = findings.iter().map(|finding| finding.fix.as_ref().expect("it has a fix"));
    let edits: Vec<Edit> = fixes.flat_map(|fix| fix.edits.clone()).collect();
    apply(text, &edits).expect("the edits fit the text")
}

fn broken(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/check/broken");
    fs::read_to_string(folder.join(name)).expect("the map is there")
}

/// Fixes all findings of a check in a broken map, and compares with replacements done by hand.
fn assert_fixed(name: &str, by_hand: &[(&str, &str)]) {
    let (text, id) = (broken(name), &name[..5]);
    let found = of_check(&check(&text), id);
    assert!(!found.is_empty(), "{name} has no finding");
    let fixed = fixed(&text, &found);
    let expected = by_hand.iter().fold(text, |text, (old, new)| {
        assert!(text.contains(old), "{name} has no {old}");
        text.replace(old, new)
    });
    assert_eq!(fixed, expected, "{name}");
    assert_eq!(of_check(&check(&fixed), id), [], "{name} after its fix");
}

#[test]
fn a_shape_is_moved_back_into_its_tile() {
    assert_fixed("TP021-shape-outside.tmx", &[("width=\"12.75\"", "width=\"12\"")]);
}

#[test]
fn floors_are_snapped_to_one_height() {
    assert_fixed("TP022-seam-step.tmx", &[("y=\"0.3\"", "y=\"0\""), ("height=\"15.7\"", "height=\"16\"")]);
}

#[test]
fn gaps_are_closed() {
    let by_hand = [
        ("width=\"15.7\"", "width=\"16\""),
        ("points=\"0,0 15.75,0 15.75,16 0,16\"", "points=\"-0.25,0 15.75,0 15.75,16 -0.25,16\""),
    ];
    assert_fixed("TP023-hairline-gap.tmx", &by_hand);
}

#[test]
fn empty_groups_are_removed_with_their_lines() {
    let by_hand = [
        ("\n   <objectgroup draworder=\"index\"/>", ""),
        ("\n   <objectgroup draworder=\"index\">\n   </objectgroup>", ""),
    ];
    assert_fixed("TP025-empty-group.tmx", &by_hand);
}

/// A map of one row of floor, whose third cell has tile 1 with the flips `flags` and the shape `shape`.
fn floor(flags: u32, shape: &str) -> String {
    let cell = flags | 2;
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="5" height="3" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="2" columns="2">
  <image source="rock.png" width="32" height="16"/>
  <tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
  <tile id="1"><objectgroup>{shape}</objectgroup></tile>
 </tileset>
 <layer id="1" name="ground" width="5" height="3"><data encoding="csv">0,0,0,0,0,1,1,{cell},1,1,1,1,1,1,1</data></layer>
</map>
"#
    )
}

const SIDES: [(u32, &str, &str); 4] = [
    // Flags that turn a side of the tile up, the shape with a fault at this side, and the shape after the fix.
    (0, r#"x="0" y="0.4" width="16" height="15.6""#, r#"x="0" y="0" width="16" height="16""#),
    (0x4000_0000, r#"x="0" y="0" width="16" height="15.6""#, r#"x="0" y="0" width="16" height="16""#),
    // Rotated by 90° clockwise: the left side is up.
    (0xA000_0000, r#"x="0.4" y="0" width="15.6" height="16""#, r#"x="0" y="0" width="16" height="16""#),
    (0x6000_0000, r#"x="0" y="0" width="15.6" height="16""#, r#"x="0" y="0" width="16" height="16""#),
];

#[test]
fn a_turned_tile_is_fixed_at_the_side_that_is_up() {
    for (flags, fault, sound) in SIDES {
        let shape = |attributes: &str| format!("<object id=\"1\" {attributes}/>");
        let text = floor(flags, &shape(fault));
        let steps = of_check(&check(&text), "TP022");
        assert_eq!(steps.len(), 1, "{flags:x}");
        assert_eq!((steps[0].count, steps[0].place.tile), (2, Some(1)), "{flags:x}");
        assert_eq!(fixed(&text, &steps), floor(flags, &shape(sound)), "{flags:x}");
    }
}

#[test]
fn two_tiles_with_one_height_between_pixels_have_no_step() {
    let text = floor(0, r#"<object id="1" x="0" y="0.3" width="16" height="15.7"/>"#)
        .replace(",1,2,1,", ",2,2,2,")
        .replace("5,1,1,", "5,2,2,");
    let steps = of_check(&check(&text), "TP022");
    // Both ends of the run meet whole tiles.
    assert_eq!(steps.iter().map(|step| step.count).sum::<u32>(), 2);
}

#[test]
fn a_shape_in_the_middle_of_a_pixel_is_no_reason_to_move_it() {
    let shape = r#"<object id="1" x="0" y="5.5" width="16" height="10.5"/>"#;
    assert_eq!(check(&floor(0, shape)), []);
}

#[test]
fn a_rotated_shape_is_found_and_not_fixed() {
    let shape = r#"<object id="1" x="16" y="0.4" width="15.6" height="16" rotation="90"/>"#;
    let steps = of_check(&check(&floor(0, shape)), "TP022");
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].fix, None);
}

#[test]
fn a_map_in_json_has_no_fix_and_the_help_says_so() {
    let text = r#"{"type":"map","version":"1.10","orientation":"orthogonal","infinite":false,"width":3,"height":2,
"tilewidth":16,"tileheight":16,"layers":[{"type":"tilelayer","id":1,"name":"ground","x":0,"y":0,"width":3,"height":2,
"opacity":1,"visible":true,"data":[0,0,0,1,2,1]}],"tilesets":[{"firstgid":1,"name":"rock","tilewidth":16,"tileheight":16,
"tilecount":2,"columns":2,"image":"rock.png","imagewidth":32,"imageheight":16,"margin":0,"spacing":0,"tiles":[
{"id":0,"objectgroup":{"type":"objectgroup","name":"","x":0,"y":0,"opacity":1,"visible":true,"objects":[
{"id":1,"x":0,"y":0,"width":16,"height":16,"rotation":0,"name":"","type":"","visible":true}]}},
{"id":1,"objectgroup":{"type":"objectgroup","name":"","x":0,"y":0,"opacity":1,"visible":true,"objects":[
{"id":1,"x":0,"y":0.4,"width":16,"height":15.6,"rotation":0,"name":"","type":"","visible":true}]}}]}]}"#;
    let steps = of_check(&check(text), "TP022");
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].fix, None);
    let help = steps[0].help.as_deref().unwrap_or_default();
    assert!(help.contains("JSON"), "{help}");
}

#[test]
fn aliases_become_the_property_collision_with_its_type() {
    let shape = r#"<object id="1" x="0" y="0" width="16" height="16"/>"#;
    let text = floor(0, shape)
        .replace(
            "height=\"3\"><data",
            "height=\"3\"><properties><property name=\"collides\" type=\"bool\" value=\"true\"/></properties><data",
        )
        .replace(
            "<tile id=\"1\">",
            "<tile id=\"1\"><properties><property name=\"one_way\" type=\"bool\" value=\"true\"/></properties>",
        );
    let found = of_check(&check(&text), "TP044");
    assert_eq!(found.len(), 2);
    let fixed = fixed(&text, &found);
    let new =
        |value| format!("<property name=\"collision\" propertytype=\"TpCollision\" value=\"{value}\"/>");
    let expected = text
        .replace("<property name=\"collides\" type=\"bool\" value=\"true\"/>", &new("solid"))
        .replace("<property name=\"one_way\" type=\"bool\" value=\"true\"/>", &new("one_way"));
    assert_eq!(fixed, expected);
    assert_eq!(check(&fixed), []);
}

#[test]
fn two_aliases_at_one_element_are_left_to_the_author() {
    let both = r#"<tile id="1"><properties><property name="collides" type="bool" value="true"/>
<property name="solid" type="bool" value="true"/></properties>"#;
    let shape = r#"<object id="1" x="0" y="0" width="16" height="16"/>"#;
    let found = of_check(&check(&floor(0, shape).replace("<tile id=\"1\">", both)), "TP044");
    assert!(found.len() == 2 && found.iter().all(|finding| finding.fix.is_none()), "{found:?}");
}
