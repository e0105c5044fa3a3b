//! Validates the settings of a body: response, walking, riding on movers, contacts with other bodies.

use super::format::{Body, CollideKeys, Reply, Riding};
use super::number::{WordOr, checked, first_key, from_zero, from_zero_finite, keys};
use glam::Vec2;
use std::ops::Range;
use tilephys::check::located::{Problem, Source};
use tilephys::core::{
    BodyCollision, Direction, MotionMode, MoveConfig, Profile, Response, Walk,
    moves::{SlopeSpeed, Snap},
    platform::{RideSettings, SquishPolicy},
};
use toml::Spanned;

/// The masses that the engine takes besides infinite ones.
const MASSES: std::ops::RangeInclusive<f64> = 1e-12..=1e12;

pub(crate) fn read_profile(source: &Source, body: &Body, up: Direction) -> Result<Profile, Problem> {
    let plain = Profile::default();
    let reply = body.response.unwrap_or(Reply::Slide);
    if let Some(restitution) = &body.restitution
        && reply != Reply::Bounce
    {
        let message = "`restitution` means something only beside `response = \"bounce\"`";
        return Err(source.problem(restitution.span(), message));
    }
    let not_negative = |key: &str, value: &Option<Spanned<f64>>, plain: f32| {
        checked(source, (key, value), plain, from_zero, "is zero or more")
    };
    let finite = |key: &str, value: &Option<Spanned<f64>>, plain: f32| {
        checked(source, (key, value), plain, f64::is_finite, "is a finite number")
    };
    let response = match reply {
        Reply::Slide => Response::Slide,
        Reply::Stop => Response::Stop,
        Reply::Invert => Response::Invert,
        Reply::Pass => Response::PassThrough,
        Reply::Bounce => {
            finite("restitution", &body.restitution, 1.0)?;
            Response::Bounce { restitution: not_negative("restitution", &body.restitution, 1.0)? }
        }
    };
    let max_speed = match &body.max_speed {
        None => plain.max_speed,
        Some(value) => {
            let axis = |speed| not_negative("max_speed", &Some(Spanned::new(value.span(), speed)), 0.0);
            let [x, y] = value.get_ref().both().map(axis);
            Vec2::new(x?, y?)
        }
    };
    let (motion_mode, walk) = read_walk(source, body)?;
    Ok(Profile {
        movement: MoveConfig {
            mask: body.mask.unwrap_or(plain.movement.mask),
            up: body.up.map_or(up, |own| own.0),
            response,
            rest_speed: not_negative("rest_speed", &body.rest_speed, plain.movement.rest_speed)?,
            motion_mode,
            walk,
        },
        gravity_scale: finite("gravity_scale", &body.gravity_scale, plain.gravity_scale)?,
        max_speed,
        report_hits: body.report_hits.unwrap_or(plain.report_hits),
        track_contacts: body.track_contacts.unwrap_or(plain.track_contacts),
        riding: read_riding(source, body.riding.as_ref())?,
        category: body.category.unwrap_or(plain.category),
        collide: read_collide(source, body, response)?,
        sensor: body.sensor.unwrap_or(plain.sensor),
        report_tiles: body.report_tiles.unwrap_or(plain.report_tiles),
        ..plain
    })
}

/// The motion mode and the walking of a body.
fn read_walk(source: &Source, body: &Body) -> Result<(MotionMode, Walk), Problem> {
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

fn read_riding(source: &Source, keys: Option<&Riding>) -> Result<RideSettings, Problem> {
    let plain = RideSettings::default();
    let Some(keys) = keys else { return Ok(plain) };
    Ok(RideSettings {
        ride: keys.ride.map_or(plain.ride, |ride| ride.0),
        leave: keys.leave.map_or(plain.leave, |leave| leave.0),
        lift_cap: match &keys.lift_cap {
            None => plain.lift_cap,
            Some(cap) => {
                let [x, y] = cap.get_ref().both();
                if !(x >= 0.0 && y >= 0.0) {
                    let message = format!("`lift_cap` is zero or more on each axis, not [{x}, {y}]");
                    return Err(source.problem(cap.span(), message));
                }
                Vec2::new(x as f32, y as f32)
            }
        },
        lift_ticks: keys.lift_ticks.unwrap_or(plain.lift_ticks),
        walls: keys.walls.unwrap_or(plain.walls),
        ceilings: keys.ceilings.unwrap_or(plain.ceilings),
        squish: match &keys.squish {
            None => plain.squish,
            Some(squish) => match *squish.get_ref() {
                WordOr::Word(policy) => policy.0,
                WordOr::Other(by) if by.wiggle >= 0.0 && (by.wiggle as f32).is_finite() => {
                    SquishPolicy::Wiggle(by.wiggle as f32)
                }
                WordOr::Other(by) => {
                    let message =
                        format!("`wiggle` must be a finite number of px, 0 or more, not {}", by.wiggle);
                    return Err(source.problem(squish.span(), message));
                }
            },
        },
    })
}

fn read_collide(source: &Source, body: &Body, response: Response) -> Result<Option<BodyCollision>, Problem> {
    let Some(CollideKeys { mask, mass, friction, push_speed, one_way, carries, yields }) = &body.collide
    else {
        return Ok(None);
    };
    if let (Response::Bounce { restitution }, Some(value)) = (response, &body.restitution)
        && restitution > 1.0
    {
        let message =
            format!("`restitution` is at most 1 for a body that collides with others, not {restitution}");
        return Err(source.problem(value.span(), message));
    }
    let plain = BodyCollision::default();
    let is_mass = |mass: f64| mass == f64::INFINITY || MASSES.contains(&mass);
    let any = "is zero or more";
    let finite = "is a finite number, 0 or more";
    Ok(Some(BodyCollision {
        mask: mask.unwrap_or(plain.mask),
        mass: checked(source, ("mass", mass), plain.mass, is_mass, "is from 1e-12 to 1e12, or inf")?,
        friction: checked(source, ("friction", friction), plain.friction, from_zero_finite, finite)?,
        push_speed: checked(source, ("push_speed", push_speed), plain.push_speed, from_zero, any)?,
        one_way: one_way.map(|side| side.0),
        carries: carries.unwrap_or(plain.carries),
        yields: yields.unwrap_or(plain.yields),
    }))
}
