//! Hints: changes after which an area comes within reach.

use crate::levels::{TextLevel, player};
use glam::IVec2;
use tilephys_core::TileCoord;
use tilephys_feel::Feel;
use tilephys_reach::{Bounds, Budget, Edit, EditKind, Hint, Map, Start, Target, Verdict, reach};

/// A change in words: kind, first and last cell.
fn in_words(edit: &Edit) -> String {
    let Edit { kind, first, last } = edit;
    format!("{kind:?} {},{} to {},{}", first.col, first.row, last.col, last.row)
}

/// The hint for the goal of a level, which is proved to be out of reach. In the changed map the bounds meet the goal, and a search
/// finds a way.
fn hint(text: &str) -> Option<Hint> {
    let player = player(Feel::mario());
    let level = TextLevel::new(text, &player);
    let map = level.map();
    let goal = level.goal.expect("the level has a goal");
    let starts = [level.start];
    let bounds = Bounds::new(&map, &player, &starts).expect("the character has bounds");
    assert!(!bounds.meets(goal), "{text}");
    let hint = bounds.hint(&map, &player, &starts, &[goal])?;
    let grid = hint.applied(map.grid, player.profile.movement.mask);
    let changed = Map { grid: &grid, ..map.clone() };
    let bounds = Bounds::new(&changed, &player, &starts).expect("the character has bounds");
    assert!(bounds.meets(goal), "{hint:?}: {text}");
    let found = reach(
        &changed,
        &player,
        &Start::at_rest(level.start),
        &[Target { id: 0, area: goal }],
        &Budget::default(),
    );
    assert!(matches!(found.verdicts[0], Verdict::Reachable(_)), "{hint:?}: {text}");
    Some(hint)
}

fn words(text: &str) -> Vec<String> {
    hint(text).expect("there is a hint").edits.iter().map(in_words).collect()
}

#[test]
fn a_gap_that_is_too_wide_by_a_tile_asks_for_a_tile() {
    // The widest gap is 8 tiles.
    let gap = |width: usize| {
        let air = ".".repeat(width);
        let rows = [
            format!("..........{air}........"),
            format!("..........{air}........"),
            format!("..........{air}........"),
            format!("..........{air}........"),
            format!(".S........{air}......G."),
            format!("##########{air}########"),
        ];
        rows.join("\n")
    };
    assert_eq!(words(&gap(10)), ["Extend 10,5 to 11,5"]);
    assert_eq!(words(&gap(14)), ["Platform 17,5 to 19,5"]);
    assert_eq!(words(&gap(9)), ["Extend 10,5 to 10,5"]);
}

#[test]
fn a_ledge_that_is_too_high_asks_for_a_step() {
    let ledge = [
        "..............G.",
        "............####",
        "............####",
        "............####",
        "............####",
        "............####",
        ".S..........####",
        "################",
    ];
    // A jump is four tiles high.
    assert_eq!(words(&ledge.join("\n")), ["Raise 11,5 to 11,6"]);
}

#[test]
fn a_wall_up_to_the_ceiling_asks_for_a_hole() {
    let wall =
        ["################", "#.......##.....#", "#.......##.....#", "#.S.....##...G.#", "################"];
    assert_eq!(words(&wall.join("\n")), ["Open 8,3 to 9,3"]);
    let floor =
        ["##########", "#........#", "#.S......#", "##########", "#........#", "#......G.#", "##########"];
    let opened = words(&floor.join("\n"));
    assert!(
        opened.len() == 1 && opened[0].starts_with("Open ") && opened[0].contains(",3 to "),
        "{opened:?}"
    );
}

#[test]
fn a_ladder_that_is_missing_asks_for_platforms() {
    let mut rows = vec![".".repeat(24); 16];
    rows[0].replace_range(20..21, "G");
    rows[1].replace_range(16..24, "########");
    rows[14].replace_range(2..3, "S");
    rows[15] = "#".repeat(24);
    let edits = hint(&rows.join("\n")).expect("there is a hint").edits;
    assert!((2..=3).contains(&edits.len()), "{edits:?}");
    assert!(edits.iter().any(|edit| edit.kind == EditKind::Platform), "{edits:?}");
}

#[test]
fn what_is_far_or_deadly_has_no_hint() {
    let mut rows = vec!["....................".to_owned(); 30];
    rows[0].replace_range(18..19, "G");
    rows[28].replace_range(2..3, "S");
    rows[29] = "#".repeat(20);
    assert_eq!(hint(&rows.join("\n")), None);
    let deadly = ["^^^^^^^^^^^^", "^^......^^^^", "^^.S....^^G^", "############"];
    assert_eq!(hint(&deadly.join("\n")), None);
}

#[test]
fn a_changed_grid_has_the_tiles_of_the_hint() {
    let player = player(Feel::mario());
    let level = TextLevel::new("....\n.S..\n####", &player);
    let edit = |kind, first: [i32; 2], last: [i32; 2]| Edit {
        kind,
        first: TileCoord::new(first[0], first[1]),
        last: TileCoord::new(last[0], last[1]),
    };
    let edits = vec![edit(EditKind::Open, [0, 2], [1, 2]), edit(EditKind::Platform, [2, 0], [3, 0])];
    let changed = Hint { edits }.applied(&level.grid, 1);
    let mut cells: Vec<IVec2> = changed.tiles().map(|(_, at, _)| IVec2::new(at.col, at.row)).collect();
    cells.sort_by_key(|at| (at.y, at.x));
    assert_eq!(cells, [IVec2::new(2, 0), IVec2::new(3, 0), IVec2::new(2, 2), IVec2::new(3, 2)]);
}
