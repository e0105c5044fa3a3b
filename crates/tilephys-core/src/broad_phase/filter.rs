//! Collision filtering by category and mask.

/// Category and mask bits of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// Category bits of the box.
    pub category: u32,
    /// Mask bits: the categories with which the box collides.
    pub mask: u32,
}

impl Filter {
    /// True if each filter's mask shares a bit with the other's category.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Filter) -> bool {
        self.mask & other.category != 0 && other.mask & self.category != 0
    }
}
