//! Random moves through random worlds of shapes, judged piece by piece.

use super::case::{kind_of, picture, shrunk};
use super::judge::one_move;
use super::random_mover::random_mover;
use super::random_world::random_world;
use super::watch::Watch;
use crate::meter::Meter;
use crate::panics::verdict;
use crate::rng::Rng;
use crate::volume::{Search, first_seed};
use std::collections::BTreeMap;

/// Moves in each random world.
const MOVES_A_WORLD: u64 = 16;
/// Kinds of failures after which the search ends.
const MOST_FAILURES: usize = 12;

/// Rates a thousand moves below which the random moves would prove little.
const LEAST: [(&str, f64); 18] = [
    ("hits", 400.0),
    ("hits on slants", 100.0),
    ("hits on straight faces", 200.0),
    ("hits on corners of polygons", 30.0),
    ("corner arrivals", 40.0),
    ("hits on straight one-ways", 15.0),
    ("hits on slanted one-ways", 12.0),
    ("hits on ends of slanted one-ways", 3.0),
    ("set on a one-way", 2.0),
    ("hits on loose shapes", 120.0),
    ("one-ways passed", 35.0),
    ("slides", 200.0),
    ("ties", 80.0),
    ("crevice places", 0.1),
    ("snaps", 20.0),
    ("steps", 0.3),
    ("starts in contact", 400.0),
    ("starts inside", 5.0),
];

#[test]
fn moves_among_shapes_agree_with_the_oracle() {
    let search = Search::new(4_000, 400_000);
    let mut seed = first_seed();
    let (mut meter, mut failures) = (Meter::default(), BTreeMap::new());
    let mut failed = 0;
    let watch = Watch::new(|number| {
        let (seed, index) = (number / MOVES_A_WORLD, number % MOVES_A_WORLD);
        let mut rng = Rng::new(seed);
        let (world, fits) = random_world(&mut rng);
        let mover = (0..=index).map(|_| random_mover(&mut rng, &world, fits)).last().expect("one at least");
        eprintln!("seed {seed}: this move does not end\n{}", picture(&world, &mover));
    });
    while search.left(meter.cases + failed) > 0 && failures.len() < MOST_FAILURES {
        let mut rng = Rng::new(seed);
        let (world, fits) = random_world(&mut rng);
        let grid = world.build();
        for index in 0..MOVES_A_WORLD {
            let mover = random_mover(&mut rng, &world, fits);
            watch.runs(Some(seed * MOVES_A_WORLD + index));
            match verdict(|| one_move(&world, &grid, &mover)) {
                Ok(one) => meter.add(&one),
                Err(why) => {
                    failed += 1;
                    let property = |world: &_, mover: &_| one_move(world, &world.build(), mover);
                    let kind = kind_of(&why).to_owned();
                    let entry = failures.entry(kind).or_insert((0, String::new()));
                    entry.0 += 1;
                    if entry.0 == 1 {
                        watch.runs(None);
                        entry.1 = shrunk(seed, &world, &mover, &why, &property);
                    }
                }
            }
        }
        watch.runs(None);
        seed += 1;
    }
    let told: Vec<_> =
        failures.iter().map(|(kind, (n, case))| format!("=== {kind}, {n} times\n{case}\n")).collect();
    meter.report("moves among shapes");
    assert!(failures.is_empty(), "{failed} of {} moves fail\n{}", meter.cases + failed, told.join("\n"));
    meter.demand(if meter.cases < 5_000 { &[] } else { &LEAST });
}
