//! Properties of a cell of places, as bits.

/// No position is free.
pub(crate) const BLOCKED: u32 = 1;
/// The last position is on a floor.
pub(crate) const SUPPORT: u32 = 2;
/// A ladder or a climbed wall may be held.
pub(crate) const GRIP: u32 = 4;
/// A slope, a mover or another shape than a whole tile is near, and may change the speed of the body.
pub(crate) const OTHER: u32 = 8;
/// It may turn the speed of the body aside.
pub(crate) const THROWS: u32 = 1 << 18;
/// It may hold the body at any position, and at the last position.
pub(crate) const HOLD: u32 = 1 << 17;
pub(crate) const HOLD_AT_END: u32 = 1 << 19;
/// Beside the first and the last position along lies what may hold it there: the tip of a slope.
pub(crate) const HOLD_LEFT: u32 = 1 << 21;
pub(crate) const HOLD_RIGHT: u32 = 1 << 22;
/// A slope may turn the speed along of the body into a rise.
pub(crate) const SLOPE: u32 = 1 << 20;
/// A one-way line may be inside of the body, and lifts it.
pub(crate) const LINE: u32 = 512;
/// The last position is on a one-way line.
pub(crate) const ON_LINE: u32 = 1024;
/// Water is overlapped.
pub(crate) const WATER: u32 = 256;
/// A wall is within reach of a wall jump.
pub(crate) const WALL_NEAR: u32 = 16;
/// A wall may be touched.
pub(crate) const WALL_TOUCHED: u32 = 32;
/// The floor throws.
pub(crate) const SPRING_FLOOR: u32 = 64;
/// A spring zone is overlapped.
pub(crate) const ZONE: u32 = 128;
/// The body touches something deadly at all positions.
pub(crate) const DEADLY: u32 = 8192;
/// A floor at this height is so near that a dash off it may still jump.
pub(crate) const FLOOR_NEAR: u32 = 4096;
/// The floor moves what stands on it.
pub(crate) const CARRIER: u32 = 2048;
/// Something is right above.
pub(crate) const CEILING: u32 = 1 << 14;
/// Its end is so near that the body may be shifted past it.
pub(crate) const CEILING_END: u32 = 1 << 15;
/// The end of a wall beside is so near that the body may be shifted past it.
pub(crate) const WALL_END: u32 = 1 << 16;
