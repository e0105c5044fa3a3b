//! The steps of a file, and what must be true after them.

use super::format::{EventKeys, Expect as ExpectKeys, HitKeys, Side, Step as StepKeys};
use super::model::{self, Action, BodyPlan, EventName, Expect, HitWant, Step, Want};
use super::number::{Exactly, Pair, point};
use super::read::{check_size, goal, tolerance, vector};
use super::read_map::Map;
use super::source::{Problem, Source, nearest, quoted};
use glam::IVec2;
use tilephys::core::{Direction, TileCoord};
use toml::Spanned;

/// Repeats that all steps of a file may have together, and cells that one list may name: bound what a file may cost.
const MOST_REPEATS: u32 = 100_000;

pub(crate) struct Reader<'a> {
    pub(crate) source: &'a Source,
    pub(crate) map: &'a Map,
    pub(crate) bodies: &'a [BodyPlan],
}

impl Reader<'_> {
    pub(crate) fn steps(&self, steps: &[Spanned<StepKeys>]) -> Result<Vec<Step>, Problem> {
        let mut repeats = 0u32;
        steps
            .iter()
            .map(|step| {
                let read = self.step(step)?;
                repeats = repeats.saturating_add(read.times);
                if repeats > MOST_REPEATS {
                    let message = format!("the file has more than {MOST_REPEATS} moves and ticks in all");
                    return Err(self.source.problem(step.span(), message));
                }
                Ok(read)
            })
            .collect()
    }

    fn step(&self, step: &Spanned<StepKeys>) -> Result<Step, Problem> {
        let keys = step.get_ref();
        let (action, times) = self.action(step)?;
        let body = self.body_or(keys.body.as_ref(), 0)?;
        let expects = keys.expect.iter().chain(&keys.also);
        Ok(Step {
            line: self.source.line(step.span().start),
            body,
            velocity: self.velocity(keys, &action)?,
            drop_through: self.drop_through(keys, &action)?,
            action,
            times,
            each: keys.each.as_ref().map(|each| self.expect(each, body, true)).transpose()?,
            last: expects.map(|expect| self.expect(expect, body, false)).collect::<Result<_, _>>()?,
        })
    }

    /// The one input of a step and how often it comes.
    fn action(&self, step: &Spanned<StepKeys>) -> Result<(Action, u32), Problem> {
        let keys = step.get_ref();
        let given = [
            keys.by.as_ref().map(Spanned::span),
            keys.ticks.as_ref().map(Spanned::span),
            keys.set.as_ref().map(Spanned::span),
            keys.resize.as_ref().map(Spanned::span),
        ];
        if let Some(second) = given.into_iter().flatten().nth(1) {
            let message = "a step has one of `move`, `ticks`, `set` and `resize`; make two steps of it";
            return Err(self.source.problem(second, message));
        }
        if let (Some(times), None) = (&keys.times, &keys.by) {
            let message = "`times` repeats a `move`, and there is none in this step";
            return Err(self.source.problem(times.span(), message));
        }
        let at_least_one = |count: &Spanned<u32>, name: &str| match *count.get_ref() {
            0 => Err(self.source.problem(count.span(), format!("`{name}` is at least 1"))),
            count => Ok(count),
        };
        if let Some(by) = &keys.by {
            let times = keys.times.as_ref().map_or(Ok(1), |times| at_least_one(times, "times"))?;
            return Ok((Action::Move(vector(by.get_ref().0)), times));
        }
        if let Some(ticks) = &keys.ticks {
            return Ok((Action::Tick, at_least_one(ticks, "ticks")?));
        }
        if let Some(resize) = &keys.resize {
            let size = point(self.source, resize.get_ref())?;
            check_size(self.source, size, resize.span())?;
            return Ok((Action::Resize(size), 1));
        }
        let Some(set) = &keys.set else { return Ok((Action::Look, 1)) };
        let mut cells = Vec::new();
        for fill in set.get_ref() {
            cells.extend(self.map.cells_of(self.source, fill)?);
        }
        Ok((Action::Set(cells), 1))
    }

    fn velocity(&self, keys: &StepKeys, action: &Action) -> Result<[Option<f32>; 2], Problem> {
        let both = keys.velocity.as_ref().map(|velocity| (velocity.span(), velocity.get_ref().0));
        let axes = [&keys.vx, &keys.vy];
        let single = axes.iter().find_map(|axis| axis.as_ref()).map(Spanned::span);
        if let (Some(_), Some(span)) = (&both, &single) {
            let message = "`velocity` sets both axes already; leave out one or the other";
            return Err(self.source.problem(span.clone(), message));
        }
        let given = both.as_ref().map(|(span, _)| span.clone()).or(single);
        if let (Some(span), Action::Set(_) | Action::Resize(_) | Action::Look) = (given, action) {
            let message = "a velocity goes with a `move` or with `ticks`, and this step has neither";
            return Err(self.source.problem(span, message));
        }
        Ok(match both {
            Some((_, pair)) => pair.map(|speed| Some(speed as f32)),
            None => axes.map(|axis| axis.as_ref().map(|speed| *speed.get_ref() as f32)),
        })
    }

    fn drop_through(&self, keys: &StepKeys, action: &Action) -> Result<bool, Problem> {
        let Some(drop) = &keys.drop_through else { return Ok(false) };
        if let Action::Set(_) | Action::Resize(_) = action {
            let message = "`drop_through` goes with a `move` or with `ticks`, or is a step of its own";
            return Err(self.source.problem(drop.span(), message));
        }
        Ok(*drop.get_ref())
    }

    /// What must be true of one body.
    fn expect(&self, expect: &Spanned<ExpectKeys>, body: usize, each: bool) -> Result<Expect, Problem> {
        let keys = expect.get_ref();
        let within = keys.within.as_ref().map(|within| tolerance(self.source, within)).transpose()?;
        let mut wants = Wants { reader: self, within, list: Vec::new() };
        wants.numbers(keys)?;
        wants.flags(keys);
        wants.counts(keys)?;
        if let Some(path) = &keys.path {
            if each {
                let message = "`path` lists all repeats of a step: it goes into `expect`";
                return Err(self.source.problem(path.span(), message));
            }
            wants.path(path)?;
        }
        Ok(Expect { body: self.body_or(keys.body.as_ref(), body)?, within, wants: wants.list })
    }

    fn body_or(&self, name: Option<&Spanned<String>>, plain: usize) -> Result<usize, Problem> {
        let Some(name) = name else { return Ok(plain) };
        self.bodies.iter().position(|body| body.name == *name.get_ref()).ok_or_else(|| {
            let names = || self.bodies.iter().map(|body| body.name.as_str());
            let guess = nearest(name.get_ref(), names());
            let guess = guess.map_or(String::new(), |body| format!("; did you mean `{body}`?"));
            let message = format!("there is no body `{}`{guess}", name.get_ref());
            self.source.problem(name.span(), message).with_help(format!("the bodies are {}", quoted(names())))
        })
    }

    fn hit(&self, hit: &Spanned<HitKeys>) -> Result<HitWant, Problem> {
        let keys = hit.get_ref();
        let layer = keys.layer.as_ref().map(|name| self.map.layer_or(self.source, Some(name), 0));
        let pair = |pair: &Option<Pair>| pair.as_ref().map(|pair| point(self.source, pair)).transpose();
        Ok(HitWant {
            line: self.source.line(hit.span().start),
            fraction: keys.fraction.map(|fraction| fraction.0),
            normal: keys.normal.map(|normal| IVec2::from(normal.0)),
            cell: keys.cell.map(|cell| TileCoord::new(cell.0[0], cell.0[1])),
            loose: self.loose(hit)?,
            face: keys.face.map(Direction::from),
            part: keys.part,
            one_way: keys.one_way,
            layer: layer.transpose()?,
            kind: keys.tile.as_ref().map(|name| self.map.kind(self.source, name)).transpose()?,
            at: pair(&keys.at)?,
            remaining: pair(&keys.remaining)?,
        })
    }

    /// The place among what is off the cells: boxes come first.
    fn loose(&self, hit: &Spanned<HitKeys>) -> Result<Option<usize>, Problem> {
        let (boxes, shapes) = (self.map.boxes.len(), self.map.shapes.len());
        let (index, count, name, plus) = match (hit.get_ref().loose, hit.get_ref().shape) {
            (None, None) => return Ok(None),
            (Some(index), None) => (index, boxes, "boxes", 0),
            (None, Some(index)) => (index, shapes, "shapes", boxes),
            (Some(_), Some(_)) => {
                let message = "a hit is on a `box` or on a `shape`, not on both";
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
                let message = format!("more than {MOST_REPEATS} cells in one list");
                return Err(self.source.problem(run.span(), message));
            }
            let toward = (last.as_i64vec2() - first.as_i64vec2()).signum().as_ivec2();
            let along = |i: i64| first + toward * i as i32;
            cells.extend((0..long).map(|i| TileCoord::new(along(i).x, along(i).y)));
        }
        Ok(cells)
    }
}

