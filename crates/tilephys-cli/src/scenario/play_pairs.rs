//! Playback of contacts between bodies.

use super::look::{Look, SeenBodyHit};
use super::play::Player;
use tilephys::core::EventKind;

impl Player<'_> {
    /// Writes down which others a body hit, or was hit by.
    pub(crate) fn look_at_body_hits(&self, place: usize, look: &mut Look) {
        let (bodies, variant) = (&self.scenario.bodies, self.variant);
        for event in self.stage.world.events_of(bodies[place].id) {
            let EventKind::BodyHit(hit) = event.kind else { continue };
            let other = bodies.iter().position(|body| body.id == hit.target);
            let size = variant.size(bodies[place].size);
            look.body_hits.push(SeenBodyHit {
                other: other.expect("the scenario put it there"),
                fraction: hit.shape.fraction,
                normal: variant.translation_back(hit.shape.normal),
                position: variant.corner_back(hit.shape.position, size),
                approach: hit.approach,
                change: variant.vector_back(hit.change),
            });
        }
    }
}
