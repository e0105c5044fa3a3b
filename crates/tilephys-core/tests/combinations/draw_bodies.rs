//! Random bodies and changes by the game, as proptest strategies that shrink by leaving things out.

use crate::combinations::draw_map::{Frame, kind_of, one_loose, size, velocity};
use crate::combinations::features::{Feature, Set};
use crate::combinations::seats::{Seat, seat};
use crate::combinations::spec::{Act, Actor, BodyAct, Cue, Drive, Held, MoverAct};
use crate::shapes::random_mover::LIMITS;
use crate::shapes::solid::Point;
use proptest::prelude::*;
use proptest::sample::select;
use tilephys_core::glam::Vec2;
use tilephys_core::{
    BodyCollision, Direction, MotionMode, Profile, Response, Walk,
    moves::{Foot, SlopeSpeed, Snap},
    platform::{LeaveVelocity, RideMode, RideSettings, SquishPolicy},
};

/// The features that a body has or has not.
fn of_bodies() -> Set {
    use Feature::*;
    let more = [Masks, OtherUp, Fast, TileReports, Rules, Spawn, OtherGravity];
    Set(Set::between(Cling..=PassThrough).0 | Set::between(Collide..=Feel).0 | Set::of(&more).0)
}

/// Small numbers by which the settings of a body are drawn.
type Dice = [u8; 6];

fn walk(on: Set, dice: Dice) -> Walk {
    let px = |place: usize| f32::from(dice[place] % 9);
    let given = |feature: Feature, value: f32| if on.has(feature) { value } else { 0.0 };
    let curve = SlopeSpeed::Curve { up: 0.5, down: 1.5 };
    Walk {
        floor_max_angle: if on.has(Feature::Slippery) { LIMITS[usize::from(dice[0] % 5)] } else { LIMITS[2] },
        slope_speed: match on.has(Feature::SlopeSpeed) {
            true => [SlopeSpeed::KeepSurface, curve][usize::from(dice[1] % 2)],
            false => SlopeSpeed::KeepLevel,
        },
        stop_on_slope: !on.has(Feature::Slippery) || dice[1].is_multiple_of(3),
        block_on_steep: !on.has(Feature::Slippery) || dice[1] % 3 == 1,
        snap: match dice[2] % 6 {
            0 if on.has(Feature::SlopeSpeed) => Snap::Off,
            1 if on.has(Feature::SlopeSpeed) => Snap::Length(px(3)),
            _ => Snap::Adaptive,
        },
        step_up: given(Feature::StepUp, 1.0 + px(0)),
        slide_on_ceiling: !on.has(Feature::CornerCorrect) || dice[3].is_multiple_of(2),
        corner_correct_up: given(Feature::CornerCorrect, 1.0 + px(4)),
        corner_correct_side: given(Feature::CornerCorrect, px(5)),
        gap_bridge: given(Feature::GapBridge, 1.0 + px(2)),
        wall_retain_ticks: if on.has(Feature::WallRetain) { 1 + dice[3] % 8 } else { 0 },
        foot: if on.has(Feature::FootCenter) { Foot::Center } else { Foot::Corners },
        friction: given(Feature::Friction, 100.0 * px(4)),
        one_way_assist: given(Feature::LineAssist, 40.0),
        one_way_nudge: given(Feature::LineAssist, px(5)),
    }
}

fn riding(on: Set, dice: Dice) -> RideSettings {
    RideSettings {
        ride: if on.has(Feature::Ballistic) { RideMode::Ballistic } else { RideMode::Glue },
        leave: match on.has(Feature::LeaveAll) {
            true => [LeaveVelocity::Add, LeaveVelocity::None][usize::from(dice[0] % 2)],
            false => LeaveVelocity::AddUpward,
        },
        lift_cap: if on.has(Feature::LeaveAll) { Vec2::new(100.0, 130.0) } else { Vec2::INFINITY },
        lift_ticks: if on.has(Feature::LeaveAll) { dice[1] % 12 } else { 6 },
        walls: on.has(Feature::Cling),
        ceilings: on.has(Feature::Cling) && dice[2].is_multiple_of(2),
        squish: match () {
            () if on.has(Feature::Wiggle) => SquishPolicy::Wiggle(f32::from(dice[3] % 9)),
            () if on.has(Feature::BlockMover) => SquishPolicy::BlockMover,
            () if on.has(Feature::PassThrough) => SquishPolicy::PassThrough,
            () => SquishPolicy::Report,
        },
    }
}

