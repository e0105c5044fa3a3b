//! Shapes of the Tile Collision Editor in the grid.

use crate::support;

use glam::IVec2;
use support::{error, layer, level, map, property, rock, tile};
use tilephys_core::{
    Aabb, Direction, Tile, UNITS_PER_PX,
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};
use tilephys_tiled::Level;

/// A map with one tile of 16 px whose shapes are `objects`.
fn with(objects: &str) -> String {
    let tile = format!(r#"<tile id="2"><objectgroup>{objects}</objectgroup></tile>"#);
    map("1x1", &(rock(&tile) + "\n" + &layer("ground", "1x1", "", "3")))
}

fn only_kind(level: &Level) -> TileShape {
    let [kind] = level.grid.tile_kinds() else { panic!("{:?}", level.grid.tile_kinds()) };
    kind.shape.clone()
}

fn shape(objects: &str) -> TileShape {
    only_kind(&level(&with(objects)))
}

/// A point of pixels on the lattice.
fn at(x: f32, y: f32) -> IVec2 {
    IVec2::new((x * UNITS_PER_PX as f32) as i32, (y * UNITS_PER_PX as f32) as i32)
}

fn boxed(x: f32, y: f32, right: f32, bottom: f32) -> TileShape {
    TileShape::Box(Aabb { min: at(x, y), max: at(right, bottom) })
}

fn slope(side: Direction, low: i32, high: i32) -> TileShape {
    TileShape::Slope(Slope { side, heights: [low * UNITS_PER_PX, high * UNITS_PER_PX] })
}

fn polygon(corners: &[(f32, f32)]) -> Part {
    Part::Solid(Polygon::new(&corners.iter().map(|&(x, y)| at(x, y)).collect::<Vec<_>>()))
}

fn line(from: (f32, f32), to: (f32, f32), open: Direction) -> OneWay {
    OneWay::new(at(from.0, from.1), at(to.0, to.1), open)
}

/// A polygon object whose own place is its first point, with `inner` in it.
fn drawn(points: &str, inner: &str) -> String {
    format!(r#"<object id="1" x="0" y="0">{inner}<polygon points="{points}"/></object>"#)
}

#[test]
fn rectangles_are_full_tiles_and_boxes() {
    let rows = [
        (r#"<object id="1" x="0" y="0" width="16" height="16"/>"#, TileShape::Full),
        (r#"<object id="1" width="16" height="8" y="8"/>"#, boxed(0.0, 8.0, 16.0, 16.0)),
        (r#"<object id="1" width="16" height="8"/>"#, boxed(0.0, 0.0, 16.0, 8.0)),
        (r#"<object id="1" x="2.5" y="3.25" width="4" height="4.5"/>"#, boxed(2.5, 3.25, 6.5, 7.75)),
        (r#"<object id="1" x="-4" y="-8" width="24" height="24"/>"#, boxed(-4.0, -8.0, 20.0, 16.0)),
        // Turned about its own corner, which comes to lie right of it, and back to where it was.
        (r#"<object id="1" x="16" width="16" height="16" rotation="90"/>"#, TileShape::Full),
        (r#"<object id="1" x="16" width="4" height="16" rotation="-270"/>"#, boxed(0.0, 0.0, 16.0, 4.0)),
        (r#"<object id="1" width="16" height="16" rotation="720"/>"#, TileShape::Full),
    ];
    for (object, expected) in rows {
        assert_eq!(shape(object), expected, "{object}");
    }
}

#[test]
fn a_rotated_rectangle_is_a_polygon() {
    // A square of side 8√2, turned by 45 degrees about its upper corner: a diamond of width and height 16.
    let side = 8.0 * 2_f64.sqrt();
    let object = format!(r#"<object id="1" x="8" y="0" width="{side}" height="{side}" rotation="45"/>"#);
    let diamond = polygon(&[(8.0, 0.0), (16.0, 8.0), (8.0, 16.0), (0.0, 8.0)]);
    assert_eq!(shape(&object), TileShape::Parts(vec![diamond]));
}

#[test]
fn triangles_and_trapezoids_on_the_edges_of_the_cell_are_slopes() {
    use Direction::{Down, Left, Right, Up};
    let rows = [
        ("0,16 16,16 16,0", slope(Down, 0, 16)),
        ("0,0 0,16 16,16", slope(Down, 16, 0)),
        ("0,16 16,16 16,8", slope(Down, 0, 8)),
        ("0,16 16,16 16,0 0,8", slope(Down, 8, 16)),
        ("0,5 16,12 16,16 0,16", slope(Down, 11, 4)),
        ("0,0 16,0 16,16", slope(Up, 0, 16)),
        ("0,0 16,0 0,8", slope(Up, 8, 0)),
        ("0,0 0,16 8,16", slope(Left, 0, 8)),
        ("0,0 4,0 12,16 0,16", slope(Left, 4, 12)),
        ("16,0 16,16 8,16 12,0", slope(Right, 4, 8)),
    ];
    for (points, expected) in rows {
        assert_eq!(shape(&drawn(points, "")), expected, "{points}");
        // The polygon in the other winding, from another corner, with a corner on an edge, moved.
        let mut list: Vec<(f32, f32)> = points
            .split(' ')
            .map(|p| p.split_once(',').unwrap())
            .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
            .collect();
        list.insert(1, ((list[0].0 + list[1].0) / 2.0, (list[0].1 + list[1].1) / 2.0));
        list.reverse();
        list.rotate_left(2);
        let (x, y) = list[0];
        let text: Vec<_> = list.iter().map(|p| format!("{},{}", p.0 - x, p.1 - y)).collect();
        let again =
            format!(r#"<object id="1" x="{x}" y="{y}"><polygon points="{}"/></object>"#, text.join(" "));
        assert_eq!(shape(&again), expected, "{again}");
    }
}

#[test]
fn other_polygons_stay_polygons() {
    let rows: [(&str, &[(f32, f32)]); 4] = [
        // Not on the edges; narrower than the cell; beyond it; with five corners.
        ("1,16 16,16 16,1", &[(1.0, 16.0), (16.0, 16.0), (16.0, 1.0)]),
        ("8,16 16,16 16,8", &[(8.0, 16.0), (16.0, 16.0), (16.0, 8.0)]),
        ("0,16 16,16 16,-16", &[(0.0, 16.0), (16.0, 16.0), (16.0, -16.0)]),
        ("0,16 16,16 16,4 8,0 0,4", &[(0.0, 16.0), (16.0, 16.0), (16.0, 4.0), (8.0, 0.0), (0.0, 4.0)]),
    ];
    for (points, expected) in rows {
        assert_eq!(shape(&drawn(points, "")), TileShape::Parts(vec![polygon(expected)]), "{points}");
    }
    let corners = [(0.0, 16.0), (16.0, 16.0), (16.0, 0.0)];
    let none = drawn("0,16 16,16 16,0", &property("slope", "none"));
    assert_eq!(shape(&none), TileShape::Parts(vec![polygon(&corners)]), "slope none");
    let rock = rock(&format!(
        r#"<tile id="2">{}<objectgroup>{}</objectgroup></tile>"#,
        property("slope", "none"),
        drawn("0,16 16,16 16,0", &property("slope", "auto"))
    ));
    let near = level(&map("1x1", &(rock + &layer("l", "1x1", "", "3"))));
    assert_eq!(only_kind(&near), slope(Direction::Down, 0, 16), "the shape's word is nearer than the tile's");
}

#[test]
fn several_shapes_are_parts_and_a_full_one_covers_the_others() {
    let half = r#"<object id="1" width="16" height="4"/>"#;
    let quarter = r#"<object id="2" y="8" width="8" height="8"/>"#;
    let both = TileShape::Parts(vec![
        polygon(&[(0.0, 0.0), (16.0, 0.0), (16.0, 4.0), (0.0, 4.0)]),
        polygon(&[(0.0, 8.0), (8.0, 8.0), (8.0, 16.0), (0.0, 16.0)]),
    ]);
    assert_eq!(shape(&format!("{half}{quarter}")), both);
    let full = r#"<object id="3" width="16" height="16"/>"#;
    assert_eq!(shape(&format!("{half}{full}{quarter}")), TileShape::Full);
    let beyond = r#"<object id="3" x="8" width="16" height="4"/>"#;
    assert!(matches!(shape(&format!("{full}{beyond}")), TileShape::Parts(parts) if parts.len() == 2));
    let none = format!(r#"<object id="4" width="3" height="3">{}</object>"#, property("collision", "none"));
    assert_eq!(shape(&format!("{none}{full}")), TileShape::Full);
}

#[test]
fn ellipses_and_capsules_are_octagons_around_them() {
    let octagon = |object: &str| match shape(object) {
        TileShape::Parts(parts) => match &parts[..] {
            [Part::Solid(polygon)] => polygon.corners().to_vec(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let circle = octagon(r#"<object id="1" width="16" height="16"><ellipse/></object>"#);
    let wide = octagon(r#"<object id="1" width="16" height="8"><ellipse/></object>"#);
    let capsule = octagon(r#"<object id="1" width="16" height="8"><capsule/></object>"#);
    for (corners, radius) in [(&circle, [8.0, 8.0]), (&wide, [8.0, 4.0])] {
        assert_eq!(corners.len(), 8);
        let from_center = corners.iter().map(|c| {
            let [x, y] = [f64::from(c.x) / 256.0 / radius[0] - 1.0, f64::from(c.y) / 256.0 / radius[1] - 1.0];
            (x * x + y * y).sqrt()
        });
        for distance in from_center {
            assert!((distance - 1.0824).abs() < 0.001, "{distance}");
        }
        let low = corners.iter().copied().reduce(IVec2::min).unwrap();
        let high = corners.iter().copied().reduce(IVec2::max).unwrap();
        assert_eq!((low, high), (IVec2::ZERO, at(2.0 * radius[0] as f32, 2.0 * radius[1] as f32)));
    }
    // The ends of a capsule are half circles, whatever its length.
    let upper: Vec<i32> = capsule.iter().filter(|c| c.y == 0).map(|c| c.x).collect();
    let circles: Vec<i32> = circle.iter().filter(|c| c.y == 0).map(|c| c.x / 2).collect();
    assert_eq!(upper, [circles[0], 16 * 256 - circles[0]]);
}

#[test]
fn one_way_shapes_are_their_edges_toward_the_open_side() {
    use Direction::{Down, Left, Right, Up};
    let one = |dir: &str| {
        format!(
            r#"<properties><property name="collision" value="one_way"/>{}</properties>"#,
            if dir.is_empty() {
                String::new()
            } else {
                format!(r#"<property name="one_way_dir" value="{dir}"/>"#)
            }
        )
    };
    let rows = [
        (r#"x="0" y="4" width="16" height="12">"#, "", line((0.0, 4.0), (16.0, 4.0), Up)),
        (r#"x="0" y="4" width="16" height="12">"#, "down", line((0.0, 16.0), (16.0, 16.0), Down)),
        (r#"x="3" y="4" width="10" height="12">"#, "left", line((3.0, 4.0), (3.0, 16.0), Left)),
        (r#"x="3" y="4" width="10" height="12">"#, "right", line((13.0, 4.0), (13.0, 16.0), Right)),
        // Without height, as Tiled draws a rectangle that was not dragged down.
        (r#"x="0" y="4" width="16">"#, "up", line((0.0, 4.0), (16.0, 4.0), Up)),
        (r#"x="5" y="0" height="16">"#, "right", line((5.0, 0.0), (5.0, 16.0), Right)),
        (r#"><polygon points="0,16 16,16 16,0"/>"#, "up", line((0.0, 16.0), (16.0, 0.0), Up)),
        (r#"><polygon points="0,16 16,16 16,0"/>"#, "left", line((0.0, 16.0), (16.0, 0.0), Left)),
        (r#"><polygon points="0,16 16,16 16,0"/>"#, "right", line((16.0, 0.0), (16.0, 16.0), Right)),
    ];
    for (object, dir, expected) in rows {
        let object = format!(r#"<object id="1" {object}{}</object>"#, one(dir));
        assert_eq!(shape(&object), TileShape::OneWay(expected), "{object}");
    }
    let roof = format!(r#"<object id="1">{}<polygon points="0,16 8,8 16,16"/></object>"#, one(""));
    let both = [line((8.0, 8.0), (16.0, 16.0), Up), line((0.0, 16.0), (8.0, 8.0), Up)];
    assert_eq!(shape(&roof), TileShape::Parts(both.map(Part::OneWay).to_vec()));
    // A step of a polyline has no side toward its open side.
    let stairs =
        format!(r#"<object id="1" y="8">{}<polyline points="0,0 8,0 8,-4 16,-8"/></object>"#, one("up"));
    let pieces = [line((0.0, 8.0), (8.0, 8.0), Up), line((8.0, 4.0), (16.0, 0.0), Up)];
    assert_eq!(shape(&stairs), TileShape::Parts(pieces.map(Part::OneWay).to_vec()));
}

#[test]
fn a_tile_without_shapes_is_whole_or_its_edge() {
    let of_tile = |content: &str| {
        only_kind(&level(&map("1x1", &format!("{}{}", rock(content), layer("l", "1x1", "", "3")))))
    };
    let edge = |dir| TileShape::OneWay(OneWay::edge(glam::UVec2::splat(16), dir));
    assert_eq!(of_tile(&tile(2, "collision", "solid")), TileShape::Full);
    assert_eq!(of_tile(&tile(2, "collision", "one_way")), edge(Direction::Up));
    assert_eq!(of_tile(&tile(2, "one_way", "true")), edge(Direction::Up));
    assert_eq!(of_tile(r#"<tile id="2" class="one-way"/>"#), edge(Direction::Up));
    for (name, dir) in [
        ("up", Direction::Up),
        ("right", Direction::Right),
        ("down", Direction::Down),
        ("left", Direction::Left),
    ] {
        let both = format!(
            r#"<tile id="2"><properties><property name="collision" value="one_way"/><property name="one_way_dir" value="{name}"/></properties></tile>"#
        );
        assert_eq!(of_tile(&both), edge(dir));
    }
}

/// The message for a tile with these shapes, each on line 4.
fn refused(objects: &str) -> String {
    let shapes = format!("<tile id=\"2\"><objectgroup>\n{objects}</objectgroup></tile>");
    error(&map("2x1", &format!("{}\n{}", rock(&shapes), layer("ground", "2x1", "", "0,3"))))
}

#[test]
fn invalid_shapes_are_errors_with_a_position_and_a_remedy() {
    let open = |dir: &str| {
        format!(
            r#"<properties><property name="collision" value="one_way"/><property name="one_way_dir" value="{dir}"/></properties>"#
        )
    };
    let teeth = (0..127).map(|i| format!("{i},{} ", i % 2));
    let crown: String = teeth.chain(["126,9 ".to_owned(), "0,9".to_owned()]).collect();
    let crossing = "the edge after corner 1 of the polygon crosses the edge after corner 3, or touches it \
                    from inside; redraw it without crossings";
    let no_side = |dir: &str| {
        format!("no segment of the line faces {dir}; rotate the line, or set \"one_way_dir\" to another side")
    };
    let rows: [(String, &str); 6] = [
        (drawn("0,0 16,16 16,0 0,16", ""), crossing),
        (drawn("8,0 12,16 0,6 16,6 4,16", ""), crossing),
        (
            drawn(crown.trim(), ""),
            "the polygon has 129 corners, and the limit is 128; split it into several polygons",
        ),
        (
            drawn("0,0 70000,0 0,16", ""),
            "corner 2 of the shape is more than 65536 px from its cell; move it \
                                         closer",
        ),
        (format!(r#"<object id="1">{}<polyline points="3,3 3,9"/></object>"#, open("up")), &no_side("up")),
        (format!(r#"<object id="1" width="16">{}</object>"#, open("left")), &no_side("left")),
    ];
    for (object, message) in rows {
        assert_eq!(
            refused(&object.replace("id=\"1\"", "id=\"1\" name=\"ramp\"")),
            format!(
                "a.tmx:4:1: layer \"ground\", column 1, row 0, tile 2 of tileset \"rock\", object 1 \"ramp\": {message}"
            ),
            "{object}"
        );
    }
}

#[test]
fn shapes_without_area_are_left_out_with_a_warning_each() {
    let says = |value: &str| property("collision", value);
    let empty = [
        drawn("0,0 16,16", ""),
        drawn("0,0", ""),
        drawn("0,0 8,8 16,16", ""),
        drawn("0,0 0,0 0,0", ""),
        drawn("0,0 0.001,0 0,0.001", ""),
        r#"<object id="1"/>"#.to_owned(),
        r#"<object id="1"><polyline points="3,3 3,3"/></object>"#.to_owned(),
        format!(r#"<object id="1">{}<polyline points="3,3"/></object>"#, says("one_way")),
        format!(r#"<object id="1">{}<point/></object>"#, says("solid")),
    ];
    let full = r#"<object id="2" width="16" height="16"/>"#;
    for object in empty {
        // In each layer and orientation it stays one shape.
        let tile = format!("<tile id=\"2\"><objectgroup>\n{object}{full}</objectgroup></tile>");
        let layers = layer("a", "2x1", "", "3,2147483651") + &layer("b", "2x1", "", "3,0");
        let level = level(&map("2x1", &format!("{}\n{layers}", rock(&tile))));
        assert_eq!(only_kind(&level), TileShape::Full, "{object}");
        assert_eq!(
            level.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["a.tmx:4:1: tile 2 of tileset \"rock\", object 1: the shape has no area, so it is ignored; \
              delete it in the Tile Collision Editor, or make it larger"],
            "{object}"
        );
    }
}

#[test]
fn lines_are_walls_one_unit_thick() {
    let unit = 1.0 / UNITS_PER_PX as f32;
    let wall = |corners: &[(f32, f32)]| TileShape::Parts(vec![polygon(corners)]);
    let rows = [
        (r#"<polyline points="0,4 16,4"/>"#, "", boxed(0.0, 4.0, 16.0, 4.0 + unit)),
        ("", r#"width="16""#, boxed(0.0, 0.0, 16.0, unit)),
        (r#"<polyline points="3,9 3,1"/>"#, "", boxed(3.0, 1.0, 3.0 + unit, 9.0)),
        (
            r#"<polyline points="0,8 16,0"/>"#,
            "",
            wall(&[(0.0, 8.0), (16.0, 0.0), (16.0, unit), (0.0, 8.0 + unit)]),
        ),
        (
            r#"<polyline points="0,0 8,16"/>"#,
            "",
            wall(&[(0.0, 0.0), (8.0, 16.0), (8.0 + unit, 16.0), (unit, 0.0)]),
        ),
    ];
    for (line, size, expected) in rows {
        assert_eq!(shape(&format!("<object id=\"1\" {size}>{line}</object>")), expected, "{line}{size}");
    }
}

#[test]
fn too_many_parts_become_several_kinds_in_one_place() {
    let points: String = (0..80).map(|i| format!("{i},{} ", i % 2)).collect();
    for says in ["one_way", "solid"] {
        let says = property("collision", says);
        let level = level(&with(&format!("<object id=\"1\">{says}<polyline points=\"{points}\"/></object>")));
        let parts = |kind: &Tile| if let TileShape::Parts(parts) = &kind.shape { parts.len() } else { 0 };
        assert_eq!(level.grid.tile_kinds().iter().map(parts).collect::<Vec<_>>(), [64, 15]);
        assert_eq!((level.grid.tiles().count(), level.grid.off_grid_shapes().count()), (1, 1));
    }
}

#[test]
fn points_outside_of_the_world_are_errors() {
    for points in ["0,0 nan,4 9,9", "0,0 inf,4 9,9", "0,0 9000000,4 9,9", "0,0 4 9,9", ""] {
        let message = refused(&format!(
            "<object id=\"1\">\n{}</object>",
            format_args!("<polygon points=\"{points}\"/>")
        ));
        assert_eq!(
            message,
            format!(
                "a.tmx:5:10: tile 2 of tileset \"rock\", object 1: <polygon points=\"{points}\">: expected pairs x,y of pixels within ±8388607, separated by spaces"
            )
        );
    }
}

#[test]
fn tiles_larger_than_their_cell_stand_on_its_lower_left_corner() {
    let big = |content: &str, of_layer: &str| {
        let set = format!(
            r#"<tileset firstgid="1" name="big" tilewidth="32" tileheight="24" tilecount="8" columns="4"><image source="b.png" width="128" height="48"/>{content}</tileset>"#
        );
        only_kind(&level(&map("1x1", &(set + &layer("l", "1x1", "", of_layer)))))
    };
    let solid = tile(2, "collision", "solid");
    assert_eq!(big(&solid, "3"), boxed(0.0, -8.0, 32.0, 16.0));
    let moved = format!(r#"<tileoffset x="4" y="-3"/>{solid}"#);
    assert_eq!(big(&moved, "3"), boxed(4.0, -11.0, 36.0, 13.0));
    let corner = r#"<tile id="2"><objectgroup><object id="1" x="30" y="22" width="2" height="2"/></objectgroup></tile>"#;
    assert_eq!(big(corner, "3"), boxed(30.0, 14.0, 32.0, 16.0));
    let cell =
        r#"<tile id="2"><objectgroup><object id="1" y="8" width="16" height="16"/></objectgroup></tile>"#;
    assert_eq!(big(cell, "3"), TileShape::Full);
    assert_eq!(
        big(&tile(2, "one_way", "true"), "3"),
        TileShape::OneWay(line((0.0, -8.0), (32.0, -8.0), Direction::Up))
    );
}

#[test]
fn a_shape_that_would_fill_the_grid_is_an_error() {
    let large = r#"<object id="1" width="60000" height="60000"/>"#;
    assert_eq!(
        refused(large),
        "a.tmx:5:1: layer \"ground\", column 1, row 0: shapes that reach beyond their cells cover more than \
         4194304 cells in total, which is the limit; build large areas from tiles"
    );
    let far =
        "<tile id=\"2\"><objectgroup>\n<object id=\"1\" width=\"33\" height=\"16\"/></objectgroup></tile>";
    let edge = layer("ground", "1x1", r#"offsetx="8388576""#, "3");
    assert_eq!(
        error(&map("1x1", &(rock(far) + "\n" + &edge))),
        "a.tmx:5:1: layer \"ground\", column 0, row 0: the tile's shape is beyond the world, which ends at ±8388607 px"
    );
}
