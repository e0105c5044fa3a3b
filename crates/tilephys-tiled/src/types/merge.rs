//! Merges the built-in types into type files, formatted as Tiled does; all other bytes stay unchanged.

use crate::error::{LoadError, WithHelp};
use crate::files::reader::Limits;
use crate::json::{Transpiled, Value as Written};
use crate::vocabulary::ours::{OUR_TYPES, OurKind, OurMember, OurType, OurValue};
use crate::xml::Source;
use serde_json::{Value, json};
use std::ops::Range;
use std::path::Path;

/// The kind of a file with types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypesFile {
    /// A `.tiled-project`.
    Project,
    /// A file that Tiled's Custom Types Editor imports and exports: the types alone.
    Export,
    /// The object types of Tiled 1.8, as JSON: classes of objects and tiles. The enums of Tiled 1.8 are in the project.
    Tiled18,
}

/// A type file with the built-in types merged in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergedTypes {
    /// Text of the whole file.
    pub text: String,
    /// Names of the added types.
    pub added: Vec<&'static str>,
    /// Names of the completed types.
    pub changed: Vec<&'static str>,
}

impl MergedTypes {
    /// True if the file had all types.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty()
    }
}

/// A new project, as Tiled writes it.
const NEW_PROJECT: &str = r#"{
    "automappingRulesFile": "",
    "commands": [
    ],
    "extensionsPath": "extensions",
    "folders": [
        "."
    ],
    "propertyTypes": [
    ]
}
"#;

/// Merges [`OUR_TYPES`] into the file with these `bytes`, or into a new file.
///
/// Types match by name. An existing type keeps what the designer has set: defaults, colours, values of `TpCategory`,
/// further members and values; missing parts are added. Ids stay, and new ids are higher than all. All other bytes stay
/// unchanged, so that a second merge changes nothing.
///
/// # Errors
/// If the file is not what Tiled writes, or uses a built-in name for another kind of type.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use tilephys_tiled::{TypesFile, merge_types};
/// let path = Path::new("game.tiled-project");
/// let new = merge_types(TypesFile::Project, path, None)?;
/// assert!(new.added.contains(&"TpCollision"));
/// let again = merge_types(TypesFile::Project, path, Some(new.text.clone().into_bytes()))?;
/// assert!(again.is_same() && again.text == new.text);
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
pub fn merge_types(kind: TypesFile, path: &Path, bytes: Option<Vec<u8>>) -> Result<MergedTypes, LoadError> {
    let new = if kind == TypesFile::Project { NEW_PROJECT } else { "[\n]\n" };
    let bytes = bytes.unwrap_or_else(|| new.as_bytes().to_vec());
    let source = Source::of_bytes(path, bytes, &Limits::DEFAULT)?.with_index("project");
    let mut merge =
        Merge { source: &source, kind, edits: Vec::new(), added: Vec::new(), changed: Vec::new() };
    let index = source.index().map_err(|refusal| source.refused(refusal))?;
    let done = match kind {
        TypesFile::Project => merge.project(index.root()),
        TypesFile::Export | TypesFile::Tiled18 => merge.list(index.root(), false),
    };
    done.map_err(|refusal| source.refused(refusal))?;
    let Merge { mut edits, added, changed, .. } = merge;
    let mut text = source.text().to_owned();
    edits.sort_by_key(|edit| edit.at.start);
    for Edit { at, with } in edits.into_iter().rev() {
        text.replace_range(at, &with);
    }
    Ok(MergedTypes { text, added, changed })
}

/// Identity of a type.
struct Head<'a> {
    written: Written<'a>,
    id: i64,
    name: String,
    kind: String,
}

impl<'a> Head<'a> {
    fn of(written: Written<'a>) -> Transpiled<Self> {
        let read = written.document("a type")?;
        let id = read.get("id").map_or(Ok(0), Written::whole)?;
        let [name, kind] = [read.text("name")?, read.text("type")?].map(Into::into);
        Ok(Head { written, id, name, kind })
    }
}

/// A replacement of a part of the file.
struct Edit {
    at: Range<usize>,
    with: String,
}

struct Merge<'a> {
    source: &'a Source,
    kind: TypesFile,
    edits: Vec<Edit>,
    added: Vec<&'static str>,
    changed: Vec<&'static str>,
}

