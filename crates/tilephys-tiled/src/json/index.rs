//! JSON index: the values of a validated document with their offsets, and the errors of other documents.
//!
//! Each value knows its position in the file. Cells in arrays, of which a file may have millions, stay text.

use crate::error::{Message, Problem, Refusal, WithHelp, byte_of, scalar_end, shortened, string_end};
use memchr::memchr3;
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;

/// Byte order mark, which some editors put before UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The values of a text.
pub(crate) struct Index<'a> {
    text: &'a str,
    values: Vec<Span>,
    /// Offsets of repeated keys in the objects that were read.
    repeated: RefCell<BTreeSet<usize>>,
}

/// The span of a value.
struct Span {
    /// Offset of its key, or of the value if it has none.
    key: u32,
    start: u32,
    end: u32,
    /// Index of the value after this one and its parts.
    after: u32,
}

impl<'a> Index<'a> {
    /// Indexes `text`, with at most `most` values besides cells. With `names_unclosed` the error of a text that ends too early
    /// names the value that is not closed.
    pub(crate) fn of(text: &'a str, most: usize, names_unclosed: bool) -> Transpiled<Self> {
        let begin = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        if u32::try_from(text.len()).is_err() {
            return Err(Refusal::limit(0, "the file is larger than 4 GiB, which is the limit".to_owned()));
        }
        let mut index = Index { text, values: Vec::new(), repeated: RefCell::default() };
        let error = serde_json::from_str::<&RawValue>(&text[begin..]).err();
        let filled = match &error {
            Some(error) if error.classify() != Category::Eof || !names_unclosed => Ok(()),
            _ => index.fill(begin, most),
        };
        match (error, filled) {
            // A text that ends too early has that fault, however many values it has.
            (Some(error), Ok(()) | Err(Refusal { problem: Problem::Limit, .. })) => {
                Err(syntax(text, begin, &error))
            }
            (_, filled) => filled.map(|()| index),
        }
    }

    /// Lists the values of a text that is valid, or ends too early.
    fn fill(&mut self, begin: usize, most: usize) -> Transpiled {
        let bytes = self.text.as_bytes();
        let (mut open, mut key, mut at): (Vec<usize>, Option<usize>, usize) = (Vec::new(), None, begin);
        // Number of values around the outermost properties: a member of a class in them may have the name of cells.
        let mut property: Option<usize> = None;
        let text = self.text;
        let is_named = |key: Option<usize>, name: &str| key.is_some_and(|key| text[key..].starts_with(name));
        while at < bytes.len() {
            let byte = bytes[at];
            let in_object = open.last().is_some_and(|&i| bytes[self.values[i].start as usize] == b'{');
            let end = match byte {
                b' ' | b'\n' | b'\r' | b'\t' | b',' | b':' => {
                    at += 1;
                    continue;
                }
                b'}' | b']' => {
                    at += 1;
                    let after = self.values.len() as u32;
                    property = property.filter(|around| around + 1 < open.len());
                    if let Some(i) = open.pop() {
                        (self.values[i].end, self.values[i].after) = (at as u32, after);
                    }
                    continue;
                }
                b'"' => {
                    let end = string_end(bytes, at).ok_or_else(|| cut(at, "the string that begins here"))?;
                    if in_object && key.is_none() {
                        key = Some(at);
                        at = end;
                        continue;
                    }
                    end
                }
                b'[' if property.is_none() && is_named(key, "\"data\"") => {
                    list_end(bytes, at).ok_or_else(|| self.unclosed(key.unwrap_or(at)))?
                }
                b'[' | b'{' => at + 1,
                _ => scalar_end(bytes, at),
            };
            let is_open = end == at + 1 && matches!(byte, b'[' | b'{');
            if is_open {
                let is_property = is_named(key, "\"properties\"") || is_named(key, "\"propertyTypes\"");
                property = property.or(is_property.then_some(open.len()));
                open.push(self.values.len());
            }
            if self.values.len() == most {
                let message =
                    format!("the file has more than {most} JSON values besides cells, which is the limit")
                        .help("split the file, or save it again in Tiled");
                return Err(Refusal::limit(at, message));
            }
            let after = self.values.len() as u32 + 1;
            let key = key.take().unwrap_or(at) as u32;
            self.values.push(Span { key, start: at as u32, end: end as u32, after });
            at = end;
        }
        open.pop().map_or(Ok(()), |i| Err(self.unclosed(self.values[i].key as usize)))
    }

