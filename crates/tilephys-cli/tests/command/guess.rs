//! Levels of other games, whose names say which tiles are solid and where the player starts.

use super::process::{Ran, level, scratch};

/// The room, whose walls have a name and no property.
fn walls() -> String {
    level().replace("value=\"solid\"", "value=\"\"").replace("\"ground\"", "\"Walls\"")
}

fn solid_cells(dir: &std::path::Path, rest: &str) -> u64 {
    let ran = Ran::of(dir, &format!("run room.tmx --steps 1 --projectiles 0 --json {rest}"));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("it prints JSON");
    report["level"]["solid_cells"].as_u64().expect("a number")
}

#[test]
fn a_map_without_settings_is_read_by_names_with_a_note() {
    let dir = scratch("guess", &[("room.tmx", &walls())]);
    let ran = Ran::of(&dir, "run room.tmx --steps 1");
    assert_eq!(ran.status, 0);
    let note = "note: room.tmx: by naming conventions (--solid none turns them off):\n  layer \"Walls\" (12 \
                tiles): solid, by the row \"tile layer walls\"\n";
    assert_eq!(ran.stderr, note);
    let other = scratch("guess_other", &[("room.tmx", &walls().replace("Walls", "Stones, old"))]);
    let ran = Ran::of(&other, "run room.tmx --steps 1");
    let hint = "          to try it:\n            tilephys run room.tmx --solid \"Stones? old\"\n          to keep it, in a file tilephys.toml \
                next to the map:\n            [conventions]\n            solid.layers = [\"Stones? old\"]\n";
    assert!(ran.stderr.contains("likely ground: layer \"Stones, old\" (12 tiles)"), "{}", ran.stderr);
    assert!(ran.stderr.ends_with(hint), "{}", ran.stderr);
    assert_eq!(solid_cells(&other, "--solid Stones?*old"), 12);
    let checked = Ran::of(&other, "check room.tmx");
    assert!(checked.stdout.contains("tilephys run room.tmx --solid \"Stones? old\""), "{}", checked.stdout);
    std::fs::write(other.join("tilephys.toml"), "[conventions]\nsolid.layers = [\"Stones? old\"]\n")
        .expect("it was written");
    assert_eq!(solid_cells(&other, ""), 12, "what was printed keeps it");
    assert_eq!(solid_cells(&dir, ""), 12);
    assert_eq!(solid_cells(&dir, "--solid none"), 0);
    assert_eq!(solid_cells(&dir, "--solid auto"), 12);
    assert_eq!(solid_cells(&dir, "--solid rock,w*s"), 12, "layers by pattern");
    assert_eq!(solid_cells(&dir, "--solid rock"), 12, "common names are read too");
    assert_eq!(solid_cells(&dir, "--solid rock,none"), 0);
    let ran = Ran::of(&scratch("guess_own", &[("room.tmx", &level())]), "run room.tmx --steps 1");
    assert_eq!(ran.stderr, "", "a map that says something is not guessed about");
}

#[test]
fn a_layer_that_covers_the_whole_map_is_not_solid_by_its_name() {
    let ground = "<layer id=\"7\" name=\"Ground\" width=\"4\" height=\"4\">\n  <data encoding=\"csv\">\n1,1,1,1,\n1,1,1,1,\n1,1,1,1,\n1,1,1,1</data></layer>\n <layer id=\"1\"";
    let map = walls().replace("<layer id=\"1\"", ground);
    let dir = scratch("guess_cover", &[("room.tmx", &map)]);
    let ran = Ran::of(&dir, "run room.tmx --steps 1");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let said = "layer \"Walls\" (12 tiles): solid, by the row \"tile layer walls\"\n";
    assert!(ran.stderr.ends_with(said), "{}", ran.stderr);
    assert_eq!(solid_cells(&dir, ""), 12);
    assert_eq!(solid_cells(&dir, "--solid Ground"), 16, "unless it is asked for");
    let only = map.replace("\"Walls\"", "\"Trees\"");
    let dir = scratch("guess_cover_all", &[("room.tmx", &only)]);
    let ran = Ran::of(&dir, "run room.tmx --steps 1");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("warning: nothing in this map collides; likely ground: layer \"Trees\""),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_table_of_ones_own_is_in_a_file_beside_or_above_the_map() {
    let table = "[conventions]\nsolid.layers = [\"rock*\"]\n";
    let rocks = walls().replace("Walls", "Rocks");
    let dir = scratch("guess_table", &[("room.tmx", &rocks), ("tilephys.toml", table)]);
    assert_eq!(solid_cells(&dir, ""), 12);
    assert_eq!(solid_cells(&dir, "--solid none"), 0, "the flag wins");
    std::fs::create_dir_all(dir.join("maps")).expect("the target directory can be written to");
    std::fs::write(dir.join("maps/room.tmx"), rocks).expect("the target directory can be written to");
    assert_eq!(solid_cells(&dir.join("maps"), ""), 12);
    std::fs::write(dir.join("tilephys.toml"), "[conventions]\nstone.layers = []\n").expect("it was written");
    let ran = Ran::of(&dir, "run room.tmx");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("tilephys.toml:2:1: unknown key `stone`"), "{}", ran.stderr);
}

