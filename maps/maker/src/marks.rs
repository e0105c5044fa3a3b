//! Objects that mark places: starts, goals, checkpoints, doors.

use crate::canvas::TILE;
use crate::plan::Plan;
use crate::text::Property;
use crate::tiled::Object;

/// The size of the player's box, in pixels.
const PLAYER: (i32, i32) = (8, 11);

/// Ids of the start, and of the place at which a player comes back from the next level: the first objects of a map.
const START: u32 = 1;
const RETURN: u32 = 2;

/// Pixels by which the area of a door is narrower than its picture, at each side.
const JAMB: i32 = 8;

/// Maps to which the doors of a level lead.
#[derive(Clone, Copy, Default)]
pub(crate) struct Doors {
    pub(crate) previous: &'static str,
    pub(crate) next: &'static str,
}

/// A rectangle of the size of the player, which stands in a cell.
fn spawn(name: &str, (column, row): (i32, i32), properties: Vec<Property>) -> Object {
    let at = (column * TILE + (TILE - PLAYER.0) / 2, (row + 1) * TILE - PLAYER.1);
    Object { name: name.into(), class: "TpSpawn", at, size: PLAYER, properties, ..Object::default() }
}

/// A goal of two by two tiles, at its low left cell.
fn goal(name: &str, (column, row): (i32, i32)) -> Object {
    let (at, size) = ((column * TILE, (row - 1) * TILE), (2 * TILE, 2 * TILE));
    Object { name: name.into(), class: "TpGoal", at, size, ..Object::default() }
}

/// A door of two by two tiles, at its low left cell, to an object of another map.
fn door(name: &str, (column, row): (i32, i32), target: &str, object: u32) -> Object {
    let properties = vec![Property::File("target", target.into()), Property::Object("target_object", object)];
    let at = (column * TILE + JAMB, (row - 1) * TILE);
    let size = (2 * (TILE - JAMB), 2 * TILE);
    Object { name: name.into(), class: "TpDoor", at, size, properties, ..Object::default() }
}

/// Starts, goals, checkpoints and doors.
pub(crate) fn objects(plan: &Plan, doors: &Doors) -> Vec<Object> {
    let next = plan.all('n');
    let is_first = if next.is_empty() { Vec::new() } else { vec![Property::Bool("default", "true")] };
    let mut out: Vec<Object> =
        plan.all('P').into_iter().map(|cell| spawn("player", cell, is_first.clone())).collect();
    out.extend(next.iter().map(|&(column, row)| spawn("return", (column - 2, row), Vec::new())));
    out.extend(plan.all('G').into_iter().map(|cell| goal("exit", cell)));
    out.extend(plan.all('!').into_iter().map(|cell| goal("goal", cell)));
    let mut checkpoints = plan.all('C');
    checkpoints.sort_unstable();
    for (n, (column, row)) in (1..).zip(checkpoints) {
        let (name, at) = (format!("checkpoint {n}"), (column * TILE, row * TILE));
        out.push(Object { name, class: "TpCheckpoint", at, size: (TILE, TILE), ..Object::default() });
    }
    out.extend(next.into_iter().map(|cell| door("next", cell, doors.next, START)));
    out.extend(plan.all('p').into_iter().map(|cell| door("previous", cell, doors.previous, RETURN)));
    out
}
