//! Parses `.world` files.

use super::world::{LevelWorld, WorldMap};
use crate::error::{
    LoadError, Message, Position, Problem, Result, Warning, WarningKind, WithHelp, shortened,
};
use crate::files::missing_file::is_pending;
use crate::files::reader::{has_extension, join};
use crate::json::{Object, Transpiled, Value, is_json};
use crate::tmx::map::root_of;
use crate::types::Asked;
use crate::xml::Source;
use crate::xml::tree::flag;
use glam::{IVec2, UVec2};
use regex_lite::Regex;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Bytes of a map that are read for its size: the first tag is within a few hundred.
const HEAD_BYTES: usize = 16 << 10;

/// Maximum number of warnings about overlaps.
const MOST_OVERLAPS: usize = 100;

/// A map, and the entry or pattern that added it.
struct Entry {
    map: WorldMap,
    position: Position,
}

/// Reads a world.
pub(super) fn world(asked: &Asked<'_>) -> Result<LevelWorld> {
    let source = &Source::read(asked.files, asked.path, asked.limits)?.with_index("world");
    let refused = |refusal| source.refused(refusal);
    let index = source.index().map_err(refused)?;
    let world = index.root().document("a world").map_err(refused)?;
    let mut reading = Reading { asked, source, entries: Vec::new(), known: BTreeSet::new() };
    let only_adjacent = world.get("onlyShowAdjacentMaps").map_or(Ok(false), Value::bool).map_err(refused)?;
    let read = reading.all(&world);
    read.map_err(|error| error.show(|file, position| source.snippet_in(file, position)))?;
    let repeated = index.repeated().into_iter().map(|at| source.repeated_key(at));
    let warnings = repeated.chain(reading.overlaps()).collect();
    let maps = reading.entries.into_iter().map(|entry| entry.map).collect();
    Ok(LevelWorld { path: asked.path.to_owned(), maps, only_adjacent, warnings })
}

struct Reading<'a> {
    asked: &'a Asked<'a>,
    source: &'a Source,
    entries: Vec<Entry>,
    known: BTreeSet<PathBuf>,
}

/// A whole number of an object; 0 if it is absent.
fn number<T: FromStr + Default>(object: &Object<'_>, key: &str) -> Transpiled<T> {
    object.get(key).map_or(Ok(T::default()), Value::whole)
}

/// A string that an object must have.
fn string(value: Value<'_>, object: &Object<'_>, key: &str) -> Transpiled<String> {
    let found = object.get(key).ok_or_else(|| value.refusal(format!("the entry has no {key:?}")))?;
    Ok(found.string()?.into_owned())
}

/// An entry of a map: the name of its file, its place, and the size that it states.
fn map(value: Value<'_>) -> Transpiled<(String, IVec2, [u32; 2])> {
    let read = value.object()?;
    let position = IVec2::new(number(&read, "x")?, number(&read, "y")?);
    Ok((string(value, &read, "fileName")?, position, [number(&read, "width")?, number(&read, "height")?]))
}

/// A pattern: the expression, and along x and y the multiplier, the offset and the size of a map.
fn pattern(value: Value<'_>) -> Transpiled<(String, [Axis; 2])> {
    let read = value.object()?;
    let axis = |[multiplier, offset, size]: [&str; 3]| {
        let multiplier = read.get(multiplier).map_or(Ok(1), Value::whole)?;
        Ok(Axis { multiplier, offset: number(&read, offset)?, size: number(&read, size)? })
    };
    let x = axis(["multiplierX", "offsetX", "mapWidth"])?;
    let y = axis(["multiplierY", "offsetY", "mapHeight"])?;
    Ok((string(value, &read, "regexp")?, [x, y]))
}

/// The places of the maps of a pattern along an axis.
struct Axis {
    multiplier: i32,
    offset: i32,
    size: u32,
}

impl Axis {
    fn place(&self, number: i32) -> Option<i32> {
        number.checked_mul(self.multiplier)?.checked_add(self.offset)
    }

    /// As in Tiled, a map is as large as the step between maps unless the pattern sets a size.
    fn side(&self) -> u32 {
        if self.size == 0 { self.multiplier.unsigned_abs() } else { self.size }
    }
}

