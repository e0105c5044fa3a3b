//! Movers, riders and solid bodies in the plain loop and as entities, with equal changes.

use crate::crowd::Spec;
use crate::rng::Rng;
use glam::{IVec2, Vec2};
use hecs::{Entity, World};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use tilephys_core::{
    BodyId, ControlContext, LayerId, MoverId, StepHooks, TileGrid, TileId, World as Core,
    platform::{Easing, Mover as CoreMover, Path, PathMode, PathStart, Waypoint},
};
use tilephys_ecs::{
    CarriedBy, Collider, MoveTo, Mover, MoverPath, Physics, Position, PreviousPosition, Velocity,
};

const DT: f32 = 1.0 / 60.0;
const GRAVITY: Vec2 = Vec2::new(0.0, 700.0);

/// A mover as a game describes it.
#[derive(Clone, Debug)]
pub(crate) struct Lift {
    /// The min corner of its bounds.
    pub(crate) at: IVec2,
    pub(crate) offset: IVec2,
    /// None for the shape of its tile.
    pub(crate) size: Option<IVec2>,
    pub(crate) layer: LayerId,
    pub(crate) tile: TileId,
    pub(crate) velocity: Vec2,
}

/// Change of a mover, by its id.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Come(u32, Lift),
    Go(u32),
    Speed(u32, Vec2),
    To(u32, IVec2),
    Place(u32, IVec2),
    Follow(u32, Option<(Path, u64)>),
    Carried(u32, Option<u32>),
    /// Despawns a body.
    Leave(u32),
}

pub(crate) fn velocity(rng: &mut Rng) -> Vec2 {
    let speed = |rng: &mut Rng| rng.pick(&[0.0, 0.0, 60.0, -60.0, 90.5, -33.3, 240.0, -700.0]);
    Vec2::new(speed(rng), speed(rng))
}

pub(crate) fn path(at: IVec2, rng: &mut Rng) -> Path {
    let mut stop = |from: IVec2| {
        let at = from + IVec2::new(rng.range(-60, 60), rng.range(-60, 60)) * 256;
        Waypoint { at, wait: rng.range(1, 9) as u32, ticks: rng.range(5, 60) as u32 }
    };
    let stops = [stop(at), stop(at), stop(at)];
    let mode = rng.pick(&[PathMode::Loop, PathMode::PingPong, PathMode::Once]);
    let path = Path::new(&stops, mode, rng.pick(&[Easing::Linear, Easing::InOut])).expect("a sound path");
    path.starting(rng.pick(&[
        PathStart::AtOnce,
        PathStart::AtOnce,
        PathStart::Ridden,
        PathStart::RiddenEachRound,
    ]))
}

/// The plain loop.
pub(crate) struct Plain(pub(crate) Core);

impl Plain {
    pub(crate) fn new(grid: &TileGrid, specs: &[Spec]) -> Self {
        let mut core = Core::new(grid.clone());
        core.gravity = GRAVITY;
        for (id, spec) in (0..).zip(specs) {
            let profile = core.add_profile(spec.profile());
            core.spawn_as(BodyId(id), profile, spec.body());
        }
        Plain(core)
    }

    /// Applies a change. Returns false, and changes nothing, for an invalid parent.
    pub(crate) fn apply(&mut self, change: &Change) -> bool {
        let core = &mut self.0;
        match change {
            Change::Come(id, lift) => {
                let Lift { at, offset: _, size, layer, tile, velocity } = *lift;
                let mover = CoreMover { size, velocity, ..CoreMover::of_tile(at, layer, tile) };
                core.add_mover_as(MoverId(*id), mover).is_ok()
            }
            Change::Go(id) => core.remove_mover(MoverId(*id)).is_some(),
            Change::Speed(id, velocity) => core.set_mover_velocity(MoverId(*id), *velocity),
            Change::To(id, to) => core.move_mover_to(MoverId(*id), *to),
            Change::Place(id, to) => core.place_mover(MoverId(*id), *to),
            Change::Follow(id, None) => core.set_mover_path(MoverId(*id), None, 0),
            Change::Follow(id, Some((path, tick))) => {
                core.set_mover_path(MoverId(*id), Some(path.clone()), *tick)
            }
            Change::Carried(id, by) => core.set_mover_parent(MoverId(*id), by.map(MoverId)).is_ok(),
            Change::Leave(id) => core.despawn(BodyId(*id)).is_some(),
        }
    }

