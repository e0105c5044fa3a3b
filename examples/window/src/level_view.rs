//! Draws a level with macroquad: the page of code that a game needs for any renderer.

use macroquad::models::{Mesh, Vertex};
use macroquad::prelude::*;
use tilephys::draw::{DisplayList, Quad, Rect as Area};
use tilephys::tiled::Level;

/// Most quads of a mesh: macroquad draws at most 5,000 indices at once.
const QUADS: usize = 800;

/// The tiles and images of a level, as textures.
pub struct LevelView {
    list: DisplayList<'static>,
    textures: Vec<Texture2D>,
}

impl LevelView {
    /// Loads the images of a level from their files. A missing image is reported and drawn in one colour.
    pub fn new(level: &Level) -> LevelView {
        let list = DisplayList::of_level(level).into_owned();
        let textures = list.images().iter().map(texture).collect();
        LevelView { list, textures }
    }

    /// Min corner and size of the level, in px.
    pub fn bounds(&self) -> [[f32; 2]; 2] {
        let bounds = self.list.bounds();
        [bounds.min.into(), bounds.size.into()]
    }

    /// Moves and hides objects that are drawn with a tile: `now` returns the offset of an object from its place in the map, in
    /// px, or `None` if it is gone.
    pub fn place_objects(&mut self, now: impl FnMut(u32) -> Option<tilephys::glam::Vec2>) {
        self.list.place_objects(now);
    }

    /// Draws what `shown` shows of the level, `seconds` after its start.
    pub fn draw(&self, shown: Rect, seconds: f64) {
        let back = self.list.background().map_or(BLACK, |c| Color::from_rgba(c.red, c.green, c.blue, 255));
        clear_background(back);
        let area = Area::new([shown.x, shown.y].into(), [shown.w, shown.h].into());
        let mut batch: Vec<Quad> = Vec::new();
        for quad in self.list.quads(area, seconds) {
            if batch.len() == QUADS || batch.last().is_some_and(|last| last.image != quad.image) {
                self.draw_batch(&batch);
                batch.clear();
            }
            batch.push(quad);
        }
        self.draw_batch(&batch);
    }

    /// Draws quads of one image as one mesh.
    fn draw_batch(&self, quads: &[Quad]) {
        let Some(first) = quads.first() else { return };
        let texture = &self.textures[first.image];
        let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new(), texture: Some(texture.clone()) };
        for quad in quads {
            let tint = quad.tint;
            let tint = Color::from_rgba(tint.red, tint.green, tint.blue, tint.alpha);
            let from = mesh.vertices.len() as u16;
            for (at, part) in quad.corners.iter().zip(quad.source_corners()) {
                let (u, v) = (part.x / texture.width(), part.y / texture.height());
                mesh.vertices.push(Vertex::new(at.x, at.y, 0.0, u, v, tint));
            }
            mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| from + corner));
        }
        draw_mesh(&mesh);
    }
}

fn texture(image: &tilephys::draw::ImageSource) -> Texture2D {
    let bytes = match (&image.data, &image.path) {
        (Some(data), _) => Some(data.to_vec()),
        (None, Some(path)) => {
            std::fs::read(path).map_err(|error| eprintln!("{}: {error}", path.display())).ok()
        }
        (None, None) => None,
    };
    let texture = match bytes {
        Some(bytes) => Texture2D::from_file_with_format(&bytes, None),
        None => Texture2D::from_rgba8(1, 1, &[255, 0, 255, 255]),
    };
    texture.set_filter(FilterMode::Nearest);
    texture
}
