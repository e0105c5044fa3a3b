//! An open level: the game, its picture, and what panels and overlays show of it.

mod clock;
mod commands;
mod holding;
mod overlays;
mod painted;
mod painting;
mod selection;
mod solidity;
mod solids;
mod timing;

pub use clock::{Clock, Ticks};
pub use commands::SessionCommand;
pub use overlays::Overlays;
pub use selection::Selection;
pub use solidity::Solidity;
pub use timing::Timing;

use crate::game::{Action, Game, GameEvent, Keys, Replayed, TickInput};
use crate::view::{Camera, LevelView};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use std::vec;
use tilephys::check::Report;
use tilephys::draw::Rect;
use tilephys::ecs::{Feel, Input};
use tilephys::glam::Vec2;
use tilephys::hecs::Entity;
use tilephys::level::{TiledId, hero_picture, likely_start, nearest_free};
use tilephys::tiled::{ObjectKind, Role};
use tilephys_scenes::{Coloring, Ground, Groups, Scene};

/// An open level.
pub struct Session {
    /// Path of the map, as it was opened.
    pub map: PathBuf,
    /// The game in the level.
    pub game: Game,
    /// The picture of the level.
    pub view: LevelView,
    /// The part of the level on the screen.
    pub camera: Camera,
    /// The object that is a picture of the map's own hero, in whose place the hero plays.
    pub(crate) own_hero: Option<u32>,
    /// True once the camera has a zoom that fits the window.
    pub is_fitted: bool,
    /// A region to show as a whole, in px, as soon as the size of the window is known.
    pub(crate) to_show: Option<Rect>,
    /// True while the camera follows the hero.
    pub follows: bool,
    /// Findings of the checker; `None` until it has run.
    pub report: Option<Report>,
    /// True until the level as it is now is checked.
    pub is_check_due: bool,
    /// Overlays of the level.
    pub overlays: Overlays,
    /// The thing that was clicked last.
    pub selection: Option<Selection>,
    /// A part of the level to point out, in px.
    pub highlight: Option<Rect>,
    /// Times of the last steps.
    pub timing: Timing,
    /// Pause, speed and direction of time.
    pub clock: Clock,
    /// The way to the goal, from when it is reached until it is closed.
    pub home: Option<Home>,
    /// Tick at which time stops by itself.
    pub stop_at: Option<u32>,
    /// Changes from panels, for the next tick.
    pub actions: Vec<Action>,
    /// The scene that the level belongs to.
    pub scene: Option<Scene>,
    /// Groups by which bodies are coloured; by kind with [`Coloring::Plain`].
    pub coloring: Coloring,
    /// Groups of the last tick.
    pub(crate) groups: Groups,
    /// The recording that plays, instead of keys.
    pub replay: Option<Replayed>,
    /// Inputs of the way that the hero shows, instead of keys.
    way: vec::IntoIter<Input>,
    /// Layers that were switched on or off, by their paths.
    pub(crate) shown: BTreeMap<String, bool>,
    /// Layers whose collision is switched.
    pub(crate) solids: solids::Solids,
    /// Cells that were painted.
    painting: painted::Painting,
    /// Number of the body that the pointer holds.
    held: Option<u32>,
    /// Input of the hero since the last tick.
    input: Input,
}

/// The result of a level whose goal was reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Home {
    /// Time since the beginning, in seconds.
    pub seconds: f32,
    /// Number of coins taken.
    pub coins: u32,
    /// Number of coins in the level.
    pub all_coins: u32,
    /// Number of deaths.
    pub deaths: u32,
}

/// Result of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Advanced {
    /// Events of the hero.
    pub events: Vec<GameEvent>,
    /// One line for the reader: why a replay stopped, or that it came to its end.
    pub message: Option<Result<String, String>>,
}

