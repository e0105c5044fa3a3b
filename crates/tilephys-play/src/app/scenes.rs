//! Opens scenes of the testbed, and sets their sliders.

use super::App;
use super::opening::Opening;
use crate::game::Game;
use crate::session::{Overlays, Session};
use crate::source::Source;
use crate::view::LevelView;
use eframe::egui::Context;
use std::path::PathBuf;
use tilephys::draw::Rect;
use tilephys_scenes::{Change, Ground, Scene};

impl App {
    /// Opens a scene with a value for each slider; missing values are the scene's own.
    pub fn open_scene(&mut self, scene: &Scene, values: Vec<f32>) {
        let mut scene = scene.clone();
        let map = match &mut scene.ground {
            Ground::Map(path) => {
                // The files of scenes name maps from the root of the project.
                *path = self.root.join(&*path);
                path.clone()
            }
            _ => PathBuf::from(&scene.name),
        };
        self.opening = Some(Opening { map, scene: Some(Box::new((scene, values))), ..Opening::default() });
    }

    /// Opens a scene once the files of its map are there.
    pub(super) fn go_on_opening_scene(
        &mut self,
        ctx: &Context,
        opening: Opening,
        scene: Box<(Scene, Vec<f32>)>,
    ) {
        let (of, values) = &*scene;
        if matches!(of.ground, Ground::Map(_)) {
            match self.source.load(&opening.map) {
                None => {
                    self.opening = Some(Opening { scene: Some(scene), ..opening });
                    return;
                }
                Some(Err(error)) => {
                    self.notices.fail(error.to_string());
                    return;
                }
                // The files are there.
                Some(Ok(_)) => {}
            }
        }
        match of.begin(values, self.source.files()) {
            Ok(stage) => {
                let game = Game::of_stage(stage);
                let view = LevelView::new(ctx, &game.level, self.source.files());
                let mut session = Session::new(opening.map, game, view);
                // A plan has no pictures of its tiles.
                session.overlays = Overlays { solids: matches!(of.ground, Ground::Plan(_)), ..self.overlays };
                session.clock.is_scripted = self.is_scripted;
                session.show(Rect::new(of.view.min, of.view.size));
                session.scene = Some(of.clone());
                self.notices.mend();
                // The files of the level before it do not concern the scene.
                if let Err(error) = self.source.watch(&session.game.level) {
                    self.notices.fail(error);
                }
                if !std::mem::take(&mut self.panels.is_named) {
                    self.panels.tab = crate::panels::Tab::Scene;
                }
                self.session = Some(session);
            }
            Err(error) => self.notices.fail(error.to_string()),
        }
    }

    /// Sets a slider of the scene, and begins it anew if it must.
    pub fn set_slider(&mut self, slider: usize, value: f32) {
        let Some(Session { scene: Some(scene), game, map, .. }) = &mut self.session else { return };
        if game.set_slider(slider, value) == Change::BeginAnew {
            let values = game.scene.as_ref().map(|scene| scene.values().to_vec()).unwrap_or_default();
            let again = Some(Box::new((scene.clone(), values)));
            self.opening = Some(Opening { map: map.clone(), scene: again, ..Opening::default() });
        }
    }
}
