//! Scenes of the testbed as data that the app, tests and benches share.
//!
//! A [`Scene`] is a TOML file: a stage (a map, a plan of letters, or a [`Diagram`]), crowds of bodies, the view, and
//! sliders. [`Scene::begin`] makes a [`Stage`] of it, which [`Stage::step`] advances and [`Stage::set`] changes.
//! The crate has no window, thread or clock. Equal values give equal bits on every machine.
//!
//! # Files
//!
//! The scenes of this crate are the files in `scenes/`. An app loads others with [`Scene::load`]. An unknown key or a wrong value
//! is a [`SceneError`] with the line, and with what is allowed.
//!
//! | key | value |
//! | --- | --- |
//! | `title`, `look` | title; what to look for, in two sentences |
//! | `map`, `plan`, `diagram` | exactly one [`Ground`]: path of a map, rows of letters, or a [`DiagramKind`] |
//! | `view` | left, top, width and height of the part to show, in px |
//! | `hero` | true if a hero plays; default false |
//! | `gravity` | in px/s²; default by the map |
//! | `color` | a [`Coloring`]: `plain` (default), `island`, `pair` or `speed` |
//! | `[[crowds]]` | a [`Crowd`]: `kind`, `number` and `region`, and optional `size`, `speed`, `direction`, `seed`, `collide`, `masses`, `bounce`, `friction`, `push` |
//! | `[[sliders]]` | a [`Slider`]: `label`, `sets` (a [`Quantity`]), `min`, `max`, `value`, and optional `unit` |
//!
//! ```
//! use tilephys_scenes::{Change, Scene};
//!
//! let scene = Scene::named("islands").expect("a scene of this crate");
//! let mut stage = scene.begin(&scene.values(), &tilephys_tiled::Disk)?;
//! let bodies = stage.physics.len();
//! assert_eq!(stage.set(0, 50.0), Change::Done);
//! stage.step();
//! assert!(stage.physics.len() < bodies);
//! # Ok::<(), tilephys_scenes::SceneError>(())
//! ```

mod crowd;
mod diagram;
mod error;
mod format;
mod groups;
mod places;
mod plan;
mod scene;
mod settings;
mod slider;
mod stage;
mod state;
mod steering;

pub use crowd::{Crowd, CrowdKind};
pub use diagram::{Diagram, DiagramKind, DiscreteDiagram, Ghost, Handle, MinkowskiDiagram, SlideDiagram};
pub use error::SceneError;
pub use groups::{Coloring, Groups};
pub use places::Places;
pub use scene::{Ground, Scene, View};
pub use slider::{Quantity, Slider};
pub use stage::Stage;
pub use state::{Change, SceneState};
