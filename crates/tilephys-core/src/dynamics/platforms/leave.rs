//! Lift velocity: bodies that leave a carrier by a jump or by walking off, or that lose it.

use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{Bodies, BodyState, IdMap, Lift, Rides, TransientStates};
use glam::Vec2;
use std::ops::Range;

/// Bodies that may leave.
pub(crate) struct Leaving<'a> {
    pub(crate) profiles: &'a [Profile],
    pub(crate) bodies: &'a mut Bodies,
    pub(crate) indices: &'a IdMap,
    /// Transient state: a body without time leaves later.
    pub(crate) transient: &'a TransientStates,
}

impl Rides {
    /// Adds the lift velocity to bodies that stood or clung and now rise, after the game has set velocities.
    ///
    /// Carriers of the last [`lift_ticks`](crate::platform::RideSettings::lift_ticks) count too.
    pub(crate) fn jump(&mut self, scene: Leaving) {
        self.taken.clear();
        let rises = Rises::of(scene.profiles);
        let may_leave = |_: BodyState, velocity: Vec2| rises.may_rise(velocity);
        self.each_leaving(scene, may_leave, |_, profile, state, rises| holds(state, profile) && rises);
    }

    /// True if a body added lift velocity in this step: its velocity is no longer relative to its carrier.
    pub(crate) fn has_taken(&self, body: BodyId) -> bool {
        let at = self.taken.binary_search_by_key(&body, |taken| taken.0);
        at.is_ok_and(|at| self.taken[at].1 != Vec2::ZERO)
    }

    /// Undoes the lift of a body whose carrier overtakes it: it has not left. Returns the lift velocity, in
    /// px/s.
    pub(crate) fn take_back(&mut self, body: BodyId) -> Vec2 {
        let Ok(at) = self.taken.binary_search_by_key(&body, |taken| taken.0) else { return Vec2::ZERO };
        if let Ok(index) = self.list.binary_search_by_key(&body, |lift| lift.body) {
            self.list[index].left = false;
        }
        std::mem::take(&mut self.taken[at].1)
    }

    /// Adds the lift velocity, at the end of a tick, to bodies that lost their carrier in it and do not rise.
    pub(crate) fn fall(&mut self, scene: Leaving) {
        let may_leave = |state: BodyState, _: Vec2| !state.on_floor();
        self.each_leaving(scene, may_leave, |lift, profile, state, rises| {
            !holds(state, profile) && !rises && lift.ticks.saturating_add(JUST) >= profile.riding.lift_ticks
        });
    }

    /// Adds the lifts by conveyors in this step.
    pub(crate) fn add(
        &mut self,
        lifts: &mut Vec<(BodyId, Vec2)>,
        profiles: &[Profile],
        bodies: &Bodies,
        indices: &IdMap,
    ) {
        for (body, velocity) in lifts.drain(..) {
            let profile = indices.get(body).map(|index| bodies.profile[index].index());
            let Some(profile) = profile.and_then(|index| profiles.get(index)) else { continue };
            self.new.push(Lift { body, velocity, ticks: profile.riding.lift_ticks, left: false });
        }
    }

    /// Adds the lift velocity to bodies for which `leaves` is true. `may_leave` is a cheap test of their states and
    /// velocities.
    fn each_leaving(
        &mut self,
        scene: Leaving,
        may_leave: impl Fn(BodyState, Vec2) -> bool,
        leaves: impl Fn(&Lift, &Profile, BodyState, bool) -> bool,
    ) {
        let Leaving { profiles, bodies, indices, transient } = scene;
        let mut reader = indices.reader();
        let mut next = 0;
        for lifts in self.list.chunks_mut(BLOCK) {
            let block = next..next + lifts.len();
            if is_block_of(lifts, bodies, block.clone()) && !may_any_leave(bodies, block.clone(), &may_leave)
            {
                next = block.end;
                continue;
            }
            for lift in lifts.iter_mut().filter(|lift| !lift.left) {
                // Mostly bodies are in the order of ids.
                let guess = bodies.id.get(next).filter(|id| **id == lift.body).map(|_| next);
                let Some(index) = guess.or_else(|| reader.get(lift.body)) else { continue };
                next = index + 1;
                let velocity = Vec2::new(bodies.x.velocity[index], bodies.y.velocity[index]);
                if !may_leave(bodies.state[index], velocity) || transient.is_stopped(lift.body) {
                    continue;
                }
                let Some(profile) = profiles.get(bodies.profile[index].index()) else { continue };
                let up = profile.movement.up;
                let rises = velocity[up.axis()] * up.sign() > 0.0;
                if leaves(lift, profile, bodies.state[index], rises) {
                    let taken = profile.riding.taken(lift.velocity, up);
                    let velocity = [&mut bodies.x.velocity, &mut bodies.y.velocity];
                    for (k, velocity) in velocity.into_iter().enumerate() {
                        velocity[index] = velocity[index] + taken[k] + 0.0;
                    }
                    lift.left = true;
                    self.taken.push((lift.body, taken));
                }
            }
        }
    }
}

