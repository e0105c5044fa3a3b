//! The display list of a level, for any renderer.

mod build;
mod cells;
mod images;
mod placed;
mod quad;

use crate::rect::{Edges, Rect, overlaps, pair};
use cells::{CellLayer, Stamps};
use glam::Vec2;
use placed::ImageItem;
use std::collections::BTreeMap;
#[cfg(feature = "raster")]
use std::ops::Range;
use tilephys_core::TileCoord;
use tilephys_tiled::{Color, Level, LevelTile};

pub(crate) use build::{Contents, list};
pub use images::{ImageSource, Warning};
pub(crate) use images::{ImagesFrom, SizeOf};
pub(crate) use placed::Placed;
#[cfg(feature = "raster")]
pub(crate) use placed::Sprite;
pub use quad::Quad;

/// A level as textured quads, in Tiled's drawing order.
///
/// The list reads no files. The renderer loads the [`images`](Self::images), and draws the [`quads`](Self::quads) of each
/// frame. Both have Tiled's rules: render order, tiles of any size, animations, flips, rotation, image layers, tints, opacity
/// and parallax. Hidden layers and objects, and objects without a tile, are left out.
///
/// Make a new list after [`Level::update`]. With `tilephys-level`, `SpawnedLevel::displacement` is the argument of
/// [`place_objects`](Self::place_objects).
///
/// # Examples
///
/// ```
/// # use std::path::Path;
/// use tilephys_draw::{DisplayList, Rect, glam::Vec2};
/// # let map = br#"<map width="2" height="1" tilewidth="16" tileheight="16">
/// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="4" columns="4">
/// #   <image source="rock.png" width="64" height="16"/>
/// #   <tile id="2"><animation><frame tileid="2" duration="100"/><frame tileid="3" duration="100"/></animation></tile>
/// #  </tileset>
/// #  <layer id="1" name="ground" width="2" height="1"><data encoding="csv">0,3</data></layer>
/// # </map>"#;
/// # let files = |path: &Path| if path == Path::new("a.tmx") { Ok(map.to_vec()) } else { Err(std::io::ErrorKind::NotFound.into()) };
/// let level = tilephys_tiled::load_from(&files, "a.tmx")?;
/// let list = DisplayList::of_level(&level);
/// assert_eq!(list.images()[0].path.as_deref(), Some(Path::new("rock.png")));
/// let view = Rect::new(Vec2::ZERO, Vec2::new(320.0, 180.0));
/// let seconds = 0.15;
/// let quads: Vec<_> = list.quads(view, seconds).collect();
/// // The second cell has an animated tile, which shows its second frame, the last of the image.
/// assert_eq!(quads[0].corners[0], Vec2::new(16.0, 0.0));
/// assert_eq!(quads[0].source, Rect::new(Vec2::new(48.0, 0.0), Vec2::splat(16.0)));
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DisplayList<'a> {
    pub(crate) entries: Vec<Entry<'a>>,
    stamps: Stamps,
    images: Vec<ImageSource>,
    pub(crate) bounds: Rect,
    pub(crate) background: Option<Color>,
    warnings: Vec<Warning>,
    /// Centre of the view at which no layer is shifted, in pixels.
    origin: [f64; 2],
    /// True if layers are shifted by their parallax.
    has_parallax: bool,
    /// Cells that show another tile than the level has, with the level's gids.
    changed: BTreeMap<Place, u32>,
}

/// Cell of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    layer: usize,
    at: TileCoord,
}

/// An entry of a display list.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    /// Index of the layer.
    layer: usize,
    parallax: [f64; 2],
    item: Item<'a>,
}

#[derive(Clone, Debug)]
enum Item<'a> {
    /// The cells of a layer, placed only when they are drawn, so that the list of a large level stays small.
    Cells(CellLayer<'a>),
    Image(ImageItem),
}

impl<'a> DisplayList<'a> {
    pub(crate) fn empty(bounds: Rect, background: Option<Color>) -> Self {
        DisplayList {
            entries: Vec::new(),
            stamps: Stamps::new(),
            images: Vec::new(),
            bounds,
            background,
            warnings: Vec::new(),
            origin: [0.0; 2],
            has_parallax: true,
            changed: BTreeMap::new(),
        }
    }

    /// Lists a level. The cells are borrowed; [`into_owned`](Self::into_owned) copies them.
    ///
    /// Sizes of images are the sizes that the level knows. An image without a known size, and a tile beyond its image, become
    /// a placeholder, and cause one of the [`warnings`](Self::warnings).
    #[must_use]
    pub fn of_level(level: &'a Level) -> Self {
        let size_of: &mut SizeOf<'_> = &mut |image| Ok(image.size);
        let from = ImagesFrom { size_of, stand_in: "a placeholder", is_still: false };
        list(level, from, Contents { has_layer: &|layer| layer.visible, now: &|_| Some(Vec2::ZERO) })
    }

