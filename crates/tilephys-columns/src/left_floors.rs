//! Floors that bodies left in a step, by the boxes before it.

use glam::IVec2;
use tilephys_core::{
    Aabb, BodyId, Direction, EventKind, TileId, World as Core, broad_phase::SweepAndPrune,
    platform::PushSource,
};

/// Movers and bodies that bodies no longer stand on since the last step.
#[derive(Debug, Default)]
pub struct LeftFloors {
    /// Boxes of the bodies that lost their floors, one unit larger on each side, then of all that may have been a floor.
    boxes: Vec<Aabb>,
    floors: Vec<Floor>,
    sorted: SweepAndPrune,
    left: Vec<Left>,
}

/// Mover or body that may have been a floor.
#[derive(Clone, Copy, Debug)]
struct Floor {
    source: PushSource,
    /// Tile of a mover or a solid body, which gives its category.
    tile: Option<TileId>,
    /// True for a mover with the shape of its tile, such as a slope, whose bounds hold the feet on it.
    is_shaped: bool,
}

/// Body that lost its floor, with the best floor so far.
#[derive(Clone, Copy, Debug)]
struct Left {
    body: BodyId,
    up: Direction,
    aabb: Aabb,
    /// Rank of the floor, and the floor; movers first.
    floor: Option<(Rank, PushSource)>,
}

/// Order of floors. Tiles, movers and solid bodies come before bodies that only collide, then what is under the middle of the feet,
/// then the lesser distance from there, in half units.
type Rank = (bool, bool, i64);

impl LeftFloors {
    /// Forgets the last step.
    pub fn forget(&mut self) {
        self.left.clear();
    }

    /// Finds the floors of the bodies that lost them in the step that has just ended. `before` gives the box of a body before the step.
    /// Costs nothing without such bodies.
    pub fn find(&mut self, core: &Core, before: impl Fn(BodyId) -> Option<Aabb>) {
        self.forget();
        if core.mover_ids().next().is_none() && !core.has_body_floors() {
            return;
        }
        let ended = core.events().iter().filter(|event| event.kind == EventKind::FloorEnd);
        self.left.extend(ended.filter_map(|event| {
            let up = core.body_ref(event.body)?.profile().movement.up;
            Some(Left { body: event.body, up, aabb: before(event.body)?, floor: None })
        }));
        if self.left.is_empty() {
            return;
        }
        self.boxes.clear();
        self.boxes.extend(self.left.iter().map(|left| grown(left.aabb)));
        self.floors.clear();
        self.add_movers(core);
        self.add_bodies(core, before);
        let LeftFloors { boxes, floors, sorted, left } = self;
        let count = left.len();
        sorted.pairs(boxes, |a, b| {
            let first = a.min(b) as usize;
            let second = a.max(b) as usize;
            if first < count && second >= count {
                let floor = floors[second - count];
                if floor.holds(core, left[first].body) {
                    left[first].meet(boxes[second], floor);
                }
            }
        });
        for left in left.iter_mut() {
            let tile = left.floor.and_then(|_| tile_rank(core, left));
            left.floor = left.floor.filter(|floor| tile.is_none_or(|tile| floor.0 <= tile));
        }
    }

    fn add_movers(&mut self, core: &Core) {
        for id in core.mover_ids() {
            let Some(mover) = core.mover(id) else { continue };
            if let Some((bounds, moved)) = core.mover_bounds(id).zip(core.mover_moved(id)) {
                self.boxes.push(Aabb { min: bounds.min - moved, max: bounds.max - moved });
                self.floors.push(Floor {
                    source: PushSource::Mover(id),
                    tile: Some(mover.tile),
                    is_shaped: mover.size.is_none(),
                });
            }
        }
    }

    fn add_bodies(&mut self, core: &Core, before: impl Fn(BodyId) -> Option<Aabb>) {
        if !core.has_body_floors() {
            return;
        }
        let bodies = (0..core.len()).filter_map(|index| core.body_ref_at(index));
        for body in bodies.filter(|body| body.profile().is_floor()) {
            if let Some(aabb) = before(body.id()) {
                self.boxes.push(aabb);
                self.floors.push(Floor {
                    source: PushSource::Body(body.id()),
                    tile: body.profile().solid,
                    is_shaped: false,
                });
            }
        }
    }

    /// Mover or body that a body left in the last step.
    #[must_use]
    pub fn get(&self, body: BodyId) -> Option<PushSource> {
        // Events are by body, and so is the list.
        let index = self.left.binary_search_by_key(&body, |left| left.body).ok()?;
        self.left[index].floor.map(|floor| floor.1)
    }
}

impl Floor {
    /// True if a body may stand on it.
    fn holds(&self, core: &Core, rider: BodyId) -> bool {
        let Some(rider) = core.body_ref(rider).map(|body| body.profile()) else { return false };
        if let Some(tile) = self.tile {
            return core.grid.tile_kind(tile).category & rider.movement.mask != 0;
        }
        let PushSource::Body(id) = self.source else { return false };
        core.body_ref(id).is_some_and(|body| body.profile().holds(rider))
    }
}

impl Left {
    /// Takes a floor if the body stood on it, nearer to the middle of its feet than on another.
    fn meet(&mut self, aabb: Aabb, floor: Floor) {
        let along = self.up.axis();
        let is_under = if self.up.vector()[along] < 0 {
            self.aabb.max[along] == aabb.min[along]
        } else {
            self.aabb.min[along] == aabb.max[along]
        };
        let across = 1 - along;
        let shared =
            self.aabb.max[across].min(aabb.max[across]) > self.aabb.min[across].max(aabb.min[across]);
        let is_on_slope = floor.is_shaped && self.aabb.overlaps(aabb);
        let is_own = floor.source == PushSource::Body(self.body);
        if is_own || !(is_under && shared || is_on_slope) {
            return;
        }
        let found = (self.rank(aabb, floor.tile.is_none()), floor.source);
        if self.floor.is_none_or(|best| found < best) {
            self.floor = Some(found);
        }
    }

    /// Rank of the surface of a box.
    fn rank(&self, surface: Aabb, is_collider: bool) -> Rank {
        let across = 1 - self.up.axis();
        let middle = i64::from(self.aabb.min[across]) + i64::from(self.aabb.max[across]);
        let low = 2 * i64::from(surface.min[across]) - middle;
        let high = middle - 2 * i64::from(surface.max[across]);
        let is_beside = low >= 0 || high >= 0;
        (is_collider, !is_collider && is_beside, low.max(high).max(0))
    }
}

fn grown(aabb: Aabb) -> Aabb {
    Aabb { min: aabb.min.saturating_sub(IVec2::ONE), max: aabb.max.saturating_add(IVec2::ONE) }
}

/// Rank of the tile on which a body stood before the step, if a tile would hold it there.
fn tile_rank(core: &Core, left: &Left) -> Option<Rank> {
    let floor = core.body_ref(left.body)?.probe(|probe| probe.floor_at(left.aabb.min))?;
    if floor.off_grid.is_some() {
        return None;
    }
    let size = core.grid.tile_size();
    let min = IVec2::new(floor.cell.col, floor.cell.row) * size;
    Some(left.rank(Aabb { min, max: min + size }, false))
}
