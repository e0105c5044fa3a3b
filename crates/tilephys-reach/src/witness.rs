//! Witness: the inputs that lead to a target, replayed.

use crate::actions::Action;
use crate::crowd::Crowd;
use crate::map::Map;
use crate::player::Player;
use crate::search::Way;
use crate::start::Start;
use glam::IVec2;
use tilephys_core::Aabb;
use tilephys_feel::Input;

/// Inputs that lead from the start to a target.
#[derive(Clone, Debug)]
pub struct Witness {
    /// Input of each tick.
    pub inputs: Vec<Input>,
    /// Positions of the character's min corner after each tick, in lattice units; of the standing body on its feet, if it crouches.
    pub path: Vec<IVec2>,
    /// Hash of the world of this character alone after the last tick.
    pub hash: u64,
    /// The character after the last tick: a way may go on from here.
    pub end: Start,
}

/// Plays a way by the plain step in a fresh world of one body. `None` if it does not lead there: then a state was continued that the
/// game does not have.
pub(crate) fn replay(map: &Map, player: &Player, start: &Start, way: &Way, area: Aabb) -> Option<Witness> {
    let mut crowd = Crowd::new(map, player, 1);
    crowd.set_tick(start.tick);
    crowd.load(0, &start.state);
    let mut inputs = Vec::new();
    let mut path = Vec::new();
    let mut input = start.state.input;
    let mut own = start.state.area(player.size);
    for (action, ticks) in &way.actions {
        for _ in 0..*ticks {
            input = Action::input(*action, &input);
            crowd.step(std::iter::once(input));
            let before = std::mem::replace(&mut own, crowd.area(0));
            if map.forbids(before.union(own)) {
                return None;
            }
            inputs.push(input);
            path.push(crowd.position(0));
        }
    }
    if own != way.end || !own.overlaps(area) {
        return None;
    }
    let end = start.after(inputs.len(), crowd.state(0, input)?);
    Some(Witness { inputs, path, hash: crowd.hash(), end })
}
