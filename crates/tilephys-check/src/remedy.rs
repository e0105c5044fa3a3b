//! Lines to paste that make a layer solid.

use std::path::Path;
use tilephys_tiled::{AppliedTo, Level};

/// Maximum number of layers in a remedy.
const MOST_LAYERS: usize = 3;

/// The commands that try the likeliest layers of a level as solid ones, and the settings that keep the first; `None` if the
/// level lacks no ground.
///
/// ```
/// # let map = br#"<map version="1.10" orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16">
/// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
/// #   <image source="rock.png" width="16" height="16"/>
/// #  </tileset>
/// #  <layer id="1" name="Stones" width="3" height="1"><data encoding="csv">0,0,1</data></layer>
/// # </map>"#;
/// let level = tilephys_tiled::Loader::new().load_bytes("cave.tmx", map)?;
/// let lines = tilephys_check::ground_remedy(&level).expect("nothing collides");
/// assert!(lines.starts_with("to try it:\n  tilephys run cave.tmx --solid \"Stones\"\n"));
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
#[must_use]
pub fn ground_remedy(level: &Level) -> Option<String> {
    let mut names = Vec::new();
    for candidate in level.candidates.iter().take(MOST_LAYERS) {
        if let AppliedTo::TileLayer { path, .. } | AppliedTo::ObjectLayer { path, .. } = candidate {
            names.push(pattern(path));
        }
    }
    let first = names.first()?;
    let map = in_shell(&level.path);
    let mut lines = vec!["to try it:".to_owned()];
    lines.extend(names.iter().map(|name| format!("  tilephys run {map} --solid {}", quoted(name))));
    lines.push("to keep it, in a file tilephys.toml next to the map:".to_owned());
    lines.push("  [conventions]".to_owned());
    lines.push(format!("  solid.layers = [{}]", in_toml(first)));
    Some(lines.join("\n"))
}

/// A pattern for the name of the layer at a path. A comma would end it on the command line.
fn pattern(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.replace([',', '\n'], "?")
}

/// A path as it is typed in a shell: in quotes if it has a space or another character of the shell.
#[must_use]
pub fn in_shell(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '\\' | ':');
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

fn quoted(text: &str) -> String {
    match text.contains(['"', '$', '`', '\\', '!']) {
        true => format!("'{}'", text.replace('\'', "'\\''")),
        false => format!("\"{text}\""),
    }
}

/// A string of TOML.
fn in_toml(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
