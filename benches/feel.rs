//! Cost of the character controller: characters run and jump in the cave, beside the same world with recorded
//! velocities. The difference is the controller. Then as entities: driven by hand in the control phase, and by the step.

#[allow(dead_code)] // Shared with the bench of walks, which uses all of it.
mod characters;
#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use characters::{GRAVITY, SIZE, characters, direction, hash};
use glam::Vec2;
use std::time::{Duration, Instant};
use support::workload::{Bytes, DT, level};
use tilephys::core::{BodyId, BodyState, ControlContext, Profile, StepHooks, TileGrid, Walk, World};
use tilephys::ecs::{Collider, Gravity, Physics, Position, Reports, Velocity};
use tilephys::feel::{Button, Feel, FeelState, Input};
use tilephys::hecs;

const CHARACTERS: usize = 10_000;
/// Steps of one round.
const STEPS: u32 = 60;
/// Steps in which all characters land, before the measurement.
const FALL: u32 = 60;
/// Number of rounds.
const ROUNDS: usize = 25;

/// True if jump is held: in half of the windows of 32 ticks, for 2 to 25 of them. Windows begin at different ticks
/// for different characters.
fn holds_jump(who: u32, tick: u32) -> bool {
    let (window, tick) = ((tick + who) / 32, (tick + who) % 32);
    let drawn = hash(who ^ 0x5555, window);
    drawn.is_multiple_of(2) && tick < 2 + (drawn >> 8) % 24
}

/// Characters, their state, and their input for this tick.
#[derive(Clone)]
struct Crowd {
    feel: Feel,
    ids: Vec<BodyId>,
    states: Vec<FeelState>,
    inputs: Vec<Input>,
    jumps: usize,
}

impl Crowd {
    fn hold(&mut self, tick: u32) {
        for (who, input) in (0..).zip(&mut self.inputs) {
            let jump = input.jump.next(holds_jump(who, tick));
            *input = Input { along: direction(who, tick), jump, ..Input::default() };
        }
    }
}

impl StepHooks for Crowd {
    fn control(&mut self, bodies: &mut ControlContext) {
        let all = self.ids.iter().zip(&mut self.states).zip(&mut self.inputs);
        for ((&id, state), input) in all {
            let command = self.feel.drive(bodies, id, state, input);
            self.jumps += usize::from(command.is_some_and(|command| command.jumped.is_some()));
        }
    }
}

/// Recorded velocities of a tick, on each axis.
#[derive(Clone)]
struct Replay([Vec<f32>; 2]);

impl StepHooks for Replay {
    fn control(&mut self, bodies: &mut ControlContext) {
        let bodies = bodies.slices();
        bodies.x.velocity.copy_from_slice(&self.0[0]);
        bodies.y.velocity.copy_from_slice(&self.0[1]);
    }
}

/// Character controller with a recorder of its velocities.
struct Recording {
    crowd: Crowd,
    ticks: Vec<Replay>,
}

impl StepHooks for Recording {
    fn control(&mut self, bodies: &mut ControlContext) {
        self.crowd.control(bodies);
        let bodies = bodies.slices();
        self.ticks.push(Replay([bodies.x.velocity.to_vec(), bodies.y.velocity.to_vec()]));
    }
}

/// Characters of one preset at the start of the measurement, and their recorded velocities.
struct Start {
    world: World,
    crowd: Crowd,
    replay: Vec<Replay>,
}

impl Start {
    fn new(bytes: &Bytes, grid: &TileGrid, feel: Feel) -> Self {
        let profile = Profile { report_hits: false, ..Profile::default() };
        let profile = feel.profile(profile, Vec2::new(0.0, GRAVITY));
        let mut world = characters::world(grid, &characters(bytes, CHARACTERS), profile);
        let (ids, states) = (world.ids().collect(), vec![FeelState::default(); CHARACTERS]);
        let inputs = vec![Input { jump: Button::UP, ..Input::default() }; CHARACTERS];
        let mut crowd = Crowd { feel, ids, states, inputs, jumps: 0 };
        for tick in 0..FALL {
            crowd.hold(tick);
            world.step_with(DT, &mut crowd);
        }
        crowd.jumps = 0;
        let start = Start { world: world.clone(), crowd: crowd.clone(), replay: Vec::new() };
        let mut recording = Recording { crowd, ticks: Vec::new() };
        for tick in FALL..FALL + STEPS {
            recording.crowd.hold(tick);
            world.step_with(DT, &mut recording);
        }
        let stand = world.ids().filter(|id| world.state(*id).is_some_and(BodyState::on_floor)).count();
        println!("    {stand} stand after {STEPS} steps with {} jumps", recording.crowd.jumps);
        Start { replay: recording.ticks, ..start }
    }

    /// Runs steps with the controller, and keeps the fastest time of each step. Input is not timed. Returns a hash
    /// of the final state.
    fn with_the_kit(&self, fastest: &mut [Duration]) -> u64 {
        let (mut world, mut crowd) = (self.world.clone(), self.crowd.clone());
        for (tick, fastest) in (FALL..).zip(fastest) {
            crowd.hold(tick);
            time_step(&mut world, &mut crowd, fastest);
        }
        world.state_hash()
    }

    /// Measures only the movement, with recorded velocities.
    fn alone(&self, fastest: &mut [Duration]) -> u64 {
        let (mut world, mut crowd, mut now) =
            (self.world.clone(), self.crowd.clone(), self.replay[0].clone());
        for ((tick, replay), fastest) in (FALL..).zip(&self.replay).zip(fastest) {
            crowd.hold(tick);
            now.clone_from(replay);
            time_step(&mut world, &mut now, fastest);
        }
        world.state_hash()
    }

