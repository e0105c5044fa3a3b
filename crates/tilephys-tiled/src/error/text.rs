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
