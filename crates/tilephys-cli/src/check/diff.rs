//! Unified differences of texts with known edits.

use std::fmt::Write;
use std::ops::Range;

/// Lines of unchanged text around a change.
const CONTEXT: usize = 3;

/// Changed lines: numbers of whole lines, from 0, in the old and in the new text.
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

impl Change {
    /// Leaves out equal lines at both ends: an edit may begin with the end of a line.
    fn trim(&mut self, old: &[&str], new: &[&str]) {
        let (was, is) = (&old[self.old.clone()], &new[self.new.clone()]);
        let same = was.iter().zip(is).take_while(|(was, is)| was == is).count();
        let most = was.len().min(is.len()) - same;
        let end = was.iter().rev().zip(is.iter().rev()).take(most).take_while(|(was, is)| was == is).count();
        self.old = self.old.start + same..self.old.end - end;
        self.new = self.new.start + same..self.new.end - end;
    }
}

/// Unified difference between two texts. `edits` are sorted ranges of bytes of the old text, each with the number of bytes in
/// its place.
pub(crate) fn unified(name: &str, [old, new]: [&str; 2], edits: &[(Range<usize>, usize)]) -> String {
    let mut changes = changes([old, new], edits);
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    changes.iter_mut().for_each(|change| change.trim(&old, &new));
    let mut text = format!("--- {name}\n+++ {name}\n");
    let mut rest = &changes[..];
    while let Some(first) = rest.first() {
        // Changes whose context would meet are shown together.
        let meets = |pair: &[Change]| pair[1].old.start.saturating_sub(pair[0].old.end) <= 2 * CONTEXT;
        let count = 1 + rest.windows(2).take_while(|pair| meets(pair)).count();
        let (group, others) = rest.split_at(count);
        rest = others;
        let last = &group[count - 1];
        let before = first.old.start.min(CONTEXT);
        let after = CONTEXT.min(old.len().saturating_sub(last.old.end));
        let range =
            |from: usize, to: usize| format!("{},{}", from - before + 1, to + after - (from - before));
        let (was, is) = (range(first.old.start, last.old.end), range(first.new.start, last.new.end));
        let _ = writeln!(text, "@@ -{was} +{is} @@");
        let mut at = first.old.start - before;
        let mut add = |mark: char, lines: &[&str]| {
            lines.iter().for_each(|line| {
                let _ = writeln!(text, "{mark}{line}");
            });
        };
        for Change { old: was, new: is } in group {
            add(' ', &old[at..was.start]);
            add('-', &old[was.clone()]);
            add('+', &new[is.clone()]);
            at = was.end;
        }
        add(' ', &old[at..at + after]);
    }
    text
}

/// Lines that the edits change.
fn changes([old, new]: [&str; 2], edits: &[(Range<usize>, usize)]) -> Vec<Change> {
    let starts = |text: &str| -> Vec<usize> {
        std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect()
    };
    let (old_starts, new_starts) = (starts(old), starts(new));
    // Line of a byte; the end of the text counts as the last line.
    let line = |starts: &[usize], byte: usize| starts.partition_point(|start| *start <= byte) - 1;
    let count = [old.lines().count(), new.lines().count()];
    let (mut changes, mut grown): (Vec<Change>, i64) = (Vec::new(), 0);
    for (bytes, length) in edits {
        let from = (bytes.start as i64 + grown) as usize;
        let whole = |starts: &[usize], bytes: Range<usize>, count: usize| {
            line(starts, bytes.start)..(line(starts, bytes.end) + 1).min(count)
        };
        let change = Change {
            old: whole(&old_starts, bytes.clone(), count[0]),
            new: whole(&new_starts, from..from + length, count[1]),
        };
        grown += *length as i64 - bytes.len() as i64;
        match changes.last_mut().filter(|last| last.old.end > change.old.start) {
            Some(last) => {
                last.old.end = last.old.end.max(change.old.end);
                last.new.end = last.new.end.max(change.new.end);
            }
            None => changes.push(change),
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, edits: &[(Range<usize>, &str)]) -> String {
        let mut new = String::new();
        let mut at = 0;
        for (bytes, text) in edits {
            new = new + &old[at..bytes.start] + text;
            at = bytes.end;
        }
        new += &old[at..];
        let edits: Vec<_> = edits.iter().map(|(bytes, text)| (bytes.clone(), text.len())).collect();
        unified("a", [old, &new], &edits)
    }

    #[test]
    fn changes_have_their_context_and_line_numbers() {
        let old = "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let one = shown(old, &[(8..9, "four")]);
        assert_eq!(one, "--- a\n+++ a\n@@ -2,7 +2,7 @@\n 1\n 2\n 3\n-4\n+four\n 5\n 6\n 7\n");
        let removed = shown(old, &[(1..3, "")]);
        assert_eq!(removed, "--- a\n+++ a\n@@ -1,5 +1,4 @@\n 0\n-1\n 2\n 3\n 4\n");
        let both = shown(old, &[(0..1, "a"), (2..3, "b"), (18..19, "c\nd")]);
        let parts = "--- a\n+++ a\n@@ -1,5 +1,5 @@\n-0\n+a\n-1\n+b\n 2\n 3\n 4\n@@ -7,4 +7,5 @@\n 6\n 7\n 8\n-9\n+c\n+d\n";
        assert_eq!(both, parts);
        let last = shown("x", &[(0..1, "y")]);
        assert_eq!(last, "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-x\n+y\n");
    }
}
