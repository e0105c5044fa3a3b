//! Body sensors: bodies that sense other bodies.

use crate::dynamics::ids::{BodyId, SensorId};
use crate::dynamics::output::EventLog;
use crate::dynamics::sensors::sense::{all_step, passes};
use crate::dynamics::sensors::{Noted, SensorState};

impl SensorState {
    pub(crate) fn sense_bodies(&mut self, log: &mut EventLog) {
        self.pairs.clear();
        if self.noted.iter().any(|noted| noted.sensor != 0) {
            self.find_pairs();
        }
        let mut pairs = std::mem::take(&mut self.pairs);
        // Overlapping pairs of the last step come along: their paths may be apart now.
        for &(body, sensor) in &self.inside {
            let SensorId::Body(sensor) = sensor else { continue };
            let [Some(a), Some(b)] = [body, sensor].map(|id| self.noted_as(id)) else { continue };
            if b.sensor & a.category != 0 {
                pairs.push((body, sensor));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut inside = self.inside.iter().peekable();
        let mut last: Option<Noted> = None;
        for &(body, sensor) in &pairs {
            // A body is often in several pairs in a row, so it is looked up once.
            let a = last.filter(|noted| noted.path.body == body).or_else(|| self.noted_as(body));
            last = a;
            let [Some(a), Some(b)] = [a, self.noted_as(sensor)] else { continue };
            // Both lists ascend.
            let entry = (body, SensorId::Body(sensor));
            while inside.next_if(|one| **one < entry).is_some() {}
            let was_in = inside.peek().is_some_and(|one| **one == entry);
            let all_step = all_step(&a, [b.path.bounds(), b.path.core()], None);
            let of = (body, self.track(&b), sensor.into());
            if passes((self.track(&a), all_step), of, (was_in, false), log) {
                self.next.push((body, sensor.into()));
            }
        }
        self.pairs = pairs;
    }

    fn noted_as(&self, body: BodyId) -> Option<Noted> {
        let index = self.noted.binary_search_by_key(&body, |noted| noted.path.body).ok()?;
        Some(self.noted[index])
    }

    fn find_pairs(&mut self) {
        let SensorState { noted, bounds, broad, pairs, .. } = self;
        bounds.clear();
        bounds.extend(noted.iter().map(|noted| noted.path.bounds()));
        broad.pairs(bounds, |a, b| {
            let a = &noted[a as usize];
            let b = &noted[b as usize];
            for (visitor, sensor) in [(a, b), (b, a)] {
                if sensor.sensor & visitor.category != 0 {
                    pairs.push((visitor.path.body, sensor.path.body));
                }
            }
        });
    }
}
