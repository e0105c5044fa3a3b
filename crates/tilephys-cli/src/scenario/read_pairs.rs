//! Validates contacts between bodies.

use super::format::Body;
use super::format_pairs::{BodyHitKeys, CollideKeys, CombineKeys};
use super::model::BodyPlan;
use super::number::{checked, from_zero, from_zero_finite, point};
use super::read_steps::Reader;
use super::value::BodyHitWant;
use tilephys::check::located::{Problem, Source};
use tilephys::core::{BodyCollision, Combine, Response};
use toml::Spanned;

/// The masses that the engine takes besides infinite ones.
const MASSES: std::ops::RangeInclusive<f64> = 1e-12..=1e12;

pub(crate) fn read_collide(
    source: &Source,
    body: &Body,
    response: Response,
) -> Result<Option<BodyCollision>, Problem> {
    let Some(CollideKeys { mask, mass, friction, push_speed, one_way, carries, yields }) = &body.collide
    else {
        return Ok(None);
    };
    if let (Response::Bounce { restitution }, Some(value)) = (response, &body.restitution)
        && restitution > 1.0
    {
        let message =
            format!("`restitution` is at most 1 for a body that collides with others, not {restitution}");
        return Err(source.problem(value.span(), message));
    }
    let plain = BodyCollision::default();
    let is_mass = |mass: f64| mass == f64::INFINITY || MASSES.contains(&mass);
    Ok(Some(BodyCollision {
        mask: mask.unwrap_or(plain.mask),
        mass: checked(source, ("mass", mass), plain.mass, is_mass, "is from 1e-12 to 1e12, or inf")?,
        friction: checked(
            source,
            ("friction", friction),
            plain.friction,
            from_zero_finite,
            "is a finite number, 0 or more",
        )?,
        push_speed: checked(
            source,
            ("push_speed", push_speed),
            plain.push_speed,
            from_zero,
            "is zero or more",
        )?,
        one_way: one_way.map(|side| side.0),
        carries: carries.unwrap_or(plain.carries),
        yields: yields.unwrap_or(plain.yields),
    }))
}

pub(crate) fn read_combine(
    source: &Source,
    keys: Option<&Spanned<CombineKeys>>,
    bodies: &[BodyPlan],
) -> Result<Combine, Problem> {
    let plain = Combine::default();
    let Some(keys) = keys else { return Ok(plain) };
    if bodies.iter().all(|body| body.profile.collide.is_none()) {
        let message = "`combine` applies to bodies that collide with each other, and no body has `collide`";
        let help = "remove it, or give the bodies `collide = {}`";
        return Err(source.problem(keys.span(), message).with_help(help));
    }
    let CombineKeys { restitution, friction } = *keys.get_ref();
    Ok(Combine {
        restitution: restitution.map_or(plain.restitution, |rule| rule.0),
        friction: friction.map_or(plain.friction, |rule| rule.0),
    })
}

impl Reader<'_> {
    pub(crate) fn body_hit(&self, hit: &Spanned<BodyHitKeys>) -> Result<BodyHitWant, Problem> {
        let BodyHitKeys { on, fraction, normal, at, approach, change } = hit.get_ref();
        Ok(BodyHitWant {
            line: self.source.line(hit.span().start),
            other: on.as_ref().map(|name| self.body_or(Some(name), 0)).transpose()?,
            fraction: self.fraction(fraction.as_ref())?,
            normal: normal.as_ref().map(|normal| self.normal(normal, false)).transpose()?,
            at: at.as_ref().map(|at| point(self.source, at)).transpose()?,
            approach: approach.as_ref().map(|speed| self.speed(speed)).transpose()?,
            change: change.as_ref().map(|change| self.speeds(change)).transpose()?,
        })
    }
}
