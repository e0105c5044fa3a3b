//! Scalar sweep of one body, for all cases that the lanes do not support, and its response to moving solids.

use crate::controller::{Actor, Body, Candidate, Course, Hit, Motion, MoveConfig, Overlap, SLANTED, Start};
use crate::dynamics::context::{BodyView, StepContext};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::{EventKind, EventLog, StepOutput, Touching};
use crate::dynamics::sensors::Walker;
use crate::dynamics::settings::{Profile, RideSettings};
use crate::dynamics::state::{AxisSlices, BodySlices, BodyState, RetainedSpeed};
use crate::dynamics::sweep::{bounds_of, step_on_box};
use crate::fault::{Fault, Field};
use crate::grid::{Contacts, Gathered, NO_BOX, OffGridShape, View};
use crate::lattice::{Displacement, displacement};
use crate::limits::{LANE_REACH, UNITS_PER_PX, WORLD_LIMIT};
use crate::response::Response;
use glam::{IVec2, Vec2};
use std::cell::RefCell;

/// Returns a body's translation of any length, including its carrier's; `None` if its velocity is not finite.
#[cold]
pub(crate) fn whole_translation(
    bodies: &BodySlices,
    index: usize,
    carried: Vec2,
    dt: f32,
) -> Option<[Displacement; 2]> {
    let on_axis = |axis: &AxisSlices, carried: f32| {
        displacement(axis.velocity[index] * dt + carried * dt, axis.remainder[index])
    };
    Some([on_axis(&bodies.x, carried.x)?, on_axis(&bodies.y, carried.y)?])
}

/// Sweeps a solid body through the grid. Returns the start of its motion.
///
/// Its contacts are found later: it may stop before the end of its sweep, and may be moved afterwards.
pub(crate) fn sweep_solid(
    context: StepContext,
    bodies: &mut BodySlices,
    index: usize,
    output: &mut StepOutput,
) -> Start {
    let from = output.from;
    let Some(swept) = sweep_one(&context, bodies, index, None, output) else {
        return Start::Free;
    };
    output.hits += swept.hits;
    output.touching.push(Touching::new(index as u32 - from, None));
    swept.start
}

pub(super) struct Swept {
    hits: u64,
    contacts: Option<Contacts>,
    start: Start,
}

/// Steps a body by the scalar path, and lists it if it may touch something. `planned` is its translation, if known.
pub(super) fn end_one(
    context: &StepContext,
    bodies: &mut BodySlices,
    index: usize,
    planned: Option<[Displacement; 2]>,
    output: &mut StepOutput,
) {
    let swept = sweep_one(context, bodies, index, planned, output);
    let profile = &context.profiles[bodies.profile[index].index()];
    list_swept(profile, bodies, index, swept, output);
}

/// Lists a body of this profile after its sweep, if it may touch something.
#[inline(always)]
pub(super) fn list_swept(
    profile: &Profile,
    bodies: &BodySlices,
    index: usize,
    swept: Option<Swept>,
    output: &mut StepOutput,
) {
    let Some(swept) = swept else { return };
    output.add_hits(index, swept.hits);
    if profile.track_contacts || bodies.state[index].bits() != 0 {
        output.touching.push(Touching::new(index as u32, swept.contacts));
    }
}

/// Data of a body before its sweep.
pub(super) struct Known<'a, 'b> {
    pub(super) profile: &'a Profile,
    pub(super) own: &'b BodyView<'a>,
    /// Solids near its translation, if gathered.
    pub(super) gathered: Option<&'b Gathered<'a>>,
    /// Translation without a carrier; `None` if the velocity is not finite.
    pub(super) planned: Option<[Displacement; 2]>,
    /// Velocity of the conveyor under it, in px/s.
    pub(super) belt: Vec2,
}

/// Steps a body by the scalar path, with its translation in `planned` if known. `None` as for [`sweep_known`].
#[inline(never)]
fn sweep_one(
    context: &StepContext,
    bodies: &mut BodySlices,
    index: usize,
    planned: Option<[Displacement; 2]>,
    output: &mut StepOutput,
) -> Option<Swept> {
    let profile = &context.profiles[bodies.profile[index].index()];
    let id = bodies.id[index];
    let (position, size) = bodies.place_and_size(index);
    let own = context.body_view(id, size, profile);
    let planned = planned.or_else(|| whole_translation(bodies, index, Vec2::ZERO, context.dt));
    // Belt, lift, sweep and contacts of a walking body ask about the same cells, so these are read once.
    let asks_often = profile.movement.walking().is_some() || profile.report_tiles;
    let mut buffer = None;
    let gathered = planned.filter(|_| asks_often).and_then(|planned| {
        let gathered = buffer.insert(Gathered::new());
        gather(&own, position, size, planned, gathered).then_some(&*gathered)
    });
    let view = own.view().with_gathered(gathered);
    let belt = floor_velocity(context, profile, view, bodies, index);
    sweep_known(context, &Known { profile, own: &own, gathered, planned, belt }, bodies, index, output)
}

