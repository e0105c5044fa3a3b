//! Fuzz test: damaged maps load or fail, and never panic, neither when loaded nor when used.

use crate::support;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use support::damage::damage;
use support::everything::maps;
use support::exercise::{Packed, exercise};
use support::rng::Rng;
use support::volume::{Search, first_seed};
use tilephys_tiled::Loader;

#[test]
fn the_undamaged_files_load() {
    for files in maps() {
        exercise(&files).unwrap_or_else(|e| panic!("{e}"));
        let again = Packed::of_bytes(&files.to_bytes());
        exercise(&again).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn damaged_files_load_or_fail_and_can_be_used() {
    let search = Search::new(800, 25_000);
    let first = first_seed();
    let mut all = 0;
    let maps = maps();
    let mut refused: BTreeMap<String, u64> = BTreeMap::new();
    let (mut loaded, mut slowest) = (0, (Duration::ZERO, 0));
    while search.left(all) > 0 {
        let seed = first + all;
        all += 1;
        let mut rng = Rng::new(seed);
        // Most runs use the first map and its JSON, which have the most content.
        let mut files = maps[[0, 0, 0, 0, 1, 1, 2, 3, 3, 3, 3, 4, 4, 5][rng.below(14)]].clone();
        damage(&mut files, &mut rng);
        let began = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| exercise(&files))).unwrap_or_else(|_| {
            let text = files.to_bytes();
            panic!("TILEPHYS_SEED={seed} TILEPHYS_CASES=1 panics:\n{}", String::from_utf8_lossy(&text))
        });
        slowest = slowest.max((began.elapsed(), seed));
        match outcome {
            Ok(()) => loaded += 1,
            Err(error) => *refused.entry(format!("{:?}", error.problem())).or_default() += 1,
        }
    }
    println!("{all} damaged maps: {loaded} loaded, the others refused: {refused:?}");
    println!("the slowest, {}, took {:?}", slowest.1, slowest.0);
    // The damage must reach the later passes; with few maps the ratio is not significant.
    assert!(all < 1000 || loaded >= all / 5, "{loaded} of {all} loaded");
}

/// JSON has keys and values, and no elements or attributes.
#[test]
fn messages_about_json_do_not_speak_of_xml() {
    let maps = &maps()[3..];
    let mut told = BTreeSet::new();
    for seed in 0..800 {
        let mut rng = Rng::new(seed);
        let mut files = maps[[0, 0, 0, 1][rng.below(4)]].clone();
        damage(&mut files, &mut rng);
        let first = files.0[0].0.clone();
        match Loader::with_files(files).load(&first) {
            Ok(level) => told.extend(level.warnings.iter().map(|w| w.message.clone())),
            Err(error) => told.extend(error.faults().map(|fault| fault.message.clone())),
        }
    }
    let is_xml = |text: &&String| {
        let has_tag = text
            .split('<')
            .skip(1)
            .any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '/'));
        has_tag || ["attribute", "element", "XML"].iter().any(|word| text.contains(word))
    };
    // Files that do not begin as JSON are read as XML.
    told.retain(|text| !text.starts_with("not well-formed XML"));
    let wrong: Vec<_> = told.iter().filter(is_xml).collect();
    assert!(wrong.is_empty() && told.len() > 100, "{} messages, of which {wrong:#?}", told.len());
}
