//! Scenes: what a file of the testbed says.

use crate::crowd::Crowd;
use crate::diagram::DiagramKind;
use crate::error::SceneError;
use crate::format;
use crate::groups::Coloring;
use crate::slider::Slider;
use crate::stage::Stage;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tilephys_core::glam::Vec2;
use tilephys_tiled::Files;

/// The files of this crate, by name.
const FILES: [(&str, &str); 11] = [
    ("minkowski", include_str!("../scenes/minkowski.toml")),
    ("discrete", include_str!("../scenes/discrete.toml")),
    ("brushes", include_str!("../scenes/brushes.toml")),
    ("slope_park", include_str!("../scenes/slope_park.toml")),
    ("one_way_park", include_str!("../scenes/one_way_park.toml")),
    ("lift_park", include_str!("../scenes/lift_park.toml")),
    ("crushers", include_str!("../scenes/crushers.toml")),
    ("towers", include_str!("../scenes/towers.toml")),
    ("projectiles", include_str!("../scenes/projectiles.toml")),
    ("imps", include_str!("../scenes/imps.toml")),
    ("islands", include_str!("../scenes/islands.toml")),
];

/// A demonstration: its stage, crowds and sliders, and what to look for.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Name of its file without the ending.
    pub name: String,
    /// Folder of its file. A map in it may use all files of the folder.
    pub folder: PathBuf,
    /// Title, without a full stop.
    pub title: String,
    /// What to look for, in two sentences.
    pub look: String,
    /// Ground of the stage.
    pub ground: Ground,
    /// Part of the level to show first.
    pub view: View,
    /// True if a hero plays, from the start of the map.
    pub hero: bool,
    /// Gravity, downward, in px/s². `None` keeps the gravity of the map, which is 900 by default.
    pub gravity: Option<f32>,
    /// Crowds of bodies.
    pub crowds: Vec<Crowd>,
    /// How bodies are coloured.
    pub color: Coloring,
    /// Sliders, in the order of the file.
    pub sliders: Vec<Slider>,
}

/// Ground of a stage.
#[derive(Clone, Debug, PartialEq)]
pub enum Ground {
    /// A Tiled map, by its path.
    Map(PathBuf),
    /// Rows of letters of 16 x 16 px: `#` solid, `.` air, `/` and `\` floors of 45 degrees, `=` one-way plank, `P` start
    /// of the hero.
    Plan(String),
    /// A diagram, which draws itself.
    Diagram(DiagramKind),
}

/// A rectangle of the level, in px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Upper left corner, in px.
    pub min: Vec2,
    /// Width and height, in px.
    pub size: Vec2,
}

impl Scene {
    /// All scenes of this crate, in the order of the list.
    ///
    /// # Panics
    /// Never: the tests read all their files.
    #[must_use]
    pub fn all() -> &'static [Scene] {
        static ALL: OnceLock<Vec<Scene>> = OnceLock::new();
        ALL.get_or_init(|| {
            let read = |(name, text): (&str, &str)| Scene::read(format!("{name}.toml"), text);
            let all: Result<Vec<Scene>, SceneError> = FILES.into_iter().map(read).collect();
            all.unwrap_or_else(|error| panic!("{error}"))
        })
    }

    /// The scene of this crate with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Scene> {
        Scene::all().iter().find(|scene| scene.name == name)
    }

    /// Reads a scene from the text of the file at `path`. A path of a map in it is relative to the folder of the file.
    /// Files of this crate count as files in the root of the project.
    ///
    /// # Errors
    /// If the text is no TOML, has an unknown key or a wrong value: with line, and what is allowed.
    pub fn read(path: impl AsRef<Path>, text: &str) -> Result<Scene, SceneError> {
        format::read(path.as_ref(), text)
    }

    /// Reads the scene of a user from the file at `path`, as [`read`](Self::read) does.
    ///
    /// # Errors
    /// If the file cannot be read or is no text, and as there.
    pub fn load(path: impl AsRef<Path>, files: &dyn Files) -> Result<Scene, SceneError> {
        let file = path.as_ref();
        let text = files.read(file).and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
        let text = text.map_err(|error| SceneError::Read { file: file.to_owned(), error })?;
        Scene::read(file, &text)
    }

    /// The values of all sliders at the start.
    #[must_use]
    pub fn values(&self) -> Vec<f32> {
        self.sliders.iter().map(|slider| slider.value).collect()
    }

    /// Begins the scene with a value for each slider. A missing value is the value at the start, and a value out of the
    /// range of its slider is the nearest in it. `files` reads the map, if the scene has one.
    ///
    /// # Errors
    /// If the map cannot be loaded, or its movers cannot follow their paths in such steps.
    pub fn begin(&self, values: &[f32], files: &dyn Files) -> Result<Stage, SceneError> {
        Stage::begin(self, values, files)
    }
}
