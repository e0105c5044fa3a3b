//! TP026: two things at one place where one is meant.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::geometry::{counted, object_in_words};
use crate::grouping::by_layer;
use crate::stacked::stacked;
use crate::subject::Subject;
use std::collections::BTreeMap;
use tilephys_tiled::{Object, ObjectKind, Properties, PropertyValue, Role};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(26),
    name: "duplicates",
    severity: Some(Severity::Warning),
    explanation: "Two objects of one class have the same place, size, name and properties, as after pasting \
                  twice. The player takes two coins at once, or meets two enemies as one. Delete one of \
                  them. Or tiles of two layers collide in one cell with different shapes or materials: a \
                  slope in a whole tile cannot be climbed.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    out.list.extend(by_layer(objects(map)));
    stacked(map, &CHECK, out);
}

/// Finds equal objects at one place.
fn objects(map: &Subject<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut places: BTreeMap<[u32; 5], Vec<&Object>> = BTreeMap::new();
    for object in map.level.objects.iter().filter(|object| has_meaning(map, object)) {
        let bits = |v: glam::Vec2| v.to_array().map(|x| (x + 0.0).to_bits());
        let ([x, y], [width, height]) = (bits(object.position), bits(object.size));
        places.entry([x, y, width, height, object.rotation.to_bits()]).or_default().push(object);
    }
    for mut group in places.into_values() {
        while group.len() > 1 {
            let first = group[0];
            let (alike, rest): (Vec<_>, Vec<_>) = group.into_iter().partition(|other| is_copy(first, other));
            group = rest;
            if let [first, copies @ .., last] = &alike[..] {
                let count = counted(alike.len(), "object");
                let message = match copies {
                    [] => format!(
                        "{} and {} are identical and in the same place",
                        object_in_words(first),
                        object_in_words(last)
                    ),
                    _ => format!(
                        "{count} from {} on are identical and in the same place",
                        object_in_words(first)
                    ),
                };
                let mut finding = map.about_object(&CHECK, last, message).help("delete all but one of them");
                for copy in &alike[..alike.len() - 1] {
                    if let Some(element) = map.locator.object(copy.id) {
                        finding = finding.see(element, "an identical object is here");
                    }
                }
                found.push(finding);
            }
        }
    }
    found
}

/// True if a copy of the object matters: it is a tile, has a class or collides. Spawns are checked by TP011.
fn has_meaning(map: &Subject<'_>, object: &Object) -> bool {
    let is_something = matches!(object.kind, ObjectKind::Tile(_)) || !object.class.is_empty();
    let is_spawn = map.level.mark(object.id).is_some_and(|mark| mark.role == Role::Spawn);
    !is_spawn && (is_something || map.level.why_object(object.id).is_some())
}

fn is_copy(a: &Object, b: &Object) -> bool {
    (&a.class, &a.name, a.layer) == (&b.class, &b.name, b.layer)
        && a.kind == b.kind
        && are_equal(&a.properties, &b.properties)
}

/// True if both lists have equal names and values, wherever they are set.
fn are_equal(a: &Properties, b: &Properties) -> bool {
    let has = |list: &Properties, name: &str, value: &PropertyValue| {
        list.property(name).is_some_and(|other| is_equal(value, &other.value))
    };
    a.iter().count() == b.iter().count() && a.iter().all(|property| has(b, &property.name, &property.value))
}

fn is_equal(a: &PropertyValue, b: &PropertyValue) -> bool {
    match (a, b) {
        (PropertyValue::Class(a), PropertyValue::Class(b)) => are_equal(a, b),
        (PropertyValue::List(a), PropertyValue::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_equal(a, b))
        }
        _ => a == b,
    }
}
