//! Shrinks a failing case and prints it as data.

use super::judge::Verdict;
use super::mover::Mover;
use super::solid::Solid;
use super::world::World;
use crate::panics::verdict;

/// Property of a world and a mover; an error describes the failure.
pub(crate) type Property<'a, T> = &'a dyn Fn(&World, &Mover) -> Verdict<T>;

/// The kind of a failure: what stands before its colon.
pub(crate) fn kind_of(why: &str) -> &str {
    why.split(':').next().unwrap_or(why)
}

/// The answer, or a panic with the smallest case that fails in the same way.
pub(crate) fn must_hold<T>(seed: u64, world: &World, mover: &Mover, property: Property<T>) -> T {
    verdict(|| property(world, mover))
        .unwrap_or_else(|why| panic!("{}", shrunk(seed, world, mover, &why, property)))
}

/// The smallest case that fails in the same way, printed as data.
pub(crate) fn shrunk<T>(seed: u64, world: &World, mover: &Mover, why: &str, property: Property<T>) -> String {
    let kind = kind_of(why).to_owned();
    let fails = |world: &World, mover: &Mover| {
        verdict(|| property(world, mover)).err().is_some_and(|why| kind_of(&why) == kind)
    };
    let (mut world, mut mover) = (world.clone(), *mover);
    for _ in 0..3 {
        fewer_solids(&mut world, &mover, &fails);
        smaller_numbers(&world, &mut mover, &fails);
    }
    let why = verdict(|| property(&world, &mover)).err().unwrap_or_default();
    format!("seed {seed}: {}\n{why}", picture(&world, &mover))
}

type Fails<'a> = &'a dyn Fn(&World, &Mover) -> bool;

fn fewer_solids(world: &mut World, mover: &Mover, fails: Fails) {
    let keep = |less: World, world: &mut World| {
        if fails(&less, mover) {
            *world = less;
        }
    };
    for key in world.cells.keys().copied().collect::<Vec<_>>() {
        let mut less = world.clone();
        less.cells.remove(&key);
        keep(less, world);
    }
    for index in (0..world.off_grid.len()).rev() {
        let mut less = world.clone();
        less.off_grid.remove(index);
        keep(less, world);
    }
}

fn smaller_numbers(world: &World, mover: &mut Mover, fails: Fails) {
    let keep = |less: Mover, mover: &mut Mover| {
        let is_better = fails(world, &less);
        if is_better {
            *mover = less;
        }
        is_better
    };
    let plain = Mover { rest: [0.0; 2], velocity: mover.translation.map(|t| t * 60.0), ..*mover };
    keep(plain, mover);
    if mover.walk.is_some() {
        keep(Mover { walk: None, ..*mover }, mover);
        keep(Mover { walk: Some(Default::default()), ..*mover }, mover);
    }
    for k in 0..2 {
        for share in [0.0, 0.5, 0.75, 0.9] {
            for _ in 0..12 {
                let mut less = *mover;
                let units = less.translation[k] * 256.0 * share;
                less.translation[k] = (units as i64) as f32 / 256.0;
                if less.translation[k] == mover.translation[k] || !keep(less, mover) {
                    break;
                }
            }
        }
        for size in [1, 2, 256, 2048] {
            for from_low in [true, false] {
                let mut less = *mover;
                less.size[k] = size;
                if !from_low {
                    less.position[k] += mover.size[k] - size;
                }
                if size < mover.size[k] {
                    keep(less, mover);
                }
            }
        }
    }
}

/// The case as data: solids in world units by their names, then the mover.
pub(crate) fn picture(world: &World, mover: &Mover) -> String {
    let text =
        |s: &Solid| format!("{:?} {:?} open {:?}: {:?}", s.name, world.kinds[s.name.kind], s.open, s.corners);
    let solids: Vec<_> = world.solids(u32::MAX).iter().map(text).collect();
    let hi = mover.rect().hi;
    let units = mover.units();
    let body = format!("{mover:?}\nthe body up to {hi:?} moves by {units:?} units");
    format!("tiles of {:?} px\n{}\n{body}", world.tile_px, solids.join("\n"))
}
