//! The tick: one straight line of named phases over plain arrays.

use super::events::{EventKind, Field};
use super::ids::BodyId;
use super::profile::Profile;
use super::state::BodyState;
use super::{Bodies, World};
use crate::fraction::Fraction;
use crate::grid::{CellRect, TileGrid};
use crate::lattice::displacement;
use crate::movement::{Body, Hit, Motion, Start, move_whole, swept_cells};
use crate::response::Response;
use glam::{IVec2, Vec2};

/// The parts of a step, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Gravity is added to velocities, then limits are applied.
    Integrate,
    /// The game sets velocities.
    Control,
    /// Every body moves through the grid as if it were alone.
    SweepAlone,
    /// What bodies touch is found out from where they are.
    Commit,
    /// Events are put in order.
    Events,
}

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Phase; 5] =
        [Phase::Integrate, Phase::Control, Phase::SweepAlone, Phase::Commit, Phase::Events];

    /// The name as in the profile and in the documentation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Integrate => "integrate",
            Phase::Control => "control",
            Phase::SweepAlone => "sweep_alone",
            Phase::Commit => "commit",
            Phase::Events => "events",
        }
    }
}

/// What a caller may do within a step. The engine has no clock: whoever times phases does it here.
pub trait StepHooks {
    /// A phase begins; the one before it has ended.
    fn phase(&mut self, _phase: Phase) {}

    /// The time to set velocities: gravity is in them, contacts are those of the last step. So the step of a jump has
    /// no gravity in it.
    fn control(&mut self, _bodies: &mut Controls) {}

    /// The last phase has ended.
    fn finished(&mut self) {}
}

impl StepHooks for () {}

/// What the game may see and change in the control phase.
pub struct Controls<'a> {
    world: &'a mut World,
}

impl Controls<'_> {
    /// A body as it is now.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body> {
        self.world.body(id)
    }

    /// What it touched at the end of the last step.
    #[must_use]
    pub fn state(&self, id: BodyId) -> Option<BodyState> {
        self.world.state(id)
    }

    /// Sets a velocity, in px/s, as [`World::set_velocity`] does.
    pub fn set_velocity(&mut self, id: BodyId, velocity: Vec2) -> bool {
        self.world.set_velocity(id, velocity)
    }
}

impl World {
    /// Moves everything on by `dt` seconds.
    ///
    /// Never panics. A `dt` that is NaN, infinite or negative moves nothing and is reported for every body.
    pub fn step(&mut self, dt: f32) {
        self.step_with(dt, &mut ());
    }

    /// The same, with the caller's part in it.
    pub fn step_with(&mut self, dt: f32, hooks: &mut impl StepHooks) {
        let sound = dt.is_finite() && dt >= 0.0;
        self.log.events.clear();

        hooks.phase(Phase::Integrate);
        if sound {
            integrate(&mut self.bodies, &self.profiles, self.gravity * dt);
        }

        hooks.phase(Phase::Control);
        hooks.control(&mut Controls { world: self });

        hooks.phase(Phase::SweepAlone);
        if sound {
            self.sweep_alone(dt);
        } else {
            self.reject_all(Field::TimeStep);
        }

        hooks.phase(Phase::Commit);
        self.commit();

        hooks.phase(Phase::Events);
        self.log.sort();
        hooks.finished();
    }

    /// Every body plays the grid alone.
    fn sweep_alone(&mut self, dt: f32) {
        for place in 0..self.bodies.id.len() {
            let profile = &self.profiles[usize::from(self.bodies.profile[place].0)];
            let translation = self.bodies.velocity[place] * dt;
            let (position, size) = (self.bodies.position[place], self.bodies.size[place]);
            let rest = self.bodies.rest[place];
            let on_axis = |k: usize| displacement(translation[k], rest[k]);
            let Some((x, y)) = on_axis(0).zip(on_axis(1)) else {
                self.log.push(self.bodies.id[place], EventKind::Rejected { field: Field::Velocity });
                continue;
            };
            let (d, rest) = (IVec2::new(x.units, y.units), Vec2::new(x.rest, y.rest));
            if is_inside(position, size, d) && is_far(&self.grid, position, size, d) {
                self.bodies.position[place] = position + d;
                self.bodies.rest[place] = rest;
                self.bodies.state[place] = self.bodies.state[place].with_near(false).with_stuck(false);
            } else {
                let motion = Motion {
                    position,
                    left: d,
                    fraction: Fraction::ZERO,
                    velocity: self.bodies.velocity[place],
                    rest,
                    hits: 0,
                };
                let profile = *profile;
                self.sweep_near(place, &profile, motion);
            }
        }
    }

