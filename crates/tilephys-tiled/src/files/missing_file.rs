//! Files that are missing: whether they are, and what is meant instead.

use crate::error::LoadError;
use crate::files::reader::{Files, shown};
use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use strsim::levenshtein;

/// Maximum edit distance of a file name that is proposed.
const MAX_EDITS: usize = 2;

/// The remedy for a missing file, as the end of a message: the file of its folder that is probably meant, if there is one.
#[must_use]
pub fn missing_file_remedy(files: &dyn Files, path: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new(""));
    let Ok(inside) = files.list(folder) else {
        return format!("the folder {:?} does not exist, so select the file again in Tiled", shown(folder));
    };
    match near_name(&inside, path) {
        Some((0, name)) => {
            format!(
                "select it again in Tiled: the folder contains {name:?}, and case matters on other systems"
            )
        }
        Some((_, name)) => {
            format!("if the file is {name:?}, which the folder contains, select it again in Tiled")
        }
        None => "put the file there, or select it again in Tiled".to_owned(),
    }
}

/// The remedy for a map that is not there, as the end of a message.
pub(crate) fn map_remedy(files: &dyn Files, path: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new(""));
    let inside = files.list(folder);
    match inside.ok().and_then(|inside| near_name(&inside, path)) {
        Some((_, name)) => format!("did you mean {:?}?", folder.join(name).display().to_string()),
        None => "check the path".to_owned(),
    }
}

/// The name in the folder of a missing file that is most similar, with the number of edits; letters in another case are
/// no edits.
fn near_name(inside: &[PathBuf], path: &Path) -> Option<(usize, String)> {
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let lower = name(path)?.to_lowercase();
    let letters = path.file_stem().map_or(0, std::ffi::OsStr::len);
    inside
        .iter()
        .filter(|known| *known != path)
        .filter_map(|path| name(path))
        .map(|name| (levenshtein(&name.to_lowercase(), &lower), name))
        .filter(|(edits, _)| *edits <= MAX_EDITS.min(letters / 3))
        .min()
}

/// True if the folder of a file can be listed and lacks it, or is not there. False if that is unknown.
pub(crate) fn is_nowhere(files: &dyn Files, path: &Path) -> bool {
    match files.list(path.parent().unwrap_or(Path::new(""))) {
        Ok(inside) => !inside.is_empty() && !inside.iter().any(|known| known == path),
        Err(error) => matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
    }
}

/// True if a file is not there yet, so that a load may go on to find out what else it needs.
pub(crate) fn is_pending(error: &LoadError) -> bool {
    file_errors(error).any(|cause| cause.kind() == io::ErrorKind::WouldBlock)
}

/// True if a file cannot be read, and that will not change.
pub(crate) fn is_missing(error: &LoadError) -> bool {
    file_errors(error).next().is_some() && !is_pending(error)
}

fn file_errors(error: &LoadError) -> impl Iterator<Item = &io::Error> {
    let causes = std::iter::successors(error.source(), |cause| (*cause).source());
    causes.filter_map(|cause| cause.downcast_ref::<io::Error>())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("tiles/rock.png", "select it again in Tiled: the folder contains \"Rock.PNG\", and case"),
            ("tiles/gras.png", "if the file is \"grass.png\", which the folder contains, select"),
            ("tiles/sky.png", "put the file there"),
            ("art/rock.png", "the folder \"art\" does not exist"),
        ];
        for (path, expected) in rows {
            let found = missing_file_remedy(&folder, Path::new(path));
            assert!(found.starts_with(expected), "{found}");
        }
    }
}
