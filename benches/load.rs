//! Loading a level from disk, beside the `tiled` crate alone, which checks less and builds no grid.

#[path = "support/paired.rs"]
mod paired;

use criterion::Criterion;
use paired::Pair;
use std::path::Path;
use std::time::Instant;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for name in ["cavern.tmx", "arena.tmx"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps").join(name);
        let reference = || {
            let began = Instant::now();
            let map = tiled::Loader::new().load_tmx_map(&path);
            assert!(std::hint::black_box(map).is_ok(), "the tiled crate reads {name}");
            began.elapsed()
        };
        let ours = || {
            let began = Instant::now();
            let level = tilephys::tiled::load(&path);
            assert!(std::hint::black_box(level).is_ok(), "{name} loads");
            began.elapsed()
        };
        Pair { title: &format!("load {name}"), items: 1, reference, ours }.run(&mut criterion);
    }
    criterion.final_summary();
}
