//! State of a world as plain data, for rollback.

use super::body_state::BodyState;
use super::movers::{Entry, Follow};
use super::rides::Lift;
use super::squishes::Squish;
use crate::controller::{Body, TransientState};
use crate::dynamics::ids::{BodyId, SensorId};
use crate::dynamics::settings::profile::ProfileId;
use crate::grid::{Obstacle, SavedGrid, ShapeId};
use crate::tile::TileId;
use glam::{IVec2, Vec2};

/// State of a world or of some of its bodies. All lists ascend by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct SavedState {
    pub(crate) bodies: Vec<SavedBody>,
    pub(crate) transient: Vec<(BodyId, TransientState)>,
    pub(crate) squishes: Vec<Squish>,
    /// Sensor overlaps.
    pub(crate) inside: Vec<(BodyId, SensorId)>,
    /// Tiles under the feet.
    pub(crate) feet: Vec<(BodyId, Obstacle)>,
    /// Pairs of bodies that pass through each other, the smaller id of each first.
    pub(crate) ignored: Vec<(BodyId, BodyId)>,
    /// True for a whole world. All following fields are of whole worlds only.
    pub(crate) is_whole: bool,
    pub(crate) next_id: Option<u32>,
    pub(crate) again_from: u32,
    pub(crate) hits: u64,
    pub(crate) map: SavedGrid,
    pub(crate) movers: Vec<Entry>,
    pub(crate) paths: Vec<Follow>,
    pub(crate) next_mover: u32,
}

/// Body in a saved state, without its transient state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SavedBody {
    pub(crate) id: BodyId,
    pub(crate) profile: ProfileId,
    pub(crate) state: BodyState,
    pub(crate) position: IVec2,
    pub(crate) size: IVec2,
    pub(crate) velocity: Vec2,
    pub(crate) remainder: Vec2,
    pub(crate) lift: Option<Lift>,
    /// Shape of a solid body, and its tile kind.
    pub(crate) solid: Option<(ShapeId, TileId)>,
}

impl SavedBody {
    pub(crate) fn body(&self) -> Body {
        let SavedBody { position, size, velocity, remainder, .. } = *self;
        Body { position, size, velocity, remainder, memory: TransientState::NONE }
    }
}

impl SavedState {
    /// True if the state has a body.
    pub(crate) fn has(&self, id: BodyId) -> bool {
        self.bodies.binary_search_by_key(&id, |saved| saved.id).is_ok()
    }

    /// Empties all lists and keeps their allocations.
    pub(crate) fn clear(&mut self) {
        let SavedState { bodies, transient, squishes, inside, feet, ignored, map, movers, paths, .. } = self;
        bodies.clear();
        transient.clear();
        squishes.clear();
        inside.clear();
        feet.clear();
        ignored.clear();
        map.cells.clear();
        map.changed.clear();
        map.added.clear();
        map.gone_regions.clear();
        map.regions.clear();
        movers.clear();
        paths.clear();
    }
}
