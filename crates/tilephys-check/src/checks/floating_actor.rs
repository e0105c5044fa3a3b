//! TP033: an object that stands on the ground hangs in the air.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::geometry::{TOLERANCE, in_world, length, object_box, object_in_words};
use crate::subject::Subject;
use glam::IVec2;
use tilephys_core::query::{Query, Solid};
use tilephys_core::{Aabb, UNITS_PER_PX};
use tilephys_tiled::Object;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(33),
    name: "floating-actor",
    severity: Some(Severity::Info),
    explanation: "An object of a class that stands on the ground, such as an enemy, is above it. The settings list \
                  these classes as \"grounded\"; without the list nothing is checked. Move the object down to the \
                  floor. A gap of up to one pixel is not reported.",
    run: Run::Map(run),
};

/// Distance in which a floor is looked for, in lattice units. 4096 px, the height of the tallest levels.
const FAR: i32 = 4096 * UNITS_PER_PX;

fn run(map: &Subject<'_>, out: &mut Findings) {
    if map.gravity() > 0.0 {
        let grounded = |object: &&Object| map.settings.grounded.contains(&object.class);
        out.list.extend(map.level.objects.iter().filter(grounded).filter_map(|object| floating(map, object)));
    }
}

fn floating(map: &Subject<'_>, object: &Object) -> Option<Finding> {
    // A point is where the feet are.
    let aabb = object_box(object)?;
    let aabb = if in_world(aabb).is_some() { aabb } else { around(aabb.max)? };
    let down = IVec2::new(0, FAR);
    in_world(Aabb { min: aabb.min, max: aabb.max.checked_add(down)? })?;
    // An object that collides is in the grid itself.
    let is_other =
        |solid: &Solid| map.level.object_of_kind(solid.tile).is_none_or(|other| other.id != object.id);
    let query = Query::new(map.settings.player.mask).filter(&is_other);
    let on_mover = map.movers().iter().any(|mover| mover.start.overlaps(aabb.grown(IVec2::splat(TOLERANCE))));
    let hit = map.level.grid.sweep(aabb, down, query);
    if on_mover || hit.is_some_and(|hit| hit.starts_inside()) {
        return None;
    }
    let what = object_in_words(object);
    let message = match hit {
        Some(hit) => {
            let gap = hit.shape.position.y.saturating_sub(aabb.min.y);
            if gap <= TOLERANCE {
                return None;
            }
            format!("{what} is {} above the ground", length(gap))
        }
        None => format!("{what} has no ground below"),
    };
    Some(map.about_object(&CHECK, object, message).help("move it down to the floor"))
}

/// A box of a pixel above a point.
fn around(feet: IVec2) -> Option<Aabb> {
    let half = UNITS_PER_PX / 2;
    let min = IVec2::new(feet.x.checked_sub(half)?, feet.y.checked_sub(UNITS_PER_PX)?);
    in_world(Aabb { min, max: IVec2::new(feet.x.checked_add(half)?, feet.y) })
}
