//! Loading a level from disk, beside the `tiled` crate alone, which checks less and builds no grid.

#[path = "support/large.rs"]
mod large;
#[path = "support/objects.rs"]
mod objects;
#[path = "support/paired.rs"]
mod paired;
#[path = "support/properties.rs"]
mod properties;

use criterion::Criterion;
use paired::Pair;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tilephys::tiled::{Limits, Loader};

/// Columns and rows of the large map.
const LARGE: [u32; 2] = [10_000, 1_000];

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for name in ["cavern.tmx", "arena.tmx"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps").join(name);
        pair(&mut criterion, name, &path, Limits::default());
    }
    let cells = (LARGE[0] * LARGE[1]) as usize;
    let path: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "large.tmx"].iter().collect();
    std::fs::write(&path, large::map(LARGE[0], LARGE[1])).expect("the map is written");
    let limits = Limits { cells, decoded_bytes: 4 * cells, ..Limits::default() };
    pair(&mut criterion, "a map of 10,000 x 1,000", &path, limits);
    std::fs::write(&path, properties::map(4096, 6)).expect("the map is written");
    pair(&mut criterion, "a tileset with 24,576 properties", &path, Limits::default());
    std::fs::write(&path, objects::map(2000)).expect("the map is written");
    pair(&mut criterion, "a map with 2,000 objects", &path, Limits::default());
    std::fs::remove_file(&path).expect("the map goes");
    criterion.final_summary();
}

fn pair(criterion: &mut Criterion, name: &str, path: &Path, limits: Limits) {
    let reference = || {
        let began = Instant::now();
        let map = tiled::Loader::new().load_tmx_map(path);
        assert!(black_box(map).is_ok(), "the tiled crate reads {name}");
        began.elapsed()
    };
    let ours = || {
        let began = Instant::now();
        let level = Loader::new().limits(limits).load(path);
        assert!(black_box(level).is_ok(), "{name} loads");
        began.elapsed()
    };
    Pair { title: &format!("load {name}"), items: 1, reference, ours }.run(criterion);
}
