//! Prints the result of a case to the terminal.

use super::format_bodies::Hold;
use super::judge::{Difference, Tolerances};
use super::look::{EventName, Look, Side, Trace};
use super::model::{Action, BodyOrder, Order, Scenario, Step, jump_name};
use super::number::{px, shown};
use super::picture::{Scene, draw};
use super::variants::Departure;
use super::words::{body_hit_shown, hit_shown, passage_shown, sides_shown, squish_shown, surface_shown};
use std::fmt::Write;

/// Result of one scenario.
pub(crate) struct Outcome {
    /// Number of variants that ran, including the scenario as written.
    pub(crate) run: usize,
    pub(crate) failures: Vec<Failure>,
    pub(crate) departures: Vec<Departure>,
    /// Differences in other orders of adding, and in replays, in words.
    pub(crate) disorders: Vec<String>,
}

/// First failure of a table of expectations.
pub(crate) struct Failure {
    pub(crate) step: usize,
    /// First repeat that it covers: one repeat, or all up to the last.
    pub(crate) from: usize,
    pub(crate) repeat: usize,
    pub(crate) thing: usize,
    pub(crate) differences: Vec<Difference>,
    /// Number of later repeats in which it failed too.
    pub(crate) more: usize,
}

impl Outcome {
    /// Number of variants that passed.
    pub(crate) fn passed(&self) -> usize {
        // A variant that equals the scenario as written shares its failures.
        if self.failures.is_empty() { self.run - self.departures.len() } else { 0 }
    }

    pub(crate) fn is_good(&self) -> bool {
        self.passed() == self.run && self.disorders.is_empty()
    }
}

/// Headline of a case.
pub(crate) fn headline(scenario: &Scenario, outcome: &Outcome) -> String {
    let word = if outcome.is_good() { "ok  " } else { "FAIL" };
    let (id, title) = (&scenario.id, &scenario.title);
    format!("{word}  {id:<5} {:>2} of {:>2}  {title}", outcome.passed(), outcome.run)
}

/// Report of all failures of a case.
pub(crate) fn failures(scenario: &Scenario, trace: &Trace, outcome: &Outcome) -> String {
    let (mut text, mut drawn) = (String::new(), String::new());
    for failure in &outcome.failures {
        let place = failure.differences.first().map_or(0, |d| d.line);
        let _ = writeln!(
            text,
            "\n{}:{place}: {}, {}",
            scenario.source.name,
            scenario.id,
            when(scenario, failure.step, failure.repeat, failure.thing)
        );
        text += &table(&failure.differences, ["expected", "got"]);
        if failure.more > 0 {
            let _ = writeln!(text, "  and in {} later repeats", failure.more);
        }
        let scene = Scene {
            scenario,
            trace,
            thing: failure.thing,
            step: failure.step,
            from: failure.from,
            to: failure.repeat,
        };
        let drawing = picture(&scene);
        if drawing != drawn {
            let _ = write!(text, "\n{drawing}");
            drawn = drawing;
        }
    }
    for departure in outcome.departures.iter().take(TOLD) {
        let _ = writeln!(
            text,
            "\n{}:{}: {} {}, {}",
            scenario.source.name,
            scenario.steps[departure.step].line,
            scenario.id,
            departure.variant.name(),
            when(scenario, departure.step, departure.repeat, departure.thing)
        );
        text += &table(&departure.differences, ["as written", "in this variant"]);
    }
    if outcome.departures.len() > TOLD {
        let _ = writeln!(text, "\n  and {} more variants", outcome.departures.len() - TOLD);
    }
    if let Some(first) = outcome.departures.first() {
        let (thing, step, repeat) = (first.thing, first.step, first.repeat);
        let scene = Scene { scenario, trace, thing, step, from: repeat, to: repeat };
        let _ = write!(text, "\n  As written:\n{}", picture(&scene));
    }
    for disorder in &outcome.disorders {
        let _ = writeln!(text, "\n{}: {} {disorder}", scenario.source.name, scenario.id);
    }
    text.push('\n');
    text
}

