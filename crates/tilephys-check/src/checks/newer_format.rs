//! TP060: the map is of a newer format than is known.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::holders::holders;
use crate::subject::Subject;
use std::collections::BTreeMap;
use tilephys_tiled::{Property, PropertyValue};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(60),
    name: "newer-format",
    severity: Some(Severity::Warning),
    explanation: "The map was saved in a newer format than this program knows, or has a property of an \
                  unknown type. Anything new in it is ignored, so the level may differ from what Tiled \
                  shows. Update the program, or set an older compatibility version in Project > Project \
                  Properties and save the map again.",
    run: Run::Map(run),
};

/// Newest version of the map format that is known: Tiled 1.12 (which still writes 1.10).
const NEWEST: (u32, u32) = (1, 12);

fn run(map: &Subject<'_>, out: &mut Findings) {
    let level = map.level;
    let help = "update tilephys, or set an older compatibility version in Project > Project Properties";
    let number = |part: Option<&str>| part.and_then(|part| part.parse::<u32>().ok());
    let mut parts = level.version.split('.');
    let version = number(parts.next()).map(|major| (major, number(parts.next()).unwrap_or(0)));
    if version.is_some_and(|version| version > NEWEST) {
        let message = format!(
            "the map has format {}, but this program knows formats up to {}.{}",
            level.version, NEWEST.0, NEWEST.1
        );
        out.add(map.finding(&CHECK, message).help(help));
    }
    let mut unknown: BTreeMap<String, (u32, Finding)> = BTreeMap::new();
    for holder in holders(map) {
        for property in holder.properties() {
            let Some(kind) = unknown_type(&property.value) else { continue };
            let (count, _) = unknown.entry(kind.to_owned()).or_insert_with(|| {
                (0, Finding { place: holder.place(map), ..about(map, property, kind).help(help) })
            });
            *count += 1;
        }
    }
    for (count, finding) in unknown.into_values() {
        out.add(Finding { count, ..finding });
    }
}

fn about(map: &Subject<'_>, property: &Property, kind: &str) -> Finding {
    let message = format!("the property {:?} is of the unknown type {kind:?}", property.name);
    map.finding(&CHECK, message).at_property(property, map.locator)
}

/// The unknown type in a value.
fn unknown_type(value: &PropertyValue) -> Option<&str> {
    match value {
        PropertyValue::Other { kind, .. } => Some(kind),
        PropertyValue::Class(members) => members.iter().find_map(|member| unknown_type(&member.value)),
        PropertyValue::List(items) => items.iter().find_map(unknown_type),
        _ => None,
    }
}
