//! Locator: from the parts of a level to their elements in the files, through trees that are parsed on first use.

mod element;

use crate::data::parts::{LayerContent, ObjectKind};
use crate::error::{Position, Snippet};
use crate::level::Level;
use crate::level::memory::Parts;
use crate::tmx::data::cell_start;
use crate::tmx::facts::{Geometry, ObjectFacts, TileFacts};
use crate::xml::{Element, Source};
pub use element::{SourceAttribute, SourceElement, SourcePosition};
use glam::Vec2;
use roxmltree::{Document, NodeId};
use std::path::Path;
use std::sync::OnceLock;
use tilephys_core::TileCoord;

/// Finds the elements behind the parts of a [`Level`] in its files, for tools that point at a part or rewrite it.
///
/// [`Level::locator`] creates it at no cost. Each file is parsed on its first use, and its tree stays until the locator
/// is dropped. Files in JSON have the element names of XML, with positions in the JSON. Methods return `None` for parts
/// that the files do not have; indices and ids are the numbers in the loaded level.
///
/// # Examples
///
/// ```
/// use tilephys_core::TileCoord;
/// # let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
/// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="4" columns="4"><image source="rock.png" width="64" height="16"/></tileset>
/// #  <layer id="1" name="ground" width="2" height="2">
/// #   <data encoding="csv">
/// # 0,0,
/// # 3,3
/// # </data></layer>
/// # </map>"#;
/// # let files = |_: &std::path::Path| Ok(map.to_vec());
/// let level = tilephys_tiled::load_from(&files, "cave.tmx")?;
/// let locator = level.locator();
/// let ground = locator.layer(0).unwrap();
/// assert_eq!((ground.attribute("name").unwrap().value, ground.position().line), ("ground", 3));
/// // The second cell of the second row.
/// let cell = locator.cell(0, TileCoord::new(1, 1)).unwrap();
/// assert_eq!((cell.position.line, cell.position.column), (6, 3));
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
pub struct Locator<'l> {
    level: &'l Level,
    /// Trees of the files, the map's first.
    trees: Vec<OnceLock<Option<Document<'l>>>>,
}

/// Index of the map among the trees.
const MAP: usize = 0;

impl Level {
    /// Creates a locator of the level's parts in its files.
    #[must_use]
    pub fn locator(&self) -> Locator<'_> {
        let trees = (0..self.sources.all().count()).map(|_| OnceLock::new()).collect();
        Locator { level: self, trees }
    }
}

