//! Hashes of states, as reports show them.

use serde::{Serialize, Serializer};
use std::fmt::{self, Display, Formatter};

/// A hash, shown as 16 digits: numbers in JSON lose precision beyond 53 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hash(pub(crate) u64);

impl Display for Hash {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
