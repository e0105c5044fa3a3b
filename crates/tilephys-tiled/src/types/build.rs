//! Type resolution: fills in the defaults of class members, which may be of other types.

use super::model::{Class, MAX_DEEP, Types, Uses, weight};
use super::project::RawMember;
use crate::data::properties::{
    Properties, Property, PropertyOrigin, PropertyValue, malformed_value, plain_value,
};
use crate::error::{Problem, Result, Warning, WarningKind, WithHelp, shortened};
use crate::types::project::{ClassDraft, Drafts, Json, MemberDraft, Spot, ValueDraft};
use crate::xml::Source;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Maximum size of a class with all nested members, in bytes.
const MAX_WEIGHT: usize = 1 << 20;

/// Builds the types of `drafts` from the files `sources`. Values that Tiled ignores cause warnings.
///
/// # Errors
/// If a default does not match its type, or a class is too large.
pub(super) fn build<'a>(
    drafts: Drafts<'a>,
    sources: &[&'a Source],
    warnings: &mut Vec<Warning>,
) -> Result<Types> {
    let mut types = Types::default();
    for (name, of) in drafts.enums {
        types.enums.entry(name).or_insert(of);
    }
    // Built-in classes come first, since classes of the project may have members of them.
    for name in crate::vocabulary::ours::class_names() {
        if drafts.classes.iter().any(|c| c.name == name) {
            types.classes.insert(name.to_owned(), Vec::new());
        }
    }
    types.add_ours();
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, class) in drafts.classes.iter().enumerate() {
        by_name.entry(&class.name).or_default().push(place);
    }
    let states = drafts.classes.iter().map(|_| State::Waiting).collect();
    let mut builder = Builder { classes: &drafts.classes, by_name, sources, states, types, warnings };
    for place in 0..drafts.classes.len() {
        builder.class(place, 0)?;
    }
    let Builder { mut types, states, .. } = builder;
    for (draft, state) in drafts.classes.iter().zip(states) {
        if let State::Done(class) = state {
            types.classes.entry(draft.name.clone()).or_default().push(class);
        }
    }
    Ok(types)
}

/// Progress of reading a class.
enum State {
    Waiting,
    /// A member of the class is being read.
    Open,
    Done(Class),
}

struct Builder<'a, 'd> {
    classes: &'d [ClassDraft<'a>],
    by_name: BTreeMap<&'d str, Vec<usize>>,
    sources: &'d [&'a Source],
    states: Vec<State>,
    /// Enums, and built-in classes.
    types: Types,
    warnings: &'d mut Vec<Warning>,
}

/// Class of the value being read, and nesting depth.
#[derive(Clone, Copy)]
struct Owner<'a, 'd> {
    class: &'d ClassDraft<'a>,
    depth: usize,
}

impl<'a, 'd> Builder<'a, 'd> {
    /// Reads the class with this index, unless it is read already; the state `Open` means that it contains itself.
    fn class(&mut self, place: usize, depth: usize) -> Result<()> {
        if !matches!(self.states[place], State::Waiting) {
            return Ok(());
        }
        self.states[place] = State::Open;
        let draft = &self.classes[place];
        let mut members = Properties::default();
        let mut heavy = 0;
        for member in &draft.members {
            match self.member(Owner { class: draft, depth }, member)? {
                Some(property) => {
                    heavy += size_of::<Property>() + weight(&std::iter::once(property.clone()).collect());
                    members.push(property);
                }
                None => self.warnings.push(circle(draft, member)),
            }
            if heavy > MAX_WEIGHT {
                let message = format!(
                    "the class {:?} is larger than {} KiB with its members, which is the limit",
                    shortened(&draft.name),
                    MAX_WEIGHT >> 10
                )
                .help("make it smaller");
                return Err(spot(draft, member).error(Problem::Limit, message));
            }
        }
        let class = Class { uses: draft.uses, weight: weight(&members), members, built_in: false };
        self.states[place] = State::Done(class);
        Ok(())
    }

