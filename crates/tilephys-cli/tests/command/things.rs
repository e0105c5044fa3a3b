//! Levels with movers, coins and spikes.

use crate::pictures::Pixels;
use crate::process::{Ran, scratch};
use serde_json::Value;
use std::path::PathBuf;

/// The colour of movers that show no tile.
const PURPLE: [u8; 4] = [204, 121, 167, 255];

/// A shaft, two tiles wide and six high, with these objects. The character starts in its middle, a tile under the
/// ceiling.
fn shaft(objects: &str) -> String {
    let row = |middle: &str| format!("1,{middle},{middle},1");
    let rows: Vec<String> = ["1", "0", "0", "0", "0", "0", "0", "1"].map(row).to_vec();
    format!(
        "<map width=\"4\" height=\"8\" tilewidth=\"16\" tileheight=\"16\">\n\
         <tileset firstgid=\"1\" name=\"rock\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\">\n\
         <image source=\"rock.png\" width=\"16\" height=\"16\"/>\n\
         <tile id=\"0\"><properties><property name=\"collision\" value=\"solid\"/></properties></tile>\n\
         </tileset>\n\
         <layer id=\"1\" name=\"ground\" width=\"4\" height=\"8\"><data encoding=\"csv\">{}</data></layer>\n\
         <objectgroup id=\"2\" name=\"things\">\n\
         <object id=\"1\" type=\"TpSpawn\" x=\"32\" y=\"43\"><point/></object>\n{objects}\n</objectgroup></map>\n",
        rows.join(",")
    )
}

/// A mover with these properties and a path `way` pixels down.
fn mover(place: &str, way: i32, properties: &str) -> String {
    format!(
        "<object id=\"2\" name=\"block\" type=\"TpMover\" {place}><properties>\n\
         <property name=\"path\" type=\"object\" value=\"3\"/>{properties}</properties></object>\n\
         <object id=\"3\"><polyline points=\"0,0 0,{way}\"/></object>"
    )
}

fn folder(name: &str, objects: &str) -> PathBuf {
    scratch(name, &[("shaft.tmx", &shaft(objects))])
}

/// Report of a run, equal for both drivers.
fn report(dir: &std::path::Path, rest: &str) -> Value {
    let run = |driver: &str| -> Value {
        let ran = Ran::of(dir, &format!("run shaft.tmx --projectiles 0 --json {rest} {driver}"));
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{rest} {driver}");
        ran.json()
    };
    let (ecs, plain) = (run("--threads 2"), run("--plain"));
    for key in ["state_hash", "motion_hash", "triggers", "squishes", "kills", "overlapping", "stuck"] {
        assert_eq!(ecs[key], plain[key], "{key} of {rest}");
    }
    for key in ["overlapping", "escaped", "stuck", "rejected"] {
        assert_eq!(plain[key], 0, "{key} of {rest}");
    }
    plain
}

#[test]
fn a_coin_is_taken_once_and_is_gone() {
    // All characters start in the first coin and none reaches the last, which is in the rock. Projectiles take no
    // coins.
    let coins = "<object id=\"2\" type=\"TpCollectible\" x=\"16\" y=\"16\" width=\"32\" height=\"32\"/>\n\
                 <object id=\"3\" type=\"TpCollectible\" x=\"16\" y=\"100\" width=\"32\" height=\"12\"/>\n\
                 <object id=\"4\" type=\"TpCollectible\" x=\"0\" y=\"0\" width=\"16\" height=\"16\"/>";
    let dir = folder("coins", coins);
    assert_eq!(report(&dir, "--characters 5 --steps 0")["triggers"], 0);
    assert_eq!(report(&dir, "--characters 5 --steps 1")["triggers"], 1);
    let after = report(&dir, "--characters 5 --steps 200");
    assert_eq!((&after["triggers"], &after["level"]["collectibles"]), (&2.into(), &3.into()));
    let flying = Ran::of(&dir, "run shaft.tmx --projectiles 20 --characters 0 --steps 200 --json");
    let flying = flying.json();
    assert_eq!(flying["triggers"], 0);
}

