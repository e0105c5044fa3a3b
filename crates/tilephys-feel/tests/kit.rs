//! Crowds and hit boxes of random bodies, against a comparison of each with each.

use crate::rng::Rng;
use glam::{IVec2, Vec2};
use tilephys_core::{
    Body, BodyId, ControlContext, Direction, MotionMode, MoveConfig, Profile, StepHooks, TileGrid, World,
};
use tilephys_feel::{Crowd, Crowds, HitBox, HitBoxes, HurtBox};

/// A body as min and max corner, per axis.
type Ends = [[i64; 2]; 2];

fn ends(world: &World, id: BodyId) -> Ends {
    let body = world.body(id).unwrap();
    let axis = |k: usize| [i64::from(body.position[k]), i64::from(body.position[k] + body.size[k])];
    [axis(0), axis(1)]
}

/// Length that two spans share; not positive if they are apart.
fn shared(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[1].min(b[1]) - a[0].max(b[0])
}

fn bodies(rng: &mut Rng, world: &mut World) -> Vec<BodyId> {
    let mut ids = Vec::new();
    for _ in 0..40 {
        let movement = MoveConfig {
            up: rng.pick(&Direction::ALL),
            motion_mode: rng.pick(&[MotionMode::Grounded, MotionMode::Floating]),
            ..MoveConfig::default()
        };
        let profile =
            world.add_profile(Profile { movement, category: 1 << rng.below(3), ..Profile::default() });
        let size = IVec2::new(rng.range(1, 3_000), rng.range(1, 3_000));
        let body = Body::on_lattice(IVec2::new(rng.range(-6_000, 6_000), rng.range(-6_000, 6_000)), size);
        ids.push(world.spawn(profile, body));
    }
    ids
}

#[test]
fn a_victim_is_hurt_by_the_first_hit_box_that_overlaps_it() {
    let mut met = 0;
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut world = World::new(TileGrid::new([16, 16]));
        let ids = bodies(&mut rng, &mut world);
        let mut areas = Vec::new();
        let mut invulnerable = Vec::new();
        let mut hits = HitBoxes::default();
        for id in ids.iter().rev() {
            let mut hit = HitBox {
                offset: IVec2::new(rng.range(-2_000, 2_000), rng.range(-2_000, 2_000)),
                size: IVec2::new(rng.range(1, 4_000), rng.range(1, 4_000)),
                hurts: rng.below(8),
                ticks: rng.below(2) as u16,
                ..HitBox::default()
            };
            let facing = rng.pick(&[-1, 0, 1]);
            areas.push((*id, hit, facing));
            hits.add_hit_box(&world, *id, &mut hit, facing);
            let mut hurt_box = HurtBox { invulnerable_ticks: 0, ticks_left: rng.below(2) as u16 };
            invulnerable.extend((!hurt_box.is_vulnerable()).then_some(*id));
            hits.add_hurt_box(&world, *id, &mut hurt_box);
        }
        areas.reverse();
        let found = hits.find().to_vec();
        assert!(found.is_sorted_by_key(|hurt| hurt.victim));
        let overlaps = |(id, hit, facing): &(BodyId, HitBox, i8), victim: BodyId| {
            let own = ends(&world, *id);
            let up = world.profile(world.profile_of(*id).unwrap()).movement.up;
            let [vertical, horizontal] = [up.axis(), 1 - up.axis()];
            let is_flipped = matches!(up, Direction::Down | Direction::Right);
            let span = |axis: usize, part: usize, backward: bool| {
                let from = i64::from(hit.offset[part]);
                let to = from + i64::from(hit.size[part]);
                if backward {
                    [own[axis][1] - to, own[axis][1] - from]
                } else {
                    [own[axis][0] + from, own[axis][0] + to]
                }
            };
            let other = ends(&world, victim);
            let category = world.profile(world.profile_of(victim).unwrap()).category;
            let is_over = shared(span(horizontal, 0, *facing < 0), other[horizontal]) > 0
                && shared(span(vertical, 1, is_flipped), other[vertical]) > 0;
            hit.ticks > 0 && *id != victim && category & hit.hurts != 0 && is_over
        };
        for victim in &ids {
            let by = areas.iter().find(|area| overlaps(area, *victim)).map(|area| area.0);
            let by = by.filter(|_| !invulnerable.contains(victim));
            let hurt = found.iter().find(|hurt| hurt.victim == *victim);
            assert_eq!(hurt.map(|hurt| hurt.attacker), by, "seed {seed}");
            met += u32::from(hurt.is_some());
        }
    }
    assert!(met > 1_000, "{met}");
}

struct Parting(Crowds, Vec<BodyId>);

impl StepHooks for Parting {
    fn control(&mut self, bodies: &mut ControlContext) {
        let Parting(crowds, ids) = self;
        crowds.begin();
        let crowd = Crowd { push: 30.0, max_speed: 45.0 };
        ids.iter().rev().for_each(|id| crowds.add(bodies.world(), *id, crowd));
        crowds.push(bodies);
    }
}

#[test]
fn the_push_is_the_sum_of_the_overlaps_up_to_the_maximum() {
    let mut pushed = 0;
    let mut limited = 0;
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut world = World::new(TileGrid::new([16, 16]));
        let ids = bodies(&mut rng, &mut world);
        let boxes: Vec<Ends> = ids.iter().map(|id| ends(&world, *id)).collect();
        let mut parting = Parting(Crowds::default(), ids.clone());
        world.step_with(1.0, &mut parting);
        for (a, id) in ids.iter().enumerate() {
            let movement = world.profile(world.profile_of(*id).unwrap()).movement;
            let level = 1 - movement.up.axis();
            let mut wanted = [0.0, 0.0];
            for b in (0..ids.len()).filter(|b| *b != a) {
                let depth = [0, 1].map(|axis| shared(boxes[a][axis], boxes[b][axis]));
                if depth[0] <= 0 || depth[1] <= 0 {
                    continue;
                }
                let is_floating = movement.motion_mode == MotionMode::Floating;
                let axis = if is_floating && depth[1 - level] < depth[level] { 1 - level } else { level };
                let width = |ends: Ends| ends[axis][1] - ends[axis][0];
                let share = depth[axis] as f64 / width(boxes[a]).min(width(boxes[b])) as f64;
                let middle = |ends: Ends| ends[axis][0] + ends[axis][1];
                let is_after = (middle(boxes[a]), a) > (middle(boxes[b]), b);
                wanted[axis] += if is_after { share } else { -share };
            }
            for axis in 0..2 {
                let speed = wanted[axis] * 30.0;
                let speed = if speed.abs() > 45.0 { 45.0 * speed.signum() } else { speed };
                pushed += u32::from(speed != 0.0);
                limited += u32::from(speed.abs() == 45.0);
                let moved = (ends(&world, *id)[axis][0] - boxes[a][axis][0]) as f64 / 256.0;
                assert!((moved - speed).abs() < 0.02, "seed {seed}: {moved} and {speed}");
            }
        }
        parting.0.finish(&mut world);
        assert!(ids.iter().all(|id| world.body(*id).unwrap().velocity == Vec2::ZERO));
    }
    assert!(pushed > 1_000 && limited > 100, "{pushed} {limited}");
}
