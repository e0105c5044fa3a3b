//! Likelihood that a layer is ground, by parts of its name.

/// Parts of names of layers that are drawn behind or before the level, or that are not solid. They win over the parts below.
const SCENERY: [&str; 20] = [
    "back", "bg", "sky", "deco", "cloud", "fond", "hinter", "fundo", "far", "parallax", "water", "light",
    "shadow", "overlay", "front", "fore", "vorder", "tree", "detail", "scener",
];

/// Parts of names of layers that are solid.
const GROUND: [&str; 24] = [
    "ground", "wall", "plat", "solid", "colli", "colis", "block", "terrain", "floor", "level", "tile",
    "main", "map", "land", "brick", "rock", "stone", "obstac", "suelo", "muro", "boden", "wand", "chao",
    "parede",
];

/// How likely a layer is ground by its name: above 0 likely, below 0 unlikely.
pub(super) fn by_name(path: &str) -> i32 {
    let name = path.to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    match (has(&SCENERY), has(&GROUND)) {
        (true, _) => -2,
        (false, true) => 2,
        (false, false) => 0,
    }
}
