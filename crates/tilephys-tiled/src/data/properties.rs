//! Custom properties of Tiled, resolved as Tiled shows them.

use crate::error::{
    Faults, LoadError, Message, Position, Problem, Result, Warning, WarningKind, Warnings, WithHelp,
    shortened,
};
use crate::xml::Element;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The custom properties of a map, layer, tileset, tile or object, in the order of the file (Tiled sorts by name).
///
/// The list equals what Tiled shows. Properties written on the element come first. Properties of an object's template
/// follow, then of the tile that it shows, then the defaults of its class. [`Property::origin`] distinguishes them.
///
/// A clone is cheap: clones share the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Properties(Arc<Vec<Property>>);

impl Default for Properties {
    fn default() -> Self {
        /// Shared by all elements without properties, which are most.
        static NONE: LazyLock<Arc<Vec<Property>>> = LazyLock::new(Arc::default);
        Properties(NONE.clone())
    }
}

/// A custom property.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Property {
    /// Name.
    pub name: String,
    /// Value.
    pub value: PropertyValue,
    /// Name of its enum or class in the Tiled project; empty for a plain type.
    pub type_name: String,
    /// Enum value by name and number; `None` for other types, or if the enum does not have the value.
    pub choice: Option<Box<EnumChoice>>,
    /// Source of the value.
    pub origin: PropertyOrigin,
    /// File that sets it. Without a project, the defaults of built-in classes have the file of the element.
    pub file: Arc<Path>,
    /// Position in that file.
    pub position: Position,
}

impl Property {
    /// Creates an error at the position of the property.
    pub(crate) fn error(&self, problem: Problem, message: impl Into<Message>) -> LoadError {
        LoadError::new(problem, &self.file, message).at(self.position)
    }
}

/// The source of a property of an element. The first of these wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyOrigin {
    /// The element itself.
    Own,
    /// The template of the object.
    Template,
    /// The tile that the object shows.
    Tile,
    /// The default of the element's class; of a member, the default of the class property's type.
    Class,
}

/// A value of an enum, both by name and by number.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EnumChoice {
    /// Name; of flags, the names of the set ones, joined with `,`.
    pub name: String,
    /// Index in the enum, from 0; of flags, the sum of their bits.
    pub number: u32,
}

/// The value of a custom property.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PropertyValue {
    /// `bool`.
    Bool(bool),
    /// `int`.
    Int(i32),
    /// `float`; always finite.
    Float(f64),
    /// `string`, also an enum stored as text.
    String(String),
    /// `color` as alpha, red, green, blue; `None` if unset.
    Color(Option<[u8; 4]>),
    /// `file`: a path as written, relative to the file that has the property.
    File(String),
    /// `object`: the id of an object of the map; `None` if unset.
    Object(Option<u32>),
    /// `class`: the set members, then the others with their defaults, as far as the type is known.
    Class(Properties),
    /// `list`, of Tiled 1.12 and later.
    List(Vec<PropertyValue>),
    /// A value of an unknown type, with its text.
    Other {
        /// Name of the type in the file.
        kind: String,
        /// Value as written.
        text: String,
    },
}

