//! Coverage of features in a step, and of each pair of features at once.

use crate::combinations::features::{Feature, Set, number_of};
use crate::combinations::game::{Game, id};
use crate::combinations::judge::Before;
use crate::combinations::judge::contacts::{Touch, beside_bodies, side_of, touches};
use crate::combinations::judge::scene::{Owner, Scene};
use crate::shapes::solid::Rect;
use std::collections::BTreeMap;
use tilephys_core::glam::Vec2;
use tilephys_core::{
    EventKind, MoverId, Profile, Response, SensorId,
    moves::{Foot, SlopeSpeed, Snap},
    platform::{LeaveVelocity, PushSource, RideMode, SquishPolicy},
};

const COUNT: usize = Feature::ALL.len();

/// Steps in which features were at work, by pair.
#[derive(Clone, Debug)]
pub(crate) struct Coverage {
    steps: u64,
    body_steps: u64,
    /// What the rules looked at, by rule.
    looks: BTreeMap<&'static str, u64>,
    /// By first and second feature; of a feature with itself on the diagonal.
    pairs: Vec<u64>,
}

impl Default for Coverage {
    fn default() -> Self {
        Coverage { steps: 0, body_steps: 0, looks: BTreeMap::new(), pairs: vec![0; COUNT * COUNT] }
    }
}

impl Coverage {
    /// A step in which these were at work.
    pub(crate) fn add(&mut self, set: Set, bodies: u64) {
        self.steps += 1;
        self.body_steps += bodies;
        let all: Vec<usize> = set.iter().map(|feature| feature as usize).collect();
        for (n, &a) in all.iter().enumerate() {
            all[n..].iter().for_each(|&b| self.pairs[a * COUNT + b] += 1);
        }
    }

    pub(crate) fn look(&mut self, rule: &'static str, count: u64) {
        *self.looks.entry(rule).or_default() += count;
    }

    pub(crate) fn join(&mut self, other: &Coverage) {
        self.steps += other.steps;
        self.body_steps += other.body_steps;
        other.looks.iter().for_each(|(rule, count)| self.look(rule, *count));
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(mine, more)| *mine += more);
    }

    /// The pairs and their steps, the rarest first.
    fn sorted(&self) -> Vec<(u64, Feature, Feature)> {
        let mut all = Vec::new();
        for a in 0..COUNT {
            for b in a + 1..COUNT {
                all.push((self.pairs[a * COUNT + b], Feature::ALL[a], Feature::ALL[b]));
            }
        }
        all.sort_unstable();
        all
    }

    /// The pairs that were at work least often, by their numbers.
    pub(crate) fn rarest(&self, count: usize) -> impl Iterator<Item = u64> + use<> {
        self.sorted().into_iter().take(count).map(|(_, a, b)| number_of(a, b))
    }

    /// Prints the sums, the rarest pairs, and the whole table if `TILEPHYS_TABLE` is set.
    pub(crate) fn report(&self) {
        let all = self.sorted();
        println!(
            "{} steps, {} steps of bodies, {} pairs of features",
            self.steps,
            self.body_steps,
            all.len()
        );
        println!("looked at: {:?}", self.looks);
        println!("steps a pair: least {}, median {}", all[0].0, all[all.len() / 2].0);
        let is_whole = std::env::var_os("TILEPHYS_TABLE").is_some();
        for (steps, a, b) in all.iter().take(if is_whole { all.len() } else { 12 }) {
            println!("  {steps:>9} {a:?} and {b:?}");
        }
        if is_whole {
            Feature::ALL
                .iter()
                .for_each(|f| println!("  {:>9} {f:?}", self.pairs[*f as usize * COUNT + *f as usize]));
        }
    }
}

/// A body in a step.
struct Sight<'a> {
    game: &'a Game<'a>,
    before: &'a Before,
    now: &'a Scene,
    place: usize,
    profile: &'a Profile,
    rect: Rect,
    touches: Vec<Touch>,
}

/// The features at work in the last step.
pub(crate) fn at_work(game: &Game, before: &Before, now: &Scene) -> Set {
    let mut set = game.done;
    movers_at_work(game, &mut set);
    for place in 0..now.boxes.len() {
        let (Some(rect), Some(profile)) = (now.boxes[place], &game.profiles[place]) else { continue };
        let touches = touches(game, before, now, place);
        let sight = Sight { game, before, now, place, profile, rect, touches };
        sight.tiles(&mut set);
        sight.riding(&mut set);
        sight.bodies(&mut set);
        sight.responses(&mut set);
        sight.walking(&mut set);
        sight.state(&mut set);
    }
    set
}

