//! Colours of bodies.

use crate::game::{Added, CrowdKind};
use crate::session::Session;
use crate::view::color_of as color_of_meaning;
use eframe::egui::Color32;
use tilephys::hecs::Entity;
use tilephys::inspect::debug_draw::Meaning;
use tilephys_scenes::Coloring;

/// Colour of a body.
#[must_use]
pub fn color_of(session: &Session, entity: Entity, added: Option<&Added>) -> Color32 {
    let own = (session.coloring != Coloring::Plain).then(|| (session.coloring, session.groups.of(entity)));
    match own.or_else(|| group_of(session, entity)) {
        // A body alone has no group.
        Some((Coloring::Island | Coloring::Pair, 0)) => return Color32::from_gray(130),
        Some((_, group)) => return GROUPS[group as usize % GROUPS.len()],
        None => {}
    }
    added.map_or_else(|| color_of_meaning(Meaning::Body.color()), |added| color_of_kind(added.0))
}

/// Colour of a kind of added bodies.
pub(super) fn color_of_kind(kind: CrowdKind) -> Color32 {
    match kind {
        CrowdKind::Projectiles => Color32::from_rgb(255, 214, 90),
        CrowdKind::Balls => Color32::from_rgb(120, 220, 140),
        CrowdKind::Crates => Color32::from_rgb(205, 150, 90),
        CrowdKind::Masses => Color32::from_rgb(150, 165, 185),
    }
}

/// Colours of groups of bodies: slow to fast, and islands by their number.
const GROUPS: [Color32; 8] = [
    Color32::from_rgb(86, 180, 233),
    Color32::from_rgb(0, 190, 138),
    Color32::from_rgb(240, 228, 66),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(255, 96, 40),
    Color32::from_rgb(204, 121, 167),
    Color32::from_rgb(170, 140, 255),
    Color32::from_rgb(214, 222, 235),
];

/// The group of a body of a scene that colours its bodies by groups.
fn group_of(session: &Session, entity: Entity) -> Option<(Coloring, u32)> {
    let coloring = session.scene.as_ref()?.color;
    let state = session.game.scene.as_ref().filter(|_| coloring != Coloring::Plain)?;
    Some((coloring, state.color_of(&session.game.world, entity)))
}
