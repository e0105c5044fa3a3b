//! Entities with a `Feel`, driven by the step, against the core loop that drives each by hand: presets and zones in random levels,
//! in any order of entities, on any number of threads.

use crate::drawn::{feel, grid, zone};
use crate::kits::Kits;
use crate::ladders::{bar_over, ends_of, fall_to, middle_of, regions_below, rise_to};
use crate::rng::Rng;
use crate::volume;
use glam::{IVec2, UVec2, Vec2};
use hecs::EntityBuilder;
use rayon::ThreadPoolBuilder;
use std::collections::BTreeMap;
use std::time::Duration;
use tilephys_core::{
    Body, ControlContext as CoreControls, Profile, Region, SensorId, StepHooks, Tile, World as Core,
};
use tilephys_ecs::{
    BodyId, BodyState, Collider, EventKind, FeelZone, FixedStep, Gravity, HitBox, HurtBox, MoverPath, Patrol,
    Physics, Position, PreviousPosition, Sensor, TileCoord, TileGrid, Trigger, Velocity,
};
use tilephys_feel::{Button, Command, Feel, FeelState, Input};

const DT: f32 = 1.0 / 60.0;
const CHARACTERS: u32 = 24;

/// Whether buttons are held in a tick, by character.
fn held(id: u32, tick: u32) -> (f32, f32, [bool; 3]) {
    let drawn = Rng::new(u64::from(id) << 32 | u64::from(tick / 9)).next();
    let way = |shift: u32| ((drawn >> shift) % 5).min(2) as f32 - 1.0;
    let is = |shift: u32, percent: u64| (drawn >> shift) % 100 < percent;
    (way(0), way(8), [is(16, 45), is(24, 20), is(32, 30)])
}

/// The input of a tick, after the input before it.
fn hold(input: &mut Input, id: u32, tick: u32) {
    let (along, upward, [jump, dash, grab]) = held(id, tick);
    let (jump, dash) = (input.jump.next(jump), input.dash.next(dash));
    *input = Input { along, upward, jump, dash, grab };
}

/// The core loop: each character by hand, by ascending id.
struct Script {
    characters: Vec<(BodyId, Feel, FeelState, Input)>,
    zones: Vec<FeelZone>,
    kits: Kits,
    tick: u32,
    done: BTreeMap<&'static str, u32>,
}

impl Script {
    /// Ladders whose upper edge touches the feet of a body.
    fn ladders_below(&self, core: &Core, id: BodyId) -> Vec<SensorId> {
        let is_ladder = |region: &SensorId| self.zone(core, *region) == Some(FeelZone::Ladder);
        regions_below(core, id).map(SensorId::from).filter(is_ladder).collect()
    }

    fn zone(&self, core: &Core, sensor: SensorId) -> Option<FeelZone> {
        let SensorId::Region(id) = sensor else { return None };
        Some(self.zones[core.grid.region(id)?.user as usize])
    }

    /// Throws by springs entered in this step: the last of several, of equal times the strongest.
    fn throw(&mut self, core: &Core) {
        let springs = core.events().iter().filter_map(|event| {
            let EventKind::Enter { sensor, fraction } = event.kind else { return None };
            let Some(FeelZone::Spring { velocity }) = self.zone(core, sensor) else { return None };
            Some((event.body, (fraction, velocity.length_squared() as u64), velocity))
        });
        let mut springs: Vec<_> = springs.collect();
        springs.sort_by_key(|(body, rank, _)| (*body, *rank));
        for (body, _, velocity) in springs {
            self.characters[body.0 as usize].2.throw(velocity);
            *self.done.entry("throws").or_default() += 1;
        }
    }
}

