//! The reader of a file: what it has read so far, and errors that point into the file.

use super::format::{File, Name};
use super::model::{BodyPlan, Cell, Kind, Loose, MoverPlan, RegionPlan};
use super::names::Names;
use super::number::{OneOrTwo, Point};
use super::orient::Variant;
use glam::{IVec2, UVec2, Vec2};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use tilephys::check::located::{Problem, Source, explained, nearest, quoted};
use tilephys::core::{Direction, Fault, Field, UNITS_PER_PX};
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// Maximum side of a body, in pixels: bounds the cost of a query for a body's contacts.
const LARGEST_BODY: i32 = 65_536;

/// Some keys of a table by name, each with its place in the file if it is there.
macro_rules! keys {
    ($table:expr; $($key:ident),+) => {
        [$($table.$key.as_ref().map(toml::Spanned::span)),+]
    };
}
pub(crate) use keys;

/// What was read, or the error in the file.
pub(crate) type Valid<T> = Result<T, Problem>;

/// Reads a file part by part: a part can name things of the parts before it.
pub(crate) struct Reader<'a> {
    pub(crate) source: &'a Source,
    pub(crate) tree: &'a DeTable<'a>,
    pub(crate) file: &'a File,
    /// Tile size in pixels.
    pub(crate) tile: UVec2,
    /// Of the file.
    pub(crate) up: Direction,
    /// Variants in which all must lie in the world.
    pub(crate) variants: Vec<Variant>,
    pub(crate) legend: BTreeMap<char, Meaning>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) cells: Vec<Cell>,
    /// Boxes, and after them shapes.
    pub(crate) loose: Vec<Loose>,
    /// Number of cells that the map covers.
    pub(crate) covered: i64,
    pub(crate) bodies: Vec<BodyPlan>,
    pub(crate) movers: Vec<MoverPlan>,
    pub(crate) regions: Vec<RegionPlan>,
    pub(crate) names: Names,
}

/// What a letter puts into a cell.
#[derive(Clone, Copy)]
pub(crate) struct Meaning {
    /// `None` for an empty cell.
    pub(crate) kind: Option<usize>,
    pub(crate) layer: usize,
}

