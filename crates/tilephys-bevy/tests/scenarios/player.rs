//! A scenario as entities of an app.

use crate::scenario::model::{Action, BodyOrder, Order, Scenario, Step};
use crate::scenario::orient::Variant;
use crate::scenario::stage::Stage;
use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{Component, Query, Res, Resource};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_time::Time;
use glam::{IVec2, Vec2};
use std::time::Duration;
use tilephys_bevy as bevy;
use tilephys_bevy::raw::columns;
use tilephys_bevy::{ControlPhase, PhysicsWorld, TilephysPlugin};
use tilephys_core::platform::Path;

/// How a scenario is played.
pub(crate) struct Way<'a> {
    /// Schedule of the plugin.
    pub(crate) schedule: Interned<dyn ScheduleLabel>,
    /// Order in which bodies, and after them movers, are spawned.
    pub(crate) order: &'a [usize],
    /// Number of tables that the bodies are spread over.
    pub(crate) tables: usize,
}

/// A component of a game, which moves an entity to another table.
#[derive(Component)]
struct Second;

/// Another component of a game.
#[derive(Component)]
struct Third;

/// Velocity components that the present step sets in the control phase.
#[derive(Resource, Default)]
struct Drive {
    body: Option<Entity>,
    velocity: [Option<f32>; 2],
}

struct Player<'a> {
    scenario: &'a Scenario,
    /// The map and the settings of the bodies, with the ids of their parts.
    stage: Stage,
    app: App,
    way: &'a Way<'a>,
    bodies: Vec<Option<Entity>>,
    movers: Vec<Option<Entity>>,
    regions: Vec<Entity>,
}

/// What a scenario needs that no step of an ECS has; `None` if it needs nothing.
pub(crate) fn missing(scenario: &Scenario) -> Option<&'static str> {
    for step in &scenario.steps {
        match step.action {
            Action::Move(_) => return Some("a move without a step"),
            Action::Resize(_) => return Some("a change of size between steps"),
            Action::Set(_) | Action::Tick | Action::Look => {}
        }
        let holds = step.holds(scenario.bodies.len(), 0);
        if holds.iter().any(|hold| hold.ladder || hold.water.is_some() || hold.thrown.is_some()) {
            return Some("surroundings without a zone");
        }
    }
    None
}

/// Plays a scenario, and compares the hash after each tick.
pub(crate) fn play(scenario: &Scenario, expected: &[Vec<u64>], way: &Way) {
    let mut player = Player::new(scenario, way);
    for (number, (step, expected)) in scenario.steps.iter().zip(expected).enumerate() {
        for (repeat, expected) in expected.iter().enumerate() {
            player.repeat(step, repeat);
            if !matches!(step.action, Action::Tick) {
                continue;
            }
            let hash = player.app.world().resource::<PhysicsWorld>().state_hash();
            let schedule = way.schedule;
            assert_eq!(
                hash,
                *expected,
                "{}, step {}, repeat {}, {schedule:?}, order {:?}",
                scenario.id,
                number + 1,
                repeat + 1,
                way.order
            );
        }
    }
}

#[allow(clippy::needless_pass_by_value, reason = "a system")]
fn drive(drive: Res<Drive>, mut velocities: Query<&mut bevy::Velocity>) {
    let Some(mut velocity) = drive.body.and_then(|body| velocities.get_mut(body).ok()) else { return };
    for (axis, speed) in drive.velocity.into_iter().enumerate() {
        let own = velocity.px()[axis];
        velocity.px_mut()[axis] = speed.unwrap_or(own);
    }
}

fn at(position: IVec2) -> bevy::Position {
    bevy::Position::from_raw(columns::Position::on_lattice(position))
}

fn sized(size: IVec2) -> bevy::Collider {
    bevy::Collider::from_raw(columns::Collider { offset: IVec2::ZERO, size })
}

fn moving(velocity: Vec2) -> bevy::Velocity {
    bevy::Velocity::from_raw(columns::Velocity(velocity))
}

fn path_of(path: &Path) -> bevy::MoverPath {
    bevy::MoverPath::from_raw(columns::MoverPath::new(path.clone()))
}

