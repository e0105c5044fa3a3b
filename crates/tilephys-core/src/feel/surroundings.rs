//! What is around a character.

use super::config::Feel;
use super::input::Input;
use super::moves::WallJump;
use super::state::FeelState;
use crate::direction::Direction;
use crate::grid::{BoxId, Contacts, TileGrid, View};
use crate::lattice::units_from_px;
use crate::movement::{Body, MemoryFilter, MoveConfig};
use glam::Vec2;

/// What is around a character at the start of a tick.
///
/// [`touching`](Self::touching) fills in what the last move found, [`Feel::surroundings`] asks the grid for what else a
/// character needs. Ladders, water and throws are not the grid's: the game fills them in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Surroundings {
    /// It stands.
    pub on_floor: bool,
    /// Something is over its head.
    pub ceiling: bool,
    /// Walls toward smaller and toward greater coordinates.
    pub walls: [WallGap; 2],
    /// Velocities of these walls, in px/s, where [`WallJump::wall_lift`](crate::WallJump::wall_lift) needs them; else zero.
    pub wall_lift: [Vec2; 2],
    /// What it stands on.
    pub ground: Ground,
    /// There is a floor within the reach of a dash under it.
    pub floor_near: bool,
    /// Its body has the size of one that crouches.
    pub crouched: bool,
    /// There is a ladder or a rope to hold on to.
    pub ladder: bool,
    /// It is in water, which flows at this velocity, in px/s.
    pub water: Option<Vec2>,
    /// The velocity of the platform that carries it or that it has just left, in px/s. A coyote jump gains what of it is upward;
    /// to a jump from the platform itself whoever moves it adds that, as a world does. A world fills it in.
    pub lift: Vec2,
    /// A spring, a blow or the like throws it at this velocity, in px/s, in place of whatever it would do.
    pub thrown: Option<Vec2>,
}

/// What a character stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The number of its surface.
    pub surface: u32,
    /// Its factor of friction: of acceleration too.
    pub friction: f32,
    /// It blocks from one side only.
    pub one_way: bool,
}

impl Default for Ground {
    /// As that of the default material.
    fn default() -> Self {
        Ground { surface: 0, friction: 1.0, one_way: false }
    }
}

/// How far a wall is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WallGap {
    /// Farther than a wall jump reaches, or nobody has asked.
    #[default]
    Far,
    /// Within its reach.
    Near,
    /// It touches.
    Touching,
}

/// A body in a grid.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The map.
    pub grid: &'a TileGrid,
    /// Who is in it.
    pub body: &'a Body,
    /// How it moves.
    pub config: &'a MoveConfig,
    /// The loose box that it is itself to others, if it is solid.
    pub own: Option<BoxId>,
}

/// A body, and the grid as it sees it.
pub(crate) struct Outlook<'a> {
    pub(crate) view: View<'a>,
    pub(crate) body: &'a Body,
    pub(crate) config: &'a MoveConfig,
}

impl Surroundings {
    /// What the last move or step found; `on_floor` is what [`BodyState::on_floor`](crate::BodyState::on_floor) says, or without
    /// a world whether it touches a floor and its move left it no upward speed.
    #[must_use]
    #[inline]
    pub fn touching(contacts: Contacts, on_floor: bool, up: Direction) -> Self {
        let level = 1 - up.axis();
        let wall = |positive: bool| {
            let touches = contacts.sides.has(Direction::along(level, positive));
            if touches { WallGap::Touching } else { WallGap::Far }
        };
        let ceiling = contacts.ceiling(up);
        Surroundings { on_floor, ceiling, walls: [wall(false), wall(true)], ..Surroundings::default() }
    }

    /// Is there something that does more to a character than a floor, a wall and a ceiling do?
    #[inline(always)]
    pub(super) fn acts(&self) -> bool {
        self.thrown.is_some() || self.water.is_some() || self.ladder
    }
}

