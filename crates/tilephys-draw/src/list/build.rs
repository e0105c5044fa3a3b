//! Builds the display list of a level.

use super::cells::{CellLayer, CellLook, Stamps, reach_of};
use super::images::{Images, ImagesFrom};
use super::placed::{Face, ImageItem, Ink, Look, ObjectPlace, Sprite};
use super::{DisplayList, Entry, Item};
use crate::rect::{Edges, Rect, pair, smaller, union};
use glam::{UVec2, Vec2};
use std::collections::HashSet;
use tilephys_tiled::{
    Cell, CellBlock, Flip, Image, ImagePart, LayerContent, LayerInfo, Level, Object, ObjectKind, TilesetInfo,
};

/// Size of the placeholder for an image layer without a stated size whose image is missing, in pixels.
const UNKNOWN_SIZE: UVec2 = UVec2::splat(64);

/// Parts of a level that a list has.
pub(crate) struct Contents<'f> {
    /// True for layers that are listed.
    pub(crate) has_layer: &'f dyn Fn(&LayerInfo) -> bool,
    /// Offset of an object from its place, in pixels; `None` hides it.
    pub(crate) now: &'f dyn Fn(&Object) -> Option<Vec2>,
}

/// Lists parts of a level.
pub(crate) fn list<'a, 'f>(
    level: &'a Level,
    from: ImagesFrom<'f>,
    Contents { has_layer, now }: Contents<'f>,
) -> DisplayList<'a> {
    let images = Images::new(from);
    let mut builder = Builder { level, images, entries: Vec::new(), stamps: Stamps::new(), now };
    let mut objects: Vec<Vec<&Object>> = vec![Vec::new(); level.layers.len()];
    for object in level.objects.iter().filter(|o| o.visible) {
        if let Some(layer) = objects.get_mut(object.layer) {
            layer.push(object);
        }
    }
    let layers = level.layers.iter().zip(objects).enumerate();
    for (index, (layer, objects)) in layers.filter(|(_, (l, _))| has_layer(l)) {
        match &layer.content {
            LayerContent::Tiles(blocks) => builder.cells(index, layer, blocks),
            LayerContent::Objects { by_y } => builder.objects(index, layer, objects, *by_y),
            LayerContent::Image { image: Some(image), repeat } => builder.image(index, layer, image, *repeat),
            _ => {}
        }
    }
    let Builder { entries, stamps, images, .. } = builder;
    let mut list = DisplayList::empty(Rect::default(), level.background);
    list.origin = pair(level.parallax_origin);
    list.bounds = match level.bounds {
        Some(cells) => Rect::new(Vec2::ZERO, (cells.size * level.tile_size).as_vec2()),
        None => extent(&entries, &stamps),
    };
    DisplayList { entries, stamps, images: images.sources, warnings: images.warnings, ..list }
}

/// The extent of all entries except repeated images, to whole pixels.
fn extent(entries: &[Entry<'_>], stamps: &Stamps) -> Rect {
    let of_entry = |entry: &Entry<'_>| match &entry.item {
        Item::Cells(layer) => layer.extent(stamps),
        Item::Image(image) if image.repeat == [false; 2] => Some(image.placed(0)?.extent()),
        Item::Image(_) => None,
    };
    let Some([left, top, right, bottom]) = entries.iter().filter_map(of_entry).reduce(union) else {
        return Rect::default();
    };
    let min = [left.floor(), top.floor()];
    let size = [right.ceil() - min[0], bottom.ceil() - min[1]];
    Rect::new(Vec2::from(min.map(|v| v as f32)), Vec2::from(size.map(|v| v as f32)))
}

struct Builder<'a, 'f> {
    level: &'a Level,
    images: Images<'f>,
    entries: Vec<Entry<'a>>,
    stamps: Stamps,
    now: &'f dyn Fn(&Object) -> Option<Vec2>,
}

