//! `tilephys types`: writes the project's classes and enums into Tiled projects.

use crate::messages::{self, Failure};
use crate::target::write_text;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tilephys::tiled::{Disk, Files, MergedTypes, TypesFile, merge_types};

/// Write the classes and enums of tilephys into a Tiled project, so that designers pick from lists
///
/// With them Tiled offers "TpMover" as the class of an object and lists its properties, and a property of the type
/// "TpCollision" is chosen from its values. Tiled reads classes and enums only from the project that is open.
///
/// Types that are in the project already are kept as they are: their defaults and colours, the values of "TpCategory", which
/// are the game's own, and additional members and values. Missing types, members and values are added. All else in the file
/// stays as it is, to the byte, and a second run changes nothing. Files are replaced as a whole or not at all.
///
/// Tiled 1.8 has its classes in a file of their own and its enums in the project: run with "--for-1.8", and name that file in
/// View > Object Types Editor, or in the project as "objectTypesFile".
///
/// Status: 0 if all files have the types now, 1 if --check finds that one does not, 2 for wrong usage and files that cannot be
/// read or written.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The project: a .tiled-project file, which is created if missing, or a folder that has one or gets a
    /// "tilephys.tiled-project" [default: the project of the current folder, or of the nearest folder above it;
    /// with --export or --for-1.8 none]
    #[arg(value_name = "PROJECT")]
    project: Option<PathBuf>,

    /// Write the types alone, for the import of Tiled's Custom Types Editor
    #[arg(long, value_name = "FILE.json")]
    export: Option<PathBuf>,

    /// Write the classes as object types, for Tiled 1.8
    #[arg(long = "for-1.8", value_name = "FILE.json")]
    for_1_8: Option<PathBuf>,

    /// Change nothing, and say what would change
    #[arg(long)]
    check: bool,
}

/// Runs the command. Errors go to stderr.
pub(crate) fn main(args: &Args) -> ExitCode {
    messages::finish(run(args).map(|(text, is_same)| (text, u8::from(args.check && !is_same))))
}

/// Project at a path of the command line, or else the project of the current folder or the nearest above.
///
/// # Errors
/// If there are several, or the path is none.
pub(crate) fn project(path: Option<&Path>) -> Result<PathBuf, String> {
    match path {
        Some(path) => project_at(path),
        None => Ok(nearest()?.unwrap_or_else(|| NEW.into())),
    }
}

/// Writes the types into a project, and returns what was changed in words.
///
/// # Errors
/// If it cannot be read or written.
pub(crate) fn merge_into(project: &Path) -> Result<String, Failure> {
    run(&Args { project: Some(project.to_owned()), export: None, for_1_8: None, check: false })
        .map(|(text, _)| text)
}

/// Changes in words, one line a file, and true if nothing was to be done.
fn run(args: &Args) -> Result<(String, bool), Failure> {
    let mut files = Vec::new();
    if args.project.is_some() || (args.export.is_none() && args.for_1_8.is_none()) {
        files.push((TypesFile::Project, project(args.project.as_deref())?));
    }
    for (kind, path) in [(TypesFile::Export, &args.export), (TypesFile::Tiled18, &args.for_1_8)] {
        if let Some(path) = path {
            files.push((kind, json_at(path)?));
        }
    }
    // All files are read before any is written.
    let read = |(kind, path): (TypesFile, PathBuf)| {
        let bytes = bytes_of(&path)?;
        let merged = merge_types(kind, &path, bytes)?;
        Ok((path, merged))
    };
    let merged: Vec<(PathBuf, MergedTypes)> = files.into_iter().map(read).collect::<Result<_, Failure>>()?;
    let mut told = String::new();
    for (path, merged) in &merged {
        if !args.check && !merged.is_same() {
            write_text(path, &merged.text)?;
        }
        told += &line(path, merged, args.check);
    }
    Ok((told, merged.iter().all(|(_, merged)| merged.is_same())))
}

/// Name of a new project.
const NEW: &str = "tilephys.tiled-project";

fn line(path: &Path, merged: &MergedTypes, is_check: bool) -> String {
    let path = path.display();
    if merged.is_same() {
        let done = if is_check { "" } else { "; nothing was changed" };
        return format!("{path}: has all types{done}\n");
    }
    let [added, changed] = match is_check {
        true => ["lacks", "would change"],
        false => ["added", "changed"],
    };
    let part = |what: &str, names: &[&str]| format!("{what} {}", names.join(", "));
    let parts = [(added, &merged.added), (changed, &merged.changed)];
    let parts: Vec<String> =
        parts.iter().filter(|(_, names)| !names.is_empty()).map(|(what, names)| part(what, names)).collect();
    format!("{path}: {}\n", parts.join("; "))
}

/// Project for a path on the command line.
fn project_at(path: &Path) -> Result<PathBuf, String> {
    if path.is_dir() {
        return Ok(in_folder(path)?.unwrap_or_else(|| path.join(NEW)));
    }
    if !is_project(path) {
        return Err(format!(
            "{}: is not a Tiled project, whose name ends in .tiled-project; name one, or a folder",
            path.display()
        ));
    }
    has_folder(path)
}

fn json_at(path: &Path) -> Result<PathBuf, String> {
    if !path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json")) {
        return Err(format!(
            "{}: Tiled recognizes the format by the extension; use a name that ends in .json",
            path.display()
        ));
    }
    has_folder(path)
}

/// The path, if its folder exists.
fn has_folder(path: &Path) -> Result<PathBuf, String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(format!(
            "{}: there is no folder {:?}; create it, or check the path",
            path.display(),
            folder.display().to_string()
        )),
        None => Ok(path.to_owned()),
    }
}

/// Project of the current folder, or of the nearest folder above it.
fn nearest() -> Result<Option<PathBuf>, String> {
    let here = std::path::absolute(".");
    let above = here.iter().flat_map(|here| here.ancestors().skip(1));
    [Path::new("")].into_iter().chain(above).find_map(|folder| in_folder(folder).transpose()).transpose()
}

/// Project in a folder.
///
/// # Errors
/// If there are several.
fn in_folder(folder: &Path) -> Result<Option<PathBuf>, String> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // An unreadable folder counts as empty.
    let inside = fs::read_dir(here).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> =
        inside.map(|e| folder.join(e.file_name())).filter(|p| is_project(p)).collect();
    found.sort();
    match found.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one.clone())),
        [first, second, ..] => Err(format!(
            "there is more than one project, {:?} and {:?}; name one of them",
            first.display().to_string(),
            second.display().to_string()
        )),
    }
}

fn is_project(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().ends_with(b".tiled-project"))
}

/// Content of a file; `None` if it does not exist.
fn bytes_of(path: &Path) -> Result<Option<Vec<u8>>, String> {
    match Disk.read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(format!("{}: cannot be read: {e}; check the path", path.display())),
    }
}
