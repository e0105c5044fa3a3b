//! The game: two heroes on a level, saved before each frame.

use crate::options::Options;
use crate::socket::next_random;
use ggrs::{Config, GgrsRequest, InputStatus, PredictRepeatLast};
use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tilephys::ecs::{BodyCollision, Checkpoint, Physics};
use tilephys::feel::{Feel, Input};
use tilephys::hecs::{Entity, World};
use tilephys::level::{SpawnedLevel, body_at};
use tilephys::tiled::Level;

/// Time of a tick, in seconds.
const DT: f32 = 1.0 / 60.0;

/// Saved frames: more than a rollback plays again.
const KEPT: usize = 16;

/// Width and height of a hero, in pixels.
const SIZE: [f32; 2] = [8.0, 11.0];

/// Held buttons in the input of a frame.
const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const JUMP: u8 = 4;
const DASH: u8 = 8;

/// Types of the session.
///
/// Only held buttons are sent. A press follows from the rolled-back [`Input`]: a predicted press would be pressed again in each frame.
pub(crate) struct Players;

impl Config for Players {
    type Input = u8;
    type InputPredictor = PredictRepeatLast;
    // The game keeps its own checkpoints, and reuses their memory.
    type State = ();
    type Address = SocketAddr;
}

pub(crate) struct Game {
    level: Level,
    spawned: SpawnedLevel,
    physics: Physics,
    world: World,
    heroes: [Entity; 2],
    /// State before each of the last frames.
    saved: Vec<Checkpoint>,
    /// Hash before each frame, as last played.
    hashes: Vec<u64>,
    /// Seed of what the player presses; never 0.
    seed: u64,
    rollbacks: u32,
    worst: Duration,
}

impl Game {
    pub(crate) fn new(options: &Options) -> Result<Self, Box<dyn Error>> {
        let mut level = tilephys::tiled::load(&options.map)?;
        let start = level.spawn().ok_or_else(|| format!("{} has no TpSpawn", options.map))?.feet();
        let mut world = World::new();
        let (mut physics, spawned) = SpawnedLevel::begin(&mut level, &mut world, DT)?;
        let heroes = [0.0, 16.0].map(|along| {
            let (position, velocity, collider) = body_at([start.x + along, start.y], SIZE);
            let feel = Feel::celeste().scaled(16.0);
            let hero = (position, velocity, collider, feel, Input::default(), BodyCollision::default());
            physics.spawn(&mut world, hero)
        });
        Ok(Game {
            level,
            spawned,
            physics,
            world,
            heroes,
            saved: std::iter::repeat_with(Checkpoint::default).take(KEPT).collect(),
            hashes: Vec::new(),
            seed: options.seed.wrapping_add(1 + options.player as u64),
            rollbacks: 0,
            worst: Duration::ZERO,
        })
    }

    /// Buttons that the player at this program holds in a frame. Here they are drawn by the number of the frame alone: a session that waits
    /// for the network asks again, and a match goes on as it would without waiting.
    pub(crate) fn buttons(&self, frame: i32) -> u8 {
        let mut random = self.seed.wrapping_mul(u64::from(frame.unsigned_abs()) / 8 + 1);
        // Neighbouring numbers are alike at first.
        let number = (0..8).fold(0, |_, _| next_random(&mut random));
        let along = if number & 3 == 0 { LEFT } else { RIGHT };
        let jump = if number & 16 == 0 { JUMP } else { 0 };
        let dash = if number & 96 == 0 { DASH } else { 0 };
        along | jump | dash
    }

    /// Does what the session asks for.
    pub(crate) fn serve(&mut self, requests: Vec<GgrsRequest<Players>>) -> Result<(), Box<dyn Error>> {
        let begun = Instant::now();
        for request in requests {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => {
                    let slot = &mut self.saved[frame as usize % KEPT];
                    self.physics.save_to(&mut self.world, slot);
                    let hash = self.physics.game_hash(&self.world);
                    self.hashes.truncate(frame as usize);
                    self.hashes.push(hash);
                    cell.save(frame, None, Some(hash.into()));
                }
                GgrsRequest::LoadGameState { frame, .. } => {
                    let slot = &self.saved[frame as usize % KEPT];
                    self.spawned.roll_back(&self.level, (&mut self.physics, &mut self.world), slot)?;
                    self.rollbacks += 1;
                }
                GgrsRequest::AdvanceFrame { inputs } => self.advance(&inputs)?,
            }
        }
        self.worst = self.worst.max(begun.elapsed());
        Ok(())
    }

    fn advance(&mut self, inputs: &[(u8, InputStatus)]) -> Result<(), Box<dyn Error>> {
        for (hero, (held, _)) in self.heroes.iter().zip(inputs) {
            let is_held = |button: u8| held & button != 0;
            let mut input = self.world.get::<&mut Input>(*hero)?;
            input.along = f32::from(is_held(RIGHT)) - f32::from(is_held(LEFT));
            input.jump = input.jump.next(is_held(JUMP));
            input.dash = input.dash.next(is_held(DASH));
        }
        self.physics.step(&mut self.world, DT);
        Ok(())
    }

    /// What the match was like, with the hash of its last frame.
    pub(crate) fn report(&self, frames: i32) -> String {
        let hash = self.hashes.get(frames as usize).copied().unwrap_or_default();
        let worst = self.worst.as_secs_f64() * 1000.0;
        format!("frame {frames}: hash {hash:016x}, {} rollbacks, worst frame {worst:.2} ms", self.rollbacks)
    }
}
