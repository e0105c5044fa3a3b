//! Groups of settings, with the names of their files. A group that is no part of every character has a switch.

use eframe::egui::{CollapsingHeader, Slider, SliderClamping, Ui};
use std::ops::RangeInclusive;
use tilephys::feel::{Assist, Climb, Crouch, Dash, FastFall, Feel, Jump, Run, Swim, WallJump, WallSlide};

/// Ends of sliders. Greater values can be typed.
const SPEED: RangeInclusive<f32> = 0.0..=600.0;
const ACCEL: RangeInclusive<f32> = 0.0..=4000.0;
const FACTOR: RangeInclusive<f32> = 0.0..=3.0;
const LENGTH: RangeInclusive<f32> = 0.0..=32.0;

/// Shows all groups.
pub(super) fn show(feel: &mut Feel, ui: &mut Ui) {
    open("fall", ui, |ui| {
        number(ui, "gravity", &mut feel.gravity, ACCEL, " px/s²");
        number(ui, "max_fall", &mut feel.max_fall, SPEED, " px/s").on_hover_text("0: no limit");
        ui.checkbox(&mut feel.drop_through, "drop_through").on_hover_text("Down and jump leave a plank");
        ui.checkbox(&mut feel.friction, "friction").on_hover_text("The floor's friction counts");
    });
    open("run", ui, |ui| run(ui, &mut feel.run));
    open("jump", ui, |ui| jump(ui, &mut feel.jump));
    closed("assist", ui, |ui| assist(ui, &mut feel.assist));
    optional("fast_fall", ui, &mut feel.fast_fall, |ui, FastFall { speed, accel }| {
        number(ui, "speed", speed, SPEED, " px/s");
        number(ui, "accel", accel, ACCEL, " px/s²");
    });
    optional(
        "wall_slide",
        ui,
        &mut feel.wall_slide,
        |ui, WallSlide { start_speed, end_speed, ticks: slide }| {
            number(ui, "start_speed", start_speed, SPEED, " px/s");
            number(ui, "end_speed", end_speed, SPEED, " px/s");
            ticks(ui, "ticks", slide, 120);
        },
    );
    optional("wall_jump", ui, &mut feel.wall_jump, wall_jump);
    optional("dash", ui, &mut feel.dash, dash);
    optional("climb", ui, &mut feel.climb, climb);
    optional("swim", ui, &mut feel.swim, swim);
    optional("crouch", ui, &mut feel.crouch, crouch);
}

fn open(name: &str, ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(name).default_open(true).show(ui, content);
}

fn closed(name: &str, ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(name).show(ui, content);
}

/// A group with a switch. Its numbers begin with their defaults.
fn optional<T: Default>(
    name: &str,
    ui: &mut Ui,
    group: &mut Option<T>,
    content: impl FnOnce(&mut Ui, &mut T),
) {
    let mut is_on = group.is_some();
    if ui.checkbox(&mut is_on, name).changed() {
        *group = is_on.then(T::default);
    }
    if let Some(group) = group {
        ui.push_id(name, |ui| ui.indent(name, |ui| content(ui, group)));
    }
}

fn number(
    ui: &mut Ui,
    name: &str,
    value: &mut f32,
    range: RangeInclusive<f32>,
    unit: &str,
) -> eframe::egui::Response {
    let step = if *range.end() > 100.0 { 1.0 } else { 0.05 };
    let slider = Slider::new(value, range).text(name).suffix(unit).step_by(step);
    ui.add(slider.clamping(SliderClamping::Never).max_decimals(3))
}

fn ticks(ui: &mut Ui, name: &str, value: &mut u8, most: u8) {
    ui.add(Slider::new(value, 0..=most).text(name).suffix(" ticks").clamping(SliderClamping::Edits));
}

fn run(ui: &mut Ui, Run { speed, accel, reduce, air }: &mut Run) {
    number(ui, "speed", speed, SPEED, " px/s");
    number(ui, "accel", accel, ACCEL, " px/s²");
    number(ui, "reduce", reduce, ACCEL, " px/s²").on_hover_text("Brakes a greater speed");
    number(ui, "air", air, FACTOR, "").on_hover_text("Factor of both in the air");
}

