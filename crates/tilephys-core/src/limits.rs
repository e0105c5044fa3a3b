//! Limits and tolerances of the engine, each with unit, reason, and effect of a change.

/// Lattice units in one pixel.
///
/// A power of two, so that pixels convert exactly. A finer lattice shrinks the world below half a million tiles of 16 px;
/// a coarser one makes slow bodies stutter. A change alters every state hash.
pub const UNITS_PER_PX: i32 = 256;

/// The farthest coordinate of any corner of a body, in lattice units from the grid's origin, in both directions.
///
/// The last whole pixel of `i32`, so positions and their sums with sizes stay inside `i32`.
pub const WORLD_LIMIT: i32 = 8_388_607 * UNITS_PER_PX;

/// Edge length of a chunk of the tile grid, in cells.
///
/// One row of a chunk is one `u64`, so the sweep skips 64 empty cells at once. Other values do not work.
pub const CHUNK_SIZE: i32 = 64;

/// Hits after which a body drops the rest of its motion in one step and keeps its velocity.
///
/// Bounds the step of a body that bounces in a gap of its own width. Sliding needs two hits at most.
pub const MAX_HITS: u32 = 8;

/// Contacts with other bodies after which a body waits for the next step and keeps its velocity.
///
/// Bounds the step of bodies that are squeezed between others. A ball in a pile has about five contacts in a step.
pub const MAX_BODY_CONTACTS: u32 = 64;

/// Contact events that a body may queue in a step. After that, the body waits for the next step at its next contact.
///
/// Bounds the step of bodies with many neighbours. A body with 8 neighbours can have all its [`MAX_BODY_CONTACTS`].
pub(crate) const MAX_FORECASTS: u32 = 512;

/// Average pairs a body above which an overlapping crowd is thinned.
/// Each body of the crowd is then separated from about this many overlapping neighbours in a step.
///
/// Bounds the work on thousands of bodies in one place, which have millions of pairs. Each pair is still tested once. A lower
/// value separates a crowd more slowly.
pub(crate) const CROWD: usize = 32;

/// Rounds in which islands are merged and solved again. In the last one, a body that would leave its swept bounds waits.
///
/// Few islands need a second round, and hardly any a fourth. Each round solves the bodies concerned again.
pub(crate) const ROUNDS: usize = 8;

/// Minimum number of steps over which overlapping bodies are separated. A step separates by at most 1 px, or by the depth
/// over this number if that is more.
pub(crate) const PARTING_STEPS: i64 = 4;

/// Bodies that the game may spawn or place before each step without an allocation, beside a sixteenth of all.
///
/// Buffers for larger bursts are released. A larger value keeps more memory in each world.
pub(crate) const SMALL_BURST: usize = 256;

/// Edge length of a page of the grid's directory, in chunks.
///
/// A page takes 16 KiB and covers 4,096 x 4,096 tiles. Larger pages waste memory on scattered tiles. Smaller pages waste memory
/// on the page table of a level that spans the world.
pub(crate) const PAGE: i32 = 64;

/// Layers that a grid can hold. A lookup of a cell's tile scans the layers, so this bounds the cost of an edit and of a hit.
pub const MAX_LAYERS: usize = 64;

/// Distance, in cells on each side, up to which depenetration searches an exit for a body inside solids.
///
/// Bounds the search. A body that is deeper inside does not move until the game frees it.
pub(crate) const MAX_EXIT_CELLS: i32 = 64;

/// Rows that a motion enters before the sweep tests whole chunks first. Results do not depend on this.
///
/// Below this number the chunk test costs more than it saves: a projectile enters one or two rows a step.
pub(crate) const LONG_MOTION_ROWS: i32 = 8;

/// Bodies that the step plans at a time: a power of two.
///
/// The plan (72 bytes a body) should fit the first-level cache, and the loops should be long enough to pay for their setup.
pub(crate) const BLOCK: usize = 256;

/// Length in lattice units from which a translation, or the sum of tile and body, is left to the scalar path. Results do not
/// depend on this.
///
/// 128 px. The greatest product in the lanes, (2^15 - 1 + 2^15 - 1) * (2^15 - 1), stays below 2^31. Quotients stay below 2^15,
/// where a float quotient is off by less than 2^-7. A greater value overflows.
pub(crate) const LANE_REACH: u32 = 1 << 15;

