//! Objects of built-in classes as typed values, level rules, and ignored objects.

use crate::support;

use glam::{IVec2, Vec2};
use std::path::PathBuf;
use support::{error, layer, level, map, property, rock, tile};
use tilephys_core::platform::{Easing, PathMode};
use tilephys_tiled::{Bounds, GatePart, Level, RegionKind, Role};

/// A map whose object layer has `objects` from line 3 on.
fn objects(objects: &str) -> String {
    map("20x20", &format!("<objectgroup name=\"things\">\n{objects}</objectgroup>"))
}

/// An object of 16 px with properties `name:type=value`.
fn object(id: u32, class: &str, list: &str) -> String {
    let property = |word: &str| {
        let (name, rest) = word.split_once(':').unwrap();
        let (kind, value) = rest.split_once('=').unwrap();
        format!(r#"<property name="{name}" type="{kind}" value="{value}"/>"#)
    };
    let list: String = list.split_whitespace().map(property).collect();
    format!(
        r#"<object id="{id}" type="{class}" width="16" height="16"><properties>{list}</properties></object>"#
    )
}

fn roles(level: &Level) -> Vec<(u32, Role)> {
    level.marks.iter().map(|mark| (mark.object, mark.role.clone())).collect()
}

#[test]
fn objects_of_built_in_classes_are_typed() {
    let all = [
        object(1, "TpSpawn", ""),
        object(2, "TpGoal", ""),
        r#"<object id="3" type="TpCheckpoint"><point/></object>"#.to_owned(),
        object(4, "TpCheckpoint", ""),
        object(5, "TpCollectible", ""),
        object(6, "TpCollectible", "required:bool=true"),
        object(7, "TpKillZone", ""),
        object(8, "TpTrigger", "damage:int=3"),
        object(9, "Chest", "required:bool=true"),
        object(10, "TpMover", ""),
        object(11, "TpSpring", ""),
        object(12, "TpSpring", "velocity_x:int=80 velocity_y:float=-0.5"),
        object(13, "TpSpring", "height:float=70"),
        object(14, "TpSpring", "height:int=0 velocity_y:int=-80"),
    ];
    let level = level(&objects(&all.concat()));
    let expected = [
        (1, Role::Spawn),
        (2, Role::Goal),
        (3, Role::Checkpoint),
        (4, Role::Checkpoint),
        (5, Role::Collectible { required: false }),
        (6, Role::Collectible { required: true }),
        (7, Role::KillZone),
        (8, Role::Trigger),
        (11, Role::Spring { velocity: Vec2::new(0.0, -500.0), height: None }),
        (12, Role::Spring { velocity: Vec2::new(80.0, -0.5), height: None }),
        (13, Role::Spring { velocity: Vec2::new(0.0, -500.0), height: Some(70.0) }),
        (14, Role::Spring { velocity: Vec2::new(0.0, -80.0), height: None }),
    ];
    assert_eq!(roles(&level), expected);
    assert_eq!(level.mark(6).unwrap().role, Role::Collectible { required: true });
    let areas: Vec<_> = level.regions.iter().map(|r| (r.object().unwrap(), r.kind)).collect();
    let kinds = [
        (2, RegionKind::Goal),
        (4, RegionKind::Checkpoint),
        (5, RegionKind::Collectible),
        (6, RegionKind::Collectible),
        (7, RegionKind::KillZone),
        (8, RegionKind::Trigger),
        (11, RegionKind::Spring),
        (12, RegionKind::Spring),
        (13, RegionKind::Spring),
        (14, RegionKind::Spring),
    ];
    assert_eq!(areas, kinds);
    assert_eq!(level.why_object(7).unwrap().to_string(), "the class of object 7 (a.tmx:3:556)");
    // Other classes are passed on unchanged.
    let chest = level.object(9).unwrap();
    assert_eq!((chest.class.as_str(), chest.properties.bool("required")), ("Chest", Some(true)));
    assert_eq!(level.movers.len(), 1);
}

#[test]
fn a_spring_has_a_height_or_a_velocity() {
    let wrong = |list: &str| {
        let text = error(&objects(&object(1, "TpSpring", list))).to_string();
        text.split_once("object 1: ").unwrap().1.to_owned()
    };
    assert_eq!(wrong("height:float=-4"), "property \"height\" is -4: expected a height of 0 px or more");
    assert_eq!(
        wrong("height:float=40 velocity_y:float=-90"),
        "property \"height\" is set beside \"velocity_y\": expected only one of the two"
    );
    assert_eq!(
        wrong("height:string=high"),
        "property \"height\" is not a number: expected a number of px, of type float or int"
    );
}

#[test]
fn a_patrol_walks_or_follows_a_path() {
    let rail = "<object id=\"9\" x=\"200\" y=\"100\"><polygon points=\"0,0 0,-60 30,-60\"/></object>";
    let walker = object(1, "TpPatrol", "speed:int=25 turns_at_edges:bool=false");
    let flyer = object(2, "TpPatrol", "path:object=9 wait:float=0.5 easing:string=in_out");
    let level = level(&objects(&(walker + &flyer + &object(3, "TpPatrol", "path:object=0") + rail)));
    let patrol = |id: u32| level.mark(id).unwrap().patrol().unwrap();
    assert_eq!((patrol(1).speed, patrol(1).turns_at_edges, &patrol(1).path), (25.0, false, &None));
    let path = patrol(2).path.as_ref().unwrap();
    assert_eq!(
        (path.points.len(), path.points[1], path.speed, path.wait),
        (3, IVec2::new(0, -60 * 256), 40.0, 0.5)
    );
    assert_eq!((path.mode, path.easing), (PathMode::Loop, Easing::InOut));
    assert_eq!((patrol(3).speed, patrol(3).turns_at_edges, &patrol(3).path), (40.0, true, &None));
    // It is a body, which is in no grid and no region.
    assert!(level.regions.is_empty() && level.movers.is_empty());
}

#[test]
fn patrols_with_wrong_settings_are_refused() {
    let wrong = |list: &str| {
        let text = error(&objects(&object(1, "TpPatrol", list))).to_string();
        text.split_once("object 1: ").unwrap().1.to_owned()
    };
    assert_eq!(wrong("speed:int=0"), "property \"speed\" is 0: expected a number of px/s above 0");
    assert_eq!(
        wrong("path:object=1"),
        "property \"path\" is object 1, which is neither: expected a polyline or polygon to follow"
    );
    assert_eq!(
        wrong("path:object=8"),
        "property \"path\" is object 8, which is not in the map: expected a polyline or polygon to follow"
    );
    assert_eq!(
        wrong("turns_at_edges:string=no"),
        "property \"turns_at_edges\" is not a bool: expected true or false, of type bool"
    );
    let point = "<object id=\"1\" type=\"TpPatrol\"><point/></object>";
    let text = error(&objects(point)).to_string();
    assert!(
        text.starts_with("a.tmx:3:1: layer \"things\", object 1: ") && text.contains("needs an area"),
        "{text}"
    );
    let level = level(&objects(&object(1, "TpPatrol", "turn_at_edges:bool=false")));
    assert!(
        level.warnings[0].to_string().contains("did you mean \"turns_at_edges\"?"),
        "{:?}",
        level.warnings
    );
}

#[test]
fn doors_lead_to_objects_of_this_map_or_to_other_maps() {
    let door = |list: &str| {
        let mark = object(2, "Mark", "");
        let level = support::load(&[("maps/a.tmx", &objects(&(object(1, "TpDoor", list) + &mark)))]);
        let level = level.map_err(|e| e.to_string())?;
        let Role::Door(door) = &level.marks[0].role else { panic!("{:?}", level.marks) };
        Ok::<_, String>((door.target.clone(), door.target_object, door.two_way))
    };
    let other = |name: &str| Some(PathBuf::from(name));
    assert_eq!(door(""), Ok((None, None, false)));
    assert_eq!(door("target:file= target_object:object=0"), Ok((None, None, false)));
    assert_eq!(door("target_object:object=2"), Ok((None, Some(2), false)));
    assert_eq!(door("target:file=b.tmx target_object:object=77"), Ok((other("maps/b.tmx"), Some(77), false)));
    assert_eq!(door("target:file=../b.tmx"), Ok((other("b.tmx"), None, false)));
    assert_eq!(door("target:file=b.tmx two_way:bool=true"), Ok((other("maps/b.tmx"), None, true)));
    let wrong = |list: &str| door(list).unwrap_err().split_once("object 1: ").unwrap().1.to_owned();
    let expected = "expected an object of this map where the door leads, or another map as \"target\"";
    let gone = format!("property \"target_object\" is object 77, which is not in the map: {expected}");
    assert_eq!(wrong("target_object:object=77"), gone);
    assert_eq!(wrong("target:file=a.tmx target_object:object=77"), gone);
    assert_eq!(
        wrong("target_object:object=1"),
        format!("property \"target_object\" is the door itself: {expected}")
    );
    assert_eq!(
        wrong("target_object:int=2"),
        "property \"target_object\" is not a reference to an object: expected one, as a property of type \
         object"
    );
    assert_eq!(
        wrong("target:string=b.tmx"),
        "property \"target\" is not a file: expected one, as a property of type file"
    );
    let both =
        object(1, "TpDoor", "target_object:object=77") + "\n" + &object(2, "TpCollectible", "required:int=1");
    assert_eq!(
        error(&objects(&both)),
        format!(
            "a.tmx:3:65: layer \"things\", object 1: {gone}\na.tmx:4:72: layer \"things\", object 2: \
             property \"required\" is not a bool: expected true or false, of type bool"
        )
    );
}

#[test]
fn the_velocity_of_a_spring_is_two_numbers() {
    let wrong = |list: &str| error(&objects(&object(1, "TpSpring", list)));
    for (list, expected) in [
        ("velocity_y:string=up", "is not a number: expected a number of px/s, of type float or int"),
        ("velocity_y:float=1e39", "expected a 32-bit number of px/s"),
    ] {
        assert!(wrong(list).contains(expected), "{}", wrong(list));
    }
    let level = level(&objects(&object(1, "TpSpring", "velocity-y:float=9")));
    let warning = &level.warnings[0];
    assert!(warning.help.as_deref().is_some_and(|help| help == "did you mean \"velocity_y\"?"), "{warning}");
}

#[test]
fn areas_need_a_shape_and_points_do_not() {
    for class in ["TpGoal", "TpCollectible", "TpKillZone", "TpTrigger", "TpSpring", "TpDoor"] {
        assert_eq!(
            error(&objects(&format!(r#"<object id="3" type="{class}"><point/></object>"#))),
            format!(
                "a.tmx:3:1: layer \"things\", object 3: a {class} needs an area, and this object has none; \
                 draw a rectangle"
            )
        );
    }
    for class in ["TpSpawn", "TpCheckpoint", "TpIgnore"] {
        let level = level(&objects(&format!(r#"<object id="3" type="{class}"><point/></object>"#)));
        assert_eq!((level.objects.len(), level.regions.len()), (1, 0));
    }
}

#[test]
fn ignored_objects_and_layers_are_left_out() {
    let solid = property("collision", "solid");
    let inside = format!(
        "{solid}{}{}{}<object id=\"4\" type=\"TpIgnore\" width=\"9\" height=\"9\">{}</object>",
        object(1, "TpKillZone", ""),
        object(2, "TpSpawn", ""),
        object(3, "TpMover", ""),
        property("collision", "hazard")
    );
    let cells = layer("l", "1x1", "class=\"TpIgnore\"", "3") + &layer("m", "1x1", "", "3");
    let rock = rock(&tile(2, "collision", "solid"));
    for (group, of_layer) in [("class=\"TpIgnore\"", ""), ("", "class=\"TpIgnore\"")] {
        let objects =
            format!("<group {group}><objectgroup name=\"things\" {of_layer}>{inside}</objectgroup></group>");
        let level = level(&map("1x1", &(rock.clone() + &cells + &objects)));
        assert_eq!((level.objects.len(), level.grid.tiles().count()), (4, 1));
        assert_eq!((level.marks.len(), level.regions.len(), level.movers.len()), (0, 0, 0));
        assert_eq!((level.grid.off_grid_shapes().count(), level.spawn()), (0, None));
    }
    let alone = level(&map("1x1", &format!("<objectgroup name=\"things\">{inside}</objectgroup>")));
    assert_eq!((alone.marks.len(), alone.regions.len(), alone.movers.len()), (2, 1, 1));
    assert_eq!(alone.grid.off_grid_shapes().count(), 0);
}

#[test]
fn a_map_has_level_rules() {
    let with = |class: &str, list: &str, infinite: &str| {
        let inside = object(1, "", list).split_once('>').unwrap().1.replace("</object>", "");
        let text = map("2x2", &inside)
            .replace("infinite=\"0\"", &format!("infinite=\"{infinite}\" class=\"{class}\""));
        support::load(&[("maps/a.tmx", &text)]).map(|level| level.rules).map_err(|e| e.to_string())
    };
    assert_eq!(with("", "gravity:float=3", "0"), Ok(None));
    assert_eq!(with("Cave", "bounds:string=nowhere", "0"), Ok(None));
    let plain = with("TpLevel", "", "1").unwrap().unwrap();
    assert_eq!((plain.player, plain.gravity, plain.bounds), (None, 900.0, Bounds::Open));
    let all = "player:file=../hero.toml gravity:float=-300.5 bounds:string=kill_below";
    let set = with("TpLevel", all, "0").unwrap().unwrap();
    let expected = (Some(PathBuf::from("hero.toml")), -300.5, Bounds::KillBelow);
    assert_eq!((set.player, set.gravity, set.bounds), expected);
    let wrong = |list: &str, infinite: &str| {
        let message = with("TpLevel", list, infinite).unwrap_err();
        message.split_once("property ").unwrap().1.to_owned()
    };
    assert_eq!(
        wrong("bounds:string=clsoed", "0"),
        "\"bounds\" is \"clsoed\": expected open, closed or kill_below; did you mean \"closed\"?"
    );
    assert_eq!(
        wrong("bounds:string=closed", "1"),
        "\"bounds\" is not \"open\", and the map is infinite: expected \"open\", or a map with a size"
    );
    assert_eq!(
        wrong("gravity:string=much", "0"),
        "\"gravity\" is not a number: expected a number of px/s², of type float or int"
    );
    assert_eq!(
        wrong("gravity:float=1e300", "0").split_once(':').unwrap().1,
        " expected a 32-bit number of px/s²"
    );
    assert_eq!(
        wrong("player:string=a", "0"),
        "\"player\" is not a file: expected one, as a property of type file"
    );
}

#[test]
fn a_closed_map_is_walled_in_by_cells_around_it() {
    let load = |width: u32| {
        let text = format!(
            "<map version=\"1.10\" class=\"TpLevel\" orientation=\"orthogonal\" width=\"{width}\" height=\"2\" tilewidth=\"16\" \
             tileheight=\"16\"><properties><property name=\"bounds\" value=\"closed\"/></properties></map>"
        );
        support::load(&[("maps/a.tmx", &text)])
    };
    let level = load(3).unwrap();
    let cells: Vec<(i32, i32)> = level.grid.tiles().map(|(_, at, _)| (at.col, at.row)).collect();
    assert_eq!(cells.len(), 14);
    assert!(cells.iter().all(|(col, row)| [-1, 3].contains(col) || [-1, 2].contains(row)), "{cells:?}");
    assert_eq!(level.grid.layers(), ["bounds"]);
    let refused = load(524_287).map(|_| ()).unwrap_err().to_string();
    let message = "the border of a closed map covers more than 16384 chunks of 64 x 64 cells, which is the \
                   limit; make the map smaller, or set \"bounds\" to \"open\"";
    assert!(refused.contains(message), "{refused}");
}

#[test]
fn tokens_are_names_between_commas() {
    let all = [
        object(1, "TpCollectible", "gives:string=key,boots requires:string=map"),
        object(2, "TpTrigger", "gives:string=lever requires:string=unused"),
        object(3, "TpDoor", "requires:string=key"),
        object(4, "TpGoal", "gives:string=unused requires:string="),
    ];
    let level = level(&objects(&all.join("\n")));
    let found: Vec<_> =
        level.marks.iter().map(|mark| (mark.gives.join("+"), mark.requires.join("+"))).collect();
    let pair = |gives: &str, requires: &str| (gives.to_owned(), requires.to_owned());
    assert_eq!(found, [pair("key+boots", "map"), pair("lever", ""), pair("", "key"), pair("", "")]);
}

#[test]
fn gates_are_taken_out_of_the_grid_with_their_tokens() {
    let solid = |id: u32, x: i32, list: &str| {
        object(id, "TpCollider", list).replacen("width", &format!("x=\"{x}\" y=\"16\" width"), 1)
    };
    let loose =
        [solid(1, 0, "requires:string=key"), solid(2, 32, ""), object(3, "TpGoal", "requires:string=key")];
    let inner = solid(4, 64, "requires:string=lever");
    let text = map(
        "20x20",
        &format!(
            "<objectgroup name=\"things\">{}</objectgroup><group name=\"doors\"><properties><property name=\"requires\" \
             value=\"key\"/></properties><objectgroup name=\"inner\">{inner}</objectgroup></group>",
            loose.concat()
        ),
    );
    let level = level(&text);
    let gates: Vec<_> = level.gates.iter().map(|gate| (gate.part, gate.requires.join("+"))).collect();
    let expected = [(GatePart::Object(1), "key".to_owned()), (GatePart::Object(4), "key+lever".to_owned())];
    assert_eq!(gates, expected);
    let left = |held: &[&str]| {
        let mut grid = level.grid.clone();
        let opened = level.open_gates(&mut grid, &|token| held.contains(&token));
        let mut columns: Vec<i32> =
            grid.off_grid_shapes().map(|(_, shape)| shape.aabb.min.x / 4096).collect();
        columns.extend(grid.tiles().map(|(_, at, _)| at.col));
        columns.sort_unstable();
        (opened.len(), columns)
    };
    assert_eq!(left(&[]), (0, vec![0, 2, 4]));
    assert_eq!(left(&["key"]), (1, vec![2, 4]));
    assert_eq!(left(&["lever", "key"]), (2, vec![2]));
}
