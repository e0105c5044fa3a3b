//! Pre-parse scan: refuses files that would make the parser use memory or time out of proportion.

use crate::error::{Message, Problem};
use crate::files::limits::Limits;
use memchr::{memchr_iter, memchr3_iter, memmem};

/// A fault with its offset.
pub(super) struct Excess {
    pub(super) at: usize,
    pub(super) problem: Problem,
    pub(super) message: Message,
}

/// Scans a text for excesses.
pub(super) fn scan(text: &[u8], limits: &Limits) -> Result<(), Excess> {
    if let Some(at) = memmem::find(text, b"<!ENTITY") {
        let message = Message::new(
            "entity declarations are not supported",
            "save the file again in Tiled, which does not write any",
        );
        return Err(Excess { at, problem: Problem::Xml, message });
    }
    // The parser allocates by these bytes at once: each begins a node and may have a text after it, or is an attribute.
    let most = limits.elements;
    for byte in [b'<', b'='] {
        // Counting is vectorized; locating is not.
        if memchr_iter(byte, text).count() > most {
            let at = memchr_iter(byte, text).nth(most).unwrap_or_default();
            return Err(Excess { at, problem: Problem::Limit, message: too_many(most) });
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
                .map_err(|excess| Excess { at: start + excess.at, ..excess })?;
        }
    }
    Ok(())
}

/// The message of more than `most` elements, texts or attributes.
pub(super) fn too_many(most: usize) -> Message {
    Message::new(
        format!("more than {most} elements or attributes, which is the limit"),
        "choose CSV or Base64 as the tile layer format of the map",
    )
}

/// Scans the tag at the start of `text`, after its `<`, which may have `most` attributes.
fn tag(text: &[u8], most: usize) -> Result<(), Excess> {
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
            let message = Message::new(
                "XML namespaces are not supported",
                "save the file again in Tiled, which does not write any",
            );
            return Err(Excess { at: after + i, problem: Problem::Xml, message });
        }
        if byte == b'>' {
            break;
        }
        quote = Some(byte);
        quotes += 1;
        if quotes > most {
            let message = format!("an element has more than {most} attributes, which is the limit");
            return Err(Excess { at, problem: Problem::Limit, message: message.into() });
        }
    }
    Ok(())
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
}
