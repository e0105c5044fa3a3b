//! The images of a level, side by side in as few textures as possible, so that their quads share meshes.

use eframe::egui::{Color32, ColorImage, Context, Pos2, TextureHandle, TextureId, TextureOptions, pos2};
use tilephys::draw::Pixels;
use tilephys::glam::Vec2;

/// Sides of a texture without an image that is larger, in pixels: 16 MB of memory.
const SIDE: usize = 2048;

/// Distance of the samples of a quad from its edges, in pixels of the image. Rounding then never shows the next tile.
const INSET: f32 = 1.0 / 128.0;

/// Textures with the images of a level.
pub(super) struct Atlas {
    pages: Vec<TextureHandle>,
    /// Place of each image.
    places: Vec<Place>,
}

/// The place of an image in the textures.
#[derive(Clone, Copy)]
struct Place {
    page: usize,
    /// Top left corner in the texture, in its pixels.
    min: [usize; 2],
    /// Width and height in the texture, in its pixels.
    size: [usize; 2],
    /// Pixels of the image in a pixel of the texture.
    step: usize,
}

impl Atlas {
    /// Loads all images. The second result has a line for each image that is larger than a texture can be: its index, and
    /// how it is drawn.
    pub(super) fn new(ctx: &Context, images: &[Pixels]) -> (Atlas, Vec<(usize, String)>) {
        let most = ctx.input(|input| input.max_texture_side);
        let (places, sizes) = arrange(images, most);
        let mut canvases: Vec<ColorImage> =
            sizes.into_iter().map(|size| ColorImage::filled(size, Color32::TRANSPARENT)).collect();
        let mut notes = Vec::new();
        for (index, (image, place)) in images.iter().zip(&places).enumerate() {
            copy(&mut canvases[place.page], image, place);
            if place.step > 1 {
                let (width, height, step) = (image.width, image.height, place.step);
                notes.push((
                    index,
                    format!(
                        "the image has {width} × {height} px, and the limit is {most} per side here, so \
                         only every {step}th pixel is drawn; split it"
                    ),
                ));
            }
        }
        let load = |canvas: ColorImage| ctx.load_texture("level", canvas, TextureOptions::NEAREST);
        (Atlas { pages: canvases.into_iter().map(load).collect(), places }, notes)
    }

    /// The texture with an image.
    pub(super) fn texture(&self, image: usize) -> TextureId {
        self.pages[self.places[image].page].id()
    }

    /// Texture coordinates of the corners of a part of an image, in its pixels.
    pub(super) fn uvs(&self, image: usize, corners: [Vec2; 4]) -> [Pos2; 4] {
        let Place { page, min, step, .. } = self.places[image];
        let [width, height] = self.pages[page].size();
        let middle = (corners[0] + corners[2]) / 2.0;
        let inset = ((corners[2] - corners[0]).abs() / 2.0).min(Vec2::splat(INSET));
        corners.map(|corner| {
            let Vec2 { x, y } = (corner - (corner - middle).signum() * inset) / step as f32;
            pos2((min[0] as f32 + x) / width as f32, (min[1] as f32 + y) / height as f32)
        })
    }
}

/// Arranges images in rows, the highest first, at most `most` pixels to a side. Returns their places, and the sizes of the
/// textures.
fn arrange(images: &[Pixels], most: usize) -> (Vec<Place>, Vec<[usize; 2]>) {
    let most = most.max(1);
    let of_image = |image: &Pixels| {
        let sides = [image.width as usize, image.height as usize];
        let step = sides[0].max(sides[1]).div_ceil(most).max(1);
        Place { page: 0, min: [0; 2], size: sides.map(|side| side.div_ceil(step)), step }
    };
    let mut places: Vec<Place> = images.iter().map(of_image).collect();
    let widest = places.iter().map(|place| place.size[0]).max().unwrap_or(0);
    let width = widest.max(SIDE).min(most);
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|nth| std::cmp::Reverse(places[*nth].size[1]));
    let mut sizes: Vec<[usize; 2]> = Vec::new();
    // Left end of the free part of the row, its top, and its height.
    let (mut left, mut top, mut high) = (0, 0, 0);
    for nth in order {
        let Place { page, min, size, .. } = &mut places[nth];
        if left + size[0] > width {
            (left, top, high) = (0, top + high, 0);
        }
        if sizes.is_empty() || (left == 0 && top > 0 && top + size[1] > SIDE.min(most)) {
            sizes.push([0; 2]);
            (left, top, high) = (0, 0, 0);
        }
        *page = sizes.len() - 1;
        *min = [left, top];
        let used = &mut sizes[*page];
        *used = [used[0].max(left + size[0]), used[1].max(top + size[1])];
        (left, high) = (left + size[0], high.max(size[1]));
    }
    (places, sizes)
}

fn copy(onto: &mut ColorImage, image: &Pixels, place: &Place) {
    let columns = image.width as usize;
    let rows = image.data.chunks_exact(columns.max(1)).step_by(place.step);
    for (row, line) in rows.enumerate() {
        let start = (place.min[1] + row) * onto.size[0] + place.min[0];
        let under = &mut onto.pixels[start..start + place.size[0]];
        for (under, [red, green, blue, alpha]) in under.iter_mut().zip(line.iter().step_by(place.step)) {
            *under = Color32::from_rgba_unmultiplied(*red, *green, *blue, *alpha);
        }
    }
}
