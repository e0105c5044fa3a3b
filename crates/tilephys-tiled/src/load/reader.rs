//! Where files come from, and how their names are written.

use crate::load::limits::Limits;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Gives the bytes of a file by its path.
///
/// Implemented by [`Disk`] and by every `Fn(&Path) -> io::Result<Vec<u8>>`, so that a game can embed its maps.
/// Paths are joined from the map's own path and the `source` in the file that refers to them, with `.` and `..`
/// resolved by name: `maps/cave.tmx` with `../tiles/rock.tsx` asks for `tiles/rock.tsx`. Each file is asked for
/// once a load, and each tileset and template once by all loads of a [`Loader`](crate::Loader).
pub trait Files {
    /// Reads the whole file at `path`.
    ///
    /// # Errors
    ///
    /// Whatever kept it from being read; it becomes the source of the [`LoadError`](crate::LoadError).
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Reads the file at `path`, of which more than `most` bytes are of no use: of a longer file the first `most` and one
    /// more are enough. As it stands it reads the whole file.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    fn read_most(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let _ = most;
        self.read(path)
    }

    /// The paths of what is in the folder `dir`, each as [`read`](Self::read) takes it, in any order; the current folder is
    /// the empty path.
    ///
    /// It is how files are found that no file names, such as a `.tiled-project`. As it stands it finds none.
    ///
    /// # Errors
    ///
    /// Whatever kept the folder from being read.
    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let _ = dir;
        Ok(Vec::new())
    }
}

impl<F: Fn(&Path) -> io::Result<Vec<u8>>> Files for F {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self(path)
    }
}

/// The file system. Of files over 64 MiB it reads no more than that and a byte, unless [`Limits::file_bytes`] is another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_most(path, Limits::DEFAULT.file_bytes)
    }

    fn read_most(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        use io::Read;
        let file = std::fs::File::open(path)?;
        // A device file has no length and would never end.
        let stated = file.metadata().map_or(0, |data| data.len()).min(most as u64);
        let mut bytes = Vec::with_capacity(stated as usize + 1);
        file.take((most as u64).saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let here = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
        // Above the root is the root again, which would have no end.
        if dir.ends_with("..") && std::fs::canonicalize(here.join("."))?.parent().is_none() {
            let below = dir.parent().filter(|below| !below.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if std::fs::canonicalize(below)?.parent().is_none() {
                return Err(io::ErrorKind::NotFound.into());
            }
        }
        std::fs::read_dir(here)?.map(|entry| Ok(dir.join(entry?.file_name()))).collect()
    }
}

/// The path that `source`, written in the file at `from`, means.
pub(crate) fn join(from: &Path, source: &str) -> PathBuf {
    // Paths that were written on Windows, by hand or by older tools, have backslashes.
    let source = source.replace('\\', "/");
    normal(&from.parent().unwrap_or(Path::new("")).join(source))
}

/// `path` without `.` and with `..` resolved by name, so that one file has one name.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// The folder above one, by name; `None` above the root.
pub(crate) fn above(dir: &Path) -> Option<PathBuf> {
    if dir.as_os_str().is_empty() || dir.ends_with("..") {
        return Some(dir.join(".."));
    }
    dir.parent().map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_name() {
        let rows = [
            ("maps/cave.tmx", "../tiles/rock.tsx", "tiles/rock.tsx"),
            ("cave.tmx", "./rock.tsx", "rock.tsx"),
            ("maps/cave.tmx", r"..\tiles\rock.tsx", "tiles/rock.tsx"),
            ("../a/cave.tmx", "../../rock.tsx", "../../rock.tsx"),
            ("/a/cave.tmx", "/b/rock.tsx", "/b/rock.tsx"),
        ];
        for (from, source, expected) in rows {
            assert_eq!(join(Path::new(from), source), Path::new(expected), "{source} in {from}");
        }
    }

    #[test]
    fn what_the_disk_lists_can_be_read() {
        for (dir, file) in [("", "Cargo.toml"), ("src", "src/lib.rs")] {
            let listed = Disk.list(Path::new(dir)).expect("the folder is there");
            assert!(listed.contains(&PathBuf::from(file)), "{listed:?}");
            assert!(Disk.read(Path::new(file)).is_ok(), "{file}");
        }
        assert!(Disk.list(Path::new("no/such/folder")).is_err());
        let closure = |_: &Path| Ok(Vec::new());
        assert!(closure.list(Path::new("")).expect("nothing is nowhere").is_empty());
    }
}
