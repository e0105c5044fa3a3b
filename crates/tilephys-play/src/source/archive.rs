//! Archives (zip) that are dropped: their files in memory, with limits, because a small archive can unpack to anything.

use std::io::{Cursor, Read};
use std::path::PathBuf;
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

/// What may be unpacked at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Number of files.
    pub files: usize,
    /// Bytes of all files together.
    pub bytes: usize,
}

/// Unpacks the files of an archive whose paths `is_wanted`, in the order of the archive.
///
/// Paths are relative to the archive and never lead out of it. Folders, links and files of macOS's own are left out.
///
/// # Errors
/// One line: the archive is damaged or encrypted, or exceeds `limits`.
pub fn unpack(
    bytes: &[u8],
    limits: Limits,
    is_wanted: impl Fn(&PathBuf) -> bool,
) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| reason(&error))?;
    let mut unpacked = Vec::new();
    let mut left = limits.bytes;
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).map_err(|error| reason(&error))?;
        let Some(path) = path_of(&file).filter(|path| is_wanted(path)) else { continue };
        if unpacked.len() == limits.files {
            return Err(format!("the archive has more than {} files of levels", limits.files));
        }
        let content = content_of(&mut file, left)
            .map_err(|error| format!("the archive is damaged at {}: {error}", path.display()))?;
        left = left.checked_sub(content.len()).ok_or_else(|| {
            format!(
                "the archive unpacks to more than the {} kB that are left for dropped files",
                limits.bytes >> 10
            )
        })?;
        unpacked.push((path, content));
    }
    Ok(unpacked)
}

/// The path of a file; `None` for all else.
fn path_of<R: Read>(file: &ZipFile<'_, R>) -> Option<PathBuf> {
    let path = file.enclosed_name().filter(|_| file.is_file())?;
    let is_hidden = path.iter().any(|part| {
        let part = part.to_string_lossy();
        part == "__MACOSX" || part.starts_with("._")
    });
    (!is_hidden).then_some(path)
}

/// The content of a file, or a little more than `most` bytes of it. The stated size may be a lie, so it reserves nothing.
fn content_of(file: &mut impl Read, most: usize) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut content)?;
    Ok(content)
}

fn reason(error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(what) => {
            format!("the archive cannot be read: {what}; pack it as a plain .zip")
        }
        // The reasons of the library name parts of the format.
        _ => "the archive is damaged, or not a .zip; pack it again".to_owned(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    const LIMITS: Limits = Limits { files: 3, bytes: 1000 };

    /// An archive of these files.
    pub(crate) fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, content) in files {
            writer.start_file(*path, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn names(bytes: &[u8]) -> Result<Vec<String>, String> {
        let files = unpack(bytes, LIMITS, |_| true)?;
        Ok(files.iter().map(|(path, content)| format!("{} {}", path.display(), content.len())).collect())
    }

    #[test]
    fn files_have_their_paths() {
        let archive = packed(&[
            ("maps/cave.tmx", &[1; 10]),
            ("tiles/rock.tsx", &[]),
            ("__MACOSX/maps/._cave.tmx", &[1]),
        ]);
        assert_eq!(names(&archive).unwrap(), ["maps/cave.tmx 10", "tiles/rock.tsx 0"]);
        let maps = unpack(&archive, LIMITS, |path| path.ends_with("cave.tmx")).unwrap();
        assert_eq!(maps, [(PathBuf::from("maps/cave.tmx"), vec![1; 10])]);
    }

    #[test]
    fn no_path_leads_out_of_the_archive() {
        assert_eq!(
            names(&packed(&[("../../etc/cave.tmx", &[1]), ("a/../b.tmx", &[1])])).unwrap(),
            ["b.tmx 1"]
        );
    }

    #[test]
    fn limits_hold_for_what_comes_out() {
        let most = packed(&[("a", &[0; 400]), ("b", &[0; 600]), ("c", &[])]);
        assert_eq!(names(&most).unwrap().len(), 3);
        let bomb = packed(&[("a", &[0; 400]), ("b", &[0; 601])]);
        assert_eq!(
            names(&bomb).unwrap_err(),
            "the archive unpacks to more than the 0 kB that are left for dropped files"
        );
        let many = packed(&[("a", &[]), ("b", &[]), ("c", &[]), ("d", &[])]);
        assert_eq!(names(&many).unwrap_err(), "the archive has more than 3 files of levels");
    }

    #[test]
    fn damage_is_one_line() {
        assert_eq!(names(b"").unwrap_err(), "the archive is damaged, or not a .zip; pack it again");
        let whole = packed(&[("cave.tmx", &[7; 300])]);
        for length in 0..whole.len() {
            let error = names(&whole[..length]).unwrap_err();
            assert!(!error.contains('\n'), "{error}");
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            if let Err(error) = names(&damaged) {
                assert!(!error.contains('\n'), "{error}");
            }
        }
    }
}
