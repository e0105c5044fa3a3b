//! Groups of settings, with the names of their files. A group that is no part of every character has a switch.

use eframe::egui::{CollapsingHeader, Slider, SliderClamping, Ui};
use std::ops::RangeInclusive;
use tilephys::feel::{
    Assist, Climb, Crouch, Dash, FastFall, Feel, Jump, Ledge, Run, Swim, WallJump, WallSlide,
};

const FACTOR: RangeInclusive<f32> = 0.0..=3.0;

/// Sliders that end where the size of the tiles says. Greater values can be typed.
#[derive(Clone, Copy)]
pub(super) struct Sliders {
    /// Height of a tile in px.
    pub(super) tile: f32,
}

impl Sliders {
    fn speed(self, ui: &mut Ui, named: [&str; 2], value: &mut f32) {
        number(ui, named, value, 0.0..=self.tile * 40.0, " px/s");
    }

    fn accel(self, ui: &mut Ui, named: [&str; 2], value: &mut f32) {
        number(ui, named, value, 0.0..=self.tile * 250.0, " px/s²");
    }

    fn length(self, ui: &mut Ui, named: [&str; 2], value: &mut f32) {
        number(ui, named, value, 0.0..=self.tile * 2.0, " px");
    }

    fn side(self, ui: &mut Ui, named: [&str; 2], value: &mut f32) {
        number(ui, named, value, 1.0..=self.tile * 3.0, " px");
    }
}

