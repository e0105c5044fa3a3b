//! Who meets nobody goes as if nobody else were there, to the bit.

use crate::cave::{Cave, TICK};
use crate::judge::unless;
use crate::random_cave::{Wanted, random_cave};
use crate::rng::Rng;
use crate::shrink::must_hold;
use crate::volume;
use tilephys_core::{Body, BodyId, Event, EventKind, Profile, World};

const STEPS: u32 = 100;

/// All but what is told of other bodies.
fn told(world: &World, id: BodyId) -> Vec<Event> {
    let is_hit = |e: &&Event| matches!(e.kind, EventKind::Hit(_) | EventKind::CornerCorrected { .. });
    world.events_of(id).iter().filter(is_hit).copied().collect()
}

/// How many bodies were near others and met none of them.
fn as_if_alone(cave: &Cave) -> Result<u64, String> {
    let mut world = cave.build();
    let mut count = 0;
    for step in 0..STEPS {
        let mut alone = world.clone();
        for actor in &cave.actors {
            let profile = alone.profile_of(BodyId(actor.id)).expect("a body");
            alone.set_profile(profile, Profile { collide: None, ..actor.profile });
        }
        world.step(TICK);
        alone.step(TICK);
        // Who waits is told by nothing else.
        if world.pair_counts().waits > 0 {
            continue;
        }
        for id in cave.actors.iter().map(|a| BodyId(a.id)) {
            if world.events_of(id).iter().any(|e| e.kind.as_body_hit().is_some()) {
                continue;
            }
            count += u64::from(world.pair_counts().pairs > 0);
            let (seen, wanted) = (world.body(id), alone.body(id));
            let numbers = |b: Option<Body>| b.map(|b| (b.position, b.velocity, b.rest));
            unless(seen != wanted, || {
                let (seen, wanted) = (numbers(seen), numbers(wanted));
                let events = (told(&world, id), told(&alone, id));
                format!("step {step}, {id:?}: {seen:?}, alone {wanted:?}: {events:?}")
            })?;
            let events = (told(&world, id), told(&alone, id));
            unless(events.0 != events.1, || format!("step {step}, {id:?} is told {events:?}"))?;
        }
    }
    Ok(count)
}

#[test]
fn who_meets_nobody_goes_as_if_alone() {
    let mut count = 0;
    for seed in 0..volume(100, 2_000) {
        let wanted = Wanted { inside: false, ..Wanted::ALL };
        let cave = random_cave(&mut Rng::new(seed ^ 0x5EED_0057), wanted);
        count += must_hold(seed, &cave, &as_if_alone);
    }
    println!("{count} body-steps of bodies that were near others and met none");
    assert!(count > volume(10_000, 200_000), "only {count} body-steps");
}
