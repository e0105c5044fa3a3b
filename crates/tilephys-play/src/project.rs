//! The project of a level on disk: its settings in the nearest `tilephys.toml`, as the command reads them.

use crate::game::Start;
use std::path::{Path, PathBuf};
use tilephys::check::{Settings, SettingsFile};
use tilephys::glam::{UVec2, Vec2};
use tilephys::tiled::{Conventions, Disk};

/// Settings of a project; the default ones without a file, and if the file is wrong.
#[derive(Debug, Default)]
pub struct Project {
    /// The file of settings, if there is one.
    pub file: Option<PathBuf>,
    /// Fault of that file, if it cannot be read or is wrong: file, line and column, and what was expected.
    pub fault: Option<String>,
    settings: Settings,
    player_size: Option<Vec2>,
}

impl Project {
    /// The project of a map on disk.
    #[must_use]
    pub fn of(map: &Path) -> Project {
        let mut project = Project::default();
        let read = SettingsFile::nearest(map, &Disk).and_then(|source| {
            project.file = source.as_ref().map(|source| PathBuf::from(&source.name));
            source.map(|source| SettingsFile::parse(&source, &Disk)).transpose()
        });
        match read {
            Ok(Some(file)) => {
                project.settings = file.settings;
                project.player_size = file.player_size;
            }
            Ok(None) => {}
            Err(problem) => project.fault = Some(problem.to_string()),
        }
        project
    }

    /// Names that say what collides where a map does not.
    #[must_use]
    pub fn conventions(&self) -> Conventions {
        self.settings.conventions.clone().unwrap_or_else(Conventions::common)
    }

    /// Settings of the checker for a level that is open. Reachability is left out: it takes longer than a frame.
    #[must_use]
    pub fn checks(&self) -> Settings {
        let mut checks = self.settings.clone();
        checks.reach = None;
        checks
    }

    /// Gives the hero the controller and the size of the project's player where `start` has none. `tile` is the size of the level's
    /// tiles, in px.
    pub fn complete(&self, start: &mut Start, tile: UVec2) {
        let player = self.settings.reach.as_ref().map(|player| player.feel_for(tile.y));
        start.feel = start.feel.take().or(player);
        start.size = start.size.or(self.player_size);
    }
}
