//! Validates the settings of a body: its profile, character, crowd and boxes.

use super::format::Body;
use super::model::{BodyKit, BodyPlan};
use super::number::OneOrTwo;
use super::reader::{Reader, Valid};
use glam::Vec2;
use tilephys::core::{Direction, Fault, Field, MotionMode, MoveConfig, Profile, Walk};
use tilephys::feel::{Crowd, Feel, HitBox};
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

/// The first key of a walk that is not the default, and that another walk has overridden.
fn overridden(own: &Walk, other: &Walk) -> Option<String> {
    let [own, other, plain] =
        [own, other, &Walk::default()].map(|walk| Table::try_from(walk).unwrap_or_default());
    let is_lost = |(key, value): &(&String, &Value)| {
        [&plain, &other].iter().all(|table| table.get(*key) != Some(value))
    };
    own.iter().find(is_lost).map(|(key, _)| key.clone())
}

impl Reader<'_> {
    /// Refuses a profile that the engine refuses, and settings without an effect.
    pub(crate) fn check_profile(
        &self,
        gravity: Vec2,
        (place, plan): (usize, &BodyPlan),
        entry: &Spanned<Body>,
    ) -> Valid<()> {
        let body = entry.get_ref();
        if let Some(fault) = plan.profile.fault() {
            let table = self.tree.get("body").and_then(|bodies| bodies.get_ref().get(place));
            let span = body.name.as_ref().map_or(entry.span(), Spanned::span);
            return Err(self.out_of_range(fault, table, span));
        }
        let walk = body.walk.as_ref();
        let idle = walk.filter(|_| body.motion_mode == MotionMode::Floating).map(Spanned::span);
        let message = "`walk` is only for walking bodies, and this body has `motion_mode = \"Floating\"`";
        self.refuse(idle, message, "remove one of them")?;
        let Some(feel) = &plan.feel else { return Ok(()) };
        let profile = feel.profile(plan.profile, gravity);
        if let Some((field, fault)) = profile.fault() {
            let message = format!("the engine rejects the body `{}`: {field} {fault}", plan.name);
            let help = "change its keys, or the `gravity` of the file";
            return Err(self.source.problem(entry.span(), message).with_help(help));
        }
        let scale = body.gravity_scale.as_ref().map(|scale| ("gravity_scale".to_owned(), scale.span()));
        let ignored = walk.and_then(|walk| {
            let key = overridden(walk.get_ref(), &profile.movement.walk)?;
            Some((key, walk.span()))
        });
        let Some((key, at)) = scale.or(ignored) else { return Ok(()) };
        let message = format!("`{key}` of a character is what its `feel` says");
        Err(self.source.problem(at, message).with_help("remove one of them"))
    }

    pub(crate) fn read_feel(&self, body: &Body) -> Valid<Option<Feel>> {
        let climb = body.climb.as_ref();
        let Some(name) = &body.feel else {
            let message = "`climb` is only for characters, and this body has no `feel`";
            return self.refuse(climb.map(Spanned::span), message, "").map(|()| None);
        };
        let message = "a character walks, and this body has `motion_mode = \"Floating\"`";
        let walks = body.motion_mode != MotionMode::Floating;
        self.ensure(walks, name.span(), message, "remove one of them")?;
        let preset = self.place_of(name, ["character", "there are"], Feel::PRESETS.into_iter())?;
        let feel = Feel::preset(Feel::PRESETS[preset]).expect("it is a preset");
        let Some(climb) = climb else { return Ok(Some(feel)) };
        let feel = Feel { climb: Some(*climb.get_ref()), ..feel };
        let Some((field, fault)) = feel.fault() else { return Ok(Some(feel)) };
        Err(self.source.problem(climb.span(), format!("`{field}` {fault}")))
    }

    /// Crowd and boxes of a body.
    pub(crate) fn read_kit(&self, body: &Body) -> Valid<BodyKit> {
        Ok(BodyKit {
            crowd: self.sound(body.crowd.as_ref(), Crowd::fault)?,
            hit_box: self.sound(body.hit_box.as_ref(), HitBox::fault)?,
            hurt_box: body.hurt_box,
        })
    }

    fn sound<T: Copy>(
        &self,
        part: Option<&Spanned<T>>,
        fault: fn(&T) -> Option<(Field, Fault)>,
    ) -> Valid<Option<T>> {
        let Some(part) = part else { return Ok(None) };
        match fault(part.get_ref()) {
            None => Ok(Some(*part.get_ref())),
            Some((field, fault)) => Err(self.source.problem(part.span(), format!("its {field} {fault}"))),
        }
    }
}
