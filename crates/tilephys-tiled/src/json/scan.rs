//! Ends of values in JSON text.

use memchr::{memchr2, memchr3};

/// The byte after the string that begins at `at`; `None` if it is not closed.
pub(super) fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut from = at + 1;
    loop {
        let found = from + memchr2(b'"', b'\\', bytes.get(from..)?)?;
        if bytes[found] == b'"' {
            return Some(found + 1);
        }
        from = found + 2;
    }
}

/// The byte after the list that begins at `at`.
pub(super) fn list_end(bytes: &[u8], at: usize) -> usize {
    let (mut depth, mut from) = (0, at);
    while let Some(found) = memchr3(b'[', b']', b'"', &bytes[from..]).map(|i| from + i) {
        from = found + 1;
        match bytes[found] {
            b'"' => from = string_end(bytes, found).unwrap_or(bytes.len()),
            b'[' => depth += 1,
            _ if depth == 1 => return from,
            _ => depth -= 1,
        }
    }
    bytes.len()
}

/// The byte after the number or word that begins at `at`.
pub(super) fn scalar_end(bytes: &[u8], at: usize) -> usize {
    let ends = |b: &u8| matches!(b, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t');
    bytes[at..].iter().position(ends).map_or(bytes.len(), |i| at + i)
}
