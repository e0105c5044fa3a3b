//! Queries of one solid against one body: carry, push distance, clearance and crushing.

use crate::aabb::Aabb;
use crate::controller::{Actor, MoveExtras, Sweep};
use crate::direction::Direction;
use crate::dynamics::context::{BodyView, StepContext};
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{Bodies, Platforms};
use crate::grid::{Faces, Filter, Obstacle, OffGridShape, Piece, ShapeId, View, overlaps, touches};
use crate::response::Response;
use glam::IVec2;

/// Read-only view of bodies and grid while movers move.
#[derive(Clone, Copy)]
pub(crate) struct PushQuery<'a> {
    pub(crate) context: StepContext<'a>,
    pub(crate) bodies: &'a Bodies,
}

/// Hold of a rider on a carrier; the firmest one counts, of equals the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grip {
    /// Rises, with the carrier under the middle of its feet.
    Rises,
    /// Clings to the carrier with a side or its head.
    Clings,
    /// Stands, with the carrier under the middle of its feet.
    Stands,
}

/// Hold of a body on its carrier, by axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hold {
    /// True if it follows sideways motion: the carrier is under its middle, or it clings.
    pub(crate) level: bool,
    /// True if it follows motion along its up.
    pub(crate) upright: bool,
    /// True if it stands on the carrier: its own slower upward velocity is lost.
    pub(crate) stands: bool,
}

impl Hold {
    /// Hold of a body whose floor drops away under it. It stays where it is, and has the velocity of its carrier to leave with.
    pub(crate) const LOST: Hold = Hold { level: false, upright: false, stands: false };
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct AxisTranslation {
    pub(crate) direction: Direction,
    pub(crate) units: i32,
}

impl AxisTranslation {
    pub(crate) fn along(axis: usize, units: i32) -> Option<Self> {
        let direction = Direction::along(axis, units > 0);
        (units != 0).then_some(AxisTranslation { direction, units: units.saturating_abs() })
    }

    /// Returns how far a box that moves by this pushes a second one, in lattice units; 0 if it does not reach it.
    pub(crate) fn push(self, by: Aabb, other: Aabb) -> i32 {
        let k = self.direction.axis();
        let free = 1 - k;
        // Saturates, since boxes can be a world apart.
        let gap = if self.by(1)[k] > 0 {
            other.min[k].saturating_sub(by.max[k])
        } else {
            by.min[k].saturating_sub(other.max[k])
        };
        let is_beside = by.min[free] < other.max[free] && other.min[free] < by.max[free];
        if (0..self.units).contains(&gap) && is_beside { self.units - gap } else { 0 }
    }

    pub(crate) fn by(self, units: i32) -> IVec2 {
        self.direction.vector() * units
    }
}

impl<'a> PushQuery<'a> {
    /// Returns the profile of a body, if it collides with solids at all.
    pub(crate) fn profile(&self, index: u32) -> Option<&'a Profile> {
        let profile = self.context.profiles.get(self.bodies.profile[index as usize].index())?;
        (profile.movement.response != Response::PassThrough).then_some(profile)
    }

    #[inline]
    pub(crate) fn bounds(&self, index: u32) -> [IVec2; 2] {
        let Aabb { min, max } = self.aabb(index);
        [min, max]
    }

    pub(crate) fn solid_of(&self, index: u32) -> Option<u32> {
        let Platforms { store, solids, .. } = self.context.platforms;
        let number = solids.index(self.bodies.id[index as usize])?;
        Some((store.list.len() + number) as u32)
    }

    /// Calls `work` with the mover of a body's box among the solids of a view, and with the min corner of the box.
    fn act<R>(&self, index: u32, profile: &Profile, view: View, work: impl FnOnce(Actor, IVec2) -> R) -> R {
        let [min, max] = self.bounds(index);
        let special = MoveExtras::of(&profile.movement, None);
        work(Actor { special: special.as_ref(), ..Actor::new(view, max - min, &profile.movement) }, min)
    }

    fn pieces(&self, by: ShapeId, mut visit: impl FnMut(&Piece)) {
        self.context.grid.any_part_of(by, |piece| {
            visit(piece);
            false
        });
    }

