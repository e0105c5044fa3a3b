//! What the tests share: the maps of the project, and drawings as text.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use tilephys_core::glam::Vec2;
use tilephys_inspect::debug_draw::{DebugDraw, Rgba};
use tilephys_scenes::{Scene, Stage};
use tilephys_tiled::Files;

/// Files below the root of the project.
pub(crate) struct Project;

impl Project {
    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }
}

impl Files for Project {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(Project::root().join(path))
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(Project::root().join(dir))?;
        entries.map(|entry| Ok(dir.join(entry?.file_name()))).collect()
    }
}

/// Most bodies with which a scene is tested: tests are not optimized.
pub(crate) const FEW: f32 = 400.0;

/// Values of a scene at the start, with few bodies.
pub(crate) fn few(scene: &Scene) -> Vec<f32> {
    let bodies = |sets| matches!(sets, tilephys_scenes::Quantity::Bodies);
    let value = |slider: &tilephys_scenes::Slider| {
        if bodies(slider.sets) && slider.value > FEW { FEW } else { slider.value }
    };
    scene.sliders.iter().map(value).collect()
}

pub(crate) fn begin(scene: &Scene, values: &[f32]) -> Stage {
    scene.begin(values, &Project).unwrap_or_else(|error| panic!("{}: {error}", scene.name))
}

/// A drawing as text, a line for each call.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct Drawing(pub(crate) String);

impl DebugDraw for Drawing {
    fn line(&mut self, from: Vec2, to: Vec2, color: Rgba) {
        assert!(from.is_finite() && to.is_finite());
        writeln!(self.0, "line {from} {to} {color:?}").expect("a string takes all");
    }

    fn rect(&mut self, min: Vec2, size: Vec2, color: Rgba, filled: bool) {
        assert!(min.is_finite() && size.is_finite());
        writeln!(self.0, "rect {min} {size} {color:?} {filled}").expect("a string takes all");
    }

    fn text(&mut self, at: Vec2, text: &str, color: Rgba) {
        writeln!(self.0, "text {at} {text} {color:?}").expect("a string takes all");
    }

    fn polygon(&mut self, corners: &[Vec2], color: Rgba, filled: bool) {
        assert!(corners.iter().all(|corner| corner.is_finite()));
        writeln!(self.0, "polygon {corners:?} {color:?} {filled}").expect("a string takes all");
    }
}

/// The drawing of the diagram of a stage; empty without one.
pub(crate) fn drawing(stage: &Stage) -> String {
    let mut drawing = Drawing::default();
    stage.state.diagram.iter().for_each(|diagram| diagram.draw(&mut drawing));
    drawing.0
}