/// Indented picture with its legend.
fn picture(scene: &Scene) -> String {
    let drawing = draw(scene);
    let mut text: String =
        drawing.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect();
    let repeats = scene.trace.steps[scene.step].len();
    let span = match (scene.from, scene.to) {
        (0, to) if to + 1 == repeats => "the step".to_owned(),
        (from, to) if from == to => format!("repeat {}", to + 1),
        (from, to) => format!("repeats {} to {}", from + 1, to + 1),
    };
    let _ = writeln!(text, "    S: body before {span}, +: on its way, E: after it");
    text
}

/// Step and repeat, in words.
fn when(scenario: &Scenario, step: usize, repeat: usize, thing: usize) -> String {
    let plan = &scenario.steps[step];
    let input = input(scenario, plan);
    let repeat = match (&plan.action, plan.times) {
        (_, 1) => String::new(),
        (Action::Tick, times) => format!(", tick {} of {times}", repeat + 1),
        (_, times) => format!(", move {} of {times}", repeat + 1),
    };
    let thing = match (scenario.bodies.get(thing), scenario.bodies.len()) {
        (Some(_), 1) => String::new(),
        (Some(body), _) => format!(", body `{}`", body.name),
        (None, _) => format!(", mover `{}`", scenario.thing(thing)),
    };
    format!("step {} ({input}){repeat}{thing}", step + 1)
}

/// Input of a step, in words.
fn input(scenario: &Scenario, step: &Step) -> String {
    let input = match &step.action {
        Action::Move(by) => format!("move {}, {}", by.x, by.y),
        Action::Tick => "tick".to_owned(),
        Action::Set(cells) => format!("set {} cells", cells.len()),
        Action::Resize(size) => format!("resize {}, {}", px(size.x), px(size.y)),
        Action::Look => "look".to_owned(),
    };
    let input = if step.drop_through { input + ", drop through" } else { input };
    let names = ["vx", "vy"].into_iter().zip(step.velocity);
    let input = names.fold(input, |text, (name, speed)| match speed {
        Some(speed) => format!("{text}, {name} {speed}"),
        None => text,
    });
    let input =
        if step.hold == Hold::default() { input } else { format!("{input}, hold {}", hold_shown(step.hold)) };
    let input = step.bodies.iter().fold(input, |text, order| text + &body_order_shown(scenario, order));
    let input = step.gravity.map_or(input.clone(), |pull| format!("{input}, gravity {pull}"));
    let regions = step.regions.iter().map(|(region, at, _)| (&scenario.regions[*region].name, at));
    let input = regions.fold(input, |text, (name, at)| format!("{text}, region `{name}` at {}", shown(*at)));
    step.orders.iter().fold(input, |text, order| format!("{text}, {}", order_shown(scenario, order)))
}

fn hold_shown(hold: Hold) -> String {
    let axes = [("along", hold.along), ("upward", hold.upward)];
    let axes = axes.into_iter().filter(|axis| axis.1 != 0.0).map(|(name, value)| format!("{name} {value}"));
    let buttons = [("jump", hold.jump), ("dash", hold.dash), ("grab", hold.grab)];
    let buttons = buttons.into_iter().filter(|button| button.1).map(|button| button.0.to_owned());
    let ladder = hold.ladder.then(|| "ladder".to_owned());
    let flows = [("water", hold.water), ("thrown", hold.thrown)];
    let flows = flows.into_iter().filter_map(|(name, v)| v.map(|[x, y]| format!("{name} {x}, {y}")));
    axes.chain(buttons).chain(ladder).chain(flows).collect::<Vec<_>>().join(" ")
}

