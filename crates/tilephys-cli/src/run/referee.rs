//! Game rules of a run: characters take coins, spikes send characters back, and crushed bodies are counted.

use super::driver::Driver;
use super::things::Meaning;
use glam::IVec2;
use std::collections::BTreeSet;
use tilephys::core::{Aabb, BodyId, EventKind, MoverId, RegionId, SensorId, platform::PushSource};
use tilephys::tiled::RegionKind;

/// Watches the events of each step, and does what follows from them.
#[derive(Default)]
pub(crate) struct Referee {
    /// The first id of the characters; projectiles take no coins.
    characters: u32,
    /// Where characters start, and start again.
    pub(crate) home: Option<IVec2>,
    /// The area in which characters die that fall out of the level.
    pub(crate) kill_area: Option<Aabb>,
    /// Collectibles taken.
    pub(crate) triggers: u64,
    /// Bodies pushed against something else, each time.
    pub(crate) squishes: u64,
    /// Characters sent back to where they started.
    pub(crate) kills: u64,
    /// The ids of the objects that were taken.
    pub(crate) taken: BTreeSet<u32>,
    /// Pairs of a crushed body and its crusher.
    pub(crate) crushed: BTreeSet<(BodyId, MoverId)>,
    /// Enter events of the last step. Kept to reuse its memory.
    entered: Vec<(BodyId, RegionId)>,
    /// Characters that were sent back in the last step.
    pub(crate) sent_back: Vec<BodyId>,
}

impl Referee {
    pub(crate) fn new(characters: usize, home: Option<IVec2>, kill_area: Option<Aabb>) -> Self {
        Referee { characters: characters as u32, home, kill_area, ..Referee::default() }
    }

    /// Looks at what the last step reported.
    pub(crate) fn judge(&mut self, driver: &mut dyn Driver) {
        self.entered.clear();
        self.sent_back.clear();
        driver.each_event(&mut |id, kind| self.note(id, kind));
        for n in 0..self.entered.len() {
            let (id, region) = self.entered[n];
            self.enter(driver, id, region);
        }
        self.catch(driver);
    }

    /// Sends characters back that have fallen out of the level.
    fn catch(&mut self, driver: &mut dyn Driver) {
        let (Some(area), Some(home)) = (self.kill_area, self.home) else { return };
        let mut fallen = Vec::new();
        driver.each_body(self.characters..driver.len() as u32, &mut |id, body, _| {
            let middle = i64::from(body.position.x) + i64::from(body.size.x) / 2;
            let is_between = (i64::from(area.min.x)..=i64::from(area.max.x)).contains(&middle);
            if is_between && body.position.y >= area.min.y {
                fallen.push(id);
            }
        });
        for id in fallen {
            driver.put(id, home);
            self.kills += 1;
            self.sent_back.push(id);
        }
    }

    fn note(&mut self, id: BodyId, kind: EventKind) {
        match kind {
            EventKind::SquishBegin { pusher, .. } => {
                self.squishes += 1;
                if let PushSource::Mover(mover) = pusher {
                    self.crushed.insert((id, mover));
                }
            }
            EventKind::SquishEnd { pusher: PushSource::Mover(mover) } => {
                self.crushed.remove(&(id, mover));
            }
            EventKind::Enter { sensor: SensorId::Region(region), .. } if id.0 >= self.characters => {
                self.entered.push((id, region));
            }
            _ => {}
        }
    }

    /// A character came into a region. Of several that come to a coin in one step the one with the least id takes it.
    fn enter(&mut self, driver: &mut dyn Driver, id: BodyId, region: RegionId) {
        let Some(Meaning { kind, object }) = driver.meaning(region) else { return };
        match (kind, self.home) {
            (RegionKind::Collectible, _) => {
                driver.take(region);
                // A concave object is split into several regions.
                if object.is_some_and(|object| self.taken.insert(object)) {
                    self.triggers += 1;
                }
            }
            (RegionKind::KillZone | RegionKind::Hazard, Some(home)) if self.sent_back.last() != Some(&id) => {
                driver.put(id, home);
                self.kills += 1;
                self.sent_back.push(id);
            }
            _ => {}
        }
    }
}
