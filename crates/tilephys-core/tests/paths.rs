//! Paths of movers: positions at each tick, and invalid paths.

use glam::{IVec2, ivec2};
use proptest::prelude::*;
use tilephys_core::{
    WORLD_LIMIT,
    platform::{Easing, Pace, Path, PathError, PathMode, Waypoint},
};

const DT: f32 = 1.0 / 60.0;
const EASINGS: [Easing; 4] = [Easing::Linear, Easing::In, Easing::Out, Easing::InOut];
const MODES: [PathMode; 3] = [PathMode::Loop, PathMode::PingPong, PathMode::Once];

fn stop(at: IVec2, wait: u32, ticks: u32) -> Waypoint {
    Waypoint { at, wait, ticks }
}

/// Out along x alone, once.
fn ride(from: i32, to: i32, ticks: u32, easing: Easing) -> Path {
    let stops = [stop(ivec2(from, 0), 0, ticks), stop(ivec2(to, 0), 0, 0)];
    Path::new(&stops, PathMode::Once, easing).expect("sound")
}

/// After `t` of the `n` ticks from one point to another.
#[derive(Clone, Copy, Debug)]
struct Spot {
    from: IVec2,
    to: IVec2,
    t: u32,
    n: u32,
}

/// Where the mover is to be at each tick of a period, told one after the other.
fn timeline(stops: &[Waypoint], mode: PathMode) -> Vec<Spot> {
    let mut spots = Vec::new();
    let wait = |spots: &mut Vec<Spot>, w: Waypoint| {
        spots.extend((0..w.wait).map(|_| Spot { from: w.at, to: w.at, t: 0, n: 1 }));
    };
    let last = stops.len() - 1;
    for i in 0..last {
        wait(&mut spots, stops[i]);
        let (from, to, n) = (stops[i].at, stops[i + 1].at, stops[i].ticks);
        spots.extend((0..n).map(|t| Spot { from, to, t, n }));
    }
    match mode {
        PathMode::Once => {}
        PathMode::Loop => {
            wait(&mut spots, stops[last]);
            let (from, to, n) = (stops[last].at, stops[0].at, stops[last].ticks);
            spots.extend((0..n).map(|t| Spot { from, to, t, n }));
        }
        PathMode::PingPong => {
            for i in (0..last).rev() {
                wait(&mut spots, stops[i + 1]);
                let (from, to, n) = (stops[i].at, stops[i + 1].at, stops[i].ticks);
                spots.extend((1..=n).rev().map(|t| Spot { from, to, t, n }));
            }
        }
    }
    spots
}

/// True if a coordinate is the whole number nearest to the eased position; of two the even one.
fn is_nearest(place: i32, from: i32, to: i32, spot: Spot, easing: Easing) -> bool {
    let (t, n) = (i128::from(spot.t), i128::from(spot.n));
    let rest = n - t;
    let (num, den) = match easing {
        Easing::Linear => (t, n),
        Easing::In => (t * t, n * n),
        Easing::Out => (n * n - rest * rest, n * n),
        // With u = 1 - s: 3s² - 2s³ = s³ + 3s²u.
        Easing::InOut => (t * t * t + 3 * t * t * rest, n * n * n),
    };
    let gone = i128::from(place) - i128::from(from);
    let off = 2 * (gone * den - (i128::from(to) - i128::from(from)) * num).abs();
    off < den || (off == den && gone % 2 == 0)
}

/// Points of all scales, some of them the same; waits and legs of few ticks.
fn stops() -> impl Strategy<Value = Vec<Waypoint>> {
    let coordinate = || {
        prop_oneof![
            -3..=3i32,
            -5000..=5000i32,
            -WORLD_LIMIT..=WORLD_LIMIT,
            prop::sample::select(vec![-WORLD_LIMIT, WORLD_LIMIT])
        ]
    };
    let waypoint = (coordinate(), coordinate(), 0..12u32, 0..50u32)
        .prop_map(|(x, y, wait, ticks)| stop(ivec2(x, y), wait, ticks));
    prop::collection::vec(waypoint, 2..7)
}

fn path() -> impl Strategy<Value = Path> {
    path_of(stops())
}

