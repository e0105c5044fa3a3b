//! Validates the character movement of a body: slopes, steps, snapping.

use super::format::Body;
use super::number::{WordOr, first_key, keys};
use std::ops::Range;
use tilephys::check::located::{Problem, Source};
use tilephys::core::{
    MotionMode, Walk,
    moves::{SlopeSpeed, Snap},
};
use toml::Spanned;

/// The motion mode and the walking of a body.
pub(crate) fn read_walk(source: &Source, body: &Body) -> Result<(MotionMode, Walk), Problem> {
    let plain = Walk::default();
    if body.walk == Some(false) {
        let walking = keys!(
            body; floor_max_angle, slope_speed, stop_on_slope, block_on_steep, snap, step_up, slide_on_ceiling,
            corner_correct_up, corner_correct_side, gap_bridge, wall_retain_ticks, foot, friction, one_way_assist,
            one_way_nudge
        );
        return match first_key(walking) {
            None => Ok((MotionMode::Floating, plain)),
            Some((name, span)) => {
                let message =
                    format!("`{name}` is only for walking bodies, and this body has `walk = false`");
                Err(source.problem(span, message).with_help("remove one of them"))
            }
        };
    }
    let from_zero = |name: &str, value: &Option<Spanned<f64>>, plain: f32| match value {
        None => Ok(plain),
        Some(value) => length(source, name, *value.get_ref(), value.span()),
    };
    let flag =
        |value: &Option<Spanned<bool>>, plain: bool| value.as_ref().map_or(plain, |flag| *flag.get_ref());
    let walk = Walk {
        floor_max_angle: angle(source, body.floor_max_angle.as_ref(), plain.floor_max_angle)?,
        slope_speed: match &body.slope_speed {
            None => plain.slope_speed,
            Some(pace) => match *pace.get_ref() {
                WordOr::Word(speed) => speed.0,
                WordOr::Other(curve) => SlopeSpeed::Curve {
                    up: length(source, "up", curve.up, pace.span())?,
                    down: length(source, "down", curve.down, pace.span())?,
                },
            },
        },
        stop_on_slope: flag(&body.stop_on_slope, plain.stop_on_slope),
        block_on_steep: flag(&body.block_on_steep, plain.block_on_steep),
        snap: match &body.snap {
            None => plain.snap,
            Some(snap) => match *snap.get_ref() {
                WordOr::Word(snap) => snap.0,
                WordOr::Other(px) => Snap::Length(length(source, "snap", px, snap.span())?),
            },
        },
        step_up: from_zero("step_up", &body.step_up, plain.step_up)?,
        slide_on_ceiling: flag(&body.slide_on_ceiling, plain.slide_on_ceiling),
        corner_correct_up: from_zero("corner_correct_up", &body.corner_correct_up, plain.corner_correct_up)?,
        corner_correct_side: from_zero(
            "corner_correct_side",
            &body.corner_correct_side,
            plain.corner_correct_side,
        )?,
        gap_bridge: from_zero("gap_bridge", &body.gap_bridge, plain.gap_bridge)?,
        wall_retain_ticks: body.wall_retain_ticks.as_ref().map_or(plain.wall_retain_ticks, |n| *n.get_ref()),
        foot: body.foot.as_ref().map_or(plain.foot, |foot| foot.get_ref().0),
        friction: from_zero("friction", &body.friction, plain.friction)?,
        one_way_assist: from_zero("one_way_assist", &body.one_way_assist, plain.one_way_assist)?,
        one_way_nudge: from_zero("one_way_nudge", &body.one_way_nudge, plain.one_way_nudge)?,
    };
    Ok((MotionMode::Grounded, walk))
}

/// A finite number from 0.
fn length(source: &Source, name: &str, value: f64, span: Range<usize>) -> Result<f32, Problem> {
    if value >= 0.0 && (value as f32).is_finite() {
        return Ok(value as f32);
    }
    let help = "it must be a finite number, 0 or more";
    Err(source.problem(span, format!("`{name}` cannot be {value}")).with_help(help))
}

/// Degrees in the file, radians in the engine.
fn angle(source: &Source, degrees: Option<&Spanned<f64>>, plain: f32) -> Result<f32, Problem> {
    let Some(degrees) = degrees else { return Ok(plain) };
    let value = *degrees.get_ref();
    if (0.0..=90.0).contains(&value) {
        return Ok(value.to_radians() as f32);
    }
    let help = "it is 0 to 90 degrees from level; 45 is what bodies have otherwise";
    Err(source.problem(degrees.span(), format!("`floor_max_angle` cannot be {value}")).with_help(help))
}
