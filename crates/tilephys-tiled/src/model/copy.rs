//! XML writer: builds a document element by element.

use crate::tmx::schema::points;
use std::fmt::Write;

/// A document in progress.
#[derive(Default)]
pub(super) struct Copy {
    text: String,
}

impl Copy {
    /// Closes the innermost open element.
    pub(super) fn close(&mut self, name: &str) {
        let _ = write!(self.text, "</{name}>");
    }

    /// Writes `<name`; attributes and [`end_tag`](Self::end_tag) follow.
    pub(super) fn begin(&mut self, name: &str) {
        let _ = write!(self.text, "<{name}");
    }

    pub(super) fn end_tag(&mut self) {
        self.text.push('>');
    }

    pub(super) fn end_empty(&mut self) {
        self.text.push_str("/>");
    }

    pub(super) fn attribute(&mut self, name: &str, value: &str) {
        let _ = write!(self.text, " {name}=\"");
        self.escaped(value);
        self.text.push('"');
    }

    /// Writes escaped text content.
    pub(super) fn escaped(&mut self, value: &str) {
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

    /// Writes text content without characters to escape.
    pub(super) fn plain(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// The finished document.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }
}

/// Points separated by single spaces, as the crate requires.
pub(super) fn spaced(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for (x, y) in points(value) {
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{},{}", x.trim(), y.trim());
    }
    text
}
