//! Maps and images as strings: one letter for each pixel, rows separated by `/`, a dot for transparent.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use tilephys_draw::{Picture, Pixels, View};
use tilephys_tiled::{Files, Level, load_from};

/// The colour of a letter; all differ.
pub(crate) fn color(letter: char) -> [u8; 4] {
    match letter {
        '.' => [0; 4],
        'a'..='z' => {
            let n = letter as u8 - b'a';
            [n * 9 + 5, 250 - n * 7, n.wrapping_mul(53), 255]
        }
        _ => panic!("{letter:?} is no pixel"),
    }
}

/// Files in memory.
#[derive(Default)]
pub(crate) struct Folder(BTreeMap<PathBuf, Vec<u8>>);

impl Files for Folder {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "no such file"))
    }
}

impl Folder {
    /// A folder with the map `a.tmx`.
    pub(crate) fn new(map: &str) -> Self {
        Folder::default().with("a.tmx", map.as_bytes().to_vec())
    }

    pub(crate) fn with(mut self, name: &str, bytes: Vec<u8>) -> Self {
        self.0.insert(name.into(), bytes);
        self
    }

    /// Adds an image of letters.
    pub(crate) fn image(self, name: &str, letters: &str) -> Self {
        let rows: Vec<&str> = letters.split('/').collect();
        let pixels: Vec<[u8; 4]> = rows.iter().flat_map(|row| row.chars().map(color)).collect();
        self.with(name, png(rows[0].len() as u32, rows.len() as u32, &pixels))
    }

    pub(crate) fn level(&self) -> Level {
        load_from(self, "a.tmx").unwrap_or_else(|e| panic!("{e}"))
    }

    /// The picture at scale 1.
    pub(crate) fn pixels(&self) -> Pixels {
        let level = self.level();
        Picture::of_level(&level, self).pixels(&View::default()).expect("a small picture")
    }

    /// The picture at scale 1 as letters.
    pub(crate) fn drawn(&self) -> String {
        letters(&self.pixels())
    }

    pub(crate) fn warnings(&self) -> Vec<String> {
        let level = self.level();
        Picture::of_level(&level, self).warnings().iter().map(ToString::to_string).collect()
    }
}

pub(crate) fn png(width: u32, height: u32, pixels: &[[u8; 4]]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a size");
    writer.write_image_data(pixels.as_flattened()).expect("memory");
    writer.finish().expect("memory");
    out
}

/// Pixels as letters; `?` for other colours.
pub(crate) fn letters(pixels: &Pixels) -> String {
    let letter = |pixel: &[u8; 4]| ('a'..='z').chain(['.']).find(|l| color(*l) == *pixel).unwrap_or('?');
    let rows = pixels.data.chunks(pixels.width as usize);
    rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("/")
}

/// A map: `size` in cells and `cell` in pixels as `4x3`, and its content.
pub(crate) fn map(size: &str, cell: &str, content: &str) -> String {
    let pair = |text: &'static str, of: &str| {
        let (width, height) = of.split_once('x').expect("a size");
        format!(r#" {text}width="{width}" {text}height="{height}""#)
    };
    format!("<map{}{}>{content}</map>", pair("", size), pair("tile", cell))
}

/// A tileset of one image, with first gid 1. `tile` is the size of its tiles.
pub(crate) fn set(tile: &str, attributes: &str, content: &str) -> String {
    let (width, height) = tile.split_once('x').expect("a size");
    format!(
        r#"<tileset firstgid="1" name="set" tilewidth="{width}" tileheight="{height}" tilecount="99" {attributes}><image source="set.png"/>{content}</tileset>"#
    )
}

/// A tile layer of one map of `size`.
pub(crate) fn layer(size: &str, attributes: &str, csv: &str) -> String {
    let (width, height) = size.split_once('x').expect("a size");
    format!(
        r#"<layer width="{width}" height="{height}" {attributes}><data encoding="csv">{csv}</data></layer>"#
    )
}
