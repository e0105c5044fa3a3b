//! The images that a level uses, with their elements.

use crate::findings::Finding;
use crate::subject::Subject;
use glam::UVec2;
use std::path::Path;
use tilephys_tiled::{IMAGE_HEAD_BYTES, Image, LayerContent, Place, SourceElement, image_size};

/// Bytes of an image that are read first; all formats but JPEG state their size within 30.
const FIRST_BYTES: usize = 4096;

/// What shows an image.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// All tiles of the tileset with this index.
    Tileset(usize),
    /// A tile of the tileset with this index, by its id.
    Tile(usize, u32),
    /// An image layer.
    Layer,
}

/// An image file of a level.
pub(crate) struct ImageUse<'a> {
    pub(crate) shows: Shows,
    pub(crate) path: &'a Path,
    /// Path as written.
    pub(crate) source: &'a str,
    /// The `<image>`.
    pub(crate) element: SourceElement<'a>,
    pub(crate) place: Place,
    /// Name in messages, such as `the image of the tileset`.
    pub(crate) what: &'static str,
}

impl ImageUse<'_> {
    /// A finding about the image. Images of tilesets are equal findings in all maps that use them.
    pub(crate) fn finding(&self, finding: Finding) -> Finding {
        Finding { place: self.place.clone(), ..finding.at(self.element) }
    }

    /// Width and height that the `<image>` states.
    pub(crate) fn stated(&self) -> Option<UVec2> {
        let side =
            |name| self.element.attribute(name)?.value.trim().parse::<u32>().ok().filter(|px| *px != 0);
        Some(UVec2::new(side("width")?, side("height")?))
    }
}

/// All image files of a level that its project should have.
pub(crate) fn images<'a>(map: &'a Subject<'_>) -> Vec<ImageUse<'a>> {
    let (level, locator) = (map.level, map.locator);
    let mut found = Vec::new();
    let mut add = |shows, image: &'a Option<Image>, holder: Option<SourceElement<'a>>, place, what| {
        let path = image.as_ref().and_then(|image| image.path.as_deref());
        let element = holder.and_then(|holder| holder.children("image").next());
        let Some((path, element)) = path.zip(element) else { return };
        let Some(source) = element.attribute("source").filter(|s| !s.value.is_empty()) else { return };
        found.push(ImageUse { shows, path, source: source.value, element, place, what });
    };
    for (index, tileset) in level.tilesets.iter().enumerate() {
        let place = Place { tileset: Some(tileset.name.clone()), ..Place::default() };
        if tileset.image.is_some() {
            let what = "the image of the tileset";
            add(Shows::Tileset(index), &tileset.image, locator.tileset(index), place.clone(), what);
        }
        for (id, tile) in tileset.tiles.iter().filter(|(_, tile)| tile.image.is_some()) {
            let place = Place { tile: Some(*id), ..place.clone() };
            let what = "the image of the tile";
            add(Shows::Tile(index, *id), &tile.image, locator.tile(index, *id), place, what);
        }
    }
    for (index, layer) in level.layers.iter().enumerate() {
        if let LayerContent::Image { image, .. } = &layer.content {
            let place = Place { layer: Some(layer.path.clone()), ..Place::default() };
            add(Shows::Layer, image, locator.layer(index), place, "the image of the layer");
        }
    }
    found
}

/// Width and height of the image at `path`, by its header, and its first bytes.
///
/// `None` if it cannot be read. The size is `None` for other formats than [`image_size`] knows.
pub(crate) fn header(map: &Subject<'_>, path: &Path) -> Option<(Option<UVec2>, Vec<u8>)> {
    let head = map.files.read_most(path, FIRST_BYTES).ok()?;
    let size = image_size(&head).or_else(|| {
        let is_all = head.len() <= FIRST_BYTES;
        let longer = (!is_all).then(|| map.files.read_most(path, IMAGE_HEAD_BYTES).ok()).flatten();
        image_size(&longer?)
    });
    Some((size, head))
}
