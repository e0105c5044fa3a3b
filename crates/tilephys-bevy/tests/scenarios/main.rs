//! Scenario files of the project, played in Bevy beside the engine alone.

mod geometry;
mod player;

#[path = "../../../tilephys-cli/src/scenario/mod.rs"]
#[allow(dead_code, reason = "the command uses the rest")]
mod scenario;

use bevy_app::{FixedPostUpdate, FixedUpdate};
use bevy_ecs::schedule::ScheduleLabel;
use player::{Way, missing, play};
use scenario::model::Scenario;
use scenario::orient::Variant;
use scenario::play::{Setup, play as play_alone};
use std::collections::BTreeSet;
use std::path::Path;

/// A schedule of a game.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Rounds;

/// Of the scenarios that steps alone play, the shortest with each key: the command plays all of them.
fn scenarios() -> Vec<Scenario> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios");
    let files = scenario::files(&folder).unwrap_or_else(|problem| panic!("{problem}"));
    let all = files.iter().map(|file| scenario::load(file).unwrap_or_else(|problem| panic!("{problem}")));
    let mut all: Vec<Scenario> = all.filter(|scenario| missing(scenario).is_none()).collect();
    let total = all.len();
    all.sort_by_key(|scenario| scenario.steps.iter().map(|step| step.times).sum::<u32>());
    let mut known: BTreeSet<String> = BTreeSet::new();
    all.retain(|scenario| {
        let before = known.len();
        known.extend(keys(&scenario.source.text).map(str::to_owned));
        known.len() > before
    });
    println!("{} of {total} scenarios are played, with {} keys", all.len(), known.len());
    assert!(all.len() > 40 && known.len() > 80, "{} scenarios with {} keys", all.len(), known.len());
    all
}

/// Keys of bodies, movers, regions and steps in a file, without expectations. The map is the engine's own in Bevy too.
fn keys(text: &str) -> impl Iterator<Item = &str> {
    let starts = |text: &str, others: &[&str]| others.iter().any(|other| text.starts_with(other));
    let parts = text.split("\n[").skip(1).map(|part| part.trim_start_matches('['));
    let parts = parts.filter(move |part| !starts(part, &["legend", "step.expect", "step.each", "step.also"]));
    let lines = parts.flat_map(str::lines).filter(move |line| !starts(line, &["expect", "each", "also"]));
    let entries = lines.flat_map(|line| line.split(['{', ',']));
    entries.filter_map(|entry| Some(entry.split_once(" = ")?.0.trim()))
}

#[test]
fn each_scenario_has_the_hashes_of_the_engine_in_any_order_and_schedule() {
    for scenario in scenarios() {
        let alone = play_alone(&scenario, Setup::of(&scenario, Variant::AS_WRITTEN));
        let plain: Vec<usize> = (0..scenario.things().count()).collect();
        let reverse: Vec<usize> = plain.iter().rev().copied().collect();
        let ways = [
            Way { schedule: FixedPostUpdate.intern(), order: &plain, tables: 1 },
            Way { schedule: FixedUpdate.intern(), order: &reverse, tables: 1 },
            Way { schedule: Rounds.intern(), order: &plain, tables: 3 },
        ];
        // One body alone has one order, and one table.
        let count = if plain.len() > 1 { ways.len() } else { 1 };
        for way in &ways[..count] {
            play(&scenario, &alone.hashes, way);
        }
    }
}
