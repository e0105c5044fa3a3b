//! A file that comes to be whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where a file is to be written, once there is something to write.
pub(crate) struct Target {
    /// As it was given.
    pub(crate) path: PathBuf,
    /// The same, or what it is a link to.
    place: PathBuf,
}

impl Target {
    /// Makes sure that the file can be written, and leaves everything as it was.
    ///
    /// # Errors
    /// If it cannot.
    pub(crate) fn new(path: &Path) -> Result<Self, String> {
        let there = fs::metadata(path).ok();
        if there.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(format!("{}: is a folder; name a file in it", path.display()));
        }
        if there.as_ref().is_some_and(|file| file.permissions().readonly()) {
            return Err(format!("{}: is write-protected; name another file, or allow it", path.display()));
        }
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            return Err(format!("{}: is no ordinary file; name another", path.display()));
        }
        if there.is_none() && fs::symlink_metadata(path).is_ok() {
            return Err(format!("{}: is a link to no file; name another, or remove it", path.display()));
        }
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let target = Target { path: path.to_owned(), place };
        let part = target.part();
        create(&part)
            .and_then(|_| fs::remove_file(&part))
            .map_err(|e| format!("{}: cannot be written: {e}; check the path", path.display()))?;
        Ok(target)
    }

    /// Is it this file, by whatever name, be it there or not?
    pub(crate) fn is(&self, path: &Path) -> bool {
        let whole = |path: &Path| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let there = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(there.join(path.file_name()?))
        };
        match fs::canonicalize(path) {
            Ok(path) => path == self.place,
            Err(_) => whole(path).is_some_and(|path| Some(path) == whole(&self.place)),
        }
    }

    /// Writes the file. While it is written, and if that fails, nothing of it is at its place.
    ///
    /// # Errors
    /// If `fill` fails, or the file cannot be written after all.
    pub(crate) fn write<E: From<io::Error>>(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let part = self.part();
        let written = create(&part).map_err(E::from).and_then(|file| {
            let mut out = BufWriter::new(file);
            fill(&mut out)?;
            out.flush()?;
            // Windows renames no file that is open.
            drop(out);
            Ok(fs::rename(&part, &self.place)?)
        });
        if written.is_err() {
            // There may be none, and what is wrong has been said.
            let _ = fs::remove_file(&part);
        }
        written
    }

    /// The file that becomes the target: in the same folder, so that it can be renamed, and short, so that its name is
    /// allowed where the target's is.
    fn part(&self) -> PathBuf {
        self.place.with_file_name(format!(".tilephys-{}.part", std::process::id()))
    }
}

/// A new file, in place of one that an earlier process left there.
fn create(path: &Path) -> io::Result<File> {
    let _ = fs::remove_file(path);
    File::create_new(path)
}
