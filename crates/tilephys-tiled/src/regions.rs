//! Objects that stand for a part of the map: what is taken, and what kills.

use crate::error::{LoadError, Position, Problem};
use crate::names::{COLLECTIBLE, KILL_ZONE};
use crate::objects::{Object, ObjectKind};
use crate::outline::on_lattice;
use crate::turn::Turn;
use glam::I64Vec2;
use std::path::Path;
use tilephys_core::{Aabb, UNITS_PER_PX, WORLD_LIMIT};

/// A part of the map that means something to who comes into it: an object of a class of [`RegionKind`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelRegion {
    /// The object's id.
    pub object: u32,
    /// What it means.
    pub kind: RegionKind,
    /// Where it is, in lattice units: the least box around the object.
    pub aabb: Aabb,
}

/// What a [`LevelRegion`] means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RegionKind {
    /// `TpCollectible`: who comes takes it.
    Collectible,
    /// `TpKillZone`: who comes dies.
    KillZone,
}

/// The region that an object is; `None` if its class is none.
///
/// # Errors
/// If it covers nothing, or reaches beyond the world.
pub(crate) fn region(
    object: &Object,
    position: Position,
    file: &Path,
) -> Result<Option<LevelRegion>, LoadError> {
    let kind = match object.class.as_str() {
        COLLECTIBLE => RegionKind::Collectible,
        KILL_ZONE => RegionKind::KillZone,
        _ => return Ok(None),
    };
    let corners: Vec<[f64; 2]> = match &object.kind {
        ObjectKind::Polygon(points) => points.iter().map(|p| (object.position + *p).to_array()).collect(),
        ObjectKind::Point | ObjectKind::Polyline(_) => Vec::new(),
        _ => {
            let (low, high) = (object.position, object.position + object.size);
            vec![[low.x, low.y], [high.x, low.y], [high.x, high.y], [low.x, high.y]]
        }
    }
    .into_iter()
    .map(|corner: [f32; 2]| corner.map(f64::from))
    .collect();
    let turn = Turn::new(object.rotation.into(), object.anchor.to_array().map(f64::from));
    let corners: Vec<I64Vec2> = corners.into_iter().map(|c| on_lattice(turn.forth(c))).collect();
    let low = corners.iter().copied().reduce(I64Vec2::min).unwrap_or_default();
    let high = corners.iter().copied().reduce(I64Vec2::max).unwrap_or_default();
    let refused = |problem, message| Err(LoadError::new(problem, file, message).at(position));
    if low.cmpge(high).any() {
        let message = format!(
            "a {} is a place that somebody comes into, and this one covers none; draw a rectangle",
            object.class
        );
        return refused(Problem::Shape, message);
    }
    let limit = i64::from(WORLD_LIMIT);
    if low.min_element() < -limit || high.max_element() > limit {
        let message = format!(
            "the object is beyond the world, which ends at ±{} px; move it into the map",
            WORLD_LIMIT / UNITS_PER_PX
        );
        return refused(Problem::Limit, message);
    }
    Ok(Some(LevelRegion {
        object: object.id,
        kind,
        aabb: Aabb { min: low.as_ivec2(), max: high.as_ivec2() },
    }))
}
