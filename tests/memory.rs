//! Peak memory of loading a large map, relative to the `tiled` crate alone. Counted, so equal on every machine.
#![cfg(feature = "zstd")]

#[path = "../benches/support/large.rs"]
mod large;

use allocation_counter::measure;
use std::hint::black_box;
use std::path::Path;
use tilephys::tiled::{Limits, Loader};

#[test]
fn a_large_map_takes_no_more_than_the_crate_alone_and_a_third() {
    // Without optimization the full size would take a minute.
    let (columns, rows) = if cfg!(debug_assertions) { (2_000, 1_000) } else { (10_000, 1_000) };
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large_for_memory.tmx");
    std::fs::write(&path, large::map(columns, rows)).unwrap();
    let cells = (columns * rows) as usize;
    let limits = Limits { cells, decoded_bytes: 4 * cells, ..Limits::default() };
    let ours = measure(|| {
        let level = Loader::new().limits(limits).load(&path).unwrap();
        assert!(black_box(level).grid.tiles().next().is_some());
    });
    let alone = measure(|| {
        let map = tiled::Loader::new().load_tmx_map(&path).unwrap();
        assert!(black_box(map).layers().next().is_some());
    });
    std::fs::remove_file(&path).unwrap();
    let ratio = ours.bytes_max as f64 / alone.bytes_max as f64;
    println!("{} / {} bytes at the peak: {ratio:.2}", ours.bytes_max, alone.bytes_max);
    assert!(ratio <= 1.3, "{ratio}");
}
