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
    /// Position of each layer in a list in which each layer comes before the layers that it includes.
    pub(crate) ranks: Vec<u16>,
}

impl Order {
    /// The order of a list of layers.
    pub(crate) fn of(layers: &[Layer]) -> Order {
        let count = layers.len();
        let width = count.div_ceil(WORD);
        let mut order = Order { width, bits: vec![0; width * count], ranks: vec![0; count] };
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
        order.rank(layers);
        order
    }

    /// True if `greater` leads to everything that `lesser` leads to.
    pub(crate) fn includes(&self, greater: u16, lesser: u16) -> bool {
        let lesser = usize::from(lesser);
        self.bits[usize::from(greater) * self.width + lesser / WORD] >> (lesser % WORD) & 1 != 0
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

    /// Sets the ranks: supports first, then by the number of layers that a layer includes.
    fn rank(&mut self, layers: &[Layer]) {
        let included = |layer: u16| {
            let row = usize::from(layer) * self.width;
            self.bits[row..row + self.width].iter().map(|word| word.count_ones()).sum::<u32>()
        };
        let is_air = |layer: u16| layers[usize::from(layer)].kind == Kind::Air;
        let mut list: Vec<u16> = (0..layers.len() as u16).collect();
        list.sort_by_key(|layer| (is_air(*layer), Reverse(included(*layer))));
        for (rank, layer) in list.into_iter().enumerate() {
            self.ranks[usize::from(layer)] = rank as u16;
        }
    }
}
