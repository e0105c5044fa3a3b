//! Text helpers of messages: shortened values, sizes, byte offsets.

/// Cuts a long value for a message.
pub(crate) fn shortened(value: &str) -> String {
    const MOST: usize = 40;
    if value.chars().count() <= MOST {
        return value.to_owned();
    }
    value.chars().take(MOST).chain("...".chars()).collect()
}

/// Formats a number of bytes.
pub(crate) fn mebibytes(bytes: usize) -> String {
    if bytes.is_multiple_of(1 << 20) { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}

/// Converts a line and a column to a byte offset. Both count from 1; the column is in bytes.
pub(crate) fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let start = match line {
        0 | 1 => 0,
        line => text.match_indices('\n').nth(line - 2).map_or(0, |(at, _)| at + 1),
    };
    (start + column.saturating_sub(1)).min(text.len())
}

/// Splits the message of a [`Fault`](crate::Fault) or a [`Warning`](crate::Warning) into the mistake and its remedy,
/// which is the text after the last semicolon outside of quotes. `None` without a remedy.
///
/// # Examples
///
/// ```
/// let (mistake, remedy) = tilephys_tiled::split_remedy(r#"the layer "a; b" has no cells; delete it in Tiled"#);
/// assert_eq!((mistake, remedy), (r#"the layer "a; b" has no cells"#, Some("delete it in Tiled")));
/// ```
#[must_use]
pub fn split_remedy(message: &str) -> (&str, Option<&str>) {
    let (mut quoted, mut escaped, mut split) = (false, false, None);
    for (i, c) in message.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ';' if !quoted && message[i..].starts_with("; ") => split = Some(i),
            _ => {}
        }
    }
    split.map_or((message, None), |i| (&message[..i], Some(&message[i + 2..])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remedy_is_the_text_after_the_last_semicolon() {
        let rows = [
            ("wrong", ("wrong", None)),
            ("wrong; mend it", ("wrong", Some("mend it"))),
            ("a; b; c", ("a; b", Some("c"))),
            (r#"layer "a; b" is wrong"#, (r#"layer "a; b" is wrong"#, None)),
            (r#"layer "a\"; b" is wrong; mend it"#, (r#"layer "a\"; b" is wrong"#, Some("mend it"))),
            ("at the end;", ("at the end;", None)),
        ];
        for (message, expected) in rows {
            assert_eq!(split_remedy(message), expected);
        }
    }
}
