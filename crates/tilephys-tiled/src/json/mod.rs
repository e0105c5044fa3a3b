//! Transpiler from JSON maps, tilesets and templates to the XML that Tiled saves for them.
//!
//! Types of projects are transpiled too, to elements as files of object types have them.
//!
//! All other modules read one tree, with one set of rules; this module handles only the difference between both
//! formats. A source map gives each tag and attribute of the XML its byte in the JSON, so that messages have JSON
//! positions.

mod elements;
mod index;
mod property;
mod write;
mod xml_text;

use crate::error::{WithHelp, shortened};
use crate::files::reader::{Limits, has_extension};
use index::Form;
pub(crate) use index::{Index, Object, Transpiled, Value, number};
use std::path::Path;
pub(crate) use write::Rewritten;
use write::Writer;
#[cfg(feature = "tiled-model")]
pub(crate) use xml_text::XmlWriter;

/// True if a file is JSON by its content, or by its name if the content is neither JSON nor XML.
pub(crate) fn is_json(path: &Path, text: &str) -> bool {
    match text.trim_start_matches('\u{feff}').trim_start().bytes().next() {
        Some(b'{' | b'[') => true,
        Some(b'<') => false,
        _ => has_extension(path, &["tmj", "tsj", "tj", "json"]),
    }
}

/// Transpiles the JSON `text`, whose root must be a `root`, to XML.
pub(crate) fn rewrite(text: &str, root: &str, limits: &Limits) -> Transpiled<Rewritten> {
    let is_types = matches!(root, "project" | "objecttypes");
    // An XML element has some attributes, each of which is a JSON value.
    let index = Index::of(text, limits.elements.saturating_mul(4), !is_types)?;
    let value = index.root();
    let mut writer = Writer::new(limits);
    if !is_types {
        check_root(value, root)?;
    }
    match root {
        "project" => writer.project(value)?,
        "objecttypes" => writer.object_types(value)?,
        "map" => writer.map(value)?,
        "tileset" => writer.tileset(value)?,
        _ => writer.template(value)?,
    }
    Ok(writer.finish(index.repeated()))
}

/// Checks the kind of a document.
fn check_root(value: Value<'_>, root: &str) -> Transpiled {
    if value.form() != Form::Object {
        let message = format!("this JSON is {}, not a {root} saved by Tiled", value.form().name());
        return Err(value.refusal(message));
    }
    let object = value.object()?;
    let kind = object.text("type")?;
    let has = |keys: &[&str]| keys.iter().any(|key| object.get(key).is_some());
    let found = match &*kind {
        // Files from before Tiled 1.0 have no type.
        "" if has(&["layers", "orientation"]) => "map",
        "" if has(&["object"]) => "template",
        "" if has(&["tilewidth", "tiles", "image"]) => "tileset",
        kind => kind,
    };
    if found == root {
        return Ok(());
    }
    let ending = match root {
        "map" => "tmj",
        "tileset" => "tsj",
        _ => "tj",
    };
    let has_all = |keys: [&str; 2]| keys.iter().all(|key| object.get(key).is_some());
    let what = match found {
        "" if has_all(["defs", "levels"]) => {
            let message = "this is an LDtk project".help(
                "turn on \"Tiled export\" in its settings, and choose a .tmx in the folder \"tiled\" that \
                 it then writes",
            );
            return Err(value.refusal(message));
        }
        "" if has(&["ogmoVersion"]) => "this JSON is an Ogmo Editor file".to_owned(),
        "" if has_all(["frames", "meta"]) => "this JSON is a texture atlas".to_owned(),
        "" => "this JSON was not saved by Tiled".to_owned(),
        found => format!("this JSON is a {}", shortened(found)),
    };
    let message =
        format!("{what}, expected a {root}").help(format!("choose a {root}, which Tiled saves as .{ending}"));
    Err(object.get("type").unwrap_or(value).refusal(message))
}
