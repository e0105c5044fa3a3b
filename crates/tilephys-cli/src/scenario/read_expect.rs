//! Validates expectations after a step.

use super::format::Step as StepKeys;
use super::format_expect::{EventKeys, Expect as ExpectKeys, HitKeys, JumpWord, SenseKeys, SquishKeys};
use super::format_pairs::Side;
use super::model::{self, EventName, Expect, HitWant, Passage, SenseWant, SquishWant, Want};
use super::number::{Exactly, Pair, point, single, singles};
use super::read::{goal, tolerance};
use super::read_steps::{MOST_REPEATS, Reader};
use crate::source::Problem;
use glam::IVec2;
use std::ops::Range;
use tilephys::core::{Direction, TileCoord};
use tilephys::feel::JumpKind;
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
        let mut wants = Wants { reader: self, within, list: Vec::new(), spans: Vec::new() };
        wants.numbers(keys)?;
        wants.flags(keys)?;
        wants.counts(keys)?;
        wants.riding(keys)?;
        if let Some(path) = &keys.path {
            if each {
                let message = "`path` lists all repeats of a step: it goes into `expect`";
                return Err(self.source.problem(path.span(), message));
            }
            wants.path(path)?;
        }
        let Wants { list: wants, spans, .. } = wants;
        let thing = match (&keys.body, &keys.mover) {
            (Some(_), Some(mover)) => {
                let message = "a table of expectations is about a `body` or about a `mover`, not about both";
                return Err(self.source.problem(mover.span(), message));
            }
            (None, Some(mover)) => self.thing(mover)?,
            (name, None) => self.body_or(name.as_ref(), body)?,
        };
        self.check_wants(expect, thing, &wants)?;
        let read = Expect { thing, within, wants, spans };
        self.check_told(expect, step)?;
        self.check_sense(expect, &read)?;
        Ok(read)
    }

    /// Refuses expectations of bodies on movers, and the reverse.
    fn check_wants(
        &self,
        expect: &Spanned<ExpectKeys>,
        thing: usize,
        wants: &[(usize, Want)],
    ) -> Result<(), Problem> {
        let keys = expect.get_ref();
        let is_mover = thing >= self.bodies.len();
        if let (true, Some(name)) = (!is_mover, &keys.mover) {
            let message = format!("`{}` is a body: write `body = \"{0}\"`", name.get_ref());
            return Err(self.source.problem(name.span(), message));
        }
        let of_both = |want: &Want| {
            matches!(
                want,
                Want::Position(..)
                    | Want::Velocity(..)
                    | Want::Size(_)
                    | Want::Still(_)
                    | Want::Path(_)
                    | Want::Offset(..)
                    | Want::Gone(_)
            )
        };
        let of_mover = |want: &Want| matches!(want, Want::Moved(..));
        if wants.iter().any(|(_, want)| !of_both(want) && of_mover(want) != is_mover) {
            let message = if is_mover {
                "the expectations of a mover are `at`, `x`, `y`, `velocity`, `vx`, `vy`, `size`, `still`, \
                 `path`, `offset`, `moved` and `gone`"
            } else {
                "`moved` is an expectation of movers: write `mover = \"...\"`"
            };
            return Err(self.source.problem(expect.span(), message));
        }
        Ok(())
    }

    /// A speed of px/s, as precise as the file has it.
    pub(crate) fn speed(&self, speed: &Spanned<f64>) -> Result<f64, Problem> {
        single(self.source, *speed.get_ref(), speed.span())?;
        Ok(*speed.get_ref())
    }

    /// Both of a pair by [`speed`](Self::speed).
    pub(crate) fn speeds(&self, pair: &Spanned<Exactly<f64, 2>>) -> Result<[f64; 2], Problem> {
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
            face: keys.face.map(Direction::from),
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

impl From<JumpWord> for JumpKind {
    fn from(word: JumpWord) -> JumpKind {
        match word {
            JumpWord::Floor => JumpKind::Floor,
            JumpWord::Coyote => JumpKind::Coyote,
            JumpWord::Wall => JumpKind::Wall,
            JumpWord::Air => JumpKind::Air,
            JumpWord::Grip => JumpKind::Grip,
            JumpWord::Stroke => JumpKind::Stroke,
            JumpWord::Spring => JumpKind::Spring,
        }
    }
}

/// The wants of one table, with the lines they stand in.
struct Wants<'a> {
    reader: &'a Reader<'a>,
    within: Option<f64>,
    list: Vec<(usize, Want)>,
    /// Where each of them stands.
    spans: Vec<Range<usize>>,
}

