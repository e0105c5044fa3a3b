//! Refuses expectations that cannot fail, and keys that have no effect.

use super::fact::{EVENTS, Fact, Needs, Of, Told};
use super::format::Step as StepKeys;
use super::model::Want;
use super::read_expect::{Given, Table};
use super::reader::{Reader, Valid};
use tilephys::check::located::quoted;
use toml::Spanned;

impl Reader<'_> {
    /// Refuses expectations of bodies on movers, and the reverse.
    pub(crate) fn check_wants(&self, table: &Table, thing: usize, wants: &[Want]) -> Valid<()> {
        let is_mover = thing >= self.bodies.len();
        let name = table.mover.as_ref().filter(|_| !is_mover);
        let message = format_args!("`{0}` is a body: write `body = \"{0}\"`", self.names.things[thing]);
        self.refuse(name.map(Spanned::span), message, "")?;
        let other = if is_mover { Of::Body } else { Of::Mover };
        let Some(want) = wants.iter().find(|want| want.fact.of == other) else { return Ok(()) };
        let message = if is_mover {
            let keys = Fact::keys(|fact| fact.of != Of::Body);
            format!("the expectations of a mover are {}", quoted(keys))
        } else {
            format!("`{}` is an expectation of movers: write `mover = \"...\"`", want.fact.key())
        };
        Err(self.source.problem(table.span.clone(), message))
    }

    /// Refuses keys that the step has no result for.
    pub(crate) fn check_told(&self, table: &Table, step: &StepKeys) -> Valid<()> {
        for given in &table.given {
            let told = given.facts[0].told;
            let message = format_args!("`{}` needs {}, and this step has none", given.key, told.names());
            let help = "ask for it in such a step, or remove it";
            self.ensure(is_told(told, step), given.value.span(), message, help)?;
            self.check_events(given, step)?;
        }
        Ok(())
    }

    /// Refuses a table of no events, and events that only ticks report in another step.
    fn check_events(&self, given: &Given, step: &StepKeys) -> Valid<()> {
        let Some(counts) = given.value.get_ref().as_table().filter(|_| given.key == EVENTS) else {
            return Ok(());
        };
        let help = "name one with its count, as in `events = { floor_begin = 1 }`";
        self.ensure(!counts.is_empty(), given.value.span(), "`events` names no event", help)?;
        let is_missing = |fact: &&Fact| counts.contains_key(fact.name) && !is_told(fact.told, step);
        let Some(fact) = given.facts.iter().find(is_missing) else { return Ok(()) };
        let message = format!("`{}` needs {}, and this step has none", fact.name, fact.told.names());
        let of_move = given.facts.iter().filter(|fact| fact.told == Told::Motion);
        let names: Vec<String> = of_move.map(|fact| format!("`{}`", fact.name)).collect();
        let help = match names.split_last() {
            Some((last, first)) => format!("a `move` reports {} and {last}", first.join(", ")),
            None => String::new(),
        };
        Err(self.source.problem(given.value.span(), message).with_help(help))
    }

    /// Refuses expectations that the file's own settings make idle.
    pub(crate) fn check_sense(&self, table: &Table, thing: usize) -> Valid<()> {
        let message = "this table has no expectations";
        let help = "give it keys such as `at = [x, y]`, or remove it";
        self.ensure(!table.given.is_empty(), table.span.clone(), message, help)?;
        let is_measured = table.given.iter().any(|given| given.facts[0].form.is_measured());
        let within = table.within.as_ref().filter(|_| !is_measured);
        let message =
            "`within` is the tolerance of positions, velocities and fractions, and the table has none";
        self.refuse(within.map(Spanned::span), message, "remove it")?;
        table.given.iter().try_for_each(|given| self.check_needs(given, thing))
    }

    /// Refuses a key about what the file does not have.
    fn check_needs(&self, given: &Given, thing: usize) -> Valid<()> {
        let key = given.key;
        let body = self.bodies.get(thing);
        let own = &*self.names.things[thing];
        let from = given.value.get_ref().get("from").filter(|from| from.get_ref().as_str() == Some(own));
        let (message, help) = match (given.facts[0].needs, body) {
            (Needs::Feel, Some(body)) if body.feel.is_none() => (
                format!("`{key}` is only for characters, and `{}` has no `feel`", body.name),
                "give the body `feel = \"celeste\"` or another preset, or remove it",
            ),
            (Needs::Tiles, Some(body)) if !body.profile.report_tiles => (
                format!("`{}` does not report tiles, so `{key}` cannot fail", body.name),
                "give the body `report_tiles = true`, or remove it",
            ),
            (Needs::HurtBox, Some(body)) if body.kit.hurt_box.is_none() => (
                format!("nothing hurts `{}`, which has no `hurt_box`", body.name),
                "give the body `hurt_box = {}`, or remove this",
            ),
            (Needs::Sensors, _)
                if self.regions.is_empty() && self.bodies.iter().all(|body| body.profile.sensor == 0) =>
            {
                (
                    "the file has no `[[region]]` and no body with `sensor`: nothing senses".to_owned(),
                    "add one, or remove this",
                )
            }
            _ if from.is_some() => (
                format!("the offset of `{own}` from itself is always 0"),
                "name another body or mover in `from`",
            ),
            _ => return Ok(()),
        };
        let span = from.map_or(given.value.span(), Spanned::span);
        Err(self.source.problem(span, message).with_help(help))
    }
}

/// True if the step has facts of this kind as a result.
fn is_told(told: Told, step: &StepKeys) -> bool {
    let moves = step.by.is_some();
    let ticks = step.ticks.is_some();
    match told {
        Told::Any => true,
        Told::Move => moves,
        Told::Motion => moves || ticks,
        Told::Ticks => ticks,
        Told::Asked => {
            step.resize.is_some() || step.drop_through.as_ref().is_some_and(|drop| *drop.get_ref())
        }
    }
}
