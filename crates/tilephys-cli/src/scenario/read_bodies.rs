//! Validates bodies, and a step's changes to them.

use super::format::{BodyOrder as Keys, Hold, Name, Step as StepKeys};
use super::model::{BodyOrder, BodyPlan, Step};
use super::read_profile::profile_of;
use super::reader::{Reader, Valid};
use glam::{IVec2, Vec2};
use std::ops::Range;
use tilephys::core::{BodyId, UNITS_PER_PX, shape::TileShape};
use toml::Spanned;

/// The standard actor, in pixels.
const ACTOR: [i32; 2] = [8, 11];

const MOST_BODIES: usize = 1_000;

impl Reader<'_> {
    pub(crate) fn read_bodies(&mut self, gravity: Vec2) -> Valid<()> {
        let entries = &self.file.body;
        let message = "the file has no `[[body]]`: a scenario needs at least one";
        self.ensure(!entries.is_empty(), 0..0, message, "")?;
        self.check_count(entries, MOST_BODIES, "bodies")?;
        for (place, entry) in entries.iter().enumerate() {
            let body = entry.get_ref();
            let name = self.read_name(entry, body.name.as_ref(), "body")?;
            let standard = IVec2::from(ACTOR) * UNITS_PER_PX;
            let size = body.size.as_ref().map_or(Ok(standard), |size| self.read_size(size))?;
            let position = body.at.get_ref().0;
            let what = format!("body `{name}`");
            self.check_place(&what, position, size, body.at.span())?;
            let plan = BodyPlan {
                name,
                id: BodyId(place as u32),
                position,
                size,
                velocity: body.velocity.0,
                profile: profile_of(body, self.up),
                solid: body.solid.as_ref().map(|name| self.read_solid(name)).transpose()?,
                feel: self.read_feel(body)?,
                kit: self.read_kit(body)?,
                path: self.read_path(body.path.as_ref(), &what, size)?,
                later: body.later,
            };
            self.check_profile(gravity, (place, &plan), entry)?;
            self.bodies.push(plan);
        }
        Ok(())
    }

    /// Tile of a body that is solid to others. A body is a box, so the letter must be a whole tile.
    fn read_solid(&self, name: &Name) -> Valid<usize> {
        let kind = self.kind(name)?;
        let letter = name.get_ref();
        let message = format_args!("a body is solid as a whole box, and `{letter}` has a shape of its own");
        let help = "name a letter of a whole tile; `collide = { one_way = \"Up\" }` makes a body solid from one side, \
                    and a `[[mover]]` may have any shape";
        self.ensure(self.kinds[kind].tile.shape == TileShape::Full, name.span(), message, help)?;
        Ok(kind)
    }

    pub(crate) fn body_orders(&self, step: &StepKeys, own: usize) -> Valid<Vec<BodyOrder>> {
        let mut orders: Vec<BodyOrder> = Vec::new();
        for entry in &step.bodies {
            let order = self.body_order(entry, step)?;
            let name = &entry.get_ref().body;
            let is_first = orders.iter().all(|known| known.body != order.body);
            let message = format_args!("the step already has an entry for `{}`", name.get_ref());
            self.ensure(is_first, name.span(), message, "merge both entries")?;
            let hold = entry.get_ref().hold.as_ref().filter(|_| step.hold.is_some() && order.body == own);
            let message = "the step already has a `hold` for this body";
            self.refuse(hold.map(Spanned::span), message, "remove one `hold`")?;
            orders.push(order);
        }
        Ok(orders)
    }

    fn body_order(&self, entry: &Spanned<Keys>, step: &StepKeys) -> Valid<BodyOrder> {
        let keys = entry.get_ref();
        let body = self.body_or(Some(&keys.body), 0)?;
        if let Some(scale) = &keys.time_scale {
            let own = scale.get_ref();
            let message = format_args!("`time_scale` must be a finite number, 0 or more, not {own}");
            self.ensure((0.0..=f32::MAX).contains(own), scale.span(), message, "")?;
        }
        let BodyPlan { name, size, .. } = &self.bodies[body];
        let place = keys.place.map(|place| place.0);
        if let Some(at) = place {
            self.check_place(&format!("body `{name}`"), at, *size, entry.span())?;
        }
        let order = BodyOrder {
            span: entry.span(),
            body,
            spawn: keys.spawn,
            despawn: keys.despawn,
            place,
            velocity: keys.velocity.map(|speed| speed.0),
            time_scale: keys.time_scale.as_ref().map(|scale| *scale.get_ref()),
            hit_stop: keys.hit_stop,
            ignore: self.other(keys.ignore.as_ref(), body)?,
            stop_ignoring: self.other(keys.stop_ignoring.as_ref(), body)?,
            hold: keys.hold.as_ref().map(|hold| self.hold_of(hold, step, body)).transpose()?,
        };
        let message = if order.despawn {
            "a body that `despawn` removes does nothing else in the step"
        } else {
            "the entry changes nothing"
        };
        let help = "give it `despawn`, or any of `spawn`, `place`, `velocity`, `time_scale`, \
                    `hit_stop`, `ignore`, `stop_ignoring` and `hold`";
        self.ensure(order.despawn != order.acts(), entry.span(), message, help)?;
        Ok(order)
    }

    /// Another body.
    fn other(&self, name: Option<&Name>, body: usize) -> Valid<Option<usize>> {
        let Some(name) = name else { return Ok(None) };
        let other = self.body_or(Some(name), 0)?;
        let message = format_args!("`{}` does not meet itself anyway", name.get_ref());
        self.ensure(other != body, name.span(), message, "name another body")?;
        Ok(Some(other))
    }

    /// What the player of a character holds.
    pub(crate) fn hold_of(&self, hold: &Spanned<Hold>, step: &StepKeys, body: usize) -> Valid<Hold> {
        let message = "`hold` goes with `ticks`: a character acts when the world steps";
        self.ensure(step.ticks.is_some(), hold.span(), message, "")?;
        let BodyPlan { name, feel, .. } = &self.bodies[body];
        let message = format_args!("`{name}` is not a character: it has no `feel`");
        self.ensure(feel.is_some(), hold.span(), message, "")?;
        let own = *hold.get_ref();
        for (name, value) in [("along", own.along), ("upward", own.upward)] {
            let message = format_args!("`{name}` is from -1 to 1, not {value}");
            self.ensure((-1.0..=1.0).contains(&value), hold.span(), message, "")?;
        }
        Ok(own)
    }

    /// Refuses what is asked of bodies that are not in the world. Returns which were away at some time.
    pub(crate) fn check_there(&self, steps: &[Step]) -> Valid<Vec<bool>> {
        let mut there: Vec<bool> = self.bodies.iter().map(|body| !body.later).collect();
        let mut away: Vec<bool> = self.bodies.iter().map(|body| body.later).collect();
        let is_away = |body: usize, span: Range<usize>, help: &str| {
            let name = &self.bodies[body].name;
            let message = format!("`{name}` is not in the world in this step");
            self.refuse(Some(span), message, help)
        };
        for (step, keys) in steps.iter().zip(&self.file.step) {
            for order in &step.bodies {
                let body = order.body;
                let message = format_args!("`{}` is already in the world", self.bodies[body].name);
                let help = "a body that comes later has `later = true`, or was removed by `despawn`";
                self.ensure(!order.spawn || !there[body], order.span.clone(), message, help)?;
                if !order.spawn && !there[body] {
                    is_away(body, order.span.clone(), "`spawn = true` adds it")?;
                }
                there[body] = !order.despawn;
                away[body] |= order.despawn;
            }
            let others = step.bodies.iter().filter_map(|order| order.ignore.or(order.stop_ignoring));
            let own = Some(step.body).filter(|_| step.acts());
            if let Some(body) = others.chain(own).find(|body| !there[*body]) {
                let span = keys.get_ref().body.as_ref().map_or(step.span.clone(), Spanned::span);
                is_away(body, span, "name another `body`, or add it with `spawn = true`")?;
            }
        }
        Ok(away)
    }
}
