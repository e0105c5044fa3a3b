//! Rule: velocity and movement of an unobstructed body follow from gravity, hooks, time scale and lift velocity.

use super::contacts::{beside_bodies, touches};
use super::scene::{Owner, Scene};
use super::{Before, Verdict};
use crate::combinations::game::{Game, TICK, id};
use crate::shapes::solid::Plane;
use crate::shapes::world::pair;
use tilephys_core::glam::Vec2;
use tilephys_core::platform::{LeaveVelocity, SquishPolicy};
use tilephys_core::*;

/// A body in a step.
struct Flight<'a> {
    game: &'a Game<'a>,
    before: &'a Before,
    place: usize,
    profile: &'a Profile,
    then: Body,
    now: Body,
    /// Velocities when the control phase began and when it ended.
    speeds: [Vec2; 2],
    near: Near,
    /// True if it touches something after the step.
    touches: bool,
}

/// What was near a body, whether it collides with that or not.
#[derive(Clone, Copy, Debug, Default)]
struct Near {
    /// A mover or a solid body touched it when the step began, or when it ended.
    carrier: bool,
    /// So did a conveyor.
    belt: bool,
    /// A slanted face was on its way.
    slope: bool,
    /// A body that may collide with it was on its way.
    body: bool,
}

/// Steps after which nothing gives its velocity any more to a body that left it.
const LATE: u32 = 2;

/// How many steps ago each body could be carried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uncarried(Vec<u32>);

/// All bodies of a step.
pub(crate) fn agree(
    game: &Game,
    before: &Before,
    [then, now]: [&Scene; 2],
    uncarried: &mut Uncarried,
) -> Verdict<u64> {
    let mut looks = 0;
    uncarried.0.resize(game.profiles.len(), 0);
    for place in 0..game.profiles.len() {
        let (Some(profile), Some(speeds)) = (&game.profiles[place], game.speeds[place]) else { continue };
        let Some(earlier) = before.bodies[place] else { continue };
        let flight = Flight {
            game,
            before,
            place,
            profile,
            then: earlier,
            now: game.world.body(id(place)).expect("it is there"),
            speeds,
            near: near(game, [then, now], place),
            touches: !touches(game, before, now, place).is_empty()
                || !beside_bodies(game, before, now, place).is_empty(),
        };
        let all = [
            flight.gravity(),
            flight.lift(&mut uncarried.0[place]),
            flight.leaving(uncarried.0[place]),
            flight.way(),
        ];
        if let Some(what) = all.into_iter().flatten().next() {
            let all =
                [flight.then, flight.now].map(|body| (pair(body.position), body.velocity, body.remainder));
            let lifts = [before.lifts[place], game.world.lift_velocity(id(place))];
            let speeds = flight.speeds;
            return Err(format!(
                "flight: {what} of body {place}: {all:?}, control {speeds:?}, lifts {lifts:?}"
            ));
        }
        looks += 1;
    }
    Ok(looks)
}

fn near(game: &Game, [then, now]: [&Scene; 2], place: usize) -> Near {
    let (Some(from), Some(to)) = (then.boxes[place], now.boxes[place]) else { return Near::default() };
    let ends = [from.grown(1), to.grown(1)];
    let way = from.swept([0, 1].map(|k| to.lo[k] - from.lo[k])).grown(1);
    let mut near = Near::default();
    for (scene, end) in [then, now].into_iter().zip(ends) {
        for thing in &scene.things {
            let bounds = &thing.solid.bounds;
            let is_mover = matches!(thing.owner, Owner::Mover(_) | Owner::Body(_));
            let is_belt = game.spec.kinds[thing.kind].conveyor != [0.0; 2];
            near.carrier |= is_mover && bounds.meets(&end);
            near.belt |= is_belt && bounds.meets(&end);
            near.slope |= bounds.meets(&way) && thing.solid.planes.iter().any(Plane::is_slanted);
        }
    }
    let collides = |k: usize| game.profiles[k].is_some_and(|profile| profile.collide.is_some());
    for other in (0..then.boxes.len()).filter(|other| *other != place && collides(place) && collides(*other))
    {
        let both = [then, now].map(|scene| scene.boxes[other]);
        near.body |= both.iter().flatten().any(|there| there.meets(&way));
    }
    near
}

