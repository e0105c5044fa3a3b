//! `arena.tmx`: a large cave from a seed, for crowds of bodies.

use crate::blob;
use crate::canvas::{TILE, noise};
use crate::sheet;
use crate::text::CLOSED;
use crate::tiled::{Encoding, Layer, Map, Object};

/// Columns of the arena.
pub(crate) const WIDTH: i32 = 1024;
/// Rows of the arena.
pub(crate) const HEIGHT: i32 = 256;

/// Where the random numbers start.
const SEED: u64 = 0x7469_6c65_7068_7973;
/// Cells in a thousand that are solid at first; after the generations a quarter is left.
const FILLED: u64 = 433;
/// How often the rule is applied.
const GENERATIONS: u32 = 4;
/// Cells, of a cell and its eight neighbours, that make it solid.
const ENOUGH: usize = 5;

/// A random number generator of 64 bits of state (SplitMix64, Steele, Lea and Flood 2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Which cells are solid, row by row.
pub(crate) struct Cells(pub(crate) Vec<bool>);

impl Cells {
    /// Whether a cell is solid; all are outside of the map.
    pub(crate) fn solid(&self, column: i32, row: i32) -> bool {
        let inside = (0..WIDTH).contains(&column) && (0..HEIGHT).contains(&row);
        !inside || self.0[(row * WIDTH + column) as usize]
    }
}

/// Grows the cave: random cells, smoothed by a cellular automaton (Johnson, Yannakakis and Togelius 2010).
pub(crate) fn cells() -> Cells {
    let mut random = SplitMix(SEED);
    let border = |n: i32| {
        let (column, row) = (n % WIDTH, n / WIDTH);
        column == 0 || row == 0 || column == WIDTH - 1 || row == HEIGHT - 1
    };
    let mut cells = Cells((0..WIDTH * HEIGHT).map(|n| random.next() % 1000 < FILLED || border(n)).collect());
    for _ in 0..GENERATIONS {
        let next = (0..WIDTH * HEIGHT).map(|n| {
            let (column, row) = (n % WIDTH, n / WIDTH);
            let around = blob::AROUND.iter().filter(|(dx, dy)| cells.solid(column + dx, row + dy)).count();
            border(n) || around + usize::from(cells.solid(column, row)) >= ENOUGH
        });
        cells = Cells(next.collect());
    }
    cells
}

/// The free cell nearest to the middle row of column 8 whose neighbours are free too.
fn spawn(cells: &Cells) -> (i32, i32) {
    let free =
        |column: i32, row: i32| (-1..=1).all(|dy| (-1..=1).all(|dx| !cells.solid(column + dx, row + dy)));
    (8..WIDTH)
        .flat_map(|column| (0..HEIGHT / 2).map(move |d| (column, HEIGHT / 2 + d)))
        .find(|&(column, row)| free(column, row))
        .expect("three quarters of the arena are free")
}

/// Whether a cell has a wall behind it, and not a hollow.
fn walled(column: i32, row: i32) -> bool {
    noise(column, row, 40, 151) + noise(column, row, 10, 152) / 3 < 200
}

/// The level.
pub(crate) fn map() -> Map {
    let cells = cells();
    let blobs: Vec<i32> = (0..=blob::FULL).map(blob::index).collect();
    let first = 1;
    let mut ground = Vec::new();
    let mut background = Vec::new();
    let mut view = Vec::new();
    for n in 0..WIDTH * HEIGHT {
        let (column, row) = (n % WIDTH, n / WIDTH);
        let solid = cells.solid(column, row);
        let mask = blob::mask(|dx, dy| cells.solid(column + dx, row + dy));
        let rock = first + sheet::rock_id(blobs[usize::from(mask)], column, row) as u32;
        ground.push(if solid { rock } else { 0 });
        let behind = blob::mask(|dx, dy| walled(column + dx, row + dy));
        let wall = first + sheet::wall_id(blobs[usize::from(behind)], column, row) as u32;
        let hidden = solid && mask == blob::FULL;
        let dark = first + sheet::dark_id(column, row) as u32;
        view.push(if hidden || behind == blob::FULL && walled(column, row) { 0 } else { dark });
        background.push(if hidden || !walled(column, row) { 0 } else { wall });
    }
    let (column, row) = spawn(&cells);
    let at = (column * TILE, row * TILE);
    let player = Object { name: "player".into(), class: "TpSpawn", at, ..Object::default() };
    let layers = vec![
        Layer::Tiles("view", view),
        Layer::Tiles("background", background),
        Layer::Tiles("ground", ground),
        Layer::Objects("objects", Vec::new(), vec![player]),
    ];
    let tilesets = vec![(first, "cave")];
    Map { width: WIDTH, height: HEIGHT, encoding: Encoding::Zlib, tilesets, properties: vec![CLOSED], layers }
}
