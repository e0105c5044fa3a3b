//! Floor, wall and ceiling queries of bodies, and drop-through and resize requests.

use crate::aabb::Aabb;
use crate::controller::{Body, BodyProbe, DroppedLine, TransientState};
use crate::dynamics::context::{BodyView, Exceptions, StepContext};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::SensorPath;
use crate::dynamics::settings::Profile;
use crate::dynamics::world::World;
use crate::grid::{Obstacle, Surface};
use crate::limits::DROP_TICKS;
use glam::IVec2;

impl World {
    /// Returns the floor surface under a body: under its middle if several touch.
    ///
    /// Like all queries here it sees the body's obstacles, but does not call collision hooks: these belong to
    /// a step.
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
    #[doc(alias = "cliff")]
    #[doc(alias = "edge detection")]
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
            None => self.one_way_bodies_under(id).next().is_some(),
        }
    }

    /// Drops a body through all one-way tiles and bodies under it, from the next step on. True if there are
    /// any.
    ///
    /// See [`TileGrid::drop_through`](crate::TileGrid::drop_through).
    #[doc(alias = "jump-through")]
    #[doc(alias = "fall through")]
    #[doc(alias = "one-way")]
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
        let Some(mut body) = self.body(id) else { return false };
        body.memory.ignore(met, ticks);
        self.transient.set(id, body.memory);
        true
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

    /// True if the new box overlaps a colliding body that the old box did not overlap. Ignores one-way
    /// platforms.
    fn is_taken_by_bodies(&self, id: BodyId, own: &Profile, [before, after]: [Aabb; 2]) -> bool {
        if !own.is_collider() {
            return false;
        }
        let World { profiles, bodies, ignored, transient, .. } = self;
        let exceptions = Exceptions { ignored, transient, rules: None };
        (0..bodies.len()).filter(|index| bodies.id[*index] != id).any(|index| {
            let Some(other) = profiles.get(bodies.profile[index].index()) else { return false };
            let aabb = bodies.get(index).aabb();
            aabb.overlaps(after)
                // A body that was inside before may stay: a resize is not refused for it.
                && !aabb.overlaps(before)
                && other.collides_with(own)
                && !other.has_open_sides(own)
                && !exceptions.hold(id, bodies.id[index], || false)
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
    pub(crate) fn one_way_bodies_under(&self, id: BodyId) -> impl Iterator<Item = BodyId> + '_ {
        let World { profiles, bodies, ignored, transient, .. } = self;
        // Profiles are few. Most worlds have no one-way bodies, and need no search of all bodies.
        let has_platforms = profiles.iter().any(Profile::is_one_way_platform);
        let own = self.body(id).zip(self.settings(id)).filter(|(_, own)| has_platforms && own.is_collider());
        let exceptions = Exceptions { ignored, transient, rules: None };
        own.into_iter().flat_map(move |(body, own)| {
            let up = own.movement.up;
            let feet = body.aabb();
            (0..bodies.len()).filter_map(move |index| {
                let other = profiles.get(bodies.profile[index].index())?;
                let by = bodies.id[index];
                let is_open =
                    other.carries(&own) || other.collide.is_some_and(|collide| collide.one_way == Some(up));
                let holds =
                    is_open && by != id && other.collides_with(&own) && !exceptions.hold(id, by, || false);
                (holds && feet.is_touched_on(up.opposite(), bodies.get(index).aabb())).then_some(by)
            })
        })
    }

    /// Returns the context between steps, without collision hooks.
    pub(crate) fn idle_context(&self) -> StepContext<'_> {
        let World { grid, profiles, transient, platforms, classes, .. } = self;
        let rules = None;
        let traced = SensorPath::default();
        let dt = 0.0;
        StepContext { grid, profiles, transient, platforms: &platforms.state, rules, traced, classes, dt }
    }

    /// Queries the grid as one body sees it.
    fn ask<T>(&self, id: BodyId, what: impl Fn(&BodyProbe) -> Option<T>) -> Option<T> {
        self.body_ref(id)?.probe(what)
    }
}
