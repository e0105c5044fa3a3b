//! State of a running scene beside its world: crowds, sliders, diagram and colours.

use crate::crowd::{Crowd, CrowdKind};
use crate::diagram::Diagram;
use crate::groups::{Coloring, Groups};
use crate::places::Places;
use crate::scene::Scene;
use crate::settings::Settings;
use crate::slider::{Quantity, Slider};
use crate::steering::steer;
use tilephys_core::Response;
use tilephys_ecs::hecs::{Component, Entity, World};
use tilephys_ecs::{BodyCollision, Feel, Physics, Velocity};
use tilephys_tiled::Level;

/// Number of groups of [`Coloring::Speed`].
const SPEEDS: f32 = 8.0;

/// State of a running scene beside its world.
#[derive(Debug)]
pub struct SceneState {
    /// Diagram, which draws itself.
    pub diagram: Option<Diagram>,
    /// Groups of bodies for colours, as of the last step.
    pub groups: Groups,
    color: Coloring,
    crowds: Vec<Spawned>,
    sliders: Vec<Slider>,
    values: Vec<f32>,
    settings: Settings,
    /// True if movers follow paths, which count in steps.
    has_paths: bool,
    ticks: u64,
}

/// A crowd of a stage.
#[derive(Debug)]
struct Spawned {
    /// The crowd as the file has it.
    crowd: Crowd,
    /// Bodies by number.
    bodies: Vec<Entity>,
}

/// Effect of a slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The stage has changed.
    Done,
    /// The value is kept, and takes effect when the scene begins anew with [`SceneState::values`].
    BeginAnew,
}

impl SceneState {
    pub(crate) fn new(scene: &Scene, values: &[f32]) -> Self {
        let value_of =
            |(at, slider): (usize, &Slider)| slider.bounded(values.get(at).copied().unwrap_or(slider.value));
        let values: Vec<f32> = scene.sliders.iter().enumerate().map(value_of).collect();
        let mut settings = Settings { gravity: scene.gravity, ..Settings::default() };
        for (slider, value) in scene.sliders.iter().zip(&values) {
            settings.set(slider.sets, *value);
        }
        let crowds = scene.crowds.iter().map(|crowd| Spawned { crowd: crowd.clone(), bodies: Vec::new() });
        SceneState {
            diagram: None,
            groups: Groups::default(),
            color: scene.color,
            crowds: crowds.collect(),
            sliders: scene.sliders.clone(),
            values,
            settings,
            has_paths: false,
            ticks: 0,
        }
    }

    /// Shows a diagram with the values of the sliders.
    pub(crate) fn show(&mut self, mut diagram: Diagram) {
        for (slider, value) in self.sliders.iter().zip(&self.values) {
            diagram.set(slider.sets, *value);
        }
        self.diagram = Some(diagram);
    }

    /// Changes the speeds of the movers of a level that is about to begin.
    pub(crate) fn prepare(&mut self, level: &mut Level) {
        for path in level.movers.iter_mut().filter_map(|mover| mover.path.as_mut()) {
            self.has_paths = true;
            path.speed *= self.settings.platform_speed;
            path.speed_back *= self.settings.platform_speed;
        }
    }

    /// Begins in a world: sets the gravity, if the scene or a slider does, and spawns the crowds.
    pub(crate) fn enter(&mut self, physics: &mut Physics, world: &mut World) {
        physics.gravity.y = self.settings.gravity.unwrap_or(physics.gravity.y);
        self.fill(physics, world);
    }

    /// Spawns or despawns bodies until each crowd has its number. Bodies that are gone come back.
    fn fill(&mut self, physics: &mut Physics, world: &mut World) {
        // From here on movers are in the grid, so that no body begins in one.
        physics.sync(world);
        let mut places = Places::of(world);
        for (at, Spawned { crowd, bodies }) in self.crowds.iter_mut().enumerate() {
            let crowd = self.settings.of(crowd, at == 0);
            for entity in bodies.drain(crowd.number.min(bodies.len())..) {
                // It may be gone already.
                let _ = world.despawn(entity);
            }
            for number in 0..crowd.number {
                if bodies.get(number).is_some_and(|body| world.contains(*body)) {
                    continue;
                }
                let body = crowd.spawn(number, &mut places, (&mut *physics, &mut *world));
                match (body, bodies.get_mut(number)) {
                    (Some(body), Some(place)) => *place = body,
                    (Some(body), None) => bodies.push(body),
                    // The place of a crate in a tower may be taken.
                    (None, Some(_)) => {}
                    (None, None) => break,
                }
            }
        }
        physics.sync(world);
    }

