//! Reads expectations after a step: a table whose keys are the rows of the [facts](super::fact).

use super::fact::{EVENTS, FACTS, Fact, Form, NOTHING};
use super::format::{BodyHitKeys, HitKeys, Name, Offset, SenseKeys, SquishKeys, Step as StepKeys};
use super::look::Passage;
use super::model::{Expect, Want};
use super::number::{Exactly, Pair, Point, shown, units};
use super::read_steps::MOST_REPEATS;
use super::reader::{Reader, Valid};
use super::value::{Part, Parts, Row};
use super::vocabulary::{Word, word};
use super::words::{
    cell_parts, cell_shown, names_shown, normal_shown, sense_parts, sides_shown, squish_parts, with_details,
};
use glam::IVec2;
use std::collections::BTreeMap;
use std::ops::Range;
use tilephys::check::located::unknown;
use tilephys::core::{Direction, TileCoord};
use tilephys::feel::JumpKind;
use toml::Spanned;
use toml::de::DeValue;

/// Maximum tolerance in px, px/s or parts of a move. At 16 px a body of the standard size may be in either of two
/// cells.
const MOST_TOLERANCE: f64 = 16.0;

/// Keys of a table of expectations that are no facts.
const HEADS: [&str; 3] = ["body", "mover", "within"];

/// A key of a table about a fact, with its value.
pub(crate) struct Given<'t> {
    pub(crate) key: &'t str,
    /// Rows that it is about: one, the two axes of a pair, or all events.
    pub(crate) facts: &'static [Fact],
    pub(crate) value: &'t Spanned<DeValue<'t>>,
}

/// A table of expectations as it is written.
pub(crate) struct Table<'t> {
    pub(crate) span: Range<usize>,
    pub(crate) mover: Option<Name>,
    pub(crate) within: Option<Spanned<f64>>,
    /// What it says of facts, in the order of the rows.
    pub(crate) given: Vec<Given<'t>>,
}

