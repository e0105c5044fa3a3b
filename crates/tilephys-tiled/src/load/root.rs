//! Which files a map may ask for: a map from a stranger has no business outside of its folder.

use crate::load::reader::normal;
use std::path::{Component, Path, PathBuf};

/// The folder that a map and all that it refers to are in.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// `None` if files may be anywhere.
    dir: Option<PathBuf>,
}

impl Root {
    /// Files may be anywhere.
    pub(crate) fn anywhere() -> Root {
        Root { dir: None }
    }

    /// `dir` and what is within it.
    pub(crate) fn at(dir: &Path) -> Root {
        Root { dir: Some(normal(dir)) }
    }

    /// The folder of the map at `path`, which is [`normal`].
    pub(crate) fn of_map(path: &Path) -> Root {
        Root::at(path.parent().unwrap_or(Path::new("")))
    }

    /// What is wrong with `source`, which means the file at `path`, as the end of a message; `None` if it may be read.
    pub(crate) fn refusal(&self, source: &str, path: &Path) -> Option<String> {
        let dir = self.dir.as_ref()?;
        let remedy = "or allow files anywhere (Loader::allow_outside)";
        if is_absolute(source) {
            return Some(format!(
                "an absolute path, which no other machine has; put the file beside the map and choose it again in Tiled, {remedy}"
            ));
        }
        if self.holds(path) {
            return None;
        }
        let dir = if dir.as_os_str().is_empty() { ".".into() } else { dir.display().to_string() };
        Some(format!(
            "it leads out of {dir:?}, the root folder of the map; put a .tiled-project into the folder that holds all files \
             of the game, or set that folder as the root (Loader::root, --root)"
        ))
    }

    /// Whether the file at `path`, which is [`normal`], may be read.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        let Some(dir) = &self.dir else { return true };
        if dir.is_absolute() == path.is_absolute() {
            return is_within(dir, path);
        }
        // Where there is no current folder, as on the web, a relative path is within no absolute one.
        let absolute = |path: &Path| std::path::absolute(path).map(|path| normal(&path));
        absolute(dir).is_ok_and(|dir| absolute(path).is_ok_and(|path| is_within(&dir, &path)))
    }
}

fn is_within(dir: &Path, path: &Path) -> bool {
    let rest = path.strip_prefix(dir).ok().and_then(|rest| rest.components().next());
    matches!(rest, Some(Component::Normal(_)))
}

/// Whether a path begins at a root or a drive, of whatever system the map comes from.
fn is_absolute(source: &str) -> bool {
    let drive = |s: &str| s.len() > 1 && s.as_bytes()[0].is_ascii_alphabetic() && s.as_bytes()[1] == b':';
    source.starts_with(['/', '\\']) || drive(source) || Path::new(source).is_absolute()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_holds_what_is_within_it() {
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
    fn paths_of_any_system_are_absolute() {
        for source in ["/a.tsx", "\\\\server\\a.tsx", "C:\\a.tsx", "d:/a.tsx"] {
            assert!(is_absolute(source), "{source}");
        }
        for source in ["a.tsx", "../a.tsx", ":/automap-tiles.tsx", "c/a.tsx"] {
            assert!(!is_absolute(source), "{source}");
        }
    }
}
