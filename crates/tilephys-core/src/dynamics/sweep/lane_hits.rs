//! Hit reports of bodies in vector lanes.
//!
//! Hits go to the event log at once, between hits of other bodies. The hits of a refused body are withdrawn: the scalar path moves
//! it again, with its own reports.

use crate::controller::{LANES, LaneSet, Lanes, WholeTileHits};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::events::{EventKind, EventLog};
use crate::fraction::Fraction;
use crate::grid::View;

/// Reports by lane.
pub(crate) struct Reports {
    /// Lanes that report hits.
    pub(crate) lanes: LaneSet,
    /// Body of the lane, and the number of its hits in the log.
    bodies: [BodyId; LANES],
    hits: [u32; LANES],
    /// Time of the last hit, by lane.
    fractions: [Fraction; LANES],
}

impl Reports {
    pub(crate) fn new() -> Self {
        let bodies = [BodyId(0); LANES];
        let hits = [0; LANES];
        Reports { lanes: 0, bodies, hits, fractions: [Fraction::ZERO; LANES] }
    }

    /// Begins the reports of a body in a lane.
    #[inline(always)]
    pub(crate) fn begin(&mut self, lane: usize, body: BodyId) {
        self.lanes |= 1 << lane;
        self.bodies[lane] = body;
        self.hits[lane] = 0;
        self.fractions[lane] = Fraction::ZERO;
    }

    /// Records the hits `found` in a round.
    #[inline(always)]
    pub(crate) fn note(
        &mut self,
        view: View,
        lanes: &Lanes,
        reporting: LaneSet,
        found: &WholeTileHits,
        log: &mut EventLog,
    ) {
        // Tile ids are seldom in the cache. In a loop of their own these reads overlap.
        let mut names = [None; LANES];
        let hit = reporting & lanes.with_hit();
        for lane in each(hit) {
            names[lane] = view.lowest_whole_tile(found.cell(lane));
        }
        for lane in each(hit) {
            let name = names[lane].expect("a sweep finds solid cells only");
            let fraction = self.fractions[lane].advanced(found.distance[lane] as u64, found.run[lane] as u64);
            self.fractions[lane] = fraction;
            self.hits[lane] += 1;
            log.push(self.bodies[lane], EventKind::Hit(found.hit(lane, fraction, name)));
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
pub(crate) fn each(mut lanes: LaneSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = lanes.trailing_zeros() as usize & (LANES - 1);
        let is_any = lanes != 0;
        lanes &= lanes.wrapping_sub(1);
        is_any.then_some(lane)
    })
}

/// Straight path segments of all lanes.
pub(crate) struct Legs {
    pub(crate) at: [[i32; LANES]; 2],
    left: [[i32; LANES]; 2],
    velocity: [[f32; LANES]; 2],
}

impl Legs {
    /// Returns the next segments of the lanes.
    #[inline(always)]
    pub(crate) fn ahead(lanes: &Lanes) -> Self {
        let x = &lanes.x;
        let y = &lanes.y;
        Legs { at: [x.at, y.at], left: [x.left, y.left], velocity: [x.velocity, y.velocity] }
    }
    /// Returns the hits of the round that began here.
    #[inline(always)]
    pub(crate) fn hits<'l>(&self, view: View, lanes: &'l Lanes) -> WholeTileHits<'l> {
        lanes.whole_tile_hits(view.cells().tile(), &self.left, &self.velocity)
    }
}
