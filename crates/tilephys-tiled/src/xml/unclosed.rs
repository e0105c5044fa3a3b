//! What a damaged file leaves open. The parser says that something is, but not what and where.

/// Markup that is not closed.
#[derive(Debug, PartialEq)]
pub(super) struct Unclosed<'a> {
    /// The name of an element, or how other markup begins: `<!--`.
    pub(super) name: &'a str,
    /// Where it begins, in bytes.
    pub(super) start: usize,
    /// The closing tag of another element that stands where its own should; `None` if the file ends.
    pub(super) instead: Option<(&'a str, usize)>,
}

/// The innermost markup of `text` that is not closed.
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

/// Length of the tag that `text` begins with; `None` if it is not closed.
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

/// The name that a tag begins with.
fn name(tag: &str) -> &str {
    tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '<')).next().unwrap_or_default()
}
