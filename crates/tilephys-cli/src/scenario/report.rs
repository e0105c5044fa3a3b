//! Prints the result of a case to the terminal.

use super::fact::{EVENTS, FACTS};
use super::format::Hold;
use super::judge::{Difference, Tolerances};
use super::look::{Look, SeenSurface, Side, Trace};
use super::model::{Action, BodyOrder, Order, Scenario, Step};
use super::number::{px, shown};
use super::picture::{Scene, draw};
use super::variants::Departure;
use super::vocabulary::word;
use super::words::{body_hit_shown, hit_shown, passage_shown, sides_shown, squish_shown, surface_shown};
use glam::{IVec2, Vec2};
use std::fmt::Write;
use tilephys::check::located::Source;

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
    let Scenario { id, title, .. } = scenario;
    format!("{word}  {id:<5} {:>2} of {:>2}  {title}", outcome.passed(), outcome.run)
}

/// Report of all failures of a case.
pub(crate) fn failures(scenario: &Scenario, trace: &Trace, outcome: &Outcome) -> String {
    let mut text = String::new();
    let mut drawn = String::new();
    let Scenario { id, source: Source { name, .. }, .. } = scenario;
    for failure in &outcome.failures {
        let place = failure.differences.first().map_or(0, |d| d.line);
        let when = when(scenario, failure.step, failure.repeat, failure.thing);
        let _ = writeln!(text, "\n{name}:{place}: {id}, {when}");
        text += &table(&failure.differences, ["expected", "got"]);
        if failure.more > 0 {
            let _ = writeln!(text, "  and in {} later repeats", failure.more);
        }
        let Failure { thing, step, from, repeat: to, .. } = *failure;
        let scene = Scene { scenario, trace, thing, step, from, to };
        let drawing = picture(&scene);
        if drawing != drawn {
            let _ = write!(text, "\n{drawing}");
            drawn = drawing;
        }
    }
    for departure in outcome.departures.iter().take(TOLD) {
        let line = scenario.steps[departure.step].line;
        let variant = departure.variant.name();
        let when = when(scenario, departure.step, departure.repeat, departure.thing);
        let _ = writeln!(text, "\n{name}:{line}: {id} {variant}, {when}");
        text += &table(&departure.differences, ["as written", "in this variant"]);
    }
    if outcome.departures.len() > TOLD {
        let _ = writeln!(text, "\n  and {} more variants", outcome.departures.len() - TOLD);
    }
    if let Some(first) = outcome.departures.first() {
        let thing = first.thing;
        let step = first.step;
        let repeat = first.repeat;
        let scene = Scene { scenario, trace, thing, step, from: repeat, to: repeat };
        let _ = write!(text, "\n  As written:\n{}", picture(&scene));
    }
    for disorder in &outcome.disorders {
        let _ = writeln!(text, "\n{name}: {id} {disorder}");
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
        (None, _) => format!(", mover `{}`", scenario.names.things[thing]),
    };
    format!("step {} ({input}){repeat}{thing}", step + 1)
}

