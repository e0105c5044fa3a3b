//! Trajectory prediction among colliding bodies, which are static obstacles.
//!
//! The body is swept through the grid with its path recorded. Where the path enters another body, the sweep
//! is repeated up to that time. The hit response follows, and then the rest of the tick.

use crate::aabb::Aabb;
use crate::controller::{Motion, MoveConfig, RecordedSegment};
use crate::direction::Direction;
use crate::dynamics::commit::contacts_of;
use crate::dynamics::context::StepContext;
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::{SensorPath, StepOutput, Touching};
use crate::dynamics::settings::Profile;
use crate::dynamics::state::Bodies;
use crate::dynamics::sweep::sweep_alone;
use crate::dynamics::world::World;
use crate::geometry::sweep_aabb;
use crate::grid::Faces;
use crate::limits::MAX_HITS;
use glam::{IVec2, Vec2};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbor {
    id: BodyId,
    aabb: Aabb,
    open: Faces,
}

#[derive(Clone, Copy, Debug)]
struct BodyHit {
    fraction: f32,
    normal: IVec2,
    aabb: Aabb,
}

impl World {
    pub(crate) fn neighbors(
        &self,
        id: BodyId,
        own: &Profile,
        rules: Option<&dyn CollisionHooks>,
    ) -> Vec<Neighbor> {
        let context = StepContext { rules, ..self.idle_context() };
        let found = self.colliders_with(context, id, own).map(|(index, other)| {
            let sides = Direction::ALL.into_iter().filter(|side| other.is_solid_on(*side, own));
            let open = sides.fold(Faces::NONE, Faces::with);
            Neighbor { id: self.bodies.id[index], aabb: self.bodies.get(index).aabb(), open }
        });
        found.collect()
    }
}

/// Moves the predicted body, the only element of `one`, for a tick.
pub(crate) fn sweep_among(
    context: StepContext,
    neighbors: &[Neighbor],
    one: &mut Bodies,
    output: &mut StepOutput,
) {
    // A body that collides with no body needs no recorded path.
    if neighbors.is_empty() {
        return sweep_alone(context, &mut one.as_slices(), output);
    }
    let profile = &context.profiles[0];
    let id = one.id[0];
    let drops = |other: BodyId| context.transient.find(id).is_some_and(|memory| memory.drops_body(other));
    let met = || neighbors.iter().filter(|neighbor| !drops(neighbor.id));
    let mut left = context.dt;
    for _ in 0..MAX_HITS {
        let start = one.get(0);
        let state = one.state[0];
        let before = output.clone();
        // A first sweep finds the path among tiles, and the path finds the first body in its way.
        let traced = StepContext { traced: SensorPath::EVERYTHING, dt: left, ..context };
        sweep_alone(traced, &mut one.as_slices(), output);
        let hit = first_hit(output.trajectories.legs_of(id), start.size, &met());
        output.trajectories.clear();
        let Some(hit) = hit else { break };
        // The sweep is taken back, and repeated up to that body only.
        one.set(0, &start);
        one.state[0] = state;
        *output = before;
        let part = left * hit.fraction;
        if part > 0.0 {
            sweep_alone(StepContext { dt: part, ..context }, &mut one.as_slices(), output);
        }
        let mut body = one.get(0);
        let axis = if hit.normal.x == 0 { 1 } else { 0 };
        // The time is rounded, so the exact face sets the position.
        let at = if hit.normal[axis] > 0 { hit.aabb.max[axis] } else { hit.aabb.min[axis] - body.size[axis] };
        body.position[axis] = at;
        body.remainder[axis] = 0.0;
        body.velocity = velocity_after(&profile.movement, body.velocity, hit.normal);
        one.set(0, &body);
        left -= part;
    }
    let bounds = one.get(0).aabb();
    let touched = met().filter_map(|neighbor| {
        bounds.side_touched_by(neighbor.aabb).filter(|side| neighbor.open.contains(side.opposite()))
    });
    let sides = touched.fold(Faces::NONE, Faces::with);
    if profile.track_contacts && sides != Faces::NONE {
        let own = contacts_of(&context, profile, &one.as_slices(), 0);
        output.touching.clear();
        output.touching.push(Touching { beside: sides, ..Touching::new(0, Some(own)) });
    }
}

/// Returns the first hit of a box along a path. Bodies that overlap the start are skipped.
fn first_hit<'a>(
    legs: impl Iterator<Item = RecordedSegment>,
    size: IVec2,
    neighbors: &(impl Iterator<Item = &'a Neighbor> + Clone),
) -> Option<BodyHit> {
    // The legs follow each other in time, so the first leg with a hit has the first hit.
    for leg in legs {
        let aabb = Aabb { min: leg.from, max: leg.from + size };
        let hits = neighbors.clone().filter_map(|neighbor| {
            let hit = sweep_aabb(aabb, leg.to - leg.from, neighbor.aabb, IVec2::ZERO)?;
            let axis = if hit.shape.normal.x == 0 { 1 } else { 0 };
            let side = Direction::along(axis, hit.shape.normal[axis] > 0);
            neighbor.open.contains(side).then_some((hit, neighbor))
        });
        // Of hits at one time, the lower id precedes, in any order of the bodies.
        let first = hits.min_by_key(|(hit, neighbor)| (hit.shape.fraction, neighbor.id));
        if let Some((hit, neighbor)) = first {
            let begin = leg.begin.as_f32();
            let end = leg.end.as_f32();
            let fraction = begin + (end - begin) * hit.shape.fraction.as_f32();
            return Some(BodyHit { fraction, normal: hit.shape.normal, aabb: neighbor.aabb });
        }
    }
    None
}

fn velocity_after(config: &MoveConfig, velocity: Vec2, normal: IVec2) -> Vec2 {
    let mut motion = Motion::new(IVec2::ZERO, -normal, velocity);
    motion.respond(normal.x != 0, config);
    motion.velocity
}
