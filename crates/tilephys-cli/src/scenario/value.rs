//! What a file expects of a fact, and what a run shows of it.

use super::look::{Seen, SeenBodyHit, SeenPassage, SeenSquish, SeenSurface};
use super::model::{BodyHitWant, HitWant, Scenario, SenseWant, SquishWant};
use super::number::{px, shown};
use super::words::{
    body_hit_shown, cell_shown, hit_shown, jumps_shown, normal_shown, passage_shown, sensors_shown,
    sides_shown, squish_shown, surface_shown,
};
use glam::IVec2;
use tilephys::core::TileCoord;
use tilephys::feel::JumpKind;

/// Expected value. Numbers of pixels are exact multiples of 1/256, unless compared with a tolerance.
pub(crate) enum Wanted {
    Px(f64),
    Speed(f64),
    Flag(bool),
    Count(u32),
    /// Zero without a contact.
    Normal(IVec2),
    Size(IVec2),
    Sides([bool; 4]),
    Thing(Option<usize>),
    /// Regions, and after them bodies, ascending.
    Sensors(Vec<usize>),
    Cells(Vec<TileCoord>),
    Jumps(Vec<JumpKind>),
    Hits(Vec<HitWant>),
    BodyHits(Vec<BodyHitWant>),
    Squishes(Vec<SquishWant>),
    Senses(Vec<SenseWant>),
    Path(Vec<[f64; 2]>),
    Offset {
        /// Body or mover by index.
        from: usize,
        axis: usize,
        by: f64,
    },
}

/// Seen value.
#[derive(PartialEq)]
pub(crate) enum Value {
    /// In lattice units.
    Px(i32),
    Speed(f32),
    /// `None` if nothing was asked.
    Flag(Option<bool>),
    Count(usize),
    Surface(Option<SeenSurface>),
    Size(IVec2),
    Sides([bool; 4]),
    Thing(Option<usize>),
    Sensors(Vec<usize>),
    Cells(Vec<TileCoord>),
    Jumps(Vec<JumpKind>),
    Hits(Vec<Seen>),
    BodyHits(Vec<SeenBodyHit>),
    Squishes(Vec<SeenSquish>),
    Senses(Vec<SeenPassage>),
    /// The value needs more than one look.
    Nothing,
}

impl Wanted {
    /// The value in words, where a difference needs no more than words.
    pub(crate) fn shown(&self, scenario: &Scenario) -> String {
        match self {
            Wanted::Flag(flag) => flag.to_string(),
            Wanted::Count(count) => count.to_string(),
            Wanted::Normal(normal) => normal_shown((*normal != IVec2::ZERO).then_some(*normal)),
            Wanted::Size(size) => shown(*size),
            Wanted::Sides(sides) => sides_shown(sides),
            Wanted::Thing(thing) => thing_shown(scenario, *thing),
            Wanted::Sensors(sensors) => sensors_shown(scenario, sensors),
            Wanted::Jumps(jumps) => jumps_shown(jumps),
            _ => String::new(),
        }
    }

    /// True if no value can be both, up to a tolerance. Lists whose entries may say little are never so.
    pub(crate) fn is_apart(&self, other: &Wanted, within: f64) -> bool {
        match (self, other) {
            (Wanted::Px(a), Wanted::Px(b)) | (Wanted::Speed(a), Wanted::Speed(b)) => (a - b).abs() > within,
            (Wanted::Offset { from, axis, by }, Wanted::Offset { from: of, axis: along, by: far }) => {
                from == of && axis == along && (by - far).abs() > within
            }
            (Wanted::Flag(a), Wanted::Flag(b)) => a != b,
            (Wanted::Count(a), Wanted::Count(b)) => a != b,
            (Wanted::Normal(a), Wanted::Normal(b)) | (Wanted::Size(a), Wanted::Size(b)) => a != b,
            (Wanted::Sides(a), Wanted::Sides(b)) => a != b,
            (Wanted::Thing(a), Wanted::Thing(b)) => a != b,
            (Wanted::Sensors(a), Wanted::Sensors(b)) => a != b,
            (Wanted::Cells(a), Wanted::Cells(b)) => a != b,
            (Wanted::Jumps(a), Wanted::Jumps(b)) => a != b,
            _ => false,
        }
    }
}

