//! Stages: running scenes.

use crate::crowd::{Crowd, CrowdKind};
use crate::diagram::Diagram;
use crate::error::SceneError;
use crate::groups::{Coloring, Groups};
use crate::places::Places;
use crate::plan;
use crate::scene::{Ground, Scene};
use crate::settings::Settings;
use crate::slider::{Quantity, Slider};
use crate::steering::steer;
use tilephys_core::glam::Vec2;
use tilephys_core::{Response, TileGrid};
use tilephys_ecs::hecs::{Entity, World};
use tilephys_ecs::{BodyCollision, Feel, Physics, Velocity};
use tilephys_level::SpawnedLevel;
use tilephys_tiled::{Files, Level, load_from};

/// Number of groups of [`Coloring::Speed`].
const SPEEDS: f32 = 8.0;

/// A scene that runs.
pub struct Stage {
    /// Level of a map; its grid is in [`physics`](Self::physics).
    pub level: Option<Level>,
    /// Entities: the objects of the level, and the crowds.
    pub world: World,
    /// Physics engine.
    pub physics: Physics,
    /// Entities of the level of a map.
    pub spawned: Option<SpawnedLevel>,
    /// Length of a step, in seconds.
    pub dt: f32,
    /// Speed at which time passes, 1 for real time; the app divides the time between its steps by it.
    pub time_scale: f32,
    /// Place of the feet of the hero that the app spawns, in px; `None` in a scene without a hero.
    pub hero: Option<Vec2>,
    /// Diagram, which draws itself.
    pub diagram: Option<Diagram>,
    /// Groups of bodies for colours, as of the last step.
    pub groups: Groups,
    color: Coloring,
    crowds: Vec<Spawned>,
    sliders: Vec<Slider>,
    values: Vec<f32>,
    settings: Settings,
    ticks: u64,
}

/// A crowd of a stage.
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
    /// The value is kept, and takes effect when the scene begins anew with [`Stage::values`].
    BeginAnew,
}

impl Stage {
    pub(crate) fn begin(scene: &Scene, values: &[f32], files: &dyn Files) -> Result<Stage, SceneError> {
        let value_of =
            |(at, slider): (usize, &Slider)| slider.bounded(values.get(at).copied().unwrap_or(slider.value));
        let values: Vec<f32> = scene.sliders.iter().enumerate().map(value_of).collect();
        let mut settings = Settings { gravity: scene.gravity, ..Settings::default() };
        for (slider, value) in scene.sliders.iter().zip(&values) {
            settings.set(slider.sets, *value);
        }
        let dt = 1.0 / settings.ticks;
        let mut world = World::new();
        let (mut level, mut spawned, mut hero, mut diagram) = (None, None, None, None);
        let mut physics = match &scene.ground {
            Ground::Map(path) => {
                let mut loaded = load_from(files, path)?;
                for mover in &mut loaded.movers {
                    mover.path.iter_mut().for_each(|path| {
                        path.speed *= settings.platform_speed;
                        path.speed_back *= settings.platform_speed;
                    });
                }
                let (physics, begun) = SpawnedLevel::begin(&mut loaded, &mut world, dt)?;
                hero = loaded.spawn().map(tilephys_tiled::Object::feet);
                (level, spawned) = (Some(loaded), Some(begun));
                physics
            }
            Ground::Plan(text) => {
                let (grid, start) = plan::grid(text);
                hero = start;
                Physics::new(grid)
            }
            Ground::Diagram(kind) => {
                diagram = Some(Diagram::new(*kind));
                Physics::new(TileGrid::new([plan::TILE; 2]))
            }
        };
        physics.gravity.y = settings.gravity.unwrap_or(physics.gravity.y);
        if let Some(diagram) = &mut diagram {
            for (slider, value) in scene.sliders.iter().zip(&values) {
                diagram.set(slider.sets, *value);
            }
        }
        // Movers are solid for the crowds from here on.
        physics.sync(&mut world);
        let crowds = scene.crowds.iter().map(|crowd| Spawned { crowd: crowd.clone(), bodies: Vec::new() });
        let mut stage = Stage {
            level,
            world,
            physics,
            spawned,
            dt,
            time_scale: settings.time_scale,
            hero: hero.filter(|_| scene.hero),
            diagram,
            groups: Groups::default(),
            color: scene.color,
            crowds: crowds.collect(),
            sliders: scene.sliders.clone(),
            values,
            settings,
            ticks: 0,
        };
        stage.fill();
        stage.physics.sync(&mut stage.world);
        Ok(stage)
    }