impl Wants<'_> {
    fn add<T>(&mut self, key: &Spanned<T>, want: Want) {
        self.list.push((self.reader.source.line(key.span().start), want));
        self.spans.push(key.span());
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
            for (axis, speed) in self.reader.speeds(velocity)?.into_iter().enumerate() {
                self.add(velocity, Want::Velocity(axis, speed));
            }
        }
        for (axis, speed) in [&keys.vx, &keys.vy].into_iter().enumerate() {
            if let Some(speed) = speed {
                self.add(speed, Want::Velocity(axis, self.reader.speed(speed)?));
            }
        }
        type Make = fn(usize, f64) -> Want;
        let shifts: [(_, Make); 3] =
            [(&keys.pushed, Want::Pushed), (&keys.corrected, Want::Corrected), (&keys.moved, Want::Moved)];
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

    fn flags(&mut self, keys: &ExpectKeys) -> Result<(), Problem> {
        type Make = fn(bool) -> Want;
        let flags: [(_, Make); 10] = [
            (&keys.on_floor, Want::OnFloor),
            (&keys.on_wall, Want::OnWall),
            (&keys.on_ceiling, Want::OnCeiling),
            (&keys.stuck, Want::Stuck),
            (&keys.done, Want::Done),
            (&keys.still, Want::Still),
            (&keys.floor_one_way, Want::FloorOneWay),
            (&keys.gone, Want::Gone),
            (&keys.dashing, Want::Dashing),
            (&keys.wall_sliding, Want::WallSliding),
        ];
        for (flag, make) in flags {
            if let Some(flag) = flag {
                self.add(flag, make(*flag.get_ref()));
            }
        }
        let normals = [&keys.floor_normal, &keys.wall_normal, &keys.ceiling_normal];
        for (side, normal) in model::Side::ALL.into_iter().zip(normals) {
            if let Some(normal) = normal {
                self.add(normal, Want::Normal(side, self.reader.normal(normal, true)?));
            }
        }
        if let Some(touches) = &keys.touches {
            let has = |side: Direction| {
                touches.get_ref().iter().any(|&named: &Side| Direction::from(named) == side)
            };
            self.add(touches, Want::Touches(Direction::ALL.map(has)));
        }
        Ok(())
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
        if let Some(hits) = &keys.body_hits {
            let wanted =
                hits.get_ref().iter().map(|hit| self.reader.body_hit(hit)).collect::<Result<_, _>>()?;
            self.add(hits, Want::BodyHits(wanted));
        }
        if let Some(count) = &keys.body_hit_count {
            self.add(count, Want::BodyHitCount(*count.get_ref()));
        }
        if let Some(events) = &keys.events {
            let EventKeys {
                floor_begin,
                floor_end,
                corner_corrected,
                overlapped,
                rejected,
                squish_begin,
                squish_end,
            } = events.get_ref();
            let counts =
                [floor_begin, floor_end, corner_corrected, overlapped, rejected, squish_begin, squish_end];
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

    fn riding(&mut self, keys: &ExpectKeys) -> Result<(), Problem> {
        if let Some(offset) = &keys.offset {
            let other = self.reader.thing(&offset.get_ref().from)?;
            for (axis, px) in offset.get_ref().by.0.iter().enumerate() {
                let goal = self.goal(px)?;
                self.add(px, Want::Offset(other, axis, goal));
            }
        }
        if let Some(lift) = &keys.lift {
            for (axis, speed) in self.reader.speeds(lift)?.into_iter().enumerate() {
                self.add(lift, Want::Lift(axis, speed));
            }
        }
        self.senses(keys)?;
        if let Some(jumps) = &keys.jumps {
            self.add(jumps, Want::Jumps(jumps.get_ref().iter().map(|&word| word.into()).collect()));
        }
        if let Some(name) = &keys.pushed_by {
            let nobody = name.get_ref().is_empty();
            let by = if nobody { None } else { Some(self.reader.thing(name)?) };
            self.add(name, Want::PushedBy(by));
        }
        type Make = fn(Vec<SquishWant>) -> Want;
        let lists: [(_, Make); 2] =
            [(&keys.squish_begins, Want::SquishBegins), (&keys.squishes, Want::Squishes)];
        for (list, make) in lists {
            if let Some(list) = list {
                let wanted = list.get_ref().iter().map(|squish| self.squish(squish.get_ref()));
                let wanted = wanted.collect::<Result<_, _>>()?;
                self.add(list, make(wanted));
            }
        }
        Ok(())
    }

    fn senses(&mut self, keys: &ExpectKeys) -> Result<(), Problem> {
        if let Some(list) = &keys.senses {
            let wanted = list.get_ref().iter().map(|entry| self.sense(entry)).collect::<Result<_, _>>()?;
            self.add(list, Want::Senses(wanted));
        }
        if let Some(names) = &keys.inside {
            let mut inside = Vec::new();
            for name in names.get_ref() {
                inside.push(self.reader.sensor(name)?);
            }
            inside.sort_unstable();
            if inside.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(self
                    .reader
                    .source
                    .problem(names.span(), "`inside` names a sensor twice; remove one"));
            }
            self.add(names, Want::Inside(inside));
        }
        if let Some(cells) = &keys.tiles {
            let wanted = self.reader.floor_cells(cells)?;
            self.add(cells, Want::Tiles(wanted));
        }
        Ok(())
    }

    fn sense(&self, entry: &Spanned<SenseKeys>) -> Result<SenseWant, Problem> {
        let keys = entry.get_ref();
        let given = [(Passage::Enter, &keys.enter), (Passage::Stay, &keys.stay), (Passage::Exit, &keys.exit)];
        let mut given = given.into_iter().filter_map(|(passage, name)| Some((passage, name.as_ref()?)));
        let (Some((passage, name)), None) = (given.next(), given.next()) else {
            let message = "one of `enter`, `stay` and `exit` names a region, or a body that senses others";
            return Err(self.reader.source.problem(entry.span(), message));
        };
        let fraction = self.reader.fraction(keys.fraction.as_ref())?;
        Ok(SenseWant { passage, sensor: self.reader.sensor(name)?, fraction })
    }

    fn squish(&self, keys: &SquishKeys) -> Result<SquishWant, Problem> {
        Ok(SquishWant {
            by: self.reader.thing(&keys.by)?,
            direction: keys.direction.into(),
            depth: self.goal(&keys.depth)?,
        })
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
