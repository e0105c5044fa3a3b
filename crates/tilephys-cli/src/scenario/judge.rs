//! Compares the outcome of a scenario with its expectations.

use super::look::{Look, Passage, Seen, SeenBodyHit, SeenPassage, SeenSquish};
use super::model::{Expect, Scenario};
use super::number::{px, shown};
use super::value::{BodyHitWant, HitWant, SenseWant, SquishWant, Value, Wanted};
use super::vocabulary::word;
use super::words::{body_hit_shown, cell_shown, hit_shown, loose_shown, of_one};
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

struct Judge<'a> {
    scenario: &'a Scenario,
    within: Option<f64>,
    tolerances: &'a mut Tolerances,
    found: Vec<Difference>,
    line: usize,
}

impl Judge<'_> {
    fn fact(&mut self, name: &str, wanted: &Wanted, seen: &Value) {
        match (wanted, seen) {
            (Wanted::Px(goal), Value::Px(units)) => self.number(name, *goal, px(*units)),
            (Wanted::Speed(goal), Value::Speed(speed)) => self.velocity(name, *goal, *speed),
            (Wanted::Hits(wanted), Value::Hits(met)) => {
                self.hits("hit", (wanted, met), |want| want.line, Self::hit, hit_shown);
            }
            (Wanted::BodyHits(wanted), Value::BodyHits(met)) => {
                self.hits("body hit", (wanted, met), |want| want.line, Self::body_hit, body_hit_shown);
            }
            (Wanted::Exactly(Value::Cells(wanted)), Value::Cells(met)) => self.cells(wanted, met),
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
        let shown = |passage: Passage, sensor| format!("{} {}", word(passage), scenario.sensor(sensor));
        for number in 0..wanted.len().max(met.len()) {
            let (want, got) = (wanted.get(number), met.get(number));
            let name = format!("sense {}", number + 1);
            let expected = want.map(|want| shown(want.passage, want.sensor));
            self.word(&name, expected, got.map(|got| shown(got.passage, got.sensor)));
            if let (Some(goal), Some(got)) = (want.and_then(|want| want.fraction), got) {
                self.fraction(&name, 1, goal, of_one(got.fraction));
            }
        }
    }

    fn squishes(&mut self, what: &str, wanted: &[SquishWant], met: &[SeenSquish]) {
        let scenario = self.scenario;
        let shown = |by: usize, direction| format!("by {}, {}", scenario.thing(by), word(direction));
        for number in 0..wanted.len().max(met.len()) {
            let (want, got) = (wanted.get(number), met.get(number));
            let name = format!("{what} {}", number + 1);
            let expected = want.map(|want| shown(want.by, want.direction));
            self.word(&name, expected, got.map(|got| shown(got.by, got.direction)));
            if let (Some(want), Some(got)) = (want, got) {
                self.number(&format!("{name} depth"), want.depth, px(got.depth));
            }
        }
    }

    /// Compares an entry of two lists, of which one may be shorter.
    fn word(&mut self, what: &str, expected: Option<String>, got: Option<String>) {
        let [expected, got] = [expected, got].map(|entry| entry.unwrap_or_else(|| "none".to_owned()));
        self.text(what, &expected, &got);
    }

    fn text(&mut self, what: &str, expected: &str, got: &str) {
        self.tolerances.exact += 1;
        if expected != got {
            let (expected, got) = (expected.to_owned(), got.to_owned());
            self.found.push(Difference { line: self.line, what: what.to_owned(), expected, got });
        }
    }

    fn same<T: PartialEq + ToString>(&mut self, what: &str, expected: &T, got: &T) {
        self.text(what, &expected.to_string(), &got.to_string());
    }

    fn number(&mut self, what: &str, expected: f64, got: f64) {
        if !self.tolerances.agree(expected, got, self.within) {
            self.differs(what, expected.to_string(), got.to_string());
        }
    }

    fn velocity(&mut self, what: &str, expected: f64, got: f32) {
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

    /// Compares lists of hits. Unexpected hits are printed in full, so that the file can be corrected from the message.
    fn hits<W, S>(
        &mut self,
        what: &str,
        (wanted, met): (&[W], &[S]),
        line: fn(&W) -> usize,
        one: fn(&mut Self, usize, &W, &S),
        shown: fn(&Scenario, &S) -> String,
    ) {
        let own = self.line;
        self.same(&format!("number of {what}s"), &wanted.len(), &met.len());
        for (i, (want, hit)) in wanted.iter().zip(met).enumerate() {
            self.line = line(want);
            one(self, i + 1, want, hit);
        }
        self.line = own;
        for (i, hit) in met.iter().enumerate().skip(wanted.len()) {
            let what = format!("{what} {}", i + 1);
            let got = shown(self.scenario, hit);
            self.found.push(Difference { line: own, what, expected: "none".to_owned(), got });
        }
    }

    fn hit(&mut self, number: usize, want: &HitWant, hit: &Seen) {
        let name = format!("hit {number}");
        let scenario = self.scenario;
        let layer = |layer: usize| scenario.layers[layer].clone();
        let tile = |kind: usize| scenario.kinds[kind].letter.to_string();
        let loose = |index: usize| loose_shown(scenario, index);
        if let Some(fraction) = want.fraction {
            self.fraction(&name, number, fraction, of_one(hit.fraction));
        }
        self.words(
            &name,
            [
                ("normal", want.normal.map(|normal| normal.to_string()), hit.normal.to_string()),
                ("cell", want.cell.map(cell_shown), cell_shown(hit.cell)),
                ("on", want.loose.map(loose), hit.loose.map_or("a cell".to_owned(), loose)),
                ("face", want.face.map(|face| word(face).to_owned()), word(hit.face).to_owned()),
                ("part", want.part.map(|part| part.to_string()), hit.part.to_string()),
                ("one_way", want.one_way.map(|flag| flag.to_string()), hit.one_way.to_string()),
                ("layer", want.layer.map(layer), layer(hit.layer)),
                ("tile", want.kind.map(tile), tile(hit.kind)),
                ("at", want.at.map(shown), shown(hit.position)),
                ("remaining", want.remaining.map(shown), shown(hit.remaining)),
            ],
        );
    }

    /// Compares what the file says of a hit.
    fn words<const N: usize>(&mut self, name: &str, rows: [(&str, Option<String>, String); N]) {
        for (what, expected, got) in rows {
            if let Some(expected) = expected {
                self.text(&format!("{name} {what}"), &expected, &got);
            }
        }
    }

    fn body_hit(&mut self, number: usize, want: &BodyHitWant, hit: &SeenBodyHit) {
        let name = format!("body hit {number}");
        let scenario = self.scenario;
        let thing = |thing: usize| scenario.thing(thing).to_owned();
        if let Some(fraction) = want.fraction {
            self.fraction(&name, number, fraction, of_one(hit.fraction));
        }
        self.words(
            &name,
            [
                ("on", want.other.map(thing), thing(hit.other)),
                ("normal", want.normal.map(|normal| normal.to_string()), hit.normal.to_string()),
                ("at", want.at.map(shown), shown(hit.position)),
            ],
        );
        if let Some(approach) = want.approach {
            self.velocity(&format!("{name} approach"), approach, hit.approach);
        }
        for (axis, change) in want.change.into_iter().flatten().enumerate() {
            self.velocity(&format!("{name} change {}", ["x", "y"][axis]), change, hit.change[axis]);
        }
    }

    /// Each hit of a move rounds the fraction down to steps of 2^-32, so the second may be two of them short.
    fn fraction(&mut self, name: &str, number: usize, goal: f64, got: f64) {
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