/// Shows all groups.
pub(super) fn show(feel: &mut Feel, sliders: Sliders, ui: &mut Ui) {
    open("fall", ui, |ui| {
        sliders.accel(ui, ["gravity", "How fast a fall gets faster"], &mut feel.gravity);
        sliders.speed(ui, ["max_fall", "Greatest speed of a fall; 0: no limit"], &mut feel.max_fall);
        ui.checkbox(&mut feel.drop_through, "drop_through").on_hover_text("Down and jump leave a plank");
        ui.checkbox(&mut feel.friction, "friction").on_hover_text("The floor's friction counts");
    });
    open("run", ui, |ui| run(ui, sliders, &mut feel.run));
    open("jump", ui, |ui| jump(ui, sliders, &mut feel.jump));
    closed("assist", ui, |ui| assist(ui, sliders, &mut feel.assist));
    optional("fast_fall", ui, &mut feel.fast_fall, |ui, FastFall { speed, accel }| {
        sliders.speed(ui, ["speed", "Greatest speed of a fall while down is held"], speed);
        sliders.accel(ui, ["accel", "How fast that limit is reached"], accel);
    });
    optional(
        "wall_slide",
        ui,
        &mut feel.wall_slide,
        |ui, WallSlide { start_speed, end_speed, ticks: slide }| {
            sliders.speed(ui, ["start_speed", "Greatest speed along a wall at first"], start_speed);
            sliders.speed(ui, ["end_speed", "Greatest speed along a wall at last"], end_speed);
            ticks(ui, ["ticks", "How long the speed grows"], slide, 120);
        },
    );
    optional("wall_jump", ui, &mut feel.wall_jump, |ui, group| wall_jump(ui, sliders, group));
    optional("dash", ui, &mut feel.dash, |ui, group| dash(ui, sliders, group));
    optional("climb", ui, &mut feel.climb, |ui, group| climb(ui, sliders, group));
    optional("swim", ui, &mut feel.swim, |ui, group| swim(ui, sliders, group));
    optional("crouch", ui, &mut feel.crouch, |ui, group| crouch(ui, sliders, group));
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

/// A slider with its name and what it does in a sentence.
fn number(ui: &mut Ui, [name, help]: [&str; 2], value: &mut f32, range: RangeInclusive<f32>, unit: &str) {
    let step = if *range.end() > 100.0 { 1.0 } else { 0.05 };
    let slider = Slider::new(value, range).text(name).suffix(unit).step_by(step);
    ui.add(slider.clamping(SliderClamping::Never).max_decimals(3)).on_hover_text(help);
}

fn ticks(ui: &mut Ui, named: [&str; 2], value: &mut u8, most: u8) {
    ticks_of(named, ui, value, most, " ticks");
}

fn run(ui: &mut Ui, sliders: Sliders, Run { speed, accel, reduce, air }: &mut Run) {
    sliders.speed(ui, ["speed", "Running speed"], speed);
    sliders.accel(ui, ["accel", "How fast it gets there, and stops"], accel);
    sliders.accel(ui, ["reduce", "Brakes a greater speed, as after a dash"], reduce);
    number(ui, ["air", "Factor of both in the air: less is harder to steer"], air, FACTOR, "");
}

fn jump(ui: &mut Ui, sliders: Sliders, jump: &mut Jump) {
    sliders.speed(ui, ["speed", "Upward speed of a jump: more is higher"], &mut jump.speed);
    sliders.speed(ui, ["along", "Speed added in the direction of the input"], &mut jump.along);
    ticks(ui, ["coyote_ticks", "How long after an edge a jump still counts"], &mut jump.coyote_ticks, 30);
    ticks(ui, ["buffer_ticks", "How long before the landing a press is kept"], &mut jump.buffer_ticks, 30);
    ticks(ui, ["var_jump_ticks", "How long the button, held, keeps the speed"], &mut jump.var_jump_ticks, 60);
    ticks(ui, ["ceiling_ticks", "How long a ceiling does not end that"], &mut jump.ceiling_ticks, 60);
    number(ui, ["cut", "Factor of the speed on release: 1 changes nothing"], &mut jump.cut, FACTOR, "");
    number(
        ui,
        ["rise_gravity", "Factor of gravity while it rises with the button held"],
        &mut jump.rise_gravity,
        FACTOR,
        "",
    );
    sliders.speed(ui, ["apex_speed", "Speed below which it is near the top; 0: off"], &mut jump.apex_speed);
    number(
        ui,
        ["apex_gravity", "Factor of gravity near the top: less hangs longer"],
        &mut jump.apex_gravity,
        FACTOR,
        "",
    );
    ticks_of(["air_jumps", "Jumps in the air until it stands again"], ui, &mut jump.air_jumps, 5, "");
    sliders.speed(ui, ["air_speed", "Upward speed of a jump in the air"], &mut jump.air_speed);
}

fn ticks_of([name, help]: [&str; 2], ui: &mut Ui, value: &mut u8, most: u8, unit: &str) {
    let slider = Slider::new(value, 0..=most).text(name).suffix(unit).clamping(SliderClamping::Edits);
    ui.add(slider).on_hover_text(help);
}

fn assist(ui: &mut Ui, sliders: Sliders, assist: &mut Assist) {
    sliders.length(
        ui,
        ["corner_correct_up", "Slides past the corner of a ceiling by at most this"],
        &mut assist.corner_correct_up,
    );
    sliders.length(
        ui,
        ["corner_correct_side", "Slides past the corner of a wall in a dash by at most this"],
        &mut assist.corner_correct_side,
    );
    ticks(
        ui,
        ["wall_retain_ticks", "How long the speed before a wall is kept for its end"],
        &mut assist.wall_retain_ticks,
        30,
    );
    sliders.length(
        ui,
        ["gap_bridge", "Lifts onto an edge that is higher by at most this"],
        &mut assist.gap_bridge,
    );
    sliders.length(ui, ["step_up", "Walks up steps of at most this height"], &mut assist.step_up);
    sliders.speed(
        ui,
        ["one_way_assist", "Lifts onto a platform that it rises through, with this speed"],
        &mut assist.one_way_assist,
    );
    sliders.length(
        ui,
        ["one_way_nudge", "Lifts onto a platform in level flight by at most this"],
        &mut assist.one_way_nudge,
    );
}

fn wall_jump(ui: &mut Ui, sliders: Sliders, jump: &mut WallJump) {
    sliders.length(ui, ["reach", "Farthest wall that it jumps off"], &mut jump.reach);
    sliders.speed(ui, ["speed", "Speed away from the wall"], &mut jump.speed);
    ticks(ui, ["force_ticks", "How long it cannot steer back to the wall"], &mut jump.force_ticks, 60);
    ui.checkbox(&mut jump.wall_lift, "wall_lift").on_hover_text("Adds the velocity of the wall");
}

fn dash(ui: &mut Ui, sliders: Sliders, dash: &mut Dash) {
    sliders.speed(ui, ["speed", "Speed of a dash"], &mut dash.speed);
    // 255 ticks would leave no room for the end of the dash.
    let ticks_slider = Slider::new(&mut dash.ticks, 0..=60).text("ticks").suffix(" ticks");
    ui.add(ticks_slider.clamping(SliderClamping::Always)).on_hover_text("Duration of a dash");
    sliders.speed(ui, ["end_speed", "Speed after it"], &mut dash.end_speed);
    ticks(ui, ["cooldown_ticks", "Least time from a dash to the next"], &mut dash.cooldown_ticks, 120);
    ticks_of(["count", "Dashes until it stands again"], ui, &mut dash.count, 5, "");
    sliders.length(
        ui,
        ["floor_snap", "Comes down to a floor that is at most this far below"],
        &mut dash.floor_snap,
    );
}

fn climb(ui: &mut Ui, sliders: Sliders, climb: &mut Climb) {
    sliders.speed(ui, ["up_speed", "Speed upward on ladders and walls"], &mut climb.up_speed);
    sliders.speed(ui, ["down_speed", "Speed downward on them"], &mut climb.down_speed);
    sliders.speed(ui, ["along_speed", "Speed along on ladders; 0 for ropes"], &mut climb.along_speed);
    ui.checkbox(&mut climb.walls, "walls").on_hover_text("Climbs walls too, while grab is down");
    sliders.speed(ui, ["hop_up", "Upward speed at the top of a wall"], &mut climb.hop_up);
    sliders.speed(ui, ["hop_along", "Speed onto the top of a wall"], &mut climb.hop_along);
    sliders.speed(ui, ["center_speed", "Speed to the middle of a ladder; 0: none"], &mut climb.center_speed);
    sliders.speed(ui, ["bar_speed", "Speed along a bar; 0: bars are no hold"], &mut climb.bar_speed);
    optional("ledge", ui, &mut climb.ledge, |ui, Ledge { hands, window, lines }| {
        sliders.length(ui, ["hands", "Distance of the hands below the head"], hands);
        sliders.length(ui, ["window", "Height over the ledge at which hands take hold"], window);
        ui.checkbox(lines, "lines").on_hover_text("Planks are ledges too");
    });
}

fn swim(ui: &mut Ui, sliders: Sliders, swim: &mut Swim) {
    sliders.speed(ui, ["speed", "Swimming speed"], &mut swim.speed);
    sliders.accel(ui, ["accel", "How fast it gets there"], &mut swim.accel);
    sliders.accel(ui, ["buoyancy", "Upward pull: more than gravity floats"], &mut swim.buoyancy);
    number(ui, ["drag", "How much water brakes"], &mut swim.drag, 0.0..=20.0, "");
    sliders.speed(ui, ["stroke", "Upward speed by a press of jump; 0: none"], &mut swim.stroke);
}

fn crouch(ui: &mut Ui, sliders: Sliders, crouch: &mut Crouch) {
    sliders.side(ui, ["width", "Width of the body"], &mut crouch.width);
    sliders.side(ui, ["height", "Height of the body while it crouches"], &mut crouch.height);
    sliders.side(ui, ["standing_height", "Height of the body while it stands"], &mut crouch.standing_height);
    number(ui, ["speed", "Factor of the running speed while it crouches"], &mut crouch.speed, FACTOR, "");
    // A crouching body is lower than a standing one.
    if crouch.height >= crouch.standing_height {
        crouch.standing_height = crouch.height + 1.0;
    }
}
