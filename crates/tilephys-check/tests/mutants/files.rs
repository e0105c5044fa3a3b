//! Faults of files, names, ids and references, as merges and edits by hand make them.

use super::level::{Level, replace};
use super::{Expected, Kind};
use crate::rng::Rng;

#[rustfmt::skip]
pub(super) const KINDS: &[Kind] = &[
    Kind { name: "a tileset renamed", damage: tileset_renamed, followers: &[] },
    Kind { name: "a tileset's image renamed", damage: image_renamed, followers: &[] },
    Kind { name: "a tileset with another image size", damage: image_size, followers: &[(62, "tiles are gone")] },
    Kind { name: "a first gid above the cells", damage: first_gid, followers: &[(3, "each layer has such cells")] },
    Kind { name: "a gid out of range", damage: gid_out_of_range, followers: &[] },
    Kind { name: "a row cut", damage: row_cut, followers: &[] },
    Kind { name: "a row twice", damage: row_twice, followers: &[] },
    Kind { name: "a letter in a row", damage: letter, followers: &[] },
    Kind { name: "a merge conflict's marks", damage: conflict, followers: &[] },
    Kind { name: "a closing tag lost", damage: unclosed, followers: &[] },
    Kind { name: "an attribute without a number", damage: no_number, followers: &[] },
    Kind { name: "an isometric map", damage: isometric, followers: &[] },
    Kind { name: "an object id twice", damage: object_id_twice, followers: &[] },
    Kind { name: "the id of a platform's path twice", damage: path_id_twice, followers: &[] },
    Kind { name: "a layer id twice", damage: layer_id_twice, followers: &[] },
    Kind { name: "a platform's path deleted", damage: path_deleted, followers: &[] },
    Kind { name: "a class misspelt", damage: class_misspelt, followers: &[
        (10, "the spawn is lost"), (14, "the goal is lost"), (35, "no door leads back"),
    ] },
    Kind { name: "a property misspelt", damage: property_misspelt, followers: &[] },
    Kind { name: "a tile's property misspelt", damage: collision_misspelt, followers: &[(65, "the tile is soft among solid ones")] },
    Kind { name: "a setting's value misspelt", damage: value_misspelt, followers: &[] },
    Kind { name: "a bool as a text", damage: bool_as_text, followers: &[] },
    Kind { name: "a number that is none", damage: malformed_number, followers: &[] },
    Kind { name: "a platform without speed", damage: speed_zero, followers: &[] },
    Kind { name: "a property twice", damage: property_twice, followers: &[] },
    Kind { name: "a type that the project lacks", damage: type_lost, followers: &[] },
    Kind { name: "a door to nowhere", damage: door_to_nowhere, followers: &[] },
    Kind { name: "a door to a deleted object", damage: door_to_deleted, followers: &[] },
    Kind { name: "a two-way door without a way back", damage: no_way_back, followers: &[] },
    Kind { name: "a newer format", damage: newer, followers: &[] },
    Kind { name: "two tilesets with one first gid", damage: same_gid, followers: &[] },
];

/// A random line of the map among all with a text.
fn any(level: &Level, rng: &mut Rng, text: &str) -> Option<usize> {
    let lines = level.all(text);
    rng.index_in(&lines).map(|index| lines[index])
}

/// Misspells a word: a letter is lost, doubled, or changes places with the next.
fn misspelt(word: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    // Not in the prefix of classes.
    let first = if word.starts_with("Tp") { 3 } else { 1 };
    loop {
        let at = rng.range(first, letters.len() - 2);
        match rng.below(3) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[at]),
            _ => letters.swap(at, at + 1),
        }
        let new: String = letters.iter().collect();
        if new != word {
            return new;
        }
    }
}

fn tileset_renamed(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = any(level, rng, "<tileset ")?;
    level.replace(line, ".tsx", rng.pick(&["2.tsx", ".tsx.tsx", " (1).tsx", "_old.tsx"]))?;
    Some(Expected::at(1, level, line))
}

/// Edits the first line of a random level's tileset with a text.
fn in_tileset(level: &mut Level, check: u16, text: &str, to: &str) -> Option<Expected> {
    level.plan.as_ref()?;
    let file = level.beside("tiles.tsx");
    let lines = level.files.get_mut(&file)?;
    let at = lines.iter().position(|line| line.contains(text))?;
    replace(&mut lines[at], text, to)?;
    Some(Expected { file, line: Some(at + 1), ..Expected::at(check, level, 0) })
}

