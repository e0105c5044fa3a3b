//! Judges a step by promises that need no engine.

use crate::games::characters::CharacterJudge;
use crate::games::oracle::{Corners, Owner, Shape, box_of, overlap, rectangle, shapes};
use crate::games::play::Play;
use glam::Vec2;
use hecs::Entity;
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::{EventKind, SensorId};
use tilephys_ecs::{
    BodyCollision, BodyId, BodyState, Category, Collider, Command, Feel, FeelState, Filter, Foot, JumpKind,
    MotionMode, Mover, Position, Reports, Response, RideSettings, Sensor, Solid, SquishPolicy, Trigger, Up,
    Velocity, Walk,
};

/// A broken promise: its name, a colon, and the details.
pub(crate) type Verdict = Result<(), String>;

/// Steps for which a body hangs in the air before it counts as held by nothing.
const HANGING: u32 = 12;

/// A body as the judge sees it.
#[derive(Clone, Debug)]
struct Body {
    entity: Entity,
    corners: Corners,
    velocity: Vec2,
    state: Option<BodyState>,
    mask: u32,
    category: u32,
    collide: Option<BodyCollision>,
    passes: bool,
    /// True if a mover passes through it, instead of crushing it.
    gives_way: bool,
    has_contacts: bool,
    /// True if only the middle of its foot stands on slopes.
    is_centered: bool,
    /// True if its floors are below it.
    is_upright: bool,
    sensor: Option<u32>,
}

type Bodies = BTreeMap<BodyId, Body>;

fn bodies(play: &Play) -> Bodies {
    let mut all =
        play.world.query::<(Entity, &BodyId, &Position, &Velocity, &Collider)>().without::<&Mover>();
    let of = |(entity, id, position, velocity, collider): (_, &BodyId, &Position, &Velocity, &Collider)| {
        let part = play.world.entity(entity).expect("it is in the world");
        let response = part.get::<&Response>().map(|of| *of);
        let up = part.get::<&Up>().map(|up| *up).unwrap_or_default();
        let body = Body {
            entity,
            corners: box_of(*position, *collider)?,
            velocity: velocity.0,
            state: part.get::<&BodyState>().map(|state| *state),
            mask: part.get::<&Filter>().map_or(u32::MAX, |filter| filter.mask),
            category: part.get::<&Category>().map_or(1, |category| category.0),
            collide: part.get::<&BodyCollision>().map(|collide| *collide),
            passes: response == Some(Response::PassThrough),
            gives_way: part
                .get::<&RideSettings>()
                .is_some_and(|ride| ride.squish == SquishPolicy::PassThrough),
            has_contacts: part.get::<&Reports>().is_none_or(|reports| reports.contacts),
            is_centered: part.get::<&Walk>().is_some_and(|walk| walk.foot == Foot::Center),
            is_upright: up == Up::default() && part.get::<&MotionMode>().is_none(),
            sensor: part.get::<&Sensor>().map(|sensor| sensor.0),
        };
        Some((*id, body))
    };
    all.iter().filter_map(of).collect()
}

/// The solids that a body is in: of tiles, movers, and solid or colliding bodies.
fn inside(play: &Play, id: BodyId, body: &Body, solids: &[Shape], all: &Bodies) -> Vec<Owner> {
    if body.passes {
        return Vec::new();
    }
    let blocks = |shape: &&Shape| {
        let is_other = match shape.owner {
            Owner::Body(other) => other != id && !play.physics.ignores_pair(id, other),
            Owner::Tile | Owner::Mover(_) => true,
        };
        is_other && !shape.is_one_way && shape.category & body.mask != 0
    };
    let solid = solids.iter().filter(blocks).filter(|shape| overlap(&shape.corners, &body.corners));
    let mut found: Vec<Owner> = solid.map(|shape| shape.owner).collect();
    for (other_id, other) in all {
        let (Some(own), Some(its)) = (body.collide, other.collide) else { continue };
        let is_mutual = own.mask & other.category != 0 && its.mask & body.category != 0;
        let is_closed = own.one_way.is_none() && its.one_way.is_none() && !other.passes;
        let is_pair = is_mutual && is_closed && *other_id != id && !play.physics.ignores_pair(id, *other_id);
        if is_pair && overlap(&body.corners, &other.corners) {
            found.push(Owner::Body(*other_id));
        }
    }
    found
}

