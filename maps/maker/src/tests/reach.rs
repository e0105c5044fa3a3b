//! Reachability test: the cavern can be completed with conservative moves, by a runner with a jump of 1.6 tiles.
//!
//! A move starts and ends on a cell of air above a solid one or a plank, or on a slope, a half tile or a ramp. The
//! moves: walk; step up one tile; jump over a gap of at most three tiles to the same height or one tile up; drop
//! through a plank; fall any depth. Spikes are forbidden, and lifts are not used. A jump needs a free row above its
//! path, the longest one two. Planks and ramps block no move.
//! The game's own character can do more, so every cell found here is reachable.

use std::collections::{HashMap, HashSet};

type Cell = (i32, i32);

struct Text {
    rows: Vec<Vec<char>>,
}

impl Text {
    fn of(text: &str) -> Self {
        Self { rows: text.lines().map(|row| row.chars().collect()).collect() }
    }

    fn letter(&self, (column, row): Cell) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let column = usize::try_from(column).ok();
        row.zip(column).and_then(|(row, column)| row.get(column).copied()).unwrap_or('#')
    }

    /// Rock, brick, and slopes that hang from the ceiling, which leave less room than a body needs.
    fn solid(&self, cell: Cell) -> bool {
        matches!(self.letter(cell), '#' | '%' | '{' | '}' | '5'..='8')
    }

    /// Whether a body that falls through a cell ends there.
    fn holds(&self, (column, row): Cell) -> bool {
        let here = matches!(self.letter((column, row)), '/' | '\\' | '1'..='4' | '_' | 'd' | 'e');
        let below = (column, row + 1);
        here || self.solid(below) || matches!(self.letter(below), '=' | '-')
    }

    fn find(&self, letter: char) -> Vec<Cell> {
        let cells = (0..self.rows.len() as i32).flat_map(|row| (0..200).map(move |column| (column, row)));
        cells.filter(|&cell| self.letter(cell) == letter).collect()
    }

    /// Where a body comes to stand that is let go in a cell.
    fn landing(&self, (column, mut row): Cell) -> Cell {
        while !self.holds((column, row)) {
            row += 1;
        }
        (column, row)
    }

    fn moves(&self, (column, row): Cell) -> Vec<Cell> {
        let mut ends = Vec::new();
        if matches!(self.letter((column, row + 1)), '=' | '-') {
            ends.push(self.landing((column, row + 1)));
        }
        for (direction, rise) in [(-1, 0), (1, 0), (-1, 1), (1, 1)] {
            let level = row - rise;
            if self.solid((column, level)) {
                continue;
            }
            for reach in 1..=4 {
                let to = column + direction * reach;
                // A flat jump over three tiles needs its whole height for its time in the air.
                let rows = if reach == 4 && rise == 0 { 2 } else { 1 };
                let free = |n: i32, up: i32| !self.solid((column + direction * n, level - up));
                let headroom = (0..reach).all(|n| (1..=rows).all(|up| free(n, up)));
                if self.solid((to, level)) || reach > 1 && !headroom {
                    break;
                }
                ends.push(self.landing((to, level)));
            }
        }
        ends.retain(|end| self.letter(*end) != 'A');
        ends
    }

    fn reachable(&self, from: Cell) -> HashSet<Cell> {
        let (mut seen, mut open) = (HashSet::from([from]), vec![from]);
        while let Some(cell) = open.pop() {
            open.extend(self.moves(cell).into_iter().filter(|&end| seen.insert(end)));
        }
        seen
    }
}

fn cavern() -> Text {
    Text::of(include_str!("../cavern.txt"))
}

#[test]
fn cavern_leads_from_spawn_to_goal() {
    let cavern = cavern();
    let (spawn, goal) = (cavern.find('P'), cavern.find('G'));
    assert_eq!((spawn.len(), goal.len()), (1, 1));
    let seen = cavern.reachable(spawn[0]);
    assert!(seen.contains(&goal[0]));
    for checkpoint in cavern.find('C') {
        assert!(seen.contains(&checkpoint), "checkpoint {checkpoint:?}");
    }
    for chest in cavern.find('$') {
        assert!(seen.contains(&chest), "chest {chest:?}");
    }
}

#[test]
fn cavern_has_no_place_without_a_way_on() {
    let cavern = cavern();
    let seen = cavern.reachable(cavern.find('P')[0]);
    let mut back: HashMap<Cell, Vec<Cell>> = HashMap::new();
    for &cell in &seen {
        cavern.moves(cell).into_iter().for_each(|end| back.entry(end).or_default().push(cell));
    }
    let goal = cavern.find('G')[0];
    let (mut home, mut open) = (HashSet::from([goal]), vec![goal]);
    while let Some(cell) = open.pop() {
        let from = back.get(&cell).into_iter().flatten().copied();
        open.extend(from.filter(|&start| home.insert(start)));
    }
    let mut stuck: Vec<_> = seen.difference(&home).collect();
    stuck.sort_unstable();
    assert!(stuck.is_empty(), "no way on from {stuck:?}");
}

#[test]
fn every_plank_slope_and_half_tile_is_stood_on() {
    let cavern = cavern();
    let seen = cavern.reachable(cavern.find('P')[0]);
    let mut count = 0;
    for letter in ['/', '\\', '1', '2', '3', '4', '_', 'd'] {
        for cell in cavern.find(letter) {
            assert!(seen.contains(&cell), "{letter} at {cell:?}");
            count += 1;
        }
    }
    for letter in ['=', '-'] {
        for (column, row) in cavern.find(letter) {
            assert!(seen.contains(&(column, row - 1)), "{letter} at {column}, {row}");
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

/// The cells in the temple that are reached from the bank of the lake, with or without the ledges in the shaft.
fn reached_by_the_shaft(ledges: bool) -> usize {
    // A floor below the bank, so that without ledges, and thus without the shaft's own floor, a fall has an end.
    let rows = include_str!("../cavern.txt").lines().take(48).map(|row| match ledges {
        true => row.to_string(),
        false => [&row[..114], &row[114..124].replace('#', "."), &row[124..]].concat(),
    });
    let rows: Vec<String> = rows.chain(std::iter::once("#".repeat(200))).collect();
    let seen = Text::of(&rows.join("\n")).reachable((105, 47));
    seen.into_iter().filter(|&(column, _)| column > 128).count()
}

#[test]
fn the_shaft_is_climbed_by_its_ledges_only() {
    assert!(reached_by_the_shaft(true) > 0);
    assert_eq!(reached_by_the_shaft(false), 0);
}

#[test]
fn gaps_of_three_are_jumped_and_gaps_of_four_are_not() {
    for (gap, wanted) in [(3, true), (4, false)] {
        let floor = format!("##{}##", ".".repeat(gap));
        let air = ".".repeat(gap + 4);
        let text = Text::of(&[&*air, &*air, &*air, &*floor, &*floor, &"#".repeat(gap + 4)].join("\n"));
        let far = gap as i32 + 2;
        assert_eq!(text.moves((1, 2)).contains(&(far, 2)), wanted, "a gap of {gap}");
    }
}

#[test]
fn ledges_of_one_tile_are_climbed_and_ledges_of_two_are_not() {
    for (tall, wanted) in [(1, true), (2, false)] {
        let rows = ["....", "....", "....", "....", "####"];
        let mut rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        (4 - tall..4).for_each(|row| rows[row][2] = '#');
        let text = Text { rows };
        assert_eq!(text.moves((1, 3)).contains(&(2, 3 - tall as i32)), wanted, "a ledge of {tall}");
    }
}
