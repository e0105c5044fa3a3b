//! The root folder: which files an untrusted map may refer to.

use crate::error::{Message, WithHelp};
use crate::files::reader::{Files, above, normal, shown};
use std::path::{Component, Path, PathBuf};

/// Maximum number of parent folders searched for a project, more than any game has.
const MAX_ABOVE: usize = 64;

/// Files that mark the folder of a project: Tiled, Git, Rust, Godot, JavaScript.
const MARKS: [&str; 5] = [".tiled-project", ".git", "Cargo.toml", "project.godot", "package.json"];

/// The folder that a map and all its files must be in.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// Path of the folder; `None` if files may be anywhere.
    dir: Option<PathBuf>,
}

impl Root {
    /// A root that allows files anywhere.
    pub(crate) fn anywhere() -> Root {
        Root { dir: None }
    }

    /// A root at `dir`.
    pub(crate) fn at(dir: &Path) -> Root {
        Root { dir: Some(normal(dir)) }
    }

    /// A root at the folder of the map at `path`, which is [`normal`].
    pub(crate) fn of_map(path: &Path) -> Root {
        Root::at(path.parent().unwrap_or(Path::new("")))
    }

    /// A root at the nearest project folder of the map at `path`, which is [`normal`]: its own or one above.
    pub(crate) fn of_game(files: &dyn Files, path: &Path) -> Option<Root> {
        let is_game =
            |dir: &PathBuf| files.list(dir).is_ok_and(|inside| inside.iter().any(|path| is_mark(path)));
        folders(path).find(is_game).map(|dir| Root::at(&dir))
    }

    /// The reason why the file at `path`, written as `source`, may not be read, as the end of a message with its help; `None`
    /// if it may.
    pub(crate) fn refusal(&self, source: &str, path: &Path) -> Option<Message> {
        let dir = self.dir.as_ref()?;
        let remedy = "or allow files anywhere (Loader::allow_outside)";
        if is_absolute(source) {
            return Some(
                "absolute paths do not work on other computers"
                    .help(format!("put the file next to the map and select it again in Tiled, {remedy}")),
            );
        }
        if self.holds(path) {
            return None;
        }
        let wider = common_folder(dir, path);
        Some(format!("it is outside {:?}, the root folder of the map", shown(dir)).help(format!(
            "set --root {} (in code, Loader::root), which contains both, or put a .tiled-project there",
            shown(&wider)
        )))
    }

    /// True if the file at `path`, which is [`normal`], may be read.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        let Some(dir) = &self.dir else { return true };
        if dir.is_absolute() == path.is_absolute() && !dir.starts_with("..") {
            return is_within(dir, path);
        }
        // Without a current folder, as on the web, no absolute folder contains a relative path.
        absolute(dir).zip(absolute(path)).is_some_and(|(dir, path)| is_within(&dir, &path))
    }
}

/// The folder of the map at `path`, then the folders above it.
pub(crate) fn folders(path: &Path) -> impl Iterator<Item = PathBuf> {
    let own = path.parent().unwrap_or(Path::new("")).to_owned();
    std::iter::successors(Some(own), |dir| above(dir)).take(MAX_ABOVE + 1)
}

/// True if a path in a folder marks the folder as a project.
fn is_mark(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().ends_with(MARKS[0].as_bytes()) || MARKS[1..].iter().any(|mark| name == *mark)
}

/// The absolute path; `None` without a current folder.
fn absolute(path: &Path) -> Option<PathBuf> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::path::absolute(path).ok().map(|path| normal(&path))
}

/// The deepest folder that contains the folder `dir` and the file at `path`, both [`normal`].
fn common_folder(dir: &Path, path: &Path) -> PathBuf {
    if dir.is_absolute() != path.is_absolute()
        && let (Some(dir), Some(path)) = (absolute(dir), absolute(path))
    {
        return common_folder(&dir, &path);
    }
    let ups = |path: &Path| path.components().take_while(|part| *part == Component::ParentDir).count();
    if ups(dir) != ups(path) {
        return std::iter::repeat_n("..", ups(dir).max(ups(path))).collect();
    }
    let both = dir.components().zip(path.components());
    both.take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
}

fn is_within(dir: &Path, path: &Path) -> bool {
    let rest = path.strip_prefix(dir).ok().and_then(|rest| rest.components().next());
    matches!(rest, Some(Component::Normal(_)))
}

