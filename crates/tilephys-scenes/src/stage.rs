//! Stages: running scenes, as a level with its world.

use crate::diagram::Diagram;
use crate::error::SceneError;
use crate::plan;
use crate::scene::{Ground, Scene};
use crate::state::{Change, SceneState};
use std::io;
use std::path::{Path, PathBuf};
use tilephys_core::glam::Vec2;
use tilephys_ecs::Physics;
use tilephys_ecs::hecs::{Entity, World};
use tilephys_level::SpawnedLevel;
use tilephys_tiled::{Files, Level, LoadError, Loader, Object};

/// A scene that runs.
///
/// A game that owns levels and worlds itself takes the fields apart, and calls the methods of the [`SceneState`].
pub struct Stage {
    /// Level of the map; of a plan or a diagram a level without layers. Its grid is in [`physics`](Self::physics).
    pub level: Level,
    /// Entities: the objects of the level, and the crowds.
    pub world: World,
    /// Physics engine.
    pub physics: Physics,
    /// Entities of the level.
    pub spawned: SpawnedLevel,
    /// Place of the feet of the hero that the app spawns, in px; `None` in a scene without a hero.
    pub hero: Option<Vec2>,
    /// Crowds, sliders, diagram and colours.
    pub state: SceneState,
}

/// Files by reference, for a loader.
struct Given<'a>(&'a dyn Files);

impl Files for Given<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(path)
    }

    fn read_most(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        self.0.read_most(path, most)
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        self.0.list(dir)
    }
}

/// Loads a map that may use the files in `folder`; a map outside of it, the files of its project.
fn load(files: &dyn Files, folder: &Path, path: &Path) -> Result<Level, LoadError> {
    let loader = Loader::with_files(Given(files));
    // The empty folder begins every path, also absolute ones.
    let is_inside =
        path.starts_with(folder) && !path.starts_with("..") && path.is_absolute() == folder.is_absolute();
    if is_inside { loader.root(folder).load(path) } else { loader.find_root(true).load(path) }
}

impl Stage {
    pub(crate) fn begin(scene: &Scene, values: &[f32], files: &dyn Files) -> Result<Stage, SceneError> {
        let mut state = SceneState::new(scene, values);
        let mut level = match &scene.ground {
            Ground::Map(path) => load(files, &scene.folder, path)?,
            Ground::Plan(text) => plan::level(&scene.name, text)?,
            Ground::Diagram(kind) => {
                state.show(Diagram::new(*kind));
                plan::level(&scene.name, "")?
            }
        };
        state.prepare(&mut level);
        let mut world = World::new();
        let (mut physics, spawned) = SpawnedLevel::begin(&mut level, &mut world, state.dt())?;
        state.enter(&mut physics, &mut world);
        let hero = level.spawn().filter(|_| scene.hero).map(Object::feet);
        Ok(Stage { level, world, physics, spawned, hero, state })
    }

    /// Advances the stage by one step: inputs of the crowds, physics, the diagram, groups.
    pub fn step(&mut self) {
        let Stage { world, physics, state, .. } = self;
        state.steer(world, state.ticks());
        physics.step(world, state.dt());
        state.finish_step(physics, world);
    }

    /// Sets a slider, as [`SceneState::set`] does.
    pub fn set(&mut self, slider: usize, value: f32) -> Change {
        self.state.set(slider, value, (&mut self.physics, &mut self.world))
    }

    /// The group of a body, as [`SceneState::color_of`] finds it.
    #[must_use]
    pub fn color_of(&self, body: Entity) -> u32 {
        self.state.color_of(&self.world, body)
    }
}
