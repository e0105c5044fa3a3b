//! Writer of the built-in types as JSON, formatted as Tiled does, so that saving in Tiled changes nothing else.

use crate::vocabulary::ours::{OurKind, OurMember, OurType, OurValue};
use serde_json::{Map, Value};

/// The JSON vocabulary of a type file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Words of projects, and of exports of the Custom Types Editor.
    Project,
    /// Words of the object types of Tiled 1.8.
    Tiled18,
}

impl Dialect {
    /// The key of a class's members.
    pub(super) fn members(self) -> &'static str {
        match self {
            Dialect::Project => "members",
            Dialect::Tiled18 => "properties",
        }
    }

    fn property_type(self) -> &'static str {
        match self {
            Dialect::Project => "propertyType",
            Dialect::Tiled18 => "propertytype",
        }
    }

    /// A new type for a file; `None` if such files cannot have it.
    pub(super) fn new_type(self, ours: &OurType, id: i64) -> Option<Value> {
        let list = |words: &[&str]| Value::from(words.to_vec());
        let mut fields = vec![("name", Value::from(ours.name))];
        if self == Dialect::Project {
            fields.push(("id", id.into()));
            fields.push(("type", kind_word(ours).into()));
        }
        match (ours.kind, self) {
            (OurKind::Choice(values) | OurKind::Flags(values), Dialect::Project) => {
                let flags = matches!(ours.kind, OurKind::Flags(_));
                fields.push(("storageType", if flags { "int" } else { "string" }.into()));
                fields.push(("values", list(values)));
                fields.push(("valuesAsFlags", flags.into()));
            }
            (OurKind::Class { use_as, color, members }, Dialect::Project) => {
                fields.push(("color", color.into()));
                fields.push(("drawFill", true.into()));
                fields.push(("members", members.iter().map(|m| self.member(m)).collect()));
                fields.push(("useAs", list(use_as)));
            }
            (OurKind::Class { use_as, color, members }, Dialect::Tiled18) if use_as.contains(&"object") => {
                fields.push(("color", color.into()));
                fields.push(("properties", members.iter().map(|m| self.member(m)).collect()));
            }
            (_, Dialect::Tiled18) => return None,
        }
        Some(object(fields))
    }

    /// A member of a class.
    pub(super) fn member(self, member: &OurMember) -> Value {
        let (kind, value, of) = match member.default {
            OurValue::Bool(v) => ("bool", v.into(), None),
            OurValue::Float(v) => ("float", v.into(), None),
            OurValue::File => ("file", "".into(), None),
            OurValue::Object => ("object", 0.into(), None),
            OurValue::Text => ("string", "".into(), None),
            OurValue::Choice { of, value } => ("string", value.into(), Some(of)),
        };
        let mut fields = vec![("name", member.name.into()), ("type", kind.into()), ("value", value)];
        fields.extend(of.map(|of| (self.property_type(), of.into())));
        object(fields)
    }
}

/// Tiled's word for the kind of a type.
pub(super) fn kind_word(ours: &OurType) -> &'static str {
    if matches!(ours.kind, OurKind::Class { .. }) { "class" } else { "enum" }
}

fn object(fields: Vec<(&str, Value)>) -> Value {
    Value::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>())
}

/// A value as Tiled writes it: indented by four, keys sorted, empty lists on two lines, whole numbers without a point.
///
/// `indent` is the indentation of its first line.
pub(super) fn text(value: &Value, indent: &str) -> String {
    let inner = format!("{indent}    ");
    let lines = |open: char, items: Vec<String>, close: char| {
        let items: Vec<String> = items.into_iter().map(|item| format!("{inner}{item}")).collect();
        let end = if items.is_empty() { "" } else { "\n" };
        format!("{open}\n{}{end}{indent}{close}", items.join(",\n"))
    };
    match value {
        Value::Array(items) => lines('[', items.iter().map(|item| text(item, &inner)).collect(), ']'),
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(key, _)| *key);
            let field = |(key, value): (&String, &Value)| {
                format!("{}: {}", Value::from(key.as_str()), text(value, &inner))
            };
            lines('{', fields.into_iter().map(field).collect(), '}')
        }
        Value::Number(number) => match number.as_f64() {
            Some(whole) if number.is_f64() && whole == f64::from(whole as i32) => (whole as i32).to_string(),
            _ => number.to_string(),
        },
        plain => plain.to_string(),
    }
}
