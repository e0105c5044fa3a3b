//! Proof: a table of places and speeds that holds the start, is closed under all that two ticks can lead to, and misses the target.

use crate::bounds::Bounds;
use crate::flood::{Model, covers, touches};
use crate::hull::Node;
use crate::layers::UNBOUNDED;
use crate::map::Map;
use crate::order::Known;
use crate::player::Player;
use crate::spread::Spread;
use glam::IVec2;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use tilephys_core::Aabb;
use tilephys_feel::NoRule;

/// Proof that no input takes the character out of a table of places and speeds.
///
/// [`verify`](Self::verify) checks it in one pass, without the work list that has made it.
#[derive(Clone, PartialEq)]
pub struct Proof {
    nodes: Vec<Node>,
    /// True if the nodes have any speed along.
    is_wide: bool,
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

/// Nodes by cell.
struct Table<'a> {
    nodes: &'a [Node],
    cells: HashMap<u32, Vec<usize>>,
}

impl<'a> Table<'a> {
    fn of(nodes: &'a [Node]) -> Self {
        let mut cells: HashMap<u32, Vec<usize>> = HashMap::new();
        for (index, node) in nodes.iter().enumerate() {
            cells.entry(node.cell).or_default().push(index);
        }
        Table { nodes, cells }
    }

    /// Nodes that lead to everything that `node` leads to.
    fn covering<'b>(&'b self, model: &'b Model, node: &'b Node) -> impl Iterator<Item = usize> + 'b {
        let own = self.cells.get(&node.cell).into_iter().flatten().copied();
        own.filter(move |own| covers(model, &self.nodes[*own], node))
    }
}

/// Which nodes of a table it needs.
struct Needed {
    /// True for a node that alone covers something.
    is_alone: Vec<bool>,
    /// True for these, and for one of the nodes that cover anything else.
    is_kept: Vec<bool>,
}

impl Needed {
    fn of(model: &Model, nodes: &[Node], starts: &[Node]) -> Needed {
        let table = Table::of(nodes);
        let mut is_alone = vec![false; nodes.len()];
        each_led(model, nodes, starts, |led| {
            let mut own = table.covering(model, led);
            if let (Some(first), None) = (own.next(), own.next()) {
                is_alone[first] = true;
            }
        });
        let mut is_kept = is_alone.clone();
        each_led(model, nodes, starts, |led| {
            if let Some(first) = table.covering(model, led).next()
                && !table.covering(model, led).any(|own| is_kept[own])
            {
                is_kept[first] = true;
            }
        });
        Needed { is_alone, is_kept }
    }
}

/// Calls `each` for the starts, and for all nodes that others lead to.
fn each_led(model: &Model, nodes: &[Node], starts: &[Node], mut each: impl FnMut(&Node)) {
    starts.iter().for_each(&mut each);
    let mut spread = Spread::default();
    for node in nodes {
        spread.run(&model.places, &model.layers, &Known::default(), node);
        // What a node leads to within itself needs no other node.
        let led = spread.nodes.iter().filter(|led| !covers(model, node, led));
        led.for_each(&mut each);
    }
}

impl fmt::Debug for Proof {
    /// The number of nodes: there are thousands.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Proof").field("nodes", &self.nodes.len()).finish()
    }
}

impl Proof {
    /// The table of bounds.
    pub(crate) fn new(bounds: &Bounds) -> Proof {
        Proof { nodes: bounds.flood.nodes.clone(), is_wide: bounds.has_any_speed() }
    }

    /// Cells and layers of the table.
    fn model(&self, map: &Map, player: &Player) -> Result<Model, NoRule> {
        let model = Model::new(map, player)?;
        if self.is_wide { model.widened(map, player) } else { Ok(model) }
    }

    /// The proof without nodes that it does not need: [`verify`](Self::verify) accepts it, and refuses it without any one of its nodes.
    ///
    /// # Errors
    /// If a setting or an object has an effect without a rule.
    pub fn reduced(&self, map: &Map, player: &Player, starts: &[IVec2]) -> Result<Proof, NoRule> {
        let model = self.model(map, player)?;
        let starts: Vec<Node> = starts.iter().flat_map(|at| model.starts(*at)).collect();
        let mut nodes = self.nodes.clone();
        loop {
            let count = nodes.len();
            let needed = Needed::of(&model, &nodes, &starts);
            let mut is_kept = needed.is_kept.iter();
            nodes.retain(|_| is_kept.next() == Some(&true));
            if nodes.len() < count {
                continue;
            }
            // Several nodes may cover the same: then a single one is removed, and the rest is looked at again.
            match needed.is_alone.iter().position(|is_alone| !is_alone) {
                Some(spare) => _ = nodes.remove(spare),
                None => return Ok(Proof { nodes, is_wide: self.is_wide }),
            }
        }
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
        Proof { nodes, is_wide: self.is_wide }
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
        let model = self.model(map, player).map_err(ProofFault::NoRule)?;
        if self.nodes.iter().any(|node| model.layers.is_unbounded(node.hull.along)) {
            return Err(ProofFault::NoRule(UNBOUNDED));
        }
        let table = Table::of(&self.nodes);
        let has = |node: &Node| table.covering(&model, node).next().is_some();
        for start in starts.iter().flat_map(|at| model.starts(*at)) {
            if !has(&start) {
                return Err(ProofFault::Start);
            }
        }
        let mut spread = Spread::default();
        for (index, node) in self.nodes.iter().enumerate() {
            spread.run(&model.places, &model.layers, &Known::default(), node);
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
