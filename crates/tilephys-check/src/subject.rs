//! The map under check: the loaded level, its places in the files, and what several checks need.

use crate::answers::Answers;
use crate::census::{CellUse, census};
use crate::check_id::CheckId;
use crate::findings::Finding;
use crate::settings::Settings;
use std::path::Path;
use std::sync::OnceLock;
use tilephys_tiled::{Files, Level, Locator, Object, Place};

/// A map under check.
pub(crate) struct Subject<'a> {
    pub(crate) level: &'a Level,
    /// Places of the level's elements in its files.
    pub(crate) locator: &'a Locator<'a>,
    pub(crate) settings: &'a Settings,
    /// Files beside the map: images, other maps.
    pub(crate) files: &'a (dyn Files + Sync),
    /// Answers that several checks share.
    pub(crate) answers: Answers,
    /// Cells by tile, made on first use: see [`Subject::cells`].
    pub(crate) census: OnceLock<Vec<Vec<CellUse>>>,
}

impl Subject<'_> {
    /// Path of the map.
    pub(crate) fn path(&self) -> &Path {
        &self.level.path
    }

    /// The cells of the layer with the index `layer`, by tile.
    pub(crate) fn cells(&self, layer: usize) -> &[CellUse] {
        &self.census.get_or_init(|| census(self.level))[layer]
    }

    /// A finding about the whole map, at its root element.
    pub(crate) fn finding(&self, check: impl Into<CheckId>, message: impl Into<String>) -> Finding {
        Finding::new(check.into(), self.path(), message).at(self.locator.map())
    }

    /// A finding about an object.
    pub(crate) fn about_object(
        &self,
        check: impl Into<CheckId>,
        object: &Object,
        message: impl Into<String>,
    ) -> Finding {
        let mut finding = self.finding(check, message).at_pixel(object.position);
        if let Some(element) = self.locator.object(object.id) {
            finding = finding.at(element);
        }
        finding.place = self.place_of(object);
        finding
    }

    /// The place of an object in the level.
    pub(crate) fn place_of(&self, object: &Object) -> Place {
        Place {
            layer: Some(self.level.layers[object.layer].path.clone()),
            object: Some(object.id),
            object_name: Some(object.name.clone()).filter(|name| !name.is_empty()),
            ..Place::default()
        }
    }
}
