//! Validates a scenario file. Refuses all that the engine would refuse, with line and column.

use super::format::{Body, CombineKeys, Except, File};
use super::kit::read_kit;
use super::model::{BodyPlan, Loose, MoverPlan, RegionPlan, Scenario, Step};
use super::names::Names;
use super::number::{OneOrTwo, Quotient, first_key, keys, point, singles, units};
use super::read_basics::{check_count, check_name, check_size, place_of, read_gravity};
use super::read_map::Map;
use super::read_movers::{read_movers, read_path};
use super::read_profile::read_profile;
use super::read_regions::read_regions;
use super::read_steps;
use super::stage;
use glam::{IVec2, UVec2, Vec2};
use tilephys::check::located::{Problem, Source, explained};
use tilephys::core::{BodyId, Combine, Direction, UNITS_PER_PX, shape::TileShape};
use tilephys::feel::{Climb, Feel};
use toml::Spanned;

/// The standard actor, in pixels.
const ACTOR: [i32; 2] = [8, 11];

const MOST_BODIES: usize = 1_000;

/// Maximum length of a tick, in seconds; a longer one is surely a mistake in the file.
const LONGEST_TICK: f64 = 1.0;

/// Maximum tolerance in px, px/s or parts of a move. At 16 px a body of the standard size may be in either of two
/// cells.
const MOST_TOLERANCE: f64 = 16.0;

/// Reads a whole scenario file.
pub(crate) fn read(source: Source) -> Result<Scenario, Problem> {
    let file: File = toml::from_str(&source.text).map_err(|error| explained(&source, &error))?;
    let tile = tile_size(&source, file.tile.as_ref())?;
    let map = Map::read(&source, tile, &file)?;
    let up = file.up.map_or(Direction::Up, |up| up.0);
    let bodies = read_bodies(&source, &file, &map, up)?;
    let movers = read_movers(&source, &file.mover, &map, &bodies)?;
    let regions = read_regions(&source, &file.region, &bodies, &movers)?;
    let names = names_of(&map, &bodies, &movers, &regions);
    let reader = read_steps::Reader {
        source: &source,
        up,
        map: &map,
        bodies: &bodies,
        movers: &movers,
        regions: &regions,
        names: &names,
    };
    let steps = reader.steps(&file)?;
    let gravity = file.gravity.as_ref().map_or(Ok(Vec2::ZERO), |pull| read_gravity(&source, pull, up))?;
    for (plan, body) in bodies.iter().zip(&file.body) {
        let profile = plan.feel.iter().fold(plan.profile, |own, feel| feel.profile(own, gravity));
        reader.check_profile(&profile, &plan.name, body.span())?;
    }
    check_except(&source, &file.except)?;
    let spawn_orders = read_spawn_orders(&source, &file, bodies.len() + movers.len())?;
    check_asks(&source, &steps)?;
    let scenario = Scenario {
        id: file.id,
        title: file.title,
        names,
        tile,
        gravity,
        dt: read_dt(&source, file.dt.as_ref())?,
        combine: read_combine(&source, file.combine.as_ref(), &bodies)?,
        bodies,
        movers,
        regions,
        spawn_orders,
        steps,
        excepted: file.except.iter().map(|except| *except.get_ref().variants.get_ref()).collect(),
        kinds: map.kinds,
        cells: map.cells,
        loose: map.loose,
        source,
    };
    stage::check_fits(&scenario)?;
    Ok(scenario)
}

/// Length of a tick, in seconds.
fn names_of(map: &Map, bodies: &[BodyPlan], movers: &[MoverPlan], regions: &[RegionPlan]) -> Names {
    let bodies = bodies.iter().map(|body| body.name.clone());
    let things: Vec<String> = bodies.clone().chain(movers.iter().map(|mover| mover.name.clone())).collect();
    let has_parts = |shape: &TileShape| matches!(shape, TileShape::Parts(parts) if parts.len() > 1);
    let (boxes, shapes): (Vec<&Loose>, Vec<&Loose>) =
        map.loose.iter().partition(|loose| loose.size.is_some());
    let boxes = (0..boxes.len()).map(|index| format!("box {index}"));
    let shapes = (0..shapes.len()).map(|index| format!("shape {index}"));
    Names {
        sensors: regions.iter().map(|region| region.name.clone()).chain(bodies).collect(),
        layers: map.layers.clone(),
        kinds: map.kinds.iter().map(|kind| (kind.letter, has_parts(&kind.tile.shape))).collect(),
        off_grid: boxes.chain(shapes).chain(things.iter().map(|name| format!("`{name}`"))).collect(),
        things,
    }
}

