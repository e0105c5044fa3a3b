//! Hot reload: a one-cell edit of a running level, beside loading the edited level from scratch.

#[path = "support/paired.rs"]
mod paired;

use criterion::Criterion;
use paired::Pair;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tilephys::tiled::{Cell, LayerContent, Loader};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for name in ["cavern.tmx", "arena.tmx"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps").join(name);
        pair(&mut criterion, name, &path);
    }
    criterion.final_summary();
}

/// Texts of a map with its cells as CSV, with and without one tile that collides.
fn texts(path: &Path) -> [String; 2] {
    let level = Loader::new().load(path).expect("the map loads");
    let mut text = std::fs::read_to_string(path).expect("the map is there");
    let mut edited = None;
    let mut from = 0;
    for layer in &level.layers {
        let LayerContent::Tiles(blocks) = &layer.content else { continue };
        let [block] = &blocks[..] else { panic!("the map is finite") };
        let start = from + text[from..].find("<data").expect("each layer has cells");
        let end = start + text[start..].find("</data>").expect("they end");
        let csv = |gids: &[u32]| gids.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let data = |gids: &[u32]| format!("<data encoding=\"csv\">{}", csv(gids));
        let collides = |bits: &u32| Cell::of(*bits).is_some_and(|cell| level.kind_of_cell(cell).is_some());
        let place = block.gids.iter().position(collides).filter(|_| layer.grid_layer.is_some());
        if let (Some(place), None) = (place, &edited) {
            let mut gids = block.gids.clone();
            gids[place] = 0;
            edited = Some((data(&block.gids), data(&gids)));
        }
        let data = data(&block.gids);
        text.replace_range(start..end, &data);
        from = start + data.len();
    }
    let (whole, without) = edited.expect("a tile collides");
    let after = text.replacen(&whole, &without, 1);
    [text, after]
}

fn pair(criterion: &mut Criterion, name: &str, path: &Path) {
    let texts = texts(path);
    let file = |text: &str| (PathBuf::from(path), text.as_bytes().to_vec());
    let [before, after] = texts.each_ref().map(|text| file(text));
    let reference = || {
        let began = Instant::now();
        let level = Loader::new().load_bytes(&after.0, after.1.clone());
        assert!(black_box(level).is_ok(), "{name} loads");
        began.elapsed()
    };
    // State that a game keeps: the loader with its tilesets, the level and the grid. Each reload undoes the one
    // before.
    let mut loader = Loader::new();
    let mut level = loader.load_bytes(&before.0, before.1.clone()).expect("it loads");
    let mut grid = level.take_grid();
    let mut turn = false;
    let ours = || {
        turn = !turn;
        let (path, bytes) = if turn { &after } else { &before };
        let began = Instant::now();
        let new = loader.load_bytes(path, bytes.clone()).expect("it loads");
        let changes = level.update(new, &mut grid).expect("it can be changed");
        let took = began.elapsed();
        assert_eq!((changes.cells, changes.cells_set), (1, 1), "{name}");
        took
    };
    Pair { title: &format!("reload {name} after an edit of one cell"), items: 1, reference, ours }
        .run(criterion);
}