#[test]
fn characters_start_at_usual_names_or_on_free_ground() {
    let spawn = "<objectgroup id=\"2\" name=\"o\"><object id=\"5\" name=\"Player\" x=\"36\" y=\"44\"><point/></object>\
                 </objectgroup>\n</map>";
    let dir = scratch("guess_start", &[("room.tmx", &level().replace("</map>", spawn))]);
    let ran = Ran::of(&dir, "run room.tmx --steps 1");
    assert!(ran.stdout.contains("1 character of 8 × 11 px"), "{}", ran.stdout);
    let dir = scratch("guess_ground", &[("room.tmx", &level())]);
    let ran = Ran::of(&dir, "run room.tmx --characters 2 --steps 1");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let said = "room.tmx: no object of class \"TpSpawn\" or with a usual name, so characters start on free ground near the left \
                edge, at 20, 48 px";
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
    let outside = level().replace("</map>", &spawn.replace("x=\"36\"", "x=\"-36\""));
    let ran = Ran::of(&scratch("guess_outside", &[("room.tmx", &outside)]), "run room.tmx --steps 1");
    assert!(ran.stdout.contains("room.tmx: the start, object 5, is not in the map, so"), "{}", ran.stdout);
}

#[test]
fn an_open_border_is_reported_and_close_walls_the_map() {
    let open = level().replace("1,0,0,1,\n1,0,0,1", "0,0,0,1,\n1,0,0,0").replacen("1,1,1,1", "1,0,0,1", 1);
    let dir = scratch("open_sides", &[("room.tmx", &open)]);
    let ran = Ran::of(&dir, "run room.tmx --projectiles 50");
    assert_eq!(ran.status, 0);
    let said = "\n  the map is open at the top in columns 1 to 2, at the right in row 2, at the left in row 1; --close walls its border\n";
    for said in [
        said,
        "4 × 4 tiles of 16 × 16 px, open at the border",
        "  outside of the map, through its open border",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }
    let ran = Ran::of(&dir, "run room.tmx --projectiles 50 --close");
    assert_eq!(ran.status, 0);
    assert!(ran.stdout.contains("4 × 4 tiles of 16 × 16 px, closed all around"), "{}", ran.stdout);
    assert!(ran.stdout.contains("  escaped                0  ok\n"), "{}", ran.stdout);
    let infinite = level().replacen("<map ", "<map infinite=\"1\" ", 1);
    let chunk = "<chunk x=\"0\" y=\"0\" width=\"4\" height=\"4\">";
    let infinite =
        infinite.replace("\"csv\">", &format!("\"csv\">{chunk}")).replace("</data>", "</chunk></data>");
    let dir = scratch("open_infinite", &[("room.tmx", &infinite)]);
    assert_eq!(Ran::of(&dir, "run room.tmx --close --steps 1").status, 0, "it has no border to wall");
}

#[test]
fn of_many_warnings_the_first_are_printed_and_the_others_counted() {
    let named: String = (0..30)
        .map(|i| {
            format!(
                "<object id=\"{}\" type=\"TpWrong{i}\" x=\"20\" y=\"20\" width=\"4\" height=\"4\"/>",
                i + 1
            )
        })
        .collect();
    let map =
        level().replace("</map>", &format!("<objectgroup id=\"2\" name=\"o\">{named}</objectgroup></map>"));
    let dir = scratch("warnings", &[("room.tmx", &map)]);
    let told = |rest: &str| {
        let ran = Ran::of(&dir, &format!("run room.tmx --steps 1 {rest}"));
        (ran.stderr.matches("warning: ").count(), ran.stderr.lines().last().unwrap_or_default().to_owned())
    };
    let more =
        |n: usize| format!("note: {n} more warnings: misspelt name ({n}); show them with --warnings all");
    assert_eq!(told(""), (20, more(10)));
    assert_eq!(told("--warnings 5"), (5, more(25)));
    assert_eq!(told("--warnings all").0, 30);
    assert_eq!(told("--warnings 0"), (0, more(30)));
}

#[test]
fn tiles_larger_than_their_cells_count_as_solid_where_they_are() {
    let large = level()
        .replace(
            "tilewidth=\"16\" tileheight=\"16\" tilecount",
            "tilewidth=\"32\" tileheight=\"32\" tilecount",
        )
        .replace("1,1,1,1,\n1,0,0,1,\n1,0,0,1,\n1,1,1,1", "0,0,0,0,\n1,0,0,0,\n0,0,0,0,\n0,0,0,0");
    assert_eq!(solid_cells(&scratch("guess_large", &[("room.tmx", &large)]), ""), 4);
}
