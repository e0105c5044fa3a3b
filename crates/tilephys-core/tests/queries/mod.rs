//! Queries of a grid, against an oracle that goes through all solids in exact fractions, and tables of chosen cases.

mod areas;
mod casts;
mod corners;
mod costs;
pub(crate) mod judge;
mod ledges;
pub(crate) mod places;
pub(crate) mod shaped_areas;
mod shaped_cases;
pub(crate) mod shaped_casts;
pub(crate) mod shaped_judge;
mod shaped_sweeps;
pub(crate) mod shaped_world;
mod sweeps;

/// Prints what was met, and fails for what is rarer than `least` of it.
pub(crate) fn report(title: &str, counts: &[(&str, u64)], least: u64) {
    println!("{title}:");
    for (name, count) in counts {
        println!("  {count:>9} {name}");
    }
    for (name, count) in counts {
        assert!(*count >= least, "{title}: {count} {name} are too few to tell");
    }
}
