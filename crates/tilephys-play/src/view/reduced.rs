//! Views of large levels: pictures of square regions at a fraction of their size, made some at a time and kept as textures.
//!
//! The regions of a scale form a grid, like the levels of a mipmap. A region that has no picture yet shows pictures of other
//! scales, if there are any.

use super::camera::Camera;
use super::quads::{corners_of, push_quad, shape_of};
use eframe::egui::{self, Color32, ColorImage, Mesh, Painter, TextureHandle, TextureOptions, pos2};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;
use tilephys::draw::{Picture, Pixels, Rect, View};
use tilephys::glam::Vec2;
use web_time::Instant;

/// Maximum memory of the textures, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Maximum number of pictures of a frame: they fit [`MAX_BYTES`].
const MAX_SHOWN: f32 = 220.0;

/// Maximum number of regions of a frame, beyond the smallest scale: such a view shows nothing.
const MAX_REGIONS: f32 = 10_000.0;

/// Maximum side of a picture, in its pixels.
const SIDE: u32 = 256;

/// Maximum side of a region of small pictures, in px of the level: with more tiles, a picture would take too long.
const MAX_REGION: u32 = 4096;

/// Minimum side of a picture, in its pixels.
const MIN_SIDE: u32 = 16;

/// Maximum number of halvings of the scale.
const MAX_HALVINGS: u32 = 16;

/// Time for new pictures of a frame. The last one may take longer, and there is at least one.
const TIME: Duration = Duration::from_millis(8);

/// Number of reduced levels that are kept, by layers and scale.
const MAX_SOURCES: usize = 8;

/// Layers in a row that one picture shows: tile layers with one parallax.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) layers: Range<usize>,
    /// Shift of the layers by their parallax, in px.
    pub(super) shift: Vec2,
}

/// The scale of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scale {
    /// Halvings of the level's size.
    halvings: u32,
    /// Side of a region, in px of the level.
    region: u32,
}

impl Scale {
    /// The scale for a screen that shows `shown` px with `zoom` pixels of the screen to a px, in `runs` pictures over each other.
    pub(super) fn of(shown: Vec2, zoom: f32, runs: usize) -> Scale {
        let mut scale = Scale::halved(0);
        // From 0.7 to 1.4 pixels of the picture to a pixel of the screen.
        while scale.factor() * 0.7 > zoom && scale.halvings < MAX_HALVINGS {
            scale = Scale::halved(scale.halvings + 1);
        }
        let count = |side: f32| (shown / side + 1.0).ceil().element_product() * runs as f32;
        while count(scale.region as f32) > MAX_SHOWN && scale.halvings < MAX_HALVINGS {
            match scale.region < SIDE << scale.halvings {
                true => scale.region *= 2,
                false => scale = Scale::halved(scale.halvings + 1),
            }
        }
        scale
    }

    fn halved(halvings: u32) -> Scale {
        Scale { halvings, region: (SIDE << halvings).min(MAX_REGION.max(MIN_SIDE << halvings)) }
    }

    /// Pixels of a picture to a px of the level.
    fn factor(self) -> f32 {
        1.0 / (1 << self.halvings) as f32
    }
}

/// A picture: its layers, its scale, and column and row of its region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    layers: (usize, usize),
    scale: Scale,
    at: [i32; 2],
}

impl Key {
    fn region(&self) -> Rect {
        let side = self.scale.region as f32;
        Rect::new(Vec2::new(self.at[0] as f32, self.at[1] as f32) * side, Vec2::splat(side))
    }
}

struct Made {
    /// The picture; `None` if it is empty.
    texture: Option<TextureHandle>,
    /// True if other layers are shown now.
    is_stale: bool,
    /// Number of the frame that showed it last.
    shown: u64,
}

impl Made {
    fn bytes(&self) -> usize {
        self.texture
            .as_ref()
            .map_or(0, |texture| texture.size()[0] * texture.size()[1] * size_of::<Color32>())
    }
}

/// The pictures of a level.
pub(super) struct ReducedPictures {
    source: Picture<'static>,
    /// Factor of reduction at which the smallest side of a cell is a pixel.
    most: u32,
    /// Reduced levels by layers and factor; the latest last.
    sources: Vec<((usize, usize), u32, Picture<'static>)>,
    made: BTreeMap<Key, Made>,
    frame: u64,
    /// Time that new pictures of the frame took.
    spent: Duration,
}

impl ReducedPictures {
    /// Takes the images and cells of a picture. `cell` is the smaller side of a cell of the level, in px.
    pub(super) fn new(picture: &Picture<'_>, cell: u32) -> ReducedPictures {
        let mut source = picture.reduced(1, |_| true);
        source.set_background(None);
        ReducedPictures {
            source,
            most: 1 << cell.max(1).ilog2(),
            sources: Vec::new(),
            made: BTreeMap::new(),
            frame: 0,
            spent: Duration::ZERO,
        }
    }

    /// Makes all pictures again, since other layers are shown. Until then the old ones stay.
    pub(super) fn refresh(&mut self) {
        self.sources.clear();
        self.made.values_mut().for_each(|made| made.is_stale = true);
    }

    /// Memory of all textures, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.made.values().map(Made::bytes).sum()
    }

