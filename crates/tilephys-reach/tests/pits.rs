//! Softlocks: pits that the character cannot leave.

use crate::classics::CLASSICS;
use crate::levels::{TextLevel, player};
use tilephys_feel::Feel;
use tilephys_reach::{Bounds, Budget, Start, Target, Verdict, reach};

/// Columns before a pit, and behind it.
const BESIDE: usize = 12;

/// Flat ground with a pit.
fn with_pit(width: usize, depth: usize) -> String {
    let mut rows = vec![vec!['.'; 2 * BESIDE + width]; 7];
    rows[6][1] = 'S';
    rows[6][2 * BESIDE + width - 2] = 'G';
    for down in 0..=depth {
        let mut row = vec!['#'; 2 * BESIDE + width];
        if down < depth {
            row[BESIDE..BESIDE + width].fill('.');
        }
        rows.push(row);
    }
    for row in &mut rows {
        row[0] = '#';
        *row.last_mut().expect("a row has columns") = '#';
    }
    let lines: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    lines.join("\n")
}

#[test]
fn exactly_the_pits_deeper_than_a_jump_are_pockets() {
    // The jump is 4.12 tiles high.
    let player = player(Feel::mario());
    for width in 1..=4 {
        for depth in 3..=8 {
            let level = TextLevel::new(&with_pit(width, depth), &player);
            let map = level.map();
            let goal = level.goal.expect("the level has a goal");
            let bounds = Bounds::new(&map, &player, &[level.start]).expect("the character has bounds");
            let pockets = bounds.pockets(&[goal]);
            assert_eq!(pockets.len(), usize::from(depth > 4), "{width} wide, {depth} deep: {pockets:?}");
            // The way into the pit is as real as any other.
            for pocket in pockets {
                let into = Target { id: 0, area: pocket.floors[0].area(player.size) };
                let found = reach(&map, &player, &Start::at_rest(level.start), &[into], &Budget::default());
                assert!(matches!(found.verdicts[0], Verdict::Reachable(_)), "{width} wide, {depth} deep");
            }
        }
    }
}

#[test]
fn floors_of_a_pit_that_lead_to_each_other_are_one_pocket() {
    let pits = [
        "..........................",
        ".S......................G.",
        "########......##....######",
        "########......##....######",
        "########......##....######",
        "########......##....######",
        "########......##....######",
        "########....####....######",
        "##########################",
    ];
    let player = player(Feel::mario());
    let level = TextLevel::new(&pits.join("\n"), &player);
    let bounds = Bounds::new(&level.map(), &player, &[level.start]).expect("the character has bounds");
    let pockets = bounds.pockets(&[level.goal.expect("the level has a goal")]);
    let heights: Vec<Vec<i32>> = pockets
        .iter()
        .map(|pocket| pocket.floors.iter().map(|floor| (floor.height + player.size.y) / 256 / 16).collect())
        .collect();
    assert_eq!(heights, [vec![8, 7], vec![8]]);
}

#[test]
fn the_classics_have_no_pockets() {
    for classic in CLASSICS.into_iter().filter(|classic| ["mario", "mega_man"].contains(&classic.preset())) {
        let player = classic.player();
        let level = TextLevel::new(classic.rows(), &player);
        let bounds = Bounds::new(&level.map(), &player, &[level.start]).expect("the character has bounds");
        assert_eq!(bounds.pockets(&[level.goal.expect("a level has a goal")]), [], "{}", classic.name);
    }
}
