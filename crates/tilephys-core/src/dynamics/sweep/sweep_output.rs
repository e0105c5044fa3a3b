//! Output of the sweep of a part, for all ways in which a body ends its step.

use crate::controller::{Body, Start};
use crate::dynamics::context::StepContext;
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::{EventLog, Lists, StepOutput, Touching, Trajectories};
use crate::dynamics::sensors::Walker;
use crate::dynamics::state::{BodySlices, BodyState, RetainedSpeed};
use crate::fraction::Fraction;
use crate::grid::Contacts;
use glam::{IVec2, Vec2};

/// Lists of a part in the sweep phase.
pub(crate) struct SweepOutput<'a> {
    pub(crate) log: &'a mut EventLog,
    /// Number of hits of the finished bodies.
    pub(crate) hits: &'a mut u64,
    /// Finished bodies that may touch something, or did before.
    pub(crate) touching: &'a mut Vec<Touching>,
    /// Indices of unchanged bodies that the lanes leave to the scalar path.
    pub(crate) refused: &'a mut Vec<u32>,
    /// Bodies that ended on off-grid shapes or hit them from over, and the indices of these shapes.
    pub(crate) stood: &'a mut Vec<(BodyId, u32)>,
    /// Speeds that walls removed.
    pub(crate) retained: &'a mut Vec<RetainedSpeed>,
    pub(crate) lifts: &'a mut Vec<(BodyId, Vec2)>,
    pub(crate) trajectories: &'a mut Trajectories,
}

/// Result of a body's step by the scalar path.
pub(crate) struct Swept {
    pub(crate) hits: u64,
    pub(crate) contacts: Option<Contacts>,
    pub(crate) start: Start,
}

impl<'a> SweepOutput<'a> {
    /// Borrows the lists of a part.
    pub(crate) fn of(output: &'a mut StepOutput) -> Self {
        let StepOutput { log, lists, hits, retained, lifts, trajectories, .. } = output;
        let Lists { touching, refused, stood } = lists;
        SweepOutput { log, hits, touching, refused, stood, retained, lifts, trajectories }
    }

    /// Records the straight trajectory of a body in this step to a place, where it has the velocity `ends_with`, in px/s.
    #[inline(never)]
    pub(crate) fn note_straight(
        &mut self,
        context: &StepContext,
        bodies: &BodySlices,
        index: usize,
        to: IVec2,
        ends_with: Vec2,
    ) {
        let id = bodies.id[index];
        let profile = &context.profiles[bodies.profile[index].index()];
        let Body { position, size, velocity, .. } = bodies.get(index);
        if !profile.report_tiles {
            self.trajectories.note(id, [position, to], Fraction::ZERO, Fraction::ONE);
            return;
        }
        let own = context.body_view(id, size, profile);
        let velocities = [velocity, ends_with];
        let walker = Walker { id, position, size, config: &profile.movement, view: own.view(), velocities };
        let way = self.trajectories.begin(position);
        self.trajectories.end(&walker, way, to, profile, context.traced);
    }

    /// Lists a body with nothing near if it touched something before.
    #[inline(always)]
    pub(crate) fn leave_contacts(&mut self, state: &mut BodyState, index: u32) {
        *state = state.after_sweep(u8::MAX);
        if state.bits() != 0 {
            self.touching.push(Touching::new(index, None));
        }
    }

    /// Counts the hits of a finished body, and lists it if it `may_touch` something.
    #[inline(always)]
    pub(crate) fn end(&mut self, index: u32, swept: &Swept, may_touch: bool) {
        *self.hits += swept.hits;
        if may_touch {
            self.touching.push(Touching::new(index, swept.contacts));
        }
    }
}
