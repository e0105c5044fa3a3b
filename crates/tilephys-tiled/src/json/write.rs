//! XML writer with a source map: the JSON byte of each tag and attribute.

use super::index::{Object, Value};
use crate::error::{Message, mebibytes};
use crate::files::reader::Limits;
use crate::format::attributes;
use crate::json::index::Refusal;
use std::fmt::Write;
use std::ops::Range;

/// An offset in the XML and its origin in the JSON.
#[derive(Clone, Copy)]
struct Origin {
    xml: u32,
    json: u32,
}

/// An XML document with its source map.
pub(crate) struct Rewritten {
    pub(crate) xml: String,
    /// Origins, sorted by XML offset.
    origins: Vec<Origin>,
    /// Offset of an element's tag, and the JSON bytes of its text. Sorted.
    cells: Vec<(u32, Range<u32>)>,
    /// Offsets of repeated keys in the JSON.
    pub(crate) repeated: Vec<usize>,
}

impl Rewritten {
    /// The JSON offset of an XML offset.
    pub(crate) fn origin(&self, xml: usize) -> usize {
        let after = self.origins.partition_point(|origin| origin.xml as usize <= xml);
        after.checked_sub(1).map_or(0, |last| self.origins[last].json as usize)
    }

    /// The JSON bytes that are the text of the element whose tag is at an XML offset.
    pub(crate) fn cells(&self, xml: usize) -> Option<Range<usize>> {
        let place = self.cells.binary_search_by_key(&xml, |(at, _)| *at as usize).ok()?;
        let Range { start, end } = self.cells[place].1;
        Some(start as usize..end as usize)
    }
}

/// Writes a [`Rewritten`].
pub(super) struct Writer<'l> {
    out: Rewritten,
    pub(super) limits: &'l Limits,
    /// True if the last tag may still get attributes.
    in_tag: bool,
    /// Bytes of tags and texts of cells.
    of_cells: usize,
}

impl<'l> Writer<'l> {
    pub(super) fn new(limits: &'l Limits) -> Self {
        let (xml, origins, cells, repeated) = (String::new(), Vec::new(), Vec::new(), Vec::new());
        let out = Rewritten { xml, origins, cells, repeated };
        Writer { out, limits, in_tag: false, of_cells: 0 }
    }

    /// Finishes the document; `repeated` are the offsets of repeated keys.
    pub(super) fn finish(self, repeated: Vec<usize>) -> Rewritten {
        Rewritten { repeated, ..self.out }
    }

    fn note(&mut self, json: usize) {
        self.out.origins.push(Origin { xml: self.out.xml.len() as u32, json: json as u32 });
    }

    fn end_tag(&mut self) {
        if std::mem::take(&mut self.in_tag) {
            self.out.xml.push('>');
        }
    }

    /// Opens an element with the origin `at` in the JSON.
    pub(super) fn open(&mut self, name: &str, at: usize) -> Result<(), Refusal> {
        self.end_tag();
        let most = self.limits.markup_bytes;
        // Bounds texts of many characters that need escaping.
        if self.out.xml.len() - self.of_cells > most {
            let message = Message::new(
                format!(
                    "the file has more than {} of data besides cells, which is the limit",
                    mebibytes(most)
                ),
                "split the map",
            );
            return Err(Refusal::limit(at, message));
        }
        self.note(at);
        let _ = write!(self.out.xml, "<{name}");
        self.in_tag = true;
        Ok(())
    }

    /// Closes the innermost open element.
    pub(super) fn close(&mut self, name: &str) {
        if std::mem::take(&mut self.in_tag) {
            self.out.xml.push_str("/>");
        } else {
            let _ = write!(self.out.xml, "</{name}>");
        }
    }

    /// Writes an attribute of the last opened element.
    pub(super) fn attribute(&mut self, name: &str, value: &str, at: usize) {
        self.out.xml.push(' ');
        self.note(at);
        let _ = write!(self.out.xml, "{name}=\"");
        self.escaped(value);
        self.out.xml.push('"');
    }

    /// Writes the present members of `object` as attributes with their own names.
    pub(super) fn attributes(&mut self, object: &Object<'_>, names: &[&str]) -> Result<(), Refusal> {
        names.iter().try_for_each(|name| self.renamed(object, name, name))
    }

    /// Writes the present members that are attributes of the element `name`, except some.
    pub(super) fn attributes_but(
        &mut self,
        object: &Object<'_>,
        name: &str,
        excluded: &[&str],
    ) -> Result<(), Refusal> {
        let mut wanted = attributes(name).iter().filter(|attribute| !excluded.contains(&attribute.name));
        wanted.try_for_each(|attribute| self.renamed(object, attribute.name, attribute.name))
    }

    /// Writes the member `key` as the attribute `name`, if present.
    pub(super) fn renamed(&mut self, object: &Object<'_>, key: &str, name: &str) -> Result<(), Refusal> {
        let Some(value) = object.get(key) else { return Ok(()) };
        if let Some(text) = value.attribute()? {
            self.attribute(name, &text, value.at());
        }
        Ok(())
    }

    /// Writes an element without content, with its attributes.
    pub(super) fn empty(&mut self, name: &str, value: Value<'_>) -> Result<(), Refusal> {
        let object = value.object()?;
        self.open(name, value.at())?;
        self.attributes_but(&object, name, &[])?;
        self.close(name);
        Ok(())
    }

    /// Writes text content.
    pub(super) fn text(&mut self, text: &str) {
        self.end_tag();
        self.escaped(text);
    }

    /// Writes the element `name`, whose whole content is the cells in `value`: a list of numbers, or a text.
    pub(super) fn cells(
        &mut self,
        name: &str,
        at: usize,
        value: Value<'_>,
        attributes: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let before = self.out.xml.len();
        self.open(name, at)?;
        let tag = self.out.origins.last().map_or(0, |origin| origin.xml);
        attributes(self)?;
        let written = value.written();
        if written.contains('\\') {
            self.text(&value.string()?);
        } else {
            // Without its quotes or brackets.
            let (start, end) = (value.start() as u32 + 1, (value.start() + written.len()) as u32 - 1);
            self.out.cells.push((tag, start..end));
        }
        self.close(name);
        self.of_cells += self.out.xml.len() - before;
        Ok(())
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '<' => self.out.xml.push_str("&lt;"),
                '>' => self.out.xml.push_str("&gt;"),
                '&' => self.out.xml.push_str("&amp;"),
                '"' => self.out.xml.push_str("&quot;"),
                '\n' | '\r' | '\t' => {
                    let _ = write!(self.out.xml, "&#{};", u32::from(c));
                }
                // XML cannot have these characters.
                '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => self.out.xml.push('\u{fffd}'),
                c => self.out.xml.push(c),
            }
        }
    }
}
