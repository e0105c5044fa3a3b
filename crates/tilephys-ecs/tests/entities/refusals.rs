//! An unsound entity is skipped, reported by name, and left unchanged; all others move on.

use crate::unsound::{CASES, Case};
use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use tilephys_core::Fault::{self, NotFinite, OutOfRange};
use tilephys_core::{BodyState, Direction, EventKind, Field, Tile, TileCoord, TileGrid, WORLD_LIMIT};
use tilephys_ecs::{
    BodyCollision, Collider, Event, Gravity, Limits, MotionMode, Physics, Position, PreviousPosition,
    Reports, Response, Velocity, Walk,
};

const DT: f32 = 1.0 / 60.0;
const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

/// A floor under an open sky.
fn physics() -> Physics {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("floor"), grid.add_tile(Tile::default()));
    for col in 0..200 {
        grid.set_tile(layer, TileCoord::new(col, 12), Some(tile));
    }
    let mut physics = Physics::new(grid);
    physics.gravity = Vec2::new(1.0, 900.0);
    physics
}

/// An entity of a crowd that shares its components with the broken one.
fn spawn(world: &mut World, k: u16) -> Entity {
    let position = Position::new(40.0 + f32::from(k) * 3.0, 150.0 + f32::from(k % 7));
    let velocity = Velocity::new(f32::from(k % 11) * 50.0 - 250.0, 0.0 - f32::from(k % 5) * 30.0);
    world.spawn((
        position,
        velocity,
        Collider::new(8.0, 8.0),
        Response::Bounce { restitution: 0.5 },
        Gravity::default(),
        Limits::default(),
        Walk::default(),
        PreviousPosition::default(),
        // The broken entity must not affect the others by its absence.
        BodyCollision { mask: 0, ..BodyCollision::default() },
    ))
}

/// State of an entity that must stay unchanged, as bits.
fn bits(world: &World, entity: Entity) -> Vec<Option<[u32; 4]>> {
    let ints = |v: IVec2| [v.x as u32, v.y as u32];
    let floats = |v: Vec2| [v.x.to_bits(), v.y.to_bits()];
    let four = |[a, b]: [u32; 2], [c, d]: [u32; 2]| [a, b, c, d];
    vec![
        world.get::<&Position>(entity).ok().map(|p| four(ints(p.at), floats(p.rest))),
        world.get::<&Velocity>(entity).ok().map(|v| four(floats(v.0), [0; 2])),
        world.get::<&Collider>(entity).ok().map(|c| four(ints(c.offset), ints(c.size))),
        world.get::<&Gravity>(entity).ok().map(|g| [g.scale.to_bits(), 0, 0, 0]),
        world.get::<&Limits>(entity).ok().map(|l| four(floats(l.max_speed), [l.rest_speed.to_bits(), 0])),
        world.get::<&Response>(entity).ok().map(|r| match *r {
            Response::Bounce { restitution } => [restitution.to_bits(), 0, 0, 0],
            _ => [0, 1, 0, 0],
        }),
        world.get::<&Walk>(entity).ok().map(|w| {
            let lengths = [w.floor_max_angle, w.step_up, w.gap_bridge, w.friction];
            lengths.map(f32::to_bits)
        }),
        world
            .get::<&BodyCollision>(entity)
            .ok()
            .map(|c| [c.mass, c.friction, c.push_speed, 0.0].map(f32::to_bits)),
        world.get::<&BodyState>(entity).ok().map(|s| {
            let flags = u32::from(s.on_floor()) << 1 | u32::from(s.stuck()) << 2;
            Direction::ALL.map(|up| u32::from(s.contacts().floor(up)) | flags)
        }),
    ]
}

/// A crowd, with or without the entity that a case breaks, in its middle.
struct Crowd {
    physics: Physics,
    world: World,
    entities: Vec<Entity>,
    broken: Option<Entity>,
}

const COUNT: u16 = 270;