impl<'a> Merge<'a> {
    fn project(&mut self, root: Written<'a>) -> Transpiled {
        let project = root.document("a Tiled project")?;
        if let Some(types) = project.get("propertyTypes") {
            return self.list(types, true);
        }
        let new = self.new_types(&[], "        ").join(",\n");
        let open = root.start() + 1;
        let more = if project.members().next().is_none() { "\n" } else { "," };
        let with = format!("\n    \"propertyTypes\": [\n{new}\n    ]{more}");
        self.edits.push(Edit { at: open..open, with });
        Ok(())
    }

    /// Reads the types of the file, or of a project.
    fn list(&mut self, types: Written<'a>, is_project: bool) -> Transpiled {
        let heads = types.list()?.map(Head::of).collect::<Transpiled<Vec<_>>>()?;
        for ours in OUR_TYPES {
            self.mend(ours, &heads)?;
        }
        let default = if is_project { "        " } else { "    " };
        let indent = heads.first().map_or(default, |first| self.indent(first.written, default));
        let new = self.new_types(&heads, indent);
        if new.is_empty() {
            return Ok(());
        }
        let new = new.join(",\n");
        match heads.last() {
            Some(last) => {
                let end = last.written.bytes().end;
                self.edits.push(Edit { at: end..end, with: format!(",\n{new}") });
            }
            None => {
                let outer = indent.strip_suffix("    ").unwrap_or_default();
                self.edits.push(Edit { at: types.bytes(), with: format!("[\n{new}\n{outer}]") });
            }
        }
        Ok(())
    }

    /// Indentation of a type, if it begins a line.
    fn indent(&self, written: Written<'_>, default: &'a str) -> &'a str {
        let before = &self.source.text()[..written.start()];
        let line = before.rfind('\n').map(|at| &before[at + 1..]);
        line.filter(|line| line.bytes().all(|b| b == b' ' || b == b'\t')).unwrap_or(default)
    }

    /// Built-in types that the file lacks, each with its indentation.
    fn new_types(&mut self, heads: &[Head<'_>], indent: &str) -> Vec<String> {
        let mut id = heads.iter().map(|head| head.id).fold(0, i64::max);
        let mut new = Vec::new();
        for ours in OUR_TYPES.iter().filter(|ours| !heads.iter().any(|head| head.name == ours.name)) {
            let Some(value) = self.kind.new_type(ours, id.saturating_add(1)) else { continue };
            id = id.saturating_add(1);
            self.added.push(ours.name);
            new.push(format!("{indent}{}", text(&value, indent)));
        }
        new
    }

    /// Adds the missing parts of a built-in type.
    fn mend(&mut self, ours: &'static OurType, heads: &[Head<'a>]) -> Transpiled {
        let named = || heads.iter().filter(|head| head.name == ours.name);
        let Some(first) = named().next() else { return Ok(()) };
        let is_kind = |head: &&Head<'_>| {
            let kind = if head.kind.is_empty() { "enum" } else { &head.kind };
            self.kind == TypesFile::Tiled18 || kind == kind_word(ours)
        };
        let wrong = |written: Written<'_>, expected: &str| {
            let message = format!(
                "the type {:?} clashes with the tilephys type of that name, which is {expected}",
                ours.name
            );
            written.refusal(message.help("rename yours in Tiled's Custom Types Editor"))
        };
        let Some(Head { written, .. }) = named().find(is_kind) else {
            let expected = if kind_word(ours) == "class" { "a class" } else { "an enum" };
            return Err(wrong(first.written, expected));
        };
        let parsed = serde_json::from_str(written.written());
        let mut value: Value = parsed.map_err(|error| written.refusal(error.to_string()))?;
        let before = value.clone();
        match ours.kind {
            OurKind::Choice(values) => lacking(&mut value, "values", values),
            OurKind::Flags(values) if value["values"].as_array().is_none_or(Vec::is_empty) => {
                lacking(&mut value, "values", values);
            }
            OurKind::Flags(_) => {}
            OurKind::Class { use_as, .. } => {
                if self.kind != TypesFile::Tiled18 {
                    lacking(&mut value, "useAs", use_as);
                }
                self.mend_members(ours, &mut value).map_err(|expected| wrong(*written, &expected))?;
            }
        }
        let flags = matches!(ours.kind, OurKind::Flags(_));
        if kind_word(ours) == "enum" && value["valuesAsFlags"].as_bool().unwrap_or(false) != flags {
            let expected =
                if flags { "an enum that allows multiple values" } else { "an enum with a single value" };
            return Err(wrong(*written, expected));
        }
        if value != before {
            let with = text(&value, self.indent(*written, "        "));
            self.edits.push(Edit { at: written.bytes(), with });
            self.changed.push(ours.name);
        }
        Ok(())
    }

    /// Adds the missing members of a class, by name; the error is what was expected of a member with another type.
    fn mend_members(&self, ours: &OurType, class: &mut Value) -> Result<(), String> {
        let OurKind::Class { members, .. } = ours.kind else { return Ok(()) };
        let Some(class) = class.as_object_mut() else { return Ok(()) };
        let list =
            class.entry(self.kind.word("properties", "members")).or_insert_with(|| Value::Array(Vec::new()));
        let Some(list) = list.as_array_mut() else { return Ok(()) };
        for member in members {
            let new = self.kind.member(member);
            match list.iter().find(|m| m["name"] == member.name) {
                Some(there) if there["type"] == new["type"] => {}
                // An enum that the game stores as a number.
                Some(there) if there["type"] == "int" && new["type"] == "string" => {}
                Some(_) => {
                    let kind = new["type"].as_str().unwrap_or_default();
                    return Err(format!("a class whose member {:?} is of type {kind}", member.name));
                }
                None => {
                    let after = |m: &Value| m["name"].as_str().is_some_and(|name| name > member.name);
                    let place = list.iter().position(after).unwrap_or(list.len());
                    list.insert(place, new);
                }
            }
        }
        Ok(())
    }
}

