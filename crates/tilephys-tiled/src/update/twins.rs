//! Hot reload: matches layers, tilesets and objects of the new level with the old ones.

use crate::collide::regions::LevelRegion;
use crate::data::parts::{LayerContent, LayerInfo, Object, ObjectKind, TilesetInfo};
use crate::error::{LoadError, Message, Problem};
use crate::level::Level;
use crate::level::changes::{LevelChanges, ObjectChanges};
use crate::things::movers::LevelMover;
use crate::tmx::data::FLAGS;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tilephys_core::TileGrid;

/// The running grid, and the changes so far.
pub(super) type Running<'a> = (&'a mut TileGrid, &'a mut LevelChanges);

/// Pairs of layers and tilesets of both levels.
pub(super) struct Twins {
    /// Index of the old layer by index of the new one.
    pub(super) layers: Vec<Option<usize>>,
    /// Index of the new tileset by index of the old one.
    pub(super) tilesets: Vec<Option<usize>>,
    /// True if all tilesets have kept their first gids.
    pub(super) same_gids: bool,
    /// New first gid of each tileset by the old one; `None` if it is gone.
    first_gids: BTreeMap<u32, Option<u32>>,
}

impl Twins {
    pub(super) fn new(old: &Level, new: &Level) -> Self {
        let tilesets = tilesets(&old.tilesets, &new.tilesets);
        let first_gid = |(set, twin): (&TilesetInfo, &Option<usize>)| {
            Some((set.first_gid?, twin.and_then(|twin| new.tilesets[twin].first_gid)))
        };
        let first_gids: BTreeMap<_, _> = old.tilesets.iter().zip(&tilesets).filter_map(first_gid).collect();
        let same_gids = first_gids.iter().all(|(was, is)| Some(*was) == *is);
        Twins { layers: layers(&old.layers, &new.layers), tilesets, same_gids, first_gids }
    }

    /// The new gid, with flags, for the tile of an old gid; `None` if its tileset is gone. The empty cell stays 0.
    pub(super) fn gid(&self, bits: u32) -> Option<u32> {
        let gid = bits & !FLAGS;
        if self.same_gids || gid == 0 {
            return Some(bits);
        }
        let (was, is) = self.first_gids.range(..=gid).next_back()?;
        Some((bits & FLAGS) | (gid - was).checked_add((*is)?)? & !FLAGS)
    }

    /// Counts the layers and tilesets that differ.
    pub(super) fn count(&self, old: &Level, new: &Level, changes: &mut LevelChanges) {
        let known = self.layers.iter().flatten().count();
        let layers = new.layers.iter().zip(&self.layers);
        let changed = layers.filter(|(is, was)| was.is_none_or(|was| !same_layer(&old.layers[was], is)));
        changes.layers = changed.count() + old.layers.len() - known;
        let known = self.tilesets.iter().flatten().count();
        let tilesets = old.tilesets.iter().zip(&self.tilesets);
        let changed = tilesets.filter(|(was, is)| is.is_none_or(|is| !same_tileset(was, &new.tilesets[is])));
        changes.tilesets = changed.count() + new.tilesets.len() - known;
    }
}

/// Layers match by id, and in files without ids by path.
fn layers(old: &[LayerInfo], new: &[LayerInfo]) -> Vec<Option<usize>> {
    let mut by_id = BTreeMap::new();
    let mut by_path: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, layer) in old.iter().enumerate().rev() {
        match layer.id {
            Some(id) => _ = by_id.insert(id, place),
            None => by_path.entry(&layer.path).or_default().push(place),
        }
    }
    let twin = |layer: &LayerInfo| {
        let place = match layer.id {
            Some(id) => by_id.remove(&id),
            None => by_path.get_mut(layer.path.as_str()).and_then(Vec::pop),
        };
        place.filter(|place| old[*place].kind == layer.kind)
    };
    new.iter().map(twin).collect()
}

/// Tilesets match by file, and embedded ones by name.
fn tilesets(old: &[TilesetInfo], new: &[TilesetInfo]) -> Vec<Option<usize>> {
    fn key(set: &TilesetInfo) -> (Option<&Path>, &str) {
        (set.path.as_deref(), if set.path.is_some() { "" } else { &set.name })
    }
    let mut places: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (place, set) in new.iter().enumerate().rev() {
        places.entry(key(set)).or_default().push(place);
    }
    old.iter().map(|set| places.get_mut(&key(set)).and_then(Vec::pop)).collect()
}

