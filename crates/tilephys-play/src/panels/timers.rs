//! Timers of the character controller, beside the hero.

use super::theme;
use crate::session::Session;
use crate::view::color_of;
use eframe::egui::{Align2, Color32, FontId, Painter, Rect, pos2, vec2};
use tilephys::inspect::debug_draw::Meaning;

/// Width and height of a bar, in points.
const BAR: [f32; 2] = [46.0, 6.0];

/// Draws a bar for each timer whose window is not 0.
pub(super) fn draw(session: &Session, painter: &Painter, screen: Rect) {
    let (Some(hero), Some(feel), Some(state)) =
        (session.hero(session.clock.alpha()), session.game.feel(), session.game.feel_state())
    else {
        return;
    };
    let jump = &feel.jump;
    let dash = feel.dash.unwrap_or_default();
    let has_dash = feel.dash.is_some();
    let only_with_dash = |most: u8| if has_dash { most } else { 0 };
    // Abilities that are left, abilities in use, and inputs that wait.
    let [ready, active, waiting] =
        [Meaning::Reach, Meaning::Path, Meaning::Remainder].map(|meaning| color_of(meaning.color()));
    let bars = [
        ("coyote", state.coyote_ticks(), jump.coyote_ticks, ready),
        ("buffer", state.buffer_ticks(), jump.buffer_ticks, waiting),
        ("rise", state.var_jump_ticks(), jump.var_jump_ticks, active),
        ("dash", state.dash_ticks(), only_with_dash(dash.ticks.saturating_add(1)), active),
        ("wait", state.cooldown_ticks(), only_with_dash(dash.cooldown_ticks), waiting),
        ("dashes", state.dashes(), only_with_dash(dash.count), ready),
        ("jumps", state.air_jumps(), jump.air_jumps, ready),
    ];
    let corner = session.camera.to_screen(screen, hero.min + tilephys::glam::Vec2::new(hero.size.x, 0.0));
    let mut at = pos2(corner.x + 10.0, corner.y);
    for (name, left, most, color) in bars.into_iter().filter(|(_, _, most, _)| *most > 0) {
        let size = vec2(BAR[0], BAR[1]);
        let whole = Rect::from_min_size(at, size);
        let part = f32::from(left.min(most)) / f32::from(most);
        painter.rect_filled(whole.expand(1.0), 1.0, theme::PLATE);
        painter.rect_filled(Rect::from_min_size(at, vec2(size.x * part, size.y)), 1.0, color);
        let text = format!("{name} {left}");
        let place = whole.right_center() + vec2(5.0, 0.0);
        for (by, ink) in [(vec2(1.0, 1.0), Color32::BLACK), (vec2(0.0, 0.0), Color32::WHITE)] {
            painter.text(place + by, Align2::LEFT_CENTER, &text, FontId::proportional(10.5), ink);
        }
        at.y += BAR[1] + 6.0;
    }
}
