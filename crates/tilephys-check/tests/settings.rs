//! The file of settings, and the list of checks that it names.

use std::collections::BTreeSet;
use tilephys_check::located::Source;
use tilephys_check::{CHECKS, SettingsFile};
use tilephys_tiled::{Conventions, Disk, Meaning};

fn read(text: &str) -> Result<SettingsFile, String> {
    let source = Source { name: SettingsFile::NAME.to_owned(), text: text.to_owned() };
    SettingsFile::parse(&source, &Disk).map_err(|problem| problem.to_string())
}

fn rows(text: &str) -> Vec<String> {
    let table = read(text).expect("it is right").settings.conventions.unwrap_or_default();
    table.rows.iter().map(|row| format!("{}: {}", row.subject, row.meaning)).collect()
}

#[test]
fn conventions_are_rows_in_front_of_the_built_in_ones() {
    let text =
        "[conventions]\nsolid.layers = [\"rock*\"]\nhazard.tile_properties = [\"hurts\", \"kind = fire\"]\n";
    let own = ["tile property hurts: hazard", "tile property kind = fire: hazard", "layer rock*: solid"];
    let both = rows(text);
    assert_eq!(both[..own.len()], own);
    assert_eq!(both.len(), own.len() + Conventions::common().rows.len());
    assert_eq!(rows(&text.replacen('\n', "\ncommon = false\n", 1)), own);
    assert_eq!(rows("[player]\njump = 20\n"), [""; 0]);
    for (word, meaning) in Meaning::WORDS {
        let text = format!("[conventions]\ncommon = false\n{word}.layers = [\"rock\"]\n");
        assert_eq!(rows(&text), [format!("layer rock: {meaning}")]);
    }
}

#[test]
fn a_wrong_key_or_value_is_named_with_its_place() {
    let rows = [
        ("[conventions]\ncomon = true\n", "2:1: unknown key `comon`; did you mean `common`?"),
        ("[conventions]\nsoild.layers = []\n", "2:1: unknown key `soild`; did you mean `solid`?"),
        ("[conventions]\nsolid.tiles = []\n", "2:7: unknown key `tiles`"),
        (
            "[conventions]\nsolid = true\n",
            "2:9: invalid type: boolean `true`, expected a table such as { layers = [\"walls\"] }",
        ),
        ("conventions = 1\n", "1:15: invalid type: integer `1`, expected a table"),
        ("check = 1\n", "1:9: invalid type: integer `1`, expected a table"),
        ("[player]\nsise = [1, 2]\n", "2:1: unknown key `sise`; did you mean `size`?"),
        ("[player]\nsize = [0, 2]\n", "2:8: expected a number of pixels above 0"),
        ("[check]\nexcludes = []\n", "2:1: unknown key `excludes`; did you mean `exclude`?"),
        ("[check.severity]\nTP012 = \"warnin\"\n", "2:9: unknown word `warnin`; did you mean `warning`?"),
        (
            "[check.severity]\nspawn-in-sold = \"off\"\n",
            "2:1: \"spawn-in-sold\" is not a check; did you mean",
        ),
        ("[[check.allow]]\ncheck = \"TP012\"\n", "1:1: missing key `reason`"),
        ("[[check.allow]]\ncheck = \"TP12\"\nreason = \"x\"\n", "2:9: \"TP12\" is not a check"),
        ("[[check.allow]]\nreason = \" \"\n", "2:10: the reason is empty"),
        ("[check]\nallow = [1]\n", "2:10: invalid type: integer `1`, expected a table"),
        ("[reach]\nabilities.dahs = \"x\"\n", "2:11: there is no ability \"dahs\"; did you mean \"dash\"?"),
    ];
    for (text, expected) in rows {
        let error = read(text).expect_err(text);
        assert!(error.starts_with(&format!("tilephys.toml:{expected}")), "{error}");
    }
}

#[test]
fn ids_of_checks_ascend_and_names_are_unique() {
    assert!(CHECKS.is_sorted_by(|a, b| a.id < b.id));
    let names: BTreeSet<&str> = CHECKS.iter().map(|check| check.name).collect();
    assert_eq!(names.len(), CHECKS.len());
}
