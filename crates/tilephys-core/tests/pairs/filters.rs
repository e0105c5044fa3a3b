//! Collision filters between bodies: categories and masks, one-way bodies, hooks, unsound settings.

use crate::pairs::cave::TICK;
use crate::stage::{Stage, ball, floating, of_mass, with};
use tilephys_core::glam::Vec2;
use tilephys_core::*;

const EDGE: [f32; 2] = [16.0, 16.0];

/// Two that come together, and whether they met.
fn meet(a: Profile, b: Profile) -> bool {
    let mut stage = Stage::new();
    let left = stage.add(a, [0.0, 0.0], EDGE, [300.0, 0.0]);
    let right = stage.add(b, [40.0, 0.0], EDGE, [-300.0, 0.0]);
    let mut has_met = false;
    for _ in 0..12 {
        stage.step();
        has_met |= !stage.body_hits(left).is_empty();
        assert_eq!(stage.body_hits(left).len(), stage.body_hits(right).len());
    }
    assert_eq!(has_met, stage.at(left)[0] < stage.at(right)[0]);
    has_met
}

#[test]
fn two_collide_if_each_masks_the_others_category() {
    let of = |category, mask| Profile { category, ..with(ball(1.0), |collide| collide.mask = mask) };
    for (a, b, wanted) in [
        (of(1, 2), of(2, 1), true),
        (of(1, 3), of(1, 3), true),
        (of(1, 2), of(2, 2), false),
        (of(1, 0), of(1, u32::MAX), false),
        (of(0, u32::MAX), of(1, u32::MAX), false),
        (of(6, 9), of(8, 2), true),
        (of(1 << 31, u32::MAX), of(1, 1 << 31), true),
    ] {
        assert_eq!((meet(a, b), meet(b, a)), (wanted, wanted), "{a:?}, {b:?}");
    }
}

#[test]
fn masks_of_one_side_only_are_listed() {
    let of = |category, mask| Profile { category, ..with(ball(1.0), |collide| collide.mask = mask) };
    for (a, b, wanted) in [
        (of(1, 2), of(2, 2), [true, false]),
        (of(1, 1), of(2, 1), [false, true]),
        (of(1, 2), of(2, 1), [false, false]),
        (of(1, 4), of(2, 4), [false, false]),
        // All bits name nothing in particular: a ghost is none of their business.
        (of(1, u32::MAX), of(2, 0), [false, false]),
        (of(1, 2), Profile { collide: None, category: 2, ..ball(1.0) }, [false, false]),
    ] {
        let mut stage = Stage::new();
        let [a, b] = [a, b].map(|profile| stage.add(profile, [0.0; 2], EDGE, [0.0; 2]));
        let listed = stage.world.one_sided_masks();
        assert_eq!([listed.contains(&[a, b]), listed.contains(&[b, a])], wanted, "{listed:?}");
    }
}

/// From which side, as a velocity, and whether a body with that open side stops it.
#[test]
fn a_one_way_body_stops_what_comes_from_its_open_side_only() {
    for open in Direction::ALL {
        for from in Direction::ALL {
            let mut stage = Stage::new();
            let line = with(of_mass(floating(Response::Slide), f32::INFINITY), |c| c.one_way = Some(open));
            stage.add(line, [0.0, 0.0], [64.0, 64.0], [0.0; 2]);
            let out = from.vector().as_vec2();
            let at = Vec2::splat(24.0) + out * 100.0;
            let body = stage.add(floating(Response::Slide), at.to_array(), EDGE, (-out * 600.0).to_array());
            stage.steps(30);
            let wanted = if from == open { Vec2::splat(24.0) + out * 40.0 } else { at - out * 300.0 };
            assert_eq!(stage.at(body), wanted.to_array(), "open to {open:?}, from {from:?}");
        }
    }
}

/// The game's rules for the tests below.
struct Game<F, G> {
    meets: F,
    responds: G,
}

impl<F, G> CollisionHooks for Game<F, G>
where
    F: Fn(BodyId, BodyId) -> bool + Sync,
    G: Fn(&BodyContact) -> Option<[Vec2; 2]> + Sync,
{
    fn should_collide_with_body(&self, body: BodyId, other: BodyId) -> bool {
        (self.meets)(body, other)
    }

    fn responds_to_body(&self, meeting: &BodyContact) -> Option<[Vec2; 2]> {
        (self.responds)(meeting)
    }
}

impl<F, G> StepHooks for Game<F, G>
where
    F: Fn(BodyId, BodyId) -> bool + Sync,
    G: Fn(&BodyContact) -> Option<[Vec2; 2]> + Sync,
{
    fn rules(&self) -> Option<&dyn CollisionHooks> {
        Some(self)
    }
}

