//! Validates movers, and a step's changes to them.

use super::format::{Mover as Keys, Order as OrderKeys, PathKeys};
use super::model::{BodyPlan, MoverPlan, Order, PathPlan};
use super::number::Vector;
use super::read_basics::{check_count, place_of, read_name, read_size};
use super::read_map::Map;
use crate::geometry::solid::bounds;
use glam::{IVec2, Vec2};
use tilephys::check::located::{Problem, Source};
use tilephys::core::{
    MoverId,
    limits::MAX_SETTING,
    platform::{Path, PathError, Waypoint},
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
    for (place, entry) in keys.iter().enumerate() {
        let mover = entry.get_ref();
        let others = bodies.iter().map(|body| &body.name).chain(movers.iter().map(|mover| &mover.name));
        let name = read_name(source, entry, mover.name.as_ref(), "mover", others)?;
        let kind = mover.tile.as_ref().map_or(Ok(0), |name| map.kind(source, name))?;
        movers.push(MoverPlan {
            name,
            span: mover.at.span(),
            id: MoverId(place as u32),
            position: mover.at.get_ref().0,
            size: size_of(source, mover, map, kind)?,
            is_box: mover.size.is_some(),
            layer: map.layer_or(source, mover.layer.as_ref(), 0)?,
            kind,
            velocity: mover.velocity.as_ref().map_or(Ok(Vec2::ZERO), |v| finite(source, v))?,
            parent: None,
            path: mover.path.as_ref().map(|path| read_path(source, path)).transpose()?,
        });
    }
    for (place, entry) in keys.iter().enumerate() {
        if let Some(parent) = &entry.get_ref().parent {
            movers[place].parent = Some(parent_of(source, &movers, place, parent)?);
        }
    }
    Ok(movers)
}

/// The size of a box, or of the shape of a tile.
fn size_of(source: &Source, mover: &Keys, map: &Map, kind: usize) -> Result<IVec2, Problem> {
    let shape = &map.kinds[kind].tile.shape;
    let Some(size) = &mover.size else {
        let (low, high) = bounds(shape, map.tile_units());
        return Ok(high - low);
    };
    if *shape != TileShape::Full {
        let letter = map.kinds[kind].letter;
        let message = format!("a mover with a `size` is a box, and `{letter}` has a shape of its own");
        return Err(source.problem(size.span(), message).with_help("remove one of them"));
    }
    read_size(source, size.get_ref().0, size.span())
}

/// A mover's velocity; unlike a body's it must be sound.
fn finite(source: &Source, velocity: &Spanned<Vector>) -> Result<Vec2, Problem> {
    let v = velocity.get_ref().0;
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
            let own = &movers[place].name;
            let other = name.get_ref();
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
    let PathKeys { points, mode, easing, start } = path.get_ref();
    let waypoint = |point: &Spanned<super::format::PointKeys>| {
        let point = point.get_ref();
        Waypoint { at: point.at.0, wait: point.wait, ticks: point.ticks }
    };
    let waypoints: Vec<Waypoint> = points.get_ref().iter().map(waypoint).collect();
    if let Err(error) = Path::new(&waypoints, *mode, *easing) {
        let at = match error {
            PathError::OutOfWorld { point }
            | PathError::NoTicks { point }
            | PathError::SamePlace { point, .. } => points.get_ref()[point].span(),
            _ => points.span(),
        };
        return Err(source.problem(at, error.to_string()));
    }
    Ok(PathPlan { span: path.span(), waypoints, mode: *mode, easing: *easing, start: *start })
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
        if !ticks && !keys.move_to.is_empty() {
            let message = "`move_to` lists places, one a tick, and goes with `ticks`";
            return Err(source.problem(entry.span(), message));
        }
        let is_told = keys.velocity.is_some() || !keys.move_to.is_empty() || keys.place.is_some();
        if is_told == keys.remove {
            let message = "a mover is given a `velocity`, places to `move_to` or a `place`, or it is removed \
                           by `remove = true`";
            return Err(source.problem(entry.span(), message));
        }
        orders.push(Order {
            span: entry.span(),
            mover,
            velocity: keys.velocity.as_ref().map(|v| finite(source, v)).transpose()?,
            place: keys.place.map(|place| place.0),
            remove: keys.remove,
            move_to: keys.move_to.iter().map(|place| place.0).collect(),
        });
    }
    Ok(orders)
}

impl Order {
    /// All places that it names.
    pub(crate) fn places(&self) -> impl Iterator<Item = IVec2> + '_ {
        self.place.iter().chain(&self.move_to).copied()
    }
}