fn movers_at_work(game: &Game, set: &mut Set) {
    for (place, mover) in game.spec.movers.iter().enumerate() {
        let moved = game.world.mover_moved(MoverId(place as u32)).is_some_and(|by| by.x != 0 || by.y != 0);
        set.insert_if(moved, Feature::Mover);
        set.insert_if(moved && mover.route.is_some(), Feature::Path);
        set.insert_if(moved && mover.parent.is_some_and(|parent| parent < place), Feature::Parent);
    }
    set.insert_if(game.spec.gravity != [0.0, 900.0], Feature::OtherGravity);
}

impl Sight<'_> {
    fn hits(&self) -> impl Iterator<Item = &tilephys_core::Hit> {
        self.game.world.events_of(id(self.place)).iter().filter_map(|event| event.kind.as_hit())
    }

    fn has_event(&self, is_it: impl Fn(&EventKind) -> bool) -> bool {
        self.game.world.events_of(id(self.place)).iter().any(|event| is_it(&event.kind))
    }

    fn has_hit(&self) -> bool {
        self.has_event(|kind| matches!(kind, EventKind::Hit(_) | EventKind::BodyHit(_)))
    }

    /// Tiles by what is touched or was hit.
    fn tiles(&self, set: &mut Set) {
        let game = self.game;
        let kinds = &game.spec.kinds;
        let mut show = |kind: usize, is_of_mover: bool| {
            let Some(feature) = kinds[kind].of else { return };
            let is_for_movers = matches!(feature, Feature::OneWayMover | Feature::SlopeMover);
            set.insert_if(is_of_mover || !is_for_movers, feature);
        };
        for touch in &self.touches {
            show(touch.kind, matches!(touch.owner, Owner::Mover(_)));
        }
        for hit in self.hits() {
            let is_of_mover =
                hit.target.off_grid.is_some_and(|off_grid| game.world.owner_of_box(off_grid).is_some());
            show(hit.target.tile.index(), is_of_mover);
        }
        set.insert_if(
            self.touches.iter().any(|touch| matches!(touch.owner, Owner::Loose(_))),
            Feature::OffGrid,
        );
        for thing in &self.now.things {
            let kind = &kinds[thing.kind];
            let is_filtered = kind.category & self.profile.movement.mask == 0;
            let is_hidden = kind.is_hidden && self.profile.use_hooks;
            if (is_filtered || is_hidden) && thing.solid.bounds.meets(&self.rect) {
                set.insert_if(is_filtered, Feature::Masks);
                set.insert_if(is_hidden, Feature::Rules);
            }
        }
    }

    fn riding(&self, set: &mut Set) {
        let world = &self.game.world;
        let (me, riding) = (id(self.place), &self.profile.riding);
        let is_lifted = world.lift_velocity(me) != Vec2::ZERO;
        let is_pushed = world.pushed_by(me).is_some();
        let squishes = world.squishes(me);
        let is_mover = |touch: &&Touch| matches!(touch.owner, Owner::Mover(_) | Owner::Body(_));
        let on_side = |touch: &Touch| {
            side_of(&self.profile.movement, touch.n)
                .is_some_and(|side| side != self.profile.movement.up.opposite())
        };
        let clings = self.touches.iter().filter(is_mover).any(on_side);
        set.insert_if(is_lifted && self.touches.iter().any(|touch| is_mover(&touch)), Feature::Ride);
        set.insert_if(is_pushed, Feature::Push);
        set.insert_if(!squishes.is_empty(), Feature::Squish);
        set.insert_if(riding.walls && is_lifted && clings, Feature::Cling);
        set.insert_if(riding.ride == RideMode::Ballistic && is_lifted, Feature::Ballistic);
        set.insert_if(riding.leave != LeaveVelocity::AddUpward && is_lifted, Feature::LeaveAll);
        let is_pressed = is_pushed || !squishes.is_empty();
        match riding.squish {
            SquishPolicy::Wiggle(_) => set.insert_if(is_pressed, Feature::Wiggle),
            SquishPolicy::BlockMover => set.insert_if(is_pressed, Feature::BlockMover),
            SquishPolicy::PassThrough => set.insert_if(is_pressed, Feature::PassThrough),
            SquishPolicy::Report => {}
        }
        let is_beside = self.touches.iter().any(|touch| matches!(touch.owner, Owner::Body(_)));
        set.insert_if(
            is_beside || matches!(world.pushed_by(me), Some(PushSource::Body(_))),
            Feature::SolidBody,
        );
    }

    fn bodies(&self, set: &mut Set) {
        let world = &self.game.world;
        if let Some(collide) = self.profile.collide {
            let is_hit = self.has_event(|kind| matches!(kind, EventKind::BodyHit(_)));
            if is_hit || !beside_bodies(self.game, self.before, self.now, self.place).is_empty() {
                *set = set.with(Feature::Collide);
                set.insert_if(collide.mass != 1.0, Feature::Heavy);
                set.insert_if(collide.push_speed.is_finite(), Feature::PushSpeed);
                set.insert_if(collide.friction > 0.0, Feature::BodyFriction);
                set.insert_if(collide.one_way.is_some(), Feature::OneWayBody);
                set.insert_if(collide.carries != 0, Feature::Carrier);
            }
            for other in 0..self.now.boxes.len() {
                let is_near = self.now.boxes[other].is_some_and(|there| there.meets(&self.rect));
                set.insert_if(is_near && world.ignores_pair(id(self.place), id(other)), Feature::IgnorePair);
            }
        }
        for sensor in world.sensors_of(id(self.place)) {
            set.insert_if(matches!(sensor, SensorId::Region(_)), Feature::Region);
            set.insert_if(matches!(sensor, SensorId::Body(_)), Feature::Sensor);
        }
    }

    fn responses(&self, set: &mut Set) {
        let is_hit = self.has_hit();
        match self.profile.movement.response {
            Response::Bounce { .. } => set.insert_if(is_hit, Feature::Bounce),
            Response::Stop => set.insert_if(is_hit, Feature::Stop),
            Response::Invert => set.insert_if(is_hit, Feature::Invert),
            Response::PassThrough => set.insert_if(is_hit, Feature::Pass),
            Response::Slide => {}
        }
        set.insert_if(is_hit && self.profile.movement.walk_if_grounded().is_none(), Feature::Float);
        let up = self.profile.movement.up;
        set.insert_if(
            (is_hit || !self.touches.is_empty()) && up != tilephys_core::Direction::Up,
            Feature::OtherUp,
        );
    }

    fn walking(&self, set: &mut Set) {
        let movement = &self.profile.movement;
        let Some(walk) = movement.walk_if_grounded().filter(|_| movement.response == Response::Slide) else {
            return;
        };
        let state = self.game.world.state(id(self.place)).expect("it is there");
        let body = self.game.world.body(id(self.place)).expect("it is there");
        let on_slope = self.touches.iter().any(|touch| touch.n[0] != 0 && touch.n[1] != 0);
        let speeds = walk.slope_speed != SlopeSpeed::KeepLevel || walk.snap != Snap::Adaptive;
        set.insert_if(on_slope && speeds, Feature::SlopeSpeed);
        let slips = !walk.stop_on_slope
            || !walk.block_on_steep
            || walk.floor_max_angle != std::f32::consts::FRAC_PI_4;
        set.insert_if(on_slope && slips, Feature::Slippery);
        set.insert_if(on_slope && walk.foot == Foot::Center, Feature::FootCenter);
        set.insert_if(
            self.has_event(|kind| matches!(kind, EventKind::CornerCorrected { .. })),
            Feature::CornerCorrect,
        );
        set.insert_if(body.memory.retain_ticks > 0, Feature::WallRetain);
        set.insert_if(walk.friction > 0.0 && state.on_floor(), Feature::Friction);
        let (axis, sign) = crate::combinations::hooks::upward(movement.up);
        let stood = self.before.stood.contains(&self.place);
        let risen =
            self.before.boxes[self.place].is_some_and(|b| (self.rect.lo[axis] - b.lo[axis]) * sign > 0);
        let carried = self.game.world.lift_velocity(id(self.place)) != Vec2::ZERO;
        let is_raised = risen && state.on_floor() && !on_slope && !carried;
        set.insert_if(is_raised && stood && walk.step_up > 0.0, Feature::StepUp);
        set.insert_if(is_raised && walk.gap_bridge > 0.0, Feature::GapBridge);
        let crosses = |thing: &crate::combinations::judge::scene::Thing| {
            thing.solid.open.is_some() && thing.solid.bounds.meets(&self.rect)
        };
        let assists = walk.one_way_assist > 0.0 || walk.one_way_nudge > 0.0;
        set.insert_if(assists && self.now.things.iter().any(crosses), Feature::LineAssist);
    }

    /// Covers a body's timers, contacts and speed.
    fn state(&self, set: &mut Set) {
        let memory = self.game.world.body(id(self.place)).expect("it is there").memory;
        set.insert_if(memory.time_scale != 1.0, Feature::TimeScale);
        set.insert_if(memory.stop_ticks > 0, Feature::HitStop);
        set.insert_if(memory.ignored.iter().any(|(_, ticks)| *ticks > 0), Feature::Ignore);
        set.insert_if(memory.drop_ticks > 0, Feature::Drop);
        set.insert_if(
            self.has_event(|kind| matches!(kind, EventKind::TileEnter { .. })),
            Feature::TileReports,
        );
        set.insert_if(self.has_event(|kind| matches!(kind, EventKind::Rejected { .. })), Feature::Unsound);
        set.insert_if(self.profile.gravity_scale != 1.0 && self.has_hit(), Feature::OtherGravity);
        let tile = self.game.spec.tile();
        let far = |b: Rect| (0..2).any(|k| (self.rect.lo[k] - b.lo[k]).abs() > tile[k] / 2);
        set.insert_if(self.before.boxes[self.place].is_some_and(far), Feature::Fast);
    }
}
