//! Wiggle room: the search for a free position beside a crushed body, for
//! [`SquishPolicy::Wiggle`](crate::platform::SquishPolicy::Wiggle).

use crate::controller::{Actor, MoveExtras, exit_distance};
use crate::direction::Direction;
use crate::dynamics::platforms::{AxisTranslation, PushQuery};
use crate::grid::{Obstacle, ShapeId};
use crate::limits::UNITS_PER_PX;
use glam::IVec2;

/// Maximum iterations of the search for a position free of the map and of the solid.
const MOST_ROUNDS: u32 = 4;

/// Grid views of a crushed body.
#[derive(Clone, Copy)]
struct Views<'a> {
    all: Actor<'a>,
    others: Actor<'a>,
    solid: Actor<'a>,
}

impl PushQuery<'_> {
    /// Returns a free position for a crushed body, at most `px` to either side of its held or its wanted position. The solid `by`
    /// has moved `way` farther than the body.
    ///
    /// The nearest one wins; of equals first the held position, then the side toward up, otherwise the side of its velocity,
    /// otherwise none. The body moves sideways first, then along with the solid. Both paths must be free.
    pub(crate) fn place_beside(
        &self,
        index: u32,
        by: ShapeId,
        way: AxisTranslation,
        px: f32,
    ) -> Option<IVec2> {
        let profile = self.profile(index)?;
        let [min, max] = self.bounds(index);
        // Three views, because each place and each path is tested against other obstacles.
        let special = MoveExtras::of(&profile.movement, None);
        let is_solid = |shape: ShapeId| shape == by;
        let all = self.body_view(index, profile);
        let others = self.body_view(index, profile).hiding(Some(&is_solid));
        let solid = |met: &Obstacle| met.off_grid == Some(by);
        let only_solid = self.context.grid.view(profile.movement.mask).filtered(Some(&solid));
        let views = [all.view(), others.view(), only_solid];
        let with = |k: usize| {
            let actor = Actor::new(views[k], max - min, &profile.movement);
            Actor { special: special.as_ref(), ..actor }
        };
        let views = Views { all: with(0), others: with(1), solid: with(2) };
        let rest = way.by(self.within_the_world(index, way));
        // Along the push nothing is free, so only the two sides across it are tried.
        let axis = 1 - way.direction.axis();
        let limit = (px * UNITS_PER_PX as f32) as i32;
        let up = profile.movement.up;
        let speed = [&self.bodies.x, &self.bodies.y][axis].velocity[index as usize];
        let toward = if up.axis() == axis { up.sign() } else { speed };
        let mut best: Option<(i32, IVec2)> = None;
        // The held position first: of equal distances the first found stays.
        for goes_on in [false, true] {
            let side = |positive: bool| {
                let direction = Direction::along(axis, positive);
                let (find, along) = if goes_on {
                    (views.find_on(min, rest, direction, limit), rest)
                } else {
                    (views.find_off(min, rest, direction, limit), IVec2::ZERO)
                };
                let units = find?;
                Some((units, min + along + direction.vector() * units))
            };
            let nearest = match (side(false), side(true)) {
                (Some(low), Some(high)) if low.0 == high.0 && toward == 0.0 => None,
                (Some(low), Some(high)) if low.0 == high.0 => Some(if toward < 0.0 { low } else { high }),
                (Some(low), Some(high)) => Some(if low.0 < high.0 { low } else { high }),
                (low, high) => low.or(high),
            };
            best = match (best, nearest) {
                (Some(old), Some(new)) if new.0 < old.0 => Some(new),
                (old, new) => old.or(new),
            };
        }
        best.map(|(_, to)| to)
    }
}

impl Views<'_> {
    /// Returns the units to a side that let the solid pass the body, which stays behind.
    fn find_off(&self, min: IVec2, rest: IVec2, side: Direction, limit: i32) -> Option<i32> {
        let mut units = 0;
        for _ in 0..MOST_ROUNDS {
            let from = units;
            let at = |units: i32| min + side.vector() * units;
            units += exit_distance(self.all, at(units), side, limit - units)?;
            let (hull, start) = grown(self.solid, at(units), rest);
            units += exit_distance(hull, start, side, limit - units)?;
            if units == from {
                break;
            }
        }
        let is_free = exit_distance(self.all, min + side.vector() * units, side, 0).is_some();
        (is_free && self.leads(min, side.vector() * units)).then_some(units)
    }

    /// Returns the units to a side that let the body continue ahead of the solid.
    fn find_on(&self, min: IVec2, rest: IVec2, side: Direction, limit: i32) -> Option<i32> {
        let (hull, start) = grown(self.others, min, rest);
        let units = exit_distance(hull, start, side, limit)?;
        let way = side.vector() * units;
        let is_free = exit_distance(self.all, min + way + rest, side, 0).is_some();
        (is_free && self.leads(min, way) && self.leads(min + way, rest)).then_some(units)
    }

    /// True if a straight path is free of all obstacles except the solid.
    fn leads(&self, min: IVec2, way: IVec2) -> bool {
        way == IVec2::ZERO || self.others.sweep_whole(min, way).is_none()
    }
}

/// Returns the body extended by its path, and its new min corner.
fn grown<'a>(actor: Actor<'a>, min: IVec2, way: IVec2) -> (Actor<'a>, IVec2) {
    let low = min + way.min(IVec2::ZERO);
    (Actor { size: actor.size + way.abs(), special: None, ..actor }, low)
}
