//! Overlays of the level.

/// Overlays that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays {
    /// The engine: exposed faces, one-way arrows, triggers, paths of movers, bodies with contacts, velocities
    /// and swept bounds.
    pub engine: bool,
    /// The inside of everything solid.
    pub solids: bool,
    /// Objects of the map without a picture, as outlines with their names.
    pub objects: bool,
    /// Places that the checker found.
    pub findings: bool,
    /// Timers of the character controller, beside the hero.
    pub timers: bool,
    /// The reason for the last hit of the hero or of the selected body.
    pub reasons: bool,
    /// The grid of cells.
    pub cells: bool,
    /// What the hero can reach, and the ways to goals and coins.
    pub reach: bool,
}

impl Overlays {
    /// All overlays, with labels and what they show.
    pub const ALL: [(&'static str, &'static str); 8] = [
        ("engine", "Exposed faces, one-way arrows, triggers, paths, contacts, velocities, swept bounds"),
        ("solids", "The inside of everything solid"),
        ("objects", "Outlines and names of objects"),
        ("findings", "Places that the checker found"),
        ("timers", "Coyote time, jump buffer and dash of the hero"),
        ("reasons", "Why the last contact was, or was not"),
        ("cells", "The grid of cells"),
        ("reach", "What the hero can reach; a click on a goal or a coin plays a way there"),
    ];

    /// The switch of an overlay, by its label.
    pub fn switch(&mut self, label: &str) -> Option<&mut bool> {
        Some(match label {
            "engine" => &mut self.engine,
            "solids" => &mut self.solids,
            "objects" => &mut self.objects,
            "findings" => &mut self.findings,
            "timers" => &mut self.timers,
            "reasons" => &mut self.reasons,
            "cells" => &mut self.cells,
            "reach" => &mut self.reach,
            _ => return None,
        })
    }
}
