//! Text and lines over the level: outlines, coins and deaths, notices.

use super::{
    Panels, Shown, choices, feel, goal, help, hints, legend, notices, numbers, outlines, theme, timers,
};
use crate::commands::Commands;
use crate::session::Session;
use crate::source::Source;
use crate::view::color_of;
use eframe::egui::{Align2, FontId, Painter, Rect, Ui, Vec2, vec2};
use tilephys::inspect::debug_draw::Meaning;

/// Width and height of the line of time, in points.
const TIME_LINE: Vec2 = vec2(320.0, 8.0);

/// Most files that a map waits for and that are listed.
const MOST_FILES: usize = 8;

/// Shows all of it.
pub fn over_level(panels: &mut Panels, shown: Shown<'_>, asked: &mut Commands, ui: &mut Ui, screen: Rect) {
    let ctx = ui.ctx().clone();
    if shown.session.is_none() && shown.choices.is_none() {
        waiting(shown, ui, screen);
    }
    if let Some(session) = shown.session {
        legend::show(shown.reach, session, &ctx, screen);
        let pointer = ctx.pointer_latest_pos().filter(|at| screen.contains(*at));
        panels.pointer = pointer.map(|at| session.camera.to_level(screen, at));
        panels.screen = Some(screen);
        panels.shown = Some(session.camera.shown(screen));
        let painter = ui.painter_at(screen);
        let is_named = !panels.is_open(&ctx);
        outlines::draw(session, &painter, screen, (panels.hovered, is_named));
        if session.overlays.timers {
            timers::draw(session, &painter, screen);
        }
        if ctx.input(|input| input.time) < panels.feel.arc_until {
            feel::arc::draw(&panels.feel, session, &painter, screen);
        }
        score(session, &painter, screen);
        numbers::show(panels, session, &ctx, screen);
        if session.clock.is_rewinding {
            time_line(session, &painter, screen);
        }
    }
    notices::show(shown.notices, asked, &ctx, screen);
    help::show(panels, &ctx);
    if let Some(hints) = shown.hints {
        hints::show(hints, asked, &ctx, screen);
    }
    goal::show(shown, asked, &ctx, screen);
    if let Some(choices) = shown.choices {
        choices::show(choices, asked, &ctx);
    }
}

/// The map that is being opened, with the files that it waits for; else how to open one.
fn waiting(shown: Shown<'_>, ui: &Ui, screen: Rect) {
    let mut lines = match shown.opening {
        Some(map) => vec![format!("opening {}", map.display())],
        None => vec!["Drop a map onto the window: a .tmx or .tmj file, or a .zip".to_owned()],
    };
    let awaited = shown.source.awaited();
    lines.extend(awaited.iter().take(MOST_FILES).map(|file| file.display().to_string()));
    if awaited.len() > MOST_FILES {
        lines.push(format!("and {} more", awaited.len() - MOST_FILES));
    }
    let painter = ui.painter_at(screen);
    let color = ui.visuals().weak_text_color();
    painter.text(screen.center(), Align2::CENTER_CENTER, lines.join("\n"), FontId::proportional(15.0), color);
}

/// The time that is left to be taken back, as a line above the middle of the lower edge.
fn time_line(session: &Session, painter: &Painter, screen: Rect) {
    let whole = Rect::from_center_size(screen.center_bottom() - vec2(0.0, 90.0), TIME_LINE);
    let left = Rect::from_min_size(whole.min, vec2(whole.width() * session.game.past_left(), whole.height()));
    painter.rect_filled(whole.expand(3.0), 4.0, theme::PLATE);
    painter.rect_filled(left, 2.0, color_of(Meaning::Path.color()));
    let seconds = session.game.past_left() * 10.0;
    let text = format!("{seconds:.1} s of the past remain");
    theme::words(painter, Align2::CENTER_BOTTOM, whole.center_top() - vec2(0.0, 8.0), text);
}

/// Coins and deaths, and the state of the clock, in a corner.
fn score(session: &Session, painter: &Painter, screen: Rect) {
    let mut parts = Vec::new();
    if let Some(score) = session.game.score() {
        let coins = session.all_coins();
        if coins > 0 {
            parts.push(format!("coins {} of {coins}", score.coins));
        }
        if score.deaths > 0 {
            parts.push(format!("deaths {}", score.deaths));
        }
        if score.is_home {
            parts.push("home".to_owned());
        }
    }
    if session.clock.is_rewinding {
        parts.push("rewind".to_owned());
    } else if session.clock.is_paused {
        parts.push("pause".to_owned());
    } else if session.clock.speed != 1.0 {
        parts.push(format!("{} x", session.clock.speed));
    }
    let text = parts.join("   ");
    if !text.is_empty() {
        theme::words(painter, Align2::RIGHT_TOP, screen.right_top() + vec2(-12.0, 10.0), text);
    }
}
