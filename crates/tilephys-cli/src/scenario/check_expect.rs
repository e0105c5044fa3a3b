//! Refuses expectations that cannot fail, that nothing in the step can meet, or that contradict each other.

use super::fact::{Form, Needs, Over, Told};
use super::format::Step as StepKeys;
use super::format_expect::{Expect as Keys, Given, Raw};
use super::model::{Expect, Want};
use super::read_steps::Reader;
use super::vocabulary::word;
use tilephys::check::located::Problem;
use tilephys::core::Direction;
use toml::Spanned;

impl Reader<'_> {
    /// Refuses an empty table, and keys that the step has no result for.
    pub(crate) fn check_told(&self, table: &Spanned<Keys>, step: &StepKeys) -> Result<(), Problem> {
        let keys = table.get_ref();
        for given in &keys.given {
            let told = given.facts[0].told;
            if !is_told(told, step) {
                let message = format!("`{}` needs {}, and this step has none", given.key, told.names());
                let help = "ask for it in such a step, or remove it";
                return Err(self.source.problem(given.span.clone(), message).with_help(help));
            }
            self.check_events(given, step)?;
        }
        for pair in keys.given.iter().filter(|given| given.facts.len() == 2) {
            let is_axis = |given: &&Given| {
                given.facts.len() == 1 && pair.facts.iter().any(|fact| fact.name == given.key)
            };
            if let Some(single) = keys.given.iter().find(is_axis) {
                let message = format!("`{}` already gives `{}`; remove one of them", pair.key, single.key);
                return Err(self.source.problem(single.span.clone(), message));
            }
        }
        Ok(())
    }

    /// Refuses a table of no events, and events that only ticks report in another step.
    fn check_events(&self, given: &Given, step: &StepKeys) -> Result<(), Problem> {
        let Raw::Events(events) = &given.value else { return Ok(()) };
        let counts = &events.get_ref().0;
        if counts.is_empty() {
            let help = "name one with its count, as in `events = { floor_begin = 1 }`";
            return Err(self.source.problem(events.span(), "`events` names no event").with_help(help));
        }
        let Some((fact, _)) = counts.iter().find(|(fact, _)| !is_told(fact.told, step)) else {
            return Ok(());
        };
        let message = format!("`{}` needs {}, and this step has none", fact.name, fact.told.names());
        let of_move = given.facts.iter().filter(|fact| fact.told == Told::Motion);
        let names: Vec<String> = of_move.map(|fact| format!("`{}`", fact.name)).collect();
        let help = match names.split_last() {
            Some((last, first)) => format!("a `move` reports {} and {last}", first.join(", ")),
            None => String::new(),
        };
        Err(self.source.problem(events.span(), message).with_help(help))
    }

    /// Refuses expectations that the file's own settings make impossible or idle.
    pub(crate) fn check_sense(&self, table: &Spanned<Keys>, expect: &Expect) -> Result<(), Problem> {
        let keys = table.get_ref();
        if expect.wants.is_empty() {
            let message = "this table has no expectations";
            let help = "give it keys such as `at = [x, y]`, or remove it";
            return Err(self.source.problem(table.span(), message).with_help(help));
        }
        if let Some(within) = &keys.within
            && !expect.wants.iter().any(|want| want.fact.form.is_measured())
        {
            let message =
                "`within` is the tolerance of positions, velocities and fractions, and the table has none";
            return Err(self.source.problem(within.span(), message).with_help("remove it"));
        }
        for given in &keys.given {
            self.check_needs(given, expect.thing)?;
            if let Raw::Offset(offset) = &given.value
                && self.thing(&offset.get_ref().from)? == expect.thing
            {
                let message =
                    format!("the offset of `{}` from itself is always 0", offset.get_ref().from.get_ref());
                let help = "name another body or mover in `from`";
                return Err(self.source.problem(offset.get_ref().from.span(), message).with_help(help));
            }
        }
        Ok(())
    }

    /// Refuses a key about what the file does not have.
    fn check_needs(&self, given: &Given, thing: usize) -> Result<(), Problem> {
        let key = &given.key;
        let body = self.bodies.get(thing);
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
            _ => return Ok(()),
        };
        Err(self.source.problem(given.span.clone(), message).with_help(help))
    }

    /// Refuses tables of one step that contradict each other.
    pub(crate) fn check_agree(
        &self,
        each: Option<&Expect>,
        last: &[Expect],
        repeats: u32,
    ) -> Result<(), Problem> {
        let mut known: Vec<Asked> = Vec::new();
        for (expect, is_each) in
            each.into_iter().map(|each| (each, true)).chain(last.iter().map(|e| (e, false)))
        {
            let up = self.bodies.get(expect.thing).map(|body| body.profile.movement.up);
            for want in &expect.wants {
                let places = want.rows.iter().map(|row| row.number).max().unwrap_or(0);
                if want.fact.form == Form::Path && places != repeats as usize {
                    let message = format!("`path` needs {repeats} places, not {places}");
                    let help = "it has one place for each repeat of the step";
                    return Err(self.source.problem(want.span.clone(), message).with_help(help));
                }
                let asked = Asked { expect, is_each, want, up };
                if let Some(other) = known.iter().find(|other| other.contradicts(&asked)) {
                    let name = &self.names.things[expect.thing];
                    let key = want.fact.key();
                    let known = other.want.fact.key();
                    let line = other.want.line;
                    let message = format!("`{key}` contradicts `{known}` of `{name}` in line {line}");
                    let help = "both are about one moment: remove the wrong one";
                    return Err(self.source.problem(want.span.clone(), message).with_help(help));
                }
                known.push(asked);
            }
        }
        Ok(())
    }
}

