//! Contacts between bodies, hurt bodies, and pairs that ignore each other, by entity.

use crate::control_context::ControlContext;
use crate::ids::IdOf;
use crate::physics::Physics;
use hecs::Entity;
use tilephys_core::{BodyHit, BodyId, driver::PairCounts};

impl Physics {
    /// Contacts between bodies in the last step: entity, other entity, contact. Each contact appears once for
    /// either body.
    #[doc(alias = "contact")]
    #[doc(alias = "manifold")]
    #[doc(alias = "collision pair")]
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// let ball = (Collider::new(8.0, 8.0), BodyCollision::default(), Response::Bounce { restitution: 1.0 });
    /// let left = world.spawn((Position::new(0.0, 0.0), Velocity::new(600.0, 0.0), ball.0, ball.1, ball.2));
    /// let right = world.spawn((Position::new(12.0, 0.0), Velocity::default(), ball.0, ball.1, ball.2));
    /// physics.step(&mut world, 1.0 / 60.0);
    /// let hits: Vec<_> = physics.body_hits().map(|(entity, other, hit)| (entity, other, hit.shape.normal.x)).collect();
    /// assert_eq!(hits, [(left, right, -1), (right, left, 1)]);
    /// ```
    pub fn body_hits(&self) -> impl Iterator<Item = (Entity, Entity, &BodyHit)> + '_ {
        self.core.body_hits().filter_map(|(id, hit)| Some((self.entity(id)?, self.entity(hit.target)?, hit)))
    }

    /// Pairs of entities with one-sided [masks](crate::BodyCollision::mask): they pass through each other although one
    /// mask includes the other entity. Lists one pair for each two kinds of settings, as
    /// [`World::one_sided_masks`](tilephys_core::World::one_sided_masks).
    #[must_use]
    pub fn one_sided_masks(&self) -> Vec<[Entity; 2]> {
        let entities = |[a, b]: [BodyId; 2]| Some([self.entity(a)?, self.entity(b)?]);
        self.core.one_sided_masks().into_iter().filter_map(entities).collect()
    }

    /// Statistics of the narrow phase and the islands in the last step.
    #[doc(alias = "profile")]
    #[doc(alias = "narrow phase")]
    #[must_use]
    pub fn pair_counts(&self) -> PairCounts {
        self.core.pair_counts()
    }

    /// Makes two bodies that [collide](crate::BodyCollision) pass through each other, until reset or until either is
    /// gone. Returns true if both existed in the last step or [`sync`](Self::sync). A body that is missing from a
    /// step (incomplete, or not in this world) loses its exceptions.
    #[doc(alias = "collision exception")]
    #[doc(alias = "add_collision_exception_with")]
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// let body = (Position::new(8.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0), BodyCollision::default());
    /// let [hero, grenade] = [body, body].map(|body| physics.spawn(&mut world, body));
    /// physics.sync(&mut world);
    /// assert!(physics.ignore_pair(hero, grenade, true) && physics.ignores_pair(grenade, hero));
    /// ```
    pub fn ignore_pair(&mut self, a: impl IdOf<BodyId>, b: impl IdOf<BodyId>, is_ignored: bool) -> bool {
        self.id_of(a).zip(self.id_of(b)).is_some_and(|(a, b)| self.core.ignore_pair(a, b, is_ignored))
    }

    /// True if two bodies [ignore each other](Self::ignore_pair).
    #[must_use]
    pub fn ignores_pair(&self, a: impl IdOf<BodyId>, b: impl IdOf<BodyId>) -> bool {
        self.id_of(a).zip(self.id_of(b)).is_some_and(|(a, b)| self.core.ignores_pair(a, b))
    }
}

impl Physics {
    /// Entities that a [`HitBox`](crate::HitBox) hurt in the last step, each with its attacker, by ascending id of the hurt body. The step has
    /// made them invulnerable and thrown them already.
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// let spikes = (Position::new(0.0, 0.0), Velocity::default(), Collider::new(8.0, 8.0));
    /// let spikes = physics.spawn(&mut world, spikes);
    /// world.insert_one(spikes, HitBox { knock_up: 200.0, ..HitBox::new([-1.0, -1.0], [10.0, 10.0]) })?;
    /// let hero = (Position::new(8.5, 0.0), Velocity::default(), Collider::new(8.0, 11.0), HurtBox::default());
    /// let hero = physics.spawn(&mut world, hero);
    /// physics.step(&mut world, 1.0 / 60.0);
    /// assert_eq!(physics.hurt().collect::<Vec<_>>(), [(hero, spikes)]);
    /// assert_eq!(world.get::<&Velocity>(hero)?.0.y, -200.0);
    /// // For the next second it is invulnerable.
    /// physics.step(&mut world, 1.0 / 60.0);
    /// assert_eq!(physics.hurt().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "damage")]
    pub fn hurt(&self) -> impl Iterator<Item = (Entity, Entity)> + '_ {
        self.kit.hurt.iter().copied()
    }
}

impl ControlContext<'_, '_> {
    /// Makes two bodies pass through each other from this step on, as [`Physics::ignore_pair`] does.
    pub fn ignore_pair(&mut self, a: impl IdOf<BodyId>, b: impl IdOf<BodyId>, is_ignored: bool) -> bool {
        self.id_of(a).zip(self.id_of(b)).is_some_and(|(a, b)| self.core.ignore_pair(a, b, is_ignored))
    }

    /// True if two bodies [ignore each other](Self::ignore_pair).
    #[must_use]
    pub fn ignores_pair(&self, a: impl IdOf<BodyId>, b: impl IdOf<BodyId>) -> bool {
        self.id_of(a).zip(self.id_of(b)).is_some_and(|(a, b)| self.core.ignores_pair(a, b))
    }
}
