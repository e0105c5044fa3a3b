//! Makes the outline of a map.

use crate::checks::{door_link, world_seams};
use crate::outline::{Border, DoorOutline, Outline};
use crate::subject::Subject;
use glam::Vec2;
use std::ops::Range;
use tilephys_core::Body;
use tilephys_tiled::Role;

/// The outline of a map, with its border if it is in a world.
pub(crate) fn outline_of(map: &Subject<'_>, is_in_world: bool) -> Outline {
    let level = map.level;
    let doors = level.marks.iter().filter_map(|mark| {
        let Role::Door(door) = &mark.role else { return None };
        let target = door.target.clone().filter(|target| *target != level.path)?;
        let object = level.object(mark.object)?;
        Some(DoorOutline {
            finding: map.about_object(&door_link::CHECK, object, ""),
            target,
            target_object: door.target_object,
            is_two_way: door.two_way,
        })
    });
    Outline {
        objects: level.objects.iter().map(|object| object.id).collect(),
        doors: doors.collect(),
        tile_size: level.tile_size,
        border: is_in_world.then(|| border(map)).flatten(),
    }
}

/// The openings in the border of a finite map, by the engine: the player's body is moved along each edge in steps of a
/// pixel.
fn border(map: &Subject<'_>) -> Option<Border> {
    let level = map.level;
    let rect = level.bounds?;
    let size = (rect.size * level.tile_size).as_vec2();
    let body = map.settings.player.size.ceil();
    if body.cmpgt(size).any() {
        return None;
    }
    let min = Vec2::new(rect.min.col as f32, rect.min.row as f32) * level.tile_size.as_vec2();
    let far = size - body;
    let along = |length: f32, at: &dyn Fn(f32) -> Vec2| {
        let mut open: Vec<Range<i32>> = Vec::new();
        for px in 0..=length as i32 {
            if !map.is_free(Body::new(min + at(px as f32), body).aabb()) {
                continue;
            }
            match open.last_mut().filter(|last| last.end == px) {
                Some(last) => last.end = px + 1,
                None => open.push(px..px + 1),
            }
        }
        open
    };
    let openings = [
        along(far.y, &|y| Vec2::new(0.0, y)),
        along(far.y, &|y| Vec2::new(far.x, y)),
        along(far.x, &|x| Vec2::new(x, 0.0)),
        along(far.x, &|x| Vec2::new(x, far.y)),
    ];
    let finding = map.finding(&world_seams::CHECK, "");
    Some(Border { openings, body: [body.x as i32, body.y as i32], finding })
}
