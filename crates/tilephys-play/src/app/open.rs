//! Opens and reloads levels, and goes through doors.

use super::App;
use super::kept::Kept;
use super::opening::Opening;
use crate::game::{Game, Recording, Replayed, Start};
use crate::session::Session;
use crate::source::{Shared, Source};
use crate::view::LevelView;
use eframe::egui::Context;
use std::path::{Path, PathBuf};
use tilephys::check::Checker;
use tilephys::ecs::Feel;
use tilephys::glam::Vec2;
use tilephys::level::hero_picture;
use tilephys::tiled::{Door, Level};

impl App {
    /// Opens a map as soon as its files are there. The open level stays until then, and if the map does not load.
    pub fn open(&mut self, map: impl Into<PathBuf>, start: Start) {
        self.opening = Some(Opening { map: map.into(), start, ..Opening::default() });
    }

    /// Opens another map with the settings of the present hero.
    pub(crate) fn open_beside(&mut self, map: PathBuf) {
        let feel = self.session.as_ref().and_then(own_feel);
        self.open(map, Start { feel, ..Start::default() });
    }

    /// Begins the open level again, with the present settings of the hero. A level that has changed since its file was opened is
    /// opened anew.
    pub fn restart(&mut self) {
        let Some(session) = &mut self.session else { return };
        if session.scene.is_some() || !session.game.is_changed() {
            if let Err(error) = session.restart() {
                self.notices.fail(error.to_string());
            }
            return;
        }
        let (map, start, kept) = (
            session.map.clone(),
            Start { feel: own_feel(session), ..Start::default() },
            Some(Kept::of(session)),
        );
        self.opening = Some(Opening { map, start, kept, ..Opening::default() });
    }

    /// Opens the map of a recording and plays it.
    pub fn open_recording(&mut self, recording: Recording) {
        let (map, start) = (recording.map.clone(), recording.start.clone());
        self.opening = Some(Opening { map, start, replay: Some(Box::new(recording)), ..Opening::default() });
    }

    /// The map that is being opened.
    #[must_use]
    pub fn opening(&self) -> Option<&Path> {
        self.opening.as_ref().map(|opening| opening.map.as_path())
    }

    /// Goes on in the level behind a door.
    pub(super) fn go_through(&mut self, door: &Door) {
        if let Err(error) = self.write_recording() {
            self.notices.fail(error);
        }
        let Some(session) = &self.session else { return };
        let map = door.target.clone().unwrap_or_else(|| session.map.clone());
        let start = Start { feel: own_feel(session), ..Start::default() };
        self.opening = Some(Opening { map, start, door: Some(door.clone()), ..Opening::default() });
    }

    pub(super) fn go_on_opening(&mut self, ctx: &Context) {
        let Some(mut opening) = self.opening.take() else { return };
        // Names of layers are about one map.
        let made = opening.kept.as_ref().map(|kept| kept.made.clone()).unwrap_or_default();
        self.source.make_solid(&made);
        if let Some(scene) = opening.scene.take() {
            self.go_on_opening_scene(ctx, opening, scene);
            return;
        }
        match self.source.load(&opening.map) {
            None => self.opening = Some(opening),
            Some(Ok(loaded)) => {
                if let Err(error) = self.begin(ctx, opening, loaded) {
                    self.notices.fail(error);
                }
            }
            Some(Err(error)) => self.notices.fail(error.to_string()),
        }
        if let Some(session) = &self.session {
            self.source.make_solid(&session.solids.made);
        }
    }

    fn begin(&mut self, ctx: &Context, opening: Opening, level: Level) -> Result<(), String> {
        let Opening { map, mut start, door, replay, kept, way, .. } = opening;
        if let Some(door) = &door {
            start.feet = level.arrival(door);
        }
        // A recording has the hero with which it was made.
        if replay.is_none() {
            self.source.complete_start(&mut start, &level);
        }
        let view = LevelView::new(ctx, &level, self.source.files());
        let mut game = Game::begin(level, start).map_err(|error| error.to_string())?;
        let replay = replay.map(|recording| Replayed::new(&recording, &mut game)).transpose();
        let replay = replay.map_err(|error| error.to_string())?;
        let mut session = Session::new(map, game, view);
        session.replay = replay;
        session.show_way(way);
        session.overlays = self.overlays;
        if let Some(before) = &self.session {
            session.overlays = before.overlays;
            // Levels that belong together are seen at one scale.
            session.is_fitted = door.is_some() || before.map == session.map;
            session.camera.zoom = before.camera.zoom;
        }
        session.clock.is_scripted = self.is_scripted;
        session.stop_at = self.stop_at;
        if let Some(kept) = kept {
            kept.apply(&mut session);
        }
        self.notices.mend();
        if let Some(line) = about_start(&session) {
            self.notices.say(line);
        }
        if session.game.hero.is_none() {
            session.show(session.view.bounds());
        }
        self.look_after(&mut session);
        self.session = Some(session);
        Ok(())
    }