#[test]
fn spikes_send_characters_back_to_where_they_start() {
    let spikes = "<object id=\"2\" type=\"TpKillZone\" x=\"16\" y=\"104\" width=\"32\" height=\"8\"/>";
    let dir = folder("spikes", spikes);
    let once = report(&dir, "--characters 1 --steps 40");
    let more = report(&dir, "--characters 3 --steps 400");
    assert_eq!((&once["kills"], &more["level"]["kill_zones"]), (&1.into(), &1.into()));
    // A fall of 62 px takes half a second.
    let kills = more["kills"].as_u64().expect("a number");
    assert!((3 * 8..=3 * 16).contains(&kills), "{kills}");
    assert_eq!(
        report(&dir, "--characters 3 --steps 400 --shift 400000,-3")["motion_hash"],
        more["motion_hash"]
    );
}

#[test]
fn hazards_drawn_as_objects_or_tiles_are_spikes() {
    let spikes = "<object id=\"2\" type=\"TpKillZone\" x=\"16\" y=\"104\" width=\"32\" height=\"8\"/>";
    let hazard = "<properties><property name=\"collision\" value=\"hazard\"/></properties>";
    let object = format!("<object id=\"2\" x=\"16\" y=\"104\" width=\"32\" height=\"8\">{hazard}</object>");
    let lava = ["0,0,0,0"; 6].into_iter().chain(["0,2,2,0", "0,0,0,0"]).collect::<Vec<_>>().join(",");
    let tiles = format!(
        "</objectgroup>\n\
         <tileset firstgid=\"2\" name=\"lava\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\">\n\
         <image source=\"rock.png\" width=\"16\" height=\"16\"/>\n\
         <tile id=\"0\"><objectgroup><object id=\"1\" y=\"8\" width=\"16\" height=\"8\">{hazard}</object></objectgroup></tile>\n\
         </tileset>\n\
         <layer id=\"3\" name=\"lava\" width=\"4\" height=\"8\"><data encoding=\"csv\">{lava}</data></layer>\n\
         <objectgroup id=\"4\" name=\"more\">"
    );
    let run = |name: &str, content: &str| report(&folder(name, content), "--characters 3 --steps 400");
    let expected = run("spikes_again", spikes);
    assert!(expected["kills"].as_u64().is_some_and(|kills| kills > 0));
    for (name, content) in [("hazard_object", &object), ("hazard_tiles", &tiles)] {
        let found = run(name, content);
        assert_eq!(found["kills"], expected["kills"], "{name}");
        assert_eq!(found["motion_hash"], expected["motion_hash"], "{name}");
    }
}

#[test]
fn a_crusher_squishes_bodies_and_the_audit_reports_squishes() {
    // The mover fills the shaft, and waits at the floor for a minute.
    let quick =
        "<property name=\"speed\" type=\"float\" value=\"60\"/><property name=\"loop\" value=\"once\"/>";
    let dir = folder("crusher", &mover("x=\"16\" y=\"-16\" width=\"32\" height=\"32\"", 96, quick));
    assert_eq!(report(&dir, "--characters 4 --steps 60")["squishes"], 0);
    let crushed = report(&dir, "--characters 4 --steps 200");
    assert_eq!((&crushed["squishes"], &crushed["level"]["movers"]), (&4.into(), &1.into()));
    assert_eq!(
        report(&dir, "--characters 4 --steps 200 --shift -9,500000")["motion_hash"],
        crushed["motion_hash"]
    );
}

