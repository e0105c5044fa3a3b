//! `tilephys tiled`: brings the checker into Tiled.

use super::messages::{self, Failure};
use super::target::write_text;
use super::types;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

/// The extension of Tiled.
const EXTENSION: &str = include_str!("tilephys.js");

/// Line of the extension with the name of the command.
const COMMAND: &str = "var commands = [\"tilephys\"];";

/// Bring the checker into Tiled
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Install(Install),
}

/// Install an extension of Tiled that checks maps when they are saved
///
/// In a project, the extension is for all users of the project, and the classes and enums of tilephys are added to it, as by
/// "tilephys types". Tiled asks once per project whether its extensions may run. With --global the extension is for all maps
/// of this user. For Tiled 1.8 and later.
///
/// Status: 0 if it is installed, 2 for wrong usage and files that cannot be read or written.
#[derive(clap::Args)]
struct Install {
    /// The project: a .tiled-project file, or a folder that has one or gets a "tilephys.tiled-project" [default: the project
    /// of the current folder, or of the nearest folder above it]
    #[arg(long, value_name = "PROJECT", conflicts_with = "global")]
    into: Option<PathBuf>,

    /// Install for all maps of this user, in Tiled's own folder of extensions
    #[arg(long)]
    global: bool,

    /// Replace another file that has the name of the extension
    #[arg(long)]
    force: bool,
}

/// Runs the command. Errors go to stderr.
pub(crate) fn main(Args { command: Command::Install(install) }: &Args) -> ExitCode {
    messages::finish(run(install).map(|text| (text, 0)))
}

/// Installs, and returns what was done in words.
fn run(install: &Install) -> Result<String, Failure> {
    let extension = with_path();
    if install.global {
        let folder = global_folder()?;
        let text = write_extension(&folder, &extension, install.force)?;
        return Ok(text + "restart Tiled; Map > Check Level checks a map, and so does saving it\n");
    }
    let project = types::project(install.into.as_deref())?;
    // The extension first: if it cannot be written, the project stays as it is too.
    let folder = extensions_of(&project)?;
    let text = write_extension(&folder, &extension, install.force)?;
    let types = types::merge_into(&project)?;
    let next = "open the project in Tiled, and allow its extensions; Map > Check Level checks a map, and so does saving it\n";
    Ok(text + &types + next)
}

/// Writes the extension into a folder, and returns a line about it.
fn write_extension(folder: &Path, text: &str, force: bool) -> Result<String, String> {
    let path = folder.join("tilephys.js");
    let shown = path.display();
    match fs::read_to_string(&path) {
        Ok(old) if old == text => return Ok(format!("{shown}: already installed\n")),
        // The first line is the mark of any version of the extension.
        Ok(old) if !force && old.lines().next() != EXTENSION.lines().next() => {
            return Err(format!("{shown}: is another file; --force replaces it, or move it out of the way"));
        }
        Ok(_) => {}
        Err(e) if e.kind() == io::ErrorKind::NotFound => {}
        Err(e) => return Err(format!("{shown}: cannot be read: {e}; check the path")),
    }
    fs::create_dir_all(folder)
        .map_err(|e| format!("{}: cannot be created: {e}; check the path", folder.display()))?;
    write_text(&path, text)?;
    Ok(format!("{shown}: installed\n"))
}

/// The extension with the path of this program before its name, as Tiled may not search the folder of the program. On
/// another machine the name is left.
fn with_path() -> String {
    let program = env::current_exe().ok();
    let program = program.as_deref().and_then(Path::to_str);
    match program {
        Some(path) => {
            EXTENSION.replace(COMMAND, &format!("var commands = [{}, \"tilephys\"];", Value::from(path)))
        }
        None => EXTENSION.to_owned(),
    }
}

/// Folder of a project's extensions: its "extensionsPath", by default "extensions".
fn extensions_of(project: &Path) -> Result<PathBuf, String> {
    let folder = project.parent().unwrap_or(Path::new(""));
    let text = match fs::read_to_string(project) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(folder.join("extensions")),
        Err(e) => return Err(format!("{}: cannot be read: {e}; check the path", project.display())),
    };
    let value: Value = serde_json::from_str(&text)
        .map_err(|e| format!("{}: is not a Tiled project: {e}; save it again in Tiled", project.display()))?;
    let path = value.get("extensionsPath").and_then(Value::as_str).filter(|path| !path.is_empty());
    Ok(folder.join(path.unwrap_or("extensions")))
}

/// Tiled's own folder of extensions, for this user.
fn global_folder() -> Result<PathBuf, String> {
    let var = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        var("LOCALAPPDATA").map(|folder| folder.join("Tiled"))
    } else if cfg!(target_os = "macos") {
        var("HOME").map(|home| home.join("Library/Preferences/Tiled"))
    } else {
        let config = var("XDG_CONFIG_HOME").or_else(|| var("HOME").map(|home| home.join(".config")));
        config.map(|folder| folder.join("tiled"))
    };
    folder.map(|folder| folder.join("extensions")).ok_or_else(|| {
        "your home folder is unknown: HOME is not set; set it, or install into a project".to_owned()
    })
}
