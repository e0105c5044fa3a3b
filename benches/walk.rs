//! Character movement: characters run and jump in the cave, beside the mover of tutorials, which moves along x,
//! then y.

mod characters;
#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use characters::tutorial;
use characters::{Facts, Input, SIZE, characters, shaped_cave, world};
use criterion::Criterion;
use std::time::{Duration, Instant};
use support::paired::Pair;
use support::workload::{Bytes, DT, level};
use tilephys::core::{MotionMode, MoveConfig, Profile, TileGrid, World};

const CHARACTERS: usize = 10_000;
/// Steps of one round.
const STEPS: usize = 60;
/// Steps in which all characters land, before the measurement.
const FALL: u32 = 30;

/// State of both sides at the start of the measurement.
struct Start {
    tutorial: Vec<tutorial::Character>,
    world: World,
}

impl Start {
    fn new(bytes: &Bytes, grid: &TileGrid, profile: Profile) -> Self {
        let mut tutorial = characters(bytes, CHARACTERS);
        let mut world = world(grid, &tutorial, profile);
        for tick in 0..FALL {
            tutorial::step(bytes, SIZE / 2.0, &mut tutorial, tick);
            world.step_with(DT, &mut Input { tick });
        }
        Start { tutorial, world }
    }

    fn tutorial_steps(&self, bytes: &Bytes) -> Duration {
        let mut all = self.tutorial.clone();
        let began = Instant::now();
        for tick in 0..STEPS as u32 {
            std::hint::black_box(tutorial::step(bytes, SIZE / 2.0, &mut all, FALL + tick));
        }
        began.elapsed()
    }

    fn world_steps(&self) -> Duration {
        let mut world = self.world.clone();
        let began = Instant::now();
        for tick in 0..STEPS as u32 {
            world.step_with(DT, &mut Input { tick: FALL + tick });
        }
        began.elapsed()
    }

    /// Prints the behavior of both sides in 300 steps, which must be similar.
    fn print_facts(&self, title: &str, bytes: &Bytes) {
        let (mut all, mut world) = (self.tutorial.clone(), self.world.clone());
        let (mut theirs, mut ours) = (Facts::default(), Facts::default());
        for tick in FALL..FALL + 300 {
            tutorial::step(bytes, SIZE / 2.0, &mut all, tick);
            world.step_with(DT, &mut Input { tick });
            theirs.count(&mut all.iter().map(tutorial::Character::flags));
            ours.count(&mut world.ids().map(|id| characters::flags(&world, id)));
        }
        let went = |to: f32, from: f32| f64::from((to - from).abs());
        theirs.travel = all.iter().zip(&self.tutorial).map(|(a, b)| went(a.x, b.x)).sum();
        let x = |world: &World, id| world.body(id).expect("it is there").position_px().x;
        ours.travel = world.ids().map(|id| went(x(&world, id), x(&self.world, id))).sum();
        println!("{title}: the tutorial's: {theirs}; tilephys: {ours}");
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let arena = level("arena.tmx");
    let bytes = Bytes::of(&arena);
    let shaped = shaped_cave(&bytes);
    let flags = Profile { report_hits: false, ..characters::profile() };
    let floating = MoveConfig { motion_mode: MotionMode::Floating, ..MoveConfig::default() };
    for (title, grid, profile) in [
        ("walk, all flags", &arena.grid, flags),
        ("walk, all flags and every hit an event", &arena.grid, characters::profile()),
        ("float instead of walk, all flags", &arena.grid, Profile { movement: floating, ..flags }),
        ("walk, a tenth of the tiles shaped", &shaped, flags),
    ] {
        let start = Start::new(&bytes, grid, profile);
        start.print_facts(title, &bytes);
        let (reference, ours) = (|| start.tutorial_steps(&bytes), || start.world_steps());
        Pair { title, items: CHARACTERS * STEPS, reference, ours }.run(&mut criterion);
    }
    criterion.final_summary();
}
