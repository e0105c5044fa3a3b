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

/// A part of the controller that the character has only with a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// Part.
    pub part: FeelPart,
    /// Token that an object `gives`.
    pub token: String,
}

/// A part of the controller that a player uses at will, so that a character that has it can do all that it could do before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeelPart {
    /// Jumps in the air.
    AirJumps,
    /// Climbing of ladders and walls.
    Climb,
    /// Dashes.
    Dash,
    /// Wall jumps.
    WallJump,
}

impl FeelPart {
    /// All parts.
    pub const ALL: [FeelPart; 4] = [FeelPart::AirJumps, FeelPart::Climb, FeelPart::Dash, FeelPart::WallJump];

    /// Name in a file of settings: `air_jumps`, `climb`, `dash` or `wall_jump`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FeelPart::AirJumps => "air_jumps",
            FeelPart::Climb => "climb",
            FeelPart::Dash => "dash",
            FeelPart::WallJump => "wall_jump",
        }
    }

    /// Switches the part off.
    fn remove_from(self, feel: &mut Feel) {
        match self {
            FeelPart::AirJumps => feel.jump.air_jumps = 0,
            FeelPart::Climb => feel.climb = None,
            FeelPart::Dash => feel.dash = None,
            FeelPart::WallJump => feel.wall_jump = None,
        }
    }
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

    /// The controller in a map with tiles of this height in pixels, without the abilities whose tokens are not held.
    pub(crate) fn feel_with(&self, tile: u32, abilities: &[Ability], is_held: &dyn Fn(&str) -> bool) -> Feel {
        let mut feel = self.feel_for(tile);
        for ability in abilities.iter().filter(|ability| !is_held(&ability.token)) {
            ability.part.remove_from(&mut feel);
        }
        feel
    }
}