impl Properties {
    /// The value of the property `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&PropertyValue> {
        self.property(name).map(|p| &p.value)
    }

    /// The property `name`.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.0.iter().find(|p| p.name == name)
    }

    /// The property `name` if it is a `bool`.
    #[must_use]
    pub fn bool(&self, name: &str) -> Option<bool> {
        if let PropertyValue::Bool(v) = self.get(name)? { Some(*v) } else { None }
    }

    /// The property `name` if it is an `int`.
    #[must_use]
    pub fn int(&self, name: &str) -> Option<i32> {
        if let PropertyValue::Int(v) = self.get(name)? { Some(*v) } else { None }
    }

    /// The property `name` if it is a `float` or an `int`.
    #[must_use]
    pub fn float(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            PropertyValue::Float(v) => Some(*v),
            PropertyValue::Int(v) => Some(f64::from(*v)),
            _ => None,
        }
    }

    /// The property `name` if it is a `string`.
    #[must_use]
    pub fn string(&self, name: &str) -> Option<&str> {
        if let PropertyValue::String(v) = self.get(name)? { Some(v) } else { None }
    }

    /// Iterates over all properties, in the order of the file.
    pub fn iter(&self) -> std::slice::Iter<'_, Property> {
        self.0.iter()
    }

    /// Number of properties.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there is no property.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends the properties of `others` whose names are not set yet.
    pub(crate) fn inherit<'p>(&mut self, others: impl Iterator<Item = &'p Property>) {
        let set: BTreeSet<String> = self.0.iter().map(|p| p.name.clone()).collect();
        let missing: Vec<Property> = others.filter(|p| !set.contains(&p.name)).cloned().collect();
        if !missing.is_empty() {
            Arc::make_mut(&mut self.0).extend(missing);
        }
    }

    /// The properties that the element itself sets.
    pub(crate) fn own(&self) -> impl Iterator<Item = &Property> {
        self.iter().filter(|p| p.origin == PropertyOrigin::Own)
    }

    pub(crate) fn iter_mut(&mut self) -> std::slice::IterMut<'_, Property> {
        if self.is_empty() { Default::default() } else { Arc::make_mut(&mut self.0).iter_mut() }
    }

    pub(crate) fn push(&mut self, property: Property) {
        Arc::make_mut(&mut self.0).push(property);
    }

    /// True if names and values are equal, wherever they are in their files.
    pub(crate) fn says_same(&self, other: &Properties) -> bool {
        self == other || self.bare() == other.bare()
    }

    /// A copy without origins, files and positions.
    pub(crate) fn bare(&self) -> Properties {
        fn value(of: &PropertyValue) -> PropertyValue {
            match of {
                PropertyValue::Class(members) => PropertyValue::Class(members.bare()),
                PropertyValue::List(items) => PropertyValue::List(items.iter().map(value).collect()),
                other => other.clone(),
            }
        }
        let file: Arc<Path> = Arc::from(Path::new(""));
        let bare = |p: &Property| Property {
            value: value(&p.value),
            origin: PropertyOrigin::Own,
            file: file.clone(),
            position: Position::START,
            ..p.clone()
        };
        self.iter().map(bare).collect()
    }

    /// Reads the `<properties>` of `owner` as Tiled does; empty without such an element.
    ///
    /// Tiled accepts repeated properties and malformed values, so these are warnings.
    pub(crate) fn of(owner: Element<'_>, found: &mut Findings<'_>) -> Properties {
        Self::at_depth(owner, 0, found)
    }

    fn at_depth(owner: Element<'_>, depth: usize, found: &mut Findings<'_>) -> Properties {
        // A file of object types in XML has no list around the members of a type.
        let is_list = owner.name() == "objecttype";
        let list = owner.child("properties").or(is_list.then_some(owner));
        let Some(list) = list else { return Properties::default() };
        let mut places = BTreeMap::new();
        let mut properties: Vec<Property> = Vec::new();
        for element in list.children().filter(|e| e.name() == "property") {
            if found.faults.are_enough() {
                break;
            }
            let Some(name) = element.attribute("name") else {
                let attribute = element.in_json("", " attribute");
                let message = format!("{} has no \"name\"{attribute}, so it is ignored", element.told());
                found.warn(element, WarningKind::MalformedProperty, message);
                continue;
            };
            let value = value(element, name, depth, found);
            let Some(value) = found.faults.keep(value) else { continue };
            let property = Property {
                name: name.to_owned(),
                value,
                type_name: element.attribute("propertytype").unwrap_or_default().to_owned(),
                choice: None,
                origin: if found.class.is_some() { PropertyOrigin::Class } else { PropertyOrigin::Own },
                file: element.source.file.clone(),
                position: element.position(),
            };
            if let Some(&earlier) = places.get(name) {
                let message = format!("the property {name:?} is set twice, and the last one is used")
                    .help("remove one");
                found.warn(element, WarningKind::Repeated, message);
                properties[earlier] = property;
            } else {
                places.insert(name, properties.len());
                properties.push(property);
            }
        }
        properties.into_iter().collect()
    }
}

/// Where the faults of properties are collected.
pub(crate) struct Findings<'f> {
    pub(crate) faults: &'f mut Faults,
    pub(crate) warnings: &'f mut Warnings,
    /// Class whose members they are; `None` for properties of an element.
    pub(crate) class: Option<&'f str>,
}

impl Findings<'_> {
    fn warn(&mut self, element: Element<'_>, kind: WarningKind, message: impl Into<Message>) {
        let warning = Warning::at(kind, &element.source.path, element.position(), message);
        self.warnings.add(warning, element.source.limits.warnings);
    }
}

impl FromIterator<Property> for Properties {
    fn from_iter<I: IntoIterator<Item = Property>>(properties: I) -> Self {
        let properties: Vec<Property> = properties.into_iter().collect();
        if properties.is_empty() { Properties::default() } else { Properties(Arc::new(properties)) }
    }
}

impl<'a> IntoIterator for &'a Properties {
    type Item = &'a Property;
    type IntoIter = std::slice::Iter<'a, Property>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PropertyValue {
    /// Takes the type of `other` if JSON writes both types alike: members of classes have no types in JSON.
    pub(crate) fn retype(&mut self, other: &PropertyValue) {
        *self = match (&mut *self, other) {
            (PropertyValue::Int(value), PropertyValue::Float(_)) => PropertyValue::Float(f64::from(*value)),
            (PropertyValue::Int(id), PropertyValue::Object(_)) => {
                PropertyValue::Object(u32::try_from(*id).ok().filter(|id| *id != 0))
            }
            (PropertyValue::String(text), PropertyValue::File(_)) => {
                PropertyValue::File(std::mem::take(text))
            }
            (PropertyValue::String(text), PropertyValue::Color(_)) => match plain_value("color", text) {
                Ok(color) => color,
                Err(_) => return,
            },
            _ => return,
        };
    }
}