/// Input of a step, in words.
fn input(scenario: &Scenario, step: &Step) -> String {
    let action = match &step.action {
        Action::Move(by) => format!("move {}, {}", by.x, by.y),
        Action::Tick => "tick".to_owned(),
        Action::Set(cells) => format!("set {} cells", cells.len()),
        Action::Resize(size) => format!("resize {}, {}", px(size.x), px(size.y)),
        Action::Look => "look".to_owned(),
    };
    let speeds = ["vx", "vy"].into_iter().zip(step.velocity);
    let mut parts = vec![action];
    parts.extend(step.drop_through.then(|| "drop through".to_owned()));
    parts.extend(speeds.filter_map(|(name, speed)| Some(format!("{name} {}", speed?))));
    parts.extend((step.hold != Hold::default()).then(|| format!("hold {}", hold_shown(step.hold))));
    parts.extend(step.bodies.iter().map(|order| body_order_shown(scenario, order)));
    parts.extend(step.gravity.map(|pull| format!("gravity {pull}")));
    let region = |region: usize| &scenario.regions[region].name;
    let moved = step.regions.iter().map(|(of, at)| format!("region `{}` at {}", region(*of), shown(*at)));
    parts.extend(moved);
    parts.extend(step.orders.iter().map(|order| order_shown(scenario, order)));
    parts.join(", ")
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
    let name = |body: usize| &scenario.bodies[body].name;
    let parts = [
        Some(format!("body `{}`", name(order.body))),
        order.spawn.then(|| "spawned".to_owned()),
        order.despawn.then(|| "despawned".to_owned()),
        order.place.map(|place| format!("placed at {}", shown(place))),
        order.velocity.map(|velocity| format!("velocity {velocity}")),
        order.time_scale.map(|scale| format!("time scale {scale}")),
        order.hit_stop.map(|ticks| format!("stopped for {ticks} ticks")),
        order.ignore.map(|other| format!("ignores `{}`", name(other))),
        order.stop_ignoring.map(|other| format!("ignores no longer `{}`", name(other))),
        order.hold.map(|hold| format!("hold {}", hold_shown(hold))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn order_shown(scenario: &Scenario, order: &Order) -> String {
    let more = order.move_to.len().saturating_sub(1);
    let parts = [
        Some(format!("mover `{}`", scenario.movers[order.mover].name)),
        order.remove.then(|| "removed".to_owned()),
        order.place.map(|place| format!("placed at {}", shown(place))),
        order.velocity.map(|velocity| format!("velocity {velocity}")),
        order.move_to.first().map(|first| format!("to {}", shown(*first))),
        (more > 0).then(|| format!("and {more} more places")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
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
    let bodies = scenario.bodies.iter().map(|body| ("", body.position, body.size, body.velocity));
    let movers = scenario.movers.iter().map(|mover| ("mover ", mover.position, mover.size, mover.velocity));
    for (name, (what, at, size, velocity)) in scenario.things().zip(bodies.chain(movers)) {
        let at = shown(at);
        let _ = writeln!(text, "  {what}{name}: at {at}, size {}, velocity {velocity}", shown(size));
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
                    let _ = writeln!(text, "          hit: {}", hit_shown(&scenario.names, hit));
                }
                for hit in &look.body_hits {
                    let _ = writeln!(text, "          body hit: {}", body_hit_shown(&scenario.names, hit));
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
    format!("{}  moved {}", shown(look.position), shown(look.moved))
}

fn look_shown(scenario: &Scenario, look: &Look) -> String {
    if look.gone {
        return "gone".to_owned();
    }
    let at = shown(look.position);
    let Vec2 { x, y } = look.velocity;
    let state = format!("{at}  velocity ({x}, {y})  touches {}", sides_shown(&look.touches));
    let flag = |flag: bool, name: &str| flag.then(|| name.to_owned());
    let thing = |what: &str, by: usize| format!("{what} by `{}`", scenario.names.things[by]);
    let distance = |what: &str, by: IVec2| (by != IVec2::ZERO).then(|| format!("{what} {}", shown(by)));
    // Surfaces along an axis are shown by the sides touched.
    let is_shown = |surface: &SeenSurface| surface.normal.x != 0 && surface.normal.y != 0 || surface.one_way;
    let surfaces = Side::ALL.into_iter().zip(look.surfaces).filter_map(|(side, surface)| {
        Some(format!("{} {}", word(side), surface_shown(surface.filter(is_shown)?)))
    });
    let events = FACTS.iter().filter(|fact| fact.group == EVENTS && look.events.contains_key(fact.name));
    let mut parts = vec![Some(state)];
    parts.push(flag(look.on_floor, "on_floor"));
    parts.push(flag(look.on_wall, "on_wall"));
    parts.push(flag(look.on_ceiling, "on_ceiling"));
    parts.push(flag(look.stuck, "stuck"));
    parts.push(distance("pushed", look.pushed));
    parts.push(distance("corrected", look.corrected));
    parts.push(look.done.map(|done| if done { "done" } else { "not done" }.to_owned()));
    parts.extend(surfaces.map(Some));
    parts.push((look.lift != Vec2::ZERO).then(|| format!("lift {}", look.lift)));
    parts.push(look.pushed_by.map(|by| thing("pushed", by)));
    parts.push(look.hurt_by.map(|by| thing("hurt", by)));
    parts.extend(look.senses.iter().map(|seen| Some(passage_shown(&scenario.names, *seen))));
    parts.push(look.jump.map(|jump| format!("jumps off {}", word(jump))));
    parts.push(flag(look.dashing, "dashing"));
    parts.push(flag(look.wall_sliding, "wall_sliding"));
    parts.extend(
        look.squishes
            .iter()
            .map(|squish| Some(format!("crushed {}", squish_shown(&scenario.names, *squish)))),
    );
    parts.extend(events.map(|fact| Some(fact.name.to_owned())));
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
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
