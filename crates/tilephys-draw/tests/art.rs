//! The art of the project's levels matches its collision: each tile has opaque pixels exactly inside its shape.

use glam::{IVec2, UVec2};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use tilephys_core::{
    Direction,
    shape::{Part, TileShape},
};
use tilephys_tiled::{Level, TileRef};

const MAPS: [&str; 2] = ["cavern", "playground"];

/// Lattice units of a pixel.
const PX: i32 = 256;

/// An image with only the opacity of its pixels.
struct Sheet {
    width: u32,
    opaque: Vec<bool>,
}

fn sheet(path: &Path) -> Sheet {
    let file = File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut decoder = png::Decoder::new(BufReader::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut data = vec![0; reader.output_buffer_size().expect("a small picture")];
    let frame = reader.next_frame(&mut data).expect("a whole picture");
    assert_eq!(frame.color_type, png::ColorType::Rgba);
    Sheet { width: frame.width, opaque: data.chunks_exact(4).map(|pixel| pixel[3] == 255).collect() }
}

/// The image of a tile, and its offset from the low corner of its cell, in pixels.
struct Art {
    size: IVec2,
    corner: IVec2,
    opaque: Vec<bool>,
}

impl Art {
    fn of(level: &Level, tile: TileRef<'_>, sheets: &mut BTreeMap<PathBuf, Sheet>) -> Art {
        let path = tile.tileset.image.as_ref().and_then(|image| image.path.clone()).expect("an image");
        let sheet = sheets.entry(path.clone()).or_insert_with(|| sheet(&path));
        let UVec2 { x: width, y: height } = tile.tileset.tile_size;
        let left = tile.id % tile.tileset.columns * width;
        let top = tile.id / tile.tileset.columns * height;
        let pixel = |n: u32| sheet.opaque[((top + n / width) * sheet.width + left + n % width) as usize];
        Art {
            size: IVec2::new(width as i32, height as i32),
            corner: IVec2::new(0, level.tile_size.y as i32 - height as i32),
            opaque: (0..width * height).map(pixel).collect(),
        }
    }

    fn pixels(&self) -> impl Iterator<Item = (IVec2, bool)> + '_ {
        let at = |n: usize| IVec2::new(n as i32 % self.size.x, n as i32 / self.size.x);
        self.opaque.iter().enumerate().map(move |(n, opaque)| (at(n), *opaque))
    }

    /// The highest opaque row of a column.
    fn top(&self, x: i32) -> Option<i32> {
        (0..self.size.y).find(|y| self.opaque[(y * self.size.x + x) as usize])
    }
}

/// The middle of a pixel relative to a polygon's edges: inside, outside, or on an edge.
fn side(corners: &[IVec2], middle: IVec2) -> std::cmp::Ordering {
    let next = corners.iter().cycle().skip(1);
    let cross = |(a, b): (&IVec2, &IVec2)| {
        let (e, d) = ((*b - *a).as_i64vec2(), (middle - *a).as_i64vec2());
        e.x * d.y - e.y * d.x
    };
    // The ends of a slope may fall together.
    let edges = corners.iter().zip(next).filter(|(a, b)| a != b);
    edges.map(cross).min().expect("a polygon has corners").cmp(&0)
}

/// The solid polygons of a shape, clockwise, in lattice units of its cell; and its lines that are open upward.
fn parts(shape: &TileShape, cell: i32) -> (Vec<Vec<IVec2>>, Vec<[IVec2; 2]>) {
    let boxed = |a: IVec2, b: IVec2| vec![a, IVec2::new(b.x, a.y), b, IVec2::new(a.x, b.y)];
    let (mut solids, mut lines) = (Vec::new(), Vec::new());
    let mut line = |line: &tilephys_core::shape::OneWay| {
        assert_eq!(line.open(), Direction::Up, "as the tileset shows it");
        lines.push(line.ends());
    };
    match shape {
        TileShape::Full => solids.push(boxed(IVec2::ZERO, IVec2::splat(cell))),
        TileShape::Box(b) => solids.push(boxed(b.min, b.max)),
        TileShape::Slope(slope) => {
            let [low, high] = slope.heights;
            let at = |x, y| IVec2::new(x, y);
            solids.push(match slope.side {
                Direction::Down => {
                    vec![at(0, cell), at(0, cell - low), at(cell, cell - high), at(cell, cell)]
                }
                Direction::Up => vec![at(0, 0), at(cell, 0), at(cell, high), at(0, low)],
                Direction::Left => vec![at(0, 0), at(low, 0), at(high, cell), at(0, cell)],
                Direction::Right => {
                    vec![at(cell, 0), at(cell, cell), at(cell - high, cell), at(cell - low, 0)]
                }
            });
        }
        TileShape::OneWay(one) => line(one),
        TileShape::Parts(list) => list.iter().for_each(|part| match part {
            Part::Solid(polygon) => solids.push(polygon.corners().to_vec()),
            Part::OneWay(one) => line(one),
        }),
        other => panic!("{other:?}"),
    }
    (solids, lines)
}

/// Counts of the comparison.
#[derive(Debug, Default)]
struct Met {
    full: usize,
    shaped: usize,
    lines: usize,
    /// Number of pixels on an edge, which may be either.
    undecided: usize,
}

