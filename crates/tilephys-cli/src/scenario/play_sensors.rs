//! Playback of sensors.

use super::look::{Look, Passage, SeenPassage};
use super::play::Player;
use tilephys::core::EventKind;

impl Player<'_> {
    /// Writes down which sensors a body came into, was in and left, and which tiles it walked over.
    pub(crate) fn look_at_sensors(&self, place: usize, look: &mut Look) {
        let (world, scenario) = (&self.stage.world, self.scenario);
        let id = scenario.bodies[place].id;
        for event in world.events_of(id) {
            let (passage, sensor) = match event.kind {
                EventKind::Enter { sensor, .. } => (Passage::Enter, sensor),
                EventKind::Stay { sensor } => (Passage::Stay, sensor),
                EventKind::Exit { sensor, .. } => (Passage::Exit, sensor),
                EventKind::TileEnter { floor, .. } => {
                    look.tiles.push(self.variant.cell_back(floor.cell));
                    continue;
                }
                _ => continue,
            };
            let sensor = self.stage.sensor(scenario, sensor);
            look.senses.push(SeenPassage { passage, sensor, fraction: event.kind.fraction() });
        }
        look.inside = world.sensors_of(id).map(|sensor| self.stage.sensor(scenario, sensor)).collect();
        look.inside.sort_unstable();
    }
}
