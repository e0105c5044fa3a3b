//! Findings about targets that are not reachable, and floors without a way out.

use super::barriers::{Barrier, Group, Missed, parted};
use super::report::{
    Lack, LackReason, Shortfall, Side, StuckFloor, TICKS, TargetReach, TargetVerdict, assumption,
};
use super::settings::ReachSettings;
use crate::checks::unreachable;
use crate::findings::{Finding, Findings};
use crate::geometry::{counted, object_in_words, range};
use crate::grouping::by_layer;
use crate::subject::Subject;
use glam::{IVec2, Vec2};
use tilephys_core::{TileCoord, lattice::px_from_point};
use tilephys_tiled::TileRect;

/// Adds the findings about targets.
pub(super) fn add(map: &Subject<'_>, settings: &ReachSettings, targets: &[TargetReach], out: &mut Findings) {
    let about = About { map, assumed: assumption(&settings.name), is_deep: settings.is_deep };
    if let Some(finding) = about.nothing_known(targets) {
        out.add(finding);
        return;
    }
    let missed = targets.iter().filter_map(|target| {
        let object = map.level.object(target.object)?;
        (target.verdict.legs().is_empty()).then_some(Missed { target, object })
    });
    // Targets that a search had no states left for say little one by one.
    let mut not_searched = Vec::new();
    for Group { barrier, list } in parted(map, missed) {
        match (barrier, &list[..]) {
            (Some(barrier), [_, _, ..]) => out.add(about.behind(barrier, &list)),
            (_, [one, ..]) if matches!(one.target.verdict, TargetVerdict::Unknown { nearest: None, .. }) => {
                not_searched.push(about.unknown(*one));
            }
            (_, [one, ..]) if one.is_known() => out.add(about.impossible(*one)),
            (_, list) => out.list.extend(list.iter().map(|one| about.unknown(*one))),
        }
    }
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

    fn impossible(&self, missed: Missed<'_>) -> Finding {
        let Missed { target, object } = missed;
        let what = named(missed);
        let TargetVerdict::Impossible { short, lacks, hint } = &target.verdict else {
            return self.unknown(missed);
        };
        let usual = match lacks.first().map(|lack| lack.reason) {
            None => "move it, or open or shorten the way to it",
            Some(LackReason::NoWayOn) => "add a way on from there, such as a door that leads back",
            Some(_) => "set the property gives of an object that the character gets to without it",
        };
        let why = if lacks.is_empty() { self.distance(*short) } else { needs(lacks, &what) };
        let message = format!("{what} cannot be reached: {why}");
        let finding = self.map.about_object(missed.check(), object, message);
        Finding { severity: missed.severity(), ..finding }.help(self.remedy(hint.as_deref(), usual))
    }

    /// The finding about several targets behind one barrier.
    fn behind(&self, barrier: Barrier<'_>, list: &[Missed<'_>]) -> Finding {
        let which = listed(list);
        let first = list[0];
        let message = match &first.target.verdict {
            TargetVerdict::Unknown { why, .. } => {
                format!("it is not known whether {which} can be reached: {why}")
            }
            _ => format!("{which} cannot be reached"),
        };
        let finding = match barrier {
            Barrier::Hint(hint) => {
                let shorts = list.iter().filter_map(|one| one.short());
                let message = match shorts.min_by_key(|short| short.px) {
                    Some(Shortfall { side, px }) => {
                        let tiles = self.tiles(px as f32);
                        let side = in_words(side);
                        format!(
                            "{message}: the nearest is at least {tiles} {side} everything that the character can reach"
                        )
                    }
                    None => message,
                };
                let finding = self.map.about_object(first.check(), first.object, message);
                finding.help(self.remedy(Some(hint), ""))
            }
            Barrier::Front(side, at) => {
                let line = self.line(side, at);
                let message = format!("{message}: nothing leads past {line}");
                let finding = self.map.about_object(first.check(), first.object, message);
                finding.help(self.remedy(None, "open or shorten the way there"))
            }
            Barrier::Floor(end) => {
                let TileCoord { col, row } = end;
                let message =
                    format!("{message}, and the nearest ways left the floor at column {col}, row {row}");
                let longer = if self.is_deep { "" } else { "; --deep searches longer" };
                let usual = format!("narrow the gap there, or add a platform beyond that floor{longer}");
                let corner = IVec2::new(col, row) * self.map.level.grid.tile_size();
                let finding = self.map.finding(first.check(), message).help(self.remedy(None, &usual));
                let mut finding = finding.in_cell(end).at_pixel(px_from_point(corner));
                self.at_tile(end, &mut finding);
                finding
            }
        };
        let worst = list.iter().map(|one| one.severity()).max();
        Finding { severity: worst.unwrap_or(finding.severity), ..finding }
    }

    /// Column or row up to which the character gets, in words.
    fn line(&self, side: Side, at: f32) -> String {
        let last = self.map.level.grid.cell_at_px(Vec2::splat(at)).unwrap_or_default();
        match side {
            Side::Left | Side::Right => format!("column {}", last.col),
            Side::Above | Side::Below => format!("row {}", last.row),
        }
    }

    /// A hint as a remedy, or the usual remedy.
    fn remedy(&self, hint: Option<&str>, usual: &str) -> String {
        match hint {
            Some(hint) => format!("it may be enough to {hint}; {}", self.assumed),
            None => format!("{usual}; {}", self.assumed),
        }
    }

    fn unknown(&self, missed: Missed<'_>) -> Finding {
        let Missed { target, object } = missed;
        let what = named(missed);
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

/// Targets that a message names. It counts the others.
const NAMED: usize = 8;

/// Targets in words, such as `goal 4, item 2 and 12 more, 14 in all,`.
fn listed(list: &[Missed<'_>]) -> String {
    // One more is shorter than its number.
    let count = if list.len() <= NAMED + 1 { list.len() } else { NAMED };
    let names: Vec<String> = list[..count].iter().map(|one| named(*one)).collect();
    match list.len() - count {
        0 => format!("{} and {}", names[..count - 1].join(", "), names[count - 1]),
        more => format!("{} and {more} more, {} in all,", names.join(", "), list.len()),
    }
}

/// A target in words, such as `door 6 "exit"`.
fn named(missed: Missed<'_>) -> String {
    let words = object_in_words(missed.object);
    let rest = words.strip_prefix("object").unwrap_or(&words);
    format!("{}{rest}", missed.target.kind.name())
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
