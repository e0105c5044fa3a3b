//! Debug drawing of the entities of a world.

use crate::explain::hit_start;
use crate::physics::Physics;
use hecs::{Entity, World};
use tilephys_columns::{Collider, Position, PreviousPosition};
use tilephys_core::{Aabb, BodyId};
use tilephys_feel::{FeelState, HitBox};
use tilephys_inspect::debug_draw::{DebugDraw, Meaning, draw_hit_reason, draw_motion, draw_world};

impl Physics {
    /// Draws the part of the world in an area, as the last step left it: edges of solids, one-way lines, triggers, movers with
    /// their paths, sensors, bodies with contacts and motion, hits, and each [`HitBox`] that is on. See [`draw_world`].
    ///
    /// An entity with a [`PreviousPosition`] also has the area that it swept in the step. An area without extent, or outside of
    /// the world, is empty.
    ///
    /// ```
    /// use glam::{UVec2, Vec2};
    /// use tilephys_ecs::*;
    ///
    /// /// A game sends these to its renderer, in pixels of the level.
    /// #[derive(Default)]
    /// struct Lines(Vec<(Vec2, Vec2, Rgba)>);
    ///
    /// impl DebugDraw for Lines {
    ///     fn line(&mut self, from: Vec2, to: Vec2, color: Rgba) {
    ///         self.0.push((from, to, color));
    ///     }
    ///     fn rect(&mut self, min: Vec2, size: Vec2, color: Rgba, _filled: bool) {
    ///         self.line(min, min + size, color);
    ///     }
    ///     fn text(&mut self, _at: Vec2, _text: &str, _color: Rgba) {}
    /// }
    ///
    /// let mut physics = Physics::new(TileGrid::new(UVec2::splat(16)));
    /// let mut world = hecs::World::new();
    /// physics.spawn(&mut world, (Position::new(8.0, 8.0), Velocity::new(600.0, 0.0), Collider::new(4.0, 4.0)));
    /// physics.step(&mut world, 1.0 / 60.0);
    /// let mut lines = Lines::default();
    /// physics.debug_draw(&world, &mut lines, Aabb::from_px(Vec2::ZERO, Vec2::new(320.0, 180.0)));
    /// assert_eq!(lines.0[0].0, Vec2::new(18.0, 8.0));
    /// ```
    pub fn debug_draw(&self, world: &World, onto: &mut impl DebugDraw, area: Aabb) {
        for (position, previous, collider) in
            world.query::<(&Position, &PreviousPosition, &Collider)>().iter()
        {
            let before = previous.0.and_then(|position| collider.aabb(position));
            let (Some(before), Some(now)) = (before, collider.aabb(*position)) else { continue };
            if before.union(now).overlaps(area) {
                draw_motion(onto, before, now.min - before.min);
            }
        }
        draw_world(onto, &self.core, area);
        for (id, hit, state) in world.query::<(&BodyId, &HitBox, Option<&FeelState>)>().iter() {
            let is_on = hit.is_on() && hit.fault().is_none();
            let Some(body) = self.core.body_ref(*id).filter(|_| is_on) else { continue };
            let facing = state.map_or(0, FeelState::facing);
            let own = hit.aabb(body.aabb(), body.profile().movement.up, facing);
            if own.overlaps(area) {
                onto.rect(own.min_px(), own.max_px() - own.min_px(), Meaning::Danger.color(), false);
            }
        }
    }

    /// Draws the reason for the first hit on the map that a body had in the last step: the hit face, and a word for each face
    /// near it that was not hit. True if the entity had a hit.
    ///
    /// With a [`PreviousPosition`] the explained move is the whole step, else one pixel into the surface.
    #[doc(alias = "explain")]
    pub fn debug_draw_hit(&self, world: &World, onto: &mut impl DebugDraw, entity: Entity) -> bool {
        let Some((id, start)) = hit_start(world, entity) else { return false };
        draw_hit_reason(onto, &self.core, id, start)
    }
}
