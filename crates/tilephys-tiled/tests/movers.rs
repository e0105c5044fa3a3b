//! Moving platforms, and objects that become regions.

use crate::support;

use glam::IVec2;
use support::{error, level, map, rock};
use tilephys_core::{
    UNITS_PER_PX,
    platform::{Easing, PathMode, PathStart},
    shape::{Polygon, TileShape},
};
use tilephys_tiled::{Level, LevelMover, RegionKind};

/// A map with an object layer: `objects` begin on line 5.
fn objects(objects: &str) -> String {
    map("20x20", &format!("{}\n<objectgroup name=\"things\">\n{objects}</objectgroup>", rock("")))
}

/// A lift from 32, 160 px with these properties, and the rail with the id 9.
fn lift(properties: &str) -> String {
    objects(&format!(
        "<object id=\"5\" name=\"lift\" type=\"TpMover\" x=\"32\" y=\"160\" width=\"48\" height=\"8\"><properties>\n{properties}\n\
         </properties></object>\n\
         <object id=\"9\" name=\"rail\" x=\"200\" y=\"100\"><polyline points=\"0,0 0,-60 30,-60\"/></object>\n"
    ))
}

const PATH: &str = r#"<property name="path" type="object" value="9"/>"#;

fn only(level: &Level) -> &LevelMover {
    let [mover] = &level.movers[..] else { panic!("{:?}", level.movers) };
    mover
}

fn px(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y) * UNITS_PER_PX
}

#[test]
fn a_path_starts_at_the_position_of_its_mover() {
    let level = level(&lift(PATH));
    let LevelMover { object, mover, parent, path, .. } = only(&level);
    let path = path.as_ref().expect("a path");
    assert_eq!((*object, mover.position, *parent), (5, px(32, 160), None));
    assert_eq!(path.points, [px(32, 160), px(32, 100), px(62, 100)]);
    assert_eq!((path.speed, path.speed_back, path.wait), (40.0, 40.0, 0.0));
    assert_eq!((path.mode, path.easing), (PathMode::PingPong, Easing::Linear));
    // It is not in the grid until it is added to a world.
    assert_eq!(level.grid.off_grid_shapes().count(), 0);
    assert_eq!(level.object_of_kind(mover.tile).map(|o| o.id), Some(5));
    let TileShape::Box(of_kind) = level.grid.tile_kind(mover.tile).shape else { panic!("no box") };
    assert_eq!(of_kind.max - of_kind.min, px(48, 8));
}

#[test]
fn settings_of_a_mover_are_read() {
    let rest = r#"<property name="speed" type="int" value="120"/><property name="speed_back" type="float" value="24.5"/>
        <property name="wait" type="float" value="0.5"/><property name="loop" value="once"/>
        <property name="easing" value="in_out"/><property name="start" value="ridden"/>"#;
    let level = level(&lift(&format!("{PATH}{rest}")));
    let path = only(&level).path.as_ref().expect("a path");
    assert_eq!((path.speed, path.speed_back, path.wait), (120.0, 24.5, 0.5));
    assert_eq!((path.mode, path.easing, path.start), (PathMode::Once, Easing::InOut, PathStart::Ridden));
    assert_eq!(path.path(1.0 / 60.0).expect("sound").start(), PathStart::Ridden);
}

#[test]
fn a_speed_back_makes_a_loop_of_both_ways() {
    let speeds = r#"<property name="speed" type="float" value="60"/><property name="speed_back" type="float" value="30"/>
        <property name="wait" type="float" value="0.1"/>"#;
    let level = level(&lift(&format!("{PATH}{speeds}")));
    let path = only(&level).path.as_ref().expect("a path").path(1.0 / 60.0).expect("sound");
    assert_eq!(path.start(), PathStart::AtOnce);
    // 60 and 30 px of path, and four waits of six ticks.
    assert_eq!(path.period(), 60 + 30 + 2 * (60 + 30) + 4 * 6);
    let at = |tick| path.at(tick);
    assert_eq!(
        (at(0), at(6), at(66), at(72), at(102)),
        (px(32, 160), px(32, 160), px(32, 100), px(32, 100), px(62, 100))
    );
    assert_eq!((at(108), at(138), at(168), at(174)), (px(62, 100), px(47, 100), px(32, 100), px(32, 100)));
    assert_eq!((at(174 + 60), at(174 + 120)), (px(32, 130), px(32, 160)));
}

