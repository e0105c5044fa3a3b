//! Queries of a grid, against an oracle that goes through all solids in exact fractions, and tables of chosen cases.

#[allow(dead_code, unused_imports)] // Shared with the promises, which use all of it.
mod oracle;

#[path = "queries/areas.rs"]
mod areas;
#[path = "queries/casts.rs"]
mod casts;
#[path = "queries/corners.rs"]
mod corners;
#[path = "queries/judge.rs"]
mod judge;
#[path = "queries/places.rs"]
mod places;
#[path = "queries/shaped_areas.rs"]
mod shaped_areas;
#[path = "queries/shaped_cases.rs"]
mod shaped_cases;
#[path = "queries/shaped_casts.rs"]
mod shaped_casts;
#[path = "queries/shaped_judge.rs"]
mod shaped_judge;
#[path = "queries/shaped_sweeps.rs"]
mod shaped_sweeps;
#[path = "queries/shaped_symmetry.rs"]
mod shaped_symmetry;
#[path = "queries/shaped_world.rs"]
mod shaped_world;
#[path = "queries/sweeps.rs"]
mod sweeps;
#[path = "queries/symmetry.rs"]
mod symmetry;

/// How many cases a property gets: some in debug builds, more in release builds.
fn volume(debug: u64, release: u64) -> u64 {
    if cfg!(debug_assertions) { debug } else { release }
}

/// Prints what was met, and fails for what is rarer than `least` of it.
fn report(title: &str, counts: &[(&str, u64)], least: u64) {
    println!("{title}:");
    for (name, count) in counts {
        println!("  {count:>9} {name}");
    }
    for (name, count) in counts {
        assert!(*count >= least, "{title}: {count} {name} are too few to tell");
    }
}
