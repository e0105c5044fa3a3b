//! Verdicts on levels whose answers are known: beginnings of the classics, with a change behind them.

use crate::classics::{CLASSICS, Classic};
use crate::levels::{Form, TILE, TextLevel, player};
use crate::play::Game;
use crate::sound::{factor, presets};
use glam::IVec2;
use tilephys_core::{Aabb, UNITS_PER_PX};
use tilephys_feel::{Button, Feel, Input};
use tilephys_reach::{Budget, Player, Start, Target, Verdict, reach};

/// Letter of a verdict.
fn letter(verdict: &Verdict) -> char {
    match verdict {
        Verdict::Reachable(_) => 'R',
        Verdict::Impossible(_) => 'I',
        Verdict::Unknown(_) => 'U',
    }
}

/// Letter of the verdict on an area of a level.
fn judged(level: &TextLevel, player: &Player, area: Aabb) -> char {
    let found = reach(
        &level.map(),
        player,
        &Start::at_rest(level.start),
        &[Target { id: 0, area }],
        &Budget::default(),
    );
    if let Verdict::Impossible(proof) = &found.verdicts[0] {
        assert_eq!(proof.verify(&level.map(), player, &[level.start], area), Ok(()));
    }
    letter(&found.verdicts[0])
}

#[test]
fn a_way_goes_on_where_another_has_ended() {
    let levels = CLASSICS.into_iter().filter(|classic| classic.preset() == "mario");
    for classic in levels.take(2) {
        let player = classic.player();
        let level = TextLevel::new(classic.rows(), &player);
        let mut start = Start::at_rest(level.start);
        let mut game = Game::new(&level, &player);
        let goal = level.goal.expect("the level has a goal");
        let mut ticks = 0;
        for area in level.coins.iter().copied().chain([goal]) {
            let found = reach(&level.map(), &player, &start, &[Target { id: 0, area }], &Budget::default());
            let Verdict::Reachable(witness) = &found.verdicts[0] else { continue };
            for (input, at) in witness.inputs.iter().zip(&witness.path) {
                game.step(*input);
                assert_eq!(game.moment().position, *at, "{}", classic.name);
            }
            ticks += witness.inputs.len() as u32;
            start = witness.end.clone();
            assert_eq!([start.origin(), start.position()], [level.start, game.moment().position]);
            assert_eq!(start.tick(), ticks);
        }
        assert!(Aabb::from_min_size(start.position(), player.size).overlaps(goal), "{}", classic.name);
    }
}

/// The highest and the widest jump of a character with a run-up, in px, by play.
#[derive(Clone, Copy, Debug)]
struct Jump {
    rise: f32,
    far: f32,
}

/// Ticks before a jump, and after all of it.
const RUN_UP: u32 = 120;
const NEVER: u32 = 1000;

impl Jump {
    fn of(player: &Player) -> Jump {
        let rows = [&".".repeat(80), &format!("S{}", ".".repeat(79)), &"#".repeat(80)];
        let level = TextLevel::new(&rows.map(String::as_str).join("\n"), player);
        // Jumps in the air at each time that may be the best.
        let presses = if player.feel.jump.air_jumps > 0 { 10..100 } else { NEVER..NEVER + 1 };
        presses.map(|press| Jump::played(&level, player, press)).fold(
            Jump { rise: 0.0, far: 0.0 },
            |most, jump| {
                let greater = |a: f32, b: f32| if a > b { a } else { b };
                Jump { rise: greater(most.rise, jump.rise), far: greater(most.far, jump.far) }
            },
        )
    }

    /// A jump with a second jump in the air after `press` ticks.
    fn played(level: &TextLevel, player: &Player, press: u32) -> Jump {
        let mut game = Game::new(level, player);
        let mut before = Input::default();
        let mut from = level.start;
        let mut rise = 0;
        for tick in 0.. {
            let is_held = tick >= RUN_UP && tick != RUN_UP + press - 1;
            let jump = Button { held: is_held, pressed: is_held && !before.jump.held };
            before = Input { along: 1.0, jump, ..Input::default() };
            if tick == RUN_UP {
                from = game.moment().position;
            }
            game.step(before);
            let at = game.moment();
            rise = rise.max(level.start.y - at.position.y);
            if tick > RUN_UP && at.contacts.on_floor() {
                let [rise, far] =
                    [rise, at.position.x - from.x].map(|units| units as f32 / UNITS_PER_PX as f32);
                return Jump { rise, far };
            }
        }
        unreachable!("a jump ends")
    }
}

