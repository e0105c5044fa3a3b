//! The images of a level on the screen.

use super::atlas::Atlas;
use super::camera::Camera;
use super::layers::Switches;
use super::quads::{push_quad, shape_of};
use eframe::egui::{Color32, Context, Mesh, Painter};
use std::ops::Range;
use tilephys::draw::{Color, DisplayList, Picture, Rect};
use tilephys::glam::Vec2;
use tilephys::tiled::{Files, Level};

/// A level as textures and quads.
pub struct LevelView {
    list: DisplayList<'static>,
    atlas: Atlas,
    switches: Switches,
    /// True for each layer that is drawn.
    drawn: Vec<bool>,
    warnings: Vec<String>,
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
        let drawn = switches.drawn();
        LevelView { list: picture.list().clone().into_owned(), atlas, switches, drawn, warnings }
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
        }
    }

    /// True if a layer is switched on; its groups may still hide it.
    pub fn is_shown(&self, layer: usize) -> bool {
        self.switches.is_on(layer)
    }

    /// Draws some layers at a time in seconds since the start, by their indices in [`Level::layers`].
    pub fn draw(&mut self, painter: &Painter, camera: &Camera, seconds: f64, layers: Range<usize>) {
        self.draw_live(painter, camera, seconds, layers);
    }

    /// Draws layers quad by quad. Quads in a row that share a texture become one mesh.
    fn draw_live(&self, painter: &Painter, camera: &Camera, seconds: f64, layers: Range<usize>) {
        let screen = painter.clip_rect();
        let is_drawn = |layer| layers.contains(&layer) && self.drawn[layer];
        let mut mesh = Mesh::default();
        for quad in self.list.quads_of(camera.shown(screen), seconds, is_drawn) {
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