impl Locator<'_> {
    /// Line of a file of the level that has a position, such as the position of a property. `None` for other files.
    #[must_use]
    pub fn snippet(&self, file: &Path, position: Position) -> Option<Snippet> {
        self.level.sources.snippet(file, position)
    }

    /// The `<map>`.
    #[must_use]
    #[allow(clippy::missing_panics_doc, reason = "the loader has parsed the text of the map")]
    pub fn map(&self) -> SourceElement<'_> {
        SourceElement(self.root(MAP).expect("the loader has parsed the text of the map"))
    }

    /// The element of the layer or group `index` in [`Level::layers`].
    #[must_use]
    pub fn layer(&self, index: usize) -> Option<SourceElement<'_>> {
        self.element(MAP, self.parts().layers.get(index)?.0)
    }

    /// The source of a cell of the tile layer `layer` in [`Level::layers`], empty or not. In CSV it is the number of
    /// the cell, in XML elements its `<tile>`, else the `<data>` or the `<chunk>` with the cell.
    ///
    /// `None` if the layer has no data for the cell.
    #[must_use]
    pub fn cell(&self, layer: usize, at: TileCoord) -> Option<SourcePosition<'_>> {
        let LayerContent::Tiles(blocks) = &self.level.layers.get(layer)?.content else { return None };
        let (_, holders) = self.parts().layers.get(layer)?;
        // Of overlapping chunks the last is drawn over the others.
        let mut held = blocks.iter().zip(holders).rev();
        let (index, (node, encoding)) = held.find_map(|(block, holder)| Some((block.index(at)?, *holder)))?;
        let SourceElement(holder) = self.element(MAP, node)?;
        let offset = cell_start(holder, encoding, index);
        Some(SourcePosition::new(holder.source, holder.source.position(offset)))
    }

    /// The `<object>` of the object with this id in [`Level::objects`], also if the loader has given it the id.
    #[must_use]
    pub fn object(&self, id: u32) -> Option<SourceElement<'_>> {
        self.element(MAP, *self.parts().objects.get(&id)?)
    }

    /// The `<tileset>` in the map for the tileset `index` in [`Level::tilesets`]; `None` if only templates use it.
    #[must_use]
    pub fn tileset_use(&self, index: usize) -> Option<SourceElement<'_>> {
        self.element(MAP, self.parts().tilesets.get(index)?.1?)
    }

    /// The `<tileset>` with the content of the tileset `index` in [`Level::tilesets`]: the root of its file, or the
    /// element in the map if it is embedded.
    #[must_use]
    pub fn tileset(&self, index: usize) -> Option<SourceElement<'_>> {
        let (tileset, _) = self.parts().tilesets.get(index)?;
        self.element(self.file(&tileset.file)?, tileset.node)
    }

    /// The `<tile>` of a tile of the tileset `tileset` in [`Level::tilesets`]; `None` if the tileset only counts it. Of
    /// several elements it is the last, which counts.
    #[must_use]
    pub fn tile(&self, tileset: usize, id: u32) -> Option<SourceElement<'_>> {
        let (tileset, _) = self.parts().tilesets.get(tileset)?;
        self.element(self.file(&tileset.file)?, tileset.tiles.get(&id)?.node)
    }

    /// The collision shapes of a tile of the tileset `tileset` in [`Level::tilesets`], as drawn in Tiled, whether they
    /// collide or not. Missing size, rotation and kind come from the shape's template.
    ///
    /// `None` if the tile has no `<objectgroup>`.
    #[must_use]
    pub fn shapes(&self, tileset: usize, tile: u32) -> Option<Vec<TileShape<'_>>> {
        let (tileset, _) = self.parts().tilesets.get(tileset)?;
        let TileFacts { has_group, shapes, .. } = tileset.tiles.get(&tile)?;
        let file = self.file(&tileset.file)?;
        let shape = |facts: &ObjectFacts| {
            let element = self.element(file, facts.node)?;
            let Geometry { anchor, size, rotation, shape } = facts.geometry.clone();
            Some(TileShape { element, id: facts.id, kind: shape, position: anchor, size, rotation })
        };
        has_group.then(|| shapes.iter().filter_map(shape).collect())
    }
}

impl<'l> Locator<'l> {
    /// The file of a tree.
    fn source(&self, file: usize) -> Option<&'l Source> {
        self.level.sources.all().nth(file)
    }

    /// Index of the tree of the file at `path`.
    fn file(&self, path: &Path) -> Option<usize> {
        self.level.sources.all().position(|source| source.path == path)
    }

    fn document(&self, file: usize) -> Option<&Document<'l>> {
        let parse = || self.source(file)?.parse().ok();
        self.trees.get(file)?.get_or_init(parse).as_ref()
    }

    fn root(&self, file: usize) -> Option<Element<'_>> {
        Some(Element { source: self.source(file)?, node: self.document(file)?.root_element() })
    }

    fn element(&self, file: usize, node: NodeId) -> Option<SourceElement<'_>> {
        Some(SourceElement(Element {
            source: self.source(file)?,
            node: self.document(file)?.get_node(node)?,
        }))
    }

    fn parts(&self) -> &'l Parts {
        &self.level.sources.parts
    }
}

/// A collision shape of a tile, completed by its template. Lengths are in pixels of the tile, from its top left corner.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TileShape<'a> {
    /// The `<object>` of the shape.
    pub element: SourceElement<'a>,
    /// Id in the shapes of the tile; `None` if the file gives it none.
    pub id: Option<u32>,
    /// Kind of shape; never [`ObjectKind::Tile`].
    pub kind: ObjectKind,
    /// Top left corner before rotation, and its pivot, in pixels; for polygons and polylines the origin of the points.
    pub position: Vec2,
    /// Width and height in pixels; zero for points, polygons and polylines.
    pub size: Vec2,
    /// Rotation about the position, clockwise, in degrees.
    pub rotation: f32,
}
