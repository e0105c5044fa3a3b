//! Settings out of range are refused by name.

use tilephys_core::{
    Fault,
    limits::{MAX_SETTING, MAX_SETTING_LENGTH},
};
use tilephys_feel::{Climb, Crouch, Dash, FastFall, Feel, Jump, Run, SurfaceFeel, Swim, WallJump, WallSlide};

#[test]
fn unsound_numbers_are_named_as_in_a_file() {
    let jump = Jump::default();
    let with = |change: &dyn Fn(&mut Feel)| {
        let mut feel = Feel::celeste();
        change(&mut feel);
        feel.fault()
    };
    let (nan, inf) = (f32::NAN, f32::INFINITY);
    type Change = fn(&mut Feel);
    let out: [(&str, Change); 17] = [
        ("tile_px", |f| f.tile_px = 0.0),
        ("gravity", |f| f.gravity = -1.0),
        ("max_fall", |f| f.max_fall = -1.0),
        ("run.air", |f| f.run = Run { air: -0.5, ..f.run }),
        ("jump.speed", |f| f.jump = Jump { speed: -105.0, ..f.jump }),
        ("jump.air_speed", |f| f.jump.air_speed = -1.0),
        ("assist.step_up", |f| f.assist.step_up = -1.0),
        ("fast_fall.accel", |f| f.fast_fall = Some(FastFall { speed: 1.0, accel: -1.0 })),
        ("wall_slide.end_speed", |f| {
            f.wall_slide = Some(WallSlide { end_speed: -1.0, ..WallSlide::default() });
        }),
        ("wall_jump.reach", |f| f.wall_jump = Some(WallJump { reach: -3.0, ..WallJump::default() })),
        ("dash.ticks", |f| f.dash = Some(Dash { ticks: 255, ..Dash::default() })),
        ("dash.floor_snap", |f| f.dash = Some(Dash { floor_snap: -1.0, ..Dash::default() })),
        ("climb.up_speed", |f| f.climb = Some(Climb { up_speed: -1.0, ..Climb::default() })),
        ("swim.drag", |f| f.swim = Some(Swim { drag: -1.0, ..Swim::default() })),
        ("crouch.width", |f| f.crouch = Some(Crouch { width: 0.0, ..Crouch::default() })),
        ("crouch.standing_height", |f| f.crouch = Some(Crouch { height: 11.0, ..Crouch::default() })),
        ("surfaces.spring", |f| f.surfaces = vec![SurfaceFeel { spring: -1.0, ..SurfaceFeel::default() }]),
    ];
    for (name, change) in out {
        assert_eq!(with(&change), Some((name, Fault::OutOfRange)));
    }
    assert_eq!(
        with(&|f| f.jump = Jump { apex_speed: nan, ..jump }),
        Some(("jump.apex_speed", Fault::NotFinite))
    );
    assert_eq!(with(&|f| f.max_fall = inf), Some(("max_fall", Fault::NotFinite)));
    assert_eq!(with(&|_| ()), None);
}

#[test]
fn the_parts_of_a_feel_have_the_ranges_of_the_settings() {
    let celeste = Feel::celeste();
    let of = |change: &dyn Fn(&mut Feel)| {
        let mut feel = celeste.clone();
        change(&mut feel);
        feel.fault().map(|(name, _)| name)
    };
    let above = |v: f32| f32::from_bits(v.to_bits() + 1);
    let (over, long) = (above(MAX_SETTING), above(MAX_SETTING_LENGTH));
    assert_eq!(of(&|feel| feel.gravity = MAX_SETTING), None);
    assert_eq!(of(&|feel| feel.gravity = over), Some("gravity"));
    assert_eq!(of(&|feel| feel.run.accel = over), Some("run.accel"));
    assert_eq!(of(&|feel| feel.jump.rise_gravity = over), Some("jump.rise_gravity"));
    assert_eq!(of(&|feel| feel.assist.step_up = MAX_SETTING_LENGTH), None);
    assert_eq!(of(&|feel| feel.assist.step_up = long), Some("assist.step_up"));
    assert_eq!(of(&|feel| feel.assist.one_way_assist = long), None);
    assert_eq!(of(&|feel| feel.assist.one_way_assist = over), Some("assist.one_way_assist"));
    let jump = celeste.wall_jump.expect("it jumps off walls");
    let reach = |reach| move |feel: &mut Feel| feel.wall_jump = Some(WallJump { reach, ..jump });
    assert_eq!(of(&reach(MAX_SETTING_LENGTH)), None);
    assert_eq!(of(&reach(long)), Some("wall_jump.reach"));
    let dash = celeste.dash.expect("it dashes");
    let snap = |px| move |feel: &mut Feel| feel.dash = Some(Dash { floor_snap: px, ..dash });
    assert_eq!(of(&snap(MAX_SETTING_LENGTH)), None);
    assert_eq!(of(&snap(long)), Some("dash.floor_snap"));
}
