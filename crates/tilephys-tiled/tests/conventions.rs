//! Naming conventions of other games, and warnings where nothing, or only a part, collides.

use crate::support;

use proptest::prelude::*;
use std::path::Path;
use support::damage::damage;
use support::everything::maps;
use support::rng::Rng;
use support::volume::seeds;
use support::{cells, layer, level, map, property, rock, tile};
use tilephys_core::{TileCoord, limits::MAX_LAYERS, shape::TileShape};
use tilephys_tiled::{
    Conventions, Level, Loader, Meaning, Problem, PropertyPattern, RegionKind, Role, Subject, Warning,
    WarningKind, matches_pattern,
};

pub(crate) fn loaded(map: &str, conventions: Conventions) -> Level {
    let files = |_: &Path| Ok(map.as_bytes().to_vec());
    let mut loader = Loader::with_files(files).root("").conventions(conventions);
    loader.load("a.tmx").unwrap_or_else(|e| panic!("{e}\n{map}"))
}

pub(crate) fn common(map: &str) -> Level {
    loaded(map, Conventions::common())
}

pub(crate) fn applied(level: &Level) -> Vec<String> {
    level.conventions.iter().map(ToString::to_string).collect()
}

pub(crate) fn warnings(level: &Level, kind: WarningKind) -> Vec<String> {
    level.warnings.iter().filter(|w| w.kind == kind).map(ToString::to_string).collect()
}

/// A map of 40 cells, with one tile in each of the layers `names`.
pub(crate) fn of_layers(names: &[&str]) -> String {
    let cells = format!("1{}", ",0".repeat(39));
    let layers: String = names.iter().map(|name| layer(name, "40x1", "", &cells)).collect();
    map("40x1", &(rock("") + &layers))
}

/// A map whose object layer `name` has `objects`.
pub(crate) fn of_objects(name: &str, objects: &str) -> String {
    map("9x9", &format!("<objectgroup name=\"{name}\">{objects}</objectgroup>"))
}

pub(crate) const BOX: &str = r#"x="16" y="32" width="16" height="16""#;

#[test]
fn layers_collide_by_their_names() {
    let rows = [
        ("Collision", "solid"),
        ("collisions", "solid"),
        ("Collision Layer", "solid"),
        ("Colliders", "solid"),
        ("solid tiles", "solid"),
        ("Walls", "solid"),
        ("ground", "solid"),
        ("TERRAIN", "solid"),
        ("floor", "solid"),
        ("main", "solid"),
        ("platforms", "one_way"),
        ("Platform", "one_way"),
        ("Spikes", "hazard"),
        ("lava", "hazard"),
        ("death", "hazard"),
        ("Ladders", "ladder"),
        ("water", "water"),
        ("no collision", "none"),
        ("blocks", "solid"),
        ("BlocksLayer", "solid"),
        ("midgroundBlocks", "solid"),
        ("Colisiones", "solid"),
        ("colisão", "solid"),
        ("enemy_collision", "none"),
        ("finish_collision", "none"),
        ("player collision", "solid"),
        ("background", ""),
        ("walls_bg", ""),
        ("Tile Layer 1", ""),
    ];
    for (name, meaning) in rows {
        let level = common(&of_layers(&[name]));
        let said: Vec<String> = level.conventions.iter().map(|a| a.row.meaning.to_string()).collect();
        assert_eq!(said, if meaning.is_empty() { vec![] } else { vec![meaning] }, "{name}");
        assert_eq!(cells(&level).len(), usize::from(["solid", "one_way"].contains(&meaning)), "{name}");
        let is_region = ["hazard", "ladder", "water"].contains(&meaning);
        assert_eq!(level.regions.len(), usize::from(is_region), "{name}");
    }
}

