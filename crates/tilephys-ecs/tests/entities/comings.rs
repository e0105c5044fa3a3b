//! Spawning, despawning and changing entities between steps in any way: the registration follows.

use crate::crowd::{self, Spec};
use crate::rng::Rng;
use crate::room::{Driver, Entry, Life, Room};
use crate::volume;
use glam::IVec2;
use hecs::{Component, Entity, World};
use tilephys_core::{BodyId, BodyState};
use tilephys_ecs::{Category, MotionMode, Position, PreviousPosition, Velocity};

/// Sets a component, inserts it or removes it.
fn put<T: Component>(world: &mut World, entity: Entity, component: Option<T>) {
    match component {
        Some(component) => world.insert_one(entity, component).unwrap(),
        None => drop(world.remove_one::<T>(entity)),
    }
}

/// Another value or none for one of the components that need not be there.
fn change_settings(room: &mut Room, at: usize, rng: &mut Rng) {
    let Entry { entity, spec, .. } = &mut room.entries[at];
    let (world, entity, there) = (&mut room.world, *entity, rng.chance(70));
    match rng.below(13) {
        0 => {
            spec.response = there.then(|| crowd::response(rng));
            put(world, entity, spec.response);
        }
        1 => {
            spec.filter = there.then(|| crowd::filter(rng));
            put(world, entity, spec.filter);
        }
        2 => {
            spec.gravity = there.then(|| crowd::gravity(rng));
            put(world, entity, spec.gravity);
        }
        3 => {
            spec.limits = there.then(|| crowd::limits(rng));
            put(world, entity, spec.limits);
        }
        4 => {
            spec.up = there.then(|| crowd::up(rng));
            put(world, entity, spec.up);
        }
        5 => {
            spec.reports = there.then(|| crowd::reports(rng));
            put(world, entity, spec.reports);
        }
        6 | 7 => {
            spec.walk = there.then(|| crowd::walk(rng));
            put(world, entity, spec.walk);
        }
        8 => {
            spec.motion_mode = (!there).then_some(MotionMode::Floating);
            put(world, entity, spec.motion_mode);
        }
        9 => {
            spec.riding = there.then(|| crowd::riding(rng));
            put(world, entity, spec.riding);
        }
        10 => {
            spec.category = there.then(|| Category(rng.pick(&[1, 2, 1 << 31])));
            put(world, entity, spec.category);
        }
        11 => {
            spec.collide = there.then(|| crowd::collide(rng));
            put(world, entity, spec.collide);
        }
        _ => {
            spec.previous = there;
            put(world, entity, there.then(PreviousPosition::default));
        }
    }
    room.resettle(at);
}

/// Another position, velocity or box.
fn change_body(room: &mut Room, at: usize, rng: &mut Rng) {
    let (mut body, state) = room.body(at);
    let (entity, offset) = (room.entries[at].entity, room.entries[at].spec.collider.offset);
    match rng.below(3) {
        0 => {
            let position = crowd::position(rng);
            *room.world.get::<&mut Position>(entity).unwrap() = position;
            (body.position, body.remainder) = (position.at + offset, position.rest);
        }
        1 if !matches!(room.entries[at].life, Life::Away(..)) => {
            body.velocity = crowd::velocity(rng);
            room.world.get::<&mut Velocity>(entity).unwrap().0 = body.velocity;
        }
        1 => {}
        _ => {
            // Where the map is, so that its body stays in the world.
            let collider = crowd::collider(rng);
            if (body.position - offset).cmplt(IVec2::splat(1 << 28)).all() {
                room.set_collider(at, collider);
            }
            return;
        }
    }
    room.write(at, body, state);
}

/// Removes a component that the engine added, or the velocity, or restores the velocity.
fn lose_or_regain(room: &mut Room, at: usize, rng: &mut Rng) {
    let (body, state) = room.body(at);
    let Entry { entity, life, id, met, .. } = room.entries[at];
    let is_copied = room.entries.iter().filter(|e| e.id == id).count() > 1;
    match (life, rng.below(3)) {
        (Life::Away(..), _) => {
            room.world.insert_one(entity, Velocity(body.velocity)).unwrap();
            // Back before it was missed, it is known still.
            let is_known = id.is_some_and(|id| room.leaving.remove(&id));
            room.entries[at].life = if is_known { Life::Known } else { Life::Coming(body, state) };
            room.write(at, body, state);
            room.resettle(at);
        }
        // A copy would be taken for it until it is back.
        (_, 0) if is_copied => {}
        (_, 0) => {
            room.world.remove_one::<Velocity>(entity).unwrap();
            room.leaving.extend(id.filter(|_| matches!(life, Life::Known)));
            room.entries[at].life = Life::Away(body, state);
        }
        (_, 1) => {
            put::<BodyState>(&mut room.world, entity, None);
            let is_registered = met == Some(entity);
            room.write(at, body, if is_registered { BodyState::NONE } else { BodyState::default() });
        }
        _ => {
            put::<BodyId>(&mut room.world, entity, None);
            room.forget(at);
            (room.entries[at].id, room.entries[at].life) = (None, Life::Coming(body, state));
        }
    }
}

