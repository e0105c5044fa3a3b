//! Builds the display list of a level.

use crate::list::{CellLayer, Ink, Item, Placed, Sprite, Stamp, smaller, union};
use crate::shape::Rect;
use crate::sheet::{Sheet, Sheets, Warning};
use glam::{UVec2, Vec2};
use std::collections::HashMap;
use tilephys_tiled::{
    Cell, CellBlock, Files, Flip, Image, ImagePart, LayerContent, LayerInfo, Level, Object, ObjectKind,
    TilesetInfo, Turn,
};

/// Size of the placeholder for an image layer without a stated size whose image is missing, in pixels.
const UNKNOWN_SIZE: UVec2 = UVec2::splat(64);

/// A level as a display list.
pub(crate) struct Listed<'a> {
    pub(crate) items: Vec<Item<'a>>,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) bounds: Rect,
    pub(crate) warnings: Vec<Warning>,
}

/// Lists a level. `now` returns the offset of an object from its place, in pixels, or `None` to hide it.
pub(crate) fn list<'a>(
    level: &'a Level,
    files: &dyn Files,
    now: &dyn Fn(&Object) -> Option<Vec2>,
) -> Listed<'a> {
    let mut lister = Lister { level, sheets: Sheets::new(files), items: Vec::new(), now };
    let mut objects: Vec<Vec<&Object>> = vec![Vec::new(); level.layers.len()];
    for object in level.objects.iter().filter(|o| o.visible) {
        if let Some(layer) = objects.get_mut(object.layer) {
            layer.push(object);
        }
    }
    for (layer, objects) in level.layers.iter().zip(objects).filter(|(l, _)| l.visible) {
        match &layer.content {
            LayerContent::Tiles(blocks) => lister.cells(layer, blocks),
            LayerContent::Objects { by_y } => lister.objects(layer, objects, *by_y),
            LayerContent::Image { image: Some(image), repeat } => lister.image(layer, image, *repeat),
            _ => {}
        }
    }
    let Lister { items, sheets, .. } = lister;
    let bounds = match level.bounds {
        Some(cells) => Rect::new(Vec2::ZERO, (cells.size * level.tile_size).as_vec2()),
        None => extent(&items),
    };
    Listed { items, sheets: sheets.sheets, bounds, warnings: sheets.warnings }
}

/// The extent of all items except repeated images, to whole pixels.
fn extent(items: &[Item<'_>]) -> Rect {
    let of_item = |item: &Item<'_>| match item {
        Item::Cells(layer) => layer.extent(),
        Item::Image(placed) if placed.repeat == [false; 2] => Some(placed.extent()),
        _ => None,
    };
    let Some([left, top, right, bottom]) = items.iter().filter_map(of_item).reduce(union) else {
        return Rect::default();
    };
    let min = [left.floor(), top.floor()];
    let size = [right.ceil() - min[0], bottom.ceil() - min[1]];
    Rect::new(Vec2::from(min.map(|v| v as f32)), Vec2::from(size.map(|v| v as f32)))
}

struct Lister<'a, 'f> {
    level: &'a Level,
    sheets: Sheets<'f>,
    items: Vec<Item<'a>>,
    now: &'f dyn Fn(&Object) -> Option<Vec2>,
}