#[test]
fn object_layers_of_obstacles_are_solid_and_of_things_that_move_are_not() {
    let object = format!(r#"<object id="1" {BOX}/>"#);
    for name in ["PlatformsLayer", "plataformas", "Obstacles", "surfaces", "SlopeObjects", "blocks"] {
        let level = common(&of_objects(name, &object));
        assert_eq!(level.grid.off_grid_shapes().count(), 1, "{name}");
    }
    for name in ["Moving Platforms", "enemy_collision", "objects"] {
        let level = common(&of_objects(name, &object));
        assert_eq!(level.grid.off_grid_shapes().count(), 0, "{name}");
    }
    let one_way = common(&of_objects("one-way platforms", &object));
    assert_eq!(one_way.conventions[0].row.meaning, Meaning::OneWay);
}

#[test]
fn a_row_of_the_game_wins_over_the_shapes_of_some_tiles() {
    let shaped = r#"<tile id="2"><objectgroup><object id="1" x="0" y="8" width="16" height="8"/></objectgroup></tile>"#;
    let content = rock(shaped) + &layer("Rocks", "3x1", "", "1,3,0");
    let own = Conventions::default().with(Subject::Layer("Rocks".to_owned()), Meaning::Solid);
    let level = loaded(&map("3x1", &content), own);
    assert_eq!((cells(&level).len(), warnings(&level, WarningKind::PartialCollision)), (2, Vec::new()));
}

#[test]
fn names_are_read_by_default_and_the_map_has_the_last_word() {
    let walls = of_layers(&["walls"]);
    assert_eq!(cells(&level(&walls)).len(), 1);
    assert!(level(&walls).is_read_by_names());
    let silent = loaded(&walls, Conventions::default());
    assert_eq!((cells(&silent), applied(&silent), silent.is_read_by_names()), (vec![], vec![], false));
    let asks = |word: &str| walls.replacen(">\n", &format!(">\n{}", property("tp_conventions", word)), 1);
    assert_eq!(cells(&loaded(&asks("common"), Conventions::default())).len(), 1, "the map asks");
    assert_eq!(cells(&common(&asks("none"))), [], "the map has the last word");
    let wrong = support::error(&asks("commn"));
    assert!(wrong.contains("property \"tp_conventions\" is \"commn\": expected common or none"), "{wrong}");
}

#[test]
fn an_object_that_a_name_calls_a_coin_is_no_wall_by_its_tile() {
    let tiles = rock(&tile(1, "collides", "true"));
    let coin = |name: &str| {
        let object =
            format!(r#"<object id="1" name="{name}" gid="2" x="32" y="64" width="16" height="16"/>"#);
        common(&map("9x9", &format!("{tiles}<objectgroup name=\"o\">{object}</objectgroup>")))
    };
    let level = coin("coin");
    assert_eq!((level.grid.off_grid_shapes().count(), level.marks.len()), (0, 1));
    assert_eq!((coin("crate").grid.off_grid_shapes().count(), coin("crate").marks.len()), (1, 0));
}

#[test]
fn why_names_the_row_that_won() {
    let level = common(&of_layers(&["Walls"]));
    let kind = level.kind_of_gid(1).unwrap();
    let why = level.why(kind).unwrap();
    assert_eq!(
        why.to_string(),
        "the convention \"tile layer walls: solid\", matched by layer \"Walls\" (a.tmx:3:11)"
    );
    assert_eq!(why.convention.as_ref().unwrap().meaning, Meaning::Solid);
    assert_eq!(applied(&level), ["layer \"Walls\" (1 tile): solid, by the row \"tile layer walls\""]);
}

#[test]
fn tilephys_properties_win_over_conventions() {
    let own = |attributes: &str| {
        let walls = layer("walls", "1x1", "", "1").replace("><data", &format!(">{attributes}<data"));
        common(&map("1x1", &(rock("") + &walls)))
    };
    for (name, value) in [("collision", "none"), ("tp_collision", "off"), ("tp_collision", "auto")] {
        let level = own(&property(name, value));
        assert_eq!((cells(&level).len(), applied(&level).len()), (0, 0), "{name} {value}");
    }
    let of_tile = map("1x1", &(rock(&tile(0, "collision", "none")) + &layer("walls", "1x1", "", "1")));
    assert_eq!(cells(&common(&of_tile)), [], "of the tile");
    let object = format!(r#"<object id="1" {BOX}>{}</object>"#, property("collision", "none"));
    assert_eq!(common(&of_objects("walls", &object)).grid.off_grid_shapes().count(), 0, "of the object");
}

#[test]
fn tiles_and_objects_win_over_their_layers() {
    let tiles = tile(0, "isSpike", "true") + &tile(1, "oneWay", "true") + &tile(2, "soild", "true");
    let level = common(&map("4x1", &(rock(&tiles) + &layer("collision", "4x1", "", "1,2,3,0"))));
    assert_eq!(cells(&level), [(0, 1, 0, 2), (0, 2, 0, 3)]);
    assert_eq!(level.regions.len(), 1);
    assert_eq!(level.regions[0].kind, RegionKind::Hazard);
    let objects =
        format!(r#"<object id="1" name="spikes" {BOX}/><object id="2" x="64" width="16" height="16"/>"#);
    let level = common(&of_objects("walls", &objects));
    assert_eq!(level.grid.off_grid_shapes().count(), 1);
    assert_eq!(level.regions[0].object(), Some(1));
    let why = level.why_object(1).unwrap().to_string();
    assert_eq!(why, "the convention \"object name spikes: hazard\", matched by object 1 (a.tmx:2:27)");
}

#[test]
fn tiles_without_shapes_stay_empty_beside_solid_ones() {
    let shape =
        r#"<tile id="0"><objectgroup><object id="1" y="8" width="16" height="8"/></objectgroup></tile>"#;
    let map = map("4x1", &(rock(shape) + &layer("ground", "4x1", "", "1,2,5,0")));
    let level = common(&map);
    assert_eq!(cells(&level), [(0, 0, 0, 1)], "{:?}", level.warnings);
    assert_eq!(applied(&level), [""; 0]);
    let said = "a.tmx:2:1: tileset \"rock\": tiles 1, 4 of the tileset have no collision shape and do not \
                collide in layer \"ground\", although other tiles there do; draw shapes in the Tile \
                Collision Editor, or set \"collision\" on these tiles to \"solid\" or \"none\"";
    assert_eq!(warnings(&level, WarningKind::PartialCollision), [said]);
    assert_eq!(warnings(&support::level(&map), WarningKind::PartialCollision), [said], "also unasked");
    let elsewhere = map.replace("\"ground\"", "\"scenery\"");
    assert_eq!(warnings(&common(&elsewhere), WarningKind::PartialCollision), [""; 0]);
}

#[test]
fn groups_give_their_names_to_their_layers() {
    let inner = layer("a", "2x1", "", "1,0") + &layer("water", "2x1", "", "1,0");
    let level = common(&map("2x1", &(rock("") + &format!("<group name=\"collision\">{inner}</group>"))));
    assert_eq!(level.grid.layers(), ["collision/a"]);
    assert_eq!(level.regions[0].kind, RegionKind::Water, "the layer's own name is nearer");
}

#[test]
fn tiles_larger_than_the_cell_fill_it_only() {
    let large = rock("").replace(r#"tilewidth="16" tileheight="16""#, r#"tilewidth="20" tileheight="24""#);
    let with = |list: &str| {
        let l = layer("l", "2x1", "", "0,1").replace("><data", &format!(">{list}<data"));
        level(&map("2x1", &(large.clone() + &l)))
    };
    let shape = |level: &Level| {
        let layer = level.layers[0].grid_layer.unwrap();
        let kind = level.grid.tile(layer, TileCoord::new(1, 0)).unwrap();
        level.grid.tile_kind(kind).shape.clone()
    };
    assert_eq!(shape(&with(&property("tp_collision", "cell"))), TileShape::Full);
    assert_ne!(shape(&with(&property("tp_collision", "on"))), TileShape::Full);
    let by_name = common(&map("2x1", &(large + &layer("walls", "2x1", "", "0,1"))));
    assert_eq!(shape(&by_name), TileShape::Full, "games that go by layers look at cells");
}

#[test]
fn conventions_find_spawns_coins_and_goals() {
    let rows = [
        (r#"name="Player""#, Role::Spawn),
        (r#"type="player_start""#, Role::Spawn),
        (r#"name="playerStart""#, Role::Spawn),
        (r#"type="spawn""#, Role::Spawn),
        (r#"name="Spawn Point""#, Role::Spawn),
        (r#"name="hero""#, Role::Spawn),
        (r#"class="coin""#, Role::Collectible { required: false }),
        (r#"name="Exit""#, Role::Goal),
    ];
    for (attributes, role) in rows {
        let level = common(&of_objects("things", &format!("<object id=\"7\" {attributes} {BOX}/>")));
        let roles: Vec<_> = level.marks.iter().map(|m| (m.object, m.role.clone())).collect();
        assert_eq!(roles, [(7, role)], "{attributes}");
    }
    let platform = format!(r#"<object id="7" type="platform" {BOX}/>"#);
    let kinds = common(&of_objects("things", &platform)).conventions;
    assert_eq!(kinds[0].row.meaning, Meaning::OneWay, "others pass it from below");
    let two = format!(r#"<object id="1" type="spawn" {BOX}/><object id="2" name="player" {BOX}/>"#);
    assert_eq!(common(&of_objects("o", &two)).spawn().unwrap().id, 2, "the surer name");
    let unasked = loaded(&of_objects("o", &two), Conventions::default());
    assert_eq!(warnings(&unasked, WarningKind::Start).len(), 1);
    assert_eq!(warnings(&common(&of_objects("o", &two)), WarningKind::Start), [""; 0], "it is known");
    let ours = two + &format!(r#"<object id="3" type="TpSpawn" {BOX}/>"#);
    assert_eq!(common(&of_objects("o", &ours)).marks.len(), 1, "ours is the only one");
    let coins = format!(r#"<object id="1" {BOX}/><object id="2" x="8" y="8"><point/></object>"#);
    let level = common(&of_objects("Coins", &coins));
    assert_eq!((level.marks.len(), level.regions.len()), (2, 1), "a point covers nothing");
}

#[test]
fn a_loader_closes_maps_that_are_open() {
    let closed = |map: &str| {
        let files = |_: &Path| Ok(map.as_bytes().to_vec());
        let level = Loader::with_files(files).root("").close(true).load("a.tmx").unwrap();
        level.grid.tiles().count()
    };
    let rock = rock("") + &layer("l", "1x1", "", "1");
    let open = map("1x1", &rock);
    assert_eq!((closed(&open), level(&open).grid.tiles().count()), (8, 0));
    let with = |bounds: &str| {
        open.replacen("<map ", "<map class=\"TpLevel\" ", 1).replacen(
            ">\n",
            &format!(">\n{}", property("bounds", bounds)),
            1,
        )
    };
    assert_eq!(["open", "closed", "kill_below"].map(|bounds| closed(&with(bounds))), [8, 8, 0]);
}

#[test]
fn impossible_conventions_are_left_out_with_a_warning() {
    let crossed = r#"<object id="4" x="0" y="0"><polygon points="0,0 32,32 32,0 0,32"/></object>"#;
    let level = common(&of_objects("walls", &format!(r#"{crossed}<object id="5" {BOX}/>"#)));
    assert_eq!(level.grid.off_grid_shapes().count(), 1);
    let said = warnings(&level, WarningKind::Convention);
    assert_eq!(said.len(), 1);
    assert!(
        said[0].contains("object 4: not solid, although a convention makes it so: the edge after corner 1"),
        "{said:?}"
    );
}

#[test]
fn what_a_row_has_read_is_no_mistake() {
    let doubts = |level: &Level| {
        let is_doubt = |w: &&Warning| matches!(w.kind, WarningKind::SettingType | WarningKind::Name);
        level.warnings.iter().filter(is_doubt).map(ToString::to_string).collect::<Vec<_>>()
    };
    let text = rock(&tile(0, "collides", "yes")) + &layer("l", "2x1", "", "1,0");
    assert_eq!(doubts(&common(&map("2x1", &text))), [""; 0]);
    assert_eq!(cells(&common(&map("2x1", &text))).len(), 1, "the row has read the text");
    assert_eq!(doubts(&loaded(&map("2x1", &text), Conventions::default())).len(), 1);
    let bool_of_layer = r#"<properties><property name="collision" type="bool" value="true"/></properties>"#;
    let of_layer = layer("any", "2x1", "", "1,0").replace("><data", &format!(">{bool_of_layer}<data"));
    let level = common(&map("2x1", &(rock("") + &of_layer)));
    assert_eq!((cells(&level).len(), level.warnings.len()), (1, 0), "a bool named collision");
}

#[test]
fn a_game_may_add_rows() {
    let kind = PropertyPattern { name: "kind".to_owned(), value: Some("rock*".to_owned()) };
    let table = Conventions::default().with(Subject::TileProperty(kind), Meaning::Solid);
    let tiles = tile(0, "kind", "Rock 1") + &tile(1, "kind", "grass");
    let level = loaded(&map("2x1", &(rock(&tiles) + &layer("walls", "2x1", "", "1,2"))), table);
    assert_eq!(cells(&level), [(0, 0, 0, 1)]);
    assert_eq!(
        applied(&level),
        ["tiles of tileset \"rock\": solid, by the row \"tile property kind = rock*\""]
    );
}

#[test]
fn too_many_layers_by_conventions_are_left_out_with_a_warning() {
    let names: Vec<String> = (0..MAX_LAYERS + 2).map(|i| format!("collision {i}")).collect();
    let map = of_layers(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let level = common(&map);
    assert_eq!(cells(&level).len(), MAX_LAYERS);
    let last = MAX_LAYERS + 1;
    assert_eq!(warnings(&level, WarningKind::Convention).len(), 2);
    assert_eq!(
        warnings(&level, WarningKind::Convention)[1].split_once(": ").expect("a place").1,
        format!(
            "layer \"collision {last}\": not solid, although a convention makes it so: the map has more \
             than {MAX_LAYERS} colliding layers, which is the limit; merge some in Tiled"
        )
    );
    let files = |_: &Path| Ok(map.as_bytes().to_vec());
    let mut strict = Loader::with_files(files).conventions(Conventions::common()).strict(true);
    let refused = strict.load("a.tmx").expect_err("a strict loader leaves nothing out");
    assert_eq!((refused.faults().count(), refused.problem()), (2, Problem::Shape));
    let objects =
        "<objectgroup name=\"walls\"><object id=\"1\" width=\"9\" height=\"9\"/></objectgroup></map>";
    let level = common(&map.replace("</map>", objects));
    assert_eq!((cells(&level).len(), warnings(&level, WarningKind::Convention).len()), (MAX_LAYERS, 3));
}

/// A map that loads without a table loads with it.
#[test]
fn conventions_never_make_a_valid_map_fail() {
    let meanings = Meaning::WORDS.map(|(_, meaning)| meaning);
    let any = || PropertyPattern { name: "*".to_owned(), value: None };
    let subjects = [
        Subject::Layer("*".to_owned()),
        Subject::LayerProperty(any()),
        Subject::TileProperty(any()),
        Subject::TileClass("*".to_owned()),
        Subject::ObjectName("*".to_owned()),
        Subject::ObjectProperty(any()),
    ];
    let (mut loaded, mut warned, mut applied) = (0, 0, 0);
    for seed in seeds(150, 4_000) {
        let mut rng = Rng::new(seed);
        let mut files = maps()[[0, 0, 1][rng.below(3)]].clone();
        let name = files.0[0].0.clone();
        if rng.below(5) > 0 {
            damage(&mut files, &mut rng);
        }
        let mut table = Conventions::default();
        for _ in 0..1 + rng.below(3) {
            let subject = subjects[rng.below(subjects.len())].clone();
            table = table.with(subject, meanings[rng.below(meanings.len())]);
        }
        if Loader::with_files(files.clone()).load(&name).is_err() {
            continue;
        }
        let level = Loader::with_files(files).conventions(table.clone()).load(&name);
        let level = level.unwrap_or_else(|e| panic!("seed {seed}, {table:?}: {e}"));
        loaded += 1;
        applied += usize::from(!level.conventions.is_empty());
        warned += usize::from(!warnings(&level, WarningKind::Convention).is_empty());
    }
    println!("{loaded} loaded, a convention applied in {applied}, was left out in {warned}");
    assert!(loaded > 40 && applied > 20, "{loaded} {applied}");
}

proptest! {
    #[test]
    fn the_first_row_about_an_object_wins(
        patterns in prop::collection::vec((any::<bool>(), "[aAkb\u{e9}*? ]{0,3}"), 0..12),
        name in "[aAkb\u{e9}\u{212a} ]{0,4}",
        class in "[aAkb\u{e9}\u{212a} ]{0,4}",
    ) {
        let mut table = Conventions::default();
        for (is_name, pattern) in patterns {
            let subject = if is_name { Subject::ObjectName(pattern) } else { Subject::ObjectClass(pattern) };
            table = table.with(subject, Meaning::Solid);
        }
        let first = table.rows.iter().find(|row| match &row.subject {
            Subject::ObjectName(pattern) => matches_pattern(pattern, &name),
            Subject::ObjectClass(pattern) => matches_pattern(pattern, &class),
            _ => false,
        });
        let object = format!(r#"<object id="1" name="{name}" type="{class}" width="8" height="8"/>"#);
        let map = map("4x4", &format!(r#"<objectgroup name="o">{object}</objectgroup>"#));
        let level = loaded(&map, table.clone());
        prop_assert_eq!(level.conventions.first().map(|applied| &applied.row), first);
    }
}