    /// Steps, with changes of speed and of targets in the control phase.
    pub(crate) fn step(&mut self, within: &[Change]) {
        struct Hooks<'a>(&'a [Change]);
        impl StepHooks for Hooks<'_> {
            fn control(&mut self, controls: &mut ControlContext) {
                for change in self.0 {
                    let is_known = match change {
                        Change::Speed(id, velocity) => controls.set_mover_velocity(MoverId(*id), *velocity),
                        Change::To(id, to) => controls.move_mover_to(MoverId(*id), *to),
                        other => panic!("{other:?} is not for the control phase"),
                    };
                    assert!(is_known, "{change:?}");
                }
            }
        }
        self.0.step_with(DT, &mut Hooks(within));
    }
}

/// The same scene as entities.
pub(crate) struct Entities {
    pub(crate) name: String,
    pub(crate) world: World,
    pub(crate) physics: Physics,
    pub(crate) bodies: Vec<Entity>,
    pub(crate) movers: BTreeMap<u32, Entity>,
    offsets: BTreeMap<u32, IVec2>,
    pool: ThreadPool,
    /// True if movers are assembled component by component, in random orders.
    assembles: bool,
}

impl Entities {
    pub(crate) fn new(threads: usize, order: &[usize], grid: &TileGrid, specs: &[Spec]) -> Self {
        let mut physics = Physics::new(grid.clone());
        physics.gravity = GRAVITY;
        let (mut world, mut bodies) = (World::new(), vec![Entity::DANGLING; specs.len()]);
        for &i in order {
            let mut builder = specs[i].builder();
            builder.add(BodyId(i as u32));
            bodies[i] = world.spawn(builder.build());
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (movers, offsets) = (BTreeMap::new(), BTreeMap::new());
        let name = format!("{threads} threads, spawned {:?} first", &order[..3]);
        let assembles = threads.is_multiple_of(2);
        Entities { name, world, physics, bodies, movers, offsets, pool, assembles }
    }

    pub(crate) fn apply(&mut self, change: &Change) {
        let world = &mut self.world;
        let mover = |id: &u32| self.movers[id];
        match change {
            Change::Come(id, lift) => self.come(*id, lift),
            Change::Go(id) => {
                let gone = self.movers.remove(id).expect("it is there");
                world.despawn(gone).unwrap();
                for entity in self.movers.values() {
                    let is_carried = world.get::<&CarriedBy>(*entity).is_ok_and(|by| by.0 == gone);
                    if is_carried {
                        world.remove_one::<CarriedBy>(*entity).unwrap();
                    }
                }
            }
            Change::Speed(..) | Change::To(..) => Entities::steer(world, &self.movers, &self.offsets, change),
            Change::Place(id, to) => {
                *world.get::<&mut Position>(mover(id)).unwrap() =
                    Position::on_lattice(*to - self.offsets[id]);
            }
            Change::Follow(id, None) => _ = world.remove_one::<MoverPath>(mover(id)),
            Change::Follow(id, Some((path, tick))) => {
                let path = MoverPath { tick: *tick, ..MoverPath::new(path.clone()) };
                // The plain loop's points are places of the box.
                let path = MoverPath { offset: -self.offsets[id], ..path };
                world.insert_one(mover(id), path).unwrap();
            }
            Change::Carried(id, None) => _ = world.remove_one::<CarriedBy>(mover(id)),
            Change::Carried(id, Some(by)) => world.insert_one(mover(id), CarriedBy(mover(by))).unwrap(),
            Change::Leave(id) => world.despawn(self.bodies[*id as usize]).unwrap(),
        }
    }

    fn come(&mut self, id: u32, lift: &Lift) {
        let Lift { at, offset, size, layer, tile, velocity } = *lift;
        let offset = if size.is_some() { offset } else { IVec2::ZERO };
        let position = Position::on_lattice(at - offset);
        let (mover, velocity) = (Mover { layer, tile }, Velocity(velocity));
        let world = &mut self.world;
        let entity = if self.assembles && id.is_multiple_of(2) {
            let entity = world.spawn((velocity, MoveTo::default(), MoverId(id), "a lift"));
            world.insert(entity, (mover, position)).unwrap();
            entity
        } else if self.assembles {
            self.physics.spawn(world, (position, mover, velocity, MoveTo::default(), MoverId(id)))
        } else {
            world.spawn((MoverId(id), position, mover, velocity, MoveTo(None), PreviousPosition(None)))
        };
        if let Some(size) = size {
            world.insert_one(entity, Collider { offset, size }).unwrap();
        }
        self.movers.insert(id, entity);
        self.offsets.insert(id, offset);
    }

    fn steer(world: &World, movers: &BTreeMap<u32, Entity>, offsets: &BTreeMap<u32, IVec2>, change: &Change) {
        match change {
            Change::Speed(id, velocity) => {
                world.get::<&mut Velocity>(movers[id]).unwrap().0 = *velocity;
            }
            Change::To(id, to) => {
                let to = Position::on_lattice(*to - offsets[id]);
                world.get::<&mut MoveTo>(movers[id]).unwrap().0 = Some(to);
            }
            other => panic!("{other:?} is not for the control phase"),
        }
    }

    pub(crate) fn step(&mut self, within: &[Change]) {
        let Entities { world, physics, movers, offsets, pool, .. } = self;
        let mut control = |world: &World| {
            for change in within {
                Entities::steer(world, movers, offsets, change);
            }
        };
        pool.install(|| {
            if within.is_empty() {
                physics.step(world, DT);
            } else {
                physics.step_with(world, DT, &mut control);
            }
        });
    }

    /// Compares all queries with the plain loop.
    pub(crate) fn check(&self, core: &Core) {
        let name = &self.name;
        let physics = &self.physics;
        assert!(core.mover_ids().map(|id| id.0).eq(self.movers.keys().copied()), "{name}");
        for (id, entity) in &self.movers {
            let (mover, id) = (core.mover(MoverId(*id)).unwrap(), MoverId(*id));
            let position = *self.world.get::<&Position>(*entity).unwrap();
            assert_eq!(*self.world.get::<&MoverId>(*entity).unwrap(), id, "{name}");
            assert_eq!((position.at + self.offsets[&id.0], position.rest), (mover.position, mover.rest));
            let path = self.world.get::<&MoverPath>(*entity).ok();
            let tick = path.map(|path| path.tick);
            assert_eq!(tick, core.mover_path(id).map(|(_, tick)| tick), "{name}, {id:?}");
            assert_eq!(self.world.get::<&MoveTo>(*entity).unwrap().0, None, "{name}, {id:?}");
            assert_eq!(physics.mover_moved(id), core.mover_moved(id), "{name}, {id:?}");
            assert_eq!(physics.mover_entity(id), Some(*entity), "{name}");
        }
        for id in core.ids() {
            let (body, entity) = (core.body(id).unwrap(), self.bodies[id.0 as usize]);
            let position = *self.world.get::<&Position>(entity).unwrap();
            let (velocity, collider) = (
                self.world.get::<&Velocity>(entity).unwrap().0,
                *self.world.get::<&Collider>(entity).unwrap(),
            );
            let now = (position.at + collider.offset, position.rest, velocity);
            assert_eq!(now, (body.position, body.remainder, body.velocity), "{name}, {id:?}");
            assert_eq!(physics.lift_velocity(id), core.lift_velocity(id), "{name}, {id:?}");
            assert_eq!(physics.pushed_by(id), core.pushed_by(id), "{name}, {id:?}");
            assert_eq!(physics.squishes(id), core.squishes(id), "{name}, {id:?}");
        }
        assert_eq!(physics.hit_count(), core.hit_count(), "{name}");
        let expected = core
            .events()
            .iter()
            .map(|event| (self.bodies[event.body.0 as usize], Some(event.body), event.kind));
        assert!(physics.events().map(|event| (event.entity, event.body, event.kind)).eq(expected), "{name}");
        assert_eq!(physics.state_hash(), core.state_hash(), "{name}");
    }
}
