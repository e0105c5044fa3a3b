//! Validates expectations after a step.

use super::fact::{Fact, Form, Of};
use super::format::Step as StepKeys;
use super::format_expect::{BodyHitKeys, Expect as ExpectKeys, Given, HitKeys, Raw, SenseKeys, SquishKeys};
use super::look::Passage;
use super::model::{Expect, Want};
use super::number::{Exactly, Pair, point, single, singles};
use super::read::{goal, tolerance};
use super::read_steps::{MOST_REPEATS, Reader};
use super::value::{BodyHitWant, HitWant, SenseWant, SquishWant, Value, Wanted};
use super::vocabulary::Word;
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

    fn hit(&self, hit: &Spanned<HitKeys>) -> Result<HitWant, Problem> {
        let keys = hit.get_ref();
        let layer = keys.layer.as_ref().map(|name| self.map.layer_or(self.source, Some(name), 0));
        let pair = |pair: &Option<Pair>| pair.as_ref().map(|pair| point(self.source, pair)).transpose();
        let want = HitWant {
            line: self.source.line(hit.span().start),
            fraction: self.fraction(keys.fraction.as_ref())?,
            normal: keys.normal.as_ref().map(|normal| self.normal(normal, false)).transpose()?,
            cell: keys.cell.map(|cell| TileCoord::new(cell.0[0], cell.0[1])),
            loose: self.loose(hit)?,
            face: keys.face.map(|face| face.0),
            part: keys.part,
            one_way: keys.one_way,
            layer: layer.transpose()?,
            kind: keys.tile.as_ref().map(|name| self.map.kind(self.source, name)).transpose()?,
            at: pair(&keys.at)?,
            remaining: pair(&keys.remaining)?,
        };
        self.check_hit(hit, &want)?;
        Ok(want)
    }

    fn body_hit(&self, hit: &Spanned<BodyHitKeys>) -> Result<BodyHitWant, Problem> {
        let BodyHitKeys { on, fraction, normal, at, approach, change } = hit.get_ref();
        Ok(BodyHitWant {
            line: self.source.line(hit.span().start),
            other: on.as_ref().map(|name| self.body_or(Some(name), 0)).transpose()?,
            fraction: self.fraction(fraction.as_ref())?,
            normal: normal.as_ref().map(|normal| self.normal(normal, false)).transpose()?,
            at: at.as_ref().map(|at| point(self.source, at)).transpose()?,
            approach: approach.as_ref().map(|speed| self.speed(speed)).transpose()?,
            change: change.as_ref().map(|change| self.speeds(change)).transpose()?,
        })
    }

    /// A set of sides, each named once.
    fn sides(&self, sides: &Spanned<Vec<Word<Direction>>>) -> Result<[bool; 4], Problem> {
        let named: Vec<Direction> = sides.get_ref().iter().map(|side| side.0).collect();
        if named.iter().enumerate().any(|(index, side)| named[..index].contains(side)) {
            return Err(self.source.problem(sides.span(), "`touches` names a side twice; remove one"));
        }
        Ok(Direction::ALL.map(|side| named.contains(&side)))
    }

    /// A set of sensors, each named once, ascending.
    fn sensors(&self, names: &Spanned<Vec<Spanned<String>>>) -> Result<Vec<usize>, Problem> {
        let mut sensors = each(names, |name| self.sensor(name))?;
        sensors.sort_unstable();
        if sensors.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(self.source.problem(names.span(), "`inside` names a sensor twice; remove one"));
        }
        Ok(sensors)
    }

    fn sense(&self, entry: &Spanned<SenseKeys>) -> Result<SenseWant, Problem> {
        let keys = entry.get_ref();
        let given = [(Passage::Enter, &keys.enter), (Passage::Stay, &keys.stay), (Passage::Exit, &keys.exit)];
        let mut given = given.into_iter().filter_map(|(passage, name)| Some((passage, name.as_ref()?)));
        let (Some((passage, name)), None) = (given.next(), given.next()) else {
            let message = "one of `enter`, `stay` and `exit` names a region, or a body that senses others";
            return Err(self.source.problem(entry.span(), message));
        };
        let fraction = self.fraction(keys.fraction.as_ref())?;
        Ok(SenseWant { passage, sensor: self.sensor(name)?, fraction })
    }

    /// The place among what is off the cells: boxes come first.
    fn loose(&self, hit: &Spanned<HitKeys>) -> Result<Option<usize>, Problem> {
        let (boxes, shapes) = (self.map.boxes.len(), self.map.shapes.len());
        let keys = hit.get_ref();
        let (index, count, name, plus) = match (keys.loose, keys.shape, &keys.on) {
            (None, None, None) => return Ok(None),
            (Some(index), None, None) => (index, boxes, "boxes", 0),
            (None, Some(index), None) => (index, shapes, "shapes", boxes),
            (None, None, Some(name)) => return Ok(Some(boxes + shapes + self.thing(name)?)),
            _ => {
                let message = "a hit is one of on a `box`, on a `shape` and `on` a body or mover";
                return Err(self.source.problem(hit.span(), message));
            }
        };
        if index as usize >= count {
            let message = format!("`{name}` has {count}, counted from 0, and no number {index}");
            return Err(self.source.problem(hit.span(), message));
        }
        Ok(Some(index as usize + plus))
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
    fn add(&mut self, span: Range<usize>, fact: &'static Fact, wanted: Wanted) {
        let line = self.reader.source.line(span.start);
        self.list.push(Want { line, span, fact, wanted });
    }

    fn goal(&self, px: &Spanned<f64>) -> Result<f64, Problem> {
        goal(self.reader.source, px, self.within)
    }

    /// Reads a key and its value.
    fn read(&mut self, given: &Given) -> Result<(), Problem> {
        let span = given.span.clone();
        match &given.value {
            Raw::Point(pair) => {
                for (fact, px) in given.facts.iter().zip(&pair.get_ref().0) {
                    let goal = self.goal(px)?;
                    self.add(px.span(), fact, Wanted::Px(goal));
                }
            }
            Raw::Speeds(pair) => {
                for (fact, speed) in given.facts.iter().zip(self.reader.speeds(pair)?) {
                    self.add(span.clone(), fact, Wanted::Speed(speed));
                }
            }
            Raw::Events(counts) => {
                for (fact, count) in &counts.get_ref().0 {
                    self.add(span.clone(), fact, Wanted::Exactly(Value::Count(*count as usize)));
                }
            }
            Raw::Offset(offset) => {
                let from = self.reader.thing(&offset.get_ref().from)?;
                for (axis, px) in offset.get_ref().by.0.iter().enumerate() {
                    let by = self.goal(px)?;
                    self.add(px.span(), &given.facts[0], Wanted::Offset { from, axis, by });
                }
            }
            value => {
                let wanted = self.single(&given.facts[0], value)?;
                self.add(span, &given.facts[0], wanted);
            }
        }
        Ok(())
    }

    /// The value of a key that is one expectation.
    fn single(&self, fact: &Fact, value: &Raw) -> Result<Wanted, Problem> {
        let reader = self.reader;
        Ok(match value {
            Raw::Number(px) if fact.form == Form::Px => Wanted::Px(self.goal(px)?),
            Raw::Number(speed) => Wanted::Speed(reader.speed(speed)?),
            Raw::Flag(flag) => Wanted::Exactly(Value::Flag(Some(*flag.get_ref()))),
            Raw::Count(count) => Wanted::Exactly(Value::Count(*count.get_ref() as usize)),
            Raw::Normal(normal) => Wanted::Normal(reader.normal(normal, true)?),
            Raw::Size(size) => Wanted::Exactly(Value::Size(point(reader.source, size.get_ref())?)),
            Raw::Sides(sides) => Wanted::Exactly(Value::Sides(reader.sides(sides)?)),
            Raw::Name(name) if name.get_ref().is_empty() => Wanted::Exactly(Value::Thing(None)),
            Raw::Name(name) => Wanted::Exactly(Value::Thing(Some(reader.thing(name)?))),
            Raw::Names(names) => Wanted::Exactly(Value::Sensors(reader.sensors(names)?)),
            Raw::Cells(cells) => Wanted::Exactly(Value::Cells(reader.floor_cells(cells)?)),
            Raw::Jumps(jumps) => {
                Wanted::Exactly(Value::Jumps(jumps.get_ref().iter().map(|word| word.0).collect()))
            }
            Raw::Hits(hits) => Wanted::Hits(each(hits, |hit| reader.hit(hit))?),
            Raw::BodyHits(hits) => Wanted::BodyHits(each(hits, |hit| reader.body_hit(hit))?),
            Raw::Squishes(squishes) => {
                Wanted::Squishes(each(squishes, |squish| self.squish(squish.get_ref()))?)
            }
            Raw::Senses(senses) => Wanted::Senses(each(senses, |sense| reader.sense(sense))?),
            Raw::Path(path) => Wanted::Path(each(path, |at| {
                let [x, y] = &at.get_ref().0;
                Ok([self.goal(x)?, self.goal(y)?])
            })?),
            Raw::Point(_) | Raw::Speeds(_) | Raw::Events(_) | Raw::Offset(_) => {
                unreachable!("these are several expectations")
            }
        })
    }

    fn squish(&self, keys: &SquishKeys) -> Result<SquishWant, Problem> {
        Ok(SquishWant {
            by: self.reader.thing(&keys.by)?,
            direction: keys.direction.0,
            depth: self.goal(&keys.depth)?,
        })
    }
}

/// All entries of a list, or the first problem.
fn each<K, T>(
    list: &Spanned<Vec<Spanned<K>>>,
    read: impl FnMut(&Spanned<K>) -> Result<T, Problem>,
) -> Result<Vec<T>, Problem> {
    list.get_ref().iter().map(read).collect()
}