/// Steps a body of which much is known by the scalar path. `None` if the body is rejected, or has ended its step on a box.
#[inline(never)]
pub(super) fn sweep_known(
    context: &StepContext,
    known: &Known,
    bodies: &mut BodySlices,
    index: usize,
    output: &mut StepOutput,
) -> Option<Swept> {
    let Known { profile, own, gathered, planned, belt } = *known;
    let id = bodies.id[index];
    let view = own.view().with_gathered(gathered);
    if belt != Vec2::ZERO {
        output.lifts.push((id, belt));
    }
    let carried = belt + lift(profile, view, bodies, index);
    let translation = match planned {
        Some(planned) if carried == Vec2::ZERO => Some(planned),
        _ => whole_translation(bodies, index, carried, context.dt),
    };
    // What a mover has pushed the body counts as a part of its own motion.
    let translation = match context.platforms.pushed(id) {
        Some(way) => translation.map(|translation| without_push(translation, way)),
        None => translation,
    };
    if translation.is_none() {
        let finite = bodies.get(index).velocity.is_finite();
        let fault = if finite { Fault::OutOfRange } else { Fault::NotFinite };
        output.log.push(bodies.id[index], EventKind::Rejected { field: Field::Velocity, fault });
        output.trajectories.skip(bodies.id[index]);
    }
    let translation = translation?;
    if let Some(gathered) = gathered
        && step_on_box(context, bodies, index, translation, gathered, output)
    {
        return None;
    }
    Some(sweep_near(context, known, bodies, index, translation, output))
}

/// Gathers the solids within a unit of a translation, if there are shapes other than whole tiles. False also for a long translation
/// and near the end of the world.
#[inline(always)]
fn gather<'a>(
    own: &BodyView<'a>,
    position: IVec2,
    size: IVec2,
    translation: [Displacement; 2],
    gathered: &mut Gathered<'a>,
) -> bool {
    const END: i32 = WORLD_LIMIT - LANE_REACH as i32;
    let all = own.unfiltered;
    let is_short = translation.iter().all(|d| d.units.unsigned_abs() < LANE_REACH);
    let is_amid = position.cmpgt(IVec2::splat(-END)).all() && position.cmplt(IVec2::splat(END) - size).all();
    if !all.has_shapes() || !is_short || !is_amid {
        return false;
    }
    let [low, high] = bounds_of(position, size, translation);
    all.gather(&own.view(), all.cells().covered(low, high), gathered)
}

/// Returns a body's translation, and the velocity of its carrier in px/s; `None` if it is not finite or too fast for any step.
pub(crate) fn translation_of(
    context: &StepContext,
    bodies: &BodySlices,
    index: usize,
) -> Option<([Displacement; 2], Vec2)> {
    let profile = &context.profiles[bodies.profile[index].index()];
    let own = context.body_view(bodies.id[index], bodies.place_and_size(index).1, profile);
    let belt = floor_velocity(context, profile, own.view(), bodies, index);
    let carried = belt + lift(profile, own.view(), bodies, index);
    let translation = whole_translation(bodies, index, carried, context.dt)?;
    let pushed = context.platforms.pushed(bodies.id[index]);
    Some((pushed.map_or(translation, |way| without_push(translation, way)), carried))
}

/// Returns the rest of a translation after a push by `way`, which counts as part of the body's own motion.
#[cold]
fn without_push([x, y]: [Displacement; 2], way: IVec2) -> [Displacement; 2] {
    let on_axis = |d: Displacement, way: i32| {
        let done = if d.units < 0 { way.clamp(d.units, 0) } else { way.clamp(0, d.units) };
        Displacement { units: d.units - done, ..d }
    };
    [on_axis(x, way.x), on_axis(y, way.y)]
}

