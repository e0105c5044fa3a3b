//! A world as plain data: kinds of tile, cells and loose shapes; what of it is solid, and the engine's grid of it.

use super::solid::{Name, Point, Rect, Solid};
use std::collections::BTreeMap;
use tilephys_core::glam::IVec2;
use tilephys_core::{
    Direction, Tile, TileCoord, TileGrid,
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};

/// The farthest coordinate, in units.
pub(crate) const WORLD_END: i64 = 8_388_607 * 256;

/// A kind of tile.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) shape: TileShape,
    pub(crate) category: u32,
}

/// A shape off the cells.
#[derive(Clone, Debug)]
pub(crate) struct Loose {
    pub(crate) at: Point,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
    /// Size of a box instead of the kind's own shape.
    pub(crate) size: Option<Point>,
}

#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) tile_px: [u32; 2],
    pub(crate) layers: usize,
    pub(crate) kinds: Vec<Kind>,
    /// Kinds by row, column and layer.
    pub(crate) cells: BTreeMap<(i64, i64, usize), usize>,
    pub(crate) off_grid: Vec<Loose>,
}

pub(crate) fn lattice(p: Point) -> IVec2 {
    IVec2::new(p[0].try_into().expect("in the world"), p[1].try_into().expect("in the world"))
}

pub(crate) fn pair(v: IVec2) -> Point {
    [v.x.into(), v.y.into()]
}

/// The corners of a convex part, and its open side if it is a line.
pub(crate) type Convex = (Vec<Point>, Option<Direction>);

fn rect_corners(lo: Point, hi: Point) -> Vec<Point> {
    vec![lo, [hi[0], lo[1]], hi, [lo[0], hi[1]]]
}

/// A slope's corners by the words of its documentation: heights over its solid side, at the low and the high end.
fn slope_corners(slope: Slope, tile: Point) -> Vec<Point> {
    let [low, high] = slope.heights.map(i64::from);
    let [w, h] = tile;
    let mut corners = match slope.side {
        Direction::Down => vec![[0, h], [0, h - low], [w, h - high], [w, h]],
        Direction::Up => vec![[0, 0], [0, low], [w, high], [w, 0]],
        Direction::Right => vec![[w, 0], [w - low, 0], [w - high, h], [w, h]],
        Direction::Left => vec![[0, 0], [low, 0], [high, h], [0, h]],
    };
    corners.dedup();
    corners
}

fn line_ends(line: &OneWay) -> Convex {
    (line.ends().map(pair).to_vec(), Some(line.open()))
}

fn polygon_corners(polygon: &Polygon) -> Vec<Point> {
    polygon.corners().iter().map(|&c| pair(c)).collect()
}

/// The convex parts of a shape, from the low corner of its cell.
pub(crate) fn parts(shape: &TileShape, tile: Point) -> Vec<Convex> {
    match shape {
        TileShape::Full => vec![(rect_corners([0, 0], tile), None)],
        TileShape::Box(b) => vec![(rect_corners(pair(b.min), pair(b.max)), None)],
        TileShape::Slope(slope) => vec![(slope_corners(*slope, tile), None)],
        TileShape::OneWay(line) => vec![line_ends(line)],
        TileShape::Parts(parts) => parts
            .iter()
            .map(|part| match part {
                Part::Solid(polygon) => (polygon_corners(polygon), None),
                Part::OneWay(line) => line_ends(line),
            })
            .collect(),
        other => panic!("a shape that the oracle does not know: {other:?}"),
    }
}

impl World {
    /// An empty world with a kind of whole tile for each category.
    pub(crate) fn of_whole_tiles(tile_px: [u32; 2], layers: usize, categories: &[u32]) -> World {
        let kinds = categories.iter().map(|&category| Kind { shape: TileShape::Full, category }).collect();
        World { tile_px, layers, kinds, cells: BTreeMap::new(), off_grid: Vec::new() }
    }

