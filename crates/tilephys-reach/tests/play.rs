//! Play by the plain engine: one body of a world, step by step.

use crate::levels::TextLevel;
use glam::IVec2;
use tilephys_core::{Aabb, Body, BodyId, ControlContext, EventKind, Region, SensorId, StepHooks, World};
use tilephys_feel::{FeelState, FeelZone, Input, ZonesAround};
use tilephys_reach::{Moment, Player};

/// A game with one character.
pub(crate) struct Game<'a> {
    pub(crate) world: World,
    pub(crate) id: BodyId,
    player: &'a Player,
    state: FeelState,
    zones: Vec<(SensorId, Aabb, FeelZone)>,
}

/// Control phase of a game.
struct Hooks<'a> {
    id: BodyId,
    player: &'a Player,
    state: &'a mut FeelState,
    input: Input,
    zones: &'a [(SensorId, Aabb, FeelZone)],
}

impl StepHooks for Hooks<'_> {
    fn control(&mut self, bodies: &mut ControlContext) {
        let world = bodies.world();
        let body = world.body_ref(self.id).expect("the character exists");
        let zone_of = |sensor| self.zones.iter().find(|zone| zone.0 == sensor);
        let overlapped = world.sensors_of(self.id).filter_map(zone_of).map(|zone| (Some(zone.1), zone.2));
        let visit_below = |visit: &mut dyn FnMut(Aabb)| {
            let begins = |zone: &&(SensorId, Aabb, FeelZone)| {
                let own = body.probe(|probe| probe.body().aabb()).translated(IVec2::Y);
                zone.2 == FeelZone::Ladder && zone.1.overlaps(own) && ZonesAround::begins_under(&body, zone.1)
            };
            self.zones.iter().filter(begins).for_each(|zone| visit(zone.1));
        };
        let zones = ZonesAround::of(&body, overlapped, self.input.upward < 0.0, visit_below);
        let feel = &self.player.feel;
        let command =
            feel.decide(bodies, self.id, self.state, &mut self.input, |around| zones.add_to(around));
        command.expect("the character exists").apply(bodies, self.id);
    }
}

impl<'a> Game<'a> {
    pub(crate) fn new(level: &TextLevel, player: &'a Player) -> Self {
        let mut world = World::new(level.grid.clone());
        world.gravity = player.gravity;
        let zones = level
            .zones
            .iter()
            .map(|zone| (world.add_region(Region::new(zone.area)).into(), zone.area, zone.zone));
        let zones = zones.collect();
        for mover in &level.movers {
            let id = world.add_mover(mover.mover).expect("the mover is sound");
            world.set_mover_path(id, mover.path.clone(), 0);
        }
        let profile = world.add_profile(player.feel.profile(player.profile, player.gravity));
        let id = world.spawn(profile, Body::on_lattice(level.start, player.size));
        Game { world, id, player, state: FeelState::default(), zones }
    }

    pub(crate) fn step(&mut self, input: Input) {
        let Game { world, id, player, state, zones } = self;
        let mut hooks = Hooks { id: *id, player, state, input, zones };
        world.step_with(player.dt, &mut hooks);
        // A spring throws what has entered it.
        for event in world.events_of(*id) {
            let zone = event.kind.sensor().and_then(|sensor| zones.iter().find(|zone| zone.0 == sensor));
            if let (EventKind::Enter { .. }, Some((_, _, FeelZone::Spring { velocity }))) = (event.kind, zone)
            {
                state.throw(*velocity);
            }
        }
    }

    pub(crate) fn moment(&self) -> Moment {
        let body = self.world.body(self.id).expect("the character exists");
        let contacts = self.world.state(self.id).expect("the character exists");
        let position = body.position + body.size - self.player.size;
        Moment { position, velocity: body.velocity, contacts, feel: self.state }
    }
}
