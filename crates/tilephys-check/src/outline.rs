//! Outlines of maps: what checks across several maps need of each.

use crate::findings::Finding;
use glam::UVec2;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tilephys_tiled::{Files, LevelWorld, LoadError};

/// The outline of a map.
#[derive(Debug)]
pub(crate) struct Outline {
    /// Ids of its objects.
    pub(crate) objects: BTreeSet<u32>,
    pub(crate) doors: Vec<DoorOutline>,
    /// Width and height of a cell, in pixels.
    pub(crate) tile_size: UVec2,
    /// Border of a finite map in a world.
    pub(crate) border: Option<Border>,
}

/// A door that leads to another map.
#[derive(Debug)]
pub(crate) struct DoorOutline {
    /// A finding at the door, without a message.
    pub(crate) finding: Finding,
    pub(crate) target: PathBuf,
    pub(crate) target_object: Option<u32>,
    /// True if the target has to lead back: the property `two_way`.
    pub(crate) is_two_way: bool,
}

/// Places at the border of a map where the player's body is in the open.
#[derive(Debug)]
pub(crate) struct Border {
    /// Openings at the left, right, top and bottom edge, in pixels along the edge: positions of the body's min corner.
    pub(crate) openings: [Vec<Range<i32>>; 4],
    /// Width and height of the body, rounded up to whole pixels.
    pub(crate) body: [i32; 2],
    /// A finding about the map, without a message.
    pub(crate) finding: Finding,
}

/// A map that other maps refer to.
#[derive(Debug)]
pub(crate) enum Known {
    Loaded(Box<Outline>),
    /// It was checked and does not load, so that it has findings of its own.
    Failed,
    /// It is not among the checked maps and does not load.
    Unchecked(LoadError),
}

/// The maps of a run.
pub(crate) struct Maps<'a> {
    /// The checked maps and all others that they refer to, by [`normal_path`](tilephys_tiled::normal_path).
    pub(crate) known: BTreeMap<PathBuf, Known>,
    /// Paths of the checked ones.
    pub(crate) checked: BTreeSet<PathBuf>,
    pub(crate) worlds: &'a [LevelWorld],
    pub(crate) files: &'a (dyn Files + Sync),
}

impl Maps<'_> {
    /// The outline of a map that loads.
    pub(crate) fn outline(&self, path: &Path) -> Option<&Outline> {
        match self.known.get(path)? {
            Known::Loaded(outline) => Some(outline),
            Known::Failed | Known::Unchecked(_) => None,
        }
    }
}
