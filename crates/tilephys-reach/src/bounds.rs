//! Public face of the flood.

use crate::flood::{Flood, Model};
use crate::hull::Node;
use crate::layers::UNBOUNDED;
use crate::map::Map;
use crate::player::Player;
use glam::IVec2;
use tilephys_core::Aabb;
use tilephys_feel::NoRule;

/// Most nodes of a flood.
const MOST_NODES: usize = 1 << 23;

/// Positions that no input takes the character out of.
#[derive(Clone, Debug)]
pub struct Bounds {
    pub(crate) model: Model,
    pub(crate) flood: Flood,
    /// True if speed along has no bound.
    has_any_speed: bool,
}

impl Bounds {
    /// Bounds of a character that starts at rest at one of these positions of its min corner, in lattice units.
    ///
    /// # Errors
    /// If a setting or an object has an effect without a rule.
    pub fn new(map: &Map, player: &Player, starts: &[IVec2]) -> Result<Bounds, NoRule> {
        Bounds::with_most(map, player, starts, MOST_NODES)
    }

    /// Like [`new`](Self::new), with at most `most` nodes.
    ///
    /// # Errors
    /// If a setting or an object has an effect without a rule, or the table would have more nodes.
    pub fn with_most(map: &Map, player: &Player, starts: &[IVec2], most: usize) -> Result<Bounds, NoRule> {
        let model = Model::new(map, player)?;
        // A start in a wall has no node. Without it everything else would look impossible.
        if !starts.iter().all(|at| model.has_room(*at)) {
            return Err(NoRule { setting: "a start inside of a wall" });
        }
        match Flood::new(&model, &nodes_at(&model, starts), most) {
            Ok(flood) => return Ok(Bounds { model, flood, has_any_speed: false }),
            Err(fault) if fault != UNBOUNDED => return Err(fault),
            Err(_) => {}
        }
        // Heights and walls still have bounds.
        Bounds::wide(model.widened(map, player)?, starts, most)
    }

    /// Bounds at any speed along.
    fn wide(model: Model, starts: &[IVec2], most: usize) -> Result<Bounds, NoRule> {
        let flood = Flood::new(&model, &nodes_at(&model, starts), most)?;
        Ok(Bounds { model, flood, has_any_speed: true })
    }

    /// These bounds, which are from the same starts, at any speed along.
    pub(crate) fn widened(
        &self,
        map: &Map,
        player: &Player,
        starts: &[IVec2],
        most: usize,
    ) -> Result<Bounds, NoRule> {
        if self.has_any_speed() {
            return Ok(self.clone());
        }
        Bounds::wide(self.model.widened(map, player)?, starts, most)
    }

    /// True if the character may have any speed along.
    pub(crate) fn has_any_speed(&self) -> bool {
        self.has_any_speed
    }

    /// True if the character may be at a position of its min corner, in lattice units. If false, no input takes it there. True below
    /// the map, where the play ends. A character that crouches has the position of the standing body on its feet.
    #[must_use]
    pub fn includes(&self, position: IVec2) -> bool {
        self.flood.has_place(&self.model, position)
    }

    /// True if the character may touch an area. If false, no input takes it there.
    #[must_use]
    pub fn meets(&self, area: Aabb) -> bool {
        self.flood.meets(&self.model, area)
    }

    /// Areas that the body of the character may touch, one for each class of positions. They overlap.
    pub fn areas(&self) -> impl Iterator<Item = Aabb> + '_ {
        let size = self.model.places.size;
        let swept = self.flood.swept.iter().flatten();
        swept.map(move |[left, right, top, bottom]| Aabb {
            min: IVec2::new(*left, *top),
            max: IVec2::new(*right, *bottom) + size,
        })
    }

    /// The position within the bounds that comes nearest to an area, and the way that is missing on both axes, in lattice units;
    /// positive toward greater coordinates. `None` if nothing is within the bounds.
    #[must_use]
    pub fn nearest(&self, area: Aabb) -> Option<(IVec2, IVec2)> {
        let size = self.model.places.size;
        // The first and last positions at which the body would touch the area.
        let first = area.min - size + 1;
        let last = area.max - 1;
        let swept = self.flood.swept.iter().flatten();
        let gaps = swept.map(|[left, right, top, bottom]| {
            let on_axis = |low: i32, high: i32, first: i32, last: i32| {
                if high < first { [high, first - high] } else { [low.max(first), (last - low).min(0)] }
            };
            let [x, across] = on_axis(*left, *right, first.x, last.x);
            let [y, down] = on_axis(*top, *bottom, first.y, last.y);
            (IVec2::new(x, y), IVec2::new(across, down))
        });
        gaps.min_by_key(|(at, gap)| (gap.abs().max_element(), gap.abs().min_element(), at.x, at.y))
    }

    /// Number of nodes of the table.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.flood.nodes.len()
    }
}

/// Nodes of a body at rest at any of the starts.
fn nodes_at(model: &Model, starts: &[IVec2]) -> Vec<Node> {
    starts.iter().flat_map(|at| model.starts(*at)).collect()
}
