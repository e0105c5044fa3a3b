//! The images of a level on the screen.

use super::atlas::Atlas;
use super::camera::Camera;
use super::layers::Switches;
use super::quads::{push_quad, shape_of};
use super::reduced::{ReducedPictures, Run, Scale};
use eframe::egui::{Color32, Context, Mesh, Painter};
use std::ops::Range;
use tilephys::draw::{Color, DisplayList, Picture, Quad, Rect};
use tilephys::glam::Vec2;
use tilephys::tiled::{Files, LayerContent, LayerInfo, LayerKind, Level};

/// Maximum number of tiles on the screen that are drawn one by one; more are drawn as pictures. Where the processor draws, a
/// tile takes a microsecond, and a screen without tiles 13 ms.
const MAX_TILES: f32 = 9_000.0;

/// Minimum zoom of tiles that are drawn one by one, in pixels of the screen to a px. Below it most pixels of an image would be
/// skipped; pictures have their mean.
const MIN_ZOOM: f32 = 0.5;

/// A level as textures and quads.
pub struct LevelView {
    list: DisplayList<'static>,
    atlas: Atlas,
    switches: Switches,
    /// True for each layer that is drawn.
    drawn: Vec<bool>,
    looks: Vec<LayerLook>,
    /// Centre of the view at which no layer is shifted by its parallax, in px.
    parallax_origin: Vec2,
    reduced: ReducedPictures,
    warnings: Vec<String>,
}

/// Properties of a layer that decide how it is drawn from afar.
struct LayerLook {
    kind: LayerKind,
    parallax: Vec2,
    /// Tiles of the layer in a px² of the level, as a mean.
    density: f32,
}

impl LayerLook {
    fn of(layer: &LayerInfo, bounds: Rect) -> LayerLook {
        let tiles = match &layer.content {
            LayerContent::Tiles(blocks) => {
                blocks.iter().flat_map(|block| &block.gids).filter(|gid| **gid != 0).count()
            }
            _ => 0,
        };
        let area = bounds.size.element_product();
        let density = if area > 0.0 { tiles as f32 / area } else { 0.0 };
        LayerLook { kind: layer.kind, parallax: layer.parallax, density }
    }
}

impl LevelView {
    /// Reads the images of a level and makes textures of them. An image that cannot be read is drawn as magenta and black
    /// checkers, and causes one of the [`warnings`](Self::warnings).
    pub fn new(ctx: &Context, level: &Level, files: &dyn Files) -> LevelView {
        // Hidden layers too: they can be switched on.
        let picture = Picture::of_layers(level, files, &|_| true);
        let (atlas, notes) = Atlas::new(ctx, picture.images());
        let mut warnings: Vec<String> = picture.warnings().iter().map(ToString::to_string).collect();
        warnings.extend(notes.into_iter().map(|(image, note)| {
            let path = picture.list().images()[image].path.as_deref();
            path.map_or(note.clone(), |path| format!("{}: {note}", path.display()))
        }));
        let switches = Switches::of(level);
        let bounds = picture.bounds();
        LevelView {
            list: picture.list().clone().into_owned(),
            atlas,
            drawn: switches.drawn(),
            switches,
            looks: level.layers.iter().map(|layer| LayerLook::of(layer, bounds)).collect(),
            parallax_origin: level.parallax_origin,
            reduced: ReducedPictures::new(&picture, level.tile_size.min_element()),
            warnings,
        }
    }

    /// The cells of a finite map, or everything drawn of an infinite one, in px.
    pub fn bounds(&self) -> Rect {
        self.list.bounds()
    }

    /// Colour behind all layers; `None` if the map has none.
    pub fn background(&self) -> Option<Color32> {
        self.list.background().map(color_of)
    }

    /// A line for each image that is drawn in another way than the level says: which one, why, and what to do.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Moves and hides objects that show tiles. `now` returns the offset of an object from its place in the map, in px, or
    /// `None` if it is gone.
    pub fn place_objects(&mut self, now: impl FnMut(u32) -> Option<Vec2>) {
        self.list.place_objects(now);
    }

    /// Switches a layer on or off, by its index in [`Level::layers`]. A group hides its layers, and leaves their switches.
    pub fn set_shown(&mut self, layer: usize, shown: bool) {
        if self.switches.is_on(layer) != shown {
            self.switches.set(layer, shown);
            self.drawn = self.switches.drawn();
            self.reduced.refresh();
        }
    }

    /// True if a layer is switched on; its groups may still hide it.
    pub fn is_shown(&self, layer: usize) -> bool {
        self.switches.is_on(layer)
    }

