//! Texts before they are trees: a scan against excessive memory or time, the index of lines, unclosed markup.

use crate::error::{Message, Problem, Refusal, WithHelp};
use crate::files::reader::Limits;
use memchr::{memchr_iter, memchr3_iter, memmem, memrchr};

/// Scans a text for excesses.
pub(super) fn scan(text: &[u8], limits: &Limits) -> Result<(), Refusal> {
    if let Some(at) = memmem::find(text, b"<!ENTITY") {
        let message = "entity declarations are not supported"
            .help("save the file again in Tiled, which does not write any");
        return Err(Refusal { at, problem: Problem::Xml, message });
    }
    // The parser allocates by these bytes at once: each begins a node and may have a text after it, or is an attribute.
    let most = limits.elements;
    for byte in [b'<', b'='] {
        // Counting is vectorized; locating is not.
        if memchr_iter(byte, text).count() > most {
            let at = memchr_iter(byte, text).nth(most).unwrap_or_default();
            return Err(Refusal::limit(at, too_many(most)));
        }
    }
    let has_namespace = memmem::find(text, b"xmlns").is_some();
    let mut rest = memchr_iter(b'<', text).map(|at| at + 1).peekable();
    while let Some(start) = rest.next() {
        // No value may hold a `<`, so a tag ends before the next one. The parser refuses an unclosed tag.
        let end = rest.peek().map_or(text.len(), |next| next - 1);
        // An attribute has two quotes, so a short tag has few.
        let may_fail = has_namespace || end - start >= 2 * limits.attributes;
        if may_fail && !matches!(text.get(start), Some(b'!' | b'?' | b'/') | None) {
            tag(&text[start..end], limits.attributes)
                .map_err(|excess| Refusal { at: start + excess.at, ..excess })?;
        }
    }
    Ok(())
}

/// The message of more than `most` elements, texts or attributes.
pub(super) fn too_many(most: usize) -> Message {
    format!("more than {most} elements or attributes, which is the limit")
        .help("choose CSV or Base64 as the tile layer format of the map")
}

/// Scans the tag at the start of `text`, after its `<`, which may have `most` attributes.
fn tag(text: &[u8], most: usize) -> Result<(), Refusal> {
    let mut quotes = 0;
    let (mut quote, mut after) = (None, 0);
    for at in memchr3_iter(b'"', b'\'', b'>', text) {
        let byte = text[at];
        if quote.is_some_and(|open| byte != open) {
            continue;
        }
        if quote.take().is_some() {
            after = at + 1;
            continue;
        }
        if let Some(i) = memmem::find(&text[after..at], b"xmlns") {
            // The parser copies the namespaces of an element to everything within it.
            let message = "XML namespaces are not supported"
                .help("save the file again in Tiled, which does not write any");
            return Err(Refusal { at: after + i, problem: Problem::Xml, message });
        }
        if byte == b'>' {
            break;
        }
        quote = Some(byte);
        quotes += 1;
        if quotes > most {
            let message = format!("an element has more than {most} attributes, which is the limit");
            return Err(Refusal::limit(at, message));
        }
    }
    Ok(())
}

/// Bytes between marks.
const EVERY: usize = 256;

/// Marks at even distances: a text of empty lines has as many lines as bytes.
pub(super) struct Lines(Vec<Mark>);

/// The line of a byte of the text.
#[derive(Clone, Copy)]
struct Mark {
    /// Line number, from 0.
    line: usize,
    /// Offset of its first byte.
    start: usize,
}

impl Lines {
    pub(super) fn of(text: &[u8]) -> Self {
        let mut marks = Vec::with_capacity(text.len() / EVERY + 1);
        let mut here = Mark { line: 0, start: 0 };
        for end in memchr_iter(b'\n', text) {
            // A mark has the line of its byte; the byte of a line break still belongs to the line.
            marks.resize(end / EVERY + 1, here);
            here = Mark { line: here.line + 1, start: end + 1 };
        }
        marks.resize(text.len() / EVERY + 1, here);
        Lines(marks)
    }

    /// Line number, from 0, of the byte at `offset`, and its first byte.
    pub(super) fn at(&self, text: &[u8], offset: usize) -> (usize, usize) {
        let offset = offset.min(text.len());
        let Mark { line, start } = self.0[offset / EVERY];
        let from = offset / EVERY * EVERY;
        let before = &text[from..offset];
        match memrchr(b'\n', before) {
            Some(last) => (line + memchr_iter(b'\n', before).count(), from + last + 1),
            None => (line, start),
        }
    }

