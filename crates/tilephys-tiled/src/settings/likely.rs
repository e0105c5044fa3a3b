//! Likelihood that a layer is ground, by parts of its name.

/// Likelihood of a layer that is drawn before the level.
pub(crate) const FRONT: i32 = -1;

/// Parts of names of layers with what moves, is taken or is looked for. They win over all parts below.
const THINGS: [&str; 12] = [
    "spawn",
    "entit",
    "enem",
    "player",
    "coin",
    "item",
    "collectable",
    "collectible",
    "patrol",
    "checkpoint",
    "message",
    "light",
];

/// Parts of names of layers that are drawn behind the level, or that are not solid.
const SCENERY: [&str; 16] = [
    "back", "bg", "sky", "deco", "cloud", "fond", "hinter", "fundo", "far", "parallax", "water", "shadow",
    "overlay", "tree", "detail", "scener",
];

/// Parts of names of layers that are drawn before the level. Some of them are the ground.
const FRONT_PARTS: [&str; 3] = ["front", "fore", "vorder"];

/// Parts of names of layers that are solid.
const GROUND: [&str; 24] = [
    "ground", "wall", "plat", "solid", "colli", "colis", "block", "terrain", "floor", "level", "tile",
    "main", "map", "land", "brick", "rock", "stone", "obstac", "suelo", "muro", "boden", "wand", "chao",
    "parede",
];

/// How likely a layer is ground by its name: above 0 likely, below 0 unlikely.
pub(crate) fn by_name(path: &str) -> i32 {
    let name = path.to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let rated = [(&THINGS[..], -3), (&SCENERY, -2), (&FRONT_PARTS, FRONT), (&GROUND, 2)];
    rated.iter().find(|(parts, _)| has(parts)).map_or(0, |(_, likelihood)| *likelihood)
}
