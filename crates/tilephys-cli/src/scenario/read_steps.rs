//! Validates the steps of a file. Refuses steps that do nothing, and what they ask of movers that are gone.

use super::format::{Name, Step as StepKeys};
use super::model::{Action, Step};
use super::reader::{Reader, Valid, keys};
use toml::Spanned;
use toml::de::DeValue;

/// Repeats that all steps of a file may have together, and cells that one list may name: bound what a file may cost.
pub(crate) const MOST_REPEATS: u32 = 100_000;

impl Reader<'_> {
    pub(crate) fn steps(&self) -> Valid<Vec<Step>> {
        let mut repeats = 0u32;
        let mut steps = Vec::new();
        for (place, step) in self.file.step.iter().enumerate() {
            let read = self.step(place, step)?;
            repeats = repeats.saturating_add(read.times);
            let message = format_args!(
                "the file has more than {MOST_REPEATS} moves and ticks in all: {repeats} with this step"
            );
            let StepKeys { ticks, times, .. } = step.get_ref();
            let span = ticks.as_ref().or(times.as_ref()).map_or(step.span(), Spanned::span);
            let help = "repeat less often, or make two files of it";
            self.ensure(repeats <= MOST_REPEATS, span, message, help)?;
            steps.push(read);
        }
        self.check_steps(&steps)?;
        Ok(steps)
    }

    fn step(&self, place: usize, step: &Spanned<StepKeys>) -> Valid<Step> {
        let keys = step.get_ref();
        let (action, times) = self.action(keys)?;
        let body = self.body_or(keys.body.as_ref(), 0)?;
        let hold = keys.hold.as_ref().map(|hold| self.hold_of(hold, keys, body));
        let mut read = Step {
            span: step.span(),
            line: self.source.line(step.span().start),
            body,
            velocity: self.velocity(keys, &action)?,
            drop_through: self.drop_through(keys, &action)?,
            hold: hold.transpose()?.unwrap_or_default(),
            orders: self.read_orders(&keys.movers, keys.ticks.is_some())?,
            bodies: self.body_orders(keys, body)?,
            gravity: keys.gravity.as_ref().map(|pull| self.read_gravity(pull)).transpose()?,
            regions: self.read_region_orders(&keys.regions)?,
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
        let idle = keys.set.as_ref().filter(|set| set.get_ref().is_empty());
        let help = "an entry is `{ cells = [0, 0, 3, 0], tile = \"#\" }`";
        self.refuse(idle.map(Spanned::span), "`set` changes no cell", help)?;
        Ok(read)
    }

    /// The one input of a step and how often it comes.
    fn action(&self, keys: &StepKeys) -> Valid<(Action, u32)> {
        let second = keys!(keys; by, ticks, set, resize).into_iter().flatten().nth(1);
        let message = "a step has one of `move`, `ticks`, `set` and `resize`; make two steps of it";
        self.refuse(second, message, "")?;
        let idle = keys.times.as_ref().filter(|_| keys.by.is_none());
        let message = "`times` repeats a `move`, and there is none in this step";
        self.refuse(idle.map(Spanned::span), message, "")?;
        for (name, count) in [("times", &keys.times), ("ticks", &keys.ticks)] {
            let none = count.as_ref().filter(|count| *count.get_ref() == 0);
            self.refuse(none.map(Spanned::span), format_args!("`{name}` is at least 1"), "")?;
        }
        if let Some(by) = &keys.by {
            let is_alone = self.bodies.iter().all(|body| body.solid.is_none());
            let message = "`move` looks at the map alone, where no body is solid; use `ticks`";
            self.ensure(is_alone, by.span(), message, "")?;
            let is_alone = self.bodies.iter().all(|body| body.profile.collide.is_none());
            let message = "`move` looks at the map alone, without other bodies; use `ticks`";
            self.ensure(is_alone, by.span(), message, "")?;
            let times = keys.times.as_ref().map_or(1, |times| *times.get_ref());
            return Ok((Action::Move(by.get_ref().0), times));
        }
        if let Some(ticks) = &keys.ticks {
            return Ok((Action::Tick, *ticks.get_ref()));
        }
        if let Some(size) = &keys.resize {
            return Ok((Action::Resize(self.read_size(size)?), 1));
        }
        let Some(set) = &keys.set else { return Ok((Action::Look, 1)) };
        let mut cells = Vec::new();
        for fill in set.get_ref() {
            cells.extend(self.cells_of(fill)?);
        }
        self.check_cells(&cells)?;
        Ok((Action::Set(cells), 1))
    }

    fn velocity(&self, keys: &StepKeys, action: &Action) -> Valid<[Option<f32>; 2]> {
        let both = keys.velocity.as_ref();
        let axes = [&keys.vx, &keys.vy];
        let single = axes.iter().find_map(|axis| axis.as_ref()).map(Spanned::span);
        let message = "`velocity` already sets both axes; remove one of them";
        self.refuse(single.clone().filter(|_| both.is_some()), message, "")?;
        let idle = both.map(Spanned::span).or(single).filter(|_| !action.moves());
        let message = "a velocity goes with a `move` or with `ticks`, and this step has neither";
        self.refuse(idle, message, "")?;
        Ok(match both {
            Some(pair) => pair.get_ref().0.to_array().map(Some),
            None => axes.map(|axis| axis.as_ref().map(|speed| *speed.get_ref())),
        })
    }

    fn drop_through(&self, keys: &StepKeys, action: &Action) -> Valid<bool> {
        let Some(drop) = &keys.drop_through else { return Ok(false) };
        let message = "`drop_through` goes with a `move` or with `ticks`, or is a step of its own";
        let is_sound = action.moves() || matches!(action, Action::Look);
        self.ensure(is_sound, drop.span(), message, "")?;
        Ok(*drop.get_ref())
    }

    /// The body of this name, or `plain` without one.
    pub(crate) fn body_or(&self, name: Option<&Name>, plain: usize) -> Valid<usize> {
        let Some(name) = name else { return Ok(plain) };
        let names = self.bodies.iter().map(|body| body.name.as_str());
        self.place_of(name, ["body", "the bodies are"], names)
    }

    /// A region, or after all of them a body.
    pub(crate) fn sensor(&self, name: &Name) -> Valid<usize> {
        let names = self.names.sensors.iter().map(String::as_str);
        self.place_of(name, ["region or body", "there are"], names)
    }

    /// A body, or after all of them a mover.
    pub(crate) fn thing(&self, name: &Name) -> Valid<usize> {
        let names = self.names.things.iter().map(String::as_str);
        self.place_of(name, ["body or mover", "there are"], names)
    }

    /// Refuses what no step of the file can do or find.
    fn check_steps(&self, steps: &[Step]) -> Valid<()> {
        let mut removed: Vec<Option<usize>> = vec![None; self.movers.len()];
        for step in steps {
            for order in &step.orders {
                let name = &self.movers[order.mover].name;
                let span = || order.span.clone();
                if let Some(line) = removed[order.mover] {
                    let message = format!("the mover `{name}` was removed in line {line}");
                    let help = "remove this, or remove the mover later";
                    return Err(self.source.problem(span(), message).with_help(help));
                }
                if order.remove {
                    removed[order.mover] = Some(self.source.line(order.span.start));
                }
                let places = order.move_to.len();
                let ticks = step.times;
                let message =
                    format_args!("`{name}` has {places} places to move to in {ticks} ticks, at one per tick");
                let help = "remove the places that it does not reach, or give the step more `ticks`";
                self.ensure(places <= ticks as usize, span(), message, help)?;
            }
        }
        let away = self.check_there(steps)?;
        self.check_gone(steps, &away, &removed)
    }

    /// Refuses the question whether something is gone that nothing takes away.
    fn check_gone(&self, steps: &[Step], away: &[bool], removed: &[Option<usize>]) -> Valid<()> {
        for expect in steps.iter().flat_map(|step| step.each.iter().chain(&step.last)) {
            let gone = expect.wants.iter().find(|want| want.fact.name == "gone");
            let is_ever = match expect.thing.checked_sub(self.bodies.len()) {
                Some(mover) => removed[mover].is_some(),
                None => away[expect.thing],
            };
            let name = &self.names.things[expect.thing];
            let message = format_args!("no step removes `{name}`, so `gone` cannot fail");
            let help = "a step removes with `movers = [{ mover = \"...\", remove = true }]`, or with \
                        `despawn` in `bodies`";
            let idle = gone.filter(|_| !is_ever).map(|gone| gone.span.clone());
            self.refuse(idle, message, help)?;
        }
        Ok(())
    }
}
