//! Distance field: the ticks that a state is away from a target, by the guide.

use crate::crowd::State;
use crate::flags;
use crate::guide::{Guide, HOLDS, Motion, Rule};
use crate::places::Places;
use glam::IVec2;
use tilephys_core::Aabb;

/// Distance of what does not lead to the target.
pub(crate) const FAR: u16 = u16::MAX;

/// Distances of all motions in all cells to a target, in ticks.
#[derive(Debug)]
pub(crate) struct Field {
    /// By free cell and motion.
    distances: Vec<u16>,
}

impl Field {
    pub(crate) fn new(guide: &Guide, places: &Places, area: Aabb) -> Field {
        let motions = guide.motions();
        let mut distances = vec![FAR; guide.free.len() * motions];
        // The queue of R. B. Dial (1969): nodes by distance. A step takes a few ticks.
        let mut queue: Vec<Vec<u32>> = vec![Vec::new()];
        let first = area.min - places.size + 1;
        let last = area.max - 1;
        for y in places.y.class(first.y)..=places.y.class(last.y) {
            for x in places.x.class(first.x)..=places.x.class(last.x) {
                let Some(cell) = guide.free_at(IVec2::new(x, y)) else { continue };
                for motion in 0..motions {
                    let node = cell as usize * motions + motion;
                    distances[node] = 0;
                    queue[0].push(node as u32);
                }
            }
        }
        let mut distance = 0;
        while distance < queue.len() {
            let Some(node) = queue[distance].pop() else {
                distance += 1;
                continue;
            };
            let node = node as usize;
            if distance > usize::from(distances[node]) {
                continue;
            }
            let pair = guide.free[node / motions] as i32;
            let at = IVec2::new(pair % guide.size.x, pair / guide.size.x);
            for rule in &guide.rules[node % motions] {
                let Some(before) = before(guide, at, rule, motions) else { continue };
                let far = distance + rule.ticks as usize;
                if far < usize::from(distances[before]) {
                    distances[before] = far as u16;
                    if queue.len() <= far {
                        queue.resize(far + 1, Vec::new());
                    }
                    queue[far].push(before as u32);
                }
            }
        }
        Field { distances }
    }

    /// Distance of a state, in ticks.
    pub(crate) fn of(&self, guide: &Guide, places: &Places, state: &State) -> u16 {
        let position = places.clamped(state.position);
        let at = IVec2::new(places.x.class(position.x), places.y.class(position.y));
        let Some(cell) = guide.free_at(at) else { return FAR };
        let around = guide.flags[guide.free[cell as usize] as usize];
        let is_held = state.contacts.on_floor()
            || state.contacts.is_placed()
            || state.feel.is_climbing()
            || around & flags::WATER != 0;
        let left = guide.left(state.feel.air_jumps(), state.feel.dashes());
        let dash = guide.dash_left(state.feel.dash_ticks().into());
        let motion = if is_held && around & HOLDS != 0 {
            Motion::Held
        } else if dash > 0 {
            Motion::Dash { cells: dash, left }
        } else {
            Motion::Rise { cells: guide.rise_left(0.0 - state.velocity.y), left }
        };
        self.distances[cell as usize * guide.motions() + guide.motion(motion)]
    }
}

/// The node before a step that leads to a place; `None` if there is no such step.
fn before(guide: &Guide, at: IVec2, rule: &Rule, motions: usize) -> Option<usize> {
    let from = at - rule.step;
    let cell = guide.free_at(from)? as usize;
    let flags = guide.flags[guide.free[cell] as usize];
    let is_held = rule.from != 0 || flags & HOLDS != 0;
    let is_met = rule.need == 0 || flags & rule.need != 0;
    let is_barred = flags & (rule.unless | flags::DEADLY) != 0;
    let holds = is_held && is_met && !is_barred && guide.is_open(from, rule.step);
    holds.then_some(cell * motions + rule.from)
}
