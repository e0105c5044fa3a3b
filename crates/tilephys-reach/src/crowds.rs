//! Crowds of several sizes: few states are continued in a small one.

use crate::crowd::{Crowd, State};
use crate::map::Map;
use crate::player::Player;
use tilephys_feel::Input;

/// Numbers of bodies of the crowds.
const SIZES: [usize; 3] = [16, 64, 192];

/// Greatest number of states that are continued at once.
pub(crate) const MOST_STATES: usize = SIZES[SIZES.len() - 1];

/// Crowds of which one is in play.
#[derive(Debug)]
pub(crate) struct Crowds {
    all: Vec<Crowd>,
    /// Index of the crowd in play, and the tick of its movers.
    current: usize,
    tick: u32,
}

impl Crowds {
    /// Crowds of a character on a map.
    pub(crate) fn new(map: &Map, player: &Player) -> Crowds {
        let all = SIZES.iter().map(|size| Crowd::new(map, player, *size)).collect();
        Crowds { all, current: 0, tick: 0 }
    }

    /// The crowd in play. Its bodies are in the order of the states that were loaded.
    pub(crate) fn current(&mut self) -> &mut Crowd {
        &mut self.all[self.current]
    }

    /// Loads states at a tick of the movers into the smallest crowd with room for them.
    pub(crate) fn load(&mut self, tick: u32, states: &[&State]) {
        self.current = smallest(states.len());
        self.tick = tick;
        let crowd = &mut self.all[self.current];
        crowd.set_tick(tick);
        // Bodies without a state of their own play what the first one plays.
        let spare = states.iter().take(1).cycle();
        for (index, state) in states.iter().chain(spare).take(crowd.len()).enumerate() {
            crowd.load(index, state);
        }
    }

    /// Plays a tick with the input of each state.
    pub(crate) fn step(&mut self, inputs: impl Iterator<Item = Input>) {
        self.tick += 1;
        self.current().step(inputs);
    }

    /// Goes on with some bodies alone, in a smaller crowd. Returns false, and changes nothing, if it has no room for them.
    pub(crate) fn reduce(&mut self, bodies: &[usize]) -> bool {
        if smallest(bodies.len()) == self.current {
            return false;
        }
        let crowd = self.current();
        let states = bodies.iter().map(|body| crowd.state(*body, Input::default()));
        let Some(states) = states.collect::<Option<Vec<State>>>() else { return false };
        self.load(self.tick, &states.iter().collect::<Vec<_>>());
        true
    }
}

/// Index of the smallest crowd with room for a number of states.
fn smallest(states: usize) -> usize {
    SIZES.iter().position(|size| states <= *size).unwrap_or(SIZES.len() - 1)
}