fn path_of(stops: impl Strategy<Value = Vec<Waypoint>>) -> impl Strategy<Value = Path> {
    let any = (stops, prop::sample::select(MODES.to_vec()), prop::sample::select(EASINGS.to_vec()));
    any.prop_filter_map("a point twice without a wait", |(stops, mode, easing)| {
        Path::new(&stops, mode, easing).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_tick_is_the_nearest_place_to_where_the_easing_says(path in path(), round in 0..u64::from(u32::MAX)) {
        let spots = timeline(path.waypoints(), path.mode());
        prop_assert_eq!(spots.len(), path.period() as usize);
        for (tick, spot) in (0..).zip(&spots) {
            let place = path.at(tick);
            let nearest = is_nearest(place.x, spot.from.x, spot.to.x, *spot, path.easing())
                && is_nearest(place.y, spot.from.y, spot.to.y, *spot, path.easing());
            prop_assert!(nearest, "tick {tick}: {place} {spot:?}");
            let later = path.at(tick + round * u64::from(path.period()));
            if path.mode() == PathMode::Once {
                prop_assert!(round == 0 || later == path.waypoints().last().unwrap().at);
            } else {
                prop_assert_eq!(place, later);
            }
        }
    }

    #[test]
    fn a_leg_never_goes_back_nor_out_of_its_span_at_any_length(
        from in -WORLD_LIMIT..=WORLD_LIMIT,
        to in -WORLD_LIMIT..=WORLD_LIMIT,
        ticks in prop_oneof![1..100u32, 1..=u32::MAX],
        easing in prop::sample::select(EASINGS.to_vec()),
        mut at in prop::collection::vec(any::<u32>(), 20),
    ) {
        prop_assume!(from != to);
        let path = ride(from, to, ticks, easing);
        at.extend([0, 1, ticks / 2, ticks / 2 + 1, ticks - 1, ticks]);
        at.iter_mut().for_each(|tick| *tick = u32::min(*tick % ticks.saturating_add(1), ticks));
        at.sort_unstable();
        let gone: Vec<i64> = at
            .iter()
            .map(|tick| i64::from(path.at(u64::from(*tick)).x) - i64::from(from))
            .map(|gone| if to > from { gone } else { -gone })
            .collect();
        prop_assert!(gone.is_sorted(), "{at:?} {gone:?}");
        prop_assert_eq!((gone[0], *gone.last().unwrap()), (0, i64::from(from.abs_diff(to))));
    }
}

#[test]
fn the_longest_leg_across_the_world_is_exact_in_its_middle() {
    for easing in EASINGS {
        let path = ride(-WORLD_LIMIT, WORLD_LIMIT, u32::MAX - 1, easing);
        let half = match easing {
            Easing::Linear | Easing::InOut => 0,
            Easing::In => -WORLD_LIMIT / 2,
            Easing::Out => WORLD_LIMIT / 2,
        };
        assert_eq!(path.at(u64::from(u32::MAX / 2)).x, half, "{easing:?}");
        assert_eq!(path.at(u64::from(u32::MAX - 1)).x, WORLD_LIMIT);
        assert_eq!(path.at(u64::MAX).x, WORLD_LIMIT);
    }
}

#[test]
fn speeds_become_the_nearest_whole_ticks() {
    let px = 256;
    // (to, px/s, ticks)
    let table = [
        (ivec2(100 * px, 0), 60.0, 100),
        (ivec2(0, -100 * px), 120.0, 50),
        (ivec2(30 * px, -40 * px), 60.0, 50),
        (ivec2(1, 0), 60.0, 1),
        (ivec2(px + 126, 0), 60.0, 1),
        (ivec2(px + 130, 0), 60.0, 2),
        (ivec2(10 * px, 10 * px), 60.0, 14),
        (ivec2(100 * px, 0), f32::MAX, 1),
    ];
    for (to, speed, ticks) in table {
        for from in [ivec2(0, 0), ivec2(-77, 1_000_000_000)] {
            let pace = Pace { speed, wait: 0.5, dt: DT };
            let points = [from, from + to];
            let path = Path::with_speed(&points, pace, PathMode::Once, Easing::Linear).expect("sound");
            let expected = [stop(from, 30, ticks), stop(from + to, 30, 0)];
            assert_eq!(path.waypoints(), expected, "{to} at {speed} px/s");
            assert_eq!(path.at(u64::from(30 + ticks)), from + to);
        }
    }
    let pace = Pace { speed: 60.0, wait: 0.0, dt: DT };
    let triangle = [ivec2(0, 0), ivec2(30 * px, 0), ivec2(30 * px, 40 * px)];
    let round = Path::with_speed(&triangle, pace, PathMode::Loop, Easing::InOut).expect("sound");
    assert_eq!(round.period(), 30 + 40 + 50);
}

#[test]
fn what_makes_no_path_is_named() {
    let (a, b) = (ivec2(0, 0), ivec2(256, 0));
    let out = ivec2(0, -WORLD_LIMIT - 1);
    let two = [stop(a, 0, 1), stop(b, 0, 1)];
    let cases: &[(&[Waypoint], PathMode, &str)] = &[
        (&[], PathMode::Loop, "a path of no points goes nowhere"),
        (&two[..1], PathMode::Once, "a path of one point goes nowhere"),
        (
            &[two[0], stop(out, 0, 1)],
            PathMode::Loop,
            "point 1 of the path is more than 8388607 px from the origin",
        ),
        (
            &[stop(ivec2(i32::MIN, 0), 0, 1), two[0]],
            PathMode::Loop,
            "point 0 of the path is more than 8388607 px from the origin",
        ),
        (
            &[two[0], stop(b, 3, 0)],
            PathMode::Loop,
            "the leg from point 1 of the path leads elsewhere and takes no ticks",
        ),
        (
            &[two[0], two[1], two[1]],
            PathMode::Once,
            "points 1 and 2 of the path are the same place, without a wait at 1; leave one out",
        ),
        (
            &[two[0], two[1], two[0]],
            PathMode::Loop,
            "points 2 and 0 of the path are the same place, without a wait at 2; leave one out",
        ),
        (&[stop(a, 0, u32::MAX), two[1]], PathMode::Loop, "the path takes more than 4294967295 ticks"),
        (&[stop(a, u32::MAX, 1), two[1]], PathMode::Once, "the path takes more than 4294967295 ticks"),
        (&[stop(a, 0, 1 << 31), two[1]], PathMode::PingPong, "the path takes more than 4294967295 ticks"),
    ];
    for (stops, mode, text) in cases {
        let error = Path::new(stops, *mode, Easing::Linear).expect_err(text);
        assert_eq!(error.to_string(), *text);
    }
    // The nearest to them that are paths.
    assert!(Path::new(&[two[0], two[1], stop(a, 1, 0)], PathMode::Loop, Easing::In).is_ok());
    assert!(Path::new(&[two[0], two[1], two[0]], PathMode::PingPong, Easing::In).is_ok());
    assert!(Path::new(&[two[0], stop(b, 3, 0)], PathMode::Once, Easing::In).is_ok());
    assert!(Path::new(&[stop(a, 0, u32::MAX - 1), two[1]], PathMode::Loop, Easing::In).is_ok());
    assert!(Path::new(&[stop(a, 1, (1 << 31) - 1), two[1]], PathMode::PingPong, Easing::In).is_ok());
}

#[test]
fn an_unsound_pace_is_named() {
    let pace = Pace { speed: 60.0, wait: 0.0, dt: DT };
    let points = [ivec2(0, 0), ivec2(256, 0)];
    let make = |pace| Path::with_speed(&points, pace, PathMode::PingPong, Easing::Linear);
    for speed in [f32::NAN, f32::INFINITY, 0.0, -0.0, -60.0] {
        assert_eq!(make(Pace { speed, ..pace }), Err(PathError::Speed), "{speed}");
    }
    for wait in [f32::NAN, f32::INFINITY, -0.5] {
        assert_eq!(make(Pace { wait, ..pace }), Err(PathError::Wait), "{wait}");
    }
    for dt in [f32::NAN, f32::INFINITY, 0.0, -DT] {
        assert_eq!(make(Pace { dt, ..pace }), Err(PathError::TimeStep), "{dt}");
    }
    for slow in [Pace { speed: 1e-45, dt: 1e-45, ..pace }, Pace { wait: f32::MAX, ..pace }] {
        assert_eq!(make(slow), Err(PathError::TooLong), "{slow:?}");
    }
    assert!(make(Pace { wait: -0.0, ..pace }).is_ok());
    let texts = [PathError::Speed, PathError::Wait, PathError::TimeStep].map(|error| error.to_string());
    assert_eq!(
        texts,
        [
            "the speed of the path is to be finite and above 0 px/s",
            "the wait of the path is to be finite and not below 0 s",
            "the tick of the path is to be finite and above 0 s",
        ]
    );
}

#[test]
fn asking_a_path_allocates_nothing() {
    let path = ride(0, 5000, 300, Easing::InOut);
    let info = allocation_counter::measure(|| {
        assert!((0..400).map(|tick| path.at(tick).x).is_sorted());
    });
    assert_eq!(info.count_total, 0);
}
