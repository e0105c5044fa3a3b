//! Steps of each scene, with the groups for its colours: a row a scene.
//!
//! Measured on a virtual machine with two cores of a Xeon at 2.6 GHz and other work to do, in milliseconds a step:
//!
//! | scene | bodies | step |
//! | --- | --- | --- |
//! | slope park | 42 | 0.6 |
//! | one-way park | 52 | 0.08 |
//! | lift park | 67 | 0.2 |
//! | crushers | 56 | 0.09 |
//! | towers | 162 | 2.0 |
//! | projectiles | 100,000 | 2.2 |
//! | islands | 400 | 0.3 |
//!
//! A diagram takes less than a microsecond.

use criterion::Criterion;
use std::time::Duration;
use tilephys::tiled::Disk;
use tilephys_scenes::{Scene, Stage};

/// Steps before the measurement: crates have fallen, and crushers have met their first bodies.
const BEFORE: usize = 120;

/// A scene of the project, after some steps.
fn begin(scene: &Scene) -> Stage {
    let mut stage = scene.begin(&scene.values(), &Disk).unwrap_or_else(|error| panic!("{error}"));
    (0..BEFORE).for_each(|_| stage.step());
    stage
}

fn main() {
    // The paths of the maps count from the root of the project.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the root of the project");
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    let mut group = criterion.benchmark_group("step");
    for scene in Scene::all() {
        let mut stage = begin(scene);
        println!("{}: state {:016x} after {BEFORE} steps", scene.name, stage.physics.state_hash());
        group.bench_function(&scene.name, |bencher| bencher.iter(|| stage.step()));
    }
    group.finish();
    criterion.final_summary();
}