fn body_order_shown(scenario: &Scenario, order: &BodyOrder) -> String {
    let mut text = format!(", body `{}`", scenario.bodies[order.body].name);
    for (flag, word) in [(order.spawn, " spawned"), (order.despawn, " despawned")] {
        text += if flag { word } else { "" };
    }
    if let Some(place) = order.place {
        let _ = write!(text, " placed at {}", shown(place));
    }
    if let Some(velocity) = order.velocity {
        let _ = write!(text, " velocity {velocity}");
    }
    if let Some(scale) = order.time_scale {
        let _ = write!(text, " time scale {scale}");
    }
    if let Some(ticks) = order.hit_stop {
        let _ = write!(text, " stopped for {ticks} ticks");
    }
    for (other, word) in [(order.ignore, "ignores"), (order.stop_ignoring, "ignores no longer")] {
        if let Some(other) = other {
            let _ = write!(text, " {word} `{}`", scenario.bodies[other].name);
        }
    }
    if let Some(hold) = order.hold {
        let _ = write!(text, " hold {}", hold_shown(hold));
    }
    text
}

fn order_shown(scenario: &Scenario, order: &Order) -> String {
    let mut text = format!("mover `{}`", scenario.movers[order.mover].name);
    if order.remove {
        text += " removed";
    }
    if let Some(place) = order.place {
        let _ = write!(text, " placed at {}", shown(place));
    }
    if let Some(velocity) = order.velocity {
        let _ = write!(text, " velocity {velocity}");
    }
    if let Some(first) = order.move_to.first() {
        let _ = write!(text, " to {}", shown(*first));
        if order.move_to.len() > 1 {
            let _ = write!(text, " and {} more places", order.move_to.len() - 1);
        }
    }
    text
}

