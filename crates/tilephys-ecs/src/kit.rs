//! Crowds, hit boxes and bodies on paths, in each step.

use crate::events::Event;
use crate::mover::Mover;
use crate::triggers::Sensors;
use hecs::{Archetype, Component, Entity, World};
use tilephys_columns::{MoverPath, Position, Velocity};
use tilephys_core::{BodyId, ControlContext, EventKind, Fault, Field, World as Core};
use tilephys_feel::{Crowd, Crowds, Feel, FeelState, HitBox, HitBoxes, HurtBox};

/// Crowd and hit boxes of a step.
#[derive(Debug, Default)]
pub(crate) struct Kit {
    /// True if an entity is in a crowd.
    has_crowd: bool,
    /// True if a body that is no mover has a path.
    has_paths: bool,
    /// True if an entity has a hit box or a hurt box.
    has_boxes: bool,
    crowds: Crowds,
    boxes: HitBoxes,
    /// Hurt entities and their attackers in the last step, by ascending id of the former.
    pub(crate) hurt: Vec<(Entity, Entity)>,
    /// Entities with unsound settings, by ascending id.
    events: Vec<Event>,
}

/// True if an entity has the component.
fn has<T: Component>(world: &World) -> bool {
    world.archetypes().any(|archetype| archetype.has::<T>() && !archetype.is_empty())
}

impl Kit {
    /// Looks which components there are, and lists unsound ones.
    pub(crate) fn prepare(&mut self, world: &World) {
        self.forget();
        self.has_crowd = has::<Crowd>(world);
        let has_path = |a: &Archetype| a.has::<MoverPath>() && a.has::<Velocity>() && !a.has::<Mover>();
        self.has_paths = world.archetypes().any(|archetype| has_path(archetype) && !archetype.is_empty());
        self.has_boxes = has::<HitBox>(world) || has::<HurtBox>(world);
        if self.has_crowd {
            self.list_faults(world, Crowd::fault);
        }
        if self.has_boxes {
            self.list_faults(world, HitBox::fault);
        }
        self.events.sort_by_key(|event| event.body);
    }

    fn list_faults<T: Component>(&mut self, world: &World, fault: impl Fn(&T) -> Option<(Field, Fault)>) {
        for (entity, id, component) in world.query::<(Entity, &BodyId, &T)>().iter() {
            if let Some((field, fault)) = fault(component) {
                let kind = EventKind::Rejected { field, fault };
                self.events.push(Event { entity, body: Some(*id), kind });
            }
        }
    }

    /// Forgets the events of the last step.
    pub(crate) fn forget(&mut self) {
        self.hurt.clear();
        self.events.clear();
    }

    /// True if a step needs [`control`](Self::control) or [`finish`](Self::finish).
    pub(crate) fn acts(&self) -> bool {
        self.has_control() || self.has_boxes
    }

    /// True if a step needs [`control`](Self::control).
    pub(crate) fn has_control(&self) -> bool {
        self.has_crowd || self.has_paths
    }

    /// Sets the velocities of bodies on paths, and moves crowds apart, in the control phase.
    pub(crate) fn control(&mut self, world: &World, bodies: &mut ControlContext) {
        if self.has_paths {
            let mut on_paths = world.query::<(&BodyId, &Position, &mut MoverPath)>().without::<&Mover>();
            for (id, position, path) in on_paths.iter() {
                bodies.set_velocity(*id, path.follow(position.at, bodies.dt()));
            }
        }
        if !self.has_crowd {
            return;
        }
        self.crowds.begin();
        for (id, crowd) in world.query::<(&BodyId, &Crowd)>().iter() {
            self.crowds.add(bodies.world(), *id, *crowd);
        }
        self.crowds.push(bodies);
    }

    /// Takes the motion of crowds back from their velocities, and lets hit boxes hurt. Runs before components are written.
    pub(crate) fn finish(&mut self, world: &World, core: &mut Core, sensors: Sensors) {
        if self.has_crowd {
            self.crowds.finish(core);
        }
        if self.has_boxes {
            self.hurt(world, core, sensors);
        }
    }

    fn hurt(&mut self, world: &World, core: &mut Core, sensors: Sensors) {
        self.boxes.begin();
        for (id, hit, state) in world.query::<(&BodyId, &mut HitBox, Option<&FeelState>)>().iter() {
            self.boxes.add_hit_box(core, *id, hit, state.map_or(0, FeelState::facing));
        }
        for (id, hurt) in world.query::<(&BodyId, &mut HurtBox)>().iter() {
            self.boxes.add_hurt_box(core, *id, hurt);
        }
        for hurt in self.boxes.find() {
            let entities = [hurt.victim, hurt.attacker].map(|id| sensors.body(core, id));
            let [Some(victim), Some(attacker)] = entities else { continue };
            self.hurt.push((victim, attacker));
            if let Ok(mut own) = world.get::<&mut HurtBox>(victim) {
                own.ticks_left = own.invulnerable_ticks;
            }
            let Some(velocity) = hurt.velocity else { continue };
            // A character is thrown in its next tick, or its controller would overwrite the velocity.
            match world.get::<&mut FeelState>(victim) {
                Ok(mut state) if world.satisfies::<&Feel>(victim) => state.throw(velocity),
                _ => _ = core.set_velocity(hurt.victim, velocity),
            }
        }
    }

    /// Events of unsound settings, by ascending id.
    pub(crate) fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.events.iter().copied()
    }
}