/// Lifts that are tested side by side.
const BLOCK: usize = 32;

/// True if lifts are exactly the lifts of a block of bodies.
fn is_block_of(lifts: &[Lift], bodies: &Bodies, block: Range<usize>) -> bool {
    let ids = bodies.id.get(block);
    ids.is_some_and(|ids| lifts.iter().zip(ids).all(|(lift, id)| lift.body == *id))
}

/// True if `may_leave` is true for a body in a block.
#[inline(always)]
fn may_any_leave(bodies: &Bodies, block: Range<usize>, may_leave: impl Fn(BodyState, Vec2) -> bool) -> bool {
    let x = &bodies.x.velocity[block.clone()];
    let y = &bodies.y.velocity[block.clone()];
    let states = bodies.state[block].iter();
    states.zip(x.iter().zip(y)).fold(false, |any, (state, (x, y))| any | may_leave(*state, Vec2::new(*x, *y)))
}

/// Greatest and least velocities of bodies that do not rise by any profile, in px/s.
struct Rises {
    least: Vec2,
    greatest: Vec2,
}

impl Rises {
    fn of(profiles: &[Profile]) -> Self {
        let mut none = Rises { least: Vec2::NEG_INFINITY, greatest: Vec2::INFINITY };
        for up in profiles.iter().map(|profile| profile.movement.up) {
            let limits = if up.sign() < 0.0 { &mut none.least } else { &mut none.greatest };
            limits[up.axis()] = 0.0;
        }
        none
    }

    /// True if a velocity has a part toward the up of any profile.
    #[inline(always)]
    fn may_rise(&self, velocity: Vec2) -> bool {
        let Rises { least, greatest } = self;
        (velocity.x < least.x)
            | (velocity.y < least.y)
            | (velocity.x > greatest.x)
            | (velocity.y > greatest.y)
    }
}

/// True if a body stands on a floor or clings to a surface.
fn holds(state: BodyState, profile: &Profile) -> bool {
    let riding = &profile.riding;
    state.on_floor() || riding.walls && state.on_wall() || riding.ceilings && state.on_ceiling()
}

/// Maximum age of a lift from the last step when compared with a new one, in ticks.
const JUST: u8 = 1;

#[cfg(test)]
mod tests {
    use crate::controller::Body;
    use crate::dynamics::settings::Profile;
    use crate::dynamics::state::Mover;
    use crate::dynamics::world::{ControlContext, StepHooks, World};
    use crate::grid::TileGrid;
    use crate::tile::Tile;
    use glam::{UVec2, Vec2};

    /// Sets velocities in a tick: bodies with these numbers jump, others walk off.
    struct Input {
        jumps: fn(usize) -> bool,
        tick: u32,
    }

    impl StepHooks for Input {
        fn control(&mut self, bodies: &mut ControlContext) {
            let bodies = bodies.slices();
            for index in (0..bodies.id.len()).filter(|_| self.tick == 5) {
                let number = bodies.id[index].0 as usize;
                if (self.jumps)(number) {
                    bodies.y.velocity[index] = -200.0;
                } else if number % 50 == 49 {
                    bodies.x.velocity[index] = -900.0;
                }
            }
        }
    }

    /// Velocities of `riders` bodies at the same place on a mover, after some have left it.
    fn velocities(riders: usize, jumps: fn(usize) -> bool) -> Vec<Vec2> {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("level");
        let tile = grid.add_tile(Tile::default());
        let mut world = World::new(grid);
        world.gravity = Vec2::new(0.0, 600.0);
        let profile = world.add_profile(Profile::default());
        let mover = Mover::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 16.0), layer, tile);
        let mover = world.add_mover(mover).expect("a sound mover");
        world.set_mover_velocity(mover, Vec2::new(45.0, 15.0));
        for _ in 0..riders {
            world.spawn(profile, Body::new(Vec2::new(10.0, 90.0), Vec2::new(8.0, 10.0)));
        }
        for tick in 0..12 {
            world.step_with(1.0 / 60.0, &mut Input { jumps, tick });
        }
        world.ids().filter_map(|id| Some(world.body(id)?.velocity)).collect()
    }

    #[test]
    fn bodies_among_many_leave_with_the_velocity_of_a_single_one() {
        let jumper = velocities(1, |_| true)[0];
        let rider = velocities(1, |_| false)[0];
        assert!(jumper.x == 45.0 && rider.x == 0.0, "{jumper}, {rider}");
        let all = velocities(200, |number| number % 37 == 5);
        let walker = all[49];
        assert!(walker.x > -900.0 + 44.0 && walker.y > 0.0, "{walker}");
        for (number, velocity) in all.into_iter().enumerate() {
            let expected = match number {
                _ if number % 37 == 5 => jumper,
                _ if number % 50 == 49 => walker,
                _ => rider,
            };
            assert_eq!(velocity, expected, "body {number}");
        }
    }
}
