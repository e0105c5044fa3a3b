//! Index of a map's elements by their numbers in the level.

use crate::error::Position;
use crate::files::reader::join;
use crate::tmx::data::{Encoding, cell_start, chunk_place};
use crate::tmx::ids::number_ids;
use crate::xml::Element;
use roxmltree::NodeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use tilephys_core::TileCoord;

/// The elements of a map.
#[derive(Default)]
pub(super) struct MapIndex {
    /// Layers and groups, each group before its layers.
    pub(super) layers: Vec<NodeId>,
    /// Objects by their ids in the level.
    pub(super) objects: BTreeMap<u32, NodeId>,
    /// Rectangles of cells by the index of their layer, in the order of the file.
    pub(super) blocks: BTreeMap<usize, Vec<Block>>,
}

/// A `<data>` or `<chunk>` with cells.
pub(super) struct Block {
    pub(super) holder: NodeId,
    encoding: Encoding,
    /// Column and row of the first cell.
    corner: [i32; 2],
    /// Columns and rows.
    size: [u32; 2],
}

impl MapIndex {
    pub(super) fn of(map: Element<'_>) -> Self {
        let mut index = MapIndex::default();
        let is_infinite = map.flag("infinite") == Some(true);
        let mut objects = Vec::new();
        index.layers(map, is_infinite, &mut objects);
        let ids = || objects.iter().filter_map(|(id, _): &(Option<u32>, NodeId)| *id);
        let (known, last) = (ids().collect::<HashSet<_>>(), ids().max());
        number_ids(objects.iter_mut().map(|(id, _)| id), |id| known.contains(&id), last);
        index.objects = objects.into_iter().filter_map(|(id, node)| Some((id?, node))).collect();
        index
    }

    /// Adds the layers in a map or a group. The loader bounds the depth of groups.
    fn layers(&mut self, parent: Element<'_>, is_infinite: bool, objects: &mut Vec<(Option<u32>, NodeId)>) {
        for element in parent.children().filter(Element::is_layer) {
            let index = self.layers.len();
            self.layers.push(element.node.id());
            match element.name() {
                "layer" => {
                    self.blocks.insert(index, blocks(element, is_infinite).unwrap_or_default());
                }
                "objectgroup" => {
                    let found = element.children().filter(|e| e.name() == "object");
                    objects.extend(found.map(|e| (e.number("id").filter(|id| *id != 0), e.node.id())));
                }
                "group" => self.layers(element, is_infinite, objects),
                _ => {}
            }
        }
    }
}

/// The cells of a tile layer.
fn blocks(layer: Element<'_>, is_infinite: bool) -> Option<Vec<Block>> {
    let data = layer.child("data")?;
    let encoding = Encoding::of(data).ok()?;
    let block =
        |holder: Element<'_>, (corner, size)| Block { holder: holder.node.id(), encoding, corner, size };
    if !is_infinite {
        let size = ["width", "height"].map(|name| layer.number(name).unwrap_or(0));
        return Some(vec![block(data, ([0, 0], size))]);
    }
    let chunks = data.children().filter(|e| e.name() == "chunk");
    Some(chunks.filter_map(|chunk| Some(block(chunk, chunk_place(chunk).ok()?))).collect())
}

impl Block {
    /// Column and row of a cell within the block.
    pub(super) fn cell(&self, at: TileCoord) -> Option<[usize; 2]> {
        let within = |at: i32, corner: i32, size: u32| {
            let along = u32::try_from(i64::from(at) - i64::from(corner)).ok()?;
            (along < size).then_some(along as usize)
        };
        Some([within(at.col, self.corner[0], self.size[0])?, within(at.row, self.corner[1], self.size[1])?])
    }

    /// Offset in the file of a cell of the block, whose element is `holder`.
    pub(super) fn offset(&self, holder: Element<'_>, [col, row]: [usize; 2]) -> usize {
        cell_start(holder, self.encoding, row * self.size[0] as usize + col)
    }
}

/// The `<tileset>` of a map for the tileset with its content at `position` in `file`.
pub(super) fn tileset_use<'a>(
    map: Element<'a>,
    (file, position): (&Path, Position),
    first_gid: Option<u32>,
) -> Option<Element<'a>> {
    let uses = || map.children().filter(|e| e.name() == "tileset");
    if map.source.path == file {
        return uses().find(|e| e.position() == position);
    }
    let path = |e: &Element<'a>| e.attribute("source").map(|source| join(&map.source.path, source));
    let of_file = || uses().filter(|e| path(e).is_some_and(|path| path == file));
    let is_first = |e: &Element<'a>| e.number("firstgid") == first_gid && first_gid.is_some();
    of_file().find(is_first).or_else(|| of_file().next())
}

/// The elements of a tile: a tile may have several.
#[derive(Clone, Copy)]
pub(super) struct TileNodes {
    /// The last `<tile>`.
    pub(super) tile: NodeId,
    /// The last `<objectgroup>` in any of them, which has the shapes.
    pub(super) group: Option<NodeId>,
}

/// The tiles of a tileset by id.
pub(super) fn tiles(tileset: Element<'_>) -> BTreeMap<u32, TileNodes> {
    let mut tiles: BTreeMap<u32, TileNodes> = BTreeMap::new();
    for element in tileset.children().filter(|e| e.name() == "tile") {
        let Some(id) = element.number("id") else { continue };
        let earlier = tiles.get(&id).and_then(|tile| tile.group);
        let group = element.child("objectgroup").map(|group| group.node.id()).or(earlier);
        tiles.insert(id, TileNodes { tile: element.node.id(), group });
    }
    tiles
}
