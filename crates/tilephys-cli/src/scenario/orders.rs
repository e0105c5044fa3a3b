//! Replays a scenario with its bodies and movers added in other orders; the results must be equal to the bit.

use super::judge::Difference;
use super::look::Trace;
use super::model::Scenario;
use super::orient::Variant;
use super::permutations::orders;
use super::play::{Setup, play};
use super::variants::differences;

/// The orders that went otherwise, in words.
pub(crate) fn disorders(scenario: &Scenario, written: &Trace) -> Vec<String> {
    let names: Vec<&str> = scenario.things().collect();
    let mut found = Vec::new();
    for order in orders(names.len()) {
        let setup = Setup { order: order.clone(), ..Setup::of(scenario, Variant::AS_WRITTEN) };
        let other = play(scenario, setup);
        let entered: Vec<&str> = order.iter().map(|&thing| names[thing]).collect();
        if let Some(departure) = first_difference(scenario, written, &other) {
            found.push(format!("entered in the order {}: {departure}", entered.join(", ")));
        }
    }
    found
}

/// First repeat that differs, in words.
fn first_difference(scenario: &Scenario, written: &Trace, other: &Trace) -> Option<String> {
    for (step, (a, b)) in written.steps.iter().zip(&other.steps).enumerate() {
        for (repeat, (a, b)) in a.iter().zip(b).enumerate() {
            let place = format!("step {}, repeat {}", step + 1, repeat + 1);
            for (thing, (a, b)) in scenario.things().zip(a.iter().zip(b)) {
                if let Some(first) = differences(scenario, a, b).first() {
                    let Difference { what, expected, got, .. } = first;
                    return Some(format!("{place}, `{thing}`: {what} is {got}, and as written {expected}"));
                }
            }
            let [a, b] = [written, other].map(|trace| trace.hashes[step][repeat]);
            if a != b {
                return Some(format!("{place}: the fingerprint is {b:016x}, and as written {a:016x}"));
            }
        }
    }
    None
}
