//! Fixes: edits of files that mend a finding.

use std::ops::Range;
use std::path::PathBuf;

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
