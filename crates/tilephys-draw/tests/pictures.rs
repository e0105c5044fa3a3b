//! Pictures: regions, scales, limits, missing images, and output files.

use crate::support;

use glam::{UVec2, Vec2};
use png::{BitDepth, ColorType};
use std::io::{BufWriter, Cursor};
use support::{Folder, layer, letters, map, png, set};
use tilephys_core::TileCoord;
use tilephys_draw::{Body, BodyKind, Color, DrawError, Label, Outline, Picture, Pixels, Rect, Shape, View};
use tilephys_tiled::TileRect;

/// Tiles of several sizes that reach beyond their cells in all directions, flipped, in a layer off the grid and in
/// chunks; rotated objects; a repeated image. A band or a region could cut each of these wrongly.
fn motley() -> Folder {
    let flags = |bits: u32, gid: u32| (bits << 29 | gid).to_string();
    let cells: Vec<String> =
        (0..48).map(|i| if i % 5 == 0 { "0".into() } else { flags(i % 8, i % 3 + 1) }).collect();
    let set = r#"<tileset firstgid="1" name="things" tilewidth="9" tileheight="9" tilecount="3"><tileoffset x="-3" y="2"/>
<tile id="0"><image source="a.png"/></tile><tile id="1"><image source="b.png"/></tile><tile id="2"><image source="missing.png" width="5" height="4"/></tile></tileset>"#;
    let content = format!(
        r#"{set}<imagelayer repeatx="1" offsety="3.5" opacity="0.5"><image source="a.png"/></imagelayer>{}{}<objectgroup opacity="0.8"><object id="1" gid="1" x="9" y="9" width="14" height="9" rotation="33"/><object id="2" gid="2" x="20" y="20" rotation="270"/></objectgroup>"#,
        layer("8x6", r#"opacity="0.7" offsetx="1.5""#, &cells.join(",")),
        layer("2x1", r##"tintcolor="#80ff8040""##, "2,1"),
    );
    let text = map("8x6", "4x4", &content).replace("<map", r#"<map renderorder="left-up""#);
    Folder::new(&text).image("a.png", "abcdefg/hijklmn/opqrstu").image("b.png", "ab/cd/ef/gh/ij/kl")
}

fn region(x: f32, y: f32, width: f32, height: f32) -> View {
    View { region: Some(Rect::new(Vec2::new(x, y), Vec2::new(width, height))), ..View::default() }
}

fn with_bodies(picture: &mut Picture<'_>) {
    let path = (0..20).map(|i| Vec2::new(i as f32 * 1.7, (i * i % 23) as f32)).collect();
    let rect = Rect::new(Vec2::new(10.25, 8.0), Vec2::new(8.0, 7.5));
    picture.push_bodies(&[Body {
        kind: BodyKind::Player,
        rect,
        path,
        label: "A<\"&'é\u{1}\u{4e00}".to_owned(),
    }]);
}

#[test]
fn any_region_equals_its_part_of_the_whole() {
    let folder = motley();
    let level = folder.level();
    let picture = Picture::of_level(&level, &folder);
    for scale in [1.0, 3.0] {
        let whole = picture.pixels(&View::default().at_scale(scale)).expect("small");
        assert_eq!((whole.width, whole.height), (32 * scale as u32, 24 * scale as u32));
        let drawn = whole.data.iter().filter(|p| p[3] != 0).count();
        assert!(drawn > whole.data.len() / 2, "{drawn} of {}", whole.data.len());
        for (x, y, width, height) in [(0, 5, 32, 1), (7, 0, 1, 24), (3, 4, 9, 11), (31, 23, 1, 1)] {
            let view = region(x as f32, y as f32, width as f32, height as f32).at_scale(scale);
            let part = picture.pixels(&view).expect("small");
            let cut = cut(&whole, [x, y, width, height].map(|v| v * scale as usize));
            assert!(part.data == cut, "{x}, {y} at scale {scale}");
        }
    }
}

fn cut(pixels: &Pixels, [x, y, width, height]: [usize; 4]) -> Vec<[u8; 4]> {
    let rows = pixels.data.chunks(pixels.width as usize).skip(y).take(height);
    rows.flat_map(|row| row[x..x + width].to_vec()).collect()
}

#[test]
fn scales_above_one_repeat_pixels_and_those_below_average_them() {
    let content = set("2x2", "", "") + &layer("2x1", "", "1,1");
    let folder = Folder::new(&map("2x1", "2x2", &content)).image("set.png", "ab/cd");
    let level = folder.level();
    let picture = Picture::of_level(&level, &folder);
    let at = |scale: f32| picture.pixels(&View::default().at_scale(scale)).expect("small");
    assert_eq!(letters(&at(2.0)), "aabbaabb/aabbaabb/ccddccdd/ccddccdd");
    assert_eq!(letters(&at(1.5)), "aabaab/aabaab/ccdccd");
    let half = at(0.5);
    assert_eq!((half.width, half.height), (2, 1));
    let mean: [u8; 4] = std::array::from_fn(|i| {
        let sum: u32 = "abcd".chars().map(|l| u32::from(support::color(l)[i])).sum();
        ((sum + 2) / 4) as u8
    });
    assert_eq!(half.data, [mean; 2]);
    let tiny = at(0.01);
    assert_eq!((tiny.width, tiny.height), (1, 1), "never less than a pixel");
}

#[test]
fn averaging_weighs_colours_with_alpha() {
    let folder = Folder::new(&map("1x2", "2x1", &(set("2x1", "", "") + &layer("1x2", "", "1,1"))))
        .with("set.png", png(2, 1, &[[200, 100, 50, 255], [0, 0, 0, 0]]));
    let level = folder.level();
    let pixels = Picture::of_level(&level, &folder).pixels(&View::default().at_scale(0.5)).expect("small");
    assert_eq!(pixels.data, [[200, 100, 50, 128]]);
}

#[test]
fn views_select_tiles_and_may_exceed_the_map() {
    let content = set("1x1", "", "") + &layer("3x2", "", "1,2,3,4,5,6");
    let folder = Folder::new(&map("3x2", "1x1", &content)).image("set.png", "abcdef");
    let level = folder.level();
    let picture = Picture::of_level(&level, &folder);
    let tiles = TileRect { min: TileCoord::new(1, 0), size: UVec2::new(2, 2) };
    let view = View::of_tiles(tiles, level.tile_size);
    assert_eq!(letters(&picture.pixels(&view).expect("small")), "bc/ef");
    assert_eq!(letters(&picture.pixels(&region(-1.0, -1.0, 3.0, 2.0)).expect("small")), ".../.ab");
}

#[test]
fn limits_are_errors_with_a_remedy() {
    let picture = Picture::new(Rect::new(Vec2::ZERO, Vec2::splat(4096.0)), None);
    let message = |view: View| {
        let error = picture.write_png(&view, Vec::new()).expect_err("refused");
        assert!(matches!(error, DrawError::Limit(_)));
        error.to_string()
    };
    assert_eq!(message(View::default().at_scale(0.0)), "a scale of 0 is invalid; use a scale above 0");
    assert_eq!(message(View::default().at_scale(f32::NAN)), "a scale of NaN is invalid; use a scale above 0");
    assert_eq!(message(region(1.0, 2.0, 0.0, 5.0)), "the region at 1, 2 of 0 × 5 px is empty");
    assert_eq!(message(region(0.0, 0.0, f32::INFINITY, 5.0)), "the region at 0, 0 of inf × 5 px is empty");
    assert_eq!(
        message(View::default().at_scale(20.0)),
        "the picture would be 81920 × 81920 px, and the limits are 262144 per side and 4294967296 in total; \
         choose a smaller region or scale"
    );
    assert_eq!(picture.size(&View::default().at_scale(0.3)).expect("small"), UVec2::splat(1229));
    assert!(picture.size(&View::default().at_scale(20.0)).is_err());
    let empty = Picture::new(Rect::default(), None).pixels(&View::default()).expect_err("nothing");
    assert_eq!(empty.to_string(), "the region at 0, 0 of 0 × 0 px is empty");
}

#[test]
fn missing_images_are_checkers_with_one_warning() {
    let content = set("8x8", "", "") + &layer("2x1", "", "1,2");
    let text = map("2x1", "8x8", &content);
    let [magenta, black, white] = [[255, 0, 255, 255], [0, 0, 0, 255], [255; 4]];
    for (folder, why) in [
        (Folder::new(&text), "the image cannot be read: no such file"),
        (
            Folder::new(&text).with("set.png", b"BM....".to_vec()),
            "the image is not a PNG, JPEG or GIF; convert it to one of these formats",
        ),
    ] {
        let pixels = folder.pixels();
        let at = |x: usize, y: usize| pixels.data[y * 16 + x];
        assert_eq!([at(0, 0), at(7, 7), at(8, 3), at(15, 7)], [white; 4], "a border around each tile");
        assert_eq!([at(1, 1), at(2, 1), at(2, 2), at(10, 1)], [magenta, black, magenta, black]);
        assert_eq!(
            folder.warnings(),
            [format!("set.png: {why}, so its tiles are drawn as magenta and black checkers")]
        );
    }
    let damaged = Folder::new(&text).with("set.png", b"\x89PNG\r\n\x1a\nwhat".to_vec()).warnings();
    assert!(damaged.len() == 1 && damaged[0].starts_with("set.png: the PNG is damaged: "), "{damaged:?}");
}

#[test]
fn missing_images_keep_the_size_that_the_map_states() {
    let content = r#"<tileset firstgid="1" name="big" tilewidth="1" tileheight="1" tilecount="1"><tile id="0"><image source="no.png" width="600" height="300"/></tile></tileset>
<imagelayer offsetx="600"><image source="none.png" width="40" height="30"/></imagelayer>"#;
    let folder = Folder::new(&map("1x1", "640x300", &(content.to_owned() + &layer("1x1", "", "1"))));
    let pixels = folder.pixels();
    let at = |x: usize, y: usize| pixels.data[y * 640 + x][3];
    assert_eq!(
        [at(0, 0), at(599, 299), at(600, 29), at(639, 0), at(600, 30), at(639, 299)],
        [255, 255, 255, 255, 0, 0]
    );
}

#[test]
fn palettes_grey_and_sixteen_bits_are_read() {
    let encode = |kind: ColorType, depth: BitDepth, data: &[u8]| {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, 2, 1);
        encoder.set_color(kind);
        encoder.set_depth(depth);
        if kind == ColorType::Indexed {
            encoder.set_palette(vec![1, 2, 3, 40, 50, 60]);
            encoder.set_trns(vec![255, 128]);
        }
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(data).expect("memory");
        writer.finish().expect("memory");
        out
    };
    let rows = [
        (encode(ColorType::Indexed, BitDepth::One, &[0b0100_0000]), [[1, 2, 3, 255], [40, 50, 60, 128]]),
        (encode(ColorType::Grayscale, BitDepth::Eight, &[7, 9]), [[7, 7, 7, 255], [9, 9, 9, 255]]),
        (
            encode(ColorType::Rgb, BitDepth::Sixteen, &[1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0]),
            [[1, 2, 3, 255], [4, 5, 6, 255]],
        ),
    ];
    let text = map("1x1", "2x1", &(set("2x1", "", "") + &layer("1x1", "", "1")));
    for (image, expected) in rows {
        assert_eq!(Folder::new(&text).with("set.png", image).pixels().data, expected);
    }
}

#[test]
fn a_png_file_holds_the_same_pixels() {
    let folder = motley();
    let level = folder.level();
    for background in [None, Some(Color::rgb(9, 8, 7)), Some(Color::rgb(9, 8, 7).with_alpha(3))] {
        let mut level_picture = Picture::of_level(&level, &folder);
        with_bodies(&mut level_picture);
        level_picture.set_background(background);
        for scale in [1.0, 0.3] {
            let view = View::default().at_scale(scale);
            let mut file = Vec::new();
            level_picture.write_png(&view, &mut file).expect("memory");
            let mut reader = png::Decoder::new(Cursor::new(file)).read_info().expect("a PNG");
            let mut data = vec![0; reader.output_buffer_size().expect("small")];
            let info = reader.next_frame(&mut data).expect("a whole PNG");
            let expected = level_picture.pixels(&view).expect("small");
            assert_eq!((info.width, info.height), (expected.width, expected.height));
            let opaque = background.is_some_and(|c| c.alpha == 255);
            let channels = if opaque { 3 } else { 4 };
            let flat: Vec<u8> = expected.data.iter().flat_map(|p| p[..channels].to_vec()).collect();
            assert!(data == flat, "{background:?} at scale {scale}");
            assert_eq!(opaque, expected.data.iter().all(|p| p[3] == 255));
        }
    }
}

#[test]
fn a_failed_write_is_an_error() {
    let picture = Picture::new(Rect::new(Vec2::ZERO, Vec2::splat(64.0)), None);
    let full = || Cursor::new([0u8; 20]);
    let png = picture.write_png(&View::default(), &mut full()).expect_err("no room");
    let svg = picture.write_svg(&View::default(), &mut full()).expect_err("no room");
    assert!(matches!((&png, &svg), (DrawError::Write(_), DrawError::Write(_))), "{png} {svg}");
    // A buffer that accepts everything, and fails only when it is flushed.
    let late = || BufWriter::with_capacity(1 << 20, full());
    let png = picture.write_png(&View::default(), late()).expect_err("no room");
    let svg = picture.write_svg(&View::default(), late()).expect_err("no room");
    assert!(matches!((&png, &svg), (DrawError::Write(_), DrawError::Write(_))), "{png} {svg}");
}

#[test]
fn shapes_cover_their_area() {
    let bounds = Rect::new(Vec2::ZERO, Vec2::new(20.0, 10.0));
    let red = Color::rgb(255, 0, 0);
    let count = |shape: Shape, scale: f32| {
        let mut picture = Picture::new(bounds, None);
        picture.push_shape(shape);
        let pixels = picture.pixels(&View::default().at_scale(scale)).expect("small");
        pixels.data.iter().map(|p| f64::from(p[3]) / 255.0).sum::<f64>()
    };
    let rect = Rect::new(Vec2::new(2.0, 3.0), Vec2::new(7.0, 5.0));
    assert_eq!(count(Shape::filled(Outline::Box(rect), red), 1.0), 35.0);
    assert_eq!(count(Shape::filled(Outline::Box(rect), red), 2.0), 140.0);
    let near =
        |found: f64, expected: f64| assert!((found - expected).abs() < 0.02 * expected, "{found} {expected}");
    near(count(Shape::filled(Outline::Ellipse(rect), red), 8.0), 64.0 * 35.0 * std::f64::consts::PI / 4.0);
    let dot = Outline::Dot { center: Vec2::new(10.0, 5.0), radius: 4.0 };
    near(count(Shape::filled(dot.clone(), red), 1.0), 16.0 * std::f64::consts::PI);
    near(count(Shape::filled(dot, red), 3.0), 16.0 * std::f64::consts::PI);
    let line = Outline::Line(vec![Vec2::new(5.0, 5.0), Vec2::new(15.0, 5.0)]);
    // Two pixels thick at every scale, with round ends.
    near(count(Shape::outlined(line.clone(), red, 2.0), 1.0), 20.0 + std::f64::consts::PI);
    near(count(Shape::outlined(line.clone(), red, 2.0), 0.5), 10.0 + std::f64::consts::PI);
    assert_eq!(count(Shape::filled(line, red), 1.0), 0.0, "a line has no inside");
    let trail = |points: &[[f32; 2]]| Outline::Trail(points.iter().map(|p| Vec2::from(*p)).collect());
    // A triangle, and half a hexagon for its round end.
    let straight = trail(&[[2.0, 5.0], [4.0, 5.0], [12.0, 5.0]]);
    near(count(Shape::outlined(straight.clone(), red, 4.0), 1.0), 20.0 + 5.2);
    near(count(Shape::outlined(straight.clone(), red, 4.0), 2.0), 40.0 + 5.2);
    assert_eq!(count(Shape::filled(straight, red), 1.0), 0.0, "a trail has no inside");
    // There and back: the way back, which widens further, and the round ends of both.
    let back = trail(&[[4.0, 5.0], [8.0, 5.0], [4.0, 5.0]]);
    near(count(Shape::outlined(back, red, 4.0), 4.0), 16.0 * 3.0 + 5.2 + 1.3);
    let triangle = vec![Vec2::new(1.0, 1.0), Vec2::new(9.0, 1.0), Vec2::new(1.0, 9.0)];
    near(count(Shape::filled(Outline::Polygon(triangle), red), 4.0), 16.0 * 32.0);
    for bad in [f32::NAN, f32::INFINITY] {
        let line = Outline::Line(vec![Vec2::new(bad, 5.0), Vec2::new(15.0, 5.0)]);
        assert_eq!(count(Shape::outlined(line, red, 2.0), 1.0), 0.0);
        let rect = Rect::new(Vec2::ZERO, Vec2::new(bad, 3.0));
        assert_eq!(count(Shape::filled(Outline::Box(rect), red), 1.0), 0.0);
    }
}

#[test]
fn the_player_is_over_projectiles_in_whatever_order_they_come() {
    let rect = Rect::new(Vec2::splat(2.0), Vec2::splat(8.0));
    let body = |kind| Body { kind, rect, path: Vec::new(), label: String::new() };
    for kinds in [[BodyKind::Player, BodyKind::Projectile], [BodyKind::Projectile, BodyKind::Player]] {
        let mut picture = Picture::new(Rect::new(Vec2::ZERO, Vec2::splat(12.0)), None);
        picture.push_bodies(&kinds.map(body));
        let pixels = picture.pixels(&View::default()).expect("small");
        let Color { red, green, blue, .. } = BodyKind::Player.color();
        assert_eq!(pixels.data[6 * 12 + 6], [red, green, blue, 255], "{kinds:?}");
    }
}

#[test]
fn a_trail_is_faint_where_it_begins() {
    let mut picture = Picture::new(Rect::new(Vec2::ZERO, Vec2::new(40.0, 9.0)), None);
    let path = vec![Vec2::new(1.0, 4.5), Vec2::new(39.0, 4.5)];
    picture.push_shape(Shape::outlined(Outline::Trail(path), Color::WHITE, 4.0));
    let pixels = picture.pixels(&View::default()).expect("small");
    let column = |x: usize| (0..9).map(|y| u32::from(pixels.data[y * 40 + x][3])).sum::<u32>();
    let columns: Vec<u32> = [2, 12, 22, 32].map(column).to_vec();
    assert!(columns.is_sorted() && columns[0] < 60 && columns[3] > 3 * 255, "{columns:?}");
}

#[test]
fn labels_stand_on_their_corner_in_pixels_of_the_picture() {
    let bounds = Rect::new(Vec2::ZERO, Vec2::new(12.0, 12.0));
    let draw = |scale: f32, size: u8| {
        let mut picture = Picture::new(bounds, None);
        let (color, plate) = (Color::rgb(1, 1, 1), Some(Color::rgb(9, 9, 9)));
        picture.push_label(Label { at: Vec2::new(1.0, 11.0), text: "I".to_owned(), color, plate, size });
        let pixels = picture.pixels(&View::default().at_scale(scale)).expect("small");
        let letter = |p: &[u8; 4]| match p {
            [1, ..] => '#',
            [9, ..] => '-',
            _ => '.',
        };
        let rows = pixels.data.chunks(pixels.width as usize);
        rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>()
    };
    let expected = [
        "............",
        ".----------.",
        ".--####----.",
        ".---##-----.",
        ".---##-----.",
        ".---##-----.",
        ".---##-----.",
        ".---##-----.",
        ".--####----.",
        ".----------.",
        ".----------.",
        "............",
    ];
    assert_eq!(draw(1.0, 1), expected);
    let large = draw(2.0, 2);
    let marks = |rows: &[String]| rows.iter().map(|row| row.matches('#').count()).sum::<usize>();
    assert_eq!(
        (marks(&large), marks(&draw(1.0, 1)), marks(&draw(2.0, 1)), marks(&draw(1.0, 0))),
        (72, 18, 18, 0)
    );
}

#[test]
fn the_levels_of_the_project_draw_without_a_warning() {
    for (name, size, seen) in
        [("cavern", (3200, 960), 0.9), ("playground", (3392, 352), 0.9), ("arena", (16384, 4096), 0.9)]
    {
        let path = format!("{}/../../../maps/{name}.tmx", env!("CARGO_MANIFEST_DIR"));
        let level = tilephys_tiled::load(path).expect("it loads");
        let picture = Picture::of_level(&level, &tilephys_tiled::Disk);
        assert_eq!(picture.warnings(), []);
        assert_eq!(picture.bounds().size, Vec2::new(size.0 as f32, size.1 as f32));
        let pixels = picture.pixels(&View::default().at_scale(1.0 / 64.0)).expect("small");
        let ground = level.background.expect("they have one");
        let other = pixels.data.iter().filter(|p| p[..3] != [ground.red, ground.green, ground.blue]).count();
        assert!(other as f64 > seen * pixels.data.len() as f64, "{name}: {other} of {}", pixels.data.len());
    }
}

#[test]
fn adjacent_tiles_have_no_gap_and_no_overlap_at_any_scale() {
    let ink = Color::rgb(200, 0, 0).with_alpha(100);
    for scale in [0.37, 0.5, 1.0, 1.3, 2.0] {
        let mut picture = Picture::new(Rect::new(Vec2::ZERO, Vec2::splat(24.0)), None);
        for (x, y) in (0..3).flat_map(|y| (0..3).map(move |x| (x as f32, y as f32))) {
            let tile = Rect::new(Vec2::new(x, y) * 8.0, Vec2::splat(8.0));
            picture.push_shape(Shape::filled(Outline::Tile(tile), ink));
        }
        let pixels = picture.pixels(&View::default().at_scale(scale)).expect("small");
        // The last row and column may be partial pixels.
        let (width, height) = (pixels.width as usize, pixels.height as usize);
        let inner = (0..height - 1).flat_map(|y| (0..width - 1).map(move |x| y * width + x));
        assert!(inner.map(|i| pixels.data[i]).all(|p| p == [200, 0, 0, 100]), "scale {scale}");
    }
}

#[test]
fn generated_shapes_are_drawn_as_pushed_ones() {
    let cross = |at: f32| {
        let ends = [[0.0, 0.0, 6.0, 6.0], [0.0, 6.0, 6.0, 0.0]];
        let ends = ends.map(|[x, y, u, v]| [Vec2::new(x + at, y), Vec2::new(u + at, v)]);
        Shape::outlined(Outline::Segments(ends.into()), Color::rgb(9, 9, 9).with_alpha(120), 2.0)
    };
    let bounds = Rect::new(Vec2::ZERO, Vec2::new(40.0, 8.0));
    let (mut pushed, mut generated) = (Picture::new(bounds, None), Picture::new(bounds, None));
    [1.0, 20.0].into_iter().for_each(|at| pushed.push_shape(cross(at)));
    generated.push_generated(move |window, draw| {
        assert!(window.min.x <= -16.0 && window.size.x >= 40.0 + 32.0, "{window:?}");
        [1.0, 20.0].into_iter().for_each(|at| draw(cross(at)));
    });
    let draw = |picture: &Picture| picture.pixels(&View::default()).expect("small").data;
    assert_eq!(draw(&generated), draw(&pushed));
    // Where lines cross, they are drawn once.
    assert_eq!(draw(&pushed)[3 * 40 + 4][3], 120);
}
