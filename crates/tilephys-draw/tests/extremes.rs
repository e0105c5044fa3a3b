//! Extreme numbers in maps: the picture is drawn or refused, and nothing panics.

use crate::support;

use glam::Vec2;
use support::{Folder, layer, map};
use tilephys_draw::{Body, BodyKind, Color, Label, Outline, Picture, Rect, Shape, View};

const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "0.001",
    "-0.75",
    "65536",
    "8388607",
    "-8388607",
    "268435455",
    "2147483647",
    "-2147483648",
    "4294967295",
];

/// Maps with every drawn feature, with a number in each attribute.
fn maps() -> [String; 2] {
    let content = r##"<tileset firstgid="1" name="things" tilewidth="9" tileheight="9" tilecount="3"><tileoffset x="-3" y="2"/><tile id="0" x="1" y="1" width="3" height="2"><image source="a.png" width="7" height="3"/><animation><frame tileid="1" duration="5"/></animation></tile><tile id="1"><image source="a.png"/></tile><tile id="2"><image source="missing.png" width="5" height="4"/></tile></tileset>
<tileset firstgid="4" name="set" tilewidth="2" tileheight="2" margin="1" spacing="1" columns="2" tilecount="6" tilerendersize="grid" fillmode="preserve-aspect-fit"><tileoffset x="1" y="1"/><image source="a.png" width="7" height="3"/></tileset>
<imagelayer repeatx="1" repeaty="0" offsetx="0.5" offsety="3.5" opacity="0.5"><image source="a.png"/></imagelayer><imagelayer><image source="no.png" width="9" height="9"/></imagelayer>
<objectgroup opacity="0.8"><object id="1" gid="1" x="9" y="9" width="14" height="9" rotation="33"/><object id="2" gid="2" x="20" y="20"/></objectgroup>"##;
    let finite = layer("3x2", r#"offsetx="1.5" offsety="2""#, "1,2,3,536870914,2147483652,1073741829");
    let chunks = r#"<layer width="2" height="2" offsetx="3"><data encoding="csv"><chunk x="-16" y="-32" width="2" height="2">1,2,3,4</chunk><chunk x="3" y="-1" width="3" height="1">1,0,5</chunk></data></layer>"#;
    let infinite = map("3x2", "4x4", &(content.to_owned() + chunks));
    [map("3x2", "4x4", &(content.to_owned() + &finite)), infinite.replace("<map", r#"<map infinite="1""#)]
}

/// Ranges of the numbers between quotes.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at + 1).collect();
    let pairs = quotes.chunks_exact(2).map(|q| (q[0], q[1] - 1));
    pairs.filter(|&(from, to)| text[from..to].parse::<f64>().is_ok()).collect()
}

#[test]
fn any_number_in_a_map_is_drawn_or_refused() {
    let (mut drawn, mut refused, mut not_loaded) = (0, 0, 0);
    for text in maps() {
        let places = numbers(&text);
        assert!(places.len() > 50, "{}", places.len());
        for (from, to) in places {
            for number in NUMBERS {
                let changed = format!("{}{number}{}", &text[..from], &text[to..]);
                let folder = Folder::new(&changed).image("a.png", "abcdefg/hijklmn/opqrstu");
                let Ok(level) = tilephys_tiled::load_from(&folder, "a.tmx") else {
                    not_loaded += 1;
                    continue;
                };
                let picture = Picture::of_level(&level, &folder);
                let here = Rect::new(Vec2::splat(-5.0), Vec2::splat(20.0));
                let view = View { region: Some(here), scale: 1.3 };
                picture.pixels(&view).unwrap_or_else(|e| panic!("{e}\n{changed}"));
                picture.write_svg(&view, std::io::sink()).unwrap_or_else(|e| panic!("{e}\n{changed}"));
                // The whole map, small enough to be quick.
                let side = picture.bounds().size.max_element();
                match picture.pixels(&View::default().at_scale(24.0 / side)) {
                    Ok(_) => drawn += 1,
                    Err(_) => refused += 1,
                }
            }
        }
    }
    println!("{drawn} drawn, {refused} refused, {not_loaded} not loaded");
    assert!(drawn > 500 && not_loaded > 100, "{drawn} drawn, {refused} refused, {not_loaded} not loaded");
}

#[test]
fn any_coordinates_of_shapes_labels_and_views_are_accepted() {
    let values = [0.0, -0.5, 1.0, 7.25, 1e6, -1e9, 3e18, 1e30, f32::MAX, f32::INFINITY, f32::NAN];
    let outlines = |p: Vec2, size: Vec2| {
        let rect = Rect::new(p, size);
        [
            Outline::Box(rect),
            Outline::Ellipse(rect),
            Outline::Dot { center: p, radius: size.x },
            Outline::Line(vec![Vec2::ZERO, p, p + size, Vec2::splat(5.0)]),
            Outline::Trail(vec![p, Vec2::ZERO, p, p + size, Vec2::splat(5.0)]),
            Outline::Polygon(vec![Vec2::ZERO, p, p + size]),
        ]
    };
    for x in values {
        let mut picture = Picture::new(Rect::new(Vec2::ZERO, Vec2::splat(16.0)), None);
        for y in values {
            for outline in outlines(Vec2::new(x, y), Vec2::new(y, 3.0)) {
                let fill = Some(Color::WHITE.with_alpha(9));
                picture.push_shape(Shape { outline, fill, line: fill, thickness: y });
            }
            let (text, rect) = ("Abc".to_owned(), Rect::new(Vec2::new(y, x), Vec2::splat(x)));
            let label = Label {
                at: Vec2::new(x, y),
                text,
                color: Color::WHITE,
                plate: Some(Color::WHITE),
                size: 255,
            };
            picture.push_label(label);
            let path = vec![Vec2::splat(x), Vec2::splat(y)];
            picture.push_bodies(&[Body { kind: BodyKind::Other, rect, path, label: "b".to_owned() }]);
        }
        for scale in [1.0, 0.01, 20.0] {
            picture.pixels(&View::default().at_scale(scale)).expect("small");
            let mut text = Vec::new();
            picture.write_svg(&View::default().at_scale(scale), &mut text).expect("memory");
            let text = String::from_utf8(text).expect("UTF-8");
            roxmltree::Document::parse(&text).expect("well-formed");
            assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        }
        for size in values {
            for scale in [1e-30, 1.0, 1e30, x] {
                let view = View { region: Some(Rect::new(Vec2::new(x, -x), Vec2::splat(size))), scale };
                // Large pictures are not the subject of this test.
                if size * scale < 40.0 || size * scale > 1e6 {
                    let _ = picture.pixels(&view);
                }
            }
        }
    }
}
