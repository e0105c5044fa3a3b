//! Time of the last steps by phase as a plot, and time of the last frames.

use super::Panels;
use super::colors::color_of_number;
use super::parts::swatch;
use crate::game::PhaseTimes;
use crate::session::Session;
use eframe::egui::{Align2, Color32, FontId, Grid, Painter, Rect, Sense, Ui, pos2, vec2};
use std::time::Duration;

/// Height of a plot, in points.
const HEIGHT: f32 = 130.0;

fn ms(duration: Duration) -> f32 {
    duration.as_secs_f32() * 1e3
}

/// The middle one of some values; 0 of none.
fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

fn largest(values: &[f32]) -> f32 {
    values.iter().copied().fold(0.0, |most, value| if value > most { value } else { most })
}

/// Shows the panel.
pub(super) fn show(panels: &Panels, session: &Session, ui: &mut Ui) {
    let steps: Vec<&PhaseTimes> = session.timing.steps().collect();
    let totals: Vec<f32> = steps.iter().map(|step| ms(step.total())).collect();
    let (middle, most) = (median(totals.clone()), largest(&totals));
    ui.label(format!("step: median {middle:.3} ms, largest {most:.3} ms"));
    plot(ui, usual(totals), |painter, area, scale| {
        let width = area.width() / 240.0;
        for (index, step) in steps.iter().rev().enumerate() {
            let right = area.right() - index as f32 * width;
            let mut low = area.bottom();
            for (phase, (_, duration)) in step.0.iter().enumerate() {
                let high = low - ms(*duration) * scale;
                let bar = Rect::from_min_max(pos2(right - width, high), pos2(right, low));
                painter.rect_filled(bar, 0.0, color_of_number(phase));
                low = high;
            }
        }
    });
    legend(&steps, ui);
    ui.separator();
    let frames: Vec<f32> = panels.frames.iter().map(|seconds| seconds * 1e3).collect();
    let (middle, most) = (median(frames.clone()), largest(&frames));
    ui.label(format!("frame: median {middle:.1} ms, largest {most:.1} ms"));
    plot(ui, usual(frames.clone()), |painter, area, scale| {
        let width = area.width() / 240.0;
        for (index, frame) in frames.iter().rev().enumerate() {
            let right = area.right() - index as f32 * width;
            let bar = Rect::from_min_max(
                pos2(right - width, area.bottom() - frame * scale),
                pos2(right, area.bottom()),
            );
            painter.rect_filled(bar, 0.0, color_of_number(0));
        }
    });
    ui.weak("Both show the last four seconds. At 60 frames a second a frame has 16.7 ms.");
}

/// A value that most of some values do not exceed: a few large ones may leave the plot.
fn usual(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    let most = values.get(values.len().saturating_sub(1) * 95 / 100).copied().unwrap_or(0.0);
    most * 1.3
}

/// A plot of bars, with a line at its upper end. `draw` takes the area, and points to a millisecond.
fn plot(ui: &mut Ui, most: f32, draw: impl FnOnce(&Painter, Rect, f32)) {
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let painter = ui.painter_at(area);
    painter.rect_filled(area, 2.0, ui.visuals().extreme_bg_color);
    // The scale changes in few steps, so that it is quiet.
    let limits = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0];
    let limit = limits.into_iter().find(|limit| *limit >= most).unwrap_or(most);
    draw(&painter, area, area.height() / limit);
    let text = format!("{limit} ms");
    painter.text(
        area.left_top() + vec2(4.0, 2.0),
        Align2::LEFT_TOP,
        text,
        FontId::proportional(11.0),
        Color32::GRAY,
    );
}

/// Names of the phases, with the median of their durations.
fn legend(steps: &[&PhaseTimes], ui: &mut Ui) {
    let Some(last) = steps.last() else {
        ui.weak("no step yet");
        return;
    };
    Grid::new("phases").num_columns(2).min_row_height(18.0).spacing([12.0, 2.0]).show(ui, |ui| {
        for (index, (name, _)) in last.0.iter().enumerate() {
            let values = steps.iter().filter_map(|step| step.0.get(index)).map(|(_, duration)| ms(*duration));
            ui.horizontal(|ui| {
                swatch(ui, color_of_number(index));
                ui.label(*name);
            });
            ui.monospace(format!("{:.3} ms", median(values.collect())));
            ui.end_row();
        }
    });
}