    /// Draws the layers of a run for which `is_drawn` returns true. True if all of the screen has pictures of the scale.
    pub(super) fn draw(
        &mut self,
        painter: &Painter,
        camera: &Camera,
        scale: Scale,
        run: &Run,
        is_drawn: &dyn Fn(usize) -> bool,
    ) -> bool {
        let frame = painter.ctx().cumulative_frame_nr();
        if self.frame != frame {
            (self.frame, self.spent) = (frame, Duration::ZERO);
            self.forget();
        }
        let mut shown = camera.shown(painter.clip_rect());
        shown.min -= run.shift;
        let side = scale.region as f32;
        let count = (shown.size / side).element_product();
        if count.is_nan() || count > MAX_REGIONS {
            return true;
        }
        let [first, last] =
            [shown.min, shown.min + shown.size].map(|corner| (corner / side).floor().as_ivec2());
        let mut is_whole = true;
        for row in first.y..=last.y {
            for column in first.x..=last.x {
                let layers = (run.layers.start, run.layers.end);
                let key = Key { layers, scale, at: [column, row] };
                let is_missing = self.made.get(&key).is_none_or(|made| made.is_stale);
                if is_missing && self.spent < TIME {
                    self.make(painter, key, is_drawn);
                }
                match self.made.get_mut(&key) {
                    Some(made) => {
                        made.shown = frame;
                        is_whole &= !made.is_stale;
                        show(painter, camera, run.shift, (key.region(), made), key.region());
                    }
                    None => {
                        is_whole = false;
                        self.stand_in(painter, camera, run.shift, key);
                    }
                }
            }
        }
        is_whole
    }

    /// Makes a picture.
    fn make(&mut self, painter: &Painter, key: Key, is_drawn: &dyn Fn(usize) -> bool) {
        let start = Instant::now();
        let view = View { region: Some(key.region()), scale: key.scale.factor() };
        let pixels = self.reduced(key, is_drawn).pixels(&view).ok();
        let is_empty = |pixels: &Pixels| pixels.data.iter().all(|pixel| pixel[3] == 0);
        let texture = pixels.filter(|pixels| !is_empty(pixels)).map(|pixels| {
            let size = [pixels.width as usize, pixels.height as usize];
            let image = ColorImage::from_rgba_unmultiplied(size, pixels.data.as_flattened());
            painter.ctx().load_texture("reduced", image, TextureOptions::LINEAR)
        });
        self.made.insert(key, Made { texture, is_stale: false, shown: self.frame });
        self.spent += start.elapsed();
    }

    /// The level with images reduced for a picture.
    fn reduced(&mut self, key: Key, is_drawn: &dyn Fn(usize) -> bool) -> &Picture<'static> {
        let factor = (1 << key.scale.halvings).min(self.most);
        let known = self.sources.iter().position(|known| (known.0, known.1) == (key.layers, factor));
        let source = match known {
            Some(known) => self.sources.remove(known),
            None => {
                let layers = key.layers.0..key.layers.1;
                let reduced = self.source.reduced(factor, |layer| layers.contains(&layer) && is_drawn(layer));
                (key.layers, factor, reduced)
            }
        };
        if self.sources.len() >= MAX_SOURCES {
            self.sources.remove(0);
        }
        self.sources.push(source);
        &self.sources[self.sources.len() - 1].2
    }

    /// Shows a picture of a larger scale that has the whole region, else pictures of the next smaller one.
    fn stand_in(&self, painter: &Painter, camera: &Camera, shift: Vec2, key: Key) {
        let region = key.region();
        let of_run = || self.made.iter().filter(|(other, _)| other.layers == key.layers);
        let larger = of_run().find(|(other, _)| {
            let Rect { min, size } = other.region();
            let has_all = min.cmple(region.min).all() && (min + size).cmpge(region.min + region.size).all();
            other.scale.halvings > key.scale.halvings && has_all
        });
        if let Some((other, made)) = larger {
            show(painter, camera, shift, (other.region(), made), region);
            return;
        }
        for (other, made) in of_run().filter(|(other, _)| other.scale.halvings + 1 == key.scale.halvings) {
            show(painter, camera, shift, (other.region(), made), region);
        }
    }

    /// Drops the pictures that were not shown for the longest time, while they take too much memory.
    fn forget(&mut self) {
        let mut bytes = self.bytes();
        while bytes > MAX_BYTES {
            let Some(oldest) = self.made.iter().min_by_key(|(_, made)| made.shown).map(|(key, _)| *key)
            else {
                return;
            };
            bytes -= self.made.remove(&oldest).map_or(0, |made| made.bytes());
        }
    }
}

/// Draws the part of a picture that is in `part`. `whole` is its region in the layers, which are shifted by `shift`.
fn show(painter: &Painter, camera: &Camera, shift: Vec2, (whole, made): (Rect, &Made), part: Rect) {
    let Some(texture) = &made.texture else { return };
    let min = whole.min.max(part.min);
    let size = (whole.min + whole.size).min(part.min + part.size) - min;
    if size.min_element() <= 0.0 {
        return;
    }
    let at = |corner: Vec2| {
        let place = (corner - whole.min) / whole.size;
        pos2(place.x, place.y)
    };
    let uv = egui::Rect::from_two_pos(at(min), at(min + size));
    let rect = camera.rect_to_screen(painter.clip_rect(), Rect::new(min + shift, size));
    let mut mesh = Mesh::with_texture(texture.id());
    push_quad(&mut mesh, corners_of(rect), corners_of(uv), Color32::WHITE);
    painter.add(shape_of(mesh));
}