/// A change of a level.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// None: the ground goes on.
    Nothing,
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

/// True if a character gets over any wall that is not as high as the level.
fn climbs(player: &Player) -> bool {
    player.feel.climb.as_ref().is_some_and(|climb| climb.walls)
}

/// Changes near the limits of a character, and whether it gets past them.
fn changes(player: &Player) -> Vec<(Change, bool)> {
    let Jump { rise, far } = Jump::of(player);
    let [width, height] = [8.0, 12.0];
    let tile = 16.0;
    // Walking off before the jump.
    let coyote = f32::from(player.feel.jump.coyote_ticks) * player.feel.run.speed * player.dt;
    // After a jump in the air the bounds are looser by some tiles: how high and how far it began is no longer told apart exactly.
    let loose = 112.0 * f32::from(player.feel.jump.air_jumps);
    // One unit of the body stands on the ground at both ends of a jump.
    let way = |tiles: usize| tiles as f32 * tile - width;
    let gaps: Vec<usize> = (1..40).collect();
    let narrow = gaps.iter().rev().filter(|tiles| way(**tiles) < far - 12.0).take(3);
    let wide = gaps.iter().filter(|tiles| way(**tiles) > far + coyote + 16.0 + loose).take(4);
    let steps: Vec<usize> = (1..20).collect();
    let low = steps.iter().rev().filter(|tiles| **tiles as f32 * tile < rise - 1.5).take(2);
    let high = steps.iter().filter(|tiles| **tiles as f32 * tile > rise + 6.0).take(2);
    let apex = rise + height;
    let mut list = vec![(Change::Wall, false), (Change::Slit(0), false), (Change::Slit(1), true)];
    list.extend(narrow.map(|tiles| (Change::Gap(*tiles), true)));
    list.extend(wide.map(|tiles| (Change::Gap(*tiles), false)));
    list.extend(low.map(|tiles| (Change::Step(*tiles), true)));
    list.extend(high.map(|tiles| (Change::Step(*tiles), false)));
    list.extend([2.0, 8.0, 14.0].map(|less| (Change::Coin((apex - less) as i32), true)));
    list.extend([6.0, 12.0, 24.0].map(|more| (Change::Coin((apex + more) as i32), false)));
    if climbs(player) {
        // Its speed along has no bound, so what stands in its way is a wall.
        let is_wall = |change: &Change| matches!(change, Change::Wall | Change::Slit(_));
        list.retain(|(change, is_possible)| *is_possible || is_wall(change));
        list.extend((3..8).map(|tiles| (Change::Step(tiles), true)));
    }
    list
}

/// Columns of flat ground before a change, and after it. A body that is thrown or falls from the beginning lands before the change.
const BEFORE: usize = 30;
const AFTER: usize = 30;

/// A level that ends in flat ground with a change.
struct Changed {
    text: String,
    /// Area of a coin that is the target.
    coin: Option<Aabb>,
}

/// A beginning of a classic.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    classic: Classic,
    columns: usize,
}

impl Beginning {
    /// Beginnings that end on open ground, in steps of some columns.
    fn of(classic: Classic, count: usize) -> Vec<Beginning> {
        let rows: Vec<Vec<char>> = classic.rows().lines().map(|row| row.chars().collect()).collect();
        let ground = rows.len() - 2;
        let letter = |row: usize, col: usize| rows[row].get(col).copied().unwrap_or('.');
        let is_open =
            |col: usize| letter(ground, col) == '#' && (1..4).all(|up| letter(ground - up, col) == '.');
        let ends = |columns: usize| (columns - 3..columns).all(is_open);
        let from = |part: usize| 24 + 24 * part;
        let columns =
            (0..count).filter_map(|part| (from(part)..from(part + 1)).find(|columns| ends(*columns)));
        columns.map(|columns| Beginning { classic, columns }).collect()
    }

