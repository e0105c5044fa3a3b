//! Floors that the character can come to, and pockets: floors among them that nothing leads out of.

use crate::bounds::Bounds;
use crate::flags;
use crate::flood::{Filling, Flood, Model, touches};
use crate::hull::{Hull, Node};
use glam::IVec2;
use std::collections::BTreeSet;
use tilephys_core::Aabb;

/// Most nodes of the flood out of a floor. A floor with more counts as a way out.
const MOST_NODES: usize = 1 << 20;

/// No run.
const NONE: usize = usize::MAX;

/// A level floor: all positions of the character's min corner on it, in lattice units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// First and last position along the floor. At an edge the character still stands by a single unit.
    pub along: [i32; 2],
    /// Height of these positions.
    pub height: i32,
    /// Left and right end of the ground under these positions.
    pub ground: [i32; 2],
}

/// Level floors that nothing leads out of, each with the floors that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pocket {
    /// Floors by their right ends, at least one.
    pub floors: Vec<Floor>,
}

/// A run of neighboring floor cells, as classes.
struct Run {
    first: i32,
    last: i32,
    y: i32,
}

impl Bounds {
    /// Level floors within the bounds, by their right ends. Slopes and moving platforms are left out.
    #[must_use]
    pub fn floors(&self) -> Vec<Floor> {
        let Bounds { model, flood, .. } = self;
        floor_runs(model, flood).iter().map(|run| floor(model, run)).collect()
    }

    /// Floors within the bounds that lead to none of the areas `ends`, such as goals, doors and all that is deadly, nor out of the map,
    /// by the right ends of their first floors.
    ///
    /// A floor that only the bounds let the character leave, but not the exact motion, is not found. Empty without ends.
    #[must_use]
    pub fn pockets(&self, ends: &[Aabb]) -> Vec<Pocket> {
        if ends.is_empty() {
            return Vec::new();
        }
        let Bounds { model, flood, .. } = self;
        let places = &model.places;
        let runs = floor_runs(model, flood);
        let mut run_of_cell = vec![NONE; places.flags.len()];
        for (index, run) in runs.iter().enumerate() {
            for x in run.first..=run.last {
                run_of_cell[places.cell(x, run.y) as usize] = index;
            }
        }
        let bottom = places.bottom();
        let mut leads_out = vec![false; runs.len()];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        // A flood ends at the first floor that is known to lead out. Most levels go on to the right, so the last floors come first.
        for (index, run) in runs.iter().enumerate().rev() {
            let starts: Vec<Node> =
                (run.first..=run.last).map(|x| floor_node(model, flood, x, run.y)).collect();
            let mut met = BTreeSet::from([index]);
            let is_out = |flood: &Filling, swept: &[(u32, [i32; 4])]| {
                swept.iter().any(|&(cell, swept)| {
                    let other = run_of_cell[cell as usize];
                    let is_floor = other != NONE && flood.has_floor(cell);
                    if is_floor {
                        met.insert(other);
                    }
                    is_floor && leads_out[other]
                        || swept[3] >= bottom
                        || ends.iter().any(|end| touches(swept, places.size, *end))
                })
            };
            let is_pocket = Flood::meets_end(model, &starts, MOST_NODES, is_out) == Ok(false);
            leads_out[index] = !is_pocket;
            if is_pocket {
                join(&mut groups, &met);
            }
        }
        // A pocket may lead to a part of a floor whose other parts lead out.
        let mut pockets = Vec::new();
        for group in &mut groups {
            group.retain(|run| !leads_out[*run]);
            group.sort_unstable();
        }
        groups.sort();
        for group in groups {
            pockets.push(Pocket { floors: group.iter().map(|run| floor(model, &runs[*run])).collect() });
        }
        pockets
    }
}

/// Adds runs that are met from each other to disjoint groups.
fn join(groups: &mut Vec<Vec<usize>>, met: &BTreeSet<usize>) {
    let is_joined = |group: &mut Vec<usize>| group.iter().any(|run| met.contains(run));
    let mut joined: BTreeSet<usize> = groups.extract_if(.., is_joined).flatten().collect();
    joined.extend(met);
    groups.push(joined.into_iter().collect());
}

impl Floor {
    /// Area that a body of a size touches if it stands on the floor.
    #[must_use]
    pub fn area(&self, size: IVec2) -> Aabb {
        let min = IVec2::new(self.along[0], self.height + size.y - 1);
        let max = IVec2::new(self.along[1] + size.x, self.height + size.y);
        Aabb::new(min, max)
    }
}

/// The floor of a run of cells.
fn floor(model: &Model, run: &Run) -> Floor {
    let places = &model.places;
    let along = [places.x.range(run.first)[0], places.x.range(run.last)[1]];
    let height = places.y.range(run.y)[1];
    // The ground ends under the inner edge of a body that can go on into the air, and at the wall that stops it.
    let has_air = |x: i32| model.has_room(IVec2::new(x, height));
    let left = if has_air(along[0] - 1) { along[0] + places.size.x - 1 } else { along[0] };
    let right = if has_air(along[1] + 1) { along[1] + 1 } else { along[1] + places.size.x };
    Floor { along, height, ground: [left, right] }
}

/// The floor of a cell as a node, with the speeds at which the character may come to it.
fn floor_node(model: &Model, flood: &Flood, x: i32, y: i32) -> Node {
    let cell = model.places.cell(x, y);
    let layer = model.layers.floor;
    let known =
        flood.of_cell(cell).map(|index| &flood.nodes[index as usize]).find(|node| node.layer == layer);
    let along = known.map_or([model.layers.run; 2], |node| node.hull.along);
    let floor = model.places.y.range(y)[1];
    Node { cell, layer, hull: Hull { x: model.places.x.range(x), y: [floor, floor], along } }
}

/// Runs of floor cells that the flood has come to, by their last column.
fn floor_runs(model: &Model, flood: &Flood) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for y in 0..model.places.y.classes() {
        let mut is_open = false;
        for x in 0..model.places.x.classes() {
            let cell = model.places.cell(x, y);
            let is_support = model.places.flags[cell as usize] & flags::SUPPORT != 0;
            let is_floor = is_support && flood.has_floor(model, cell);
            match runs.last_mut().filter(|_| is_open) {
                Some(run) if is_floor => run.last = x,
                _ if is_floor => runs.push(Run { first: x, last: x, y }),
                _ => {}
            }
            is_open = is_floor;
        }
    }
    runs.sort_by_key(|run| [run.last, run.y]);
    runs
}
