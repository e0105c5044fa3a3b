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

/// Scenarios that steps alone play, as far as each has a key that none before it has: the command plays all of them.
fn scenarios() -> Vec<Scenario> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios");
    let files = scenario::files(&folder).unwrap_or_else(|problem| panic!("{problem}"));
    let all = files.iter().map(|file| scenario::load(file).unwrap_or_else(|problem| panic!("{problem}")));
    let mut known = BTreeSet::new();
    let has_new_key = |scenario: &Scenario| {
        let before = known.len();
        known.extend(keys(&scenario.source.text).map(str::to_owned));
        known.len() > before
    };
    let chosen: Vec<Scenario> =
        all.filter(|scenario| missing(scenario).is_none()).filter(has_new_key).collect();
    println!("{} of {} scenarios are played", chosen.len(), files.len());
    assert!(chosen.len() > 50, "{} scenarios are left", chosen.len());
    chosen
}

/// Keys of a file, without expectations in one line.
fn keys(text: &str) -> impl Iterator<Item = &str> {
    let is_input =
        |line: &&str| ["about", "title", "expect", "each", "also"].iter().all(|key| !line.starts_with(key));
    let parts = text.lines().filter(is_input).flat_map(|line| line.split(['{', ',']));
    parts.filter_map(|part| Some(part.split_once(" = ")?.0.trim()))
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
