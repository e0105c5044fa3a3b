//! Floor, wall and ceiling queries of bodies, and drop-through and resize requests.

use crate::aabb::Aabb;
use crate::controller::{Body, BodyProbe, DroppedLine, TransientState};
use crate::dynamics::context::{BodyView, StepContext};
use crate::dynamics::ids::{BodyId, MoverId, PushSource};
use crate::dynamics::output::SensorPath;
use crate::dynamics::settings::Profile;
use crate::dynamics::world::World;
use crate::grid::{Obstacle, Surface};
use crate::limits::DROP_TICKS;
use glam::IVec2;

impl World {
    /// Returns the floor surface under a body: under its middle if several touch.
    ///
    /// Like all queries here it sees the body's obstacles, but does not call collision hooks: these belong to a step.
    #[doc(alias = "get_floor_normal")]
    #[must_use]
    pub fn floor(&self, id: BodyId) -> Option<Surface> {
        self.ask(id, |probe| probe.view.surface_under(probe.body, probe.config))
    }

    /// Returns the surface that a body touches on its up side.
    #[must_use]
    pub fn ceiling(&self, id: BodyId) -> Option<Surface> {
        self.ask(id, |probe| probe.view.surface_over(probe.body, probe.config))
    }

    /// Returns the surface that a body touches on either side across its up.
    #[doc(alias = "get_wall_normal")]
    #[must_use]
    pub fn wall(&self, id: BodyId) -> Option<Surface> {
        self.ask(id, |probe| probe.view.surface_beside(probe.body, probe.config))
    }

    /// True if a body on a floor, walking along it, falls off an edge at most `distance_px` ahead of its front. For enemies that
    /// turn at ledges.
    ///
    /// The sign of the distance is the direction: positive toward greater coordinates. Slopes down to the greatest floor angle, steps
    /// within the snap distance and gaps that the body spans are no ledges; a wall before the edge is none either. Movers and
    /// solid bodies are floors, in their present places. Looks at most 65,536 px far; costs some tens of nanoseconds a pixel.
    #[doc(alias("cliff", "edge detection"))]
    #[must_use]
    pub fn ledge_ahead(&self, id: BodyId, distance_px: f32) -> bool {
        let found =
            |probe: &BodyProbe| Some(probe.view.ledge_ahead(probe.body.sound()?, distance_px, probe.config));
        self.ask(id, found).unwrap_or(false)
    }

    /// True if a body stands on a one-way tile or a one-way body, so it [can drop](Self::drop_through).
    ///
    /// Scans all bodies if any can be a one-way platform.
    #[must_use]
    pub fn floor_is_one_way(&self, id: BodyId) -> bool {
        match self.floor(id) {
            Some(floor) => floor.one_way,
            None => !self.one_way_bodies_under(id).is_empty(),
        }
    }

    /// Returns the mover or body that a body stands on: under its middle if several touch. `None` on the map and in the air.
    ///
    /// Scans all bodies if any can hold this one.
    #[doc(alias("floor entity", "get_platform"))]
    #[must_use]
    pub fn standing_on(&self, id: BodyId) -> Option<PushSource> {
        if let Some(floor) = self.floor(id) {
            return self.owner_of_box(floor.off_grid?);
        }
        let body = self.body_ref(id)?;
        let axis = 1 - body.profile().movement.up.axis();
        let middle = self.body(id)?.aabb().middle()[axis];
        let distance = |under: &BodyId| {
            let floor = self.body(*under).map(|body| body.aabb());
            let beyond = floor.map_or(0, |floor| {
                let before = floor.min[axis].saturating_sub(middle);
                let behind = middle.saturating_sub(floor.max[axis]);
                before.max(behind).max(0)
            });
            (beyond, *under)
        };
        self.bodies_under(id, |_, _| true).into_iter().min_by_key(distance).map(PushSource::Body)
    }

    /// Returns the bodies that [stand](Self::standing_on) on a mover or a body, by ascending id. Scans all bodies.
    #[doc(alias = "passengers")]
    #[must_use]
    pub fn riders(&self, of: impl Into<PushSource>) -> Vec<BodyId> {
        let mut riders: Vec<BodyId> = self.each_rider(of.into()).collect();
        riders.sort_unstable();
        riders
    }

    /// True if bodies may stand on other bodies: a profile is solid, or collides with bodies.
    #[must_use]
    pub fn has_body_floors(&self) -> bool {
        self.profiles.iter().any(Profile::is_floor)
    }

    pub(crate) fn is_ridden(&self, mover: MoverId) -> bool {
        self.each_rider(PushSource::Mover(mover)).next().is_some()
    }

