//! Hit reports of bodies in vector lanes.
//!
//! Hits go to the event log at once, between hits of other bodies. The hits of a refused body are withdrawn: the scalar path moves
//! it again, with its own reports.

use crate::controller::{Actor, Hit, LANES, LaneSet, Lanes, Motion, MoveConfig};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::events::{EventKind, EventLog};
use crate::fraction::Fraction;
use crate::grid::View;
use glam::{IVec2, Vec2};

/// Reports by lane.
pub(crate) struct Reports<'a> {
    /// Lanes that report hits.
    pub(crate) lanes: LaneSet,
    /// Body of the lane, and the number of its hits in the log.
    bodies: [BodyId; LANES],
    hits: [u32; LANES],
    /// Time of the last hit, by lane.
    fractions: [Fraction; LANES],
    configs: [Option<&'a MoveConfig>; LANES],
}

impl<'a> Reports<'a> {
    pub(crate) fn new() -> Self {
        let (bodies, hits) = ([BodyId(0); LANES], [0; LANES]);
        Reports { lanes: 0, bodies, hits, fractions: [Fraction::ZERO; LANES], configs: [None; LANES] }
    }

    /// Begins the reports of a body in a lane.
    #[inline(always)]
    pub(crate) fn begin(&mut self, lane: usize, body: BodyId, config: &'a MoveConfig) {
        self.lanes |= 1 << lane;
        (self.bodies[lane], self.hits[lane]) = (body, 0);
        self.fractions[lane] = Fraction::ZERO;
        self.configs[lane] = Some(config);
    }

    /// Records the hits of a round; `before` holds the translations and velocities of the lanes before it.
    pub(crate) fn note(
        &mut self,
        view: View,
        lanes: &Lanes,
        (reporting, before): (LaneSet, &Legs),
        log: &mut EventLog,
    ) {
        // Tile ids are seldom in the cache. In a loop of their own these reads overlap.
        let mut names = [None; LANES];
        let hit = reporting & lanes.with_hit();
        for lane in each(hit) {
            names[lane] = view.whole_tile(lanes.hit_cell(lane));
        }
        for lane in each(hit) {
            let Some(config) = self.configs[lane] else { continue };
            let (left, struck) = before.of(lane);
            let (x, y, found) = (&lanes.x, &lanes.y, lanes.hit(lane));
            let run = left[found.axis].unsigned_abs();
            let fraction = self.fractions[lane].advanced(found.distance as u64, run.into());
            self.fractions[lane] = fraction;
            let motion = Motion {
                position: IVec2::new(x.at[lane], y.at[lane]),
                left: IVec2::new(x.left[lane], y.left[lane]),
                fraction,
                velocity: Vec2::ZERO,
                remainder: Vec2::ZERO,
                hits: 0,
                struck,
                leaning: None,
            };
            let actor = Actor::new(view, IVec2::new(x.size[lane], y.size[lane]), config);
            let hit = Hit::on_whole_tile((&actor, names[lane]), &found, left, &motion);
            log.push(self.bodies[lane], EventKind::Hit(hit));
            self.hits[lane] += 1;
        }
    }

    /// Withdraws the hits of a refused body.
    #[inline(always)]
    pub(crate) fn withdraw(&mut self, lane: usize, log: &mut EventLog) {
        if self.lanes >> lane & 1 != 0 {
            self.lanes ^= 1 << lane;
            log.remove_last(self.bodies[lane], self.hits[lane]);
        }
    }
}

/// The lanes of a set.
#[inline(always)]
fn each(mut lanes: LaneSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = lanes.trailing_zeros() as usize & (LANES - 1);
        let is_any = lanes != 0;
        lanes &= lanes.wrapping_sub(1);
        is_any.then_some(lane)
    })
}

/// Straight path segments of all lanes.
pub(crate) struct Legs {
    left: [[i32; LANES]; 2],
    velocity: [[f32; LANES]; 2],
}

impl Legs {
    /// Returns the next segments of the lanes.
    #[inline(always)]
    pub(crate) fn ahead(lanes: &Lanes) -> Self {
        let (x, y) = (&lanes.x, &lanes.y);
        Legs { left: [x.left, y.left], velocity: [x.velocity, y.velocity] }
    }

    /// Returns translation and velocity of a lane.
    fn of(&self, lane: usize) -> (IVec2, Vec2) {
        let left = IVec2::new(self.left[0][lane], self.left[1][lane]);
        let velocity = Vec2::new(self.velocity[0][lane], self.velocity[1][lane]);
        (left, velocity)
    }
}
