//! Ways to targets, which the hero plays.

use super::App;
use super::kept::Kept;
use super::opening::Opening;
use crate::game::{Start, TICKS};
use tilephys::check::TargetVerdict;

impl App {
    /// Asks what the hero can reach while its overlay is shown.
    pub(super) fn update_reach(&mut self, ctx: &eframe::egui::Context) {
        let App { reach, session: Some(session), source, .. } = self else { return };
        if session.overlays.reach {
            let ctx = ctx.clone();
            reach.update(session, source, move || ctx.request_repaint());
        }
    }

    /// Plays the way to a target with the hero, from the start of the level on; says why if there is no way.
    pub fn show_way(&mut self, object: u32) {
        let Some(session) = &mut self.session else { return };
        if !self.reach.is_current() {
            // A way of other settings leads elsewhere.
            self.notices.say(self.reach.in_words());
            return;
        }
        let Some(reach) = self.reach.answer() else { return };
        let verdict = reach.verdict(object);
        if verdict.is_some_and(|verdict| verdict.legs().len() > 1) {
            self.notices.say("a way leads there through a door; check --witness writes its parts".to_owned());
            return;
        }
        let Some(way) = verdict.and_then(TargetVerdict::way) else {
            let about = reach.findings.iter().find(|finding| finding.place.object == Some(object));
            let reason = about.map(|finding| finding.message.clone()).or_else(|| reach.note.clone());
            reason.into_iter().for_each(|reason| self.notices.say(reason));
            return;
        };
        let seconds = way.inputs.len() as f32 / TICKS as f32;
        let takes_tokens =
            verdict.is_some_and(|verdict| verdict.legs().iter().any(|leg| !leg.takes.is_empty()));
        let gates = if takes_tokens { "; its keys open no gates in the app" } else { "" };
        self.notices.say(format!("a way there takes {seconds:.1} s; any key of the hero takes over{gates}"));
        let inputs = way.inputs.clone();
        if session.game.is_changed() || session.game.start().feet.is_some() {
            let feel = session.feel();
            let (map, kept) = (session.map.clone(), Some(Kept::of(session)));
            let start = Start { feel, ..Start::default() };
            self.opening = Some(Opening { map, start, kept, way: inputs, ..Opening::default() });
        } else if let Err(error) = session.restart() {
            self.notices.fail(error.to_string());
        } else {
            session.show_way(inputs);
        }
    }
}
