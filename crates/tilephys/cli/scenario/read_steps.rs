//! The steps of a file, and what must be true after them.

use super::format::{EventKeys, Expect as ExpectKeys, HitKeys, Side, Step as StepKeys};
use super::model::{Action, BodyPlan, EventName, Expect, HitWant, Step, Want};
use super::number::{Exactly, Pair, point};
use super::read::{goal, tolerance, vector};
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
        ];
        if let Some(second) = given.into_iter().flatten().nth(1) {
            let message = "a step has one of `move`, `ticks` and `set`; make two steps of it";
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
        if let (Some(span), Action::Set(_) | Action::Look) = (given, action) {
            let message = "a velocity goes with a `move` or with `ticks`, and this step has neither";
            return Err(self.source.problem(span, message));
        }
        Ok(match both {
            Some((_, pair)) => pair.map(|speed| Some(speed as f32)),
            None => axes.map(|axis| axis.as_ref().map(|speed| *speed.get_ref() as f32)),
        })
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
            loose: keys.loose.map(|index| index as usize),
            layer: layer.transpose()?,
            kind: keys.tile.as_ref().map(|name| self.map.kind(self.source, name)).transpose()?,
            at: pair(&keys.at)?,
            remaining: pair(&keys.remaining)?,
        })
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
        if let Some(pushed) = &keys.pushed {
            for (axis, px) in pushed.get_ref().0.iter().enumerate() {
                let goal = self.goal(px)?;
                self.add(px, Want::Pushed(axis, goal));
            }
        }
        Ok(())
    }

    fn flags(&mut self, keys: &ExpectKeys) {
        type Make = fn(bool) -> Want;
        let flags: [(_, Make); 4] = [
            (&keys.on_floor, Want::OnFloor),
            (&keys.on_wall, Want::OnWall),
            (&keys.on_ceiling, Want::OnCeiling),
            (&keys.stuck, Want::Stuck),
        ];
        for (flag, make) in flags {
            if let Some(flag) = flag {
                self.add(flag, make(*flag.get_ref()));
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
            let EventKeys { floor_begin, floor_end, overlapped, rejected } = events.get_ref();
            for (name, count) in
                EventName::ALL.into_iter().zip([floor_begin, floor_end, overlapped, rejected])
            {
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
