//! Proof: a table of places and speeds that holds the start, is closed under all that two ticks can lead to, and misses the target.

use crate::flood::{Flood, Model, touches};
use crate::map::Map;
use crate::player::Player;
use crate::spread::{Node, Spread};
use glam::IVec2;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use tilephys_core::Aabb;
use tilephys_feel::NoRule;

/// Proof that no input takes the character out of a table of places and speeds.
///
/// [`verify`](Self::verify) checks it in one pass, without the work list that has made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    nodes: Vec<Node>,
}

/// Reason why a proof does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFault {
    /// A setting or an object has an effect without a rule.
    NoRule(NoRule),
    /// A start is not in the table.
    Start,
    /// The node with this index leads out of the table.
    Leak(usize),
    /// The node with this index touches the target.
    Target(usize),
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ProofFault::NoRule(fault) => fault.fmt(f),
            ProofFault::Start => write!(f, "the table of the proof misses a start"),
            ProofFault::Leak(node) => write!(f, "node {node} of the proof leads to places outside its table"),
            ProofFault::Target(node) => write!(f, "node {node} of the proof touches the target"),
        }
    }
}

impl Error for ProofFault {}

impl Proof {
    /// The table of a flood, without nodes that other nodes cover.
    pub(crate) fn new(model: &Model, flood: &Flood) -> Proof {
        let needed = flood.nodes.iter().filter(|node| !flood.has_earlier(model, node));
        Proof { nodes: needed.copied().collect() }
    }

    /// Number of nodes of the table.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True for a table without nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The proof without one of its nodes, for tests of [`verify`](Self::verify).
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn without(&self, node: usize) -> Proof {
        let mut nodes = self.nodes.clone();
        nodes.remove(node);
        Proof { nodes }
    }

    /// Checks that a character that starts at rest at one of `starts`, positions of its min corner in lattice units, never touches the
    /// area `target`.
    ///
    /// # Errors
    /// If the table does not show it.
    pub fn verify(
        &self,
        map: &Map,
        player: &Player,
        starts: &[IVec2],
        target: Aabb,
    ) -> Result<(), ProofFault> {
        let model = Model::new(map, player).map_err(ProofFault::NoRule)?;
        if model.layers.is_guess {
            return Err(ProofFault::NoRule(NoRule { setting: "jump.along" }));
        }
        let mut table: HashMap<(u32, u16), usize> = HashMap::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            table.insert((node.cell, node.layer), index);
        }
        // A node is in the table if one of its layer contains it, or one of an earlier layer of the common fall.
        let has = |node: &Node| {
            let first = model.layers.list[usize::from(node.layer)].tail_from;
            let mut layers = (first..=node.layer).rev();
            layers.any(|layer| {
                let own = table.get(&(node.cell, layer)).map(|index| &self.nodes[*index]);
                own.is_some_and(|own| own.hull.contains(&node.hull))
            })
        };
        for start in starts.iter().flat_map(|at| model.starts(*at)) {
            if !has(&start) {
                return Err(ProofFault::Start);
            }
        }
        let mut spread = Spread::default();
        for (index, node) in self.nodes.iter().enumerate() {
            spread.run(&model.places, &model.layers, node);
            if spread.swept.iter().any(|(_, swept)| touches(*swept, player.size, target)) {
                return Err(ProofFault::Target(index));
            }
            if !spread.nodes.iter().all(has) {
                return Err(ProofFault::Leak(index));
            }
        }
        Ok(())
    }
}
