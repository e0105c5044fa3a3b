//! Switches of layers that stay when the level is loaded again.

use crate::session::{Session, Solidity};
use std::collections::{BTreeMap, BTreeSet};

/// Switches of layers, by their paths.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// Layers that are switched on or off against the map.
    shown: BTreeMap<String, bool>,
    /// Layers that are made solid.
    pub(super) made: BTreeSet<String>,
    /// Layers whose collision is taken out.
    removed: Vec<String>,
}

impl Kept {
    /// The switches of a level.
    pub(super) fn of(session: &Session) -> Kept {
        let removed = session.solids.removed().map(str::to_owned).collect();
        Kept { shown: session.shown.clone(), made: session.solids.made.clone(), removed }
    }

    /// Switches what is drawn of the layers that are still there.
    pub(super) fn show(&self, session: &mut Session) {
        for (path, shown) in &self.shown {
            if let Some(index) = session.layer(path) {
                session.set_shown(index, *shown);
            }
        }
    }

    /// Switches the layers of a level that was opened anew.
    pub(super) fn apply(self, session: &mut Session) {
        self.show(session);
        for path in &self.removed {
            if let Some(index) =
                session.layer(path).filter(|index| session.solidity(*index) == Solidity::Solid)
            {
                session.set_solid(index, false);
            }
        }
        session.solids.made = self.made;
    }
}
