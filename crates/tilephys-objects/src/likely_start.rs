//! A start for a level that names none: for tools that play any level at once.

use crate::free_place::nearest_free;
use crate::standing_cells::StandingCells;
use glam::Vec2;
use tilephys_core::TileGrid;
use tilephys_tiled::{Level, Object, ObjectKind};

/// Words in names and classes of objects at which a character probably starts, the surest first.
const STARTS: [&str; 9] =
    ["spawn", "start", "player", "hero", "character", "enter", "entrance", "respawn", "checkpoint"];

/// Words for the character itself: an object that is called so has the size of its body.
const HEROES: [&str; 3] = ["player", "hero", "character"];

/// Words for a place at which the character appears, whose size has no meaning for its body.
const PLACES: [&str; 7] = ["spawn", "start", "enter", "entrance", "respawn", "checkpoint", "point"];

/// Words that give an object another meaning.
const OTHERS: [&str; 11] =
    ["enemy", "enemies", "monster", "npc", "boss", "item", "end", "exit", "goal", "timer", "camera"];

/// Smallest side of the body of a map's own hero, in tiles.
const LEAST_SIDE: f32 = 0.25;

/// Greatest size of the body, in tiles: of a drawn shape, and of a picture, which has a margin around the body if it is larger.
const MOST_OF_SHAPE: Vec2 = Vec2::splat(4.0);
const MOST_OF_PICTURE: Vec2 = Vec2::new(1.0, 2.0);

/// A place to start at in a level without a [`TpSpawn`](Level::spawn).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LikelyStart {
    /// Place of the feet, in px.
    pub feet: Vec2,
    /// Id of the object that looks like a start; `None` for the leftmost ground.
    pub object: Option<u32>,
}

/// Finds a place for a character of a size, in px, in a level without a start. `None` if there is no ground.
///
/// An object wins whose name, class or layer says player, hero, start or the like. Else it is ground at the left of the part of the
/// level that has most ground, and not in a deadly area. `grid` is the level's grid, which may be in an engine already.
///
/// ```
/// use glam::Vec2;
/// # let map = br#"<map version="1.10" orientation="orthogonal" width="6" height="4" tilewidth="16" tileheight="16">
/// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="rock.png"
/// #   width="16" height="16"/></tileset>
/// #  <layer id="1" name="Ground" width="6" height="4"><data encoding="csv">0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1</data></layer>
/// # </map>"#;
/// # let files = |_: &std::path::Path| Ok(map.to_vec());
/// let level = tilephys_tiled::load_from(&files, "meadow.tmx")?;
/// let start = tilephys_objects::likely_start(&level, &level.grid, Vec2::new(8.0, 11.0)).expect("the map has ground");
/// assert_eq!(start.feet, Vec2::new(24.0, 32.0)); // On the floor in row 2, a column from the border.
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
#[must_use]
pub fn likely_start(level: &Level, grid: &TileGrid, size: Vec2) -> Option<LikelyStart> {
    let of_object = likely_object(level).and_then(|object| {
        let feet = nearest_free(grid, object.feet(), size)?;
        Some(LikelyStart { feet, object: Some(object.id) })
    });
    of_object.or_else(|| {
        let feet = StandingCells::of(level, grid, size)?.start()?;
        Some(LikelyStart { feet, object: None })
    })
}

/// Size of the level's own hero in px: of the object at which the level starts, if it is called a hero and no place.
///
/// `None` for a `TpSpawn`, which has no meaning for the body, and for sizes that no body has.
#[must_use]
pub fn hero_size(level: &Level) -> Option<Vec2> {
    let hero = own_hero(level)?;
    let in_tiles = hero.size / level.tile_size.as_vec2();
    let most = if is_picture(hero) { MOST_OF_PICTURE } else { MOST_OF_SHAPE };
    let has_size = in_tiles.cmpge(Vec2::splat(LEAST_SIDE)).all() && in_tiles.cmple(most).all();
    has_size.then_some(hero.size)
}

/// Id of the object that is a picture of the level's own hero, in whose place a character plays; `None` without one.
#[must_use]
pub fn hero_picture(level: &Level) -> Option<u32> {
    own_hero(level).filter(|hero| is_picture(hero)).map(|hero| hero.id)
}

fn is_picture(object: &Object) -> bool {
    matches!(object.kind, ObjectKind::Tile { .. })
}

/// The object at which the level starts, if it is called a hero and no place.
fn own_hero(level: &Level) -> Option<&Object> {
    let start = level.spawn().or_else(|| likely_object(level))?;
    let is_shape = !matches!(start.kind, ObjectKind::Point | ObjectKind::Polyline(_) | ObjectKind::Text(_));
    let own = own_words(start);
    let is_place = start.class == "TpSpawn" || own.iter().any(|word| PLACES.contains(&word.as_str()));
    let mut words = own.into_iter().chain(layer_words(level, start));
    let is_hero = !is_place && words.any(|word| HEROES.contains(&word.as_str()));
    (is_shape && is_hero).then_some(start)
}

/// The surest of the objects that look like a start.
fn likely_object(level: &Level) -> Option<&Object> {
    let ranked = level.objects.iter().filter_map(|object| Some((rank_of(level, object)?, object)));
    ranked.min_by_key(|(rank, _)| *rank).map(|(_, object)| object)
}

/// Rank of an object among the likely starts, the surest first: by its own words, else by the words of its layer.
fn rank_of(level: &Level, object: &Object) -> Option<usize> {
    let own = own_words(object);
    if own.iter().any(|word| OTHERS.contains(&word.as_str())) {
        return None;
    }
    let rank = |words: &[String]| STARTS.iter().position(|start| words.iter().any(|word| word == start));
    rank(&own).or_else(|| Some(STARTS.len() + rank(&layer_words(level, object))?))
}

/// The words in the name and the class of an object.
fn own_words(object: &Object) -> Vec<String> {
    words_of(&[&object.name, &object.class])
}

/// The words in the name of an object's layer.
fn layer_words(level: &Level, object: &Object) -> Vec<String> {
    level.layers.get(object.layer).map_or_else(Vec::new, |layer| words_of(&[&layer.path]))
}

/// The words in texts, in lower case and without digits: of `PlayerSpawn_1` player and spawn.
fn words_of(texts: &[&str]) -> Vec<String> {
    let mut words = vec![String::new()];
    for text in texts {
        let mut was_lower = false;
        for letter in text.chars() {
            let begins = letter.is_uppercase() && was_lower || !letter.is_alphabetic();
            was_lower = letter.is_lowercase();
            if begins {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut().filter(|_| letter.is_alphabetic()) {
                word.extend(letter.to_lowercase());
            }
        }
        words.push(String::new());
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parted_into_words() {
        assert_eq!(
            words_of(&["PlayerSpawn_01", "the hero", "NPC"]),
            ["player", "spawn", "the", "hero", "npc"]
        );
        assert_eq!(words_of(&["", "7", "_"]), Vec::<String>::new());
    }
}
