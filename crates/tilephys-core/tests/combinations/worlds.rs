//! Runs random worlds, shrinks and prints failures.

use crate::combinations::draw;
use crate::combinations::features::{Feature, Set, features_of, pair, pair_of};
use crate::combinations::game::Game;
use crate::combinations::gaps::{GAPS, Gap};
use crate::combinations::judge::{Judge, Verdict};
use crate::combinations::same;
use crate::combinations::spec::Spec;
use crate::combinations::text::{story, text};
use crate::meter::Meter;
use crate::panics::verdict;
use crate::rng::Rng;
use crate::turn::Turn;
use crate::volume::{Search, first_seed, from_environment};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Times that a smaller world is tried.
const TRIES: u32 = 3_000;
/// Features of a world besides the forced pair, about.
const EXTRA: u64 = 11;

/// Worlds that all threads share between two looks at the clock.
const AT_ONCE: u64 = 100;
/// Worlds of one kind of fault that are made small.
const CASES: u64 = 3;

/// Images of a world that do the same, by what keeps them from it.
const IMAGES: [(Gap, &[(Turn, &str)]); 2] = [
    (
        Gap::Mirrored,
        &[
            (Turn::MIRROR_X, "mirrored in x"),
            (Turn::MIRROR_Y, "mirrored in y"),
            (Turn::HALF, "turned by half"),
        ],
    ),
    (Gap::Turned, &[(Turn::QUARTER, "turned by a quarter"), (Turn::TRANSPOSE, "axes exchanged")]),
];

/// Which world: a number, and the number of the pair that is forced.
#[derive(Clone, Copy, Debug)]
struct Key {
    n: u64,
    pair: u64,
}

/// The tree of all that a world may shrink to.
fn tree(Key { n, pair: number }: Key) -> impl ValueTree<Value = Spec> {
    let mut rng = Rng::new(n ^ 0x5EED_0014);
    let count = Feature::ALL.len() as u64;
    let extra = (0..EXTRA).fold(0, |set, _| set | 1 << rng.below(count));
    let mut seed = [0; 32];
    seed.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&rng.next().to_le_bytes()));
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng);
    let forced = pair(number);
    let wanted = features_of(forced, extra);
    draw::world([wanted, Set::of(&forced)], n).new_tree(&mut runner).expect("nothing is refused")
}

/// The next worlds, `most` at most, each of which forces the next pair.
fn next_keys(first: u64, most: u64) -> Vec<Key> {
    let pair = from_environment("TILEPHYS_PAIR");
    (first..first + most.min(AT_ONCE)).map(|n| Key { n, pair: pair.unwrap_or(pair_of(n)) }).collect()
}

/// Everything that holds for a world.
fn judged(spec: &Spec) -> Verdict<Meter> {
    let mut game = Game::new(spec, false);
    let mut judge = Judge::default();
    judge.looks.cases = 1;
    for step in 0..spec.steps {
        judge.step(&mut game).map_err(|fault| at_step(step, &fault))?;
    }
    Ok(judge.looks)
}

/// The word for the kind of a fault stays in front.
fn at_step(step: u32, fault: &str) -> String {
    let (kind, text) = fault.split_once(':').unwrap_or(("?", fault));
    format!("{kind}: step {step}:{text}")
}

fn all_rules(n: u64, spec: &Spec) -> Verdict<Meter> {
    let looks = judged(spec)?;
    let far = 8_000_000 / i64::from(spec.tile_px[0].max(spec.tile_px[1]));
    same::turned(spec, Turn::shift([4_096, -4_096]), "shifted")?;
    if n.is_multiple_of(4) {
        same::turned(spec, Turn::shift([far, -far]), "shifted far")?;
    }
    for (gap, turns) in IMAGES {
        if !gap.is_open() {
            turns.iter().try_for_each(|(turn, name)| same::turned(spec, *turn, name))?;
        }
    }
    same::in_another_order(spec)?;
    same::put_back(spec, 1 + (n % u64::from(draw::STEPS)) as u32)?;
    Ok(looks)
}

