//! A path as it is written to files, and judged when it is read.

use super::{Easing, Path, PathError, PathMode, Waypoint};

/// What makes a path.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Said {
    #[serde(default)]
    mode: PathMode,
    #[serde(default)]
    easing: Easing,
    waypoints: Vec<Waypoint>,
}

impl From<Path> for Said {
    fn from(path: Path) -> Self {
        Said { mode: path.mode, easing: path.easing, waypoints: path.waypoints }
    }
}

impl TryFrom<Said> for Path {
    type Error = PathError;

    fn try_from(said: Said) -> Result<Self, PathError> {
        Path::new(&said.waypoints, said.mode, said.easing)
    }
}
