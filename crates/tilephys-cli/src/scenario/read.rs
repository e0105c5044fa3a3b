//! Validates a scenario file. Refuses all that the engine would refuse, with line and column.

use super::format::{Except, File};
use super::model::{BodyPlan, Loose, MoverPlan, RegionPlan, Scenario, Step};
use super::names::Names;
use super::number::{OneOrTwo, Quotient};
use super::read_basics::{check_count, check_numbers, read_gravity, read_name, read_size};
use super::read_map::Map;
use super::read_movers::{read_movers, read_path};
use super::read_profile::{check_profile, profile_of, read_feel, read_kit};
use super::read_regions::read_regions;
use super::read_steps;
use super::stage;
use glam::{IVec2, UVec2, Vec2};
use serde::Deserialize;
use tilephys::check::located::{Problem, Source, explained};
use tilephys::core::{BodyId, Combine, Direction, UNITS_PER_PX, shape::TileShape};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

/// The standard actor, in pixels.
const ACTOR: [i32; 2] = [8, 11];

const MOST_BODIES: usize = 1_000;

/// Maximum length of a tick, in seconds; a longer one is surely a mistake in the file.
const LONGEST_TICK: f64 = 1.0;

/// Reads a whole scenario file.
pub(crate) fn read(source: Source) -> Result<Scenario, Problem> {
    let tree = DeTable::parse(&source.text).map_err(|error| explained(&source, &error))?;
    let whole = Spanned::new(tree.span(), DeValue::Table(tree.get_ref().clone()));
    check_numbers(&source, &whole)?;
    let file = File::deserialize(Deserializer::from(tree.clone())).map_err(|e| explained(&source, &e))?;
    let tree = tree.get_ref();
    let tile = tile_size(&source, file.tile.as_ref())?;
    let map = Map::read(&source, tree, tile, &file)?;
    let up = file.up.map_or(Direction::Up, |up| up.0);
    let gravity = file.gravity.as_ref().map_or(Ok(Vec2::ZERO), |pull| read_gravity(&source, pull, up))?;
    let bodies = read_bodies(&source, &file, &map, up)?;
    for (place, (plan, body)) in bodies.iter().zip(&file.body).enumerate() {
        check_profile(&source, tree, gravity, place, (plan, body))?;
    }
    let movers = read_movers(&source, &file.mover, &map, &bodies)?;
    let regions = read_regions(&source, &file.region, &bodies, &movers)?;
    let names = names_of(&map, &bodies, &movers, &regions);
    let reader = read_steps::Reader {
        source: &source,
        tree,
        up,
        map: &map,
        bodies: &bodies,
        movers: &movers,
        regions: &regions,
        names: &names,
    };
    let steps = reader.steps(&file)?;
    check_except(&source, &file.except)?;
    let spawn_orders = read_spawn_orders(&source, &file, bodies.len() + movers.len())?;
    check_asks(&source, &steps)?;
    let dt = read_dt(&source, file.dt.as_ref())?;
    let combine = read_combine(&source, file.combine.as_ref(), &bodies)?;
    let excepted = file.except.iter().map(|except| except.variants).collect();
    let Map { kinds, cells, loose, .. } = map;
    let File { id, title, .. } = file;
    let scenario = Scenario {
        id,
        title,
        names,
        tile,
        gravity,
        dt,
        combine,
        bodies,
        movers,
        regions,
        spawn_orders,
        steps,
        excepted,
        kinds,
        cells,
        loose,
        source,
    };
    stage::check_fits(&scenario)?;
    Ok(scenario)
}

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

/// Length of a tick, in seconds.
fn read_dt(source: &Source, dt: Option<&Spanned<Quotient>>) -> Result<f32, Problem> {
    let Some(dt) = dt else { return Ok(1.0 / 60.0) };
    let seconds = dt.get_ref().0;
    if seconds as f32 > 0.0 && seconds <= LONGEST_TICK {
        return Ok(seconds as f32);
    }
    let message = format!("a tick is over 0 and at most {LONGEST_TICK} s long, not {seconds}");
    Err(source.problem(dt.span(), message).with_help("left out, it is \"1/60\""))
}

/// Refuses groups of variants without a reason.
fn check_except(source: &Source, except: &[Except]) -> Result<(), Problem> {
    match except.iter().find(|except| except.because.get_ref().trim().is_empty()) {
        None => Ok(()),
        Some(Except { because, .. }) => {
            let message = "`because` is empty: give the reason why these variants are not run";
            Err(source.problem(because.span(), message))
        }
    }
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
    combine: Option<&Spanned<Combine>>,
    bodies: &[BodyPlan],
) -> Result<Combine, Problem> {
    let Some(combine) = combine else { return Ok(Combine::default()) };
    if bodies.iter().all(|body| body.profile.collide.is_none()) {
        let message = "`combine` applies to bodies that collide with each other, and no body has `collide`";
        let help = "remove it, or give the bodies `collide = {}`";
        return Err(source.problem(combine.span(), message).with_help(help));
    }
    Ok(*combine.get_ref())
}

fn tile_size(source: &Source, tile: Option<&Spanned<OneOrTwo>>) -> Result<UVec2, Problem> {
    let Some(tile) = tile else { return Ok(UVec2::splat(16)) };
    let size = tile.get_ref().both();
    let is_edge = |px: &f32| px.fract() == 0.0 && (1.0..=65_536.0).contains(px);
    match size.to_array().iter().find(|px| !is_edge(px)) {
        None => Ok(size.as_uvec2()),
        Some(px) => {
            let message = format!("a tile is 1 to 65536 whole pixels wide and high, not {px}");
            Err(source.problem(tile.span(), message))
        }
    }
}

fn read_bodies(source: &Source, file: &File, map: &Map, up: Direction) -> Result<Vec<BodyPlan>, Problem> {
    let mut bodies: Vec<BodyPlan> = Vec::new();
    if file.body.is_empty() {
        let message = "the file has no `[[body]]`: a scenario needs at least one";
        return Err(source.problem(0..0, message));
    }
    check_count(source, &file.body, MOST_BODIES, "bodies")?;
    for (place, entry) in file.body.iter().enumerate() {
        let body = entry.get_ref();
        let others = bodies.iter().map(|other| &other.name);
        let name = read_name(source, entry, body.name.as_ref(), "body", others)?;
        bodies.push(BodyPlan {
            name,
            span: body.at.span(),
            id: BodyId(place as u32),
            position: body.at.get_ref().0,
            size: match &body.size {
                None => IVec2::from(ACTOR) * UNITS_PER_PX,
                Some(size) => read_size(source, size.get_ref().0, size.span())?,
            },
            velocity: body.velocity.0,
            profile: profile_of(body, up),
            solid: body.solid.as_ref().map(|name| read_solid(source, map, name)).transpose()?,
            feel: read_feel(source, body)?,
            kit: read_kit(source, body)?,
            path: body.path.as_ref().map(|path| read_path(source, path)).transpose()?,
            later: body.later,
        });
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
    let help = "name a letter of a whole tile; `collide = { one_way = \"Up\" }` makes a body solid from one side, \
                and a `[[mover]]` may have any shape";
    Err(source.problem(name.span(), message).with_help(help))
}
