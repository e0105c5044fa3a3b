//! Validates how movers carry a body.

use super::format_movers::Riding as Keys;
use super::number::WordOr;
use glam::Vec2;
use tilephys::check::located::{Problem, Source};
use tilephys::core::platform::{RideSettings, SquishPolicy};

pub(crate) fn read_riding(source: &Source, keys: Option<&Keys>) -> Result<RideSettings, Problem> {
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
