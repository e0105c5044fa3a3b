//! `tilephys.toml`, the file of settings of a project, on the disk.

use super::messages::Failure;
use super::source::{Problem, Source};
use std::path::Path;
use tilephys::check::SettingsFile;
use tilephys::tiled::Disk;

/// The text of the nearest file of settings of a map.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn nearest(map: &Path) -> Result<Option<Source>, Failure> {
    SettingsFile::nearest(map, &Disk).map_err(|problem| failure(&problem))
}

/// Reads the text of a file of settings.
///
/// # Errors
/// If it is wrong.
pub(crate) fn parse(source: &Source) -> Result<SettingsFile, Failure> {
    SettingsFile::parse(source, &Disk).map_err(|problem| failure(&problem))
}

/// The nearest file of settings of a map.
///
/// # Errors
/// If it cannot be read, or is wrong.
pub(crate) fn of_map(map: &Path) -> Result<Option<SettingsFile>, Failure> {
    nearest(map)?.map(|source| parse(&source)).transpose()
}

fn failure(problem: &Problem) -> Failure {
    Failure::Other(problem.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_cannot_be_read_are_an_error() {
        let folder = std::env::temp_dir().join(format!("tilephys-settings-{}", std::process::id()));
        let path = folder.join(SettingsFile::NAME);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(&path, b"[check]\nlevels = \xff").expect("a file");
        let error =
            SettingsFile::nearest(&folder.join("map.tmx"), &Disk).expect_err("it is no UTF-8").to_string();
        std::fs::remove_dir_all(&folder).expect("it is there");
        let expected = format!("{}: line 2 is not UTF-8; save the file as UTF-8", path.display());
        assert_eq!(error, expected);
    }
}
