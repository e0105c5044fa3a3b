//! Colours: warm rock in front of cool walls, so that solid tiles stand out at a glance.

/// A colour by its place in [`PALETTE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ink(pub(crate) u8);

/// Nothing is drawn.
pub(crate) const CLEAR: Ink = Ink(0);

/// Rock from its outline to its brightest rim.
pub(crate) const ROCK: [Ink; 8] = [Ink(1), Ink(2), Ink(3), Ink(4), Ink(5), Ink(6), Ink(7), Ink(8)];
/// Moss, grass and leaves, dark to bright.
pub(crate) const MOSS: [Ink; 5] = [Ink(9), Ink(10), Ink(11), Ink(12), Ink(13)];
/// Hewn stone of the temple, dark to bright.
pub(crate) const STONE: [Ink; 6] = [Ink(14), Ink(15), Ink(16), Ink(17), Ink(18), Ink(19)];
/// Walls behind the level, dark to bright.
pub(crate) const WALL: [Ink; 5] = [Ink(20), Ink(21), Ink(22), Ink(23), Ink(24)];
/// Crystals and water, dark to bright.
pub(crate) const GLASS: [Ink; 3] = [Ink(25), Ink(26), Ink(27)];
/// Flames, dark to bright; also gold.
pub(crate) const FIRE: [Ink; 3] = [Ink(28), Ink(29), Ink(30)];
/// Mushroom caps, banners and flowers.
pub(crate) const RED: [Ink; 2] = [Ink(31), Ink(32)];
/// Shadow on what is behind, faint to strong.
pub(crate) const SHADE: [Ink; 4] = [Ink(33), Ink(34), Ink(35), Ink(36)];
/// Warm light, faint to strong.
pub(crate) const WARM: [Ink; 5] = [Ink(37), Ink(38), Ink(39), Ink(40), Ink(41)];
/// Cold light, faint to strong.
pub(crate) const COLD: [Ink; 5] = [Ink(42), Ink(43), Ink(44), Ink(45), Ink(46)];
/// Water: body and surface.
pub(crate) const WATER: [Ink; 2] = [Ink(47), Ink(48)];

/// Red, green, blue, alpha. 32 opaque colours, then light and shadow.
pub(crate) const PALETTE: [[u8; 4]; 49] = [
    [0, 0, 0, 0],
    // Rock.
    [0x17, 0x0f, 0x1a, 255],
    [0x2b, 0x1c, 0x28, 255],
    [0x3d, 0x28, 0x31, 255],
    [0x55, 0x38, 0x3a, 255],
    [0x74, 0x4d, 0x43, 255],
    [0x97, 0x69, 0x4e, 255],
    [0xbe, 0x90, 0x62, 255],
    [0xe3, 0xc0, 0x87, 255],
    // Moss.
    [0x17, 0x37, 0x36, 255],
    [0x25, 0x5a, 0x42, 255],
    [0x3f, 0x86, 0x48, 255],
    [0x72, 0xb3, 0x4c, 255],
    [0xbd, 0xdb, 0x66, 255],
    // Hewn stone.
    [0x2c, 0x2a, 0x3a, 255],
    [0x46, 0x43, 0x53, 255],
    [0x67, 0x63, 0x6e, 255],
    [0x8d, 0x88, 0x88, 255],
    [0xb7, 0xae, 0xa1, 255],
    [0xe2, 0xd8, 0xc0, 255],
    // Walls behind.
    [0x0e, 0x12, 0x20, 255],
    [0x16, 0x1d, 0x30, 255],
    [0x1e, 0x29, 0x40, 255],
    [0x29, 0x39, 0x53, 255],
    [0x3b, 0x52, 0x6b, 255],
    // Crystal and water.
    [0x2a, 0x7d, 0x9c, 255],
    [0x52, 0xc4, 0xc9, 255],
    [0xc5, 0xf6, 0xe6, 255],
    // Fire and gold.
    [0xc9, 0x52, 0x2f, 255],
    [0xf2, 0x9a, 0x3c, 255],
    [0xff, 0xe3, 0x8a, 255],
    // Red.
    [0x8c, 0x2f, 0x4a, 255],
    [0xd1, 0x55, 0x5c, 255],
    // Shadow.
    [0x06, 0x07, 0x12, 40],
    [0x06, 0x07, 0x12, 80],
    [0x06, 0x07, 0x12, 120],
    [0x06, 0x07, 0x12, 160],
    // Warm light.
    [0xff, 0xb0, 0x50, 9],
    [0xff, 0xb0, 0x50, 20],
    [0xff, 0xb0, 0x50, 33],
    [0xff, 0xb8, 0x58, 48],
    [0xff, 0xc8, 0x70, 66],
    // Cold light.
    [0x60, 0xe0, 0xe8, 8],
    [0x60, 0xe0, 0xe8, 17],
    [0x60, 0xe0, 0xe8, 28],
    [0x70, 0xe8, 0xf0, 41],
    [0x80, 0xf0, 0xf0, 56],
    // Water.
    [0x2a, 0x7d, 0x9c, 130],
    [0xa0, 0xe8, 0xe0, 190],
];
