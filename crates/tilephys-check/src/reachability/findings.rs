//! Findings about targets that are not reachable, and floors without a way out.

use super::report::{
    Lack, LackReason, Shortfall, Side, StuckFloor, TICKS, TargetKind, TargetReach, TargetVerdict, assumption,
};
use super::settings::ReachSettings;
use crate::checks::unreachable;
use crate::findings::{Finding, Findings, Severity};
use crate::geometry::{counted, object_in_words, range};
use crate::grouping::{by_help, by_layer};
use crate::subject::Subject;
use glam::{IVec2, Vec2};
use tilephys_core::{TileCoord, lattice::px_from_point};
use tilephys_tiled::{Object, TileRect};

/// Adds the findings about targets.
pub(super) fn add(map: &Subject<'_>, settings: &ReachSettings, targets: &[TargetReach], out: &mut Findings) {
    let about = About { map, assumed: assumption(&settings.name), is_deep: settings.is_deep };
    if let Some(finding) = about.nothing_known(targets) {
        out.add(finding);
        return;
    }
    // Targets that a search had no states left for say little one by one.
    let mut not_searched = Vec::new();
    // Nor do many items behind one wall.
    let mut behind = Vec::new();
    for target in targets {
        let Some(object) = map.level.object(target.object) else { continue };
        match &target.verdict {
            TargetVerdict::Reachable { .. } => {}
            TargetVerdict::Impossible { short, lacks, hint } => {
                let usual = match lacks.first().map(|lack| lack.reason) {
                    None => "move it, or open or shorten the way to it",
                    Some(LackReason::NoWayOn) => "add a way on from there, such as a door that leads back",
                    Some(_) => "set the property gives of an object that the character gets to without it",
                };
                let help = about.remedy(hint.as_deref(), usual);
                let why = if lacks.is_empty() {
                    about.distance(*short)
                } else {
                    needs(lacks, &named(target, object))
                };
                let finding = about.impossible(target, object, &why).help(help);
                let is_plain_item = matches!(target.kind, TargetKind::Collectible { required: false });
                if is_plain_item && hint.is_some() {
                    behind.push(finding);
                } else {
                    out.add(finding);
                }
            }
            TargetVerdict::Unknown { nearest: None, .. } => not_searched.push(about.unknown(target, object)),
            TargetVerdict::Unknown { .. } => out.add(about.unknown(target, object)),
        }
    }
    out.list.extend(by_help(behind));
    out.list.extend(by_layer(not_searched));
}

/// Adds the findings about floors that nothing leads out of.
pub(super) fn add_stuck(
    map: &Subject<'_>,
    settings: &ReachSettings,
    stuck: &[StuckFloor],
    out: &mut Findings,
) {
    let about = About { map, assumed: assumption(&settings.name), is_deep: settings.is_deep };
    out.list.extend(stuck.iter().map(|floor| about.stuck(floor)));
}

struct About<'a, 'l> {
    map: &'a Subject<'l>,
    /// What the verdicts assume.
    assumed: String,
    is_deep: bool,
}

impl About<'_, '_> {
    /// The finding that no target has a verdict, all for one reason.
    fn nothing_known(&self, targets: &[TargetReach]) -> Option<Finding> {
        let reason = |target: &TargetReach| match &target.verdict {
            TargetVerdict::Unknown { why, nearest: None, .. } => Some(why.clone()),
            _ => None,
        };
        let first = reason(targets.first()?)?;
        if targets.len() < 2 || targets.iter().any(|target| reason(target).as_ref() != Some(&first)) {
            return None;
        }
        let which = counted(targets.len(), "target");
        let message = format!("it is not known which of {which} can be reached: {first}");
        let finding = match self.map.level.spawn() {
            Some(start) => self.map.about_object(&unreachable::UNKNOWN, start, message),
            None => self.map.finding(&unreachable::UNKNOWN, message),
        };
        Some(finding.help(self.assumed.clone()))
    }

    /// The distance of a target beyond everything that the character can reach.
    fn distance(&self, short: Option<Shortfall>) -> String {
        match short {
            Some(Shortfall { side, px }) => {
                let tiles = self.tiles(px as f32);
                format!("it is at least {tiles} {} everything that the character can reach", in_words(side))
            }
            None => "it is far from everything that the character can reach".to_owned(),
        }
    }

    fn impossible(&self, target: &TargetReach, object: &Object, why: &str) -> Finding {
        let what = named(target, object);
        let check = match target.kind {
            TargetKind::Goal => &unreachable::GOAL,
            TargetKind::Collectible { .. } => &unreachable::ITEM,
            TargetKind::Checkpoint | TargetKind::Door | TargetKind::Switch => &unreachable::AREA,
        };
        let message = format!("{what} cannot be reached: {why}");
        let mut finding = self.map.about_object(check, object, message);
        if matches!(target.kind, TargetKind::Goal | TargetKind::Collectible { required: true }) {
            finding.severity = Severity::Error;
        }
        finding
    }