    /// Length of a step, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        1.0 / self.settings.ticks
    }

    /// Speed at which time passes, 1 for real time; the app divides the time between its steps by it.
    #[must_use]
    pub fn time_scale(&self) -> f32 {
        self.settings.time_scale
    }

    /// The values of all sliders.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The value of a slider. A handle of a diagram that is dragged changes values.
    #[must_use]
    pub fn value(&self, slider: usize) -> f32 {
        let own = self.sliders.get(slider).and_then(|of| self.diagram.as_ref()?.value(of.sets));
        own.or_else(|| self.values.get(slider).copied()).unwrap_or(0.0)
    }

    /// Number of steps so far.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Entities of the crowds, without a level's own entities; also bodies that the game has despawned since.
    pub fn bodies(&self) -> impl Iterator<Item = Entity> + '_ {
        self.crowds.iter().flat_map(|spawned| spawned.bodies.iter().copied())
    }

    /// Writes the inputs of the characters of the crowds for a tick. They depend on nothing else, so that time can go back.
    pub fn steer(&self, world: &World, tick: u64) {
        for Spawned { crowd, bodies } in &self.crowds {
            if crowd.kind == CrowdKind::Characters {
                steer(world, crowd, bodies, tick);
            }
        }
    }

    /// Counts a step, advances the diagram and finds the groups.
    pub fn finish_step(&mut self, physics: &Physics, world: &World) {
        self.ticks += 1;
        self.diagram.iter_mut().for_each(Diagram::step);
        self.groups.update(world, physics, self.color);
    }

    /// The group of a body, for its colour: see [`Coloring`]. By speed, 0 is the slowest of 8 groups.
    #[must_use]
    pub fn color_of(&self, world: &World, body: Entity) -> u32 {
        if self.color != Coloring::Speed {
            return self.groups.of(body);
        }
        let speed = world.get::<&Velocity>(body).map_or(0.0, |velocity| velocity.0.length());
        let fastest = self.crowds.iter().map(|spawned| self.settings.of(&spawned.crowd, false).speed[1]);
        let fastest = fastest.fold(1.0, |most, speed| if speed > most { speed } else { most });
        let group = speed / fastest * SPEEDS;
        if group < SPEEDS { group as u32 } else { SPEEDS as u32 - 1 }
    }

    /// Sets the slider with this index to the value of its range that is nearest to `value`. A slider that does not
    /// exist changes nothing.
    pub fn set(&mut self, slider: usize, value: f32, (physics, world): (&mut Physics, &mut World)) -> Change {
        let Some(of) = self.sliders.get(slider) else { return Change::Done };
        let (quantity, value) = (of.sets, of.bounded(value));
        self.values[slider] = value;
        if let Some(diagram) = &mut self.diagram {
            diagram.set(quantity, value);
        }
        let before = self.settings;
        self.settings.set(quantity, value);
        match quantity {
            Quantity::PlatformSpeed => return Change::BeginAnew,
            Quantity::Ticks if self.has_paths => return Change::BeginAnew,
            Quantity::Bodies => self.fill(physics, world),
            Quantity::Gravity => physics.gravity.y = value,
            Quantity::Speed => self.change_speed(world, before),
            Quantity::Bounce => self.each::<Response>(world, |response, crowd| {
                *response = Response::Bounce { restitution: crowd.bounce() };
            }),
            Quantity::Friction => self.each::<BodyCollision>(world, |collision, crowd| {
                *collision = crowd.collision(collision.mass);
            }),
            Quantity::Push => self.each::<tilephys_ecs::Crowd>(world, |part, crowd| *part = crowd.parting()),
            _ => {}
        }
        Change::Done
    }

    /// Changes a component of all bodies of the crowds that have it.
    fn each<T: Component>(&self, world: &World, change: impl Fn(&mut T, &Crowd)) {
        for (at, Spawned { crowd, bodies }) in self.crowds.iter().enumerate() {
            let crowd = self.settings.of(crowd, at == 0);
            for entity in bodies {
                if let Ok(mut component) = world.get::<&mut T>(*entity) {
                    change(&mut component, &crowd);
                }
            }
        }
    }

    /// Scales the velocities of the crowds; characters run at the new speed.
    fn change_speed(&self, world: &World, before: Settings) {
        for Spawned { crowd, bodies } in &self.crowds {
            let (before, now) = (before.of(crowd, false).speed[1], self.settings.of(crowd, false));
            for (number, entity) in bodies.iter().enumerate() {
                if let Ok(mut feel) = world.get::<&mut Feel>(*entity) {
                    feel.run.speed = now.speed[1];
                } else if let Ok(mut velocity) = world.get::<&mut Velocity>(*entity) {
                    // Bodies that stand have lost their direction.
                    let is_lost = before <= 0.0;
                    velocity.0 =
                        if is_lost { now.start(number).2 } else { velocity.0 * (now.speed[1] / before) };
                }
            }
        }
    }
}