fn read_dt(source: &Source, dt: Option<&Spanned<Quotient>>) -> Result<f32, Problem> {
    let Some(dt) = dt else { return Ok(1.0 / 60.0) };
    let (seconds, longest) = (dt.get_ref().0, LONGEST_TICK);
    if seconds as f32 > 0.0 && seconds <= longest {
        return Ok(seconds as f32);
    }
    let message = format!("a tick is over 0 and at most {longest} s long, not {seconds}");
    Err(source.problem(dt.span(), message).with_help("left out, it is \"1/60\""))
}

/// Refuses groups of variants without a reason, and groups named twice.
fn check_except(source: &Source, except: &[Spanned<Except>]) -> Result<(), Problem> {
    for (place, entry) in except.iter().enumerate() {
        let Except { variants, because } = entry.get_ref();
        if because.get_ref().trim().is_empty() {
            let message = "`because` is empty: give the reason why these variants are not run";
            return Err(source.problem(because.span(), message));
        }
        let is_same = |other: &Spanned<Except>| other.get_ref().variants.get_ref() == variants.get_ref();
        if except[..place].iter().any(is_same) {
            let message = "these variants are already excluded: remove one of the two entries";
            return Err(source.problem(variants.span(), message));
        }
    }
    Ok(())
}

fn read_spawn_orders(source: &Source, file: &File, things: usize) -> Result<bool, Problem> {
    let Some(wanted) = &file.spawn_orders else { return Ok(false) };
    if *wanted.get_ref() && things < 2 {
        let message = "one body has one order of entering, so `spawn_orders` tests nothing";
        let help = "remove it, or add a body or a mover";
        return Err(source.problem(wanted.span(), message).with_help(help));
    }
    Ok(*wanted.get_ref())
}

/// Refuses a file without expectations.
fn check_asks(source: &Source, steps: &[Step]) -> Result<(), Problem> {
    if steps.is_empty() {
        let message = "the file has no `[[step]]`, so nothing happens in it";
        let help = "a step is `[[step]]` with `move = [dx, dy]` or `ticks = n`, and `expect = { ... }`";
        return Err(source.problem(0..0, message).with_help(help));
    }
    if steps.iter().all(|step| step.each.is_none() && step.last.is_empty()) {
        let message = "no step has expectations";
        let help = "add `expect = { at = [x, y] }`, or `each`, to a step";
        let at = steps.last().map_or(0..0, |step| step.span.clone());
        return Err(source.problem(at, message).with_help(help));
    }
    Ok(())
}

fn read_combine(
    source: &Source,
    keys: Option<&Spanned<CombineKeys>>,
    bodies: &[BodyPlan],
) -> Result<Combine, Problem> {
    let plain = Combine::default();
    let Some(keys) = keys else { return Ok(plain) };
    if bodies.iter().all(|body| body.profile.collide.is_none()) {
        let message = "`combine` applies to bodies that collide with each other, and no body has `collide`";
        let help = "remove it, or give the bodies `collide = {}`";
        return Err(source.problem(keys.span(), message).with_help(help));
    }
    let CombineKeys { restitution, friction } = *keys.get_ref();
    Ok(Combine {
        restitution: restitution.map_or(plain.restitution, |rule| rule.0),
        friction: friction.map_or(plain.friction, |rule| rule.0),
    })
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
    check_count(source, &file.body, MOST_BODIES, "bodies")?;
    for entry in &file.body {
        let body = entry.get_ref();
        let span = body.name.as_ref().map_or(entry.span(), Spanned::span);
        let mut plan = read_body(source, body, up, bodies.len() as u32)?;
        if let Some((field, fault)) = plan.profile.fault() {
            let message = format!("the body's {field} {fault}: {}", field.range());
            return Err(source.problem(span, message));
        }
        plan.solid = body.solid.as_ref().map(|name| read_solid(source, map, name)).transpose()?;
        check_name(source, body.name.as_ref())?;
        if bodies.iter().any(|other| other.name == plan.name) {
            let message = format!("there is already a body `{}`; give each a `name` of its own", plan.name);
            return Err(source.problem(span, message));
        }
        if bodies.iter().any(|other| other.id == plan.id) {
            let span = body.id.as_ref().map_or(entry.span(), Spanned::span);
            return Err(source.problem(span, format!("there is already a body with id {}", plan.id.0)));
        }
        bodies.push(plan);
    }
    Ok(bodies)
}

