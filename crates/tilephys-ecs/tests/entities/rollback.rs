//! Rollback as networked games do it: each tick the game goes back by up to eight ticks and plays them again, with equal
//! hashes. Rewinding too.

use crate::arcade::{Arcade, inputs};
use crate::played::Plain;
use crate::rng::Rng;
use crate::volume;
use tilephys_ecs::{Checkpoint, Restored};

/// Greatest distance of a rollback, in ticks.
const BACK: usize = 8;

/// Counts that show that a game had something to roll back.
#[derive(Default)]
struct Met {
    coins: u32,
    broken: u32,
    shots: u32,
    dashes: usize,
    respawned: usize,
    despawned: usize,
    /// Of the last ticks of all games, to compare builds by.
    hash: u64,
}

/// A state as bytes and in memory.
struct Saved {
    bytes: Vec<u8>,
    checkpoint: Checkpoint,
    hash: u64,
}

impl Saved {
    fn of(game: &mut Arcade) -> Self {
        let mut checkpoint = Checkpoint::default();
        game.physics.save_to(&mut game.world, &mut checkpoint);
        let hash = game.physics.game_hash(&game.world);
        Saved { bytes: game.physics.snapshot(&mut game.world), checkpoint, hash }
    }

    /// Goes back to the state, by its bytes or in memory.
    fn load(&self, game: &mut Arcade, in_memory: bool) -> Restored {
        let Arcade { physics, world } = game;
        let restored = match in_memory {
            true => physics.roll_back(world, &self.checkpoint),
            false => physics.restore(world, &self.bytes),
        };
        assert_eq!(physics.game_hash(world), self.hash);
        restored.unwrap()
    }
}

/// Plays a game with rollbacks of every distance in each tick, as the synchronization test of GGRS does. Every second distance
/// is gone back in memory.
fn play_with_rollbacks(seed: u64, ticks: usize, met: &mut Met) {
    let inputs = inputs(&mut Rng::new(seed), ticks);
    let mut game = Arcade::new(seed);
    let mut straight = Arcade::new(seed);
    let (mut saved, mut hashes) = (Vec::new(), Vec::new());
    for (tick, input) in inputs.iter().enumerate() {
        saved.push(Saved::of(&mut game));
        hashes.push(straight.tick(input));
        assert_eq!(game.tick(input), hashes[tick], "seed {seed}, tick {tick}");
        for back in 1..=BACK.min(tick) {
            let from = tick + 1 - back;
            let restored = saved[from].load(&mut game, back % 2 == 1);
            (met.respawned, met.despawned) =
                (met.respawned + restored.spawned.len(), met.despawned + restored.despawned.len());
            assert_eq!(restored.remapped, []);
            met.dashes += usize::from(game.is_dashing());
            for again in from..=tick {
                let hash = game.tick(&inputs[again]);
                assert_eq!(hash, hashes[again], "seed {seed}, tick {again} again from {from}");
            }
        }
    }
    met.hash = met.hash.rotate_left(1) ^ hashes[ticks - 1];
    let score = game.score();
    assert_eq!(score, straight.score());
    (met.coins, met.broken, met.shots) =
        (met.coins + score.coins, met.broken + score.broken, met.shots + score.shots);
}

#[test]
fn a_game_that_rolls_back_in_each_tick_has_the_hashes_of_one_that_never_does() {
    let mut met = Met::default();
    let games = volume(1, 40);
    (0..games).for_each(|seed| play_with_rollbacks(u64::from(seed) * 77 + 5, 150, &mut met));
    let Met { coins, broken, shots, dashes, respawned, despawned, hash } = met;
    let text = format!(
        "{coins} coins, {broken} tiles broken, {shots} shots, {dashes} rollbacks into dashes, {respawned} respawned, \
         {despawned} despawned, hash {hash:016x}"
    );
    println!("{games} games: {text}");
    assert!(coins > games && broken > 3 * games && shots > 10 * games, "{text}");
    assert!(dashes > 10 && respawned > 50 && despawned > 50, "{text}");
}

#[test]
fn a_rewound_game_plays_alike_again() {
    let inputs = inputs(&mut Rng::new(9), 600);
    let mut game = Arcade::new(9);
    let (mut snapshots, mut before, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for input in &inputs {
        snapshots.push(game.physics.snapshot(&mut game.world));
        before.push(game.physics.game_hash(&game.world));
        hashes.push(game.tick(input));
    }
    // Back tick by tick, as a player sees it.
    for (tick, snapshot) in snapshots.iter().enumerate().rev() {
        game.physics.restore(&mut game.world, snapshot).unwrap();
        assert_eq!(game.physics.game_hash(&game.world), before[tick], "tick {tick}");
    }
    for (input, hash) in inputs.iter().zip(&hashes) {
        assert_eq!(game.tick(input), *hash);
    }
    // The last snapshot in another process.
    let mut other = Arcade::new(9);
    other.world = hecs::World::new();
    other.physics.restore(&mut other.world, &snapshots[400]).unwrap();
    for tick in 400..600 {
        assert_eq!(other.tick(&inputs[tick]), hashes[tick], "tick {tick}");
    }
}

#[test]
fn the_plain_loop_rolls_back_in_each_tick() {
    let mut straight = Plain::new(40);
    let mut game = Plain::new(40);
    let (mut saved, mut hashes) = (Vec::new(), Vec::new());
    for tick in 0..120_usize {
        saved.push(game.save());
        hashes.push(straight.tick(tick as u32));
        assert_eq!(game.tick(tick as u32), hashes[tick], "tick {tick}");
        for back in 1..=BACK.min(tick) {
            let from = tick + 1 - back;
            game.load(&saved[from]);
            for (again, hash) in hashes.iter().enumerate().skip(from) {
                assert_eq!(game.tick(again as u32), *hash, "tick {again} again from {from}");
            }
        }
    }
}