#[test]
fn the_picture_shows_movers_riders_and_coins_not_yet_taken() {
    let lift =
        mover("x=\"16\" y=\"44\" width=\"32\" height=\"6\"", 56, "<property name=\"loop\" value=\"once\"/>");
    // Both show the missing tile, drawn as a checkerboard with a white border.
    let coins = "<object id=\"4\" type=\"TpCollectible\" gid=\"1\" x=\"16\" y=\"48\" width=\"32\" height=\"32\"/>\n\
                 <object id=\"5\" type=\"TpCollectible\" gid=\"1\" x=\"0\" y=\"16\" width=\"16\" height=\"16\"/>";
    let dir = folder("lift", &format!("{lift}\n{coins}"));
    let at_steps = |steps: u32| {
        let file = format!("{steps}.png");
        report(&dir, &format!("--characters 1 --steps {steps} --picture {file}"));
        Pixels::of(&dir.join(file))
    };
    let (before, after) = (at_steps(0), at_steps(100));
    assert_eq!((before.at(20, 47), after.at(20, 103)), (PURPLE, PURPLE));
    assert_ne!(after.at(20, 47), PURPLE);
    // Borders of the coin and of the rock.
    const WHITE: [u8; 4] = [255; 4];
    assert_eq!((before.at(20, 16), after.at(20, 16) == WHITE, after.at(0, 0)), (WHITE, false, WHITE));
}

#[test]
fn a_mover_that_cannot_go_is_told_of_by_file_object_and_property() {
    let objects =
        mover("x=\"16\" y=\"44\" width=\"32\" height=\"6\"", 56, "").replace("value=\"3\"", "value=\"77\"");
    let ran = Ran::of(&folder("no-rail", &objects), "run shaft.tmx");
    let said = [
        "error: property \"path\" is object 77, which is not in the map: expected a polyline or polygon to follow\n",
        "--> shaft.tmx:10:1\n",
        "^ layer \"things\", object 2 \"block\"\n",
    ];
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(said.iter().all(|part| ran.stderr.contains(part)), "{}", ran.stderr);
}

#[test]
fn gravity_and_bounds_of_a_map_act_by_themselves() {
    // The shaft without a bottom.
    let run = |name: &str, properties: &[(&str, &str)], rest: &str| {
        let list: String = properties
            .iter()
            .map(|(name, value)| format!("<property name=\"{name}\" value=\"{value}\"/>"))
            .collect();
        let list = list.replace("name=\"gravity\"", "name=\"gravity\" type=\"float\"");
        let text = shaft("")
            .replace("<map ", "<map class=\"TpLevel\" ")
            .replacen(">\n", &format!("><properties>{list}</properties>\n"), 1)
            .replace("1,1,1,1</data>", "1,0,0,1</data>");
        let dir = scratch(name, &[("shaft.tmx", &text)]);
        let run = |driver: &str| -> Value {
            let rest =
                format!("run shaft.tmx --projectiles 0 --json --characters 3 --steps 400 {rest} {driver}");
            Ran::of(&dir, &rest).json()
        };
        let [report, plain] = [run(""), run("--plain")];
        assert_eq!((&report["motion_hash"], &report["kills"]), (&plain["motion_hash"], &plain["kills"]));
        report
    };
    let open = run("pit open", &[("bounds", "open")], "");
    assert_eq!((&open["kills"], &open["escaped"]), (&0.into(), &3.into()));
    let deadly = run("pit deadly", &[("bounds", "kill_below")], "");
    let kills = deadly["kills"].as_u64().expect("a number");
    assert!((3 * 4..=3 * 16).contains(&kills), "{kills}");
    let bounds = ("bounds", "kill_below");
    let shifted = run("pit shifted", &[bounds], "--shift 400000,-3");
    assert_eq!((&shifted["kills"], &shifted["motion_hash"]), (&deadly["kills"], &deadly["motion_hash"]));
    let closed = run("pit closed", &[("bounds", "closed")], "");
    assert_eq!((&closed["kills"], &closed["escaped"]), (&0.into(), &0.into()));
    assert_ne!(closed["motion_hash"], open["motion_hash"]);
    let light = run("pit light", &[bounds, ("gravity", "90")], "");
    assert!(light["kills"].as_u64().is_some_and(|light| light < kills), "{light}");
}
