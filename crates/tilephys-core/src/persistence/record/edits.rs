//! Map edits in a recording.

use crate::aabb::Aabb;
use crate::grid::{Edit, RegionId, ShapeId};
use crate::persistence::codec::{Codec, Value};
use crate::persistence::map_diff::{NO_REGION, code_region};
use crate::persistence::values::code_box;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;

const ZERO: Aabb = Aabb { min: IVec2::ZERO, max: IVec2::ZERO };
/// Edit before it is read.
pub(super) const EMPTY: Edit = KINDS[0];
/// Kinds of edits, in the order of their codes.
const KINDS: [Edit; 8] = [
    Edit::Tile { layer: LayerId::EMPTY, at: TileCoord::EMPTY, tile: None },
    Edit::AddBox { layer: LayerId::EMPTY, aabb: ZERO, tile: TileId::EMPTY },
    Edit::AddShape { layer: LayerId::EMPTY, at: IVec2::ZERO, tile: TileId::EMPTY },
    Edit::Remove { id: ShapeId::EMPTY },
    Edit::Move { id: ShapeId::EMPTY, min: IVec2::ZERO },
    Edit::AddRegion { region: NO_REGION },
    Edit::RemoveRegion { id: RegionId::EMPTY },
    Edit::MoveRegion { id: RegionId::EMPTY, aabb: ZERO },
];

pub(super) fn code<C: Codec>(edit: &mut Edit, c: &mut C) -> Result<(), C::Error> {
    c.kind("edit.kind", edit, &KINDS)?;
    // Only the form is checked here. Whether the map allows the edit is asked when it is replayed.
    match edit {
        Edit::Tile { layer, at, tile } => {
            c.value("edit.layer", layer)?;
            c.value("edit.tile", tile)?;
            c.value("edit.cell", at)
        }
        Edit::AddBox { layer, aabb, tile } => {
            c.value("edit.layer", layer)?;
            c.value("edit.tile", tile)?;
            code_box(aabb, ["edit.min", "edit.max"], c)
        }
        Edit::AddShape { layer, at, tile } => {
            c.value("edit.layer", layer)?;
            c.value("edit.tile", tile)?;
            c.value("edit.at", at)
        }
        Edit::Remove { id } => c.value("edit.shape", id),
        Edit::Move { id, min } => {
            c.value("edit.shape", id)?;
            c.value("edit.min", min)
        }
        Edit::AddRegion { region } => code_region(region, c),
        Edit::RemoveRegion { id } => c.value("edit.region", id),
        Edit::MoveRegion { id, aabb } => {
            c.value("edit.region", id)?;
            code_box(aabb, ["edit.min", "edit.max"], c)
        }
    }
}
