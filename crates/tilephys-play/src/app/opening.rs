//! A level that is being opened.

use super::kept::Kept;
use crate::game::{Recording, Start};
use std::path::PathBuf;
use tilephys::ecs::Input;
use tilephys::tiled::Door;
use tilephys_scenes::Scene;

/// A level that is being opened.
#[derive(Default)]
pub(super) struct Opening {
    pub(super) map: PathBuf,
    /// The scene to open, with the values of its sliders.
    pub(super) scene: Option<Box<(Scene, Vec<f32>)>>,
    pub(super) start: Start,
    pub(super) door: Option<Door>,
    pub(super) replay: Option<Box<Recording>>,
    /// Switches of the layers, if the open level is opened anew.
    pub(super) kept: Option<Kept>,
    /// Inputs of a way that the hero shows from the start on.
    pub(super) way: Vec<Input>,
}
