//! The meanings of the colours of the overlays that are on, in a corner of the level.

use super::findings::meaning_of as meaning_of_severity;
use super::parts::meanings_row;
use super::{reach, theme};
use crate::reach::Reach;
use crate::session::Session;
use crate::view::color_of;
use eframe::egui::{Align2, Context, Rect, Vec2, vec2};
use std::collections::BTreeSet;
use tilephys::core::shape::TileShape;
use tilephys::draw::{meaning_of, meanings_of_objects};
use tilephys::inspect::debug_draw::Meaning;

/// Width or height of the level from which the colours have words, in points.
const WIDE: f32 = 560.0;

/// Below the notices, in points.
const BELOW: Vec2 = vec2(12.0, 84.0);

/// Shows the meanings, and the result of the overlay of reach, at the lower left of the level. On a phone upright the buttons for the
/// thumbs are there, so it is at the top then. Clicks go through them.
pub(super) fn show(reach: &Reach, session: &Session, ctx: &Context, screen: Rect) {
    let meanings = meanings(session);
    let is_wide = screen.width() >= WIDE;
    let is_listed = (is_wide || screen.height() >= WIDE) && !meanings.is_empty();
    if !is_listed && !session.overlays.reach {
        return;
    }
    let side = if is_wide { Align2::LEFT_BOTTOM } else { Align2::LEFT_TOP };
    let offset = if is_wide { vec2(12.0, -12.0) } else { BELOW };
    theme::over_level("legend", side, offset, screen).interactable(false).show(ctx, |ui| {
        ui.set_max_width(screen.width() - 24.0);
        theme::plate().show(ui, |ui| {
            if is_listed {
                let listed = meanings.iter().map(|meaning| (color_of(meaning.color()), meaning.title()));
                meanings_row(ui, listed);
            }
            if session.overlays.reach {
                reach::show(reach, is_wide, ui);
            }
        });
    });
}

/// Meanings in the overlays that are on, as far as the level has them.
fn meanings(session: &Session) -> BTreeSet<Meaning> {
    let overlays = session.overlays;
    let level = &session.game.level;
    let mut found = BTreeSet::new();
    if overlays.solids {
        found.insert(Meaning::Solid);
    }
    if overlays.engine {
        found.extend([Meaning::Face, Meaning::Body, Meaning::Contact, Meaning::Path]);
        found.extend(level.regions.iter().map(|region| meaning_of(region.kind)));
        if !level.movers.is_empty() {
            found.insert(Meaning::Mover);
        }
    }
    let kinds = session.game.physics.grid().tile_kinds();
    if (overlays.engine || overlays.solids)
        && kinds.iter().any(|kind| matches!(kind.shape, TileShape::OneWay(_)))
    {
        found.insert(Meaning::OneWay);
    }
    if overlays.objects {
        found.extend(meanings_of_objects(level).into_values());
    }
    if overlays.findings {
        let findings = session.report.iter().flat_map(|report| &report.findings);
        found.extend(findings.map(|finding| meaning_of_severity(finding.severity)));
    }
    if overlays.reasons {
        found.extend([Meaning::Contact, Meaning::Path, Meaning::Refused, Meaning::Remainder]);
    }
    found
}
