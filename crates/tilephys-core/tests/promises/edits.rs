//! Edits are seen by the next query: the grid against a plain map of cells and a list of boxes.

use crate::oracle::oracle_moves;
use crate::rng::Rng;
use crate::shapes::mover::{Mover, engine_moves, sides};
use crate::shapes::solid::{Point, Rect, Solid, is_inside};
use crate::shapes::world::{World, lattice};
use crate::volume::seeds;
use glam::{IVec2, UVec2};
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::{
    Aabb, Direction, LayerId, Response, ShapeId, Tile, TileCoord, TileGrid, TileId, WORLD_LIMIT, query::Query,
};

const KINDS: [u32; 5] = [1, 2, 3, 1 << 31, 0];

/// Column and row as the engine takes them.
fn coord(cell: Point) -> TileCoord {
    let at = lattice(cell);
    TileCoord::new(at.x, at.y)
}

/// A loose box, its layer and its kind.
type Boxed = (Rect, usize, usize);

/// The grid and what it should hold.
struct Edited {
    grid: TileGrid,
    layers: Vec<LayerId>,
    kinds: Vec<TileId>,
    /// Cells only.
    world: World,
    boxes: Vec<(ShapeId, Option<Boxed>)>,
    origin: Point,
}

impl Edited {
    fn new(rng: &mut Rng) -> Self {
        let tile_px = rng.pick(&[[16, 16], [8, 8], [18, 18], [32, 16], [70, 70], [3, 5]]);
        let mut grid = TileGrid::new(tile_px);
        let layers = (0..4).map(|k| grid.add_layer(&format!("layer {k}"))).collect();
        let kinds = KINDS.map(|category| grid.add_tile(Tile { category, ..Tile::default() })).to_vec();
        let world = World::of_whole_tiles(tile_px, 4, &KINDS);
        let origin = [0, 1].map(|_| rng.pick(&[0, -4, 60, -68, 4092, -4100, 100_000]));
        Edited { grid, layers, kinds, world, boxes: Vec::new(), origin }
    }

    fn cell(&self, rng: &mut Rng) -> Point {
        self.origin.map(|o| o + rng.range(0, 9))
    }

    /// A box near the cells, on and off their edges.
    fn rect(&self, rng: &mut Rng) -> Rect {
        let (tile, cell) = (self.world.tile(), self.cell(rng));
        let mut rect = self.world.cell_rect(cell);
        for (k, &tile) in tile.iter().enumerate() {
            let any = rng.range(0, tile);
            rect.lo[k] += rng.pick(&[0, 0, 1, -1, any]);
            rect.hi[k] = rect.lo[k] + rng.pick(&[1, tile, 2 * tile, any + 1]);
        }
        rect
    }

    fn edit(&mut self, rng: &mut Rng) {
        let (layer, kind) = (rng.below(4) as usize, rng.below(5) as usize);
        match rng.below(10) {
            0..=4 => {
                let cell = self.cell(rng);
                self.grid.set_tile(self.layers[layer], coord(cell), Some(self.kinds[kind]));
                self.world.cells.insert((cell[1], cell[0], layer), kind);
            }
            5..=7 => {
                let cell = self.cell(rng);
                self.grid.set_tile(self.layers[layer], coord(cell), None);
                self.world.cells.remove(&(cell[1], cell[0], layer));
            }
            8 => {
                let rect = self.rect(rng);
                let id = self.grid.add_box(self.layers[layer], rect.aabb(), self.kinds[kind]);
                assert_eq!(id.index(), self.boxes.len(), "boxes are numbered in order");
                self.boxes.push((id, Some((rect, layer, kind))));
            }
            _ if self.boxes.is_empty() => {}
            _ => {
                let at = rng.below(self.boxes.len() as u64) as usize;
                self.grid.remove_box(self.boxes[at].0);
                self.boxes[at].1 = None;
            }
        }
    }

