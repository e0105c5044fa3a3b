//! Names of what a scenario has, by index, as reports show them.

/// Names of a scenario.
#[derive(Default)]
pub(crate) struct Names {
    /// Bodies, and after them movers.
    pub(crate) things: Vec<String>,
    /// Regions, and after them bodies.
    pub(crate) sensors: Vec<String>,
    pub(crate) layers: Vec<String>,
    /// Letter of each kind of tile, and true if the kind has several parts.
    pub(crate) kinds: Vec<(char, bool)>,
    /// Boxes and shapes off the grid, and after them bodies and movers.
    pub(crate) off_grid: Vec<String>,
}
