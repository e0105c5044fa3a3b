//! Playback of what the world reports about a body.

use super::look::{Look, Passage, SeenBodyHit, SeenPassage, SeenSquish};
use super::play::Player;
use super::stage::thing_of;
use tilephys::core::{Event, EventKind};

impl Player<'_> {
    /// Records the events of a body, and the sensors that it is in.
    pub(crate) fn look_at_events(&self, place: usize, look: &mut Look) {
        let world = &self.stage.world;
        let scenario = self.scenario;
        let id = scenario.bodies[place].id;
        for event in world.events_of(id) {
            if let Some(name) = self.look_at_event(place, event, look) {
                *look.events.entry(name).or_default() += 1;
            }
        }
        look.inside = world.sensors_of(id).map(|sensor| self.stage.sensor(sensor)).collect();
        look.inside.sort_unstable();
    }

    /// Records an event, and returns its name if it is counted.
    fn look_at_event(&self, place: usize, event: &Event, look: &mut Look) -> Option<&'static str> {
        let scenario = self.scenario;
        let variant = self.variant;
        let (passage, sensor) = match event.kind {
            EventKind::FloorBegin => return Some("floor_begin"),
            EventKind::FloorEnd => return Some("floor_end"),
            EventKind::Overlapped(_) => return Some("overlapped"),
            EventKind::Rejected { .. } => return Some("rejected"),
            EventKind::SquishEnd { .. } => return Some("squish_end"),
            EventKind::CornerCorrected { by } => {
                look.corrected += self.back.translation(by);
                return Some("corner_corrected");
            }
            EventKind::SquishBegin { pusher, direction, depth } => {
                let by = thing_of(scenario, pusher);
                let direction = self.back.direction(direction);
                look.squish_begins.push(SeenSquish { by, direction, depth });
                return Some("squish_begin");
            }
            EventKind::Hit(hit) => {
                look.hits.push(self.seen(&hit, self.body(place).size));
                return None;
            }
            EventKind::BodyHit(hit) => {
                let size = variant.size(scenario.bodies[place].size);
                look.body_hits.push(SeenBodyHit {
                    other: hit.target.0 as usize,
                    fraction: hit.shape.fraction,
                    normal: self.back.translation(hit.shape.normal),
                    position: self.back.seen_corner(hit.shape.position, size),
                    approach: hit.approach,
                    change: self.back.vector(hit.change),
                });
                return None;
            }
            EventKind::TileEnter { floor, .. } => {
                look.tiles.push(self.seen_cell(floor.cell));
                return None;
            }
            EventKind::Enter { sensor, .. } => (Passage::Enter, sensor),
            EventKind::Stay { sensor } => (Passage::Stay, sensor),
            EventKind::Exit { sensor, .. } => (Passage::Exit, sensor),
            _ => return None,
        };
        let sensor = self.stage.sensor(sensor);
        look.senses.push(SeenPassage { passage, sensor, fraction: event.kind.fraction() });
        None
    }
}
