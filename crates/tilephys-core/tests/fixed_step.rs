//! The accumulator of frame times: no time is lost, in slow motion, pauses and hit stops too.

use std::time::Duration;
use tilephys_core::FixedStep;

#[test]
fn no_time_is_lost_or_gained_at_any_frame_rate() {
    for rate in [1, 50, 60, 144, 1000] {
        for frame in [1, 333_333, 6_944_444, 16_666_667, 33_333_333] {
            let mut clock = FixedStep::new(rate);
            let mut steps = 0;
            let frames = 20_000u64;
            clock.set_max_steps(u32::MAX);
            for _ in 0..frames {
                steps += u64::from(clock.advance(Duration::from_nanos(frame)));
            }
            assert_eq!(steps, frame * frames * u64::from(rate) / 1_000_000_000, "{rate} Hz, {frame} ns");
            assert_eq!(clock.dropped(), Duration::ZERO);
        }
    }
}

#[test]
fn a_long_frame_is_cut_and_reports_the_dropped_time() {
    let mut clock = FixedStep::new(60);
    assert_eq!(clock.advance(Duration::from_secs(10)), 8);
    assert_eq!(clock.dropped(), Duration::from_nanos(592 * 1_000_000_000 / 60));
    assert_eq!(clock.advance(Duration::from_millis(17)), 1);
    assert_eq!(clock.advance(Duration::MAX), 8);
}

/// Steps of so many frames of 10 ms, at 100 steps a second.
fn steps(clock: &mut FixedStep, frames: u32) -> u32 {
    (0..frames).map(|_| clock.advance(Duration::from_millis(10))).sum()
}

#[test]
fn speed_changes_the_number_of_steps_and_loses_no_time() {
    for (speed, expected) in [(0.0, 0), (0.25, 250), (0.5, 500), (1.0, 1000), (1.5, 1500), (3.0, 3000)] {
        let mut clock = FixedStep::new(100);
        clock.set_speed(speed);
        assert_eq!((steps(&mut clock, 1000), clock.speed()), (expected, speed));
        assert_eq!(clock.dropped(), Duration::ZERO);
    }
    // A change in the middle of a step goes on from its fraction.
    let mut clock = FixedStep::new(100);
    clock.set_speed(0.5);
    assert_eq!((steps(&mut clock, 1), clock.alpha()), (0, 0.5));
    clock.set_speed(1.0);
    assert_eq!((steps(&mut clock, 1), clock.alpha()), (1, 0.5));
}

#[test]
fn a_pause_and_a_hit_stop_hold_the_fraction_of_the_step() {
    let mut clock = FixedStep::new(100);
    clock.advance(Duration::from_millis(5));
    clock.set_paused(true);
    assert_eq!((steps(&mut clock, 50), clock.alpha(), clock.is_paused()), (0, 0.5, true));
    clock.set_paused(false);
    clock.hit_stop(3);
    clock.hit_stop(1);
    assert_eq!((steps(&mut clock, 3), clock.alpha()), (0, 0.5));
    assert_eq!((steps(&mut clock, 2), clock.alpha()), (2, 0.5));
    // Three steps at half the speed take six frames.
    clock.set_speed(0.5);
    clock.hit_stop(3);
    assert_eq!((steps(&mut clock, 6), steps(&mut clock, 2)), (0, 1));
}

#[test]
fn extreme_speeds_and_frames_are_cut_and_do_not_overflow() {
    let mut clock = FixedStep::new(u32::MAX);
    clock.set_speed(1e6);
    clock.hit_stop(u32::MAX);
    assert_eq!((clock.advance(Duration::MAX), clock.advance(Duration::MAX)), (8, 8));
}

#[test]
fn alpha_grows_from_zero_and_stays_below_one() {
    let mut clock = FixedStep::new(60);
    assert_eq!(clock.alpha(), 0.0);
    assert_eq!((clock.advance(Duration::from_nanos(16_666_666)), clock.alpha() < 1.0), (0, true));
    assert!(clock.alpha() > 0.999);
    assert_eq!((clock.advance(Duration::from_nanos(1)), clock.alpha() < 1e-3), (1, true));
}
