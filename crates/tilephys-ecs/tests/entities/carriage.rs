//! Movers, their riders and bodies that are solid to others give the bits of the plain loop: on any number of threads, in any
//! order of spawning, whatever comes and goes.

use crate::crowd::{self, Spec};
use crate::fair::{Change, Entities, Lift, Plain, path, velocity};
use crate::level::map;
use crate::rng::Rng;
use crate::volume;
use glam::{IVec2, UVec2, Vec2};
use std::collections::BTreeSet;
use tilephys_core::{
    Direction, EventKind, LayerId, Tile, TileGrid, TileId,
    platform::PushSource,
    shape::{OneWay, TileShape},
};
use tilephys_ecs::{Collider, Position, Reports};

/// In lattice units, of the part of the map where all this happens.
const SPAN: [i32; 2] = [200_000, 120_000];

fn place(rng: &mut Rng) -> IVec2 {
    IVec2::new(rng.range(5_000, SPAN[0]), rng.range(5_000, SPAN[1]))
}

/// Kinds of tile of movers and solid bodies.
struct Stuff {
    layer: LayerId,
    stone: TileId,
    belt: TileId,
    line: TileId,
}

fn scene(rng: &mut Rng) -> (TileGrid, Stuff) {
    let mut grid = map(UVec2::splat(16), rng);
    let layer = grid.add_layer("movers");
    let stone = grid.add_tile(Tile::default());
    let belt = grid.add_tile(Tile { category: 2, ..Tile::default() });
    let line = OneWay::new(IVec2::ZERO, IVec2::new(48 * 256, 0), Direction::Up);
    let line = grid.add_tile(Tile { shape: TileShape::OneWay(line), ..Tile::default() });
    (grid, Stuff { layer, stone, belt, line })
}

/// Bodies that ride, some of which are solid to others.
fn crowd(count: usize, stuff: &Stuff, rng: &mut Rng) -> Vec<Spec> {
    let mut spec = || {
        let solid = rng.chance(8).then_some(if rng.chance(70) { stuff.stone } else { stuff.belt });
        let riding = rng.chance(80).then(|| crowd::riding(rng));
        let size = IVec2::new(rng.range(1_000, 5_000), rng.range(1_000, 5_000));
        let offset = if rng.chance(50) { IVec2::ZERO } else { IVec2::new(-size.x / 2, -300) };
        let spec = if rng.chance(90) { Spec::walker(rng) } else { Spec::any(rng) };
        let velocity = spec.velocity / if spec.velocity.abs().max_element() > 300.0 { 50.0 } else { 1.0 };
        let (position, collider) = (Position::on_lattice(place(rng)), Collider { offset, size });
        let reports = rng.chance(20).then_some(Reports::NONE);
        Spec { position, collider, velocity, riding, solid, reports, ..spec }
    };
    let mut specs: Vec<Spec> = (0..count).map(|_| spec()).collect();
    crowd::let_collide(&mut specs, 15, rng);
    specs
}

fn lift(stuff: &Stuff, rng: &mut Rng) -> Lift {
    let size = IVec2::new(rng.range(2_000, 16_000), rng.range(1_000, 8_000));
    let is_line = rng.chance(25);
    let offset = if rng.chance(50) { -size / 2 } else { IVec2::new(rng.range(-900, 900), 7) };
    Lift {
        at: place(rng),
        offset,
        size: (!is_line).then_some(size),
        layer: stuff.layer,
        tile: if is_line { stuff.line } else { rng.pick(&[stuff.stone, stuff.stone, stuff.belt]) },
        velocity: velocity(rng),
    }
}

/// The game's changes of movers before a step: removed ones, then added ones, by id, then the rest.
fn changes(live: &BTreeSet<u32>, next: &mut u32, stuff: &Stuff, rng: &mut Rng) -> Vec<Change> {
    let all: Vec<u32> = live.iter().copied().collect();
    let mut stay = live.clone();
    let mut list = Vec::new();
    for _ in 0..rng.below(3) {
        let Some(id) = rng.index_in(&all).map(|at| all[at]).filter(|_| rng.chance(25)) else { continue };
        if stay.remove(&id) {
            list.push(Change::Go(id));
        }
    }
    for _ in 0..rng.below(3) {
        if stay.len() < 60 {
            list.push(Change::Come(*next, lift(stuff, rng)));
            *next += 1;
        }
    }
    let stay: Vec<u32> = stay.into_iter().collect();
    for _ in 0..rng.below(5) {
        let Some(id) = rng.index_in(&stay).map(|at| stay[at]) else { break };
        list.push(match rng.below(8) {
            0..3 => Change::Speed(id, velocity(rng)),
            3 => Change::To(id, place(rng)),
            4 => Change::Place(id, place(rng)),
            5 if rng.chance(70) => Change::Follow(id, Some((path(place(rng), rng), rng.below(90) as u64))),
            5 => Change::Follow(id, None),
            // Some would carry themselves.
            _ if rng.chance(10) => Change::Carried(id, Some(id)),
            _ if rng.chance(70) => Change::Carried(id, rng.index_in(&stay).map(|at| stay[at])),
            _ => Change::Carried(id, None),
        });
    }
    list
}

