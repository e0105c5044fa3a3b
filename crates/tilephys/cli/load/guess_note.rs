//! Note about the rows of conventions that took effect.

use tilephys::tiled::{Level, Meaning};

/// Maximum number of rows in a note.
const MOST_ROWS: usize = 8;

/// The rows that took effect, a line each; `None` without rows that collide, collect or end the level.
pub(crate) fn note(level: &Level) -> Option<String> {
    let is_told = level.conventions.iter().any(|applied| applied.row.meaning != Meaning::Spawn);
    is_told.then(|| {
        let mut lines =
            vec![format!("{}: by naming conventions (--solid none turns them off):", level.path.display())];
        let rows = level.conventions.iter().take(MOST_ROWS);
        lines.extend(rows.map(ToString::to_string));
        let more = level.conventions.len().saturating_sub(MOST_ROWS);
        if more > 0 {
            lines.push(format!("and {more} more"));
        }
        lines.join("\n  ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilephys::tiled::Loader;

    /// Note about a map of layers with these names, each of one tile.
    fn of_layers(names: &[&str]) -> String {
        let layer = |name: &&str| {
            format!(
                "<layer name=\"{name}\" width=\"2\" height=\"1\"><data encoding=\"csv\">1,0</data></layer>"
            )
        };
        let layers: String = names.iter().map(layer).collect();
        let map = format!(
            "<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" \
             name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"><image source=\"t.png\" width=\"16\" height=\"16\"/></tileset>{layers}</map>"
        );
        let level = Loader::new().load_bytes("a.tmx", map);
        note(&level.expect("it loads")).unwrap_or_default()
    }

    #[test]
    fn rows_are_told_a_line_each() {
        let told = "a.tmx: by naming conventions (--solid none turns them off):\n  layer \"Walls\" (1 tile): solid, by the row \"tile layer walls\"";
        assert_eq!(of_layers(&["Walls"]), told);
        assert_eq!(of_layers(&["Clouds"]), "");
    }

    #[test]
    fn many_rows_are_counted() {
        let names: Vec<String> = (0..12).map(|i| format!("Collision {i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let told = of_layers(&names);
        assert_eq!(told.lines().count(), 1 + MOST_ROWS + 1);
        assert!(told.ends_with("\n  and 4 more"), "{told}");
    }
}