impl Crowd {
    fn new(with: bool) -> Self {
        let (mut world, mut entities, mut broken) = (World::new(), Vec::new(), None);
        for k in 0..COUNT {
            if k == COUNT / 2 && with {
                broken = Some(spawn(&mut world, k));
            }
            entities.push(spawn(&mut world, k));
        }
        Crowd { physics: physics(), world, entities, broken }
    }

    fn step(&mut self, hooked: bool, dt: f32) {
        let Crowd { physics, world, entities, .. } = self;
        if hooked {
            physics.step_with(world, dt, &mut |world: &World| {
                for entity in entities.iter().step_by(9) {
                    world.get::<&mut Velocity>(*entity).unwrap().0.y -= 20.0;
                }
            });
        } else {
            physics.step(world, dt);
        }
    }

    /// All events except for the broken entity's: index in the crowd, and kind.
    fn events_of_others(&self) -> Vec<(usize, EventKind)> {
        let others = self.physics.events().filter(|e| Some(e.entity) != self.broken);
        others.map(|e| (self.entities.iter().position(|o| *o == e.entity).unwrap(), e.kind)).collect()
    }

    fn events_of(&self, entity: Entity) -> Vec<Event> {
        self.physics.events().filter(|e| e.entity == entity).collect()
    }
}

/// Breaks one of a crowd after some steps and compares the others with a crowd without it.
fn judge(case: &Case, settled: u32, hooked: bool) {
    let Case(harm, field, fault, text) = case;
    let (mut with, mut without) = (Crowd::new(true), Crowd::new(false));
    let broken = with.broken.unwrap();
    for _ in 0..settled {
        with.step(hooked, DT);
        without.step(hooked, DT);
    }
    type Parts<'a> = (
        (&'a Position, &'a Velocity, &'a Collider, &'a BodyCollision),
        (&'a Gravity, &'a Limits, &'a Response, &'a Walk),
    );
    let well = with.world.query_one_mut::<Parts>(broken);
    let well = well.map(|((p, v, c, m), (g, l, r, w))| (*p, *v, *c, *m, *g, *l, *r, *w)).unwrap();
    harm(&with.world, broken);
    let mut before = bits(&with.world, broken);
    before[8].get_or_insert_default();
    let kind = EventKind::Rejected { field: *field, fault: *fault };
    for _ in 0..4 {
        with.step(hooked, DT);
        without.step(hooked, DT);
        let id = *with.world.get::<&tilephys_ecs::BodyId>(broken).unwrap();
        assert_eq!(with.events_of(broken), [Event { entity: broken, body: Some(id), kind }], "{text}");
        let shown = with.events_of(broken)[0].to_string();
        assert_eq!(shown, format!("entity {broken:?} (body {}): {text}", id.0));
        assert_eq!(bits(&with.world, broken), before, "{shown}");
        assert_eq!(with.events_of_others(), without.events_of_others(), "{shown}");
        assert_eq!(with.physics.hit_count(), without.physics.hit_count());
    }
    // Another motion in any of the steps shows at the end.
    for (a, b) in with.entities.iter().zip(&without.entities) {
        assert_eq!(bits(&with.world, *a), bits(&without.world, *b), "{text}");
    }
    with.world.insert(broken, well).unwrap();
    with.step(hooked, DT);
    assert!(with.events_of(broken).iter().all(|e| !matches!(e.kind, EventKind::Rejected { .. })), "{text}");
    assert_ne!(*with.world.get::<&Position>(broken).unwrap(), well.0, "mended after: {text}");
}

#[test]
fn an_unsound_entity_is_reported_and_skipped_until_mended() {
    // Each case in its first step and in a later one, one of them controlled.
    for (k, case) in CASES.iter().enumerate() {
        let is_even = k % 2 == 0;
        judge(case, 0, is_even);
        judge(case, 2, !is_even);
    }
}

#[test]
fn a_floating_entity_accepts_any_walk() {
    let (mut physics, mut world) = (physics(), World::new());
    let entity = spawn(&mut world, 0);
    world.insert(entity, (MotionMode::Floating, Walk { step_up: NAN, ..Walk::default() })).unwrap();
    physics.step(&mut world, DT);
    assert_eq!(physics.events().count(), 0);
    world.remove_one::<MotionMode>(entity).unwrap();
    physics.step(&mut world, DT);
    let kind = EventKind::Rejected { field: Field::StepUp, fault: NotFinite };
    assert_eq!(physics.events().map(|e| (e.entity, e.kind)).collect::<Vec<_>>(), [(entity, kind)]);
}

