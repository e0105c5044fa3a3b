//! Tile counts of tilesets without a stated count, as Tiled computes them.

use crate::support;

use std::io;
use std::path::Path;
use support::{cells, layer, level, load, map};
use tilephys_tiled::{Level, Loader, WarningKind};

/// The first bytes of a PNG file.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes().into_iter().chain(height.to_be_bytes()).chain([8, 6, 0, 0, 0]));
    bytes
}

fn tileset(attributes: &str, content: &str) -> String {
    format!(
        r#"<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16"{attributes}><properties><property name="collision" value="solid"/></properties>{content}</tileset>"#
    )
}

fn with_image(map: &str, path: &str, image: &[u8]) -> Level {
    let read = |asked: &Path| match asked.to_str() {
        Some("maps/a.tmx") => Ok(map.as_bytes().to_vec()),
        Some(asked) if asked == path => Ok(image.to_vec()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    Loader::with_files(read).load("maps/a.tmx").expect("the map loads")
}

#[test]
fn tiles_are_counted_by_the_size_that_the_image_element_states() {
    let rows = [
        ("", [64, 32], 8, 4),
        // A tile that the image shows only in part does not count.
        ("", [79, 31], 4, 4),
        (r#" margin="2" spacing="1""#, [2 + 16 + 1 + 16, 2 + 16], 2, 2),
        (r#" margin="2" spacing="1""#, [2 + 16 + 1 + 15, 2 + 16], 1, 1),
        (r#" margin="4000000000" spacing="4000000000""#, [64, 32], 0, 0),
        (r#" tilecount="0""#, [64, 32], 8, 4),
        (r#" tilecount="5" columns="3""#, [64, 32], 5, 3),
    ];
    for (attributes, [width, height], count, columns) in rows {
        let image = format!(r#"<image source="rock.png" width="{width}" height="{height}"/>"#);
        let level = level(&map("1x1", &tileset(attributes, &image)));
        let found = &level.tilesets[0];
        assert_eq!((found.tile_count, found.columns), (count, columns), "{attributes} {width}x{height}");
    }
}

#[test]
fn tiles_are_counted_by_the_header_of_the_image_file() {
    let map = |image: &str| {
        map("2x1", &(tileset("", &format!("<image {image}/>")) + &layer("l", "2x1", "", "8,0")))
    };
    let level = with_image(&map(r#"source="img/rock.png""#), "maps/img/rock.png", &png(64, 32));
    let rock = &level.tilesets[0];
    assert_eq!((rock.tile_count, rock.columns), (8, 4));
    assert_eq!(rock.image.as_ref().and_then(|image| image.size), Some([64, 32].into()));
    assert_eq!(cells(&level), [(0, 0, 0, 8)]);
    assert!(level.warnings.is_empty(), "{:?}", level.warnings);

    // No map makes the loader open a file outside of its root folder.
    let level = with_image(&map(r#"source="../rock.png""#), "rock.png", &png(16, 16));
    assert_eq!(level.tilesets[0].image.as_ref().and_then(|image| image.size), None);
    assert_eq!(level.warnings[0].kind, WarningKind::TileCount);
}

/// Tiled counts by the image alone; the count in the file may be older.
#[test]
fn an_image_that_has_grown_has_more_tiles_than_the_file_says() {
    let image = r#"<image source="rock.png" width="64" height="32"/>"#;
    let object = r#"<objectgroup><object id="1" gid="12" x="0" y="16"/></objectgroup>"#;
    let tileset = tileset(r#" tilecount="8" columns="4""#, image);
    let map = map("2x1", &(tileset + &layer("l", "2x1", "", "10,13") + object));
    let level = with_image(&map, "maps/rock.png", &png(64, 48));
    assert_eq!(cells(&level), [(0, 0, 0, 10)], "tile 12 is beyond the image");
    assert_eq!(level.tilesets[0].tile_count, 12);
    let kinds: Vec<_> = level.warnings.iter().map(|warning| warning.kind).collect();
    assert_eq!(kinds, [WarningKind::MissingTile]);
    let alone = with_image(&map, "elsewhere.png", &png(64, 48));
    assert_eq!((cells(&alone), alone.tilesets[0].tile_count), (vec![], 8));
}

#[test]
fn a_missing_image_gives_the_tiles_that_the_map_uses() {
    let objects = r#"<objectgroup><object id="1" gid="7" x="0" y="16"/></objectgroup>"#;
    let rows = [("4,0", objects, 7), ("2147483656,0", objects, 8), ("0,0", "", 0)];
    for (csv, objects, count) in rows {
        let content = tileset("", r#"<image source="gone.png"/>"#) + &layer("l", "2x1", "", csv) + objects;
        let level = level(&map("2x1", &content));
        assert_eq!(level.tilesets[0].tile_count, count, "{csv}");
        assert_eq!(
            level.warnings[0].to_string(),
            "a.tmx:2:1: tileset \"rock\": the tileset has no \"tilecount\", and its image \"gone.png\" \
             cannot be read to count the tiles, so every tile that the map uses is accepted; put the image \
             in its place"
        );
        assert_eq!(cells(&level).len(), usize::from(csv != "0,0"), "{csv}");
    }
}

#[test]
fn a_collection_has_the_listed_tiles() {
    let tile = |id: u32, image: &str| format!(r#"<tile id="{id}"><image {image}/></tile>"#);
    let tiles = tile(2, r#"source="a.png" width="16" height="16""#) + &tile(5, r#"source="b.png""#);
    let map = map("2x1", &(tileset("", &tiles) + &layer("l", "2x1", "", "3,6")));
    let level = with_image(&map, "maps/b.png", &png(16, 32));
    assert_eq!(level.tilesets[0].tile_count, 2);
    assert_eq!(cells(&level), [(0, 0, 0, 3), (0, 1, 0, 6)]);
    let size = level.tilesets[0].tiles[&5].image.as_ref().and_then(|image| image.size);
    assert_eq!(size, Some([16, 32].into()));
}

#[test]
fn an_embedded_image_is_measured() {
    let data = "iVBORw0KGgoAAAANSUhEUgAAAEAAAAAgCAYAAAA=";
    let image = format!(r#"<image format="png"><data encoding="base64">{data}</data></image>"#);
    let level = level(&map("1x1", &tileset("", &image)));
    assert_eq!((level.tilesets[0].tile_count, level.tilesets[0].columns), (8, 4));
}

#[test]
fn the_number_of_opened_images_is_bounded() {
    let tiles: String =
        (0..5000).map(|i| format!(r#"<tile id="{i}"><image source="{i}.png"/></tile>"#)).collect();
    let error = load(&[("a.tmx", &map("1x1", &tileset("", &tiles)))]).expect_err("there are too many");
    assert!(error.message().starts_with("more than 4096 images (or more than"), "{error}");
}