    /// The step of a body with something near its way.
    #[inline(never)]
    fn sweep_near(&mut self, place: usize, profile: &Profile, mut motion: Motion) {
        let (id, size) = (self.bodies.id[place], self.bodies.size[place]);
        let view = self.grid.view(profile.movement.mask);
        let (log, hits) = (&mut self.log, &mut self.hits);
        let before = log.events.len();
        let start = move_whole(view, size, &profile.movement, &mut motion, &mut |found, d, motion| {
            *hits += 1;
            if profile.report_hits {
                let hit = Hit::new(view, size, found, d[found.axis] > 0, motion);
                log.push(id, EventKind::Hit(hit));
            }
        });
        if profile.movement.response == Response::Pass {
            log.order_crossings(before);
        }
        let state = &mut self.bodies.state[place];
        let stuck = start == Start::Stuck;
        if stuck && !state.stuck() {
            self.log.push(id, EventKind::Overlapped);
        }
        *state = state.with_near(true).with_stuck(stuck);
        self.bodies.position[place] = motion.position;
        self.bodies.velocity[place] = motion.velocity;
        self.bodies.rest[place] = motion.rest;
    }

    fn reject_all(&mut self, field: Field) {
        for &id in &self.bodies.id {
            self.log.push(id, EventKind::Rejected { field });
        }
    }

    /// Contacts from geometry, for bodies that are near something.
    fn commit(&mut self) {
        for place in 0..self.bodies.id.len() {
            let state = self.bodies.state[place];
            if state.near() || state.bits() != 0 {
                self.commit_one(place);
            }
        }
    }

    fn commit_one(&mut self, place: usize) {
        let profile = &self.profiles[usize::from(self.bodies.profile[place].0)];
        if !profile.track_contacts {
            return;
        }
        let (was, up) = (self.bodies.state[place], profile.movement.up);
        let (min, velocity) = (self.bodies.position[place], self.bodies.velocity[place]);
        let contacts = self.grid.view(profile.movement.mask).contacts(min, min + self.bodies.size[place]);
        let rising = velocity.dot(up.vector().as_vec2()) > 0.0;
        let on_floor = contacts.floor(up) && !rising;
        self.bodies.state[place] = was.with_contacts(contacts, on_floor);
        if on_floor != was.on_floor() {
            let kind = if on_floor { EventKind::FloorBegin } else { EventKind::FloorEnd };
            self.log.push(self.bodies.id[place], kind);
        }
    }
}

/// v += gravity * dt, then the limits.
fn integrate(bodies: &mut Bodies, profiles: &[Profile], change: Vec2) {
    if change == Vec2::ZERO && profiles.iter().all(|p| p.max_speed == Vec2::INFINITY) {
        return;
    }
    for (velocity, profile) in bodies.velocity.iter_mut().zip(&bodies.profile) {
        let profile = &profiles[usize::from(profile.0)];
        let wanted = *velocity + change * profile.gravity_scale;
        // What is not finite stays as it is, to be reported: a limit would hide an infinite speed.
        if wanted.is_finite() {
            *velocity =
                Vec2::new(limited(wanted.x, profile.max_speed.x), limited(wanted.y, profile.max_speed.y));
        }
    }
}

/// The speed within ±`limit`; -0 becomes +0.
#[inline(always)]
fn limited(speed: f32, limit: f32) -> f32 {
    let speed = if speed > limit { limit } else { speed };
    (if speed < -limit { -limit } else { speed }) + 0.0
}

/// Is the whole motion well inside the world, so that no sum of coordinates overflows? Meant to be cheap, not exact:
/// the last 65,536 px are left to the careful path.
#[inline(always)]
fn is_inside(position: IVec2, size: IVec2, d: IVec2) -> bool {
    const MARGIN: i32 = 1 << 24;
    // Folds a sign: v or -1 - v. Adding the margin overflows into the sign near the ends of i32.
    let far = |v: i32| (v ^ v >> 31).wrapping_add(MARGIN);
    let short = d.x.wrapping_add(MARGIN) as u32 | d.y.wrapping_add(MARGIN) as u32;
    let (low, high) = (position.wrapping_add(d), position.wrapping_add(size).wrapping_add(d));
    short < 2 * MARGIN as u32 && far(low.x) | far(low.y) | far(high.x) | far(high.y) >= 0
}

/// Is there nothing within a unit of the whole motion, as far as one look tells?
#[inline(always)]
fn is_far(grid: &TileGrid, position: IVec2, size: IVec2, d: IVec2) -> bool {
    let view = grid.view(u32::MAX);
    let grown: CellRect = swept_cells(view, position - IVec2::ONE, size + 2 * IVec2::ONE, d);
    view.quick_free(grown)
}
