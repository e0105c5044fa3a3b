//! Orders in which bodies and movers are added.

/// So many things are entered in all orders there are; more of them, in some.
const ALL_ORDERS: usize = 4;

/// Orders of so many things other than their own.
pub(crate) fn orders(things: usize) -> Vec<Vec<usize>> {
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
