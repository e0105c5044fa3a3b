//! Locator: from the parts of a level to their elements in the files, through trees that are parsed on first use.

mod element;
mod index;

use crate::data::parts::ObjectKind;
use crate::error::{Position, Snippet};
use crate::files::reader::join;
use crate::level::Level;
use crate::tmx::facts::Geometry;
use crate::tmx::look::geometry;
use crate::xml::{Element, Source};
pub use element::{SourceAttribute, SourceElement, SourcePosition};
use glam::Vec2;
use index::{MapIndex, TileNodes};
use roxmltree::{Document, NodeId};
use std::collections::BTreeMap;
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
    map: OnceLock<MapIndex>,
    /// Elements of tiles by id, for each tileset of the level.
    tiles: Vec<OnceLock<BTreeMap<u32, TileNodes>>>,
}

/// Index of the map among the trees.
const MAP: usize = 0;

impl Level {
    /// Creates a locator of the level's parts in its files.
    #[must_use]
    pub fn locator(&self) -> Locator<'_> {
        let trees = (0..self.sources.all().count()).map(|_| OnceLock::new()).collect();
        let tiles = (0..self.sources.tilesets.len()).map(|_| OnceLock::new()).collect();
        Locator { level: self, trees, map: OnceLock::new(), tiles }
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
        self.element(MAP, *self.map_index().layers.get(index)?)
    }

    /// The source of a cell of the tile layer `layer` in [`Level::layers`], empty or not. In CSV it is the number of
    /// the cell, in XML elements its `<tile>`, else the `<data>` or the `<chunk>` with the cell.
    ///
    /// `None` if the layer has no data for the cell.
    #[must_use]
    pub fn cell(&self, layer: usize, at: TileCoord) -> Option<SourcePosition<'_>> {
        // Of overlapping chunks the last is drawn over the others.
        let mut blocks = self.map_index().blocks.get(&layer)?.iter().rev();
        let (block, cell) = blocks.find_map(|block| Some((block, block.cell(at)?)))?;
        let SourceElement(holder) = self.element(MAP, block.holder)?;
        let offset = block.offset(holder, cell);
        Some(SourcePosition::new(holder.source, holder.source.position(offset)))
    }

    /// The `<object>` of the object with this id in [`Level::objects`], also if the loader has given it the id.
    #[must_use]
    pub fn object(&self, id: u32) -> Option<SourceElement<'_>> {
        self.element(MAP, *self.map_index().objects.get(&id)?)
    }

    /// The `<tileset>` in the map for the tileset `index` in [`Level::tilesets`]; `None` if only templates use it.
    #[must_use]
    pub fn tileset_use(&self, index: usize) -> Option<SourceElement<'_>> {
        let (file, position) = self.level.sources.tilesets.get(index)?;
        let first_gid = self.level.tilesets.get(index).and_then(|tileset| tileset.first_gid);
        index::tileset_use(self.root(MAP)?, (file, *position), first_gid).map(SourceElement)
    }

    /// The `<tileset>` with the content of the tileset `index` in [`Level::tilesets`]: the root of its file, or the
    /// element in the map if it is embedded.
    #[must_use]
    pub fn tileset(&self, index: usize) -> Option<SourceElement<'_>> {
        self.tileset_root(index).map(|(_, root)| SourceElement(root))
    }

    /// The `<tile>` of a tile of the tileset `tileset` in [`Level::tilesets`]; `None` if the tileset only counts it. Of
    /// several elements it is the last, which counts.
    #[must_use]
    pub fn tile(&self, tileset: usize, id: u32) -> Option<SourceElement<'_>> {
        let (file, tiles) = self.tile_nodes(tileset)?;
        self.element(file, tiles.get(&id)?.tile)
    }

    /// The collision shapes of a tile of the tileset `tileset` in [`Level::tilesets`], as drawn in Tiled, whether they
    /// collide or not. Missing size, rotation and kind come from the shape's template.
    ///
    /// `None` if the tile has no `<objectgroup>`.
    #[must_use]
    pub fn shapes(&self, tileset: usize, tile: u32) -> Option<Vec<TileShape<'_>>> {
        let (file, tiles) = self.tile_nodes(tileset)?;
        let SourceElement(group) = self.element(file, tiles.get(&tile)?.group?)?;
        let objects = group.children().filter(|e| e.name() == "object");
        Some(objects.filter_map(|object| self.shape(object)).collect())
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

    fn map_index(&self) -> &MapIndex {
        self.map.get_or_init(|| self.root(MAP).map(MapIndex::of).unwrap_or_default())
    }

    /// The element with the content of a tileset, and the index of its file.
    fn tileset_root(&self, index: usize) -> Option<(usize, Element<'_>)> {
        let (path, position) = self.level.sources.tilesets.get(index)?;
        let file = self.file(path)?;
        let root = self.root(file)?;
        // A file of a tileset, or an embedded tileset in a map or a template.
        let tileset = std::iter::once(root).chain(root.children()).filter(|e| e.name() == "tileset");
        Some((file, tileset.into_iter().find(|e| e.position() == *position)?))
    }

    /// The elements of a tileset's tiles, and the index of their file.
    fn tile_nodes(&self, tileset: usize) -> Option<(usize, &BTreeMap<u32, TileNodes>)> {
        let (path, _) = self.level.sources.tilesets.get(tileset)?;
        let read = || self.tileset_root(tileset).map(|(_, root)| index::tiles(root)).unwrap_or_default();
        Some((self.file(path)?, self.tiles.get(tileset)?.get_or_init(read)))
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

impl<'l> Locator<'l> {
    /// The shape of an `<object>` of a tile; `None` if the object is malformed, which the loader refuses.
    pub(super) fn shape<'a>(&'a self, object: Element<'a>) -> Option<TileShape<'a>> {
        let template = self.template(object).and_then(|object| geometry(object, None).ok());
        let Geometry { anchor, size, rotation, shape } = geometry(object, template.as_ref()).ok()?;
        Some(TileShape {
            element: SourceElement(object),
            id: object.number("id").filter(|id| *id != 0),
            kind: shape,
            position: anchor,
            size,
            rotation,
        })
    }

    /// The `<object>` of the template of an object.
    fn template<'a>(&'a self, object: Element<'a>) -> Option<Element<'a>> {
        let source = object.attribute("template").filter(|source| !source.is_empty())?;
        self.root(self.file(&join(&object.source.path, source))?)?.child("object")
    }
}
