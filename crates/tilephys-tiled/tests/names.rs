//! Misspelt names, and levels in which nothing collides.

use crate::support;

use support::{layer, level, load, map, property, rock, tile};
use tilephys_tiled::{Level, WarningKind};

/// A map with something solid and, on line 2, the properties `list`.
fn with_properties(list: &str) -> Level {
    let solid = rock(&tile(0, "collision", "solid")) + &layer("ground", "1x1", "", "1");
    level(&map("1x1", &format!("<properties>{list}</properties>\n{solid}")))
}

/// A map with something solid and, from line 3 on, `objects`.
fn with_objects(objects: &str) -> Level {
    let solid = rock(&tile(0, "collision", "solid")).replace('\n', "") + &layer("ground", "1x1", "", "1");
    level(&map("1x1", &format!("{solid}<objectgroup name=\"things\">\n{objects}</objectgroup>")))
}

fn warnings(level: &Level) -> Vec<String> {
    level.warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn misspelt_properties_are_warned_about() {
    let rows = [
        ("colision", "string", "solid", "collision"),
        ("colission", "string", "solid", "collision"),
        ("Collision", "bool", "true", "collision"),
        ("collision ", "string", "solid", "collision"),
        ("collisions", "string", "solid", "collision"),
        ("tp_colision", "string", "off", "tp_collision"),
        ("tpCollision", "string", "off", "tp_collision"),
        ("TP-Collision", "string", "off", "tp_collision"),
        ("Category", "int", "4", "category"),
        ("catagory", "int", "4", "category"),
        ("Collides", "bool", "true", "collides"),
        ("Solid", "bool", "true", "solid"),
        ("oneWay", "bool", "true", "one_way"),
        ("one-way", "bool", "true", "one_way"),
    ];
    for (name, kind, value, meant) in rows {
        let level = with_properties(&format!(r#"<property name="{name}" type="{kind}" value="{value}"/>"#));
        let expected = format!("a.tmx:2:13: property {name:?} has no effect; did you mean {meant:?}?");
        assert_eq!(warnings(&level), [expected]);
        assert_eq!(level.warnings[0].kind, WarningKind::Name);
    }
}

#[test]
fn names_of_other_games_are_no_misspellings() {
    let names = [
        "color",
        "colour",
        "collectible",
        "collectable",
        "collection",
        "collector",
        "collider",
        "collide",
        "collidable",
        "colliding",
        "collisionGroup",
        "collision_layer",
        "collisionMask",
        "collision_type",
        "no_collision",
        "noCollision",
        "is_collision",
        "hasCollision",
        "onCollision",
        "isSolid",
        "sold",
        "solidity",
        "valid",
        "speed",
        "spawn",
        "position",
        "vision",
        "illusion",
        "explosion",
        "mission",
        "condition",
        "precision",
        "fraction",
        "friction",
        "Friction",
        "surface",
        "Surface",
        "face",
        "region",
        "default",
        "Default",
        "one",
        "oneShot",
        "way",
        "one_time",
        "once",
        "story",
        "categories",
        "calorie",
        "gravity",
        "health",
        "damage",
        "type",
        "kind",
        "name",
        "target",
        "door",
        "key",
        "tp",
        "tp_target",
        "tp_x",
        "teleport",
        "value",
        "music",
        "text",
        "sprite",
        "z",
        "",
    ];
    for (kind, value) in [("string", "solid"), ("int", "1"), ("bool", "true")] {
        // Built-in names are read, and their types are checked elsewhere.
        let list: String = names
            .iter()
            .map(|name| format!(r#"<property name="{name}" type="{kind}" value="{value}"/>"#))
            .collect();
        let level = with_properties(&list);
        let odd: Vec<_> = level.warnings.iter().filter(|w| w.kind == WarningKind::Name).collect();
        assert_eq!(odd.len(), 0, "{odd:?}");
    }
    let shop = r#"<property name="Category" value="weapon"/><property name="Solid" value="gold"/>"#;
    assert_eq!(warnings(&with_properties(shop)), [""; 0], "of another type than ours");
    let both = r#"<property name="Collision" value="x"/><property name="collision" value="none"/>"#;
    assert_eq!(warnings(&with_properties(both)), [""; 0], "whoever writes our name knows it");
}

#[test]
fn misspelt_classes_are_warned_about() {
    let rows = [
        ("TpSpwan", "TpSpawn"),
        ("tpspawn", "TpSpawn"),
        ("TP_Spawn", "TpSpawn"),
        ("TSpawn", "TpSpawn"),
        ("TpColectable", "TpCollectible"),
        ("TpKillzone", "TpKillZone"),
        ("TpDor", "TpDoor"),
    ];
    for (class, meant) in rows {
        let level = with_objects(&format!(r#"<object id="3" class="{class}"/>"#));
        let expected = format!("a.tmx:3:16: object 3: unknown class {class:?}; did you mean {meant:?}?");
        assert_eq!(warnings(&level), [expected]);
        assert_eq!(level.warnings[0].kind, WarningKind::Name);
    }
    let level = with_objects(r#"<object id="3" type="TpTeleporter"/>"#);
    assert_eq!(
        warnings(&level),
        ["a.tmx:3:16: object 3: unknown class \"TpTeleporter\"; the classes that begin with \"Tp\" are \
             TpSpawn, TpGoal, TpCheckpoint, TpCollectible, TpKillZone, TpTrigger, TpSpring, TpMover, \
             TpPatrol, TpDoor, TpIgnore, TpCollider and TpLevel, so choose another name"]
    );
}

#[test]
fn classes_of_other_games_are_no_misspellings() {
    let classes = [
        "TpSpawn",
        "TpGoal",
        "TpCheckpoint",
        "TpCollectible",
        "TpKillZone",
        "TpTrigger",
        "TpMover",
        "TpDoor",
        "TpIgnore",
        "TpLevel",
        "Goal",
        "Checkpoint",
        "Collectible",
        "KillZone",
        "Trigger",
        "Mover",
        "Door",
        "Level",
        "Spawner",
        "EnemySpawn",
        "Enemy",
        "Coin",
        "Teleport",
        "Tp",
        "Tptp",
        "Tpad",
        "outdoor",
        "Spawn",
        "PlayerSpawn",
        "Tool",
        "Topgoal2",
    ];
    let objects: String =
        classes.iter().map(|class| format!(r#"<object class="{class}" width="8" height="8"/>"#)).collect();
    assert_eq!(warnings(&with_objects(&objects)), [""; 0]);
}

#[test]
fn a_class_that_may_be_the_spawn_is_warned_about_if_there_is_none() {
    for class in ["Spawn", "PlayerSpawn", "spawn_point", "Player Start"] {
        let object = format!(r#"<object id="3" class="{class}"/>"#);
        let expected = format!(
            "a.tmx:3:16: object 3: no object has the class \"TpSpawn\", so the player has no start; should \
             this object of class {class:?} be it?"
        );
        let two = object.clone() + &object.replace("id=\"3\"", "id=\"4\"");
        assert_eq!(warnings(&with_objects(&two)), [""; 0], "its name says that it is the start");
        let unread = property("tp_conventions", "none").replace('\n', "");
        let solid = rock(&tile(0, "collision", "solid")).replace('\n', "") + &layer("ground", "1x1", "", "1");
        let content = format!("{unread}{solid}<objectgroup name=\"things\">\n{two}</objectgroup>");
        assert_eq!(warnings(&level(&map("1x1", &content))), [expected]);
        assert_eq!(warnings(&with_objects(&(object + r#"<object class="TpSpawn"/>"#))), [""; 0]);
    }
}

#[test]
fn a_name_is_warned_about_once_a_file_and_counted() {
    let tiles = |n: u32| (1..=n).map(|id| tile(id, "colision", "solid") + "\n").collect::<String>();
    let solid = tile(0, "collision", "solid");
    let rock_file = rock(&tiles(3)).replace(r#"firstgid="1" "#, "");
    let content = format!(
        "{}<tileset firstgid=\"20\" source=\"rock.tsx\"/>{}",
        rock(&(tiles(2) + &solid)),
        layer("ground", "1x1", "", "1")
    );
    let level = load(&[("a.tmx", &map("1x1", &content)), ("rock.tsx", &rock_file)]).unwrap();
    let said = "property \"colision\" has no effect";
    let help = "did you mean \"collision\"?";
    assert_eq!(
        warnings(&level),
        [
            format!("a.tmx:3:26: tile 1: {said} (the same in 1 other place); {help}"),
            format!("rock.tsx:2:26: tile 1: {said} (the same in 2 other places); {help}")
        ]
    );
}

#[test]
fn warnings_about_templates_have_a_position() {
    let template = r#"<template><object type="TpSpwan"/></template>"#;
    let objects =
        r#"<objectgroup><object id="1" template="t.tx"/><object id="2" template="t.tx"/></objectgroup>"#;
    let content = property("collision", "none") + objects;
    let level = load(&[("a.tmx", &map("1x1", &content)), ("t.tx", template)]).unwrap();
    assert_eq!(warnings(&level), ["t.tx:1:19: unknown class \"TpSpwan\"; did you mean \"TpSpawn\"?"]);
}

#[test]
fn a_misspelt_default_of_a_spawn_is_a_warning() {
    let spawn = |name: &str| {
        format!(
            r#"<object id="3" class="TpSpawn"><properties><property name="{name}" type="bool" value="true"/></properties></object>"#
        )
    };
    assert_eq!(
        warnings(&with_objects(&spawn("Defualt"))),
        ["a.tmx:3:44: object 3: property \"Defualt\" has no effect; did you mean \"default\"?"]
    );
    assert_eq!(warnings(&with_objects(&spawn("default"))), [""; 0]);
}

#[test]
fn warnings_about_names_are_bounded() {
    let objects: String = (0..5_000).map(|i| format!(r#"<object class="TpA{i}"/>"#)).collect();
    assert_eq!(with_objects(&objects).warnings.len(), 100);
}

#[test]
fn twenty_thousand_near_names_in_one_element_are_read() {
    let name = |i: u32| format!("collision{i:017b}").replace('0', "-").replace('1', ".");
    let list: String = (0..20_000).map(|i| format!(r#"<property name="{}" value=""/>"#, name(i))).collect();
    assert_eq!(with_properties(&list).warnings.len(), 100);
}

#[test]
fn a_map_in_which_nothing_collides_is_warned_about() {
    let said = "a.tmx:1:1: nothing in this map collides; likely ground: layer \"l\" (1 tile); in Tiled, set \
                \"tp_collision\" to \"cell\" on the solid layer, or \"collision\" to \"none\" on the map if \
                this is intended";
    let empty = "a.tmx:1:1: nothing in this map collides; in Tiled, set \"collision\" to \"solid\" on \
                 tiles, a tileset or a layer, or to \"none\" on the map if this is intended";
    let tiles =
        |of_map: &str| level(&map("2x1", &format!("{of_map}{}{}", rock(""), layer("l", "2x1", "", "1,0"))));
    for (level, said) in [(tiles(""), said), (level(&map("2x1", "")), empty)] {
        assert_eq!(warnings(&level), [said]);
        assert_eq!(level.warnings[0].kind, WarningKind::NothingCollides);
    }
    assert_eq!(warnings(&tiles(&property("collision", "solid"))), [""; 0]);
    assert_eq!(warnings(&tiles(&property("collision", "none"))), [""; 0], "it is meant");
    let solid = rock(&tile(0, "collision", "solid"));
    let unused = level(&map("2x1", &(solid.clone() + &layer("l", "2x1", "", "2,0"))));
    assert_eq!(warnings(&unused), [said], "what is solid stands nowhere");
    let beside = level(&map("2x1", &(solid + &layer("l", "2x1", r#"offsetx="3""#, "1,0"))));
    assert_eq!(warnings(&beside), [""; 0], "tiles off the grid collide");
}