/// Fewest bodies for which another round of lanes pays when no further bodies follow. Results do not depend on this.
pub(crate) const FEWEST_IN_LANES: u32 = 3;

/// Parts of a phase for each thread, if there are several threads. Results do not depend on this.
///
/// More parts balance the load better. Each part costs a hand-over between threads, of microseconds.
pub(crate) const PARTS_A_THREAD: usize = 4;

/// Number of bodies below which a part is not split further. Results do not depend on this.
///
/// The step of a part should take several times as long as the hand-over to another thread.
pub(crate) const SMALLEST_PART: usize = 2048;

/// Bodies of a part that goes through all phases at once: a multiple of [`BLOCK`]. Results do not depend on this.
///
/// A body takes 37 bytes in the engine and about as many in a driver, so a part stays in a second-level cache of
/// 512 KiB. Each part ends with vector lanes that are partly empty, so smaller parts cost more.
pub(crate) const CACHED_PART: usize = 4096;

/// Average number of bodies in a run of rows below which phase after phase is faster. Results do not depend on this.
///
/// A run does not share vector lanes with the next one.
pub(crate) const FEWEST_IN_RUN: usize = CACHED_PART / 4;

/// Length of a step, in s, above which the world warns once that it may be in milliseconds.
pub(crate) const LONG_STEP: f32 = 0.25;

/// Greatest length in a setting, in px: limits steps, corrections, gaps, snaps, nudges and wiggles.
///
/// `f32` represents all multiples of 1/256 px up to it. In lattice units it is 2^24, so sums of such lengths fit `i32`.
pub const MAX_SETTING_LENGTH: f32 = 65_536.0;

/// Greatest finite speed, acceleration or factor in a setting, in px/s, px/s² or without a unit.
///
/// A body of this speed crosses the whole world in a sixtieth of a second. The sum with any finite velocity stays finite.
pub const MAX_SETTING: f32 = 1e9;

/// Greatest distance between a corner of a tile's shape and the low corner of its cell, in lattice units: 65,536 px.
///
/// Keeps products of an edge normal and a body's translation below 2^60.
pub const SHAPE_REACH: i32 = 1 << 24;

/// Cells that an off-grid shape, a region, a mover or a solid body can cover: a square of 32,768 px with tiles of 16 px.
///
/// Each of these cells lists the shape, so memory and the cost of adding it grow with them. At this limit, that is about 100 MB.
pub const MAX_SHAPE_CELLS: i64 = 1 << 22;

/// Corners of a convex polygon of a tile's shape. The cost of a hit grows with the corners.
pub const MAX_CORNERS: usize = 8;

/// Parts of a tile's shape. The identity of a face stores the part in one byte.
pub const MAX_PARTS: usize = 64;

/// Depth behind a one-way line up to which a body is still placed on it, in lattice units: 1/64 px.
///
/// Lets a jump land whose apex is rounded to just below a platform. A greater value lifts bodies visibly.
pub(crate) const ONE_WAY_TOLERANCE: i32 = UNITS_PER_PX / 64;

/// Ticks after which dropped one-way lines hold a body again that is still among them.
pub(crate) const DROP_TICKS: u8 = 30;

/// Off-grid shapes and one-way bodies that a body can fall through at a time, besides any number of tiles. Each entry takes
/// 16 bytes of a body's transient state.
pub const MAX_DROPPED: usize = 4;

/// Obstacles that a body can ignore at a time. Each obstacle near the body is compared with all of them.
pub const MAX_IGNORED: usize = 4;

/// Greatest size, in bytes, of shape ids and of the cell lists of new shapes and regions after a restore.
///
/// 64 MiB hold eight million ids, or shapes over some thousand chunks. Bounds the memory that a forged snapshot of few bytes can
/// allocate. A world that already uses more can restore as much as it uses.
pub(crate) const MAX_SAVED_BYTES: u64 = 1 << 26;

/// Greatest number of region ids in a snapshot: leaves another 2^31 ids to assign.
pub(crate) const MAX_SAVED_REGIONS: u32 = 1 << 31;

/// Ticks of a path until it repeats or ends, at most: more than two years at 60 ticks a second.
///
/// Keeps the cube of a leg's ticks times the greatest distance in the world, 2^32, within 128 bits.
pub const MAX_PATH_TICKS: u32 = u32::MAX;
