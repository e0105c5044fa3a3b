//! TP044: a property of another tool says what collides.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings};
use crate::fix::{Edit, Fix};
use crate::holders::{Holder, holders};
use crate::subject::Subject;
use crate::tiles::NO_FIX_IN_JSON;
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

/// The edits of all places of a finding, and the finding about the first.
type Repeated = (Vec<Option<Edit>>, Finding);

fn run(map: &Subject<'_>, out: &mut Findings) {
    // One finding for each name, value and file.
    let mut found: BTreeMap<(PathBuf, &str, &str), Repeated> = BTreeMap::new();
    let mut add = |name, value, holder: Holder<'_>, finding: Finding, edit: Option<Edit>| {
        let (edits, _) = found.entry((finding.file.clone(), name, value)).or_insert_with(|| {
            let is_json = holder.element(map).is_some_and(|element| element.bytes().is_none());
            let json = if is_json { NO_FIX_IN_JSON } else { "" };
            let help = format!("replace it with the property collision and the value {value}{json}");
            (Vec::new(), Finding { place: holder.place(map), ..finding.help(help) })
        });
        edits.push(edit);
    };
    let is_own = |property: &&Property| property.origin == PropertyOrigin::Own;
    for holder in holders(map) {
        let properties = holder.properties();
        // It wins over the others.
        if properties.property("collision").as_ref().is_some_and(is_own) {
            continue;
        }
        let has = |name: &str| properties.property(name).as_ref().is_some_and(is_own);
        let is_only = ALIASES.iter().filter(|(name, _)| has(name)).count() == 1;
        for (name, meaning) in ALIASES {
            let Some(property) = properties.property(name).filter(is_own) else { continue };
            let value = match property.value {
                PropertyValue::Bool(true) => meaning,
                PropertyValue::Bool(false) if name != "one_way" => "none",
                _ => continue,
            };
            let message = format!("the property {name:?} is read as collision = {value}");
            // Two aliases would become one property twice.
            let edit = edit(map, holder, name, value).filter(|_| is_only);
            add(name, value, holder, map.finding(&CHECK, message).at_property(property, map.locator), edit);
        }
        if holder.class() == CLASS
            && let Some(element) = holder.element(map).filter(|element| element.class().is_some())
        {
            let message = format!("the class {CLASS:?} is read as collision = one_way");
            add(CLASS, "one_way", holder, map.finding(&CHECK, message).at(element), None);
        }
    }
    for ((_, name, value), (edits, finding)) in found {
        let count = u32::try_from(edits.len()).unwrap_or(u32::MAX);
        let edits: Option<Vec<Edit>> = edits.into_iter().collect();
        let title = format!("replace the property {name:?} by collision = {value}");
        let fix = edits.map(|edits| Fix { title, edits });
        out.add(Finding { count, fix, ..finding });
    }
}

/// The edit that replaces a property of an element by `collision` with a value and its type.
fn edit(map: &Subject<'_>, holder: Holder<'_>, name: &str, value: &str) -> Option<Edit> {
    let property = holder.element(map)?.property(name)?;
    let new = format!("<property name=\"collision\" propertytype=\"TpCollision\" value=\"{value}\"/>");
    Edit::of_element(property, new)
}
