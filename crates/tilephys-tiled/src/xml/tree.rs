//! Source files as XML trees with positions.

use crate::error::{
    LoadError, Message, Position, Problem, Refusal, Result, Snippet, Warning, WarningKind, WithHelp,
    mebibytes, shortened,
};
use crate::files::reader::{Files, Limits};
use crate::json::{Index, Rewritten, Transpiled, is_json, rewrite};
use crate::xml::scan::{Lines, Unclosed, scan, too_many, unclosed};
use memchr::memchr;
use roxmltree::{Document, Node, ParsingOptions};
use std::fmt::{self, Display};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// Bytes of a line in which columns count characters. In longer lines they count bytes, so that a file without line
/// breaks does not cost a scan for each element.
const LONG_LINE: usize = 4096;

/// The text of a file.
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    /// Path of the file, shared.
    pub(crate) file: Arc<Path>,
    text: String,
    lines: Lines,
    /// Name of the root element of its tree; empty for a text without a tree.
    pub(crate) root: &'static str,
    /// XML of a JSON text.
    rewritten: Option<Rewritten>,
    pub(crate) limits: Limits,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.path, f)
    }
}

impl Source {
    /// Reads a file. Errors have no position unless the bytes are at fault; the caller may know the reference.
    pub(crate) fn read(files: &dyn Files, path: &Path, limits: &Limits) -> Result<Source> {
        let bytes = files
            .read_most(path, limits.file_bytes)
            .map_err(|e| LoadError::new(Problem::File, path, format!("cannot be read: {e}")).caused_by(e))?;
        Source::of_bytes(path, bytes, limits)
    }

    /// Prepares the tree of a file with the root element `root`: JSON is transpiled to XML.
    pub(crate) fn with_tree(mut self, root: &'static str) -> Result<Source> {
        self.root = root;
        if root == "project" || is_json(&self.path, &self.text) {
            self.rewritten = Some(rewrite(&self.text, root, &self.limits).map_err(|e| self.refused(e))?);
        }
        Ok(self)
    }

    /// A file in JSON whose values are read without a tree; `root` is what it is.
    pub(crate) fn with_index(mut self, root: &'static str) -> Source {
        self.root = root;
        self
    }