    /// The bodies that stand on a mover or a body, in the order of the world.
    fn each_rider(&self, of: PushSource) -> impl Iterator<Item = BodyId> + '_ {
        let bounds = match of {
            PushSource::Mover(id) => self.mover_bounds(id),
            PushSource::Body(id) => self.body(id).map(|body| body.aabb()),
        };
        let touches = move |id: BodyId| {
            self.body(id).zip(bounds).is_some_and(|(body, bounds)| body.aabb().touches(bounds))
        };
        self.ids().filter(move |id| touches(*id) && self.standing_on(*id) == Some(of))
    }

    /// Drops a body through all one-way tiles and bodies under it, from the next step on. True if there are any.
    ///
    /// See [`TileGrid::drop_through`](crate::TileGrid::drop_through).
    #[doc(alias("jump-through", "fall through", "one-way"))]
    pub fn drop_through(&mut self, id: BodyId) -> bool {
        let Some((mut body, profile)) = self.body(id).zip(self.settings(id)) else { return false };
        // A line dropped through earlier counts as a floor here, so that its timer restarts.
        let held = TransientState { dropped_from: None, ..body.memory };
        let own = BodyView::of(&self.idle_context(), id, body.size, &profile, Some(&held));
        let is_on_line = own.view().drop_through(&mut body, &profile.movement);
        let is_held = self.let_bodies_go(id, &mut body) || is_on_line;
        if is_held {
            self.transient.set(id, body.memory);
        }
        is_held
    }

    /// Ignores an obstacle for `ticks` steps; 0 ends this. True if the body exists.
    pub fn ignore(&mut self, id: BodyId, met: Obstacle, ticks: u8) -> bool {
        self.edit_memory(id, |memory| memory.ignore(met, ticks))
    }

    /// Resizes a body, in lattice units, and keeps its feet in place. True if the body exists and has room.
    ///
    /// Bodies that it collides with count as obstacles. Collision hooks are not called: they belong to a
    /// step. See [`TileGrid::resize`](crate::TileGrid::resize).
    #[doc(alias = "crouch")]
    pub fn resize(&mut self, id: BodyId, size: IVec2) -> bool {
        let Some((mut body, profile)) = self.body(id).zip(self.settings(id)) else { return false };
        let before = body.aabb();
        // Tested on a copy, so that a refused resize changes nothing.
        let own = self.idle_context().body_view(id, body.size, &profile);
        let is_free = own.view().resize(&mut body, size, &profile.movement);
        let has_room = is_free && !self.is_taken_by_bodies(id, &profile, [before, body.aabb()]);
        if let Some(index) = self.indices.get(id).filter(|_| has_room) {
            self.bodies.set(index, &body);
            self.transient.set(id, body.memory);
            self.platforms.state.put_solid(&mut self.grid, id, body.aabb());
        }
        has_room
    }

    /// True if the new box overlaps a colliding body that the old box did not overlap. Ignores one-way platforms.
    fn is_taken_by_bodies(&self, id: BodyId, own: &Profile, [before, after]: [Aabb; 2]) -> bool {
        self.colliders_with(self.idle_context(), id, own).any(|(index, other)| {
            let aabb = self.bodies.get(index).aabb();
            // A body that was inside before may stay: a resize is not refused for it.
            aabb.overlaps(after) && !aabb.overlaps(before) && !other.has_open_sides(own)
        })
    }

    /// Returns the indices and profiles of the bodies that collide with a body of these settings.
    pub(crate) fn colliders_with<'a>(
        &'a self,
        context: StepContext<'a>,
        id: BodyId,
        own: &'a Profile,
    ) -> impl Iterator<Item = (usize, &'a Profile)> {
        let bodies = &self.bodies;
        let all = if own.is_collider() { bodies.len() } else { 0 };
        (0..all).filter(move |index| bodies.id[*index] != id).filter_map(move |index| {
            let other = self.profiles.get(bodies.profile[index].index())?;
            let ids = [id, bodies.id[index]];
            let collides = other.collides_with(own) && !context.is_exception(ids, [own, other]);
            collides.then_some((index, other))
        })
    }

    fn settings(&self, id: BodyId) -> Option<Profile> {
        self.profiles.get(self.profile_of(id)?.index()).copied()
    }

    /// Drops a body through the one-way bodies under it. True if there are any.
    fn let_bodies_go(&self, id: BodyId, body: &mut Body) -> bool {
        let mut any = false;
        for other in self.one_way_bodies_under(id) {
            body.memory.drop_line(DroppedLine::Body(other));
            body.memory.dropped_from = Some(body.position);
            body.memory.drop_ticks = DROP_TICKS;
            any = true;
        }
        any
    }

    /// Returns the one-way bodies that hold a body on their open side.
    fn one_way_bodies_under(&self, id: BodyId) -> Vec<BodyId> {
        self.bodies_under(id, |other, own| {
            other.carries(own)
                || other.collide.is_some_and(|collide| collide.one_way == Some(own.movement.up))
        })
    }

    /// Returns the colliding bodies under a body that hold it, of those whose settings and the body's own pass `is_meant`.
    fn bodies_under(&self, id: BodyId, is_meant: impl Fn(&Profile, &Profile) -> bool) -> Vec<BodyId> {
        let Some((body, own)) = self.body(id).zip(self.settings(id)) else { return Vec::new() };
        // Profiles are few. Most worlds have no such bodies, and need no search of all bodies.
        if !self.profiles.iter().any(|other| other.collides_with(&own) && is_meant(other, &own)) {
            return Vec::new();
        }
        let up = own.movement.up;
        let feet = body.aabb();
        let others = self.colliders_with(self.idle_context(), id, &own).filter(|(index, other)| {
            is_meant(other, &own)
                && other.is_solid_on(up, &own)
                && feet.is_touched_on(up.opposite(), self.bodies.get(*index).aabb())
        });
        others.map(|(index, _)| self.bodies.id[index]).collect()
    }

    pub(crate) fn idle_context(&self) -> StepContext<'_> {
        let World { grid, profiles, indices, transient, ignored, classes, .. } = self;
        StepContext {
            grid,
            profiles,
            indices,
            transient,
            platforms: &self.platforms.state,
            ignored,
            combine: self.combine,
            rules: None,
            traced: SensorPath::default(),
            classes,
            dt: 0.0,
        }
    }

    fn ask<T>(&self, id: BodyId, what: impl Fn(&BodyProbe) -> Option<T>) -> Option<T> {
        self.body_ref(id)?.probe(what)
    }
}
