//! Rollback: snapshots of worlds and of entities; restores a snapshot and replays eight ticks, as a networked game does for late input.

#[allow(dead_code)] // Shared with other benches, which use all of it.
mod characters;
#[allow(dead_code)] // Used by other benches of the module.
mod support;

use characters::{Input, characters, profile, world as characters_world};
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::in_turn::Ways;
use support::workload::{Bytes, DT, body, bouncing, level, projectiles, world as projectiles_world};
use tilephys::core::{World, record::Checkpoint};
use tilephys::ecs::{self, Collider, Gravity, Physics, Position, Reports, Response, Velocity};
use tilephys::hecs;
use tilephys::tiled::Level;

const BODIES: usize = 2_000;
/// Ticks to replay.
const AGAIN: u32 = 8;
/// Repetitions of each measurement in a round.
const TIMES: u32 = 20;
/// Steps before the snapshot.
const BEFORE: u32 = 60;

type Step = fn(&mut World, u32);

/// World with its step function.
#[derive(Clone)]
struct Game {
    world: World,
    step: Step,
    spare: Vec<u8>,
    copy: Checkpoint,
}

impl Game {
    fn restore(&mut self, snapshot: &[u8]) {
        self.world.restore(black_box(snapshot)).expect("a sound snapshot");
    }

    fn eight_steps(&mut self) {
        (0..AGAIN).for_each(|tick| (self.step)(&mut self.world, BEFORE + tick));
    }

    fn roll_back(&mut self, checkpoint: &Checkpoint) {
        assert!(self.world.roll_back(black_box(checkpoint)), "a checkpoint of this world");
    }

    /// Like `eight_rollbacks`, but with checkpoints in memory.
    fn eight_in_memory(&mut self, begins: &[Checkpoint], saves: bool) {
        for (tick, begin) in (0..).zip(begins) {
            if saves {
                self.world.save_to(black_box(&mut self.copy));
            }
            self.roll_back(begin);
            (self.step)(&mut self.world, BEFORE + tick);
        }
    }

    /// Worst case, with late input in every tick: each tick restores its snapshot and steps, after saving if
    /// `saves`.
    fn eight_rollbacks(&mut self, begins: &[Vec<u8>], saves: bool) {
        for (tick, begin) in (0..).zip(begins) {
            if saves {
                self.world.snapshot_into(black_box(&mut self.spare));
            }
            self.restore(begin);
            (self.step)(&mut self.world, BEFORE + tick);
        }
    }
}

/// Snapshots and checkpoints before each of the replayed ticks.
fn begins(mut game: Game) -> (Vec<Vec<u8>>, Vec<Checkpoint>) {
    let save_and_step = |tick| {
        let mut copy = Checkpoint::default();
        game.world.save_to(&mut copy);
        let begin = game.world.snapshot();
        (game.step)(&mut game.world, BEFORE + tick);
        (begin, copy)
    };
    (0..AGAIN).map(save_and_step).unzip()
}

/// Time of one of `TIMES` calls of `work`.
fn timed(mut work: impl FnMut()) -> Duration {
    let began = Instant::now();
    (0..TIMES).for_each(|_| work());
    began.elapsed() / TIMES
}

fn compare(title: &str, mut world: World, step: Step) {
    (0..BEFORE).for_each(|tick| step(&mut world, tick));
    let snapshot = world.snapshot();
    let size = snapshot.len().div_ceil(BODIES);
    let title =
        format!("rollback of {BODIES} {title}, {size} bytes a body; times a body, of 1,500 ns for 3 ms");
    let game = Game { world, step, spare: Vec::new(), copy: Checkpoint::default() };
    let [mut alone, mut once, mut each, mut late, mut saved, mut taken] = [(); 6].map(|()| game.clone());
    let [mut each_copy, mut late_copy, mut saved_copy, mut taken_copy] = [(); 4].map(|()| game.clone());
    let (begins, copies) = begins(game);
    let from = &snapshot;
    // Each measurement starts from the same state.
    let mut stepping = move || {
        alone.restore(from);
        let began = Instant::now();
        alone.eight_steps();
        began.elapsed()
    };
    let eight = move || (0..TIMES).map(|_| stepping()).sum::<Duration>() / TIMES;
    let rolled = move || {
        timed(|| {
            once.restore(from);
            once.eight_steps();
        })
    };
    let (begins, copies) = (&begins[..], &copies[..]);
    let restored = move || timed(|| each.eight_rollbacks(begins, false));
    let saved_too = move || timed(|| late.eight_rollbacks(begins, true));
    let save = move || {
        let Game { world, spare, .. } = &mut saved;
        timed(|| world.snapshot_into(black_box(spare)))
    };
    let take = move || timed(|| taken.restore(from));
    let in_memory = move || timed(|| each_copy.eight_in_memory(copies, false));
    let saved_in_memory = move || timed(|| late_copy.eight_in_memory(copies, true));
    let copy = move || {
        let Game { world, copy, .. } = &mut saved_copy;
        timed(|| world.save_to(black_box(copy)))
    };
    let roll_back = move || timed(|| taken_copy.roll_back(&copies[0]));
    let all: Vec<(String, Box<dyn FnMut() -> Duration + '_>)> = vec![
        ("eight steps".into(), Box::new(eight)),
        ("restore and eight steps".into(), Box::new(rolled)),
        ("eight times restore and step".into(), Box::new(restored)),
        ("eight times save, restore and step".into(), Box::new(saved_too)),
        ("a snapshot".into(), Box::new(save)),
        ("a restore".into(), Box::new(take)),
        ("eight times roll back in memory and step".into(), Box::new(in_memory)),
        ("eight times save in memory, roll back and step".into(), Box::new(saved_in_memory)),
        ("a checkpoint in memory".into(), Box::new(copy)),
        ("a roll back in memory".into(), Box::new(roll_back)),
    ];
    Ways { title: &title, items: BODIES, all }.run();
}

