//! Bodies on paths, crowds and hit boxes, in each step.

use crate::components::{BodyId, Crowd, FeelState, HitBox, HurtBox, Mover, MoverPath, Position, Velocity};
use crate::events::PhysicsEvent;
use crate::spawn_order::Spawned;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{With, Without};
use bevy_ecs::query::QueryState;
use bevy_ecs::world::World as Entities;
use tilephys_core::{ControlContext, EventKind, Fault, Field, World};
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
    /// True if there are bodies on paths, a crowd or boxes.
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

    /// Takes the motion of crowds back from their velocities, and finds the bodies that hit boxes hurt. Runs before components are
    /// written.
    pub(crate) fn finish(
        &mut self,
        queries: &mut KitQueries,
        world: &mut Entities,
        core: &mut World,
    ) -> Vec<Hurt> {
        if self.has_crowd {
            self.crowds.finish(core);
        }
        self.boxes.begin();
        for (_, id, mut hit, state) in queries.attackers.iter_mut(world) {
            let facing = state.map_or(0, |state| state.facing());
            id.get().into_iter().for_each(|id| self.boxes.add_hit_box(core, id, &mut hit.0, facing));
        }
        for (id, mut hurt) in queries.victims.iter_mut(world) {
            id.get().into_iter().for_each(|id| self.boxes.add_hurt_box(core, id, &mut hurt.0));
        }
        self.boxes.find().to_vec()
    }

    /// Events of unsound settings.
    pub(crate) fn events(&self) -> impl Iterator<Item = PhysicsEvent> + '_ {
        self.events.iter().copied()
    }
}

impl HitBox {
    /// Area that is always on and hurts all categories: offset from the upper rear corner of the body, ahead and toward the feet, and
    /// size, in px.
    ///
    /// # Panics
    /// If a number is not finite or out of range.
    #[must_use]
    pub fn new(offset: [f32; 2], size: [f32; 2]) -> Self {
        HitBox(tilephys_feel::HitBox::new(offset, size))
    }

    /// Sets the categories that it hurts.
    #[must_use]
    pub fn with_hurts(mut self, hurts: u32) -> Self {
        self.0.hurts = hurts;
        self
    }

    /// Sets the speeds that it gives to a hurt body, away from its own body and upward, in px/s.
    #[must_use]
    pub fn with_knock(mut self, away: f32, up: f32) -> Self {
        self.0.knock_away = away;
        self.0.knock_up = up;
        self
    }

    /// Lets it hurt in the next `ticks` steps alone; 0 is off.
    pub fn turn_on_for(&mut self, ticks: u16) {
        self.0.ticks = ticks;
    }

    /// True if it hurts in the next step.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.is_on()
    }
}
