//! Distance field: the ticks that a state is away from a target, by the guide.

use crate::crowd::State;
use crate::guide::Guide;
use glam::IVec2;
use tilephys_core::Aabb;

/// Distance of what does not lead to the target, by the guide.
const FAR: u16 = u16::MAX;

/// Distances of all motions in all cells to a target, in ticks.
#[derive(Debug)]
pub(crate) struct Field {
    /// By cell and motion.
    distances: Vec<u16>,
}

impl Field {
    /// Distances to where a body of a size touches an area.
    pub(crate) fn new(guide: &Guide, size: IVec2, area: Aabb) -> Field {
        let motions = guide.motions();
        let mut distances = vec![FAR; guide.len() * motions];
        // The queue of R. B. Dial (1969): nodes by distance. A step takes a few ticks.
        let mut queue: Vec<Vec<u32>> = vec![Vec::new()];
        let first = area.min - size + 1;
        let last = area.max - 1;
        for y in guide.y.class(first.y)..=guide.y.class(last.y) {
            for x in guide.x.class(first.x)..=guide.x.class(last.x) {
                let Some(cell) = guide.free_at(IVec2::new(x, y)) else { continue };
                let nodes = cell * motions..(cell + 1) * motions;
                queue[0].extend(nodes.clone().map(|node| node as u32));
                distances[nodes].fill(0);
            }
        }
        let mut distance = 0;
        while distance < queue.len() {
            let Some(node) = queue[distance].pop() else {
                distance += 1;
                continue;
            };
            let node = node as usize;
            if distance > usize::from(distances[node]) {
                continue;
            }
            for before in guide.before(node / motions, node % motions) {
                let at = before.cell * motions + before.motion();
                let far = distance + before.ticks() as usize;
                // Most are known to be as near, and to ask whether there is a way takes longer.
                if far < usize::from(distances[at]) && guide.is_way(&before) {
                    distances[at] = far as u16;
                    if queue.len() <= far {
                        queue.resize(far + 1, Vec::new());
                    }
                    queue[far].push(at as u32);
                }
            }
        }
        Field { distances }
    }

    /// Distance of a state in a cell, in ticks.
    pub(crate) fn of(&self, guide: &Guide, cell: usize, state: &State) -> u32 {
        u32::from(self.distances[cell * guide.motions() + guide.motion_of(state, cell)])
    }
}
