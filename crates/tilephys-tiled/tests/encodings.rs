//! Cell data in all encodings, and faults in it.

use crate::support;

use support::{cells, error, layer, level, map, rock, strict, tile};

/// Gids 1 2 0 3 / 1 flipped h, 2 v, 3 d, 1 all / 1 with the hexagonal bit, 0 0 2; encoded by Python's zlib and gzip, and zstd.
const ENCODED: [(&str, &str); 5] = [
    (r#"encoding="csv""#, "\n1,2,0,3,\n2147483649,1073741826,536870915,3758096385,\n268435457,0,0,2\n"),
    (r#"encoding="base64""#, "\n   AQAAAAIAAAAAAAAAAwAAAAEAAIACAABAAwAAIAEAAOABAAAQAAAAAAAAAAACAAAA\n  "),
    (r#"encoding="base64" compression="zlib""#, "eJxjZGBgYGKAAGYgZmRgaADyHYBsBSD7ARALQKXB6gApAAHh"),
    (
        r#"encoding="base64" compression="gzip""#,
        "H4sIAAAAAAACA2NkYGBgYoAAZiBmZGBoAPIdgGwFIPsBEAtApcHqACSZyYgwAAAA",
    ),
    (
        "",
        r#"<tile gid="1"/><tile gid="2"/><tile/><tile gid="3"/>
        <tile gid="2147483649"/><tile gid="1073741826"/><tile gid="536870915"/><tile gid="3758096385"/>
        <tile gid="268435457"/><tile gid="0"/><tile/><tile gid="2"/>"#,
    ),
];

fn encoded(attributes: &str, data: &str) -> String {
    let tiles = format!("{}{}", tile(0, "collision", "solid"), tile(2, "collision", "solid"));
    let layer =
        format!(r#"<layer name="ground" width="4" height="3"><data {attributes}>{data}</data></layer>"#);
    map("4x3", &format!("{}\n{layer}", rock(&tiles)))
}

/// Cells of gids 1 and 3 above, flags or not.
const SOLID: [(usize, i32, i32, u32); 6] =
    [(0, 0, 0, 1), (0, 3, 0, 3), (0, 0, 1, 1), (0, 2, 1, 3), (0, 3, 1, 1), (0, 0, 2, 1)];

#[test]
fn one_map_in_every_encoding_is_one_grid() {
    for (attributes, data) in ENCODED {
        assert_eq!(cells(&level(&encoded(attributes, data))), SOLID, "{attributes}");
    }
}

#[cfg(feature = "zstd")]
#[test]
fn zstd_is_the_same_grid_too() {
    let data = "KLUv/SAwZQEANAIBAAAAAgADAAAAAQAAgAIAAEADAAAgAQAA4AEAABAAAgAAAAIAgTwGAAc=";
    assert_eq!(cells(&level(&encoded(r#"encoding="base64" compression="zstd""#, data))), SOLID);
}

#[cfg(not(feature = "zstd"))]
#[test]
fn without_its_feature_zstd_is_named() {
    let message = error(&encoded(r#"encoding="base64" compression="zstd""#, "KLUv"));
    assert_eq!(
        message,
        "a.tmx:4:67: layer \"ground\": Zstandard needs the feature \"zstd\" of tilephys-tiled; enable it, or choose another tile layer format in the map's properties in Tiled"
    );
}

#[test]
fn damaged_data_is_named_with_line_and_column() {
    let rows = [
        (
            r#"encoding="csv""#,
            "1,0,0,0,\n0,0,0,0,\n0,0,0",
            "a.tmx:4:43: layer \"ground\": 11 tiles in data, expected 4×3 = 12; open the map in Tiled and save it again",
        ),
        (
            r#"encoding="csv""#,
            "1,0,0,0,0,0,0,0,0,0,0,0,1",
            "a.tmx:4:43: layer \"ground\": 13 tiles in data, expected 4×3 = 12; open the map in Tiled and save it again",
        ),
        (
            r#"encoding="csv""#,
            "",
            "a.tmx:4:43: layer \"ground\": 0 tiles in data, expected 4×3 = 12; open the map in Tiled and save it again",
        ),
        (
            r#"encoding="csv""#,
            "1,0,0,0,\n0,0,0,0,\n0,0,0,0,\n",
            "a.tmx:7:1: layer \"ground\": the CSV data ends with a comma; remove it",
        ),
        (
            r#"encoding="csv""#,
            "1,0,0,0,\n0,,0,0,\n0,0,0,0",
            "a.tmx:5:3: layer \"ground\": a number is missing in the CSV data; write 0 for no tile",
        ),
        (
            r#"encoding="csv""#,
            "1,0,0,0,\n0,x,0,0,\n0,0,0,0",
            "a.tmx:5:3: layer \"ground\": \"x\" in the CSV data: expected a gid, a whole number; write 0 for no tile",
        ),
        (
            r#"encoding="csv""#,
            "1,0,0,0,\n0, 1.5,0,0,\n0,0,0,0",
            "a.tmx:5:4: layer \"ground\": \"1.5\" in the CSV data: expected a gid, a whole number; write 0 for no tile",
        ),
        (
            r#"encoding="csv""#,
            "1,0,0,0,\n0,-1,0,0,\n0,0,0,0",
            "a.tmx:5:3: layer \"ground\": \"-1\" in the CSV data: expected a gid, a whole number; write 0 for no tile",
        ),
        (
            r#"encoding="base64""#,
            "AQAAAAIAAAA",
            "a.tmx:4:43: layer \"ground\": the data is not valid Base64: Invalid padding",
        ),
        (
            r#"encoding="base64""#,
            "AQAAAAIA",
            "a.tmx:4:43: layer \"ground\": the data has 6 bytes, not a multiple of the 4 bytes of a tile; \
             open the map in Tiled and save it again",
        ),
        (
            r#"encoding="base64""#,
            "AQAAAA==",
            "a.tmx:4:43: layer \"ground\": 1 tiles in data, expected 4×3 = 12; open the map in Tiled and save it again",
        ),
        (
            r#"encoding="base64" compression="zlib""#,
            "AQAAAA==",
            "a.tmx:4:43: layer \"ground\": the zlib data is damaged: corrupt deflate stream",
        ),
        (
            r#"encoding="base64" compression="gzip""#,
            "AQAAAA==",
            "a.tmx:4:43: layer \"ground\": the gzip data is damaged: unexpected end of file",
        ),
        (
            r#"encoding="base64" compression="lzma""#,
            "",
            "a.tmx:4:49: layer \"ground\": unknown encoding \"base64\" with compression \"lzma\": expected csv, or base64 with gzip, zlib, zstd or none",
        ),
        (
            "",
            r#"<tile gid="one"/>"#,
            "a.tmx:4:56: layer \"ground\": <tile gid=\"one\">: expected a gid, a whole number; write 0 for no tile",
        ),
        (
            "",
            r#"<tile gid="1"/>"#,
            "a.tmx:4:43: layer \"ground\": 1 tiles in data, expected 4×3 = 12; open the map in Tiled and save it again",
        ),
    ];
    for (attributes, data, expected) in rows {
        assert_eq!(error(&encoded(attributes, data)), expected);
    }
}

#[test]
fn an_unknown_gid_is_reported_with_its_cell_and_line() {
    let rows = [
        (
            r#"encoding="csv""#,
            "1,0,0,0,\n0,0,99,0,\n0,0,0,0",
            "a.tmx:5:5: layer \"ground\", column 2, row 1: the cell shows tile 98 of tileset \"rock\", \
             which has no such tile, so it is empty; redraw the cell, or put the tile back",
        ),
        (
            "",
            &"<tile gid=\"9\"/>".repeat(12),
            "a.tmx:4:50: layer \"ground\", column 0, row 0: 12 cells show tile 8 of tileset \"rock\", which \
             has no such tile, so they are empty; redraw the cells, or put the tiles back",
        ),
    ];
    for (attributes, data, expected) in rows {
        assert_eq!(strict(&encoded(attributes, data)), expected);
    }
    let late = rock("").replace(r#"firstgid="1""#, r#"firstgid="5""#);
    let content = format!("{late}\n{}", layer("ground", "2x1", "", "0,4"));
    assert_eq!(
        error(&map("2x1", &content)),
        "a.tmx:4:67: layer \"ground\", column 1, row 0: gid 4 is below the first gid of every tileset; \
         redraw the tile, or put the tileset back"
    );
    assert_eq!(
        error(&map("2x1", &layer("ground", "2x1", "", "0,4"))),
        "a.tmx:2:67: layer \"ground\", column 1, row 0: gid 4, but the map has no tileset; redraw the tile, \
         or put the tileset back"
    );
}

#[test]
fn a_tile_beyond_the_count_exists_if_it_is_listed() {
    let few =
        |count: u32| rock("<tile id=\"5\"/>").replace("tilecount=\"8\"", &format!("tilecount=\"{count}\""));
    let with =
        |count, csv| strict(&map("3x1", &format!("{}\n{}", few(count), layer("ground", "3x1", "", csv))));
    assert_eq!(with(2, "6,1,2"), "it loads");
    // Without a count the image decides, of 64 x 32 px here.
    assert_eq!(with(0, "6,0,8"), "it loads");
    for (count, csv, id) in [(2, "6,1,3", 2), (2, "2,6,5", 4), (0, "6,6,9", 8)] {
        let message = with(count, csv);
        let said = format!("the cell shows tile {id} of tileset \"rock\", which has no such tile");
        assert!(message.contains(&said), "{csv}: {message}");
    }
}

#[test]
fn a_bomb_is_unpacked_no_further_than_the_layer() {
    // 40 MB of zeros in 39 kB of zlib, for a layer of 48 bytes.
    let bomb = {
        use std::io::Write;
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(&vec![0; 40_000_000]).unwrap();
        encoder.finish().unwrap()
    };
    use base64::Engine;
    let text = base64::engine::general_purpose::STANDARD.encode(bomb);
    assert_eq!(
        error(&encoded(r#"encoding="base64" compression="zlib""#, &text)),
        "a.tmx:4:43: layer \"ground\": more than 12 tiles in data, expected 4×3 = 12; open the map in Tiled and save it again"
    );
}