    /// The list with cells of its own, which outlives the level.
    #[must_use]
    pub fn into_owned(self) -> DisplayList<'static> {
        let own = |Entry { layer, parallax, item }: Entry<'_>| {
            let item = match item {
                Item::Cells(cells) => Item::Cells(cells.into_owned()),
                Item::Image(image) => Item::Image(image),
            };
            Entry { layer, parallax, item }
        };
        DisplayList { entries: self.entries.into_iter().map(own).collect(), ..self }
    }

    /// Images that the quads refer to by index, each once. The renderer loads them.
    #[must_use]
    pub fn images(&self) -> &[ImageSource] {
        &self.images
    }

    /// The cells of a finite map, or everything drawn of an infinite one.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Colour behind all layers; `None` if unset.
    #[must_use]
    pub fn background(&self) -> Option<Color> {
        self.background
    }

    /// Warnings about everything that is drawn in another way than the level says.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Sets whether quads are shifted by the parallax of their layers, as in Tiled; true by default.
    ///
    /// Without it the renderer applies [`Quad::parallax`], and asks for a view that is large enough for all layers.
    pub fn set_parallax(&mut self, is_applied: bool) {
        self.has_parallax = is_applied;
    }

    /// Moves and hides the objects that show tiles, such as lifts and coins. `now` returns the offset of the object with an
    /// id from its place in the level, in pixels, or `None` to hide it.
    ///
    /// Objects keep their drawing order.
    pub fn place_objects(&mut self, mut now: impl FnMut(u32) -> Option<Vec2>) {
        for entry in &mut self.entries {
            if let Item::Image(ImageItem { object: Some(place), .. }) = &mut entry.item {
                place.put(now(place.id));
            }
        }
    }

    /// Sets a cell of a layer, such as a block that breaks, to a gid with flags, or empties it with 0. `layer` is the index in
    /// [`Level::layers`].
    ///
    /// True on success. False if the layer shows no cells, or has none there, or if no cell of the level shows such a tile. A
    /// borrowing list copies the cells of the layer.
    pub fn set_cell(&mut self, layer: usize, at: TileCoord, bits: u32) -> bool {
        let entry = self.entries.iter_mut().find(|entry| entry.layer == layer);
        match entry.map(|entry| &mut entry.item) {
            Some(Item::Cells(cells)) => cells.set(&self.stamps, at, bits),
            _ => false,
        }
    }

    /// Shows these tiles in place of the level's, and the level's own in all other cells. Call it before each frame, or after each
    /// change: only differences cost. With `tilephys-level`, `SpawnedLevel::changed_tiles` is the argument, also after a restore.
    ///
    /// A cell that the level lacks, and a tile that no cell of the level shows, changes nothing.
    pub fn show_tiles(&mut self, tiles: impl IntoIterator<Item = LevelTile>) {
        let mut former = std::mem::take(&mut self.changed);
        for LevelTile { layer, at, gid } in tiles {
            let place = Place { layer, at };
            let Some(now) = self.cells(layer).and_then(|cells| cells.get(at)) else { continue };
            let drawn = former.remove(&place).or(self.changed.get(&place).copied()).unwrap_or(now);
            if now == gid || self.set_cell(layer, at, gid) {
                self.changed.insert(place, drawn);
            } else {
                former.insert(place, drawn);
            }
        }
        for (Place { layer, at }, drawn) in former {
            self.set_cell(layer, at, drawn);
        }
    }

    /// The cells of a layer, if it is listed and has some.
    fn cells(&self, layer: usize) -> Option<&CellLayer<'a>> {
        let entry = self.entries.iter().find(|entry| entry.layer == layer);
        match &entry?.item {
            Item::Cells(cells) => Some(cells),
            Item::Image(_) => None,
        }
    }

    /// The quads that show in a `view` of the level at a `time` in seconds since the start, in drawing order.
    ///
    /// The view decides the parallax too: its centre is the camera. Nothing is allocated, and rows and columns outside of the
    /// view cost nothing. An empty view has no quads; a negative or NaN time is the start. A
    /// repeated image has at most 4096 copies across, and down.
    pub fn quads(&self, view: Rect, time: f64) -> impl Iterator<Item = Quad> {
        self.quads_of(view, time, |_| true)
    }

    /// Like [`quads`](Self::quads), of the layers for which `is_shown` returns true. Its argument is the index in
    /// [`Level::layers`]. Other layers cost nothing.
    pub fn quads_of(
        &self,
        view: Rect,
        time: f64,
        is_shown: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = Quad> {
        // To whole microseconds: 0.3 s are 300 ms, also if the product is a bit less. A cast of a float saturates.
        let millis = (time * 1e6).round() as u64 / 1000;
        let is_finite = view.min.is_finite() && view.size.is_finite();
        let shown = if view.is_empty() || !is_finite { &[] } else { &self.entries[..] };
        let ([left, top], [width, height]) = (pair(view.min), pair(view.size));
        let camera = [left + width / 2.0 - self.origin[0], top + height / 2.0 - self.origin[1]];
        shown.iter().filter(move |entry| is_shown(entry.layer)).flat_map(move |entry| {
            let shift = [0, 1].map(|axis| match self.has_parallax {
                true => (1.0 - entry.parallax[axis]) * camera[axis],
                false => 0.0,
            });
            let (x, y) = (left - shift[0], top - shift[1]);
            let window = [x, y, x + width, y + height];
            let quad = move |placed: Placed| {
                let parallax = Vec2::from(entry.parallax.map(|factor| factor as f32));
                Some(Quad { layer: entry.layer, parallax, object: entry.object(), ..placed.quad(shift)? })
            };
            entry.shown(&self.stamps, window, millis).filter_map(quad)
        })
    }

    /// All images of some layers that may show in a window, in drawing order, at a time in milliseconds and without parallax.
    /// Repeated ones are there once.
    #[cfg(feature = "raster")]
    pub(crate) fn placed(
        &self,
        window: Edges,
        millis: u64,
        layers: Range<usize>,
    ) -> impl Iterator<Item = Placed> {
        let entries = self.entries.iter().filter(move |entry| layers.contains(&entry.layer));
        entries.flat_map(move |entry| entry.placed(&self.stamps, window, millis))
    }

    /// The entries of the layers for which `has_layer` returns true, by the index in [`Level::layers`].
    #[cfg(feature = "raster")]
    pub(crate) fn retain_layers(&mut self, has_layer: impl Fn(usize) -> bool) {
        self.entries.retain(|entry| has_layer(entry.layer));
    }

    /// The list without animations, and with other parts of other images.
    #[cfg(feature = "raster")]
    pub(crate) fn with_sprites(&self, other: &mut dyn FnMut(Sprite) -> Sprite) -> DisplayList<'_> {
        let stamps = self.stamps.iter();
        let stamps = stamps.map(|(gid, look)| (*gid, look.first_with(&mut *other))).collect();
        let mut entries = Vec::new();
        for Entry { layer, parallax, item } in &self.entries {
            let item = match item {
                Item::Cells(cells) => Item::Cells(cells.borrowed()),
                Item::Image(image) => {
                    Item::Image(ImageItem { look: image.look.first_with(&mut *other), ..image.clone() })
                }
            };
            entries.push(Entry { layer: *layer, parallax: *parallax, item });
        }
        DisplayList { entries, stamps, ..DisplayList::empty(self.bounds, self.background) }
    }
}

