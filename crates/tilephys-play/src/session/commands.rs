//! Commands about the open level.

use super::{Overlays, Selection, Session};
use crate::game::Action;
use tilephys::draw::Rect;
use tilephys::ecs::Feel;
use tilephys_scenes::Coloring;

/// A command about the open level.
#[derive(Clone, Debug)]
pub enum SessionCommand {
    /// Stops time, or lets it go on.
    Pause,
    /// Plays one tick, and stops time.
    Step,
    /// Takes time back in the next frame.
    Rewind,
    /// Sets the speed of time.
    SetSpeed(f32),
    /// Lets the camera follow the hero, or stay.
    Follow(bool),
    /// Shows the whole level.
    ShowWhole,
    /// Zooms about the middle of the level on the screen, by a factor.
    Zoom(f32),
    /// Switches an overlay, by its label.
    Switch(&'static str),
    /// Groups by which bodies are coloured.
    ColorBy(Coloring),
    /// Changes the game in the next tick.
    Act(Action),
    /// Changes the settings of the hero in the next tick.
    SetFeel(Box<Feel>),
    /// Shows or hides the picture of a layer.
    Draw {
        /// Index of the layer.
        layer: usize,
        /// True to draw it.
        is_drawn: bool,
    },
    /// Switches the collision of a layer.
    SetSolid {
        /// Index of the layer.
        layer: usize,
        /// True to let it collide.
        is_solid: bool,
    },
    /// Selects a thing, or nothing.
    Select(Option<Selection>),
    /// Shows a part of the level and points it out, in px.
    PointOut(Rect),
    /// Closes the card of the goal.
    CloseGoal,
}

impl Session {
    /// Carries out a command.
    pub fn obey(&mut self, command: SessionCommand) {
        match command {
            SessionCommand::Pause => self.clock.is_paused = !self.clock.is_paused,
            SessionCommand::Step => {
                self.clock.is_paused = true;
                self.clock.single += 1;
            }
            SessionCommand::Rewind => self.clock.rewind(),
            SessionCommand::SetSpeed(speed) => self.clock.speed = speed,
            SessionCommand::Follow(true) => self.follow(),
            SessionCommand::Follow(false) => self.follows = false,
            SessionCommand::ShowWhole => self.show(self.view.bounds()),
            SessionCommand::Zoom(factor) => self.camera.zoom_by(factor),
            SessionCommand::Switch(label) => self.switch(label),
            SessionCommand::ColorBy(coloring) => self.coloring = coloring,
            SessionCommand::Act(action) => self.actions.push(action),
            SessionCommand::SetFeel(feel) => self.set_feel(feel),
            SessionCommand::Draw { layer, is_drawn } => self.set_shown(layer, is_drawn),
            SessionCommand::SetSolid { layer, is_solid } => self.set_solid(layer, is_solid),
            SessionCommand::Select(selection) => {
                self.selection = selection;
                self.highlight = None;
            }
            SessionCommand::PointOut(region) => self.jump_to(region),
            SessionCommand::CloseGoal => self.home = None,
        }
    }

    /// Sets the settings of the hero from the next tick on, in place of others that are due.
    pub(crate) fn set_feel(&mut self, feel: Box<Feel>) {
        self.actions.retain(|action| !matches!(action, Action::Feel(_)));
        self.actions.push(Action::Feel(feel));
    }

    fn switch(&mut self, label: &str) {
        debug_assert!(Overlays::ALL.iter().any(|(known, _)| *known == label), "no overlay is called {label}");
        if let Some(is_shown) = self.overlays.switch(label) {
            *is_shown = !*is_shown;
        }
    }
}
