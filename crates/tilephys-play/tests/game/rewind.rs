//! Time that goes back, and forth again.

use super::{RUN, game, inputs};
use tilephys_play::game::{Action, Crowd, CrowdKind, TickInput};

#[test]
fn each_tick_taken_back_has_the_hash_that_it_had() {
    let mut game = game("yard.tmx");
    let mut hashes = vec![game.hash()];
    for input in inputs(RUN) {
        game.step(input);
        hashes.push(game.hash());
    }
    let last = game.tick();
    for tick in (last - 150..last).rev() {
        assert!(game.rewind().unwrap());
        assert_eq!((game.tick(), game.hash()), (tick, hashes[tick as usize]), "tick {tick}");
    }
    for (tick, input) in inputs(RUN).into_iter().enumerate().skip(game.tick() as usize) {
        game.step(input);
        assert_eq!(game.hash(), hashes[tick + 1], "tick {} again", tick + 1);
    }
    assert_eq!(game.past_left(), game.tick() as f32 / 600.0, "nothing is forgotten yet");
    for _ in 0..700 {
        game.step(TickInput::default());
    }
    assert_eq!(game.past_left(), 1.0);
    // A snapshot more than ten seconds old may still be there.
    assert!((0..3).all(|_| game.rewind().unwrap()));
    assert!(game.past_left() < 1.0);
    game.restart().unwrap();
    assert_eq!(game.past_left(), 0.0);
    assert_eq!((game.tick(), game.hash()), (0, hashes[0]));
    assert!(!game.rewind().unwrap(), "nothing is before the beginning");
}

#[test]
fn large_worlds_go_back_in_larger_steps_and_stay_within_their_memory() {
    let mut game = game("arena.tmx");
    let crowd =
        Crowd { kind: CrowdKind::Projectiles, count: 20_000, region: [[0.0, 0.0], [16_384.0, 4_096.0]] };
    game.step(TickInput { actions: vec![Action::Add(crowd)], ..TickInput::default() });
    let bodies = game.physics.len();
    assert!(bodies > 15_000, "{bodies} bodies");
    let mut hashes = vec![0, game.hash()];
    for _ in 0..200 {
        game.step(TickInput::default());
        hashes.push(game.hash());
        assert!(game.past().bytes() <= 64 << 20);
    }
    let mut back = 0;
    while game.tick() > 1 && back < 4 {
        assert!(game.rewind().unwrap());
        assert_eq!(game.hash(), hashes[game.tick() as usize], "tick {}", game.tick());
        back += 1;
    }
}
