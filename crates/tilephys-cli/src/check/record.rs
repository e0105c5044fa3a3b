//! Files on disk that remember what was read from them.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tilephys::tiled::{Disk, Files};

/// The disk, with the hash of each file at its first reading.
#[derive(Default)]
pub(crate) struct Recording {
    read: Mutex<BTreeMap<PathBuf, Option<u64>>>,
}

impl Recording {
    /// Paths of all files that were read, also of missing ones.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        self.read.lock().map_or_else(|_| Vec::new(), |read| read.keys().cloned().collect())
    }

    /// True if these bytes of a file were read from it.
    pub(crate) fn has_read(&self, path: &Path, bytes: &[u8]) -> bool {
        self.read.lock().is_ok_and(|read| read.get(path) == Some(&Some(hash(bytes))))
    }

    fn note(&self, path: &Path, bytes: &io::Result<Vec<u8>>) {
        if let Ok(mut read) = self.read.lock()
            && !read.contains_key(path)
        {
            read.insert(path.to_owned(), bytes.as_ref().ok().map(|bytes| hash(bytes)));
        }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

impl Files for &Recording {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let bytes = Disk.read(path);
        self.note(path, &bytes);
        bytes
    }

    fn read_most(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let bytes = Disk.read_most(path, most);
        self.note(path, &bytes);
        bytes
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        Disk.list(dir)
    }
}
