//! Tiles in layers, pixel by pixel.

use crate::support;

use support::{Folder, color, layer, letters, map, png, set};
use tilephys_draw::{Picture, Rect, View};

const H: u32 = 1 << 31;
const V: u32 = 1 << 30;
const D: u32 = 1 << 29;

#[test]
fn a_tile_has_eight_orientations() {
    // As Tiled documents them: along the diagonal first, so that diagonal and horizontal are a turn clockwise.
    let rows = [
        (0, "ab/cd"),
        (H, "ba/dc"),
        (V, "cd/ab"),
        (H | V, "dc/ba"),
        (D, "ac/bd"),
        (D | H, "ca/db"),
        (D | V, "bd/ac"),
        (D | H | V, "db/ca"),
    ];
    for (flags, expected) in rows {
        let content = set("2x2", "", "") + &layer("1x1", "", &(flags | 1).to_string());
        let folder = Folder::new(&map("1x1", "2x2", &content)).image("set.png", "ab/cd");
        assert_eq!(folder.drawn(), expected, "{flags:x}");
    }
}

#[test]
fn oblong_tiles_turn_about_the_bottom_left_corner_of_their_cell() {
    let rows = [
        (0, ".../.../abc"),
        (H, ".../.../cba"),
        (V, ".../.../abc"),
        (D, "a../b../c.."),
        (D | H, "a../b../c.."),
        (D | V, "c../b../a.."),
    ];
    for (flags, expected) in rows {
        let content = set("3x1", "", "") + &layer("1x1", "", &(flags | 1).to_string());
        let folder = Folder::new(&map("1x1", "3x3", &content)).image("set.png", "abc");
        assert_eq!(folder.drawn(), expected, "{flags:x}");
    }
}