    pub(crate) fn add_box(&mut self, rect: Rect, layer: usize, kind: usize) {
        let size = Some([rect.hi[0] - rect.lo[0], rect.hi[1] - rect.lo[1]]);
        self.off_grid.push(Loose { at: rect.lo, layer, kind, size });
    }

    pub(crate) fn tile(&self) -> Point {
        self.tile_px.map(|px| i64::from(px) * 256)
    }

    /// The bounds of all cells and loose shapes, solid or not.
    pub(crate) fn everything(&self) -> Vec<Rect> {
        let kinds = self.kinds.iter().map(|k| Kind { category: 1, ..k.clone() }).collect();
        World { kinds, ..self.clone() }.solids(1).iter().map(|s| s.bounds).collect()
    }

    pub(crate) fn cell_rect(&self, [col, row]: Point) -> Rect {
        let tile = self.tile();
        Rect::of([col * tile[0], row * tile[1]], tile)
    }

    /// Everything that is solid to `mask`, part by part. Of whole tiles in one cell the lowest layer's is named.
    pub(crate) fn solids(&self, mask: u32) -> Vec<Solid> {
        let tile = self.tile();
        let mut solids: Vec<Solid> = Vec::new();
        let mut whole = None;
        for (&(row, col, layer), &kind) in &self.cells {
            let is_full = self.kinds[kind].shape == TileShape::Full;
            if self.kinds[kind].category & mask == 0 || is_full && whole == Some((row, col)) {
                continue;
            }
            if is_full {
                whole = Some((row, col));
            }
            let name = Name { layer, kind, cell: [col, row], off_grid: None, part: 0 };
            self.push(&mut solids, &self.kinds[kind].shape, [col * tile[0], row * tile[1]], name);
        }
        for (index, l) in self.off_grid.iter().enumerate() {
            if self.kinds[l.kind].category & mask != 0 {
                let shape = self.shape_of(l);
                let low = parts(&shape, tile).into_iter().flat_map(|part| part.0);
                let low = low.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).expect("a shape has corners");
                let cell = [0, 1].map(|k| (l.at[k] + low[k]).div_euclid(tile[k]));
                let name = Name { layer: l.layer, kind: l.kind, cell, off_grid: Some(index), part: 0 };
                self.push(&mut solids, &shape, l.at, name);
            }
        }
        solids
    }

    pub(crate) fn shape_of(&self, off_grid: &Loose) -> TileShape {
        match off_grid.size {
            Some(size) => TileShape::Box(Rect::of([0, 0], size).aabb()),
            None => self.kinds[off_grid.kind].shape.clone(),
        }
    }

    fn push(&self, solids: &mut Vec<Solid>, shape: &TileShape, at: Point, name: Name) {
        let all = parts(shape, self.tile());
        for (part, (corners, open)) in all.into_iter().enumerate() {
            let corners = corners.iter().map(|c| [c[0] + at[0], c[1] + at[1]]).collect();
            solids.push(Solid::new(corners, open, Name { part, ..name }));
        }
    }

    /// The same world in the engine. Its layers, kinds and loose shapes have the places that they have here.
    pub(crate) fn build(&self) -> TileGrid {
        let mut grid = TileGrid::new(self.tile_px);
        let layers: Vec<_> = (0..self.layers).map(|k| grid.add_layer(&format!("layer {k}"))).collect();
        let kinds: Vec<_> = self
            .kinds
            .iter()
            .map(|k| grid.add_tile(Tile { shape: k.shape.clone(), category: k.category, ..Tile::default() }))
            .collect();
        // The loose ones first: their ids count shapes of cells that reach beyond them too.
        for l in &self.off_grid {
            match l.size {
                Some(size) => grid.add_box(layers[l.layer], Rect::of(l.at, size).aabb(), kinds[l.kind]),
                None => grid.add_shape(layers[l.layer], lattice(l.at), kinds[l.kind]),
            };
        }
        for (&(row, col, layer), &kind) in &self.cells {
            let at = lattice([col, row]);
            grid.set_tile(layers[layer], TileCoord::new(at.x, at.y), Some(kinds[kind]));
        }
        grid
    }
}
