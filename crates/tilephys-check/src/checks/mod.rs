//! The checks, one module each: id, explanation, default severity and function.

mod costly_map;
pub(crate) mod door_link;
mod duplicates;
mod empty_group;
mod endless_pit;
mod floating_actor;
mod hairline_gap;
mod leak;
mod legacy_alias;
pub(crate) mod loader;
mod many_spawns;
pub(crate) mod missing_file;
mod mover_path;
mod newer_format;
mod no_goal;
mod no_spawn;
mod object_in_solid;
mod object_outside;
mod seam_step;
mod shape_outside;
mod spawn_in_solid;
mod spawn_no_floor;
mod stray_layer;
mod tile_no_collision;
mod tile_size;
mod tileset_image;
mod tiny_shape;
mod turned_one_way;
pub(crate) mod unreachable;
pub(crate) mod unseen_layer;
pub(crate) mod unused_allow;
pub(crate) mod world_seams;

use crate::catalogue::CheckInfo;
use crate::check_id::CheckId;
use crate::located::nearest;
use std::str::FromStr;

/// All checks, by id.
#[rustfmt::skip]
pub static CHECKS: &[&CheckInfo] = &[
    &missing_file::CHECK,
    &loader::MALFORMED,
    &loader::GID,
    &loader::DATA,
    &loader::OUTSIDE,
    &loader::LIMIT,
    &loader::LOOP,
    &loader::REPEATED,
    &loader::PROPERTY,
    &no_spawn::CHECK,
    &many_spawns::CHECK,
    &spawn_in_solid::CHECK,
    &spawn_no_floor::CHECK,
    &no_goal::CHECK,
    &leak::CHECK,
    &endless_pit::CHECK,
    &loader::TYPE,
    &loader::VALUE,
    &loader::NAME,
    &tile_no_collision::CHECK,
    &shape_outside::CHECK,
    &seam_step::CHECK,
    &hairline_gap::CHECK,
    &loader::SHAPE,
    &empty_group::CHECK,
    &duplicates::CHECK,
    &loader::SETTING_TYPE,
    &tiny_shape::CHECK,
    &object_outside::CHECK,
    &unseen_layer::CHECK,
    &object_in_solid::CHECK,
    &floating_actor::CHECK,
    &loader::REFERENCE,
    &door_link::CHECK,
    &world_seams::CHECK,
    &loader::SAME_ID,
    &tile_size::CHECK,
    &loader::ORIENTATION,
    &tileset_image::CHECK,
    &turned_one_way::CHECK,
    &legacy_alias::CHECK,
    &stray_layer::CHECK,
    &mover_path::CHECK,
    &costly_map::CHECK,
    &unreachable::GOAL,
    &unreachable::STUCK,
    &unreachable::ITEM,
    &unreachable::AREA,
    &unreachable::UNKNOWN,
    &newer_format::CHECK,
    &loader::FIRST_GID,
    &loader::MISSING_TILE,
    &loader::NO_CELLS,
    &loader::NOTHING_COLLIDES,
    &loader::PARTIAL,
    &loader::CONVENTION,
    &loader::START,
    &loader::LEFT_OUT,
    &loader::EMPTY_SHAPE,
    &loader::TILE_COUNT,
    &loader::LOOK,
    &loader::OTHER,
    &unused_allow::CHECK,
];

impl CheckId {
    /// The entry of the catalogue; `None` for an unknown id.
    #[must_use]
    pub fn info(self) -> Option<&'static CheckInfo> {
        CHECKS.iter().copied().find(|check| check.id == self)
    }
}

impl CheckId {
    /// The check with an id such as `TP012`, or with a name.
    ///
    /// # Errors
    /// If there is no such check. The error names a similar one, and the command that lists all.
    pub fn named(text: &str) -> Result<Self, String> {
        text.parse().map_err(|()| {
            let ids: Vec<String> = CHECKS.iter().map(|check| check.id.to_string()).collect();
            let names = CHECKS.iter().map(|check| check.name);
            let upper = text.to_uppercase();
            // Ids differ by one digit from many others, so that only a name is a likely guess.
            let is_id = upper.starts_with("TP") && upper[2..].chars().all(|c| c.is_ascii_digit());
            let guess = if is_id { None } else { nearest(text, names) };
            let guess = guess.map_or(";".to_owned(), |name| format!("; did you mean {name:?}?"));
            let last = ids.last().map_or("", String::as_str);
            let range = if is_id { format!("; ids go up to {last}") } else { String::new() };
            format!("{text:?} is not a check{range}{guess} tilephys check --list shows them all")
        })
    }
}

impl FromStr for CheckId {
    type Err = ();

    /// Parses `TP012`, in either case, or the name of a check.
    fn from_str(text: &str) -> Result<Self, ()> {
        let by_name = || CHECKS.iter().find(|check| check.name == text).map(|check| check.id);
        let number = text.get(..2).filter(|start| start.eq_ignore_ascii_case("tp")).map(|_| &text[2..]);
        let by_number = number.filter(|n| n.len() == 3).and_then(|n| n.parse().ok()).map(CheckId);
        by_number.filter(|id| id.info().is_some()).or_else(by_name).ok_or(())
    }
}
