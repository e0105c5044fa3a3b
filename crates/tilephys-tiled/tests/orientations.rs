//! Every kind of shape in all eight orientations: points and sweeps against outlines rotated by matrices, with geometry
//! tests independent of the engine.

use crate::support;

use glam::{IVec2, Vec2};
use support::{layer, level, map};
use tilephys_core::{Aabb, TileGrid};
use tilephys_tiled::Level;

type Point = (i64, i64);

/// The orientations as flags (horizontal, vertical, diagonal from the highest bit on) and as matrices, row by row, with y down.
const TURNS: [(&str, u32, [[i64; 2]; 2]); 8] = [
    ("as it is", 0b000, [[1, 0], [0, 1]]),
    ("mirrored left to right", 0b100, [[-1, 0], [0, 1]]),
    ("mirrored top to bottom", 0b010, [[1, 0], [0, -1]]),
    ("half a turn", 0b110, [[-1, 0], [0, -1]]),
    ("mirrored along its falling diagonal", 0b001, [[0, 1], [1, 0]]),
    ("a quarter turn clockwise", 0b101, [[0, -1], [1, 0]]),
    ("a quarter turn back", 0b011, [[0, 1], [-1, 0]]),
    ("mirrored along its rising diagonal", 0b111, [[0, -1], [-1, 0]]),
];

fn times(m: [[i64; 2]; 2], (x, y): Point) -> Point {
    (m[0][0] * x + m[0][1] * y, m[1][0] * x + m[1][1] * y)
}

/// A kind of shape: its name, its object in the editor, and its corners in pixels.
type Shape = (&'static str, &'static str, Vec<(f64, f64)>);

/// As the documentation says: the octagon that touches an ellipse or a capsule at eight places.
fn octagon(at: (f64, f64), size: (f64, f64), radius: (f64, f64)) -> Vec<(f64, f64)> {
    // 1 less the tangent of 22.5 degrees.
    let cut = 2.0 - 2f64.sqrt();
    let (x, y) = (radius.0 * cut, radius.1 * cut);
    let (w, h) = size;
    let all = [(x, 0.0), (w - x, 0.0), (w, y), (w, h - y), (w - x, h), (x, h), (0.0, h - y), (0.0, y)];
    all.map(|(x, y)| (at.0 + x, at.1 + y)).to_vec()
}

