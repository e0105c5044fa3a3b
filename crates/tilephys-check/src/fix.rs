//! Fixes: edits of files that mend a finding.

use std::ops::Range;
use std::path::PathBuf;
use tilephys_tiled::{SourceAttribute, SourceElement};

/// Edits that mend a finding and change nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// What the edits do, in the imperative.
    pub title: String,
    /// Edits, which do not overlap.
    pub edits: Vec<Edit>,
}

/// An edit of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// File to change.
    pub file: PathBuf,
    /// Range of bytes that is replaced.
    pub bytes: Range<usize>,
    /// Text in their place.
    pub replacement: String,
}

impl Fix {
    /// A fix by edits that do not overlap.
    #[must_use]
    pub fn new(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Fix { title: title.into(), edits }
    }
}

impl Edit {
    /// An edit of the value of an attribute, which needs no escapes; `None` in JSON.
    pub(crate) fn of_attribute(attribute: &SourceAttribute<'_>, replacement: String) -> Option<Self> {
        Some(Edit { file: attribute.file().to_owned(), bytes: attribute.bytes.clone()?, replacement })
    }

    /// An edit that replaces an element; `None` in JSON.
    pub(crate) fn of_element(element: SourceElement<'_>, replacement: String) -> Option<Self> {
        Some(Edit { file: element.file().to_owned(), bytes: element.bytes()?, replacement })
    }

    /// An edit that removes an element with its line; `None` in JSON.
    pub(crate) fn removing(element: SourceElement<'_>) -> Option<Self> {
        let mut edit = Edit::of_element(element, String::new())?;
        let before = &element.file_text()[..edit.bytes.start];
        let is_alone = |rest: &str| rest.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
        let line = before.trim_end_matches([' ', '\t']);
        if is_alone(&element.file_text()[edit.bytes.end..])
            && let Some(rest) = line.strip_suffix('\n')
        {
            edit.bytes.start = rest.strip_suffix('\r').unwrap_or(rest).len();
        }
        Some(edit)
    }
}

/// Applies the edits of one file to its text. Equal edits count once.
///
/// Returns `None` if two edits overlap, or if an edit is not in the text, as after a change of the file.
///
/// # Examples
///
/// ```no_run
/// use tilephys_check::{Checker, Edit, Settings, apply};
///
/// let report = Checker::new(Settings::default()).check(&["cave.tmx".into()]);
/// let fixes = report.findings.iter().filter_map(|finding| finding.fix.as_ref());
/// let edits = fixes.flat_map(|fix| fix.edits.clone()).filter(|edit| edit.file.ends_with("cave.tmx"));
/// let text = std::fs::read_to_string("cave.tmx")?;
/// if let Some(fixed) = apply(&text, &edits.collect::<Vec<Edit>>()) {
///     std::fs::write("cave.tmx", fixed)?;
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn apply(text: &str, edits: &[Edit]) -> Option<String> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.bytes.start, edit.bytes.end, &edit.replacement));
    sorted.dedup_by(|a, b| a.bytes == b.bytes && a.replacement == b.replacement);
    let (mut result, mut at) = (String::with_capacity(text.len()), 0);
    for edit in sorted {
        result.push_str(text.get(at..edit.bytes.start)?);
        text.get(edit.bytes.clone())?;
        result.push_str(&edit.replacement);
        at = edit.bytes.end;
    }
    result.push_str(text.get(at..)?);
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(bytes: Range<usize>, replacement: &str) -> Edit {
        Edit { file: PathBuf::from("a.tmx"), bytes, replacement: replacement.to_owned() }
    }

    #[test]
    fn edits_apply_in_any_order_and_equal_ones_once() {
        let edits = [edit(4..5, "E"), edit(0..2, ""), edit(4..5, "E")];
        assert_eq!(apply("abcdef", &edits).as_deref(), Some("cdEf"));
    }

    #[test]
    fn adjacent_edits_do_not_overlap() {
        assert_eq!(apply("abcd", &[edit(0..2, "x"), edit(2..4, "y")]).as_deref(), Some("xy"));
    }

    #[test]
    fn overlapping_edits_and_edits_outside_of_the_text_are_refused() {
        assert_eq!(apply("abcd", &[edit(0..3, "x"), edit(2..4, "y")]), None);
        assert_eq!(apply("abcd", &[edit(1..2, "x"), edit(1..2, "y")]), None);
        assert_eq!(apply("abcd", &[edit(3..5, "x")]), None);
        assert_eq!(apply("ä", &[edit(1..2, "x")]), None, "within a character");
    }
}
