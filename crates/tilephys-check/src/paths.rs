//! Files that a level names without loading them: images, files in properties.

use std::io;
use std::path::Path;
use strsim::levenshtein;
use tilephys_tiled::Files;

/// Maximum edit distance of a file name that is proposed.
const MAX_EDITS: usize = 2;

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

/// The remedy for a missing file: what may be meant instead.
pub(crate) fn remedy(files: &dyn Files, path: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new(""));
    let Ok(inside) = files.list(folder) else {
        return format!("the folder {:?} is not there; choose the file again in Tiled", shown(folder));
    };
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let wanted = name(path).unwrap_or_default();
    let lower = wanted.to_lowercase();
    let mut near: Vec<(usize, String)> = inside
        .iter()
        .filter_map(|path| name(path))
        .map(|name| (levenshtein(&name.to_lowercase(), &lower), name))
        .filter(|(edits, _)| *edits <= MAX_EDITS.min(wanted.len() / 3))
        .collect();
    near.sort();
    match near.into_iter().next() {
        Some((0, name)) => {
            format!(
                "the folder has {name:?}: upper and lower case differ on other computers; choose it again in Tiled"
            )
        }
        Some((_, name)) => format!("the folder has {name:?}: choose it again in Tiled, if it is meant"),
        None => "put the file there, or choose another in Tiled".to_owned(),
    }
}

/// A folder in messages.
fn shown(dir: &Path) -> String {
    if dir.as_os_str().is_empty() { ".".to_owned() } else { dir.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    struct Folder(&'static [&'static str]);

    impl Files for Folder {
        fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
            let is_there = self.0.iter().any(|name| Path::new(name) == path);
            if is_there { Ok(Vec::new()) } else { Err(io::ErrorKind::NotFound.into()) }
        }

        fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
            let inside: Vec<PathBuf> =
                self.0.iter().map(PathBuf::from).filter(|path| path.parent() == Some(dir)).collect();
            if inside.is_empty() { Err(io::ErrorKind::NotFound.into()) } else { Ok(inside) }
        }
    }

    #[test]
    fn a_file_with_nearly_the_name_is_proposed() {
        let folder = Folder(&["tiles/Rock.PNG", "tiles/grass.png"]);
        let rows = [
            ("tiles/rock.png", "the folder has \"Rock.PNG\": upper"),
            ("tiles/gras.png", "the folder has \"grass.png\": choose"),
            ("tiles/sky.png", "put the file there"),
            ("art/rock.png", "the folder \"art\" is not there"),
        ];
        for (path, expected) in rows {
            assert!(is_missing(&folder, Path::new(path)));
            let found = remedy(&folder, Path::new(path));
            assert!(found.starts_with(expected), "{found}");
        }
    }

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