impl StepHooks for Script {
    fn control(&mut self, bodies: &mut CoreControls) {
        let mut characters = std::mem::take(&mut self.characters);
        for (id, feel, state, input) in &mut characters {
            hold(input, id.0, self.tick);
            let turned = self.kits.steer(bodies.world(), *id, feel, input, bodies.dt());
            *self.done.entry("turns").or_default() += u32::from(turned);
            let zones: Vec<_> = bodies.world().sensors_of(*id).collect();
            let mut tops = Vec::new();
            let mut bottoms = Vec::new();
            let mut waters = Vec::new();
            let mut ladders = Vec::new();
            let mut bars = Vec::new();
            for sensor in zones {
                match self.zone(bodies.world(), sensor) {
                    Some(FeelZone::Bar) => bars.push(sensor),
                    Some(FeelZone::Ladder) => {
                        ladders.push(sensor);
                        let [top, bottom] = ends_of(bodies.world(), sensor);
                        tops.push(top);
                        bottoms.push(bottom);
                    }
                    Some(FeelZone::Water { flow }) => waters.push(flow),
                    _ => {}
                }
            }
            let ladder_rise = tops.iter().min().and_then(|top| rise_to(bodies.world(), *id, *top));
            let fall = bottoms.iter().max().map(|bottom| fall_to(bodies.world(), *id, *bottom));
            let ends_here = fall.is_none_or(|fall| fall == 0.0);
            let below = self.ladders_below(bodies.world(), *id);
            let is_below = ends_here && input.upward < 0.0 && !below.is_empty();
            ladders.extend(below.into_iter().filter(|_| is_below));
            let ladder_middle = middle_of(bodies.world(), *id, &ladders);
            let bar = bar_over(bodies.world(), *id, &bars);
            let ladder = !tops.is_empty() || is_below;
            let ladder_fall = fall.filter(|_| !is_below);
            let speed = |flow: &Vec2| flow.length_squared();
            let water = waters.into_iter().max_by(|a, b| speed(a).total_cmp(&speed(b)));
            let command = if ladder || water.is_some() || bar.is_some() {
                let command = feel.decide(bodies, *id, state, input, |around| {
                    around.ladder = ladder;
                    around.ladder_rise = ladder_rise;
                    around.ladder_fall = ladder_fall;
                    around.ladder_middle = ladder_middle;
                    around.bar = bar;
                    around.water = water;
                });
                command.expect("it is there").apply(bodies, *id);
                command
            } else {
                feel.drive(bodies, *id, state, input)
            };
            let command = command.expect("it is there");
            let mut count = |name, is: bool| *self.done.entry(name).or_default() += u32::from(is);
            count("jumps", command.jumped.is_some());
            count("dashes", command.dashed);
            count("drops", command.drop_through);
            count("sizes", command.resize.is_some());
            count("climbs", state.is_climbing());
            count("hangs", state.is_hanging());
            count("swims", water.is_some() && feel.swim.is_some());
        }
        self.characters = characters;
        *self.done.entry("ticks on paths").or_default() += self.kits.push(bodies);
    }
}

/// One level, as entities and in the core loop.
struct Pair {
    world: hecs::World,
    physics: Physics,
    entities: Vec<hecs::Entity>,
    core: Core,
    script: Script,
}

