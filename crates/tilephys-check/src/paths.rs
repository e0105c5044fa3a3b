//! Files that a level names without loading them: images, files in properties.

use std::io;
use std::path::Path;
use tilephys_tiled::Files;

/// True if a path as written is no file of the project: built into Tiled (`:/automap-tiles.tsx`), a resource of an
/// engine (`res://player.tscn`), or an address.
pub(crate) fn is_elsewhere(source: &str) -> bool {
    source.starts_with(":/") || source.contains("://")
}

/// True if a path as written begins at a root or a drive, on any operating system.
pub(crate) fn is_absolute(source: &str) -> bool {
    let bytes = source.as_bytes();
    let has_drive = bytes.len() > 1 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':';
    source.starts_with(['/', '\\']) || has_drive
}

/// True if nothing is at `path`. A file that cannot be read is there, and so is a folder.
pub(crate) fn is_missing(files: &dyn Files, path: &Path) -> bool {
    let error = files.read_most(path, 0).err().map(|error| error.kind());
    let is_away = |kind| matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    error.is_some_and(is_away)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_engines_and_of_tiled_are_no_files() {
        for source in [":/automap-tiles.tsx", "res://player.tscn", "https://example.org/a.png"] {
            assert!(is_elsewhere(source), "{source}");
        }
        assert!(!is_elsewhere("a/b.png"));
        for source in ["/a.png", "C:\\a.png", "\\\\server\\a.png"] {
            assert!(is_absolute(source), "{source}");
        }
        assert!(!is_absolute("a/b.png"));
    }
}
