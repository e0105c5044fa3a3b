//! Ids of checks.

use std::fmt;

/// Id of a check, displayed as `TP` and three digits. An id never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckId(pub u16);

impl fmt::Display for CheckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TP{:03}", self.0)
    }
}
