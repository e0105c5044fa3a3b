//! Verdicts on levels whose answers are known.

use crate::levels::{TILE, TextLevel, player};
use crate::made::{GROUND, made, text};
use crate::play::Game;
use crate::sound::presets;
use glam::IVec2;
use tilephys_core::{Aabb, UNITS_PER_PX};
use tilephys_feel::Feel;
use tilephys_reach::{Budget, Player, Start, Target, Verdict, reach};

/// Letter of a verdict.
fn letter(verdict: &Verdict) -> char {
    match verdict {
        Verdict::Reachable(_) => 'R',
        Verdict::Impossible(_) => 'I',
        Verdict::Unknown(_) => 'U',
    }
}

/// Letters of the verdicts of a level's goal and coins.
fn verdicts(level: &TextLevel, player: &Player) -> String {
    let goal = Target { id: 0, area: level.goal.expect("the level has a goal") };
    let coins = level.coins.iter().enumerate();
    let coins = coins.map(|(index, coin)| Target { id: index as u32 + 1, area: *coin });
    let targets: Vec<Target> = std::iter::once(goal).chain(coins).collect();
    let found = reach(&level.map(), player, &Start::at_rest(level.start), &targets, &Budget::default());
    found.verdicts.iter().map(letter).collect()
}

#[test]
fn all_of_a_made_level_is_reachable() {
    let player = player(Feel::mario());
    for seed in 0..4 {
        let level = TextLevel::new(&text(&made(seed, 200)), &player);
        assert_eq!(verdicts(&level, &player), "R".repeat(1 + level.coins.len()), "seed {seed}");
    }
}

#[test]
fn a_way_goes_on_where_another_has_ended() {
    let player = player(Feel::mario());
    for seed in 0..2 {
        let level = TextLevel::new(&text(&made(seed, 120)), &player);
        let mut start = Start::at_rest(level.start);
        let mut game = Game::new(&level, &player);
        let goal = level.goal.expect("the level has a goal");
        let mut ticks = 0;
        for area in level.coins.iter().copied().chain([goal]) {
            let found = reach(&level.map(), &player, &start, &[Target { id: 0, area }], &Budget::default());
            let Verdict::Reachable(witness) = &found.verdicts[0] else { continue };
            for (input, at) in witness.inputs.iter().zip(&witness.path) {
                game.step(*input);
                assert_eq!(game.moment().position, *at, "seed {seed}");
            }
            ticks += witness.inputs.len() as u32;
            start = witness.end.clone();
            assert_eq!([start.origin(), start.position()], [level.start, game.moment().position]);
            assert_eq!(start.tick(), ticks);
        }
        assert!(Aabb::from_min_size(start.position(), player.size).overlaps(goal), "seed {seed}");
    }
}

/// Number of made levels that are changed; more by the variable `TILEPHYS_REACH_LEVELS`.
fn changed_levels() -> u64 {
    let asked = std::env::var("TILEPHYS_REACH_LEVELS").ok();
    asked.map_or(2, |asked| asked.parse().expect("a number of levels"))
}

/// A change of a level whose answer is known by its numbers.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// A wall of the whole height.
    Wall,
    /// A gap as wide as this number of tiles.
    Gap(usize),
    /// A step as high as this number of tiles.
    Step(usize),
    /// A coin this number of px over the floor.
    Coin(i32),
    /// A wall with a hole as high as this number of tiles, on the ground.
    Slit(usize),
}

/// The jump of the character is 65.9 px high and 132 px far. The box is 8 px wide and 12 px high.
const CHANGES: [(Change, bool); 20] = [
    (Change::Wall, false),
    (Change::Gap(6), true),
    (Change::Gap(7), true),
    (Change::Gap(8), true),
    (Change::Gap(10), false),
    (Change::Gap(11), false),
    (Change::Gap(12), false),
    (Change::Gap(14), false),
    (Change::Step(3), true),
    (Change::Step(4), true),
    (Change::Step(5), false),
    (Change::Step(6), false),
    (Change::Coin(64), true),
    (Change::Coin(70), true),
    (Change::Coin(76), true),
    (Change::Coin(79), false),
    (Change::Coin(84), false),
    (Change::Coin(96), false),
    (Change::Slit(1), true),
    (Change::Slit(0), false),
];

/// Columns of flat ground before a change, and after it.
const BEFORE: usize = 14;
const AFTER: usize = 20;

