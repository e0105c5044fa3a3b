//! The lattice: rounding half to even, remainders that lose nothing, exact conversions.

use crate::exact::half_to_even;
use crate::rng::Rng;
use crate::shapes::world::WORLD_END;
use crate::stage::step_with_control;
use crate::volume::{seeds, volume};
use glam::{UVec2, Vec2};
use tilephys_core::lattice::{displacement, px_from_units, units_from_px};
use tilephys_core::platform::Mover;
use tilephys_core::*;

/// A finite number of any size, half of them near the lattice.
fn any_pixels(rng: &mut Rng) -> f32 {
    match rng.below(4) {
        0 => f32::from_bits(rng.next() as u32),
        1 => rng.any_scale(31) as f32 / 512.0,
        2 => (rng.unit() - 0.5) * 64.0,
        _ => rng.any_scale(36) as f32 / 256.0,
    }
}

#[test]
fn displacements_round_half_to_even_and_keep_the_remainder() {
    let mut rng = Rng::new(11);
    let mut halves = 0;
    for _ in 0..volume(100_000, 5_000_000) {
        let px = any_pixels(&mut rng);
        let rest = rng.pick(&[0.0, 0.5, -0.5, 0.25, rng_rest(px)]);
        let wanted = px * 256.0 + rest;
        let Some(d) = displacement(px, rest) else {
            assert!(!wanted.is_finite(), "{px} px is rejected");
            continue;
        };
        assert!(wanted.is_finite(), "{px} px, {rest}: {d:?}");
        let whole = half_to_even(wanted.into());
        let limit = f64::from(i32::MAX);
        if whole.abs() > limit {
            assert_eq!((f64::from(d.units), d.remainder.to_bits()), (whole.signum() * limit, 0), "{px} px");
        } else {
            assert_eq!(f64::from(d.units), whole, "{px} px, {rest}");
            assert_eq!(
                f64::from(d.units) + f64::from(d.remainder),
                f64::from(wanted),
                "{px} px, {rest}: {d:?}"
            );
            assert!(
                d.remainder.abs() <= 0.5 && d.remainder.to_bits() != (-0.0f32).to_bits(),
                "{px} px: {d:?}"
            );
            halves += u64::from(d.remainder.abs() == 0.5);
        }
        let mirrored = displacement(-px, -rest).expect("finite like its mirror image");
        assert_eq!(
            (mirrored.units, mirrored.remainder),
            (-d.units, 0.0 - d.remainder),
            "{px} px, {rest} mirrored"
        );
    }
    assert!(halves > volume(300, 10_000), "only {halves} halves");
}

/// A rest that goes with the number, so that the pair is as random as the number.
fn rng_rest(px: f32) -> f32 {
    (px.to_bits() & 0xFFFF) as f32 / 65_536.0 - 0.5
}

#[test]
fn small_displacements_add_up_to_the_exact_sum_within_a_unit() {
    for seed in seeds(200, 2_000) {
        let mut rng = Rng::new(seed ^ 0x5EED_0008);
        // Multiples of 2^-20 px below 16 px: their sum in `f64` is exact.
        let mut speed = |scale: i64| rng.range(-scale, scale) as f32 / (1 << 20) as f32;
        let (constant, scale) = (speed(1 << 24), if seed % 2 == 0 { 1 << 24 } else { 1 << 14 });
        let (mut units, mut exact, mut rest) = (0i64, 0.0f64, 0.0f32);
        for step in 0..5_000 {
            let px = if seed % 3 == 0 { speed(scale) } else { constant };
            let d = displacement(px, rest).expect("finite");
            units += i64::from(d.units);
            exact += f64::from(px) * 256.0;
            rest = d.remainder;
            let missing = (units as f64 - exact).abs();
            assert!(
                missing <= 1.0,
                "seed {seed}: after step {step} {units} units are {missing} from {exact}"
            );
        }
    }
}

#[test]
fn pixels_and_units_convert_to_the_nearest() {
    let mut rng = Rng::new(13);
    for _ in 0..volume(100_000, 3_000_000) {
        let px = any_pixels(&mut rng);
        let wanted = (f64::from(px).abs() <= 8_388_607.0).then(|| half_to_even(f64::from(px) * 256.0) as i64);
        assert_eq!(units_from_px(px).map(i64::from), wanted, "{px} px");
        let units = rng.any_scale(31).clamp(-WORLD_END, WORLD_END) as i32;
        let back = px_from_units(units);
        assert_eq!(back, (f64::from(units) / 256.0) as f32, "{units} units");
        if units.abs() <= 1 << 24 {
            assert_eq!(units_from_px(back), Some(units), "{units} units through {back} px");
        }
    }
}

#[test]
fn not_a_number_and_infinities_have_no_place_on_the_lattice() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 8_388_608.0, -8_388_608.0, f32::MAX] {
        assert_eq!(units_from_px(bad), None, "{bad}");
    }
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(displacement(bad, 0.0), None, "{bad}");
        assert_eq!(displacement(1.0, bad), None, "a rest of {bad}");
    }
}

#[test]
fn a_velocity_of_negative_zero_counts_as_zero() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    let mut start = World::new(grid);
    let profile = start.add_profile(Profile::default());
    start.add_mover(Mover::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 16.0), layer, tile)).expect("sound");
    for k in 0..40 {
        // Some in the air, and some on the mover.
        let top = if k % 2 == 0 { 20.0 } else { 90.0 };
        start.spawn(profile, Body::new(Vec2::new(k as f32, top), Vec2::new(8.0, 10.0)));
    }
    let mut worlds = [start.clone(), start];
    for step in 0..4 {
        let hashes = [0.0, -0.0].map(|speed: f32| {
            let world = &mut worlds[usize::from(speed.is_sign_negative())];
            step_with_control(world, 1.0 / 60.0, |bodies| {
                bodies.slices().x.velocity.fill(speed);
                bodies.slices().y.velocity.fill(speed);
            });
            world.state_hash()
        });
        assert_eq!(hashes[0], hashes[1], "step {step}");
    }
}
