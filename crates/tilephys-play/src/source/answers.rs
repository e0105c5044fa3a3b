//! Answers to dropped files that open nothing.

use std::path::{Path, PathBuf};

/// The reason why a file is of no use, with files that are.
pub(super) fn refusal(path: &Path) -> &'static str {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("7z" | "rar" | "gz" | "tar" | "xz") => {
            "the only supported archives are .zip; pack the map with its tilesets and images as a .zip"
        }
        Some("ldtk" | "ogmo" | "lvl" | "tscn" | "unity") => {
            "a level of another editor; open it in Tiled, or export it, and drop the .tmx"
        }
        Some("tbin" | "svg" | "psd" | "aseprite" | "ase" | "xcf") => {
            "this image or map format is not supported; drop a .tmx map, and images as .png, .jpg or .gif"
        }
        _ => "no map, tileset, image, preset, recording or archive (.zip)",
    }
}

/// A line about parts that are kept for a later map; `None` without any. Without it parts alone would have no answer.
#[must_use]
pub fn kept_line(names: &[PathBuf]) -> Option<String> {
    let first = names.first()?.file_name()?.to_string_lossy();
    let (what, is) = match names.len() {
        1 => (first.into_owned(), "is a part of a map and is"),
        count => (format!("{first} and {} more files", count - 1), "are parts of a map and are"),
    };
    Some(format!("{what} {is} kept: drop the map too, a .tmx file"))
}