    /// Reads a member with its default; `None` if its class contains the class of the member.
    fn member(&mut self, owner: Owner<'a, 'd>, member: &MemberDraft<'a>) -> Result<Option<Property>> {
        let Owner { class, depth } = owner;
        if depth > MAX_DEEP {
            let message = format!("classes are nested more than {MAX_DEEP} levels deep, which is the limit");
            return Err(spot(class, member).error(Problem::Limit, message));
        }
        let mut property = Property {
            name: member.name.clone(),
            value: PropertyValue::Bool(false),
            type_name: member.type_name.clone(),
            choice: None,
            origin: PropertyOrigin::Class,
            file: class.file.clone(),
            position: member.position,
        };
        match self.defaults_of(&member.type_name, depth)? {
            Some(None) => return Ok(None),
            Some(Some(defaults)) => {
                property.value = PropertyValue::Class(self.overridden(owner, &defaults, member)?);
            }
            None => {
                property.value = self.value(owner, member)?;
                if let Some(of) = self.types.enums.get(&member.type_name)
                    && let Some(Ok(choice)) = of.choice(&property.value)
                {
                    property.value = of.saved(&choice);
                    property.choice = Some(Box::new(choice));
                }
            }
        }
        Ok(Some(property))
    }

    /// The default members of the class `name`; `None` if there is no such class, and none in it if it is being read.
    fn defaults_of(&mut self, name: &str, depth: usize) -> Result<Option<Option<Properties>>> {
        let places = self.by_name.get(name).into_iter().flatten().copied();
        let Some(place) = places.into_iter().find(|p| self.classes[*p].uses.meets(Uses::PROPERTY)) else {
            return Ok(self.types.class(name, Uses::PROPERTY).map(|class| Some(class.members.clone())));
        };
        self.class(place, depth + 1)?;
        Ok(Some(match &self.states[place] {
            State::Done(class) => Some(class.members.clone()),
            _ => None,
        }))
    }

    /// The members of a class value: as set, else with their defaults.
    fn overridden(
        &mut self,
        Owner { class, depth }: Owner<'a, 'd>,
        defaults: &Properties,
        member: &MemberDraft<'a>,
    ) -> Result<Properties> {
        let owner = Owner { class, depth: depth + 1 };
        let mut set = Properties::default();
        if let (ValueDraft::Json(raw), Some(json)) = (member.value, self.json(class)) {
            let fields: BTreeMap<String, &'a RawValue> = json.read(raw.get(), "a value of a class")?;
            for (name, raw) in fields {
                let default = defaults.property(&name);
                let inner = MemberDraft {
                    kind: default.map(|d| kind_of(&d.value).to_owned()).unwrap_or_default(),
                    type_name: default.map(|d| d.type_name.clone()).unwrap_or_default(),
                    value: ValueDraft::Json(raw),
                    position: json.position(raw),
                    name,
                };
                if let Some(property) = self.member(owner, &inner)? {
                    set.push(property);
                }
            }
        }
        set.inherit(defaults.iter());
        Ok(set)
    }

    /// Reads the value of a member of a plain type, an enum or a list.
    fn value(&mut self, owner: Owner<'a, 'd>, member: &MemberDraft<'a>) -> Result<PropertyValue> {
        let kind = member.kind.as_str();
        if kind == "list" {
            return self.list(owner, member);
        }
        let text = match member.value {
            ValueDraft::Unset => return Ok(empty(kind)),
            ValueDraft::Text(text) => text.to_owned(),
            ValueDraft::Json(raw) => match scalar(raw.get()) {
                Some((_, text)) => text,
                None if raw.get() == "null" => return Ok(empty(kind)),
                None => {
                    return Ok(PropertyValue::Other { kind: kind.to_owned(), text: raw.get().to_owned() });
                }
            },
        };
        // An enum value may be text or a number, whatever the type says; members that are gone have none.
        let by_value = match member.value {
            ValueDraft::Json(raw) => scalar(raw.get()).map_or("string", |(kind, _)| kind),
            _ => "string",
        };
        let is_enum = self.types.enums.contains_key(&member.type_name);
        let kind = if kind.is_empty() || is_enum && kind != "int" { by_value } else { kind };
        let value = plain_value(kind, &text).unwrap_or_else(|expected| {
            let (value, words) = malformed_value(kind, &text);
            let message = format!(
                "member {:?} of class {:?}, of type {kind}, is {:?} and is read as {words}: expected \
                 {expected}",
                shortened(&member.name),
                shortened(&owner.class.name),
                shortened(&text)
            )
            .help("set it again in Tiled's Custom Types Editor");
            let Spot { file, position } = spot(owner.class, member);
            self.warnings.push(Warning::at(WarningKind::MalformedProperty, file, position, message));
            value
        });
        Ok(value)
    }

