//! Bodies on paths, crowds and hit boxes, in each step.

use crate::components::{BodyId, Crowd, FeelState, HitBox, HurtBox, Mover, MoverPath, Position, Velocity};
use crate::events::PhysicsEvent;
use crate::physics_world::PhysicsWorld;
use crate::spawn_order::Spawned;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{With, Without};
use bevy_ecs::query::QueryState;
use bevy_ecs::world::World as Entities;
use tilephys_core::{ControlContext, EventKind, Fault, Field};
use tilephys_feel::{Crowds, Hurt};

/// Body that follows a path.
type OnPath = (&'static BodyId, &'static Position, &'static mut MoverPath);
/// Filter of the bodies that follow paths.
type OfBodies = (With<Velocity>, Without<Mover>);
type Attacker = (Entity, &'static BodyId, &'static mut HitBox, Option<&'static FeelState>);

/// Queries of bodies on paths, crowds and boxes.
pub(crate) struct KitQueries {
    paths: QueryState<OnPath, OfBodies>,
    members: QueryState<(Entity, &'static BodyId, &'static Crowd)>,
    attackers: QueryState<Attacker>,
    victims: QueryState<(&'static BodyId, &'static mut HurtBox)>,
}

impl KitQueries {
    pub(crate) fn new(world: &mut Entities) -> Self {
        KitQueries {
            paths: QueryState::new(world),
            members: QueryState::new(world),
            attackers: QueryState::new(world),
            victims: QueryState::new(world),
        }
    }
}

/// Crowd and hit boxes of a step.
#[derive(Debug, Default)]
pub(crate) struct Kit {
    /// True if a body that is no mover has a path.
    has_paths: bool,
    /// True if there is a crowd.
    has_crowd: bool,
    /// True if a step that meets only tiles is too short for what there is.
    pub(crate) acts: bool,
    crowds: Crowds,
    boxes: tilephys_feel::HitBoxes,
    /// Hurt entities and their attackers in the last step, by ascending id of the former.
    pub(crate) hurt: Vec<(Entity, Entity)>,
    /// Entities with unsound settings.
    events: Vec<PhysicsEvent>,
}

impl Kit {
    /// Finds which components there are, and lists unsound ones.
    pub(crate) fn prepare(&mut self, queries: &mut KitQueries, world: &Entities) {
        self.hurt.clear();
        self.events.clear();
        self.has_paths = queries.paths.iter(world).next().is_some();
        self.has_crowd = false;
        for (entity, id, crowd) in queries.members.iter(world) {
            self.has_crowd = true;
            self.note(entity, id, crowd.fault());
        }
        let mut has_boxes = queries.victims.iter(world).next().is_some();
        for (entity, id, hit, _) in queries.attackers.iter(world) {
            has_boxes = true;
            self.note(entity, id, hit.0.fault());
        }
        self.acts = self.has_paths || self.has_crowd || has_boxes;
        // Tables come in any order.
        self.events.sort_by_key(|event| (event.body, Spawned(event.entity)));
    }

    fn note(&mut self, entity: Entity, id: &BodyId, fault: Option<(Field, Fault)>) {
        if let Some((field, fault)) = fault {
            let kind = EventKind::Rejected { field, fault };
            self.events.push(PhysicsEvent { entity, body: id.get(), kind });
        }
    }

    /// True if a step sets velocities in its control phase.
    pub(crate) fn has_control(&self) -> bool {
        self.has_paths || self.has_crowd
    }

    /// Sets the velocities of bodies on paths, and moves crowds apart, in the control phase.
    pub(crate) fn control(
        &mut self,
        queries: &mut KitQueries,
        world: &mut Entities,
        bodies: &mut ControlContext,
    ) {
        if self.has_paths {
            for (id, position, mut path) in queries.paths.iter_mut(world) {
                let Some(id) = id.get() else { continue };
                bodies.set_velocity(id, path.0.follow(position.0.at, bodies.dt()));
            }
        }
        if self.has_crowd {
            self.crowds.begin();
            for (_, id, crowd) in queries.members.iter(world) {
                id.get().into_iter().for_each(|id| self.crowds.add(bodies.world(), id, crowd.0));
            }
            self.crowds.push(bodies);
        }
    }

    /// Events of unsound settings.
    pub(crate) fn events(&self) -> impl Iterator<Item = PhysicsEvent> + '_ {
        self.events.iter().copied()
    }
}

/// Takes the motion of crowds back from their velocities, and lets hit boxes hurt. Runs before components are written.
pub(crate) fn finish(physics: &mut PhysicsWorld, queries: &mut KitQueries, world: &mut Entities) {
    let PhysicsWorld { core, kit, .. } = physics;
    if !kit.acts {
        return;
    }
    if kit.has_crowd {
        kit.crowds.finish(core);
    }
    kit.boxes.begin();
    for (_, id, mut hit, state) in queries.attackers.iter_mut(world) {
        let facing = state.map_or(0, |state| state.facing());
        id.get().into_iter().for_each(|id| kit.boxes.add_hit_box(core, id, &mut hit.0, facing));
    }
    for (id, mut hurt) in queries.victims.iter_mut(world) {
        id.get().into_iter().for_each(|id| kit.boxes.add_hurt_box(core, id, &mut hurt.0));
    }
    let found: Vec<Hurt> = kit.boxes.find().to_vec();
    for hurt in found {
        let entities = [hurt.victim, hurt.attacker].map(|id| physics.entity(id));
        let [Some(victim), Some(attacker)] = entities else { continue };
        physics.kit.hurt.push((victim, attacker));
        if let Some(mut own) = world.get_mut::<HurtBox>(victim) {
            own.ticks_left = own.invulnerable_ticks;
        }
        let Some(velocity) = hurt.velocity else { continue };
        // A character is thrown in its next tick, or its controller would overwrite the velocity.
        match world.get_mut::<FeelState>(victim) {
            Some(mut state) => state.throw(velocity),
            None => _ = physics.core.set_velocity(hurt.victim, velocity),
        }
    }
}

impl PhysicsWorld {
    /// Entities that a [`HitBox`] hurt in the last step, each with its attacker, by ascending id of the hurt body. The step has made
    /// them invulnerable and thrown them already.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use tilephys_bevy::PhysicsWorld;
    ///
    /// fn die(physics: Res<PhysicsWorld>, mut commands: Commands) {
    ///     for (victim, _) in physics.hurt() {
    ///         commands.entity(victim).despawn();
    ///     }
    /// }
    /// ```
    #[doc(alias = "damage")]
    pub fn hurt(&self) -> impl Iterator<Item = (Entity, Entity)> + '_ {
        self.kit.hurt.iter().copied()
    }
}