    /// The beginning with a change behind it.
    fn changed(self, change: Change) -> Changed {
        let mut rows: Vec<Vec<char>> = self.classic.rows().lines().map(|row| row.chars().collect()).collect();
        let ground = rows.len() - 2;
        for (index, row) in rows.iter_mut().enumerate() {
            row.resize(self.columns, '.');
            // A roof, or a character that climbs leaves the level over its walls.
            if index == 0 && climbs(&self.classic.player()) {
                row.fill('#');
            }
            let letter = if index >= ground || row[0..2] == ['#'; 2] { '#' } else { '.' };
            row.extend(std::iter::repeat_n(letter, BEFORE + AFTER));
            row.push('#');
            for letter in row.iter_mut().filter(|letter| **letter == 'G' || **letter == 'o') {
                *letter = '.';
            }
        }
        let from = self.columns + BEFORE;
        let mut coin = None;
        match change {
            Change::Nothing => {}
            Change::Wall => rows.iter_mut().for_each(|row| row[from] = '#'),
            Change::Gap(width) => rows[ground..].iter_mut().for_each(|row| row[from..from + width].fill('.')),
            Change::Step(height) => {
                rows[ground - height..ground].iter_mut().for_each(|row| row[from..].fill('#'));
            }
            Change::Coin(over) => {
                let low = ground as i32 * TILE - over * UNITS_PER_PX;
                coin =
                    Some(Aabb::from_min_size(IVec2::new(from as i32 * TILE, low - TILE), IVec2::splat(TILE)));
            }
            Change::Slit(height) => rows[..ground - height].iter_mut().for_each(|row| row[from] = '#'),
        }
        let up = if let Change::Step(height) = change { height } else { 0 };
        rows[ground - 1 - up][from + AFTER - 2] = 'G';
        let lines: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        Changed { text: lines.join("\n"), coin }
    }

    /// True if the ground before the changes is within reach.
    fn is_passable(self, player: &Player) -> bool {
        let level = TextLevel::new(&self.changed(Change::Nothing).text, player);
        judged(&level, player, level.goal.expect("the level has a goal")) == 'R'
    }
}

/// Beginnings of levels: of one for each character, or of all with a factor of rounds.
fn beginnings() -> Vec<Beginning> {
    let few = ["hills", "works", "ruins", "cliffs"];
    let count = factor() as usize;
    let is_asked = |classic: &Classic| count > 1 || few.contains(&classic.name);
    CLASSICS.into_iter().filter(is_asked).flat_map(|classic| Beginning::of(classic, count)).collect()
}

