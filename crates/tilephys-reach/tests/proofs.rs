//! Proofs of impossible targets, and what their check refuses.

use crate::levels::{TextLevel, player};
use tilephys_feel::Feel;
use tilephys_reach::{Budget, ProofFault, Start, Target, Verdict, reach};

/// Small levels whose goal no jump of the character reaches: too high, beyond a wall, over a gap.
const CLOSED: [&str; 3] = [
    "
.....G....
..........
..........
..........
..........
.S........
##########",
    "
....##....
....##....
....##....
....##....
....##....
.S..##..G.
##########",
    "
................
................
.S............G.
###..........###
................
................
................",
];

#[test]
fn a_proof_is_refused_without_any_one_of_its_nodes() {
    // A low jump keeps the tables small: each is checked once for each of its nodes.
    let mut feel = Feel::mega_man();
    feel.jump.speed = 140.0;
    let player = player(feel);
    for text in CLOSED {
        let level = TextLevel::new(text, &player);
        let map = level.map();
        let goal = level.goal.expect("the level has a goal");
        let found = reach(
            &map,
            &player,
            &Start::at_rest(level.start),
            &[Target { id: 0, area: goal }],
            &Budget::default(),
        );
        let Verdict::Impossible(proof) = &found.verdicts[0] else { panic!("{:?} in {text}", found.verdicts) };
        assert_eq!(proof.verify(&map, &player, &[level.start], goal), Ok(()));
        let proof = proof.reduced(&map, &player, &[level.start]).expect("the character has bounds");
        assert_eq!(proof.verify(&map, &player, &[level.start], goal), Ok(()));
        for node in 0..proof.len() {
            let fault = proof.without(node).verify(&map, &player, &[level.start], goal);
            assert!(matches!(fault, Err(ProofFault::Start | ProofFault::Leak(_))), "{node}: {fault:?}");
        }
    }
}
