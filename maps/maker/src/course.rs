//! Draws the playground's tiles beside rock, brick and wood: pieces of every shape, gates, belts and ice.
//!
//! A piece has exactly the pixels whose middles its collision shape holds.

use crate::canvas::{Canvas, TILE, hash};
use crate::palette::{CLEAR, FIRE, GLASS, RED, ROCK, STONE, WALL};
use crate::sheet::Sheet;
use crate::text::{Collider, ONE_WAY, Outline, Property, SOLID, TileText, open};

/// A belt that runs to the right: four frames.
const BELT: i32 = 0;
/// Ice, two variants.
const ICE: i32 = 4;
/// A gate that lets pass upward and blocks what comes from above.
const GATE: i32 = 6;
/// A crate, which collides as an object.
pub(crate) const CRATE: i32 = 7;
/// The first of [`pieces`].
pub(crate) const PIECE: i32 = 16;

/// Tiled's flags of a tile: mirrored left to right, top to bottom, along its diagonal before both.
const MIRRORED: u32 = 1 << 31;
const UPSIDE_DOWN: u32 = 1 << 30;
const DIAGONAL: u32 = 1 << 29;

/// The id and the flags of a belt, of ice or of a gate with this letter; `None` for other letters.
pub(crate) fn machine(letter: char, column: i32) -> Option<u32> {
    let (id, flags) = match letter {
        'h' => (BELT, 0),
        'k' => (BELT, MIRRORED),
        'x' => (ICE + column.rem_euclid(2), 0),
        'U' => (GATE, 0),
        'V' => (GATE, UPSIDE_DOWN),
        // A quarter turn clockwise and one back.
        '>' => (GATE, DIAGONAL | MIRRORED),
        '<' => (GATE, DIAGONAL | UPSIDE_DOWN),
        _ => return None,
    };
    Some(id as u32 | flags)
}

/// How far the flats of an octagon around a circle reach from their middles, in parts of its radius.
const FLAT: f64 = std::f64::consts::SQRT_2 - 1.0;

/// A polygon of pixels.
type Polygon = Vec<(f64, f64)>;

/// A tile of its own shape.
pub(crate) struct Piece {
    /// Its letter in the plan.
    pub(crate) letter: char,
    colliders: Vec<Collider>,
    /// What the colliders come to.
    polygons: Vec<Polygon>,
}