    /// Draws some layers at a time in seconds since the start, by their indices in [`Level::layers`].
    ///
    /// From afar tile layers are drawn from pictures, with the first frames of animations. The
    /// pictures are made in some frames; until they are there, the context is asked to repaint.
    pub fn draw(&mut self, painter: &Painter, camera: &Camera, seconds: f64, layers: Range<usize>) {
        let layers = layers.start..layers.end.min(self.looks.len());
        let Some(scale) = self.scale(painter, camera) else {
            self.draw_live(painter, camera, seconds, layers);
            return;
        };
        let mut next = layers.start;
        let mut is_whole = true;
        for run in self.runs(camera, layers.clone()) {
            self.draw_live(painter, camera, seconds, next..run.layers.start);
            let drawn = &self.drawn;
            is_whole &= self.reduced.draw(painter, camera, scale, &run, &|layer| drawn[layer]);
            next = run.layers.end;
        }
        self.draw_live(painter, camera, seconds, next..layers.end);
        if !is_whole {
            painter.ctx().request_repaint();
        }
    }

    /// The scale of pictures; `None` if tiles are drawn one by one.
    fn scale(&self, painter: &Painter, camera: &Camera) -> Option<Scale> {
        let Rect { min, size } = camera.shown(painter.clip_rect());
        let bounds = self.list.bounds();
        let visible = (min + size).min(bounds.min + bounds.size) - min.max(bounds.min);
        let drawn = self.looks.iter().zip(&self.drawn).filter(|(_, drawn)| **drawn);
        let density: f32 = drawn.map(|(look, _)| look.density).sum();
        let tiles = visible.max(Vec2::ZERO).element_product() * density;
        // The hero may part a run.
        let runs = self.runs(camera, 0..self.looks.len()).len() + 1;
        let zoom = camera.zoom * painter.pixels_per_point();
        (tiles > MAX_TILES || zoom < MIN_ZOOM).then(|| Scale::of(size, zoom, runs))
    }

    /// Tile layers in a row with one parallax, as long as possible. Runs stay the same while layers are switched, so that their
    /// pictures do; runs that show nothing are left out.
    fn runs(&self, camera: &Camera, layers: Range<usize>) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for layer in layers {
            let LayerLook { kind, parallax, .. } = self.looks[layer];
            let shift = (Vec2::ONE - parallax) * (camera.center - self.parallax_origin);
            match (kind, runs.last_mut()) {
                (LayerKind::Tiles, Some(run)) if run.layers.end == layer && run.shift == shift => {
                    run.layers.end = layer + 1;
                }
                (LayerKind::Tiles, _) => runs.push(Run { layers: layer..layer + 1, shift }),
                // A group has nothing of its own.
                (LayerKind::Group, Some(run)) if run.layers.end == layer => run.layers.end = layer + 1,
                _ => {}
            }
        }
        runs.retain(|run| run.layers.clone().any(|layer| self.drawn[layer]));
        runs
    }

    /// Memory of the pictures of a view from afar, in bytes; at most 64 MB.
    pub fn picture_bytes(&self) -> usize {
        self.reduced.bytes()
    }

    /// Draws layers quad by quad.
    fn draw_live(&self, painter: &Painter, camera: &Camera, seconds: f64, layers: Range<usize>) {
        let screen = painter.clip_rect();
        let is_drawn = |layer| layers.contains(&layer) && self.drawn[layer];
        self.draw_quads(painter, camera, self.list.quads_of(camera.shown(screen), seconds, is_drawn));
    }

    /// Draws the tiles of a cell at other places too. `cell` is its area, and `places` are corners of cells, in px. False if it
    /// shows no tile.
    pub fn draw_copies(&self, painter: &Painter, camera: &Camera, cell: Rect, places: &[Vec2]) -> bool {
        let is_drawn = |layer: usize| {
            let LayerLook { kind, parallax, .. } = self.looks[layer];
            self.drawn[layer] && kind == LayerKind::Tiles && parallax == Vec2::ONE
        };
        // Tiles beside it may reach over its border.
        let middle = Rect::new(cell.min + cell.size / 2.0 - 0.5, Vec2::ONE);
        let quads: Vec<Quad> = self.list.quads_of(middle, 0.0, is_drawn).collect();
        let copies = places.iter().flat_map(|place| {
            quads.iter().map(move |quad| {
                let mut copy = *quad;
                copy.corners = quad.corners.map(|corner| corner - cell.min + *place);
                copy
            })
        });
        self.draw_quads(painter, camera, copies);
        !quads.is_empty()
    }

    /// Draws quads. Those in a row that share a texture become one mesh.
    fn draw_quads(&self, painter: &Painter, camera: &Camera, quads: impl Iterator<Item = Quad>) {
        let screen = painter.clip_rect();
        let mut mesh = Mesh::default();
        for quad in quads {
            let texture = self.atlas.texture(quad.image);
            if texture != mesh.texture_id {
                painter.add(shape_of(std::mem::replace(&mut mesh, Mesh::with_texture(texture))));
            }
            let corners = quad.corners.map(|corner| camera.to_screen(screen, corner));
            let uvs = self.atlas.uvs(quad.image, quad.source_corners());
            push_quad(&mut mesh, corners, uvs, color_of(quad.tint));
        }
        painter.add(shape_of(mesh));
    }
}

/// A colour for egui.
fn color_of(Color { red, green, blue, alpha, .. }: Color) -> Color32 {
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}