/// Tile of a body that is solid to others. A body is a box, so the letter must be a whole tile.
fn read_solid(source: &Source, map: &Map, name: &Spanned<String>) -> Result<usize, Problem> {
    let kind = map.kind(source, name)?;
    if map.kinds[kind].tile.shape == TileShape::Full {
        return Ok(kind);
    }
    let message = format!("a body is solid as a whole box, and `{}` has a shape of its own", name.get_ref());
    let help = "name a letter of a whole tile; `collide = { one_way = \"up\" }` makes a body solid from one side, \
                and a `[[mover]]` may have any shape";
    Err(source.problem(name.span(), message).with_help(help))
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
        velocity: body.velocity.as_ref().map_or(Ok(Vec2::ZERO), |velocity| singles(source, velocity))?,
        rest: Vec2::new(rest[0] as f32, rest[1] as f32),
        profile: read_profile(source, body, up)?,
        solid: None,
        feel: read_feel(source, body)?,
        kit: read_kit(source, body)?,
        path: body.path.as_ref().map(|path| read_path(source, path)).transpose()?,
        later: body.later,
    })
}

fn read_feel(source: &Source, body: &Body) -> Result<Option<Feel>, Problem> {
    let Some(name) = &body.feel else {
        let without = |climb: &Spanned<Climb>| {
            let message = "`climb` is only for characters, and this body has no `feel`";
            Err(source.problem(climb.span(), message))
        };
        return body.climb.as_ref().map_or(Ok(None), without);
    };
    if body.walk == Some(false) {
        let message = "a character walks, and this body has `walk = false`";
        return Err(source.problem(name.span(), message).with_help("remove one of them"));
    }
    let own = keys!(
        body; step_up, gap_bridge, corner_correct_up, corner_correct_side, wall_retain_ticks, one_way_assist,
        one_way_nudge, gravity_scale
    );
    if let Some((key, at)) = first_key(own) {
        let message = format!("`{key}` of a character is what its `feel` says");
        return Err(source.problem(at, message).with_help("remove one of them"));
    }
    let preset = place_of(source, name, ["character", "there are"], Feel::PRESETS.into_iter())?;
    let feel = Feel::preset(Feel::PRESETS[preset]).expect("it is a preset");
    let Some(climb) = &body.climb else { return Ok(Some(feel)) };
    let feel = Feel { climb: Some(*climb.get_ref()), ..feel };
    let Some((field, fault)) = feel.fault() else { return Ok(Some(feel)) };
    Err(source.problem(climb.span(), format!("`{field}` {fault}")))
}

/// A distance of zero or more, as a tolerance.
pub(crate) fn tolerance(source: &Source, within: &Spanned<f64>) -> Result<f64, Problem> {
    let value = *within.get_ref();
    if value > 0.0 && value <= MOST_TOLERANCE {
        return Ok(value);
    }
    let message = format!("`within` is over 0 and at most {MOST_TOLERANCE}, not {value}");
    Err(source.problem(within.span(), message).with_help("numbers are compared exactly without it"))
}

/// Expected coordinate: on the lattice, unless it has a tolerance.
pub(crate) fn goal(source: &Source, px: &Spanned<f64>, within: Option<f64>) -> Result<f64, Problem> {
    let value = *px.get_ref();
    if within.is_none() {
        units(source, px)?;
    } else if !value.is_finite() {
        let message = format!("nothing is `within` a distance of {value}: this can never be true");
        return Err(source.problem(px.span(), message));
    }
    Ok(value)
}
