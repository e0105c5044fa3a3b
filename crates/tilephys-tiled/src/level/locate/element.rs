//! Elements and attributes of a level's files.

use crate::error::{Position, Snippet};
use crate::xml::{Element, Source};
use std::fmt;
use std::ops::Range;
use std::path::Path;

/// An element of a file of a level, from a [`Locator`](crate::Locator). In a file in JSON it is the object, list or
/// member that stands for the element.
#[derive(Clone, Copy)]
pub struct SourceElement<'a>(pub(super) Element<'a>);

impl<'a> SourceElement<'a> {
    /// Name of the element, such as `object`; in JSON too.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.0.name()
    }

    /// Path of the file.
    #[must_use]
    pub fn file(&self) -> &'a Path {
        &self.0.source.path
    }

    /// Position of the element in its file.
    #[must_use]
    pub fn position(&self) -> Position {
        self.0.position()
    }

    /// Line of the file with the element.
    #[must_use]
    pub fn snippet(&self) -> Option<Snippet> {
        self.0.source.snippet(self.position())
    }

    /// Bytes of the element in the file, from its `<` to its last `>`; `None` in JSON.
    #[must_use]
    pub fn bytes(&self) -> Option<Range<usize>> {
        let range = self.0.node.range();
        // Elements that an entity of the document type declares are not in the text at their range.
        let text = self.file_text().get(range.clone())?.strip_prefix('<')?;
        let is_whole = text.starts_with(self.name()) && text.ends_with('>');
        (is_whole && !self.0.source.is_json()).then_some(range)
    }

    /// Text of the file.
    #[must_use]
    pub fn file_text(&self) -> &'a str {
        self.0.source.text()
    }

    /// The attribute `name` of the element itself, without its template. Names are the names of XML: `source` of an
    /// `<image>` is `image` in JSON.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<SourceAttribute<'a>> {
        self.0.node.attribute_node(name).map(|attribute| self.located(attribute))
    }

    /// The attribute with the class, unless it is empty: `class`, which most versions of Tiled call `type` on objects
    /// and tiles.
    #[must_use]
    pub fn class(&self) -> Option<SourceAttribute<'a>> {
        self.0.class_attribute().map(|attribute| self.located(attribute))
    }

    fn located(&self, attribute: roxmltree::Attribute<'a, 'a>) -> SourceAttribute<'a> {
        let source = self.0.source;
        let range = attribute.range_value();
        // The parser cuts the offsets of very long names; the quotes show that they are right.
        let has_quotes = || {
            let text = source.text().as_bytes();
            let quote = text.get(range.start.checked_sub(1)?)?;
            (matches!(quote, b'"' | b'\'') && text.get(range.end) == Some(quote)).then_some(range.clone())
        };
        SourceAttribute {
            value: attribute.value(),
            position: source.position(source.origin(attribute.range().start)),
            bytes: if source.is_json() { None } else { has_quotes() },
            source,
        }
    }

    /// The property `name` in the `<properties>` of the element itself; of several the last, which counts. Members of a
    /// class are properties of the property.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<SourceElement<'a>> {
        let list = self.0.child("properties")?;
        let named = |e: &Element<'a>| e.name() == "property" && e.attribute("name") == Some(name);
        list.children().filter(named).last().map(SourceElement)
    }

    /// The elements `name` directly within the element, in the order of the file.
    pub fn children(&self, name: &str) -> impl Iterator<Item = SourceElement<'a>> {
        self.0.children().filter(move |e| e.name() == name).map(SourceElement)
    }
}

impl fmt::Debug for SourceElement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position();
        write!(f, "<{}> at {}:{line}:{column}", self.name(), self.file().display())
    }
}

/// An attribute of a [`SourceElement`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SourceAttribute<'a> {
    /// Value, with entities such as `&amp;` decoded.
    pub value: &'a str,
    /// Position of the attribute's name in the file, or of the key in JSON.
    pub position: Position,
    /// Bytes of the value in the file as written, without its quotes; `None` in JSON.
    pub bytes: Option<Range<usize>>,
    source: &'a Source,
}

impl<'a> SourceAttribute<'a> {
    /// Path of the file.
    #[must_use]
    pub fn file(&self) -> &'a Path {
        &self.source.path
    }

    /// Line of the file with the attribute.
    #[must_use]
    pub fn snippet(&self) -> Option<Snippet> {
        self.source.snippet(self.position)
    }
}

/// A position in a file of a level, from a [`Locator`](crate::Locator).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SourcePosition<'a> {
    /// Path of the file.
    pub file: &'a Path,
    /// Line and column in the file.
    pub position: Position,
    source: &'a Source,
}

impl<'a> SourcePosition<'a> {
    pub(super) fn new(source: &'a Source, position: Position) -> Self {
        SourcePosition { file: &source.path, position, source }
    }

    /// Line of the file with the position.
    #[must_use]
    pub fn snippet(&self) -> Option<Snippet> {
        self.source.snippet(self.position)
    }
}
