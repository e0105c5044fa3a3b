//! Joining: which maps doors join, so that what a character reaches is solved for all of them together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tilephys_tiled::{Files, Level, Loader, WarningKind, normal_path};

/// Maps that doors join.
pub(crate) struct Group<'l> {
    pub(crate) levels: Vec<&'l Level>,
    /// Number of them that are checked: the first ones.
    pub(crate) checked: usize,
    /// Reason why a character may come to them by unknown ways: a map beside them does not load.
    pub(crate) doubt: Option<String>,
}

/// Maps behind the doors of levels, and behind their doors; `None` for a map that does not load.
pub(crate) fn behind_doors<F: Files>(
    loader: &mut Loader<F>,
    levels: &[&Level],
) -> BTreeMap<PathBuf, Option<Level>> {
    let mut others = BTreeMap::new();
    let mut open: Vec<PathBuf> = levels.iter().flat_map(|level| targets(level)).collect();
    while let Some(path) = open.pop() {
        let is_known = levels.iter().any(|level| normal_path(&level.path) == path);
        if is_known || others.contains_key(&path) {
            continue;
        }
        let level = loader.load(&path).ok().filter(is_whole);
        open.extend(level.iter().flat_map(targets));
        others.insert(path, level);
    }
    others
}

/// True if all tiles of a level are known.
pub(crate) fn is_whole(level: &Level) -> bool {
    !level.warnings.iter().any(|warning| warning.kind == WarningKind::MissingTileset)
}

/// Groups of checked levels and others that doors join.
pub(crate) fn groups<'l, F: Files>(
    (loader, files): (&mut Loader<F>, &dyn Files),
    checked: &[&'l Level],
    others: &'l BTreeMap<PathBuf, Option<Level>>,
) -> Vec<Group<'l>> {
    let behind = others.values().filter_map(Option::as_ref);
    let all: Vec<&Level> = checked.iter().copied().chain(behind).collect();
    let count = checked.len();
    let index: BTreeMap<PathBuf, usize> =
        all.iter().enumerate().map(|(index, level)| (normal_path(&level.path), index)).collect();
    // The group of each level is its least level.
    let mut group: Vec<usize> = (0..all.len()).collect();
    for (from, level) in all.iter().enumerate() {
        for to in targets(level).iter().filter_map(|target| index.get(target)) {
            let pair = [group[from], group[*to]];
            let least = pair[0].min(pair[1]);
            group.iter_mut().filter(|own| pair.contains(own)).for_each(|own| *own = least);
        }
    }
    let mut worlds = Worlds { loader, files, known: BTreeMap::new() };
    let mut groups = Vec::new();
    for first in (0..all.len()).filter(|first| group[*first] == *first) {
        let members = || (0..all.len()).filter(|member| group[*member] == first);
        let levels: Vec<&Level> = members().map(|member| all[member]).collect();
        let by_door = levels.iter().find_map(|level| missing(level, &index));
        let mut by_world = levels.iter().filter_map(|level| worlds.doubt(&level.path));
        let doubt = by_door.or_else(|| by_world.next());
        let checked = members().filter(|member| *member < count).count();
        groups.push(Group { levels, checked, doubt });
    }
    groups
}

/// Normal paths of the other maps to which the doors of a level lead.
fn targets(level: &Level) -> Vec<PathBuf> {
    let own = normal_path(&level.path);
    let doors = level.marks.iter().filter_map(|mark| mark.door()?.target.as_deref());
    doors.map(normal_path).filter(|target| *target != own).collect()
}

/// The reason why a character may come into a level by unknown ways, if a door leads to a map that is not known.
fn missing(level: &Level, known: &BTreeMap<PathBuf, usize>) -> Option<String> {
    let path = targets(level).into_iter().find(|path| !known.contains_key(path))?;
    Some(format!("a door leads to {}, which does not load and may lead back", path.display()))
}

/// Worlds beside maps, with the reasons why their maps are not all known.
struct Worlds<'a, F> {
    loader: &'a mut Loader<F>,
    files: &'a dyn Files,
    known: BTreeMap<PathBuf, Option<String>>,
}

impl<F: Files> Worlds<'_, F> {
    /// The reason why a character may come into a map of a world by unknown ways.
    fn doubt(&mut self, map: &Path) -> Option<String> {
        let worlds = worlds_of(self.files, map);
        let reasons = worlds.into_iter().map(|world| {
            let doubt = || {
                self.loader.load_world(&world).err()?;
                Some(format!("the world {} does not load, and its other maps may lead here", world.display()))
            };
            self.known.entry(world.clone()).or_insert_with(doubt).clone()
        });
        reasons.flatten().next()
    }
}

/// Worlds beside a map, or in a folder above, that name it.
pub(crate) fn worlds_of(files: &dyn Files, map: &Path) -> Vec<PathBuf> {
    let Some(name) = map.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let names_it = |world: &PathBuf| {
        let text = files.read(world).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        text.contains(name) || text.contains("\"regexp\"")
    };
    let folders = map.ancestors().skip(1).take(3);
    let listed = folders.flat_map(|folder| files.list(folder).unwrap_or_default());
    let worlds = listed.filter(|file| file.extension().is_some_and(|ending| ending == "world"));
    worlds.filter(names_it).collect()
}