/// Game with entities.
struct Entities {
    physics: Physics,
    world: hecs::World,
    spare: Vec<u8>,
    copy: ecs::Checkpoint,
}

/// Number of entities, as in the promise of a snapshot within 200 µs.
const ENTITIES: usize = 1_000;

impl Entities {
    /// Bouncing bodies, each with three components of the game, which are registered or not.
    fn new(level: &Level, bytes: &Bytes, is_registered: bool) -> Self {
        let mut physics = Physics::new(level.grid.clone());
        if is_registered {
            physics.save_plain::<[f32; 4]>("Stats");
            physics.save_plain::<u32>("Health");
            physics.save_plain::<[u8; 8]>("Inventory");
        }
        let mut world = hecs::World::new();
        for start in projectiles(bytes, ENTITIES) {
            let body = body(&level.grid, &start);
            let collider = Collider { offset: glam::IVec2::ZERO, size: body.size };
            let place = (Position::on_lattice(body.position), Velocity(body.velocity), collider);
            let settings = (Response::Bounce { restitution: 1.0 }, Gravity::NONE, Reports::NONE);
            let game = ([1.0_f32; 4], 3_u32, [7_u8; 8]);
            let body =
                (place.0, place.1, place.2, settings.0, settings.1, settings.2, game.0, game.1, game.2);
            physics.spawn(&mut world, body);
        }
        physics.step(&mut world, DT);
        Entities { physics, world, spare: Vec::new(), copy: ecs::Checkpoint::default() }
    }

    fn save(&mut self) {
        self.physics.snapshot_into(&mut self.world, black_box(&mut self.spare));
    }

    fn restore(&mut self, snapshot: &[u8]) {
        self.physics.restore(&mut self.world, black_box(snapshot)).expect("a sound snapshot");
    }

    fn save_in_memory(&mut self) {
        self.physics.save_to(&mut self.world, black_box(&mut self.copy));
    }

    fn roll_back(&mut self) {
        self.physics.roll_back(&mut self.world, black_box(&self.copy)).expect("of this world");
    }
}

fn compare_entities(level: &Level, bytes: &Bytes) {
    let new = |is_registered| Entities::new(level, bytes, is_registered);
    let [mut none, mut three, mut back, mut back_with_three] = [new(false), new(true), new(false), new(true)];
    let snapshots = [&mut back, &mut back_with_three].map(|game| game.physics.snapshot(&mut game.world));
    let sizes = snapshots.each_ref().map(|snapshot| snapshot.len().div_ceil(ENTITIES));
    let [mut synced, mut in_memory, mut rolled_back] = [(); 3].map(|()| new(true));
    rolled_back.save_in_memory();
    let all: Vec<(String, Box<dyn FnMut() -> Duration + '_>)> = vec![
        ("reading all components".into(), Box::new(move || timed(|| synced.physics.sync(&mut synced.world)))),
        ("a snapshot".into(), Box::new(move || timed(|| none.save()))),
        ("a snapshot with three types".into(), Box::new(move || timed(|| three.save()))),
        ("a restore".into(), Box::new(|| timed(|| back.restore(&snapshots[0])))),
        ("a restore with three types".into(), Box::new(|| timed(|| back_with_three.restore(&snapshots[1])))),
        (
            "a checkpoint in memory with three types".into(),
            Box::new(move || timed(|| in_memory.save_in_memory())),
        ),
        ("a roll back with three types".into(), Box::new(move || timed(|| rolled_back.roll_back()))),
    ];
    let title =
        format!("{ENTITIES} entities, {} and {} bytes each; times an entity, of 200 ns", sizes[0], sizes[1]);
    Ways { title: &title, items: ENTITIES, all }.run();
}

fn main() {
    let arena = level("arena.tmx");
    let bytes = Bytes::of(&arena);
    compare_entities(&arena, &bytes);
    let bullets = projectiles_world(&arena, &projectiles(&bytes, BODIES), bouncing());
    compare("projectiles", bullets, |world, _| world.step(DT));
    let crowd = characters_world(&arena.grid, &characters(&bytes, BODIES), profile());
    compare("characters", crowd, |world, tick| world.step_with(DT, &mut Input { tick }));
}
