//! Objects that show a tile.

use crate::support;

use support::{Folder, map, set};

/// A 6×6 map with one object of the tile "ab/cd".
fn object(tileset: &str, attributes: &str) -> String {
    let content = set("2x2", tileset, "")
        + &format!(
            r#"<objectgroup><object id="1" gid="1" width="2" height="2" {attributes}/></objectgroup>"#
        );
    Folder::new(&map("6x6", "1x1", &content)).image("set.png", "ab/cd").drawn()
}

/// A 6×6 picture with these letters at a column and row.
fn at(col: usize, row: usize, rows: &[&str]) -> String {
    let mut cells = vec![vec!['.'; 6]; 6];
    for (y, text) in rows.iter().enumerate() {
        for (x, letter) in text.chars().enumerate() {
            cells[row + y][col + x] = letter;
        }
    }
    cells.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

#[test]
fn every_alignment_puts_the_tile_about_its_anchor() {
    let rows = [
        ("unspecified", 3, 1),
        ("topleft", 3, 3),
        ("top", 2, 3),
        ("topright", 1, 3),
        ("left", 3, 2),
        ("center", 2, 2),
        ("right", 1, 2),
        ("bottomleft", 3, 1),
        ("bottom", 2, 1),
        ("bottomright", 1, 1),
    ];
    for (alignment, col, row) in rows {
        let tileset = format!(r#"objectalignment="{alignment}""#);
        assert_eq!(object(&tileset, r#"x="3" y="3""#), at(col, row, &["ab", "cd"]), "{alignment}");
    }
    assert_eq!(object("", r#"x="3" y="3""#), at(3, 1, &["ab", "cd"]));
}

#[test]
fn objects_are_flipped_scaled_and_turned_about_their_anchor() {
    let flip = |bits: u32| format!(r#"x="1" y="3" gid="{}""#, 1u32 | bits);
    let with = |attributes: &str| {
        let content =
            set("2x2", "", "") + &format!(r#"<objectgroup><object id="1" {attributes}/></objectgroup>"#);
        Folder::new(&map("6x6", "1x1", &content)).image("set.png", "ab/cd").drawn()
    };
    let sized = r#" width="2" height="2""#;
    assert_eq!(with(&(flip(1 << 31) + sized)), at(1, 1, &["ba", "dc"]));
    assert_eq!(with(&(flip(1 << 30) + sized)), at(1, 1, &["cd", "ab"]));
    assert_eq!(with(r#"gid="1" x="1" y="5" width="4" height="2""#), at(1, 3, &["aabb", "ccdd"]));
    assert_eq!(with(r#"gid="1" x="1" y="3""#), at(1, 1, &["ab", "cd"]), "as large as its tile");
    assert_eq!(with(r#"gid="1" x="1" y="5" width="0" height="2""#), at(0, 0, &[]), "nothing is that thin");
    // Clockwise about the bottom left corner.
    assert_eq!(object("", r#"x="2" y="2" rotation="90""#), at(2, 2, &["ca", "db"]));
    assert_eq!(object("", r#"x="3" y="2" rotation="180""#), at(1, 2, &["dc", "ba"]));
    assert_eq!(object("", r#"x="3" y="3" rotation="-90""#), at(1, 1, &["bd", "ac"]));
}

#[test]
fn a_turned_object_covers_as_much_as_an_upright_one() {
    let content = set("20x20", "", "")
        + r#"<objectgroup><object id="1" gid="1" x="20" y="20" width="20" height="20" rotation="30"/></objectgroup>"#;
    let image = vec!["a".repeat(20); 20].join("/");
    let drawn = Folder::new(&map("60x60", "1x1", &content)).image("set.png", &image).drawn();
    let covered = drawn.matches('a').count();
    assert!(covered.abs_diff(400) < 12, "{covered}");
    // It leans to the right of its anchor.
    let rows: Vec<&str> = drawn.split('/').collect();
    assert!(rows[19].find('a').is_some_and(|col| col > 19), "{}", rows[19]);
}

#[test]
fn objects_keep_proportions_if_the_tileset_says_so() {
    let content = set("2x2", r#"fillmode="preserve-aspect-fit""#, "")
        + r#"<objectgroup><object id="1" gid="1" x="0" y="4" width="6" height="2"/></objectgroup>"#;
    let folder = Folder::new(&map("6x6", "1x1", &content)).image("set.png", "ab/cd");
    assert_eq!(folder.drawn(), at(2, 2, &["ab", "cd"]));
}

#[test]
fn the_tile_offset_moves_objects_in_their_own_scale() {
    let content = set("1x1", "", r#"<tileoffset x="1" y="0"/>"#)
        + r#"<objectgroup><object id="1" gid="1" x="0" y="2" width="2" height="2"/></objectgroup>"#;
    let folder = Folder::new(&map("6x6", "1x1", &content)).image("set.png", "a");
    assert_eq!(folder.drawn(), at(2, 0, &["aa", "aa"]));
}

#[test]
fn objects_further_down_are_drawn_later_unless_their_layer_keeps_the_order() {
    let with = |attributes: &str| {
        let content = set("1x2", "", "")
            + &format!(
                r#"<objectgroup {attributes}><object id="1" gid="1" x="0" y="3"/><object id="2" gid="2" x="0" y="2"/><object id="3" gid="2" visible="0" x="0" y="6"/></objectgroup>"#
            );
        Folder::new(&map("1x4", "1x1", &content)).image("set.png", "ac/bd").drawn()
    };
    assert_eq!(with(""), "c/a/b/.");
    assert_eq!(with(r#"draworder="index""#), "c/d/b/.");
    assert_eq!(with(r#"offsety="1""#), "./c/a/b");
    assert_eq!(with(r#"visible="0""#), "./././.");
}

#[test]
fn opacity_of_an_object_and_its_layer_multiply() {
    let content = set("1x1", "", "")
        + r#"<objectgroup opacity="0.5"><object id="1" gid="1" x="0" y="1" opacity="0.5"/></objectgroup>"#;
    let drawn = Folder::new(&map("1x1", "1x1", &content)).image("set.png", "a").pixels();
    assert_eq!(drawn.data, [[5, 250, 0, 63]]);
}

#[test]
fn texts_are_warned_about_and_other_objects_are_not_drawn() {
    let content = r#"<objectgroup name="o"><object id="1" x="0" y="0" width="4" height="4"/><object id="2"><text>hello</text></object></objectgroup>"#;
    let folder = Folder::new(&map("1x1", "1x1", content));
    assert_eq!(folder.drawn(), ".");
    assert_eq!(folder.warnings(), ["a.tmx: layer \"o\": texts are not drawn; it has 1"]);
}
