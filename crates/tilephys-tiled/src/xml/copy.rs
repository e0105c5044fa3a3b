//! Writes what the `tiled` crate is given: a copy of what was checked, and nothing else.
//!
//! Left out are cell data and properties (read here), images, terrains, animations, editor settings and whatever a
//! later Tiled may add. Counts that the crate would allocate by are zero. Files have flat names, so that no path of
//! the original decides what the crate asks for.

use super::schema::{attributes, points};
use super::tree::Element;
use std::fmt::Write;

/// A document in the making.
#[derive(Default)]
pub(crate) struct Copy {
    text: String,
}

impl Copy {
    /// Opens `<name ...>` with the checked attributes of `element`, and then `extra` ones.
    pub(crate) fn open(&mut self, element: Element<'_>, extra: &[(&str, &str)]) {
        self.start(element, extra);
        self.end_tag();
    }

    /// Closes what was opened last.
    pub(crate) fn close(&mut self, element: Element<'_>) {
        let _ = write!(self.text, "</{}>", element.name());
    }

    /// An element without content.
    pub(crate) fn empty(&mut self, element: Element<'_>, extra: &[(&str, &str)]) {
        self.start(element, extra);
        self.end_empty();
    }

    /// A reference to another file.
    pub(crate) fn tileset_reference(&mut self, first_gid: u32, file: &str) {
        let _ = write!(self.text, r#"<tileset firstgid="{first_gid}" source="{file}"/>"#);
    }

    /// `<name`, to be followed by attributes and [`end_tag`](Self::end_tag).
    pub(super) fn begin(&mut self, name: &str) {
        let _ = write!(self.text, "<{name}");
    }

    pub(super) fn end_tag(&mut self) {
        self.text.push('>');
    }

    pub(super) fn end_empty(&mut self) {
        self.text.push_str("/>");
    }

    fn start(&mut self, element: Element<'_>, extra: &[(&str, &str)]) {
        self.begin(element.name());
        for attribute in attributes(element.name()).iter().filter(|a| a.copied) {
            match (attribute.name, element.attribute(attribute.name)) {
                (name @ "points", Some(value)) => self.attribute(name, &spaced(value)),
                // Tiled takes an empty name as none at all, so that a template's is used.
                ("name", Some("")) | (_, None) => {}
                ("name", Some(value)) => self.attribute("name", value),
                (name, Some(value)) => self.attribute(name, value.trim()),
            }
        }
        for (name, value) in extra {
            self.attribute(name, value);
        }
    }

    pub(super) fn attribute(&mut self, name: &str, value: &str) {
        let _ = write!(self.text, " {name}=\"");
        self.escaped(value);
        self.text.push('"');
    }

    /// Text content.
    pub(crate) fn escaped(&mut self, value: &str) {
        for c in value.chars() {
            match c {
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '&' => self.text.push_str("&amp;"),
                '"' => self.text.push_str("&quot;"),
                '\n' | '\r' | '\t' => {
                    let _ = write!(self.text, "&#{};", u32::from(c));
                }
                c => self.text.push(c),
            }
        }
    }

    /// Text content without anything to escape.
    pub(super) fn plain(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// The finished document.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }
}

/// Points with one space between pairs, as the crate wants them.
pub(super) fn spaced(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for (x, y) in points(value) {
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{},{}", x.trim(), y.trim());
    }
    text
}
