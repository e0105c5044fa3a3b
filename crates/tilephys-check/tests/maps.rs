//! The project's own levels in `maps`: no check of levels has anything to say about them.

use std::fs;
use std::path::Path;
use tilephys_check::{Checker, Settings};

#[test]
fn the_levels_of_the_project_are_clean() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut maps: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    maps.retain(|path| path.extension().is_some_and(|extension| extension == "tmx"));
    maps.sort();
    assert!(maps.len() >= 3, "{maps:?}");
    let report = Checker::new(Settings::default()).check(&maps);
    let words: Vec<_> =
        report.findings.iter().map(|f| format!("{:?} {}: {}", f.map, f.check, f.message)).collect();
    assert!(words.is_empty(), "{words:#?}");
}
