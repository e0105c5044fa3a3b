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
        let mut any = 0;
        self.any_group(|numbers, most| {
            any |= beyond(numbers, most);
            false
        });
        if any >> 31 == 0 { None } else { self.first_fault() }
    }

    #[cold]
    fn first_fault(&self) -> Option<(&'static str, Fault)> {
        let mut first = None;
        self.any_group(|numbers, most| {
            first = find_beyond(numbers, most);
            first.is_some()
        });
        first
    }

    /// Calls `visit` with numbers of the settings and the greatest valid one until it returns true; returns whether it did. In the order
    /// of the fields, so that the first fault of a file is the one reported.
    #[inline(always)]
    fn any_group(&self, mut visit: impl FnMut(&[Named], f32) -> bool) -> bool {
        let speed = MAX_SETTING;
        let length = MAX_SETTING_LENGTH;
        visit(&[("tile_px", self.tile_px), ("tile_px", demand(self.tile_px > 0.0))], length)
            || visit(&[("gravity", self.gravity), ("max_fall", self.max_fall)], speed)
            || visit(&run(&self.run), speed)
            || visit(&jump(&self.jump), speed)
            || visit(&assist(&self.assist), length)
            || visit(&[("assist.one_way_assist", self.assist.one_way_assist)], speed)
            || self.fast_fall.as_ref().is_some_and(|of| visit(&fast_fall(of), speed))
            || self.wall_slide.as_ref().is_some_and(|of| visit(&wall_slide(of), speed))
            || self.wall_jump.as_ref().is_some_and(|of| wall_jump(of, &mut visit))
            || self.dash.as_ref().is_some_and(|of| dash(of, &mut visit))
            || self.climb.as_ref().is_some_and(|of| climb(of, &mut visit))
            || self.swim.as_ref().is_some_and(|of| visit(&swim(of), speed))
            || self.crouch.as_ref().is_some_and(|of| crouch(of, &mut visit))
            || self.surfaces.iter().any(|of| visit(&surface(of), speed))
    }
}

/// A number that is out of range unless a condition holds.
#[inline(always)]
fn demand(holds: bool) -> f32 {
    if holds { 0.0 } else { -1.0 }
}

/// Negative as an `i32` if some number may be out of range. A step asks this of each character.
///
/// Read as unsigned integers, negative numbers, NaN and numbers over `most` are all greater than `most`. A sum shows it in its
/// highest bit. The last bit of each is dropped, so the careful search decides numbers close to `most`.
#[inline(always)]
fn beyond(numbers: &[Named], most: f32) -> u32 {
    let far = (1 << 31) - (most.to_bits() >> 1);
    numbers.iter().fold(0, |any, (_, v)| any | (v.to_bits() >> 1).wrapping_add(far))
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

#[inline(always)]
fn wall_jump(jump: &WallJump, visit: &mut impl FnMut(&[Named], f32) -> bool) -> bool {
    visit(&[("wall_jump.reach", jump.reach)], MAX_SETTING_LENGTH)
        || visit(&[("wall_jump.speed", jump.speed)], MAX_SETTING)
}

#[inline(always)]
fn dash(dash: &Dash, visit: &mut impl FnMut(&[Named], f32) -> bool) -> bool {
    let ends = ("dash.ticks", demand(dash.ticks < u8::MAX));
    visit(&[("dash.speed", dash.speed), ("dash.end_speed", dash.end_speed), ends], MAX_SETTING)
        || visit(&[("dash.floor_snap", dash.floor_snap)], MAX_SETTING_LENGTH)
}

#[inline(always)]
fn climb(climb: &Climb, visit: &mut impl FnMut(&[Named], f32) -> bool) -> bool {
    let speeds = [
        ("climb.up_speed", climb.up_speed),
        ("climb.down_speed", climb.down_speed),
        ("climb.along_speed", climb.along_speed),
        ("climb.center_speed", climb.center_speed),
        ("climb.hop_up", climb.hop_up),
        ("climb.hop_along", climb.hop_along),
        ("climb.bar_speed", climb.bar_speed),
    ];
    visit(&speeds, MAX_SETTING)
        || climb.ledge.as_ref().is_some_and(|of| visit(&ledge(of), MAX_SETTING_LENGTH))
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

#[inline(always)]
fn crouch(crouch: &Crouch, visit: &mut impl FnMut(&[Named], f32) -> bool) -> bool {
    let &Crouch { width, height, standing_height: standing, speed } = crouch;
    // A valid length may still round to no lattice unit, and such a body cannot exist.
    let demand_size = |px: f32| demand(units_from_px(px).is_some_and(|units| units > 0));
    let [wide, low, high] = ["crouch.width", "crouch.height", "crouch.standing_height"];
    visit(&[(wide, width), (low, height), (high, standing)], MAX_SETTING_LENGTH)
        || visit(&[("crouch.speed", speed)], MAX_SETTING)
        || visit(
            &[(wide, demand_size(width)), (low, demand_size(height)), (high, demand_size(standing))],
            1.0,
        )
        || visit(&[(high, demand(height < standing))], 1.0)
}
