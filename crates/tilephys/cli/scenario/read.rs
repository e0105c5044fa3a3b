//! From the keys of a file to a scenario. Whatever the engine would refuse is refused here, with its place.

use super::format::{Body, File, Reply};
use super::model::{BodyPlan, Scenario};
use super::number::{OneOrTwo, point, units};
use super::read_map::Map;
use super::read_movers::read_movers;
use super::read_pairs::{read_collide, read_combine};
use super::read_regions::read_regions;
use super::read_riding::read_riding;
use super::read_steps;
use super::read_walk::read_walk;
use super::source::{Problem, Source, nearest, quoted};
use super::stage;
use glam::{IVec2, UVec2, Vec2};
use std::ops::Range;
use tilephys::core::{BodyId, Direction, Feel, MoveConfig, Profile, Response, UNITS_PER_PX};
use toml::Spanned;

/// The standard actor, in pixels.
const ACTOR: [i32; 2] = [8, 11];

/// The longest side of a body, in pixels: bounds what one question about a body's contacts may cost.
const LARGEST_BODY: i32 = 65_536;

const MOST_BODIES: usize = 1_000;

/// Reads a whole scenario file.
pub(crate) fn read(source: Source) -> Result<Scenario, Problem> {
    let file: File = toml::from_str(&source.text).map_err(|error| explained(&source, &error))?;
    let tile = tile_size(&source, file.tile.as_ref())?;
    let map = Map::read(&source, tile, &file)?;
    let up = file.up.map_or(Direction::Up, Direction::from);
    let bodies = read_bodies(&source, &file, &map, up)?;
    let movers = read_movers(&source, &file.mover, &map, &bodies)?;
    let regions = read_regions(&source, &file.region, &bodies, &movers)?;
    let reader = read_steps::Reader {
        source: &source,
        map: &map,
        bodies: &bodies,
        movers: &movers,
        regions: &regions,
    };
    let steps = reader.steps(&file)?;
    for except in &file.except {
        if except.get_ref().because.get_ref().trim().is_empty() {
            let message = "`because` is empty: say why these variants are not run";
            return Err(source.problem(except.get_ref().because.span(), message));
        }
    }
    let scenario = Scenario {
        id: file.id,
        title: file.title,
        tile,
        gravity: match file.gravity {
            None => Vec2::ZERO,
            Some(OneOrTwo::One(strength)) => -up.vector().as_vec2() * strength as f32 + Vec2::ZERO,
            Some(OneOrTwo::Two(pair)) => vector(pair),
        },
        dt: file.dt.map_or(1.0 / 60.0, |dt| dt.0 as f32),
        combine: read_combine(file.combine),
        bodies,
        movers,
        regions,
        spawn_orders: file.spawn_orders.unwrap_or(false),
        steps,
        excepted: file.except.iter().map(|except| except.get_ref().variants).collect(),
        layers: map.layers,
        kinds: map.kinds,
        cells: map.cells,
        boxes: map.boxes,
        shapes: map.shapes,
        source,
    };
    stage::check_fits(&scenario)?;
    Ok(scenario)
}

/// A pair as the engine takes it.
pub(crate) fn vector(pair: [f64; 2]) -> Vec2 {
    Vec2::new(pair[0] as f32, pair[1] as f32)
}

/// A message of the parser, with what would be right.
fn explained(source: &Source, error: &toml::de::Error) -> Problem {
    let (span, message) = (error.span().unwrap_or(0..0), error.message());
    let of_kind = |kind: &str| message.strip_prefix(kind);
    let unknown = [("unknown field `", "key"), ("unknown variant `", "word")]
        .into_iter()
        .find_map(|(prefix, noun)| Some((noun, of_kind(prefix)?.split_once("`, ")?)));
    let Some((noun, (word, rest))) = unknown else {
        let first = message.lines().next().unwrap_or("this is not TOML");
        return source.problem(span, plainer(first));
    };
    let names: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    let guess = nearest(word, names.iter().copied());
    let guess = guess.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    let problem = source.problem(span, format!("unknown {noun} `{word}`{guess}"));
    if names.is_empty() { problem } else { problem.with_help(format!("allowed here: {}", quoted(names))) }
}

