//! Fixed amounts of work one sort at a time, most of it against whole tiles, for counting instructions: `.ci/instructions` compares
//! two checkouts by it, which no neighbour on the machine disturbs.
//!
//! `--work NAME --rounds N` does one sort and prints a fingerprint of what came out, `--list` prints the names. Without
//! arguments all are done, and timed.

#[allow(dead_code)] // Shared with other benches, which use all of it.
mod characters;
#[allow(dead_code)]
mod support;

use characters::{Input, characters, shaped_cave};
use glam::{IVec2, Vec2};
use std::time::Instant;
use support::workload::{Bytes, DT, body, bouncing, level, projectiles, world};
use tilephys::core::{Aabb, Body, MotionMode, MoveConfig, Profile, Response, TileGrid, World};
use tilephys::tiled::Level;

/// Bodies of each sort.
const BODIES: usize = 2000;
/// Rounds of a timing.
const ROUNDS: usize = 50;

/// A body that knows no floor.
fn floating(response: Response) -> MoveConfig {
    MoveConfig { response, motion_mode: MotionMode::Floating, ..MoveConfig::default() }
}

fn all_reports(movement: MoveConfig) -> Profile {
    Profile { movement, ..Profile::default() }
}

fn no_reports(movement: MoveConfig) -> Profile {
    Profile { movement, ..bouncing() }
}

const BOUNCE: Response = Response::Bounce { restitution: 1.0 };

/// One sort of work, ready to be done.
enum Work {
    /// Steps of a world, in which every 16th step all bodies get their first velocities again.
    Steps(World, Vec<Vec2>),
    /// Steps of a world of characters that run and jump.
    Characters(World),
    /// Bodies moved one by one, as far as their velocity takes them in this many seconds; slides get theirs again.
    Moves(MoveConfig, Vec<Body>, f32),
    /// Contacts of boxes.
    Contacts(Vec<Body>),
    /// The first things that boxes meet on such ways.
    Sweeps(Vec<Body>, f32),
    /// The first things that points meet on such ways.
    Casts(Vec<Body>, f32),
}

impl Work {
    fn len(&self) -> usize {
        match self {
            Work::Steps(world, _) | Work::Characters(world) => world.len(),
            Work::Moves(_, bodies, _) => bodies.len(),
            Work::Contacts(bodies) | Work::Sweeps(bodies, _) | Work::Casts(bodies, _) => bodies.len(),
        }
    }
}

/// Bodies of `size` px in free places of the arena.
fn bodies(level: &Level, bytes: &Bytes, size: Vec2) -> Vec<Body> {
    let all = projectiles(bytes, 20 * BODIES).into_iter().map(|p| {
        let mut body = body(&level.grid, &p);
        body.size = (size * 256.0).as_ivec2();
        body
    });
    let free = all.filter(|b| !level.grid.overlaps(b.aabb(), u32::MAX));
    free.take(BODIES).collect()
}

fn steps(level: &Level, bodies: &[Body], profile: Profile, gravity: f32) -> Work {
    let mut world = world(level, &[], profile);
    world.gravity = Vec2::new(0.0, gravity);
    let profile = world.add_profile(profile);
    for body in bodies {
        world.spawn(profile, *body);
    }
    Work::Steps(world, bodies.iter().map(|b| b.velocity).collect())
}

/// Characters, after the steps in which they come to the ground.
fn run_and_jump(grid: &TileGrid, bytes: &Bytes, report_hits: bool) -> Work {
    let profile = Profile { report_hits, ..characters::profile() };
    let mut world = characters::world(grid, &characters(bytes, BODIES), profile);
    (0..30).for_each(|tick| world.step_with(DT, &mut Input { tick }));
    Work::Characters(world)
}

/// Characters at rest, after the steps in which they come to the ground.
fn rest(grid: &TileGrid, bytes: &Bytes, report_hits: bool) -> Work {
    let profile = Profile { report_hits, ..characters::profile() };
    let mut world = characters::world(grid, &characters(bytes, BODIES), profile);
    (0..120).for_each(|_| world.step(DT));
    let still = vec![Vec2::ZERO; world.len()];
    Work::Steps(world, still)
}

/// All sorts of work by name.
const NAMES: [&str; 17] = [
    "step: projectiles",
    "step: projectiles, contacts and hits",
    "step: projectiles seen by one mask of two",
    "step: large boxes bounce",
    "step: boxes slide and fall, contacts and hits",
    "move: boxes slide",
    "move: boxes bounce",
    "move: long ways",
    "move: tall boxes",
    "contacts",
    "sweep",
    "cast",
    "step: characters walk",
    "step: characters walk, hits",
    "step: characters walk among shapes",
    "step: characters rest",
    "step: characters rest, hits",
];