fn boxed(x: f64, y: f64, w: f64, h: f64) -> Vec<(f64, f64)> {
    vec![(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
}

fn shapes() -> Vec<Shape> {
    let polygon = |text: &str| -> Vec<(f64, f64)> {
        let pair =
            |p: &str| p.split_once(',').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap();
        text.split(' ').map(pair).collect()
    };
    vec![
        ("the whole cell", r#"width="16" height="16">"#, boxed(0.0, 0.0, 16.0, 16.0)),
        ("a box", r#"x="2" y="5" width="9" height="4">"#, boxed(2.0, 5.0, 9.0, 4.0)),
        ("a triangle to the right", r#"><polygon points="0,16 16,16 16,0"/>"#, polygon("0,16 16,16 16,0")),
        ("a triangle to the left", r#"><polygon points="0,0 0,16 16,16"/>"#, polygon("0,0 0,16 16,16")),
        ("a trapezoid", r#"><polygon points="0,16 0,11 16,3 16,16"/>"#, polygon("0,16 0,11 16,3 16,16")),
        (
            "a convex polygon",
            r#"><polygon points="3,1 13,2 15,9 8,15 1,8"/>"#,
            polygon("3,1 13,2 15,9 8,15 1,8"),
        ),
        (
            "a polygon of many corners",
            r#"><polygon points="5,0 9,0 12,2 14,5 14,9 12,12 9,14 5,14 2,12 0,9 0,5 2,2"/>"#,
            polygon("5,0 9,0 12,2 14,5 14,9 12,12 9,14 5,14 2,12 0,9 0,5 2,2"),
        ),
        (
            "a polygon that bends inward",
            r#"><polygon points="0,0 5,0 6,9 10,11 12,2 16,1 15,16 1,14"/>"#,
            polygon("0,0 5,0 6,9 10,11 12,2 16,1 15,16 1,14"),
        ),
        (
            "an ellipse",
            r#"x="1" y="3" width="14" height="8"><ellipse/>"#,
            octagon((1.0, 3.0), (14.0, 8.0), (7.0, 4.0)),
        ),
        (
            "a capsule",
            r#"x="2" y="1" width="6" height="14"><capsule/>"#,
            octagon((2.0, 1.0), (6.0, 14.0), (3.0, 3.0)),
        ),
        (
            // By the angle of the triangle with the sides 3, 4 and 5.
            "a turned rectangle",
            r#"x="6" y="1" width="10" height="5" rotation="53.130102354">"#,
            polygon("6,1 12,9 8,12 2,4"),
        ),
        ("a shape beyond its cell", r#"x="-6" y="4" width="29" height="7">"#, boxed(-6.0, 4.0, 29.0, 7.0)),
    ]
}

/// Corners on the lattice.
fn on_lattice(corners: &[(f64, f64)]) -> Vec<Point> {
    let round = |px: f64| (px * 256.0).round_ties_even() as i64;
    corners.iter().map(|&(x, y)| (round(x), round(y))).collect()
}

/// Points of a tile of `w` by `h` units in the cell at column `col` of row 4. The tile rotates about its middle, and
/// stands on the lower left corner of the cell.
fn turned(points: &[Point], m: [[i64; 2]; 2], (w, h): Point, col: i64) -> Vec<Point> {
    let (wide, high) = times(m, (w, h));
    let (wide, high) = (wide.abs(), high.abs());
    let corner = (col * 4096, 5 * 4096 - high);
    let place = |&(x, y): &Point| {
        // Twice, so that the middle is whole.
        let (x, y) = times(m, (2 * x - w, 2 * y - h));
        (corner.0 + (x + wide) / 2, corner.1 + (y + high) / 2)
    };
    points.iter().map(place).collect()
}

/// A map with a tile of `w` by `h` px with one shape in all orientations, ten columns apart, in row 4.
fn stand(object: &str, (w, h): (u32, u32), properties: &str) -> Level {
    let set = format!(
        r#"<tileset firstgid="1" name="t" tilewidth="{w}" tileheight="{h}" tilecount="1" columns="1"><image source="t.png" width="{w}" height="{h}"/><tile id="0">{properties}<objectgroup><object id="1" {object}</object></objectgroup></tile></tileset>"#
    );
    let mut cells = vec!["0".to_owned(); 80 * 9];
    for (k, (_, flags, _)) in TURNS.iter().enumerate() {
        cells[4 * 80 + 5 + 10 * k] = (1 | flags << 29).to_string();
    }
    level(&map("80x9", &(set + &layer("ground", "80x9", "", &cells.join(",")))))
}

fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]))
}

/// Inside, outside, or `None` at an edge: by the edges that a ray to the right crosses.
fn is_inside(corners: &[Point], (x, y): Point) -> Option<bool> {
    let mut inside = false;
    for (a, b) in edges(corners) {
        let (low, high) = if a.1 < b.1 { (a, b) } else { (b, a) };
        let side = (high.0 - low.0) * (y - low.1) - (high.1 - low.1) * (x - low.0);
        let between = |v: i64, a: i64, b: i64| a.min(b) <= v && v <= a.max(b);
        if side == 0 && between(x, a.0, b.0) && between(y, a.1, b.1) {
            return None;
        }
        inside ^= low.1 <= y && y < high.1 && side > 0;
    }
    Some(inside)
}

/// The greatest y of some lines strictly between two columns, as a quotient; `None` without lines there.
fn top(lines: &[(Point, Point)], left: i64, right: i64) -> Option<(i128, i128)> {
    let mut least: Option<(i128, i128)> = None;
    for &(a, b) in lines {
        let (a, b) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let (from, to) = (a.0.max(left), b.0.min(right));
        if from >= to && !(a.0 == b.0 && left < a.0 && a.0 < right) {
            continue;
        }
        for x in [from, to] {
            let width = i128::from(b.0 - a.0);
            let at = match width {
                0 => (i128::from(a.1.min(b.1)), 1),
                _ => (i128::from(a.1) * width + i128::from(b.1 - a.1) * i128::from(x - a.0), width),
            };
            if least.is_none_or(|l| at.0 * l.1 < l.0 * at.1) {
                least = Some(at);
            }
        }
    }
    least
}

/// The four directions of a sweep, as the matrices that rotate each downward.
const WAYS: [(&str, [[i64; 2]; 2]); 4] = [
    ("down", [[1, 0], [0, 1]]),
    ("up", [[1, 0], [0, -1]]),
    ("right", [[0, 1], [1, 0]]),
    ("left", [[0, 1], [-1, 0]]),
];

/// The inverse of such a matrix, whose columns are unit vectors.
fn back(m: [[i64; 2]; 2]) -> [[i64; 2]; 2] {
    [[m[0][0], m[1][0]], [m[0][1], m[1][1]]]
}

/// Sweeps boxes in a direction, from 30 px before the middle of the cell to 30 px behind. Widths and offsets vary.
/// Compares with the lines. Returns the number of hits.
fn sweep(grid: &TileGrid, lines: &[(Point, Point)], way: [[i64; 2]; 2], middle: Point, what: &str) -> usize {
    let length = 60 * 256;
    let lines: Vec<_> = lines.iter().map(|&(a, b)| (times(way, a), times(way, b))).collect();
    let (mx, my) = times(way, middle);
    let mut met = 0;
    for (offset, size) in (-44..44).flat_map(|k| [(k * 151 + 7, 1), (k * 149 + 3, 1100)]) {
        let (left, y) = (mx + offset, my - 30 * 256 - size);
        let corners = [(left, y), (left + size, y + size)].map(|p| times(back(way), p));
        let [low, high] = [0, 1].map(|k| {
            let pick = |f: fn(i64, i64) -> i64| {
                IVec2::new(f(corners[0].0, corners[1].0) as i32, f(corners[0].1, corners[1].1) as i32)
            };
            if k == 0 { pick(i64::min) } else { pick(i64::max) }
        });
        let (dx, dy) = times(back(way), (0, length));
        let hit = grid.sweep(Aabb { min: low, max: high }, IVec2::new(dx as i32, dy as i32), u32::MAX);
        let found =
            hit.map(|hit| (i128::from(hit.shape.fraction.num()), i128::from(hit.shape.fraction.den())));
        let start = i128::from(y + size);
        let expected = top(&lines, left, left + size)
            .map(|(num, den)| (num - start * den, den * i128::from(length)))
            .filter(|(num, den)| num < den);
        let same = match (found, expected) {
            (Some(a), Some(b)) => a.0 * b.1 == b.0 * a.1,
            (a, b) => a.is_none() && b.is_none(),
        };
        assert!(same, "{what}: box of {size} at {low}, by {dx}, {dy}: {found:?} and not {expected:?}");
        met += usize::from(found.is_some());
    }
    met
}

#[test]
fn points_and_sweeps_hit_every_shape_in_every_orientation() {
    let (mut inside, mut outside, mut met) = (0, 0, 0);
    for (name, object, corners) in shapes() {
        for size in [(16, 16), (24, 16)] {
            let level = stand(object, size, "");
            let grid = &level.grid;
            let units = (i64::from(size.0) * 256, i64::from(size.1) * 256);
            for (k, (turn, _, m)) in TURNS.iter().enumerate() {
                let what = format!("{name} of {size:?}, {turn}");
                let corners = turned(&on_lattice(&corners), *m, units, 5 + 10 * k as i64);
                let middle = ((5 + 10 * k as i64) * 4096 + 2048, 4 * 4096 + 2048);
                for (x, y) in (-40..40).flat_map(|x| (-40..40).map(move |y| (x * 191 + 5, y * 193 + 3))) {
                    let at = (middle.0 + x, middle.1 + y);
                    let Some(expected) = is_inside(&corners, at) else { continue };
                    let point = IVec2::new(at.0 as i32, at.1 as i32);
                    let found = grid.solids_at(point, u32::MAX).next().is_some();
                    assert_eq!(found, expected, "{what}: the point {point}");
                    *(if found { &mut inside } else { &mut outside }) += 1;
                }
                let lines: Vec<_> = edges(&corners).collect();
                for (way, m) in WAYS {
                    met += sweep(grid, &lines, m, middle, &format!("{what}, {way}"));
                }
            }
        }
    }
    assert!(
        inside > 40_000 && outside > 300_000 && met > 40_000,
        "{inside} inside, {outside} outside, {met} met"
    );
}

#[test]
fn one_way_lines_block_from_their_rotated_side_only() {
    let words = |fixed: &str| {
        format!(
            r#"<properties><property name="collision" value="one_way"/>{fixed}<property name="conveyor" type="float" value="40"/></properties>"#
        )
    };
    let fixed = r#"<property name="one_way_fixed" type="bool" value="true"/>"#;
    // Flat, and slanted so that it has a side toward up in every orientation.
    let rows = [
        ("a flat line", r#"y="5"><polyline points="0,0 16,0"/>"#, vec![(0.0, 5.0), (16.0, 5.0)], ""),
        ("a slanted line", r#"><polyline points="0,4 16,13"/>"#, vec![(0.0, 4.0), (16.0, 13.0)], ""),
        (
            "a slanted line whose side is fixed",
            r#"><polyline points="0,4 16,13"/>"#,
            vec![(0.0, 4.0), (16.0, 13.0)],
            fixed,
        ),
    ];
    for (name, object, ends, fixed) in rows {
        let level = stand(object, (16, 16), &words(fixed));
        for (k, (turn, _, m)) in TURNS.iter().enumerate() {
            let middle = ((5 + 10 * k as i64) * 4096 + 2048, 4 * 4096 + 2048);
            let ends = turned(&on_lattice(&ends), *m, (4096, 4096), 5 + 10 * k as i64);
            let open = if fixed.is_empty() { times(*m, (0, -1)) } else { (0, -1) };
            let mut met = [0; 2];
            for (way, w) in WAYS {
                let along = times(back(w), (0, 1));
                let what = format!("{name}, {turn}, {way}");
                if along == (-open.0, -open.1) {
                    met[0] += sweep(&level.grid, &[(ends[0], ends[1])], w, middle, &what);
                } else if along == open {
                    met[1] += sweep(&level.grid, &[], w, middle, &what);
                }
            }
            assert!(met[0] > 30 && met[1] == 0, "{name}, {turn}: {met:?}");
            let kind = level.grid.tiles().find(|(_, at, _)| at.col == 5 + 10 * k as i32).unwrap().2;
            let (x, y) = times(*m, (40, 0));
            let conveyor = level.grid.tile_kind(kind).material.conveyor;
            assert_eq!(conveyor, Vec2::new(x as f32, y as f32), "{name}, {turn}");
        }
    }
}
