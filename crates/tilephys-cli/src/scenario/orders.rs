//! Replays a scenario with its bodies and movers added in other orders; the results must be equal to the bit.

use super::judge::Difference;
use super::look::Trace;
use super::model::Scenario;
use super::orient::Variant;
use super::permutations::orders;
use super::play::{Setup, play};
use super::variants::{Departure, first_difference};

/// The orders that went otherwise, in words.
pub(crate) fn disorders(scenario: &Scenario, written: &Trace) -> Vec<String> {
    let names: Vec<&str> = scenario.things().collect();
    let mut found = Vec::new();
    for order in orders(names.len()) {
        let setup = Setup { order: order.clone(), ..Setup::of(scenario, Variant::AS_WRITTEN) };
        let other = play(scenario, setup);
        let entered: Vec<&str> = order.iter().map(|&thing| names[thing]).collect();
        let departure = first_difference(scenario, written, &other, Variant::AS_WRITTEN);
        let difference = departure.map(|departure| {
            let Departure { step, repeat, thing, differences, .. } = departure;
            let Difference { what, expected, got, .. } = &differences[0];
            let name = names[thing];
            let place = format!("step {}, repeat {}, `{name}`", step + 1, repeat + 1);
            format!("{place}: {what} is {got}, and as written {expected}")
        });
        if let Some(difference) = difference.or_else(|| first_hash(written, &other)) {
            found.push(format!("entered in the order {}: {difference}", entered.join(", ")));
        }
    }
    found
}

/// First repeat whose hash of the world differs, in words.
fn first_hash(written: &Trace, other: &Trace) -> Option<String> {
    let steps = written.hashes.iter().zip(&other.hashes).enumerate();
    let mut all = steps.flat_map(|(step, (a, b))| {
        a.iter().zip(b).enumerate().map(move |(repeat, hashes)| (step, repeat, hashes))
    });
    let (step, repeat, (a, b)) = all.find(|(_, _, (a, b))| a != b)?;
    let place = format!("step {}, repeat {}", step + 1, repeat + 1);
    Some(format!("{place}: the fingerprint is {b:016x}, and as written {a:016x}"))
}
