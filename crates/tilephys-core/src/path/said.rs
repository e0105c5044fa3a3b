//! Serialized form of a path, validated on load.

use super::{Easing, Path, PathError, PathMode, Waypoint};

/// Fields of a serialized path.
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
