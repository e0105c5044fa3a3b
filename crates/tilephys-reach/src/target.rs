//! Targets and budgets.

use tilephys_core::Aabb;

/// An area that the character should touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Number of the target, for the caller.
    pub id: u32,
    /// Bounds of the area, in lattice units.
    pub area: Aabb,
}

/// Limits of a search. They are counts, so verdicts do not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// States that the search may visit for all targets: the first target may take half of them, the others share the rest.
    pub states: usize,
    /// Nodes that the bounds may have.
    pub nodes: usize,
}

impl Default for Budget {
    /// 600,000 states, 4,194,304 nodes.
    fn default() -> Self {
        Budget { states: 600_000, nodes: 1 << 22 }
    }
}
