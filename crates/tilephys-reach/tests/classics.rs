//! Levels in the manner of the classics, as text: the character that each is made for gets to its goal and to all coins.

use crate::levels::{TextLevel, player};
use crate::play::Game;
use std::fmt;
use tilephys_core::Aabb;
use tilephys_feel::Feel;
use tilephys_reach::{Budget, Player, Start, Target, Verdict, Witness, reach};

/// A level of `tests/levels`, whose page says what its characters mean.
#[derive(Clone, Copy)]
pub(crate) struct Classic {
    pub(crate) name: &'static str,
    text: &'static str,
}

macro_rules! classics {
    ($($name:literal),+) => {
        [$(Classic { name: $name, text: include_str!(concat!("levels/", $name, ".txt")) }),+]
    };
}

/// All levels.
pub(crate) const CLASSICS: [Classic; 19] = classics!(
    "bridges", "cellar", "chimney", "cliffs", "clouds", "dam", "foundry", "freezer", "hills", "keep",
    "lagoon", "march", "meadow", "quarry", "ruins", "station", "summit", "treetops", "works"
);

impl fmt::Debug for Classic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Classic {
    /// Name of the preset that the level is made for.
    pub(crate) fn preset(self) -> &'static str {
        self.text.split(':').next().expect("the first line names a preset")
    }

    /// The character that the level is made for.
    pub(crate) fn player(self) -> Player {
        player(Feel::preset(self.preset()).expect("the first line names a preset"))
    }

    /// The rows.
    pub(crate) fn rows(self) -> &'static str {
        self.text.split_once('\n').expect("rows follow the first line").1
    }
}

/// Plays a witness by the plain step, and asserts that it leads to a target on the same path.
fn assert_plays(level: &TextLevel, player: &Player, witness: &Witness, target: Aabb) {
    let mut game = Game::new(level, player);
    for (input, expected) in witness.inputs.iter().zip(&witness.path) {
        game.step(*input);
        assert_eq!(game.moment().position, *expected);
    }
    let end = witness.path.last().expect("a way has a tick");
    assert!(Aabb::from_min_size(*end, player.size).overlaps(target));
}

/// Asserts that all of the levels of a preset is reachable.
fn assert_reachable(preset: &str) {
    for classic in CLASSICS.into_iter().filter(|classic| classic.preset() == preset) {
        let player = classic.player();
        let level = TextLevel::new(classic.rows(), &player);
        assert!((150..=400).contains(&level.columns), "{} has {} columns", classic.name, level.columns);
        let goal = level.goal.expect("the level has a goal");
        let areas = std::iter::once(goal).chain(level.coins.iter().copied());
        let targets: Vec<Target> = areas.map(|area| Target { id: 0, area }).collect();
        let found = reach(&level.map(), &player, &Start::at_rest(level.start), &targets, &Budget::default());
        for (target, verdict) in targets.iter().zip(&found.verdicts) {
            let Verdict::Reachable(witness) = verdict else {
                panic!("{} at {:?}: {verdict:?}", classic.name, target.area)
            };
            assert_plays(&level, &player, witness, target.area);
            println!("way {} {:?} {:016x}", classic.name, target.area.min, witness.hash);
        }
    }
}

#[test]
fn all_of_the_levels_for_mario_is_reachable() {
    assert_reachable("mario");
}

#[test]
fn all_of_the_levels_for_mega_man_is_reachable() {
    assert_reachable("mega_man");
}

#[test]
fn all_of_the_levels_for_floaty_is_reachable() {
    assert_reachable("floaty");
}

#[test]
fn all_of_the_levels_for_celeste_is_reachable() {
    assert_reachable("celeste");
}
