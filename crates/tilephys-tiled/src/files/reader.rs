//! File access: the virtual file system of a load, path normalization, and the resource limits.

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

/// True if the name of a file has one of these extensions, in any case.
pub(crate) fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let is =
        |extension: &std::ffi::OsStr| extensions.iter().any(|known| extension.eq_ignore_ascii_case(known));
    path.extension().is_some_and(is)
}

/// A folder in messages.
pub(crate) fn shown(dir: &Path) -> String {
    if dir.as_os_str().is_empty() { ".".to_owned() } else { dir.display().to_string() }
}

/// The parent of a folder, by name; `None` above the root.
pub(crate) fn above(dir: &Path) -> Option<PathBuf> {
    if dir.as_os_str().is_empty() || dir.ends_with("..") {
        return Some(dir.join(".."));
    }
    dir.parent().map(Path::to_owned)
}

/// Resource limits of a map and its files. A map over a limit is a [`LoadError`](crate::LoadError) that names the
/// limit.
///
/// With the defaults ([`DEFAULT`](Self::DEFAULT)) no file uses more than 256 MB while it is loaded. A game with larger
/// maps raises the limits it needs; each doc states the cost of a higher one.
///
/// # Examples
///
/// ```
/// use tilephys_tiled::{Limits, Loader};
/// let limits = Limits { cells: 10_000_000, decoded_bytes: 40 << 20, ..Limits::default() };
/// let loader = Loader::new().limits(limits);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of each file; 64 MiB by default. The text is in memory while it is read, and a tree as well.
    pub file_bytes: usize,
    /// Bytes of the map and all tilesets and templates that it uses, each file once; 64 MiB by default. Their texts
    /// stay in memory until the map is loaded, for messages.
    pub all_bytes: usize,
    /// Bytes except cells, of the map and all its files, each file once; 8 MiB by default. Objects, properties and
    /// texts use up to twenty times their size.
    pub markup_bytes: usize,
    /// Elements except cells, of all files together; 200,000 by default. Up to 1 kB each.
    pub markup_elements: usize,
    /// Files of tilesets and templates; 4096 by default. At most as many images are opened for their size.
    pub files: usize,
    /// Nesting depth of files; 8 by default. A map has templates, which have tilesets, whose shapes may have templates.
    /// Each level uses stack.
    pub files_deep: usize,
    /// Tags of a file, and the same number of attributes; 524,288 by default. Up to 250 bytes each. Only maps with
    /// cells as XML elements have many.
    pub elements: usize,
    /// Attributes of one element; 256 by default. The parser compares them with each other: the time is quadratic.
    pub attributes: usize,
    /// Nesting depth of groups; 64 by default. Each level uses stack: some thousands overflow it.
    pub groups_deep: usize,
    /// Nesting depth of properties, in classes and lists; 16 by default. Each level uses stack.
    pub properties_deep: usize,
    /// Layers and groups of a map; 4096 by default. Some 500 bytes each, and their path.
    pub layers: usize,
    /// Bytes of the names of a layer and its groups together; 1024 by default. Each layer has a copy.
    pub layer_path_bytes: usize,
    /// Cells of all layers together, including empty ones; 4,194,304 by default. 4 bytes each in the level and some 2
    /// in the grid. In an infinite map the cells of its chunks count.
    pub cells: usize,
    /// Bytes of decoded and decompressed base64 data, of all layers together; 16 MiB by default, four per cell.
    /// Decompression stops at the size of the layer, so only a raised [`cells`](Self::cells) needs a higher value.
    pub decoded_bytes: usize,
    /// Bytes of inherited data; 8 MiB by default. Templates, and the properties of tiles, classes and types, count for
    /// each element that has a copy.
    pub inherited_bytes: usize,
    /// Chunks of 64 × 64 cells of the grid, counted for each layer with colliding tiles there; 16,384 by default. Some
    /// 12 kB each. Maps with scattered cells have many.
    pub chunks: usize,
    /// Shapes off the grid: colliding objects, and colliding tiles of layers whose offset is not a multiple of the tile
    /// size; 1,048,576 by default. Some 100 bytes each.
    pub off_grid: usize,
    /// Cells covered by shapes that do not fit one cell, counted for each shape; 4,194,304 by default. Some 20 bytes
    /// each. Regions may cover the same number.
    pub covered_cells: usize,
    /// Warnings that are kept; 1000 by default. Some 500 bytes each. The last one states how many are left out.
    pub warnings: usize,
    /// Points of the paths of all movers, also where they share a line; 1,048,576 by default. 8 bytes each.
    pub path_points: usize,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Limits = Limits {
        file_bytes: 64 << 20,
        all_bytes: 64 << 20,
        markup_bytes: 8 << 20,
        markup_elements: 200_000,
        files: 4096,
        files_deep: 8,
        elements: 1 << 19,
        attributes: 256,
        groups_deep: 64,
        properties_deep: 16,
        layers: 1 << 12,
        layer_path_bytes: 1024,
        cells: 1 << 22,
        decoded_bytes: 4 << 22,
        inherited_bytes: 8 << 20,
        chunks: 1 << 14,
        off_grid: 1 << 20,
        covered_cells: 1 << 22,
        warnings: 1000,
        path_points: 1 << 20,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
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