fn boxed(x: f64, y: f64, w: f64, h: f64) -> (Collider, Polygon) {
    let polygon = vec![(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
    (Collider::new((x, y), Outline::Rectangle(w, h)), polygon)
}

fn drawn(points: &[(f64, f64)]) -> (Collider, Polygon) {
    let (x, y) = points[0];
    let relative = points.iter().map(|p| (p.0 - x, p.1 - y)).collect();
    (Collider::new((x, y), Outline::Polygon(relative)), points.to_vec())
}

/// An ellipse, which collides as the octagon around it.
fn round(x: f64, y: f64, w: f64, h: f64) -> (Collider, Polygon) {
    let (cut, drop) = (w / 2.0 * (1.0 - FLAT), h / 2.0 * (1.0 - FLAT));
    let corners = [
        (cut, 0.0),
        (w - cut, 0.0),
        (w, drop),
        (w, h - drop),
        (w - cut, h),
        (cut, h),
        (0.0, h - drop),
        (0.0, drop),
    ];
    let polygon = corners.iter().map(|c| (x + c.0, y + c.1)).collect();
    (Collider::new((x, y), Outline::Ellipse(w, h)), polygon)
}

/// A rectangle that is turned about its low corner by an angle of this cosine and sine.
fn turned(at: (f64, f64), size: (f64, f64), degrees: f64, (cos, sin): (f64, f64)) -> (Collider, Polygon) {
    let place = |x: f64, y: f64| (at.0 + x * cos - y * sin, at.1 + x * sin + y * cos);
    let (w, h) = size;
    let polygon = vec![place(0.0, 0.0), place(w, 0.0), place(w, h), place(0.0, h)];
    (Collider::new(at, Outline::Rectangle(w, h)).turned(degrees), polygon)
}

/// The tiles of shapes of their own, in the order of their ids.
pub(crate) fn pieces() -> Vec<Piece> {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let diamond = turned((8.0, 0.0), (16.0 * half, 16.0 * half), 45.0, (half, half));
    let plank = turned((2.0, 2.0), (14.0, 4.0), 30.0, (0.75_f64.sqrt(), 0.5));
    let rows: Vec<(char, Vec<(Collider, Polygon)>)> = vec![
        ('A', vec![drawn(&[(8.0, 0.0), (16.0, 6.0), (16.0, 16.0), (0.0, 16.0), (0.0, 6.0)])]),
        ('D', vec![diamond]),
        ('E', vec![round(0.0, 0.0, 16.0, 16.0)]),
        ('F', vec![round(0.0, 4.0, 16.0, 8.0)]),
        ('H', vec![drawn(&[(4.0, 0.0), (12.0, 0.0), (16.0, 8.0), (12.0, 16.0), (4.0, 16.0), (0.0, 8.0)])]),
        ('J', vec![drawn(&[(4.0, 6.0), (12.0, 6.0), (16.0, 16.0), (0.0, 16.0)])]),
        ('K', vec![plank]),
        ('M', vec![boxed(0.0, 8.0, 5.0, 8.0), boxed(11.0, 8.0, 5.0, 8.0)]),
        ('N', vec![boxed(0.0, 0.0, 16.0, 4.0), boxed(5.0, 4.0, 6.0, 8.0), boxed(0.0, 12.0, 16.0, 4.0)]),
        ('O', vec![boxed(4.0, 4.0, 8.0, 8.0)]),
        // Lips of 3 px at the right and at the left, for corners that are corrected.
        ('Q', vec![boxed(13.0, 0.0, 3.0, 16.0)]),
        ('R', vec![boxed(0.0, 0.0, 3.0, 16.0)]),
    ];
    let piece = |(letter, shapes): (char, Vec<(Collider, Polygon)>)| {
        let (colliders, polygons) = shapes.into_iter().unzip();
        Piece { letter, colliders, polygons }
    };
    rows.into_iter().map(piece).collect()
}

/// True if the middle of a pixel is within a convex polygon, or on its edge.
fn holds(polygon: &Polygon, x: i32, y: i32) -> bool {
    let (px, py) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).all(|(a, b)| (b.0 - a.0) * (py - a.1) - (b.1 - a.1) * (px - a.0) >= -1e-9)
}

/// Hewn stone in the form of some polygons, lit from above, on a picture of any size.
fn hewn(width: i32, height: i32, polygons: &[Polygon]) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    let solid = |x: i32, y: i32| polygons.iter().any(|polygon| holds(polygon, x, y));
    for y in 0..height {
        for x in (0..width).filter(|&x| solid(x, y)) {
            let depth = |dx: i32, dy: i32| (1..4).take_while(|n| solid(x + dx * n, y + dy * n)).count();
            let (up, down) = (depth(0, -1), depth(0, 1));
            let (left, right) = (depth(-1, 0), depth(1, 0));
            let speck = hash(x, y, 401).is_multiple_of(19);
            let ink = match (up, down, left, right) {
                (0, ..) => STONE[5],
                (_, 0, ..) | (_, _, _, 0) => STONE[0],
                (_, _, 0, _) => STONE[4],
                (1, ..) => STONE[4],
                (_, 1, ..) | (_, _, _, 1) => STONE[1],
                _ if speck => STONE[2],
                _ => STONE[3],
            };
            canvas.set(x, y, ink);
        }
    }
    canvas
}

/// A belt on rollers, whose marks have moved by so many pixels.
fn belt(moved: i32) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for y in 0..TILE {
        for x in 0..TILE {
            // Arrowheads that point to the right.
            let mark = (x - moved - (4 - y).abs()).rem_euclid(8);
            let ink = match y {
                0 => STONE[4],
                1..8 if mark < 2 => FIRE[1],
                1..8 => WALL[if y == 1 { 3 } else { 2 }],
                8 => STONE[2],
                9 => WALL[0],
                15 => STONE[0],
                _ => {
                    let (dx, dy) = (2 * (x % 8) - 7, 2 * y - 24);
                    match dx * dx + dy * dy {
                        ..4 => STONE[1],
                        4..26 => STONE[3],
                        26..40 => STONE[1],
                        _ => WALL[0],
                    }
                }
            };
            canvas.set(x, y, ink);
        }
    }
    canvas
}

fn ice(variant: i32) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for y in 0..TILE {
        for x in 0..TILE {
            let u = x + variant * TILE;
            let streak = (u + y * 2) % 23 < 2 && hash(u / 5, y / 4, 402).is_multiple_of(2);
            let ink = match y {
                0 => GLASS[2],
                _ if streak => GLASS[2],
                1..3 => GLASS[1],
                15 => WALL[3],
                _ if hash(u / 3, y / 2, 403).is_multiple_of(6) => WALL[4],
                3..9 => GLASS[1 - usize::from((x + y) % 2 == 0 && y > 5)],
                _ => GLASS[0],
            };
            canvas.set(x, y, ink);
        }
    }
    canvas
}

