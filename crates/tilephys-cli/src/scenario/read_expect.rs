//! Validates expectations after a step.

use super::fact::{Fact, Form, Of};
use super::format::Step as StepKeys;
use super::format_expect::{
    BodyHitKeys, Expect as ExpectKeys, Given, HitKeys, Offset, Raw, SenseKeys, SquishKeys,
};
use super::look::Passage;
use super::model::{Expect, Want};
use super::number::{Exactly, Pair, point, shown, single, singles};
use super::read::{goal, tolerance};
use super::read_steps::{MOST_REPEATS, Reader};
use super::value::{Part, Parts, Row};
use super::vocabulary::{Word, word};
use super::words::{
    cell_parts, cell_shown, names_shown, normal_shown, sense_parts, sides_shown, squish_parts, with_details,
};
use glam::IVec2;
use std::ops::Range;
use tilephys::check::located::{Problem, quoted};
use tilephys::core::{Direction, TileCoord};
use toml::Spanned;

impl Reader<'_> {
    /// What must be true of one body or mover.
    pub(crate) fn expect(
        &self,
        expect: &Spanned<ExpectKeys>,
        body: usize,
        step: &StepKeys,
        each: bool,
    ) -> Result<Expect, Problem> {
        let keys = expect.get_ref();
        let within = keys.within.as_ref().map(|within| tolerance(self.source, within)).transpose()?;
        let mut wants = Wants { reader: self, within, list: Vec::new() };
        for given in &keys.given {
            if let Raw::Path(path) = &given.value
                && each
            {
                let message = "`path` lists all repeats of a step: it goes into `expect`";
                return Err(self.source.problem(path.span(), message));
            }
            wants.read(given)?;
        }
        let wants = wants.list;
        let thing = match (&keys.body, &keys.mover) {
            (Some(_), Some(mover)) => {
                let message = "a table of expectations is about a `body` or about a `mover`, not about both";
                return Err(self.source.problem(mover.span(), message));
            }
            (None, Some(mover)) => self.thing(mover)?,
            (name, None) => self.body_or(name.as_ref(), body)?,
        };
        self.check_wants(expect, thing, &wants)?;
        let read = Expect { thing, within, wants };
        self.check_told(expect, step)?;
        self.check_sense(expect, &read)?;
        Ok(read)
    }

    /// Refuses expectations of bodies on movers, and the reverse.
    fn check_wants(&self, expect: &Spanned<ExpectKeys>, thing: usize, wants: &[Want]) -> Result<(), Problem> {
        let keys = expect.get_ref();
        let is_mover = thing >= self.bodies.len();
        if let (true, Some(name)) = (!is_mover, &keys.mover) {
            let message = format!("`{}` is a body: write `body = \"{0}\"`", name.get_ref());
            return Err(self.source.problem(name.span(), message));
        }
        let other = if is_mover { Of::Body } else { Of::Mover };
        if let Some(want) = wants.iter().find(|want| want.fact.of == other) {
            let message = if is_mover {
                let keys = Fact::keys(|fact| fact.of != Of::Body);
                format!("the expectations of a mover are {}", quoted(keys))
            } else {
                format!("`{}` is an expectation of movers: write `mover = \"...\"`", want.fact.key())
            };
            return Err(self.source.problem(expect.span(), message));
        }
        Ok(())
    }

    /// A speed of px/s, as precise as the file has it.
    fn speed(&self, speed: &Spanned<f64>) -> Result<f64, Problem> {
        single(self.source, *speed.get_ref(), speed.span())?;
        Ok(*speed.get_ref())
    }

    /// Both of a pair by [`speed`](Self::speed).
    fn speeds(&self, pair: &Spanned<Exactly<f64, 2>>) -> Result<[f64; 2], Problem> {
        singles(self.source, pair)?;
        Ok(pair.get_ref().0)
    }

    fn hit(&self, hit: &Spanned<HitKeys>) -> Result<Parts, Problem> {
        let keys = hit.get_ref();
        let place = |pair: &Option<Pair>| -> Result<Option<String>, Problem> {
            Ok(pair.as_ref().map(|pair| point(self.source, pair)).transpose()?.map(shown))
        };
        let normal = keys.normal.as_ref().map(|normal| self.normal(normal, false)).transpose()?;
        let layer = keys.layer.as_ref().map(|name| self.map.layer_or(self.source, Some(name), 0));
        let kind = keys.tile.as_ref().map(|name| self.map.kind(self.source, name)).transpose()?;
        self.check_hit(hit, normal, kind)?;
        let details = [
            ("normal", normal.map(|normal| normal.to_string())),
            ("cell", keys.cell.map(|cell| cell_shown(TileCoord::new(cell.0[0], cell.0[1])))),
            ("on", self.loose(hit)?),
            ("face", keys.face.map(|face| word(face.0).to_owned())),
            ("part", keys.part.map(|part| part.to_string())),
            ("one_way", keys.one_way.map(|flag| flag.to_string())),
            ("layer", layer.transpose()?.map(|layer| self.map.layers[layer].clone())),
            ("tile", kind.map(|kind| self.map.kinds[kind].letter.to_string())),
            ("at", place(&keys.at)?),
            ("remaining", place(&keys.remaining)?),
        ];
        let details = details.map(|(name, text)| (name, text.map(Part::Text)));
        Ok(with_details(Part::SomeEntry, self.fraction(keys.fraction.as_ref())?, details))
    }

    fn body_hit(&self, hit: &Spanned<BodyHitKeys>) -> Result<Parts, Problem> {
        let BodyHitKeys { on, fraction, normal, at, approach, change } = hit.get_ref();
        on.as_ref().map(|name| self.body_or(Some(name), 0)).transpose()?;
        let normal = normal.as_ref().map(|normal| self.normal(normal, false)).transpose()?;
        let details = [
            ("on", on.as_ref().map(|name| name.get_ref().clone())),
            ("normal", normal.map(|normal| normal.to_string())),
            ("at", at.as_ref().map(|at| point(self.source, at)).transpose()?.map(shown)),
        ];
        let approach = approach.as_ref().map(|speed| self.speed(speed)).transpose()?;
        let change = change.as_ref().map(|change| self.speeds(change)).transpose()?;
        let [x, y] = [0, 1].map(|axis| change.map(|change| change[axis]));
        let speeds = [("approach", approach), ("change x", x), ("change y", y)];
        let details = details.map(|(name, text)| (name, text.map(Part::Text)));
        let details = details.into_iter().chain(speeds.map(|(name, speed)| (name, speed.map(Part::Speed))));
        Ok(with_details(Part::SomeEntry, self.fraction(fraction.as_ref())?, details))
    }

    /// A set of sides, each named once.
    fn sides(&self, sides: &Spanned<Vec<Word<Direction>>>) -> Result<[bool; 4], Problem> {
        let named: Vec<Direction> = sides.get_ref().iter().map(|side| side.0).collect();
        if named.iter().enumerate().any(|(index, side)| named[..index].contains(side)) {
            return Err(self.source.problem(sides.span(), "`touches` names a side twice; remove one"));
        }
        Ok(Direction::ALL.map(|side| named.contains(&side)))
    }

    /// A set of sensors, each named once, in their order.
    fn sensors(&self, names: &Spanned<Vec<Spanned<String>>>) -> Result<String, Problem> {
        let mut sensors = each(names, |name| Ok((self.sensor(name)?, name.get_ref().as_str())))?;
        sensors.sort_unstable();
        if sensors.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(self.source.problem(names.span(), "`inside` names a sensor twice; remove one"));
        }
        Ok(names_shown(sensors.into_iter().map(|(_, name)| name)))
    }

    fn sense(&self, entry: &Spanned<SenseKeys>) -> Result<Parts, Problem> {
        let keys = entry.get_ref();
        let given = [(Passage::Enter, &keys.enter), (Passage::Stay, &keys.stay), (Passage::Exit, &keys.exit)];
        let mut given = given.into_iter().filter_map(|(passage, name)| Some((passage, name.as_ref()?)));
        let (Some((passage, name)), None) = (given.next(), given.next()) else {
            let message = "this needs one of `enter`, `stay` and `exit`, with the name of a region or of a body that senses others";
            return Err(self.source.problem(entry.span(), message));
        };
        let fraction = self.fraction(keys.fraction.as_ref())?;
        self.sensor(name)?;
        Ok(sense_parts(passage, name.get_ref(), fraction))
    }

    /// Name of the shape, body or mover that a hit is on; `None` for a cell.
    fn loose(&self, hit: &Spanned<HitKeys>) -> Result<Option<String>, Problem> {
        let keys = hit.get_ref();
        let boxes = self.map.loose.iter().filter(|loose| loose.size.is_some()).count();
        let (index, count, one, all) = match (keys.loose, keys.shape, &keys.on) {
            (None, None, None) => return Ok(None),
            (Some(index), None, None) => (index, boxes, "box", "boxes"),
            (None, Some(index), None) => (index, self.map.loose.len() - boxes, "shape", "shapes"),
            (None, None, Some(name)) => {
                return self.thing(name).map(|_| Some(format!("`{}`", name.get_ref())));
            }
            _ => {
                let message = "a hit is one of on a `box`, on a `shape` and `on` a body or mover";
                return Err(self.source.problem(hit.span(), message));
            }
        };
        if index as usize >= count {
            let message = format!("`{all}` has {count}, counted from 0, and no number {index}");
            return Err(self.source.problem(hit.span(), message));
        }
        Ok(Some(format!("{one} {index}")))
    }

    /// Single cells, and runs of cells given by their first and their last.
    fn floor_cells(&self, runs: &Spanned<Vec<Spanned<Vec<i32>>>>) -> Result<Vec<TileCoord>, Problem> {
        let mut cells = Vec::new();
        for run in runs.get_ref() {
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
            let long = (last.as_i64vec2() - first.as_i64vec2()).abs().max_element() + 1;
            if cells.len() as i64 + long > i64::from(MOST_REPEATS) {
                let message = format!("more than {MOST_REPEATS} cells in one list, which is the limit");
                return Err(self.source.problem(run.span(), message));
            }
            let toward = (last.as_i64vec2() - first.as_i64vec2()).signum().as_ivec2();
            let along = |i: i64| first + toward * i as i32;
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

    fn goal(&self, px: &Spanned<f64>) -> Result<f64, Problem> {
        goal(self.reader.source, px, self.within)
    }

    /// Reads a key and its value.
    fn read(&mut self, given: &Given) -> Result<(), Problem> {
        let reader = self.reader;
        let span = given.span.clone();
        let fact = &given.facts[0];
        let part = match &given.value {
            Raw::Point(pair) => {
                for (fact, px) in given.facts.iter().zip(&pair.get_ref().0) {
                    let goal = self.goal(px)?;
                    self.add_part(px.span(), fact, fact.name, Part::Number(goal));
                }
                return Ok(());
            }
            Raw::Speeds(pair) => {
                for (fact, speed) in given.facts.iter().zip(reader.speeds(pair)?) {
                    self.add_part(span.clone(), fact, fact.name, Part::Speed(speed));
                }
                return Ok(());
            }
            Raw::Events(counts) => {
                for (fact, count) in &counts.get_ref().0 {
                    self.add_part(span.clone(), fact, fact.name, Part::Text(count.to_string()));
                }
                return Ok(());
            }
            Raw::Offset(offset) => {
                let Offset { from, by } = offset.get_ref();
                reader.thing(from)?;
                for (axis, px) in ["x", "y"].into_iter().zip(&by.0) {
                    let goal = self.goal(px)?;
                    let what = format!("offset {axis} from {}", from.get_ref());
                    self.add_part(px.span(), fact, &what, Part::Number(goal));
                }
                return Ok(());
            }
            Raw::Number(px) if fact.form == Form::Px => Part::Number(self.goal(px)?),
            Raw::Number(speed) => Part::Speed(reader.speed(speed)?),
            Raw::Flag(flag) => Part::Text(flag.get_ref().to_string()),
            Raw::Count(count) => Part::Text(count.get_ref().to_string()),
            Raw::Normal(normal) => {
                let normal = reader.normal(normal, true)?;
                Part::Text(normal_shown(Some(normal).filter(|normal| *normal != IVec2::ZERO)))
            }
            Raw::Size(size) => Part::Text(shown(point(reader.source, size.get_ref())?)),
            Raw::Sides(sides) => Part::Text(sides_shown(&reader.sides(sides)?)),
            Raw::Name(name) if name.get_ref().is_empty() => Part::Text("nothing".to_owned()),
            Raw::Name(name) => reader.thing(name).map(|_| Part::Text(name.get_ref().clone()))?,
            Raw::Names(names) => Part::Text(reader.sensors(names)?),
            Raw::Jumps(jumps) => Part::Text(names_shown(jumps.get_ref().iter().map(|jump| word(jump.0)))),
            list => {
                let rows = self.list(fact, reader.source.line(span.start), list)?;
                self.add(span, fact, rows);
                return Ok(());
            }
        };
        self.add_part(span, fact, fact.name, part);
        Ok(())
    }

    /// Rows of a key whose value is a list of entries.
    fn list(&self, fact: &Fact, line: usize, list: &Raw) -> Result<Vec<Row>, Problem> {
        let reader = self.reader;
        let list = match list {
            Raw::Cells(cells) => {
                let cells = reader.floor_cells(cells)?;
                cells.into_iter().map(|cell| (line, cell_parts(cell))).collect()
            }
            Raw::Hits(hits) => self.entries(hits, |hit| reader.hit(hit))?,
            Raw::BodyHits(hits) => self.entries(hits, |hit| reader.body_hit(hit))?,
            Raw::Squishes(squishes) => self.entries(squishes, |squish| {
                let SquishKeys { by, direction, depth } = squish.get_ref();
                reader.thing(by)?;
                Ok(squish_parts(by.get_ref(), direction.0, self.goal(depth)?))
            })?,
            Raw::Senses(senses) => self.entries(senses, |sense| reader.sense(sense))?,
            Raw::Path(path) => self.entries(path, |at| {
                let [x, y] = &at.get_ref().0;
                Ok(vec![("x", Part::Number(self.goal(x)?)), ("y", Part::Number(self.goal(y)?))])
            })?,
            _ => Vec::new(),
        };
        Ok(fact.rows(line, list))
    }

    /// The parts of all entries of a list, each with its line.
    fn entries<K>(
        &self,
        list: &Spanned<Vec<Spanned<K>>>,
        parts: impl Fn(&Spanned<K>) -> Result<Parts, Problem>,
    ) -> Result<Vec<(usize, Parts)>, Problem> {
        each(list, |entry| Ok((self.reader.source.line(entry.span().start), parts(entry)?)))
    }
}

/// All entries of a list, or the first problem.
fn each<'k, K, T>(
    list: &'k Spanned<Vec<Spanned<K>>>,
    read: impl FnMut(&'k Spanned<K>) -> Result<T, Problem>,
) -> Result<Vec<T>, Problem> {
    list.get_ref().iter().map(read).collect()
}
