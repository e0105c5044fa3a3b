//! Deserialization of expectations: a table whose keys are the rows of the [facts](super::fact).

use super::fact::{EVENTS, FACTS, Fact, Form};
use super::number::{Exactly, Pair, Quotient};
use super::vocabulary::Word;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;
use tilephys::core::Direction;
use tilephys::feel::JumpKind;
use toml::Spanned;

/// A table of expectations.
#[derive(Default)]
pub(crate) struct Expect {
    pub(crate) body: Option<Spanned<String>>,
    pub(crate) mover: Option<Spanned<String>>,
    pub(crate) within: Option<Spanned<f64>>,
    /// What it says of facts, in the order of the rows.
    pub(crate) given: Vec<Given>,
}

/// A key of the table, with its value.
pub(crate) struct Given {
    pub(crate) key: String,
    /// Rows that it is about: one, the two axes of a pair, or all events.
    pub(crate) facts: &'static [Fact],
    /// Span of the value.
    pub(crate) span: Range<usize>,
    pub(crate) value: Raw,
}

/// Value of a key, as it is written.
pub(crate) enum Raw {
    Number(Spanned<f64>),
    Point(Spanned<Pair>),
    Speeds(Spanned<Exactly<f64, 2>>),
    Flag(Spanned<bool>),
    Count(Spanned<u32>),
    Normal(Spanned<Exactly<i32, 2>>),
    Size(Spanned<Pair>),
    Sides(Spanned<Vec<Word<Direction>>>),
    Name(Spanned<String>),
    Names(Spanned<Vec<Spanned<String>>>),
    Cells(Spanned<Vec<Spanned<Vec<i32>>>>),
    Jumps(Spanned<Vec<Word<JumpKind>>>),
    Hits(Spanned<Vec<Spanned<HitKeys>>>),
    BodyHits(Spanned<Vec<Spanned<BodyHitKeys>>>),
    Squishes(Spanned<Vec<Spanned<SquishKeys>>>),
    Senses(Spanned<Vec<Spanned<SenseKeys>>>),
    Events(Spanned<EventKeys>),
    Path(Spanned<Vec<Spanned<Pair>>>),
    Offset(Spanned<Offset>),
}

/// Expected numbers of events, in the order of the rows.
#[derive(Default)]
pub(crate) struct EventKeys(pub(crate) Vec<(&'static Fact, u32)>);

impl Given {
    /// A key about these rows, with its value.
    fn read<'de, A: MapAccess<'de>>(
        key: String,
        facts: &'static [Fact],
        map: &mut A,
    ) -> Result<Given, A::Error> {
        /// The next value as one kind of raw value.
        macro_rules! raw {
            ($kind:ident) => {{
                let value: Spanned<_> = map.next_value()?;
                let span = value.span();
                Ok(Given { key, facts, span, value: Raw::$kind(value) })
            }};
        }
        let is_pair = facts.len() == 2;
        match facts[0].form {
            _ if key == EVENTS => raw!(Events),
            Form::Px if is_pair => raw!(Point),
            Form::Speed if is_pair => raw!(Speeds),
            Form::Px | Form::Speed => raw!(Number),
            Form::Flag => raw!(Flag),
            Form::Count => raw!(Count),
            Form::Normal => raw!(Normal),
            Form::Size => raw!(Size),
            Form::Sides => raw!(Sides),
            Form::Thing => raw!(Name),
            Form::Sensors => raw!(Names),
            Form::Cells => raw!(Cells),
            Form::Jumps => raw!(Jumps),
            Form::Hits => raw!(Hits),
            Form::BodyHits => raw!(BodyHits),
            Form::Squishes => raw!(Squishes),
            Form::Senses => raw!(Senses),
            Form::Path => raw!(Path),
            Form::Offset => raw!(Offset),
        }
    }
}

/// All keys of a table of expectations, for messages.
static KEYS: LazyLock<Vec<&str>> =
    LazyLock::new(|| ["body", "mover", "within"].into_iter().chain(Fact::keys(|_| true)).collect());

/// All keys of a table of events.
static EVENT_KEYS: LazyLock<Vec<&str>> =
    LazyLock::new(|| FACTS.iter().filter(|fact| fact.group == EVENTS).map(|fact| fact.name).collect());

impl<'de> Deserialize<'de> for Expect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Table;
        impl<'de> Visitor<'de> for Table {
            type Value = Expect;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("struct Expect")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Expect, A::Error> {
                let mut table = Expect::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "body" => table.body = Some(map.next_value()?),
                        "mover" => table.mover = Some(map.next_value()?),
                        "within" => table.within = Some(map.next_value()?),
                        _ => {
                            let facts =
                                Fact::of_key(&key).ok_or_else(|| A::Error::unknown_field(&key, &KEYS))?;
                            table.given.push(Given::read(key, facts, &mut map)?);
                        }
                    }
                }
                // A pair before its single axes.
                table.given.sort_by_key(|given| (given.facts.as_ptr(), given.facts.len() == 1));
                Ok(table)
            }
        }
        deserializer.deserialize_map(Table)
    }
}

impl<'de> Deserialize<'de> for EventKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Table;
        impl<'de> Visitor<'de> for Table {
            type Value = EventKeys;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("struct EventKeys")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<EventKeys, A::Error> {
                let mut counts = EventKeys::default();
                while let Some(key) = map.next_key::<String>()? {
                    let row = FACTS.iter().find(|fact| fact.group == EVENTS && fact.name == key);
                    let row = row.ok_or_else(|| A::Error::unknown_field(&key, &EVENT_KEYS))?;
                    counts.0.push((row, map.next_value()?));
                }
                counts.0.sort_by_key(|(row, _)| std::ptr::from_ref(*row));
                Ok(counts)
            }
        }
        deserializer.deserialize_map(Table)
    }
}

/// Expected sensor event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SenseKeys {
    pub(crate) enter: Option<Spanned<String>>,
    pub(crate) stay: Option<Spanned<String>>,
    pub(crate) exit: Option<Spanned<String>>,
    pub(crate) fraction: Option<Spanned<Quotient>>,
}

/// Position relative to a body or a mover.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Offset {
    pub(crate) from: Spanned<String>,
    pub(crate) by: Pair,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SquishKeys {
    pub(crate) by: Spanned<String>,
    pub(crate) direction: Word<Direction>,
    pub(crate) depth: Spanned<f64>,
}

/// Expected hit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HitKeys {
    pub(crate) fraction: Option<Spanned<Quotient>>,
    pub(crate) normal: Option<Spanned<Exactly<i32, 2>>>,
    pub(crate) cell: Option<Exactly<i32, 2>>,
    #[serde(rename = "box")]
    pub(crate) loose: Option<u32>,
    pub(crate) shape: Option<u32>,
    /// Name of a mover or a solid body.
    pub(crate) on: Option<Spanned<String>>,
    pub(crate) face: Option<Word<Direction>>,
    pub(crate) part: Option<u8>,
    pub(crate) one_way: Option<bool>,
    pub(crate) layer: Option<Spanned<String>>,
    pub(crate) tile: Option<Spanned<String>>,
    pub(crate) at: Option<Pair>,
    pub(crate) remaining: Option<Pair>,
}

/// Expected contact with another body.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BodyHitKeys {
    pub(crate) on: Option<Spanned<String>>,
    pub(crate) fraction: Option<Spanned<Quotient>>,
    pub(crate) normal: Option<Spanned<Exactly<i32, 2>>>,
    pub(crate) at: Option<Pair>,
    pub(crate) approach: Option<Spanned<f64>>,
    pub(crate) change: Option<Spanned<Exactly<f64, 2>>>,
}
