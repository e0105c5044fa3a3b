//! Lookups of a level, also after its grid was taken.

use crate::support;

use glam::UVec2;
use support::{error, layer, level, map, property, rock, tile};
use tilephys_core::{Tile, TileCoord};
use tilephys_tiled::Level;

/// Two layers of solid tiles: gids 1 and 3 in "front/ground", 3 and 1 in "water", which has another category.
fn two_layers() -> Level {
    let tiles = tile(0, "collision", "solid") + &tile(2, "collision", "solid");
    let category = r#"<properties><property name="category" type="int" value="4"/></properties>"#;
    let water = format!(
        r#"<layer name="water" width="2" height="1">{category}<data encoding="csv">3,1</data></layer>"#
    );
    let ground = layer("ground", "2x1", "", "1,3");
    level(&map("2x1", &format!(r#"{}<group name="front">{ground}</group>{water}"#, rock(&tiles))))
}

#[test]
fn tiles_are_found_after_the_grid_was_taken() {
    let mut level = two_layers();
    let mut grid = level.take_grid();
    assert_eq!((grid.tiles().count(), level.grid.tiles().count()), (4, 0));
    assert_eq!(level.grid.tile_size(), grid.tile_size());
    let named = |id| level.tile_of_kind(id).map(|t| (t.tileset.name.as_str(), t.id));
    let found: Vec<_> = grid.tiles().map(|(_, at, id)| (at.col, named(id))).collect();
    assert_eq!(
        found,
        [(0, Some(("rock", 0))), (1, Some(("rock", 2))), (0, Some(("rock", 2))), (1, Some(("rock", 0)))]
    );
    let own = grid.add_tile(Tile { user: 2, ..Tile::default() });
    assert_eq!(named(own), None, "a kind that the level did not make");
    assert_eq!(level.tile(grid.tile_kind(own).user).unwrap().id, 1);
}

#[test]
fn a_tile_of_tiled_can_be_placed_in_a_layer_by_its_path() {
    let mut level = two_layers();
    let gid = level.gid_of_tile("rock", 2).unwrap();
    let kind = level.kind_of_gid(gid).unwrap();
    let ground = level.layer("front/ground").unwrap().grid_layer.unwrap();
    assert!(level.layer("ground").is_none() && level.layer("front").unwrap().grid_layer.is_none());
    let mut grid = level.take_grid();
    let at = TileCoord::new(7, -2);
    grid.set_tile(ground, at, Some(kind));
    assert_eq!(grid.tile(ground, at), Some(kind));
    assert_eq!((grid.tile_kind(kind).user, grid.tile_kind(kind).category), (3, 1), "the first layer's");
    assert_eq!(level.tile_of_kind(kind).unwrap().id, 2);
}

#[test]
fn gids_are_found_for_tiles_that_exist_and_kinds_for_those_that_collide() {
    let things = r#"<tileset firstgid="9" name="things" tilewidth="9" tileheight="9" tilecount="2"><tile id="2"><image source="a.png"/></tile><tile id="7"><image source="b.png"/></tile></tileset>"#;
    let again = rock("").replace(r#"firstgid="1""#, r#"firstgid="20""#);
    let content = rock(&tile(0, "collision", "solid")) + things + &again + &layer("l", "2x1", "", "1,2");
    let level = level(&map("2x1", &content));
    let rows = [
        ("rock", 0, Some(1)),
        ("rock", 7, Some(8)),
        ("rock", 8, None),
        ("things", 2, Some(11)),
        ("things", 7, Some(16)),
        ("things", 0, None),
        ("stone", 0, None),
    ];
    for (tileset, id, gid) in rows {
        assert_eq!(level.gid_of_tile(tileset, id), gid, "{tileset} {id}");
    }
    let kinds: Vec<_> = (0..30).filter(|gid| level.kind_of_gid(*gid).is_some()).collect();
    assert_eq!(kinds, [1], "tile 1 of the rock does not collide, the others stand nowhere");
}

#[test]
fn a_level_of_tiles_that_are_not_square_leaves_an_empty_grid_of_their_size() {
    let text = map("1x1", &property("collision", "none")).replace(r#"tilewidth="16""#, r#"tilewidth="70""#);
    let mut level = level(&text);
    let before = level.grid.tile_size();
    drop(level.take_grid());
    assert_eq!(level.grid.tile_size(), before);
    assert_eq!(level.tile_size, UVec2::new(70, 16));
}

#[test]
fn main_prints_an_error_as_a_sentence() {
    let map = map("1x1", "").replace("orthogonal", "isometric");
    let failed = support::load(&[("a.tmx", &map)]).unwrap_err();
    assert_eq!(format!("{failed:?}"), error(&map));
    assert_eq!(format!("{failed:#?}"), failed.to_string());
}
