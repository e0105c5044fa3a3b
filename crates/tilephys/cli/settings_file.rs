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
        match std::fs::read_to_string(&path) {
            Ok(text) => return Ok(Some(Source { name: path.display().to_string(), text })),
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
            Err(e) => return Err(format!("{}: {e}", path.display())),
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
        std::fs::write(&path, [0xff]).expect("a file");
        let error = nearest(&folder.join("map.tmx")).expect_err("it is no UTF-8");
        std::fs::remove_dir_all(&folder).expect("it is there");
        assert!(error.starts_with(&format!("{}: ", path.display())), "{error}");
    }
}