impl Session {
    /// Opens a game with its picture. The camera shows the hero, or the whole level without one.
    #[must_use]
    pub fn new(map: PathBuf, game: Game, view: LevelView) -> Session {
        let center = view.bounds().min + view.bounds().size / 2.0;
        let follows = game.hero.is_some();
        let mut session = Session {
            map,
            own_hero: hero_picture(&game.level),
            game,
            view,
            camera: Camera { center, zoom: 2.0 },
            is_fitted: false,
            to_show: None,
            follows,
            report: None,
            is_check_due: false,
            overlays: Overlays::default(),
            selection: None,
            highlight: None,
            timing: Timing::default(),
            clock: Clock::default(),
            home: None,
            stop_at: None,
            actions: Vec::new(),
            scene: None,
            replay: None,
            way: Vec::new().into_iter(),
            coloring: Coloring::Plain,
            groups: Groups::default(),
            shown: BTreeMap::new(),
            solids: solids::Solids::default(),
            painting: painted::Painting::default(),
            held: None,
            input: Input::default(),
        };
        if let Some(hero) = session.hero(1.0) {
            session.camera.center = hero.min + hero.size / 2.0;
        }
        session
    }

    /// Lets the time of a frame pass, with these keys down.
    pub fn advance(&mut self, passed: Duration, keys: Keys) -> Advanced {
        self.input = keys.input(self.input);
        if keys != Keys::default() {
            self.way = Vec::new().into_iter();
        }
        let mut advanced = Advanced::default();
        let scale = self.game.scene.as_ref().map_or(1.0, |scene| scene.time_scale());
        self.clock.set_rate(1.0 / self.game.dt());
        match self.clock.ticks(passed.mul_f32(scale)) {
            Ticks::Back(ticks) => {
                self.replay = None;
                self.way = Vec::new().into_iter();
                for _ in 0..ticks {
                    match self.game.rewind() {
                        Ok(true) => {}
                        Ok(false) => break,
                        Err(error) => advanced.message = Some(Err(error.to_string())),
                    }
                }
            }
            Ticks::Forth(ticks) => {
                let left = self.stop_at.map_or(ticks, |end| end.saturating_sub(self.game.tick()));
                (0..ticks.min(left)).for_each(|_| self.tick(&mut advanced));
                self.clock.is_paused |= left <= ticks && self.stop_at.is_some();
            }
        }
        self.groups.update(&self.game.world, &self.game.physics, self.coloring);
        advanced
    }

    fn tick(&mut self, advanced: &mut Advanced) {
        let events = match &mut self.replay {
            Some(replay) => match replay.step(&mut self.game) {
                Ok(Some(events)) => events,
                Ok(None) => {
                    self.replay = None;
                    self.clock.is_paused = true;
                    let (ticks, hash) = (self.game.tick(), self.game.hash());
                    let text = format!("replayed {ticks} ticks, all as recorded; hash {hash:016x}");
                    advanced.message = Some(Ok(text));
                    return;
                }
                Err(error) => {
                    self.replay = None;
                    self.clock.is_paused = true;
                    advanced.message = Some(Err(error.to_string()));
                    return;
                }
            },
            None => {
                let actions = std::mem::take(&mut self.actions);
                let events =
                    self.game.step(TickInput { actions, input: self.way.next().unwrap_or(self.input) });
                self.input.clear_presses();
                events
            }
        };
        self.timing.add(&self.game.times);
        advanced.events.extend(events);
    }

