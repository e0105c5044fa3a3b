//! Transpiles properties: a list since Tiled 1.2; older versions have one object with values and another with types.

use super::index::{Form, Object, Value, number};
use super::write::Writer;
use crate::error::shortened;
use crate::json::index::Refusal;
use std::borrow::Cow;

/// A property, an item of a list or a member of a class, as far as the file states it.
#[derive(Clone, Copy)]
struct Said<'a> {
    /// Name of its XML element.
    element: &'static str,
    /// Offset in the JSON.
    at: usize,
    name: Option<(&'a str, usize)>,
    /// Type and its offset; if empty, the form of the value decides.
    kind: (&'a str, usize),
    type_name: Option<(&'a str, usize)>,
    value: Option<Value<'a>>,
}

impl<'a> Said<'a> {
    /// A value with a name and without a type.
    fn untyped(value: Value<'a>, name: Option<&'a str>) -> Said<'a> {
        let at = value.at();
        let element = if name.is_some() { "property" } else { "item" };
        Said {
            element,
            at,
            name: name.map(|name| (name, at)),
            kind: ("", at),
            type_name: None,
            value: Some(value),
        }
    }

    /// The stated type, else the type that the form of the value implies.
    fn kind(&self) -> &'a str {
        match (self.kind.0, self.value.map(Value::form)) {
            ("", Some(Form::Bool)) => "bool",
            ("", Some(Form::Object)) => "class",
            ("", Some(Form::List)) => "list",
            ("", Some(Form::Number)) => {
                let is_whole = self.value.is_some_and(|v| number(v.written()).parse::<i32>().is_ok());
                if is_whole { "int" } else { "float" }
            }
            ("", _) => "string",
            (kind, _) => kind,
        }
    }
}

impl Writer<'_> {
    /// Transpiles the properties of an object, layer or tile.
    pub(super) fn properties_of(&mut self, owner: &Object<'_>) -> Result<(), Refusal> {
        let Some(list) = owner.get("properties") else { return Ok(()) };
        self.properties(list, owner.get("propertytypes"))
    }

    /// Transpiles properties in a list, or in an object with their types in another.
    pub(super) fn properties(&mut self, list: Value<'_>, types: Option<Value<'_>>) -> Result<(), Refusal> {
        self.open("properties", list.at())?;
        if list.form() == Form::Object {
            let types = types.map(Value::object).transpose()?;
            for (name, value) in list.object()?.members() {
                let kind = types.as_ref().and_then(|types| types.get(name));
                let word = kind.map_or(Ok(Cow::Borrowed("")), Value::string)?;
                let kind = (&*word, kind.map_or(value.at(), Value::at));
                self.property(&Said { kind, ..Said::untyped(value, Some(name)) }, 0)?;
            }
        } else {
            for value in list.list()? {
                self.listed(value, "property", 0)?;
            }
        }
        self.close("properties");
        Ok(())
    }

    /// Transpiles a property in a list, or an item of a list value.
    fn listed(&mut self, value: Value<'_>, element: &'static str, depth: usize) -> Result<(), Refusal> {
        let object = value.object()?;
        let text = |key| {
            let member = object.get(key);
            let text = member.map(Value::string).transpose()?;
            Ok(text.zip(member.map(Value::at)))
        };
        let (name, kind, type_name) = (text("name")?, text("type")?, text("propertytype")?);
        let said = Said {
            element,
            at: value.at(),
            name: name.as_ref().map(|(name, at)| (&**name, *at)),
            kind: kind.as_ref().map_or(("", value.at()), |(kind, at)| (&**kind, *at)),
            type_name: type_name.as_ref().map(|(name, at)| (&**name, *at)),
            value: object.get("value"),
        };
        self.property(&said, depth)
    }

    fn property(&mut self, said: &Said<'_>, depth: usize) -> Result<(), Refusal> {
        let most = self.limits.properties_deep;
        if depth > most + 1 {
            let message =
                format!("property values are nested more than {most} levels deep, which is the limit");
            return Err(Refusal::limit(said.at, message));
        }
        self.open(said.element, said.at)?;
        let kind = said.kind();
        for (attribute, written) in [("name", said.name), ("propertytype", said.type_name)] {
            if let Some((text, at)) = written {
                self.attribute(attribute, text, at);
            }
        }
        if kind != "string" {
            self.attribute("type", kind, said.kind.1);
        }
        match (kind, said.value) {
            ("class", Some(value)) => self.members(value, depth)?,
            ("list", Some(value)) => {
                for item in value.list()? {
                    // Values without a type are not wrapped.
                    if item.form() == Form::Object && item.object()?.get("value").is_some() {
                        self.listed(item, "item", depth + 1)?;
                    } else {
                        self.property(&Said::untyped(item, None), depth + 1)?;
                    }
                }
            }
            (_, Some(value)) => {
                let text = plain(kind, value)?;
                self.attribute("value", &text, value.at());
            }
            (_, None) => {}
        }
        self.close(said.element);
        Ok(())
    }

    /// Transpiles the members of a class, which have no types.
    fn members(&mut self, value: Value<'_>, depth: usize) -> Result<(), Refusal> {
        self.open("properties", value.at())?;
        for (name, member) in value.object()?.members() {
            self.property(&Said::untyped(member, Some(name)), depth + 1)?;
        }
        self.close("properties");
        Ok(())
    }
}

/// A plain value as XML text.
fn plain<'a>(kind: &str, value: Value<'a>) -> Result<Cow<'a, str>, Refusal> {
    match value.form() {
        Form::Text => value.string(),
        Form::Number if matches!(kind, "int" | "object") => Ok(number(value.written())),
        Form::Number | Form::Bool => Ok(Cow::Borrowed(value.written())),
        Form::Null => Ok(Cow::Borrowed("")),
        form => {
            let message = format!(
                "a value of type {} is {}, expected a string, a number, true or false",
                shortened(kind),
                form.name()
            );
            Err(value.refusal(message))
        }
    }
}
