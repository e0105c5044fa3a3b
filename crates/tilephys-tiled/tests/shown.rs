//! Tiled's own result for a map whose project `tilephys types` has written into. `shown/tiled-1.8.2.json` has the
//! `object.resolvedProperties()` of each object in Tiled 1.8.2, with the project open.

use serde_json::Value;
use std::path::Path;
use tilephys_tiled::{Property, PropertyValue, load};

/// True if Tiled shows a property. Of a class value, Tiled shows the members that are set.
fn is_shown(property: &Property, shown: &Value) -> bool {
    if let Some(name) = shown.get("typeName") {
        let value = &shown["value"];
        let is_value = match (&property.value, value) {
            (PropertyValue::Class(members), Value::Object(set)) => {
                set.iter().all(|(name, value)| members.property(name).is_some_and(|m| is_shown(m, value)))
            }
            _ => property.choice.as_ref().map(|c| u64::from(c.number)) == value.as_u64(),
        };
        return property.type_name == *name && is_value;
    }
    match &property.value {
        PropertyValue::Bool(v) => *shown == *v,
        PropertyValue::Int(v) => *shown == *v,
        PropertyValue::Float(v) => shown.as_f64() == Some(*v),
        PropertyValue::String(v) => shown == v,
        PropertyValue::Object(id) => shown["id"].as_u64() == Some(id.unwrap_or(0).into()),
        _ => false,
    }
}

#[test]
fn objects_have_the_properties_that_tiled_shows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shown");
    let shown = std::fs::read_to_string(folder.join("tiled-1.8.2.json")).expect("it is there");
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    let level = load(folder.join("m.tmx")).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(level.objects.len(), 7);
    for object in &level.objects {
        let shown = shown[object.id.to_string()].as_object().expect("an object");
        let mut names: Vec<&str> = object.properties.iter().map(|p| p.name.as_str()).collect();
        names.sort_unstable();
        let mut expected: Vec<&str> = shown.keys().map(String::as_str).collect();
        expected.sort_unstable();
        assert_eq!(names, expected, "object {}", object.id);
        for property in &object.properties {
            let value = &shown[&property.name];
            assert!(is_shown(property, value), "object {}: {property:?} is {value} in Tiled", object.id);
        }
    }
}