impl Entry<'_> {
    /// Id of the object that it shows, if any.
    fn object(&self) -> Option<u32> {
        match &self.item {
            Item::Image(image) => image.object.as_ref().map(|place| place.id),
            Item::Cells(_) => None,
        }
    }

    /// Images that show in the window, in drawing order, with all copies of a repeated one.
    fn shown(&self, stamps: &Stamps, window: Edges, millis: u64) -> impl Iterator<Item = Placed> {
        let (cells, image) = self.parts(stamps, window, millis);
        let cells = cells.into_iter().flatten().filter(move |placed| overlaps(placed.extent(), window));
        cells.chain(image.into_iter().flat_map(move |placed| placed.copies(window)))
    }

    /// Images that may show in the window, in drawing order.
    #[cfg(feature = "raster")]
    fn placed(&self, stamps: &Stamps, window: Edges, millis: u64) -> impl Iterator<Item = Placed> {
        let (cells, image) = self.parts(stamps, window, millis);
        cells.into_iter().flatten().chain(image)
    }

    /// The cells that may show in the window, or the image.
    fn parts(
        &self,
        stamps: &Stamps,
        window: Edges,
        millis: u64,
    ) -> (Option<impl Iterator<Item = Placed>>, Option<Placed>) {
        match &self.item {
            Item::Cells(cells) => (Some(cells.placed(stamps, window, millis)), None),
            Item::Image(image) => (None, image.placed(millis)),
        }
    }
}
