//! Starts of levels that name none, against maps drawn by hand, and free places against the grid itself.

use glam::{UVec2, Vec2, vec2};
use tilephys_core::{Aabb, Tile, TileCoord, TileGrid};
use tilephys_level::{LikelyStart, hero_picture, hero_size, likely_start, nearest_free};
use tilephys_tiled::Level;

/// Size of the body, in px.
const SIZE: Vec2 = Vec2::new(8.0, 11.0);

/// A level of cells of 16 px, `#` for solid ones, with objects.
fn drawn(rows: &[&str], objects: &str) -> Level {
    let cells = rows.iter().flat_map(|row| row.chars()).map(|cell| if cell == '#' { "1" } else { "0" });
    let cells: Vec<&str> = cells.collect();
    let [width, height] = [rows[0].len(), rows.len()];
    crate::support::level(&format!(
        r#"<map version="1.10" orientation="orthogonal" width="{width}" height="{height}" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="rock.png" width="16" height="16"/>
<properties><property name="collision" value="solid"/></properties></tileset>
<layer id="1" name="ground" width="{width}" height="{height}"><data encoding="csv">{}</data></layer>
<objectgroup id="2" name="things">{objects}</objectgroup></map>"#,
        cells.join(",")
    ))
}

fn start(level: &Level) -> LikelyStart {
    likely_start(level, &level.grid, SIZE).expect("a start")
}

/// Feet at the middle of a cell's lower edge.
fn feet_in(column: u32, row: u32) -> Vec2 {
    vec2(column as f32 * 16.0 + 8.0, row as f32 * 16.0 + 16.0)
}

#[test]
fn the_start_is_on_the_leftmost_ground_of_the_main_part() {
    let rows = [
        // Meadow with a narrow ledge before it: the wide ground near it wins.
        (vec!["..........", ".#........", "..........", "...#######", "##########"], (4, 2)),
        // A closed chamber is not the level, though it is farther left.
        (
            vec!["#####.........", "#...#.........", "#####.........", "..............", "##############"],
            (1, 3),
        ),
        (vec!["####..........", "#..#..........", "##############"], (5, 1)),
        // A cave below a short surface.
        (vec!["....######", "##########", "#........#", "#........#", "##########"], (2, 3)),
        // Ground of two cells has no step to spare.
        (vec![".....", ".....", ".##.."], (1, 1)),
    ];
    for (rows, (column, row)) in rows {
        let found = start(&drawn(&rows, ""));
        assert_eq!(found, LikelyStart { feet: feet_in(column, row), object: None }, "{rows:#?}");
    }
    assert_eq!(likely_start(&drawn(&["...", "..."], ""), &drawn(&["...", "..."], "").grid, SIZE), None);
}

#[test]
fn a_deadly_floor_is_no_start() {
    let rows = ["..........", "..........", "##########"];
    let zone = r#"<object id="1" class="TpKillZone" x="0" y="24" width="60" height="8"/>"#;
    assert_eq!(start(&drawn(&rows, zone)).feet, feet_in(5, 1));
}

#[test]
fn floors_between_the_lines_of_the_cells_are_found() {
    let floor = r#"<object id="1" x="16" y="43" width="120" height="30"><properties>
<property name="collision" value="solid"/></properties></object>"#;
    let found = start(&drawn(&["..........", "..........", "..........", "..........", ".........."], floor));
    assert_eq!(found.feet, vec2(40.0, 43.0));
    // A slope: the feet are on its surface, as the engine has it.
    let slope = r#"<object id="1" x="0" y="80"><properties><property name="collision" value="solid"/></properties>
<polygon points="0,0 160,0 160,-40"/></object>"#;
    let level = drawn(&["..........", "..........", "..........", "..........", ".........."], slope);
    let feet = start(&level).feet;
    let body = Aabb::from_px(feet - vec2(4.0, 11.0), SIZE);
    assert!(!level.grid.overlaps(body, u32::MAX), "{feet}");
    let below = Aabb::from_px(feet - vec2(4.0, 10.0), SIZE);
    assert!(level.grid.overlaps(below, u32::MAX), "{feet}");
}