    /// The error about a value that is not closed; `at` is the offset of its key, or of its bracket.
    fn unclosed(&self, at: usize) -> Refusal {
        let bytes = self.text.as_bytes();
        match string_end(bytes, at).filter(|_| bytes[at] == b'"') {
            Some(end) => cut(at, &format!("\"{}\"", shortened(&self.text[at + 1..end - 1]))),
            None => cut(at, &self.text[at..=at]),
        }
    }

    /// Offsets of repeated keys in the objects that were read so far.
    pub(crate) fn repeated(&self) -> Vec<usize> {
        self.repeated.borrow().iter().copied().collect()
    }

    /// The outermost value.
    pub(crate) fn root(&self) -> Value<'_> {
        Value { index: self, place: 0 }
    }
}

/// The error of a text that is not JSON.
fn syntax(text: &str, begin: usize, error: &serde_json::Error) -> Refusal {
    let at = begin + byte_of(&text[begin..], error.line(), error.column());
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    let message = format!("not well-formed JSON: {said}").help("check that Tiled saved this file");
    Refusal { at, problem: Problem::Json, message }
}

/// A value of a text.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    index: &'a Index<'a>,
    place: usize,
}

/// The form of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Object,
    List,
    Text,
    Number,
    Bool,
    Null,
}

impl Form {
    /// The form with its article, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Form::Object => "an object",
            Form::List => "a list",
            Form::Text => "a string",
            Form::Number => "a number",
            Form::Bool => "true or false",
            Form::Null => "null",
        }
    }
}

impl<'a> Value<'a> {
    fn span(self) -> &'a Span {
        &self.index.values[self.place]
    }

    /// Offset of its key, or of the value if it has none.
    pub(crate) fn at(self) -> usize {
        self.span().key as usize
    }

    /// Offset of the value.
    pub(crate) fn start(self) -> usize {
        self.span().start as usize
    }

    /// Its bytes in the file.
    pub(crate) fn bytes(self) -> Range<usize> {
        self.start()..self.span().end as usize
    }

    /// The value as written.
    pub(crate) fn written(self) -> &'a str {
        &self.index.text[self.bytes()]
    }

    pub(crate) fn form(self) -> Form {
        match self.written().as_bytes().first() {
            Some(b'{') => Form::Object,
            Some(b'[') => Form::List,
            Some(b'"') => Form::Text,
            Some(b't' | b'f') => Form::Bool,
            Some(b'n') | None => Form::Null,
            Some(_) => Form::Number,
        }
    }

    /// The values directly within it.
    pub(crate) fn inner(self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let Value { index, place } = self;
        let end = self.span().after as usize;
        let first = (place + 1 < end).then_some(place + 1);
        let next = move |at: &usize| Some(index.values[*at].after as usize).filter(|next| *next < end);
        std::iter::successors(first, next).map(move |place| Value { index, place })
    }

    /// The key of the value, decoded.
    pub(crate) fn key(self) -> Transpiled<Cow<'a, str>> {
        let from = self.at();
        let end = string_end(self.index.text.as_bytes(), from).unwrap_or(from);
        decoded(&self.index.text[from..end], from)
    }

    /// Name of the value in messages: the key, if it has one.
    pub(crate) fn name(self) -> String {
        match self.key() {
            Ok(key) if self.at() != self.start() => format!("\"{}\"", shortened(&key)),
            _ => "this".to_owned(),
        }
    }

    /// The items of a list.
    pub(crate) fn list(self) -> Transpiled<impl Iterator<Item = Value<'a>> + use<'a>> {
        if self.form() != Form::List {
            return Err(self.unexpected("a list"));
        }
        Ok(self.inner())
    }

    /// The members of an object. Of repeated keys the last wins, as in Tiled.
    pub(crate) fn object(self) -> Transpiled<Object<'a>> {
        if self.form() != Form::Object {
            return Err(self.unexpected("an object"));
        }
        let members = self.inner().map(|value| Ok((value.key()?, value)));
        let mut members = members.collect::<Transpiled<Vec<_>>>()?;
        members.sort_by(|a, b| a.0.cmp(&b.0));
        // The sort is stable: the later of two moves to the place of the earlier, which is then removed.
        members.dedup_by(|later, earlier| {
            let is_repeated = later.0 == earlier.0;
            if is_repeated {
                self.index.repeated.borrow_mut().insert(later.1.at());
                std::mem::swap(later, earlier);
            }
            is_repeated
        });
        Ok(Object { members })
    }

    /// Like [`object`](Self::object), for a document that is called `what` in messages.
    pub(crate) fn document(self, what: &str) -> Transpiled<Object<'a>> {
        match self.form() {
            Form::Object => self.object(),
            other => Err(self.refusal(format!("{}, expected {what}", other.name()))),
        }
    }

    /// The text of a string.
    pub(crate) fn string(self) -> Transpiled<Cow<'a, str>> {
        match self.form() {
            Form::Text => decoded(self.written(), self.start()),
            _ => Err(self.unexpected("a string")),
        }
    }

    /// A whole number.
    pub(crate) fn whole<T: FromStr>(self) -> Transpiled<T> {
        number(self.written()).parse().map_err(|_| self.unexpected("a 32-bit whole number"))
    }

    pub(crate) fn bool(self) -> Transpiled<bool> {
        match self.form() {
            Form::Bool => Ok(self.written() == "true"),
            _ => Err(self.unexpected("true or false")),
        }
    }

    /// The value as an XML attribute; `None` if it is `null`.
    pub(crate) fn attribute(self) -> Transpiled<Option<Cow<'a, str>>> {
        match self.form() {
            Form::Text => self.string().map(Some),
            Form::Number => Ok(Some(number(self.written()))),
            Form::Bool => Ok(Some(Cow::Borrowed(if self.written() == "true" { "1" } else { "0" }))),
            Form::Null => Ok(None),
            Form::Object | Form::List => Err(self.unexpected("a number, a string, true or false")),
        }
    }

    pub(super) fn unexpected(self, expected: &str) -> Refusal {
        self.refusal(format!("{} is {}, expected {expected}", self.name(), self.form().name()))
    }

    /// An error at the value.
    pub(crate) fn refusal(self, message: impl Into<Message>) -> Refusal {
        Refusal { at: self.at(), problem: Problem::Format, message: message.into() }
    }
}