#[test]
fn changes_with_known_answers_are_judged_right() {
    let mut counts = std::collections::BTreeMap::<_, [usize; 3]>::new();
    for beginning in beginnings() {
        let player = beginning.classic.player();
        assert!(beginning.is_passable(&player), "{beginning:?}");
        for (change, is_possible) in changes(&player) {
            let Changed { text, coin } = beginning.changed(change);
            let level = TextLevel::new(&text, &player);
            let area = coin.or(level.goal).expect("each change has a target");
            let verdict = judged(&level, &player, area);
            let expected = if is_possible { 'R' } else { 'I' };
            assert!(verdict == expected || verdict == 'U', "{verdict} for {change:?} of {beginning:?}");
            let [all, possible, unknown] = counts.entry(beginning.classic.preset()).or_default();
            *all += 1;
            *possible += usize::from(is_possible);
            *unknown += usize::from(verdict == 'U');
            if verdict == 'U' {
                println!("unknown: {change:?} of {beginning:?}");
            }
        }
    }
    for (preset, [all, possible, unknown]) in counts {
        println!("{preset}: {all} judged, {possible} of them possible, {unknown} unknown");
        assert!(unknown * 100 <= all, "{preset}: {unknown} of {all} unknown");
    }
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
fn other_forms_of_a_level_contradict_no_verdict() {
    let mut differing = 0;
    let mut all = 0;
    // Jumps in the air take ten times as long.
    let is_slow = |beginning: &Beginning| ["floaty", "celeste"].contains(&beginning.classic.preset());
    let is_quick = |beginning: &Beginning| factor() > 1 || !is_slow(beginning);
    for beginning in beginnings().into_iter().filter(is_quick) {
        let player = beginning.classic.player();
        let part = if factor() > 1 { 1 } else { 3 };
        for (change, _) in changes(&player).into_iter().step_by(part) {
            let Changed { text, coin } = beginning.changed(change);
            if coin.is_some() {
                continue;
            }
            let verdict = |text: &str, shift: IVec2, form: Form| {
                let level = TextLevel::placed(text, &player, shift, form);
                judged(&level, &player, level.goal.expect("the level has a goal"))
            };
            let own = verdict(&text, IVec2::ZERO, Form::Layers(1));
            let same = [
                verdict(&text, IVec2::new(-37, 11), Form::Layers(1)),
                verdict(&text, IVec2::ZERO, Form::Layers(3)),
                verdict(&text, IVec2::ZERO, Form::Box),
                verdict(&text, IVec2::ZERO, Form::Polygon),
            ];
            assert_eq!(same, [own; 4], "{change:?} of {beginning:?}");
            // The order of equal candidates differs between mirror images, and cells of places between tiles of two sizes.
            let others = [
                verdict(&mirrored(&text), IVec2::ZERO, Form::Layers(1)),
                verdict(&text, IVec2::ZERO, Form::OffGrid),
                verdict(&text, IVec2::ZERO, Form::Halves),
            ];
            for other in others {
                let agrees = own == other || own == 'U' || other == 'U';
                assert!(agrees, "{own} and {others:?} for {change:?} of {beginning:?}");
                differing += usize::from(own != other);
                all += 1;
            }
        }
    }
    println!("{differing} of {all} differ");
    assert!(differing * 10 <= all, "{differing} of {all} differ");
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
        let [more, less] = [feel, lesser].map(player);
        for beginning in beginnings() {
            let level = TextLevel::new(&beginning.changed(Change::Nothing).text, &more);
            let goal = level.goal.expect("the level has a goal");
            let pair = [judged(&level, &more, goal), judged(&level, &less, goal)];
            assert_ne!(pair, ['I', 'R'], "{name}: {beginning:?}");
        }
    }
}

/// A wall of slopes before the goal. The way leads back and over the roof.
const SLOPED_WALL: &str = "
..............................
..............................
..............................
.....##################.......
.....................//.......
..##.................//.......
.....................//.......
...................S.//....G..
##############################";

#[test]
fn a_wall_of_slopes_draws_no_search_into_it() {
    let player = player(Feel::mega_man());
    let level = TextLevel::new(SLOPED_WALL, &player);
    let targets = [Target { id: 0, area: level.goal.expect("the level has a goal") }];
    let start = Start::at_rest(level.start);
    let found = reach(&level.map(), &player, &start, &targets, &Budget::default());
    assert!(matches!(found.verdicts[0], Verdict::Reachable(_)));
    assert!(found.states < 8_000, "{} states", found.states);
}

#[test]
fn a_belt_leaves_wide_gaps_impossible() {
    let march = CLASSICS.into_iter().find(|classic| classic.name == "march").expect("the level exists");
    let player = march.player();
    // Air in place of the wall at the end, and the goal and a wall behind it.
    let opened = |line: &str| {
        let ground: String = line.replace('G', ".").chars().take(397).collect();
        let end = if line.contains('S') { "G#" } else { ".#" };
        format!("{ground:.<460}{end}")
    };
    let level = TextLevel::new(&march.rows().lines().map(opened).collect::<Vec<_>>().join("\n"), &player);
    // A flood at any speed along would get there.
    assert_eq!(judged(&level, &player, level.goal.expect("the level has a goal")), 'I');
}