impl<'a> Player<'a> {
    fn new(scenario: &'a Scenario, way: &'a Way) -> Self {
        let stage = Stage::of_map(scenario, Variant::AS_WRITTEN);
        let mut physics = PhysicsWorld::new(stage.world.grid.clone());
        physics.set_gravity(scenario.gravity.to_array());
        physics.set_combine(scenario.combine);
        let mut app = App::new();
        app.add_plugins(TilephysPlugin::in_schedule(way.schedule)).add_systems(ControlPhase, drive);
        app.insert_resource(physics).init_resource::<Time>().init_resource::<Drive>();
        let bodies = vec![None; scenario.bodies.len()];
        let movers = vec![None; scenario.movers.len()];
        let mut player = Player { scenario, stage, app, way, bodies, movers, regions: Vec::new() };
        for region in &scenario.regions {
            let trigger =
                columns::Trigger { mask: region.mask, report_stay: region.report_stay, shape: None };
            let parts = (bevy::Trigger::from_raw(trigger), at(region.position), sized(region.size));
            let mut entity = player.app.world_mut().spawn(parts);
            region.zone.map(|zone| entity.insert(bevy::FeelZone::from_raw(zone)));
            player.regions.push(entity.id());
        }
        for &thing in way.order {
            match thing.checked_sub(scenario.bodies.len()) {
                None if scenario.bodies[thing].later => {}
                None => player.spawn_body(thing),
                Some(mover) => player.spawn_mover(mover),
            }
        }
        player.tie_movers();
        PhysicsWorld::sync(player.app.world_mut());
        player
    }

    fn spawn_body(&mut self, body: usize) {
        let plan = &self.scenario.bodies[body];
        let profile = *self.stage.world.profile(self.stage.profiles[body]);
        let movement = profile.movement;
        let position = at(plan.position);
        let limits = columns::Limits { max_speed: profile.max_speed, rest_speed: movement.rest_speed };
        let reports = columns::Reports { hits: profile.report_hits, contacts: profile.track_contacts };
        let parts =
            (bevy::Body, bevy::BodyId::of(plan.id), position, moving(plan.velocity), sized(plan.size));
        let mut entity = self.app.world_mut().spawn(parts);
        entity.insert((
            bevy::Response(movement.response),
            bevy::Filter(columns::Filter::mask(movement.mask)),
            bevy::GravityScale(columns::Gravity { scale: profile.gravity_scale }),
            bevy::Limits::from_raw(limits),
            bevy::Up(columns::Up(movement.up)),
            bevy::Walk(movement.walk),
            bevy::MotionMode(movement.motion_mode),
            bevy::Reports(reports),
            bevy::Riding::from_raw(profile.riding),
            bevy::Category(columns::Category(profile.category)),
            bevy::Sensor(columns::Sensor(profile.sensor)),
        ));
        profile.solid.map(|tile| entity.insert(bevy::Solid(columns::Solid(tile))));
        profile.collide.map(|collide| entity.insert(bevy::BodyCollision(collide)));
        profile.report_tiles.then(|| entity.insert(bevy::ReportTiles));
        plan.kit.crowd.map(|crowd| entity.insert(bevy::Crowd(crowd)));
        plan.kit.hit_box.map(|hit_box| entity.insert(bevy::HitBox::from_raw(hit_box)));
        plan.kit.hurt_box.map(|hurt_box| entity.insert(bevy::HurtBox(hurt_box)));
        plan.path.as_ref().map(|path| entity.insert(path_of(path)));
        plan.feel.clone().map(|feel| entity.insert(bevy::Feel(feel)));
        match body % self.way.tables {
            1 => _ = entity.insert(Second),
            2 => _ = entity.insert(Third),
            _ => {}
        }
        self.bodies[body] = Some(entity.id());
    }

    fn spawn_mover(&mut self, mover: usize) {
        let plan = &self.scenario.movers[mover];
        let layer = self.stage.layers[plan.layer];
        let tile = self.stage.kinds[plan.kind];
        let parts = (bevy::Mover { layer, tile }, bevy::MoverId::of(plan.id), at(plan.position));
        let mut entity = self.app.world_mut().spawn((parts, moving(plan.velocity)));
        if plan.is_box {
            entity.insert(sized(plan.size));
        }
        plan.path.as_ref().map(|path| entity.insert(path_of(path)));
        self.movers[mover] = Some(entity.id());
    }

    fn tie_movers(&mut self) {
        for (plan, mover) in self.scenario.movers.iter().zip(&self.movers) {
            let parent = plan.parent.and_then(|parent| self.movers[parent]);
            if let (Some(parent), Some(mover)) = (parent, *mover) {
                self.app.world_mut().entity_mut(mover).insert(bevy::CarriedBy(parent));
            }
        }
    }