impl Feel {
    /// Fills in what a character needs to know of the grid in this tick, and no more: what it stands on if surfaces matter,
    /// walls within reach if it is about to jump off one, a floor under a level dash, its size.
    #[must_use]
    pub fn surroundings(
        &self,
        state: &FeelState,
        input: &Input,
        touching: Surroundings,
        place: &Place,
    ) -> Surroundings {
        let filter = MemoryFilter::of(place.body, place.config);
        let view = filter.of_view(place.grid.view(place.config.mask).without(place.own));
        self.look_around(state, input, touching, &Outlook { view, body: place.body, config: place.config })
    }

    /// Like [`surroundings`](Self::surroundings), with the grid as the body sees it.
    pub(crate) fn look_around(
        &self,
        state: &FeelState,
        input: &Input,
        touching: Surroundings,
        place: &Outlook,
    ) -> Surroundings {
        let mut around = touching;
        let Outlook { view, body, config } = *place;
        if let Some(crouch) = &self.crouch {
            let height = body.size[config.up.axis()];
            around.crouched = units_from_px(crouch.standing_height).is_some_and(|standing| height < standing);
        }
        if self.asks_ground(input, &around)
            && let Some(floor) = view.surface_under(body, config)
        {
            let surface = view.grid.tile_kind(floor.tile).material.surface;
            around.ground = Ground { surface, friction: floor.friction, one_way: floor.one_way };
        }
        if let Some(jump) = self.asks_walls(state, input, &around) {
            look_for_walls(&mut around, place, jump);
        }
        if let Some(reach) = self.asks_floor(state, &around) {
            around.floor_near = is_within(place, config.up.opposite(), reach);
        }
        around
    }

    /// Is there anything to ask about the body and its place?
    #[inline]
    pub(crate) fn asks(&self, state: &FeelState, input: &Input, touching: &Surroundings) -> bool {
        self.crouch.is_some()
            || self.asks_ground(input, touching)
            || self.asks_walls(state, input, touching).is_some()
            || self.asks_floor(state, touching).is_some()
    }

    fn asks_ground(&self, input: &Input, around: &Surroundings) -> bool {
        self.wants_drop(input, around) || around.on_floor && (self.friction || !self.surfaces.is_empty())
    }

    /// True if the player wants to fall through what the character stands on.
    pub(crate) fn wants_drop(&self, input: &Input, around: &Surroundings) -> bool {
        around.on_floor && self.drop_through && input.jump.pressed && input.upward < 0.0
    }

    fn asks_walls(&self, state: &FeelState, input: &Input, around: &Surroundings) -> Option<&WallJump> {
        let is_due = !around.on_floor && state.coyote == 0 && state.wants_jump(input);
        self.wall_jump.as_ref().filter(|_| is_due)
    }

    /// The reach in px.
    fn asks_floor(&self, state: &FeelState, around: &Surroundings) -> Option<f32> {
        let is_due = !around.on_floor && state.dash > 1 && state.dash_up == 0;
        self.dash.as_ref().filter(|dash| is_due && dash.floor_snap > 0.0).map(|dash| dash.floor_snap)
    }
}

/// Finds the walls on both sides within the reach of a jump off them.
fn look_for_walls(around: &mut Surroundings, place: &Outlook, jump: &WallJump) {
    let Outlook { view, body, config } = *place;
    let Some(reach) = units_from_px(jump.reach) else { return };
    let level = 1 - config.up.axis();
    for (side, positive) in [false, true].into_iter().enumerate() {
        if around.walls[side] == WallGap::Touching && !jump.wall_lift {
            continue;
        }
        let toward = Direction::along(level, positive);
        let Some(lift) = view.wall_within(body, toward, reach, config) else { continue };
        around.walls[side] = around.walls[side].max(WallGap::Near);
        around.wall_lift[side] = if jump.wall_lift { lift } else { Vec2::ZERO };
    }
}

/// Would the body overlap something if it were moved by `reach` px?
fn is_within(place: &Outlook, side: Direction, reach: f32) -> bool {
    let Some(reach) = units_from_px(reach) else { return false };
    let to = place.body.position.saturating_add(side.vector() * reach);
    let moved = Body { position: to, ..*place.body };
    moved.is_in_world() && !place.view.has_room(place.body, to, place.config)
}