/// Two a px apart at 300 px/s each, the first of which asks the rules, or none does.
fn asking(asks: bool) -> (Stage, [BodyId; 2]) {
    let mut stage = Stage::new();
    let asking = Profile { use_hooks: asks, ..ball(1.0) };
    let left = stage.add(asking, [0.0, 0.0], EDGE, [300.0, 0.0]);
    let right = stage.add(ball(1.0), [17.0, 0.0], EDGE, [-300.0, 0.0]);
    (stage, [left, right])
}

#[test]
fn the_game_may_let_two_pass() {
    let game = Game { meets: |a: BodyId, b: BodyId| a > b, responds: |_: &BodyContact| None };
    let (mut stage, ids) = asking(true);
    stage.world.step_with(TICK, &mut { game });
    assert_eq!(ids.map(|id| stage.velocity(id)[0]), [300.0, -300.0], "asked with the smaller id first");
    let game = Game { meets: |_: BodyId, _: BodyId| false, responds: |_: &BodyContact| None };
    let (mut stage, ids) = asking(false);
    stage.world.step_with(TICK, &mut { game });
    assert_eq!(ids.map(|id| stage.velocity(id)[0]), [-300.0, 300.0], "nobody asks");
}

#[test]
fn the_game_may_say_what_becomes_of_their_velocities() {
    let responds = |meeting: &BodyContact| {
        assert_eq!(meeting.before, [Vec2::new(300.0, 0.0), Vec2::new(-300.0, 0.0)]);
        assert_eq!(meeting.after, [Vec2::new(-300.0, 0.0), Vec2::new(300.0, 0.0)]);
        assert_eq!((meeting.bodies, meeting.normal.x), ([BodyId(0), BodyId(1)], -1));
        Some([Vec2::new(-60.0, 30.0), Vec2::new(120.0, 0.0)])
    };
    let (mut stage, ids) = asking(true);
    stage.world.step_with(TICK, &mut Game { meets: |_: BodyId, _: BodyId| true, responds });
    assert_eq!(ids.map(|id| stage.velocity(id)), [[-60.0, 30.0], [120.0, 0.0]]);
}

#[test]
fn answers_that_keep_two_coming_together_are_made_to_part() {
    let responds = |_: &BodyContact| Some([Vec2::new(300.0, 0.0), Vec2::new(100.0, 0.0)]);
    let (mut stage, ids) = asking(true);
    stage.world.step_with(TICK, &mut Game { meets: |_: BodyId, _: BodyId| true, responds });
    assert_eq!(ids.map(|id| stage.velocity(id)[0]), [200.0, 200.0]);
    assert!(stage.overlapping().is_empty());
}

#[test]
fn hook_answers_of_nan_are_rejected_and_the_step_goes_on() {
    for bad in [f32::NAN, f32::INFINITY] {
        let responds = move |_: &BodyContact| Some([Vec2::ZERO, Vec2::new(1.0, bad)]);
        let (mut stage, ids) = asking(true);
        let third = stage.add(ball(1.0), [0.0, 100.0], EDGE, [60.0, 0.0]);
        stage.world.step_with(TICK, &mut Game { meets: |_: BodyId, _: BodyId| true, responds });
        assert_eq!(ids.map(|id| stage.velocity(id)[0]), [-300.0, 300.0], "{bad}");
        let is_told = |id: BodyId| {
            let wanted = EventKind::Rejected { field: Field::Answer, fault: Fault::NotFinite };
            stage.world.events_of(id).iter().any(|e| e.kind == wanted)
        };
        assert!(ids.iter().any(|id| is_told(*id)) && !is_told(third), "{:#?}", stage.world.events());
        assert_eq!(stage.at(third), [1.0, 100.0]);
    }
}

#[test]
fn a_hit_leaves_a_skipped_body_with_infinite_velocity_unchanged() {
    let mut stage = Stage::new();
    let bad = stage.add(ball(1.0), [20.0, 0.0], EDGE, [0.0; 2]);
    stage.world.set_velocity(bad, Vec2::new(f32::INFINITY, 0.0));
    let good = stage.add(ball(1.0), [0.0, 0.0], EDGE, [300.0, 0.0]);
    stage.step();
    let changes = |id: BodyId| stage.body_hits(id).iter().map(|hit| hit.change).collect::<Vec<_>>();
    assert_eq!(changes(bad), [Vec2::ZERO]);
    assert_eq!(changes(good), [Vec2::new(-600.0, 0.0)]);
}
