//! Reachability: whether a character can get from the start of a level to its goal, to a coin, or out of a pit.
//!
//! [`reach`] answers by the engine itself, three-valued:
//!
//! - [`Reachable`](Verdict::Reachable), with a [`Witness`]: the input of each tick. It has been replayed by the plain step.
//! - [`Impossible`](Verdict::Impossible), with a [`Proof`]: a table of places and speeds that no input leaves.
//!   [`Proof::verify`] checks it in one pass.
//! - [`Unknown`](Verdict::Unknown), with the nearest approach and the reason. Also where a setting has no rule: see
//!   [`NoRule`](tilephys_feel::NoRule).
//!
//! ```
//! use glam::{IVec2, UVec2, Vec2};
//! use tilephys_core::{Aabb, Profile, Tile, TileCoord, TileGrid};
//! use tilephys_feel::Feel;
//! use tilephys_reach::{Budget, Map, Player, Start, Target, Verdict, reach};
//!
//! // Flat ground of 20 tiles. The jump of this character is 3.12 tiles of 16 px high.
//! let mut grid = TileGrid::new(UVec2::splat(16));
//! let ground = grid.add_layer("ground");
//! let stone = grid.add_tile(Tile::default());
//! for col in 0..20 {
//!     grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
//! }
//! let coin = |id, row: f32| Target { id, area: Aabb::from_px([160.0, 16.0 * row], [16.0, 16.0]) };
//! let player = Player {
//!     feel: Feel::mega_man(),
//!     profile: Profile::default(),
//!     size: IVec2::new(8, 12) * 256,
//!     gravity: Vec2::new(0.0, 900.0),
//!     dt: 1.0 / 60.0,
//! };
//! let start = Start::at_rest(IVec2::new(16, 160 - 12) * 256);
//! let coins = [coin(1, 7.0), coin(2, 4.0)];
//! let found = reach(&Map::of_grid(&grid), &player, &start, &coins, &Budget::default());
//! assert!(matches!(&found.verdicts[0], Verdict::Reachable(witness) if witness.inputs.len() > 60));
//! assert!(matches!(found.verdicts[1], Verdict::Impossible(_)));
//! ```
//!
//! Enemies and the game's own rules are no part of an answer. A fall out of the map ends the play.
//!
//! The answer comes in three steps. The *flood* ([`Bounds`]) spreads hulls of positions over the configuration space of the body, by
//! the [envelope](tilephys_feel::Feel::envelope) of its controller: an over-approximation of all play, as in abstract
//! interpretation. Where jumps may add speed along without a limit, the flood takes any speed along. The *guide* is a rough picture of
//! the motions, which gives a *distance field* to each target. The *search* is best first by these distances, and plays many states
//! at once as the bodies of one world; where the guide is wrong, it turns to other places. Budgets are counts, so equal arguments
//! give equal answers on every machine.

mod actions;
mod axis;
mod bounds;
mod cells;
mod chains;
mod clock;
mod content;
mod crowd;
mod crowds;
mod distance;
mod edit;
mod flags;
mod flood;
mod guide;
mod hints;
mod hull;
mod inquiry;
mod layer;
mod layers;
mod map;
mod motions;
mod order;
mod places;
mod player;
mod pockets;
mod proof;
mod reach;
mod search;
mod speeds;
mod spread;
mod start;
mod target;
mod terrain;
mod ticks;
mod verdict;
mod witness;

pub use bounds::Bounds;
pub use edit::{Edit, EditKind, Hint};
pub use inquiry::Inquiry;
pub use map::{Map, MapMover, MapZone};
pub use motions::{Moment, Motions};
pub use player::Player;
pub use pockets::{Floor, Pocket};
pub use proof::{Proof, ProofFault};
pub use reach::{Reach, reach};
pub use start::Start;
pub use target::{Budget, Target};
pub use verdict::{Nearest, Verdict, Why};
pub use witness::Witness;
