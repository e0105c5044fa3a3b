//! Transpiles objects and templates.

use super::index::{Object, Value};
use super::write::Writer;
use crate::error::Message;
use crate::json::index::Refusal;
use std::fmt::Write;

impl Writer<'_> {
    /// Transpiles a template file.
    pub(super) fn template(&mut self, template: &Object<'_>) -> Result<(), Refusal> {
        self.open("template", template.value.at())?;
        if let Some(tileset) = template.get("tileset") {
            self.tileset_within(tileset)?;
        }
        if let Some(object) = template.get("object") {
            self.object(object)?;
        }
        self.close("template");
        Ok(())
    }

    pub(super) fn object(&mut self, value: Value<'_>) -> Result<(), Refusal> {
        let object = value.object()?;
        self.open("object", value.at())?;
        self.attributes_but(&object, "object", &["width", "height"])?;
        let shows_tile = object.get("gid").is_some_and(|gid| gid.written() != "0");
        for side in ["width", "height"] {
            // For a tile object, Tiled reads 0 as the tile's own size, which old versions did not write.
            let is_zero =
                object.get(side).is_some_and(|v| v.attribute().is_ok_and(|v| v.as_deref() == Some("0")));
            if !(shows_tile && is_zero) {
                self.attributes(&object, &[side])?;
            }
        }
        self.properties_of(&object)?;
        for flag in ["ellipse", "capsule", "point"] {
            if let Some(value) = object.get(flag).filter(|_| object.is(flag)) {
                self.open(flag, value.at())?;
                self.close(flag);
            }
        }
        for line in ["polygon", "polyline"] {
            if let Some(points) = object.get(line) {
                let text = points_text(points)?;
                if text.is_empty() {
                    return Err(points.refusal(Message::new(
                        format!("\"{line}\" has no points"),
                        "delete the object in Tiled",
                    )));
                }
                self.open(line, points.at())?;
                self.attribute("points", &text, points.at());
                self.close(line);
            }
        }
        if let Some(value) = object.get("text") {
            let text = value.object()?;
            self.open("text", value.at())?;
            self.attributes_but(&text, "text", &[])?;
            self.text(&text.text("text")?);
            self.close("text");
        }
        self.close("object");
        Ok(())
    }
}

/// Points as an attribute; a missing coordinate is 0.
fn points_text(points: Value<'_>) -> Result<String, Refusal> {
    let mut text = String::new();
    for point in points.list()? {
        let point = point.object()?;
        let side =
            |key| Ok(point.get(key).map(Value::attribute).transpose()?.flatten().unwrap_or("0".into()));
        let (x, y) = (side("x")?, side("y")?);
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{x},{y}");
    }
    Ok(text)
}
