//! Updates of a running level, case by case.

use std::path::Path;
use tilephys_core::{LayerId, Tile, TileCoord, TileGrid, UNITS_PER_PX, limits::MAX_LAYERS};
use tilephys_tiled::{Level, LevelChanges, Loader, Problem, load_from};

/// A map of 4 x 2 cells whose content begins on line 2.
fn load(content: &str) -> Level {
    let map = format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"4\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">\n{content}</map>"
    );
    load_from(&|_: &Path| Ok(map.clone().into_bytes()), "a.tmx").unwrap_or_else(|e| panic!("{e}\n{map}"))
}

/// Tileset "rock", solid, with these tiles, and the rest of the map.
fn rock(tiles: &str, rest: &str) -> String {
    format!(
        "<tileset firstgid=\"1\" name=\"rock\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"8\" columns=\"4\">\
         <image source=\"rock.png\" width=\"64\" height=\"32\"/>\n\
         <properties><property name=\"collision\" value=\"solid\"/></properties>\n{tiles}</tileset>\n{rest}"
    )
}

fn layer(id: u32, csv: &str) -> String {
    format!(
        "<layer id=\"{id}\" name=\"layer {id}\" width=\"4\" height=\"2\"><data encoding=\"csv\">{csv}</data></layer>\n"
    )
}

fn objects(objects: &str) -> String {
    format!("<objectgroup id=\"90\" name=\"things\">\n{objects}</objectgroup>\n")
}

const BOX: &str = "<object id=\"5\" name=\"box\" x=\"3\" y=\"20\" width=\"9\" height=\"9\"><properties><property name=\"collision\" value=\"solid\"/></properties></object>\n";

struct Run {
    level: Level,
    grid: TileGrid,
}

impl Run {
    fn of(content: &str) -> Run {
        let mut level = load(content);
        let grid = level.take_grid();
        Run { level, grid }
    }

    fn update(&mut self, content: &str) -> LevelChanges {
        self.level.update(load(content), &mut self.grid).unwrap()
    }

    fn layer(&self, path: &str) -> LayerId {
        self.level.layer(path).unwrap().grid_layer.unwrap()
    }

    /// The gids in a row of a layer.
    fn row(&self, path: &str, row: i32) -> Vec<u32> {
        let kind = |col| self.grid.tile(self.layer(path), TileCoord::new(col, row));
        (0..4).map(|col| kind(col).map_or(0, |kind| self.grid.tile_kind(kind).user)).collect()
    }
}

#[test]
fn cells_that_the_designer_changed_are_set() {
    let mut run = Run::of(&rock("", &layer(1, "0,0,0,0,1,1,1,1")));
    let changes = run.update(&rock("", &layer(1, "0,2,0,0,1,0,1,1")));
    assert_eq!((changes.cells, changes.cells_set, changes.kinds), (2, 2, 1));
    assert_eq!((run.row("layer 1", 0), run.row("layer 1", 1)), (vec![0, 2, 0, 0], vec![1, 0, 1, 1]));
    // The level returns the tile of the new kind.
    let kind = run.grid.tile(run.layer("layer 1"), TileCoord::new(1, 0)).unwrap();
    assert_eq!(run.level.tile_of_kind(kind).unwrap().id, 1);
    assert_eq!(run.level.kind_of_gid(2), Some(kind));
}

#[test]
fn edits_of_the_game_stay_except_where_the_designer_edited_too() {
    let mut run = Run::of(&rock("", &layer(1, "0,0,0,0,1,1,1,1")));
    let layer1 = run.layer("layer 1");
    let rock1 = run.level.kind_of_gid(1);
    for col in 0..2 {
        run.grid.set_tile(layer1, TileCoord::new(col, 1), None);
        run.grid.set_tile(layer1, TileCoord::new(col, 0), rock1);
    }
    let changes = run.update(&rock("", &layer(1, "0,2,0,0,1,2,1,1")));
    assert_eq!((changes.cells, changes.cells_set), (2, 2));
    assert_eq!((run.row("layer 1", 0), run.row("layer 1", 1)), (vec![1, 2, 0, 0], vec![0, 2, 1, 1]));
}

#[test]
fn a_changed_tile_changes_in_all_cells_except_broken_ones() {
    let tile = |friction: &str| {
        format!(
            "<tile id=\"0\"><properties><property name=\"friction\" type=\"float\" value=\"{friction}\"/></properties></tile>"
        )
    };
    let mut run = Run::of(&rock(&tile("0.5"), &layer(1, "0,0,0,0,1,1,1,1")));
    let layer1 = run.layer("layer 1");
    run.grid.set_tile(layer1, TileCoord::new(0, 1), None);
    let changes = run.update(&rock(&tile("0.25"), &layer(1, "0,0,0,0,1,1,1,1")));
    assert_eq!((changes.cells, changes.cells_set, changes.kinds, changes.tilesets), (4, 3, 1, 1));
    let friction = |run: &Run, col| {
        let kind = run.grid.tile(layer1, TileCoord::new(col, 1));
        kind.map(|kind| run.grid.tile_kind(kind).material.friction)
    };
    assert_eq!([0, 1, 2, 3].map(|col| friction(&run, col)), [None, Some(0.25), Some(0.25), Some(0.25)]);
    // The way back adds no new kind.
    let back = run.update(&rock(&tile("0.5"), &layer(1, "0,0,0,0,1,1,1,1")));
    assert_eq!((back.cells_set, back.kinds, friction(&run, 1)), (3, 0, Some(0.5)));
}

