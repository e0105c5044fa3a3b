//! Character controller: the control phase of characters in a world.

use crate::controller::MotionMode;
use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::profile::Profile;
use crate::dynamics::world::World;
use crate::dynamics::world::control::ControlContext;
use crate::feel::{Command, Feel, FeelState, FeelTick, Input, Outlook, Surroundings};
use crate::grid::TileGrid;
use glam::Vec2;

impl Profile {
    /// Returns this profile for a character with `feel`, in a world of this gravity: sets its movement
    /// assists and its gravity scale.
    #[doc(alias = "character controller")]
    #[must_use]
    pub fn with_feel(mut self, feel: &Feel, gravity: impl Into<[f32; 2]>) -> Profile {
        let axis = self.movement.up.axis();
        self.gravity_scale = feel.gravity_scale(gravity.into()[axis]);
        self.movement.motion_mode = MotionMode::Grounded;
        self.movement.walk = feel.walk(self.movement.walk);
        self
    }
}

impl ControlContext<'_> {
    /// Returns the world, for queries in the control phase. It has no events there.
    #[must_use]
    pub fn world(&self) -> &World {
        self.world
    }

    /// Returns the tile map.
    #[must_use]
    pub fn grid(&self) -> &TileGrid {
        &self.world.grid
    }

    /// Runs one character's controller for this tick: reads the surroundings, decides, sets velocities, drops and resizes. Clears the
    /// presses of the input.
    ///
    /// Returns the command, or `None` if the body does not exist. For ladders and water call [`decide`](Self::decide) and
    /// [`obey`](Self::obey).
    #[doc(alias = "character controller")]
    #[inline]
    pub fn feel(
        &mut self,
        id: BodyId,
        feel: &Feel,
        state: &mut FeelState,
        input: &mut Input,
    ) -> Option<Command> {
        let command = self.decide(id, feel, state, input, |_| ())?;
        if command.drop_through || command.resize.is_some() {
            self.obey(id, &command);
        }
        Some(command)
    }

    /// Like [`feel`](Self::feel), but only sets the velocity; [`obey`](Self::obey) drops and resizes. `complete` adds surroundings
    /// that the world does not know, such as ladders and water.
    ///
    /// If all characters decide before any of them obeys, their order does not matter. May call `complete` twice.
    #[inline]
    pub fn decide(
        &mut self,
        id: BodyId,
        feel: &Feel,
        state: &mut FeelState,
        input: &mut Input,
        complete: impl Fn(&mut Surroundings),
    ) -> Option<Command> {
        let place = self.place(id)?;
        if !feel.only_goes_on(state, input) {
            return self.decide_any(place, feel, state, input, complete);
        }
        let World { gravity, profiles, bodies, .. } = &mut *self.world;
        let profile = profiles.get(bodies.profile[place].place())?;
        let (found, up) = (bodies.state[place], profile.movement.up);
        let mut around = Surroundings::touching(found.contacts(), found.on_floor(), up);
        complete(&mut around);
        if around.acts() {
            return self.decide_any(place, feel, state, input, complete);
        }
        let (x, y) = (&mut bodies.x.velocity[place], &mut bodies.y.velocity[place]);
        let gravity = *gravity * profile.gravity_scale;
        let tick = FeelTick { velocity: Vec2::new(*x, *y), gravity, up, dt: self.dt };
        let command = feel.go_on(state, input, &around, &tick);
        (*x, *y) = command.velocity.into();
        Some(command)
    }

    /// Like [`decide`](Self::decide), for any tick and by body index.
    #[inline(never)]
    fn decide_any(
        &mut self,
        place: usize,
        feel: &Feel,
        state: &mut FeelState,
        input: &mut Input,
        complete: impl Fn(&mut Surroundings),
    ) -> Option<Command> {
        let mut around = self.around(place, feel, state, input)?;
        complete(&mut around);
        let command = feel.control(state, input, &around, &self.tick_at(place)?);
        let bodies = &mut self.world.bodies;
        (bodies.x.velocity[place], bodies.y.velocity[place]) = command.velocity.into();
        Some(command)
    }

    /// Returns the index of a body.
    #[inline]
    fn place(&mut self, id: BodyId) -> Option<usize> {
        let World { bodies, places, .. } = &*self.world;
        let is_next = bodies.id.get(self.next) == Some(&id);
        let place = if is_next { self.next } else { places.get(id)? };
        self.next = place + 1;
        Some(place)
    }

    /// Returns the surroundings of a character, as far as the world knows them; reads only what this tick
    /// needs.
    ///
    /// `None` if the body does not exist or has no profile. [Collision hooks](crate::CollisionHooks) are not called.
    #[must_use]
    pub fn surroundings(
        &self,
        id: BodyId,
        feel: &Feel,
        state: &FeelState,
        input: &Input,
    ) -> Option<Surroundings> {
        self.around(self.world.places.get(id)?, feel, state, input)
    }

    /// Returns the tick state of a body for its controller. `None` as for
    /// [`surroundings`](Self::surroundings).
    #[must_use]
    pub fn tick(&self, id: BodyId) -> Option<FeelTick> {
        self.tick_at(self.world.places.get(id)?)
    }

    /// Applies a controller command to its body. True if the body exists.
    pub fn obey(&mut self, id: BodyId, command: &Command) -> bool {
        if command.drop_through {
            self.drop_through(id);
        }
        if let Some(size) = command.resize {
            self.resize(id, size);
        }
        self.set_velocity(id, command.velocity)
    }

    /// Like [`surroundings`](Self::surroundings), by body index.
    #[inline]
    fn around(&self, place: usize, feel: &Feel, state: &FeelState, input: &Input) -> Option<Surroundings> {
        let World { profiles, bodies, transient: _, .. } = &*self.world;
        let profile = profiles.get(bodies.profile[place].place())?;
        let (config, found) = (&profile.movement, bodies.state[place]);
        let mut touching = Surroundings::touching(found.contacts(), found.on_floor(), config.up);
        if state.wants_jump(input) {
            let lift = self.world.lift_velocity(bodies.id[place]);
            touching.lift = profile.riding.taken(lift, config.up);
        }
        if !feel.asks(state, input, &touching) {
            return Some(touching);
        }
        let (id, body) = (bodies.id[place], bodies.get(place));
        let own = self.world.idle_context().body_view(id, body.size, profile);
        let outlook = Outlook { view: own.view(), body: &body, config };
        let mut around = feel.look_around(state, input, touching, &outlook);
        around.wall_lift = around.wall_lift.map(|lift| profile.riding.taken(lift, config.up));
        // A solid body as platform is not a surface of the grid.
        if feel.wants_drop(input, &around) && outlook.view.surface_under(&body, config).is_none() {
            around.ground.one_way = self.world.one_way_bodies_under(id).next().is_some();
        }
        Some(around)
    }

    /// Like [`tick`](Self::tick), by body index.
    #[inline]
    fn tick_at(&self, place: usize) -> Option<FeelTick> {
        let bodies = &self.world.bodies;
        let profile = self.world.profiles.get(bodies.profile[place].place())?;
        Some(FeelTick {
            velocity: Vec2::new(bodies.x.velocity[place], bodies.y.velocity[place]),
            gravity: self.world.gravity * profile.gravity_scale,
            up: profile.movement.up,
            dt: self.dt,
        })
    }
}
