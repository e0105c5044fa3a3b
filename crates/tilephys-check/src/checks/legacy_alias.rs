//! TP044: a property of another tool says what collides.

use crate::catalogue::{CheckId, CheckInfo, Run};
use crate::findings::{Finding, Findings};
use crate::holders::{Holder, holders};
use crate::subject::Subject;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tilephys_tiled::{Property, PropertyOrigin, PropertyValue};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(44),
    name: "legacy-alias",
    severity: None,
    explanation: "Collision is set by a property that tilephys reads for the sake of other tools: collides, solid, \
                  one_way, or the class one-way. It works as it is, so this check is off by default. The property \
                  collision has more values, and Tiled offers them in a list: collides = true is collision = solid.",
    run: Run::Map(run),
};

/// Names of such properties, and the value of `collision` that they mean if true.
const ALIASES: [(&str, &str); 3] = [("collides", "solid"), ("solid", "solid"), ("one_way", "one_way")];

/// A class with this meaning, of tiles and objects.
const CLASS: &str = "one-way";

fn run(map: &Subject<'_>, out: &mut Findings) {
    // One finding for each name, value and file.
    let mut found: BTreeMap<(PathBuf, &str, &str), (u32, Finding)> = BTreeMap::new();
    let mut add = |name, value, holder: Holder<'_>, finding: Finding| {
        let (count, _) = found.entry((finding.file.clone(), name, value)).or_insert_with(|| {
            let help = format!("replace it by the property collision with the value {value}");
            (0, Finding { place: holder.place(map), ..finding.help(help) })
        });
        *count += 1;
    };
    let is_own = |property: &&Property| property.origin == PropertyOrigin::Own;
    for holder in holders(map) {
        let properties = holder.properties();
        // It wins over the others.
        if properties.property("collision").as_ref().is_some_and(is_own) {
            continue;
        }
        for (name, meaning) in ALIASES {
            let Some(property) = properties.property(name).filter(is_own) else { continue };
            let value = match property.value {
                PropertyValue::Bool(true) => meaning,
                PropertyValue::Bool(false) if name != "one_way" => "none",
                _ => continue,
            };
            let message = format!("the property {name:?} is read as collision = {value}");
            add(name, value, holder, map.finding(&CHECK, message).at_property(property, map.locator));
        }
        if holder.class() == CLASS
            && let Some(element) = holder.element(map).filter(|element| element.class().is_some())
        {
            let message = format!("the class {CLASS:?} is read as collision = one_way");
            add(CLASS, "one_way", holder, map.finding(&CHECK, message).at(element));
        }
    }
    for (count, finding) in found.into_values() {
        out.add(Finding { count, ..finding });
    }
}