/// Table of differences in columns.
fn table(differences: &[Difference], heads: [&str; 2]) -> String {
    let lines = differences.iter().any(|d| d.line > 0);
    let line = |d: &Difference| if d.line > 0 { format!("line {}", d.line) } else { String::new() };
    let mut rows = vec![[String::new(), String::new(), heads[0].to_owned(), heads[1].to_owned()]];
    rows.extend(differences.iter().map(|d| [line(d), d.what.clone(), d.expected.clone(), d.got.clone()]));
    let width = |k: usize| rows.iter().map(|row| row[k].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut text = String::new();
    for [line, what, expected, got] in &rows {
        let first = if lines { format!("  {line:<0$}", widths[0]) } else { String::new() };
        let row = format!("{first}  {what:<0$}  {expected:<1$}  {got}", widths[1], widths[2]);
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

/// Maximum number of repeats at the start and at the end of a long step, and of differing variants, that are
/// printed in full.
const TOLD: usize = 3;

/// Explanation of every step of a case, as written.
pub(crate) fn explanation(scenario: &Scenario, trace: &Trace) -> String {
    let mut text = String::new();
    for body in &scenario.bodies {
        let (name, at, size) = (&body.name, shown(body.position), shown(body.size));
        let _ = writeln!(text, "  {name}: at {at}, size {size}, velocity {}", body.velocity);
    }
    for mover in &scenario.movers {
        let (name, at, size) = (&mover.name, shown(mover.position), shown(mover.size));
        let _ = writeln!(text, "  mover {name}: at {at}, size {size}, velocity {}", mover.velocity);
    }
    for (index, (step, repeats)) in scenario.steps.iter().zip(&trace.steps).enumerate() {
        let reasons = &trace.reasons[index];
        let times = if step.times > 1 { format!(", {} times", step.times) } else { String::new() };
        let _ = writeln!(text, "\n  step {}: {}{times}", index + 1, input(scenario, step));
        let last = repeats.len();
        for (repeat, looks) in repeats.iter().enumerate() {
            if last > 2 * TOLD + 1 && (TOLD..last - TOLD).contains(&repeat) {
                if repeat == TOLD {
                    let _ = writeln!(text, "    ... {} more", last - 2 * TOLD);
                }
                continue;
            }
            let things = looks.len();
            for (place, (name, look)) in scenario.things().zip(looks).enumerate() {
                let name = if things > 1 { format!("{name} ") } else { String::new() };
                if place >= scenario.bodies.len() {
                    let _ = writeln!(text, "    {:>4}  {name}{}", repeat + 1, mover_shown(look));
                    continue;
                }
                let _ = writeln!(text, "    {:>4}  {name}{}", repeat + 1, look_shown(scenario, look));
                for hit in &look.hits {
                    let _ = writeln!(text, "          hit: {}", hit_shown(scenario, hit));
                }
                for hit in &look.body_hits {
                    let _ = writeln!(text, "          body hit: {}", body_hit_shown(scenario, hit));
                }
                for line in reasons[repeat][place].lines() {
                    let _ = writeln!(text, "          | {line}");
                }
            }
        }
        text.push('\n');
        let to = repeats.len() - 1;
        text += &picture(&Scene { scenario, trace, thing: step.body, step: index, from: 0, to });
    }
    text.push('\n');
    text
}

fn mover_shown(look: &Look) -> String {
    if look.gone {
        return "gone".to_owned();
    }
    format!("({}, {})  moved {}", px(look.position.x), px(look.position.y), shown(look.moved))
}

fn look_shown(scenario: &Scenario, look: &Look) -> String {
    if look.gone {
        return "gone".to_owned();
    }
    let mut text = format!("({}, {})", px(look.position.x), px(look.position.y));
    let _ = write!(text, "  velocity ({}, {})", look.velocity.x, look.velocity.y);
    let _ = write!(text, "  touches {}", sides_shown(&look.touches));
    for (flag, name) in [
        (look.on_floor, "on_floor"),
        (look.on_wall, "on_wall"),
        (look.on_ceiling, "on_ceiling"),
        (look.stuck, "stuck"),
    ] {
        if flag {
            let _ = write!(text, ", {name}");
        }
    }
    if look.pushed != glam::IVec2::ZERO {
        let _ = write!(text, ", pushed {}", shown(look.pushed));
    }
    if look.corrected != glam::IVec2::ZERO {
        let _ = write!(text, ", corrected {}", shown(look.corrected));
    }
    if let Some(done) = look.done {
        let _ = write!(text, ", {}", if done { "done" } else { "not done" });
    }
    for (side, surface) in Side::ALL.into_iter().zip(look.surfaces) {
        // Surfaces along an axis are shown by the sides touched.
        if let Some(surface) = surface
            && (surface.normal.x != 0 && surface.normal.y != 0 || surface.one_way)
        {
            let _ = write!(text, ", {} {}", side.key(), surface_shown(surface));
        }
    }
    if look.lift != glam::Vec2::ZERO {
        let _ = write!(text, ", lift {}", look.lift);
    }
    if let Some(by) = look.pushed_by {
        let _ = write!(text, ", pushed by `{}`", scenario.thing(by));
    }
    if let Some(by) = look.hurt_by {
        let _ = write!(text, ", hurt by `{}`", scenario.thing(by));
    }
    for seen in &look.senses {
        let _ = write!(text, ", {}", passage_shown(scenario, *seen));
    }
    if let Some(jump) = look.jump {
        let _ = write!(text, ", jumps off {}", jump_name(jump));
    }
    for (flag, name) in [(look.dashing, "dashing"), (look.wall_sliding, "wall_sliding")] {
        if flag {
            let _ = write!(text, ", {name}");
        }
    }
    for squish in &look.squishes {
        let _ = write!(text, ", crushed {}", squish_shown(scenario, *squish));
    }
    for (name, count) in EventName::ALL.into_iter().zip(look.events) {
        if count > 0 {
            let _ = write!(text, ", {}", name.key());
        }
    }
    text
}

/// Use of tolerances: number of comparisons and largest deviation for each.
pub(crate) fn histogram(tolerances: &Tolerances) -> String {
    let mut text = format!("\n{:>11}  {:>10}  largest deviation\n", "comparisons", "tolerance");
    let _ = writeln!(text, "{:>11}  {:>10}  0", tolerances.exact, "exact");
    for (&bits, &(count, largest)) in &tolerances.used {
        let largest = format!("{largest:.9}");
        let largest = largest.trim_end_matches('0').trim_end_matches('.');
        let _ = writeln!(text, "{count:>11}  {:>10}  {largest}", f64::from_bits(bits));
    }
    text.push('\n');
    text
}