/// What the judge knows between steps.
#[derive(Default)]
pub(crate) struct Judge {
    before: Bodies,
    /// Bodies that are in no solid before the step.
    clean: BTreeSet<BodyId>,
    /// Regions that are boxes, with their masks. A region stays where it is while a step moves its entity.
    areas: Vec<(SensorId, u32, Corners)>,
    /// Expected floor of placed bodies, as far as it is plain.
    floors: BTreeMap<BodyId, bool>,
    /// Overlaps of bodies and sensors by the events so far.
    entered: BTreeSet<(BodyId, String)>,
    /// Number of steps for which bodies have hung in the air.
    hanging: BTreeMap<BodyId, u32>,
    characters: CharacterJudge,
}

impl Judge {
    /// Looks at the game before a step, after the acts of the game.
    pub(crate) fn before(&mut self, play: &mut Play) {
        play.physics.sync(&mut play.world);
        self.characters.before(play);
        let solids = shapes(play);
        self.before = bodies(play);
        let is_clean =
            |(id, body): &(&BodyId, &Body)| inside(play, **id, body, &solids, &self.before).is_empty();
        self.clean = self.before.iter().filter(is_clean).map(|(id, _)| *id).collect();
        let mut triggers = play.world.query::<(Entity, &Trigger, &Position, &Collider)>();
        let boxes = triggers.iter().filter(|(_, trigger, ..)| trigger.shape.is_none());
        let area = |(entity, trigger, position, collider): (_, &Trigger, &Position, &Collider)| {
            Some((play.physics.region(entity)?.into(), trigger.mask, box_of(*position, *collider)?))
        };
        self.areas = boxes.filter_map(area).collect();
        self.floors.clear();
        for (id, body) in &self.before {
            let index = play.world.get::<&u32>(body.entity).ok().map(|index| *index);
            if !index.is_some_and(|index| play.placed.contains(&index)) {
                continue;
            }
            if let Some(floor) = plain_floor(body, &solids, &self.before).filter(|_| self.clean.contains(id))
            {
                self.floors.insert(*id, floor);
            }
        }
    }

    /// Judges the step that has followed.
    pub(crate) fn after(&mut self, play: &mut Play, tick: u32) -> Verdict {
        let now = bodies(play);
        let rejected: BTreeSet<Entity> = play
            .physics
            .events()
            .filter(|event| matches!(event.kind, EventKind::Rejected { .. }))
            .map(|event| event.entity)
            .collect();
        self.references(play, &now)?;
        self.overlaps(play, &now, &rejected)?;
        self.placed(play, &now)?;
        self.sensors(play, &now, &rejected)?;
        self.held(play, &now, &rejected)?;
        self.characters.after(play, tick)
    }

    /// All that the engine names exists.
    fn references(&self, play: &Play, now: &Bodies) -> Verdict {
        let physics = &play.physics;
        for (id, body) in now {
            if physics.entity(*id) != Some(body.entity) {
                return Err(format!("identity: {id:?} is {:?}, not {:?}", physics.entity(*id), body.entity));
            }
        }
        for event in physics.events() {
            let is_exit = matches!(event.kind, EventKind::Exit { .. });
            let exists = |entity: Option<Entity>| entity.is_some_and(|entity| play.world.contains(entity));
            let is_known = match event.kind {
                EventKind::Enter { sensor, .. } | EventKind::Stay { sensor } => {
                    exists(physics.sensor_entity(sensor))
                }
                EventKind::SquishBegin { pusher, .. } => exists(physics.pusher_entity(pusher)),
                EventKind::BodyHit(hit) => exists(physics.entity(hit.target)),
                _ => true,
            };
            let is_sound = is_exit || exists(Some(event.entity)) && is_known;
            if !is_sound {
                return Err(format!("reference: {event:?} names what does not exist"));
            }
        }
        Ok(())
    }