fn jump(ui: &mut Ui, jump: &mut Jump) {
    number(ui, "speed", &mut jump.speed, SPEED, " px/s");
    number(ui, "along", &mut jump.along, SPEED, " px/s")
        .on_hover_text("Speed added in the direction of the input");
    ticks(ui, "coyote_ticks", &mut jump.coyote_ticks, 30);
    ticks(ui, "buffer_ticks", &mut jump.buffer_ticks, 30);
    ticks(ui, "var_jump_ticks", &mut jump.var_jump_ticks, 60);
    ticks(ui, "ceiling_ticks", &mut jump.ceiling_ticks, 60);
    number(ui, "cut", &mut jump.cut, FACTOR, "")
        .on_hover_text("Factor of the speed on release: 1 changes nothing");
    number(ui, "rise_gravity", &mut jump.rise_gravity, FACTOR, "");
    number(ui, "apex_speed", &mut jump.apex_speed, SPEED, " px/s");
    number(ui, "apex_gravity", &mut jump.apex_gravity, FACTOR, "");
    ticks_of("air_jumps", ui, &mut jump.air_jumps, 5, "");
    number(ui, "air_speed", &mut jump.air_speed, SPEED, " px/s");
}

fn ticks_of(name: &str, ui: &mut Ui, value: &mut u8, most: u8, unit: &str) {
    ui.add(Slider::new(value, 0..=most).text(name).suffix(unit).clamping(SliderClamping::Edits));
}

fn assist(ui: &mut Ui, assist: &mut Assist) {
    number(ui, "corner_correct_up", &mut assist.corner_correct_up, LENGTH, " px");
    number(ui, "corner_correct_side", &mut assist.corner_correct_side, LENGTH, " px");
    ticks(ui, "wall_retain_ticks", &mut assist.wall_retain_ticks, 30);
    number(ui, "gap_bridge", &mut assist.gap_bridge, LENGTH, " px");
    number(ui, "step_up", &mut assist.step_up, LENGTH, " px");
    number(ui, "one_way_assist", &mut assist.one_way_assist, SPEED, " px/s");
    number(ui, "one_way_nudge", &mut assist.one_way_nudge, LENGTH, " px");
}

fn wall_jump(ui: &mut Ui, jump: &mut WallJump) {
    number(ui, "reach", &mut jump.reach, LENGTH, " px");
    number(ui, "speed", &mut jump.speed, SPEED, " px/s");
    ticks(ui, "force_ticks", &mut jump.force_ticks, 60);
    ui.checkbox(&mut jump.wall_lift, "wall_lift").on_hover_text("Adds the velocity of the wall");
}

fn dash(ui: &mut Ui, dash: &mut Dash) {
    number(ui, "speed", &mut dash.speed, 0.0..=1200.0, " px/s");
    // 255 ticks would leave no room for the end of the dash.
    ui.add(
        Slider::new(&mut dash.ticks, 0..=60).text("ticks").suffix(" ticks").clamping(SliderClamping::Always),
    );
    number(ui, "end_speed", &mut dash.end_speed, SPEED, " px/s");
    ticks(ui, "cooldown_ticks", &mut dash.cooldown_ticks, 120);
    ticks_of("count", ui, &mut dash.count, 5, "");
    number(ui, "floor_snap", &mut dash.floor_snap, LENGTH, " px");
}

fn climb(ui: &mut Ui, climb: &mut Climb) {
    number(ui, "up_speed", &mut climb.up_speed, SPEED, " px/s");
    number(ui, "down_speed", &mut climb.down_speed, SPEED, " px/s");
    number(ui, "along_speed", &mut climb.along_speed, SPEED, " px/s")
        .on_hover_text("On ladders; 0 for ropes");
    ui.checkbox(&mut climb.walls, "walls").on_hover_text("Climbs walls too, while grab is down");
    number(ui, "hop_up", &mut climb.hop_up, SPEED, " px/s");
    number(ui, "hop_along", &mut climb.hop_along, SPEED, " px/s");
}

fn swim(ui: &mut Ui, swim: &mut Swim) {
    number(ui, "speed", &mut swim.speed, SPEED, " px/s");
    number(ui, "accel", &mut swim.accel, ACCEL, " px/s²");
    number(ui, "buoyancy", &mut swim.buoyancy, ACCEL, " px/s²");
    number(ui, "drag", &mut swim.drag, 0.0..=20.0, "");
    number(ui, "stroke", &mut swim.stroke, SPEED, " px/s");
}

fn crouch(ui: &mut Ui, crouch: &mut Crouch) {
    number(ui, "width", &mut crouch.width, 1.0..=32.0, " px");
    number(ui, "height", &mut crouch.height, 1.0..=32.0, " px");
    number(ui, "standing_height", &mut crouch.standing_height, 1.0..=48.0, " px");
    number(ui, "speed", &mut crouch.speed, FACTOR, "").on_hover_text("Factor of the running speed");
    // A crouching body is lower than a standing one.
    if crouch.height >= crouch.standing_height {
        crouch.standing_height = crouch.height + 1.0;
    }
}