/// Appends the missing `words` to a list of strings.
fn lacking(value: &mut Value, list: &str, words: &[&str]) {
    let Some(fields) = value.as_object_mut() else { return };
    let list = fields.entry(list).or_insert_with(|| Value::Array(Vec::new()));
    let Some(list) = list.as_array_mut() else { return };
    for word in words {
        if !list.iter().any(|there| there == word) {
            list.push((*word).into());
        }
    }
}

impl TypesFile {
    /// One of two words: for the object types of Tiled 1.8, or for projects and exports of the Custom Types Editor.
    fn word(self, old: &'static str, new: &'static str) -> &'static str {
        if self == TypesFile::Tiled18 { old } else { new }
    }

    /// A new type for a file; `None` if such files cannot have it.
    fn new_type(self, ours: &OurType, id: i64) -> Option<Value> {
        let name = ours.name;
        let kind = kind_word(ours);
        let is_old = self == TypesFile::Tiled18;
        match ours.kind {
            OurKind::Class { use_as, color, members } => {
                let members: Value = members.iter().map(|member| self.member(member)).collect();
                if is_old {
                    let old = json!({ "name": name, "color": color, "properties": members });
                    return Some(old).filter(|_| use_as.contains(&"object"));
                }
                Some(json!({ "name": name, "id": id, "type": kind, "color": color, "drawFill": true,
                    "members": members, "useAs": use_as }))
            }
            OurKind::Choice(values) | OurKind::Flags(values) => {
                let flags = matches!(ours.kind, OurKind::Flags(_));
                let storage = if flags { "int" } else { "string" };
                let new = json!({ "name": name, "id": id, "type": kind, "storageType": storage,
                    "values": values, "valuesAsFlags": flags });
                Some(new).filter(|_| !is_old)
            }
        }
    }

    /// A member of a class.
    fn member(self, member: &OurMember) -> Value {
        let (kind, value, of) = match member.default {
            OurValue::Bool(v) => ("bool", v.into(), None),
            OurValue::Float(v) => ("float", v.into(), None),
            OurValue::File => ("file", "".into(), None),
            OurValue::Object => ("object", 0.into(), None),
            OurValue::Text => ("string", "".into(), None),
            OurValue::Choice { of, value } => ("string", Value::from(value), Some(of)),
        };
        let mut new = json!({ "name": member.name, "type": kind, "value": value });
        if let Some(of) = of {
            new[self.word("propertytype", "propertyType")] = of.into();
        }
        new
    }
}

/// Tiled's word for the kind of a type.
fn kind_word(ours: &OurType) -> &'static str {
    if matches!(ours.kind, OurKind::Class { .. }) { "class" } else { "enum" }
}

/// A value as Tiled writes it: indented by four, keys sorted, empty lists on two lines, whole numbers without a point.
///
/// `indent` is the indentation of its first line.
fn text(value: &Value, indent: &str) -> String {
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