/// The verdict of each world, judged on as many threads as the machine has.
fn verdicts(keys: &[Key]) -> Vec<Verdict<Meter>> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some(key) = keys.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push((key.n, verdict(|| all_rules(key.n, &tree(*key).current()))));
        }
        found
    };
    let mut found: Vec<(u64, Verdict<Meter>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("panics are caught")).collect()
    });
    found.sort_by_key(|(n, _)| *n);
    found.into_iter().map(|(_, verdict)| verdict).collect()
}

/// The step that a fault names.
fn step_of(fault: &str) -> Option<u32> {
    let text = fault.split_once("step ")?.1;
    text.split(':').next()?.parse().ok()
}

/// The word before the colon.
fn kind_of(fault: &str) -> &str {
    fault.split(':').next().unwrap_or("?")
}

/// The smallest world found with a fault of this kind, and its fault.
fn shrunk(
    mut tree: impl ValueTree<Value = Spec>,
    check: &dyn Fn(&Spec) -> Verdict<Meter>,
    fault: String,
) -> (Spec, String) {
    let kind = kind_of(&fault).to_owned();
    let mut best = (tree.current(), fault);
    let mut tries = 0;
    'smaller: while tries < TRIES && tree.simplify() {
        loop {
            tries += 1;
            let spec = tree.current();
            match verdict(|| check(&spec)) {
                Err(fault) if kind_of(&fault) == kind => {
                    best = (spec, fault);
                    continue 'smaller;
                }
                _ if tries >= TRIES || !tree.complicate() => break 'smaller,
                _ => {}
            }
        }
    }
    best
}

/// A world with a fault, made small, in words.
fn case(key: Key, fault: String) -> String {
    let Key { n, pair } = key;
    let (spec, fault) = shrunk(tree(key), &|spec| all_rules(n, spec), fault);
    let told = from_environment("TILEPHYS_TRACE")
        .map_or(String::new(), |count| story(&spec, step_of(&fault).unwrap_or(spec.steps), count as u32));
    format!("TILEPHYS_SEED={n} TILEPHYS_PAIR={pair}: {fault}\n{}\n{told}\n\n", text(&spec))
}

#[test]
fn all_features_together_keep_the_promises() {
    std::panic::set_hook(Box::new(|_| {}));
    let search = Search::new(40, 600);
    let only = std::env::var("TILEPHYS_KIND").ok();
    let mut looks = Meter::default();
    let mut count = 0;
    let mut failures: BTreeMap<String, (u64, String)> = BTreeMap::new();
    while search.left(count) > 0 {
        let keys = next_keys(first_seed() + count, search.left(count));
        count += keys.len() as u64;
        for (key, verdict) in keys.iter().zip(verdicts(&keys)) {
            let fault = match verdict {
                Ok(seen) => {
                    looks.add(&seen);
                    continue;
                }
                Err(fault) => fault,
            };
            let kind = kind_of(&fault).to_owned();
            if only.as_ref().is_some_and(|only| *only != kind) {
                continue;
            }
            let entry = failures.entry(kind).or_default();
            entry.0 += 1;
            if entry.0 <= CASES {
                entry.1.push_str(&case(*key, fault));
            }
        }
    }
    drop(std::panic::take_hook());
    println!("{count} worlds in {:.1} s", search.seconds());
    looks.report("what the rules looked at");
    GAPS.iter().for_each(|(gap, why)| println!("not judged: {gap:?}: {why}"));
    let told: Vec<String> =
        failures.iter().map(|(kind, (n, case))| format!("=== {kind}, {n} times\n{case}\n")).collect();
    for (kind, (n, _)) in &failures {
        println!("{kind}: {n}");
    }
    assert!(failures.is_empty(), "{}", told.join("\n"));
}

/// Worlds whose fingerprints are known: few, so that debug builds play them too.
const GOLDEN_WORLDS: u64 = 60;

/// The fingerprint of these worlds. It changes with each change of the engine that changes what bodies do in them, and with each
/// change of how worlds are drawn.
const GOLDEN: u64 = 0x13D8_A7E5_A6AC_B0B6;

#[test]
fn all_builds_play_the_same_worlds_to_the_same_bits() {
    let hash = (0..GOLDEN_WORLDS).fold(0, |hash: u64, n| {
        let spec = tree(Key { n, pair: pair_of(n) }).current();
        hash.rotate_left(7) ^ same::fingerprint(&spec)
    });
    assert_eq!(hash, GOLDEN, "the golden value is now {hash:#018x}");
}
