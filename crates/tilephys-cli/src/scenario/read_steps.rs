//! Validates the steps of a file. Refuses steps that do nothing, and what they ask of movers that are gone.

use super::format::{File, Step as StepKeys};
use super::model::{Action, BodyPlan, MoverPlan, RegionPlan, Step};
use super::names::Names;
use super::read_basics::{keys, place_of, read_gravity, read_size};
use super::read_map::Map;
use super::read_movers::read_orders;
use super::read_regions::read_region_orders;
use tilephys::check::located::{Problem, Source};
use tilephys::core::Direction;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Repeats that all steps of a file may have together, and cells that one list may name: bound what a file may cost.
pub(crate) const MOST_REPEATS: u32 = 100_000;

pub(crate) struct Reader<'a> {
    pub(crate) source: &'a Source,
    pub(crate) tree: &'a DeTable<'a>,
    /// Of the file.
    pub(crate) up: Direction,
    pub(crate) map: &'a Map,
    pub(crate) bodies: &'a [BodyPlan],
    pub(crate) movers: &'a [MoverPlan],
    pub(crate) regions: &'a [RegionPlan],
    pub(crate) names: &'a Names,
}

impl Reader<'_> {
    pub(crate) fn steps(&self, file: &File) -> Result<Vec<Step>, Problem> {
        let mut repeats = 0u32;
        let steps: Vec<Step> = file
            .step
            .iter()
            .enumerate()
            .map(|(place, step)| {
                let read = self.step(place, step)?;
                repeats = repeats.saturating_add(read.times);
                if repeats > MOST_REPEATS {
                    let message = format!(
                        "the file has more than {MOST_REPEATS} moves and ticks in all: {repeats} with this step"
                    );
                    let keys = step.get_ref();
                    let count = keys.ticks.as_ref().or(keys.times.as_ref());
                    let help = "repeat less often, or make two files of it";
                    let span = count.map_or(step.span(), Spanned::span);
                    return Err(self.source.problem(span, message).with_help(help));
                }
                Ok(read)
            })
            .collect::<Result<_, _>>()?;
        self.check_steps(file, &steps)?;
        Ok(steps)
    }

    fn step(&self, place: usize, step: &Spanned<StepKeys>) -> Result<Step, Problem> {
        let keys = step.get_ref();
        let (action, times) = self.action(step)?;
        let body = self.body_or(keys.body.as_ref(), 0)?;
        let gravity = keys.gravity.as_ref().map(|pull| read_gravity(self.source, pull, self.up));
        let hold = keys.hold.as_ref().map(|hold| self.hold_of(hold, keys, body));
        let mut read = Step {
            span: step.span(),
            line: self.source.line(step.span().start),
            body,
            velocity: self.velocity(keys, &action)?,
            drop_through: self.drop_through(keys, &action)?,
            hold: hold.transpose()?.unwrap_or_default(),
            orders: read_orders(self.source, &keys.movers, self.movers, keys.ticks.is_some())?,
            bodies: self.body_orders(keys, body)?,
            gravity: gravity.transpose()?,
            regions: read_region_orders(self.source, &keys.regions, self.regions)?,
            rewind: keys.rewind,
            action,
            times,
            each: None,
            last: Vec::new(),
        };
        let table = self.tree.get("step").and_then(|steps| steps.get_ref().get(place));
        let of_key = |key: &str| table.and_then(|table| table.get_ref().get(key));
        let also = of_key("also").and_then(|also| also.get_ref().as_array()).into_iter().flatten();
        let read_table = |table: &Spanned<DeValue>| self.expect(table, body, keys);
        read.each = of_key("each").map(read_table).transpose()?;
        read.last = of_key("expect").into_iter().chain(also).map(read_table).collect::<Result<_, _>>()?;
        Ok(read)
    }

    /// The one input of a step and how often it comes.
    fn action(&self, step: &Spanned<StepKeys>) -> Result<(Action, u32), Problem> {
        let keys = step.get_ref();
        let given = keys!(keys; by, ticks, set, resize);
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
            if self.bodies.iter().any(|body| body.solid.is_some()) {
                let message = "`move` looks at the map alone, where no body is solid; use `ticks`";
                return Err(self.source.problem(by.span(), message));
            }
            if self.bodies.iter().any(|body| body.profile.collide.is_some()) {
                let message = "`move` looks at the map alone, without other bodies; use `ticks`";
                return Err(self.source.problem(by.span(), message));
            }
            let times = keys.times.as_ref().map_or(Ok(1), |times| at_least_one(times, "times"))?;
            return Ok((Action::Move(by.get_ref().0), times));
        }
        if let Some(ticks) = &keys.ticks {
            return Ok((Action::Tick, at_least_one(ticks, "ticks")?));
        }
        if let Some(resize) = &keys.resize {
            let size = read_size(self.source, resize.get_ref().0, resize.span())?;
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
        let both = keys.velocity.as_ref();
        let axes = [&keys.vx, &keys.vy];
        let single = axes.iter().find_map(|axis| axis.as_ref()).map(Spanned::span);
        if let (Some(_), Some(span)) = (&both, &single) {
            let message = "`velocity` already sets both axes; remove one of them";
            return Err(self.source.problem(span.clone(), message));
        }
        let given = both.map(Spanned::span).or(single);
        if let (Some(span), Action::Set(_) | Action::Resize(_) | Action::Look) = (given, action) {
            let message = "a velocity goes with a `move` or with `ticks`, and this step has neither";
            return Err(self.source.problem(span, message));
        }
        Ok(match both {
            Some(pair) => pair.get_ref().0.to_array().map(Some),
            None => axes.map(|axis| axis.as_ref().map(|speed| *speed.get_ref())),
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

    /// The body of this name, or `plain` without one.
    pub(crate) fn body_or(&self, name: Option<&Spanned<String>>, plain: usize) -> Result<usize, Problem> {
        let Some(name) = name else { return Ok(plain) };
        let names = self.bodies.iter().map(|body| body.name.as_str());
        place_of(self.source, name, ["body", "the bodies are"], names)
    }

    /// A region, or after all of them a body.
    pub(crate) fn sensor(&self, name: &Spanned<String>) -> Result<usize, Problem> {
        let names = self.names.sensors.iter().map(String::as_str);
        place_of(self.source, name, ["region or body", "there are"], names)
    }

    /// A body, or after all of them a mover.
    pub(crate) fn thing(&self, name: &Spanned<String>) -> Result<usize, Problem> {
        let names = self.names.things.iter().map(String::as_str);
        place_of(self.source, name, ["body or mover", "there are"], names)
    }

    /// Refuses what no step of the file can do or find.
    fn check_steps(&self, file: &File, steps: &[Step]) -> Result<(), Problem> {
        let mut removed: Vec<Option<usize>> = vec![None; self.movers.len()];
        for (step, keys) in steps.iter().zip(&file.step) {
            for order in &step.orders {
                let name = &self.movers[order.mover].name;
                if let Some(line) = removed[order.mover] {
                    let message = format!("the mover `{name}` was removed in line {line}");
                    let help = "remove this, or remove the mover later";
                    return Err(self.source.problem(order.span.clone(), message).with_help(help));
                }
                if order.remove {
                    removed[order.mover] = Some(self.source.line(order.span.start));
                }
                if order.move_to.len() > step.times as usize {
                    let places = order.move_to.len();
                    let ticks = step.times;
                    let message =
                        format!("`{name}` has {places} places to move to in {ticks} ticks, at one per tick");
                    let help = "remove the places that it does not reach, or give the step more `ticks`";
                    return Err(self.source.problem(order.span.clone(), message).with_help(help));
                }
            }
            let keys = keys.get_ref();
            if let Some(set) = keys.set.as_ref().filter(|set| set.get_ref().is_empty()) {
                let help = "an entry is `{ cells = [0, 0, 3, 0], tile = \"#\" }`";
                return Err(self.source.problem(set.span(), "`set` changes no cell").with_help(help));
            }
        }
        let away = self.check_there(steps, &file.step)?;
        self.check_gone(steps, &away, &removed)
    }

    /// Refuses the question whether something is gone that nothing takes away.
    fn check_gone(&self, steps: &[Step], away: &[bool], removed: &[Option<usize>]) -> Result<(), Problem> {
        for expect in steps.iter().flat_map(|step| step.each.iter().chain(&step.last)) {
            let gone = expect.wants.iter().find(|want| want.fact.name == "gone");
            let is_ever = match expect.thing.checked_sub(self.bodies.len()) {
                Some(mover) => removed[mover].is_some(),
                None => away[expect.thing],
            };
            if let (Some(gone), false) = (gone, is_ever) {
                let name = &self.names.things[expect.thing];
                let message = format!("no step removes `{name}`, so `gone` cannot fail");
                let help = "a step removes with `movers = [{ mover = \"...\", remove = true }]`, or with \
                            `despawn` in `bodies`";
                return Err(self.source.problem(gone.span.clone(), message).with_help(help));
            }
        }
        Ok(())
    }
}
