//! Validates a step's changes to bodies.

use super::format::{BodyOrder as Keys, Hold, Step as StepKeys};
use super::model::{BodyOrder, Step};
use super::read_steps::Reader;
use std::ops::Range;
use tilephys::check::located::Problem;
use toml::Spanned;

impl Reader<'_> {
    pub(crate) fn body_orders(&self, step: &StepKeys, own: usize) -> Result<Vec<BodyOrder>, Problem> {
        let mut orders: Vec<BodyOrder> = Vec::new();
        for entry in &step.bodies {
            let order = self.body_order(entry, step)?;
            if orders.iter().any(|known| known.body == order.body) {
                let name = &entry.get_ref().body;
                let message = format!("the step already has an entry for `{}`", name.get_ref());
                return Err(self.source.problem(name.span(), message).with_help("merge both entries"));
            }
            if let (Some(hold), true) = (&entry.get_ref().hold, step.hold.is_some() && order.body == own) {
                let message = "the step already has a `hold` for this body";
                return Err(self.source.problem(hold.span(), message).with_help("remove one `hold`"));
            }
            orders.push(order);
        }
        Ok(orders)
    }

    fn body_order(&self, entry: &Spanned<Keys>, step: &StepKeys) -> Result<BodyOrder, Problem> {
        let keys = entry.get_ref();
        let body = self.body_or(Some(&keys.body), 0)?;
        if let Some(scale) =
            keys.time_scale.as_ref().filter(|scale| !(0.0..=f32::MAX).contains(scale.get_ref()))
        {
            let message = format!("`time_scale` must be a finite number, 0 or more, not {}", scale.get_ref());
            return Err(self.source.problem(scale.span(), message));
        }
        let order = BodyOrder {
            span: entry.span(),
            body,
            spawn: keys.spawn,
            despawn: keys.despawn,
            place: keys.place.map(|place| place.0),
            velocity: keys.velocity.map(|speed| speed.0),
            time_scale: keys.time_scale.as_ref().map(|scale| *scale.get_ref()),
            hit_stop: keys.hit_stop,
            ignore: self.other(keys.ignore.as_ref(), body)?,
            stop_ignoring: self.other(keys.stop_ignoring.as_ref(), body)?,
            hold: keys.hold.as_ref().map(|hold| self.hold_of(hold, step, body)).transpose()?,
        };
        if order.despawn != order.acts() {
            return Ok(order);
        }
        let message = if order.despawn {
            "a body that `despawn` removes does nothing else in the step"
        } else {
            "the entry changes nothing"
        };
        let help = "give it `despawn`, or any of `spawn`, `place`, `velocity`, `time_scale`, \
                    `hit_stop`, `ignore`, `stop_ignoring` and `hold`";
        Err(self.source.problem(entry.span(), message).with_help(help))
    }

    /// Another body.
    fn other(&self, name: Option<&Spanned<String>>, body: usize) -> Result<Option<usize>, Problem> {
        let Some(name) = name else { return Ok(None) };
        let other = self.body_or(Some(name), 0)?;
        if other == body {
            let message = format!("`{}` does not meet itself anyway", name.get_ref());
            return Err(self.source.problem(name.span(), message).with_help("name another body"));
        }
        Ok(Some(other))
    }

    /// What the player of a character holds.
    pub(crate) fn hold_of(
        &self,
        hold: &Spanned<Hold>,
        step: &StepKeys,
        body: usize,
    ) -> Result<Hold, Problem> {
        if step.ticks.is_none() {
            let message = "`hold` goes with `ticks`: a character acts when the world steps";
            return Err(self.source.problem(hold.span(), message));
        }
        if self.bodies[body].feel.is_none() {
            let message = format!("`{}` is not a character: it has no `feel`", self.bodies[body].name);
            return Err(self.source.problem(hold.span(), message));
        }
        let Hold { along, upward, .. } = *hold.get_ref();
        let axes = [("along", along), ("upward", upward)];
        if let Some((name, value)) = axes.into_iter().find(|(_, value)| !(-1.0..=1.0).contains(value)) {
            let message = format!("`{name}` is from -1 to 1, not {value}");
            return Err(self.source.problem(hold.span(), message));
        }
        Ok(*hold.get_ref())
    }

    /// Refuses what is asked of bodies that are not in the world. Returns which were away at some time.
    pub(crate) fn check_there(
        &self,
        steps: &[Step],
        keys: &[Spanned<StepKeys>],
    ) -> Result<Vec<bool>, Problem> {
        let mut there: Vec<bool> = self.bodies.iter().map(|body| !body.later).collect();
        let mut away: Vec<bool> = self.bodies.iter().map(|body| body.later).collect();
        let refuse = |span: Range<usize>, message: String, help: &str| {
            Err(self.source.problem(span, message).with_help(help))
        };
        for (step, keys) in steps.iter().zip(keys) {
            for order in &step.bodies {
                let name = &self.bodies[order.body].name;
                let span = order.span.clone();
                match (order.spawn, there[order.body]) {
                    (true, true) => {
                        let help = "a body that comes later has `later = true`, or was removed by `despawn`";
                        return refuse(span, format!("`{name}` is already in the world"), help);
                    }
                    (false, false) => {
                        let help = "`spawn = true` adds it";
                        return refuse(span, format!("`{name}` is not in the world in this step"), help);
                    }
                    _ => {}
                }
                there[order.body] = !order.despawn;
                away[order.body] |= order.despawn;
            }
            let others = step.bodies.iter().filter_map(|order| order.ignore.or(order.stop_ignoring));
            let own = Some(step.body).filter(|_| step.acts());
            if let Some(body) = others.chain(own).find(|body| !there[*body]) {
                let name = &self.bodies[body].name;
                let help = "name another `body`, or add it with `spawn = true`";
                let span = keys.get_ref().body.as_ref().map_or(step.span.clone(), Spanned::span);
                return refuse(span, format!("`{name}` is not in the world in this step"), help);
            }
        }
        Ok(away)
    }
}
