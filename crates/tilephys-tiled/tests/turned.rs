//! Flipped tiles: shapes, one-way sides and conveyors follow the picture in all eight orientations.

use crate::support;

use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use support::volume::volume;
use support::{layer, level, map, rock};
use tilephys_core::{
    Direction, Tile, UNITS_PER_PX,
    shape::{Part, TileShape},
};

/// The orientations of Tiled's manual: the flags of horizontal, vertical and diagonal flips. The function maps the
/// point (x, y) of a picture of `w` by `h` into its new box.
type Turn = fn(x: i64, y: i64, w: i64, h: i64) -> (i64, i64);
const TURNS: [(&str, u32, Turn); 8] = [
    ("as it is", 0b000, |x, y, _, _| (x, y)),
    ("mirrored left to right", 0b100, |x, y, w, _| (w - x, y)),
    ("mirrored top to bottom", 0b010, |x, y, _, h| (x, h - y)),
    ("by half a turn", 0b110, |x, y, w, h| (w - x, h - y)),
    ("mirrored along its falling diagonal", 0b001, |x, y, _, _| (y, x)),
    ("by a quarter turn clockwise", 0b101, |x, y, _, h| (h - y, x)),
    ("by a quarter turn back", 0b011, |x, y, w, _| (y, w - x)),
    ("mirrored along its rising diagonal", 0b111, |x, y, w, h| (h - y, w - x)),
];

/// The parts of a shape: corners of its solid parts, sorted, and its lines with their open sides.
#[derive(Debug, Default, PartialEq, Eq)]
struct Parts {
    solids: Vec<Vec<Point>>,
    lines: Vec<([Point; 2], Point)>,
}

type Point = (i64, i64);

impl Parts {
    fn sorted(mut self) -> Self {
        self.solids.iter_mut().for_each(|corners| {
            corners.sort_unstable();
            corners.dedup();
        });
        self.lines.iter_mut().for_each(|line| line.0.sort_unstable());
        self.solids.sort_unstable();
        self.lines.sort_unstable();
        self
    }
}

/// The parts of a tile of the grid in a cell of `w` by `h` units.
fn parts(tile: &Tile, w: i64, h: i64) -> Parts {
    let mut parts = Parts::default();
    let boxed = |x: i64, y: i64, right: i64, low: i64| vec![(x, y), (right, y), (right, low), (x, low)];
    let pair = |p: glam::IVec2| (i64::from(p.x), i64::from(p.y));
    let mut line = |line: &tilephys_core::shape::OneWay| {
        parts.lines.push((line.ends().map(pair), pair(line.open().vector())));
    };
    match &tile.shape {
        TileShape::Full => parts.solids.push(boxed(0, 0, w, h)),
        TileShape::Box(b) => {
            parts.solids.push(boxed(b.min.x.into(), b.min.y.into(), b.max.x.into(), b.max.y.into()));
        }
        TileShape::Slope(slope) => {
            let [low, high] = slope.heights.map(i64::from);
            parts.solids.push(match slope.side {
                Direction::Down => vec![(0, h), (0, h - low), (w, h - high), (w, h)],
                Direction::Up => vec![(0, 0), (0, low), (w, high), (w, 0)],
                Direction::Left => vec![(0, 0), (low, 0), (high, h), (0, h)],
                Direction::Right => vec![(w, 0), (w - low, 0), (w - high, h), (w, h)],
            });
        }
        TileShape::OneWay(one) => line(one),
        TileShape::Parts(list) => {
            for part in list {
                match part {
                    Part::OneWay(one) => line(one),
                    Part::Solid(p) => parts.solids.push(p.corners().iter().copied().map(pair).collect()),
                }
            }
        }
        other => panic!("{other:?}"),
    }
    parts.sorted()
}

