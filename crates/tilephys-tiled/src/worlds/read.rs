//! Parses `.world` files.

use super::world::{LevelWorld, WorldMap};
use crate::error::{
    LoadError, Message, Position, Problem, Result, Warning, WarningKind, WithHelp, shortened,
};
use crate::files::missing_file::is_pending;
use crate::files::reader::{has_extension, join};
use crate::json::is_json;
use crate::json::record::record;
use crate::tmx::map::root_of;
use crate::types::Asked;
use crate::types::Json;
use crate::xml::Source;
use crate::xml::tree::flag;
use glam::{IVec2, UVec2};
use regex_lite::Regex;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Bytes of a map that are read for its size: the first tag is within a few hundred.
const HEAD_BYTES: usize = 16 << 10;

/// Maximum number of warnings about overlaps.
const MOST_OVERLAPS: usize = 100;

struct RawWorld<'a> {
    maps: Vec<&'a RawValue>,
    patterns: Vec<&'a RawValue>,
    only_adjacent: bool,
}

record!(RawWorld<'a> {
    maps: "maps" = Vec::new(),
    patterns: "patterns" = Vec::new(),
    only_adjacent: "onlyShowAdjacentMaps" = false,
});

struct RawMap {
    file_name: String,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
}

record!(RawMap { file_name: "fileName", x: "x" = 0, y: "y" = 0, width: "width" = 0, height: "height" = 0 });

struct RawPattern {
    regexp: String,
    multiplier_x: i32,
    multiplier_y: i32,
    offset_x: i32,
    offset_y: i32,
    map_width: u32,
    map_height: u32,
}

record!(RawPattern {
    regexp: "regexp",
    multiplier_x: "multiplierX" = 1,
    multiplier_y: "multiplierY" = 1,
    offset_x: "offsetX" = 0,
    offset_y: "offsetY" = 0,
    map_width: "mapWidth" = 0,
    map_height: "mapHeight" = 0,
});

/// A map, and the entry or pattern that added it.
struct Entry {
    map: WorldMap,
    position: Position,
}

/// Reads a world.
pub(super) fn world(asked: &Asked<'_>) -> Result<LevelWorld> {
    let source = Source::read(asked.files, asked.path, asked.limits)?;
    let shown = |error: LoadError| error.show(|_, position| source.snippet(position));
    let mut reading =
        Reading { asked, json: Json::of_world(&source), entries: Vec::new(), known: BTreeSet::new() };
    let only_adjacent = reading.all().map_err(shown)?;
    let warnings = reading.overlaps();
    let maps = reading.entries.into_iter().map(|entry| entry.map).collect();
    Ok(LevelWorld { path: asked.path.to_owned(), maps, only_adjacent, warnings })
}

struct Reading<'a> {
    asked: &'a Asked<'a>,
    json: Json<'a>,
    entries: Vec<Entry>,
    known: BTreeSet<PathBuf>,
}

impl<'a> Reading<'a> {
    /// Reads all maps; returns `onlyShowAdjacentMaps`.
    fn all(&mut self) -> Result<bool> {
        let RawWorld { maps, patterns, only_adjacent } =
            self.json.object(self.json.source.text(), "a world")?;
        let mut pending = None;
        for raw in maps {
            let read: RawMap = self.json.object(raw.get(), "a map of a world")?;
            let path = join(&self.json.source.path, &read.file_name);
            let position = IVec2::new(read.x, read.y);
            let quoted = format!("\"fileName\": {:?}", shortened(&read.file_name));
            if self.known.contains(&path) {
                let message = format!("{quoted}: the map is listed twice").help("remove one");
                return Err(self.error(raw, Problem::Format, message));
            }
            if let Some(why) = self.root().refusal(&read.file_name, &path) {
                return Err(self.error(raw, Problem::Outside, why.map(|why| format!("{quoted}: {why}"))));
            }
            let head = match self.head(&path, [read.width, read.height]) {
                Err(error) if is_pending(&error) => {
                    pending.get_or_insert(error);
                    continue;
                }
                head => head,
            };
            let size = head.map_err(|e| {
                // A damaged map already has a line of its own.
                if e.position().is_some() {
                    return e;
                }
                let advice = "put the file there, or remove it from the world";
                let message = format!("{quoted}: the map {}", e.message()).help(advice);
                self.error(raw, e.problem(), message).caused_by(e)
            })?;
            self.add(raw, WorldMap { path, position, size })?;
        }
        for raw in patterns {
            self.pattern(raw)?;
        }
        pending.map_or(Ok(only_adjacent), Err)
    }

    fn root(&self) -> crate::files::root::Root {
        let (from, _) = self.asked.find();
        root_of(self.asked, from.file())
    }

    fn add(&mut self, raw: &RawValue, map: WorldMap) -> Result<()> {
        let most = self.asked.limits.files;
        if self.entries.len() == most {
            let message = format!("the world has more than {most} maps, which is the limit");
            return Err(self.error(raw, Problem::Limit, message));
        }
        self.known.insert(map.path.clone());
        let position = self.json.position(raw);
        self.entries.push(Entry { map, position });
        Ok(())
    }

