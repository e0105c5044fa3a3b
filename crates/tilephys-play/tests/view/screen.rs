//! A screen without a display: the shapes of a frame, and their pixels.

use eframe::egui::epaint::{ImageData, textures::TextureFilter};
use eframe::egui::{
    self, Color32, ColorImage, Context, LayerId, Mesh, Painter, Pos2, RawInput, Shape, TextureId, pos2, vec2,
};
use std::collections::HashMap;

/// A screen whose frames stay in memory.
pub(crate) struct Screen {
    pub(crate) ctx: Context,
    size: egui::Vec2,
    textures: HashMap<TextureId, (ColorImage, TextureFilter)>,
    /// Textures that the last frame still shows.
    freed: Vec<TextureId>,
    /// True if the last frame asked for a repaint.
    pub(crate) wants_repaint: bool,
}

impl Screen {
    pub(crate) fn new(width: f32, height: f32) -> Screen {
        let ctx = Context::default();
        Screen {
            ctx,
            size: vec2(width, height),
            textures: HashMap::new(),
            freed: Vec::new(),
            wants_repaint: false,
        }
    }

    /// The shapes of a frame.
    pub(crate) fn frame(&mut self, mut draw: impl FnMut(&Painter)) -> Vec<Shape> {
        let input = RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, self.size)),
            ..RawInput::default()
        };
        for id in self.freed.drain(..) {
            self.textures.remove(&id);
        }
        let mut output = self.ctx.run_ui(input, |ui| {
            draw(&ui.ctx().layer_painter(LayerId::background()));
        });
        for (id, deltas) in &output.textures_delta.set {
            for delta in deltas {
                let ImageData::Color(image) = &delta.image;
                // Letters are not drawn.
                if delta.pos.is_none() {
                    self.textures.insert(*id, (ColorImage::clone(image), delta.options.magnification));
                }
            }
        }
        self.freed = output.textures_delta.free.drain().collect();
        output.textures_delta.clear();
        self.wants_repaint = output.viewport_output.values().any(|viewport| viewport.repaint_delay.is_zero());
        output.shapes.into_iter().map(|clipped| clipped.shape).collect()
    }

    /// The meshes of shapes.
    pub(crate) fn meshes(shapes: &[Shape]) -> Vec<&Mesh> {
        let mut meshes = Vec::new();
        for shape in shapes {
            if let Shape::Mesh(mesh) = shape {
                meshes.push(&**mesh);
            }
        }
        meshes
    }

    /// The colour of a texture at a place from 0 to 1.
    pub(crate) fn texel(&self, texture: TextureId, uv: Pos2) -> Color32 {
        let (image, filter) = &self.textures[&texture];
        let [width, height] = image.size;
        let pixel = |x: f32, y: f32| {
            // Casts of floats saturate at 0.
            let inside = |at: f32, most: usize| (at as usize).min(most - 1);
            image.pixels[inside(y, height) * width + inside(x, width)]
        };
        let (x, y) = (uv.x * width as f32, uv.y * height as f32);
        if *filter == TextureFilter::Nearest {
            return pixel(x, y);
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let row = |y: f32| mix(pixel(x.floor(), y), pixel(x.floor() + 1.0, y), x - x.floor());
        mix(row(y.floor()), row(y.floor() + 1.0), y - y.floor())
    }

    /// The pixels of the screen after drawing meshes over a colour.
    pub(crate) fn pixels(&self, shapes: &[Shape], background: Color32) -> Vec<Color32> {
        let width = self.size.x as usize;
        let mut pixels = vec![background; width * self.size.y as usize];
        let whole = egui::Rect::from_min_size(Pos2::ZERO, self.size);
        self.draw(shapes, whole, &mut |x, y, color| {
            let under = &mut pixels[y * width + x];
            *under = over(*under, color);
        });
        pixels
    }

    /// The pixel at a point of the screen after drawing meshes over a colour.
    pub(crate) fn pixel(&self, shapes: &[Shape], background: Color32, at: Pos2) -> Color32 {
        let mut pixel = background;
        let one = egui::Rect::from_min_size(at.floor(), egui::Vec2::splat(1.0));
        self.draw(shapes, one, &mut |_, _, color| pixel = over(pixel, color));
        pixel
    }

    /// Passes the pixels of meshes within a window of the screen.
    fn draw(&self, shapes: &[Shape], window: egui::Rect, draw: &mut impl FnMut(usize, usize, Color32)) {
        for mesh in Screen::meshes(shapes) {
            for [a, b, c] in mesh.triangles() {
                let [a, b, c] = [a, b, c].map(|index| mesh.vertices[index as usize]);
                let area = cross(b.pos - a.pos, c.pos - a.pos);
                let bounds = egui::Rect::from_points(&[a.pos, b.pos, c.pos]).intersect(window);
                for y in bounds.min.y as usize..bounds.max.y.ceil() as usize {
                    for x in bounds.min.x as usize..bounds.max.x.ceil() as usize {
                        // Never exactly on an edge that two triangles share.
                        let at = pos2(x as f32 + 0.499, y as f32 + 0.4993);
                        let u = cross(at - a.pos, c.pos - a.pos) / area;
                        let v = cross(b.pos - a.pos, at - a.pos) / area;
                        if u < 0.0 || v < 0.0 || u + v > 1.0 || area == 0.0 {
                            continue;
                        }
                        let uv = a.uv + (b.uv - a.uv) * u + (c.uv - a.uv) * v;
                        draw(x, y, times(self.texel(mesh.texture_id, uv), a.color));
                    }
                }
            }
        }
    }
}

fn cross(a: egui::Vec2, b: egui::Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

fn each(a: Color32, b: Color32, of: impl Fn(f32, f32) -> f32) -> Color32 {
    let (a, b) = (a.to_array(), b.to_array());
    let [red, green, blue, alpha] = [0, 1, 2, 3].map(|i| of(f32::from(a[i]), f32::from(b[i])).round() as u8);
    Color32::from_rgba_premultiplied(red, green, blue, alpha)
}

fn mix(a: Color32, b: Color32, part: f32) -> Color32 {
    each(a, b, |a, b| a + (b - a) * part)
}

fn times(a: Color32, b: Color32) -> Color32 {
    each(a, b, |a, b| a * b / 255.0)
}

/// Blends a colour with premultiplied alpha.
fn over(under: Color32, color: Color32) -> Color32 {
    let left = 1.0 - f32::from(color.a()) / 255.0;
    each(under, color, |under, color| color + under * left)
}

/// Mean over pixels of the largest difference of a channel, in 1/255.
pub(crate) fn mean_difference(a: &[Color32], b: &[Color32]) -> f64 {
    assert_eq!(a.len(), b.len());
    let largest = |(a, b): (&Color32, &Color32)| {
        let channels = a.to_array().into_iter().zip(b.to_array());
        channels.map(|(a, b)| u64::from(a.abs_diff(b))).max().unwrap_or(0)
    };
    a.iter().zip(b).map(largest).sum::<u64>() as f64 / a.len() as f64
}
