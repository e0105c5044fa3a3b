//! TP032: an object that the player must get to is inside something solid.

use super::spawn_in_solid::inside;
use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::geometry::{TOLERANCE, length, object_box, object_in_words};
use crate::subject::Subject;
use glam::IVec2;
use std::collections::BTreeSet;
use tilephys_core::Aabb;
use tilephys_tiled::{LevelRegion, Object, RegionKind, Role};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(32),
    name: "object-in-solid",
    severity: Some(Severity::Warning),
    explanation: "A pick-up, checkpoint, goal or door lies so deep inside solid tiles that the player has no free \
                  place from which to touch it. A second spawn, or the target of a door, where the player would be \
                  inside a solid, is reported too, and so is an object of a grounded class of the settings. Move the \
                  object into the open.",
    run: Run::Map(run),
};

/// Number of places of the player on each axis that are tried around an object.
const PLACES: i32 = 48;

fn run(map: &Subject<'_>, out: &mut Findings) {
    let level = map.level;
    let start = level.spawn().map(|spawn| spawn.id);
    let targets: BTreeSet<u32> = level.marks.iter().filter_map(target).collect();
    let mut seen = BTreeSet::new();
    let is_ours = map.is_ours();
    for region in level.regions.iter().filter(|_| is_ours) {
        let Some(object) = region.object().and_then(|id| level.object(id)) else { continue };
        if is_wanted(region.kind) && seen.insert(object.id) && !is_touchable(map, object.id) {
            out.list.extend(buried(map, object, region));
        }
    }
    for object in &level.objects {
        let is_place = level.mark(object.id).is_some_and(|mark| match mark.role {
            Role::Spawn => Some(object.id) != start,
            Role::Checkpoint => !seen.contains(&object.id),
            _ => false,
        });
        let is_target =
            targets.contains(&object.id) && !seen.contains(&object.id) && Some(object.id) != start;
        if is_ours && (is_place || is_target) {
            let body = map.player_at(object);
            out.list.extend(body.and_then(|body| inside(map, &CHECK, object, &body)));
        } else if map.settings.grounded.contains(&object.class) {
            out.list.extend(sunken(map, object));
        }
    }
}

/// The object of this map where a door leads.
fn target(mark: &tilephys_tiled::Mark) -> Option<u32> {
    match &mark.role {
        Role::Door(door) if door.target.is_none() => door.target_object,
        _ => None,
    }
}

fn is_wanted(kind: RegionKind) -> bool {
    use RegionKind::{Checkpoint, Collectible, Door, Goal};
    matches!(kind, Collectible | Goal | Checkpoint | Door)
}

/// True if the player has a free place in which it overlaps a region of the object.
fn is_touchable(map: &Subject<'_>, object: u32) -> bool {
    let Some(size) = map.player_size() else { return true };
    let area = map.area();
    // From outside of its walls the player touches nothing; above the map it may jump.
    let is_in_map = |aabb: Aabb| {
        area.is_none_or(|area| {
            area.min.x <= aabb.min.x && aabb.max.x <= area.max.x && aabb.max.y <= area.max.y
        })
    };
    let mut regions = map.level.regions.iter().filter(|region| region.object() == Some(object));
    regions.any(|region| {
        let low = (region.aabb.min - size).saturating_add(IVec2::ONE);
        let span = region.aabb.max.saturating_sub(IVec2::ONE).saturating_sub(low);
        let at = |k: i32, axis: usize| {
            let far = i64::from(span[axis]) * i64::from(k) / i64::from(PLACES);
            // Within the span, which fits.
            low[axis] + far as i32
        };
        let free = |(x, y)| {
            let min = IVec2::new(at(x, 0), at(y, 1));
            let Some(max) = min.checked_add(size) else { return true };
            let aabb = Aabb { min, max };
            is_in_map(aabb) && map.is_free(aabb) && map.overlaps_region(aabb, region)
        };
        // The middle first: it is free almost always.
        free((PLACES / 2, PLACES / 2))
            || (0..=PLACES).flat_map(|y| (0..=PLACES).map(move |x| (x, y))).any(free)
    })
}

fn buried(map: &Subject<'_>, object: &Object, region: &LevelRegion) -> Option<Finding> {
    let solid = map.solid_in(region.aabb)?;
    let (what, named) = (object_in_words(object), map.solid_in_words(&solid));
    let message = format!("{what} is inside {named}, and the player cannot touch it");
    let finding = map.about_object(&CHECK, object, message).help("move it into the open");
    Some(if solid.off_grid.is_none() { finding.in_cell(solid.cell) } else { finding })
}

/// The finding that an object which stands on the ground is inside a solid.
fn sunken(map: &Subject<'_>, object: &Object) -> Option<Finding> {
    let aabb = object_box(object)
        .filter(|aabb| (aabb.size() - glam::I64Vec2::splat(i64::from(TOLERANCE) * 2)).min_element() > 0)?;
    let solid = map.solid_in(aabb.grown(IVec2::splat(-TOLERANCE)))?;
    // An object that collides is in the grid itself.
    if map.level.object_of_kind(solid.tile).is_some_and(|other| other.id == object.id) {
        return None;
    }
    let depth = [
        aabb.max.y.saturating_sub(solid.aabb.min.y),
        solid.aabb.max.y.saturating_sub(aabb.min.y),
        aabb.max.x.saturating_sub(solid.aabb.min.x),
        solid.aabb.max.x.saturating_sub(aabb.min.x),
    ];
    let by = length(depth.into_iter().min()?);
    let (what, named) = (object_in_words(object), map.solid_in_words(&solid));
    let message = format!("{what} overlaps {named} by {by}");
    let finding = map.about_object(&CHECK, object, message).help("move it into the open");
    Some(if solid.off_grid.is_none() { finding.in_cell(solid.cell) } else { finding })
}