    /// The part of the world that the camera keeps to, in px.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        match &self.scene {
            Some(scene) if !matches!(scene.ground, Ground::Map(_)) => {
                Rect::new(scene.view.min, scene.view.size)
            }
            _ => self.view.bounds(),
        }
    }

    /// The hero's box at a fraction of the last tick, in px.
    #[must_use]
    pub fn hero(&self, alpha: f32) -> Option<Rect> {
        let [at, size] = self.game.hero_area(alpha)?;
        Some(Rect::new(at, size))
    }

    /// Settings of the hero from the next tick on; `None` without a hero.
    #[must_use]
    pub fn feel(&self) -> Option<Feel> {
        let due = self.actions.iter().rev().find_map(|action| match action {
            Action::Feel(feel) => Some((**feel).clone()),
            _ => None,
        });
        due.filter(|_| self.game.hero.is_some()).or_else(|| self.game.feel())
    }

    /// Lets the hero play these inputs from the next tick on, until they end or a key of the hero is down.
    pub fn show_way(&mut self, inputs: Vec<Input>) {
        self.way = inputs.into_iter();
        self.clock.is_paused = false;
        self.follows = self.game.hero.is_some();
    }

    /// True while the hero plays a way instead of keys.
    #[must_use]
    pub fn shows_way(&self) -> bool {
        self.way.len() > 0
    }

    /// True if the map draws an entity with the tile of its object.
    #[must_use]
    pub fn has_picture(&self, entity: Entity) -> bool {
        let Ok(id) = self.game.world.get::<&TiledId>(entity) else { return false };
        let object = self.game.level.object(id.0);
        object.is_some_and(|object| matches!(object.kind, ObjectKind::Tile { .. }))
    }

    /// Switches a layer on or off in the picture.
    pub fn set_shown(&mut self, layer: usize, is_shown: bool) {
        let Some(info) = self.game.level.layers.get(layer) else { return };
        self.shown.insert(info.path.clone(), is_shown);
        self.view.set_shown(layer, is_shown);
    }

    /// Index of the layer with a path.
    #[must_use]
    pub fn layer(&self, path: &str) -> Option<usize> {
        self.game.level.layers.iter().position(|layer| layer.path == path)
    }

    /// Lets the camera follow the hero, at the scale of play.
    pub fn follow(&mut self) {
        self.follows = self.game.hero.is_some();
        self.is_fitted &= !self.follows;
    }

    /// Shows a region as a whole, in px.
    pub fn show(&mut self, region: Rect) {
        self.follows = false;
        self.highlight = None;
        self.to_show = Some(region);
    }

    /// Shows a part of the level and points it out.
    pub fn jump_to(&mut self, region: Rect) {
        self.follows = false;
        self.highlight = Some(region);
        self.camera.center = region.min + region.size / 2.0;
    }

    /// Puts the hero at a place, in px, or at the nearest one with room for it; adds a hero to a level without one. False if
    /// there is no room near.
    pub fn put_hero(&mut self, feet: Vec2) -> bool {
        let free = nearest_free(self.game.physics.grid(), feet, self.game.hero_size());
        let Some(feet) = free else { return false };
        self.actions.push(Action::Put(feet.into()));
        self.follows = true;
        true
    }

    /// Puts a hero where the level probably starts. False if nothing looks like it.
    pub fn put_hero_at_likely_start(&mut self) -> bool {
        let Game { level, physics, .. } = &self.game;
        let likely = likely_start(level, physics.grid(), self.game.hero_size());
        let is_put = likely.is_some_and(|likely| self.put_hero(likely.feet));
        self.is_fitted &= !is_put;
        is_put
    }

    /// Number of coins in the level.
    #[must_use]
    pub fn all_coins(&self) -> u32 {
        let marks = self.game.level.marks.iter();
        marks.filter(|mark| matches!(mark.role, Role::Collectible { .. })).count() as u32
    }

    /// Keeps the result of the level: the hero has reached the goal.
    pub fn come_home(&mut self) {
        let score = self.game.score().unwrap_or_default();
        let seconds = self.game.tick() as f32 * self.game.dt();
        let all_coins = self.all_coins();
        self.home = Some(Home { seconds, coins: score.coins, all_coins, deaths: score.deaths });
    }

    /// Begins the level again, with the present settings of the hero.
    ///
    /// # Errors
    /// As [`Game::restart`].
    pub fn restart(&mut self) -> Result<(), tilephys::level::LevelError> {
        self.replay = None;
        self.way = Vec::new().into_iter();
        self.timing = Timing::default();
        let feel = self.game.feel();
        self.game.restart()?;
        if feel != self.game.feel() {
            self.actions.extend(feel.map(|feel| Action::Feel(Box::new(feel))));
        }
        Ok(())
    }
}