impl<'a> Lister<'a, '_> {
    fn cells(&mut self, layer: &'a LayerInfo, blocks: &'a [CellBlock]) {
        let mut stamps = HashMap::new();
        let mut last = 0; // cells in a row are often alike
        for bits in blocks.iter().flat_map(|b| &b.gids) {
            if *bits == last {
                continue;
            }
            last = *bits;
            let Some(Cell { gid, .. }) = Cell::of(*bits) else { continue };
            if stamps.contains_key(&gid) {
                continue;
            }
            if let Some(tile) = self.level.tile(gid) {
                stamps.insert(gid, self.stamp(tile.tileset, tile.id));
            }
        }
        self.items.push(Item::Cells(CellLayer {
            blocks,
            cell: pair(self.level.tile_size.as_vec2()),
            offset: pair(layer.offset),
            order: self.level.render_order,
            ink: ink(layer),
            stamps,
        }));
    }

    fn image(&mut self, layer: &LayerInfo, image: &Image, repeat: [bool; 2]) {
        // An existing image has its real size, whatever the map states.
        let (sprite, [width, height]) = match self.sheets.open(image).map(|sheet| self.whole(sheet)) {
            Some(sprite) => (sprite, [sprite.part[2], sprite.part[3]].map(f64::from)),
            None => self.missing(image.size.unwrap_or(UNKNOWN_SIZE)),
        };
        let [left, top] = pair(layer.offset);
        let rect = [left, top, width, height];
        let placed = Placed { sprite, rect, flip: Flip::default(), ink: ink(layer), turn: None, repeat };
        self.items.push(Item::Image(placed));
    }

    fn objects(&mut self, layer: &LayerInfo, mut objects: Vec<&Object>, by_y: bool) {
        if by_y {
            objects.sort_by(|a, b| a.anchor.y.total_cmp(&b.anchor.y));
        }
        let texts = objects.iter().filter(|o| matches!(o.kind, ObjectKind::Text(_))).count();
        if texts > 0 {
            let message = format!("layer {:?}: texts are not drawn; it has {texts}", layer.path);
            self.sheets.warn(Some(self.level.path.clone()), message);
        }
        for object in objects {
            self.object(object, layer);
        }
    }

    fn object(&mut self, object: &Object, layer: &LayerInfo) {
        let ObjectKind::Tile(tile) = &object.kind else { return };
        let Some(tileset) = self.level.tilesets.get(tile.tileset) else { return };
        let (sprite, natural) = self.sprite(tileset, tile.id);
        let Some(offset) = (self.now)(object) else { return };
        let (mut size, mut corner) = (pair(object.size), pair(object.position + offset));
        if size == [0.0; 2] {
            // A collection that does not state the sizes of its images.
            size = natural;
            let [x, y] = pair(tileset.object_corner);
            corner = [corner[0] + size[0] * x, corner[1] + size[1] * y];
        }
        if !(size[0] > 0.0 && size[1] > 0.0) {
            return;
        }
        let (scaled, shift) = fit(natural, size, tileset);
        let Ink { opacity, tint } = ink(layer);
        self.items.push(Item::Image(Placed {
            sprite,
            rect: [corner[0] + shift[0], corner[1] + shift[1], scaled[0], scaled[1]],
            flip: Flip { horizontal: tile.flip_horizontal, vertical: tile.flip_vertical, diagonal: false },
            ink: Ink { opacity: opacity * object.opacity, tint },
            turn: turn_of(object, offset),
            repeat: [false; 2],
        }));
    }

    /// The image and offset of a tile in a cell.
    fn stamp(&mut self, tileset: &TilesetInfo, id: u32) -> Stamp {
        let (sprite, natural) = self.sprite(tileset, id);
        if !tileset.fits_grid {
            return Stamp { sprite, offset: pair(tileset.tile_offset.as_vec2()), size: natural };
        }
        let cell = pair(self.level.tile_size.as_vec2());
        let (size, shift) = fit(natural, cell, tileset);
        // From the bottom of the cell, not from its top.
        Stamp { sprite, offset: [shift[0], shift[1] + size[1] - cell[1]], size }
    }

    /// The image of a tile, or its placeholder, and the size of the tile in pixels.
    fn sprite(&mut self, tileset: &TilesetInfo, id: u32) -> (Sprite, [f64; 2]) {
        // Before any time has passed, an animated tile shows its first frame.
        let frame = tileset.tiles.get(&id).and_then(|t| t.frames.first());
        let id = frame.map_or(id, |frame| frame.tile);
        let own = tileset.tiles.get(&id);
        let image = own.and_then(|t| t.image.as_ref()).or(tileset.image.as_ref());
        let Some(image) = image else {
            let message =
                format!("tile {id} of tileset {:?} has no image; it is drawn as checkers", tileset.name);
            self.sheets.warn(tileset.path.clone(), message);
            return self.missing(tileset.tile_size);
        };
        let sheet = self.sheets.open(image);
        let part = match own.filter(|t| t.image.is_some()) {
            Some(own) => own.part.or_else(|| sheet.map(|sheet| self.sheets.sheets[sheet].all())),
            None => sheet.and_then(|sheet| self.grid_part(tileset, id, sheet)),
        };
        let sprite = sheet.zip(part).and_then(|(sheet, part)| self.cut(sheet, part));
        if let (Some(sheet), None) = (sheet, sprite) {
            let Sheet { width, height, .. } = self.sheets.sheets[sheet];
            let message = format!(
                "tile {id} of tileset {:?} is beyond the image, which has {width} × {height} px; \
                 it is drawn as checkers",
                tileset.name
            );
            self.sheets.warn(image.path.clone(), message);
        }
        let stated = part.map(|p| p.size).or(image.size.filter(|_| tileset.image.is_none()));
        match sprite {
            Some(sprite) => (sprite, [sprite.part[2], sprite.part[3]].map(f64::from)),
            None => self.missing(stated.unwrap_or(tileset.tile_size)),
        }
    }

    /// The part of the tileset's image with the tile `id`.
    fn grid_part(&self, tileset: &TilesetInfo, id: u32, sheet: usize) -> Option<ImagePart> {
        let width = self.sheets.sheets[sheet].width;
        let step = tileset.tile_size.checked_add(UVec2::splat(tileset.spacing))?;
        let columns = match tileset.columns {
            0 => (width.checked_add(tileset.spacing)?.checked_sub(tileset.margin)?).checked_div(step.x)?,
            columns => columns,
        };
        let (col, row) = (id.checked_rem(columns)?, id / columns);
        let corner = |n: u32, step: u32| n.checked_mul(step)?.checked_add(tileset.margin);
        Some(ImagePart {
            min: UVec2::new(corner(col, step.x)?, corner(row, step.y)?),
            size: tileset.tile_size,
        })
    }

    /// The part of a sheet; `None` if it is not within the sheet.
    fn cut(&self, sheet: usize, ImagePart { min, size }: ImagePart) -> Option<Sprite> {
        let Sheet { width, height, .. } = self.sheets.sheets[sheet];
        let max = min.checked_add(size)?;
        let within = size.x > 0 && size.y > 0 && max.x <= width && max.y <= height;
        within.then_some(Sprite { sheet, part: [min.x, min.y, size.x, size.y] })
    }

    fn whole(&self, sheet: usize) -> Sprite {
        let Sheet { width, height, .. } = self.sheets.sheets[sheet];
        Sprite { sheet, part: [0, 0, width, height] }
    }

    /// The placeholder for a tile of this size.
    fn missing(&mut self, size: UVec2) -> (Sprite, [f64; 2]) {
        // Tilesets that come with Tiled have no size: the loader does not know their tiles.
        let size = if size.min_element() == 0 { self.level.tile_size } else { size };
        (self.placeholder(size.to_array()), size.to_array().map(f64::from))
    }

    fn placeholder(&mut self, size: [u32; 2]) -> Sprite {
        let sheet = self.sheets.placeholder(size);
        self.whole(sheet)
    }
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

/// The rotation of an object, if any.
fn turn_of(object: &Object, offset: Vec2) -> Option<Turn> {
    (object.rotation % 360.0 != 0.0).then(|| Turn::new(object.rotation.into(), pair(object.anchor + offset)))
}

fn ink(layer: &LayerInfo) -> Ink {
    Ink { opacity: layer.opacity, tint: layer.tint }
}

fn pair(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}