/// Copies an entity with all components, its id too.
fn copy(room: &mut Room, at: usize, rng: &mut Rng) {
    let (body, state) = room.body(at);
    let Entry { mut spec, id, life, .. } = room.entries[at];
    if !matches!(life, Life::Known) {
        return;
    }
    spec.position = Position { at: body.position - spec.collider.offset, rest: body.remainder };
    spec.velocity = body.velocity;
    let copy = room.spawn(spec, id);
    if rng.chance(50) {
        room.world.insert_one(copy, state).unwrap();
        room.entries.last_mut().unwrap().life = Life::Coming(body, state);
    }
}

/// Makes one random change between steps.
fn happen(rooms: &mut [Room], drivers: &mut [Driver], rng: &mut Rng) {
    let which = rng.below(rooms.len());
    let driver = &mut drivers[driver_of(which)];
    let room = &mut rooms[which];
    let Some(at) = rng.index_in(&room.entries) else {
        room.spawn(Spec::any(rng), None);
        return;
    };
    match rng.below(100) {
        0..20 if room.entries.len() < 700 => {
            let kinds = [Spec::bullet, Spec::walker, Spec::walker, Spec::any];
            let spec = rng.pick(&kinds)(rng);
            let id = rng.chance(20).then(|| driver.physics.new_id());
            room.spawn(spec, id);
        }
        0..38 => _ = room.despawn(at),
        38..56 => change_body(room, at, rng),
        56..76 => change_settings(room, at, rng),
        76..84 => lose_or_regain(room, at, rng),
        84..89 => copy(room, at, rng),
        89..93 => room.carry(at, None),
        _ => {
            let other = (which + 1 + rng.below(rooms.len() - 1)) % rooms.len();
            let id = rooms[which].entries[at].id;
            let is_its = |room: &Room| id.is_some() && room.entries.iter().any(|e| e.id == id);
            let beside =
                |&room: &usize| ![which, other].contains(&room) && driver_of(room) == driver_of(other);
            // Another driver gave its id; this one may have given the same to another.
            let is_held = (0..rooms.len()).filter(beside).any(|room| is_its(&rooms[room]));
            let [from, to] = rooms.get_disjoint_mut([which, other]).unwrap();
            // Whose id another has while it lacks a component comes back without it; no matter whose.
            let is_away = to.entries.iter().any(|e| matches!(e.life, Life::Away(..)) && e.id == id);
            // With one id in two worlds of one engine, either is taken for the other.
            let is_shared = driver_of(which) == driver_of(other);
            let is_copied = is_shared && from.entries.iter().filter(|e| e.id == id).count() > 1;
            if !is_away && !is_copied && !is_held {
                from.carry(at, Some(to));
            }
        }
    }
}

/// The first two rooms share a driver, which is given one or the other.
fn driver_of(room: usize) -> usize {
    room / 2
}

/// Spawns many, despawns all, or despawns all but the last or the first of the spawned.
fn upheaval(room: &mut Room, rng: &mut Rng) {
    match rng.below(4) {
        0 => (0..400).for_each(|_| _ = room.spawn(Spec::bullet(rng), None)),
        1 => room.clear(),
        2 => (1..room.entries.len()).rev().for_each(|at| _ = room.despawn(at)),
        _ => (0..room.entries.len()).rev().for_each(|at| _ = room.despawn(at)),
    }
}

#[test]
fn spawns_despawns_and_changes_equal_the_plain_loop() {
    for seed in 1..=volume(1, 3) {
        let mut rng = Rng::new(seed.into());
        let mut drivers = [Driver::new(), Driver::new()];
        let mut rooms = [Room::new(&drivers[0]), Room::new(&drivers[0]), Room::new(&drivers[1])];
        let (mut most, mut events) = (0, 0);
        for step in 0..volume(800, 10_000) {
            for _ in 0..rng.below(8) {
                happen(&mut rooms, &mut drivers, &mut rng);
            }
            let which = if rng.chance(70) { 0 } else { rng.below(3) };
            if rng.below(150) == 0 {
                upheaval(&mut rooms[which], &mut rng);
            }
            let (driver, room) = (&mut drivers[driver_of(which)], &mut rooms[which]);
            driver.step(room);
            most = most.max(room.entries.len());
            events += driver.physics.events().count();
            driver.ask(room, &mut rng);
            if step % 10 == 0 {
                driver.check_components(room);
            }
        }
        let replaced: usize = drivers.iter().map(|d| d.replaced).sum();
        let drops: usize = drivers.iter().map(|d| d.drops).sum();
        let resizes: usize = drivers.iter().map(|d| d.resizes).sum();
        println!("seed {seed}: up to {most} entities, {events} events, {replaced} ids replaced");
        let ignored: usize = drivers.iter().map(|d| d.ignored).sum();
        println!("{drops} drops, {resizes} sizes, {ignored} pairs");
        assert!(most > 300 && events > 2_500 && replaced > 10, "too few to tell");
        assert!(drops > 5 && resizes > 60 && ignored > 60, "too few to tell");
    }
}