    fn physics(&mut self) -> bevy_ecs::world::Mut<'_, PhysicsWorld> {
        self.app.world_mut().resource_mut::<PhysicsWorld>()
    }

    fn repeat(&mut self, step: &Step, repeat: usize) {
        for order in &step.orders {
            self.order_mover(order, repeat);
        }
        let id = self.scenario.bodies[step.body].id;
        if repeat == 0 {
            for order in &step.bodies {
                self.order_body(order);
            }
            if let Some(gravity) = step.gravity {
                self.physics().set_gravity(gravity.to_array());
            }
            for (region, to) in &step.regions {
                self.app.world_mut().entity_mut(self.regions[*region]).insert(at(*to));
            }
            if step.drop_through {
                self.physics().drop_through(id);
            }
        }
        match &step.action {
            Action::Set(cells) => {
                for cell in cells {
                    let layer = self.stage.layers[cell.layer];
                    let kind = cell.kind.map(|kind| self.stage.kinds[kind]);
                    self.physics().grid_mut().set_tile(layer, cell.at, kind);
                }
            }
            Action::Tick => self.tick(step, repeat),
            Action::Look | Action::Move(_) | Action::Resize(_) => {}
        }
    }

    fn tick(&mut self, step: &Step, repeat: usize) {
        let holds = step.holds(self.bodies.len(), repeat);
        let body = self.bodies[step.body];
        let world = self.app.world_mut();
        world.insert_resource(Drive { body, velocity: step.velocity });
        for (hold, body) in holds.iter().zip(&self.bodies) {
            let Some(mut input) = body.and_then(|body| world.get_mut::<bevy::Input>(body)) else { continue };
            input.along = hold.along;
            input.upward = hold.upward;
            input.grab = hold.grab;
            input.jump = input.jump.next(hold.jump);
            input.dash = input.dash.next(hold.dash);
        }
        let dt = self.scenario.dt;
        let mut time = world.resource_mut::<Time>();
        time.advance_by(Duration::from_secs_f32(dt));
        assert_eq!(time.delta_secs(), dt, "{}: a time that Bevy has not", self.scenario.id);
        world.run_schedule(self.way.schedule);
    }

    fn order_mover(&mut self, order: &Order, repeat: usize) {
        let Some(mover) = self.movers[order.mover] else { return };
        let mut entity = self.app.world_mut().entity_mut(mover);
        if let Some(len) = std::num::NonZeroUsize::new(order.move_to.len()) {
            let to = columns::Position::on_lattice(order.move_to[repeat % len]);
            entity.insert(bevy::MoveTo::from_raw(columns::MoveTo(Some(to))));
        }
        if repeat > 0 {
            return;
        }
        order.velocity.map(|velocity| entity.insert(moving(velocity)));
        order.place.map(|place| entity.insert(at(place)));
        if order.remove {
            entity.despawn();
            self.movers[order.mover] = None;
        }
    }

    fn order_body(&mut self, order: &BodyOrder) {
        if order.despawn {
            let gone = self.bodies[order.body].take();
            gone.map(|gone| self.app.world_mut().despawn(gone));
            return;
        }
        if order.spawn {
            self.spawn_body(order.body);
        }
        let Some(body) = self.bodies[order.body] else { return };
        let mut entity = self.app.world_mut().entity_mut(body);
        if let (Some(place), Some(mut position)) = (order.place, entity.get_mut::<bevy::Position>()) {
            position.raw_mut().at = place;
        }
        order.velocity.map(|velocity| entity.insert(moving(velocity)));
        let id = self.scenario.bodies[order.body].id;
        if order.spawn {
            PhysicsWorld::sync(self.app.world_mut());
        }
        let ids = |other: Option<usize>| other.map(|other| self.scenario.bodies[other].id);
        let ignored = ids(order.ignore);
        let met = ids(order.stop_ignoring);
        let mut physics = self.physics();
        order.time_scale.map(|scale| physics.set_time_scale(id, scale));
        order.hit_stop.map(|ticks| physics.hit_stop(id, ticks));
        ignored.map(|other| physics.ignore_pair(id, other, true));
        met.map(|other| physics.ignore_pair(id, other, false));
    }
}
