//! Every limit of the engine, with its unit, its reason, and what breaks if it changes.

/// Lattice units in one pixel.
///
/// A power of two, so that pixels convert exactly. Finer, and the world shrinks below half a million tiles of 16 px;
/// coarser, and slow bodies stutter. Changing it changes every hash.
pub const UNITS_PER_PX: i32 = 256;

/// The farthest coordinate of any corner of a body, in units from the grid's low corner, either way.
///
/// The last whole pixel of `i32`. Positions and their sums with sizes stay inside `i32` because of it.
pub const WORLD_LIMIT: i32 = 8_388_607 * UNITS_PER_PX;

/// Edge in cells of a chunk of the tile grid.
///
/// One row of a chunk is one `u64`; the sweep skips 64 empty cells at once. Not free to change.
pub const CHUNK: i32 = 64;

/// Hits after which the rest of a body's motion in one step is dropped (its velocity is kept).
///
/// Bounds the step for a body that bounces in a gap as wide as itself. Sliding needs two at most.
pub const MAX_HITS: u32 = 8;

/// Meetings with other bodies after which a body waits for the next step (its velocity is kept).
///
/// Bounds the step of bodies that are squeezed between others. A ball in a pile has some five in a step.
pub const MAX_MEETINGS: u32 = 64;

/// Forecasts of meetings that a body causes in a step, after which it waits for the next one at its next meeting.
///
/// Bounds the step of bodies that have many others around them. With 8 around it a body has all its [`MAX_MEETINGS`].
pub(crate) const MAX_FORECASTS: u32 = 512;

/// Pairs a body, on average, above which a crowd is thinned: of the others that a body of a crowd is inside of when a step begins, it
/// is parted from about so many in the step.
///
/// Bounds the work on thousands of bodies in one place, which have millions of pairs, but for one look at each pair. Fewer would
/// part a crowd more slowly.
pub(crate) const CROWD: usize = 32;

/// Rounds in which islands grow together and are played again. In the last one who would leave its reach waits.
///
/// Few islands need a second round, and hardly any a fourth; each costs the bodies concerned another replay.
pub(crate) const ROUNDS: usize = 8;

/// Steps in which bodies that are inside each other are parted, at least: more than 1 px a step is only gone by what is deeper
/// than so many px.
pub(crate) const PARTING_STEPS: i64 = 4;

/// Edge in chunks of a page of the grid's directory.
///
/// A page costs 16 KiB and stands for 4,096 x 4,096 tiles. Larger pages waste memory on scattered tiles, smaller ones
/// on the table of pages of a level that spans the world.
pub(crate) const PAGE: i32 = 64;

/// Layers that a grid can hold. The identity of a cell is searched layer by layer, so this bounds an edit and a hit.
pub const MAX_LAYERS: usize = 64;

/// Cells beyond which a body that is stuck in solids is not searched for an exit, on each side.
///
/// Bounds the search; a body deeper inside than this does not move at all until the game frees it.
pub(crate) const MAX_EXIT_CELLS: i32 = 64;

/// Rows that a motion enters before the sweep looks at whole chunks first. Results do not depend on it.
///
/// Below it the look costs more than it saves (a projectile enters one or two rows a step).
pub(crate) const LONG_MOTION_ROWS: i32 = 8;

/// Bodies that the step plans at a time: a power of two.
///
/// Their plan should stay in the first-level cache (72 bytes a body) and yet make the loops worth their start.
pub(crate) const BLOCK: usize = 256;

/// Units from which on a translation, or the sum of tile and body, is not moved in lanes. Results do not depend on it.
///
/// 128 px. The greatest product of the lanes, (2^15 - 1 + 2^15 - 1) * (2^15 - 1), stays below 2^31, and quotients below
/// 2^15, where one of floats is off by less than 2^-7. Any more overflows.
pub(crate) const LANE_REACH: u32 = 1 << 15;

/// Bodies that are worth another round of lanes, if no more are to come. Results do not depend on it.
pub(crate) const FEWEST_IN_LANES: u32 = 3;

/// Parts of a phase for each thread, if there are several. Results do not depend on it.
///
/// More of them even out what a busy thread lags behind; each costs a hand-over between threads, of microseconds.
pub(crate) const PARTS_A_THREAD: usize = 4;

/// Bodies below which a part is not split further. Results do not depend on it.
///
/// Their step should take several times as long as handing it to another thread.
pub(crate) const SMALLEST_PART: usize = 2048;

/// Greatest length in a setting, in px: of steps, corrections, gaps, snaps, nudges and wiggles.
///
/// `f32` has all multiples of 1/256 px up to it. In lattice units it is 2^24, so sums of such lengths stay inside `i32`.
pub const MAX_SETTING_LENGTH: f32 = 65_536.0;

/// Greatest finite speed, acceleration or factor in a setting, in px/s, px/s² or without a unit.
///
/// A body of this speed crosses the whole world in a sixtieth of a second. Added to any finite velocity it gives a finite one.
pub const MAX_SETTING: f32 = 1e9;

/// Units that the corners of a tile's shape may be from the low corner of its cell: 65,536 px.
///
/// Products of the normal of an edge and of the way of a body stay below 2^60 because of it.
pub const SHAPE_REACH: i32 = 1 << 24;

/// Corners of a convex polygon of a tile's shape. More would do; the cost of a hit grows with them.
pub const MAX_CORNERS: usize = 8;

/// Parts of a tile's shape. The identity of a face has a byte for it.
pub const MAX_PARTS: usize = 64;

/// Units that a body may be on the wrong side of a one-way line and still be set on it: 1/64 px.
///
/// So that a jump whose apex rounding leaves a hair under a platform lands. More would lift bodies visibly.
pub(crate) const ONE_WAY_TOLERANCE: i32 = UNITS_PER_PX / 64;

/// Ticks after which one-way lines hold a body again that was dropped through them and is still among them.
pub(crate) const DROP_TICKS: u8 = 30;

/// Shapes off the grid and bodies whose one-way lines a body can fall through at a time, besides any number of tiles. Each
/// takes 16 bytes of the memory of a body.
pub const MAX_DROPPED: usize = 4;

/// Things that a body can ignore at a time. They are compared one by one with whatever it comes near.
pub const MAX_IGNORED: usize = 4;

/// Bytes that ids of loose shapes, and the lists of cells in which new shapes and regions lie, may take after a restore.
///
/// 64 MiB are eight million ids, or shapes over some thousand chunks. This bounds what a forged snapshot of few bytes can
/// make a world ask for. A world that has more already takes back as much.
pub(crate) const MAX_SAVED_BYTES: u64 = 1 << 26;

/// Ids of regions that a snapshot may have seen given: as many as leave another 2^31 to be given.
pub(crate) const MAX_SAVED_REGIONS: u32 = 1 << 31;

/// Cells at which an explanation of a move looks for each of its straight pieces, at most.
///
/// 65,536 take some milliseconds, and no game has so many tiles beside one motion; the text says so where it ends there.
pub(crate) const EXPLAINED_CELLS: i32 = 1 << 16;

/// Faces that an explanation tells of each straight piece, at most. More are not read by anybody.
pub(crate) const EXPLAINED_FACES: usize = 2048;

/// Ticks that a path takes at most until it repeats or ends: more than two years at 60 a second.
///
/// A leg's ticks cubed times the greatest distance in the world, 2^32, fit in 128 bits because of it.
pub const MAX_PATH_TICKS: u32 = u32::MAX;
