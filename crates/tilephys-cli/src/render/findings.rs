//! Overlay of findings: numbered boxes, and their texts for the legend.

use super::legend::Line;
use super::objects::extent;
use super::overlay::{Scene, shows};
use super::pens::{SHADE, around, cased, dashed, larger, smaller};
use crate::check::catalogue::severity_name;
use glam::{UVec2, Vec2};
use tilephys::check::{Finding, Severity};
use tilephys::draw::{Label, Outline, Picture, Rect, color_of};
use tilephys::inspect::debug_draw::Meaning;
use tilephys::tiled::{Color, TileRect};

/// Maximum number of findings in the legend; each takes a line or more.
const MOST_LISTED: usize = 200;

/// A finding with its place.
pub(crate) struct Numbered {
    /// Place in pixels of the level; `None` if it is about the whole level.
    pub(crate) rect: Option<Rect>,
    /// Text in the legend.
    pub(crate) label: String,
    pub(crate) severity: Severity,
}

impl Numbered {
    pub(crate) fn new(finding: &Finding, scene: Scene) -> Self {
        let of_cells = |cells: TileRect| {
            let min = Vec2::new(cells.min.col as f32, cells.min.row as f32) * scene.cell();
            Rect::new(min, cells.size.as_vec2() * scene.cell())
        };
        let at = finding.pixel.map(|pixel| Rect::new(pixel, Vec2::ZERO));
        let place = &finding.place;
        let of_cell = |min| of_cells(TileRect { min, size: UVec2::ONE });
        // Within a tileset the object is a collision shape of a tile.
        let object = place.object.filter(|_| place.tileset.is_none()).and_then(|id| scene.level.object(id));
        let of_object = || object.map(|object| extent(object, Meaning::Object, scene));
        let times = if finding.count > 1 { format!(" ({} times)", finding.count) } else { String::new() };
        let label = format!("{} {}{times}", finding.check, finding.message);
        let rect = finding.cells.map(of_cells).or(at).or(place.cell.map(of_cell)).or_else(of_object);
        Numbered { rect, label, severity: finding.severity }
    }
}

pub(crate) fn color(severity: Severity) -> Color {
    match severity {
        Severity::Error => color_of(Meaning::Error),
        Severity::Warning => color_of(Meaning::Warning),
        Severity::Info => color_of(Meaning::Remark),
    }
}

/// Draws a box with a number at each finding: a solid line for errors, dashes for warnings, dots for remarks. Returns the
/// lines of the legend, which have all findings without a place and those in the region.
pub(crate) fn push(picture: &mut Picture<'_>, findings: &[Numbered], scene: Scene) -> Vec<Line> {
    let shown = shown(findings, scene);
    let mut lines = Vec::new();
    for (number, found) in (1..).zip(&shown) {
        if let Some(rect) = found.rect {
            mark(picture, rect, number, found.severity, scene);
        }
        if number <= MOST_LISTED {
            let severity = severity_name(Some(found.severity));
            let text = format!("{number:>3} {severity}: {}", found.label);
            lines.push(Line { text, color: color(found.severity) });
        }
    }
    let more = shown.len().saturating_sub(MOST_LISTED);
    if more > 0 {
        lines.push(Line { text: format!("    and {more} more"), color: super::pens::WHITE });
    }
    lines
}

/// The place of a finding with a margin, at least 12 px of the picture wide and high.
fn padded(rect: Rect, scene: Scene) -> Rect {
    let least = scene.px(12.0);
    let size = rect.size + scene.px(4.0);
    let size = Vec2::new(larger(size.x, least), larger(size.y, least));
    Rect::new(rect.min + rect.size / 2.0 - size / 2.0, size)
}

/// A box around a place, and its number on a plate at the upper left corner, within the region.
fn mark(picture: &mut Picture<'_>, rect: Rect, number: usize, severity: Severity, scene: Scene) {
    let rect = padded(rect, scene);
    for shape in border(rect, severity, scene) {
        picture.push_shape(shape);
    }
    let plate = plate(rect, number, scene);
    let at = plate.min + Vec2::new(0.0, plate.size.y);
    let text = number.to_string();
    picture.push_label(Label { at, text, color: SHADE, plate: Some(color(severity)), size: 1 });
}

/// The plate of a number at the upper left corner of a padded place, within the region.
fn plate(rect: Rect, number: usize, scene: Scene) -> Rect {
    let size = Vec2::new(scene.px(8.0 * number.to_string().len() as f32 + 2.0), scene.px(10.0));
    let end = scene.region.min + scene.region.size - size;
    let within = |at: f32, axis: usize| larger(smaller(at, end[axis]), scene.region.min[axis]);
    Rect::new(Vec2::new(within(rect.min.x, 0), within(rect.min.y - size.y, 1)), size)
}

/// The plates of all numbers in the region, which names keep free.
pub(crate) fn plates(findings: &[Numbered], scene: Scene) -> Vec<Rect> {
    let plate = |(number, found): (usize, &Numbered)| Some(plate(padded(found.rect?, scene), number, scene));
    (1..).zip(shown(findings, scene)).filter_map(plate).collect()
}

/// Findings in the region, and all without a place.
fn shown<'a>(findings: &'a [Numbered], scene: Scene<'_>) -> Vec<&'a Numbered> {
    let is_shown = |found: &&Numbered| found.rect.is_none_or(|rect| shows(scene.region, padded(rect, scene)));
    findings.iter().filter(is_shown).collect()
}

/// Border by severity, which differs without colours too.
pub(crate) fn border(rect: Rect, severity: Severity, scene: Scene) -> [tilephys::draw::Shape; 2] {
    let closed = around(rect);
    let color = color(severity);
    match severity {
        Severity::Error => cased(Outline::Line(closed), color, 3.0),
        Severity::Warning => cased(dashed(&closed, scene.px(6.0)), color, 2.0),
        Severity::Info => cased(dashed(&closed, scene.px(2.0)), color, 2.0),
    }
}
