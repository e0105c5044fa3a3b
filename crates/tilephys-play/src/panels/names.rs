//! Bodies, tiles and objects in words.

use crate::session::Session;
use tilephys::core::TileId;
use tilephys::hecs::Entity;
use tilephys::tiled::Object;

/// A body in words.
pub(super) fn body_name(session: &Session, entity: Entity) -> String {
    if session.game.hero == Some(entity) {
        return "hero".to_owned();
    }
    match session.game.world.get::<&tilephys::core::BodyId>(entity) {
        Ok(id) => format!("body {}", id.0),
        Err(_) => format!("entity {}", entity.id()),
    }
}

/// A kind of tile in words: its tile in a tileset, or the object that it was made for.
pub(super) fn tile_name(session: &Session, tile: TileId) -> String {
    let level = &session.game.level;
    if let Some(found) = level.tile_of_kind(tile) {
        return format!("{} {}", found.tileset.name, found.id);
    }
    match level.object_of_kind(tile) {
        Some(object) => object_name(object),
        None => "a solid of the game".to_owned(),
    }
}

/// An object in words.
pub(crate) fn object_name(object: &Object) -> String {
    let names = [object.name.as_str(), object.class.as_str()];
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    format!("object {} {}", object.id, names.join(", ")).trim_end().to_owned()
}