/// A bar at the edge that blocks, and an arrow in the direction in which one passes.
fn gate() -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for x in 0..TILE {
        for (y, ink) in (0..).zip([RED[1], RED[0], STONE[0]]) {
            canvas.set(x, y, if x % 4 == 3 && y == 0 { FIRE[2] } else { ink });
        }
    }
    const ARROW: [&str; 8] =
        ["...aa...", "..aaaa..", ".aaaaaa.", "aa.aa.aa", "...aa...", "...aa...", "...bb...", "...bb..."];
    for (y, row) in (5..).zip(ARROW) {
        for (x, letter) in (4..).zip(row.chars()) {
            let ink = match letter {
                'a' => FIRE[2],
                'b' => FIRE[0],
                _ => CLEAR,
            };
            if ink != CLEAR {
                canvas.set(x, y, ink);
            }
        }
    }
    canvas
}

/// A wooden crate.
fn wooden() -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for y in 0..TILE {
        for x in 0..TILE {
            let rim = x < 3 || y < 3 || x > 12 || y > 12;
            let edge = x == 0 || y == 0 || x == 15 || y == 15;
            let inner = x == 3 || y == 3 || x == 12 || y == 12;
            let brace = (x - y).abs() < 2;
            let ink = match (edge, rim, inner, brace) {
                (true, ..) => ROCK[if y == 0 { 7 } else { 1 }],
                (_, true, ..) => ROCK[if y < 3 { 6 } else { 5 }],
                (_, _, true, false) => ROCK[1],
                (.., true) => ROCK[6],
                _ if y % 4 == 3 => ROCK[2],
                _ => ROCK[4],
            };
            canvas.set(x, y, ink);
        }
    }
    [(1, 1), (14, 1), (1, 14), (14, 14)].into_iter().for_each(|(x, y)| canvas.set(x, y, ROCK[2]));
    canvas
}

/// The tileset of pieces.
pub(crate) fn sheet() -> Sheet {
    let mut sheet = Sheet::new("course", 2);
    for frame in 0..4 {
        sheet.put(BELT + frame, &belt(2 * frame));
    }
    let belt = TileText {
        properties: vec![SOLID, Property::Float("conveyor", "40"), Property::Text("surface", "belt")],
        frames: (0..4).map(|frame| (BELT + frame, 50)).collect(),
        ..TileText::default()
    };
    sheet.texts.insert(BELT, belt);
    for n in 0..2 {
        sheet.put(ICE + n, &ice(n));
        let properties = vec![SOLID, Property::Float("friction", "0.1"), Property::Text("surface", "ice")];
        sheet.texts.insert(ICE + n, TileText { properties, ..TileText::default() });
    }
    sheet.put(CRATE, &wooden());
    sheet.put(GATE, &gate());
    let properties = vec![ONE_WAY, open("up")];
    sheet.texts.insert(GATE, TileText { properties, ..TileText::default() });
    for (id, piece) in (PIECE..).zip(pieces()) {
        sheet.put(id, &hewn(TILE, TILE, &piece.polygons));
        sheet.texts.insert(id, TileText { colliders: piece.colliders, ..TileText::default() });
    }
    sheet
}

/// The tileset of what is larger than a cell: pictures of two by two tiles, which stand on the lower left of their cell.
pub(crate) fn large() -> Sheet {
    const SIDE: i32 = 2 * TILE;
    let (boulder, shape) = drawn(&[
        (10.0, 0.0),
        (24.0, 2.0),
        (32.0, 12.0),
        (32.0, 24.0),
        (26.0, 32.0),
        (4.0, 32.0),
        (0.0, 22.0),
        (2.0, 8.0),
    ]);
    let (ramp, rise) = drawn(&[(0.0, 32.0), (32.0, 16.0), (32.0, 32.0)]);
    let (roof, gable) = drawn(&[(0.0, 32.0), (16.0, 8.0), (32.0, 32.0)]);
    let pieces = [(boulder, shape), (ramp, rise), (roof, gable)];
    let mut sheet = Sheet::new("large", 2);
    sheet.tile = (SIDE, SIDE);
    for (id, (collider, polygon)) in (0..).zip(pieces) {
        sheet.canvas.draw(&hewn(SIDE, SIDE, &[polygon]), id * SIDE, 0);
        sheet.texts.insert(id, TileText { colliders: vec![collider], ..TileText::default() });
    }
    sheet
}