fn pair(seed: u64) -> Pair {
    let mut rng = Rng::new(seed);
    let grid = grid(&mut rng);
    let gravity = Vec2::new(0.0, 800.0);
    let (mut world, mut physics) = (hecs::World::new(), Physics::new(grid.clone()));
    let mut core = Core::new(grid);
    (physics.gravity, core.gravity) = (gravity, gravity);
    let zones: Vec<_> = (0..14).map(|_| zone(&mut rng)).collect();
    for (user, (aabb, zone)) in (0..).zip(&zones) {
        let position = Position { at: aabb.min, ..Position::default() };
        let collider = Collider { offset: IVec2::ZERO, size: aabb.max - aabb.min };
        world.spawn((position, collider, Trigger::default(), *zone));
        core.add_region(Region { user, ..Region::new(*aabb) });
    }
    let characters: Vec<_> = (0..CHARACTERS).map(|k| (BodyId(k), feel(&mut rng))).collect();
    let place = |k: u32| Vec2::new(24.0 + (k * 41 % 560) as f32, 35.0 + (k % 4 * 96) as f32);
    let size = Vec2::new(8.0, 11.0);
    for (id, feel) in &characters {
        let profile = core.add_profile(feel.profile(Profile::default(), gravity));
        assert_eq!(core.spawn(profile, Body::new(place(id.0), size)), *id);
    }
    let mut order: Vec<_> = characters.iter().collect();
    (1..order.len()).rev().for_each(|k| order.swap(k, rng.below(k + 1)));
    let mut entities = vec![hecs::Entity::DANGLING; order.len()];
    // Drawn apart, so that the levels stay as they were.
    let kits = Kits::drawn(&mut Rng::new(!seed), order.len());
    for (id, feel) in order {
        let at = place(id.0);
        let mut builder = EntityBuilder::new();
        builder.add_bundle((
            *id,
            Position::new(at.x, at.y),
            Velocity::default(),
            Collider::new(size.x, size.y),
        ));
        builder.add(feel.clone());
        kits.all[id.0 as usize].build(&mut builder);
        // Characters of several archetypes, spawned by both ways.
        if rng.chance(30) {
            builder.add(PreviousPosition::default());
        }
        if rng.chance(30) {
            builder.add(Command::default());
        }
        entities[id.0 as usize] = match rng.chance(50) {
            true => physics.spawn(&mut world, builder.build()),
            false => world.spawn(builder.build()),
        };
    }
    let character = |(id, feel)| (id, feel, FeelState::default(), Input::default());
    let characters = characters.into_iter().map(character).collect();
    let zones = zones.into_iter().map(|zone| zone.1).collect();
    let script = Script { characters, zones, kits, tick: 0, done: BTreeMap::new() };
    physics.sync(&mut world);
    Pair { world, physics, entities, core, script }
}

impl Pair {
    fn step(&mut self, tick: u32) {
        self.script.tick = tick;
        self.core.step_with(DT, &mut self.script);
        self.script.throw(&self.core);
        let hurts = self.script.kits.finish(&mut self.core, &mut self.script.characters);
        *self.script.done.entry("hurts").or_default() += hurts;
        // Input arrives before the step in some ticks, in its control phase in others.
        let set = |world: &hecs::World| {
            for (id, input) in world.query::<(&BodyId, &mut Input)>().iter() {
                hold(input, id.0, tick);
            }
        };
        if tick.is_multiple_of(3) {
            self.physics.step_with(&mut self.world, DT, &mut |world: &hecs::World| set(world));
        } else {
            set(&self.world);
            self.physics.step(&mut self.world, DT);
        }
    }

    fn compare(&self, tick: u32) {
        for ((id, _, state, input), entity) in self.script.characters.iter().zip(&self.entities) {
            let body = self.core.body(*id).expect("it is there");
            let entity = self.world.entity(*entity).expect("it is there");
            let (position, collider) =
                (entity.get::<&Position>().expect("a body"), entity.get::<&Collider>().expect("a body"));
            let got = (position.at + collider.offset, position.rest, collider.size);
            assert_eq!(got, (body.position, body.remainder, body.size), "{id:?} in tick {tick}");
            assert_eq!(entity.get::<&Velocity>().expect("a body").0, body.velocity, "{id:?} in tick {tick}");
            assert_eq!(*entity.get::<&FeelState>().expect("added"), *state, "{id:?} in tick {tick}");
            assert_eq!(*entity.get::<&Input>().expect("added"), *input, "{id:?} in tick {tick}");
            let kit = &self.script.kits.all[id.0 as usize];
            assert_eq!(entity.get::<&HitBox>().map(|area| *area), kit.area, "{id:?} in tick {tick}");
            assert_eq!(entity.get::<&HurtBox>().map(|own| *own), kit.hurt_box, "{id:?} in tick {tick}");
            assert_eq!(entity.get::<&Patrol>().map(|own| *own), kit.patrol, "{id:?} in tick {tick}");
            assert_eq!(entity.get::<&MoverPath>().as_deref(), kit.path.as_ref(), "{id:?} in tick {tick}");
        }
    }
}

