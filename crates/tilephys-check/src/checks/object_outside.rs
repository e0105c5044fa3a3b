//! TP030: an object lies outside of the map.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::geometry::{length, object_box, object_in_words};
use crate::grouping::by_layer;
use crate::subject::Subject;
use std::collections::BTreeSet;
use tilephys_core::Aabb;
use tilephys_tiled::{Object, ObjectKind, PropertyValue, Role};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(30),
    name: "object-outside",
    severity: Some(Severity::Warning),
    explanation: "An object with a class lies completely outside of the map, where the player cannot get \
                  to it. Move it into the map, or delete it. A TpSpawn, a TpGoal or a required TpCollectible there is an \
                  error, since the level cannot be finished. Texts, lines, points, hidden objects, kill zones and triggers \
                  are not reported, nor are objects to which a property refers, or whose name says that they spawn or \
                  reset something.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let Some(area) = map.area() else { return };
    let is_outside = |object: &&Object| object_box(object).is_some_and(|aabb| is_apart(aabb, area));
    let mut outside = map.level.objects.iter().filter(is_outside).peekable();
    if outside.peek().is_none() {
        return;
    }
    let (named, mut found) = (referred(map), Vec::new());
    for object in outside.filter(|object| is_meant_inside(map, object) && !named.contains(&object.id)) {
        let Some(aabb) = object_box(object) else { continue };
        let (far, side) = distance(aabb, area);
        let what = object_in_words(object);
        let message = format!("{what} is outside of the map, {} beyond its {side} edge", length(far));
        let mut finding =
            map.about_object(&CHECK, object, message).help("move it into the map, or delete it");
        if is_needed(map, object) {
            finding.severity = Severity::Error;
        }
        found.push(finding);
    }
    out.list.extend(by_layer(found));
}

/// True if the boxes share no point.
fn is_apart(aabb: Aabb, area: Aabb) -> bool {
    aabb.max.cmplt(area.min).any() || aabb.min.cmpgt(area.max).any()
}

/// Distance of a box from the area, and the edge beyond which it is farthest.
fn distance(aabb: Aabb, area: Aabb) -> (i32, &'static str) {
    let sides = [
        (area.min.x.saturating_sub(aabb.max.x), "left"),
        (aabb.min.x.saturating_sub(area.max.x), "right"),
        (area.min.y.saturating_sub(aabb.max.y), "upper"),
        (aabb.min.y.saturating_sub(area.max.y), "lower"),
    ];
    sides.into_iter().fold((0, "left"), |far, side| if side.0 > far.0 { side } else { far })
}

/// True if a level cannot be finished without an object.
fn is_needed(map: &Subject<'_>, object: &Object) -> bool {
    let role = map.level.mark(object.id).map(|mark| &mark.role);
    let is_needed = matches!(role, Some(Role::Spawn | Role::Goal | Role::Collectible { required: true }));
    is_needed && object.class.starts_with("Tp")
}

/// Parts of names and classes of objects of a game that wait outside of its maps.
const WAITING: [&str; 8] = ["spawn", "reset", "kill", "death", "dead", "bound", "limit", "camera"];

fn waits_outside(object: &Object) -> bool {
    let words = format!("{} {}", object.name, object.class).to_lowercase();
    !object.class.starts_with("Tp") && WAITING.iter().any(|part| words.contains(part))
}

fn is_meant_inside(map: &Subject<'_>, object: &Object) -> bool {
    let layer = &map.level.layers[object.layer];
    let is_shown = object.visible && layer.visible && layer.opacity > 0.0;
    // Layers that scroll at another speed are scenery.
    let is_scenery = layer.parallax != glam::Vec2::ONE;
    let is_mark = match &object.kind {
        ObjectKind::Text(_) | ObjectKind::Polyline(_) => false,
        ObjectKind::Point => map.level.mark(object.id).is_some(),
        _ => !object.class.is_empty(),
    };
    let role = map.level.mark(object.id).map(|mark| &mark.role);
    let is_border = matches!(role, Some(Role::KillZone | Role::Trigger | Role::Door(_)));
    // A moving platform may come in from outside: its path is checked by TP048.
    let is_mover = map.level.movers.iter().any(|mover| mover.object == object.id);
    is_shown && !is_scenery && is_mark && !is_border && !is_mover && !waits_outside(object)
}

/// Objects to which properties of the map refer.
fn referred(map: &Subject<'_>) -> BTreeSet<u32> {
    let level = map.level;
    let of_objects = level.objects.iter().map(|object| &object.properties);
    let lists =
        of_objects.chain(level.layers.iter().map(|layer| &layer.properties)).chain([&level.properties]);
    let values = lists.flat_map(|list| list.iter().map(|property| &property.value));
    values.filter_map(|value| if let PropertyValue::Object(id) = value { *id } else { None }).collect()
}
