//! Intent of a map: whether it is a level for tilephys, so that a missing start or goal is a mistake.

use crate::subject::Subject;
use tilephys_tiled::{OUR_TYPES, Object};

/// Class that a types file has if it was written for tilephys, as it stands in the file.
const EVIDENCE: &[u8] = b"\"TpSpawn\"";

impl Subject<'_> {
    /// True if the map is a level for tilephys: by the settings, a class of tilephys, or the types of its project.
    ///
    /// Properties do not count: they make a map collide, and its game may place the player by code. The types count
    /// only if something in the map collides, since projects have title screens too.
    pub(crate) fn is_ours(&self) -> bool {
        self.settings.is_ours.unwrap_or_else(|| {
            self.has_our_class() || !self.level.grid.layers().is_empty() && self.has_our_project()
        })
    }

    /// The player's start in a level for tilephys. The starts of other maps are guessed by names, and their games place
    /// the player in ways of their own.
    pub(crate) fn start(&self) -> Option<&Object> {
        self.level.spawn().filter(|_| self.is_ours())
    }

    fn has_our_class(&self) -> bool {
        let level = self.level;
        let objects = level.objects.iter().map(|object| &object.class);
        let classes = objects.chain(level.layers.iter().map(|layer| &layer.class)).chain([&level.class]);
        let is_ours = |class: &String| OUR_TYPES.iter().any(|ours| ours.name == class);
        classes.filter(|class| class.starts_with("Tp")).any(is_ours)
    }

    fn has_our_project(&self) -> bool {
        let text = self.level.project.as_ref().and_then(|path| self.files.read(path).ok());
        text.is_some_and(|text| text.windows(EVIDENCE.len()).any(|part| part == EVIDENCE))
    }
}