    /// A hint as a remedy, or the usual remedy.
    fn remedy(&self, hint: Option<&str>, usual: &str) -> String {
        match hint {
            Some(hint) => format!("it may be enough to {hint}; {}", self.assumed),
            None => format!("{usual}; {}", self.assumed),
        }
    }

    fn unknown(&self, target: &TargetReach, object: &Object) -> Finding {
        let what = named(target, object);
        let TargetVerdict::Unknown { why, nearest, hint } = &target.verdict else {
            return self.map.about_object(&unreachable::UNKNOWN, object, "");
        };
        let message = match nearest {
            Some(nearest) => {
                let tiles = self.tiles(nearest.apart);
                let TileCoord { col, row } = self.cell_under(nearest.feet);
                format!(
                    "it is not known whether {what} can be reached: {why}, and came within {tiles} of it, at column {col}, row \
                     {row}"
                )
            }
            None => format!("it is not known whether {what} can be reached: {why}"),
        };
        let longer = if self.is_deep || nearest.is_none() { "" } else { "--deep searches longer; " };
        let help = match hint {
            Some(hint) => self.remedy(Some(hint), ""),
            None => format!("{longer}{}", self.assumed),
        };
        self.map.about_object(&unreachable::UNKNOWN, object, message).help(help)
    }

    fn stuck(&self, floor: &StuckFloor) -> Finding {
        let TileRect { min, size } = floor.cells;
        let last = |first: i32, count: u32| first.saturating_add_unsigned(count.saturating_sub(1));
        let columns = range("column", min.col, last(min.col, size.x));
        let rows = range("row", min.row, last(min.row, size.y));
        let seconds = floor.ticks as f32 / TICKS;
        let message = format!(
            "a character that gets into {columns}, {rows}, cannot get out: a way of {seconds:.1} s leads there, and none leads \
             on to a goal or a door"
        );
        let usual =
            "make a step or a ladder that leads out, close the way in, or draw a TpKillZone over the floor";
        let help = self.remedy(floor.hint.as_deref(), usual);
        let below = TileCoord::new(min.col, last(min.row, size.y).saturating_add(1));
        let pixel = px_from_point(IVec2::new(min.col, min.row) * self.map.level.grid.tile_size());
        let mut finding =
            self.map.finding(&unreachable::STUCK, message).help(help).in_cell(min).at_pixel(pixel);
        finding.cells = Some(floor.cells);
        self.at_tile(below, &mut finding);
        finding
    }

    /// Sets the place of a finding in the file to the layer that collides in a cell.
    fn at_tile(&self, at: TileCoord, finding: &mut Finding) {
        let Subject { level, locator, .. } = self.map;
        let Some((solid, _)) = level.grid.tiles_in(at).next() else { return };
        let Some(index) = level.layers.iter().position(|layer| layer.grid_layer == Some(solid)) else {
            return;
        };
        finding.place.layer = Some(level.layers[index].path.clone());
        if let Some(cell) = locator.cell(index, at) {
            finding.position = Some(cell.position);
            finding.snippet = cell.snippet();
        }
    }

    /// A distance in tiles, such as `1.4 tiles`.
    fn tiles(&self, px: f32) -> String {
        let tile = self.map.level.tile_size.y as f32;
        let tenths = (px / tile * 10.0).ceil() / 10.0;
        if tenths == 1.0 { "1 tile".to_owned() } else { format!("{tenths} tiles") }
    }

    /// The cell that a character with these feet stands in.
    fn cell_under(&self, feet: Vec2) -> TileCoord {
        self.map.level.grid.cell_at_px(feet - Vec2::new(0.0, 1.0)).unwrap_or_default()
    }
}

/// A target in words, such as `door 6 "exit"`.
fn named(target: &TargetReach, object: &Object) -> String {
    let words = object_in_words(object);
    let rest = words.strip_prefix("object").unwrap_or(&words);
    format!("{}{rest}", target.kind.name())
}

/// Tokens that the way to a target needs, and why they cannot be had.
fn needs(lacks: &[Lack], target: &str) -> String {
    let need = |lack: &Lack| {
        let Lack { token, giver, reason } = lack;
        let giver = giver.as_deref().unwrap_or_default();
        match reason {
            LackReason::Behind | LackReason::OutOfReach if giver == target => {
                format!("it needs {token:?}, which only {target} gives")
            }
            LackReason::NoGiver => format!("it needs {token:?}, which nothing gives"),
            LackReason::OutOfReach => {
                format!("it needs {token:?}, and {giver}, which gives it, cannot be reached")
            }
            LackReason::Behind => format!("it needs {token:?}, and {giver}, which gives it, is behind it"),
            LackReason::NoWayOn => {
                format!("it needs {token:?}, and no way leads here from {giver}, which gives it")
            }
        }
    };
    lacks.iter().map(need).collect::<Vec<_>>().join("; ")
}

/// A side before its noun.
fn in_words(side: Side) -> &'static str {
    match side {
        Side::Above => "above",
        Side::Right => "to the right of",
        Side::Below => "below",
        Side::Left => "to the left of",
    }
}
