//! Validates movers, and a step's changes to them.

use super::format::{Mover as Keys, Order as OrderKeys, PathKeys};
use super::model::{BodyPlan, MoverPlan, Order, PathPlan};
use super::number::{Exactly, point, singles};
use super::read_basics::{check_count, check_name, check_size, place_of};
use super::read_map::Map;
use crate::geometry::solid::bounds;
use glam::{IVec2, Vec2};
use tilephys::check::located::{Problem, Source};
use tilephys::core::{
    MoverId,
    limits::MAX_SETTING,
    platform::{Easing, Path, PathError, PathMode, PathStart, Waypoint},
    shape::TileShape,
};
use toml::Spanned;

const MOST_MOVERS: usize = 100;

/// Reads the movers of a file; names must be unique among bodies and movers.
pub(crate) fn read_movers(
    source: &Source,
    keys: &[Spanned<Keys>],
    map: &Map,
    bodies: &[BodyPlan],
) -> Result<Vec<MoverPlan>, Problem> {
    check_count(source, keys, MOST_MOVERS, "movers")?;
    let mut movers: Vec<MoverPlan> = Vec::new();
    for entry in keys {
        let mover = entry.get_ref();
        let plan = read_mover(source, mover, map, movers.len() as u32)?;
        let span = mover.name.as_ref().map_or(entry.span(), Spanned::span);
        check_name(source, mover.name.as_ref())?;
        let names = bodies.iter().map(|body| &body.name).chain(movers.iter().map(|mover| &mover.name));
        if names.into_iter().any(|name| *name == plan.name) {
            let message =
                format!("there is already a body or mover `{}`; give each a `name` of its own", plan.name);
            return Err(source.problem(span, message));
        }
        if movers.iter().any(|other| other.id == plan.id) {
            let span = mover.id.as_ref().map_or(entry.span(), Spanned::span);
            return Err(source.problem(span, format!("there is already a mover with id {}", plan.id.0)));
        }
        movers.push(plan);
    }
    for (place, entry) in keys.iter().enumerate() {
        if let Some(parent) = &entry.get_ref().parent {
            movers[place].parent = Some(parent_of(source, &movers, place, parent)?);
        }
    }
    Ok(movers)
}

fn read_mover(source: &Source, keys: &Keys, map: &Map, place: u32) -> Result<MoverPlan, Problem> {
    let kind = keys.tile.as_ref().map_or(Ok(0), |name| map.kind(source, name))?;
    let shape = &map.kinds[kind].tile.shape;
    let size = match &keys.size {
        None => {
            let (low, high) = bounds(shape, map.tile_units());
            high - low
        }
        Some(size) => {
            if *shape != TileShape::Full {
                let letter = map.kinds[kind].letter;
                let message =
                    format!("a mover with a `size` is a box, and `{letter}` has a shape of its own");
                return Err(source.problem(size.span(), message).with_help("remove one of them"));
            }
            let units = point(source, size.get_ref())?;
            check_size(source, units, size.span())?;
            units
        }
    };
    Ok(MoverPlan {
        name: keys.name.as_ref().map_or_else(|| "mover".to_owned(), |name| name.get_ref().clone()),
        span: keys.at.span(),
        id: MoverId(keys.id.as_ref().map_or(place, |id| *id.get_ref())),
        position: point(source, keys.at.get_ref())?,
        size,
        is_box: keys.size.is_some(),
        layer: map.layer_or(source, keys.layer.as_ref(), 0)?,
        kind,
        velocity: keys.velocity.as_ref().map_or(Ok(Vec2::ZERO), |v| finite(source, v))?,
        parent: None,
        path: keys.path.as_ref().map(|path| read_path(source, path)).transpose()?,
    })
}

/// A mover's velocity; unlike a body's it must be sound.
fn finite(source: &Source, velocity: &Spanned<Exactly<f64, 2>>) -> Result<Vec2, Problem> {
    let v = singles(source, velocity)?;
    if v.abs().cmple(Vec2::splat(MAX_SETTING)).all() {
        return Ok(v);
    }
    let message =
        format!("a mover's `velocity` is two numbers of px/s from -1e9 to 1e9, not [{}, {}]", v.x, v.y);
    Err(source.problem(velocity.span(), message))
}

