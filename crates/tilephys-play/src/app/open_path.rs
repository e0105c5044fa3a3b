//! Opens what a path names: a map, or a folder, a world or a Tiled project with maps.

use super::App;
use crate::choices::Choices;
use crate::game::Start;
use std::path::Path;
use tilephys::check::Inputs;
use tilephys::tiled::normal_path;

/// Endings of files that name several maps.
const OF_SEVERAL: [&str; 2] = ["world", "tiled-project"];

/// True if a path on disk names several maps.
pub(super) fn is_of_several(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    path.is_dir() || OF_SEVERAL.iter().any(|other| ending.eq_ignore_ascii_case(other))
}

impl App {
    /// Opens what a path on disk names: a map, or the only map of a folder, a world or a project. Of several maps it shows a list.
    pub fn open_path(&mut self, path: &Path, start: Start) {
        if !is_of_several(path) {
            self.open(path, start);
            return;
        }
        let Inputs { maps, faults, refused, .. } = Inputs::find(&[path.to_owned()]);
        for (_, fault) in faults {
            self.notices.fail(fault.to_string());
        }
        for refused in refused {
            self.notices.fail(format!("{}: {}", refused.path.display(), refused.reason));
        }
        match &maps[..] {
            [] => self
                .notices
                .fail(format!("{}: there is no map in it; maps end in .tmx, .tmj or .json", path.display())),
            [map] => self.open(map.clone(), start),
            _ => self.choices = Some(Choices { path: normal_path(path), maps, start }),
        }
    }
}
