//! File access: the virtual file system of a load, and path normalization.

use crate::files::limits::Limits;
use std::io;
use std::path::{Component, Path, PathBuf};

/// A virtual file system: returns the bytes of a file by its path.
///
/// Implemented by [`Disk`] and by every `Fn(&Path) -> io::Result<Vec<u8>>`, so that a game can embed its maps. Paths
/// are joined from the map's own path and the `source` in the file that refers to them. `.` and `..` are resolved by
/// name: `maps/cave.tmx` with `../tiles/rock.tsx` reads `tiles/rock.tsx`. Each file is read once in a load, and each
/// tileset and template once by all loads of a [`Loader`](crate::Loader).
pub trait Files {
    /// Reads the whole file at `path`.
    ///
    /// # Errors
    ///
    /// Any error that keeps the file from being read; it becomes the source of the [`LoadError`](crate::LoadError).
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Reads the file at `path`, or at least `most` + 1 bytes of a longer one. The default implementation reads the
    /// whole file.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    fn read_most(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let _ = most;
        self.read(path)
    }

    /// Lists the paths in the folder `dir`, in any order, each as [`read`](Self::read) takes it. The empty path is the
    /// current folder.
    ///
    /// The loader uses it to find files without a reference, such as a `.tiled-project`. The default implementation
    /// returns an empty list.
    ///
    /// # Errors
    ///
    /// Any error that keeps the folder from being read.
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

/// The file system. Of a longer file it reads [`Limits::file_bytes`] (64 MiB by default) and one byte.
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
        // The parent of the root is the root again, which would be an endless loop.
        if dir.ends_with("..") && std::fs::canonicalize(here.join("."))?.parent().is_none() {
            let below = dir.parent().filter(|below| !below.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if std::fs::canonicalize(below)?.parent().is_none() {
                return Err(io::ErrorKind::NotFound.into());
            }
        }
        std::fs::read_dir(here)?.map(|entry| Ok(dir.join(entry?.file_name()))).collect()
    }
}

/// Resolves the path `source`, as written in the file at `from`, to a path that [`Files`] takes.
///
/// Backslashes are read as slashes, and `.` and `..` are resolved by name.
#[must_use]
pub fn join(from: &Path, source: &str) -> PathBuf {
    // Paths written on Windows, by hand or by older tools, have backslashes.
    let source = source.replace('\\', "/");
    normal(&from.parent().unwrap_or(Path::new("")).join(source))
}

/// Normalizes `path`: removes `.` and resolves `..` by name, so that a file has one name.
#[must_use]
pub fn normal(path: &Path) -> PathBuf {
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

/// The parent of a folder, by name; `None` above the root.
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
    fn listed_files_can_be_read() {
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
