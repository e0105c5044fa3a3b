//! Surroundings of a character, as input of the controller.

use crate::config::Feel;
use crate::input::Input;
use crate::moves::WallJump;
use crate::state::FeelState;
use glam::Vec2;
use tilephys_core::{Contacts, Direction, lattice::units_from_px, moves::BodyProbe};

/// Surroundings of a character at the start of a tick.
///
/// [`touching`](Self::touching) sets the contacts of the last move, [`Feel::surroundings`] queries the grid for the rest. The
/// game sets ladders, water and throws, which the grid does not contain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Surroundings {
    /// True if the character stands on a floor.
    pub on_floor: bool,
    /// True if the character touches a ceiling.
    pub ceiling: bool,
    /// Distance classes of the walls toward lesser and toward greater coordinates.
    pub walls: [WallGap; 2],
    /// Velocities of these walls if [`WallJump::wall_lift`](crate::WallJump::wall_lift) needs them, else zero. In px/s.
    pub wall_lift: [Vec2; 2],
    /// Floor on which the character stands.
    pub ground: Ground,
    /// True if there is a floor within the snap distance of a dash below the character.
    pub floor_near: bool,
    /// True if the body has the crouching size.
    pub crouched: bool,
    /// True if there is a ladder or a rope to hold on to.
    pub ladder: bool,
    /// Distance that the feet can rise until the ladder ends, in px; `None` if it does not end here.
    pub ladder_rise: Option<f32>,
    /// Distance that the feet can go down until the ladder ends, in px; `None` if it does not end here.
    pub ladder_fall: Option<f32>,
    /// Distance along to the middle of the ladder, positive toward greater coordinates, in px.
    pub ladder_middle: f32,
    /// Bar that the hands of the character can hold.
    pub bar: Option<BarGap>,
    /// Ledge beside the character, if [`Climb::ledge`](crate::Climb::ledge) needs it.
    pub ledge: Option<LedgeGap>,
    /// Velocity of the water around the character; `None` outside of water. In px/s.
    pub water: Option<Vec2>,
    /// Velocity of the platform that carries the character, or that it has just left, in px/s. A coyote jump gains its upward part.
    /// For a jump from the platform itself, the caller adds that part. A world sets this field and adds the part.
    pub lift: Vec2,
    /// Velocity at which a spring or a blow throws the character, in place of other control; `None` for none. In px/s.
    pub thrown: Option<Vec2>,
}

/// Floor properties under a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Surface number of the floor.
    pub surface: u32,
    /// Friction factor of the floor, which also scales acceleration.
    pub friction: f32,
    /// True if the floor is a one-way line.
    pub one_way: bool,
}

impl Default for Ground {
    /// The floor of the default material.
    fn default() -> Self {
        Ground { surface: 0, friction: 1.0, one_way: false }
    }
}

/// Distances of a bar from a character below it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BarGap {
    /// Height of the bar over the upper end of the body, in px.
    pub rise: f32,
    /// Distances of the body's middle from the ends of the bar toward lesser and toward greater coordinates, in px; 0 beyond an end.
    pub ends: [f32; 2],
}

/// Height of a ledge beside a character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LedgeGap {
    /// Height of the ledge over the feet, in px.
    pub rise: f32,
    /// Height of the ledge over the hands, negative below them, in px.
    pub over_hands: f32,
}

/// Distance class of a wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WallGap {
    /// Beyond the reach of a wall jump, or not tested.
    #[default]
    Far,
    /// Within the reach of a wall jump.
    Near,
    /// In contact.
    Touching,
}

impl Surroundings {
    /// Surroundings from the contacts of the last move or step. `on_floor` is [`BodyState::on_floor`](tilephys_core::BodyState::on_floor).
    /// Without a world it is true if the body touches a floor and its move left it no upward speed.
    #[must_use]
    #[inline]
    pub fn touching(contacts: Contacts, on_floor: bool, up: Direction) -> Self {
        let level = 1 - up.axis();
        let wall = |positive: bool| {
            let touches = contacts.sides.contains(Direction::along(level, positive));
            if touches { WallGap::Touching } else { WallGap::Far }
        };
        let ceiling = contacts.ceiling(up);
        Surroundings { on_floor, ceiling, walls: [wall(false), wall(true)], ..Surroundings::default() }
    }

