//! Where a squeezed body may step aside, as [`SquishPolicy::Wiggle`](super::SquishPolicy::Wiggle) lets it: on a way that is
//! free from end to end.

use super::reach::{Scene, Way};
use crate::constants::UNITS_PER_PX;
use crate::direction::Direction;
use crate::grid::{BoxId, Met};
use crate::movement::{Actor, Special, exit_distance};
use glam::IVec2;

/// Rounds in which a place is looked for that is free of the map and of the solid too.
const MOST_ROUNDS: u32 = 4;

/// A body between a solid that has gone a way and something that holds it.
#[derive(Clone, Copy)]
pub(super) struct Squeezed {
    pub(super) place: u32,
    /// The solid.
    pub(super) by: BoxId,
    /// What the body itself is in the grid, if it is solid.
    pub(super) own: Option<BoxId>,
    /// How much farther the solid has gone than the body.
    pub(super) way: Way,
}

/// The grid as a squeezed body sees it.
#[derive(Clone, Copy)]
struct Views<'a> {
    /// With the solid.
    all: Actor<'a>,
    /// Without it.
    others: Actor<'a>,
    /// With nothing else.
    solid: Actor<'a>,
}

impl Scene<'_> {
    /// A free place for a squeezed body: at most `px` to either side of where it is held, or of where it was to be.
    ///
    /// The nearest; of equals the first of those two, then the side toward up, else the side toward which it moves; else none.
    /// The body goes sideways first, and then along with the solid; both ways are free.
    pub(super) fn place_beside(&self, squeezed: Squeezed, px: f32) -> Option<IVec2> {
        let Squeezed { place, by, own, way } = squeezed;
        let profile = self.profile(place)?;
        let [min, max] = self.bounds(place);
        let special = Special::of(&profile.movement, None);
        let is_solid = |shape: BoxId| shape == by;
        let all = self.body_view(place, profile).without(own);
        let others = self.body_view(place, profile).without(own).hiding(Some(&is_solid));
        let solid = |met: &Met| met.loose == Some(by);
        let only_solid = self.grid.view(profile.movement.mask).without(own).filtered(Some(&solid));
        let views = [all.view(), others.view(), only_solid];
        let with = |k: usize| {
            let actor = Actor::new(views[k], max - min, &profile.movement);
            Actor { special: special.as_ref(), ..actor }
        };
        let views = Views { all: with(0), others: with(1), solid: with(2) };
        let rest = way.by(self.within_the_world(place, way));
        let axis = 1 - way.direction.axis();
        let limit = (px * UNITS_PER_PX as f32) as i32;
        let up = profile.movement.up;
        let speed = [&self.bodies.x, &self.bodies.y][axis].velocity[place as usize];
        let toward = if up.axis() == axis { up.vector()[axis] as f32 } else { speed };
        let mut best: Option<(i32, IVec2)> = None;
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
    /// Units to the side after which the solid goes past the body, which stays behind.
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

    /// Units to the side after which the body has room to go on before the solid.
    fn find_on(&self, min: IVec2, rest: IVec2, side: Direction, limit: i32) -> Option<i32> {
        let (hull, start) = grown(self.others, min, rest);
        let units = exit_distance(hull, start, side, limit)?;
        let way = side.vector() * units;
        let is_free = exit_distance(self.all, min + way + rest, side, 0).is_some();
        (is_free && self.leads(min, way) && self.leads(min + way, rest)).then_some(units)
    }

    /// Is a straight way free of all but the solid?
    fn leads(&self, min: IVec2, way: IVec2) -> bool {
        way == IVec2::ZERO || self.others.sweep_whole(min, way).is_none()
    }
}

/// A body as long as it is with a way before it, and where it begins.
fn grown<'a>(actor: Actor<'a>, min: IVec2, way: IVec2) -> (Actor<'a>, IVec2) {
    let low = min + way.min(IVec2::ZERO);
    (Actor { size: actor.size + way.abs(), special: None, ..actor }, low)
}
