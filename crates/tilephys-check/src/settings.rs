//! Settings of a run: severities, the player, what is allowed.

use crate::catalogue::{CheckId, CheckInfo};
use crate::findings::Severity;
use glam::Vec2;
use std::collections::BTreeMap;
use tilephys_core::TileCoord;

/// Settings of a [`Checker`](crate::Checker).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// Severity by check, instead of the default of the check; `None` turns a check off. Empty by default.
    pub severities: BTreeMap<CheckId, Option<Severity>>,
    /// The player's body.
    pub player: Player,
    /// Findings that are accepted, with their reasons. Empty by default.
    pub allow: Vec<Allow>,
}

/// The player's body, with which questions of geometry are asked.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Player {
    /// Width and height in pixels; 8 × 11 by default.
    pub size: Vec2,
    /// Height of a jump in pixels; 40 by default.
    pub jump: f32,
}

impl Default for Player {
    fn default() -> Self {
        Player { size: Vec2::new(8.0, 11.0), jump: 40.0 }
    }
}

/// Findings that are accepted: all that match every field that is set.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Allow {
    /// Check that is allowed; `None` for all.
    pub check: Option<CheckId>,
    /// Map, as a glob of its path; `None` for all.
    pub map: Option<String>,
    /// Layer, by its path; `None` for all.
    pub layer: Option<String>,
    /// Object, by its id; `None` for all.
    pub object: Option<u32>,
    /// Cell; `None` for all.
    pub cell: Option<TileCoord>,
    /// Reason, which a reader of the settings needs.
    pub reason: String,
}

impl Settings {
    /// Severity of a check; `None` if it is off.
    #[must_use]
    pub fn severity(&self, check: &CheckInfo) -> Option<Severity> {
        self.severities.get(&check.id).copied().unwrap_or(check.severity)
    }
}
