//! Access to bodies in the control phase of a step.

use crate::ids::IdOf;
use crate::triggers::Sensors;
use glam::IVec2;
use tilephys_columns::{Nearby, Resized, Velocity};
use tilephys_core::{BodyId, ControlContext as CoreControls};
use tilephys_feel::{Command, Feel, FeelState, FeelTick, Input, Surroundings};

/// Access to bodies in the control phase, besides setting velocities.
///
/// ```
/// use tilephys_core::{Tile, shape::{OneWay, TileShape}};
/// use tilephys_ecs::{BodyId, Collider, Direction, Physics, Position, TileCoord, TileGrid, Velocity};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let ground = grid.add_layer("ground");
/// let line = TileShape::OneWay(OneWay::edge([16, 16], Direction::Up));
/// let plank = grid.add_tile(Tile { shape: line, ..Tile::default() });
/// grid.set_tile(ground, TileCoord::new(0, 1), Some(plank));
/// let mut physics = Physics::new(grid);
/// physics.gravity.y = 900.0;
/// let mut world = hecs::World::new();
/// let hero = (Position::new(4.0, 5.0), Velocity::default(), Collider::new(8.0, 11.0));
/// let hero = physics.spawn(&mut world, hero);
/// physics.step(&mut world, 1.0 / 60.0);
/// assert_eq!(world.get::<&Position>(hero).unwrap().px().y, 5.0);
/// // Down on a one-way platform: the body falls through it.
/// for _ in 0..30 {
///     physics.step_controlled(&mut world, 1.0 / 60.0, |world, bodies| {
///         for id in world.query::<&BodyId>().iter() {
///             bodies.drop_through(*id);
///         }
///     });
/// }
/// assert!(world.get::<&Position>(hero).unwrap().px().y > 16.0);
/// ```
pub struct ControlContext<'a, 'b> {
    pub(crate) core: &'a mut CoreControls<'b>,
    pub(crate) sensors: Sensors<'a>,
    pub(crate) nearby: &'a mut Nearby,
    pub(crate) resized: &'a mut Vec<Resized>,
}

impl ControlContext<'_, '_> {
    /// Lets a body fall through the one-way tiles under it, from this step on, as
    /// [`Physics::drop_through`](crate::Physics::drop_through) does.
    #[doc(alias = "jump-through")]
    pub fn drop_through(&mut self, body: impl IdOf<BodyId>) -> bool {
        self.id_of(body).is_some_and(|id| self.core.drop_through(id))
    }

    /// Resizes a body, in lattice units, as [`Physics::resize`](crate::Physics::resize) does. Its
    /// [`Collider`](crate::Collider) changes at the end of the step.
    pub fn resize(&mut self, body: impl IdOf<BodyId>, size: IVec2) -> bool {
        let Some(id) = self.id_of(body) else { return false };
        let before = self.core.body(id).map(|body| body.position);
        let has_room = self.core.resize(id, size);
        if has_room
            && let Some(before) = before
            && let Some(body) = self.core.body(id)
        {
            self.resized.push(Resized { id, by: body.position.wrapping_sub(before), size });
            self.nearby.forget();
        }
        has_room
    }

    /// Surroundings of a character, as far as the engine knows them; see [`Feel::surroundings_of`].
    #[must_use]
    pub fn surroundings(
        &self,
        body: impl IdOf<BodyId>,
        feel: &Feel,
        state: &FeelState,
        input: &Input,
    ) -> Option<Surroundings> {
        Some(feel.surroundings_of(&self.core.world().body_ref(self.id_of(body)?)?, state, input))
    }

    /// Input of the character controller for this tick, for a character with this velocity.
    #[doc(alias = "character controller")]
    #[must_use]
    pub fn tick(&self, body: impl IdOf<BodyId>, velocity: &Velocity) -> Option<FeelTick> {
        Some(FeelTick {
            velocity: velocity.0,
            ..FeelTick::of(&self.core.world().body_ref(self.id_of(body)?)?, self.core.dt())
        })
    }

    /// Applies a character's command to its body, except for the velocity, which is in the component.
    pub fn obey(&mut self, body: impl IdOf<BodyId>, command: &Command) {
        if command.drop_through {
            self.drop_through(body);
        }
        if let Some(size) = command.resize {
            self.resize(body, size);
        }
    }

    /// Runs the character controller for one tick, for an entity without the component [`Feel`]: reads the surroundings,
    /// decides, sets the velocity and applies the command. Clears the presses of the input. Returns its outcome, or `None` for
    /// an unknown body. For ladders and water call [`surroundings`](Self::surroundings), [`Feel::control`] and
    /// [`obey`](Self::obey) one by one.
    #[doc(alias = "character controller")]
    pub fn feel(
        &mut self,
        body: impl IdOf<BodyId>,
        velocity: &mut Velocity,
        feel: &Feel,
        state: &mut FeelState,
        input: &mut Input,
    ) -> Option<Command> {
        let around = self.surroundings(body, feel, state, input)?;
        let command = feel.control(state, input, &around, &self.tick(body, velocity)?);
        velocity.0 = command.velocity;
        self.obey(body, &command);
        Some(command)
    }
}
