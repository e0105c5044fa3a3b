//! TP011: several objects are the player's start.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::geometry::{counted, object_in_words};
use crate::subject::Subject;
use tilephys_tiled::{Object, PropertyOrigin, Role};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(11),
    name: "many-spawns",
    severity: Some(Severity::Warning),
    explanation: "Several objects of class TpSpawn could be the start, and only their order in the file decides. \
                  Set \"default\" to true on the start, and to false on the others. Spawns with different names \
                  and without \"default\" are not reported, since a game may choose among them by name.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let is_spawn = |object: &&Object| map.level.mark(object.id).is_some_and(|mark| mark.role == Role::Spawn);
    let has_spawns = map.level.marks.iter().filter(|mark| mark.role == Role::Spawn).count() > 1;
    let (Some(start), true) = (map.start(), has_spawns) else { return };
    let says = default(start);
    let rivals = map.level.objects.iter().filter(is_spawn).filter(|other| {
        let is_alike = default(other) == says && (says == Some(true) || other.name == start.name);
        other.id != start.id && is_alike
    });
    let rivals: Vec<&Object> = rivals.collect();
    let Some(last) = rivals.last() else { return };
    let count = counted(rivals.len() + 1, "object");
    let message = match says {
        Some(true) => format!("{count} have \"default\" set to true, and the player starts at the first"),
        _ => format!("{count} are a TpSpawn without \"default\", and the player starts at the first"),
    };
    let help = format!("set \"default\" to true on one of them, and to false on {}", object_in_words(last));
    let mut finding = map.about_object(&CHECK, start, message).help(help);
    for rival in rivals {
        if let Some(element) = map.locator.object(rival.id) {
            finding = finding.see(element, "another TpSpawn is here");
        }
    }
    out.add(finding);
}

/// The property `default` as set on the object; the default of the class does not count.
fn default(object: &Object) -> Option<bool> {
    let property = object.properties.property("default")?;
    object.properties.bool("default").filter(|_| property.origin != PropertyOrigin::Class)
}