/// True if a layer is unchanged except for its content.
fn same_layer(was: &LayerInfo, is: &LayerInfo) -> bool {
    let content = match (&was.content, &is.content) {
        (LayerContent::Tiles(_), LayerContent::Tiles(_)) => true,
        (was, is) => was == is,
    };
    content
        && was.path == is.path
        && (was.offset, was.parallax, was.visible, was.opacity, was.tint)
            == (is.offset, is.parallax, is.visible, is.opacity, is.tint)
        && was.class == is.class
        && was.properties.says_same(&is.properties)
}

fn same_tileset(was: &TilesetInfo, is: &TilesetInfo) -> bool {
    if was == is {
        return true;
    }
    // Positions of properties in the file do not count.
    let bare = |set: &TilesetInfo| {
        let mut set = set.clone();
        set.properties = set.properties.bare();
        set.tiles.values_mut().for_each(|tile| tile.properties = tile.properties.bare());
        set
    };
    bare(was) == bare(is)
}

/// The ids that the other list does not have.
pub(super) fn missing(of: &BTreeSet<u32>, other: &BTreeSet<u32>) -> Vec<u32> {
    of.difference(other).copied().collect()
}

/// Compares the objects of two levels, including movers and regions.
pub(super) fn compare_objects(old: &Level, new: &Level, twins: &Twins, changes: &mut ObjectChanges) {
    let [was, is] = [Things::of(old), Things::of(new)];
    let [before, after] = [&was, &is].map(|things| things.objects.keys().copied().collect::<BTreeSet<u32>>());
    changes.came = missing(&after, &before);
    changes.went = missing(&before, &after);
    let stayed = before.intersection(&after).copied();
    changes.changed = stayed.filter(|id| !same(*id, [&was, &is], twins)).collect();
}

/// The objects of a level, by their ids.
struct Things<'a> {
    level: &'a Level,
    objects: BTreeMap<u32, &'a Object>,
    movers: BTreeMap<u32, &'a LevelMover>,
    regions: BTreeMap<u32, Vec<&'a LevelRegion>>,
}

impl<'a> Things<'a> {
    fn of(level: &'a Level) -> Self {
        let mut regions: BTreeMap<u32, Vec<&LevelRegion>> = BTreeMap::new();
        for region in &level.regions {
            if let Some(id) = region.object() {
                regions.entry(id).or_default().push(region);
            }
        }
        Things {
            level,
            objects: level.objects.iter().map(|object| (object.id, object)).collect(),
            movers: level.movers.iter().map(|mover| (mover.object, mover)).collect(),
            regions,
        }
    }

    /// Id of the mover's parent.
    fn parent(&self, mover: &LevelMover) -> Option<u32> {
        mover.parent.map(|parent| self.level.movers[parent].object)
    }
}

/// True if an object in both levels is unchanged.
fn same(id: u32, [was, is]: [&Things<'_>; 2], twins: &Twins) -> bool {
    let movers = match (was.movers.get(&id), is.movers.get(&id)) {
        (Some(old), Some(new)) => {
            old.mover == new.mover && old.path == new.path && was.parent(old) == is.parent(new)
        }
        (old, new) => old.is_none() && new.is_none(),
    };
    movers
        && same_regions(was.regions.get(&id), is.regions.get(&id))
        && same_object(was.objects[&id], is.objects[&id], twins)
}

/// True if the regions of an object are unchanged.
fn same_regions(was: Option<&Vec<&LevelRegion>>, is: Option<&Vec<&LevelRegion>>) -> bool {
    let [was, is] = [was, is].map(|regions| regions.map_or(&[][..], Vec::as_slice));
    was.len() == is.len() && was.iter().zip(is).all(|(was, is)| was.says_same(is))
}

/// True if an object is unchanged in Tiled.
fn same_object(was: &Object, is: &Object, twins: &Twins) -> bool {
    let kind = match (&was.kind, &is.kind) {
        (ObjectKind::Tile(old), ObjectKind::Tile(new)) => {
            twins.tilesets[old.tileset] == Some(new.tileset)
                && (old.id, old.flip_horizontal, old.flip_vertical)
                    == (new.id, new.flip_horizontal, new.flip_vertical)
        }
        (old, new) => old == new,
    };
    kind && twins.layers[is.layer] == Some(was.layer)
        && (&was.name, &was.class) == (&is.name, &is.class)
        && (was.anchor, was.position, was.size, was.rotation)
            == (is.anchor, is.position, is.size, is.rotation)
        && (was.visible, was.opacity) == (is.visible, is.opacity)
        && was.properties.says_same(&is.properties)
}

/// The error that a level loads, but cannot replace the running one.
pub(super) fn refused(new: &Level, message: impl Into<Message>) -> LoadError {
    LoadError::new(Problem::Update, &new.path, message)
}
