//! A picture of palette colours, and the hash that all variation comes from.

use crate::palette::{CLEAR, Ink, PALETTE};

/// Pixels along a tile's side.
pub(crate) const TILE: i32 = 16;

/// A picture of palette colours, row by row.
#[derive(Clone)]
pub(crate) struct Canvas {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) pixels: Vec<u8>,
}

impl Canvas {
    /// A clear picture.
    pub(crate) fn new(width: i32, height: i32) -> Self {
        Self { width, height, pixels: vec![CLEAR.0; (width * height) as usize] }
    }

    /// The colour at a pixel; clear outside of the picture.
    pub(crate) fn get(&self, x: i32, y: i32) -> Ink {
        if self.holds(x, y) { Ink(self.pixels[(y * self.width + x) as usize]) } else { CLEAR }
    }

    /// Colours a pixel; one outside of the picture is left out.
    pub(crate) fn set(&mut self, x: i32, y: i32, ink: Ink) {
        if self.holds(x, y) {
            self.pixels[(y * self.width + x) as usize] = ink.0;
        }
    }

    /// Draws another picture with its low corner at (x, y); its clear pixels leave what is there.
    pub(crate) fn draw(&mut self, other: &Self, x: i32, y: i32) {
        for v in 0..other.height {
            for u in 0..other.width {
                let ink = other.get(u, v);
                if ink != CLEAR {
                    self.set(x + u, y + v, ink);
                }
            }
        }
    }

    /// The picture as a PNG file with a palette.
    pub(crate) fn to_png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(PALETTE.iter().flat_map(|c| [c[0], c[1], c[2]]).collect::<Vec<u8>>());
        encoder.set_trns(PALETTE.iter().map(|c| c[3]).collect::<Vec<u8>>());
        let mut writer = encoder.write_header().expect("writing to memory does not fail");
        writer.write_image_data(&self.pixels).expect("the picture has as many bytes as pixels");
        writer.finish().expect("writing to memory does not fail");
        file
    }

    fn holds(&self, x: i32, y: i32) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }
}

/// Mixes three numbers into 32 well spread bits (the finaliser of MurmurHash3, Austin Appleby, public domain).
pub(crate) fn hash(x: i32, y: i32, salt: u32) -> u32 {
    let mut h = (x as u32).wrapping_mul(0x9e37_79b1)
        ^ (y as u32).wrapping_mul(0x85eb_ca77)
        ^ salt.wrapping_mul(0xc2b2_ae3d);
    h ^= h >> 16;
    h = h.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 13;
    h = h.wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

/// A number in `0..n` from [`hash`].
pub(crate) fn pick(x: i32, y: i32, salt: u32, n: u32) -> i32 {
    (hash(x, y, salt) % n) as i32
}

/// Smooth noise in 0..=255: lattice values `cell` apart, blended (value noise).
pub(crate) fn noise(x: i32, y: i32, cell: i32, salt: u32) -> i32 {
    let (cx, cy) = (x.div_euclid(cell), y.div_euclid(cell));
    let ease = |v: i32| {
        let t = v * 256 / cell;
        t * t * (768 - 2 * t) / (256 * 256)
    };
    let (tx, ty) = (ease(x.rem_euclid(cell)), ease(y.rem_euclid(cell)));
    let at = |dx: i32, dy: i32| pick(cx + dx, cy + dy, salt, 256);
    let top = at(0, 0) * (256 - tx) + at(1, 0) * tx;
    let low = at(0, 1) * (256 - tx) + at(1, 1) * tx;
    (top * (256 - ty) + low * ty) / (256 * 256)
}

/// Ordered dithering: a threshold in 0..16 for a pixel (Bayer 1973).
pub(crate) fn bayer(x: i32, y: i32) -> i32 {
    const MATRIX: [[i32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    MATRIX[y.rem_euclid(4) as usize][x.rem_euclid(4) as usize]
}