    fn solids(&self, mask: u32) -> Vec<Solid> {
        let mut world = World { off_grid: Vec::new(), ..self.world.clone() };
        // A box that is gone is solid to no mask.
        for (_, b) in &self.boxes {
            let nothing = (Rect::of([0, 0], [1, 1]), 0, 4);
            let (rect, layer, kind) = b.unwrap_or(nothing);
            world.add_box(rect, layer, kind);
        }
        world.solids(mask)
    }

    /// Chunks that hold a tile, of whatever category, or a part of a box.
    fn chunks(&self) -> usize {
        let tile = self.world.tile();
        let mut chunks: BTreeSet<Point> =
            self.world.cells.keys().map(|&(row, col, _)| [col.div_euclid(64), row.div_euclid(64)]).collect();
        for (rect, ..) in self.boxes.iter().filter_map(|b| b.1) {
            let first = [0, 1].map(|k| rect.lo[k].div_euclid(64 * tile[k]));
            let last = [0, 1].map(|k| (rect.hi[k] - 1).div_euclid(64 * tile[k]));
            chunks.extend((first[0]..=last[0]).flat_map(|x| (first[1]..=last[1]).map(move |y| [x, y])));
        }
        chunks.len()
    }

    /// Asks the grid about a random place.
    fn ask(&self, rng: &mut Rng) {
        let mask = rng.pick(&[u32::MAX, u32::MAX, 1, 2, 1 << 31, 0]);
        let (cell, solids) = (self.cell(rng), self.solids(mask));
        let at = coord(cell);
        for layer in 0..4 {
            let kind = self.grid.tile(self.layers[layer], at).map(TileId::index);
            assert_eq!(
                kind,
                self.world.cells.get(&(cell[1], cell[0], layer)).copied(),
                "layer {layer} of {cell:?}"
            );
        }
        let tile_at =
            |cell: Point| solids.iter().map(|s| s.name).find(|s| s.off_grid.is_none() && s.cell == cell);
        let told = self.grid.solid_tile(at, mask).map(|(layer, tile)| (layer.index(), tile.index()));
        assert_eq!(told, tile_at(cell).map(|s| (s.layer, s.kind)), "solid to {mask:#x} at {cell:?}");
        let rect = self.rect(rng);
        let inside = |rect: &Rect| is_inside(rect, &solids);
        assert_eq!(self.grid.overlaps(rect.aabb(), mask), inside(&rect), "{rect:?} to {mask:#x}");
        let strips = Direction::ALL.map(|side| {
            let mut strip = rect;
            match side {
                Direction::Up => (strip.lo[1], strip.hi[1]) = (rect.lo[1] - 1, rect.lo[1]),
                Direction::Down => (strip.lo[1], strip.hi[1]) = (rect.hi[1], rect.hi[1] + 1),
                Direction::Left => (strip.lo[0], strip.hi[0]) = (rect.lo[0] - 1, rect.lo[0]),
                Direction::Right => (strip.lo[0], strip.hi[0]) = (rect.hi[0], rect.hi[0] + 1),
            }
            inside(&strip)
        });
        let contacts = self.grid.contacts(rect.aabb(), mask);
        assert_eq!(sides(contacts), strips, "contacts of {rect:?} to {mask:#x}");
        // The directions go round, so that two on is opposite and one on is beside.
        for (place, up) in Direction::ALL.into_iter().enumerate() {
            let on = |more: usize| strips[(place + more) % 4];
            let told = (contacts.ceiling(up), contacts.wall(up), contacts.floor(up));
            assert_eq!(told, (on(0), on(1) || on(3), on(2)), "{contacts:?} with {up:?} up");
        }
    }

    /// The whole content at once.
    fn ask_for_all(&self) {
        let told: BTreeMap<_, _> = self
            .grid
            .tiles()
            .map(|(layer, at, tile)| ((i64::from(at.row), i64::from(at.col), layer.index()), tile.index()))
            .collect();
        assert_eq!(told, self.world.cells);
        assert_eq!(self.grid.tiles().count(), told.len(), "each tile is told once");
        let boxes = self.boxes.iter().filter(|b| b.1.is_some()).count();
        assert_eq!(self.grid.off_grid_shapes().count(), boxes);
        for (id, b) in &self.boxes {
            let told = self.grid.off_grid_shape(*id).map(|l| (l.aabb, l.layer.index(), l.tile.index()));
            assert_eq!(told, b.map(|(rect, layer, kind)| (rect.aabb(), layer, kind)));
        }
        assert_eq!(self.grid.memory().chunks, self.chunks(), "chunks");
    }
}

