//! Images in memory.

/// Maximum number of pixels of all images of a picture: 512 MiB of memory.
pub(crate) const MAX_PIXELS: u64 = 1 << 27;

/// A rendered image in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
    /// Pixels as red, green, blue and straight alpha; row by row from the top.
    pub data: Vec<[u8; 4]>,
}
