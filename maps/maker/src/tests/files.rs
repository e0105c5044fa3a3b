//! The checked-in files against what the program writes, and against their promises.

use std::collections::HashSet;
use std::io::Read as _;

use base64::Engine as _;

fn text(name: &str) -> String {
    let path = crate::home().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Width, height and colours of a PNG file.
fn pixels(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut colours = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut colours).expect("a whole picture");
    assert_eq!(info.color_type, png::ColorType::Rgba);
    (info.width, info.height, colours)
}

/// The text between the first `from` and the next `to`.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).unwrap_or_else(|| panic!("{from} is missing")) + from.len();
    &text[start..start + text[start..].find(to).unwrap_or_else(|| panic!("{to} is missing"))]
}

/// The tiles of a layer of a `.tmx` file, row by row.
fn layer(map: &str, name: &str) -> Vec<u32> {
    let body = between(map, &format!("name=\"{name}\" width="), "</layer>");
    let data = between(body, "<data", "</data>");
    let (head, data) = data.split_once('>').expect("the end of the tag");
    if head.contains("csv") {
        return data.split(',').map(|gid| gid.trim().parse().expect("a tile id")).collect();
    }
    let packed = base64::engine::general_purpose::STANDARD.decode(data.trim()).expect("base64");
    let mut bytes = Vec::new();
    flate2::read::ZlibDecoder::new(&*packed).read_to_end(&mut bytes).expect("zlib");
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// Tile ids of a `.tsx` file of which the text is as wanted.
fn ids(tileset: &str, wanted: impl Fn(&str) -> bool) -> HashSet<u32> {
    tileset
        .split("<tile id=\"")
        .skip(1)
        .map(|tile| {
            tile.split_once("/>").filter(|(head, _)| !head.contains('>')).or(tile.split_once("</tile>"))
        })
        .map(|tile| tile.expect("the end of the tile").0)
        .filter(|tile| wanted(tile))
        .map(|tile| tile.split_once('"').expect("the end of the id").0.parse().expect("a tile id"))
        .collect()
}

fn is_one_way(tile: &str) -> bool {
    let says = r#"<property name="collision" propertytype="TpCollision" value="one_way"/>"#;
    tile.contains(says) || tile.contains("type=\"Plank\"")
}

/// It says that it is solid, or has shapes, which are solid unless they say otherwise.
fn is_solid(tile: &str) -> bool {
    let says = tile.contains(r#"<property name="collision" propertytype="TpCollision" value="solid"/>"#);
    says || tile.contains("<objectgroup") && !is_one_way(tile)
}

/// Global ids of a map's tiles of which the text is as wanted.
fn gids(map: &str, wanted: fn(&str) -> bool) -> HashSet<u32> {
    let mut gids = HashSet::new();
    for tag in map.split("<tileset ").skip(1) {
        let first: u32 = between(tag, "firstgid=\"", "\"").parse().expect("a first id");
        // Paths from the folder of the levels lead up to the tilesets.
        let source = between(tag, "source=\"", "\"").trim_start_matches("../");
        gids.extend(ids(&text(source), wanted).into_iter().map(|id| first + id));
    }
    gids
}

#[test]
fn checked_in_files_are_what_the_program_writes() {
    for (name, bytes) in crate::files() {
        let kept = std::fs::read(crate::home().join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        if name.ends_with(".png") {
            assert!(pixels(&kept) == pixels(&bytes), "{name} differs; run the program and look at it");
        } else {
            assert!(kept == bytes, "{name} differs; run the program and look at it");
        }
    }
}

#[test]
fn tilesets_say_the_size_of_their_images() {
    for name in [
        "cave", "temple", "decor", "light", "vista", "wood", "things", "course", "signs", "water", "boards",
        "slopes",
    ] {
        let tileset = text(&format!("{name}.tsx"));
        let image = std::fs::read(crate::home().join(format!("{name}.png"))).expect("an image");
        let (width, height, _) = pixels(&image);
        assert!(
            tileset
                .contains(&format!("<image source=\"{name}.png\" width=\"{width}\" height=\"{height}\"/>"))
        );
        assert!(tileset.contains(&format!(
            "tilecount=\"{}\" columns=\"{}\"",
            width / 16 * (height / 16),
            width / 16
        )));
    }
}

/// The levels that are linked by doors, in their order, with their columns and rows.
const LINKED: [(&str, usize, usize); 5] = [
    ("levels/slopes.tmx", 90, 24),
    ("levels/one_ways.tmx", 64, 26),
    ("levels/lifts.tmx", 84, 24),
    ("levels/dash.tmx", 90, 22),
    ("levels/water.tmx", 86, 24),
];

/// The parks of the testbed, with their columns and rows.
const PARKS: [(&str, usize, usize); 4] = [
    ("scenes/slope_park.tmx", 70, 24),
    ("scenes/one_way_park.tmx", 70, 24),
    ("scenes/lift_park.tmx", 70, 24),
    ("scenes/crushers.tmx", 60, 20),
];

#[test]
fn ground_is_solid_wood_is_one_way_and_no_scenery_collides() {
    let maps = ["cavern.tmx", "playground.tmx", "yard.tmx", "arena.tmx"];
    let mut planks = 0;
    for name in maps.into_iter().chain(LINKED.map(|level| level.0)).chain(PARKS.map(|park| park.0)) {
        let map = text(name);
        let (solid, one_way) = (gids(&map, is_solid), gids(&map, is_one_way));
        assert!(layer(&map, "ground").iter().all(|gid| *gid == 0 || solid.contains(gid)), "{name}: ground");
        let names: Vec<&str> =
            map.split("<layer ").skip(1).map(|tag| between(tag, "name=\"", "\"")).collect();
        assert!(names.len() > 2, "{name}: {names:?}");
        for other in names.into_iter().filter(|name| !matches!(*name, "ground" | "wood" | "course")) {
            let collides = |gid: &u32| solid.contains(gid) || one_way.contains(gid);
            assert!(!layer(&map, other).iter().any(collides), "{name}: {other}");
        }
        if map.contains("name=\"wood\" width=") {
            // The highest three bits say how a tile is turned.
            let wood: Vec<u32> = layer(&map, "wood").iter().map(|gid| gid & 0x1FFF_FFFF).collect();
            assert!(!wood.iter().any(|gid| solid.contains(gid)), "{name}: wood");
            planks += wood.iter().filter(|gid| one_way.contains(gid)).count();
        }
    }
    assert!(planks > 150, "{planks}");
}

#[test]
fn borders_are_closed() {
    let maps = [("cavern.tmx", 200, 60), ("playground.tmx", 212, 22), ("arena.tmx", 1024, 256)];
    for (name, width, height) in maps.into_iter().chain(LINKED).chain(PARKS) {
        let ground = layer(&text(name), "ground");
        assert_eq!(ground.len(), width * height, "{name}");
        for (cell, gid) in ground.iter().enumerate() {
            let (column, row) = (cell % width, cell / width);
            if column == 0 || row == 0 || column == width - 1 || row == height - 1 {
                assert_ne!(*gid, 0, "{name}: the border is open at {column}, {row}");
            }
        }
    }
}

/// The objects of a map, each as its text, up to the next one.
fn objects(map: &str) -> impl Iterator<Item = &str> {
    map.split("<object ").skip(1)
}

#[test]
fn doors_link_the_levels_in_a_ring() {
    for (n, (name, ..)) in LINKED.into_iter().enumerate() {
        let map = text(name);
        let start = objects(&map).find(|object| object.starts_with("id=\"1\"")).expect("a first object");
        let is_start = start.contains("type=\"TpSpawn\"") && start.contains("name=\"default\"");
        assert!(is_start, "{name}: {start}");
        let back = objects(&map).find(|object| object.starts_with("id=\"2\"")).expect("a second object");
        assert!(back.contains("type=\"TpSpawn\"") && !back.contains("name=\"default\""), "{name}: {back}");
        assert_eq!(objects(&map).filter(|object| object.contains("type=\"TpGoal\"")).count(), 1, "{name}");
        let checkpoints = objects(&map).filter(|object| object.contains("type=\"TpCheckpoint\"")).count();
        assert!(checkpoints > 0, "{name}");
        // The file and the object there: the start of the next level, the place of return of the previous one.
        let doors: Vec<(&str, &str)> = objects(&map)
            .filter(|object| object.contains("type=\"TpDoor\""))
            .map(|object| {
                let value = |of: &str| between(between(object, of, "/>"), "value=\"", "\"");
                (value("name=\"target\""), value("name=\"target_object\""))
            })
            .collect();
        let file = |n: usize| LINKED[n % LINKED.len()].0.trim_start_matches("levels/");
        let mut wanted = vec![(file(n + 1), "1")];
        wanted.extend((n > 0).then(|| (file(n + LINKED.len() - 1), "2")));
        assert_eq!(doors, wanted, "{name}");
    }
}

#[test]
fn the_world_has_the_levels_side_by_side() {
    let world = text("levels/levels.world");
    let mut left = 0;
    for (entry, (name, width, height)) in world.split("\"fileName\"").skip(1).zip(LINKED) {
        let file = name.trim_start_matches("levels/");
        assert!(entry.contains(&format!("\"{file}\"")), "{entry}");
        for (key, value) in [("width", 16 * width), ("height", 16 * height), ("x", left), ("y", 0)] {
            let said = between(entry, &format!("\"{key}\": "), "\n").trim_end_matches(',');
            assert_eq!(said, value.to_string(), "{name}: {key}");
        }
        left += 16 * width;
    }
    assert_eq!(left, 16 * (90 + 64 + 84 + 90 + 86));
}

#[test]
fn a_quarter_of_the_arena_is_solid() {
    let ground = layer(&text("arena.tmx"), "ground");
    let solid = ground.iter().filter(|gid| **gid != 0).count();
    let share = solid * 1000 / ground.len();
    assert!((240..=260).contains(&share), "{share} in a thousand are solid");
}

#[test]
fn most_of_the_arenas_air_is_one_cave() {
    let ground = layer(&text("arena.tmx"), "ground");
    let air = ground.iter().filter(|gid| **gid == 0).count();
    let mut seen = vec![false; ground.len()];
    let mut largest = 0;
    for start in 0..ground.len() {
        let (mut open, mut count) = (vec![start], 0);
        while let Some(cell) = open.pop() {
            if ground[cell] == 0 && !seen[cell] {
                seen[cell] = true;
                count += 1;
                // The border is closed, so that these stay inside.
                open.extend([cell - 1, cell + 1, cell - 1024, cell + 1024]);
            }
        }
        largest = largest.max(count);
    }
    assert!(largest * 100 > air * 95, "the largest cave has {largest} of {air} free cells");
}

/// Classes of the objects of a map, none of which is in the ground but movers.
fn classes_in_the_air(name: &str) -> Vec<String> {
    let map = text(name);
    let ground = layer(&map, "ground");
    let columns: usize = between(&map, " width=\"", "\"").parse().expect("a number");
    let mut classes = Vec::new();
    for object in objects(&map) {
        let number =
            |key: &str| between(object, &format!(" {key}=\""), "\"").parse::<usize>().expect("a number");
        if !object.contains(" type=\"") {
            // The rail of a mover, which is a line.
            assert!(object.contains("<polyline "), "{name}: {object}");
            continue;
        }
        classes.push(between(object, " type=\"", "\"").to_owned());
        if object.contains(" type=\"TpMover\"") {
            // Lifts are let into the floor, and a crusher into the ceiling.
            continue;
        }
        // The place of a tile is its low left corner.
        let tall = if object.contains(" gid=\"") { number("height") } else { 0 };
        let (x, y) = (number("x"), number("y") - tall);
        for row in y / 16..(y + number("height")).div_ceil(16) {
            for column in x / 16..(x + number("width")).div_ceil(16) {
                assert_eq!(ground[row * columns + column], 0, "{name}: {object}");
            }
        }
    }
    classes
}

#[test]
fn objects_are_in_the_air() {
    let classes = classes_in_the_air("cavern.tmx");
    let count = |class: &str| classes.iter().filter(|c| **c == class).count();
    let wanted = [("TpSpawn", 1), ("TpGoal", 1), ("TpCheckpoint", 5), ("TpMover", 9), ("TpKillZone", 2)];
    wanted.iter().for_each(|(class, n)| assert_eq!(count(class), *n, "{class}"));
    assert_eq!(count("TpCollectible"), include_str!("../cavern.txt").matches('c').count());
    assert_eq!(classes.len(), 18 + count("TpCollectible"));
    for (name, ..) in LINKED {
        let coins = classes_in_the_air(name).iter().filter(|class| **class == "TpCollectible").count();
        assert!(coins >= 15, "{name}: {coins} coins");
    }
}
