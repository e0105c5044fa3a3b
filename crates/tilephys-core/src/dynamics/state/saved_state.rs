//! State of a world as plain data, for rollback.

use crate::controller::TransientState;
use crate::dynamics::ids::{BodyId, SensorId};
use crate::dynamics::settings::Combine;
use crate::dynamics::state::movers::Entry;
use crate::dynamics::state::{Bodies, Follow, Lift, Squish};
use crate::grid::{MapDiff, Obstacle, ShapeId};
use crate::tile::TileId;
use glam::Vec2;

/// State of a world or of some of its bodies. All lists ascend by id, except perhaps the bodies of a whole world.
#[derive(Clone, Debug, Default)]
pub(crate) struct SavedState {
    pub(crate) bodies: Bodies,
    pub(crate) lifts: Vec<Lift>,
    /// Solid bodies with their shapes and tile kinds.
    pub(crate) solids: Vec<(BodyId, ShapeId, TileId)>,
    pub(crate) transient: Vec<(BodyId, TransientState)>,
    pub(crate) squishes: Vec<Squish>,
    pub(crate) inside: Vec<(BodyId, SensorId)>,
    /// Sensor overlaps whose exit the next step reports, of a whole world.
    pub(crate) ended: Vec<(BodyId, SensorId)>,
    pub(crate) feet: Vec<(BodyId, Obstacle)>,
    /// Pairs of bodies that pass through each other, the smaller id of each first.
    pub(crate) ignored: Vec<(BodyId, BodyId)>,
    /// True for a whole world. All following fields are of whole worlds only.
    pub(crate) is_whole: bool,
    /// Acceleration of every body, in px/s².
    pub(crate) gravity: Vec2,
    pub(crate) combine: Combine,
    pub(crate) next_id: Option<u32>,
    pub(crate) again_from: u32,
    pub(crate) hits: u64,
    pub(crate) map: MapDiff,
    pub(crate) movers: Vec<Entry>,
    pub(crate) paths: Vec<Follow>,
    pub(crate) next_mover: u32,
}

impl SavedState {
    pub(crate) fn clear(&mut self) {
        self.bodies.set_len(0);
        self.lifts.clear();
        self.solids.clear();
        self.transient.clear();
        self.squishes.clear();
        self.inside.clear();
        self.ended.clear();
        self.feet.clear();
        self.ignored.clear();
        self.map.clear();
        self.movers.clear();
        self.paths.clear();
    }
}