#[inline(never)]
pub(super) fn floor_velocity(
    context: &StepContext,
    profile: &Profile,
    view: View,
    bodies: &BodySlices,
    index: usize,
) -> Vec2 {
    let movement = &profile.movement;
    if !context.grid.has_conveyors || movement.walking().is_none() {
        return Vec2::ZERO;
    }
    let velocity = Vec2::new(bodies.x.velocity[index], bodies.y.velocity[index]);
    let rises = velocity.dot(movement.up.vector().as_vec2()) > 0.0;
    let (position, size) = bodies.place_and_size(index);
    // A body that jumps off a belt is carried no more, and far from belts no floor is searched.
    if rises || !view.may_convey(position, position + size) {
        return Vec2::ZERO;
    }
    let body = bodies.get(index);
    let belt_under = |body: &Body| {
        let floor = view.surface_under(body, movement);
        floor.map_or(Vec2::ZERO, |floor| floor.velocity)
    };
    let velocity = belt_under(&body);
    until_opposed(&body, 1 - movement.up.axis(), velocity, context.dt, belt_under)
}

/// Longest way of a belt in one step that is searched for an opposed belt, in lattice units.
const LONGEST_WAY: i32 = 64 * UNITS_PER_PX;

/// Returns the velocity by which a belt takes a body along no farther than to its seam with an opposed belt. There the body
/// rests. `belt_under` returns the velocity of the belt under a body, in px/s.
fn until_opposed(
    body: &Body,
    axis: usize,
    velocity: Vec2,
    dt: f32,
    belt_under: impl Fn(&Body) -> Vec2,
) -> Vec2 {
    let Some(way) = displacement(velocity[axis] * dt, 0.0).filter(|way| way.units.abs() <= LONGEST_WAY)
    else {
        return velocity;
    };
    let end = WORLD_LIMIT - 2 * LONGEST_WAY;
    if body.position[axis] < -end || body.position[axis] > end - body.size[axis] {
        return velocity;
    }
    let sign = if velocity[axis] < 0.0 { -1 } else { 1 };
    let is_opposed = |units: i32| {
        let mut there = *body;
        there.position[axis] += sign * units;
        belt_under(&there)[axis] * velocity[axis] < 0.0
    };
    // Also a step shorter than a unit may end on the opposed belt.
    let mut far = way.units.abs().max(1);
    if velocity[axis] == 0.0 || !is_opposed(far) {
        return velocity;
    }
    let mut near = 0;
    while far - near > 1 {
        let middle = near + (far - near) / 2;
        if is_opposed(middle) {
            far = middle;
        } else {
            near = middle;
        }
    }
    let mut held = velocity;
    held[axis] = if near == 0 { 0.0 } else { (sign * near) as f32 / UNITS_PER_PX as f32 / dt };
    held
}

/// Returns the velocity that lifts a rising body onto the one-way line inside it, in px/s.
#[inline(always)]
fn lift(profile: &Profile, view: View, bodies: &BodySlices, index: usize) -> Vec2 {
    let movement = &profile.movement;
    let up = movement.up.vector().as_vec2();
    let speed = movement.walking().map_or(0.0, |walk| walk.one_way_assist);
    let velocity = Vec2::new(bodies.x.velocity[index], bodies.y.velocity[index]);
    // Only a rising body can have jumped through a line.
    if !(speed > 0.0 && velocity.dot(up) > 0.0) {
        return Vec2::ZERO;
    }
    let (position, size) = bodies.place_and_size(index);
    // A line anywhere between feet and head counts.
    let height = size[movement.up.axis()];
    let line = view.line_over_feet(position, size, movement.stance(), height);
    if line.is_some() { up * speed } else { Vec2::ZERO }
}