/// A shape as the Tile Collision Editor writes it, and true if it is one-way.
fn object() -> impl Strategy<Value = (&'static str, String)> {
    // Quarters of pixels, around a cell of 16 or 32 px.
    let place = || (-32..96_i32).prop_map(|q| f64::from(q) / 4.0);
    let side = || (1..80_i32).prop_map(|q| f64::from(q) / 4.0);
    let rectangle = (place(), place(), side(), side(), 0..4_i32, prop::bool::ANY);
    let rectangle = rectangle.prop_map(|(x, y, w, h, turn, plain)| {
        let turn = if plain { 0 } else { turn * 90 };
        let what = if plain { "rectangle" } else { "turned rectangle" };
        (what, format!(r#" x="{x}" y="{y}" width="{w}" height="{h}" rotation="{turn}">"#))
    });
    let round = (place(), place(), side(), side(), prop::bool::ANY, -40..40_i32);
    let round = round.prop_map(|(x, y, w, h, ellipse, turn)| {
        let (what, element) = if ellipse { ("ellipse", "<ellipse/>") } else { ("capsule", "<capsule/>") };
        let turn = turn * 9;
        let (w, h) = (w + 2.0, h + 2.0);
        (what, format!(r#" x="{x}" y="{y}" width="{w}" height="{h}" rotation="{turn}">{element}"#))
    });
    let triangle = [place(), place(), place(), place(), place(), place()];
    let triangle = triangle.prop_filter_map("no area", |[a, b, c, d, e, f]| {
        let area = (c - a) * (f - b) - (d - b) * (e - a);
        let points = format!("{a},{b} {c},{d} {e},{f}");
        (area.abs() > 1.0).then(|| ("triangle", format!(r#" x="0" y="0"><polygon points="{points}"/>"#)))
    });
    // A slope of the cell on any of its sides, of 16 px; in a cell of 32 px it is a polygon.
    let slope = (0..64_i32, 0..64_i32, 0..4_usize).prop_filter_map("no area", |(low, high, side)| {
        let [l, h] = [f64::from(low) / 4.0, f64::from(high) / 4.0];
        let points = [
            format!("0,16 0,{} 16,{} 16,16", 16.0 - l, 16.0 - h),
            format!("0,0 0,{l} 16,{h} 16,0"),
            format!("0,0 {l},0 {h},16 0,16"),
            format!("16,0 {},0 {},16 16,16", 16.0 - l, 16.0 - h),
        ];
        (low + high > 0).then(|| ("slope", format!(r#" x="0" y="0"><polygon points="{}"/>"#, points[side])))
    });
    prop_oneof![rectangle, round, triangle, slope]
}

/// A line that is one-way from any side, with a piece that has one.
fn polyline() -> impl Strategy<Value = String> {
    let place = || -32..96_i32;
    prop::collection::vec((place(), place()), 2..6).prop_filter_map("too straight", |points| {
        let apart = |axis: fn(&(i32, i32)) -> i32| points.windows(2).any(|p| axis(&p[0]) != axis(&p[1]));
        let text: Vec<_> =
            points.iter().map(|p| format!("{},{}", f64::from(p.0) / 4.0, f64::from(p.1) / 4.0)).collect();
        (apart(|p| p.0) && apart(|p| p.1))
            .then(|| format!(r#" x="0" y="0"><polyline points="{}"/>"#, text.join(" ")))
    })
}

/// The kind of tile of the shapes in `objects`, in cells of `w` by 16 px, for each orientation.
fn kinds(objects: &str, of_tile: &str, w: i64) -> Vec<Tile> {
    let text = format!(r#"<tile id="2">{of_tile}<objectgroup>{objects}</objectgroup></tile>"#);
    let gids: Vec<_> = TURNS.iter().map(|t| (3 + (t.1 << 29)).to_string()).collect();
    let text = map("8x1", &(rock(&text) + &layer("l", "8x1", "", &gids.join(","))));
    let text = text.replace(r#"tilewidth="16""#, &format!(r#"tilewidth="{w}""#));
    let level = level(&text);
    let mut cells: Vec<_> = level.grid.tiles().map(|(_, at, kind)| (at.col, kind)).collect();
    cells.sort_unstable();
    cells.into_iter().map(|(_, kind)| level.grid.tile_kind(kind).clone()).collect()
}

/// A shape, true if it is a line, and its collision: the open side, and true if the side is fixed.
#[derive(Clone, Debug)]
struct Case {
    what: &'static str,
    object: String,
    open: Option<&'static str>,
    fixed: bool,
    /// Width of a cell in pixels; its height is 16.
    width: i64,
}

fn case() -> impl Strategy<Value = Case> {
    let sides = prop::sample::select(&["up", "right", "down", "left"][..]);
    let solid = (object(), prop::option::of(sides.clone()));
    let line = (polyline().prop_map(|line| ("polyline", line)), sides.prop_map(Some));
    let shape = prop_oneof![3 => solid, 1 => line];
    (shape, prop::bool::ANY, prop::bool::ANY).prop_map(|(((what, shape), open), fixed, wide)| {
        let one_way = open.map_or_else(String::new, |dir| format!(
            r#"<property name="collision" value="one_way"/><property name="one_way_dir" value="{dir}"/><property name="one_way_fixed" type="bool" value="{fixed}"/>"#
        ));
        let object = format!(r#"<object id="1"{shape}<properties>{one_way}</properties></object>"#);
        Case { what, object, open, fixed, width: if wide { 32 } else { 16 } }
    })
}

/// Compares all orientations of a tile with the unflipped one, point by point.
fn judge(case: &Case) -> Result<(), TestCaseError> {
    let of_tile = r#"<properties><property name="conveyor" type="float" value="40"/></properties>"#;
    let kinds = kinds(&case.object, of_tile, case.width);
    let units = i64::from(UNITS_PER_PX);
    let (w, h) = (case.width * units, 16 * units);
    let plain = parts(&kinds[0], w, h);
    prop_assert!(plain.solids.len() + plain.lines.len() > 0);
    for (i, (name, flags, turn)) in TURNS.iter().enumerate() {
        // A tile that is not square is placed with its lower left corner on the cell's.
        let low = if flags & 1 == 1 { h - w } else { 0 };
        let place = |(x, y): (i64, i64)| {
            let (x, y) = turn(x, y, w, h);
            (x, y + low)
        };
        let way = |(x, y): (i64, i64)| {
            let (from, to) = (place((0, 0)), place((x, y)));
            (to.0 - from.0, to.1 - from.1)
        };
        let speed = kinds[i].material.conveyor;
        prop_assert_eq!((speed.x as i64, speed.y as i64), way((40, 0)), "{}", name);
        let here = parts(&kinds[i], w, h);
        if case.fixed && !here.lines.is_empty() {
            // The open side stays, so that other edges of a polygon face it.
            prop_assert!(here.lines.iter().all(|line| line.1 == plain.lines[0].1), "{}", name);
            continue;
        }
        let solids = plain.solids.iter().map(|p| p.iter().copied().map(place).collect()).collect();
        let lines = plain.lines.iter().map(|(ends, open)| (ends.map(place), way(*open))).collect();
        prop_assert_eq!(here, Parts { solids, lines }.sorted(), "{}", name);
    }
    Ok(())
}

#[test]
fn every_shape_is_flipped_with_the_picture() {
    let cases = volume(700, 20_000) as u32;
    let met: RefCell<BTreeMap<String, usize>> = RefCell::default();
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(case in case())| {
        judge(&case)?;
        *met.borrow_mut().entry(format!("{} {}", case.what, case.open.unwrap_or("solid"))).or_default() += 1;
    });
    let met = met.into_inner();
    println!("{met:?}");
    // Six shapes that are solid or open to one of four sides; lines are never solid.
    assert_eq!(met.len(), 6 * 5 + 4, "{met:?}");
}

#[test]
fn each_orientation_that_differs_is_a_kind_of_its_own() {
    let slope = r#"<object id="1"><polygon points="0,16 16,16 16,0"/></object>"#;
    let gids: Vec<_> = TURNS.iter().map(|t| (3 + (t.1 << 29)).to_string()).collect();
    let content = |objects: &str| {
        let tile = format!(r#"<tile id="2"><objectgroup>{objects}</objectgroup></tile>"#);
        level(&map("8x1", &(rock(&tile) + &layer("l", "8x1", "", &gids.join(",")))))
    };
    let turned = content(slope);
    // Mirrored along its own axis the triangle is unchanged: four orientations instead of eight.
    assert_eq!(turned.grid.tile_kinds().len(), 4);
    let full = content(r#"<object id="1" width="16" height="16"/>"#);
    assert_eq!(full.grid.tile_kinds().len(), 1);
    for (_, flags, _) in TURNS {
        let cell = tilephys_tiled::Cell::of(3 + (flags << 29)).unwrap();
        let kind = turned.kind_of_cell(cell).unwrap();
        let at = TURNS.iter().position(|t| t.1 == flags).unwrap() as i32;
        let placed = turned.grid.tiles().find(|t| t.1.col == at).unwrap().2;
        assert_eq!(kind, placed);
        assert_eq!(turned.tile_of_kind(kind).unwrap().id, 2, "all are the tile of Tiled");
    }
    assert_eq!(turned.kind_of_gid(3), turned.kind_of_cell(tilephys_tiled::Cell::of(3).unwrap()));
}

#[test]
fn a_tile_used_only_flipped_has_an_unflipped_kind() {
    let slope = r#"<tile id="2"><objectgroup><object id="1"><polygon points="0,16 16,16 16,0"/></object></objectgroup></tile>"#;
    let level = level(&map("1x1", &(rock(slope) + &layer("l", "1x1", "", &(3 + (1_u32 << 31)).to_string()))));
    let heights = |kind| match level.grid.tile_kind(kind).shape {
        TileShape::Slope(slope) => slope.heights.map(|h| h / UNITS_PER_PX),
        ref other => panic!("{other:?}"),
    };
    assert_eq!(heights(level.kind_of_gid(3).unwrap()), [0, 16]);
    assert_eq!(heights(level.grid.tiles().next().unwrap().2), [16, 0]);
}