/// Changes a made level behind its first columns. Returns its text and the height of a coin that is the target.
fn changed(seed: u64, change: Change) -> (String, Option<Aabb>) {
    let mut rows = made(seed, 60);
    let at = rows[0].len() - 3;
    for (index, row) in rows.iter_mut().enumerate() {
        row.truncate(at);
        let letter = if index >= GROUND { '#' } else { '.' };
        row.extend(std::iter::repeat_n(letter, BEFORE + AFTER));
        row.push('#');
    }
    for row in &mut rows {
        for letter in row.iter_mut().filter(|letter| **letter == 'G' || **letter == 'o') {
            *letter = '.';
        }
    }
    let from = at + BEFORE;
    let mut target = None;
    match change {
        Change::Wall => rows.iter_mut().for_each(|row| row[from] = '#'),
        Change::Gap(width) => rows[GROUND..].iter_mut().for_each(|row| row[from..from + width].fill('.')),
        Change::Step(height) => {
            rows[GROUND - height..GROUND].iter_mut().for_each(|row| row[from..].fill('#'));
        }
        Change::Coin(over) => {
            let floor = GROUND as i32 * TILE;
            let low = floor - over * UNITS_PER_PX;
            target =
                Some(Aabb::from_min_size(IVec2::new(from as i32 * TILE, low - TILE), IVec2::splat(TILE)));
        }
        Change::Slit(height) => rows[..GROUND - height].iter_mut().for_each(|row| row[from] = '#'),
    }
    let up = if let Change::Step(height) = change { height } else { 0 };
    rows[GROUND - 1 - up][at + BEFORE + AFTER - 2] = 'G';
    (text(&rows), target)
}

#[test]
fn changes_with_known_answers_are_judged_right() {
    let player = player(Feel::mario());
    let mut unknown = Vec::new();
    let mut judged = 0;
    for seed in 0..changed_levels() {
        for (change, is_possible) in CHANGES {
            let (text, target) = changed(seed, change);
            let level = TextLevel::new(&text, &player);
            let area = target.or(level.goal).expect("each change has a target");
            let found = reach(
                &level.map(),
                &player,
                &Start::at_rest(level.start),
                &[Target { id: 0, area }],
                &Budget::default(),
            );
            let verdict = letter(&found.verdicts[0]);
            judged += 1;
            match (verdict, is_possible) {
                ('R', true) | ('I', false) => {}
                ('U', _) => unknown.push((seed, change)),
                _ => panic!("{verdict} for {change:?} of level {seed}:\n{text}"),
            }
            if let Verdict::Impossible(proof) = &found.verdicts[0] {
                assert_eq!(proof.verify(&level.map(), &player, &[level.start], area), Ok(()));
            }
        }
    }
    println!("{judged} judged, unknown: {unknown:?}");
    assert!(unknown.len() * 100 <= judged, "{} of {judged} unknown: {unknown:?}", unknown.len());
}

/// The mirror image of a level.
fn mirrored(text: &str) -> String {
    let turned = |letter: char| match letter {
        '/' => '\\',
        '\\' => '/',
        other => other,
    };
    let lines: Vec<String> = text.lines().map(|line| line.chars().rev().map(turned).collect()).collect();
    lines.join("\n")
}

#[test]
fn mirror_images_shifts_and_layers_change_no_verdict() {
    let player = player(Feel::mario());
    let mut differing = 0;
    let mut judged = 0;
    for seed in 0..changed_levels().div_ceil(2) {
        for (change, _) in CHANGES {
            let (text, coin) = changed(seed, change);
            if coin.is_some() {
                continue;
            }
            let own = verdicts(&TextLevel::new(&text, &player), &player);
            let shifted = TextLevel::placed(&text, &player, IVec2::new(-37, 11), 1);
            assert_eq!(verdicts(&shifted, &player), own, "shifted {change:?} of level {seed}");
            let split = TextLevel::placed(&text, &player, IVec2::ZERO, 3);
            assert_eq!(verdicts(&split, &player), own, "split {change:?} of level {seed}");
            // The order of equal candidates differs between mirror images.
            let turned = verdicts(&TextLevel::new(&mirrored(&text), &player), &player);
            assert!(
                own == turned || own == "U" || turned == "U",
                "mirrored {change:?} of {seed}: {own} {turned}"
            );
            differing += usize::from(own != turned);
            judged += 1;
        }
    }
    assert!(differing * 10 <= judged, "{differing} of {judged} mirror images differ");
}

#[test]
fn verdicts_of_all_characters_are_sound_together() {
    // What a character without its air jump reaches, it reaches with it.
    for (name, feel) in presets() {
        if feel.jump.air_jumps == 0 {
            continue;
        }
        let mut lesser = feel.clone();
        lesser.jump.air_jumps = 0;
        for seed in 0..2 {
            let more = player(feel.clone());
            let level = TextLevel::new(&text(&made(seed, 60)), &more);
            let [more, less] = [more, player(lesser.clone())].map(|player| verdicts(&level, &player));
            let pairs = more.chars().zip(less.chars());
            assert!(pairs.into_iter().all(|pair| pair != ('I', 'R')), "{name}: {more} {less}");
        }
    }
}
