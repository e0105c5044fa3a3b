//! Order of layers: a layer includes the layers that lead nowhere else than itself.
//!
//! A node needs no spread if a node of such a layer contains its hull. The relation is the greatest simulation between the layers, as
//! between the states of two automata (R. Milner, *An algebraic definition of simulation between programs*, 1971).

use crate::layer::{Edge, Kind, Layer, Need};
use std::cmp::Reverse;

/// Number of bits of a word.
const WORD: usize = 64;

/// A partial order of layers.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// Words of a row.
    width: usize,
    /// A row of bits for each layer: the layers that it includes.
    bits: Vec<u64>,
    /// Likewise, the layers that include each layer.
    including: Vec<u64>,
    /// Position of each layer in a list in which each layer comes before the layers that it includes.
    pub(crate) ranks: Vec<u16>,
}

impl Order {
    /// The order of a list of layers.
    pub(crate) fn of(layers: &[Layer]) -> Order {
        let count = layers.len();
        let width = count.div_ceil(WORD);
        let zeros = vec![0; width * count];
        let mut order = Order { width, bits: zeros.clone(), including: zeros, ranks: vec![0; count] };
        for greater in 0..count {
            for lesser in 0..count {
                if greater == lesser || layers[greater].includes(&layers[lesser]) {
                    order.bits[greater * width + lesser / WORD] |= 1 << (lesser % WORD);
                }
            }
        }
        // Layers lead to later ones, so most of what follows is known when it is asked for.
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for greater in (0..count).rev() {
                for lesser in (0..count).rev() {
                    let is_open = greater != lesser && order.includes(greater as u16, lesser as u16);
                    if is_open && !order.is_followed(layers, greater, lesser) {
                        order.bits[greater * width + lesser / WORD] &= !(1 << (lesser % WORD));
                        has_changed = true;
                    }
                }
            }
        }
        for pair in 0..count * count {
            let [greater, lesser] = [pair / count, pair % count];
            if order.includes(greater as u16, lesser as u16) {
                order.including[lesser * width + greater / WORD] |= 1 << (greater % WORD);
            }
        }
        order.rank(layers);
        order
    }

    /// True if `greater` leads to everything that `lesser` leads to.
    pub(crate) fn includes(&self, greater: u16, lesser: u16) -> bool {
        has_bit(self.included(greater), lesser)
    }

    /// The layers that a layer includes, as a row of bits.
    pub(crate) fn included(&self, layer: u16) -> &[u64] {
        &self.bits[usize::from(layer) * self.width..][..self.width]
    }

    /// The layers that include a layer, as a row of bits.
    pub(crate) fn including(&self, layer: u16) -> &[u64] {
        &self.including[usize::from(layer) * self.width..][..self.width]
    }

    /// True if everything that follows `lesser` is included in what follows `greater`, by the pairs that are left.
    fn is_followed(&self, layers: &[Layer], greater: usize, lesser: usize) -> bool {
        let [own, other] = [&layers[greater], &layers[lesser]];
        let is_matched = |edge: &Edge| {
            let mut edges = own.edges.iter();
            // A layer without a slide is slow enough to include slides.
            let is_own = || edge.need == Need::WallTouched && self.includes(greater as u16, edge.to);
            edges.any(|own| own.includes(edge) && self.includes(own.to, edge.to)) || is_own()
        };
        self.includes(own.next, other.next)
            && self.includes(own.bumped, other.bumped)
            && other.edges.iter().all(is_matched)
    }

    /// Sets the ranks: supports first, then the layers with the most air jumps and dashes left, and of these the earliest. So most nodes
    /// have grown before they are spread. Of equal ones the layers that include the most others come first.
    fn rank(&mut self, layers: &[Layer]) {
        let included =
            |layer: usize| self.included(layer as u16).iter().map(|word| word.count_ones()).sum::<u32>();
        let depths = depths(layers);
        let mut list: Vec<usize> = (0..layers.len()).collect();
        list.sort_by_cached_key(|at| {
            let Layer { kind, air_jumps, dashes, .. } = &layers[*at];
            (*kind == Kind::Air, Reverse((*air_jumps, *dashes)), depths[*at], Reverse(included(*at)))
        });
        for (rank, layer) in list.into_iter().enumerate() {
            self.ranks[layer] = rank as u16;
        }
    }
}

/// Layers of each cell that need no spread: nodes over the whole cell include them at the running speed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// Words of a row, and a row of bits for each cell; none if nothing is known.
    width: usize,
    rows: Vec<u64>,
}

impl Known {
    /// No layers yet, for a number of cells.
    pub(crate) fn new(cells: usize, order: &Order) -> Known {
        Known { width: order.width, rows: vec![0; cells * order.width] }
    }

    /// True for a layer in a cell that needs no spread.
    pub(crate) fn has(&self, cell: u32, layer: u16) -> bool {
        let word = cell as usize * self.width + usize::from(layer) / WORD;
        self.rows.get(word).is_some_and(|word| word >> (usize::from(layer) % WORD) & 1 != 0)
    }

    /// Adds a row of layers to a cell.
    pub(crate) fn add(&mut self, cell: u32, layers: &[u64]) {
        let row = &mut self.rows[cell as usize * self.width..][..self.width];
        row.iter_mut().zip(layers).for_each(|(own, layers)| *own |= layers);
    }
}

/// Number of layers on the longest way to each layer from the start of a chain.
fn depths(layers: &[Layer]) -> Vec<u32> {
    let mut depths = vec![0; layers.len()];
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (at, layer) in layers.iter().enumerate() {
            let next = usize::from(layer.next);
            // A last layer follows itself.
            if next != at && depths[next] <= depths[at] {
                depths[next] = depths[at] + 1;
                has_changed = true;
            }
        }
    }
    depths
}

/// True if a row of bits has a layer.
pub(crate) fn has_bit(row: &[u64], layer: u16) -> bool {
    row[usize::from(layer) / WORD] >> (usize::from(layer) % WORD) & 1 != 0
}
