//! Reasons: why two things do or do not collide, and why the last contact was.

use super::super::names::body_name;
use crate::commands::Commands;
use crate::session::{Session, SessionCommand};
use eframe::egui::{CollapsingHeader, RichText, Ui};
use tilephys::core::{BodyId, LayerId, TileCoord};
use tilephys::ecs::Mover;
use tilephys::ecs::WhyNot;
use tilephys::hecs::Entity;

/// Why the hero and another entity do or do not collide.
pub(super) fn bodies(session: &Session, hero: Entity, other: Entity) -> String {
    let id = |entity: Entity| session.game.world.get::<&BodyId>(entity).ok().map(|id| *id);
    let with = body_name(session, other);
    let Some((a, b)) = id(hero).zip(id(other)) else {
        let is_mover = session.game.world.get::<&Mover>(other).is_ok();
        return match is_mover {
            true => "The hero collides with it: movers are solid.".to_owned(),
            false => "The hero does not collide with it: it is not a body.".to_owned(),
        };
    };
    match session.game.physics.why_not(a, b) {
        None => format!("The hero and {with} collide."),
        Some(WhyNot::OneWay { open }) => {
            format!("The hero collides with {with} only from its {open:?} side.").to_lowercase()
        }
        Some(reason) => format!("The hero and {with} do not collide: {reason}."),
    }
}

/// Why the hero does or does not collide with a tile.
pub(super) fn tile(session: &Session, layer: LayerId, at: TileCoord) -> String {
    let hero = session.game.hero.and_then(|hero| session.game.world.get::<&BodyId>(hero).ok().map(|id| *id));
    let Some(hero) = hero else { return "There is no hero to collide with it.".to_owned() };
    let Some(reason) = session.game.physics.why_not_tile(hero, layer, at) else {
        return "The hero collides with it.".to_owned();
    };
    match reason {
        WhyNot::OneWay { open } => {
            let side = format!("{open:?}").to_lowercase();
            format!("The hero collides with it only when it comes from its open side, {side}.")
        }
        reason => format!("The hero does not collide with it: {reason}."),
    }
}

/// The last contact of a body with the map, explained.
pub(super) fn last_hit(session: &Session, entity: Entity, asked: &mut Commands, ui: &mut Ui) {
    let Some(explanation) = session.game.physics.explain_hit(&session.game.world, entity) else {
        ui.weak("No contact with the map in the last tick.");
        return;
    };
    CollapsingHeader::new("the last contact").default_open(true).show(ui, |ui| {
        let mut is_shown = session.overlays.reasons;
        if ui.checkbox(&mut is_shown, "show it in the level").changed() {
            asked.push(SessionCommand::Switch("reasons"));
        }
        ui.label(explanation.to_string());
    });
    CollapsingHeader::new("all faces near it").show(ui, |ui| {
        ui.label(RichText::new(format!("{explanation:#}")).small());
    });
}