    /// Watches the files of the level from now on. The check waits for the next frame, so that a large level is seen first.
    fn look_after(&mut self, session: &mut Session) {
        // One card for all, which leaves the level in view.
        let warnings = session.view.warnings().join("\n");
        if !warnings.is_empty() {
            self.notices.fail(warnings);
        }
        if let Some(fault) = self.source.project_fault() {
            self.notices.fail(fault.to_owned());
        }
        if let Err(error) = self.source.watch(&session.game.level) {
            self.notices.fail(error);
        }
        session.is_check_due = true;
        self.reach.forget();
    }

    /// Checks a level that was shown for a frame.
    pub(super) fn check_if_due(&mut self) {
        let Some(session) = self.session.as_mut().filter(|session| session.is_check_due) else { return };
        let mut settings = self.source.checks();
        settings.root = self.source.root();
        let checker = Checker::with_files(settings, Shared(self.source.files()));
        session.report = Some(checker.check(std::slice::from_ref(&session.map)));
        session.is_check_due = false;
    }

    /// Loads the level again if one of its files was saved. A faulty file changes nothing but is said.
    pub(super) fn reload_if_changed(&mut self, ctx: &Context) {
        let is_switched = self.session.as_mut().is_some_and(|s| std::mem::take(&mut s.solids.is_reload_due));
        if !self.source.has_changed() && !is_switched {
            return;
        }
        let Some(mut session) = self.session.take() else { return };
        if is_switched && !self.source.make_solid(&session.solids.made) {
            self.notices.fail("layers of a level from this source cannot be made solid".to_owned());
        }
        match self.source.load(&session.map) {
            Some(Ok(loaded)) => match self.reload(ctx, &mut session, loaded) {
                Ok(()) if is_switched => {}
                Ok(()) => self.notices.say("reloaded".to_owned()),
                Err(error) => self.notices.fail(error),
            },
            Some(Err(error)) => self.notices.fail(error.to_string()),
            None => {}
        }
        self.session = Some(session);
    }

    fn reload(&mut self, ctx: &Context, session: &mut Session, level: Level) -> Result<(), String> {
        let kept = Kept::of(session);
        session.with_all_solid(|session| session.game.reload(level)).map_err(|error| error.to_string())?;
        session.view = LevelView::new(ctx, &session.game.level, self.source.files());
        session.own_hero = hero_picture(&session.game.level);
        kept.show(session);
        self.notices.mend();
        // A layer that was made solid is the first ground of some maps.
        if session.game.hero.is_none() && session.put_hero_at_likely_start() {
            self.notices.say("the hero was placed on the ground; double-click to move it".to_owned());
        }
        self.look_after(session);
        Ok(())
    }
}

/// Settings of the hero, if they are no longer those with which the level began.
fn own_feel(session: &Session) -> Option<Feel> {
    let is_own = |feel: &Feel| session.game.start().feel.is_some() || *feel != session.game.first_feel();
    session.feel().filter(is_own)
}

/// Why the hero is where it is, in a map without a start.
fn about_start(session: &Session) -> Option<String> {
    if session.game.hero.is_none() && session.scene.is_none() {
        return Some(
            "the map has no TpSpawn and no ground, so there is no hero: double-click to place one".to_owned(),
        );
    }
    let start = session.game.likely_start()?;
    let at = (start.feet / session.game.level.tile_size.as_vec2() - Vec2::new(0.0, 0.5)).floor();
    let object = start.object.and_then(|id| session.game.level.object(id));
    let beside =
        object.map_or_else(String::new, |object| format!(" at {}", crate::panels::object_name(object)));
    Some(format!(
        "no TpSpawn: the hero was placed{beside} at column {}, row {}; double-click to move it",
        at.x, at.y
    ))
}
