//! XML writer with a source map: the JSON byte of each tag and attribute.

use crate::error::{Refusal, WithHelp, mebibytes};
use crate::files::reader::Limits;
use crate::format::attributes;
use crate::json::index::{Object, Transpiled, Value};
use crate::json::xml_text::XmlWriter;
use std::ops::Range;

/// An XML document with its source map.
#[derive(Default)]
pub(crate) struct Rewritten {
    pub(crate) xml: String,
    /// Offsets in the XML, each with its origin in the JSON. Sorted.
    origins: Vec<(u32, u32)>,
    /// Offset of an element's tag, and the JSON bytes of its text. Sorted.
    cells: Vec<(u32, Range<u32>)>,
    /// Offsets of repeated keys in the JSON.
    pub(crate) repeated: Vec<usize>,
}

impl Rewritten {
    /// The JSON offset of an XML offset.
    pub(crate) fn origin(&self, xml: usize) -> usize {
        let after = self.origins.partition_point(|(at, _)| *at as usize <= xml);
        after.checked_sub(1).map_or(0, |last| self.origins[last].1 as usize)
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
    xml: XmlWriter,
    out: Rewritten,
    pub(super) limits: &'l Limits,
    /// Bytes of tags and texts of cells.
    of_cells: usize,
}

impl<'l> Writer<'l> {
    pub(super) fn new(limits: &'l Limits) -> Self {
        Writer { xml: XmlWriter::default(), out: Rewritten::default(), limits, of_cells: 0 }
    }

    /// Finishes the document; `repeated` are the offsets of repeated keys.
    pub(super) fn finish(self, repeated: Vec<usize>) -> Rewritten {
        Rewritten { xml: self.xml.text, repeated, ..self.out }
    }

    /// Writes an element with the origin `at` in the JSON.
    pub(super) fn within(
        &mut self,
        name: &str,
        at: usize,
        inside: impl FnOnce(&mut Self) -> Transpiled,
    ) -> Transpiled {
        let most = self.limits.markup_bytes;
        // Bounds texts of many characters that need escaping.
        if self.xml.text.len() - self.of_cells > most {
            let message = format!(
                "the file has more than {} of data besides cells, which is the limit",
                mebibytes(most)
            )
            .help("split the map");
            return Err(Refusal::limit(at, message));
        }
        let xml = self.xml.open(name) as u32;
        self.out.origins.push((xml, at as u32));
        inside(self)?;
        self.xml.close(name);
        Ok(())
    }

    /// Writes an object as an element with its attributes, except some.
    pub(super) fn element<'a>(
        &mut self,
        name: &str,
        value: Value<'a>,
        excluded: &[&str],
        inside: impl FnOnce(&mut Self, &Object<'a>) -> Transpiled,
    ) -> Transpiled {
        let object = value.object()?;
        self.within(name, value.at(), |out| {
            out.attributes_but(&object, name, excluded)?;
            inside(out, &object)
        })
    }

    /// Writes an object as an element without content.
    pub(super) fn empty(&mut self, name: &str, value: Value<'_>) -> Transpiled {
        self.element(name, value, &[], |_, _| Ok(()))
    }

    /// Calls `write` with each value of a list, if the object has it.
    pub(super) fn each<'a>(
        &mut self,
        object: &Object<'a>,
        key: &str,
        mut write: impl FnMut(&mut Self, Value<'a>) -> Transpiled,
    ) -> Transpiled {
        object.list(key)?.try_for_each(|value| write(self, value))
    }

    /// Writes an attribute of the last opened element.
    pub(super) fn attribute(&mut self, name: &str, value: &str, at: usize) {
        let xml = self.xml.attribute(name, value) as u32;
        self.out.origins.push((xml, at as u32));
    }

    /// Writes the present members of `object` as attributes with their own names.
    pub(super) fn attributes(&mut self, object: &Object<'_>, names: &[&str]) -> Transpiled {
        names.iter().try_for_each(|name| self.renamed(object, name, name))
    }

    /// Like [`attributes`](Self::attributes), for members that are strings.
    pub(super) fn strings(&mut self, object: &Object<'_>, names: &[&str]) -> Transpiled {
        names.iter().filter_map(|name| Some((name, object.get(name)?))).try_for_each(|(name, value)| {
            self.attribute(name, &value.string()?, value.at());
            Ok(())
        })
    }

    /// Writes the present members that are attributes of the element `name`, except some.
    pub(super) fn attributes_but(
        &mut self,
        object: &Object<'_>,
        name: &str,
        excluded: &[&str],
    ) -> Transpiled {
        let mut wanted = attributes(name).iter().filter(|attribute| !excluded.contains(&attribute.name));
        wanted.try_for_each(|attribute| self.renamed(object, attribute.name, attribute.name))
    }

    /// Writes the member `key` as the attribute `name`, if present.
    pub(super) fn renamed(&mut self, object: &Object<'_>, key: &str, name: &str) -> Transpiled {
        let Some(value) = object.get(key) else { return Ok(()) };
        if let Some(text) = value.attribute()? {
            self.attribute(name, &text, value.at());
        }
        Ok(())
    }

    /// Writes text content.
    pub(super) fn text(&mut self, text: &str) {
        self.xml.content(text);
    }

    /// Writes the element `name`, whose whole content is the cells in `value`: a list of numbers, or a text.
    pub(super) fn cells(
        &mut self,
        name: &str,
        at: usize,
        value: Value<'_>,
        attributes: impl FnOnce(&mut Self) -> Transpiled,
    ) -> Transpiled {
        let before = self.xml.text.len();
        self.within(name, at, |out| {
            let tag = out.out.origins.last().map_or(0, |(xml, _)| *xml);
            attributes(out)?;
            let written = value.written();
            if written.contains('\\') {
                out.text(&value.string()?);
            } else {
                // Without its quotes or brackets.
                let start = value.start() as u32 + 1;
                let end = (value.start() + written.len()) as u32 - 1;
                out.out.cells.push((tag, start..end));
            }
            Ok(())
        })?;
        self.of_cells += self.xml.text.len() - before;
        Ok(())
    }
}
