//! Validation of character settings.

use crate::config::{Assist, FastFall, Feel, Jump, Run, SurfaceFeel};
use crate::moves::{Climb, Crouch, Dash, Ledge, Swim, WallJump, WallSlide};
use tilephys_core::limits::{MAX_SETTING, MAX_SETTING_LENGTH};
use tilephys_core::{Fault, lattice::units_from_px};

/// A number with its name in the settings.
type Named = (&'static str, f32);

impl Feel {
    /// The first number that is NaN or out of range, by its name as in a file, with its fault; `None` if all are valid. Valid are
    /// speeds, accelerations and factors from 0 to 1e9, and lengths from 0 to 65,536 px. Tiles have a size. A crouching body must be lower than a
    /// standing one.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, Fault)> {
        let own = || [("gravity", self.gravity), ("max_fall", self.max_fall)];
        let is_tile = self.tile_px > 0.0;
        // In the order of the fields, so that the first fault of a file is the one reported.
        let first = first_length_fault(|| [("tile_px", self.tile_px)])
            .or((!is_tile).then_some(("tile_px", Fault::OutOfRange)))
            .or_else(|| first_fault(own))
            .or_else(|| first_fault(|| run(&self.run)))
            .or_else(|| first_fault(|| jump(&self.jump)))
            .or_else(|| first_length_fault(|| assist(&self.assist)))
            .or_else(|| first_fault(|| [("assist.one_way_assist", self.assist.one_way_assist)]))
            .or_else(|| self.fast_fall.as_ref().and_then(|of| first_fault(|| fast_fall(of))))
            .or_else(|| self.wall_slide.as_ref().and_then(|of| first_fault(|| wall_slide(of))))
            .or_else(|| self.wall_jump.as_ref().and_then(wall_jump));
        first
            .or_else(|| self.dash.as_ref().and_then(dash))
            .or_else(|| self.climb.as_ref().and_then(climb))
            .or_else(|| self.swim.as_ref().and_then(|of| first_fault(|| swim(of))))
            .or_else(|| self.crouch.as_ref().and_then(crouch))
            .or_else(|| self.surfaces.iter().find_map(|of| first_fault(|| surface(of))))
    }
}

/// The first speed, acceleration or factor that is out of range.
#[inline(always)]
fn first_fault<const N: usize>(numbers: impl Fn() -> [Named; N]) -> Option<(&'static str, Fault)> {
    first_beyond(numbers, MAX_SETTING)
}

/// The first length that is out of range.
#[inline(always)]
fn first_length_fault<const N: usize>(numbers: impl Fn() -> [Named; N]) -> Option<(&'static str, Fault)> {
    first_beyond(numbers, MAX_SETTING_LENGTH)
}

/// The first number that is out of range. A step asks this of each character, so the names are put together only if there is one.
#[inline(always)]
fn first_beyond<const N: usize>(
    numbers: impl Fn() -> [Named; N],
    most: f32,
) -> Option<(&'static str, Fault)> {
    let is_within = |v: f32| (v >= 0.0) & (v <= most);
    let are_within = numbers().into_iter().fold(true, |all, (_, v)| all & is_within(v));
    if are_within { None } else { find_beyond(&numbers(), most) }
}

#[cold]
fn find_beyond(numbers: &[Named], most: f32) -> Option<(&'static str, Fault)> {
    let fault = |v: f32| if v.is_finite() { Fault::OutOfRange } else { Fault::NotFinite };
    numbers.iter().find(|(_, v)| !(0.0..=most).contains(v)).map(|&(name, v)| (name, fault(v)))
}

fn fast_fall(fast: &FastFall) -> [Named; 2] {
    [("fast_fall.speed", fast.speed), ("fast_fall.accel", fast.accel)]
}

fn surface(of: &SurfaceFeel) -> [Named; 3] {
    [("surfaces.accel", of.accel), ("surfaces.speed", of.speed), ("surfaces.spring", of.spring)]
}

