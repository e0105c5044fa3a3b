//! Colours of bodies.

use crate::game::{Added, CrowdKind};
use crate::session::Session;
use crate::view::color_of as color_of_rgba;
use eframe::egui::Color32;
use tilephys::hecs::Entity;
use tilephys::inspect::debug_draw::SERIES;
use tilephys_scenes::Coloring;

/// Colour of a body by its group or by its kind; `None` for a body that has neither.
#[must_use]
pub fn color_of(session: &Session, entity: Entity, added: Option<&Added>) -> Option<Color32> {
    let own = (session.coloring != Coloring::Plain).then(|| (session.coloring, session.groups.of(entity)));
    match own.or_else(|| group_of(session, entity)) {
        // A body alone has no group.
        Some((Coloring::Island | Coloring::Pair, 0)) => Some(Color32::from_gray(130)),
        Some((_, group)) => Some(color_of_number(group as usize)),
        None => added.map(|added| color_of_kind(added.0)),
    }
}

/// Colour of a kind of added bodies.
pub(super) fn color_of_kind(kind: CrowdKind) -> Color32 {
    color_of_number(match kind {
        CrowdKind::Projectiles => 2,
        CrowdKind::Balls => 1,
        CrowdKind::Crates => 8,
        CrowdKind::Masses => 7,
    })
}

/// Colour of the thing with this number in a series: a group of bodies, or a phase of a step.
#[must_use]
pub fn color_of_number(number: usize) -> Color32 {
    color_of_rgba(SERIES[number % SERIES.len()])
}

/// The group of a body of a scene that colours its bodies by groups.
fn group_of(session: &Session, entity: Entity) -> Option<(Coloring, u32)> {
    let coloring = session.scene.as_ref()?.color;
    let state = session.game.scene.as_ref().filter(|_| coloring != Coloring::Plain)?;
    Some((coloring, state.color_of(&session.game.world, entity)))
}