#[test]
fn characters_of_the_step_equal_characters_driven_by_hand() {
    let mut done = BTreeMap::new();
    for seed in 0..u64::from(volume(6, 200)) {
        let mut pair = pair(seed);
        let threads = 1 + seed as usize % 3;
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads are there");
        pool.install(|| {
            for tick in 0..300 {
                pair.step(tick);
                pair.compare(tick);
            }
        });
        for (name, count) in pair.script.done {
            *done.entry(name).or_insert(0) += count;
        }
    }
    println!("{done:?}");
    let names = ["jumps", "dashes", "drops", "sizes", "climbs", "hangs", "swims", "throws", "hurts", "turns"];
    for name in names.into_iter().chain(["ticks on paths"]) {
        assert!(done.get(name).is_some_and(|count| *count >= 10), "too few {name}: {done:?}");
    }
}

#[test]
fn characters_go_on_alike_after_a_snapshot() {
    for seed in 50..53 {
        let mut pair = pair(seed);
        let mut tick = 0;
        // Until a throw waits for the next step.
        while tick < 300 {
            pair.step(tick);
            tick += 1;
            let throws = pair.physics.events().any(|e| matches!(e.kind, EventKind::Enter { .. }));
            if throws && tick > 20 {
                break;
            }
        }
        let snapshot = pair.physics.snapshot(&mut pair.world);
        let play = |pair: &mut Pair| {
            let mut hashes = Vec::new();
            for later in tick..tick + 60 {
                for (id, input) in pair.world.query::<(&BodyId, &mut Input)>().iter() {
                    hold(input, id.0, later);
                }
                pair.physics.step(&mut pair.world, DT);
                hashes.push(pair.physics.state_hash());
            }
            hashes
        };
        let first = play(&mut pair);
        pair.physics.restore(&mut pair.world, &snapshot).expect("its own snapshot");
        assert_eq!(play(&mut pair), first, "seed {seed}, from tick {tick}");
    }
}

#[test]
fn a_body_with_a_sensor_is_a_zone_that_moves() {
    let (mut world, mut physics, hero) = hero((Feel::celeste(),));
    let spring = FeelZone::Spring { velocity: Vec2::new(30.0, -250.0) };
    let body = (Position::new(120.0, 150.0), Velocity::new(600.0, 0.0), Collider::new(10.0, 10.0));
    let mut builder = EntityBuilder::new();
    builder.add_bundle((body.0, body.1, body.2, Gravity::NONE, Sensor(u32::MAX), spring));
    physics.spawn(&mut world, builder.build());
    let mut throws = 0;
    for _ in 0..30 {
        physics.step(&mut world, DT);
        throws += u32::from(velocity(&world, hero) == Vec2::new(30.0, -250.0));
    }
    assert_eq!(throws, 1);
}

/// A floor, and a character that stands on it.
fn hero(components: impl hecs::DynamicBundle) -> (hecs::World, Physics, hecs::Entity) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    for col in 0..40 {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(stone));
    }
    let (mut physics, mut world) = (Physics::new(grid), hecs::World::new());
    physics.gravity = Vec2::new(0.0, 400.0);
    let mut builder = EntityBuilder::new();
    builder.add_bundle((Position::new(200.0, 149.0), Velocity::default(), Collider::new(8.0, 11.0)));
    builder.add_bundle(components);
    let hero = physics.spawn(&mut world, builder.build());
    physics.step(&mut world, DT);
    (world, physics, hero)
}

fn velocity(world: &hecs::World, entity: hecs::Entity) -> Vec2 {
    world.get::<&Velocity>(entity).expect("a body").0
}

