//! A step that loads, moves and stores part by part gives the same bits as one over all bodies.

use crate::executors::{Adversary, How, crowd_among, events};
use crate::volume::volume;
use glam::{IVec2, Vec2};
use std::sync::atomic::AtomicU32;
use tilephys_core::{
    BodyState, MoveConfig, Profile, ProfileId, Walk, World,
    driver::{BodyRows, BodySlices, Executor, Rows, SerialExecutor},
};

const DT: f32 = 1.0 / 60.0;

/// Body as a driver may store it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    at: IVec2,
    size: IVec2,
    /// Bits, because NaN equals nothing.
    velocity: [u32; 2],
    rest: Vec2,
    profile: ProfileId,
    state: BodyState,
}

/// Rows in a slice.
struct Stored<'a>(&'a mut [Row]);

impl Rows for Stored<'_> {
    fn split(self, len: usize) -> (Self, Self) {
        let (first, rest) = self.0.split_at_mut(len);
        (Stored(first), Stored(rest))
    }
}

impl BodyRows for Stored<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn load(&mut self, bodies: &mut BodySlices) {
        assert_eq!(self.0.len(), bodies.len());
        for (i, row) in self.0.iter().enumerate() {
            for (axis, k) in [(&mut bodies.x, 0), (&mut bodies.y, 1)] {
                (axis.at[i], axis.size[i]) = (row.at[k], row.size[k]);
                (axis.velocity[i], axis.remainder[i]) = (f32::from_bits(row.velocity[k]), row.rest[k]);
            }
            (bodies.profile[i], bodies.state[i]) = (row.profile, row.state);
        }
    }

    fn store(&mut self, bodies: &mut BodySlices) {
        assert_eq!(self.0.len(), bodies.len());
        for (i, row) in self.0.iter_mut().enumerate() {
            *row = row_of(bodies, i);
        }
    }
}

fn row_of(bodies: &BodySlices, i: usize) -> Row {
    let (x, y) = (&bodies.x, &bodies.y);
    Row {
        at: IVec2::new(x.at[i], y.at[i]),
        size: IVec2::new(x.size[i], y.size[i]),
        velocity: [x.velocity[i], y.velocity[i]].map(f32::to_bits),
        rest: Vec2::new(x.remainder[i], y.remainder[i]),
        profile: bodies.profile[i],
        state: bodies.state[i],
    }
}

fn rows_of(world: &mut World) -> Vec<Row> {
    let bodies = world.slices();
    (0..bodies.len()).map(|i| row_of(&bodies, i)).collect()
}

/// Numbers of steps by their way.
#[derive(Debug, Default)]
struct Ways {
    by_rows: u32,
    by_phases: u32,
}

/// Steps rows in three runs, or all bodies if the world asks for it.
fn step(world: &mut World, rows: &mut [Row], executor: &impl Executor, ways: &mut Ways) {
    // Data of an older step must not matter.
    world.slices().x.at.fill(77);
    if let Some(mut step) = world.row_step(executor, DT, 3) {
        let (first, rest) = rows.split_at_mut(12_345);
        let (second, third) = rest.split_at_mut(0);
        for run in [first, second, third] {
            step.advance(Stored(run), None);
        }
        ways.by_rows += 1;
        step.finish(None);
    } else {
        ways.by_phases += 1;
        Stored(rows).load(&mut world.slices());
        world.step_on(executor, DT, &mut ());
        Stored(rows).store(&mut world.slices());
    }
}

/// A crowd on whole tiles with a few walkers that keep their speed at walls: transient state comes and goes.
fn crowd() -> World {
    let mut world = crowd_among(0);
    let movement =
        MoveConfig { walk: Walk { wall_retain_ticks: 2, ..Walk::default() }, ..MoveConfig::default() };
    let retaining = world.add_profile(Profile { movement, ..Profile::default() });
    let ids: Vec<_> = world.ids().step_by(5_000).collect();
    for id in ids {
        world.change_profile(id, retaining);
        world.set_velocity(id, [300.0, 0.0]);
    }
    world
}

#[test]
fn rows_and_phases_give_the_same_bits() {
    let executors = [
        Adversary::new(1, How::SecondHalfFirst),
        Adversary::new(3, How::ByTurns(AtomicU32::new(0))),
        Adversary::new(2, How::Threads),
    ];
    let mut plain = crowd();
    let mut all: Vec<_> = executors
        .into_iter()
        .map(|executor| {
            let mut world = crowd();
            let rows = rows_of(&mut world);
            (world, rows, executor)
        })
        .collect();
    let (mut ways, mut count) = (Ways::default(), 0);
    for tick in 0..volume(20, 400) {
        plain.step(DT);
        count += plain.events().len();
        let expected = rows_of(&mut plain);
        for (world, rows, executor) in &mut all {
            step(world, rows, executor, &mut ways);
            assert!(*rows == expected, "tick {tick}, {executor:?}");
            assert_eq!(world.state_hash(), plain.state_hash(), "tick {tick}, {executor:?}");
            assert_eq!(world.hit_count(), plain.hit_count(), "tick {tick}, {executor:?}");
            assert!(events(world) == events(&plain), "tick {tick}, {executor:?}");
        }
    }
    let is_varied = ways.by_rows > 20 && ways.by_phases > 3;
    assert!(is_varied && count > 4_000, "{ways:?}, {count} events");
}

#[test]
fn a_world_with_more_than_a_grid_has_no_row_step() {
    let mut world = crowd_among(1);
    assert!(world.row_step(&SerialExecutor, DT, 1).is_none(), "off-grid shapes");
    let mut world = crowd_among(0);
    assert!(world.row_step(&SerialExecutor, DT, 1).is_some());
    assert!(world.row_step(&SerialExecutor, DT, 100).is_none(), "many short runs");
    assert!(world.row_step(&SerialExecutor, -1.0, 1).is_none(), "a negative step");
    let id = world.ids().next().unwrap();
    world.set_time_scale(id, 0.5);
    assert!(world.row_step(&SerialExecutor, DT, 1).is_none(), "a time scale");
    let mut world = crowd_among(0);
    world.add_profile(Profile { collide: Some(Default::default()), ..Profile::default() });
    assert!(world.row_step(&SerialExecutor, DT, 1).is_none(), "bodies that collide");
}
