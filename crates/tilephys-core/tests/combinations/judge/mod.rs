//! Invariants of all worlds, checked after each step.
//!
//! The judge shares plain data with the engine and none of its geometry.

pub(crate) mod alternate;
pub(crate) mod carried;
pub(crate) mod contacts;
pub(crate) mod flight;
pub(crate) mod hits;
pub(crate) mod impulses;
pub(crate) mod inside;
pub(crate) mod memories;
pub(crate) mod movers;
pub(crate) mod pushes;
pub(crate) mod scene;
pub(crate) mod through;

use crate::combinations::game::{Game, id};
use crate::meter::Meter;
use crate::shapes::solid::Rect;
use alternate::Open;
use inside::strictly_overlap;
use scene::{Owner, Scene, Thing, ignores, meets_by_settings};
use tilephys_core::glam::Vec2;
use tilephys_core::{Body, BodyState, EventKind, driver::SerialExecutor};

/// A failure: a word for its kind, a colon, and what happened.
pub(crate) type Verdict<T = ()> = Result<T, String>;

/// What the judge knows of the moment before a step, after the game has done its part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Before {
    /// The boxes of the actors.
    pub(crate) boxes: Vec<Option<Rect>>,
    /// By actor.
    pub(crate) bodies: Vec<Option<Body>>,
    /// Actors that stood on a floor when the last step ended, or may stand on one where the game has placed them.
    pub(crate) stood: Vec<usize>,
    pub(crate) movers: Vec<Option<movers::Known>>,
    /// Velocities of what carries or lately carried each actor.
    pub(crate) lifts: Vec<Vec2>,
    /// Actors that something carried lately.
    pub(crate) lifted: Vec<usize>,
    /// Bodies inside things that are solid to them, and what those belong to.
    pub(crate) were_inside: Vec<(usize, Owner)>,
    /// Bodies and what crushed them.
    pub(crate) crushed: Vec<(usize, Owner)>,
    /// Pairs of bodies that overlapped, the smaller place first.
    pub(crate) overlapped: Vec<(usize, usize)>,
    /// Bodies that remembered lines let go.
    pub(crate) dropped: Vec<usize>,
    /// Owners that bodies ignored.
    ignored: Vec<(usize, Owner)>,
    /// Bodies that were stopped.
    stopped: Vec<usize>,
}

impl Before {
    fn of(game: &Game, scene: &Scene) -> Before {
        let bodies = (0..scene.boxes.len()).map(|place| game.world.body(id(place))).collect();
        let mut before = Before { boxes: scene.boxes.clone(), bodies, ..Before::default() };
        before.movers = movers::known(game);
        before.lifts = (0..scene.boxes.len()).map(|place| game.world.lift_velocity(id(place))).collect();
        for (place, rect) in scene.boxes.iter().enumerate() {
            let (Some(rect), Some(profile)) = (rect, &game.profiles[place]) else { continue };
            let memory = game.world.body(id(place)).expect("it is there").memory;
            // A body that the game has placed stands from the start of its step on, if it does.
            let stands = |state: BodyState| state.on_floor() || state.is_placed();
            if game.world.state(id(place)).is_some_and(stands) {
                before.stood.push(place);
            }
            if game.world.lift_velocity(id(place)) != Vec2::ZERO {
                before.lifted.push(place);
            }
            if memory.drop_ticks > 0 {
                before.dropped.push(place);
            }
            if memory.stop_ticks > 0 {
                before.stopped.push(place);
            }
            let squishes = game.world.squishes(id(place)).iter();
            before.crushed.extend(squishes.map(|squish| (place, pushes::owner_of(squish.pusher))));
            for thing in &scene.things {
                if ignores(game, place, thing) {
                    before.ignored.push((place, thing.owner));
                }
                if thing.solid.overlaps(rect) && meets_by_settings(game, place, profile, thing) {
                    before.were_inside.push((place, thing.owner));
                }
            }
            for (other, there) in scene.boxes.iter().enumerate().skip(place + 1) {
                if there.is_some_and(|there| strictly_overlap(rect, &there)) {
                    before.overlapped.push((place, other));
                }
            }
        }
        before
    }

    /// True if a body was stopped in this step, or rejected.
    pub(crate) fn was_skipped(&self, game: &Game, place: usize) -> bool {
        let is_rejected = |e: &tilephys_core::Event| matches!(e.kind, EventKind::Rejected { .. });
        self.stopped.contains(&place) || game.world.events_of(id(place)).iter().any(is_rejected)
    }

    pub(crate) fn is_stopped(&self, place: usize) -> bool {
        self.stopped.contains(&place)
    }

    pub(crate) fn ignored(&self, place: usize, thing: &Thing) -> bool {
        self.ignored.contains(&(place, thing.owner))
    }
}

/// Follows a world step by step.
#[derive(Clone, Default)]
pub(crate) struct Judge {
    open: Open,
    uncarried: flight::Uncarried,
    pub(crate) scene: Scene,
    /// What the rules looked at, by rule.
    pub(crate) looks: Meter,
}

impl Judge {
    /// A step, and everything that must hold after it.
    pub(crate) fn step(&mut self, game: &mut Game) -> Verdict {
        game.prepare();
        self.scene.update(game);
        let before = Before::of(game, &self.scene);
        let riders = carried::riders(game, &before, &self.scene);
        let then = self.scene.clone();
        self.open.forget(game);
        game.advance(&SerialExecutor);
        self.scene.update(game);
        self.looks.count("inside", inside::is_in_nothing(game, &before, &self.scene)?);
        self.open.follow(game)?;
        self.looks.count("pushes", pushes::are_right(game, &before, [&then, &self.scene])?);
        let flights = flight::agree(game, &before, [&then, &self.scene], &mut self.uncarried)?;
        self.looks.count("flights", flights);
        self.looks.count("movers", movers::go_their_way(game, &before)?);
        self.looks.count("memories", memories::are_older(game, &before)?);
        self.looks.count("hits", hits::are_right(game, &before, [&then, &self.scene])?);
        self.looks.count("impulses", impulses::are_of_both(game, &before, &self.scene)?);
        self.looks.count("carried", carried::moved_once(game, &riders, [&then, &self.scene])?);
        self.looks.count("ways", through::none_is(game, &before, &self.scene)?);
        self.looks.count("contacts", contacts::agree(game, &before, &self.scene)?);
        Ok(())
    }
}
