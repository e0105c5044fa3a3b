//! Compares the outcome of a scenario with its expectations.

use super::fact::{Fact, Form};
use super::look::Look;
use super::model::{Expect, Scenario, Want};
use super::number::px;
use super::value::{Part, Row};
use super::words::of_one;
use std::collections::{BTreeMap, HashMap, HashSet};
use tilephys::core::{Fraction, limits::MAX_HITS};

/// Difference between expected and observed.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    /// Line in the file; 0 for a difference between variants.
    pub(crate) line: usize,
    pub(crate) what: String,
    pub(crate) expected: String,
    pub(crate) got: String,
}

/// Tolerances in use: the number of comparisons with each, and the largest deviation.
#[derive(Default)]
pub(crate) struct Tolerances {
    /// Entries by the bits of the tolerance, which is positive, so that they sort as it does.
    pub(crate) used: BTreeMap<u64, (u64, f64)>,
    pub(crate) exact: u64,
}

impl Tolerances {
    /// Compares two numbers, exactly or with a tolerance.
    fn agree(&mut self, expected: f64, got: f64, within: Option<f64>) -> bool {
        let Some(within) = within else {
            self.exact += 1;
            return expected == got || expected.is_nan() && got.is_nan();
        };
        let deviation = (expected - got).abs();
        let entry = self.used.entry(within.to_bits()).or_default();
        entry.0 += 1;
        if deviation > entry.1 {
            entry.1 = deviation;
        }
        deviation <= within
    }
}

/// Compares the results of a step with its expectations about a body or mover, and returns all that differs.
pub(crate) fn judge(
    scenario: &Scenario,
    expect: &Expect,
    repeats: &[Vec<Look>],
    tolerances: &mut Tolerances,
) -> Vec<Difference> {
    let mut judge = Judge { within: expect.within, tolerances, found: Vec::new() };
    for want in &expect.wants {
        let before = judge.found.len();
        judge.compare(want, &seen(scenario, want.fact, expect.thing, repeats));
        if want.fact.form == Form::Cells {
            // Of cells, the first that differs is enough.
            let is_entry = |found: &Difference| !found.what.starts_with("number");
            let first = judge.found[before..].iter().position(is_entry);
            judge.found.truncate(before + first.map_or(1, |first| first + 1));
        }
    }
    judge.found
}

/// Rows of a fact that is seen of a body or mover.
fn seen(scenario: &Scenario, fact: &Fact, thing: usize, repeats: &[Vec<Look>]) -> Vec<Row> {
    let own: Vec<&Look> = repeats.iter().map(|looks| &looks[thing]).collect();
    let places = |look: &Look| look.position.to_array().map(px);
    match fact.form {
        Form::Path => {
            let parts = |look: &&Look| {
                let [x, y] = places(look);
                (0, vec![("x", Part::Number(x)), ("y", Part::Number(y))])
            };
            fact.rows(0, own.iter().map(parts))
        }
        Form::Offset => {
            let Some((last, own)) = repeats.last().zip(own.last()) else { return Vec::new() };
            let [x, y] = places(own);
            let row = |axis: &str, name: &str, px: f64| {
                let what = format!("offset {axis} from {name}");
                Row { line: 0, what, number: 0, part: Part::Number(px) }
            };
            let rows = |(name, look): (&str, &Look)| {
                let [from_x, from_y] = places(look);
                [row("x", name, x - from_x), row("y", name, y - from_y)]
            };
            scenario.things().zip(last).flat_map(rows).collect()
        }
        _ => fact.rows_of(fact.over_repeats(&own, &scenario.names)),
    }
}

struct Judge<'a> {
    within: Option<f64>,
    tolerances: &'a mut Tolerances,
    found: Vec<Difference>,
}

impl Judge<'_> {
    fn compare(&mut self, want: &Want, seen: &[Row]) {
        let parts: HashMap<&str, &Part> = seen.iter().map(|row| (&*row.what, &row.part)).collect();
        for row in &want.rows {
            let got = parts.get(&*row.what).copied();
            // Of senses, which have no roundings before them, and of hits.
            let roundings = if want.fact.form == Form::Senses { 1 } else { row.number };
            if !self.agree(&row.part, got, roundings) {
                let got = got.map_or("none".to_owned(), Part::shown);
                self.differs(row, got);
            }
        }
        let is_entry = |row: &&Row| matches!(row.part, Part::Entry(_));
        let wanted: HashSet<&str> = want.rows.iter().map(|row| &*row.what).collect();
        for Row { what, part, .. } in seen.iter().filter(is_entry).filter(|row| !wanted.contains(&*row.what))
        {
            let expected = "none".to_owned();
            self.found.push(Difference { line: want.line, what: what.clone(), expected, got: part.shown() });
        }
    }

    /// True if a part is seen as it is wanted. Where a hit is missing its parts are not compared: their number differs.
    fn agree(&mut self, wanted: &Part, seen: Option<&Part>, roundings: usize) -> bool {
        match (wanted, seen) {
            (Part::Number(goal), Some(Part::Number(got))) => self.tolerances.agree(*goal, *got, self.within),
            (Part::Speed(goal), Some(Part::Speed(got))) => {
                // Without a tolerance the number of the file stands for the nearest f32.
                let goal = if self.within.is_none() { f64::from(*goal as f32) } else { *goal };
                self.tolerances.agree(goal, *got, self.within)
            }
            (Part::Fraction(goal), Some(Part::Fraction(got))) => self.fraction(*goal, *got, roundings),
            (Part::Text(goal), Some(Part::Text(got) | Part::Detail(got)))
            | (Part::Entry(goal), Some(Part::Entry(got))) => {
                self.tolerances.exact += 1;
                goal == got
            }
            (Part::Entry(_), _) => false,
            _ => true,
        }
    }

    fn differs(&mut self, Row { line, what, part, .. }: &Row, got: String) {
        let goal = match part {
            Part::Speed(goal) => goal.to_string(),
            part => part.shown(),
        };
        let is_measured = matches!(part, Part::Number(_) | Part::Speed(_) | Part::Fraction(_));
        let expected = match self.within.filter(|_| is_measured) {
            None => goal,
            Some(within) => format!("{goal} within {within}"),
        };
        self.found.push(Difference { line: *line, what: what.clone(), expected, got });
    }

    /// Each hit of a move rounds the fraction down to steps of 2^-32, so the second may be two of them short.
    fn fraction(&mut self, goal: f64, got: f64, roundings: usize) -> bool {
        /// Error of reading a decimal number.
        const READING: f64 = 1e-15;
        let roundings = roundings.min(MAX_HITS as usize) as f64;
        let short = goal - got;
        let rounded = short >= -READING && short <= roundings * of_one(Fraction::from_bits(1)) + READING;
        if self.within.is_none() && rounded {
            self.tolerances.exact += 1;
            return true;
        }
        self.tolerances.agree(goal, got, self.within)
    }
}
