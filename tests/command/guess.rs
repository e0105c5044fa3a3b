//! Levels of other games, which say by names what is solid and where the player starts.

use super::process::{Ran, level, scratch};

/// The room, whose walls have a name and no property.
fn walls() -> String {
    level().replace("value=\"solid\"", "value=\"\"").replace("\"ground\"", "\"Walls\"")
}

fn solid_cells(dir: &std::path::Path, rest: &str) -> u64 {
    let ran = Ran::of(dir, &format!("run room.tmx --steps 1 --projectiles 1 --json {rest}"));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("it prints JSON");
    report["level"]["solid_cells"].as_u64().expect("a number")
}

#[test]
fn a_map_that_says_nothing_is_read_by_its_names_and_that_is_said() {
    let dir = scratch("guess", &[("room.tmx", &walls())]);
    let ran = Ran::of(&dir, "run room.tmx --steps 1");
    assert_eq!(ran.status, 0);
    let note = "note: room.tmx: by conventions of names, layer \"Walls\" (12 tiles): solid, by the row \"tile layer walls\" (to say \
                it in the map: \"tp_collision\" = \"cell\")\n";
    assert_eq!(ran.stderr, note);
    assert_eq!(solid_cells(&dir, ""), 12);
    assert_eq!(solid_cells(&dir, "--solid none"), 0);
    assert_eq!(solid_cells(&dir, "--solid auto"), 12);
    assert_eq!(solid_cells(&dir, "--solid rock,w*s"), 12, "layers by pattern");
    assert_eq!(solid_cells(&dir, "--solid rock"), 0);
    let ran = Ran::of(&scratch("guess_own", &[("room.tmx", &level())]), "run room.tmx --steps 1");
    assert_eq!(ran.stderr, "", "a map that says something is not guessed about");
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
    assert!(ran.stderr.contains("tilephys.toml: [conventions]: \"stone\" is no meaning"), "{}", ran.stderr);
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