    /// The values of all sliders.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Number of steps so far.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Entities of the crowds, without a level's own entities.
    pub fn bodies(&self) -> impl Iterator<Item = Entity> + '_ {
        self.crowds.iter().flat_map(|spawned| spawned.bodies.iter().copied())
    }

    /// Advances the stage by one step: inputs of the crowds, physics, the diagram, groups.
    pub fn step(&mut self) {
        self.steer();
        self.physics.step(&mut self.world, self.dt);
        self.finish_step();
    }

    /// Writes the inputs of characters for the next step. Only for a game that steps [`physics`](Self::physics) itself;
    /// [`finish_step`](Self::finish_step) follows its step.
    pub fn steer(&mut self) {
        for Spawned { crowd, bodies } in self.crowds.iter().filter(|s| s.crowd.kind == CrowdKind::Characters)
        {
            steer(&self.world, crowd, bodies, self.ticks);
        }
    }

    /// Counts a step, advances the diagram and finds the groups.
    pub fn finish_step(&mut self) {
        self.ticks += 1;
        self.diagram.iter_mut().for_each(Diagram::step);
        self.groups.update(&self.world, &self.physics, self.color);
    }

    /// The group of a body, for its colour: see [`Coloring`]. By speed, 0 is the slowest of 8 groups.
    #[must_use]
    pub fn color_of(&self, entity: Entity) -> u32 {
        if self.color != Coloring::Speed {
            return self.groups.of(entity);
        }
        let speed = self.world.get::<&Velocity>(entity).map_or(0.0, |velocity| velocity.0.length());
        let fastest = self.crowds.iter().map(|spawned| self.settings.of(&spawned.crowd, false).speed[1]);
        let fastest = fastest.fold(1.0, |most, speed| if speed > most { speed } else { most });
        let group = speed / fastest * SPEEDS;
        if group < SPEEDS { group as u32 } else { SPEEDS as u32 - 1 }
    }

    /// Sets the slider with this index to the value of its range that is nearest to `value`. A slider that does not
    /// exist changes nothing.
    pub fn set(&mut self, slider: usize, value: f32) -> Change {
        let Some(of) = self.sliders.get(slider) else { return Change::Done };
        let (quantity, value) = (of.sets, of.bounded(value));
        self.values[slider] = value;
        if let Some(diagram) = &mut self.diagram {
            diagram.set(quantity, value);
        }
        let before = self.settings;
        let has_paths = self.level.as_ref().is_some_and(|level| !level.movers.is_empty());
        self.settings.set(quantity, value);
        match quantity {
            // The paths of movers count in steps.
            Quantity::Ticks if has_paths => return Change::BeginAnew,
            Quantity::PlatformSpeed => return Change::BeginAnew,
            Quantity::Ticks => self.dt = 1.0 / value,
            Quantity::TimeScale => self.time_scale = value,
            Quantity::Gravity => self.physics.gravity.y = value,
            Quantity::Bodies => self.fill(),
            Quantity::Speed => self.change_speed(before),
            Quantity::Bounce => self.each::<Response>(|response, crowd| {
                *response = Response::Bounce { restitution: crowd.bounce() };
            }),
            Quantity::Friction => self.each::<BodyCollision>(|collision, crowd| {
                *collision = crowd.collision(collision.mass);
            }),
            _ => {}
        }
        Change::Done
    }

    /// The slider's value. A handle of a diagram that is dragged changes values.
    #[must_use]
    pub fn value(&self, slider: usize) -> f32 {
        let own = self.sliders.get(slider).and_then(|of| self.diagram.as_ref()?.value(of.sets));
        own.or_else(|| self.values.get(slider).copied()).unwrap_or(0.0)
    }

    /// Spawns or despawns bodies until each crowd has its number.
    fn fill(&mut self) {
        let Stage { world, physics, crowds, settings, .. } = self;
        let mut places: Option<Places> = None;
        for (at, Spawned { crowd, bodies }) in crowds.iter_mut().enumerate() {
            let crowd = settings.of(crowd, at == 0);
            for entity in bodies.drain(crowd.number.min(bodies.len())..) {
                // It may be gone already.
                let _ = world.despawn(entity);
            }
            if bodies.len() < crowd.number {
                let places = places.get_or_insert_with(|| Places::of(world));
                let next = bodies.len()..crowd.number;
                let more = next.map_while(|number| crowd.spawn(number, places, (physics, world)));
                bodies.extend(more);
            }
        }
    }

    /// Changes a component of all bodies of the crowds that have it.
    fn each<T: tilephys_ecs::hecs::Component>(&mut self, change: impl Fn(&mut T, &Crowd)) {
        for (at, Spawned { crowd, bodies }) in self.crowds.iter().enumerate() {
            let crowd = self.settings.of(crowd, at == 0);
            for entity in bodies {
                if let Ok(mut component) = self.world.get::<&mut T>(*entity) {
                    change(&mut component, &crowd);
                }
            }
        }
    }

    /// Scales the velocities of the crowds; characters run at the new speed.
    fn change_speed(&mut self, before: Settings) {
        for Spawned { crowd, bodies } in &self.crowds {
            let (before, now) = (before.of(crowd, false).speed[1], self.settings.of(crowd, false));
            for (number, entity) in bodies.iter().enumerate() {
                if let Ok(mut feel) = self.world.get::<&mut Feel>(*entity) {
                    feel.run.speed = now.speed[1];
                } else if let Ok(mut velocity) = self.world.get::<&mut Velocity>(*entity) {
                    // Bodies that stand have lost their direction.
                    let is_lost = before <= 0.0;
                    velocity.0 =
                        if is_lost { now.start(number).2 } else { velocity.0 * (now.speed[1] / before) };
                }
            }
        }
    }
}