/// The wants of one table, with the lines they stand in.
struct Wants<'a> {
    reader: &'a Reader<'a>,
    within: Option<f64>,
    list: Vec<(usize, Want)>,
}

impl Wants<'_> {
    fn add<T>(&mut self, key: &Spanned<T>, want: Want) {
        self.list.push((self.reader.source.line(key.span().start), want));
    }

    fn goal(&self, px: &Spanned<f64>) -> Result<f64, Problem> {
        goal(self.reader.source, px, self.within)
    }

    fn numbers(&mut self, keys: &ExpectKeys) -> Result<(), Problem> {
        if let Some(at) = &keys.at {
            for (axis, px) in at.get_ref().0.iter().enumerate() {
                let goal = self.goal(px)?;
                self.add(px, Want::Position(axis, goal));
            }
        }
        for (axis, px) in [&keys.x, &keys.y].into_iter().enumerate() {
            if let Some(px) = px {
                let goal = self.goal(px)?;
                self.add(px, Want::Position(axis, goal));
            }
        }
        if let Some(velocity) = &keys.velocity {
            for (axis, speed) in velocity.get_ref().0.into_iter().enumerate() {
                self.add(velocity, Want::Velocity(axis, speed));
            }
        }
        for (axis, speed) in [&keys.vx, &keys.vy].into_iter().enumerate() {
            if let Some(speed) = speed {
                self.add(speed, Want::Velocity(axis, *speed.get_ref()));
            }
        }
        type Make = fn(usize, f64) -> Want;
        let shifts: [(_, Make); 2] = [(&keys.pushed, Want::Pushed), (&keys.corrected, Want::Corrected)];
        for (shift, make) in shifts {
            for (axis, px) in shift.iter().flat_map(|shift| shift.get_ref().0.iter().enumerate()) {
                let goal = self.goal(px)?;
                self.add(px, make(axis, goal));
            }
        }
        if let Some(size) = &keys.size {
            let wanted = point(self.reader.source, size.get_ref())?;
            self.add(size, Want::Size(wanted));
        }
        Ok(())
    }

    fn flags(&mut self, keys: &ExpectKeys) {
        type Make = fn(bool) -> Want;
        let flags: [(_, Make); 7] = [
            (&keys.on_floor, Want::OnFloor),
            (&keys.on_wall, Want::OnWall),
            (&keys.on_ceiling, Want::OnCeiling),
            (&keys.stuck, Want::Stuck),
            (&keys.done, Want::Done),
            (&keys.still, Want::Still),
            (&keys.floor_one_way, Want::FloorOneWay),
        ];
        for (flag, make) in flags {
            if let Some(flag) = flag {
                self.add(flag, make(*flag.get_ref()));
            }
        }
        let normals = [&keys.floor_normal, &keys.wall_normal, &keys.ceiling_normal];
        for (side, normal) in model::Side::ALL.into_iter().zip(normals) {
            if let Some(normal) = normal {
                self.add(normal, Want::Normal(side, normal.get_ref().0.into()));
            }
        }
        if let Some(touches) = &keys.touches {
            let has = |side: Direction| {
                touches.get_ref().iter().any(|&named: &Side| Direction::from(named) == side)
            };
            self.add(touches, Want::Touches(Direction::ALL.map(has)));
        }
    }

    fn counts(&mut self, keys: &ExpectKeys) -> Result<(), Problem> {
        if let Some(hits) = &keys.hits {
            let wanted = hits.get_ref().iter().map(|hit| self.reader.hit(hit)).collect::<Result<_, _>>()?;
            self.add(hits, Want::Hits(wanted));
        }
        for (count, axis) in [(&keys.hit_count, None), (&keys.x_hits, Some(0)), (&keys.y_hits, Some(1))] {
            if let Some(count) = count {
                self.add(count, Want::HitCount(axis, *count.get_ref()));
            }
        }
        if let Some(events) = &keys.events {
            let EventKeys { floor_begin, floor_end, corner_corrected, overlapped, rejected } =
                events.get_ref();
            let counts = [floor_begin, floor_end, corner_corrected, overlapped, rejected];
            for (name, count) in EventName::ALL.into_iter().zip(counts) {
                if let Some(count) = count {
                    self.add(events, Want::Events(name, *count));
                }
            }
        }
        if let Some(cells) = &keys.floor_cells {
            let wanted = self.reader.floor_cells(cells)?;
            self.add(cells, Want::FloorCells(wanted));
        }
        Ok(())
    }

    fn path(&mut self, path: &Spanned<Vec<Spanned<Exactly<Spanned<f64>, 2>>>>) -> Result<(), Problem> {
        let mut places = Vec::new();
        for place in path.get_ref() {
            let [x, y] = &place.get_ref().0;
            places.push([self.goal(x)?, self.goal(y)?]);
        }
        self.add(path, Want::Path(places));
        Ok(())
    }
}
