//! Images that the list refers to, each once, and warnings.

use glam::UVec2;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use tilephys_tiled::{Color, Image};

/// Maximum side of a placeholder, which is stretched to its place.
const MAX_PLACEHOLDER: u32 = 256;

/// An image that a [`DisplayList`](crate::DisplayList) refers to. The renderer loads it.
///
/// An image with neither a file nor data is a placeholder: the level refers to none, or to a part outside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImageSource {
    /// Path of the file, joined from the file that refers to it; `None` if the image is embedded or a placeholder.
    pub path: Option<PathBuf>,
    /// Bytes of an embedded image (PNG, JPEG or GIF); `None` if the image is a file or a placeholder.
    pub data: Option<Arc<[u8]>>,
    /// Colour key: pixels of this colour are transparent; `None` if unset.
    pub transparent: Option<Color>,
    /// Width and height in pixels; `None` if the level does not know them.
    pub size: Option<UVec2>,
}

impl ImageSource {
    /// True if there is no image, so the renderer draws what it likes.
    #[must_use]
    pub fn is_placeholder(&self) -> bool {
        self.path.is_none() && self.data.is_none()
    }
}

/// A deviation of the picture from the level. Displayed as one line, with the file if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Warning {
    /// File at fault; `None` without one.
    pub file: Option<PathBuf>,
    /// Message: what is wrong, how it is drawn, and what to do.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}: {}", file.display(), self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// The identity of an image: its file, or the address of embedded bytes; and its colour key.
type Key = (PathBuf, Option<*const u8>, Option<Color>);

/// Function that returns the size of an image, `None` if it is not known, or why the image cannot be drawn.
pub(crate) type SizeOf<'f> = dyn FnMut(&Image) -> Result<Option<UVec2>, String> + 'f;

/// Knowledge of images that a list is built with.
pub(crate) struct ImagesFrom<'f> {
    pub(crate) size_of: &'f mut SizeOf<'f>,
    /// Words of warnings for the look of a placeholder.
    pub(crate) stand_in: &'static str,
    /// True if animations show their first frame only.
    pub(crate) is_still: bool,
}

/// All images of a list, in the order of their first use.
pub(crate) struct Images<'f> {
    from: ImagesFrom<'f>,
    pub(crate) sources: Vec<ImageSource>,
    /// Index of each known image; `None` if it cannot be drawn.
    known: HashMap<Key, Option<usize>>,
    placeholders: HashMap<[u32; 2], usize>,
    pub(crate) warnings: Vec<Warning>,
    warned: HashSet<Warning>,
}

impl<'f> Images<'f> {
    pub(crate) fn new(from: ImagesFrom<'f>) -> Self {
        Images {
            from,
            sources: Vec::new(),
            known: HashMap::new(),
            placeholders: HashMap::new(),
            warnings: Vec::new(),
            warned: HashSet::new(),
        }
    }

    /// Words for the look of a placeholder.
    pub(crate) fn stand_in(&self) -> &'static str {
        self.from.stand_in
    }

    /// True if animations show their first frame only.
    pub(crate) fn is_still(&self) -> bool {
        self.from.is_still
    }

    /// The index of an image; `None`, and a warning the first time, if it cannot be drawn.
    pub(crate) fn open(&mut self, image: &Image) -> Option<usize> {
        let path = image.path.clone().unwrap_or_default();
        let key = (path, image.data.as_deref().map(<[u8]>::as_ptr), image.transparent);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let size = if image.path.is_none() && image.data.is_none() {
            Err("an image has neither a file nor data; select it again in Tiled".to_owned())
        } else {
            (self.from.size_of)(image)
        };
        let index = match size {
            Ok(size) => {
                let Image { path, data, transparent, .. } = image.clone();
                Some(self.add(ImageSource { path, data, transparent, size }))
            }
            Err(message) => {
                let message = format!("{message}, so its tiles are drawn as {}", self.from.stand_in);
                self.warn(image.path.clone(), message);
                None
            }
        };
        self.known.insert(key, index);
        index
    }

    /// Width and height of an image, if known.
    pub(crate) fn size(&self, image: usize) -> Option<UVec2> {
        self.sources[image].size
    }

    /// Adds a warning, once.
    pub(crate) fn warn(&mut self, file: Option<PathBuf>, message: String) {
        let warning = Warning { file, message };
        if self.warned.insert(warning.clone()) {
            self.warnings.push(warning);
        }
    }

    /// The placeholder for a missing image of this size.
    pub(crate) fn placeholder(&mut self, size: UVec2) -> usize {
        let size = size.clamp(UVec2::ONE, UVec2::splat(MAX_PLACEHOLDER));
        if let Some(known) = self.placeholders.get(&size.to_array()) {
            return *known;
        }
        let index = self.add(ImageSource { path: None, data: None, transparent: None, size: Some(size) });
        self.placeholders.insert(size.to_array(), index);
        index
    }

    fn add(&mut self, source: ImageSource) -> usize {
        self.sources.push(source);
        self.sources.len() - 1
    }
}
