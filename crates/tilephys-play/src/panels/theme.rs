//! Colours and sizes of the interface.

use eframe::egui::{
    Align2, Area, Color32, Context, FontId, Frame, Id, Order, Painter, Pos2, Rect, Stroke, TextStyle, Theme,
    Vec2, Visuals,
};

/// Under words that are over the level.
pub(super) const PLATE: Color32 = Color32::from_black_alpha(220);

/// A place for words over the level, at a side of the screen.
pub(super) fn over_level(id: &str, side: Align2, offset: Vec2, screen: Rect) -> Area {
    let at = side.pos_in_rect(&screen) + offset;
    Area::new(Id::unique(id)).order(Order::Middle).pivot(side).fixed_pos(at).constrain_to(screen)
}

/// The frame of words over the level.
pub(super) fn plate() -> Frame {
    Frame::new().fill(PLATE).corner_radius(4.0).inner_margin(8.0)
}

/// Paints words over the level, on one side of a place.
pub(super) fn words(painter: &Painter, side: Align2, at: Pos2, text: String) {
    let galley = painter.layout_no_wrap(text, FontId::proportional(15.0), Color32::WHITE);
    let area = side.anchor_size(at, galley.size());
    painter.rect_filled(area.expand2(Vec2::new(7.0, 3.0)), 4.0, PLATE);
    painter.galley(area.min, galley, Color32::WHITE);
}

/// Sets a dark theme with sizes that fingers can hit.
pub fn apply(ctx: &Context) {
    ctx.set_theme(Theme::Dark);
    let mut visuals = Visuals::dark();
    visuals.panel_fill = Color32::from_rgb(24, 26, 32);
    visuals.window_fill = Color32::from_rgb(30, 33, 40);
    visuals.extreme_bg_color = Color32::from_rgb(14, 16, 20);
    visuals.faint_bg_color = Color32::from_rgb(30, 33, 40);
    visuals.override_text_color = Some(Color32::from_rgb(222, 226, 233));
    visuals.weak_text_color = Some(Color32::from_rgb(150, 158, 172));
    visuals.selection.bg_fill = Color32::from_rgb(38, 92, 140);
    visuals.selection.stroke = Stroke::new(1.0, Color32::from_rgb(230, 240, 255));
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, Color32::from_rgb(52, 57, 68));
    ctx.set_visuals_of(Theme::Dark, visuals);
    ctx.style_mut_of(Theme::Dark, |style| {
        style.spacing.button_padding = Vec2::new(8.0, 4.0);
        style.spacing.interact_size.y = 24.0;
        style.spacing.item_spacing = Vec2::new(7.0, 5.0);
        style.spacing.slider_width = 110.0;
        let sizes = [
            (TextStyle::Body, FontId::proportional(14.0)),
            (TextStyle::Button, FontId::proportional(14.0)),
            (TextStyle::Heading, FontId::proportional(18.0)),
            (TextStyle::Monospace, FontId::monospace(13.0)),
            (TextStyle::Small, FontId::proportional(11.5)),
        ];
        style.text_styles = sizes.into_iter().collect();
    });
}
