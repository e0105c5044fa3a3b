//! Trajectories of bodies in vector lanes, for sensors and tile reports: a straight segment from hit to hit.
//!
//! Segments are recorded at once, between segments of other bodies. The segments of a refused body are withdrawn: the scalar path
//! moves it again, with its own trajectory.

use crate::controller::{LANES, LaneSet, Lanes, RecordedSegment, WholeTileHits};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::trajectories::Trajectories;
use crate::dynamics::sweep::lane_hits::{Legs, each};
use crate::fraction::Fraction;
use glam::IVec2;

/// Trajectories by lane.
pub(crate) struct Paths {
    /// Lanes with a recorded trajectory.
    pub(crate) lanes: LaneSet,
    /// Body of the lane, and the number of its segments so far.
    bodies: [BodyId; LANES],
    segments: [u32; LANES],
    /// Time of the end of each trajectory.
    fractions: [Fraction; LANES],
}

impl Paths {
    pub(crate) fn new() -> Self {
        Paths {
            lanes: 0,
            bodies: [BodyId(0); LANES],
            segments: [0; LANES],
            fractions: [Fraction::ZERO; LANES],
        }
    }

    /// Forgets the body that was in a lane.
    #[inline(always)]
    pub(crate) fn clear(&mut self, lane: usize) {
        self.segments[lane] = 0;
    }

    /// Begins the trajectory of a body in a lane.
    pub(crate) fn begin(&mut self, lane: usize, body: BodyId) {
        self.lanes |= 1 << lane;
        self.bodies[lane] = body;
        self.fractions[lane] = Fraction::ZERO;
    }

    /// Records a round in which the lanes `ended` came to their end. `before` is the state of the lanes at its start, and `found` has
    /// their hits. A refused lane has neither a hit nor an end.
    #[inline(never)]
    pub(crate) fn note(
        &mut self,
        lanes: &Lanes,
        before: &Legs,
        found: &WholeTileHits,
        ended: LaneSet,
        trajectories: &mut Trajectories,
    ) {
        let hit = lanes.with_hit();
        for lane in each(self.lanes) {
            let begin = self.fractions[lane];
            let end = if ended >> lane & 1 != 0 {
                Fraction::ONE
            } else if hit >> lane & 1 != 0 {
                begin.advanced(found.distance[lane] as u64, found.run[lane] as u64)
            } else {
                continue;
            };
            let from = IVec2::new(before.at[0][lane], before.at[1][lane]);
            let to = IVec2::new(lanes.x.at[lane], lanes.y.at[lane]);
            if from != to || begin != end {
                trajectories.legs.push((self.bodies[lane], RecordedSegment { from, to, begin, end }));
                self.segments[lane] += 1;
                self.fractions[lane] = end;
            }
        }
        self.lanes &= !ended;
    }

    /// Withdraws the segments of a refused body.
    #[inline(always)]
    pub(crate) fn withdraw(&mut self, lane: usize, trajectories: &mut Trajectories) {
        self.lanes &= !(1 << lane);
        if self.segments[lane] > 0 {
            trajectories.spare = self.take(lane, trajectories);
        }
    }

    /// Removes the segments of the body in a lane and returns them.
    pub(crate) fn take(&mut self, lane: usize, trajectories: &mut Trajectories) -> Vec<RecordedSegment> {
        trajectories.take_last(self.bodies[lane], std::mem::take(&mut self.segments[lane]))
    }
}