#[test]
fn objects_that_look_like_a_start_win() {
    let rows = ["..........", "..........", "..........", "##########", "##########"];
    let object = |name: &str, class: &str, y: u32| {
        format!(r#"<object id="7" name="{name}" class="{class}" x="96" y="{y}" width="8" height="11"/>"#)
    };
    for (name, class) in
        [("Hero_1", ""), ("", "PlayerObject"), ("level start", ""), ("mainCharacter", "Actor"), ("enter", "")]
    {
        let found = start(&drawn(&rows, &object(name, class, 20)));
        assert_eq!(found, LikelyStart { feet: vec2(100.0, 31.0), object: Some(7) }, "{name} {class}");
    }
    for (name, class) in [("lamp", ""), ("enemy start", ""), ("", "CameraStart"), ("restart", "")] {
        assert_eq!(start(&drawn(&rows, &object(name, class, 20))).object, None, "{name} {class}");
    }
    // The surer word wins, whatever the order.
    let two = r#"<object id="3" name="checkpoint 1" x="16" y="16" width="8" height="8"/>
<object id="4" name="hero's place" x="120" y="16" width="8" height="8"/>"#;
    assert_eq!(start(&drawn(&rows, two)).object, Some(4));
    // Objects without words of their own are what their layer says.
    let in_layer = |name: &str| {
        let layer = format!(r#"</objectgroup><objectgroup id="3" name="Player">{}"#, object(name, "", 20));
        start(&drawn(&rows, &layer)).object
    };
    assert_eq!(["", "goblin", "npc", "exit"].map(in_layer), [Some(7), Some(7), None, None]);
    // An object in the floor: the feet come to the top of it.
    assert_eq!(start(&drawn(&rows, &object("hero x", "", 45))).feet, vec2(100.0, 48.0));
}

#[test]
fn a_body_has_the_size_of_the_own_hero() {
    let size = |object: &str| hero_size(&drawn(&["....", "....", "####"], object));
    let rectangle = |name: &str, more: &str| format!(r#"<object id="1" name="{name}" x="16" y="0" {more}/>"#);
    assert_eq!(size(&rectangle("player", r#"width="14" height="24""#)), Some(vec2(14.0, 24.0)));
    assert_eq!(size(&rectangle("The Hero", r#"width="14" height="24""#)), Some(vec2(14.0, 24.0)));
    assert_eq!(size(&rectangle("spawn", r#"width="14" height="24""#)), None);
    assert_eq!(size(&rectangle("player", r#"width="2" height="24""#)), None);
    assert_eq!(size(&rectangle("player", r#"width="14" height="300""#)), None);
    assert_eq!(size(&rectangle("PlayerStart", r#"width="14" height="24""#)), None);
    // A large picture has a margin around the body.
    assert_eq!(size(&rectangle("player", r#"gid="1" width="16" height="32""#)), Some(vec2(16.0, 32.0)));
    assert_eq!(size(&rectangle("player", r#"gid="1" width="48" height="48""#)), None);
    assert_eq!(size(&rectangle("player", r#"width="48" height="48""#)), Some(vec2(48.0, 48.0)));
    assert_eq!(size(&rectangle("player", r#"class="TpSpawn" width="14" height="24""#)), None);
    assert_eq!(size(r#"<object id="1" name="player" x="16" y="0"><point/></object>"#), None);
    assert_eq!(size(""), None);
}

#[test]
fn the_picture_of_the_own_hero_is_known_of_any_size() {
    let picture = |more: &str| {
        let object = format!(r#"<object id="5" x="16" y="32" width="48" height="48" {more}/>"#);
        hero_picture(&drawn(&["....", "....", "####"], &object))
    };
    assert_eq!(picture(r#"name="hero" gid="1""#), Some(5));
    assert_eq!(picture(r#"name="hero""#), None);
    assert_eq!(picture(r#"name="hero start" gid="1""#), None);
    assert_eq!(picture(r#"name="tree" gid="1""#), None);
}

#[test]
fn the_nearest_free_place_is_free_and_near() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    for column in 0..100 {
        for row in 0..100 {
            grid.set_tile(layer, TileCoord::new(column, row), Some(stone));
        }
    }
    let free = |feet: Vec2| nearest_free(&grid, feet, SIZE);
    assert_eq!(free(vec2(-20.0, 50.0)), Some(vec2(-20.0, 50.0)), "a free place stays");
    assert_eq!(free(vec2(40.0, 2.0)), Some(vec2(40.0, -2.0)), "up, by a quarter of a tile");
    assert_eq!(free(vec2(7.0, 800.0)), Some(vec2(-5.0, 800.0)), "left");
    assert_eq!(free(vec2(800.0, 800.0)), None, "too deep");
    assert_eq!(nearest_free(&grid, vec2(f32::NAN, 0.0), SIZE), None);
}
