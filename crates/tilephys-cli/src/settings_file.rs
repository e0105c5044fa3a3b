//! Search for `tilephys.toml`, the file of settings of a project.

use super::source::Source;
use std::io::ErrorKind;
use std::path::Path;
use tilephys::tiled::normal_path;

/// Name of the file, beside a map or above it.
pub(crate) const FILE: &str = "tilephys.toml";

/// Number of folders above the map to search, as many as for the folder of the game.
const FOLDERS_ABOVE: usize = 4;

/// Nearest file of settings of a map.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn nearest(map: &Path) -> Result<Option<Source>, String> {
    let whole = std::path::absolute(map).map_err(|e| format!("{}: {e}", map.display()))?;
    for folder in normal_path(&whole).ancestors().skip(1).take(1 + FOLDERS_ABOVE) {
        let path = folder.join(FILE);
        let name = path.display().to_string();
        match std::fs::read(&path) {
            Ok(bytes) => {
                return Source::of_bytes(name, bytes).map(Some).map_err(|problem| problem.to_string());
            }
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
            Err(e) => return Err(format!("{name}: cannot be read: {e}")),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_cannot_be_read_are_an_error() {
        let folder = std::env::temp_dir().join(format!("tilephys-settings-{}", std::process::id()));
        let path = folder.join(FILE);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(&path, b"[check]\nlevels = \xff").expect("a file");
        let error = nearest(&folder.join("map.tmx")).expect_err("it is no UTF-8");
        std::fs::remove_dir_all(&folder).expect("it is there");
        let expected = format!("{}: line 2 is not UTF-8; save the file as UTF-8", path.display());
        assert_eq!(error, expected);
    }
}