/// Expectation, with its table.
struct Asked<'a> {
    expect: &'a Expect,
    is_each: bool,
    want: &'a Want,
    /// Up direction of a body.
    up: Option<Direction>,
}

impl Asked<'_> {
    /// True if no run can meet both. `each` is about one repeat, so its counts and lists say nothing of all repeats.
    fn contradicts(&self, other: &Asked) -> bool {
        if self.expect.thing != other.expect.thing {
            return false;
        }
        let within = self.expect.within.unwrap_or(0.0) + other.expect.within.unwrap_or(0.0);
        let is_one_time = self.is_each == other.is_each;
        let a = self.want;
        let b = other.want;
        if std::ptr::eq(a.fact, b.fact) {
            return a.is_apart(b, within) && (a.fact.over == Over::Last || is_one_time);
        }
        self.states_contradict(a, b, within)
            || self.states_contradict(b, a, within)
            || is_one_time && (counts_contradict(a, b) || counts_contradict(b, a))
    }

    /// True if different facts about one moment cannot be together.
    fn states_contradict(&self, a: &Want, b: &Want, within: f64) -> bool {
        let is_set = matches!(a.first(), Some("true"));
        match (a.fact.name, b.fact.name) {
            ("path", name @ ("x" | "y")) => {
                let last = a.rows.iter().rfind(|row| row.what.ends_with(name));
                last.zip(b.rows.first()).is_some_and(|(last, goal)| last.part.is_apart(&goal.part, within))
            }
            ("floor_one_way" | "on_floor", "floor_normal")
            | ("on_wall", "wall_normal")
            | ("on_ceiling", "ceiling_normal") => is_set && b.first() == Some("none"),
            ("on_floor", "touches") => is_set && self.lacks(b, Direction::opposite),
            ("on_ceiling", "touches") => is_set && self.lacks(b, |up| up),
            _ => false,
        }
    }

    /// True if `touches` has no side on which the flag can come about.
    fn lacks(&self, touches: &Want, side_of: impl Fn(Direction) -> Direction) -> bool {
        let has = |side: &str| touches.first().is_some_and(|sides| sides.split(' ').any(|own| own == side));
        self.up.is_some_and(|up| !has(word(side_of(up))))
    }
}

/// True if a list and a count, or two counts, of different facts differ.
fn counts_contradict(a: &Want, b: &Want) -> bool {
    let (Some(all), Some(count)) = (a.count(), b.count()) else { return false };
    match (a.fact.name, b.fact.name) {
        ("hit_count" | "hits", "x_hits" | "y_hits") => all < count,
        ("hits", "hit_count") | ("body_hits", "body_hit_count") | ("squish_begins", "squish_begin") => {
            all != count
        }
        _ => false,
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