fn collide(on: Set, dice: Dice) -> Option<BodyCollision> {
    on.has(Feature::Collide).then(|| BodyCollision {
        mask: if on.has(Feature::Masks) { [u32::MAX, 1, 2][usize::from(dice[0] % 3)] } else { u32::MAX },
        mass: match on.has(Feature::Heavy) {
            true => [f32::INFINITY, 8.0, 0.25][usize::from(dice[1] % 3)],
            false => 1.0,
        },
        friction: if on.has(Feature::BodyFriction) {
            [0.3, 1.0, 10.0][usize::from(dice[2] % 3)]
        } else {
            0.0
        },
        push_speed: if on.has(Feature::PushSpeed) { 30.0 } else { f32::INFINITY },
        one_way: on
            .has(Feature::OneWayBody)
            .then(|| Direction::ALL[usize::from(dice[3] % 8).saturating_sub(4)]),
        carries: if on.has(Feature::Carrier) { [u32::MAX, 1, 2][usize::from(dice[1] / 3 % 3)] } else { 0 },
        yields: on.has(Feature::PushSpeed) && dice[1].is_multiple_of(2),
    })
}

fn response(on: Set, dice: Dice) -> Response {
    let all = [
        (Feature::Bounce, Response::Bounce { restitution: [1.0, 0.5, 0.8][usize::from(dice[4] % 3)] }),
        (Feature::Stop, Response::Stop),
        (Feature::Invert, Response::Invert),
        (Feature::Pass, Response::PassThrough),
    ];
    let mine: Vec<Response> = all.into_iter().filter(|(f, _)| on.has(*f)).map(|(_, r)| r).collect();
    if mine.is_empty() { Response::Slide } else { mine[usize::from(dice[5]) % mine.len()] }
}

fn profile(on: Set, dice: Dice, wanted: Set) -> Profile {
    let mut profile = Profile::default();
    let movement = &mut profile.movement;
    movement.mask = if on.has(Feature::Masks) { [1, 2, 3][usize::from(dice[0] % 3)] } else { 1 | 2 };
    movement.up =
        if on.has(Feature::OtherUp) { Direction::ALL[usize::from(dice[1] % 4)] } else { Direction::Up };
    movement.response = response(on, dice);
    if on.has(Feature::Float) {
        movement.motion_mode = MotionMode::Floating;
    } else {
        movement.walk = walk(on, dice);
    }
    profile.riding = riding(on, dice);
    profile.collide = collide(on, dice);
    profile.category = if wanted.has(Feature::Masks) { 1 + u32::from(dice[2] % 3) } else { 1 };
    profile.sensor = if on.has(Feature::Sensor) { u32::MAX } else { 0 };
    profile.report_tiles = on.has(Feature::TileReports);
    profile.use_hooks = on.has(Feature::Rules);
    profile.gravity_scale =
        if on.has(Feature::OtherGravity) { [0.0, -1.0, 0.5, 2.0][usize::from(dice[4] % 4)] } else { 1.0 };
    profile.max_speed = if on.has(Feature::Fast) { Vec2::INFINITY } else { Vec2::splat(600.0) };
    profile
}

/// What a body may do: run, jump, or be played.
fn drives(wanted: Set) -> impl Strategy<Value = (bool, Drive, Vec<Held>)> + use<> {
    let walks = Set::of(&[Feature::StepUp, Feature::GapBridge, Feature::CornerCorrect, Feature::SlopeSpeed]);
    let share = if wanted.0 & walks.0 != 0 { 0.7 } else { 0.4 };
    let held = ((-1i8..=1, -1i8..=1), any::<[bool; 3]>(), 1..20u32).prop_map(
        |((along, upward), [jump, dash, grab], ticks)| Held { along, upward, jump, dash, grab, ticks },
    );
    let run = (-120i32..=120, 0i32..300, 1..40u32).prop_map(|(speed, jump, every)| Drive::Run {
        speed: speed as f32,
        jump: jump as f32,
        every,
        back: 0,
    });
    (prop::bool::weighted(share), run, prop::collection::vec(held, 1..6))
}

/// A body and where it is to begin.
pub(crate) fn actor([wanted, forced]: [Set; 2], frame: Frame) -> impl Strategy<Value = (Actor, Seat)> {
    let mask = of_bodies().0 & wanted.0;
    let on =
        (prop::bits::u64::masked(mask), prop::bits::u64::masked(mask & forced.0)).prop_map(|(a, b)| a | b);
    let solid = kind_of(Feature::OneWayMover, wanted).map_or(vec![0], |line| vec![0, 0, line]);
    let sizes = prop_oneof![2 => Just([8 * 256, 11 * 256]), 3 => size(20)];
    let place = (frame.place(), sizes, velocity(wanted.has(Feature::Fast)));
    (on, any::<Dice>(), (place, seat(wanted)), drives(wanted), select(solid), 1..40u32).prop_map(
        move |(on, dice, ((at, size, velocity), seat), (runs, run, held), kind, born)| {
            let on = Set(on);
            let drive = match () {
                () if on.has(Feature::Feel) => Drive::Feel { preset: usize::from(dice[0] % 4), held },
                () if runs => run,
                () => Drive::Nothing,
            };
            let actor = Actor {
                at,
                size,
                velocity,
                profile: profile(on, dice, wanted),
                solid: on.has(Feature::SolidBody).then_some(kind),
                drive,
                born: if on.has(Feature::Spawn) { born } else { 0 },
            };
            (actor, seat)
        },
    )
}