/// Parses the value of a `<property>` or of an `<item>` of a list.
fn value(element: Element<'_>, name: &str, depth: usize, found: &mut Findings<'_>) -> Result<PropertyValue> {
    let most = element.source.limits.properties_deep;
    if depth > most {
        let message =
            format!("property {name:?}: values are nested more than {most} levels deep, which is the limit");
        return Err(element.error(Problem::Limit, message));
    }
    let kind = element.attribute("type").unwrap_or("string");
    // Texts of more than one line are the element's content.
    let set = element.attribute("value").or_else(|| element.attribute("default"));
    let text = match (set, found.class, kind) {
        (Some(text), ..) => text,
        // Members may be without a default.
        (None, Some(_), "bool") => "false",
        (None, Some(_), "int" | "float") => "0",
        (None, ..) => element.text(),
    };
    Ok(match kind {
        "class" => PropertyValue::Class(Properties::at_depth(element, depth + 1, found)),
        "list" => {
            let items = element.children().filter(|e| e.name() == "item");
            let items = items.map(|item| value(item, name, depth + 1, found)).collect::<Result<_, _>>()?;
            PropertyValue::List(items)
        }
        kind => plain_value(kind, text).unwrap_or_else(|expected| {
            let (value, words) = malformed_value(kind, text);
            let shown = shortened(text);
            let is = format!("is {shown:?} and is read as {words}: expected {expected}");
            let message = match found.class {
                None => format!("property {name:?} of type {kind} {is}").into(),
                Some(class) => {
                    let [name, class] = [name, class].map(shortened);
                    format!("member {name:?} of class {class:?}, of type {kind}, {is}")
                        .help("set it again in Tiled's Custom Types Editor")
                }
            };
            found.warn(element, WarningKind::MalformedProperty, message);
            value
        }),
    })
}

/// The value that Tiled reads from a malformed text of a plain type, and its description.
///
/// Qt's conversions define it: for a `bool`, all texts but these few are `true`.
pub(crate) fn malformed_value(kind: &str, text: &str) -> (PropertyValue, &'static str) {
    match kind {
        "bool" if text.is_empty() || text == "0" || text.eq_ignore_ascii_case("false") => {
            (PropertyValue::Bool(false), "false")
        }
        "bool" => (PropertyValue::Bool(true), "true"),
        "int" => (PropertyValue::Int(0), "0"),
        "float" => (PropertyValue::Float(0.0), "0"),
        "object" => (PropertyValue::Object(None), "not set"),
        _ => (PropertyValue::Color(None), "not set"),
    }
}

/// Parses the value of a plain type; the error is what was expected.
pub(crate) fn plain_value(kind: &str, text: &str) -> Result<PropertyValue, &'static str> {
    match kind {
        "string" => Ok(PropertyValue::String(text.to_owned())),
        "file" => Ok(PropertyValue::File(text.to_owned())),
        "bool" => text.parse().map(PropertyValue::Bool).map_err(|_| "true or false"),
        "int" => text.trim().parse().map(PropertyValue::Int).map_err(|_| "a 32-bit whole number"),
        "float" => {
            let finite = text.trim().parse().ok().filter(|v: &f64| v.is_finite());
            finite.map(PropertyValue::Float).ok_or("a finite number")
        }
        "object" => {
            // Tiled writes 0 for "not set".
            let id = if text.is_empty() { Ok(0) } else { text.trim().parse::<u32>() };
            id.map(|id| PropertyValue::Object((id != 0).then_some(id))).map_err(|_| "the id of an object")
        }
        "color" if text.is_empty() => Ok(PropertyValue::Color(None)),
        "color" => color(text).map(|c| PropertyValue::Color(Some(c))).ok_or("#AARRGGBB or #RRGGBB"),
        kind => Ok(PropertyValue::Other { kind: kind.to_owned(), text: text.to_owned() }),
    }
}

/// Parses a colour as Tiled writes it, to alpha, red, green, blue.
pub(crate) fn color(text: &str) -> Option<[u8; 4]> {
    let hex = text.strip_prefix('#').unwrap_or(text);
    let bits = u32::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with('+'))?;
    match hex.len() {
        6 => Some((bits | 0xFF00_0000).to_be_bytes()),
        8 => Some(bits.to_be_bytes()),
        _ => None,
    }
}
