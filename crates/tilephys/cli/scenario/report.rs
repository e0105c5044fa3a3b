//! What a reader of the terminal sees of a case.

use super::judge::{Difference, Tolerances};
use super::model::{Action, Scenario, Side, Step};
use super::number::{px, shown};
use super::picture::{Scene, draw};
use super::play::{Look, Trace};
use super::variants::Departure;
use super::words::{hit_shown, sides_shown, surface_shown};
use std::fmt::Write;

/// What became of one scenario.
pub(crate) struct Outcome {
    /// Variants that were run, the one as written among them.
    pub(crate) run: usize,
    pub(crate) failures: Vec<Failure>,
    pub(crate) departures: Vec<Departure>,
}

/// Expectations of one table that were not met, for the first time.
pub(crate) struct Failure {
    pub(crate) step: usize,
    /// The repeats that it is about: one, or all up to the last.
    pub(crate) from: usize,
    pub(crate) repeat: usize,
    pub(crate) body: usize,
    pub(crate) differences: Vec<Difference>,
    /// Later repeats in which it failed as well.
    pub(crate) more: usize,
}

impl Outcome {
    /// Variants in which all was as expected.
    pub(crate) fn passed(&self) -> usize {
        // A variant that goes the way of the one as written shares its failures.
        if self.failures.is_empty() { self.run - self.departures.len() } else { 0 }
    }

    pub(crate) fn is_good(&self) -> bool {
        self.passed() == self.run
    }
}

/// The one line of a case.
pub(crate) fn headline(scenario: &Scenario, outcome: &Outcome) -> String {
    let word = if outcome.is_good() { "ok  " } else { "FAIL" };
    let (id, title) = (&scenario.id, &scenario.title);
    format!("{word}  {id:<5} {:>2} of {:>2}  {title}", outcome.passed(), outcome.run)
}

/// Everything about what went wrong.
pub(crate) fn failures(scenario: &Scenario, trace: &Trace, outcome: &Outcome) -> String {
    let (mut text, mut drawn) = (String::new(), String::new());
    for failure in &outcome.failures {
        let place = failure.differences.first().map_or(0, |d| d.line);
        let _ = writeln!(
            text,
            "\n{}:{place}: {}, {}",
            scenario.source.name,
            scenario.id,
            when(scenario, failure.step, failure.repeat, failure.body)
        );
        text += &table(&failure.differences, ["expected", "got"]);
        if failure.more > 0 {
            let _ = writeln!(text, "  and in {} later repeats", failure.more);
        }
        let scene = Scene {
            scenario,
            trace,
            body: failure.body,
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
            when(scenario, departure.step, departure.repeat, departure.body)
        );
        text += &table(&departure.differences, ["as written", "in this variant"]);
    }
    if outcome.departures.len() > TOLD {
        let _ = writeln!(text, "\n  and {} more variants", outcome.departures.len() - TOLD);
    }
    if let Some(first) = outcome.departures.first() {
        let (body, step, repeat) = (first.body, first.step, first.repeat);
        let scene = Scene { scenario, trace, body, step, from: repeat, to: repeat };
        let _ = write!(text, "\n  As written:\n{}", picture(&scene));
    }
    text.push('\n');
    text
}

/// The picture, moved to the right, and what its letters mean.
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

/// The moment, in words.
fn when(scenario: &Scenario, step: usize, repeat: usize, body: usize) -> String {
    let plan = &scenario.steps[step];
    let input = input(plan);
    let repeat = match (&plan.action, plan.times) {
        (_, 1) => String::new(),
        (Action::Tick, times) => format!(", tick {} of {times}", repeat + 1),
        (_, times) => format!(", move {} of {times}", repeat + 1),
    };
    let body = match scenario.bodies.len() {
        1 => String::new(),
        _ => format!(", body `{}`", scenario.bodies[body].name),
    };
    format!("step {} ({input}){repeat}{body}", step + 1)
}

/// The input of a step, in words.
fn input(step: &Step) -> String {
    let input = match &step.action {
        Action::Move(by) => format!("move {}, {}", by.x, by.y),
        Action::Tick => "tick".to_owned(),
        Action::Set(cells) => format!("set {} cells", cells.len()),
        Action::Resize(size) => format!("resize {}, {}", px(size.x), px(size.y)),
        Action::Look => "look".to_owned(),
    };
    let input = if step.drop_through { input + ", drop through" } else { input };
    let names = ["vx", "vy"].into_iter().zip(step.velocity);
    names.fold(input, |text, (name, speed)| match speed {
        Some(speed) => format!("{text}, {name} {speed}"),
        None => text,
    })
}

/// Differences in columns.
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

/// Repeats at the beginning and at the end of a long step, and variants that depart, that are told one by one.
const TOLD: usize = 3;

/// Every step of a case, as written.
pub(crate) fn explanation(scenario: &Scenario, trace: &Trace) -> String {
    let mut text = String::new();
    for body in &scenario.bodies {
        let (name, at, size) = (&body.name, shown(body.position), shown(body.size));
        let _ = writeln!(text, "  {name}: at {at}, size {size}, velocity {}", body.velocity);
    }
    for (index, (step, repeats)) in scenario.steps.iter().zip(&trace.steps).enumerate() {
        let reasons = &trace.reasons[index];
        let times = if step.times > 1 { format!(", {} times", step.times) } else { String::new() };
        let _ = writeln!(text, "\n  step {}: {}{times}", index + 1, input(step));
        let last = repeats.len();
        for (repeat, looks) in repeats.iter().enumerate() {
            if last > 2 * TOLD + 1 && (TOLD..last - TOLD).contains(&repeat) {
                if repeat == TOLD {
                    let _ = writeln!(text, "    ... {} more", last - 2 * TOLD);
                }
                continue;
            }
            for (place, (plan, look)) in scenario.bodies.iter().zip(looks).enumerate() {
                let name = if scenario.bodies.len() > 1 { format!("{} ", plan.name) } else { String::new() };
                let _ = writeln!(text, "    {:>4}  {name}{}", repeat + 1, look_shown(look));
                for hit in &look.hits {
                    let _ = writeln!(text, "          hit: {}", hit_shown(scenario, hit));
                }
                for line in reasons[repeat][place].lines() {
                    let _ = writeln!(text, "          | {line}");
                }
            }
        }
        text.push('\n');
        let to = repeats.len() - 1;
        text += &picture(&Scene { scenario, trace, body: step.body, step: index, from: 0, to });
    }
    text.push('\n');
    text
}

fn look_shown(look: &Look) -> String {
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
        // Surfaces along an axis are told by the sides touched.
        if let Some(surface) = surface
            && (surface.normal.x != 0 && surface.normal.y != 0 || surface.one_way)
        {
            let _ = write!(text, ", {} {}", side.key(), surface_shown(surface));
        }
    }
    for (name, count) in super::model::EventName::ALL.into_iter().zip(look.events) {
        if count > 0 {
            let _ = write!(text, ", {}", name.key());
        }
    }
    text
}

/// How many numbers were compared with which tolerance, and how far off they were.
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