fn parent_of(
    source: &Source,
    movers: &[MoverPlan],
    place: usize,
    name: &Spanned<String>,
) -> Result<usize, Problem> {
    let parent = mover_of(source, movers, name)?;
    if parent == place {
        let message = format!("`{}` cannot be its own parent", name.get_ref());
        return Err(source.problem(name.span(), message).with_help("name another mover, or remove `parent`"));
    }
    let mut above = Some(parent);
    while let Some(next) = above {
        if next == place {
            let (own, other) = (&movers[place].name, name.get_ref());
            let message = format!("`{own}` carries `{other}`, so `{other}` cannot be its parent");
            return Err(source.problem(name.span(), message));
        }
        above = movers[next].parent;
    }
    Ok(parent)
}

/// The mover that is called so.
fn mover_of(source: &Source, movers: &[MoverPlan], name: &Spanned<String>) -> Result<usize, Problem> {
    let names = movers.iter().map(|mover| mover.name.as_str());
    place_of(source, name, ["mover", "the movers are"], names)
}

pub(crate) fn read_path(source: &Source, path: &Spanned<PathKeys>) -> Result<PathPlan, Problem> {
    let keys = path.get_ref();
    let mut waypoints = Vec::new();
    for entry in keys.points.get_ref() {
        let entry = entry.get_ref();
        waypoints.push(Waypoint { at: point(source, &entry.at)?, wait: entry.wait, ticks: entry.ticks });
    }
    let mode = keys.mode.map_or(PathMode::Loop, |mode| mode.0);
    let start = keys.start.map_or(PathStart::AtOnce, |start| start.0);
    let easing = keys.easing.map_or(Easing::Linear, |easing| easing.0);
    if let Err(error) = Path::new(&waypoints, mode, easing) {
        let at = match error {
            PathError::OutOfWorld { point }
            | PathError::NoTicks { point }
            | PathError::SamePlace { point, .. } => keys.points.get_ref()[point].span(),
            _ => keys.points.span(),
        };
        return Err(source.problem(at, error.to_string()));
    }
    Ok(PathPlan { span: path.span(), waypoints, mode, easing, start, from: keys.from })
}

/// What becomes of movers in a step; `ticks` says whether it has any.
pub(crate) fn read_orders(
    source: &Source,
    keys: &[Spanned<OrderKeys>],
    movers: &[MoverPlan],
    ticks: bool,
) -> Result<Vec<Order>, Problem> {
    let mut orders: Vec<Order> = Vec::new();
    for entry in keys {
        let keys = entry.get_ref();
        let mover = mover_of(source, movers, &keys.mover)?;
        if orders.iter().any(|order| order.mover == mover) {
            let message = format!("the step already has an entry for `{}`", keys.mover.get_ref());
            return Err(source.problem(keys.mover.span(), message));
        }
        let mut move_to = Vec::new();
        if let Some(places) = &keys.move_to {
            if !ticks || places.get_ref().is_empty() {
                let message = "`move_to` lists places, one a tick, and goes with `ticks`";
                return Err(source.problem(places.span(), message));
            }
            for place in places.get_ref() {
                move_to.push(point(source, place.get_ref())?);
            }
        }
        let place = keys.place.as_ref().map(|place| point(source, place.get_ref())).transpose()?;
        let is_told = keys.velocity.is_some() || keys.move_to.is_some() || place.is_some();
        if is_told == keys.remove {
            let message = "a mover is given a `velocity`, places to `move_to` or a `place`, or it is removed \
                           by `remove = true`";
            return Err(source.problem(entry.span(), message));
        }
        let velocity = keys.velocity.as_ref().map(|v| finite(source, v)).transpose()?;
        orders.push(Order { span: entry.span(), mover, velocity, place, remove: keys.remove, move_to });
    }
    Ok(orders)
}

impl Order {
    /// All places that it names.
    pub(crate) fn places(&self) -> impl Iterator<Item = IVec2> + '_ {
        self.place.iter().chain(&self.move_to).copied()
    }
}
