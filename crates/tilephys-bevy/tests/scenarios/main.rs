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
use std::path::Path;

/// A schedule of a game.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Rounds;

/// All scenarios that steps alone play.
fn scenarios() -> Vec<Scenario> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios");
    let files = scenario::files(&folder).unwrap_or_else(|problem| panic!("{problem}"));
    let all = files.iter().map(|file| scenario::load(file).unwrap_or_else(|problem| panic!("{problem}")));
    let mut all: Vec<Scenario> = all.collect();
    let total = all.len();
    all.retain(|scenario| missing(scenario).is_none());
    println!("{} of {total} scenarios are played", all.len());
    assert!(all.len() > 150, "{} of {total} scenarios are left", all.len());
    all
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