/// Moves a body with an offset to an end of the world, and back after some steps.
fn fly_to_the_end(toward: Vec2, offset: Vec2) {
    let mut physics = Physics::new(TileGrid::new(UVec2::splat(16)));
    let mut world = World::new();
    let begin = Position::from_px(toward.signum() * 8_300_000.0);
    let collider = Collider::new(8.0, 8.0).with_offset(offset.x, offset.y);
    let entity = world.spawn((begin, Velocity(toward), collider, Gravity::NONE));
    let far = |world: &World| world.get::<&Position>(entity).unwrap().at.abs().max_element();
    for _ in 0..20 {
        physics.step(&mut world, DT);
        assert_eq!(physics.events().count(), 0, "toward {toward}, offset {offset}");
    }
    // It came as near as a whole step, with its position or with its box.
    assert!(far(&world) > WORLD_LIMIT - 10_100 * 256, "toward {toward}, offset {offset}: {}", far(&world));
    world.get::<&mut Velocity>(entity).unwrap().0 = -toward;
    let before = *world.get::<&Position>(entity).unwrap();
    physics.step(&mut world, DT);
    let moved = world.get::<&Position>(entity).unwrap().at - before.at;
    assert_eq!(moved, (-toward * DT * 256.0).as_ivec2(), "offset {offset}");
}

#[test]
fn a_box_beside_its_entity_stays_in_the_world_at_its_very_end() {
    for toward in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y].map(|way| way * 600_000.0) {
        for offset in [toward.signum(), -toward.signum(), Vec2::ZERO] {
            fly_to_the_end(toward, offset * 10.0);
        }
    }
}