    /// Adds the maps beside the world whose names match a pattern.
    fn pattern(&mut self, raw: &'a RawValue) -> Result<()> {
        let read: RawPattern = self.json.object(raw.get(), "a pattern of a world")?;
        let quoted = format!("\"regexp\": {:?}", shortened(&read.regexp));
        let regex = Regex::new(&read.regexp).map_err(|e| {
            let message = format!("{quoted}: invalid or unsupported regular expression: {e}");
            self.error(raw, Problem::Format, message).caused_by(e)
        })?;
        let folder = self.asked.path.parent().unwrap_or(Path::new(""));
        let mut found = self.asked.files.list(folder).map_err(|e| {
            let message = format!("the folder of the world cannot be listed for {quoted}: {e}");
            self.error(raw, Problem::File, message).caused_by(e)
        })?;
        found.sort();
        for path in found {
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let Some(groups) = regex.captures(name).filter(|_| !self.known.contains(&path)) else { continue };
            if !self.is_map(&path) {
                continue;
            }
            // A missing group counts 0, as in Tiled: a row of maps needs one number.
            let number = |group| groups.get(group).map_or(Ok(0), |found| found.as_str().parse::<i32>());
            let place =
                |group, times: i32, offset: i32| number(group).ok()?.checked_mul(times)?.checked_add(offset);
            let x = place(1, read.multiplier_x, read.offset_x);
            let Some((x, y)) = x.zip(place(2, read.multiplier_y, read.offset_y)) else {
                let message = format!(
                    "{quoted} gives no position for {name:?}: expected whole numbers in the first two \
                     groups, within ±2147483647 after multiplication"
                );
                return Err(self.error(raw, Problem::Format, message));
            };
            // As in Tiled, a map is as large as the step between maps unless the pattern sets a size.
            let side = |said: u32, step: i32| if said == 0 { step.unsigned_abs() } else { said };
            let stated = [side(read.map_width, read.multiplier_x), side(read.map_height, read.multiplier_y)];
            let size = self.head(&path, stated)?;
            self.add(raw, WorldMap { path, position: IVec2::new(x, y), size })?;
        }
        Ok(())
    }

    /// True if a file is a map by its name; `.json` by its content.
    fn is_map(&self, path: &Path) -> bool {
        let is_map_inside = || {
            let bytes = self.asked.files.read_most(path, self.asked.limits.file_bytes).unwrap_or_default();
            memchr::memmem::find(&bytes, b"\"orientation\"").is_some()
        };
        has_extension(path, &["tmx", "tmj"]) || has_extension(path, &["json"]) && is_map_inside()
    }

    /// The size of a map in pixels, from its first tag, or `stated` if it is infinite.
    fn head(&self, path: &Path, stated: [u32; 2]) -> Result<Option<UVec2>> {
        let error = |problem, message: String| LoadError::new(problem, path, message);
        let bytes = self.asked.files.read_most(path, HEAD_BYTES);
        let bytes = bytes.map_err(|e| error(Problem::File, format!("cannot be read: {e}")).caused_by(e))?;
        let bytes = &bytes[..bytes.len().min(HEAD_BYTES)];
        let text = String::from_utf8_lossy(bytes);
        if is_json(path, &text) {
            // The size may be anywhere in the file.
            let source = Source::read_tree(self.asked.files, path, self.asked.limits, "map")?;
            let document = source.parse("map")?;
            return Ok(size_of(document.root_element(), stated));
        }
        let tag = text.find("<map").and_then(|from| {
            let end = from + text[from..].find('>')?;
            Some(format!("{}/>", text[from..end].trim_end_matches('/')))
        });
        let Some(tag) = tag else {
            return Err(error(Problem::Format, "does not begin with <map>, so it is not a map".to_owned()));
        };
        let source = Source::of_bytes(path, tag.into_bytes(), self.asked.limits)?;
        let document = source.parse("map")?;
        Ok(size_of(document.root_element(), stated))
    }

    /// Warnings about maps that overlap.
    fn overlaps(&self) -> Vec<Warning> {
        let pairs = self.entries.iter().enumerate().flat_map(|(i, a)| {
            self.entries[..i].iter().filter(move |b| overlap(&a.map, &b.map)).map(move |b| (a, b))
        });
        let warning = |(a, b): (&Entry, &Entry)| {
            let message = format!(
                "the map {:?} overlaps {:?}",
                a.map.path.display().to_string(),
                b.map.path.display().to_string()
            )
            .help("move one of them in Tiled");
            let mut warning = Warning::at(WarningKind::Overlap, &self.json.source.path, a.position, message);
            warning.snippet = self.json.source.snippet(a.position);
            warning
        };
        pairs.take(MOST_OVERLAPS).map(warning).collect()
    }

    fn error(&self, raw: &RawValue, problem: Problem, message: impl Into<Message>) -> LoadError {
        LoadError::new(problem, &self.json.source.path, message).at(self.json.position(raw))
    }
}

/// The size of a map in pixels from its element, or `stated` if it is infinite.
fn size_of(map: roxmltree::Node<'_, '_>, stated: [u32; 2]) -> Option<UVec2> {
    let number = |name| map.attribute(name).and_then(|v| v.trim().parse::<u32>().ok()).unwrap_or(0);
    if map.attribute("infinite").and_then(flag) == Some(true) {
        return Some(UVec2::from(stated)).filter(|size| size.min_element() > 0);
    }
    let side = |tiles, px| number(tiles).checked_mul(number(px)).filter(|side| *side > 0);
    side("width", "tilewidth").zip(side("height", "tileheight")).map(UVec2::from)
}

/// True if the rectangles of two maps overlap.
fn overlap(a: &WorldMap, b: &WorldMap) -> bool {
    let corners = a.corners().zip(b.corners());
    corners.is_some_and(|([al, ah], [bl, bh])| al.cmplt(bh).all() && bl.cmplt(ah).all())
}
