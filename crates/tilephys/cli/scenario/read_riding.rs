//! Validates how movers carry a body.

use super::format_movers::{LeaveWord, RideWord, Riding as Keys, SquishWord};
use super::number::WordOr;
use super::source::{Problem, Source};
use glam::Vec2;
use tilephys::core::{Leave, Ride, Riding, SquishPolicy};

pub(crate) fn read_riding(source: &Source, keys: Option<&Keys>) -> Result<Riding, Problem> {
    let plain = Riding::default();
    let Some(keys) = keys else { return Ok(plain) };
    Ok(Riding {
        ride: match keys.ride {
            None => plain.ride,
            Some(RideWord::Glue) => Ride::Glue,
            Some(RideWord::Ballistic) => Ride::Ballistic,
        },
        leave: match keys.leave {
            None => plain.leave,
            Some(LeaveWord::None) => Leave::None,
            Some(LeaveWord::Add) => Leave::Add,
            Some(LeaveWord::AddUpward) => Leave::AddUpward,
        },
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
                WordOr::Word(SquishWord::Report) => SquishPolicy::Report,
                WordOr::Word(SquishWord::BlockMover) => SquishPolicy::BlockMover,
                WordOr::Word(SquishWord::PassThrough) => SquishPolicy::PassThrough,
                WordOr::Other(by) if by.wiggle >= 0.0 && (by.wiggle as f32).is_finite() => {
                    SquishPolicy::Wiggle(by.wiggle as f32)
                }
                WordOr::Other(by) => {
                    let message = format!("`wiggle` is a finite number of px from 0, not {}", by.wiggle);
                    return Err(source.problem(squish.span(), message));
                }
            },
        },
    })
}