#[test]
fn boxes_up_to_the_ends_of_the_world_are_sound() {
    let mut physics = physics();
    physics.gravity = Vec2::ZERO;
    let mut world = World::new();
    let size = IVec2::new(2_048, 1);
    for low in [IVec2::splat(-WORLD_LIMIT), IVec2::splat(WORLD_LIMIT) - size] {
        for offset in [IVec2::ZERO, IVec2::splat(3), IVec2::splat(-3), low] {
            let position = Position::on_lattice(low - offset);
            world.spawn((position, Velocity::default(), Collider { offset, size }));
        }
    }
    physics.step(&mut world, DT);
    assert_eq!(physics.events().map(|e| e.to_string()).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn an_entity_that_lacks_a_component_is_named_until_it_has_it() {
    fn lacks<T: hecs::Component + Copy>(field: Field, name: &str) {
        for hooked in [false, true] {
            let (mut with, mut without) = (Crowd::new(true), Crowd::new(false));
            let broken = with.broken.unwrap();
            let lost = with.world.remove_one::<T>(broken).unwrap();
            for step in 0..6 {
                let before = bits(&with.world, broken);
                with.step(hooked, DT);
                without.step(hooked, DT);
                assert_eq!(with.events_of_others(), without.events_of_others());
                if step < 3 {
                    let kind = EventKind::Rejected { field, fault: Fault::Missing };
                    assert_eq!(with.events_of(broken), [Event { entity: broken, body: None, kind }]);
                    let shown = with.events_of(broken)[0].to_string();
                    assert_eq!(shown, format!("entity {broken:?}: {name} is missing; skipped in this step"));
                    assert_eq!(bits(&with.world, broken), before);
                } else {
                    assert_ne!(bits(&with.world, broken), before, "it moves");
                }
                if step == 2 {
                    with.world.insert_one(broken, lost).unwrap();
                }
            }
        }
    }
    lacks::<Position>(Field::Position, "position");
    lacks::<Velocity>(Field::Velocity, "velocity");
    lacks::<Collider>(Field::Size, "size");
}

#[test]
fn an_id_survives_a_removed_component() {
    let mut crowd = Crowd::new(true);
    let entity = crowd.broken.unwrap();
    crowd.step(false, DT);
    let id = *crowd.world.get::<&tilephys_ecs::BodyId>(entity).unwrap();
    let collider = crowd.world.remove_one::<Collider>(entity).unwrap();
    crowd.step(false, DT);
    let shown: Vec<String> = crowd.events_of(entity).iter().map(ToString::to_string).collect();
    assert_eq!(shown, [format!("entity {entity:?} (body {}): size is missing; skipped in this step", id.0)]);
    assert_eq!((crowd.physics.entity(id), crowd.physics.len()), (None, COUNT.into()));
    crowd.world.insert_one(entity, collider).unwrap();
    crowd.step(false, DT);
    assert_eq!((crowd.physics.entity(id), crowd.physics.len()), (Some(entity), usize::from(COUNT) + 1));
}

#[test]
fn what_is_no_body_is_no_event() {
    let (mut physics, mut world) = (physics(), World::new());
    world.spawn((Position::new(3.0, 4.0),));
    world.spawn((Position::new(NAN, 4.0), Reports::NONE, Gravity { scale: NAN }));
    world.spawn(("a name", PreviousPosition::default()));
    physics.step(&mut world, DT);
    assert_eq!((physics.len(), physics.events().count()), (0, 0));
}

#[test]
fn a_step_of_no_time_moves_no_entity_and_is_reported_for_each() {
    type Harm = fn(&mut Physics) -> f32;
    let cases: [(Harm, Field, Fault, &str); 7] = [
        (|_| NAN, Field::TimeStep, NotFinite, "the length of the step is NaN or infinite"),
        (|_| INF, Field::TimeStep, NotFinite, "the length of the step is NaN or infinite"),
        (
            |_| -DT,
            Field::TimeStep,
            OutOfRange,
            "the length of the step is out of range: it must not be negative",
        ),
        (
            |p| {
                p.gravity.x = NAN;
                DT
            },
            Field::Gravity,
            NotFinite,
            "the world's gravity is NaN or infinite",
        ),
        (
            |p| {
                p.gravity.y = -INF;
                DT
            },
            Field::Gravity,
            NotFinite,
            "the world's gravity is NaN or infinite",
        ),
        (
            |p| {
                p.gravity.y = INF;
                0.0
            },
            Field::Gravity,
            NotFinite,
            "the world's gravity is NaN or infinite",
        ),
        (
            |p| {
                p.gravity.y = 3e38;
                2.0
            },
            Field::Gravity,
            OutOfRange,
            "the world's gravity is out of range: times the length of the step it must be finite",
        ),
    ];
    for (harm, field, fault, text) in cases {
        for hooked in [false, true] {
            let mut crowd = Crowd::new(false);
            crowd.step(false, DT);
            let sound = crowd.physics.gravity;
            let dt = harm(&mut crowd.physics);
            let all =
                |crowd: &Crowd| crowd.entities.iter().map(|e| bits(&crowd.world, *e)).collect::<Vec<_>>();
            let before = all(&crowd);
            let steer = hooked.then_some(|_: &World| {});
            match steer {
                Some(mut steer) => crowd.physics.step_with(&mut crowd.world, dt, &mut steer),
                None => crowd.physics.step(&mut crowd.world, dt),
            }
            assert_eq!(all(&crowd), before, "{text}");
            let named: Vec<Entity> = crowd.physics.events().map(|e| e.entity).collect();
            assert_eq!(named, crowd.entities, "{text}");
            let kind = EventKind::Rejected { field, fault };
            assert!(crowd.physics.events().all(|e| e.kind == kind), "{text}");
            assert_eq!(kind.to_string(), format!("{text}; skipped in this step"));
            crowd.physics.gravity = sound;
            crowd.step(hooked, DT);
            let moved =
                crowd.entities.iter().zip(&before).filter(|(e, b)| bits(&crowd.world, **e)[0] != b[0]);
            assert_eq!(moved.count(), usize::from(COUNT), "{text}");
        }
    }
}
