//! Validates movers, and a step's changes to them.

use super::format::{Mover as Keys, Name, Order as OrderKeys, PathKeys, PointKeys};
use super::model::{MoverPlan, Order};
use super::number::Vector;
use super::reader::{Reader, Valid};
use crate::geometry::solid::bounds;
use glam::{IVec2, Vec2};
use tilephys::core::{
    MoverId,
    limits::MAX_SETTING,
    platform::{Path, PathError, Waypoint},
    shape::TileShape,
};
use toml::Spanned;

const MOST_MOVERS: usize = 100;

impl Reader<'_> {
    pub(crate) fn read_movers(&mut self) -> Valid<()> {
        let entries = &self.file.mover;
        self.check_count(entries, MOST_MOVERS, "movers")?;
        for (place, entry) in entries.iter().enumerate() {
            let mover = entry.get_ref();
            let name = self.read_name(entry, mover.name.as_ref(), "mover")?;
            let kind = mover.tile.as_ref().map_or(Ok(0), |name| self.kind(name))?;
            let size = self.size_of(mover, kind)?;
            let position = mover.at.get_ref().0;
            let what = format!("mover `{name}`");
            self.check_place(&what, position, size, mover.at.span())?;
            let plan = MoverPlan {
                name,
                id: MoverId(place as u32),
                position,
                size,
                is_box: mover.size.is_some(),
                layer: self.layer_or(mover.layer.as_ref(), 0)?,
                kind,
                velocity: mover.velocity.as_ref().map_or(Ok(Vec2::ZERO), |v| self.finite(v))?,
                parent: None,
                path: self.read_path(mover.path.as_ref(), &what, size)?,
            };
            self.movers.push(plan);
        }
        for (place, entry) in entries.iter().enumerate() {
            if let Some(parent) = &entry.get_ref().parent {
                self.movers[place].parent = Some(self.parent_of(place, parent)?);
            }
        }
        Ok(())
    }

    /// The size of a box, or of the shape of a tile.
    fn size_of(&self, mover: &Keys, kind: usize) -> Valid<IVec2> {
        let shape = &self.kinds[kind].tile.shape;
        let Some(size) = &mover.size else {
            let (low, high) = bounds(shape, self.tile_units());
            return Ok(high - low);
        };
        let letter = self.kinds[kind].letter;
        let message = format_args!("a mover with a `size` is a box, and `{letter}` has a shape of its own");
        self.ensure(*shape == TileShape::Full, size.span(), message, "remove one of them")?;
        self.read_size(size)
    }

    /// A mover's velocity; unlike a body's it must be sound.
    fn finite(&self, velocity: &Spanned<Vector>) -> Valid<Vec2> {
        let Vector(v) = *velocity.get_ref();
        let is_sound = v.abs().cmple(Vec2::splat(MAX_SETTING)).all();
        let message = "a mover's `velocity` is two numbers of px/s from -1e9 to 1e9, not";
        self.ensure(is_sound, velocity.span(), format_args!("{message} [{}, {}]", v.x, v.y), "")?;
        Ok(v)
    }

    fn parent_of(&self, place: usize, name: &Name) -> Valid<usize> {
        let parent = self.mover_of(name)?;
        let other = name.get_ref();
        let message = format_args!("`{other}` cannot be its own parent");
        self.ensure(parent != place, name.span(), message, "name another mover, or remove `parent`")?;
        let mut above = Some(parent);
        while let Some(next) = above {
            let own = &self.movers[place].name;
            let message = format_args!("`{own}` carries `{other}`, so `{other}` cannot be its parent");
            self.ensure(next != place, name.span(), message, "")?;
            above = self.movers[next].parent;
        }
        Ok(parent)
    }

    /// The mover that is called so.
    fn mover_of(&self, name: &Name) -> Valid<usize> {
        let names = self.movers.iter().map(|mover| mover.name.as_str());
        self.place_of(name, ["mover", "the movers are"], names)
    }

    /// The path of a body or mover of a size.
    pub(crate) fn read_path(
        &self,
        path: Option<&Spanned<PathKeys>>,
        what: &str,
        size: IVec2,
    ) -> Valid<Option<Path>> {
        let Some(path) = path else { return Ok(None) };
        let PathKeys { points, mode, easing, start } = path.get_ref();
        let waypoint = |point: &Spanned<PointKeys>| {
            let PointKeys { at, wait, ticks } = *point.get_ref();
            Waypoint { at: at.0, wait, ticks }
        };
        let waypoints: Vec<Waypoint> = points.get_ref().iter().map(waypoint).collect();
        let built = Path::new(&waypoints, *mode, *easing).map_err(|error| {
            let at = match error {
                PathError::OutOfWorld { point }
                | PathError::NoTicks { point }
                | PathError::SamePlace { point, .. } => points.get_ref()[point].span(),
                _ => points.span(),
            };
            self.source.problem(at, error.to_string())
        })?;
        waypoints.iter().try_for_each(|point| self.check_place(what, point.at, size, path.span()))?;
        Ok(Some(built.starting(*start)))
    }

    /// What becomes of movers in a step; `ticks` says whether it has any.
    pub(crate) fn read_orders(&self, entries: &[Spanned<OrderKeys>], ticks: bool) -> Valid<Vec<Order>> {
        let mut orders: Vec<Order> = Vec::new();
        for entry in entries {
            let keys = entry.get_ref();
            let mover = self.mover_of(&keys.mover)?;
            let message = format_args!("the step already has an entry for `{}`", keys.mover.get_ref());
            let is_first = orders.iter().all(|order| order.mover != mover);
            self.ensure(is_first, keys.mover.span(), message, "")?;
            let message = "`move_to` lists places, one a tick, and goes with `ticks`";
            self.ensure(ticks || keys.move_to.is_empty(), entry.span(), message, "")?;
            let is_told = keys.velocity.is_some() || !keys.move_to.is_empty() || keys.place.is_some();
            let message = "a mover is given a `velocity`, places to `move_to` or a `place`, or it is removed \
                           by `remove = true`";
            self.ensure(is_told != keys.remove, entry.span(), message, "")?;
            let MoverPlan { name, size, .. } = &self.movers[mover];
            let what = format!("mover `{name}`");
            let mut places = keys.place.iter().chain(&keys.move_to);
            places.try_for_each(|place| self.check_place(&what, place.0, *size, entry.span()))?;
            orders.push(Order {
                span: entry.span(),
                mover,
                velocity: keys.velocity.as_ref().map(|v| self.finite(v)).transpose()?,
                place: keys.place.map(|place| place.0),
                remove: keys.remove,
                move_to: keys.move_to.iter().map(|place| place.0).collect(),
            });
        }
        Ok(orders)
    }
}