#[test]
fn shifted_gids_are_no_edit_of_cells() {
    let sets = |count: u32| {
        let first = count + 1;
        let csv = format!("0,0,0,0,1,{first},{first},1");
        format!(
            "<tileset firstgid=\"1\" name=\"a\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"{count}\" columns=\"1\"><image source=\"a.png\" width=\"16\" height=\"160\"/></tileset>\
             <tileset firstgid=\"{first}\" name=\"b\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"><image source=\"b.png\" width=\"16\" height=\"16\"/>\
             <properties><property name=\"collision\" value=\"solid\"/></properties></tileset>{}",
            layer(1, &csv)
        )
    };
    let mut run = Run::of(&sets(3));
    let layer1 = run.layer("layer 1");
    run.grid.set_tile(layer1, TileCoord::new(1, 1), None);
    run.update(&sets(5));
    assert_eq!(run.row("layer 1", 1), [0, 0, 6, 0], "broken stays broken, and the other has its new gid");
    let kind = run.grid.tile(layer1, TileCoord::new(2, 1)).unwrap();
    assert_eq!(run.level.tile_of_kind(kind).unwrap().tileset.name, "b");
}

#[test]
fn layers_come_and_go_in_the_order_of_the_map() {
    let (a, b) = (layer(1, "0,0,0,0,1,1,1,1"), layer(2, "2,2,2,2,0,0,0,2"));
    let mut run = Run::of(&rock("", &b));
    let layer2 = run.layer("layer 2");
    run.grid.set_tile(layer2, TileCoord::new(0, 0), None);
    let changes = run.update(&rock("", &(a.clone() + &b)));
    assert_eq!((changes.cells_set, changes.layers), (4, 1));
    assert!(run.layer("layer 1") < run.layer("layer 2"), "the lowest is met first");
    assert_eq!((run.row("layer 2", 0), run.row("layer 1", 1)), (vec![0, 2, 2, 2], vec![1; 4]));
    run.update(&rock("", &a));
    assert_eq!(run.grid.tiles().count(), 4);
    run.update(&rock("", &(a + &b)));
    assert_eq!((run.row("layer 2", 0), run.grid.layers().len()), (vec![2; 4], 2));
}

#[test]
fn colliding_objects_are_added_replaced_and_removed() {
    let mut run = Run::of(&rock("", &objects("")));
    let came = run.update(&rock("", &objects(BOX)));
    assert_eq!((came.shapes, &came.objects.came[..]), (1, &[5][..]));
    let at = |run: &Run| {
        run.grid.off_grid_shapes().map(|(id, b)| (id, b.aabb.min / UNITS_PER_PX)).collect::<Vec<_>>()
    };
    let first = at(&run);
    let again = run.update(&rock("", &(objects(BOX) + &layer(1, "1,0,0,0,0,0,0,0"))));
    assert!(again.objects.is_empty() && again.shapes == 0 && again.cells_set == 1);
    assert_eq!(at(&run), first, "what did not change is not touched");
    let moved = run.update(&rock("", &objects(&BOX.replace("x=\"3\"", "x=\"30\""))));
    assert_eq!((moved.shapes, &moved.objects.changed[..]), (2, &[5][..]));
    assert_eq!((at(&run)[0].1.x, at(&run).len()), (30, 1));
    let gone = run.update(&rock("", &objects("")));
    assert_eq!((gone.shapes, &gone.objects.went[..], at(&run).len()), (1, &[5][..], 0));
}

#[test]
fn moved_lines_in_the_file_are_no_change() {
    let content = rock(
        "<tile id=\"1\"><properties><property name=\"n\" value=\"1\"/></properties></tile>",
        &objects(BOX),
    );
    let mut run = Run::of(&content);
    let changes = run.update(&format!("\n\n{}", content.replace("<properties>", "\n<properties>")));
    assert!(changes.is_empty(), "{changes:?}");
}

#[test]
fn a_mover_changes_with_its_path() {
    let things = |end: i32| {
        objects(&format!(
            "<object id=\"5\" type=\"TpMover\" x=\"0\" y=\"0\" width=\"16\" height=\"4\"><properties><property name=\"path\" type=\"object\" value=\"9\"/></properties></object>\n\
             <object id=\"9\" x=\"0\" y=\"0\"><polyline points=\"0,0 {end},0\"/></object>\n"
        ))
    };
    let mut run = Run::of(&things(50));
    let kind = run.level.movers[0].mover.tile;
    let changes = run.update(&things(70));
    assert_eq!((changes.objects.changed, changes.kinds), (vec![5, 9], 0));
    assert_eq!(
        (run.level.movers[0].mover.tile, run.level.movers[0].path.as_ref().unwrap().points[1].x),
        (kind, 70 * 256)
    );
}

