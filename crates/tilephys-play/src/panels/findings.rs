//! The findings of the checker as a list: a click jumps there.

use super::Panels;
use super::parts::{region_of_cell, region_of_cells, region_of_object, region_of_point};
use crate::commands::Commands;
use crate::session::{Selection, Session, SessionCommand};
use crate::view::color_of;
use eframe::egui::{Color32, Frame, RichText, ScrollArea, Sense, Ui, UiBuilder};
use tilephys::check::{Finding, Severity};
use tilephys::draw::Rect;
use tilephys::inspect::debug_draw::Meaning;

/// Most findings that are listed.
const MOST: usize = 500;

/// All severities.
const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

/// Meaning of marks of a severity, which has its name too.
pub(super) fn meaning_of(severity: Severity) -> Meaning {
    match severity {
        Severity::Error => Meaning::Error,
        Severity::Warning => Meaning::Warning,
        Severity::Info => Meaning::Remark,
    }
}

/// Colour of a severity.
pub(super) fn color(severity: Severity) -> Color32 {
    color_of(meaning_of(severity).color())
}

/// The region that a finding is about, in px, if it is about a place in the map.
pub(super) fn region(session: &Session, finding: &Finding) -> Option<Rect> {
    let object = || session.game.level.object(finding.place.object?).filter(|_| finding.place.tile.is_none());
    finding
        .cells
        .map(|cells| region_of_cells(session, cells))
        .or_else(|| object().map(|object| region_of_object(session, object)))
        .or_else(|| finding.pixel.map(region_of_point))
        .or_else(|| finding.place.cell.map(|at| region_of_cell(session, at)))
}

/// Shows the list.
pub(super) fn show(panels: &mut Panels, session: &Session, asked: &mut Commands, ui: &mut Ui) {
    let Some(report) = &session.report else {
        ui.weak("the map was not checked");
        return;
    };
    if report.findings.is_empty() {
        ui.label("no findings");
    } else {
        filters(panels, &report.findings, ui);
    }
    let hidden = &panels.findings.hidden;
    let is_shown = |(_, finding): &(usize, &Finding)| !hidden.contains(&finding.severity);
    let shown: Vec<(usize, &Finding)> = report.findings.iter().enumerate().filter(is_shown).collect();
    let mut hovered = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (index, finding) in shown.iter().take(MOST) {
            if let Some(region) = entry(session, (*index, finding), asked, ui) {
                hovered = Some(region);
            }
        }
        if shown.len() > MOST {
            ui.weak(format!("and {} more: tilephys check lists all", shown.len() - MOST));
        }
    });
    panels.hovered = panels.hovered.or(hovered);
}

/// Switches by severity, with the number of findings.
fn filters(panels: &mut Panels, findings: &[Finding], ui: &mut Ui) {
    let hidden = &mut panels.findings.hidden;
    ui.horizontal_wrapped(|ui| {
        for severity in SEVERITIES {
            let count = findings.iter().filter(|finding| finding.severity == severity).count();
            if count == 0 {
                continue;
            }
            let mut is_shown = !hidden.contains(&severity);
            let plural = if count == 1 { "" } else { "s" };
            let text = RichText::new(format!("{count} {}{plural}", meaning_of(severity).title()));
            let text = text.color(color(severity));
            if ui.checkbox(&mut is_shown, text).changed() {
                hidden.retain(|other| *other != severity);
                if !is_shown {
                    hidden.push(severity);
                }
            }
        }
    });
}

/// Shows a finding, with details if it is selected. The region of a finding under the pointer.
fn entry(
    session: &Session,
    (index, finding): (usize, &Finding),
    asked: &mut Commands,
    ui: &mut Ui,
) -> Option<Rect> {
    let is_selected = session.selection == Some(Selection::Finding(index));
    let builder = UiBuilder::new().id_salt(("finding", index)).sense(Sense::click());
    let response = ui.scope_builder(builder, |ui| {
        // Labels that can be selected would take the clicks.
        ui.style_mut().interaction.selectable_labels = false;
        let visuals = ui.style().interact_selectable(&ui.response(), is_selected);
        Frame::new().fill(visuals.weak_bg_fill).corner_radius(3.0).inner_margin(5.0).show(ui, |ui| {
            ui.set_width(ui.available_width());
            head(finding, ui);
            if is_selected {
                details(finding, ui);
            }
        });
    });
    let response = response.response;
    let region = region(session, finding);
    if response.clicked() {
        asked.push(SessionCommand::Select(Some(Selection::Finding(index))));
        if let Some(region) = region {
            asked.push(SessionCommand::PointOut(region));
        }
    }
    region.filter(|_| response.hovered())
}

fn head(finding: &Finding, ui: &mut Ui) {
    let name = meaning_of(finding.severity).title();
    ui.horizontal_wrapped(|ui| {
        ui.colored_label(color(finding.severity), RichText::new(name).strong());
        ui.weak(finding.check.to_string());
        if finding.count > 1 {
            ui.weak(format!("{} places", finding.count));
        }
        let place = finding.place.to_string();
        if !place.is_empty() {
            ui.weak(place);
        }
    });
    ui.label(&finding.message);
    if let Some(help) = &finding.help {
        ui.weak(format!("to do: {help}"));
    }
}

/// Place in the file, line of the file and picture.
fn details(finding: &Finding, ui: &mut Ui) {
    let mut line = finding.file.display().to_string();
    if let Some(position) = finding.position {
        line = format!("{line}:{}:{}", position.line, position.column);
    }
    ui.horizontal_wrapped(|ui| {
        if ui.button("copy").on_hover_text("Copies the place in the file").clicked() {
            ui.ctx().copy_text(line.clone());
        }
        ui.monospace(&line);
    });
    for related in &finding.related {
        let position = related.position.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
        ui.weak(format!("{} ({}{position})", related.message, related.file.display()));
    }
    if let Some(picture) = &finding.picture {
        ui.monospace(picture.to_string());
    }
}
