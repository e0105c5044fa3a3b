//! Platformer character controller: run, jump, dash, climb and swim, from input and surroundings to a velocity.
//!
//! Pure logic in whole ticks, for bodies with or without a world. All of it uses local axes: *along* (the axis across up, signed
//! as its coordinates) and *up*. So gravity may point anywhere.
//!
//! [`Feel`] has the settings of a character and [`FeelState`] its timers. [`Feel::control`] decides one tick and knows no world;
//! [`Feel::surroundings`] asks the map what it needs. In the control phase of a world's step, [`Feel::drive`] does both:
//!
//! ```
//! use glam::{UVec2, Vec2};
//! use tilephys_core::{Body, BodyId, ControlContext, Profile, StepHooks, Tile, TileCoord, TileGrid, World};
//! use tilephys_feel::{Feel, FeelState, Input};
//!
//! struct Player { id: BodyId, feel: Feel, state: FeelState, input: Input }
//!
//! impl StepHooks for Player {
//!     fn control(&mut self, bodies: &mut ControlContext) {
//!         self.feel.drive(bodies, self.id, &mut self.state, &mut self.input);
//!     }
//! }
//!
//! let mut grid = TileGrid::new(UVec2::splat(16));
//! let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
//! for col in 0..20 {
//!     grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
//! }
//! let (mut world, feel) = (World::new(grid), Feel::mega_man());
//! world.gravity = Vec2::new(0.0, 900.0);
//! let profile = world.add_profile(feel.profile(Profile::default(), world.gravity));
//! let id = world.spawn(profile, Body::new(Vec2::new(40.0, 149.0), Vec2::new(8.0, 11.0)));
//! let input = Input { along: 1.0, ..Input::default() };
//! let mut player = Player { id, feel, state: FeelState::default(), input };
//! for _ in 0..30 {
//!     world.step_with(1.0 / 60.0, &mut player);
//! }
//! assert!(world.body(id).unwrap().position_px().x > 60.0);
//! ```

// Items behind features have a badge in the documentation of a release.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod air;
mod bytes;
mod climb;
mod config;
mod control;
mod crowd;
mod dash;
mod drive;
mod envelope;
mod faults;
mod fit;
mod frame;
mod hit_box;
mod input;
mod jump;
mod ledge;
mod moves;
mod patrol;
mod presets;
mod run;
mod state;
mod surroundings;
mod swim;
mod zone_list;
mod zones;

pub use config::{Assist, FastFall, Feel, Jump, Run, SurfaceFeel};
pub use control::{Command, FeelTick, JumpKind};
pub use crowd::{Crowd, Crowds};
pub use envelope::{DashBound, Envelope, NoRule, Start, SwimBound};
pub use hit_box::{HitBox, HitBoxes, Hurt, HurtBox};
pub use input::{Button, Input};
pub use moves::{Climb, Crouch, Dash, Ledge, Swim, WallJump, WallSlide};
pub use patrol::Patrol;
pub use state::{FeelState, Throw};
pub use surroundings::{BarGap, Ground, LedgeGap, Surroundings, WallGap};
pub use zone_list::Zones;
pub use zones::{FeelZone, ZonesAround};