    /// Time of a character for the movement alone and for the controller, in nanoseconds. Uses the fastest time of
    /// each step in all rounds: other work on the machine seldom disturbs a single step, but mostly a whole round.
    fn run(&self) -> [f64; 2] {
        let mut fastest = [[Duration::MAX; STEPS as usize]; 2];
        for _ in 0..ROUNDS {
            let (alone, both) = (self.alone(&mut fastest[0]), self.with_the_kit(&mut fastest[1]));
            assert_eq!(alone, both, "both ways end alike");
        }
        let [alone, both] = fastest.map(|steps| {
            let took: Duration = steps.iter().sum();
            took.as_nanos() as f64 / (CHARACTERS as f64 * f64::from(STEPS))
        });
        [alone, both - alone]
    }
}

/// Character of a game that drives it by hand.
struct OwnCharacter {
    feel: Feel,
    state: FeelState,
    input: Input,
}

/// Characters as entities: with the component `Feel`, or with a component of the game.
fn entities(bytes: &Bytes, grid: &TileGrid, feel: &Feel, is_driven: bool) -> (hecs::World, Physics) {
    let (mut world, mut physics) = (hecs::World::new(), Physics::new(grid.clone()));
    physics.gravity = Vec2::new(0.0, GRAVITY);
    let (state, input) = (FeelState::default(), Input::default());
    for c in characters(bytes, CHARACTERS) {
        let corner = Vec2::new(c.x, c.y) - SIZE / 2.0;
        let reports = Reports { hits: false, contacts: true };
        let body = (Position::new(corner.x, corner.y), Velocity::default(), Collider::new(SIZE.x, SIZE.y));
        let entity = physics.spawn(&mut world, (body.0, body.1, body.2, reports));
        let gravity = Gravity { scale: feel.gravity_scale(GRAVITY) };
        let own = OwnCharacter { feel: feel.clone(), state, input };
        let added = if is_driven {
            world.insert(entity, (feel.clone(), state, input, gravity, feel.walk(Walk::default())))
        } else {
            world.insert(entity, (own, gravity, feel.walk(Walk::default())))
        };
        added.expect("it was spawned above");
    }
    (world, physics)
}

/// Time of an entity and step, in nanoseconds: driven by hand in the control phase, and by the step.
fn as_entities(bytes: &Bytes, grid: &TileGrid, feel: &Feel) -> [f64; 2] {
    let mut fastest = [[Duration::MAX; STEPS as usize]; 2];
    let hold = |id: &BodyId, tick: u32, input: &mut Input| {
        let jump = input.jump.next(holds_jump(id.0, tick));
        *input = Input { along: direction(id.0, tick), jump, ..Input::default() };
    };
    for _ in 0..ROUNDS {
        let mut hashes = [0; 2];
        for (way, is_driven) in [false, true].into_iter().enumerate() {
            let (mut world, mut physics) = entities(bytes, grid, feel, is_driven);
            for tick in 0..FALL + STEPS {
                for (id, own) in world.query::<(&BodyId, &mut OwnCharacter)>().iter() {
                    hold(id, tick, &mut own.input);
                }
                for (id, input) in world.query::<(&BodyId, &mut Input)>().iter() {
                    hold(id, tick, input);
                }
                let began = Instant::now();
                if is_driven {
                    physics.step(&mut world, DT);
                } else {
                    physics.step_controlled(&mut world, DT, drive_by_hand);
                }
                let took = began.elapsed();
                if let Some(fastest) = tick.checked_sub(FALL).map(|tick| &mut fastest[way][tick as usize]) {
                    *fastest = took.min(*fastest);
                }
            }
            hashes[way] = physics.state_hash();
        }
        assert_eq!(hashes[0], hashes[1], "both ways end alike");
    }
    fastest.map(|steps| {
        let took: Duration = steps.iter().sum();
        took.as_nanos() as f64 / (CHARACTERS as f64 * f64::from(STEPS))
    })
}

fn drive_by_hand(world: &hecs::World, bodies: &mut tilephys::ecs::ControlContext) {
    for (id, velocity, own) in world.query::<(&BodyId, &mut Velocity, &mut OwnCharacter)>().iter() {
        bodies.feel(*id, velocity, &own.feel, &mut own.state, &mut own.input);
    }
}

fn time_step(world: &mut World, hooks: &mut impl StepHooks, fastest: &mut Duration) {
    let began = Instant::now();
    world.step_with(DT, hooks);
    *fastest = began.elapsed().min(*fastest);
}

fn print(name: &str, [movement, kit]: [f64; 2]) {
    let ratio = kit / movement;
    println!("{name:12} movement {movement:7.2} ns, kit {kit:6.2} ns = {ratio:.3} of the movement");
}

fn main() {
    let arena = level("arena.tmx");
    let bytes = Bytes::of(&arena);
    let mut sum = [0.0; 2];
    for name in Feel::PRESETS {
        let feel = Feel::preset(name).expect("all of these are presets");
        let [by_hand, driven] = as_entities(&bytes, &arena.grid, &feel);
        let costs = Start::new(&bytes, &arena.grid, feel).run();
        print(name, costs);
        println!("{:12} entities driven by hand {by_hand:.2} ns, by the step {driven:.2} ns", "");
        sum = [sum[0] + costs[0], sum[1] + costs[1]];
    }
    print("all four", sum);
}