/// True if a path begins at a root or a drive, on any operating system.
fn is_absolute(source: &str) -> bool {
    let drive = |s: &str| s.len() > 1 && s.as_bytes()[0].is_ascii_alphabetic() && s.as_bytes()[1] == b':';
    source.starts_with(['/', '\\']) || drive(source) || Path::new(source).is_absolute()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_contains_its_files() {
        let rows = [
            ("maps", "maps/a.tsx", true),
            ("maps", "maps/b/a.tsx", true),
            ("maps", "a.tsx", false),
            ("maps", "mapsb/a.tsx", false),
            ("maps", "../maps/a.tsx", false),
            ("", "a.tsx", true),
            ("", "../a.tsx", false),
            (".", "a.tsx", true),
            ("..", "../a.tsx", true),
            ("..", "../../a.tsx", false),
            ("/game", "/game/a.tsx", true),
            ("/game", "/etc/a.tsx", false),
            ("/game/maps/..", "/game/a.tsx", true),
        ];
        for (dir, path, expected) in rows {
            assert_eq!(Root::at(Path::new(dir)).holds(Path::new(path)), expected, "{path} in {dir:?}");
        }
        let here =
            std::path::absolute("").or_else(|_| std::path::absolute(".")).expect("there is a current folder");
        assert!(Root::at(&here).holds(Path::new("a.tsx")));
        assert!(!Root::at(&here).holds(Path::new("../a.tsx")));
        assert!(Root::at(Path::new("maps")).holds(&here.join("maps/a.tsx")));
    }

    #[test]
    fn a_parent_folder_contains_the_current_one() {
        assert!(Root::at(Path::new("..")).holds(Path::new("a.tsx")));
        assert!(Root::at(Path::new("..")).holds(Path::new("maps/a.tsx")));
        assert!(Root::at(Path::new("../..")).holds(Path::new("../a.tsx")));
    }

    #[test]
    fn the_nearest_folder_of_a_project_is_found() {
        let inside = |mark: &'static str| {
            move |dir: &Path| match mark.rsplit_once('/') {
                Some((folder, _)) if Path::new(folder) == dir => vec![PathBuf::from(mark)],
                None if dir.as_os_str().is_empty() => vec![PathBuf::from(mark)],
                _ => Vec::new(),
            }
        };
        struct Listed<F>(F);
        impl<F: Fn(&Path) -> Vec<PathBuf>> Files for Listed<F> {
            fn read(&self, _: &Path) -> std::io::Result<Vec<u8>> {
                Err(std::io::ErrorKind::NotFound.into())
            }
            fn list(&self, dir: &Path) -> std::io::Result<Vec<PathBuf>> {
                Ok(self.0(dir))
            }
        }
        let rows = [
            (".git", "a/b/c/d/m.tmx", Some("")),
            (".git", "a/b/c/d/e/f/m.tmx", Some("")),
            ("a/x.tiled-project", "a/b/m.tmx", Some("a")),
            ("a/Cargo.toml", "a/m.tmx", Some("a")),
            ("../project.godot", "m.tmx", Some("..")),
            ("../../package.json", "../a/m.tmx", Some("../..")),
            ("a/notes.txt", "a/m.tmx", None),
            ("c/package.json", "a/m.tmx", None),
        ];
        for (mark, map, expected) in rows {
            let found = Root::of_game(&Listed(inside(mark)), Path::new(map)).and_then(|root| root.dir);
            assert_eq!(found.as_deref(), expected.map(Path::new), "{mark} of {map}");
        }
    }

    #[test]
    fn a_refusal_names_the_folder_that_holds_both() {
        let rows = [
            ("maps", "tiles/a.tsx", "."),
            ("", "../tiles/a.tsx", ".."),
            ("game/maps", "game/tiles/a.tsx", "game"),
            ("..", "../../a.tsx", "../.."),
            ("/game/maps", "/game/tiles/a.tsx", "/game"),
        ];
        for (dir, path, expected) in rows {
            assert_eq!(shown(&common_folder(Path::new(dir), Path::new(path))), expected, "{dir} and {path}");
        }
    }

    #[test]
    fn paths_of_any_system_are_absolute() {
        for source in ["/a.tsx", "\\\\server\\a.tsx", "C:\\a.tsx", "d:/a.tsx"] {
            assert!(is_absolute(source), "{source}");
        }
        for source in ["a.tsx", "../a.tsx", ":/automap-tiles.tsx", "c/a.tsx"] {
            assert!(!is_absolute(source), "{source}");
        }
    }
}
