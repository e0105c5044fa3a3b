//! A body without contacts moves as if there were no other bodies, to the bit.

use crate::pairs::cave::{Cave, TICK};
use crate::pairs::judge::unless;
use crate::pairs::path::{WHOLE, in_a_step};
use crate::pairs::random_cave::{Wanted, random_cave};
use crate::pairs::shrink::must_hold;
use crate::rng::Rng;
use crate::shapes::solid::Rect;
use crate::shapes::world::pair;
use crate::volume::{seeds, volume};
use tilephys_core::{Body, BodyCollision, BodyId, Event, EventKind, Profile, World};

const STEPS: u32 = 100;

/// All events except for contacts, and separately the times of hits. A body near others may report a hit as it
/// comes to the last whole unit before it.
fn told(world: &World, id: BodyId) -> (Vec<Event>, Vec<u64>) {
    let is_hit = |e: &&Event| matches!(e.kind, EventKind::Hit(_) | EventKind::CornerCorrected { .. });
    let mut events: Vec<Event> = world.events_of(id).iter().filter(is_hit).copied().collect();
    let take = |e: &mut Event| match &mut e.kind {
        EventKind::Hit(hit) => {
            // So its place along the face may be another by a unit; where the way ends is compared to the bit.
            (hit.shape.position, hit.shape.point, hit.left) = Default::default();
            std::mem::take(&mut hit.shape.fraction).to_bits()
        }
        _ => 0,
    };
    let times = events.iter_mut().map(take).collect();
    (events, times)
}

/// True if the times of hits differ by no more than the time of one unit of the path.
fn are_near(seen: &[u64], wanted: &[u64], speed: f64) -> bool {
    let unit = (WHOLE as f64 / speed) as u64 + 1;
    seen.iter().zip(wanted).all(|(a, b)| a.abs_diff(*b) <= unit)
}

/// A body that touches another is limited by it, without a hit.
fn touches_another(world: &World, cave: &Cave, id: BodyId) -> bool {
    let rect = |id: BodyId| {
        let body = world.body(id).expect("a body");
        Rect::of(pair(body.position), pair(body.size))
    };
    let own = rect(id).grown(1);
    cave.actors.iter().map(|a| BodyId(a.id)).any(|other| other != id && rect(other).meets(&own))
}

/// How many bodies were near others and met none of them.
fn as_if_alone(cave: &Cave) -> Result<u64, String> {
    let mut world = cave.build();
    let mut count = 0;
    for step in 0..STEPS {
        let mut alone = world.clone();
        for actor in &cave.actors {
            let profile = alone.profile_of(BodyId(actor.id)).expect("a body");
            // Its friction stays: floors of tiles take of that too.
            let collide = actor.profile.collide.map(|collide| BodyCollision { mask: 0, ..collide });
            alone.set_profile(profile, Profile { collide, ..actor.profile });
        }
        let before = world.clone();
        world.step(TICK);
        alone.step(TICK);
        // A waiting body is visible only in these counts.
        if world.pair_counts().deferred > 0 {
            continue;
        }
        for id in cave.actors.iter().map(|a| BodyId(a.id)) {
            let is_hit = world.events_of(id).iter().any(|e| e.kind.as_body_hit().is_some());
            if is_hit || touches_another(&before, cave, id) || touches_another(&world, cave, id) {
                continue;
            }
            count += u64::from(world.pair_counts().pairs > 0);
            let (seen, wanted) = (world.body(id), alone.body(id));
            let numbers = |b: Option<Body>| b.map(|b| (b.position, b.velocity, b.remainder));
            unless(seen != wanted, || {
                let (seen, wanted) = (numbers(seen), numbers(wanted));
                format!("step {step}, {id:?}: {seen:?}, alone {wanted:?}")
            })?;
            let (seen, wanted) = (told(&world, id), told(&alone, id));
            let way = in_a_step(before.body(id).expect("a body").velocity.abs().max_element()) + 1.0;
            unless(seen.0 != wanted.0 || !are_near(&seen.1, &wanted.1, way), || {
                format!("step {step}, {id:?} is told {seen:?}, not {wanted:?}")
            })?;
        }
    }
    Ok(count)
}

#[test]
fn a_body_without_contacts_moves_as_if_alone() {
    let mut count = 0;
    for seed in seeds(30, 500) {
        let wanted = Wanted { inside: false, ..Wanted::ALL };
        let cave = random_cave(&mut Rng::new(seed ^ 0x5EED_0057), wanted);
        count += must_hold(seed, &cave, &as_if_alone);
    }
    println!("{count} body-steps of bodies that were near others and met none");
    assert!(count > volume(3_000, 50_000), "only {count} body-steps");
}