impl Reader<'_> {
    /// What must be true of one body or mover.
    pub(crate) fn expect<'t>(
        &self,
        table: &'t Spanned<DeValue<'t>>,
        body: usize,
        step: &StepKeys,
    ) -> Valid<Expect> {
        let Some(keys) = table.get_ref().as_table() else {
            let message = "expectations are a table, such as `{ at = [x, y] }`";
            return Err(self.source.problem(table.span(), message));
        };
        let mut given = Vec::new();
        for (key, value) in keys.iter().filter(|(key, _)| !HEADS.contains(&&**key.get_ref())) {
            let facts = Fact::of_key(key.get_ref()).ok_or_else(|| {
                let names: Vec<&str> = HEADS.into_iter().chain(Fact::keys(|_| true)).collect();
                unknown(self.source, key.span(), ["key", key.get_ref()], &names)
            })?;
            given.push(Given { key: key.get_ref(), facts, value });
        }
        // A pair before its single axes.
        given.sort_by_key(|given| (given.facts.as_ptr(), given.facts.len() == 1));
        let named = |key: &str| keys.get(key).map(|name| self.value::<Name>(name)).transpose();
        let within = keys.get("within").map(|within| self.value(within)).transpose()?;
        let table = Table { span: table.span(), mover: named("mover")?, within, given };
        let within = table.within.as_ref().map(|within| self.tolerance(within)).transpose()?;
        let mut wants = Wants { reader: self, within, list: Vec::new() };
        table.given.iter().try_for_each(|given| wants.read(given))?;
        let wants = wants.list;
        let thing = match (named("body")?, &table.mover) {
            (Some(_), Some(mover)) => {
                let message = "a table of expectations is about a `body` or about a `mover`, not about both";
                return Err(self.source.problem(mover.span(), message));
            }
            (None, Some(mover)) => self.thing(mover)?,
            (name, None) => self.body_or(name.as_ref(), body)?,
        };
        self.check_wants(&table, thing, &wants)?;
        self.check_told(&table, step)?;
        self.check_sense(&table, thing)?;
        Ok(Expect { thing, within, wants })
    }

    fn tolerance(&self, within: &Spanned<f64>) -> Valid<f64> {
        let value = *within.get_ref();
        let is_sound = value > 0.0 && value <= MOST_TOLERANCE;
        let message = format_args!("`within` is over 0 and at most {MOST_TOLERANCE}, not {value}");
        self.ensure(is_sound, within.span(), message, "numbers are compared exactly without it")?;
        Ok(value)
    }

    fn hit(&self, keys: HitKeys) -> Valid<Parts> {
        let layer = keys.layer.as_ref().map(|name| self.layer_or(Some(name), 0));
        let kind = keys.tile.as_ref().map(|name| self.kind(name)).transpose()?;
        keys.on.as_ref().map(|name| self.thing(name)).transpose()?;
        let place = |point: Option<Point>| point.map(|point| shown(point.0));
        let details = [
            ("normal", keys.normal.map(|normal| IVec2::from(normal.0).to_string())),
            ("cell", keys.cell.map(|cell| cell_shown(TileCoord::new(cell.0[0], cell.0[1])))),
            ("on", keys.loose.map(|index| format!("box {index}"))),
            ("on", keys.shape.map(|index| format!("shape {index}"))),
            ("on", keys.on.map(|name| format!("`{}`", name.get_ref()))),
            ("face", keys.face.map(|face| word(face.0).to_owned())),
            ("part", keys.part.map(|part| part.to_string())),
            ("one_way", keys.one_way.map(|flag| flag.to_string())),
            ("layer", layer.transpose()?.map(|layer| self.names.layers[layer].clone())),
            ("tile", kind.map(|kind| self.kinds[kind].letter.to_string())),
            ("at", place(keys.at)),
            ("remaining", place(keys.remaining)),
        ];
        let details = details.map(|(name, text)| (name, text.map(Part::Text)));
        Ok(with_details(Part::SomeEntry, keys.fraction.map(|fraction| fraction.0), details))
    }

    fn body_hit(&self, keys: BodyHitKeys) -> Valid<Parts> {
        let BodyHitKeys { on, fraction, normal, at, approach, change } = keys;
        on.as_ref().map(|name| self.body_or(Some(name), 0)).transpose()?;
        let details = [
            ("on", on.map(Spanned::into_inner)),
            ("normal", normal.map(|normal| IVec2::from(normal.0).to_string())),
            ("at", at.map(|at| shown(at.0))),
        ];
        let [x, y] = [0, 1].map(|axis| change.map(|change| change.0[axis]));
        let speeds = [("approach", approach), ("change x", x), ("change y", y)];
        let details = details.map(|(name, text)| (name, text.map(Part::Text)));
        let details = details.into_iter().chain(speeds.map(|(name, speed)| (name, speed.map(Part::Speed))));
        Ok(with_details(Part::SomeEntry, fraction.map(|fraction| fraction.0), details))
    }

    fn sense(&self, entry: &Spanned<DeValue>) -> Valid<Parts> {
        let SenseKeys { enter, stay, exit, fraction } = self.value(entry)?;
        let given = [(Passage::Enter, enter), (Passage::Stay, stay), (Passage::Exit, exit)];
        let mut given = given.into_iter().filter_map(|(passage, name)| Some((passage, name?)));
        let (Some((passage, name)), None) = (given.next(), given.next()) else {
            let message = "this needs one of `enter`, `stay` and `exit`, with the name of a region or of a body that senses others";
            return Err(self.source.problem(entry.span(), message));
        };
        self.sensor(&name)?;
        Ok(sense_parts(passage, name.get_ref(), fraction.map(|fraction| fraction.0)))
    }

    /// Single cells, and runs of cells given by their first and their last.
    fn floor_cells(&self, runs: &[Spanned<Vec<i32>>]) -> Valid<Vec<TileCoord>> {
        let mut cells = Vec::new();
        for run in runs {
            let (first, last) = match run.get_ref()[..] {
                [col, row] => (IVec2::new(col, row), IVec2::new(col, row)),
                [col0, row0, col1, row1] if col0 == col1 || row0 == row1 => {
                    (IVec2::new(col0, row0), IVec2::new(col1, row1))
                }
                _ => {
                    let message = "a cell is [column, row], a run of cells [column, row, column, row] \
                                   of its first and its last, in one column or one row";
                    return Err(self.source.problem(run.span(), message));
                }
            };
            let way = last.as_i64vec2() - first.as_i64vec2();
            let long = way.abs().max_element() + 1;
            if cells.len() as i64 + long > i64::from(MOST_REPEATS) {
                let message = format!("more than {MOST_REPEATS} cells in one list, which is the limit");
                return Err(self.source.problem(run.span(), message));
            }
            let along = |i: i64| first + way.signum().as_ivec2() * i as i32;
            cells.extend((0..long).map(|i| TileCoord::new(along(i).x, along(i).y)));
        }
        Ok(cells)
    }
}

/// The expectations of one table.
struct Wants<'a> {
    reader: &'a Reader<'a>,
    within: Option<f64>,
    list: Vec<Want>,
}

