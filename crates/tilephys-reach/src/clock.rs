//! Clock: when two states see the movers at the same places.

use crate::actions::ACTION_TICKS;
use crate::map::{Map, MapMover};
use glam::IVec2;
use tilephys_core::Aabb;
use tilephys_core::platform::PathMode;

/// Longest common period of all movers that is used, in ticks.
const MOST_PERIOD: u32 = 3600;

/// The times of all movers on paths.
#[derive(Debug)]
pub(crate) struct Clock {
    /// Ticks after which all movers are at the same places again; `None` if this is never, or too late to matter.
    period: Option<u32>,
    hands: Vec<Hand>,
}

/// The time of a mover.
#[derive(Debug)]
struct Hand {
    /// Where a body is that may meet the mover in its next motion.
    near: Aabb,
    period: u32,
    /// True for a path that ends.
    ends: bool,
}

impl Clock {
    /// The clock of a map, for a body that comes at most `highest` units high in a motion.
    pub(crate) fn new(map: &Map, highest: i32) -> Clock {
        let hands: Vec<Hand> = map.movers.iter().filter_map(|mover| Hand::of(mover, highest)).collect();
        let period = hands.iter().try_fold(1, |common, hand| {
            let period = if hand.ends { None } else { least_multiple(common, hand.period) };
            period.filter(|period| *period <= MOST_PERIOD)
        });
        Clock { period, hands }
    }

    /// A time after a number of ticks. States with equal times can be continued in one world.
    pub(crate) fn phase(&self, ticks: u32) -> u32 {
        self.period.map_or(ticks, |period| ticks % period)
    }

    /// The time on the clocks of the movers that a body may meet, for keys of states. Movers that are far away do not tell states apart.
    pub(crate) fn phase_near(&self, body: Aabb, ticks: u32) -> i32 {
        let near = self.hands.iter().filter(|hand| hand.near.overlaps(body));
        near.fold(0, |all: i32, hand| {
            let own = (hand.phase(ticks) / u32::from(ACTION_TICKS)) as i32;
            all.wrapping_mul(0x0100_0193).wrapping_add(own + 1)
        })
    }
}

impl Hand {
    fn of(mover: &MapMover, highest: i32) -> Option<Hand> {
        let path = mover.path.as_ref()?;
        // Room to wait beside the mover. With more of it, whole regions of the map are searched again and again at other times.
        let margin = IVec2::splat(highest / 2);
        let ends = path.mode() == PathMode::Once;
        Some(Hand { near: mover.swept().grown(margin), period: path.period(), ends })
    }

    /// Ticks since the path has begun, or begun again.
    fn phase(&self, ticks: u32) -> u32 {
        if self.ends { ticks.min(self.period) } else { ticks % self.period }
    }
}

/// Least common multiple; `None` beyond the numbers.
fn least_multiple(a: u32, b: u32) -> Option<u32> {
    let mut pair = [a, b];
    while pair[1] != 0 {
        pair = [pair[1], pair[0] % pair[1]];
    }
    (a / pair[0]).checked_mul(b)
}
