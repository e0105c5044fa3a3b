//! Atomic file output: a file is written completely or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Path of an output file, checked before there is something to write.
pub(crate) struct Target {
    /// Path as it was given.
    pub(crate) path: PathBuf,
    /// Path with symbolic links resolved.
    place: PathBuf,
}

impl Target {
    /// Checks that the file can be written, and changes nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn new(path: &Path) -> Result<Self, String> {
        let there = fs::metadata(path).ok();
        let is_link = || fs::symlink_metadata(path).is_ok();
        let wrong = match there {
            Some(file) if file.is_dir() => Some("is a folder; name a file in it"),
            Some(file) if file.permissions().readonly() => {
                Some("is write-protected; name another file, or allow it")
            }
            Some(file) if !file.is_file() => Some("is not a regular file; name another"),
            None if is_link() => Some("is a broken link; name another, or remove it"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(format!("{}: {wrong}", path.display()));
        }
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let target = Target { path: path.to_owned(), place };
        let part = target.part();
        create(&part)
            .and_then(|_| fs::remove_file(&part))
            .map_err(|e| format!("{}: cannot be written: {e}; check the path", path.display()))?;
        Ok(target)
    }

    /// True if `path` names this file, existing or not.
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

    /// Writes the file. An error, or a crash while writing, leaves the old file in place.
    ///
    /// # Errors
    /// If `fill` fails, or the file cannot be written.
    pub(crate) fn write<E: From<io::Error>>(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let part = self.part();
        let written = create(&part).map_err(E::from).and_then(|file| {
            let mut out = BufWriter::new(file);
            fill(&mut out)?;
            out.flush()?;
            // Windows does not rename open files.
            drop(out);
            Ok(fs::rename(&part, &self.place)?)
        });
        if written.is_err() {
            // The file may not exist, and the error is already known.
            let _ = fs::remove_file(&part);
        }
        written
    }

    /// Temporary file that becomes the target. Same folder, so that it can be renamed; short, so that its name is
    /// allowed wherever the target's is.
    fn part(&self) -> PathBuf {
        self.place.with_file_name(format!(".tilephys-{}.part", std::process::id()))
    }
}

/// Writes a file with this text.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), String> {
    let written: io::Result<()> = Target::new(path)?.write(|out| out.write_all(text.as_bytes()));
    written.map_err(|e| format!("{}: cannot be written: {e}; check the path", path.display()))
}

/// New file, replacing a leftover of an earlier process.
fn create(path: &Path) -> io::Result<File> {
    let _ = fs::remove_file(path);
    File::create_new(path)
}
