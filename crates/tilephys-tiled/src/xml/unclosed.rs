//! Finds unclosed markup in a damaged file. The parser reports it without name and position.

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