#[test]
fn a_character_jumps_by_its_input_and_tells_its_command() {
    let (mut world, mut physics, hero) = hero((Feel::mario(), Command::default()));
    world.get::<&mut Input>(hero).expect("added").jump = Button::PRESSED;
    physics.step(&mut world, DT);
    assert_eq!(velocity(&world, hero).y, -240.0);
    assert!(world.get::<&Command>(hero).expect("its own").jumped.is_some());
    assert_eq!(world.get::<&Input>(hero).expect("added").jump, Button::HELD, "the tick has seen the press");
    physics.step(&mut world, DT);
    assert!(world.get::<&Command>(hero).expect("its own").jumped.is_none());
    let gravity = 1575.0 * 2.0 / 7.0;
    assert!((velocity(&world, hero).y - (gravity * DT - 240.0)).abs() < 1e-3, "by its own gravity");
}

#[test]
fn a_press_jumps_once_at_any_rate_of_frames() {
    for rate in [30, 60, 144] {
        let (mut world, mut physics, hero) = hero((Feel::default(), Command::default()));
        let (mut clock, mut jumps) = (FixedStep::new(60), Vec::new());
        for frame in 0..3 * rate {
            let mut jump = world.get::<&Input>(hero).expect("added").jump;
            // One press a second, which begins and ends within a frame.
            for is_down in [frame % rate == 0, false] {
                jump = jump.next(is_down);
            }
            world.get::<&mut Input>(hero).expect("added").jump = jump;
            for _ in 0..clock.advance(Duration::from_secs(1) / rate) {
                physics.step(&mut world, DT);
                let jumped = world.get::<&Command>(hero).expect("its own").jumped;
                jumps.extend(jumped.map(|_| frame));
            }
        }
        let frames: Vec<_> = jumps.iter().map(|frame| frame / rate).collect();
        assert_eq!(frames, [0, 1, 2], "{rate} Hz: {jumps:?}");
    }
}

#[test]
fn changed_settings_act_in_the_next_step() {
    let (mut world, mut physics, hero) = hero((Feel::mario(),));
    world.get::<&mut Input>(hero).expect("added").along = 1.0;
    world.get::<&mut Position>(hero).expect("a body").at.y -= 50 * 256;
    *world.get::<&mut Feel>(hero).expect("its own") = Feel { gravity: 600.0, ..Feel::mega_man() };
    physics.step(&mut world, DT);
    assert_eq!(velocity(&world, hero), Vec2::new(82.5, 10.0));
    physics.gravity.y = 1200.0;
    physics.step(&mut world, DT);
    assert_eq!(velocity(&world, hero).y, 20.0, "the character keeps its own gravity");
}

#[test]
fn a_feel_that_is_inserted_later_makes_a_character() {
    let (mut world, mut physics, hero) = hero(());
    world.insert_one(hero, Feel::mega_man()).expect("it is there");
    physics.step(&mut world, DT);
    world.get::<&mut Input>(hero).expect("added").along = -1.0;
    physics.step(&mut world, DT);
    assert_eq!(velocity(&world, hero).x, -82.5);
    world.remove::<(Feel, Input)>(hero).expect("both are there");
    physics.step(&mut world, DT);
    assert_eq!(physics.events().filter(|e| matches!(e.kind, EventKind::Uncontrolled { .. })).count(), 0);
}

#[test]
fn spawned_characters_have_their_components_at_once() {
    let (mut world, mut physics, _) = hero(());
    let body = (Position::new(100.0, 100.0), Velocity::default(), Collider::new(8.0, 11.0));
    let hero = physics.spawn(&mut world, (body.0, body.1, body.2, Feel::celeste()));
    let archetypes = world.archetypes().count();
    assert!(world.satisfies::<(&FeelState, &Input)>(hero));
    physics.step(&mut world, DT);
    assert_eq!(world.archetypes().count(), archetypes, "no move to another archetype");
}

