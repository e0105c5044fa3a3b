//! Faults of places: objects in walls, pits, openings, paths of platforms, layers.

use super::level::{Level, Part};
use super::{Expected, Kind};
use crate::rng::Rng;

#[rustfmt::skip]
pub(super) const KINDS: &[Kind] = &[
    Kind { name: "a pick-up, checkpoint or goal in a wall", damage: object_in_wall, followers: &[] },
    Kind { name: "a spawn in the floor", damage: spawn_in_floor, followers: &[] },
    Kind { name: "a spawn lifted over a pit", damage: spawn_over_pit, followers: &[(16, "the pit is open for all")] },
    Kind { name: "a hole in the floor", damage: hole, followers: &[] },
    Kind { name: "an opening at the side", damage: opening, followers: &[] },
    Kind { name: "a platform's path through the floor", damage: path_through_floor, followers: &[] },
    Kind { name: "a ceiling low over a platform", damage: low_ceiling, followers: &[] },
    Kind { name: "an object outside of the map", damage: outside, followers: &[(33, "an enemy there has no floor")] },
    Kind { name: "an object pasted twice", damage: twice, followers: &[] },
    Kind { name: "a second spawn", damage: second_spawn, followers: &[] },
    Kind { name: "the spawn deleted", damage: no_spawn, followers: &[] },
    Kind { name: "the goal deleted", damage: no_goal, followers: &[] },
    Kind { name: "a colliding layer hidden", damage: hidden, followers: &[] },
    Kind { name: "a colliding layer shifted by some pixels", damage: shifted, followers: &[] },
    Kind { name: "an enemy above the floor", damage: floating, followers: &[] },
    Kind { name: "a one-way platform turned", damage: turned, followers: &[] },
    Kind { name: "another tile before a solid one", damage: stacked, followers: &[] },
    Kind { name: "decoration in place of floor tiles", damage: soft_floor, followers: &[] },
    Kind { name: "decoration on a layer named ground", damage: soft_ground, followers: &[] },
];

/// Moves an object by some pixels.
fn shift(level: &mut Level, line: usize, (x, y): (i32, i32)) -> Option<()> {
    for (name, by) in [("x", x), ("y", y)] {
        let old: i32 = level.value(line, name)?.parse().ok()?;
        level.set(line, name, &(old + by).to_string())?;
    }
    Some(())
}

/// Finding about the object in a line.
fn about(check: u16, level: &Level, line: usize) -> Option<Expected> {
    Some(Expected::at(check, level, line).of_object(level.id(line)?))
}

fn set_bounds(level: &mut Level, bounds: &str) -> Option<()> {
    let line = level.first("name=\"bounds\"")?;
    level.set(line, "value", bounds)
}

fn object_in_wall(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.clone()?;
    let line = level.object(rng, &["TpCollectible", "TpCheckpoint", "TpGoal"])?;
    let (side, row) = (rng.pick(&[0, plan.cols - 1]), rng.range(1, plan.floor() - 1));
    let col = rng.range(1, plan.cols - 2);
    let cell = rng.pick(&[(side, row), (col, plan.floor())]);
    level.set(line, "x", &(cell.0 * 16).to_string())?;
    level.set(line, "y", &(cell.1 * 16).to_string())?;
    Some(about(32, level, line)?.in_cell(cell))
}

fn spawn_in_floor(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = level.first("\"TpSpawn\"")?;
    let cell = level.plan.as_ref().and_then(|plan| Some((plan.column(Part::Start)? + 1, plan.floor())));
    shift(level, line, (0, rng.range(2, 11)))?;
    let expected = about(12, level, line)?;
    Some(Expected { cell, ..expected })
}

fn spawn_over_pit(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.clone()?;
    let cell = (plan.column(Part::Start)? + 1, plan.floor());
    set_bounds(level, rng.pick(&["open", "kill_below"]))?;
    level.set_cell("ground", cell, "0")?;
    let line = level.first("\"TpSpawn\"")?;
    shift(level, line, (0, -rng.below(20_i32)))?;
    Some(about(13, level, line)?.in_cell(cell))
}

fn hole(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.clone()?;
    set_bounds(level, "open")?;
    let part = rng.pick(&[Part::Start, Part::Platform, Part::Lift, Part::Ledge]);
    let cell = (plan.column(part)? + if part == Part::Start { 3 } else { 0 }, plan.floor());
    level.set_cell("ground", cell, "0")?;
    Some(Expected::of_map(16, level)?.in_cell(cell))
}

fn opening(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.clone()?;
    set_bounds(level, rng.pick(&["open", "kill_below"]))?;
    let (col, height) = (rng.pick(&[0, plan.cols - 1]), rng.range(1, 2));
    for up in 1..=height {
        level.set_cell("ground", (col, plan.floor() - up), "0")?;
    }
    Some(Expected::of_map(15, level)?.in_cell((col, plan.floor() - height)))
}

