//! Records of bodies in vector lanes: hits for the event log, and straight trajectory segments for sensors and tile reports.
//!
//! Both go to their lists at once, between records of other bodies. The records of a refused body are withdrawn: the scalar path
//! moves it again, with its own records.

use crate::controller::{LANES, LaneSet, Lanes, Motion, RecordedSegment};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::{EventKind, StepOutput, Trajectories};
use crate::fraction::Fraction;
use crate::grid::View;
use crate::tile::TileCoord;
use glam::{IVec2, Vec2};

pub(crate) struct LaneRecords {
    pub(crate) reporting: LaneSet,
    traced: LaneSet,
    /// Body of the lane, and the numbers of its hits and segments so far.
    bodies: [BodyId; LANES],
    hits: [u32; LANES],
    segments: [u32; LANES],
    fractions: [Fraction; LANES],
}

/// State of all lanes at the start of a round.
pub(crate) struct LanesBefore {
    at: [[i32; LANES]; 2],
    left: [[i32; LANES]; 2],
    velocity: [[f32; LANES]; 2],
}

impl LaneRecords {
    pub(crate) fn new() -> Self {
        LaneRecords {
            reporting: 0,
            traced: 0,
            bodies: [BodyId(0); LANES],
            hits: [0; LANES],
            segments: [0; LANES],
            fractions: [Fraction::ZERO; LANES],
        }
    }

    /// Begins the records of a body in a lane. Lanes without records never come here.
    #[inline(always)]
    pub(crate) fn begin(&mut self, lane: usize, body: BodyId, reports: bool, is_traced: bool) {
        self.reporting |= LaneSet::from(reports) << lane;
        self.traced |= LaneSet::from(is_traced) << lane;
        self.bodies[lane] = body;
        self.hits[lane] = 0;
        self.segments[lane] = 0;
        self.fractions[lane] = Fraction::ZERO;
    }

    /// Returns the state of the lanes before a round, if any of them has records.
    #[inline(always)]
    pub(crate) fn before(&self, lanes: &Lanes) -> Option<LanesBefore> {
        let Lanes { x, y, .. } = lanes;
        (self.reporting | self.traced != 0).then_some(LanesBefore {
            at: [x.at, y.at],
            left: [x.left, y.left],
            velocity: [x.velocity, y.velocity],
        })
    }

    /// Records a round in which the lanes `ended` came to their end. A refused lane has neither a hit nor an end.
    #[inline(always)]
    pub(crate) fn note(
        &mut self,
        view: View,
        lanes: &Lanes,
        before: &LanesBefore,
        ended: LaneSet,
        output: &mut StepOutput,
    ) {
        let hit = lanes.with_hit();
        // Tile ids are seldom in the cache. In a loop of their own these reads overlap.
        let mut names = [None; LANES];
        for lane in each(hit & self.reporting) {
            let found = lanes.face(lane);
            let named = view.lowest_whole_tile(TileCoord::new(found.col, found.row));
            names[lane] = Some(named.expect("a sweep finds solid cells only"));
        }
        for lane in each((hit | ended) & (self.reporting | self.traced)) {
            let body = self.bodies[lane];
            let begin = self.fractions[lane];
            let left = IVec2::new(before.left[0][lane], before.left[1][lane]);
            let found = (ended >> lane & 1 == 0).then(|| lanes.face(lane));
            let end = found.map_or(Fraction::ONE, |found| {
                begin.advanced(found.distance as u64, left[found.axis].unsigned_abs().into())
            });
            self.fractions[lane] = end;
            let from = IVec2::new(before.at[0][lane], before.at[1][lane]);
            if let (Some(named), Some(found)) = (names[lane], &found) {
                let velocity = Vec2::new(before.velocity[0][lane], before.velocity[1][lane]);
                let motion = Motion { fraction: end, ..Motion::new(from, left, velocity) };
                self.hits[lane] += 1;
                let hit = lanes.hit(lane, view.cells().tile(), named, found, &motion);
                output.log.push(body, EventKind::Hit(hit));
            }
            let to = IVec2::new(lanes.x.at[lane], lanes.y.at[lane]);
            if self.traced >> lane & 1 != 0 && (from != to || begin != end) {
                self.segments[lane] += 1;
                output.trajectories.legs.push((body, RecordedSegment { from, to, begin, end }));
            }
        }
    }

    #[inline(always)]
    pub(crate) fn end(&mut self, lanes: LaneSet) {
        self.reporting &= !lanes;
        self.traced &= !lanes;
    }

    #[inline(always)]
    pub(crate) fn withdraw(&mut self, lane: usize, output: &mut StepOutput) {
        if self.reporting >> lane & 1 != 0 {
            output.log.remove_last(self.bodies[lane], self.hits[lane]);
        }
        if (self.reporting | self.traced) >> lane & 1 != 0 && self.segments[lane] > 0 {
            output.trajectories.spare = self.take(lane, &mut output.trajectories);
        }
        self.end(1 << lane);
    }

    pub(crate) fn take(&mut self, lane: usize, trajectories: &mut Trajectories) -> Vec<RecordedSegment> {
        trajectories.take_last(self.bodies[lane], std::mem::take(&mut self.segments[lane]))
    }
}

#[inline(always)]
fn each(mut lanes: LaneSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = lanes.trailing_zeros() as usize & (LANES - 1);
        let is_any = lanes != 0;
        lanes &= lanes.wrapping_sub(1);
        is_any.then_some(lane)
    })
}
