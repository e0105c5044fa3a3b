//! Image sheets: each image decoded once, and placeholders for unreadable ones.

use crate::decode::decode;
use glam::UVec2;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use tilephys_tiled::{Color, Files, Image, ImagePart};

/// Maximum number of pixels of all images of a picture: 512 MiB of memory.
pub(crate) const MAX_PIXELS: u64 = 1 << 27;

/// Maximum side of a placeholder, which is stretched to its place.
const MAX_PLACEHOLDER: u32 = 256;

const MAGENTA: [u8; 4] = [255, 0, 255, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];
const BORDER: [u8; 4] = [255, 255, 255, 255];

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

/// A decoded image.
pub(crate) struct Sheet {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Pixels as red, green, blue, alpha; row by row.
    pub(crate) pixels: Vec<[u8; 4]>,
}

impl Sheet {
    /// The whole image.
    pub(crate) fn all(&self) -> ImagePart {
        ImagePart { min: UVec2::ZERO, size: UVec2::new(self.width, self.height) }
    }
}

/// The identity of an image: its file, or the address of embedded bytes; and its colour key.
type Key = (PathBuf, Option<*const u8>, Option<Color>);

/// All images of a picture.
pub(crate) struct Sheets<'f> {
    files: &'f dyn Files,
    pub(crate) sheets: Vec<Sheet>,
    /// Index of each known image; `None` if it cannot be read.
    known: HashMap<Key, Option<usize>>,
    placeholders: HashMap<[u32; 2], usize>,
    pixels: u64,
    pub(crate) warnings: Vec<Warning>,
    warned: HashSet<Warning>,
}

impl<'f> Sheets<'f> {
    pub(crate) fn new(files: &'f dyn Files) -> Self {
        Sheets {
            files,
            sheets: Vec::new(),
            known: HashMap::new(),
            placeholders: HashMap::new(),
            pixels: 0,
            warnings: Vec::new(),
            warned: HashSet::new(),
        }
    }

    /// The sheet of an image; `None`, and a warning the first time, if it cannot be read.
    pub(crate) fn open(&mut self, image: &Image) -> Option<usize> {
        let path = image.path.clone().unwrap_or_default();
        let key = (path, image.data.as_deref().map(<[u8]>::as_ptr), image.transparent);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let read = match (&image.path, &image.data) {
            (Some(path), _) => {
                let bytes = self.files.read(path).map_err(|e| format!("the image cannot be read: {e}"));
                bytes.and_then(|bytes| self.read(&bytes, image.transparent))
            }
            (None, Some(bytes)) => self.read(bytes, image.transparent),
            (None, None) => Err("an image has neither a file nor data; choose it again in Tiled".to_owned()),
        };
        let sheet = match read {
            Ok(sheet) => Some(self.add(sheet)),
            Err(message) => {
                let message = format!("{message}; its tiles are drawn as magenta and black checkers");
                self.warn(image.path.clone(), message);
                None
            }
        };
        self.known.insert(key, sheet);
        sheet
    }

    /// Adds a warning, once.
    pub(crate) fn warn(&mut self, file: Option<PathBuf>, message: String) {
        let warning = Warning { file, message };
        if self.warned.insert(warning.clone()) {
            self.warnings.push(warning);
        }
    }

    /// The placeholder sheet for a missing image of this size.
    pub(crate) fn placeholder(&mut self, size: [u32; 2]) -> usize {
        let size = size.map(|side| side.clamp(1, MAX_PLACEHOLDER));
        if let Some(known) = self.placeholders.get(&size) {
            return *known;
        }
        let index = self.add(checkers(size));
        self.placeholders.insert(size, index);
        index
    }

    fn add(&mut self, sheet: Sheet) -> usize {
        self.sheets.push(sheet);
        self.sheets.len() - 1
    }

    fn read(&mut self, bytes: &[u8], transparent: Option<Color>) -> Result<Sheet, String> {
        let mut sheet = decode(bytes, MAX_PIXELS - self.pixels)?;
        self.pixels += sheet.pixels.len() as u64;
        if let Some(Color { red, green, blue, .. }) = transparent {
            for pixel in &mut sheet.pixels {
                if pixel[..3] == [red, green, blue] {
                    *pixel = [0; 4];
                }
            }
        }
        Ok(sheet)
    }
}

/// Four checkers on each side, and a border.
fn checkers([width, height]: [u32; 2]) -> Sheet {
    let pixel = |x: u32, y: u32| {
        let edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
        let odd = (x * 4 / width + y * 4 / height) % 2 == 1;
        match (edge && width > 2 && height > 2, odd) {
            (true, _) => BORDER,
            (_, true) => BLACK,
            (_, false) => MAGENTA,
        }
    };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| pixel(x, y))).collect();
    Sheet { width, height, pixels }
}
