//! Where files come from, and how their names are written.

use std::io;
use std::path::{Component, Path, PathBuf};

/// The largest file that is read, in bytes.
///
/// A map of 33 million cells as CSV has about this size. It bounds the memory that a file can ask for.
pub(crate) const MAX_FILE_BYTES: usize = 64 << 20;

/// Gives the bytes of a file by its path.
///
/// Implemented by [`Disk`] and by every `Fn(&Path) -> io::Result<Vec<u8>>`, so that a game can embed its maps.
/// Paths are joined from the map's own path and the `source` in the file that refers to them, with `.` and `..`
/// resolved by name: `maps/cave.tmx` with `../tiles/rock.tsx` asks for `tiles/rock.tsx`. Each file is asked for
/// once a load.
pub trait Files {
    /// Reads the whole file at `path`.
    ///
    /// # Errors
    ///
    /// Whatever kept it from being read; it becomes the source of the [`LoadError`](crate::LoadError).
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

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

/// The file system. Refuses files over 64 MiB before reading them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        use io::Read;
        // One byte over the limit is enough to be refused; a device file would never end.
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let here = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
        std::fs::read_dir(here)?.map(|entry| Ok(dir.join(entry?.file_name()))).collect()
    }
}

/// The path that `source`, written in the file at `from`, means.
pub(crate) fn join(from: &Path, source: &str) -> PathBuf {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_name() {
        let rows = [
            ("maps/cave.tmx", "../tiles/rock.tsx", "tiles/rock.tsx"),
            ("cave.tmx", "./rock.tsx", "rock.tsx"),
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
        assert_eq!(closure.list(Path::new("")).expect("nothing is nowhere"), [PathBuf::new(); 0]);
    }
}
