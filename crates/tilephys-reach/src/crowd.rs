//! Crowd: many states of one character as bodies of one world, continued at once by the plain step.

use crate::map::{Map, MapZone};
use crate::player::Player;
use glam::{IVec2, Vec2};
use tilephys_core::platform::Path;
use tilephys_core::{
    Aabb, Body, BodyId, BodyState, ControlContext, EventKind, MoverId, StepHooks, World,
    moves::TransientState, moves::WholeState,
};
use tilephys_feel::{Feel, FeelState, FeelZone, Input, ZonesAround};

/// State of a character between two ticks.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// Min corner; of the standing body on these feet, if the character crouches.
    pub(crate) position: IVec2,
    pub(crate) is_low: bool,
    pub(crate) velocity: Vec2,
    pub(crate) remainder: Vec2,
    /// The whole state of a body that has transient state or that something carries: few have.
    whole: Option<Box<WholeState>>,
    pub(crate) contacts: BodyState,
    pub(crate) feel: FeelState,
    /// Input of the last tick.
    pub(crate) input: Input,
}

impl State {
    /// Bounds of the body, whose size is `size` while it stands.
    pub(crate) fn area(&self, size: IVec2) -> Aabb {
        match &self.whole {
            Some(whole) if self.is_low => whole.body.aabb(),
            _ => Aabb::from_min_size(self.position, size),
        }
    }

    /// A character that the game has just placed.
    pub(crate) fn at_rest(position: IVec2) -> Self {
        State {
            position,
            is_low: false,
            velocity: Vec2::ZERO,
            remainder: Vec2::ZERO,
            whole: None,
            contacts: BodyState::NONE.placed(),
            feel: FeelState::default(),
            input: Input::default(),
        }
    }
}

/// A world of one character in many states.
#[derive(Debug)]
pub(crate) struct Crowd {
    world: World,
    ids: Vec<BodyId>,
    game: Game,
    size: IVec2,
    dt: f32,
    movers: Vec<(MoverId, Path)>,
}

/// What controls the bodies.
#[derive(Debug)]
struct Game {
    feel: Feel,
    zones: Zones,
    /// Controllers by body.
    states: Vec<FeelState>,
    inputs: Vec<Input>,
    ids: Vec<BodyId>,
}

impl StepHooks for Game {
    fn control(&mut self, bodies: &mut ControlContext) {
        for index in 0..self.ids.len() {
            let id = self.ids[index];
            let zones = if self.zones.list.is_empty() {
                ZonesAround::default()
            } else {
                zones_around(&self.zones, bodies.world(), id, self.inputs[index].upward < 0.0)
            };
            let state = &mut self.states[index];
            let input = &mut self.inputs[index];
            let command = self.feel.decide(bodies, id, state, input, |around| zones.add_to(around));
            if let Some(command) = command.filter(|command| command.drop_through || command.resize.is_some())
            {
                command.apply(bodies, id);
            }
        }
    }
}

/// Zones by their left ends.
#[derive(Debug)]
struct Zones {
    list: Vec<MapZone>,
    /// Width of the widest one.
    widest: i32,
    has_springs: bool,
}

impl Zones {
    fn new(zones: &[MapZone]) -> Zones {
        let mut list = zones.to_vec();
        list.sort_by_key(|zone| zone.area.min.x);
        let widest =
            list.iter().map(|zone| zone.area.max.x.saturating_sub(zone.area.min.x)).max().unwrap_or(0);
        let has_springs = list.iter().any(|zone| matches!(zone.zone, FeelZone::Spring { .. }));
        Zones { list, widest, has_springs }
    }

    /// Zones that an area overlaps.
    fn over(&self, area: Aabb) -> impl Iterator<Item = &MapZone> + '_ {
        let from =
            self.list.partition_point(|zone| zone.area.min.x <= area.min.x.saturating_sub(self.widest));
        let near = self.list[from..].iter().take_while(move |zone| zone.area.min.x < area.max.x);
        near.filter(move |zone| zone.area.overlaps(area))
    }
}

/// The ladders and the water around a body.
fn zones_around(zones: &Zones, world: &World, id: BodyId, looks_down: bool) -> ZonesAround {
    let Some(body) = world.body_ref(id) else { return ZonesAround::default() };
    let own = body.probe(|probe| probe.body().aabb());
    let overlapped = zones.over(own).map(|zone| (Some(zone.area), zone.zone));
    let visit_below = |visit: &mut dyn FnMut(Aabb)| {
        let below = own.translated(IVec2::Y);
        let ladders = zones.over(below).filter(|zone| zone.zone == FeelZone::Ladder);
        let is_met = |area: &Aabb| ZonesAround::begins_under(&body, *area);
        ladders.map(|zone| zone.area).filter(is_met).for_each(visit);
    };
    ZonesAround::of(&body, overlapped, looks_down, visit_below)
}