#[test]
fn unsound_settings_are_reported_in_each_step_and_leave_the_body_without_control() {
    let run = tilephys_feel::Run { speed: f32::NAN, ..Default::default() };
    let (mut world, mut physics, hero) = hero((Feel { run, ..Feel::celeste() },));
    world.get::<&mut Position>(hero).expect("a body").at.y -= 50 * 256;
    *world.get::<&mut Input>(hero).expect("added") =
        Input { along: 1.0, jump: Button::PRESSED, ..Input::default() };
    for tick in 1..5 {
        physics.step(&mut world, DT);
        let texts: Vec<_> =
            physics.events().filter(|e| e.entity == hero).map(|e| e.kind.to_string()).collect();
        assert!(texts[0] == "run.speed is NaN or infinite; moves without control in this step", "{texts:?}");
        let fall = velocity(&world, hero) - Vec2::new(0.0, tick as f32 * 400.0 * DT);
        assert!(fall.length() < 1e-3, "falls as a plain body: {fall}");
    }
    world.get::<&mut Feel>(hero).expect("its own").run.speed = 90.0;
    physics.step(&mut world, DT);
    assert!(velocity(&world, hero).x > 0.0 && velocity(&world, hero).y > 0.0, "the old press does not act");
    assert!(physics.events().all(|e| !matches!(e.kind, EventKind::Uncontrolled { .. })));
}

#[test]
fn an_input_without_settings_is_reported_in_each_step() {
    let (mut world, mut physics, hero) = hero((Input::default(),));
    let stray = world.spawn((Input::default(),));
    for _ in 0..2 {
        physics.step(&mut world, DT);
        let found: Vec<_> =
            physics.events().filter(|e| matches!(e.kind, EventKind::Uncontrolled { .. })).collect();
        let id = *world.get::<&BodyId>(hero).expect("registered");
        assert_eq!(
            found.iter().map(|e| (e.entity, e.body)).collect::<Vec<_>>(),
            [(hero, Some(id)), (stray, None)]
        );
        assert_eq!(found[0].kind.to_string(), "feel is missing; moves without control in this step");
    }
}

#[test]
fn settings_without_a_body_are_reported() {
    let (mut world, mut physics, _) = hero(());
    let stray = world.spawn((Feel::celeste(),));
    physics.step(&mut world, DT);
    let texts: Vec<_> = physics.events().filter(|e| e.entity == stray).map(|e| e.kind.to_string()).collect();
    assert_eq!(texts[0], "position is missing; skipped in this step", "{texts:?}");
}

#[test]
fn a_zone_with_a_velocity_that_is_no_number_is_reported_and_has_no_effect() {
    let (mut world, mut physics, hero) = hero((Feel::celeste(),));
    let area = (Position::new(190.0, 100.0), Collider::new(40.0, 60.0), Trigger::default());
    let zone = FeelZone::Spring { velocity: Vec2::new(f32::NAN, 0.0) };
    let zone = world.spawn((area.0, area.1, area.2, zone));
    for _ in 0..3 {
        physics.step(&mut world, DT);
        let text = physics.events().find(|e| e.entity == zone).expect("it is reported").kind.to_string();
        assert_eq!(text, "velocity is NaN or infinite; skipped in this step");
        assert_eq!(velocity(&world, hero), Vec2::ZERO);
    }
    *world.get::<&mut FeelZone>(zone).expect("its own") =
        FeelZone::Spring { velocity: Vec2::new(0.0, -300.0) };
    physics.step(&mut world, DT);
    physics.step(&mut world, DT);
    assert_eq!(velocity(&world, hero), Vec2::new(0.0, -300.0), "thrown once it has entered");
    physics.step(&mut world, DT);
    assert!(velocity(&world, hero).y > -300.0, "and only then");
    assert!(!world.get::<&BodyState>(hero).expect("a body").on_floor());
}
