//! Soft separation of crowds: steering by a broad phase over the boxes of a crowd, in the control phase of a step.

use glam::{IVec2, Vec2};
use tilephys_core::{
    Aabb, BodyId, ControlContext, Direction, Fault, Field, MotionMode, World, broad_phase::SweepAndPrune,
};

/// Member of a crowd: a body that gently parts from the other members whose boxes overlap its own.
///
/// In each step a member moves along its floor away from the others, beside its own velocity. Solids stop it as they stop any
/// motion. Floating members part along the axis of the lesser overlap. Members do not stop each other:
/// their [`BodyCollision`](tilephys_core::BodyCollision), if they have one, must leave each other out.
///
/// A walker passes through another if it is faster than [`push`](Self::push).
///
/// ```
/// use tilephys_feel::Crowd;
///
/// let slow = Crowd { push: 20.0, max_speed: 30.0 };
/// assert!(slow.fault().is_none());
/// assert!(Crowd { push: f32::NAN, ..slow }.fault().is_some());
/// ```
#[doc(alias = "separation")]
#[doc(alias = "soft collision")]
#[doc(alias = "boids")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Crowd {
    /// Speed at which a whole overlap with another member moves the body, in px/s; half an overlap has half of it. 40 by default.
    pub push: f32,
    /// Maximum speed at which all members together move the body, in px/s; 60 by default.
    pub max_speed: f32,
}

impl Default for Crowd {
    fn default() -> Self {
        Crowd { push: 40.0, max_speed: 60.0 }
    }
}

impl Crowd {
    /// First unsound field, and its fault: both must be finite and not negative. An unsound member is not in the crowd.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        let fault = |field: Field, speed: f32| {
            let is_sound = (0.0..=f32::MAX).contains(&speed);
            let fault = if speed.is_finite() { Fault::OutOfRange } else { Fault::NotFinite };
            (!is_sound).then_some((field, fault))
        };
        fault(Field::PushSpeed, self.push).or(fault(Field::MaxSpeed, self.max_speed))
    }
}

/// Crowd of a world.
///
/// A driver calls [`begin`](Self::begin), [`add`](Self::add) for each member and [`push`](Self::push) in the control phase, after
/// characters decided, and [`finish`](Self::finish) after the step. The order of the calls of `add` does not matter.
///
/// ```
/// use tilephys_core::{Body, BodyId, ControlContext, ProfileId, StepHooks, TileGrid, World};
/// use tilephys_feel::{Crowd, Crowds};
///
/// struct Enemies { crowds: Crowds, all: [BodyId; 2] }
///
/// impl StepHooks for Enemies {
///     fn control(&mut self, bodies: &mut ControlContext) {
///         self.crowds.begin();
///         self.all.iter().for_each(|id| self.crowds.add(bodies.world(), *id, Crowd::default()));
///         self.crowds.push(bodies);
///     }
/// }
///
/// let mut world = World::new(TileGrid::new([16, 16]));
/// let all = [0.0, 4.0].map(|x| world.spawn(ProfileId::DEFAULT, Body::new([x, 0.0], [8.0, 8.0])));
/// let mut enemies = Enemies { crowds: Crowds::default(), all };
/// for _ in 0..60 {
///     world.step_with(1.0 / 60.0, &mut enemies);
///     enemies.crowds.finish(&mut world);
/// }
/// let [left, right] = all.map(|id| world.body(id).unwrap());
/// assert!(right.position_px().x - left.position_px().x > 7.9 && right.velocity.x == 0.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Crowds {
    members: Vec<Member>,
    /// Boxes of the members, in the order of their ids.
    boxes: Vec<Aabb>,
    sorted: SweepAndPrune,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    id: BodyId,
    aabb: Aabb,
    up: Direction,
    is_floating: bool,
    crowd: Crowd,
    /// Sum of the overlaps that move the body, each from -1 to 1 in fixed point of [`ONE`]: a sum of integers has no order.
    overlap: [i64; 2],
    /// Velocity of the body without the crowd and with it, in px/s.
    velocity: [Vec2; 2],
}

