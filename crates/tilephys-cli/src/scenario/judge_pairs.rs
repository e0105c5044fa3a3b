//! Compares contacts between bodies with their expectations.

use super::judge::Judge;
use super::look::SeenBodyHit;
use super::number::shown;
use super::value::BodyHitWant;
use super::words::{body_hit_shown, of_one};

impl Judge<'_> {
    pub(crate) fn body_hits(&mut self, wanted: &[BodyHitWant], met: &[SeenBodyHit]) {
        let line = self.line;
        self.same("number of body hits", &wanted.len(), &met.len());
        for (i, (want, hit)) in wanted.iter().zip(met).enumerate() {
            self.line = want.line;
            self.body_hit(i + 1, want, hit);
        }
        self.line = line;
        for (i, hit) in met.iter().enumerate().skip(wanted.len()) {
            let name = format!("body hit {}", i + 1);
            self.differs_exactly(&name, "none".to_owned(), body_hit_shown(self.scenario, hit));
        }
    }

    fn body_hit(&mut self, number: usize, want: &BodyHitWant, hit: &SeenBodyHit) {
        let name = format!("body hit {number}");
        if let Some(other) = want.other {
            self.text(&format!("{name} on"), self.scenario.thing(other), self.scenario.thing(hit.other));
        }
        if let Some(fraction) = want.fraction {
            self.fraction(&name, number, fraction, of_one(hit.fraction));
        }
        if let Some(normal) = want.normal {
            self.text(&format!("{name} normal"), &normal.to_string(), &hit.normal.to_string());
        }
        if let Some(at) = want.at {
            self.text(&format!("{name} at"), &shown(at), &shown(hit.position));
        }
        if let Some(approach) = want.approach {
            self.velocity(&format!("{name} approach"), approach, hit.approach);
        }
        for (axis, change) in want.change.into_iter().flatten().enumerate() {
            self.velocity(&format!("{name} change {}", ["x", "y"][axis]), change, hit.change[axis]);
        }
    }
}