impl<'a> Builder<'a, '_> {
    fn push(&mut self, index: usize, layer: &LayerInfo, item: Item<'a>) {
        self.entries.push(Entry { layer: index, parallax: pair(layer.parallax), item });
    }

    fn cells(&mut self, index: usize, layer: &'a LayerInfo, blocks: &'a [CellBlock]) {
        let cell = pair(self.level.tile_size.as_vec2());
        let mut used = HashSet::new();
        let mut reach: Option<Edges> = None;
        let mut last = 0; // cells in a row are often alike
        for bits in blocks.iter().flat_map(|b| &b.gids) {
            if *bits == last {
                continue;
            }
            last = *bits;
            let Some(Cell { gid, .. }) = Cell::of(*bits).filter(|cell| used.insert(cell.gid)) else {
                continue;
            };
            if let (false, Some(tile)) = (self.stamps.contains_key(&gid), self.level.tile(gid)) {
                let stamp = self.stamp(tile.tileset, tile.id);
                self.stamps.insert(gid, stamp);
            }
            let of_tile = self.stamps.get(&gid).and_then(|look| reach_of(look, cell[1]));
            reach = reach.into_iter().chain(of_tile).reduce(union);
        }
        let order = self.level.render_order;
        let look = CellLook { cell, offset: pair(layer.offset), order, ink: ink(layer) };
        self.push(index, layer, Item::Cells(CellLayer::new(blocks, look, reach)));
    }

    fn image(&mut self, index: usize, layer: &LayerInfo, image: &Image, repeat: [bool; 2]) {
        // An existing image has its real size, whatever the map states.
        let opened = self.images.open(image);
        let whole = opened.and_then(|opened| self.whole(opened));
        if opened.is_some() && whole.is_none() {
            self.warn_of_size(image);
        }
        let (sprite, size) = match whole {
            Some(sprite) => (sprite, sprite.size()),
            None => self.missing(image.size.unwrap_or(UNKNOWN_SIZE)),
        };
        let item = ImageItem {
            look: Look::still(Face { sprite, offset: [0.0; 2], size }),
            corner: layer.offset,
            flip: Flip::default(),
            ink: ink(layer),
            repeat,
            object: None,
        };
        self.push(index, layer, Item::Image(item));
    }

    fn objects(&mut self, index: usize, layer: &LayerInfo, mut objects: Vec<&Object>, by_y: bool) {
        if by_y {
            objects.sort_by(|a, b| a.anchor.y.total_cmp(&b.anchor.y));
        }
        let texts = objects.iter().filter(|o| matches!(o.kind, ObjectKind::Text(_))).count();
        if texts > 0 {
            let message = format!("layer {:?}: texts are not drawn; it has {texts}", layer.path);
            self.images.warn(Some(self.level.path.clone()), message);
        }
        for object in objects {
            if let Some(item) = self.object(object, layer) {
                self.push(index, layer, Item::Image(item));
            }
        }
    }

    /// The tile that an object shows; `None` for other objects, and without area.
    fn object(&mut self, object: &Object, layer: &LayerInfo) -> Option<ImageItem> {
        let ObjectKind::Tile(tile) = &object.kind else { return None };
        let tileset = self.level.tilesets.get(tile.tileset)?;
        let size = pair(object.size);
        // A collection may not state the sizes of its images.
        let is_natural = size == [0.0; 2];
        if !(is_natural || size[0] > 0.0 && size[1] > 0.0) {
            return None;
        }
        let look = self.look(tileset, tile.id, &|sprite, natural| {
            let (place, [x, y]) = match is_natural {
                true => (natural, pair(tileset.object_corner)),
                false => (size, [0.0; 2]),
            };
            let (size, shift) = fit(natural, place, tileset);
            Face { sprite, offset: [place[0] * x + shift[0], place[1] * y + shift[1]], size }
        });
        let mut place = ObjectPlace::new(object.id, object.anchor, object.rotation);
        place.put((self.now)(object));
        let Ink { opacity, tint } = ink(layer);
        Some(ImageItem {
            look,
            corner: object.position,
            flip: Flip { horizontal: tile.flip_horizontal, vertical: tile.flip_vertical, diagonal: false },
            ink: Ink { opacity: opacity * object.opacity, tint },
            repeat: [false; 2],
            object: Some(place),
        })
    }

    /// The look of a tile in a cell.
    fn stamp(&mut self, tileset: &TilesetInfo, id: u32) -> Look {
        let cell = pair(self.level.tile_size.as_vec2());
        self.look(tileset, id, &|sprite, natural| {
            if !tileset.fits_grid {
                return Face { sprite, offset: pair(tileset.tile_offset.as_vec2()), size: natural };
            }
            let (size, shift) = fit(natural, cell, tileset);
            // From the bottom of the cell, not from its top.
            Face { sprite, offset: [shift[0], shift[1] + size[1] - cell[1]], size }
        })
    }

    /// The frames of a tile; `face` places an image of a natural size.
    fn look(&mut self, tileset: &TilesetInfo, id: u32, face: &dyn Fn(Sprite, [f64; 2]) -> Face) -> Look {
        let frames = tileset.tiles.get(&id).map_or(&[][..], |tile| &tile.frames);
        // Before any time has passed, an animated tile shows its first frame.
        let first = frames.first().map_or(id, |frame| frame.tile);
        let shown = if self.images.is_still() { &[] } else { frames };
        let mut face_of = |tile: u32| {
            let (sprite, natural) = self.sprite(tileset, tile);
            face(sprite, natural)
        };
        Look::animated(shown.iter().map(|frame| (frame.duration, face_of(frame.tile))))
            .unwrap_or_else(|| Look::still(face_of(first)))
    }

    /// The image of a tile, or its placeholder, and the size of the tile in pixels.
    fn sprite(&mut self, tileset: &TilesetInfo, id: u32) -> (Sprite, [f64; 2]) {
        let own = tileset.tiles.get(&id);
        let Some(image) = own.and_then(|t| t.image.as_ref()).or(tileset.image.as_ref()) else {
            let stand_in = self.images.stand_in();
            let message =
                format!("tile {id} of tileset {:?} has no image, so it is drawn as {stand_in}", tileset.name);
            self.images.warn(tileset.path.clone(), message);
            return self.missing(tileset.tile_size);
        };
        let opened = self.images.open(image);
        let size = opened.and_then(|opened| self.images.size(opened));
        let part = match own.filter(|t| t.image.is_some()) {
            Some(own) => own.part.or_else(|| size.map(|size| ImagePart { min: UVec2::ZERO, size })),
            None => opened.and_then(|_| grid_part(tileset, id, size)),
        };
        let sprite = opened.zip(part).and_then(|(opened, part)| self.cut(opened, part));
        match (opened, sprite, size) {
            (_, Some(sprite), _) => return (sprite, sprite.size()),
            (Some(_), None, Some(UVec2 { x, y })) => {
                let (name, stand_in) = (&tileset.name, self.images.stand_in());
                let message = format!(
                    "tile {id} of tileset {name:?} is outside the image, which has {x} × {y} px, so it is \
                     drawn as {stand_in}"
                );
                self.images.warn(image.path.clone(), message);
            }
            (Some(_), None, None) => self.warn_of_size(image),
            (None, ..) => {}
        }
        let stated = part.map(|p| p.size).or(image.size.filter(|_| tileset.image.is_none()));
        self.missing(stated.unwrap_or(tileset.tile_size))
    }

    fn warn_of_size(&mut self, image: &Image) {
        let stand_in = self.images.stand_in();
        let message = format!("the size of the image is not known, so it is drawn as {stand_in}");
        self.images.warn(image.path.clone(), message);
    }

    /// The part of an image; `None` if it is not within the image.
    fn cut(&self, image: usize, ImagePart { min, size }: ImagePart) -> Option<Sprite> {
        let max = min.checked_add(size)?;
        let is_within = self.images.size(image).is_none_or(|all| max.cmple(all).all());
        (size.min_element() > 0 && is_within)
            .then_some(Sprite { image, part: [min.x, min.y, size.x, size.y] })
    }

    /// The whole of an image; `None` if its size is not known.
    fn whole(&self, image: usize) -> Option<Sprite> {
        self.cut(image, ImagePart { min: UVec2::ZERO, size: self.images.size(image)? })
    }

    /// The placeholder for an image of this size, and its size in pixels.
    fn missing(&mut self, size: UVec2) -> (Sprite, [f64; 2]) {
        // Tilesets that come with Tiled have no size: the loader does not know their tiles.
        let size = if size.min_element() == 0 { self.level.tile_size } else { size };
        let image = self.images.placeholder(size);
        let UVec2 { x, y } = self.images.size(image).unwrap_or(size);
        (Sprite { image, part: [0, 0, x, y] }, size.to_array().map(f64::from))
    }
}

