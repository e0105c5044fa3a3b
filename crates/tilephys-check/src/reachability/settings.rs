//! Settings of the checks of reachability.

use tilephys_feel::Feel;
use tilephys_reach::Budget;

/// The character whose reach is checked, and how long the search may take.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReachSettings {
    /// Name of the character in messages, such as a preset or a path.
    pub name: String,
    /// Settings of the character controller.
    pub feel: Feel,
    /// True if the settings are fitted to the height of each map's tiles, as presets are; true by default.
    pub is_fitted: bool,
    /// Limits of the bounds and the search; [`Budget::default`] by default. With fewer nodes a large map has no bounds.
    pub budget: Budget,
    /// True if the search may visit four times as many states; false by default.
    pub is_deep: bool,
}

impl ReachSettings {
    /// A character that is fitted to the tiles of each map.
    #[must_use]
    pub fn new(name: impl Into<String>, feel: Feel) -> Self {
        ReachSettings { name: name.into(), feel, is_fitted: true, budget: Budget::default(), is_deep: false }
    }

    /// The controller in a map with tiles of this height, in pixels.
    #[must_use]
    pub fn feel_for(&self, tile: u32) -> Feel {
        if self.is_fitted { self.feel.clone().scaled(tile as f32) } else { self.feel.clone() }
    }
}
