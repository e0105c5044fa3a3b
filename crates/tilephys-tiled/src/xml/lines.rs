//! Line index: maps byte offsets to line numbers.

use memchr::{memchr_iter, memrchr};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_are_found_from_both_sides() {
        let lengths = [0, 1, 1022, 1023, 1024, 1025, 5000, 0, 0, 3, 1020, 1021, 2047];
        let mut text: String = lengths.iter().map(|n| "x".repeat(*n) + "\n").collect();
        text += &"\n".repeat(4000);
        let text = text.as_bytes();
        let lines = Lines::of(text);
        let (mut line, mut start) = (0, 0);
        for (offset, byte) in text.iter().enumerate() {
            assert_eq!(lines.at(text, offset), (line, start), "{offset}");
            assert_eq!(lines.start(text, line), Some(start), "{line}");
            if *byte == b'\n' {
                (line, start) = (line + 1, offset + 1);
            }
        }
        assert_eq!(lines.at(text, text.len()), (line, start));
        assert_eq!((lines.start(text, line), lines.start(text, line + 1)), (Some(start), None));
    }
}
