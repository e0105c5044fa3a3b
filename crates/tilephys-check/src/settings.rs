//! Settings of a run: severities, the player, what is allowed.

use crate::check_id::CheckId;
use crate::findings::Severity;
use crate::reachability::settings::{Ability, ReachSettings};
use glam::Vec2;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tilephys_core::TileCoord;
use tilephys_tiled::{Conventions, Limits, Position, matches_pattern, normal_path};

/// Settings of a [`Checker`](crate::Checker).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// Checks to run; all if it is empty, which is the default. The faults of a map that does not load are always found.
    pub only: BTreeSet<CheckId>,
    /// Severity by check, instead of the default of the check; `None` turns a check off. Empty by default.
    pub severities: BTreeMap<CheckId, Option<Severity>>,
    /// The player's body.
    pub player: Player,
    /// True if all maps are levels for tilephys, false if none is; `None` to judge each map by its classes and its
    /// project. `None` by default.
    ///
    /// Checks for a missing start or goal are silent about other maps.
    pub is_ours: Option<bool>,
    /// Classes of objects that stand on the ground, such as enemies. Empty by default.
    pub grounded: Vec<String>,
    /// Findings that are accepted, with their reasons. Empty by default.
    pub allow: Vec<Allow>,
    /// Current folder as an absolute path, to which the paths of maps are relative; empty by default.
    pub current: PathBuf,
    /// Folder as an absolute path, to which the patterns of paths are relative; empty by default.
    pub folder: PathBuf,
    /// True if a run covers all maps that the settings are about, so that it finds unused entries of `allow`; false by
    /// default.
    pub covers_all: bool,
    /// Folder that all files of a map must be in; by default found for each map, as
    /// [`Loader::find_root`](tilephys_tiled::Loader::find_root) does.
    pub root: Option<PathBuf>,
    /// Resource limits of a map and its files; [`Limits::DEFAULT`] by default.
    pub limits: Limits,
    /// Names that say what collides where a map does not; [`Conventions::common`] by default. Findings about a map that is
    /// read by default names are warnings at most.
    pub conventions: Option<Conventions>,
    /// Character whose reach is checked; `None` by default, and then reachability is not checked.
    pub reach: Option<ReachSettings>,
    /// Parts of that character's controller that it has only with a token; none by default.
    pub abilities: Vec<Ability>,
    /// Tilesets that layers may show; of several rules for a layer the first counts. Empty by default: all may.
    pub layers: Vec<LayerTilesets>,
}

/// The tilesets that a layer may show. Patterns are compared by [`matches_pattern`](tilephys_tiled::matches_pattern).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayerTilesets {
    /// Pattern for the name or the path of tile layers.
    pub layer: String,
    /// Patterns for the names of the allowed tilesets.
    pub tilesets: Vec<String>,
}

/// The player's body, with which questions of geometry are asked.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Player {
    /// Width and height in pixels; 8 × 11 by default.
    pub size: Vec2,
    /// Height of a jump in pixels, for TP015 and TP016; 40 by default. A feel in [`Settings::reach`] counts in its place.
    pub jump: f32,
    /// Categories that are solid to the player, as bits; all by default.
    pub mask: u32,
}

impl Default for Player {
    fn default() -> Self {
        Player { size: Vec2::new(8.0, 11.0), jump: 40.0, mask: u32::MAX }
    }
}

/// Findings that are accepted: all that match every field that is set.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Allow {
    /// Check that is allowed; `None` for all.
    pub check: Option<CheckId>,
    /// Map, as a pattern of its path; `None` for all. See [`Settings::path_matches`].
    pub map: Option<String>,
    /// Layer, as a pattern of its path; `None` for all.
    pub layer: Option<String>,
    /// Object, by its id; `None` for all.
    pub object: Option<u32>,
    /// Cell; `None` for all.
    pub cell: Option<TileCoord>,
    /// Reason, which a reader of the settings needs.
    pub reason: String,
    /// File with the entry, for the finding that nothing matches it; `None` if it comes from no file.
    pub file: Option<PathBuf>,
    /// Position in that file.
    pub position: Option<Position>,
}

impl Settings {
    /// Path of a map relative to [`folder`](Self::folder), with `/`; the whole path if the map is elsewhere.
    #[must_use]
    pub fn name_of(&self, map: &Path) -> String {
        let whole = normal_path(&self.current.join(map));
        let name = whole.strip_prefix(normal_path(&self.folder)).unwrap_or(&whole);
        name.to_string_lossy().replace('\\', "/")
    }

    /// True if the path of a map matches a pattern, in which `*` is any text and `?` any character.
    ///
    /// The pattern is compared with the path from [`folder`](Self::folder) on, and with its ends: `old/*` matches
    /// `maps/old/cave.tmx`. Case does not count.
    #[must_use]
    pub fn path_matches(&self, pattern: &str, map: &Path) -> bool {
        let name = self.name_of(map);
        let starts = name.match_indices('/').map(|(i, _)| i + 1);
        std::iter::once(0).chain(starts).any(|start| matches_pattern(pattern, &name[start..]))
    }
}