fn image_renamed(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    in_tileset(level, 1, "tiles.png", rng.pick(&["tile.png", "tiles2.png", "art/tiles.png", "tiles.jpg"]))
}

fn image_size(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    in_tileset(
        level,
        42,
        "width=\"128\" height=\"16\"",
        rng.pick(&[
            "width=\"160\" height=\"16\"",
            "width=\"112\" height=\"16\"",
            "width=\"64\" height=\"32\"",
        ]),
    )
}

fn first_gid(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = level.first("<tileset firstgid=\"1\"").filter(|_| level.plan.is_some())?;
    let first = rng.range(2, 9);
    level.set(line, "firstgid", &first.to_string())?;
    let at = level.row("ground", 0)?;
    Some(Expected::at(3, level, at).in_cell((0, 0)))
}

fn gid_out_of_range(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let header = level.first(" name=\"ground\" width")?;
    let size = |name| level.value(header, name)?.parse::<i32>().ok();
    let cell = (rng.range(1, size("width")? - 2), rng.range(1, size("height")? - 5));
    if level.cell("ground", cell)? != 0 {
        return None;
    }
    let line = level.set_cell("ground", cell, &rng.range(100_000, 900_000).to_string())?;
    Some(Expected::at(62, level, line).in_cell(cell))
}

/// Line of the data of a layer with rows, and the index of a row in it.
fn rows(level: &Level, rng: &mut Rng) -> Option<(usize, usize)> {
    let data = any(level, rng, "<data encoding=\"csv\"")?;
    let rows: i32 = level.value(data - 1, "height")?.parse().ok()?;
    Some((data, data + 1 + rng.range(0, rows - 2) as usize))
}

fn row_cut(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let (data, row) = rows(level, rng)?;
    level.lines().remove(row);
    Some(Expected::at(4, level, data))
}

fn row_twice(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let (data, row) = rows(level, rng)?;
    let copy = level.lines()[row].clone();
    level.lines().insert(row, copy);
    Some(Expected::at(4, level, data))
}

fn letter(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let (_, row) = rows(level, rng)?;
    level.replace(row, ",", rng.pick(&["x,", "O,", ".5,", "-,"]))?;
    Some(Expected::at(4, level, row))
}

fn conflict(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let object = any(level, rng, "<object ")?;
    level.lines().insert(object, "<<<<<<< HEAD".to_owned());
    Some(Expected::at(2, level, object))
}

fn unclosed(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = any(level, rng, "</layer>")?;
    level.lines().remove(line);
    let start = level.all("<layer ").into_iter().rfind(|start| *start < line)?;
    Some(Expected::at(2, level, start))
}

fn no_number(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = any(level, rng, "<layer ")?;
    level.set(line, rng.pick(&["width", "height"]), rng.pick(&["abc", "", "4O", "-3"]))?;
    Some(Expected::at(2, level, line))
}

fn isometric(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = level.first("<map ")?;
    level.set(line, "orientation", rng.pick(&["isometric", "staggered", "hexagonal"]))?;
    Some(Expected::at(41, level, line))
}

fn object_id_twice(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    // No property refers to objects of these classes.
    let classes = ["TpSpawn", "TpCheckpoint", "TpCollectible", "Slime", "TpGoal"];
    let (one, two) = (level.object(rng, &classes)?, level.object(rng, &classes)?);
    let (first, second) = (one.min(two), one.max(two));
    level.set(second, "id", &level.id(first)?.to_string())?;
    (first < second).then(|| Expected::at(37, level, second))
}

fn path_id_twice(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let path = level.first("name=\"way\"")?;
    let line = level.object(rng, &["TpSpawn", "TpCheckpoint", "TpCollectible", "Slime", "TpGoal"])?;
    level.set(line, "id", &level.id(path)?.to_string())?;
    Some(Expected::at(2, level, line.max(path)))
}

fn layer_id_twice(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let lines = level.all("<layer id=");
    let first = rng.below(lines.len() - 1);
    let (first, second) = (lines[first], lines[rng.range(first + 1, lines.len() - 1)]);
    let id = level.id(first)?;
    level.set(second, "id", &id.to_string())?;
    Some(Expected::at(37, level, second))
}

fn path_deleted(level: &mut Level, _: &mut Rng) -> Option<Expected> {
    let path = level.first("name=\"way\"")?;
    level.lines().drain(path..path + 3);
    Some(Expected::at(18, level, level.first("name=\"path\"")?))
}

