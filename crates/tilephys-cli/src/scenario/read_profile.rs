//! Validates the settings of a body: its profile, character, crowd and boxes.

use super::format::Body;
use super::model::{BodyKit, BodyPlan};
use super::number::OneOrTwo;
use super::read_basics::{out_of_range, place_of};
use glam::Vec2;
use tilephys::check::located::{Problem, Source};
use tilephys::core::{Direction, Fault, Field, MotionMode, MoveConfig, Profile, Walk};
use tilephys::feel::{Climb, Crowd, Feel, HitBox};
use toml::de::DeTable;
use toml::{Spanned, Table, Value};

/// The settings of a body; `up` is the file's.
pub(crate) fn profile_of(body: &Body, up: Direction) -> Profile {
    let plain = Profile::default();
    let movement = MoveConfig {
        mask: body.mask.unwrap_or(plain.movement.mask),
        up: body.up.map_or(up, |own| own.0),
        response: body.response,
        rest_speed: body.rest_speed.unwrap_or(plain.movement.rest_speed),
        motion_mode: body.motion_mode,
        walk: body.walk.as_ref().map_or(plain.movement.walk, |walk| *walk.get_ref()),
    };
    Profile {
        movement,
        gravity_scale: body.gravity_scale.as_ref().map_or(plain.gravity_scale, |scale| *scale.get_ref()),
        max_speed: body.max_speed.map_or(plain.max_speed, OneOrTwo::both),
        riding: body.riding,
        category: body.category.unwrap_or(plain.category),
        collide: body.collide,
        sensor: body.sensor,
        report_tiles: body.report_tiles,
        ..plain
    }
}

/// Refuses a profile that the engine refuses, and settings without an effect.
pub(crate) fn check_profile(
    source: &Source,
    tree: &DeTable,
    gravity: Vec2,
    place: usize,
    (plan, body): (&BodyPlan, &Spanned<Body>),
) -> Result<(), Problem> {
    let span = body.get_ref().name.as_ref().map_or(body.span(), Spanned::span);
    if let Some(fault) = plan.profile.fault() {
        let table = tree.get("body").and_then(|bodies| bodies.get_ref().get(place));
        return Err(out_of_range(source, fault, table, span));
    }
    let walk = body.get_ref().walk.as_ref();
    if let (Some(walk), MotionMode::Floating) = (walk, body.get_ref().motion_mode) {
        let message = "`walk` is only for walking bodies, and this body has `motion_mode = \"Floating\"`";
        return Err(source.problem(walk.span(), message).with_help("remove one of them"));
    }
    let Some(feel) = &plan.feel else { return Ok(()) };
    let profile = feel.profile(plan.profile, gravity);
    if let Some((field, fault)) = profile.fault() {
        let message = format!("the engine rejects the body `{}`: {field} {fault}", plan.name);
        let help = "change its keys, or the `gravity` of the file";
        return Err(source.problem(body.span(), message).with_help(help));
    }
    let scale = body.get_ref().gravity_scale.as_ref().map(|scale| ("gravity_scale".to_owned(), scale.span()));
    let ignored = walk.and_then(|walk| {
        let key = overridden(walk.get_ref(), &profile.movement.walk)?;
        Some((key, walk.span()))
    });
    let Some((key, at)) = scale.or(ignored) else { return Ok(()) };
    let message = format!("`{key}` of a character is what its `feel` says");
    Err(source.problem(at, message).with_help("remove one of them"))
}

/// The first key of a walk that is not the default, and that another walk has overridden.
fn overridden(own: &Walk, other: &Walk) -> Option<String> {
    let [own, other, plain] =
        [own, other, &Walk::default()].map(|walk| Table::try_from(walk).unwrap_or_default());
    let is_lost = |(key, value): &(&String, &Value)| {
        [&plain, &other].iter().all(|table| table.get(*key) != Some(value))
    };
    own.iter().find(is_lost).map(|(key, _)| key.clone())
}

pub(crate) fn read_feel(source: &Source, body: &Body) -> Result<Option<Feel>, Problem> {
    let Some(name) = &body.feel else {
        let without = |climb: &Spanned<Climb>| {
            let message = "`climb` is only for characters, and this body has no `feel`";
            Err(source.problem(climb.span(), message))
        };
        return body.climb.as_ref().map_or(Ok(None), without);
    };
    if body.motion_mode == MotionMode::Floating {
        let message = "a character walks, and this body has `motion_mode = \"Floating\"`";
        return Err(source.problem(name.span(), message).with_help("remove one of them"));
    }
    let preset = place_of(source, name, ["character", "there are"], Feel::PRESETS.into_iter())?;
    let feel = Feel::preset(Feel::PRESETS[preset]).expect("it is a preset");
    let Some(climb) = &body.climb else { return Ok(Some(feel)) };
    let feel = Feel { climb: Some(*climb.get_ref()), ..feel };
    let Some((field, fault)) = feel.fault() else { return Ok(Some(feel)) };
    Err(source.problem(climb.span(), format!("`{field}` {fault}")))
}

/// Crowd and boxes of a body.
pub(crate) fn read_kit(source: &Source, body: &Body) -> Result<BodyKit, Problem> {
    fn sound<T: Copy>(
        source: &Source,
        part: Option<&Spanned<T>>,
        fault: fn(&T) -> Option<(Field, Fault)>,
    ) -> Result<Option<T>, Problem> {
        let Some(part) = part else { return Ok(None) };
        match fault(part.get_ref()) {
            None => Ok(Some(*part.get_ref())),
            Some((field, fault)) => Err(source.problem(part.span(), format!("its {field} {fault}"))),
        }
    }
    Ok(BodyKit {
        crowd: sound(source, body.crowd.as_ref(), Crowd::fault)?,
        hit_box: sound(source, body.hit_box.as_ref(), HitBox::fault)?,
        hurt_box: body.hurt_box,
    })
}