#[test]
fn a_refused_update_changes_nothing() {
    let mut run = Run::of(&rock("", &layer(1, "0,0,0,0,1,1,1,1")));
    let small = "<map version=\"1.10\" orientation=\"orthogonal\" width=\"4\" height=\"2\" tilewidth=\"8\" tileheight=\"16\"></map>";
    let new = load_from(&|_: &Path| Ok(small.as_bytes().to_vec()), "a.tmx").unwrap();
    let error = run.level.update(new, &mut run.grid).unwrap_err();
    assert_eq!(error.problem(), Problem::Update);
    assert_eq!(
        error.to_string(),
        "a.tmx: the cells are now 8×16 px, but 16×16 px in the running level, which cannot change while it \
         runs; restart it"
    );
    while run.grid.layers().len() < MAX_LAYERS {
        run.grid.add_layer("of the game");
    }
    let more = rock("", &(layer(1, "1,0,0,0,0,0,0,0") + &layer(2, "1,0,0,0,0,0,0,0")));
    let error = run.level.update(load(&more), &mut run.grid).unwrap_err().to_string();
    assert!(error.contains("cannot take another colliding layer: the limit is 64"), "{error}");
    for _ in run.grid.tile_kinds().len()..65_535 {
        run.grid.add_tile(Tile::default());
    }
    let error = run
        .level
        .update(load(&rock("", &layer(1, "2,0,0,0,0,0,0,0"))), &mut run.grid)
        .unwrap_err()
        .to_string();
    assert!(error.contains("cannot take 1 more kinds of tile"), "{error}");
    let mut other = TileGrid::new(glam::UVec2::splat(16));
    let error = run.level.update(load(&more), &mut other).unwrap_err().to_string();
    assert!(error.contains("the grid does not belong to the level"), "{error}");
    let mut new = load(&more);
    drop(new.take_grid());
    let error = run.level.update(new, &mut run.grid).unwrap_err().to_string();
    assert!(error.contains("has lost its grid"), "{error}");
    assert_eq!((run.row("layer 1", 0), run.row("layer 1", 1)), (vec![0; 4], vec![1; 4]));
    assert_eq!(run.level.path, Path::new("a.tmx"));
}

#[test]
fn levels_that_share_a_grid_stay_separate() {
    let mut first = Run::of(&rock("", &(layer(1, "1,1,0,0,0,0,0,0") + &objects(BOX))));
    let content = rock("", &(layer(1, "0,0,0,0,0,0,2,2") + &objects(BOX)));
    let mut second = load(&content).join(&mut first.grid).unwrap();
    assert_eq!((first.grid.tiles().count(), first.grid.off_grid_shapes().count()), (4, 2));
    let changes = first.update(&rock("", &layer(1, "0,1,0,0,0,0,0,0")));
    assert_eq!((changes.cells_set, changes.shapes), (1, 1));
    let (layer2, at) = (second.layers[0].grid_layer.unwrap(), TileCoord::new(3, 1));
    let kind = first.grid.tile(layer2, at).unwrap();
    assert_eq!(second.tile_of_kind(kind).unwrap().id, 1);
    assert!(first.level.tile_of_kind(kind).is_none());
    // A tile that the game has put where the level has none stays.
    let free = TileCoord::new(0, 0);
    first.grid.set_tile(layer2, free, first.level.kind_of_gid(1));
    second.leave(&mut first.grid).unwrap();
    assert_eq!((first.grid.tiles().count(), first.grid.off_grid_shapes().count()), (2, 0));
}

#[test]
fn the_files_of_a_level_are_listed() {
    let map = "<map version=\"1.10\" orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">\
        <tileset firstgid=\"1\" source=\"../t/rock.tsx\"/><objectgroup><object id=\"1\" template=\"lamp.tx\" x=\"0\" y=\"0\"/></objectgroup></map>";
    let files = |path: &Path| {
        Ok(match path.to_str() {
            Some("maps/a.tmx") => map,
            Some("t/rock.tsx") => "<tileset name=\"rock\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"><image source=\"rock.png\" width=\"16\" height=\"16\"/></tileset>",
            Some("maps/lamp.tx") => "<template><object name=\"lamp\" width=\"8\" height=\"8\"/></template>",
            other => panic!("{other:?}"),
        }
        .as_bytes()
        .to_vec())
    };
    let level = Loader::with_files(files).root("").load("maps/a.tmx").unwrap();
    assert!(level.files().eq(["maps/a.tmx", "maps/lamp.tx", "t/rock.tsx"].map(Path::new)));
}