/// The part of the tileset's image with the tile `id`. `size` is the size of the image, if known.
fn grid_part(tileset: &TilesetInfo, id: u32, size: Option<UVec2>) -> Option<ImagePart> {
    let step = tileset.tile_size.checked_add(UVec2::splat(tileset.spacing))?;
    let columns = match tileset.columns {
        0 => (size?.x.checked_add(tileset.spacing)?.checked_sub(tileset.margin)?).checked_div(step.x)?,
        columns => columns,
    };
    let (col, row) = (id.checked_rem(columns)?, id / columns);
    let corner = |n: u32, step: u32| n.checked_mul(step)?.checked_add(tileset.margin);
    Some(ImagePart { min: UVec2::new(corner(col, step.x)?, corner(row, step.y)?), size: tileset.tile_size })
}

/// Fits an image of the size `natural` into a place of the size `place`. Returns its size, and its corner relative to
/// the place, with the tileset's offset scaled alike.
fn fit(natural: [f64; 2], place: [f64; 2], tileset: &TilesetInfo) -> ([f64; 2], [f64; 2]) {
    let mut scale = [place[0] / natural[0], place[1] / natural[1]];
    if tileset.keeps_aspect {
        scale = [smaller(scale[0], scale[1]); 2];
    }
    let size = [natural[0] * scale[0], natural[1] * scale[1]];
    let offset = pair(tileset.tile_offset.as_vec2());
    let shift = |axis: usize| (place[axis] - size[axis]) / 2.0 + offset[axis] * scale[axis];
    (size, [shift(0), shift(1)])
}

fn ink(layer: &LayerInfo) -> Ink {
    Ink { opacity: layer.opacity, tint: layer.tint }
}
