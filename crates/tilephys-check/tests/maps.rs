//! The project's own levels and world in `maps`: no check of levels has anything to say about them.

use std::path::Path;
use tilephys_check::{Checker, Inputs, Settings};

#[test]
fn the_levels_of_the_project_are_clean() {
    let inputs = Inputs::find(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps")]);
    assert!(inputs.maps.len() >= 9 && inputs.worlds.len() == 1, "{inputs:?}");
    let report = Checker::new(Settings::default()).check_inputs(&inputs, &|| ());
    let words: Vec<_> =
        report.findings.iter().map(|f| format!("{:?} {}: {}", f.map, f.check, f.message)).collect();
    assert!(words.is_empty() && inputs.faults.is_empty(), "{words:#?} {:?}", inputs.faults);
}
