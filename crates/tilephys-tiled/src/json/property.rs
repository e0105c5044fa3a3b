//! Transpiles properties: a list since Tiled 1.2; older versions have one object with values and another with types.

use super::write::Writer;
use crate::error::{Refusal, shortened};
use crate::json::index::{Form, Object, Transpiled, Value, number};
use std::borrow::Cow;

/// A property, an item of a list or a member of a class, as far as the file states it.
struct Said<'a> {
    /// Name of its XML element.
    element: &'static str,
    /// Offset in the JSON.
    at: usize,
    /// Name with its offset in the JSON.
    name: Option<(Cow<'a, str>, usize)>,
    /// Type; if unset or empty, the form of the value decides.
    kind: Option<Value<'a>>,
    type_name: Option<Value<'a>>,
    value: Option<Value<'a>>,
}

impl<'a> Said<'a> {
    /// A value without a type: a property with a name, or an item.
    fn untyped(value: Value<'a>, name: Option<&'a str>) -> Said<'a> {
        let at = value.at();
        let element = if name.is_some() { "property" } else { "item" };
        let name = name.map(|name| (name.into(), at));
        Said { element, at, name, kind: None, type_name: None, value: Some(value) }
    }

    /// A property in a list, or an item of a list value.
    fn listed(value: Value<'a>, element: &'static str) -> Transpiled<Said<'a>> {
        let object = value.object()?;
        let name = object.get("name").map(|name| Ok((name.string()?, name.at()))).transpose()?;
        // Maps and projects write it differently.
        let type_name = object.get("propertytype").or(object.get("propertyType"));
        let kind = object.get("type");
        Ok(Said { element, at: value.at(), name, kind, type_name, value: object.get("value") })
    }

    /// The stated type, else the type that the form of the value implies.
    fn kind(&self) -> Transpiled<Cow<'a, str>> {
        let stated = self.kind.map_or(Ok("".into()), Value::string)?;
        Ok(match (&*stated, self.value.map(Value::form)) {
            ("", Some(Form::Bool)) => "bool".into(),
            ("", Some(Form::Object)) => "class".into(),
            ("", Some(Form::List)) => "list".into(),
            ("", Some(Form::Number)) => {
                let is_whole = self.value.is_some_and(|v| number(v.written()).parse::<i32>().is_ok());
                if is_whole { "int".into() } else { "float".into() }
            }
            ("", _) => "string".into(),
            _ => stated,
        })
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
            if let Some((name, at)) = &said.name {
                out.attribute("name", name, *at);
            }
            if let Some(name) = said.type_name {
                out.attribute("propertytype", &name.string()?, name.at());
            }
            let kind = said.kind()?;
            if kind != "string" {
                out.attribute("type", &kind, said.kind.map_or(said.at, Value::at));
            }
            match (&*kind, said.value) {
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
                    out.attribute("value", &plain(&kind, value)?, value.at());
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