fn path_through_floor(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.clone()?;
    // Lower it is hidden in the floor, which is taken as meant.
    let (mover, path) = (level.first("\"TpMover\"")?, level.first("<polyline")?);
    level.set(path, "points", &format!("0,0 0,{}", rng.range(26, 29)))?;
    Some(about(48, level, mover)?.in_cell((plan.column(Part::Lift)? + 2, plan.floor())))
}

fn low_ceiling(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.clone()?;
    // The lift rises to 24 px above its start, and the ceiling is 8 px above that.
    let cell = (plan.column(Part::Lift)? + 2, plan.floor() - 5);
    level.set_cell("ground", cell, "1")?;
    let (mover, path) = (level.first("\"TpMover\"")?, level.first("<polyline")?);
    level.set(path, "points", &format!("0,0 0,-{}", rng.range(23, 30)))?;
    Some(about(48, level, mover)?.in_cell(cell))
}

fn outside(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = level.object(rng, &["TpCollectible", "TpCheckpoint", "Slime"])?;
    let (name, far) = (rng.pick(&["x", "y"]), rng.range(40, 500));
    level.set(line, name, &if rng.chance(50) { (-far).to_string() } else { (far + 4000).to_string() })?;
    about(30, level, line)
}

fn twice(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = level.object(rng, &["TpCollectible", "TpCheckpoint", "Slime", "TpGoal"])?;
    let copy = level.lines()[line].clone();
    level.lines().insert(line + 1, copy);
    level.set(line + 1, "id", "900")?;
    about(26, level, line + 1)
}

fn second_spawn(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = level.first("\"TpSpawn\"")?;
    let copy = level.lines()[line].clone();
    level.lines().insert(line + 1, copy);
    level.set(line + 1, "id", "900")?;
    shift(level, line + 1, (0, -rng.range(1, 9)))?;
    about(11, level, line)
}

fn no_spawn(level: &mut Level, _: &mut Rng) -> Option<Expected> {
    let line = level.first("\"TpSpawn\"").filter(|_| level.first("\"TpDoor\"").is_none())?;
    level.lines().remove(line);
    Expected::of_map(10, level)
}

fn no_goal(level: &mut Level, _: &mut Rng) -> Option<Expected> {
    // A map with only a start need not have an end.
    level.first("\"TpCheckpoint\"")?;
    let goal = level.first("\"TpGoal\"")?;
    level.lines().remove(goal);
    about(14, level, level.first("\"TpSpawn\"")?)
}

fn hidden(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.clone()?;
    let cell = (plan.column(Part::Platform)? + 1, plan.floor() - 3);
    let line = level.first("name=\"front\"")?;
    level.replace(line, ">", rng.pick(&[" visible=\"0\">", " opacity=\"0\">"]))?;
    Some(Expected::at(31, level, line).in_cell(cell))
}

fn shifted(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    level.plan.as_ref()?.column(Part::Platform)?;
    let line = level.first("name=\"front\"")?;
    let (name, by) = (rng.pick(&["offsetx", "offsety"]), rng.pick(&[-5, -3, 2, 3, 5, 7]));
    level.replace(line, ">", &format!(" {name}=\"{by}\">"))?;
    Some(Expected::at(31, level, line))
}

fn floating(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let line = level.first("\"Slime\"")?;
    shift(level, line, (0, -rng.range(2, 40)))?;
    about(33, level, line)
}

fn turned(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.clone()?;
    let cell = (plan.column(Part::Platform)? + rng.range(1, 3), plan.floor() - 3);
    let bits = rng.pick(&[0x4000_0000_u32, 0xC000_0000, 0x2000_0000, 0xA000_0000, 0x6000_0000]);
    let line = level.set_cell("front", cell, &(bits + 4).to_string())?;
    Some(Expected::at(43, level, line).in_cell(cell))
}

fn stacked(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.clone()?;
    let cell = (rng.range(1, plan.cols - 2), rng.pick(&[0, plan.floor()]));
    level.set_cell("front", cell, rng.pick(&["2", "3", "8"]))?;
    Some(Expected::at(26, level, level.first("name=\"front\"")?).in_cell(cell))
}

/// Puts decoration into the floor at two places; returns the expected finding about the tileset.
fn soften(level: &mut Level, check: u16, rng: &mut Rng) -> Option<Expected> {
    let plan = level.plan.clone()?;
    set_bounds(level, "closed")?;
    let cells = [plan.column(Part::Lift)? + rng.range(0, 1), plan.column(Part::Start)? + 5];
    for col in cells {
        level.set_cell("ground", (col, plan.floor()), "5")?;
    }
    let cell = Some((cells[0].min(cells[1]), plan.floor()));
    let file = level.beside("tiles.tsx");
    Some(Expected { file, line: Some(2), cell, ..Expected::at(check, level, 0) })
}

fn soft_floor(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let expected = soften(level, 20, rng)?;
    // The loader judges layers by their names, such as this one.
    let line = level.first("name=\"ground\"")?;
    level.replace(line, "ground", "rock")?;
    Some(expected)
}

fn soft_ground(level: &mut Level, rng: &mut Rng) -> Option<Expected> {
    let expected = soften(level, 65, rng)?;
    Some(Expected { cell: None, ..expected })
}
