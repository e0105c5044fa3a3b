//! Replays a scenario with its bodies and movers added in other orders; the results must be equal to the bit.

use super::judge::Difference;
use super::look::Trace;
use super::model::Scenario;
use super::orient::Variant;
use super::play::{Setup, play};
use super::variants::differences;

/// So many things are entered in all orders there are; more of them, in some.
const ALL_ORDERS: usize = 4;

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

/// Orders of so many things other than their own.
fn orders(things: usize) -> Vec<Vec<usize>> {
    let plain: Vec<usize> = (0..things).collect();
    let mut orders = if things <= ALL_ORDERS {
        all(&plain)
    } else {
        let evens = plain.iter().step_by(2);
        vec![
            plain.iter().rev().copied().collect(),
            plain.iter().skip(1).step_by(2).chain(evens).copied().collect(),
            plain[things / 2..].iter().chain(&plain[..things / 2]).copied().collect(),
        ]
    };
    orders.retain(|order| *order != plain);
    orders
}

fn all(things: &[usize]) -> Vec<Vec<usize>> {
    if things.is_empty() {
        return vec![Vec::new()];
    }
    let mut orders = Vec::new();
    for (at, &first) in things.iter().enumerate() {
        let rest: Vec<usize> = [&things[..at], &things[at + 1..]].concat();
        orders.extend(all(&rest).into_iter().map(|order| [&[first], &order[..]].concat()));
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::orders;

    #[test]
    fn few_are_entered_in_every_other_order_and_many_in_some() {
        assert_eq!(orders(1), Vec::<Vec<usize>>::new());
        assert_eq!(orders(2), [[1, 0]]);
        assert_eq!(orders(3).len(), 5);
        assert_eq!(orders(5), [[4, 3, 2, 1, 0], [1, 3, 0, 2, 4], [2, 3, 4, 0, 1]]);
    }
}