impl Reading<'_> {
    /// Reads all maps.
    fn all(&mut self, world: &Object<'_>) -> Result<()> {
        let source = self.source;
        let refused = |refusal| source.refused(refusal);
        let (project, _) = self.asked.find();
        let root = root_of(self.asked, project.as_deref());
        let mut pending = None;
        for entry in world.list("maps").map_err(refused)? {
            let (file_name, position, stated) = map(entry).map_err(refused)?;
            let path = join(&source.path, &file_name);
            let quoted = format!("\"fileName\": {:?}", shortened(&file_name));
            if self.known.contains(&path) {
                let message = format!("{quoted}: the map is listed twice").help("remove one");
                return Err(self.error(entry, Problem::Format, message));
            }
            if let Some(why) = root.refusal(&file_name, &path) {
                return Err(self.error(entry, Problem::Outside, why.map(|why| format!("{quoted}: {why}"))));
            }
            let head = match self.head(&path, stated) {
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
                self.error(entry, e.problem(), message).caused_by(e)
            })?;
            self.add(entry, WorldMap { path, position, size })?;
        }
        for entry in world.list("patterns").map_err(refused)? {
            self.pattern(entry)?;
        }
        pending.map_or(Ok(()), Err)
    }

    fn add(&mut self, entry: Value<'_>, map: WorldMap) -> Result<()> {
        let most = self.asked.limits.files;
        if self.entries.len() == most {
            let message = format!("the world has more than {most} maps, which is the limit");
            return Err(self.error(entry, Problem::Limit, message));
        }
        self.known.insert(map.path.clone());
        let position = self.source.position(entry.start());
        self.entries.push(Entry { map, position });
        Ok(())
    }

    /// Adds the maps beside the world whose names match a pattern.
    fn pattern(&mut self, entry: Value<'_>) -> Result<()> {
        let (regexp, [along_x, along_y]) = pattern(entry).map_err(|refusal| self.source.refused(refusal))?;
        let quoted = format!("\"regexp\": {:?}", shortened(&regexp));
        let regex = Regex::new(&regexp).map_err(|e| {
            let message = format!("{quoted}: invalid or unsupported regular expression: {e}");
            self.error(entry, Problem::Format, message).caused_by(e)
        })?;
        let folder = self.asked.path.parent().unwrap_or(Path::new(""));
        let mut found = self.asked.files.list(folder).map_err(|e| {
            let message = format!("the folder of the world cannot be listed for {quoted}: {e}");
            self.error(entry, Problem::File, message).caused_by(e)
        })?;
        found.sort();
        for path in found {
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let Some(groups) = regex.captures(name).filter(|_| !self.known.contains(&path)) else { continue };
            if !self.is_map(&path) {
                continue;
            }
            // A missing group counts 0, as in Tiled: a row of maps needs one number.
            let number = |group| groups.get(group).map_or(Ok(0), |found| found.as_str().parse::<i32>()).ok();
            let x = number(1).and_then(|number| along_x.place(number));
            let y = number(2).and_then(|number| along_y.place(number));
            let Some((x, y)) = x.zip(y) else {
                let message = format!(
                    "{quoted} gives no position for {name:?}: expected whole numbers in the first two \
                     groups, within ±2147483647 after multiplication"
                );
                return Err(self.error(entry, Problem::Format, message));
            };
            let size = self.head(&path, [along_x.side(), along_y.side()])?;
            self.add(entry, WorldMap { path, position: IVec2::new(x, y), size })?;
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
            let source = Source::read(self.asked.files, path, self.asked.limits)?.with_tree("map")?;
            let document = source.parse()?;
            return Ok(size_of(document.root_element(), stated));
        }
        let tag = text.find("<map").and_then(|from| {
            let end = from + text[from..].find('>')?;
            Some(format!("{}/>", text[from..end].trim_end_matches('/')))
        });
        let Some(tag) = tag else {
            return Err(error(Problem::Format, "does not begin with <map>, so it is not a map".to_owned()));
        };
        let source = Source::of_bytes(path, tag.into_bytes(), self.asked.limits)?.with_tree("map")?;
        let document = source.parse()?;
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
            let mut warning = Warning::at(WarningKind::Overlap, &self.source.path, a.position, message);
            warning.snippet = self.source.snippet(a.position);
            warning
        };
        pairs.take(MOST_OVERLAPS).map(warning).collect()
    }

    fn error(&self, entry: Value<'_>, problem: Problem, message: impl Into<Message>) -> LoadError {
        self.source.error(problem, entry.start(), message)
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
