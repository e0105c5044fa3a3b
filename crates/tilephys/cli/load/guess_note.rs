//! Note about the conventions of names that a run guessed, in one short line.

use tilephys::tiled::{AppliedConvention, AppliedTo, Level, Meaning};

/// Maximum number of groups of similar guesses in full.
const MOST_GROUPS: usize = 3;

/// Maximum number of names of layers, tilesets or rows in a group.
const MOST_NAMES: usize = 2;

/// Maximum number of characters of a name.
const MOST_OF_NAME: usize = 30;

/// Guesses, their rows, and the properties that replace them; `None` without guesses.
pub(crate) fn note(level: &Level) -> Option<String> {
    let words = told(&level.conventions)?;
    Some(format!("{}: by conventions of names, {words}", level.path.display()))
}

fn told(applied: &[AppliedConvention]) -> Option<String> {
    let mut groups: Vec<(Key, Vec<&AppliedConvention>)> = Vec::new();
    for one in applied {
        let key = (one.row.meaning, sort(&one.to));
        match groups.iter_mut().find(|group| group.0 == key) {
            Some((_, group)) => group.push(one),
            None => groups.push((key, vec![one])),
        }
    }
    groups.sort_by_key(|((meaning, _), _)| *meaning != Meaning::Solid);
    let mut words: Vec<String> = groups.iter().take(MOST_GROUPS).map(|(key, all)| group(*key, all)).collect();
    let mut rest: Vec<String> = groups.iter().skip(MOST_GROUPS).map(|((m, _), _)| m.to_string()).collect();
    rest.dedup();
    if !rest.is_empty() {
        words.push(format!("also {}", rest.join(", ")));
    }
    (!words.is_empty()).then(|| words.join("; "))
}

/// Meaning and subject of a group.
type Key = (Meaning, Sort);

/// Subject of a row, without names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    TileLayers,
    ObjectLayers,
    Tilesets,
    Objects,
}

fn sort(to: &AppliedTo) -> Sort {
    match to {
        AppliedTo::TileLayer { .. } => Sort::TileLayers,
        AppliedTo::ObjectLayer { .. } => Sort::ObjectLayers,
        AppliedTo::Tileset(_) => Sort::Tilesets,
        _ => Sort::Objects,
    }
}

/// `layer "Walls" (12 tiles): solid (row "tile layer walls"; in the map: "tp_collision" = "cell")`
fn group((meaning, sort): Key, all: &[&AppliedConvention]) -> String {
    let (mut names, mut rows, mut count) = (Vec::new(), Vec::new(), 0);
    for AppliedConvention { row, to, .. } in all {
        let row = row.subject.to_string();
        if !rows.contains(&row) {
            rows.push(row);
        }
        match to {
            AppliedTo::TileLayer { path: name, tiles: n }
            | AppliedTo::ObjectLayer { path: name, objects: n } => {
                names.push(name.clone());
                count += n;
            }
            AppliedTo::Tileset(name) => names.push(name.clone()),
            AppliedTo::Objects(n) => count += n,
            _ => {}
        }
    }
    let s = |n: usize| if n == 1 { "" } else { "s" };
    let what = match sort {
        Sort::TileLayers => format!("layer{} {} ({count} tile{})", s(names.len()), list(&names), s(count)),
        Sort::ObjectLayers => {
            format!("layer{} {} ({count} object{})", s(names.len()), list(&names), s(count))
        }
        Sort::Tilesets => format!("tiles of tileset{} {}", s(names.len()), list(&names)),
        Sort::Objects => format!("{count} object{}", s(count)),
    };
    let said = said(meaning, sort);
    format!("{what}: {meaning} (row{} {}; in the map: {said})", s(rows.len()), list(&rows))
}

/// First names, and the number of further ones.
fn list(names: &[String]) -> String {
    let shown = |name: &String| {
        let rest = if name.chars().nth(MOST_OF_NAME).is_some() { "..." } else { "" };
        format!("{:?}", name.chars().take(MOST_OF_NAME).chain(rest.chars()).collect::<String>())
    };
    let first: Vec<String> = names.iter().take(MOST_NAMES).map(shown).collect();
    match names.len().saturating_sub(MOST_NAMES) {
        0 => first.join(" and "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// Property that states a guess explicitly.
fn said(meaning: Meaning, sort: Sort) -> String {
    match (meaning, sort) {
        (Meaning::Solid, Sort::TileLayers) => "\"tp_collision\" = \"cell\"".to_owned(),
        (Meaning::Solid, Sort::ObjectLayers) => "\"tp_collision\" = \"on\"".to_owned(),
        (Meaning::Spawn, _) => "class \"TpSpawn\"".to_owned(),
        (Meaning::Collectible, _) => "class \"TpCollectible\"".to_owned(),
        (Meaning::Goal, _) => "class \"TpGoal\"".to_owned(),
        (meaning, _) => format!("\"collision\" = \"{meaning}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilephys::tiled::{Conventions, Loader};

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
        let level = Loader::new().conventions(Conventions::common()).load_bytes("a.tmx", map);
        note(&level.expect("it loads")).unwrap_or_default()
    }

    #[test]
    fn one_layer_is_told_with_its_row_and_what_to_write() {
        let told = "a.tmx: by conventions of names, layer \"Walls\" (1 tile): solid (row \"tile layer walls\"; in the map: \
                    \"tp_collision\" = \"cell\")";
        assert_eq!(of_layers(&["Walls"]), told);
        assert_eq!(of_layers(&["Clouds"]), "");
    }

    #[test]
    fn many_layers_are_told_by_count() {
        let names: Vec<String> = (0..40).map(|i| format!("Collision {i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let told = of_layers(&names);
        assert!(
            told.contains("layers \"Collision 0\", \"Collision 1\" and 38 more (40 tiles): solid (row"),
            "{told}"
        );
        assert!(told.len() < 200, "{told}");
        let long = of_layers(&["Spikes", "Water", "Ladders", "Platforms", "Walls", "Ground"]);
        assert!(long.starts_with("a.tmx: by conventions of names, layers \"Walls\""), "solid first: {long}");
        assert!(long.contains("; also "), "{long}");
        assert!(long.len() < 400, "{long}");
    }
}
