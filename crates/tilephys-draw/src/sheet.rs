//! Image sheets: each image of a list decoded once, and checkers for placeholders.

use crate::decode::decode;
use crate::list::ImageSource;
use crate::pixels::{MAX_PIXELS, Pixels};
use glam::UVec2;
use tilephys_tiled::{Color, Files, Image};

const MAGENTA: [u8; 4] = [255, 0, 255, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];
const BORDER: [u8; 4] = [255, 255, 255, 255];

/// Reads the images of a list.
pub(crate) struct Reader<'f> {
    files: &'f dyn Files,
    /// Decoded images, in the order of the list.
    sheets: Vec<Pixels>,
    pixels: u64,
}

impl<'f> Reader<'f> {
    pub(crate) fn new(files: &'f dyn Files) -> Self {
        Reader { files, sheets: Vec::new(), pixels: 0 }
    }

    /// Decodes an image and returns its size.
    pub(crate) fn read(&mut self, image: &Image) -> Result<Option<UVec2>, String> {
        let sheet = match (&image.path, &image.data) {
            (Some(path), _) => {
                let bytes = self.files.read(path).map_err(|e| format!("the image cannot be read: {e}"))?;
                self.decode(&bytes, image.transparent)?
            }
            (None, data) => self.decode(data.as_deref().unwrap_or_default(), image.transparent)?,
        };
        let size = UVec2::new(sheet.width, sheet.height);
        self.sheets.push(sheet);
        Ok(Some(size))
    }

    /// The sheets of all images of a list.
    pub(crate) fn sheets(self, images: &[ImageSource]) -> Vec<Pixels> {
        let mut decoded = self.sheets.into_iter();
        let sheet = |image: &ImageSource| {
            let decoded = if image.is_placeholder() { None } else { decoded.next() };
            decoded.unwrap_or_else(|| checkers(image.size.unwrap_or(UVec2::ONE)))
        };
        images.iter().map(sheet).collect()
    }

    fn decode(&mut self, bytes: &[u8], transparent: Option<Color>) -> Result<Pixels, String> {
        let mut sheet = decode(bytes, MAX_PIXELS - self.pixels)?;
        self.pixels += sheet.data.len() as u64;
        if let Some(Color { red, green, blue, .. }) = transparent {
            for pixel in &mut sheet.data {
                if pixel[..3] == [red, green, blue] {
                    *pixel = [0; 4];
                }
            }
        }
        Ok(sheet)
    }
}

/// Four checkers on each side, and a border.
fn checkers(UVec2 { x: width, y: height }: UVec2) -> Pixels {
    let pixel = |x: u32, y: u32| {
        let edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
        let odd = (x * 4 / width + y * 4 / height) % 2 == 1;
        match (edge && width > 2 && height > 2, odd) {
            (true, _) => BORDER,
            (_, true) => BLACK,
            (_, false) => MAGENTA,
        }
    };
    let data = (0..height).flat_map(|y| (0..width).map(move |x| pixel(x, y))).collect();
    Pixels { width, height, data }
}