    /// No body comes into a solid, and a body in a solid is pushed out or stuck.
    fn overlaps(&self, play: &Play, now: &Bodies, rejected: &BTreeSet<Entity>) -> Verdict {
        let solids = shapes(play);
        let is_crushed = |id: BodyId| !play.physics.squishes(id).is_empty();
        for (id, body) in now {
            if rejected.contains(&body.entity) || body.is_centered {
                continue;
            }
            let found = inside(play, *id, body, &solids, now);
            let is_clean = self.clean.contains(id);
            let is_stuck = body.state.is_some_and(BodyState::stuck);
            let is_excused = |other: BodyId| {
                let is_out = now.get(&other).is_some_and(|other| rejected.contains(&other.entity));
                !self.clean.contains(&other) || is_out || is_crushed(other)
            };
            for owner in found {
                let fault = match owner {
                    Owner::Tile if is_clean => "tile",
                    Owner::Tile if body.has_contacts && !is_stuck => "inside",
                    Owner::Tile => continue,
                    _ if !is_clean || is_crushed(*id) || body.gives_way => continue,
                    Owner::Mover(mover) if rejected.contains(&mover) => continue,
                    Owner::Mover(_) => "mover",
                    Owner::Body(other) if is_excused(other) => continue,
                    Owner::Body(_) => "pair",
                };
                return Err(format!(
                    "overlap-{fault}: {id:?} is in {owner:?}: {:?} before {:?}",
                    body,
                    self.before.get(id)
                ));
            }
        }
        Ok(())
    }

    /// A placed body has the floor of its new place at once, and nothing of the old one.
    fn placed(&self, play: &Play, now: &Bodies) -> Verdict {
        for (id, expected) in &self.floors {
            if let Some(found) = play.placed_floors.get(id).filter(|found| **found != [*expected; 2]) {
                return Err(format!(
                    "placed: {id:?} has the floor {found:?}, not {expected}: {:?}",
                    self.before[id]
                ));
            }
            let Some(body) = now.get(id).filter(|_| !*expected) else { continue };
            // The state of a character waits while its kit is taken away.
            let mut character = play.world.query_one::<&FeelState>(body.entity).with::<&Feel>();
            let coyote = character.get().map_or(0, FeelState::coyote_ticks);
            let jumped = play.world.get::<&Command>(body.entity).ok().and_then(|command| command.jumped);
            let lift = play.physics.lift_velocity(*id);
            let has_hit = play.physics.events().any(|event| {
                event.body == Some(*id)
                    && !matches!(event.kind, EventKind::Enter { .. } | EventKind::Exit { .. })
            });
            if lift != Vec2::ZERO && !has_hit {
                return Err(format!(
                    "placed: {id:?} in the air has the lift velocity {lift} of its old place"
                ));
            }
            if coyote > 0 && !body.state.is_some_and(BodyState::on_floor) || jumped == Some(JumpKind::Floor) {
                return Err(format!(
                    "placed: {id:?} in the air has coyote time {coyote}, or jumped {jumped:?}"
                ));
            }
        }
        Ok(())
    }

    /// Every entry is followed by one exit, and the overlaps are as the boxes overlap.
    fn sensors(&mut self, play: &Play, now: &Bodies, rejected: &BTreeSet<Entity>) -> Verdict {
        let physics = &play.physics;
        for event in physics.events() {
            let Some(id) = event.body else { continue };
            let key = |sensor: SensorId| (id, format!("{sensor:?}"));
            let is_right = match event.kind {
                EventKind::Enter { sensor, .. } => self.entered.insert(key(sensor)),
                EventKind::Exit { sensor, .. } => self.entered.remove(&key(sensor)),
                EventKind::Stay { sensor } => self.entered.contains(&key(sensor)),
                _ => true,
            };
            if !is_right {
                return Err(format!("sensor-event: {event:?} does not follow from the events before"));
            }
        }
        // Also of bodies without a sound box, which keep the overlaps that they had.
        let mut ids = play.world.query::<&BodyId>().without::<&Mover>();
        let all =
            ids.iter().flat_map(|id| physics.sensors_of(*id).map(|sensor| (*id, format!("{sensor:?}"))));
        let known: BTreeSet<(BodyId, String)> = all.collect();
        if known != self.entered {
            let told = self.entered.difference(&known).collect::<Vec<_>>();
            let only = known.difference(&self.entered).collect::<Vec<_>>();
            return Err(format!("sensor-set: by the events alone {told:?}, by the overlaps alone {only:?}"));
        }
        let mut areas = self.areas.clone();
        let sensing = now.iter().filter(|(_, body)| !rejected.contains(&body.entity));
        areas.extend(
            sensing.clone().filter_map(|(id, body)| Some(((*id).into(), body.sensor?, body.corners.clone()))),
        );
        for (sensor, mask, corners) in &areas {
            for (id, body) in sensing.clone().filter(|(id, _)| SensorId::Body(**id) != *sensor) {
                let is_in = mask & body.category != 0 && overlap(corners, &body.corners);
                if is_in != known.contains(&(*id, format!("{sensor:?}"))) {
                    return Err(format!(
                        "sensor-box: {id:?} in {sensor:?}: {is_in} by the boxes {body:?} {corners:?}"
                    ));
                }
            }
        }
        Ok(())
    }