fn run(run: &Run) -> [Named; 4] {
    [("run.speed", run.speed), ("run.accel", run.accel), ("run.reduce", run.reduce), ("run.air", run.air)]
}

fn jump(jump: &Jump) -> [Named; 7] {
    [
        ("jump.speed", jump.speed),
        ("jump.along", jump.along),
        ("jump.cut", jump.cut),
        ("jump.rise_gravity", jump.rise_gravity),
        ("jump.apex_speed", jump.apex_speed),
        ("jump.apex_gravity", jump.apex_gravity),
        ("jump.air_speed", jump.air_speed),
    ]
}

fn assist(assist: &Assist) -> [Named; 5] {
    [
        ("assist.corner_correct_up", assist.corner_correct_up),
        ("assist.corner_correct_side", assist.corner_correct_side),
        ("assist.gap_bridge", assist.gap_bridge),
        ("assist.step_up", assist.step_up),
        ("assist.one_way_nudge", assist.one_way_nudge),
    ]
}

fn wall_slide(slide: &WallSlide) -> [Named; 2] {
    [("wall_slide.start_speed", slide.start_speed), ("wall_slide.end_speed", slide.end_speed)]
}

fn wall_jump(jump: &WallJump) -> Option<(&'static str, Fault)> {
    first_length_fault(|| [("wall_jump.reach", jump.reach)])
        .or_else(|| first_fault(|| [("wall_jump.speed", jump.speed)]))
}

fn dash(dash: &Dash) -> Option<(&'static str, Fault)> {
    let last = (dash.ticks == u8::MAX).then_some(("dash.ticks", Fault::OutOfRange));
    first_fault(|| [("dash.speed", dash.speed), ("dash.end_speed", dash.end_speed)])
        .or(last)
        .or_else(|| first_length_fault(|| [("dash.floor_snap", dash.floor_snap)]))
}

fn climb(climb: &Climb) -> Option<(&'static str, Fault)> {
    let speeds = || {
        [
            ("climb.up_speed", climb.up_speed),
            ("climb.down_speed", climb.down_speed),
            ("climb.along_speed", climb.along_speed),
            ("climb.center_speed", climb.center_speed),
            ("climb.hop_up", climb.hop_up),
            ("climb.hop_along", climb.hop_along),
            ("climb.bar_speed", climb.bar_speed),
        ]
    };
    first_fault(speeds).or_else(|| climb.ledge.as_ref().and_then(|of| first_length_fault(|| ledge(of))))
}

fn ledge(ledge: &Ledge) -> [Named; 2] {
    [("climb.ledge.hands", ledge.hands), ("climb.ledge.window", ledge.window)]
}

fn swim(swim: &Swim) -> [Named; 5] {
    [
        ("swim.speed", swim.speed),
        ("swim.accel", swim.accel),
        ("swim.buoyancy", swim.buoyancy),
        ("swim.drag", swim.drag),
        ("swim.stroke", swim.stroke),
    ]
}

fn crouch(crouch: &Crouch) -> Option<(&'static str, Fault)> {
    let width = ("crouch.width", crouch.width);
    let height = ("crouch.height", crouch.height);
    let standing = ("crouch.standing_height", crouch.standing_height);
    // A valid length may still round to no lattice unit, and such a body cannot exist.
    let is_size = |px: f32| units_from_px(px).is_some_and(|units| units > 0);
    let sizes = [width, height, standing].into_iter();
    first_length_fault(|| [width, height, standing])
        .or_else(|| first_fault(|| [("crouch.speed", crouch.speed)]))
        .or_else(|| {
            sizes.map(|(name, px)| (!is_size(px)).then_some((name, Fault::OutOfRange))).find_map(|f| f)
        })
        .or_else(|| (crouch.height >= crouch.standing_height).then_some((standing.0, Fault::OutOfRange)))
}
