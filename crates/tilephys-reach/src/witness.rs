//! Witness: the inputs that lead to a target, replayed.

use crate::actions::Action;
use crate::crowd::{Crowd, State};
use crate::map::Map;
use crate::player::Player;
use crate::search::Way;
use glam::IVec2;
use tilephys_core::Aabb;
use tilephys_feel::Input;

/// Inputs that lead from the start to a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// Input of each tick.
    pub inputs: Vec<Input>,
    /// Positions of the character's min corner after each tick, in lattice units; of the standing body on its feet, if it crouches.
    pub path: Vec<IVec2>,
    /// Hash of the world of this character alone after the last tick.
    pub hash: u64,
}

/// Plays a way by the plain step in a fresh world of one body. `None` if it does not lead there: then a state was continued that the
/// game does not have.
pub(crate) fn replay(map: &Map, player: &Player, start: IVec2, way: &Way, area: Aabb) -> Option<Witness> {
    let mut crowd = Crowd::new(map, player, 1);
    crowd.set_tick(0);
    crowd.load(0, &State::at_rest(start));
    let mut inputs = Vec::new();
    let mut path = Vec::new();
    let mut input = Input::default();
    let mut own = Aabb::from_min_size(start, player.size);
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
    let meets = own == way.end && own.overlaps(area);
    meets.then(|| Witness { inputs, path, hash: crowd.hash() })
}
