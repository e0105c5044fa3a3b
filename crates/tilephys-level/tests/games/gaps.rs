//! Known gaps as data: each entry excuses one promise.

/// A promise that is not judged yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {}

/// All gaps, with what is wrong in plain words. A promise without an entry is judged.
pub(crate) const GAPS: &[(Gap, &str)] = &[];