impl Crowd {
    /// A crowd of `count` characters.
    pub(crate) fn new(map: &Map, player: &Player, count: usize) -> Crowd {
        let mut grid = map.grid.clone();
        let regions: Vec<_> = grid.regions().map(|(id, _)| id).collect();
        for region in regions {
            grid.remove_region(region);
        }
        let mut world = World::new(grid);
        world.gravity = player.gravity;
        let mut movers = Vec::new();
        for mover in &map.movers {
            // A mover that the map accepts is accepted here.
            let Ok(id) = world.add_mover(mover.mover) else { continue };
            if let Some(path) = &mover.path {
                world.set_mover_path(id, Some(path.clone()), 0);
                movers.push((id, path.clone()));
            }
        }
        let mut profile = player.body_profile();
        profile.report_hits = false;
        profile.report_tiles = false;
        profile.sensor = 0;
        let profile = world.add_profile(profile);
        let ids: Vec<BodyId> =
            (0..count).map(|_| world.spawn(profile, Body::on_lattice(IVec2::ZERO, player.size))).collect();
        let game = Game {
            feel: player.feel.clone(),
            zones: Zones::new(&map.zones),
            states: vec![FeelState::default(); count],
            inputs: vec![Input::default(); count],
            ids: ids.clone(),
        };
        Crowd { world, ids, game, size: player.size, dt: player.dt, movers }
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Sets the movers to their places after `tick` ticks.
    pub(crate) fn set_tick(&mut self, tick: u32) {
        for (id, path) in &self.movers {
            self.world.place_mover(*id, path.at(u64::from(tick)));
            self.world.set_mover_path(*id, Some(path.clone()), u64::from(tick));
        }
    }

    /// Loads a state into a body.
    pub(crate) fn load(&mut self, index: usize, state: &State) {
        if let Some(whole) = &state.whole {
            self.world.load_body(index, whole);
        } else {
            let mut body = Body::on_lattice(state.position, self.size);
            body.velocity = state.velocity;
            body.remainder = state.remainder;
            self.world.load_body(index, &WholeState::new(body, state.contacts));
        }
        self.game.states[index] = state.feel;
    }

    /// Plays a tick with the input of each body. Bodies beyond the last input have none.
    pub(crate) fn step(&mut self, inputs: impl Iterator<Item = Input>) {
        let inputs = inputs.chain(std::iter::repeat(Input::default()));
        for (own, input) in self.game.inputs.iter_mut().zip(inputs) {
            *own = input;
        }
        let springs = self.game.zones.has_springs;
        let before: Vec<Aabb> =
            if springs { (0..self.len()).map(|index| self.area(index)).collect() } else { Vec::new() };
        self.world.step_with(self.dt, &mut self.game);
        if springs {
            for (index, before) in before.into_iter().enumerate() {
                self.throw(index, before);
            }
        }
    }

    /// Throws a body that has entered a spring in this tick.
    fn throw(&mut self, index: usize, before: Aabb) {
        let now = self.area(index);
        for zone in self.game.zones.over(now) {
            if let FeelZone::Spring { velocity } = zone.zone
                && !zone.area.overlaps(before)
            {
                self.game.states[index].throw(velocity);
            }
        }
    }

    /// Bounds of a body.
    pub(crate) fn area(&mut self, index: usize) -> Aabb {
        if self.game.feel.crouch.is_some()
            && let Some(whole) = self.world.body_at(index)
        {
            return whole.body.aabb();
        }
        let slices = self.world.slices();
        Aabb::from_min_size(IVec2::new(slices.x.at[index], slices.y.at[index]), self.size)
    }

    /// Min corner of the standing body on the feet of a body.
    pub(crate) fn position(&mut self, index: usize) -> IVec2 {
        let area = self.area(index);
        IVec2::new(area.min.x, area.max.y - self.size.y)
    }

    /// True if a mover has squished a body in the last tick: the character dies.
    pub(crate) fn is_squished(&self, index: usize) -> bool {
        let mut events = self.world.events_of(self.ids[index]).iter();
        !self.movers.is_empty() && events.any(|event| matches!(event.kind, EventKind::SquishBegin { .. }))
    }

    pub(crate) fn on_floor(&mut self, index: usize) -> bool {
        self.world.slices().state[index].on_floor()
    }

    /// The state of a body after a tick with an input.
    pub(crate) fn state(&self, index: usize, input: Input) -> Option<State> {
        let whole = self.world.body_at(index)?;
        let WholeState { body, contacts, .. } = whole;
        let is_low = body.size != self.size;
        let is_special =
            is_low || whole.is_carried() || whole.is_crushed() || body.memory != TransientState::default();
        Some(State {
            position: body.position + body.size - self.size,
            is_low,
            velocity: body.velocity,
            remainder: body.remainder,
            whole: is_special.then(|| Box::new(whole)),
            contacts,
            feel: self.game.states[index],
            input,
        })
    }

    /// Hash of the whole world.
    pub(crate) fn hash(&self) -> u64 {
        self.world.state_hash()
    }
}
