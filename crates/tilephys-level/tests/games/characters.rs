//! Judges characters by promises of their kit: jumps that are paid for, a limited fall, ladders that end.

use crate::games::judge::Verdict;
use crate::games::oracle::{Corners, box_of, overlap};
use crate::games::play::Play;
use crate::games::spec::Act;
use glam::Vec2;
use hecs::Entity;
use std::collections::BTreeMap;
use tilephys_ecs::{
    BodyId, BodyState, Collider, Command, Feel, FeelState, FeelZone, Input, JumpKind, MotionMode, Position,
    Response, Trigger, Up, Velocity,
};

/// Speed beyond the limit of a fall that gravity may add before the controller brakes, in px/s.
const OVERSHOOT: f32 = 60.0;

/// A character as the judge sees it.
#[derive(Clone, Debug)]
struct Character {
    index: Option<u32>,
    corners: Corners,
    velocity: Vec2,
    on_floor: bool,
    state: FeelState,
    feel: Feel,
    jumped: Option<JumpKind>,
    /// Direction of the stick along the floor.
    along: f32,
    is_upright: bool,
}

/// What the judge knows of characters before a step.
#[derive(Default)]
pub(crate) struct CharacterJudge {
    before: BTreeMap<BodyId, Character>,
    ladders: Vec<Corners>,
}

fn characters(play: &Play) -> BTreeMap<BodyId, Character> {
    type Parts<'a> = (
        Entity,
        &'a BodyId,
        &'a Position,
        &'a Collider,
        &'a Velocity,
        &'a BodyState,
        &'a FeelState,
        &'a Feel,
    );
    let mut all = play.world.query::<Parts<'_>>();
    let of = |(entity, id, position, collider, velocity, state, feel_state, feel): Parts<'_>| {
        let part = play.world.entity(entity).ok()?;
        let character = Character {
            index: part.get::<&u32>().map(|index| *index),
            corners: box_of(*position, *collider)?,
            velocity: velocity.0,
            on_floor: state.on_floor(),
            state: *feel_state,
            feel: feel.clone(),
            jumped: part.get::<&Command>().and_then(|command| command.jumped),
            along: part.get::<&Input>().map_or(0.0, |input| input.along),
            is_upright: part.get::<&Up>().is_none_or(|up| *up == Up::default())
                && part.get::<&MotionMode>().is_none(),
        };
        Some((*id, character))
    };
    all.iter().filter_map(of).collect()
}

/// The boxes of all ladders.
fn ladders(play: &Play) -> Vec<Corners> {
    let mut zones = play.world.query::<(&FeelZone, &Trigger, &Position, &Collider)>();
    let boxes =
        zones.iter().filter(|(zone, trigger, ..)| **zone == FeelZone::Ladder && trigger.shape.is_none());
    boxes.filter_map(|(_, _, position, collider)| box_of(*position, *collider)).collect()
}

impl CharacterJudge {
    /// Looks at the characters before a step, after the acts of the game.
    pub(crate) fn before(&mut self, play: &Play) {
        self.before = characters(play);
        self.ladders = ladders(play);
    }

    /// Judges the step that has followed.
    pub(crate) fn after(&self, play: &Play, tick: u32) -> Verdict {
        let is_thrown = |index: u32| {
            let thrown = |(at, act): &(u32, Act)| {
                *at == tick && matches!(act, Act::Throw(which, _) if *which as u32 == index)
            };
            play.game.acts.iter().any(thrown)
        };
        let is_at_rest = self.ladders == ladders(play);
        for (id, now) in characters(play) {
            let Some(before) = self.before.get(&id) else { continue };
            let is_new = now.index.is_some_and(|index| play.placed.contains(&index) || is_thrown(index));
            if is_new || !now.velocity.is_finite() {
                continue;
            }
            let is_paid = match now.jumped {
                Some(JumpKind::Air) => now.state.air_jumps() < before.state.air_jumps(),
                Some(JumpKind::Floor) => before.on_floor,
                Some(JumpKind::Coyote) => before.state.coyote_ticks() > 0,
                _ => true,
            };
            if !is_paid {
                return Err(format!("jump: {id:?} jumped {:?}: {now:?} before {before:?}", now.jumped));
            }
            let is_apart = play.physics.sensors_of(id).next().is_none()
                && play.physics.lift_velocity(id) == Vec2::ZERO
                && play.physics.entity(id).is_some_and(|entity| !play.world.satisfies::<&Response>(entity))
                && play.physics.squishes(id).is_empty()
                && play.physics.pushed_by(id).is_none()
                && !play.physics.events().any(|event| event.body == Some(id));
            if is_apart {
                fall(id, &now, before)?;
            }
            if is_at_rest {
                self.climb(id, &now, before)?;
            }
        }
        Ok(())
    }

    /// A character climbs no higher than the top of its ladder.
    fn climb(&self, id: BodyId, now: &Character, before: &Character) -> Verdict {
        let on_wall = before.feel.climb.is_some_and(|climb| climb.walls);
        let is_on_ladder = before.state.is_climbing() && !before.state.is_hanging();
        if !is_on_ladder || !before.is_upright || on_wall || before.along != 0.0 {
            return Ok(());
        }
        // Faster than a climb is a jump, or what else lifts a character.
        let most = before.feel.climb.map_or(0.0, |climb| climb.up_speed) + 1.0;
        let is_jumping = now.jumped.is_some() || now.state.is_jumping() || -now.velocity.y > most;
        if is_jumping || now.corners[0][1] >= before.corners[0][1] {
            return Ok(());
        }
        let held = self.ladders.iter().filter(|ladder| overlap(ladder, &before.corners));
        let top = held.clone().map(|ladder| ladder[0][1]).min();
        let feet = now.corners[2][1];
        match top.filter(|top| feet < *top) {
            Some(top) => Err(format!("ladder: {id:?} is above the top {top}: {now:?} before {before:?}")),
            None => Ok(()),
        }
    }
}

/// A character falls no faster than its limit.
fn fall(id: BodyId, now: &Character, before: &Character) -> Verdict {
    let limit = now.feel.fast_fall.map_or(0.0, |fast| fast.speed);
    let limits = [now.feel.max_fall, limit, before.velocity.y];
    let most =
        limits.into_iter().fold(0.0, |most, limit| if limit > most { limit } else { most }) + OVERSHOOT;
    let is_limited = now.feel.max_fall > 0.0 && now.is_upright && before.is_upright;
    let is_dashing = now.state.is_dashing() || before.state.is_dashing();
    if is_limited && !is_dashing && now.velocity.y > most {
        return Err(format!("fall: {id:?} falls faster than {most}: {now:?} before {before:?}"));
    }
    Ok(())
}