    /// The values of a file in JSON.
    pub(crate) fn index(&self) -> Transpiled<Index<'_>> {
        Index::of(&self.text, self.limits.elements.saturating_mul(4), false)
    }

    /// The error of a file in JSON.
    pub(crate) fn refused(&self, Refusal { at, problem, message }: Refusal) -> LoadError {
        let is_broken = problem == Problem::Json;
        let help = match (self.root, problem) {
            ("project" | "objecttypes", Problem::Json) => {
                Some("restore the file from a backup, or delete it if no map uses its types")
            }
            ("project" | "objecttypes", Problem::Format) => {
                Some("save it again in Tiled, or restore a backup")
            }
            ("world", Problem::Json) => Some("check that Tiled saved this world, or restore a backup"),
            ("world", Problem::Format) => Some("save it again in Tiled"),
            _ => None,
        };
        let own = message.help.filter(|_| !is_broken || help.is_none());
        let message = Message::with_help(message.text, own.or(help.map(str::to_owned)));
        self.error(problem, at, message).show(|_, position| self.snippet(position))
    }

    /// A file with these `bytes`.
    pub(crate) fn of_bytes(path: &Path, bytes: Vec<u8>, limits: &Limits) -> Result<Source> {
        if bytes.len() > limits.file_bytes {
            let message = format!("is larger than {}, which is the limit", mebibytes(limits.file_bytes));
            return Err(LoadError::new(Problem::Limit, path, message));
        }
        if let Some(kind) = binary_kind(&bytes) {
            let message =
                format!("this is {kind}").help("choose a file that Tiled saved: a map ends in .tmx or .tmj");
            return Err(LoadError::new(Problem::Format, path, message));
        }
        let text = String::from_utf8(bytes).map_err(|e| {
            let good = String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]).into_owned();
            let source = Source::new(path, good, limits);
            let message = "invalid UTF-8: the file is damaged, or was not saved by Tiled";
            let error = source.error(Problem::File, source.text.len(), message);
            error.show(|_, position| source.snippet(position))
        })?;
        Ok(Source::new(path, text, limits))
    }

    fn new(path: &Path, text: String, limits: &Limits) -> Source {
        let lines = Lines::of(text.as_bytes());
        Source {
            path: path.to_owned(),
            file: Arc::from(path),
            lines,
            text,
            root: "",
            rewritten: None,
            limits: *limits,
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The text of the tree: the file's own, or its XML.
    fn tree_text(&self) -> &str {
        self.rewritten.as_ref().map_or(&self.text, |rewritten| &rewritten.xml)
    }

    /// True if the file is JSON with a tree.
    pub(crate) fn is_json(&self) -> bool {
        self.rewritten.is_some()
    }

    /// Warnings about repeated keys in JSON objects.
    pub(crate) fn repeated_keys(&self) -> impl Iterator<Item = Warning> {
        self.rewritten.iter().flat_map(|rewritten| &rewritten.repeated).map(|at| self.repeated_key(*at))
    }

    /// The warning about a repeated key.
    pub(crate) fn repeated_key(&self, at: usize) -> Warning {
        let key = self.text[at..].split('"').nth(1).unwrap_or_default();
        let key = shortened(key);
        let message = format!("the key \"{key}\" appears twice in one object, and the last one is used");
        let position = self.position(at);
        let warning = Warning::at(WarningKind::Repeated, &self.path, position, message.help("remove one"));
        Warning { snippet: self.snippet(position), ..warning }
    }

    /// Parses the file, and returns the tree if its root element is the expected one.
    pub(crate) fn parse(&self) -> Result<Document<'_>> {
        scan(self.tree_text().as_bytes(), &self.limits)
            .map_err(|e| self.tree_error(e.problem, e.at, e.message))?;
        let options = ParsingOptions {
            allow_dtd: true,
            nodes_limit: u32::try_from(self.limits.elements).unwrap_or(u32::MAX),
            ..Default::default()
        };
        let document =
            Document::parse_with_options(self.tree_text(), options).map_err(|e| self.xml_error(&e))?;
        let found = document.root_element();
        if found.tag_name().name() != self.root {
            let found_name = shortened(found.tag_name().name());
            let (what, ending) = match self.root {
                "map" => ("map", "tmx"),
                "tileset" => ("tileset", "tsx"),
                "objecttypes" => ("file of object types", "xml"),
                _ => ("template", "tx"),
            };
            let message = format!("the root element is <{found_name}>, expected <{}>", self.root)
                .help(format!("choose a {what}, which Tiled saves as .{ending}"));
            return Err(self.tree_error(Problem::Format, found.range().start, message));
        }
        Ok(document)
    }

    fn xml_error(&self, error: &roxmltree::Error) -> LoadError {
        if let Some(error) = self.unclosed_error(error) {
            return error;
        }
        if matches!(error, roxmltree::Error::NodesLimitReached) {
            // So many elements that each has a text beside it; the parser gives no position.
            let message = too_many(self.limits.elements);
            return LoadError::new(Problem::Limit, &self.path, message).at(Position::START);
        }
        let pos = error.pos();
        // The parser ends most of its messages with the position.
        let said = error.to_string();
        let said = said.trim_end_matches(&format!(" at {pos}"));
        LoadError::new(
            Problem::Xml,
            &self.path,
            format!("not well-formed XML: {said}").help("check that Tiled saved this file"),
        )
        .at(Position { line: pos.row, column: pos.col })
    }

    /// The unclosed part, if the parser failed because of it.
    fn unclosed_error(&self, error: &roxmltree::Error) -> Option<LoadError> {
        use roxmltree::Error::{NoRootNode, UnclosedRootNode, UnexpectedCloseTag, UnexpectedEndOfStream};
        let end = self.position(self.text.len());
        let at_end = (error.pos().row, error.pos().col) == (end.line, end.column)
            || self.text.ends_with('<')
            || matches!(error, NoRootNode | UnclosedRootNode | UnexpectedEndOfStream);
        if !at_end && !matches!(error, UnexpectedCloseTag(..)) {
            return None;
        }
        let Unclosed { name, start, instead } = unclosed(&self.text)?;
        let what = if name.starts_with('<') {
            format!("{name} is not closed")
        } else {
            let name = shortened(name);
            if name.is_empty() { "< is not closed".to_owned() } else { format!("<{name}> is not closed") }
        };
        let message = match instead {
            Some((other, at)) => {
                let Position { line, column } = self.position(at);
                let other = shortened(other);
                format!("{what} before </{other}> at line {line}, column {column}")
                    .help("close it, or save the file again in Tiled")
            }
            None => format!("{what} before the end of the file at line {}, column {}", end.line, end.column)
                .help("the file is truncated, so save it again in Tiled or restore a backup"),
        };
        Some(self.error(Problem::Xml, start, message))
    }

    /// The byte of the file for the `offset` in the tree's text.
    pub(crate) fn origin(&self, offset: usize) -> usize {
        self.rewritten.as_ref().map_or(offset, |rewritten| rewritten.origin(offset))
    }

    /// Line and column of the byte at `offset`.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let (line, start) = self.lines.at(self.text.as_bytes(), offset);
        let before = &self.text.as_bytes()[start..offset.min(self.text.len())];
        let column = if before.len() > LONG_LINE {
            before.len()
        } else {
            // Bytes that continue a character are 10xxxxxx.
            before.iter().filter(|&&b| b & 0xC0 != 0x80).count()
        };
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// The line of a position with the marked part; `None` if there is no such line.
    pub(crate) fn snippet(&self, position: Position) -> Option<Snippet> {
        let (line, before) = ((position.line as usize).checked_sub(1)?, position.column as usize - 1);
        let start = self.lines.start(self.text.as_bytes(), line)?;
        let end = memchr(b'\n', &self.text.as_bytes()[start..]).map_or(self.text.len(), |i| start + i);
        let text = &self.text[start..end];
        let text = text.strip_suffix('\r').unwrap_or(text);
        let at = if before > LONG_LINE {
            before
        } else {
            text.char_indices().nth(before).map_or(text.len(), |(at, _)| at)
        };
        Some(Snippet::new(text, at, position))
    }

    /// Like [`snippet`](Self::snippet), if `file` is this file.
    pub(crate) fn snippet_in(&self, file: &Path, position: Position) -> Option<Snippet> {
        if file == self.path { self.snippet(position) } else { None }
    }

    pub(crate) fn error(&self, problem: Problem, offset: usize, message: impl Into<Message>) -> LoadError {
        LoadError::new(problem, &self.path, message).at(self.position(offset))
    }

    /// An error at an offset of the tree's text.
    fn tree_error(&self, problem: Problem, offset: usize, message: impl Into<Message>) -> LoadError {
        self.error(problem, self.origin(offset), message)
    }
}

