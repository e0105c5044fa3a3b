//! The input of a load.

use crate::files::limits::Limits;
use crate::files::reader::Files;
use crate::files::root::Root;
use crate::settings::conventions::Conventions;
use crate::types::{Question, Wanted};
use std::path::Path;

/// The input of a load: path and settings.
pub(crate) struct Asked<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) limits: &'a Limits,
    /// Root folder; without it, the folder of the map's project, or the map's own.
    pub(crate) root: Option<&'a Root>,
    pub(crate) types: &'a Wanted,
    /// Path of the map; [`normal`](crate::files::reader::normal).
    pub(crate) path: &'a Path,
    /// Conventions where the map sets nothing.
    pub(crate) conventions: &'a Conventions,
    /// True if damage is an error.
    pub(crate) strict: bool,
    /// True if the open border of a map is closed.
    pub(crate) closes: bool,
}

impl Asked<'_> {
    /// The lookup of the map's types.
    pub(crate) fn question(&self) -> Question<'_> {
        let Asked { files, limits, root, types: wanted, path: map, .. } = *self;
        Question { files, limits, root, map, wanted }
    }
}