/// Serde's words in those of the format.
fn plainer(message: &str) -> String {
    const WORDS: [(&str, &str); 8] = [
        ("missing field", "missing key"),
        ("floating point", "number"),
        ("expected f64", "expected a number"),
        ("expected i32", "expected a whole number"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected struct", "expected a table of"),
        ("sequence", "array"),
    ];
    WORDS.iter().fold(message.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn tile_size(source: &Source, tile: Option<&Spanned<OneOrTwo>>) -> Result<UVec2, Problem> {
    let Some(tile) = tile else { return Ok(UVec2::splat(16)) };
    let edge = |px: f64| {
        let whole = px.fract() == 0.0 && (1.0..=65_536.0).contains(&px);
        whole.then_some(px as u32).ok_or_else(|| {
            source.problem(tile.span(), format!("a tile is 1 to 65536 whole pixels wide and high, not {px}"))
        })
    };
    let [x, y] = tile.get_ref().both();
    Ok(UVec2::new(edge(x)?, edge(y)?))
}

fn read_bodies(source: &Source, file: &File, map: &Map, up: Direction) -> Result<Vec<BodyPlan>, Problem> {
    let mut bodies: Vec<BodyPlan> = Vec::new();
    if file.body.is_empty() {
        let message = "the file has no `[[body]]`: a scenario needs at least one";
        return Err(source.problem(0..0, message));
    }
    if file.body.len() > MOST_BODIES {
        let message = format!("more than {MOST_BODIES} bodies in one scenario");
        return Err(source.problem(file.body[MOST_BODIES].span(), message));
    }
    for entry in &file.body {
        let body = entry.get_ref();
        let span = body.name.as_ref().map_or(entry.span(), Spanned::span);
        let mut plan = read_body(source, body, up, bodies.len() as u32)?;
        plan.solid = body.solid.as_ref().map(|name| map.kind(source, name)).transpose()?;
        if bodies.iter().any(|other| other.name == plan.name) {
            let message = format!("there is a body `{}` already; give each a `name` of its own", plan.name);
            return Err(source.problem(span, message));
        }
        if bodies.iter().any(|other| other.id == plan.id) {
            let span = body.id.as_ref().map_or(entry.span(), Spanned::span);
            return Err(source.problem(span, format!("there is a body with id {} already", plan.id.0)));
        }
        bodies.push(plan);
    }
    Ok(bodies)
}

fn read_body(source: &Source, body: &Body, up: Direction, place: u32) -> Result<BodyPlan, Problem> {
    let position = point(source, body.at.get_ref())?;
    let size = match &body.size {
        None => IVec2::from(ACTOR) * UNITS_PER_PX,
        Some(size) => point(source, size.get_ref())?,
    };
    check_size(source, size, body.size.as_ref().map_or(0..0, Spanned::span))?;
    let rest = body.rest.as_ref().map_or([0.0; 2], |rest| rest.get_ref().0);
    if let Some(wrong) = rest.iter().find(|part| !(-0.5..=0.5).contains(*part)) {
        let span = body.rest.as_ref().map_or(0..0, Spanned::span);
        return Err(source.problem(span, format!("a rest is within -0.5 and 0.5 lattice units, not {wrong}")));
    }
    Ok(BodyPlan {
        name: body.name.as_ref().map_or_else(|| "body".to_owned(), |name| name.get_ref().clone()),
        span: body.at.span(),
        id: BodyId(body.id.as_ref().map_or(place, |id| *id.get_ref())),
        position,
        size,
        velocity: vector(body.velocity.map_or([0.0; 2], |velocity| velocity.0)),
        rest: vector(rest),
        profile: read_profile(source, body, up)?,
        solid: None,
        feel: read_feel(source, body)?,
    })
}

fn read_feel(source: &Source, body: &Body) -> Result<Option<Feel>, Problem> {
    let Some(name) = &body.feel else { return Ok(None) };
    if body.walk == Some(false) {
        let message = "a character walks, and this body has `walk = false`";
        return Err(source.problem(name.span(), message).with_help("leave out one or the other"));
    }
    let feel = Feel::preset(name.get_ref()).ok_or_else(|| {
        let guess = nearest(name.get_ref(), Feel::PRESETS);
        let guess = guess.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        let message = format!("there is no character `{}`{guess}", name.get_ref());
        source.problem(name.span(), message).with_help(format!("there are {}", quoted(Feel::PRESETS)))
    })?;
    Ok(Some(feel))
}

/// Refuses sizes that no body has.
pub(crate) fn check_size(source: &Source, size: IVec2, span: Range<usize>) -> Result<(), Problem> {
    if size.min_element() > 0 && size.max_element() <= LARGEST_BODY * UNITS_PER_PX {
        return Ok(());
    }
    let message = format!("a body is over 0 and at most {LARGEST_BODY} px wide and high");
    Err(source.problem(span, message))
}

fn read_profile(source: &Source, body: &Body, up: Direction) -> Result<Profile, Problem> {
    let plain = Profile::default();
    let reply = body.response.unwrap_or(Reply::Slide);
    if let Some(restitution) = &body.restitution
        && reply != Reply::Bounce
    {
        let message = "`restitution` means something only beside `response = \"bounce\"`";
        return Err(source.problem(restitution.span(), message));
    }
    let not_negative = |what: &str, value: f64, span: Range<usize>| {
        if value >= 0.0 {
            return Ok(value as f32);
        }
        Err(source.problem(span, format!("`{what}` is zero or more, not {value}")))
    };
    let finite = |what: &str, value: &Spanned<f64>| {
        let number = *value.get_ref() as f32;
        let message = || format!("`{what}` is a finite number, not {number}");
        if number.is_finite() { Ok(number) } else { Err(source.problem(value.span(), message())) }
    };
    let response = match reply {
        Reply::Slide => Response::Slide,
        Reply::Stop => Response::Stop,
        Reply::Invert => Response::Invert,
        Reply::Pass => Response::Pass,
        Reply::Bounce => {
            let restitution = match &body.restitution {
                None => 1.0,
                Some(value) => {
                    finite("restitution", value)?;
                    not_negative("restitution", *value.get_ref(), value.span())?
                }
            };
            Response::Bounce { restitution }
        }
    };
    let rest_speed = match &body.rest_speed {
        None => plain.movement.rest_speed,
        Some(value) => not_negative("rest_speed", *value.get_ref(), value.span())?,
    };
    let max_speed = match &body.max_speed {
        None => plain.max_speed,
        Some(value) => {
            let [x, y] = value.get_ref().both();
            Vec2::new(
                not_negative("max_speed", x, value.span())?,
                not_negative("max_speed", y, value.span())?,
            )
        }
    };
    Ok(Profile {
        movement: MoveConfig {
            mask: body.mask.unwrap_or(plain.movement.mask),
            up: body.up.map_or(up, Direction::from),
            response,
            rest_speed,
            walk: read_walk(source, body)?,
        },
        gravity_scale: match &body.gravity_scale {
            None => plain.gravity_scale,
            Some(value) => finite("gravity_scale", value)?,
        },
        max_speed,
        report_hits: body.report_hits.unwrap_or(plain.report_hits),
        track_contacts: body.track_contacts.unwrap_or(plain.track_contacts),
        riding: read_riding(source, body.riding.as_ref())?,
        category: body.category.unwrap_or(plain.category),
        collide: read_collide(source, body, response)?,
        sensor: body.sensor.unwrap_or(plain.sensor),
        report_tiles: body.report_tiles.unwrap_or(plain.report_tiles),
        ..plain
    })
}

/// A distance of zero or more, as a tolerance.
pub(crate) fn tolerance(source: &Source, within: &Spanned<f64>) -> Result<f64, Problem> {
    let value = *within.get_ref();
    if value.is_finite() && value > 0.0 {
        return Ok(value);
    }
    Err(source.problem(within.span(), format!("`within` is a number over zero, not {value}")))
}

/// A coordinate that must be met: on the lattice, unless a tolerance goes with it.
pub(crate) fn goal(source: &Source, px: &Spanned<f64>, within: Option<f64>) -> Result<f64, Problem> {
    if within.is_none() {
        units(source, px)?;
    }
    Ok(*px.get_ref())
}
