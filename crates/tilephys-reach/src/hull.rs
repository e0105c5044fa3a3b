//! Hulls of positions in a cell, with speeds along.

/// Positions in a cell with the greatest speeds along, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hull {
    /// First and last position.
    pub(crate) x: [i32; 2],
    pub(crate) y: [i32; 2],
    /// Greatest speed toward lesser and toward greater positions, in units a layer.
    pub(crate) along: [i32; 2],
}

impl Hull {
    /// True if `other` lies in this hull.
    pub(crate) fn contains(&self, other: &Hull) -> bool {
        let within = |own: [i32; 2], other: [i32; 2]| own[0] <= other[0] && other[1] <= own[1];
        within(self.x, other.x)
            && within(self.y, other.y)
            && other.along[0] <= self.along[0]
            && other.along[1] <= self.along[1]
    }

    /// The smallest hull around both.
    pub(crate) fn joined(&self, other: &Hull) -> Hull {
        let around = |a: [i32; 2], b: [i32; 2]| [a[0].min(b[0]), a[1].max(b[1])];
        let along = [self.along[0].max(other.along[0]), self.along[1].max(other.along[1])];
        Hull { x: around(self.x, other.x), y: around(self.y, other.y), along }
    }

    /// True if it has a position.
    pub(crate) fn exists(&self) -> bool {
        self.x[0] <= self.x[1] && self.y[0] <= self.y[1]
    }
}

/// A node of the flood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) cell: u32,
    pub(crate) layer: u16,
    pub(crate) hull: Hull,
}

/// The positions of a hull in the range of a cell.
pub(crate) fn meet([x, y]: [[i32; 2]; 2], hull: &Hull) -> Hull {
    Hull { x: meeting(hull.x, x), y: meeting(hull.y, y), along: hull.along }
}

/// First and last position of two ranges; the first is greater if they do not meet.
pub(crate) fn meeting(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0].max(b[0]), a[1].min(b[1])]
}
