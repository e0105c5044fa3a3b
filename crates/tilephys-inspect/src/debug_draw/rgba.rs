//! Colours.

/// A colour with straight alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgba {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
    /// Alpha: 0 is transparent, 255 opaque.
    pub alpha: u8,
}

impl Rgba {
    /// An opaque colour.
    #[must_use]
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Rgba { red, green, blue, alpha: 255 }
    }

    /// The colour with another alpha.
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Rgba { alpha, ..self }
    }
}
