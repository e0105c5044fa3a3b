//! Who may meet whom.

/// Bits of what somebody is, and of what he meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// What it is.
    pub category: u32,
    /// The categories that it meets.
    pub mask: u32,
}

impl Filter {
    /// Do the two meet? Each must be of a category that the other meets.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Filter) -> bool {
        self.mask & other.category != 0 && other.mask & self.category != 0
    }
}
