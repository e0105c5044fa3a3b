//! Rollback as networked games do it: each tick the game goes back by up to eight ticks and plays them again, with equal
//! hashes. Rewinding too.

use crate::arcade::{Arcade, inputs};
use crate::played::Plain;
use crate::rng::Rng;
use crate::volume;

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
}

/// Plays a game with rollbacks of every distance in each tick, as the synchronization test of GGRS does.
fn play_with_rollbacks(seed: u64, ticks: usize, met: &mut Met) {
    let inputs = inputs(&mut Rng::new(seed), ticks);
    let mut game = Arcade::new(seed);
    let mut straight = Arcade::new(seed);
    let (mut snapshots, mut hashes) = (Vec::new(), Vec::new());
    for (tick, input) in inputs.iter().enumerate() {
        snapshots.push(game.physics.snapshot(&mut game.world));
        hashes.push(straight.tick(input));
        assert_eq!(game.tick(input), hashes[tick], "seed {seed}, tick {tick}");
        for back in 1..=BACK.min(tick) {
            let from = tick + 1 - back;
            let restored = game.physics.restore(&mut game.world, &snapshots[from]).unwrap();
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
    let Met { coins, broken, shots, dashes, respawned, despawned } = met;
    let text = format!(
        "{coins} coins, {broken} tiles broken, {shots} shots, {dashes} rollbacks into dashes, {respawned} respawned, \
         {despawned} despawned"
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
