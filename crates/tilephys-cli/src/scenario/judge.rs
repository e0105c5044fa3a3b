//! Compares the outcome of a scenario with its expectations.

use super::look::{Look, Passage, Seen, SeenPassage, SeenSquish};
use super::model::{Expect, Scenario, side_name};
use super::number::{px, shown};
use super::value::{HitWant, SenseWant, SquishWant, Value, Wanted};
use super::words::{cell_shown, hit_shown, loose_shown, of_one};
use std::collections::BTreeMap;
use tilephys::core::{Fraction, TileCoord, limits::MAX_HITS};

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

/// Compares one table of expectations with its repeats.
pub(crate) fn judge(
    scenario: &Scenario,
    expect: &Expect,
    repeats: &[Vec<Look>],
    tolerances: &mut Tolerances,
) -> Vec<Difference> {
    let Some(others) = repeats.last() else { return Vec::new() };
    let own: Vec<&Look> = repeats.iter().map(|looks| &looks[expect.thing]).collect();
    let mut judge = Judge { scenario, within: expect.within, tolerances, found: Vec::new(), line: 0 };
    for want in &expect.wants {
        judge.line = want.line;
        match &want.wanted {
            Wanted::Offset { from, axis, by } => {
                let offset = px(others[expect.thing].position[*axis] - others[*from].position[*axis]);
                let name = scenario.thing(*from);
                judge.number(&format!("offset {} from {name}", ["x", "y"][*axis]), *by, offset);
            }
            Wanted::Path(path) => judge.path(path, &own),
            wanted => judge.fact(want.fact.name, wanted, &want.fact.over_repeats(&own)),
        }
    }
    judge.found
}

pub(crate) struct Judge<'a> {
    pub(crate) scenario: &'a Scenario,
    within: Option<f64>,
    tolerances: &'a mut Tolerances,
    found: Vec<Difference>,
    pub(crate) line: usize,
}

