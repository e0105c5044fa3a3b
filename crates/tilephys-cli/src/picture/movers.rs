//! Movers of a level in pixels: their rectangles and the lines of their paths.

use crate::geometry::pixels;
use crate::geometry::solid::reach;
use glam::Vec2;
use std::collections::BTreeMap;
use tilephys::core::UNITS_PER_PX;
use tilephys::core::platform::PathMode;
use tilephys::draw::Rect;
use tilephys::tiled::{Level, LevelMover, MoverPath, Object, ObjectKind};

/// Movers with their objects.
pub(crate) fn with_objects(level: &Level) -> impl Iterator<Item = (&LevelMover, &Object)> {
    let objects: BTreeMap<u32, &Object> = level.objects.iter().map(|object| (object.id, object)).collect();
    level.movers.iter().filter_map(move |found| Some((found, *objects.get(&found.object)?)))
}

/// Rectangle of a mover at its start. A line has the height of a pixel.
pub(crate) fn rect(level: &Level, found: &LevelMover, object: &Object) -> Rect {
    if matches!(object.kind, ObjectKind::Tile(_) | ObjectKind::Rectangle) && object.rotation == 0.0 {
        return Rect::new(object.position, object.size.max(Vec2::ONE));
    }
    let cell = level.grid.tile_size().as_i64vec2();
    let size = reach(&level.grid.tile_kind(found.mover.tile).shape, cell).size();
    Rect::new(pixels(found.mover.position.as_i64vec2()), pixels(size).max(Vec2::ONE))
}

/// Points of a path that begins at `start`; a loop ends there too.
pub(crate) fn points(path: &MoverPath, start: Vec2) -> Vec<Vec2> {
    let from = path.points[0].as_vec2();
    let place = |p: &glam::IVec2| start + (p.as_vec2() - from) / UNITS_PER_PX as f32;
    let mut points: Vec<Vec2> = path.points.iter().map(place).collect();
    if path.mode == PathMode::Loop {
        points.push(points[0]);
    }
    points
}