fn class_misspelt(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = any(level, rng, " type=\"Tp")?;
    let class = level.value(line, "type")?;
    // A platform without its class leaves a path without a platform.
    if class == "TpMover" && level.plan.is_none() {
        return None;
    }
    let word = misspelt(&class, rng);
    level.set(line, "type", &word)?;
    Some(Expected::at(19, level, line).of_object(level.id(line)?))
}

fn property_misspelt(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    // These have defaults by which the level stays good.
    let name = rng.pick(&["speed", "wait", "easing", "bounds", "target_object", "two_way"]);
    let line = any(level, rng, &format!("<property name=\"{name}\""))?;
    // The project's levels are open at the top, unless their bounds are closed.
    if name == "bounds" && level.plan.is_none() {
        return None;
    }
    let word = misspelt(name, rng);
    level.set(line, "name", &word)?;
    Some(Expected::at(19, level, line))
}

fn collision_misspelt(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let word = misspelt("collision", rng);
    let text = rng.pick(&["one_way", "hazard", "ladder"]);
    let line = format!("name=\"collision\" propertytype=\"TpCollision\" value=\"{text}\"");
    in_tileset(level, 19, &line, &line.replace("collision", &word))
}

fn value_misspelt(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let text = rng.pick(&["one_way", "hazard", "ladder"]);
    let word = misspelt(text, rng);
    in_tileset(level, 18, &format!("value=\"{text}\""), &format!("value=\"{word}\""))
}

fn bool_as_text(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = level.first("name=\"speed\"")?;
    let name = rng.pick(&["collides", "solid", "one_way_fixed"]);
    level.lines().insert(line, format!("    <property name=\"{name}\" value=\"true\"/>"));
    Some(Expected::at(27, level, line))
}

fn malformed_number(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = any(level, rng, "name=\"speed\" type=\"float\"")?;
    level.set(line, "name", "weight")?;
    level.set(line, "value", rng.pick(&["fast", "4O", "1,5"]))?;
    Some(Expected::at(9, level, line))
}

fn speed_zero(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = any(level, rng, "name=\"speed\" type=\"float\"")?;
    level.set(line, "value", rng.pick(&["fast", "0", "-20", ""]))?;
    Some(Expected::at(18, level, line))
}

fn property_twice(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = any(level, rng, "<property ")?;
    let copy = level.lines()[line].clone();
    level.lines().insert(line, copy);
    Some(Expected::at(8, level, line + 1))
}

fn type_lost(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = level.first("name=\"speed\"")?;
    let name = rng.pick(&["Drop", "Loot", "Mood"]);
    let text = format!("    <property name=\"kind\" type=\"class\" propertytype=\"{name}\"/>");
    level.lines().insert(line, text);
    Some(Expected::at(17, level, line))
}

fn door_to_nowhere(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let door = level.first("\"TpDoor\"")?;
    let line = level.first("name=\"target\"")?;
    level.set(line, "value", rng.pick(&["others.tmx", "cave/other.tmx", "other2.tmx"]))?;
    Some(Expected::at(35, level, door).of_object(level.id(door)?))
}

fn door_to_deleted(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let door = level.first("\"TpDoor\"")?;
    let line = level.first("name=\"target_object\"")?;
    level.set(line, "value", &rng.range(20, 90).to_string())?;
    Some(Expected::at(35, level, door).of_object(level.id(door)?))
}

fn no_way_back(level: &mut Level, _: &mut Rng) -> Option<Expected> {
    let door = level.first("\"TpDoor\"")?;
    let other = level.beside("other.tmx");
    let lines = level.files.get_mut(&other)?;
    lines.iter_mut().for_each(|line| *line = line.replace("TpDoor", "TpGoal"));
    Some(Expected::at(35, level, door).of_object(level.id(door)?))
}

fn newer(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = level.first("<map ")?;
    level.set(line, "version", rng.pick(&["1.13", "1.20", "2.0"]))?;
    Some(Expected::at(60, level, line))
}

fn same_gid(level: &mut Level, _: &mut Rng) -> Option<Expected> {
    let line = level.first("<tileset ").filter(|_| level.plan.is_some())?;
    let copy = level.lines()[line].clone();
    level.lines().insert(line, copy);
    Some(Expected::at(61, level, line + 1))
}