/// Counts of what a comparison covered.
#[derive(Debug, Default)]
struct Met {
    begins: usize,
    ends: usize,
    by_bodies: usize,
    pushed: usize,
    carried: usize,
    refused: usize,
}

impl Met {
    fn note(&mut self, plain: &Plain) {
        for event in plain.0.events() {
            match event.kind {
                EventKind::SquishBegin { pusher, .. } => {
                    self.begins += 1;
                    self.by_bodies += usize::from(matches!(pusher, PushSource::Body(_)));
                }
                EventKind::SquishEnd { .. } => self.ends += 1,
                _ => {}
            }
        }
        self.pushed += plain.0.ids().filter(|id| plain.0.pushed_by(*id).is_some()).count();
        self.carried += plain.0.ids().filter(|id| plain.0.lift_velocity(*id) != Vec2::ZERO).count();
    }
}

/// Runs the plain loop and all the others with random changes.
fn compare(seed: u64, count: usize, threads: &[usize], steps: u32) -> Met {
    let mut rng = Rng::new(seed);
    let (grid, stuff) = scene(&mut rng);
    let specs = crowd(count, &stuff, &mut rng);
    let forward: Vec<usize> = (0..count).collect();
    let mut mixed = forward.clone();
    (1..count).rev().for_each(|k| mixed.swap(k, rng.below(k + 1)));
    let orders = [forward.clone(), forward.into_iter().rev().collect(), mixed];
    let mut plain = Plain::new(&grid, &specs);
    let mut all: Vec<Entities> = (0..)
        .zip(threads)
        .map(|(k, threads): (usize, _)| Entities::new(*threads, &orders[k % 3], &grid, &specs))
        .collect();
    let (mut live, mut next, mut met) = (BTreeSet::new(), 0, Met::default());
    let mut bodies: Vec<u32> = (0..count as u32).collect();
    for step in 0..steps {
        let mut list = if step == 0 {
            next = 40;
            (0..40).map(|id| Change::Come(id, lift(&stuff, &mut rng))).collect()
        } else {
            changes(&live, &mut next, &stuff, &mut rng)
        };
        if let Some(at) = rng.index_in(&bodies).filter(|_| step % 4 == 1) {
            list.push(Change::Leave(bodies.swap_remove(at)));
        }
        list.retain(|change| {
            plain.apply(change) || {
                met.refused += 1;
                false
            }
        });
        for this in &mut all {
            // Entities come in another order than movers do.
            let comes = |change: &&Change| matches!(change, Change::Come(..));
            let goes = |change: &&Change| matches!(change, Change::Go(..));
            list.iter().filter(goes).for_each(|change| this.apply(change));
            list.iter().rev().filter(comes).for_each(|change| this.apply(change));
            list.iter().filter(|c| !comes(c) && !goes(c)).for_each(|change| this.apply(change));
        }
        live = plain.0.mover_ids().map(|id| id.0).collect();
        let ids: Vec<u32> = live.iter().copied().collect();
        let mut within = Vec::new();
        for _ in 0..if step % 3 == 2 { 4 } else { 0 } {
            let id = rng.pick(&ids);
            let to = Change::To(id, place(&mut rng));
            within.push(if rng.chance(70) { Change::Speed(id, velocity(&mut rng)) } else { to });
        }
        plain.step(&within);
        met.note(&plain);
        for this in &mut all {
            this.step(&within);
            this.check(&plain.0);
        }
    }
    println!("{met:?}");
    met
}

#[test]
fn movers_riders_and_solid_bodies_equal_the_plain_loop() {
    for seed in 1..=u64::from(volume(1, 8)) {
        let met = compare(seed, 300, &[1, 2], volume(60, 600));
        let few = [met.begins, met.ends, met.by_bodies, met.refused];
        assert!(few.iter().all(|met| *met > 0), "too few to tell: {met:?}");
        assert!(met.pushed > 100 && met.carried > 500, "too few to tell: {met:?}");
    }
}

#[test]
fn threads_leave_no_trace_in_what_movers_do() {
    // More bodies than are moved on one thread.
    let met = compare(9, 4_500, &[3], volume(3, 60));
    assert!(met.begins > 2 && met.pushed > 100 && met.carried > 100, "too few to tell: {met:?}");
}
