//! Scalar sweep of bodies that bounce or float beside a single part of a tile, with nothing else near.
//!
//! Most projectiles beside a shape are such bodies. Like `bounce`, for one short motion against one part.

use crate::controller::{Actor, BesidePart, FirstFace, Motion, MoveExtras, PartFace, Start};
use crate::dynamics::context::StepContext;
use crate::dynamics::output::events::EventLog;
use crate::dynamics::settings::profile::{Profile, ProfileId};
use crate::dynamics::state::bodies::BodySlices;
use crate::dynamics::sweep::bounce::Reports;
use crate::dynamics::sweep::lanes::lane_response;
use crate::dynamics::sweep::plan::Plan;
use crate::dynamics::sweep::sweep_output::Swept;
use crate::fraction::Fraction;
use crate::grid::{CellRect, TileGrid};
use crate::tile::TileCoord;
use glam::{IVec2, Vec2};

/// Sweep of bodies that bounce or float beside a single part, with nothing else near.
pub(crate) struct SinglePart<'a> {
    context: StepContext<'a>,
    /// True in a quiet step among shapes; other steps have no such bodies.
    is_used: bool,
    /// Last profile, and true if its bodies bounce or float without extras.
    known: Option<(ProfileId, bool)>,
}

impl<'a> SinglePart<'a> {
    pub(crate) fn new(context: StepContext<'a>) -> Self {
        let is_used = context.is_quiet() && context.grid.view(u32::MAX).has_shapes();
        SinglePart { context, is_used, known: None }
    }

    /// Steps such a body. `None` for any other body, and for cases that the narrow phase must decide; the body is then
    /// unchanged.
    #[inline(always)]
    pub(crate) fn bounce(
        &mut self,
        profile: &Profile,
        bodies: &mut BodySlices,
        place: usize,
        (plan, k): (&Plan, usize),
        log: &mut EventLog,
    ) -> Option<Swept> {
        if !self.is_used {
            return None;
        }
        let (cell, id) = (plan.only_cell(k)?, bodies.profile[place]);
        if self.known.is_none_or(|known| known.0 != id) {
            self.known = Some((id, bounces(profile, &self.context)));
        }
        let is_bouncing = self.known.is_some_and(|known| known.1);
        if !is_bouncing || self.context.transient.has(bodies.id[place]) {
            return None;
        }
        let planned = Planned {
            d: IVec2::new(plan.x.units[k], plan.y.units[k]),
            rest: Vec2::new(plan.x.rest[k], plan.y.rest[k]),
            cells: plan.cells(k),
        };
        let hits = bounce_beside_part((profile, self.context.grid, cell), bodies, place, planned, log)?;
        Some(Swept { hits, contacts: None, start: Start::Free })
    }
}

/// Planned motion of a body.
#[derive(Clone, Copy)]
struct Planned {
    /// Translation, in lattice units, and its rounding remainder.
    d: IVec2,
    rest: Vec2,
    /// Cells within a unit of the motion.
    cells: CellRect,
}

/// True if the bodies of a profile bounce or float, without extras.
fn bounces(profile: &Profile, context: &StepContext) -> bool {
    let movement = &profile.movement;
    movement.walking().is_none()
        && MoveExtras::of(movement, None).is_none()
        && lane_response(profile, context.grid).is_some()
}

/// Steps a body with something near in the cell `cell` alone, if that is a single part of a tile. Returns its number of hits.
#[inline(never)]
fn bounce_beside_part(
    (profile, grid, cell): (&Profile, &TileGrid, TileCoord),
    bodies: &mut BodySlices,
    place: usize,
    Planned { d, rest, cells }: Planned,
    log: &mut EventLog,
) -> Option<u64> {
    let piece = grid.only_piece_of(cell)?;
    let (position, size) = bodies.place_and_size(place);
    let beside = BesidePart::new(&piece, grid.tile_size(), [position, size, d])?;
    let velocity = Vec2::new(bodies.x.velocity[place], bodies.y.velocity[place]);
    let mut hits = 0;
    match beside.first_face() {
        FirstFace::Unsure => return None,
        FirstFace::Never => bodies.moved(place, position + d, velocity, rest),
        FirstFace::At(face) => {
            let mut motion = Motion { remainder: rest, ..Motion::new(position, d, velocity) };
            let mut reports = Reports { profile, id: bodies.id[place], log, hits: 0 };
            let actor = Actor::new(grid.view(profile.movement.mask), size, &profile.movement);
            take_face(&actor, &mut motion, (&beside, face, cells), &mut reports);
            bodies.moved(place, motion.position, motion.velocity, motion.remainder);
            hits = reports.hits;
        }
    }
    bodies.state[place] = bodies.state[place].with_stuck(false);
    Some(hits)
}

/// Moves a body to a face, and to the end of its step.
#[inline(never)]
fn take_face(
    actor: &Actor,
    motion: &mut Motion,
    hit: (&BesidePart, PartFace, CellRect),
    reports: &mut Reports,
) {
    let is_timed = reports.profile.report_hits;
    let is_ended = actor.take_face(motion, hit, is_timed, &mut |found, d, motion| {
        reports.note(actor, found, d, motion);
    });
    if !is_ended {
        advance_to_end(actor, motion, reports);
    }
}

/// Moves a body to its end after its first hit, where more than one part may be near.
#[inline(never)]
fn advance_to_end(actor: &Actor, motion: &mut Motion, reports: &mut Reports) {
    let look = actor.test_window(motion);
    actor.advance(motion, Fraction::ONE, look, &mut |found, d, motion| reports.note(actor, found, d, motion));
}
