//! Finds the unclosed part of a truncated JSON file, which the parser does not name.

use super::refusal::Refusal;
use super::scan::string_end;
use crate::error::{Message, Problem, shortened};

/// Maximum nesting of brackets; a file with more is not a map.
const MOST: usize = 1 << 12;

/// The innermost unclosed part of `text`; `None` if all is closed, or nested too deep.
pub(super) fn unclosed(text: &str) -> Option<Refusal> {
    let bytes = text.as_bytes();
    // Offset of each open bracket, or of its key.
    let (mut open, mut key, mut at): (Vec<usize>, Option<usize>, usize) = (Vec::new(), None, 0);
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            b'"' => {
                let Some(end) = string_end(bytes, at) else {
                    return Some(cut(at, "the string that begins here"));
                };
                (key, at) = (Some(at), end);
                continue;
            }
            b'{' | b'[' if open.len() == MOST => return None,
            b'{' | b'[' => open.push(key.take().unwrap_or(at)),
            b'}' | b']' => drop(open.pop()),
            b',' => key = None,
            _ => {}
        }
        at += 1;
    }
    let at = open.pop()?;
    match string_end(bytes, at).filter(|_| bytes[at] == b'"') {
        Some(end) => Some(cut(at, &format!("\"{}\"", shortened(&text[at + 1..end - 1])))),
        None => Some(cut(at, &text[at..=at])),
    }
}

fn cut(at: usize, what: &str) -> Refusal {
    let message = Message::new(
        format!("{what} is not closed before the end of the file"),
        "the file is truncated, so save it again in Tiled or restore a backup",
    );
    Refusal { at, problem: Problem::Json, message }
}
