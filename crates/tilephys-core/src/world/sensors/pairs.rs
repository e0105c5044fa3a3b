//! Bodies that sense other bodies.

use super::super::events::EventLog;
use super::super::ids::BodyId;
use super::SensorId;
use super::sense::{Noted, Senses, passes};

impl Senses {
    /// What noted bodies sense of each other, or did.
    pub(super) fn sense_bodies(&mut self, log: &mut EventLog) {
        self.pairs.clear();
        if self.noted.iter().any(|noted| noted.sensor != 0) {
            self.find_pairs();
        }
        let mut pairs = std::mem::take(&mut self.pairs);
        for &(body, sensor) in &self.inside {
            let SensorId::Body(sensor) = sensor else { continue };
            let [Some(a), Some(b)] = [body, sensor].map(|id| self.noted_as(id)) else { continue };
            if b.sensor & a.category != 0 {
                pairs.push((body, sensor));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for &(body, sensor) in &pairs {
            let [Some(a), Some(b)] = [body, sensor].map(|id| self.noted_as(id)) else { continue };
            let was_in = self.was_in(body, sensor.into());
            let b = (body, self.track(&b), sensor.into());
            if passes(self.track(&a), b, (was_in, false), log) {
                self.next.push((body, sensor.into()));
            }
        }
        self.pairs = pairs;
    }

    fn noted_as(&self, body: BodyId) -> Option<Noted> {
        let place = self.noted.binary_search_by_key(&body, |noted| noted.body).ok()?;
        Some(self.noted[place])
    }

    /// Finds the pairs whose ways lie in overlapping boxes: sorted by their low ends across, each is compared with
    /// those that begin before it ends ("sort and sweep").
    fn find_pairs(&mut self) {
        let Senses { noted, order, pairs, .. } = self;
        order.clear();
        order.extend(0..noted.len() as u32);
        order.sort_unstable_by_key(|&place| noted[place as usize].bounds.min.x);
        for (k, &place) in order.iter().enumerate() {
            let a = &noted[place as usize];
            let others = order[k + 1..].iter().map(|&other| &noted[other as usize]);
            for b in others.take_while(|b| b.bounds.min.x < a.bounds.max.x) {
                if !a.bounds.overlaps(b.bounds) {
                    continue;
                }
                for (visitor, sensor) in [(a, b), (b, a)] {
                    if sensor.sensor & visitor.category != 0 {
                        pairs.push((visitor.body, sensor.body));
                    }
                }
            }
        }
    }
}