    fn list(&mut self, owner: Owner<'a, 'd>, member: &MemberDraft<'a>) -> Result<PropertyValue> {
        let (ValueDraft::Json(raw), Some(json)) = (member.value, self.json(owner.class)) else {
            return Ok(PropertyValue::List(Vec::new()));
        };
        let raw_items: Vec<&'a RawValue> = json.read(raw.get(), "a list")?;
        let mut items = Vec::new();
        for raw in raw_items {
            let item: RawMember<'a> = json.object(raw.get(), "an item of a list")?;
            let item = MemberDraft {
                name: member.name.clone(),
                kind: item.kind,
                type_name: item.type_name,
                value: item.value.map_or(ValueDraft::Unset, ValueDraft::Json),
                position: json.position(raw),
            };
            let inner = Owner { class: owner.class, depth: owner.depth + 1 };
            if let Some(property) = self.member(inner, &item)? {
                items.push(property.value);
            }
        }
        Ok(PropertyValue::List(items))
    }

    /// The file of a class as JSON; `None` if it is XML.
    fn json(&self, class: &ClassDraft<'_>) -> Option<Json<'a>> {
        self.sources.iter().find(|s| s.file == class.file).map(|s| Json::of_types(s))
    }
}

fn spot<'m>(class: &'m ClassDraft<'_>, member: &MemberDraft<'_>) -> Spot<'m> {
    Spot { file: &class.file, position: member.position }
}

fn circle(class: &ClassDraft<'_>, member: &MemberDraft<'_>) -> Warning {
    let message = format!(
        "member {:?} of class {:?} has the class {:?}, which contains the first class again, so it is \
         ignored as in Tiled",
        shortened(&member.name),
        shortened(&class.name),
        shortened(&member.type_name)
    )
    .help("remove it");
    Warning::at(WarningKind::Type, &class.file, member.position, message)
}

/// The default value of a type.
fn empty(kind: &str) -> PropertyValue {
    let text = match kind {
        "bool" => "false",
        "int" | "float" => "0",
        _ => "",
    };
    match plain_value(kind, text) {
        Ok(PropertyValue::Other { .. }) | Err(_) => PropertyValue::String(String::new()),
        Ok(value) => value,
    }
}

/// The type and the text of a JSON number, string or bool; `None` for other values.
fn scalar(json: &str) -> Option<(&'static str, String)> {
    match json.as_bytes().first()? {
        b'"' => serde_json::from_str(json).ok().map(|text| ("string", text)),
        b't' | b'f' => Some(("bool", json.to_owned())),
        b'-' | b'0'..=b'9' if json.bytes().all(|b| b == b'-' || b.is_ascii_digit()) => {
            Some(("int", json.to_owned()))
        }
        b'-' | b'0'..=b'9' => Some(("float", json.to_owned())),
        _ => None,
    }
}

/// Tiled's name for the type of a value.
fn kind_of(value: &PropertyValue) -> &str {
    match value {
        PropertyValue::Bool(_) => "bool",
        PropertyValue::Int(_) => "int",
        PropertyValue::Float(_) => "float",
        PropertyValue::String(_) => "string",
        PropertyValue::Color(_) => "color",
        PropertyValue::File(_) => "file",
        PropertyValue::Object(_) => "object",
        PropertyValue::Class(_) => "class",
        PropertyValue::List(_) => "list",
        PropertyValue::Other { kind, .. } => kind,
    }
}