#[test]
fn tiles_are_cut_with_margin_and_spacing() {
    let image = "zzzzzzzz/zabyzcdz/zefyzghz/zzzzzzzz/zijyzklz/zmnyzopz/zzzzzzzz";
    for columns in ["", r#"columns="2""#] {
        let attributes = format!(r#"margin="1" spacing="2" {columns}"#);
        let content = set("2x2", &attributes, "") + &layer("2x1", "", "1,2");
        let folder = Folder::new(&map("2x1", "2x2", &content)).image("set.png", image);
        assert_eq!(folder.drawn(), "abcd/efgh");
    }
    let content = set("2x1", r#"margin="1" spacing="1" columns="2""#, "") + &layer("2x2", "", "1,2,3,4");
    let folder =
        Folder::new(&map("2x2", "2x1", &content)).image("set.png", "zzzzzzz/zabzcdz/zzzzzzz/zijzklz");
    assert_eq!(folder.drawn(), "abcd/ijkl");
}

#[test]
fn columns_beyond_the_image_are_missing() {
    let content = set("2x1", r#"columns="4""#, "") + &layer("2x1", "", "2,3");
    let folder = Folder::new(&map("2x1", "2x1", &content)).image("set.png", "abcd/efgh");
    assert!(folder.drawn().starts_with("cd"));
    let expected = "set.png: tile 2 of tileset \"set\" is outside the image, which has 4 × 2 px, so it is \
                    drawn as magenta and black checkers";
    assert_eq!(folder.warnings(), [expected]);
}

#[test]
fn larger_tiles_rise_from_their_cell_and_the_tile_offset_moves_them() {
    let content = set("2x3", "", "") + &layer("3x2", "", "0,0,0,1,0,0");
    let folder = Folder::new(&map("3x2", "2x2", &content)).image("set.png", "ab/cd/ef");
    assert_eq!(folder.drawn(), "....../ab..../cd..../ef....");
    let content = set("2x3", "", r#"<tileoffset x="3" y="-1"/>"#) + &layer("3x2", "", "0,0,0,1,0,0");
    let folder = Folder::new(&map("3x2", "2x2", &content)).image("set.png", "ab/cd/ef");
    assert_eq!(folder.drawn(), "...ab./...cd./...ef./......");
}

#[test]
fn overlapping_tiles_are_drawn_in_the_order_of_the_map() {
    let rows = ["right-down", "left-down", "right-up", "left-up"];
    // Tiles twice as wide as a cell: to the right, the later tile covers the right half of the earlier.
    for order in rows {
        let content = set("2x1", "", "") + &layer("2x1", "", "1,2");
        let text = map("2x1", "1x1", &content).replace("<map", &format!(r#"<map renderorder="{order}""#));
        let expected = if order.starts_with("right") { "ac" } else { "ab" };
        assert_eq!(Folder::new(&text).image("set.png", "abcd").drawn(), expected, "{order}");
        // And twice as high.
        let content = set("1x2", "", "") + &layer("1x2", "", "1,2");
        let text = map("1x2", "1x1", &content).replace("<map", &format!(r#"<map renderorder="{order}""#));
        let expected = if order.ends_with("down") { "c/d" } else { "b/d" };
        assert_eq!(Folder::new(&text).image("set.png", "ac/bd").drawn(), expected, "{order}");
    }
}

#[test]
fn a_collection_has_an_image_a_tile_and_parts_of_images() {
    let tiles = r#"<tileset firstgid="1" name="things" tilewidth="3" tileheight="2" tilecount="2">
<tile id="0"><image source="one.png"/></tile>
<tile id="4" x="1" y="1" width="2" height="1"><image source="two.png"/></tile></tileset>"#;
    let text = map("2x1", "3x2", &(tiles.to_owned() + &layer("2x1", "", "1,5")));
    let folder = Folder::new(&text).image("one.png", "abc/def").image("two.png", "zzzz/zxyz/zzzz");
    assert_eq!(folder.drawn(), "abc.../defxy.");
}

#[test]
fn tiles_fit_the_grid_stretched_or_in_proportion() {
    let content = |fill: &str| {
        let attributes = format!(r#"tilerendersize="grid" {fill}"#);
        set("2x1", &attributes, "") + &layer("1x1", "", "1")
    };
    let folder = Folder::new(&map("1x1", "4x4", &content(""))).image("set.png", "ab");
    assert_eq!(folder.drawn(), "aabb/aabb/aabb/aabb");
    let text = map("1x1", "4x4", &content(r#"fillmode="preserve-aspect-fit""#));
    assert_eq!(Folder::new(&text).image("set.png", "ab").drawn(), "..../aabb/aabb/....");
}

#[test]
fn animations_show_their_first_frame() {
    let tile = r#"<tile id="0"><animation><frame tileid="2" duration="50"/><frame tileid="0" duration="50"/></animation></tile>"#;
    let content = set("1x1", "", tile) + &layer("2x1", "", "1,2");
    assert_eq!(Folder::new(&map("2x1", "1x1", &content)).image("set.png", "abc").drawn(), "cb");
}

#[test]
fn layers_are_drawn_in_order_with_groups_visibility_and_offsets() {
    let one = |attributes: &str, gid: u32| layer("3x1", attributes, &format!("{gid},{gid},{gid}"));
    let content = set("1x1", "", "")
        + &one("", 1)
        + &format!(r#"<group offsetx="1">{}<group visible="0">{}</group></group>"#, one("", 2), one("", 4))
        + &one(r#"offsetx="2""#, 3)
        + &one(r#"visible="0""#, 4);
    let folder = Folder::new(&map("3x1", "1x1", &content)).image("set.png", "abcd");
    assert_eq!(folder.drawn(), "abc");
}

/// Source over, in floating point.
fn over(under: [f64; 3], above: [u8; 3], alpha: f64) -> [f64; 3] {
    std::array::from_fn(|i| f64::from(above[i]) * alpha + under[i] * (1.0 - alpha))
}

#[test]
fn opacity_and_tint_are_exact_to_two_parts_of_255() {
    let pixels = [[200, 100, 50, 255], [10, 250, 128, 128], [0, 255, 7, 3]];
    for (opacity, tint, factors) in [
        ("0.5", "#ffffff", [1.0; 4]),
        ("1", "#80ff4020", [1.0, 64.0 / 255.0, 32.0 / 255.0, 128.0 / 255.0]),
        ("0.3", "#c08040", [192.0 / 255.0, 128.0 / 255.0, 64.0 / 255.0, 1.0]),
    ] {
        let inner = layer("3x1", &format!(r#"opacity="{opacity}" tintcolor="{tint}""#), "1,2,3");
        let content = set("1x1", "", "") + &format!(r#"<group opacity="0.75">{inner}</group>"#);
        let text = map("3x1", "1x1", &content).replace("<map", r##"<map backgroundcolor="#204060""##);
        let drawn = Folder::new(&text).with("set.png", png(3, 1, &pixels)).pixels();
        for (pixel, found) in pixels.iter().zip(&drawn.data) {
            let [red, green, blue, alpha] = *pixel;
            let alpha =
                f64::from(alpha) / 255.0 * opacity.parse::<f64>().expect("a number") * 0.75 * factors[3];
            let tinted: [f64; 3] = std::array::from_fn(|i| f64::from([red, green, blue][i]) * factors[i]);
            let exact: [f64; 3] = std::array::from_fn(|i| {
                let ground = [32.0, 64.0, 96.0][i];
                tinted[i] * alpha + ground * (1.0 - alpha)
            });
            for i in 0..3 {
                assert!(
                    (f64::from(found[i]) - exact[i]).abs() <= 2.0,
                    "{opacity} {tint}: {found:?} {exact:?}"
                );
            }
            assert_eq!(found[3], 255);
        }
    }
}

#[test]
fn translucent_tiles_over_nothing_keep_their_colours() {
    let pixels = [[200, 100, 50, 1], [10, 250, 128, 128], [7, 8, 9, 254]];
    let content = set("1x1", "", "") + &layer("3x1", "", "1,2,3") + &layer("3x1", r#"offsetx="1""#, "0,2,0");
    let drawn = Folder::new(&map("3x1", "1x1", &content)).with("set.png", png(3, 1, &pixels)).pixels();
    assert_eq!(drawn.data[..2], pixels[..2]);
    let both = over([7.0, 8.0, 9.0], [10, 250, 128], 128.0 / 255.0);
    for i in 0..3 {
        assert!((f64::from(drawn.data[2][i]) - both[i]).abs() <= 1.0, "{:?} {both:?}", drawn.data[2]);
    }
}

#[test]
fn infinite_maps_show_all_cells_and_chunks_make_one_layer() {
    let chunks = r#"<layer width="2" height="2"><data encoding="csv"><chunk x="-2" y="1" width="2" height="1">0,1</chunk><chunk x="0" y="0" width="1" height="2">2,2</chunk></data></layer>"#;
    let text = map("9x9", "1x1", &(set("1x2", "", "") + chunks)).replace("<map", r#"<map infinite="1""#);
    let folder = Folder::new(&text).image("set.png", "ac/bd");
    let level = folder.level();
    let picture = Picture::of_level(&level, &folder);
    assert_eq!(picture.bounds(), Rect::new((-1.0, -1.0).into(), (2.0, 3.0).into()));
    assert_eq!(letters(&picture.pixels(&View::default()).expect("small")), ".c/ac/bd");
}

#[test]
fn an_image_layer_has_its_offset_and_repeats() {
    let sky = |attributes: &str| {
        let content = format!(
            r#"<imagelayer offsetx="1" offsety="1" {attributes}><image source="sky.png" trans="{}"/></imagelayer>"#,
            color('z')[..3].iter().map(|c| format!("{c:02x}")).collect::<String>()
        );
        Folder::new(&map("5x4", "1x1", &content)).image("sky.png", "ab/cz").drawn()
    };
    assert_eq!(sky(""), "...../.ab../.c.../.....");
    assert_eq!(sky(r#"repeatx="1""#), "...../babab/.c.c./.....");
    assert_eq!(sky(r#"repeaty="1""#), ".c.../.ab../.c.../.ab..");
    assert_eq!(sky(r#"repeatx="1" repeaty="1""#), ".c.c./babab/.c.c./babab");
}
