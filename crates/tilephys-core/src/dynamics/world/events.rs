//! Events of the last step.

use crate::body_id::BodyId;
use crate::controller::Hit;
use crate::dynamics::output::{BodyHit, Event, PairCounts};
use crate::dynamics::world::World;

impl World {
    /// Returns the events of the last step, sorted by body and then by fraction; equal fractions keep the
    /// order of occurrence.
    #[doc(alias = "contact")]
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.log.events
    }

    /// Returns the events of one body in the last step, sorted by fraction.
    #[must_use]
    pub fn events_of(&self, body: BodyId) -> &[Event] {
        let events = self.events();
        let from = events.partition_point(|event| event.body < body);
        let len = events[from..].partition_point(|event| event.body == body);
        &events[from..from + len]
    }

    /// Returns the hits on tiles and off-grid shapes in the last step, each with its body.
    pub fn hits(&self) -> impl Iterator<Item = (BodyId, &Hit)> {
        self.events().iter().filter_map(|event| Some((event.body, event.kind.as_hit()?)))
    }

    /// Returns the hits between bodies in the last step, each once for either body.
    pub fn body_hits(&self) -> impl Iterator<Item = (BodyId, &BodyHit)> {
        self.events().iter().filter_map(|event| Some((event.body, event.kind.as_body_hit()?)))
    }

    /// Returns the statistics of body collisions in the last step.
    #[must_use]
    pub fn pair_counts(&self) -> PairCounts {
        self.pair_counts
    }

    /// Returns the number of hits on tiles and off-grid shapes in all steps so far.
    #[must_use]
    pub fn hit_count(&self) -> u64 {
        self.hits
    }
}
