//! The tiles and images of a level on the screen.

use crate::images;
use glam::Vec2;
use macroquad::color::{BLACK, Color};
use macroquad::models::{Mesh, Vertex, draw_mesh};
use macroquad::texture::{FilterMode, Texture2D};
use macroquad::window::clear_background;
use std::ops::RangeBounds;
use tilephys_draw::{DisplayList, Quad, Rect, Warning};
use tilephys_tiled::{Disk, Files, Level};

/// Maximum number of indices of a mesh: by its default settings macroquad draws less than 5,000 at once.
pub(crate) const MAX_INDICES: usize = 4_800;

/// A level with its textures. It draws in pixels of the level, after [`set_view`](crate::set_view).
///
/// Make a new view after `Level::update`.
pub struct LevelView {
    /// Quads of the level: [`place_objects`](DisplayList::place_objects) moves them, [`show_tiles`](DisplayList::show_tiles) changes
    /// them. A list of another level has no textures here.
    pub list: DisplayList<'static>,
    textures: Vec<Texture2D>,
    warnings: Vec<Warning>,
}

impl LevelView {
    /// Lists a level, and loads its images from their files. macroquad decodes PNG.
    ///
    /// An image that cannot be loaded is drawn in magenta, and is one of the [`warnings`](Self::warnings).
    #[must_use]
    pub fn new(level: &Level) -> Self {
        Self::with_files(level, &Disk)
    }

    /// Like [`new`](Self::new), but the caller provides the files, by the paths that the level has: in a browser, or from one file.
    #[must_use]
    pub fn with_files(level: &Level, files: &dyn Files) -> Self {
        let list = DisplayList::of_level(level).into_owned();
        let mut warnings = list.warnings().to_vec();
        let mut textures = Vec::new();
        for source in list.images() {
            let image = images::read(source, files).unwrap_or_else(|reason| {
                let file = Some(source.path.clone().unwrap_or_else(|| level.path.clone()));
                warnings.push(Warning { file, message: format!("{reason}. Its tiles are drawn in magenta") });
                images::missing()
            });
            let texture = Texture2D::from_image(&image);
            texture.set_filter(FilterMode::Nearest);
            textures.push(texture);
        }
        LevelView { list, textures, warnings }
    }

    /// Warnings about everything that is drawn in another way than the level says, missing images too.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Fills the window with the colour behind the level; black if the level has none.
    pub fn clear(&self) {
        let behind = self.list.background();
        clear_background(
            behind.map_or(BLACK, |color| Color::from_rgba(color.red, color.green, color.blue, 255)),
        );
    }

    /// Draws what `shown` shows of some layers, by their index in `Level::layers`: `..` for all of them. Animations are as
    /// they are at a time in seconds since the start.
    pub fn draw(&self, shown: Rect, seconds: f64, layers: impl RangeBounds<usize>) {
        let quads = self.list.quads_of(shown, seconds, |layer| layers.contains(&layer));
        let sizes = |image: usize| Some(Vec2::from(self.textures.get(image)?.size().to_array()));
        draw_batches(quads, sizes, |image, mesh| {
            mesh.texture = Some(self.textures[image].clone());
            draw_mesh(mesh);
        });
    }
}

/// Draws quads in their order, with one mesh for as many as have one image and are drawn at once. Images without a size are left out.
pub(crate) fn draw_batches(
    quads: impl Iterator<Item = Quad>,
    size_of: impl Fn(usize) -> Option<Vec2>,
    mut draw: impl FnMut(usize, &mut Mesh),
) {
    let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None };
    let mut image = 0;
    for quad in quads {
        let Some(size) = size_of(quad.image) else { continue };
        if !mesh.indices.is_empty() && (quad.image != image || mesh.indices.len() == MAX_INDICES) {
            draw(image, &mut mesh);
            mesh.vertices.clear();
            mesh.indices.clear();
        }
        image = quad.image;
        add_quad(&mut mesh, &quad, size);
    }
    if !mesh.indices.is_empty() {
        draw(image, &mut mesh);
    }
}

fn add_quad(mesh: &mut Mesh, quad: &Quad, image_size: Vec2) {
    let tint = Color::from_rgba(quad.tint.red, quad.tint.green, quad.tint.blue, quad.tint.alpha);
    let first = mesh.vertices.len() as u16;
    for (at, source) in quad.corners.iter().zip(quad.source_corners()) {
        let uv = source / image_size;
        mesh.vertices.push(Vertex::new(at.x, at.y, 0.0, uv.x, uv.y, tint));
    }
    mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
}