    /// True if anything acts on the character besides floors, walls and ceilings.
    #[inline(always)]
    pub(crate) fn acts(&self) -> bool {
        self.thrown.is_some() || self.water.is_some() || self.ladder || self.bar.is_some()
    }
}

impl Feel {
    /// Completes the surroundings by the grid queries that the character needs in this tick. Queried are the floor if surfaces
    /// matter, walls in reach before a wall jump, the floor under a level dash, and the size.
    #[must_use]
    pub fn surroundings(
        &self,
        state: &FeelState,
        input: &Input,
        touching: Surroundings,
        probe: &BodyProbe,
    ) -> Surroundings {
        let mut around = touching;
        let config = probe.config();
        // The size decides, and not a flag: the game may have resized the body itself.
        if let Some(crouch) = &self.crouch {
            let height = probe.body().size[config.up.axis()];
            around.crouched = units_from_px(crouch.standing_height).is_some_and(|standing| height < standing);
        }
        if self.asks_ground(input, &around)
            && let Some(floor) = probe.floor()
        {
            let surface = probe.grid().tile_kind(floor.tile).material.surface;
            around.ground = Ground { surface, friction: floor.friction, one_way: floor.one_way };
        }
        if let Some(jump) = self.asks_walls(state, input, &around) {
            look_for_walls(&mut around, probe, jump);
        }
        if let Some(reach) = self.asks_floor(state, &around) {
            around.floor_near = is_within(probe, config.up.opposite(), reach);
        }
        if let Some(query) = self.asks_ledge(state, input, &around) {
            around.ledge = query.find(probe);
        }
        around
    }

    /// True if the tick needs queries about the body and its place.
    #[inline]
    pub(crate) fn asks(&self, state: &FeelState, input: &Input, touching: &Surroundings) -> bool {
        self.crouch.is_some()
            || self.asks_ground(input, touching)
            || self.asks_walls(state, input, touching).is_some()
            || self.asks_floor(state, touching).is_some()
            || self.asks_ledge(state, input, touching).is_some()
    }

    fn asks_ground(&self, input: &Input, around: &Surroundings) -> bool {
        self.may_pass_floor(input, around) || around.on_floor && (self.friction || !self.surfaces.is_empty())
    }

    /// True if the player wants to drop through the floor under the character, or to climb down through it.
    pub(crate) fn may_pass_floor(&self, input: &Input, around: &Surroundings) -> bool {
        self.wants_drop(input, around) || around.on_floor && self.climb.is_some() && input.upward < 0.0
    }

    /// True if the player wants to drop through the floor under the character.
    pub(crate) fn wants_drop(&self, input: &Input, around: &Surroundings) -> bool {
        around.on_floor && self.drop_through && input.jump.pressed && input.upward < 0.0
    }

    fn asks_walls(&self, state: &FeelState, input: &Input, around: &Surroundings) -> Option<&WallJump> {
        let is_due = !around.on_floor && state.coyote == 0 && state.wants_jump(input);
        self.wall_jump.as_ref().filter(|_| is_due)
    }

    /// Distance of the floor query, if one is needed, in px.
    fn asks_floor(&self, state: &FeelState, around: &Surroundings) -> Option<f32> {
        let is_due = !around.on_floor && state.dash > 1 && state.dash_up == 0;
        self.dash.as_ref().filter(|dash| is_due && dash.floor_snap > 0.0).map(|dash| dash.floor_snap)
    }
}

/// Finds the walls on both sides within the reach of a wall jump.
fn look_for_walls(around: &mut Surroundings, probe: &BodyProbe, jump: &WallJump) {
    let Some(reach) = units_from_px(jump.reach) else { return };
    let level = 1 - probe.config().up.axis();
    for (side, positive) in [false, true].into_iter().enumerate() {
        // A wall in contact is known already. Only its velocity needs a query.
        if around.walls[side] == WallGap::Touching && !jump.wall_lift {
            continue;
        }
        let toward = Direction::along(level, positive);
        let Some(lift) = probe.wall_within(toward, reach) else { continue };
        around.walls[side] = around.walls[side].max(WallGap::Near);
        around.wall_lift[side] = if jump.wall_lift { lift } else { Vec2::ZERO };
    }
}

/// True if the body would overlap a solid after a shift by `reach` px.
fn is_within(probe: &BodyProbe, side: Direction, reach: f32) -> bool {
    let Some(reach) = units_from_px(reach) else { return false };
    probe.is_blocked_at(probe.body().position.saturating_add(side.vector() * reach))
}