#[inline(always)]
fn sweep_near(
    context: &StepContext,
    known: &Known,
    bodies: &mut BodySlices,
    index: usize,
    translation: [Displacement; 2],
    output: &mut StepOutput,
) -> Swept {
    let Known { profile, own, gathered, .. } = *known;
    let view = own.view().with_gathered(gathered);
    let StepOutput { log, retained, trajectories, stood, .. } = output;
    let id = bodies.id[index];
    let body = bodies.get(index);
    // Copies: a reference into the body would make the compiler store the whole body.
    let position = body.position;
    let size = body.size;
    let mut motion = Motion::of(&body, translation);
    let movement = &profile.movement;
    let mut hits = 0;
    let mut struck = SurfaceVelocity::default();
    let mut floor = NO_BOX;
    let before = log.events.len();
    let passes = movement.response == Response::PassThrough;
    let is_traced = context.traced.may_be(profile);
    let way = is_traced.then(|| RefCell::new(trajectories.begin(position)));
    let Course { start, corrected, took, contacts } = own.act(view, movement, |actor| {
        let actor = Actor {
            names_hits: profile.report_hits || passes || own.rules.is_some(),
            trajectory: way.as_ref(),
            ..actor
        };
        actor.move_whole(&mut motion, &mut |found, d, motion| {
            hits += 1;
            if let Some(way) = way.as_ref().filter(|_| !passes) {
                way.borrow_mut().extend_to(motion.position, motion.fraction);
            }
            if found.off_grid != NO_BOX {
                struck.note(&actor, found, d, &profile.riding);
                let axis = movement.up.axis();
                if found.axis == axis && d[axis] * movement.up.vector()[axis] < 0 {
                    floor = found.off_grid;
                }
            }
            if profile.report_hits || passes {
                // A copy, so that the motion stays in registers.
                let hit = Hit::new(&actor, found, d, &{ *motion });
                log.push(id, EventKind::Hit(hit));
            }
        })
    });
    // A body that passes through has no order of its own hits: they are sorted by time.
    if passes {
        log.order_crossings(before);
        hits = (log.events.len() - before) as u64;
        log.events.truncate(if profile.report_hits { log.events.len() } else { before });
    }
    if floor != NO_BOX {
        stood.push((id, floor));
    }
    retained.extend(RetainedSpeed::taken(id, took, movement));
    let overlap = |by| Overlap::find(view, position, size, by);
    report_start((log, before, id), (start, corrected), &mut bodies.state[index], overlap);
    if struck.is_any() {
        struck.give(&mut motion.velocity, movement);
    }
    if let Some(way) = way.map(RefCell::into_inner) {
        let walker = Walker::new(id, &body, profile, view, motion.velocity);
        trajectories.end(&walker, way, motion.position, context.traced);
    }
    bodies.moved(index, motion.position, motion.velocity, motion.remainder);
    Swept { hits, contacts, start }
}

/// Reports the start of a motion, before the events from index `before` on, and updates the stuck flag.
#[inline(always)]
pub(crate) fn report_start(
    (log, before, id): (&mut EventLog, usize, BodyId),
    (start, corrected): (Start, IVec2),
    state: &mut BodyState,
    overlap: impl FnOnce(IVec2) -> Option<Overlap>,
) {
    if corrected != IVec2::ZERO {
        log.push_before(before, id, EventKind::CornerCorrected { by: corrected });
    }
    let pushed = match start {
        Start::Free => None,
        Start::Pushed(by) => Some(by),
        Start::Freed | Start::Stuck => (!state.stuck()).then_some(IVec2::ZERO),
    };
    *state = state.with_stuck(start == Start::Stuck);
    if let Some(overlap) = pushed.and_then(overlap) {
        log.push_before(before, id, EventKind::Overlapped(overlap));
    }
}

/// Faces of moving solids, by the axis of the hit: the first one on each axis.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SurfaceVelocity([Option<Face>; 2]);

#[derive(Clone, Copy, Debug)]
struct Face {
    speed: f32,
    /// True if the face carries the body: a floor, or a wall or ceiling to which the body clings.
    carries: bool,
}

impl SurfaceVelocity {
    /// Records the solid of a hit by a motion `d`, if it moves.
    #[cold]
    pub(crate) fn note(&mut self, actor: &Actor, found: &Candidate, d: IVec2, riding: &RideSettings) {
        let Some(name) = found.name().filter(|_| found.axis != SLANTED) else { return };
        let velocity = actor.view.grid.off_grid_at(name.off_grid).map_or(Vec2::ZERO, OffGridShape::velocity);
        let axis = found.axis;
        let up = actor.config.up;
        let is_floor = axis == up.axis() && d[axis].signum() == -up.vector()[axis];
        let clings = if axis == up.axis() { riding.ceilings } else { riding.walls };
        let carries = is_floor || clings && actor.config.walk_if_grounded().is_some();
        if velocity[axis] != 0.0 {
            self.0[axis].get_or_insert(Face { speed: velocity[axis], carries });
        }
    }

    pub(crate) fn is_any(self) -> bool {
        self.0[0].is_some() || self.0[1].is_some()
    }

    /// Replaces the velocity into each solid by the velocity of the solid; a rebound is relative to it.
    ///
    /// The velocity of a carried body stays relative to its carrier.
    #[cold]
    pub(crate) fn give(self, velocity: &mut Vec2, config: &MoveConfig) {
        for (axis, face) in self.0.into_iter().enumerate() {
            let Some(Face { speed, carries }) = face else { continue };
            let own = velocity[axis];
            let gives = match config.response {
                Response::Slide if own == 0.0 && !carries => speed,
                Response::Bounce { .. } if own == 0.0 && carries => continue,
                Response::Bounce { .. } if own == 0.0 => speed,
                Response::Bounce { restitution } if restitution > 0.0 => speed * (1.0 + restitution),
                _ => continue,
            };
            velocity[axis] = own + gives + 0.0;
        }
    }
}
