//! Worlds, movers and the outcomes of moves mirrored, turned and shifted.

use super::mover::{Met, Mover, Outcome};
use super::solid::Point;
use super::world::{Kind, World};
use crate::turn::Turn;
use tilephys_core::Direction;

impl Turn {
    /// The world after the turn.
    pub(crate) fn world(self, world: &World) -> World {
        let tile = world.tile();
        let mut turned = world.clone();
        turned.tile_px = self.sizes(world.tile_px);
        let kinds = world.kinds.iter();
        turned.kinds =
            kinds.map(|k| Kind { shape: self.shape(&k.shape, tile), category: k.category }).collect();
        let cells = world.cells.iter().map(|(&(row, col, layer), &kind)| {
            let [col, row] = self.cell([col, row]);
            ((row, col, layer), kind)
        });
        turned.cells = cells.collect();
        for l in &mut turned.off_grid {
            // Without a size of its own a shape turns within its cell.
            l.at = self.place(l.at, l.size.unwrap_or(tile), tile);
            l.size = l.size.map(|size| self.sizes(size));
        }
        turned
    }

    /// The mover after the turn; `tile` is the tile's size before it.
    pub(crate) fn mover(self, mover: &Mover, tile: Point) -> Mover {
        Mover {
            position: self.place(mover.position, mover.size, tile),
            size: self.sizes(mover.size),
            velocity: self.floats(mover.velocity),
            rest: self.floats(mover.rest),
            translation: self.floats(mover.translation),
            up: self.direction(mover.up),
            ..*mover
        }
    }

    /// What must come of it after the turn. The contact's middle (it is rounded down) and a loose shape's cell are left
    /// out, and the face where two are as near.
    pub(crate) fn outcome(self, outcome: &Outcome, size: Point, tile: Point) -> Outcome {
        let mut sides = [false; 4];
        for (from, direction) in Direction::ALL.into_iter().enumerate() {
            sides[self.direction(direction) as usize] = outcome.sides[from];
        }
        let hit = |h: &Met| Met {
            normal: self.whole(h.normal),
            face: self.direction(h.face),
            point: [0; 2],
            position: self.place(h.position, size, tile),
            left: self.whole(h.left),
            cell: if h.off_grid.is_none() { self.cell(h.cell) } else { [0; 2] },
            ..*h
        };
        Outcome {
            position: self.place(outcome.position, size, tile),
            velocity: self.floats(outcome.velocity),
            rest: self.floats(outcome.rest),
            hits: outcome.hits.iter().map(hit).collect(),
            pushed: self.whole(outcome.pushed),
            corrected: self.whole(outcome.corrected),
            stuck: outcome.stuck,
            sides,
            surfaces: outcome.surfaces.map(|s| s.map(|n| self.whole(n))),
        }
    }
}