#[test]
fn random_edits_are_seen_by_the_next_query() {
    for seed in seeds(25, 3_000) {
        println!("seed {seed}");
        let mut rng = Rng::new(seed ^ 0x5EED_0005);
        let mut edited = Edited::new(&mut rng);
        for round in 0..120 {
            edited.edit(&mut rng);
            edited.ask(&mut rng);
            if round % 20 == 0 {
                edited.ask_for_all();
            }
        }
        edited.ask_for_all();
    }
}

#[test]
fn an_emptied_grid_holds_no_chunks() {
    for seed in seeds(50, 1_000) {
        let mut rng = Rng::new(seed ^ 0x5EED_0006);
        let mut edited = Edited::new(&mut rng);
        let empty = edited.grid.memory();
        for _ in 0..rng.range(1, 150) {
            edited.edit(&mut rng);
        }
        for (row, col, layer) in std::mem::take(&mut edited.world.cells).into_keys() {
            edited.grid.set_tile(edited.layers[layer], coord([col, row]), None);
        }
        for (id, b) in &mut edited.boxes {
            edited.grid.remove_box(*id);
            *b = None;
        }
        edited.ask_for_all();
        let memory = edited.grid.memory();
        assert_eq!((memory.chunks, memory.planes, memory.identity), (0, 0, 0), "seed {seed}: {memory:?}");
        assert_eq!((empty.chunks, empty.planes, empty.identity), (0, 0, 0));
    }
}

#[test]
fn a_move_after_an_edit_meets_the_edited_world() {
    for seed in seeds(50, 5_000) {
        let mut rng = Rng::new(seed ^ 0x5EED_0007);
        let mut edited = Edited::new(&mut rng);
        for _ in 0..60 {
            edited.edit(&mut rng);
            let rect = edited.rect(&mut rng);
            let mover = Mover {
                position: rect.lo,
                size: [rect.hi[0] - rect.lo[0], rect.hi[1] - rect.lo[1]],
                velocity: [0.0; 2],
                rest: [0.0; 2],
                translation: [rng.any_scale(14) as f32 / 256.0, rng.any_scale(14) as f32 / 256.0],
                mask: rng.pick(&[u32::MAX, 1, 2]),
                up: Direction::Up,
                response: Response::Slide,
                rest_speed: 0.0,
                walk: None,
            };
            let seen = engine_moves(&edited.grid, &mover).expect("a sound move");
            let solids = edited.solids(mover.mask);
            let (wanted, _) = oracle_moves(&solids, edited.world.tile(), &mover).expect("finite");
            assert_eq!(
                (seen.position, seen.sides),
                (wanted.position, wanted.sides),
                "seed {seed}: {mover:#?}"
            );
        }
    }
}

#[test]
fn a_box_can_be_put_from_one_end_of_the_world_to_the_other() {
    let mut grid = TileGrid::new(UVec2::splat(70));
    let (layer, tile) = (grid.add_layer("far"), grid.add_tile(Tile::default()));
    let ends = [IVec2::splat(-WORLD_LIMIT), IVec2::splat(WORLD_LIMIT - 256)];
    let aabb = Aabb { min: ends[0], max: ends[0] + IVec2::splat(256) };
    let id = grid.add_box(layer, aabb, tile);
    for end in [ends[1], ends[0], ends[1]] {
        assert!(grid.move_box(id, end));
        assert_eq!(grid.solids_at(end + IVec2::splat(128), Query::new(u32::MAX)).count(), 1);
    }
    grid.remove_box(id);
    assert_eq!(grid.memory().chunks, 0);
}