impl Wants<'_> {
    fn add(&mut self, span: Range<usize>, fact: &'static Fact, rows: Vec<Row>) {
        let line = self.reader.source.line(span.start);
        self.list.push(Want { line, span, fact, rows });
    }

    fn add_part(&mut self, span: Range<usize>, fact: &'static Fact, what: &str, part: Part) {
        let line = self.reader.source.line(span.start);
        self.add(span, fact, vec![Row { line, what: what.to_owned(), number: 0, part }]);
    }

    /// Expected coordinate: on the lattice, unless it has a tolerance.
    fn goal(&self, px: &Spanned<f64>) -> Valid<Part> {
        let fault = units(*px.get_ref()).err().filter(|_| self.within.is_none());
        match fault {
            None => Ok(Part::Number(*px.get_ref())),
            Some(message) => Err(self.reader.source.problem(px.span(), message)),
        }
    }

    /// Reads a key and its value.
    fn read(&mut self, given: &Given) -> Valid<()> {
        let reader = self.reader;
        let span = given.value.span();
        let fact = &given.facts[0];
        match fact.form {
            _ if given.key == EVENTS => return self.read_events(given),
            Form::Px | Form::Speed => {
                let numbers = match given.facts.len() {
                    2 => reader.value::<Pair>(given.value)?.0.into(),
                    _ => vec![reader.value(given.value)?],
                };
                for (fact, number) in given.facts.iter().zip(&numbers) {
                    let is_length = fact.form == Form::Px;
                    let part = if is_length { self.goal(number)? } else { Part::Speed(*number.get_ref()) };
                    self.add_part(number.span(), fact, fact.name, part);
                }
            }
            Form::Offset => {
                let Offset { from, by: Exactly(by) } = reader.value(given.value)?;
                reader.thing(&from)?;
                for (axis, px) in ["x", "y"].into_iter().zip(&by) {
                    let goal = self.goal(px)?;
                    let what = format!("offset {axis} from {}", from.get_ref());
                    self.add_part(px.span(), fact, &what, goal);
                }
            }
            _ => match self.text(given, fact)? {
                Some(text) => self.add_part(span, fact, fact.name, Part::Text(text)),
                None => {
                    let list = self.list(given, fact)?;
                    let rows = fact.rows(reader.source.line(span.start), list);
                    self.add(span, fact, rows);
                }
            },
        }
        Ok(())
    }

    /// A value that is one text; `None` for a list of entries.
    fn text(&self, given: &Given, fact: &Fact) -> Valid<Option<String>> {
        let reader = self.reader;
        Ok(Some(match fact.form {
            Form::Flag => reader.value::<bool>(given.value)?.to_string(),
            Form::Count => reader.value::<u32>(given.value)?.to_string(),
            Form::Normal => {
                let Exactly(normal) = reader.value(given.value)?;
                normal_shown(Some(IVec2::from(normal)).filter(|normal| *normal != IVec2::ZERO))
            }
            Form::Size => shown(reader.value::<Point>(given.value)?.0),
            Form::Sides => {
                let named: Vec<Word<Direction>> = reader.value(given.value)?;
                sides_shown(&Direction::ALL.map(|side| named.iter().any(|named| named.0 == side)))
            }
            Form::Thing => match reader.value::<Name>(given.value)? {
                name if name.get_ref().is_empty() => NOTHING.to_owned(),
                name => reader.thing(&name).map(|_| name.into_inner())?,
            },
            Form::Sensors => {
                let names: Vec<Name> = reader.value(given.value)?;
                let sensor = |name: &Name| reader.sensor(name);
                let mut sensors: Vec<usize> = names.iter().map(sensor).collect::<Result<_, _>>()?;
                sensors.sort_unstable();
                names_shown(sensors.into_iter().map(|sensor| &*reader.names.sensors[sensor]))
            }
            Form::Jumps => {
                let jumps: Vec<Word<JumpKind>> = reader.value(given.value)?;
                names_shown(jumps.iter().map(|jump| word(jump.0)))
            }
            _ => return Ok(None),
        }))
    }

    /// Counts of events, in the order of the rows.
    fn read_events(&mut self, given: &Given) -> Valid<()> {
        let counts: BTreeMap<Name, u32> = self.reader.value(given.value)?;
        let all = || FACTS.iter().filter(|fact| fact.group == EVENTS);
        if let Some(key) = counts.keys().find(|key| all().all(|fact| fact.name != *key.get_ref())) {
            let names: Vec<&str> = all().map(|fact| fact.name).collect();
            return Err(unknown(self.reader.source, key.span(), ["key", key.get_ref()], &names));
        }
        for fact in all() {
            if let Some(count) = counts.get(fact.name) {
                self.add_part(given.value.span(), fact, fact.name, Part::Text(count.to_string()));
            }
        }
        Ok(())
    }

    /// Entries of a key whose value is a list, each with its line.
    fn list(&self, given: &Given, fact: &Fact) -> Valid<Vec<(usize, Parts)>> {
        let reader = self.reader;
        if fact.form == Form::Cells {
            let cells = reader.floor_cells(&reader.value::<Vec<_>>(given.value)?)?;
            let line = reader.source.line(given.value.span().start);
            return Ok(cells.into_iter().map(|cell| (line, cell_parts(cell))).collect());
        }
        let Some(list) = given.value.get_ref().as_array() else {
            let message = format!("`{}` is a list of entries", given.key);
            return Err(reader.source.problem(given.value.span(), message));
        };
        let entry = |entry: &Spanned<DeValue>| {
            let parts = match fact.form {
                Form::Hits => reader.hit(reader.value(entry)?)?,
                Form::BodyHits => reader.body_hit(reader.value(entry)?)?,
                Form::Senses => reader.sense(entry)?,
                Form::Squishes => {
                    let SquishKeys { by, direction, depth } = reader.value(entry)?;
                    reader.thing(&by)?;
                    squish_parts(by.get_ref(), direction.0, self.goal(&depth)?)
                }
                _ => {
                    let Exactly([x, y]): Pair = reader.value(entry)?;
                    vec![("x", self.goal(&x)?), ("y", self.goal(&y)?)]
                }
            };
            Ok((reader.source.line(entry.span().start), parts))
        };
        list.iter().map(entry).collect()
    }
}