impl Value {
    /// The value over this repeat and the next: counts are added, lists go on.
    pub(crate) fn followed_by(self, next: Value) -> Value {
        fn joined<T>(mut first: Vec<T>, next: Vec<T>) -> Vec<T> {
            first.extend(next);
            first
        }
        match (self, next) {
            (Value::Count(a), Value::Count(b)) => Value::Count(a + b),
            (Value::Cells(a), Value::Cells(b)) => Value::Cells(joined(a, b)),
            (Value::Jumps(a), Value::Jumps(b)) => Value::Jumps(joined(a, b)),
            (Value::Hits(a), Value::Hits(b)) => Value::Hits(joined(a, b)),
            (Value::BodyHits(a), Value::BodyHits(b)) => Value::BodyHits(joined(a, b)),
            (Value::Squishes(a), Value::Squishes(b)) => Value::Squishes(joined(a, b)),
            (Value::Senses(a), Value::Senses(b)) => Value::Senses(joined(a, b)),
            (_, next) => next,
        }
    }

    /// The value as an expectation of its form shows it.
    pub(crate) fn shown(&self, scenario: &Scenario) -> String {
        match self {
            Value::Px(units) => px(*units).to_string(),
            Value::Speed(speed) => speed.to_string(),
            Value::Flag(flag) => flag.map_or("nothing".to_owned(), |flag| flag.to_string()),
            Value::Count(count) => count.to_string(),
            Value::Surface(surface) => normal_shown(surface.map(|surface| surface.normal)),
            Value::Size(size) => shown(*size),
            Value::Sides(sides) => sides_shown(sides),
            Value::Thing(thing) => thing_shown(scenario, *thing),
            Value::Sensors(sensors) => sensors_shown(scenario, sensors),
            Value::Jumps(jumps) => jumps_shown(jumps),
            Value::Cells(cells) => listed(cells, " ", |cell| cell_shown(*cell)),
            Value::Squishes(squishes) => listed(squishes, "; ", |squish| squish_shown(scenario, *squish)),
            Value::Hits(_) | Value::BodyHits(_) | Value::Senses(_) | Value::Nothing => String::new(),
        }
    }

    /// The value with all that two runs may differ in, by the name of its fact: one line for each hit. Fractions are in full: two may
    /// look alike when rounded.
    pub(crate) fn in_full(&self, name: &'static str, scenario: &Scenario) -> Vec<(String, String)> {
        let exact = |fraction: tilephys::core::Fraction| format!("{} of 2^32", fraction.to_bits());
        let numbered = |what: &str, shown: Vec<String>| {
            shown.into_iter().enumerate().map(|(i, shown)| (format!("{what} {}", i + 1), shown)).collect()
        };
        let shown = match self {
            Value::Nothing => return Vec::new(),
            Value::Hits(hits) => {
                let shown = |hit: &Seen| format!("{}, {}", exact(hit.fraction), hit_shown(scenario, hit));
                return numbered("hit", hits.iter().map(shown).collect());
            }
            Value::BodyHits(hits) => {
                let shown =
                    |hit: &SeenBodyHit| format!("{}, {}", exact(hit.fraction), body_hit_shown(scenario, hit));
                return numbered("body hit", hits.iter().map(shown).collect());
            }
            Value::Senses(senses) => listed(senses, "; ", |seen| {
                format!("{}, {}", passage_shown(scenario, *seen), exact(seen.fraction))
            }),
            Value::Surface(surface) => surface.map_or("none".to_owned(), surface_shown),
            Value::Speed(speed) if speed.is_nan() => "NaN".to_owned(),
            value => value.shown(scenario),
        };
        vec![(name.to_owned(), shown)]
    }
}

fn listed<T>(entries: &[T], between: &str, shown: impl Fn(&T) -> String) -> String {
    entries.iter().map(shown).collect::<Vec<_>>().join(between)
}

fn thing_shown(scenario: &Scenario, thing: Option<usize>) -> String {
    thing.map_or("nothing", |thing| scenario.thing(thing)).to_owned()
}
