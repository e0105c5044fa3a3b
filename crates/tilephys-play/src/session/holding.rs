//! A body that the pointer holds, to be moved and thrown.

use super::Session;
use crate::game::Action;
use tilephys::core::BodyId;
use tilephys::ecs::{Collider, Position, Velocity};
use tilephys::glam::Vec2;
use tilephys::hecs::Entity;

impl Session {
    /// Holds the body at a place, in px, if there is one besides the hero, which a double click moves.
    pub(crate) fn grab(&mut self, at: Vec2) {
        let mut bodies =
            self.game.world.query::<(Entity, &Position, &Collider, &BodyId)>().with::<&Velocity>();
        let is_at = |position: &Position, collider: &Collider| {
            let min = position.px() + collider.offset_px();
            at.cmpge(min).all() && at.cmple(min + collider.px()).all()
        };
        let found = bodies
            .iter()
            .find(|(entity, position, collider, _)| {
                Some(*entity) != self.game.hero && is_at(position, collider)
            })
            .map(|(.., id)| id.0);
        self.held = found;
    }

    /// True if the pointer holds a body.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// Draws the held body to a place, in px, in the next tick.
    pub(crate) fn pull(&mut self, at: Vec2) {
        let Some(body) = self.held else { return };
        // In a pause the last place counts.
        self.actions.retain(|action| !matches!(action, Action::Pull { .. }));
        self.actions.push(Action::Pull { body, to: at.into() });
    }

    /// Lets the held body go, with the velocity that it has.
    pub(crate) fn let_go(&mut self) {
        self.held = None;
    }
}