/// A whole overlap in fixed point.
const ONE: i64 = 1 << 16;

impl Crowds {
    /// Begins a step without members.
    pub fn begin(&mut self) {
        self.members.clear();
    }

    /// Adds a body to the crowd.
    pub fn add(&mut self, world: &World, id: BodyId, crowd: Crowd) {
        let Some(body) = world.body_ref(id).filter(|_| crowd.fault().is_none()) else { return };
        let movement = &body.profile().movement;
        self.members.push(Member {
            id,
            aabb: body.aabb(),
            up: movement.up,
            is_floating: movement.motion_mode == MotionMode::Floating,
            crowd,
            overlap: [0; 2],
            velocity: [Vec2::ZERO; 2],
        });
    }

    /// Adds the motion by the crowd to the velocities of its members, for this step.
    pub fn push(&mut self, bodies: &mut ControlContext) {
        // By id, so that the members of a pair have one order.
        self.members.sort_unstable_by_key(|member| member.id);
        self.boxes.clear();
        self.boxes.extend(self.members.iter().map(|member| member.aabb));
        let members = &mut self.members;
        self.sorted.pairs(&self.boxes, |a, b| part(members, a as usize, b as usize));
        self.members.retain(|member| member.overlap != [0; 2]);
        for member in &mut self.members {
            let Some(body) = bodies.body(member.id) else { continue };
            member.velocity = [body.velocity, body.velocity + member.push()];
            bodies.set_velocity(member.id, member.velocity[1]);
        }
    }

    /// Takes the motion by the crowd back from the velocities that the step has left alone.
    pub fn finish(&self, world: &mut World) {
        for member in &self.members {
            let Some(body) = world.body(member.id) else { continue };
            let [without, with] = member.velocity;
            let mut velocity = body.velocity;
            for axis in 0..2 {
                // A hit has replaced the velocity by its own.
                if velocity[axis] == with[axis] {
                    velocity[axis] = without[axis];
                }
            }
            world.set_velocity(member.id, velocity);
        }
    }
}

impl Member {
    /// Velocity by the crowd, in px/s.
    fn push(&self) -> Vec2 {
        let Crowd { push, max_speed } = self.crowd;
        let speed = |overlap: i64| {
            let wanted = push * (overlap as f32 / ONE as f32);
            if wanted.abs() <= max_speed { wanted } else { max_speed.copysign(wanted) }
        };
        Vec2::from(self.overlap.map(speed))
    }
}

/// Adds the overlap of two members to both.
fn part(members: &mut [Member], a: usize, b: usize) {
    let first = members[a];
    let second = members[b];
    let low = first.aabb.min.max(second.aabb.min);
    let high = first.aabb.max.min(second.aabb.max);
    let depth = high - low;
    for (index, own) in [(a, first), (b, second)] {
        let axis = own.axis(depth);
        let sizes =
            [first.aabb, second.aabb].map(|aabb| i64::from(aabb.max[axis]) - i64::from(aabb.min[axis]));
        let share = i64::from(depth[axis]) * ONE / sizes[0].min(sizes[1]);
        // Twice the middles. Of two at one place the greater id moves toward greater coordinates.
        let twice = |aabb: Aabb| i64::from(aabb.min[axis]) + i64::from(aabb.max[axis]);
        let first_is_low = twice(first.aabb) <= twice(second.aabb);
        let is_low = first_is_low == (index == a);
        members[index].overlap[axis] += if is_low { -share } else { share };
    }
}

impl Member {
    /// Axis along which the member parts from another, at this overlap.
    fn axis(&self, depth: IVec2) -> usize {
        let level = 1 - self.up.axis();
        if self.is_floating && depth[1 - level] < depth[level] { 1 - level } else { level }
    }
}