#[test]
fn polygon_paths_loop_and_rotated_paths_are_rotated() {
    for (line, mode, points) in [
        (
            r#"<object id="9" x="7" y="7"><polygon points="4,4 24,4 24,34"/></object>"#,
            PathMode::Loop,
            [(0, 0), (20, 0), (20, 30)],
        ),
        (
            r#"<object id="9" x="7" y="7" rotation="90"><polyline points="0,0 20,0 20,30"/></object>"#,
            PathMode::PingPong,
            [(0, 0), (0, 20), (-30, 20)],
        ),
    ] {
        let mover = r#"<object id="5" type="TpMover" x="64" y="64" width="16" height="16"><properties><property name="path" type="object" value="9"/></properties></object>"#;
        let level = level(&objects(&format!("{line}\n{mover}")));
        let path = only(&level).path.as_ref().expect("a path");
        let wanted = points.map(|(x, y)| px(64 + x, 64 + y));
        assert_eq!((path.mode, &path.points[..]), (mode, &wanted[..]), "{line}");
    }
}

#[test]
fn movers_are_solid_or_one_way_or_nothing() {
    let with = |word: &str| {
        let property = format!(r#"<property name="collision" value="{word}"/>"#);
        level(&lift(if word.is_empty() { PATH } else { &property }))
    };
    let shape = |level: &Level| level.grid.tile_kind(only(level).mover.tile).shape.clone();
    assert!(matches!(shape(&with("")), TileShape::Box(_)));
    assert!(matches!(shape(&with("solid")), TileShape::Box(_)));
    let one_way = with("one_way");
    let TileShape::OneWay(line) = shape(&one_way) else { panic!("{:?}", shape(&one_way)) };
    assert_eq!(line.ends(), [px(0, 0), px(48, 0)]);
    assert_eq!(only(&one_way).mover.position, px(32, 160));
    assert!(with("none").movers.is_empty());
}

#[test]
fn a_parent_is_resolved_in_any_order_of_objects() {
    let mover = |id: u32, parent: u32| {
        format!(
            r#"<object id="{id}" type="TpMover" width="16" height="16"><properties><property name="parent" type="object" value="{parent}"/></properties></object>"#
        )
    };
    // Tiled writes 0 for an unset object.
    let level = level(&objects(&[mover(7, 8), mover(3, 0), mover(8, 3)].concat()));
    let parents: Vec<_> = level.movers.iter().map(|m| (m.object, m.parent)).collect();
    assert_eq!(parents, [(7, Some(2)), (3, None), (8, Some(1))]);
}

#[test]
fn faults_of_a_mover_name_the_property_and_the_expected_value() {
    let place = "layer \"things\", object 5 \"lift\": property";
    for (properties, message) in [
        (
            r#"<property name="path" type="object" value="99"/>"#,
            "\"path\" is object 99, which is not in the map: expected a polyline or polygon to follow",
        ),
        (
            r#"<property name="path" type="object" value="5"/>"#,
            "\"path\" is object 5 \"lift\", which is neither: expected a polyline or polygon to follow",
        ),
        (
            r#"<property name="path" value="rail"/>"#,
            "\"path\" is not a reference to an object: expected a polyline or polygon to follow, as a property of type object",
        ),
        (
            r#"<property name="parent" type="object" value="5"/>"#,
            "\"parent\" is the mover itself: expected another object of class \"TpMover\"",
        ),
        (
            r#"<property name="parent" type="object" value="9"/>"#,
            "\"parent\" is object 9 \"rail\" of class \"\": expected another object of class \"TpMover\"",
        ),
        (
            r#"<property name="easing" value="in_and_out"/>"#,
            "\"easing\" is \"in_and_out\": expected linear, in, out or in_out",
        ),
        (
            r#"<property name="start" value="riden"/>"#,
            "\"start\" is \"riden\": expected at_once, ridden or ridden_each_round; did you mean \"ridden\"?",
        ),
        (
            r#"<property name="loop" value="pingpong"/>"#,
            "\"loop\" is \"pingpong\": expected auto, loop, ping_pong or once; did you mean \"ping_pong\"?",
        ),
        (
            r#"<property name="speed" type="float" value="0"/>"#,
            "\"speed\" is 0: expected a number of px/s above 0",
        ),
        (
            r#"<property name="speed_back" type="int" value="-3"/>"#,
            "\"speed_back\" is -3: expected a number of px/s above 0, or 0 to use \"speed\"",
        ),
        (
            r#"<property name="speed" value="fast"/>"#,
            "\"speed\" is not a number: expected a number of px/s above 0, of type float or int",
        ),
        (
            r#"<property name="wait" type="float" value="-1"/>"#,
            "\"wait\" is -1: expected a number of seconds, 0 or more",
        ),
    ] {
        assert_eq!(error(&lift(properties)), format!("a.tmx:6:1: {place} {message}"));
    }
}

#[test]
fn paths_without_length_are_refused() {
    let path = |shape: &str| lift(PATH).replace(r#"<polyline points="0,0 0,-60 30,-60"/>"#, shape);
    let place = "a.tmx:6:1: layer \"things\", object 5 \"lift\": property \"path\" is object 9 \"rail\"";
    for (shape, message) in [
        (
            r#"<polyline points="4,4"/>"#,
            ", which has only one point: expected two or more points to move between",
        ),
        (
            r#"<polyline points="0,0 0,0"/>"#,
            ": points 0 and 1 of the path are the same place, without a wait at 0; leave one out",
        ),
        (
            r#"<polyline points="0,0 8388600,0"/>"#,
            ": point 1 of the path is more than 8388607 px from the origin",
        ),
    ] {
        assert_eq!(error(&path(shape)), format!("{place}{message}"));
    }
}

#[test]
fn a_cycle_of_parents_is_refused_and_names_a_mover() {
    let mover = |id: u32, parent: u32| {
        format!(
            "<object id=\"{id}\" type=\"TpMover\" width=\"16\" height=\"16\"><properties>\n<property name=\"parent\" type=\"object\" value=\"{parent}\"/></properties></object>"
        )
    };
    let map = objects(&[mover(1, 2), mover(2, 3), mover(3, 4), mover(4, 2)].concat());
    assert_eq!(
        error(&map),
        "a.tmx:7:1: layer \"things\", object 2: property \"parent\" is object 3, which this mover carries \
         itself: expected a mover that this one does not carry"
    );
}

#[test]
fn a_mover_needs_a_shape() {
    for shape in ["<point/>", "", r#"<polyline points="4,4"/>"#] {
        let message = "a.tmx:5:1: layer \"things\", object 5: this TpMover has no area";
        let found =
            error(&objects(&format!(r#"<object id="5" type="TpMover" x="1" y="1">{shape}</object>"#)));
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn coins_and_spikes_are_regions_of_their_drawn_size() {
    let level = level(&objects(
        r#"<object id="3" type="TpKillZone" x="32" y="40" width="48" height="8"/>
        <object id="4" type="TpCollectible" gid="2" x="64" y="64" width="16" height="12"/>
        <object id="5" type="TpCollectible" x="64" y="64" width="16" height="12" rotation="90"/>
        <object id="6" type="TpGoal" x="64" y="64" width="16" height="12"/>
        <object id="7" type="TpKillZone" x="10" y="10"><polygon points="0,0 30,-10 30,20"/></object>"#,
    ));
    let found: Vec<_> =
        level.regions.iter().map(|r| (r.object().unwrap(), r.kind, r.aabb.min, r.aabb.max)).collect();
    let (coin, kill) = (RegionKind::Collectible, RegionKind::KillZone);
    let wanted = [
        (3, kill, px(32, 40), px(80, 48)),
        (4, coin, px(64, 52), px(80, 64)),
        (5, coin, px(52, 64), px(64, 80)),
        (6, RegionKind::Goal, px(64, 64), px(80, 76)),
        (7, kill, px(10, 0), px(40, 30)),
    ];
    assert_eq!(found, wanted);
    let spike = Polygon::new(&[px(0, 10), px(30, 0), px(30, 30)]);
    assert_eq!(
        level.regions.iter().map(|r| r.shape).collect::<Vec<_>>(),
        [None, None, None, None, Some(spike)]
    );
    // They are neither solid nor movers.
    assert_eq!((level.grid.off_grid_shapes().count(), level.movers.len()), (0, 0));
    assert_eq!(
        error(&objects(r#"<object id="3" name="spot" type="TpCollectible" x="32" y="40"><point/></object>"#)),
        "a.tmx:5:1: layer \"things\", object 3 \"spot\": a TpCollectible needs an area, and this object has \
         none; draw a rectangle"
    );
}

#[test]
fn misspelt_properties_of_movers_are_warned_of() {
    let warnings = |property: &str| -> Vec<String> {
        level(&lift(property))
            .warnings
            .iter()
            .map(ToString::to_string)
            .filter(|m| m.contains("did you mean"))
            .collect()
    };
    for (property, meant) in [
        (r#"<property name="pth" type="object" value="9"/>"#, "\"pth\" has no effect; did you mean \"path\""),
        (
            r#"<property name="speedback" type="float" value="9"/>"#,
            "\"speedback\" has no effect; did you mean \"speed",
        ),
    ] {
        let found = warnings(property);
        assert!(matches!(&found[..], [one] if one.contains(meant)), "{found:?}");
    }
    assert_eq!(warnings(PATH), Vec::<String>::new());
}
