//! XML documents under construction.

use std::fmt::Write;

/// The text of a document, whose last tag may be open.
#[derive(Default)]
pub(crate) struct XmlWriter {
    pub(crate) text: String,
    /// True if the last tag may still get attributes.
    in_tag: bool,
}

impl XmlWriter {
    fn end_tag(&mut self) {
        if std::mem::take(&mut self.in_tag) {
            self.text.push('>');
        }
    }

    /// Opens an element; returns the offset of its tag.
    pub(crate) fn open(&mut self, name: &str) -> usize {
        self.end_tag();
        let at = self.text.len();
        let _ = write!(self.text, "<{name}");
        self.in_tag = true;
        at
    }

    pub(crate) fn close(&mut self, name: &str) {
        if std::mem::take(&mut self.in_tag) {
            self.text.push_str("/>");
        } else {
            let _ = write!(self.text, "</{name}>");
        }
    }

    /// Adds an attribute to the element just opened; returns the offset of its name.
    pub(crate) fn attribute(&mut self, name: &str, value: &str) -> usize {
        self.text.push(' ');
        let at = self.text.len();
        let _ = write!(self.text, "{name}=\"");
        self.escaped(value);
        self.text.push('"');
        at
    }

    /// Writes the text of an element.
    pub(crate) fn content(&mut self, text: &str) {
        self.end_tag();
        self.escaped(text);
    }

    /// Writes the text of an element that needs no escaping, such as cells.
    #[cfg(feature = "tiled-model")]
    pub(crate) fn plain(&mut self, text: &str) {
        self.end_tag();
        self.text.push_str(text);
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '&' => self.text.push_str("&amp;"),
                '"' => self.text.push_str("&quot;"),
                '\n' | '\r' | '\t' => {
                    let _ = write!(self.text, "&#{};", u32::from(c));
                }
                // XML cannot have these characters.
                '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => self.text.push('\u{fffd}'),
                c => self.text.push(c),
            }
        }
    }
}
