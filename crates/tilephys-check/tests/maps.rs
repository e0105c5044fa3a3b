//! The project's own levels and world in `maps`: no check of levels has anything to say about them.

use std::path::{Path, PathBuf};
use tilephys_check::{Checker, Inputs, ReachSettings, Report, Settings};
use tilephys_feel::Feel;

/// The folder of the maps.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps")
}

#[test]
fn the_levels_of_the_project_are_clean() {
    let inputs = Inputs::find(&[folder()]);
    assert!(inputs.maps.len() >= 9 && inputs.worlds.len() == 1, "{inputs:?}");
    let report = Checker::new(Settings::default()).check_inputs(&inputs, &|| ());
    let words: Vec<_> =
        report.findings.iter().map(|f| format!("{:?} {}: {}", f.map, f.check, f.message)).collect();
    assert!(words.is_empty() && inputs.faults.is_empty(), "{words:#?} {:?}", inputs.faults);
}

#[test]
fn any_number_of_threads_gives_the_same_verdicts() {
    let maps = ["levels/slopes.tmx", "yard.tmx"].map(|name| folder().join(name));
    let report = |threads: usize| -> Report {
        let mut settings = Settings::default();
        settings.reach = Some(ReachSettings::new("mario", Feel::mario()));
        let checker = Checker::new(settings);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| checker.check(&maps))
    };
    let alone = report(1);
    let targets = alone.reach.as_ref().map_or(0, |reach| reach.targets.len());
    assert!(targets >= 10, "{targets} targets");
    assert_eq!(report(2), alone);
}