/// Equal but for rounding.
fn is_near(a: Vec2, b: Vec2) -> bool {
    (0..2).all(|k| {
        let (a, b) = (f64::from(a[k]), f64::from(b[k]));
        (a - b).abs() <= 1e-5 * (1.0 + a.abs() + b.abs())
    })
}

impl Flight<'_> {
    /// Gravity and the limits of speed, in the body's own time.
    fn gravity(&self) -> Option<&'static str> {
        let Flight { profile, then, speeds: [integrated, _], .. } = self;
        if self.before.is_stopped(self.place) {
            let is_kept = (0..2).all(|k| then.velocity[k].to_bits() == integrated[k].to_bits());
            let up = crate::combinations::hooks::upward(profile.movement.up).0;
            let now = self.now.velocity;
            let is_left = (0..2).all(|k| now[k] == self.speeds[1][k] || k == up && now[k] == 0.0);
            let is_right = is_kept && (is_left || self.near.body || !now.is_finite());
            return (!is_right).then_some("the velocity while it is stopped");
        }
        let rubs = profile.movement.walk_if_grounded().is_some_and(|walk| walk.friction > 0.0)
            || profile.collide.is_some_and(|collide| collide.friction > 0.0);
        if !then.velocity.is_finite() || rubs && self.before.stood.contains(&self.place) {
            return None;
        }
        let gravity = Vec2::from(self.game.spec.gravity) * profile.gravity_scale;
        let wanted = then.velocity + gravity * TICK * then.memory.time_scale;
        let wanted = wanted.clamp(-profile.max_speed, profile.max_speed);
        (!is_near(wanted, *integrated)).then_some("the velocity by gravity")
    }

    /// Checks that lift velocity ends after its ticks.
    fn lift(&self, uncarried: &mut u32) -> Option<&'static str> {
        let events = self.game.world.events_of(id(self.place));
        let may_be_carried = self.touches
            || events.iter().any(|event| event.kind.as_hit().is_some())
            || self.near.carrier
            || self.near.belt
            || self.near.body
            || self.before.is_stopped(self.place)
            || self.game.world.pushed_by(id(self.place)).is_some();
        *uncarried = if may_be_carried { 0 } else { *uncarried + 1 };
        let lifts = [self.before.lifts[self.place], self.game.world.lift_velocity(id(self.place))];
        let is_over = *uncarried > u32::from(self.profile.riding.lift_ticks) + 1;
        let is_old = lifts[1] != Vec2::ZERO && lifts[0] == lifts[1];
        (is_over && is_old).then_some("the lift, long ago,")
    }

    /// True if nothing had a part in the step but gravity, the game, and a carrier that was left.
    fn is_free(&self) -> bool {
        let is_hit = |event: &Event| {
            !matches!(
                event.kind,
                EventKind::Enter { .. }
                    | EventKind::Stay { .. }
                    | EventKind::Exit { .. }
                    | EventKind::TileEnter { .. }
                    | EventKind::TileLeave { .. }
                    | EventKind::FloorEnd
            )
        };
        let (place, world) = (self.place, &self.game.world);
        !self.touches
            && !self.near.body
            && self.profile.solid.is_none()
            && self.profile.movement.response != Response::PassThrough
            && self.then.memory.retain_ticks + self.now.memory.retain_ticks == 0
            && !world.events_of(id(place)).iter().any(is_hit)
            && !self.before.was_skipped(self.game, place)
            && world.squishes(id(place)).is_empty()
            && self.before.crushed.iter().all(|(crushed, _)| *crushed != place)
            && self.before.were_inside.iter().all(|(inside, _)| *inside != place)
            && self.before.overlapped.iter().all(|(a, b)| *a != place && *b != place)
    }

    /// What a body takes along of a lift.
    fn taken(&self, lift: Vec2) -> Vec2 {
        let (riding, (up, sign)) =
            (&self.profile.riding, crate::combinations::hooks::upward(self.profile.movement.up));
        let mut taken = if riding.leave == LeaveVelocity::None { Vec2::ZERO } else { lift };
        if riding.leave == LeaveVelocity::AddUpward && taken[up] * (sign as f32) < 0.0 {
            taken[up] = 0.0;
        }
        taken.clamp(-riding.lift_cap, riding.lift_cap)
    }

    fn clings(&self) -> bool {
        self.profile.riding.walls || self.profile.riding.ceilings
    }

    fn rises(&self) -> bool {
        let (up, sign) = crate::combinations::hooks::upward(self.profile.movement.up);
        [self.speeds[1], self.now.velocity].iter().all(|v| v[up] * sign as f32 > 0.0)
    }

    /// The velocity is what the game left, and what a carrier gave to a body that left it in this step.
    fn leaving(&self, uncarried: u32) -> Option<&'static str> {
        let bridges =
            self.profile.movement.walk_if_grounded().is_some_and(|walk| walk.gap_bridge + walk.step_up > 0.0);
        if !self.is_free() || bridges && !self.rises() {
            return None;
        }
        let wanted = self.speeds[1];
        let mut may_be = vec![wanted];
        let was_held = self.clings() || uncarried <= LATE || self.before.stood.contains(&self.place);
        if was_held {
            let lifts = [self.before.lifts[self.place], self.game.world.lift_velocity(id(self.place))];
            let taken = lifts.map(|lift| self.taken(lift));
            may_be.extend(taken.map(|taken| wanted + taken));
            let (up, sign) = crate::combinations::hooks::upward(self.profile.movement.up);
            // A carrier that rises faster than its rider presses that onto itself, and gives when it leaves.
            if wanted[up] * sign as f32 > 0.0 {
                // A body that clings is carried on in the step of its jump. It leaves again if it does not rise any more.
                if self.clings() {
                    may_be.push(wanted + taken[0] + taken[1]);
                }
                let mut pressed = wanted;
                pressed[up] = 0.0;
                may_be.extend([pressed, pressed + taken[1]]);
            }
        }
        may_be.iter().all(|v| !is_near(*v, self.now.velocity)).then_some("the velocity")
    }

    /// The way is what the velocity says, or what a mover made of it.
    fn way(&self) -> Option<&'static str> {
        let walk = self.profile.movement.walk_if_grounded();
        let is_open = !self.is_free()
            || self.clings()
            || self.near.carrier
            || self.near.belt && !self.rises()
            || self.near.slope
            // Bodies that collide are parted from what others were pushed into.
            || self.profile.collide.is_some()
            || self.game.profiles.iter().flatten().any(|profile| profile.solid.is_some())
            || self.before.stood.contains(&self.place) && !self.rises()
            || walk.is_some_and(|walk| walk.one_way_assist + walk.gap_bridge + walk.step_up > 0.0)
            || matches!(self.profile.riding.squish, SquishPolicy::Wiggle(_));
        if is_open {
            return None;
        }
        let (from, to) = (pair(self.then.position), pair(self.now.position));
        let is_own = |velocity: Vec2, k: usize| {
            let seconds = f64::from(TICK) * f64::from(self.then.memory.time_scale);
            let own = f64::from(velocity[k]) * seconds * 256.0 + f64::from(self.then.remainder[k]);
            let off = ((to[k] - from[k]) as f64 - own).abs();
            off <= 0.52 + own.abs() * 1e-6 || self.is_push((to[k] - from[k]) as f64, own, k)
        };
        let velocities = [self.speeds[1], self.now.velocity];
        let is_right = velocities.iter().any(|v| (0..2).all(|k| is_own(*v, k)));
        (!is_right).then_some("the way")
    }

    /// True if a push may have made this movement on an axis. A push counts as a part of the body's own movement.
    fn is_push(&self, way: f64, own: f64, k: usize) -> bool {
        if self.game.world.pushed_by(id(self.place)).is_none() {
            return false;
        }
        let movers =
            (0..self.game.spec.movers.len()).filter_map(|n| self.game.world.mover_moved(MoverId(n as u32)));
        // Several movers may push one after the other.
        let farthest: f64 = movers.map(|moved| f64::from(moved[k].abs())).sum();
        way.abs() <= own.abs() + 1.0 || way.abs() <= farthest + 1.0
    }
}