/// The kind of a binary file that is taken for a map now and then, by its first bytes.
fn binary_kind(bytes: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 7] = [
        (b"\x89PNG", "an image (PNG)"),
        (b"\xFF\xD8\xFF", "an image (JPEG)"),
        (b"GIF8", "an image (GIF)"),
        (b"BM", "an image (BMP)"),
        (b"RIFF", "an image or a sound (RIFF)"),
        (b"PK\x03\x04", "an archive (ZIP)"),
        (b"\x1F\x8B", "an archive (gzip)"),
    ];
    KINDS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, kind)| *kind)
}

/// An element of a file.
#[derive(Clone, Copy)]
pub(crate) struct Element<'a> {
    pub(crate) source: &'a Source,
    pub(crate) node: Node<'a, 'a>,
}

impl<'a> Element<'a> {
    pub(crate) fn name(&self) -> &'a str {
        self.node.tag_name().name()
    }

    /// True if it is a layer or a group of a map.
    pub(crate) fn is_layer(&self) -> bool {
        matches!(self.name(), "layer" | "objectgroup" | "imagelayer" | "group")
    }

    pub(crate) fn position(&self) -> Position {
        self.source.position(self.start())
    }

    /// The offset in the file.
    pub(crate) fn start(&self) -> usize {
        self.source.origin(self.node.range().start)
    }

    pub(crate) fn error(&self, problem: Problem, message: impl Into<Message>) -> LoadError {
        self.source.tree_error(problem, self.node.range().start, message)
    }

    /// An error at the attribute, or at the element if the attribute is absent.
    pub(crate) fn attribute_error(
        &self,
        name: &str,
        problem: Problem,
        message: impl Into<Message>,
    ) -> LoadError {
        let at = self.node.attribute_node(name).map_or(self.node.range().start, |a| a.range().start);
        self.source.tree_error(problem, at, message)
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    /// The attribute as a number; `None` if absent. The schema has checked that it parses.
    pub(crate) fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.attribute(name)?.trim().parse().ok()
    }

    /// The attribute as a flag; `None` if absent. The schema has checked it.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.attribute(name).and_then(flag)
    }

    /// The `class`, which most versions of Tiled call `type` on objects and tiles.
    pub(crate) fn class(&self) -> &'a str {
        self.class_attribute().map(|a| a.value()).unwrap_or_default()
    }

    /// The position of its class, or of the element if it has none.
    pub(crate) fn class_position(&self) -> Position {
        let at = self.class_attribute().map_or(self.node.range().start, |a| a.range().start);
        self.source.position(self.source.origin(at))
    }

    /// The attribute with its class, unless it is empty.
    pub(crate) fn class_attribute(&self) -> Option<roxmltree::Attribute<'a, 'a>> {
        let set = |name| self.node.attribute_node(name).filter(|a| !a.value().is_empty());
        set("class").or_else(|| set("type"))
    }

    pub(crate) fn children(&self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let source = self.source;
        self.node.children().filter(Node::is_element).map(move |node| Element { source, node })
    }

    pub(crate) fn child(&self, name: &str) -> Option<Element<'a>> {
        self.children().find(|c| c.name() == name)
    }

    /// First text of the element; empty if it has none.
    pub(crate) fn text(&self) -> &'a str {
        self.node.text().unwrap_or_default()
    }

    /// The text of cells; empty if it has none.
    pub(crate) fn cells(&self) -> &'a str {
        match self.rewritten_cells() {
            Some(range) => &self.source.text[range],
            None => self.text(),
        }
    }

    /// The text of cells as written in the file, and its offset there; `None` if there is none.
    pub(crate) fn written_cells(&self) -> Option<(&'a str, usize)> {
        // The parser turns line ends of two bytes into one, so its text has other offsets.
        let in_tree = || self.node.first_child().filter(Node::is_text).map(|text| text.range());
        let range = match &self.source.rewritten {
            Some(_) => self.rewritten_cells()?,
            None => in_tree()?,
        };
        Some((&self.source.text[range.clone()], range.start))
    }

    fn rewritten_cells(&self) -> Option<Range<usize>> {
        self.source.rewritten.as_ref()?.cells(self.node.range().start)
    }

    /// `<name attribute="value">`, for messages, or `"key": value` of a file in JSON.
    pub(crate) fn quote(&self, attribute: &str, value: impl Display) -> String {
        if !self.source.is_json() {
            return format!("<{} {attribute}=\"{value}\">", self.name());
        }
        // The JSON key of the attribute may have another name.
        let at = self.node.attribute_node(attribute).map(|a| self.source.origin(a.range().start));
        let written = at.and_then(|at| self.source.text.get(at..)).unwrap_or_default();
        let member = || {
            let (key, rest) = written.strip_prefix('"')?.split_once('"')?;
            Some((key, rest.trim_start().strip_prefix(':')?.trim_start()))
        };
        let (key, rest) = member().unwrap_or((attribute, ""));
        if rest.starts_with('"') { format!("\"{key}\": \"{value}\"") } else { format!("\"{key}\": {value}") }
    }

    /// `<name>`, for messages; a file in JSON has no element names and gets words.
    pub(crate) fn told(&self) -> String {
        self.in_json(&format!("the {}", self.name()), &format!("<{}>", self.name()))
    }

    /// The words for a file in JSON, or for a file in XML.
    pub(crate) fn in_json(&self, json: &str, xml: &str) -> String {
        (if self.source.is_json() { json } else { xml }).to_owned()
    }
}

/// The value of a flag; `None` if it is none.
pub(crate) fn flag(value: &str) -> Option<bool> {
    match value {
        "0" | "false" => Some(false),
        "1" | "true" => Some(true),
        _ => None,
    }
}

/// A part of a file.
#[derive(Clone, Copy, Default)]
pub(crate) struct Markup {
    pub(crate) bytes: usize,
    pub(crate) elements: usize,
}

impl Markup {
    /// Everything in a file outside of `<data>`, of which only cells are read.
    pub(crate) fn of(document: &Document<'_>) -> Self {
        let mut markup = Markup { bytes: document.input_text().len(), elements: 0 };
        let mut data_end = 0;
        for node in document.descendants() {
            if !node.is_element() || node.range().start < data_end {
                continue;
            }
            if node.tag_name().name() == "data" {
                data_end = node.range().end;
                markup.bytes -= node.range().len();
            } else {
                markup.elements += 1;
            }
        }
        markup
    }

    pub(crate) fn add(&mut self, other: Markup) {
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.elements = self.elements.saturating_add(other.elements);
    }
}
