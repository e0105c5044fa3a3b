//! Actions: inputs held for a few ticks, as a player would.

use crate::crowd::State;
use crate::flags;
use crate::places::Places;
use tilephys_feel::{Button, Feel, Input};

/// Ticks of an action.
pub(crate) const ACTION_TICKS: u8 = 4;

/// Inputs that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Action {
    along: i8,
    upward: i8,
    jump: bool,
    dash: bool,
    grab: bool,
}

impl Action {
    /// True if the jump button is held.
    pub(crate) fn jumps(self) -> bool {
        self.jump
    }

    /// Input of a tick. A press happens in the tick in which the button goes down.
    pub(crate) fn input(self, before: &Input) -> Input {
        let button = |held: bool, before: Button| Button { held, pressed: held && !before.held };
        Input {
            along: self.along.into(),
            upward: self.upward.into(),
            jump: button(self.jump, before.jump),
            dash: button(self.dash, before.dash),
            grab: self.grab,
        }
    }
}

/// Lists the actions that may matter in a state.
pub(crate) fn actions(feel: &Feel, places: &Places, state: &State, list: &mut Vec<Action>) {
    list.clear();
    let cell = places.cell_of(places.clamped(state.position));
    let around = places.flags[cell as usize];
    let on_floor = state.contacts.on_floor();
    let is_held = state.input.jump.held;
    let is_in = |flag: u32| around & flag != 0;
    let climbs = feel.climb.is_some() && (is_in(flags::GRIP) || state.feel.is_climbing());
    let swims = feel.swim.is_some() && is_in(flags::WATER);
    let by_wall = feel.wall_jump.is_some() && is_in(flags::WALL_NEAR);
    // A press counts after a release. A button that is held matters while a jump rises.
    let can_jump =
        on_floor || state.feel.coyote_ticks() > 0 || state.feel.air_jumps() > 0 || by_wall || climbs || swims;
    let keeps = is_held && (state.feel.is_jumping() || state.feel.var_jump_ticks() > 0);
    let presses = !is_held && can_jump;
    let base = Action::default();
    for along in [1, -1, 0] {
        let plain = Action { along, ..base };
        list.push(plain);
        if keeps || presses {
            list.push(Action { jump: true, ..plain });
        }
        if climbs || swims {
            for upward in [-1, 1] {
                list.push(Action { upward, ..plain });
            }
        }
    }
    if climbs && feel.climb.as_ref().is_some_and(|climb| climb.walls) {
        for upward in [-1, 0, 1] {
            list.push(Action { upward, grab: true, ..base });
        }
        if presses {
            list.push(Action { jump: true, grab: true, ..base });
        }
    }
    // Down on a floor crouches, and holding it stays so.
    if feel.crouch.is_some() && (on_floor || state.is_low) {
        for along in [1, -1, 0] {
            let low = Action { along, upward: -1, ..base };
            list.push(low);
            if keeps || presses {
                list.push(Action { jump: true, ..low });
            }
        }
    }
    if on_floor && presses && feel.drop_through && is_in(flags::ON_LINE) {
        list.push(Action { upward: -1, jump: true, ..base });
    }
    let can_dash = state.feel.dashes() > 0 && state.feel.cooldown_ticks() == 0 && !state.input.dash.held;
    if can_dash && feel.dash.is_some() {
        for along in [1, 0, -1] {
            for upward in [1, 0, -1] {
                if along != 0 || upward != 0 {
                    list.push(Action { along, upward, dash: true, ..base });
                }
            }
        }
    }
}