    /// Offset of the first byte of a line, numbered from 0; `None` if there is no such line.
    pub(super) fn start(&self, text: &[u8], line: usize) -> Option<usize> {
        let Some(ends) = line.checked_sub(1) else { return Some(0) };
        // The last mark on an earlier line: the end of the line before is at or after it.
        let mark = self.0.partition_point(|mark| mark.line <= ends).checked_sub(1)?;
        let from = mark * EVERY;
        let end = memchr_iter(b'\n', &text[from..]).nth(ends - self.0[mark].line)?;
        Some(from + end + 1)
    }
}

/// Unclosed markup.
#[derive(Debug, PartialEq)]
pub(super) struct Unclosed<'a> {
    /// Name of an element, or the start of other markup: `<!--`.
    pub(super) name: &'a str,
    /// Offset of its start, in bytes.
    pub(super) start: usize,
    /// Name and offset of another closing tag in place of its own; `None` if the file ends.
    pub(super) instead: Option<(&'a str, usize)>,
}

/// The innermost unclosed markup of `text`.
pub(super) fn unclosed(text: &str) -> Option<Unclosed<'_>> {
    let mut open: Vec<(&str, usize)> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|i| at + i) {
        let rest = &text[start..];
        let other = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?xml", "?>"), ("<?", "?>"), ("<!", ">")];
        let end = match other.into_iter().find(|(begin, _)| rest.starts_with(begin)) {
            Some((name, end)) => match rest[name.len()..].find(end) {
                Some(i) => name.len() + i + end.len(),
                None => return Some(Unclosed { name, start, instead: None }),
            },
            None => match (tag_end(rest), rest.strip_prefix("</")) {
                (None, None) => return Some(Unclosed { name: name(&rest[1..]), start, instead: None }),
                (None, Some(_)) => break,
                (Some(end), Some(closing)) => {
                    let closing = name(closing);
                    let (name, from) = open.pop()?;
                    if name != closing {
                        return Some(Unclosed { name, start: from, instead: Some((closing, start)) });
                    }
                    end
                }
                (Some(end), None) => {
                    if !rest[..end].ends_with("/>") {
                        open.push((name(&rest[1..]), start));
                    }
                    end
                }
            },
        };
        at = start + end;
    }
    open.pop().map(|(name, start)| Unclosed { name, start, instead: None })
}

/// Length of the tag at the start of `text`; `None` if it is not closed.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (i, b) in text.bytes().enumerate() {
        match (b, quote) {
            (b'>', None) => return Some(i + 1),
            (b'"' | b'\'', None) => quote = Some(b),
            (_, Some(open)) if b == open => quote = None,
            _ => {}
        }
    }
    None
}

/// The name at the start of a tag.
fn name(tag: &str) -> &str {
    tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '<')).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_bytes_are_located() {
        let many = format!("<a {}/>", r#"b="" "#.repeat(257));
        let rows = [
            ("<a b='xmlns'>xmlns</a>", None),
            ("<a b='>' c=\"'\">=\"</a>", None),
            ("<!-- <a ' --><a xmlns:b='c'/>", Some(16)),
            ("<a b='' xmlns=''/>", Some(8)),
            ("<a 'b' <c xmlns=''/>", Some(10)),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", Some(13)),
            (&many, Some(5 + 256 * 5)),
        ];
        for (text, at) in rows {
            assert_eq!(scan(text.as_bytes(), &Limits::DEFAULT).err().map(|excess| excess.at), at, "{text}");
        }
    }

    #[test]
    fn equals_signs_in_texts_count_because_the_parser_allocates_for_them() {
        let most = Limits::DEFAULT.elements;
        let text = format!("<a>{}</a>", "=".repeat(most));
        assert!(scan(text.as_bytes(), &Limits::DEFAULT).is_ok());
        let text = text.replace("</", "=</");
        assert_eq!(scan(text.as_bytes(), &Limits::DEFAULT).err().map(|excess| excess.at), Some(3 + most));
    }

    #[test]
    fn lines_of_any_length_are_found_from_both_sides() {
        let lengths = [0, 1, 1022, 1023, 1024, 1025, 5000, 0, 0, 3, 1020, 1021, 2047];
        let mut text: String = lengths.iter().map(|n| "x".repeat(*n) + "\n").collect();
        text += &"\n".repeat(4000);
        let text = text.as_bytes();
        let lines = Lines::of(text);
        let mut line = 0;
        let mut start = 0;
        for (offset, byte) in text.iter().enumerate() {
            assert_eq!(lines.at(text, offset), (line, start), "{offset}");
            assert_eq!(lines.start(text, line), Some(start), "{line}");
            if *byte == b'\n' {
                line += 1;
                start = offset + 1;
            }
        }
        assert_eq!(lines.at(text, text.len()), (line, start));
        assert_eq!((lines.start(text, line), lines.start(text, line + 1)), (Some(start), None));
    }
}
