//! Serialization of map edits.

use crate::aabb::Aabb;
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::grid::{Edit, RegionId, ShapeId};
use crate::limits::MAX_LAYERS;
use crate::tile::{LayerId, TileCoord, TileId};

const TILE: u8 = 0;
const ADD_BOX: u8 = 1;
const ADD_SHAPE: u8 = 2;
const REMOVE: u8 = 3;
const MOVE: u8 = 4;
const ADD_REGION: u8 = 5;
const REMOVE_REGION: u8 = 6;
const MOVE_REGION: u8 = 7;

pub(super) fn write(edit: &Edit, w: &mut Writer) {
    match *edit {
        Edit::Tile { layer, at, tile } => {
            w.u8(TILE);
            w.u8(layer.0);
            w.u16(TileId::to_word(tile));
            w.u32(at.col as u32);
            w.u32(at.row as u32);
        }
        Edit::AddBox { layer, aabb, tile } => {
            w.u8(ADD_BOX);
            w.u8(layer.0);
            w.u16(TileId::to_word(Some(tile)));
            w.point(aabb.min);
            w.point(aabb.max);
        }
        Edit::AddShape { layer, at, tile } => {
            w.u8(ADD_SHAPE);
            w.u8(layer.0);
            w.u16(TileId::to_word(Some(tile)));
            w.point(at);
        }
        Edit::Remove { id } => {
            w.u8(REMOVE);
            w.u32(id.0);
        }
        Edit::Move { id, min } => {
            w.u8(MOVE);
            w.u32(id.0);
            w.point(min);
        }
        Edit::AddRegion { region } => {
            w.u8(ADD_REGION);
            w.region(&region);
        }
        Edit::RemoveRegion { id } => {
            w.u8(REMOVE_REGION);
            w.u32(id.0);
        }
        Edit::MoveRegion { id, aabb } => {
            w.u8(MOVE_REGION);
            w.u32(id.0);
            w.point(aabb.min);
            w.point(aabb.max);
        }
    }
}

pub(super) fn read(r: &mut Reader) -> Result<Edit, SaveError> {
    let byte = r.at;
    match r.u8("edit.kind")? {
        TILE => {
            let (layer, tile) = read_kind(r)?;
            let at = TileCoord { col: r.u32("edit.cell")? as i32, row: r.u32("edit.cell")? as i32 };
            Ok(Edit::Tile { layer, at, tile })
        }
        ADD_BOX => {
            let (layer, tile) = read_solid(r)?;
            Ok(Edit::AddBox {
                layer,
                aabb: Aabb { min: r.point("edit.min")?, max: r.point("edit.max")? },
                tile,
            })
        }
        ADD_SHAPE => {
            let (layer, tile) = read_solid(r)?;
            Ok(Edit::AddShape { layer, at: r.point("edit.at")?, tile })
        }
        REMOVE => Ok(Edit::Remove { id: ShapeId(r.u32("edit.shape")?) }),
        MOVE => Ok(Edit::Move { id: ShapeId(r.u32("edit.shape")?), min: r.point("edit.min")? }),
        ADD_REGION => Ok(Edit::AddRegion { region: r.region()? }),
        REMOVE_REGION => Ok(Edit::RemoveRegion { id: RegionId(r.u32("edit.region")?) }),
        MOVE_REGION => {
            let id = RegionId(r.u32("edit.region")?);
            Ok(Edit::MoveRegion { id, aabb: Aabb { min: r.point("edit.min")?, max: r.point("edit.max")? } })
        }
        _ => Reader::fault(byte, "edit.kind", SaveFault::OutOfRange),
    }
}

fn read_kind(r: &mut Reader) -> Result<(LayerId, Option<TileId>), SaveError> {
    let (byte, layer) = (r.at, r.u8("edit.layer")?);
    Reader::demand(usize::from(layer) < MAX_LAYERS, byte, "edit.layer", SaveFault::OutOfRange)?;
    Ok((LayerId(layer), TileId::of_word(r.u16("edit.tile")?)))
}

fn read_solid(r: &mut Reader) -> Result<(LayerId, TileId), SaveError> {
    let (byte, (layer, tile)) = (r.at, read_kind(r)?);
    match tile {
        Some(tile) => Ok((layer, tile)),
        None => Reader::fault(byte + 1, "edit.tile", SaveFault::OutOfRange),
    }
}