impl Judge<'_> {
    fn fact(&mut self, name: &str, wanted: &Wanted, seen: &Value) {
        match (wanted, seen) {
            (Wanted::Px(goal), Value::Px(units)) => self.number(name, *goal, px(*units)),
            (Wanted::Speed(goal), Value::Speed(speed)) => self.velocity(name, *goal, *speed),
            (Wanted::Hits(wanted), Value::Hits(met)) => self.hits(wanted, met),
            (Wanted::BodyHits(wanted), Value::BodyHits(met)) => self.body_hits(wanted, met),
            (Wanted::Cells(wanted), Value::Cells(met)) => self.cells(wanted, met),
            (Wanted::Squishes(wanted), Value::Squishes(met)) => {
                let what = if name == "squishes" { "squish" } else { "squish that begins" };
                self.squishes(what, wanted, met);
            }
            (Wanted::Senses(wanted), Value::Senses(met)) => self.senses(wanted, met),
            (wanted, seen) => self.text(name, &wanted.shown(self.scenario), &seen.shown(self.scenario)),
        }
    }

    fn senses(&mut self, wanted: &[SenseWant], met: &[SeenPassage]) {
        let scenario = self.scenario;
        for number in 0..wanted.len().max(met.len()) {
            let (want, got) = (wanted.get(number), met.get(number));
            let name = format!("sense {}", number + 1);
            let word = |passage: Passage, sensor| format!("{} {}", passage.key(), scenario.sensor(sensor));
            let none = || "none".to_owned();
            let expected = want.map_or_else(none, |want| word(want.passage, want.sensor));
            self.text(&name, &expected, &got.map_or_else(none, |got| word(got.passage, got.sensor)));
            if let (Some(goal), Some(got)) = (want.and_then(|want| want.fraction), got) {
                self.fraction(&name, 1, goal, of_one(got.fraction));
            }
        }
    }

    fn squishes(&mut self, what: &str, wanted: &[SquishWant], met: &[SeenSquish]) {
        let scenario = self.scenario;
        let word = |by: usize, direction| format!("by {}, {}", scenario.thing(by), side_name(direction));
        for number in 0..wanted.len().max(met.len()) {
            let (want, got) = (wanted.get(number), met.get(number));
            let name = format!("{what} {}", number + 1);
            let none = || "none".to_owned();
            let expected = want.map_or_else(none, |want| word(want.by, want.direction));
            self.text(&name, &expected, &got.map_or_else(none, |got| word(got.by, got.direction)));
            if let (Some(want), Some(got)) = (want, got) {
                self.number(&format!("{name} depth"), want.depth, px(got.depth));
            }
        }
    }

    pub(crate) fn text(&mut self, what: &str, expected: &str, got: &str) {
        self.tolerances.exact += 1;
        if expected != got {
            let (expected, got) = (expected.to_owned(), got.to_owned());
            self.found.push(Difference { line: self.line, what: what.to_owned(), expected, got });
        }
    }

    pub(crate) fn same<T: PartialEq + ToString>(&mut self, what: &str, expected: &T, got: &T) {
        self.text(what, &expected.to_string(), &got.to_string());
    }

    fn number(&mut self, what: &str, expected: f64, got: f64) {
        if !self.tolerances.agree(expected, got, self.within) {
            self.differs(what, expected.to_string(), got.to_string());
        }
    }

    pub(crate) fn velocity(&mut self, what: &str, expected: f64, got: f32) {
        // Without a tolerance the number of the file stands for the nearest f32.
        let goal = if self.within.is_none() { f64::from(expected as f32) } else { expected };
        if !self.tolerances.agree(goal, got.into(), self.within) {
            self.differs(what, expected.to_string(), got.to_string());
        }
    }

    fn differs(&mut self, what: &str, expected: String, got: String) {
        let expected = match self.within {
            None => expected,
            Some(within) => format!("{expected} within {within}"),
        };
        self.found.push(Difference { line: self.line, what: what.to_owned(), expected, got });
    }

    fn hits(&mut self, wanted: &[HitWant], met: &[Seen]) {
        let line = self.line;
        self.same("number of hits", &wanted.len(), &met.len());
        for (i, (want, hit)) in wanted.iter().zip(met).enumerate() {
            self.line = want.line;
            self.hit(i + 1, want, hit);
        }
        // Unexpected hits are printed in full, so that the file can be corrected from the message.
        for (i, hit) in met.iter().enumerate().skip(wanted.len()) {
            self.line = line;
            self.differs_exactly(&format!("hit {}", i + 1), "none".to_owned(), hit_shown(self.scenario, hit));
        }
        self.line = line;
    }

    pub(crate) fn differs_exactly(&mut self, what: &str, expected: String, got: String) {
        self.found.push(Difference { line: self.line, what: what.to_owned(), expected, got });
    }

    fn hit(&mut self, number: usize, want: &HitWant, hit: &Seen) {
        let name = format!("hit {number}");
        if let Some(fraction) = want.fraction {
            self.fraction(&name, number, fraction, of_one(hit.fraction));
        }
        if let Some(normal) = want.normal {
            self.text(&format!("{name} normal"), &normal.to_string(), &hit.normal.to_string());
        }
        if let Some(cell) = want.cell {
            self.text(&format!("{name} cell"), &cell_shown(cell), &cell_shown(hit.cell));
        }
        if let Some(index) = want.loose {
            let got = hit.loose.map_or("a cell".to_owned(), |index| loose_shown(self.scenario, index));
            self.text(&format!("{name} on"), &loose_shown(self.scenario, index), &got);
        }
        let scenario = self.scenario;
        if let Some(face) = want.face {
            self.text(&format!("{name} face"), side_name(face), side_name(hit.face));
        }
        if let Some(part) = want.part {
            self.same(&format!("{name} part"), &part, &hit.part);
        }
        if let Some(one_way) = want.one_way {
            self.same(&format!("{name} one_way"), &one_way, &hit.one_way);
        }
        if let Some(layer) = want.layer {
            self.text(&format!("{name} layer"), &scenario.layers[layer], &scenario.layers[hit.layer]);
        }
        if let Some(kind) = want.kind {
            let letter = |kind: usize| scenario.kinds[kind].letter;
            self.same(&format!("{name} tile"), &letter(kind), &letter(hit.kind));
        }
        if let Some(at) = want.at {
            self.text(&format!("{name} at"), &shown(at), &shown(hit.position));
        }
        if let Some(remaining) = want.remaining {
            self.text(&format!("{name} remaining"), &shown(remaining), &shown(hit.remaining));
        }
    }

    /// Each hit of a move rounds the fraction down to steps of 2^-32, so the second may be two of them short.
    pub(crate) fn fraction(&mut self, name: &str, number: usize, goal: f64, got: f64) {
        /// Error of reading a decimal number.
        const READING: f64 = 1e-15;
        let roundings = number.min(MAX_HITS as usize) as f64;
        let short = goal - got;
        let rounded = short >= -READING && short <= roundings * of_one(Fraction::from_bits(1)) + READING;
        if self.within.is_none() && rounded {
            self.tolerances.exact += 1;
        } else if !self.tolerances.agree(goal, got, self.within) {
            self.differs(&format!("{name} fraction"), goal.to_string(), got.to_string());
        }
    }

    fn cells(&mut self, wanted: &[TileCoord], met: &[TileCoord]) {
        let differing = wanted.iter().zip(met).position(|(a, b)| a != b);
        self.same("number of floor cells", &wanted.len(), &met.len());
        let shorter = if wanted.len() < met.len() { wanted.len() } else { met.len() };
        let at = differing.or((wanted.len() != met.len()).then_some(shorter));
        if let Some(i) = at {
            let cell = |list: &[TileCoord]| list.get(i).map_or("none".to_owned(), |&cell| cell_shown(cell));
            self.text(&format!("floor cell {}", i + 1), &cell(wanted), &cell(met));
        }
    }

    fn path(&mut self, wanted: &[[f64; 2]], repeats: &[&Look]) {
        self.same("length of the path", &wanted.len(), &repeats.len());
        for (i, (goal, look)) in wanted.iter().zip(repeats).enumerate() {
            for axis in [0, 1] {
                let name = format!("path {} {}", i + 1, ["x", "y"][axis]);
                self.number(&name, goal[axis], px(look.position[axis]));
            }
        }
    }
}