fn compare(art: &Art, shape: &TileShape, name: &str, met: &mut Met) {
    let (solids, lines) = parts(shape, 16 * PX);
    let middle = |pixel: IVec2| (pixel + art.corner) * PX + IVec2::splat(PX / 2);
    if !solids.is_empty() {
        let (mut clear_inside, mut seen_outside) = (0, 0);
        for (pixel, opaque) in art.pixels() {
            let best = solids.iter().map(|corners| side(corners, middle(pixel))).max().expect("solids");
            clear_inside += usize::from(best.is_gt() && !opaque);
            seen_outside += usize::from(best.is_lt() && opaque);
            met.undecided += usize::from(best.is_eq());
        }
        // The corners of whole tiles of rock are rounded off where they stick out.
        let rounded = if *shape == TileShape::Full { 4 } else { 0 };
        assert!(clear_inside <= rounded, "{name}: {clear_inside} pixels of the shape are not drawn");
        assert_eq!(seen_outside, 0, "{name}: pixels beside the shape");
        met.full += usize::from(*shape == TileShape::Full);
        met.shaped += usize::from(*shape != TileShape::Full);
    }
    for [from, to] in lines {
        met.lines += 1;
        for x in 0..art.size.x {
            let at = middle(IVec2::new(x, 0)).x;
            if (from.x..to.x).contains(&at) {
                let line = from.y + (to.y - from.y) * (at - from.x) / (to.x - from.x);
                let top = art.top(x).map(|y| (y + art.corner.y) * PX);
                // A slanted line cuts through the middle of its pixels.
                let off = if from.y == to.y { 0 } else { PX / 2 };
                assert_eq!(top, Some(line - off), "{name}: column {x}");
            }
        }
    }
}

#[test]
fn every_tile_that_collides_is_drawn_as_its_shape() {
    let mut met = Met::default();
    for map in MAPS {
        let path = format!("{}/../../../maps/{map}.tmx", env!("CARGO_MANIFEST_DIR"));
        let level = tilephys_tiled::load(path).expect("it loads");
        let mut sheets = BTreeMap::new();
        let kinds: std::collections::BTreeSet<_> = level
            .grid
            .tiles()
            .filter_map(|(_, _, kind)| level.kind_of_gid(level.grid.tile_kind(kind).user))
            .collect();
        for kind in kinds {
            let tile = level.tile_of_kind(kind).expect("a kind of the level");
            let name = format!("{map}: tile {} of {:?}", tile.id, tile.tileset.name);
            let art = Art::of(&level, tile, &mut sheets);
            compare(&art, &level.grid.tile_kind(kind).shape, &name, &mut met);
        }
    }
    println!("{met:?}");
    assert!(met.full > 100 && met.shaped > 80 && met.lines > 8, "{met:?}");
    assert!(met.undecided < 10 * met.shaped, "{met:?}");
}

/// The contents of the playground: a tile of each sort of shape, orientation and material.
#[test]
fn the_playground_has_one_of_everything() {
    let path = format!("{}/../../../maps/playground.tmx", env!("CARGO_MANIFEST_DIR"));
    let level = tilephys_tiled::load(path).expect("it loads");
    assert_eq!(level.warnings, []);
    let kinds = level.grid.tile_kinds();
    let sides = |wanted: Direction| {
        kinds.iter().any(|kind| match &kind.shape {
            TileShape::Slope(slope) => slope.side == wanted,
            _ => false,
        })
    };
    let open = |wanted: Direction| {
        kinds.iter().any(|kind| match &kind.shape {
            TileShape::OneWay(line) => line.open() == wanted,
            _ => false,
        })
    };
    for direction in Direction::ALL {
        assert!(sides(direction), "a slope on the side {direction:?}");
        assert!(open(direction), "a one-way line open to {direction:?}");
    }
    let slanted = |line: &tilephys_core::shape::OneWay| line.ends()[0].cmpne(line.ends()[1]).all();
    type Check<'a> = &'a dyn Fn(&tilephys_core::Tile) -> bool;
    let rows: [(&str, Check); 8] = [
        ("a box", &|k| matches!(k.shape, TileShape::Box(_))),
        ("several parts", &|k| matches!(&k.shape, TileShape::Parts(parts) if parts.len() > 1)),
        ("a slanted one-way line", &|k| matches!(&k.shape, TileShape::OneWay(line) if slanted(line))),
        ("a belt to the right", &|k| k.material.conveyor.x == 40.0),
        ("a belt to the left", &|k| k.material.conveyor.x == -40.0),
        ("ice", &|k| k.material.friction == 0.1 && level.surfaces[k.material.surface as usize] == "ice"),
        ("an octagon", &|k| match &k.shape {
            TileShape::Parts(parts) => matches!(&parts[..], [Part::Solid(p)] if p.corners().len() == 8),
            _ => false,
        }),
        ("something beyond its cell", &|k| match &k.shape {
            TileShape::Parts(parts) => matches!(&parts[..], [Part::Solid(p)] if p.corners()[0].y < 0),
            _ => false,
        }),
    ];
    for (what, is_it) in rows {
        assert!(kinds.iter().any(is_it), "{what}");
    }
    let objects: Vec<f32> = level
        .grid
        .off_grid_shapes()
        .map(|(_, off_grid)| level.object_of_kind(off_grid.tile).expect("an object").rotation)
        .collect();
    assert!(objects.contains(&0.0) && objects.iter().any(|degrees| *degrees != 0.0), "{objects:?}");
}