/// An object with unique keys.
pub(crate) struct Object<'a> {
    /// Members, sorted by key.
    members: Vec<(Cow<'a, str>, Value<'a>)>,
}

impl<'a> Object<'a> {
    /// The member with a key, unless it is `null`.
    pub(crate) fn get(&self, key: &str) -> Option<Value<'a>> {
        let place = self.members.binary_search_by(|(other, _)| (**other).cmp(key)).ok()?;
        Some(self.members[place].1).filter(|value| value.form() != Form::Null)
    }

    /// All members, by key.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&str, Value<'a>)> {
        self.members.iter().map(|(key, value)| (&**key, *value))
    }

    /// The text of a member; empty if it is absent.
    pub(crate) fn text(&self, key: &str) -> Transpiled<Cow<'a, str>> {
        self.get(key).map_or(Ok(Cow::Borrowed("")), Value::string)
    }

    /// The items of a member that is a list; none if it is absent.
    pub(crate) fn list(&self, key: &str) -> Transpiled<impl Iterator<Item = Value<'a>> + use<'a>> {
        Ok(self.get(key).map(Value::list).transpose()?.into_iter().flatten())
    }
}

/// Decodes the quoted string `written` at the offset `at`.
fn decoded(written: &str, at: usize) -> Transpiled<Cow<'_, str>> {
    if !written.contains('\\') {
        return Ok(Cow::Borrowed(written.trim_matches('"')));
    }
    serde_json::from_str(written).map(Cow::Owned).map_err(|error| {
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or_default();
        let message = format!("invalid string: {said}");
        Refusal { at, problem: Problem::Json, message: message.into() }
    })
}

/// A number as Tiled writes it in XML: whole numbers without a point or an exponent.
pub(crate) fn number(written: &str) -> Cow<'_, str> {
    /// Not every whole number above it is an `f64`.
    const MOST: f64 = 9_007_199_254_740_992.0;
    if written.bytes().all(|b| b.is_ascii_digit()) {
        return Cow::Borrowed(written);
    }
    match written.parse::<f64>() {
        Ok(value) if value.fract() == 0.0 && value.abs() < MOST => Cow::Owned((value as i64).to_string()),
        _ => Cow::Borrowed(written),
    }
}

/// The byte after the list that begins at `at`; `None` if it is not closed.
fn list_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0;
    let mut from = at;
    loop {
        let found = from + memchr3(b'[', b']', b'"', bytes.get(from..)?)?;
        from = found + 1;
        match bytes[found] {
            b'"' => from = string_end(bytes, found)?,
            b'[' => depth += 1,
            _ if depth == 1 => return Some(from),
            _ => depth -= 1,
        }
    }
}

fn cut(at: usize, what: &str) -> Refusal {
    let message = format!("{what} is not closed before the end of the file")
        .help("the file is truncated, so save it again in Tiled or restore a backup");
    Refusal { at, problem: Problem::Json, message }
}

/// What a step of reading JSON gives, or why it cannot.
pub(crate) type Transpiled<T = ()> = Result<T, Refusal>;