fn work(name: &str, level: &mut Level, bytes: &Bytes) -> Work {
    let small = |level: &Level| bodies(level, bytes, Vec2::splat(4.0));
    let middle = |level: &Level| bodies(level, bytes, Vec2::new(10.0, 14.0));
    let large = |level: &Level| bodies(level, bytes, Vec2::new(40.0, 36.0));
    let reported = all_reports(floating(BOUNCE));
    match name {
        "step: projectiles" => steps(level, &small(level), bouncing(), 0.0),
        "step: projectiles, contacts and hits" => steps(level, &small(level), reported, 0.0),
        "step: projectiles seen by one mask of two" => {
            level.grid.add_tile(tilephys::core::Tile { category: 2, ..Default::default() });
            let movement = MoveConfig { mask: 1, ..floating(BOUNCE) };
            steps(level, &small(level), no_reports(movement), 0.0)
        }
        "step: large boxes bounce" => steps(level, &large(level), no_reports(floating(BOUNCE)), 0.0),
        "step: boxes slide and fall, contacts and hits" => {
            steps(level, &middle(level), all_reports(floating(Response::Slide)), 900.0)
        }
        "move: boxes slide" => Work::Moves(floating(Response::Slide), middle(level), DT),
        "move: boxes bounce" => Work::Moves(floating(BOUNCE), middle(level), DT),
        "move: long ways" => Work::Moves(floating(BOUNCE), small(level), 0.5),
        "move: tall boxes" => Work::Moves(floating(BOUNCE), large(level), DT),
        "contacts" => Work::Contacts(middle(level)),
        "sweep" => Work::Sweeps(middle(level), DT),
        "cast" => Work::Casts(middle(level), 0.5),
        "step: characters walk" => run_and_jump(&level.grid, bytes, false),
        "step: characters walk, hits" => run_and_jump(&level.grid, bytes, true),
        "step: characters walk among shapes" => run_and_jump(&shaped_cave(bytes), bytes, false),
        "step: characters rest" => rest(&level.grid, bytes, false),
        "step: characters rest, hits" => rest(&level.grid, bytes, true),
        _ => panic!("no work is called {name}: {NAMES:?}"),
    }
}

/// Does it so many times. Returns a fingerprint of what came out.
#[inline(never)]
fn do_the_work(grid: &TileGrid, work: &mut Work, rounds: usize) -> u64 {
    let mut print = 0u64;
    let mut note = |n: i32| print = print.wrapping_mul(0x100_0000_01b3) ^ u64::from(n as u32);
    let way = |b: &Body, seconds: f32| (b.velocity * seconds * 256.0).as_ivec2();
    for round in 0..rounds {
        match &mut *work {
            Work::Steps(world, velocities) => {
                if round % 16 == 15 {
                    let ids: Vec<_> = world.ids().collect();
                    for (id, velocity) in ids.into_iter().zip(velocities) {
                        world.set_velocity(id, *velocity);
                    }
                }
                world.step(DT);
                note(world.hit_count() as i32);
            }
            Work::Characters(world) => {
                world.step_with(DT, &mut Input { tick: 30 + round as u32 });
                note(world.hit_count() as i32);
            }
            Work::Moves(config, bodies, seconds) => {
                let mut hits = Vec::with_capacity(64);
                for b in bodies {
                    hits.clear();
                    let velocity = b.velocity;
                    let moved = grid.move_and_slide(b, velocity * *seconds, config, &mut hits);
                    if config.response == Response::Slide {
                        b.velocity = velocity;
                    }
                    note(
                        hits.len() as i32
                            + i32::from(moved.contacts.sides.contains(tilephys::core::Direction::Down)),
                    );
                    note(b.position.x ^ b.position.y);
                }
            }
            Work::Contacts(bodies) => {
                for b in bodies {
                    b.position += IVec2::new(0, 1);
                    let sides = grid.contacts(b.aabb(), u32::MAX).sides;
                    note(i32::from(sides.contains(tilephys::core::Direction::Down)));
                }
            }
            Work::Sweeps(bodies, seconds) => {
                for b in bodies {
                    let Aabb { min, max } = b.aabb();
                    let hit = grid.sweep(Aabb { min, max }, way(b, *seconds), u32::MAX);
                    note(hit.map_or(0, |hit| hit.shape.position.x ^ hit.shape.position.y));
                }
            }
            Work::Casts(bodies, seconds) => {
                for b in bodies {
                    let hit = grid.cast(b.position, b.position + way(b, *seconds), u32::MAX);
                    note(hit.map_or(0, |hit| hit.shape.point.x ^ hit.shape.point.y));
                }
            }
        }
    }
    if let Work::Steps(world, _) = work {
        print ^=
            world.body(world.ids().next().expect("there are bodies")).expect("it is there").position.x as u64;
    }
    print
}

fn argument(name: &str) -> Option<String> {
    std::env::args().skip_while(|arg| arg != name).nth(1)
}

fn main() {
    if std::env::args().any(|arg| arg == "--list") {
        NAMES.iter().for_each(|name| println!("{name}"));
        return;
    }
    let mut level = level("arena.tmx");
    let bytes = Bytes::of(&level);
    if let (Some(name), Some(rounds)) = (argument("--work"), argument("--rounds")) {
        let rounds = rounds.parse().unwrap_or_else(|_| panic!("--rounds takes a number, not {rounds}"));
        let mut work = work(&name, &mut level, &bytes);
        println!("{:016x}", do_the_work(&level.grid, &mut work, rounds));
        return;
    }
    for name in NAMES {
        let mut work = work(name, &mut level, &bytes);
        let began = Instant::now();
        std::hint::black_box(do_the_work(&level.grid, &mut work, ROUNDS));
        let each = began.elapsed().as_nanos() as f64 / (ROUNDS * work.len()) as f64;
        println!("{name}: {each:.1} ns");
    }
}
