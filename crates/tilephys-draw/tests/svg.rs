//! SVG output: well-formed, complete, and equal to the pixels.

use crate::support;

use glam::Vec2;
use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use support::{Folder, layer, map, set};
use tilephys_draw::{Body, BodyKind, Color, DrawError, Outline, Picture, Rect, Shape, View};

fn svg(folder: &Folder, view: &View, change: impl FnOnce(&mut Picture<'_>)) -> String {
    let level = folder.level();
    let mut picture = Picture::of_level(&level, folder);
    change(&mut picture);
    let mut out = Vec::new();
    picture.write_svg(view, &mut out).expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

fn named<'a>(document: &'a Document<'a>, name: &'a str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", name))).collect()
}

/// Positions of the corner, the end of the width and the end of the height of a used image of this size.
fn placed(node: Node<'_, '_>, size: [f64; 2]) -> [[f64; 2]; 3] {
    let number = |name: &str| node.attribute(name).map_or(0.0, |v| v.parse().expect("a number"));
    let [a, b, c, d, e, f] = match node.attribute("transform") {
        None => [1.0, 0.0, 0.0, 1.0, number("x"), number("y")],
        Some(text) => {
            let list = text.strip_prefix("matrix(").and_then(|t| t.strip_suffix(')')).expect("a matrix");
            let values: Vec<f64> = list.split(' ').map(|v| v.parse().expect("a number")).collect();
            values.try_into().expect("six")
        }
    };
    [[0.0, 0.0], [size[0], 0.0], [0.0, size[1]]].map(|[x, y]| [a * x + c * y + e, b * x + d * y + f])
}

#[test]
fn tiles_are_used_where_their_pixels_are() {
    // Of a tile of 2×1 px in the cell from (4, 0) to (8, 4): the corner, the end of its width, of its height.
    let rows: [(u32, [[f64; 2]; 3]); 8] = [
        (0, [[4.0, 3.0], [6.0, 3.0], [4.0, 4.0]]),
        (4, [[6.0, 3.0], [4.0, 3.0], [6.0, 4.0]]),
        (2, [[4.0, 4.0], [6.0, 4.0], [4.0, 3.0]]),
        (6, [[6.0, 4.0], [4.0, 4.0], [6.0, 3.0]]),
        (1, [[4.0, 2.0], [4.0, 4.0], [5.0, 2.0]]),
        (5, [[5.0, 2.0], [5.0, 4.0], [4.0, 2.0]]),
        (3, [[4.0, 4.0], [4.0, 2.0], [5.0, 4.0]]),
        (7, [[5.0, 4.0], [5.0, 2.0], [4.0, 4.0]]),
    ];
    for (flags, expected) in rows {
        let content = set("2x1", "", "") + &layer("2x1", "", &format!("0,{}", flags << 29 | 1));
        let folder = Folder::new(&map("2x1", "4x4", &content)).image("set.png", "ab");
        let text = svg(&folder, &View::default(), |_| {});
        let document = Document::parse(&text).expect("well-formed");
        let uses = named(&document, "use");
        assert_eq!(uses.len(), 1);
        assert_eq!(placed(uses[0], [2.0, 1.0]), expected, "{flags}\n{text}");
    }
}

#[test]
fn every_reference_has_one_target_and_each_tile_one_image() {
    let row = |attributes: &str| layer("3x1", attributes, "1,2,1");
    let content = set("1x1", "", "")
        + r#"<imagelayer repeatx="1" offsety="1"><image source="sky.png"/></imagelayer>"#
        + &row("")
        + &row(r#"opacity="0.5""#)
        + &row(r##"tintcolor="#80ff0000""##)
        + r#"<objectgroup><object id="1" gid="2" x="1" y="1" rotation="45"/></objectgroup>"#;
    let folder = Folder::new(&map("3x1", "1x1", &content)).image("set.png", "ab").image("sky.png", "c");
    let text = svg(&folder, &View::default(), |_| {});
    let document = Document::parse(&text).expect("well-formed");
    let ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
    let uses = named(&document, "use");
    assert_eq!(uses.len(), 1 + 3 * 3 + 1);
    for node in &uses {
        let target = node.attribute("href").and_then(|h| h.strip_prefix('#')).expect("a reference");
        assert!(unique.contains(target), "{target}");
    }
    // Two tiles, each plain and tinted, and the sky.
    let images = named(&document, "image");
    assert_eq!(images.len(), 5);
    assert!(
        images.iter().all(|i| i.attribute("href").is_some_and(|h| h.starts_with("data:image/png;base64,")))
    );
    let opacities: Vec<&str> = uses.iter().filter_map(|u| u.attribute("opacity")).collect();
    let half = (128.0 / 255.0_f64).to_string();
    assert_eq!(opacities, ["0.5", "0.5", "0.5", half.as_str(), half.as_str(), half.as_str()]);
    assert!(text.contains(r#"transform="rotate(45 1 1) matrix(1 0 0 1 1 0)""#), "{text}");
    let sky = named(&document, "pattern");
    assert_eq!(sky.len(), 1);
}

#[test]
fn bodies_are_escaped_and_as_thick_as_in_pixels() {
    let folder = Folder::new(&map("4x4", "4x4", "").replace("<map", r##"<map backgroundcolor="#102030""##));
    let body = Body {
        kind: BodyKind::Wrong,
        rect: Rect::new(Vec2::new(1.5, 2.0), Vec2::new(3.0, 4.0)),
        path: vec![Vec2::ZERO, Vec2::new(3.0, 4.0)],
        label: "<&\">\n\u{1}é".to_owned(),
    };
    let view = View { region: Some(Rect::new(Vec2::new(-2.0, 1.0), Vec2::new(9.0, 6.0))), scale: 2.0 };
    let text = svg(&folder, &view, |picture| picture.push_bodies(&[body]));
    let document = Document::parse(&text).expect("well-formed");
    let root = document.root_element();
    let head = ["width", "height", "viewBox"].map(|name| root.attribute(name));
    assert_eq!(head, [Some("18"), Some("12"), Some("-2 1 9 6")]);
    // From 0, 0 to 3, 4 in pixels of the level. At the end the trail is 4 px of the picture thick, on a shade of 6 px.
    let trails: Vec<_> =
        named(&document, "path").into_iter().filter(|p| p.has_attribute("transform")).collect();
    let corner = |trail: &Node<'_, '_>, n: usize| {
        let corners = trail.attribute("d").and_then(|d| d.strip_prefix('M')).expect("a path").to_owned();
        corners.split(' ').nth(n).expect("seven corners").to_owned()
    };
    for (trail, end) in trails.iter().zip(["3.60,9.80", "4.40,9.20"]) {
        assert_eq!(trail.attribute("transform"), Some("scale(0.5)"));
        assert_eq!([corner(trail, 0), corner(trail, 1)], ["0.00,0.00", end]);
    }
    let boxes: Vec<_> = named(&document, "rect")
        .iter()
        .filter_map(|r| r.attribute("stroke-width"))
        .map(str::to_owned)
        .collect();
    assert_eq!(boxes, ["2", "0.5"]);
    let labels: Vec<_> = document.descendants().filter_map(|n| n.attribute("aria-label")).collect();
    assert_eq!(labels, ["<&\"> \u{FFFD}é"]);
    let rects = named(&document, "rect");
    assert_eq!(rects[0].attribute("fill"), Some("#102030"), "the background is behind all");
    assert_eq!((rects[1].attribute("x"), rects[1].attribute("height")), (Some("1.5"), Some("4")));
}

#[test]
fn invisible_items_are_not_written() {
    let folder = Folder::new(&map("4x4", "4x4", ""));
    let text = svg(&folder, &View::default(), |picture| {
        let red = Color::rgb(255, 0, 0);
        picture.push_shape(Shape::filled(Outline::Polygon(vec![Vec2::NAN, Vec2::ZERO, Vec2::ONE]), red));
        picture.push_shape(Shape::filled(Outline::Box(Rect::new(Vec2::ZERO, Vec2::new(-1.0, 2.0))), red));
        picture.push_shape(Shape::filled(Outline::Dot { center: Vec2::ZERO, radius: 0.0 }, red));
    });
    let document = Document::parse(&text).expect("well-formed");
    let names: Vec<_> =
        document.root_element().children().filter(Node::is_element).map(|n| n.tag_name().name()).collect();
    assert_eq!(names, ["defs"]);
}

#[test]
fn too_many_elements_are_an_error_before_anything_is_written() {
    let mut picture = Picture::new(Rect::new(Vec2::ZERO, Vec2::ONE), None);
    for _ in 0..600_000 {
        let dot = Outline::Dot { center: Vec2::ZERO, radius: 1.0 };
        picture.push_shape(Shape::filled(dot, Color::WHITE));
    }
    let mut out = Vec::new();
    let error = picture.write_svg(&View::default(), &mut out).expect_err("too many");
    assert!(matches!(error, DrawError::Limit(_)) && out.is_empty());
    let expected =
        "the SVG would have 1200000 elements, and the limit is 1048576; choose a smaller region, or PNG";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn tiles_segments_and_generated_shapes_are_elements() {
    let folder = Folder::new(&map("4x4", "4x4", ""));
    let text = svg(&folder, &View::default(), |picture| {
        picture.push_generated(|_, draw| {
            let tile = Outline::Tile(Rect::new(Vec2::ONE, Vec2::splat(4.0)));
            draw(Shape::filled(tile, Color::rgb(1, 2, 3)));
            let ends = vec![[Vec2::ZERO, Vec2::ONE], [Vec2::new(3.0, 4.0), Vec2::new(5.0, 6.0)]];
            draw(Shape::outlined(Outline::Segments(ends), Color::WHITE, 1.0));
        });
    });
    let document = Document::parse(&text).expect("well-formed");
    let rects = named(&document, "rect");
    assert!(rects.iter().any(|rect| rect.attribute("shape-rendering") == Some("crispEdges")), "{text}");
    let paths: Vec<_> = named(&document, "path").iter().filter_map(|path| path.attribute("d")).collect();
    assert_eq!(paths, ["M0,0 1,1M3,4 5,6"]);
}