/// What the game does, between steps.
pub(crate) fn cues([wanted, forced]: [Set; 2], frame: Frame, steps: u32) -> BoxedStrategy<Vec<Cue>> {
    let mut acts: Vec<(u32, BoxedStrategy<Act>)> = Vec::new();
    let actor = 0..8usize;
    let mut add = |feature: Feature, act: BoxedStrategy<Act>| {
        if wanted.has(feature) {
            acts.push((if forced.has(feature) { 4 } else { 1 }, act));
        }
    };
    let pair = |most: i64| (-most..most, -most..most).prop_map(|(x, y)| [x * 256, y * 256]);
    add(Feature::Edit, edit(wanted, frame));
    let anybody = 0..16usize;
    add(Feature::Spawn, anybody.clone().prop_map(|actor| Act::Body(actor, BodyAct::Despawn)).boxed());
    add(Feature::Spawn, anybody.prop_map(Act::Respawn).boxed());
    let fast = wanted.has(Feature::Fast);
    let teleport = (frame.place(), size(20), velocity(fast))
        .prop_map(|(at, size, velocity)| BodyAct::Teleport(at, size, velocity));
    let scales = select(vec![0.0f32, 0.5, 1.0, 2.0, 0.3]);
    for (feature, act) in [
        (Feature::Teleport, teleport.boxed()),
        (Feature::Resize, size(24).prop_map(BodyAct::Resize).boxed()),
        (Feature::TimeScale, scales.prop_map(BodyAct::TimeScale).boxed()),
        (Feature::HitStop, (0..9u8).prop_map(BodyAct::HitStop).boxed()),
    ] {
        let act = (actor.clone(), act).prop_map(|(actor, act)| Act::Body(actor, act));
        add(feature, act.boxed());
    }
    let ignore = prop_oneof![
        (actor.clone(), frame.cell(), 0..2usize, 1..30u8).prop_map(|(actor, cell, layer, ticks)| {
            Act::Body(actor, BodyAct::IgnoreCell(cell, layer, ticks))
        }),
        (actor.clone(), 0..4usize, 1..30u8)
            .prop_map(|(actor, mover, ticks)| Act::Body(actor, BodyAct::IgnoreMover(mover, ticks))),
    ];
    add(Feature::Ignore, ignore.boxed());
    for _ in 0..2 {
        let drop = actor.clone().prop_map(|actor| Act::Body(actor, BodyAct::Drop));
        add(Feature::Drop, drop.boxed());
    }
    let pairs = (actor.clone(), actor.clone(), any::<bool>())
        .prop_map(|(a, b, is_on)| Act::IgnorePair([a, b], is_on || a.is_multiple_of(2)));
    add(Feature::IgnorePair, pairs.boxed());
    let jumps = prop_oneof![
        (0..4usize, pair(60)).prop_map(|(mover, by)| Act::Mover(mover, MoverAct::Place(by))),
        (0..4usize, pair(30)).prop_map(|(mover, by)| Act::Mover(mover, MoverAct::Target(by))),
        (0..4usize).prop_map(|mover| Act::Mover(mover, MoverAct::Gone)),
    ];
    add(Feature::MoverJump, jumps.boxed());
    let turns = (0..4usize, velocity(fast))
        .prop_map(|(mover, velocity)| Act::Mover(mover, MoverAct::Velocity(velocity)));
    add(Feature::Mover, turns.boxed());
    let zones = prop_oneof![
        3 => (0..4usize, pair(40)).prop_map(|(which, by)| Act::Zone(which, Some(by))),
        1 => (0..4usize).prop_map(|which| Act::Zone(which, None)),
    ];
    add(Feature::Region, zones.boxed());
    let kick = |(actor, velocity)| Act::Body(actor, BodyAct::Velocity(velocity));
    let bad = select(vec![f32::NAN, f32::INFINITY]).prop_map(|bad| [bad, 0.0]);
    add(Feature::Unsound, (actor.clone(), bad).prop_map(kick).boxed());
    acts.push((1, (actor, velocity(fast)).prop_map(kick).boxed()));
    let most = 6 + 12 * acts.iter().map(|(share, _)| *share as usize).sum::<usize>();
    let act = proptest::strategy::Union::new_weighted(acts);
    let cue = (0..steps, act).prop_map(|(tick, act)| Cue { tick, act });
    prop::collection::vec(cue, 0..most).boxed()
}

fn edit(wanted: Set, frame: Frame) -> BoxedStrategy<Act> {
    let step =
        |most: i64| (-most..most, -most..most).prop_map(|(x, y): (i64, i64)| -> Point { [x * 64, y * 64] });
    prop_oneof![
        4 => (frame.cell(), 0..2usize, prop::option::of(0..6usize))
            .prop_map(|(cell, layer, kind)| Act::Tile(cell, layer, kind)),
        1 => one_loose(wanted, frame).prop_map(Act::AddLoose),
        1 => (0..6usize).prop_map(Act::RemoveLoose),
        1 => (0..6usize, step(90)).prop_map(|(which, by)| Act::MoveLoose(which, by)),
    ]
    .boxed()
}