    pub(crate) fn body_view(&self, index: u32, profile: &Profile) -> BodyView<'a> {
        let id = self.bodies.id[index as usize];
        let [min, max] = self.bounds(index);
        self.context.body_view(id, max - min, profile)
    }

    /// True if no body has a filter: each collides with all that its mask includes.
    fn has_no_filters(&self) -> bool {
        let StepContext { rules, transient, platforms, .. } = self.context;
        rules.is_none() && transient.is_empty() && platforms.squishes.is_empty()
    }

    fn meets(&self, index: u32, profile: &Profile, by: ShapeId, shape: &OffGridShape) -> bool {
        if self.context.grid.tile_kind(shape.tile).category & profile.movement.mask == 0 {
            return false;
        }
        if self.has_no_filters() {
            return true;
        }
        let own = self.body_view(index, profile);
        let met = || Obstacle {
            layer: shape.layer,
            cell: self.context.grid.cell_at(shape.aabb.min),
            tile: shape.tile,
            off_grid: Some(by),
        };
        !own.is_filtered() || own.lets(&met())
    }

    /// Returns the hold of a body on a solid that may be its carrier.
    pub(crate) fn grip(&self, by: ShapeId, index: u32) -> Option<Grip> {
        let profile = self.profile(index)?;
        let shape = self.context.grid.off_grid_shape(by)?;
        profile.movement.walk_if_grounded()?;
        let (up, axis) = (profile.movement.up, profile.movement.up.axis());
        if !self.meets(index, profile, by, shape) {
            return None;
        }
        let level = 1 - axis;
        let [min, max] = self.bounds(index);
        // Of several floors the one under its middle carries it. A box under all of it needs no search for that.
        let covers = shape.aabb.min[level] <= min[level] && max[level] <= shape.aabb.max[level];
        let velocity = [&self.bodies.x.velocity, &self.bodies.y.velocity][axis][index as usize];
        let rises = velocity * up.sign() > 0.0;
        let sides = self.touched_sides(by, shape, index, profile);
        let is_middle = || {
            let own = self.body_view(index, profile);
            let body = self.bodies.get(index as usize);
            let floor = own.view().surface_under(&body, &profile.movement);
            floor.is_some_and(|floor| floor.off_grid == Some(by))
        };
        let stands = sides.contains(up.opposite()) && (covers || is_middle());
        let clings = profile.riding.ceilings && sides.contains(up)
            || profile.riding.walls && Direction::ALL.iter().any(|d| d.axis() != axis && sides.contains(*d));
        // A body that rises off its floor may still cling to a wall of it.
        match (stands, rises) {
            (true, false) => Some(Grip::Stands),
            _ if clings => Some(Grip::Clings),
            (true, true) => Some(Grip::Rises),
            (false, _) => None,
        }
    }

    /// Returns how a solid that is about to move by `moves` carries a body, or `None`. `grip` is set if the
    /// solid is the body's carrier in this step.
    pub(crate) fn carries(&self, by: ShapeId, index: u32, moves: IVec2, grip: Option<Grip>) -> Option<Hold> {
        let profile = self.profile(index)?;
        let shape = self.context.grid.off_grid_shape(by)?;
        profile.movement.walk_if_grounded()?;
        if !self.meets(index, profile, by, shape) {
            return None;
        }
        if grip == Some(Grip::Clings) {
            return Some(Hold { level: true, upright: true, stands: false });
        }
        let level = grip.is_some();
        if !self.rides(index, profile, moves) {
            let loses_it = grip == Some(Grip::Stands) && self.falls_behind(index, profile, moves);
            return loses_it.then_some(Hold::LOST);
        }
        // Another mover may have lifted it off its carrier, which still moves it.
        let down = profile.movement.up.opposite();
        let upright = if shape.is_box() {
            self.aabb(index).is_touched_on(down, shape.aabb)
        } else {
            self.touched_sides(by, shape, index, profile).contains(down)
        };
        (level || upright).then_some(Hold { level, upright, stands: true })
    }

    fn touched_sides(&self, by: ShapeId, shape: &OffGridShape, index: u32, profile: &Profile) -> Faces {
        let [min, max] = self.bounds(index);
        let mut sides = Faces::NONE;
        // A box needs no test of planes, and has no lines to drop through.
        if shape.is_box() {
            let touched = |side: &Direction| Aabb { min, max }.is_touched_on(*side, shape.aabb);
            return Direction::ALL.into_iter().filter(touched).fold(sides, Faces::with);
        }
        let stance = profile.movement.stance();
        let own = self.body_view(index, profile);
        let view = own.view();
        self.pieces(by, |piece| {
            if view.drops(piece) {
                return;
            }
            touches(piece, stance.against(piece.part, min, max - min), |normal| {
                sides = sides.with(stance.side(normal));
            });
        });
        sides
    }

    /// Returns how far a solid that moves by `way` pushes a body, in lattice units; 0 if it does not reach it.
    pub(crate) fn pushes(&self, by: ShapeId, way: AxisTranslation, index: u32) -> i32 {
        let (Some(profile), Some(shape)) = (self.profile(index), self.context.grid.off_grid_shape(by)) else {
            return 0;
        };
        let push = way.push(shape.aabb, self.aabb(index));
        if shape.is_box() && push == 0 || !self.meets(index, profile, by, shape) {
            return 0;
        }
        if shape.is_box() {
            return push;
        }
        let own = self.body_view(index, profile);
        self.act(index, profile, own.view(), |actor, min| {
            // Equivalent to the opposite motion of the body toward a static solid.
            let sweep = Sweep::new(actor, min, -way.by(way.units));
            let mut most = 0;
            self.pieces(by, |piece| {
                if let Some(found) = sweep.meets_piece(piece) {
                    let run = sweep.run_against(&found);
                    let gone = i128::from(found.distance) * i128::from(way.units);
                    most = most.max(way.units - gone.div_euclid(i128::from(run)) as i32);
                }
            });
            most
        })
    }

    /// Returns the clearance of a body along `way`, in lattice units. Ignores `mover` and the shapes that `hides` selects.
    pub(crate) fn clearance(
        &self,
        index: u32,
        way: AxisTranslation,
        mover: ShapeId,
        hides: Option<&dyn Fn(ShapeId) -> bool>,
    ) -> i32 {
        let Some(profile) = self.profile(index) else { return way.units };
        let [min, max] = self.bounds(index);
        let d = way.by(self.within_the_world(index, way));
        let units = d.x.abs().max(d.y.abs());
        // Mostly the mover is all that is near. Only otherwise the filter of the body is asked.
        let view = self.context.grid.view(profile.movement.mask).without(Some(mover));
        let cells = view.cells().covered(min.min(min + d), max.max(max + d));
        if view.quick_free(cells) || view.holds_only(cells, mover.index() as u32) {
            return units;
        }
        let own = self.body_view(index, profile).without(Some(mover)).hiding(hides);
        self.act(index, profile, own.view(), |actor, min| {
            let Some(found) = actor.sweep_whole(min, d) else { return units };
            let run = Sweep::new(actor, min, d).run_against(&found);
            (i128::from(found.units()) * i128::from(units) / i128::from(run)) as i32
        })
    }

    /// True if a solid that moved by `way` is inside a held body or went through it; never for one-way lines.
    pub(crate) fn is_crushed(&self, by: ShapeId, way: AxisTranslation, index: u32) -> bool {
        self.is_inside(by, index) || self.is_passed(by, way, index)
    }

    /// True if a solid went through a body. Relative to the solid, the body moved the opposite way.
    fn is_passed(&self, by: ShapeId, way: AxisTranslation, index: u32) -> bool {
        let Some(profile) = self.profile(index) else { return false };
        let rest = way.by(self.within_the_world(index, way));
        let mut any = false;
        self.act(index, profile, self.context.grid.view(profile.movement.mask), |actor, min| {
            let sweep = Sweep::new(actor, min + rest, -rest);
            self.pieces(by, |piece| {
                any |= piece.part.one_way.is_none() && sweep.meets_piece(piece).is_some();
            });
        });
        any
    }

    pub(crate) fn is_inside(&self, by: ShapeId, index: u32) -> bool {
        let Some(profile) = self.profile(index) else { return false };
        let mut inside = false;
        self.act(index, profile, self.context.grid.view(profile.movement.mask), |actor, min| {
            self.pieces(by, |piece| inside |= overlaps(piece, actor.outline(piece, min)));
        });
        inside
    }

    pub(crate) fn is_in_solid(&self, index: u32) -> bool {
        let Some(profile) = self.profile(index) else { return false };
        let own = self.body_view(index, profile);
        self.act(index, profile, own.view(), |actor, min| !actor.is_free(min))
    }

    pub(crate) fn within_the_world(&self, index: u32, way: AxisTranslation) -> i32 {
        let [min, max] = self.bounds(index);
        let k = way.direction.axis();
        let limit = i64::from(crate::limits::WORLD_LIMIT);
        let room = if way.by(1)[k] > 0 { limit - i64::from(max[k]) } else { limit + i64::from(min[k]) };
        room.clamp(0, i64::from(way.units)) as i32
    }
}
