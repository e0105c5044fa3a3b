//! Two readers, one level: maps that the `tiled` crate reads, handed over to `Level::from_tiled`, and read by the loader.

use crate::model::{MAP, TEMPLATE, TILESET, alone};
use crate::support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tilephys_tiled::tiled;
use tilephys_tiled::{Conventions, Level, Loader, Properties, PropertyValue};

/// What both readers must agree on, as text: a line for each fact.
fn facts(level: &Level) -> Vec<String> {
    let mut facts = vec![
        format!("bounds {:?}, cells of {}", level.bounds, level.grid.tile_size()),
        format!("rules {:?}, class {:?}", level.rules, level.class),
        format!("layers of the grid {:?}", level.grid.layers()),
    ];
    // Kinds have other numbers where another tileset is first.
    let kind = |id| {
        let tile = level.grid.tile_kind(id);
        format!("{:?} {} {:?}", tile.shape, tile.category, tile.material)
    };
    let mut cells: Vec<_> = level.grid.tiles().map(|(layer, at, id)| (layer, at, kind(id))).collect();
    cells.sort();
    facts.extend(cells.into_iter().map(|(layer, at, kind)| format!("cell {at:?} of {layer:?}: {kind}")));
    for (_, shape) in level.grid.off_grid_shapes() {
        facts.push(format!("shape at {} of {:?}: {}", shape.origin(), shape.layer, kind(shape.tile)));
    }
    for region in &level.regions {
        let tilephys_tiled::LevelRegion { kind, aabb, shape, category, material, .. } = region;
        facts.push(format!("region {kind:?} {aabb:?} {shape:?} {category} {material:?}"));
    }
    for mover in &level.movers {
        facts.push(format!("mover {} {:?}: {}", mover.object, mover.path, kind(mover.mover.tile)));
        facts.push(format!("at {}, parent {:?}", mover.mover.position, mover.parent));
    }
    for mark in &level.marks {
        facts.push(format!("mark {} {:?}", mark.object, mark.role));
    }
    for object in &level.objects {
        let tilephys_tiled::Object { id, name, class, layer, anchor, position, size, .. } = object;
        facts.push(format!("object {id} {name:?} {class:?} of layer {layer}, {anchor} {position} {size}"));
        let properties = values(&object.properties);
        facts.push(format!("{} {} {} {properties}", object.rotation, object.visible, object.opacity));
    }
    for layer in &level.layers {
        facts.push(format!("layer {:?} {:?} {} {}", layer.path, layer.class, layer.visible, layer.offset));
    }
    facts
}

/// Names and values of properties, without the lines on which they stand.
fn values(properties: &Properties) -> String {
    let all: BTreeMap<_, _> = properties.iter().map(|p| (&p.name, value(&p.value))).collect();
    format!("{all:?}")
}

fn value(of: &PropertyValue) -> String {
    match of {
        PropertyValue::Class(members) => values(members),
        PropertyValue::List(items) => items.iter().map(value).collect::<Vec<_>>().join(", "),
        other => format!("{other:?}"),
    }
}

/// Compares the facts of a level with the level of a map of the crate. Returns how many there are.
fn assert_same(level: &Level, map: &tiled::Map) -> usize {
    let other = Level::from_tiled(map, Conventions::common()).unwrap_or_else(|e| panic!("{e}"));
    let ours = facts(level);
    let theirs = facts(&other);
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs, "{}", level.path.display());
    }
    assert_eq!(ours.len(), theirs.len(), "{}", level.path.display());
    ours.len()
}

/// Maps in a folder and the folders in it.
fn maps_in(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            maps_in(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "tmx") {
            found.push(path);
        }
    }
}

#[test]
fn maps_of_the_project_are_the_same_levels_by_both_readers() {
    let folder = std::env::var("TILEPHYS_MAPS").unwrap_or_else(|_| "../../maps".to_owned());
    let mut paths = Vec::new();
    maps_in(Path::new(&folder), &mut paths);
    let mut count = 0;
    let mut compared = 0;
    for path in &paths {
        let loaded = Loader::new().allow_outside(true).without_project().load(path);
        let crate_map = std::panic::catch_unwind(|| tiled::Loader::new().load_tmx_map(path));
        match (loaded, crate_map) {
            (Ok(level), Ok(Ok(map))) => {
                count += assert_same(&level, &map);
                compared += 1;
            }
            (level, map) => {
                let ours = level.err().map(|e| e.to_string());
                let theirs = map.map(|map| map.err().map(|e| e.to_string()));
                println!("{}: not compared: {ours:?}, {theirs:?}", path.display());
            }
        }
    }
    println!("{compared} of {} maps, {count} facts", paths.len());
    assert!(compared >= 11 && count > 20_000, "{compared} of {} maps, {count} facts", paths.len());
}

#[test]
fn a_map_with_every_feature_is_the_same_level_by_both_readers() {
    let files = [("maps/a.tmx", MAP), ("maps/all.tsx", TILESET), ("maps/coin.tx", TEMPLATE)];
    // Its tiles collide by its layer; the crate alone reads paths as they are joined.
    let map =
        MAP.replace(r#"<property name="l" value="m"/>"#, r#"<property name="collision" value="solid"/>"#);
    let files = [("maps/a.tmx", &*map), files[1], files[2], ("maps/tiles/../all.tsx", TILESET)];
    let level = support::load(&files).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(assert_same(&level, &alone(&files).unwrap()), 35);
}