impl Reader<'_> {
    /// An error at a place of the file, if there is a place. The help may be empty.
    pub(crate) fn refuse(&self, span: Option<Range<usize>>, message: impl Display, help: &str) -> Valid<()> {
        let Some(span) = span else { return Ok(()) };
        let problem = self.source.problem(span, message.to_string());
        Err(if help.is_empty() { problem } else { problem.with_help(help) })
    }

    /// An error at a place of the file, unless a condition holds.
    pub(crate) fn ensure(
        &self,
        holds: bool,
        span: Range<usize>,
        message: impl Display,
        help: &str,
    ) -> Valid<()> {
        self.refuse(Some(span).filter(|_| !holds), message, help)
    }

    /// A part of the tree of the file as a type.
    pub(crate) fn value<'t, T: Deserialize<'t>>(&self, value: &Spanned<DeValue<'t>>) -> Valid<T> {
        /// The parser adds the place of a newtype to its errors.
        #[derive(Deserialize)]
        struct Whole<T>(T);

        let read = Whole::deserialize(ValueDeserializer::from(value.clone()));
        read.map(|Whole(value)| value).map_err(|error| explained(self.source, &error))
    }

    /// The error that a field of a table is out of its range. It points at the value of the field, else at `span`.
    pub(crate) fn out_of_range(
        &self,
        (field, fault): (Field, Fault),
        table: Option<&Spanned<DeValue>>,
        span: Range<usize>,
    ) -> Problem {
        let message = format!("`{field}` {fault}: {}", field.range());
        let part = |name: &str| table.and_then(|table| table.get_ref().get(name));
        let (table, key) = match field {
            Field::BodyFriction => (part("collide"), "friction".to_owned()),
            Field::Friction => (part("walk").or(table), "friction".to_owned()),
            field => (table, field.to_string().replace(' ', "_")),
        };
        let place = table.and_then(|table| place_of_key(table, &key));
        self.source.problem(place.unwrap_or(span), message)
    }

    /// The index of a name in a list. `what` says what is named, and `list` begins the remedy, which lists all names.
    pub(crate) fn place_of<'n>(
        &self,
        name: &Name,
        [what, list]: [&str; 2],
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Valid<usize> {
        names.clone().position(|own| own == name.get_ref()).ok_or_else(|| {
            let guess = nearest(name.get_ref(), names.clone());
            let guess = guess.map_or(String::new(), |known| format!("; did you mean `{known}`?"));
            let message = format!("there is no {what} `{}`{guess}", name.get_ref());
            self.source.problem(name.span(), message).with_help(match names.clone().next() {
                None => format!("the file has no `[[{what}]]`"),
                Some(_) => format!("{list} {}", quoted(names)),
            })
        })
    }

    /// Refuses more entries than `most`.
    pub(crate) fn check_count<T>(&self, entries: &[Spanned<T>], most: usize, what: &str) -> Valid<()> {
        let message = format_args!("more than {most} {what}, which is the limit");
        self.refuse(entries.get(most).map(Spanned::span), message, "")
    }

    /// The name of an entry, which must be unique among bodies, movers and regions.
    pub(crate) fn read_name<T>(&self, entry: &Spanned<T>, name: Option<&Name>, plain: &str) -> Valid<String> {
        let own = name.map_or(plain, |name| name.get_ref());
        let span = name.map_or(entry.span(), Spanned::span);
        let message = "the name is empty: messages and expectations need one";
        self.ensure(!own.trim().is_empty(), span.clone(), message, "")?;
        let things = self.bodies.iter().map(|body| &body.name);
        let things = things.chain(self.movers.iter().map(|mover| &mover.name));
        let mut others = things.chain(self.regions.iter().map(|region| &region.name));
        let message = format_args!("the name `{own}` is already used; give each a `name` of its own");
        self.ensure(!others.any(|other| other == own), span, message, "")?;
        Ok(own.to_owned())
    }

    /// A size that a body may have.
    pub(crate) fn read_size(&self, size: &Spanned<Point>) -> Valid<IVec2> {
        let Point(own) = *size.get_ref();
        let is_sound = own.min_element() > 0 && own.max_element() <= LARGEST_BODY * UNITS_PER_PX;
        let message = format_args!("a body is over 0 and at most {LARGEST_BODY} px wide and high");
        self.ensure(is_sound, size.span(), message, "").map(|()| own)
    }

    /// Gravity of the world in px/s².
    pub(crate) fn read_gravity(&self, gravity: &Spanned<OneOrTwo>) -> Valid<Vec2> {
        let pull = gravity.get_ref().both();
        let message = "`gravity` is a finite number of px/s², or two of them";
        self.ensure(pull.is_finite(), gravity.span(), message, "a number n pulls against `up`")?;
        Ok(match gravity.get_ref() {
            OneOrTwo::One(_) => -self.up.vector().as_vec2() * pull.x + Vec2::ZERO,
            OneOrTwo::Two(_) => pull,
        })
    }

    /// The size of a tile in lattice units.
    pub(crate) fn tile_units(&self) -> IVec2 {
        self.tile.as_ivec2() * UNITS_PER_PX
    }
}

/// Keys of pairs in types of the engine, of which a third number would be ignored.
const PAIRS: [&str; 6] = ["lift_cap", "conveyor", "offset", "size", "water", "thrown"];

/// Refuses what would be read as something else: finite numbers that an `f32` holds as infinite, and pairs of three numbers.
pub(crate) fn check_numbers(source: &Source, value: &Spanned<DeValue>) -> Valid<()> {
    match value.get_ref() {
        DeValue::Array(list) => list.iter().try_for_each(|value| check_numbers(source, value)),
        DeValue::Table(table) => table.iter().try_for_each(|(key, value)| {
            let count = value.get_ref().as_array().map_or(0, |list| list.len());
            if count > 2 && PAIRS.contains(&&**key.get_ref()) {
                let message = format!("invalid length {count}, expected an array of 2");
                return Err(source.problem(value.span(), message));
            }
            check_numbers(source, value)
        }),
        DeValue::Float(float) => {
            let number: f64 = float.as_str().parse().unwrap_or(0.0);
            let nearest = number as f32;
            if number.is_infinite() || !nearest.is_infinite() {
                return Ok(());
            }
            let message = format!("{number:e} is too large: the engine would store it as {nearest}");
            let help = format!("the largest number is {:e}; write `inf` for infinity", f32::MAX);
            Err(source.problem(value.span(), message).with_help(help))
        }
        _ => Ok(()),
    }
}

/// The place of the value of a key, at any depth. Names of variants are written with a capital letter.
fn place_of_key(value: &Spanned<DeValue>, key: &str) -> Option<Range<usize>> {
    value.get_ref().as_table()?.iter().find_map(|(name, value)| {
        let is_meant = name.get_ref().eq_ignore_ascii_case(key);
        if is_meant { Some(value.span()) } else { place_of_key(value, key) }
    })
}
