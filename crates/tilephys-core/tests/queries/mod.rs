//! Queries of a grid, against an oracle that goes through all solids in exact fractions, and tables of chosen cases.

pub(crate) mod areas;
pub(crate) mod casts;
mod corners;
mod costs;
pub(crate) mod judge;
mod ledges;
mod shaped_cases;
mod sweeps;
pub(crate) mod world;

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
