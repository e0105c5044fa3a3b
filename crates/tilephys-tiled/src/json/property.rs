//! Transpiles properties: a list since Tiled 1.2; older versions have one object with values and another with types.

use super::write::Writer;
use crate::error::{Refusal, shortened};
use crate::json::index::{Form, Object, Transpiled, Value, number};
use std::borrow::Cow;

/// A text and its offset in the JSON.
type Located<'a> = (Cow<'a, str>, usize);

/// A property, an item of a list or a member of a class, as far as the file states it.
struct Said<'a> {
    /// Name of its XML element.
    element: &'static str,
    /// Offset in the JSON.
    at: usize,
    name: Option<Located<'a>>,
    /// Type; if empty, the form of the value decides.
    kind: Located<'a>,
    type_name: Option<Located<'a>>,
    value: Option<Value<'a>>,
}

impl<'a> Said<'a> {
    /// A value without a type: a property with a name, or an item.
    fn untyped(value: Value<'a>, name: Option<&'a str>) -> Said<'a> {
        let at = value.at();
        let element = if name.is_some() { "property" } else { "item" };
        let name = name.map(|name| (name.into(), at));
        Said { element, at, name, kind: ("".into(), at), type_name: None, value: Some(value) }
    }

    /// A property in a list, or an item of a list value.
    fn listed(value: Value<'a>, element: &'static str) -> Transpiled<Said<'a>> {
        let object = value.object()?;
        let text = |key| {
            let member = object.get(key).map(|member| Ok((member.string()?, member.at())));
            member.transpose()
        };
        Ok(Said {
            element,
            at: value.at(),
            name: text("name")?,
            kind: text("type")?.unwrap_or(("".into(), value.at())),
            // Maps and projects write it differently.
            type_name: text("propertytype")?.or(text("propertyType")?),
            value: object.get("value"),
        })
    }

    /// The stated type, else the type that the form of the value implies.
    fn kind(&self) -> &str {
        match (&*self.kind.0, self.value.map(Value::form)) {
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
    pub(super) fn properties_of(&mut self, owner: &Object<'_>) -> Transpiled {
        let Some(list) = owner.get("properties") else { return Ok(()) };
        self.properties(list, owner.get("propertytypes"))
    }

    /// Transpiles properties in a list, or in an object with their types in another.
    pub(super) fn properties(&mut self, list: Value<'_>, types: Option<Value<'_>>) -> Transpiled {
        self.within("properties", list.at(), |out| {
            if list.form() != Form::Object {
                return list.list()?.try_for_each(|value| out.property(&Said::listed(value, "property")?, 0));
            }
            let types = types.map(Value::object).transpose()?;
            list.object()?.members().try_for_each(|(name, value)| {
                let kind = types.as_ref().and_then(|types| types.get(name));
                let word = kind.map_or(Ok("".into()), Value::string)?;
                let kind = (word, kind.map_or(value.at(), Value::at));
                out.property(&Said { kind, ..Said::untyped(value, Some(name)) }, 0)
            })
        })
    }

    fn property(&mut self, said: &Said<'_>, depth: usize) -> Transpiled {
        let most = self.limits.properties_deep;
        if depth > most + 1 {
            let message =
                format!("property values are nested more than {most} levels deep, which is the limit");
            return Err(Refusal::limit(said.at, message));
        }
        self.within(said.element, said.at, |out| {
            for (attribute, written) in [("name", &said.name), ("propertytype", &said.type_name)] {
                if let Some((text, at)) = written {
                    out.attribute(attribute, text, *at);
                }
            }
            let kind = said.kind();
            if kind != "string" {
                out.attribute("type", kind, said.kind.1);
            }
            match (kind, said.value) {
                // The members of a class have no types.
                ("class", Some(value)) => out.within("properties", value.at(), |out| {
                    let members = value.object()?;
                    members.members().try_for_each(|(name, member)| {
                        out.property(&Said::untyped(member, Some(name)), depth + 1)
                    })
                }),
                ("list", Some(value)) => value.list()?.try_for_each(|item| {
                    // Values without a type are not wrapped.
                    let is_wrapped = item.form() == Form::Object && item.object()?.get("value").is_some();
                    let said =
                        if is_wrapped { Said::listed(item, "item")? } else { Said::untyped(item, None) };
                    out.property(&said, depth + 1)
                }),
                (_, Some(value)) => {
                    out.attribute("value", &plain(kind, value)?, value.at());
                    Ok(())
                }
                (_, None) => Ok(()),
            }
        })
    }
}

/// A plain value as XML text.
fn plain<'a>(kind: &str, value: Value<'a>) -> Transpiled<Cow<'a, str>> {
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
