//! Soundness for random characters: presets with other numbers, and with abilities of other presets.

use crate::levels::{TextLevel, player};
use crate::sound::{Numbers, TOWER, YARD, factor, play_within, presets};
use tilephys_feel::{Feel, SurfaceFeel};

/// Numbers that change a setting.
const FACTORS: [f32; 6] = [0.25, 0.5, 0.8, 1.0, 1.25, 2.0];

/// A random character.
fn random_feel(numbers: &mut Numbers) -> Feel {
    let presets = presets();
    let mut any = || presets[numbers.below(4) as usize].1.clone();
    let mut feel = Feel { drop_through: any().drop_through, friction: any().friction, ..any() };
    feel.run = any().run;
    feel.jump = any().jump;
    feel.assist = any().assist;
    feel.fast_fall = any().fast_fall;
    feel.wall_slide = any().wall_slide;
    feel.wall_jump = any().wall_jump;
    feel.dash = any().dash;
    feel.climb = any().climb;
    feel.swim = any().swim;
    if numbers.below(2) == 0 {
        feel.surfaces.push(SurfaceFeel { surface: 7, spring: 300.0, ..SurfaceFeel::default() });
    }
    for number in settings(&mut feel) {
        *number *= FACTORS[numbers.below(6) as usize];
    }
    feel.climb.iter_mut().for_each(|climb| climb.center_speed = climb.up_speed);
    feel
}

/// All numbers of a character.
fn settings(feel: &mut Feel) -> Vec<&mut f32> {
    let Feel { run, jump, assist, .. } = feel;
    let mut all = vec![&mut feel.gravity, &mut feel.max_fall];
    all.extend([&mut run.speed, &mut run.accel, &mut run.reduce, &mut run.air]);
    all.extend([&mut jump.speed, &mut jump.along, &mut jump.air_speed]);
    all.extend([&mut jump.rise_gravity, &mut jump.apex_speed, &mut jump.apex_gravity]);
    all.extend([&mut assist.corner_correct_up, &mut assist.corner_correct_side]);
    all.extend([&mut assist.gap_bridge, &mut assist.step_up]);
    all.extend([&mut assist.one_way_assist, &mut assist.one_way_nudge]);
    if let Some(fall) = &mut feel.fast_fall {
        all.push(&mut fall.speed);
    }
    if let Some(slide) = &mut feel.wall_slide {
        all.extend([&mut slide.start_speed, &mut slide.end_speed]);
    }
    if let Some(jump) = &mut feel.wall_jump {
        all.extend([&mut jump.reach, &mut jump.speed]);
    }
    if let Some(dash) = &mut feel.dash {
        all.extend([&mut dash.speed, &mut dash.end_speed, &mut dash.floor_snap]);
    }
    if let Some(climb) = &mut feel.climb {
        all.extend([&mut climb.up_speed, &mut climb.down_speed, &mut climb.along_speed]);
        all.extend([&mut climb.hop_up, &mut climb.hop_along]);
    }
    if let Some(swim) = &mut feel.swim {
        all.extend([&mut swim.speed, &mut swim.accel, &mut swim.buoyancy, &mut swim.drag, &mut swim.stroke]);
    }
    for surface in &mut feel.surfaces {
        all.extend([&mut surface.accel, &mut surface.speed, &mut surface.spring]);
    }
    all
}

#[test]
fn random_characters_stay_within_the_bounds() {
    let mut states = 0;
    for character in 0..8 * factor() {
        let mut numbers = Numbers(character);
        let player = player(random_feel(&mut numbers));
        for (text, ticks) in [(TOWER, 1_000), (YARD, 300)] {
            let level = TextLevel::new(text, &player);
            let name = format!("character {character}");
            states += play_within(&level, &player, &name, 8, ticks);
        }
    }
    println!("{states} states");
}
