//! Distance field: the ticks that a node of the flood is away from a target, at least.

use crate::flood::{Flood, Model, touches};
use crate::layer::{Kind, TICKS};
use crate::spread::{Hull, Node, Spread};
use glam::IVec2;
use tilephys_core::Aabb;

/// Gap of a layer for each dash or air jump that it has less than a body: more than any speed.
const FEWER_LEFT: f32 = 1e6;

/// Distance of what does not lead to the target.
pub(crate) const FAR: u32 = u32::MAX;

/// Edges of a flood, backward: the nodes that lead to each node.
#[derive(Debug)]
pub(crate) struct Links {
    /// Start of the list of each node, and the end of the last.
    starts: Vec<u32>,
    list: Vec<Backward>,
}

/// An edge of the flood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Link {
    to: u32,
    from: u32,
    ticks: u32,
}

/// A node that leads to a known one, and the ticks between them.
#[derive(Clone, Copy, Debug)]
struct Backward {
    from: u32,
    ticks: u32,
}

impl Links {
    pub(crate) fn new(model: &Model, flood: &Flood) -> Links {
        let mut spread = Spread::default();
        let mut edges: Vec<Link> = Vec::new();
        for (index, node) in flood.nodes.iter().enumerate() {
            spread.run(&model.places, &model.layers, node);
            let first = edges.len();
            for led in &spread.nodes {
                debug_assert!(flood.covering(model, led).is_some(), "{led:?} is not in the flood");
                if let Some(to) = flood.covering(model, led).filter(|to| *to != index as u32) {
                    let ticks = ticks_between(model, node, &flood.nodes[to as usize]);
                    edges.push(Link { to, from: index as u32, ticks });
                }
            }
            edges[first..].sort_unstable();
            let mut kept = first;
            for at in first..edges.len() {
                if at == first || edges[at] != edges[kept - 1] {
                    edges[kept] = edges[at];
                    kept += 1;
                }
            }
            edges.truncate(kept);
        }
        // A counting sort by the node that is led to.
        let mut starts = vec![0_u32; flood.nodes.len() + 1];
        for edge in &edges {
            starts[edge.to as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut list = vec![Backward { from: 0, ticks: 0 }; edges.len()];
        for Link { to, from, ticks } in edges {
            list[next[to as usize] as usize] = Backward { from, ticks };
            next[to as usize] += 1;
        }
        Links { starts, list }
    }

    fn of(&self, node: u32) -> &[Backward] {
        &self.list[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

/// Ticks from a node to a node that it leads to. A hull fills its cell, so the way along counts from cell to cell at running speed.
fn ticks_between(model: &Model, from: &Node, to: &Node) -> u32 {
    let layer = &model.layers.list[usize::from(from.layer)];
    if from.cell == to.cell {
        // What begins on a support takes no time to begin.
        return if layer.kind == Kind::Air { TICKS } else { 0 };
    }
    let x = &model.places.x;
    let [here, there] = [from, to].map(|node| x.class(model.places.cells.ranges[node.cell as usize][0][0]));
    let way = (there - here).unsigned_abs() * x.spacing();
    let run = model.layers.run.max(layer.along).max(1).unsigned_abs();
    (way * TICKS).div_ceil(run).max(TICKS)
}

/// Distances of all nodes to a target, in ticks.
#[derive(Debug)]
pub(crate) struct Field {
    distances: Vec<u32>,
}

impl Field {
    pub(crate) fn new(model: &Model, flood: &Flood, links: &Links, area: Aabb) -> Field {
        let mut distances = vec![FAR; flood.nodes.len()];
        // The queue of R. B. Dial (1969): nodes by distance. An edge is a few ticks long.
        let mut queue: Vec<Vec<u32>> = vec![Vec::new()];
        for cell in model.places.cells_over(area) {
            for index in flood.of_cell(cell) {
                let Hull { x, y, .. } = flood.nodes[index as usize].hull;
                if touches([x[0], x[1], y[0], y[1]], model.places.size, area) {
                    distances[index as usize] = 0;
                    queue[0].push(index);
                }
            }
        }
        let mut distance = 0;
        while distance < queue.len() {
            let Some(index) = queue[distance].pop() else {
                distance += 1;
                continue;
            };
            if distance as u32 > distances[index as usize] {
                continue;
            }
            for &Backward { from, ticks } in links.of(index) {
                let far = distance as u32 + ticks;
                if far < distances[from as usize] {
                    distances[from as usize] = far;
                    if queue.len() <= far as usize {
                        queue.resize(far as usize + 1, Vec::new());
                    }
                    queue[far as usize].push(from);
                }
            }
        }
        Field { distances }
    }

    /// Distance of a body, in ticks: the distance of the node of its cell whose speeds fit best.
    pub(crate) fn of(&self, model: &Model, flood: &Flood, at: &Placed) -> u32 {
        let position = model.places.clamped(at.position);
        let cell = model.places.cell_of(position);
        let mut best = FAR;
        let mut best_gap = f32::INFINITY;
        for index in flood.of_cell(cell) {
            let layer = &model.layers.list[usize::from(flood.nodes[index as usize].layer)];
            let gap = match layer.kind {
                Kind::Floor if at.on_floor => -1.0,
                Kind::Other | Kind::Grip if at.on_floor || at.is_held => -1.0,
                Kind::Water => -1.0,
                Kind::Air if layer.dashes <= at.dashes && layer.air_jumps <= at.air_jumps => {
                    let over = layer.before - at.rise;
                    if over < -1.0 {
                        continue;
                    }
                    // A layer with fewer dashes or jumps left is a worse match.
                    let missing = (at.dashes - layer.dashes) + (at.air_jumps - layer.air_jumps);
                    over + FEWER_LEFT * f32::from(missing)
                }
                _ => continue,
            };
            let distance = self.distances[index as usize];
            if gap < best_gap || gap == best_gap && distance < best {
                best_gap = gap;
                best = distance;
            }
        }
        best
    }
}

/// What the field asks of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) position: IVec2,
    /// Upward speed, in px/s.
    pub(crate) rise: f32,
    pub(crate) on_floor: bool,
    /// True on a ladder or a climbed wall.
    pub(crate) is_held: bool,
    pub(crate) air_jumps: u8,
    pub(crate) dashes: u8,
}