    /// A number of a body that is not rejected stays finite, and nothing hangs in the air without a reason.
    fn held(&mut self, play: &Play, now: &Bodies, rejected: &BTreeSet<Entity>) -> Verdict {
        for (id, body) in now {
            let physics = &play.physics;
            if !body.velocity.is_finite() && !rejected.contains(&body.entity) {
                return Err(format!("finite: {id:?} has the velocity {}", body.velocity));
            }
            let was = self.before.get(id);
            let is_still = was.is_some_and(|was| was.corners == body.corners) && body.velocity == Vec2::ZERO;
            let has_time = physics.stop_ticks(*id) == Some(0)
                && physics.time_scale(*id).is_some_and(|scale| scale > 0.2);
            let is_free =
                body.state.is_some_and(|state| state == BodyState::NONE) && body.has_contacts && !body.passes;
            let has_weight = play.physics.gravity.y != 0.0
                && play
                    .world
                    .get::<&tilephys_ecs::Gravity>(body.entity)
                    .is_ok_and(|gravity| gravity.scale != 0.0)
                && physics.sensors_of(*id).next().is_none()
                && !play.world.get::<&FeelState>(body.entity).is_ok_and(|state| state.is_climbing());
            // A controller that brakes along its floor holds a body whose floors are walls to gravity.
            let has_weight =
                has_weight && (body.is_upright || play.world.get::<&FeelState>(body.entity).is_err());
            let is_crushed = !physics.squishes(*id).is_empty() || rejected.contains(&body.entity);
            // What a solid body cannot push away holds it.
            let is_solid = play.world.satisfies::<&Solid>(body.entity);
            let count = self.hanging.entry(*id).or_default();
            *count = if is_still && has_time && is_free && has_weight && !is_crushed && !is_solid {
                *count + 1
            } else {
                0
            };
            if *count > HANGING {
                return Err(format!("hangs: {id:?} is held by nothing: {body:?}"));
            }
        }
        Ok(())
    }
}

/// True if a body has a floor of a box under it, false if nothing at all is near its feet; `None` if it is not that plain.
fn plain_floor(body: &Body, solids: &[Shape], all: &Bodies) -> Option<bool> {
    if !body.is_upright
        || !body.has_contacts
        || body.passes
        || body.velocity.y < 0.0
        || !body.velocity.is_finite()
    {
        return None;
    }
    let [low, high] = [body.corners[0], body.corners[2]];
    let foot = rectangle([low[0], high[1]], [high[0], high[1] + 1]);
    let near = rectangle([low[0] - 2, high[1] - 2], [high[0] + 2, high[1] + 4_096]);
    let is_box = |shape: &&Shape| shape.owner == Owner::Tile && !shape.is_one_way && shape.corners.len() == 4;
    let is_floor = |shape: &Shape| {
        shape.category & body.mask != 0 && shape.corners[0][1] == high[1] && overlap(&shape.corners, &foot)
    };
    let is_other = |shape: &&Shape| {
        let lows = [0, 1].map(|axis| shape.corners.iter().map(|at| at[axis]).min().unwrap_or(0));
        let highs = [0, 1].map(|axis| shape.corners.iter().map(|at| at[axis]).max().unwrap_or(0) + 1);
        !is_box(shape) && overlap(&rectangle(lows, highs), &near)
    };
    let others = all.values().filter(|other| other.entity != body.entity);
    if solids.iter().any(|shape| is_other(&shape))
        || others.into_iter().any(|other| overlap(&other.corners, &near))
    {
        return None;
    }
    if solids.iter().filter(is_box).any(is_floor) {
        return Some(true);
    }
    solids.iter().all(|shape| !overlap(&shape.corners, &near)).then_some(false)
}
