//! Model of a scenario after validation: lattice numbers, and indices in place of names.

use super::fact::Fact;
use super::format::Hold;
use super::names::Names;
use super::orient::Variant;
use super::value::Row;
use glam::{IVec2, UVec2, Vec2};
use std::ops::Range;
use tilephys::check::located::Source;
use tilephys::core::{BodyId, Combine, MoverId, Profile, Tile, TileCoord, platform::Path};
use tilephys::feel::{Crowd, Feel, FeelZone, HitBox, HurtBox};

pub(crate) struct Scenario {
    pub(crate) source: Source,
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) names: Names,
    /// Tile size in pixels.
    pub(crate) tile: UVec2,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) cells: Vec<Cell>,
    /// Boxes, and after them shapes.
    pub(crate) loose: Vec<Loose>,
    pub(crate) gravity: Vec2,
    pub(crate) dt: f32,
    /// Combination rules for the restitution and friction of two bodies in contact.
    pub(crate) combine: Combine,
    pub(crate) bodies: Vec<BodyPlan>,
    pub(crate) movers: Vec<MoverPlan>,
    pub(crate) regions: Vec<RegionPlan>,
    /// True if bodies and movers are also added in other orders.
    pub(crate) spawn_orders: bool,
    pub(crate) steps: Vec<Step>,
    /// Variants to run; the first is as written.
    pub(crate) variants: Vec<Variant>,
}

/// Letter of the legend that stands for a tile.
pub(crate) struct Kind {
    pub(crate) letter: char,
    pub(crate) tile: Tile,
}

/// Cell with the index of its tile in `layer`.
pub(crate) struct Cell {
    pub(crate) at: TileCoord,
    pub(crate) layer: usize,
    pub(crate) kind: Option<usize>,
}

/// Solid off the grid: a box of its own size, or the shape of its tile.
pub(crate) struct Loose {
    /// Min corner of a box, or of the cell of a shape.
    pub(crate) at: IVec2,
    /// Size of a box.
    pub(crate) size: Option<IVec2>,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
}

pub(crate) struct BodyPlan {
    pub(crate) name: String,
    /// Its index.
    pub(crate) id: BodyId,
    pub(crate) position: IVec2,
    pub(crate) size: IVec2,
    pub(crate) velocity: Vec2,
    pub(crate) profile: Profile,
    /// Tile that gives its category and material, if it is solid to others.
    pub(crate) solid: Option<usize>,
    /// Character controller of the body.
    pub(crate) feel: Option<Feel>,
    /// Crowd and boxes of the body.
    pub(crate) kit: BodyKit,
    /// Path that the body follows.
    pub(crate) path: Option<Path>,
    /// True if a step spawns it.
    pub(crate) later: bool,
}

/// Crowd and boxes of a body.
#[derive(Clone, Copy, Default)]
pub(crate) struct BodyKit {
    pub(crate) crowd: Option<Crowd>,
    pub(crate) hit_box: Option<HitBox>,
    pub(crate) hurt_box: Option<HurtBox>,
}

pub(crate) struct MoverPlan {
    pub(crate) name: String,
    /// Its index.
    pub(crate) id: MoverId,
    /// Upper left corner of its bounds, in lattice units.
    pub(crate) position: IVec2,
    pub(crate) size: IVec2,
    /// True for a box; false for the shape of its tile.
    pub(crate) is_box: bool,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
    pub(crate) velocity: Vec2,
    /// Mover that carries it.
    pub(crate) parent: Option<usize>,
    pub(crate) path: Option<Path>,
}

/// Box that senses bodies.
pub(crate) struct RegionPlan {
    pub(crate) name: String,
    pub(crate) position: IVec2,
    pub(crate) size: IVec2,
    pub(crate) mask: u32,
    pub(crate) report_stay: bool,
    /// Effect on characters.
    pub(crate) zone: Option<FeelZone>,
}

/// Changes of a mover in a step.
pub(crate) struct Order {
    /// Span in the file.
    pub(crate) span: Range<usize>,
    pub(crate) mover: usize,
    /// Velocity from the first repeat on, in px/s.
    pub(crate) velocity: Option<Vec2>,
    /// Position to teleport to before the first repeat, in lattice units.
    pub(crate) place: Option<IVec2>,
    /// True if it is removed before the first repeat.
    pub(crate) remove: bool,
    /// Target of each tick, cyclic, in lattice units.
    pub(crate) move_to: Vec<IVec2>,
}

pub(crate) struct Step {
    /// Span in the file.
    pub(crate) span: Range<usize>,
    /// Line in the file, from 1.
    pub(crate) line: usize,
    /// Body that it drives.
    pub(crate) body: usize,
    pub(crate) action: Action,
    /// Velocity set before a move, or in the control phase of every tick, in px/s.
    pub(crate) velocity: [Option<f32>; 2],
    /// True if it falls through one-way lines from the first repeat on.
    pub(crate) drop_through: bool,
    /// Input of its character.
    pub(crate) hold: Hold,
    pub(crate) orders: Vec<Order>,
    pub(crate) bodies: Vec<BodyOrder>,
    /// Gravity of the world from the step on, in px/s².
    pub(crate) gravity: Option<Vec2>,
    /// Regions and their positions before the first repeat.
    pub(crate) regions: Vec<(usize, IVec2)>,
    /// True if the step is replayed from a snapshot.
    pub(crate) rewind: bool,
    /// Number of repeats.
    pub(crate) times: u32,
    /// Expectations after every repeat.
    pub(crate) each: Option<Expect>,
    /// Expectations after the last repeat.
    pub(crate) last: Vec<Expect>,
}

impl Step {
    /// Input of each body's character in a repeat. Only the first repeat throws.
    pub(crate) fn holds(&self, bodies: usize, repeat: usize) -> Vec<Hold> {
        let mut holds = vec![Hold::default(); bodies];
        holds[self.body] = self.hold;
        for order in &self.bodies {
            holds[order.body] = order.hold.unwrap_or(holds[order.body]);
        }
        if repeat > 0 {
            holds.iter_mut().for_each(|hold| hold.thrown = None);
        }
        holds
    }

    /// True if the step does something with its body.
    pub(crate) fn acts(&self) -> bool {
        let is_driven = self.velocity.iter().any(Option::is_some) || self.hold != Hold::default();
        matches!(self.action, Action::Move(_) | Action::Resize(_)) || is_driven || self.drop_through
    }
}

/// Changes of a body before the first repeat of a step.
pub(crate) struct BodyOrder {
    /// Span in the file.
    pub(crate) span: Range<usize>,
    pub(crate) body: usize,
    pub(crate) spawn: bool,
    pub(crate) despawn: bool,
    pub(crate) place: Option<IVec2>,
    pub(crate) velocity: Option<Vec2>,
    pub(crate) time_scale: Option<f32>,
    /// Duration of a hit stop, in ticks.
    pub(crate) hit_stop: Option<u8>,
    /// Body to ignore from now on.
    pub(crate) ignore: Option<usize>,
    /// Body to collide with again.
    pub(crate) stop_ignoring: Option<usize>,
    /// Input in every repeat.
    pub(crate) hold: Option<Hold>,
}

impl BodyOrder {
    /// True if it does something besides a removal.
    pub(crate) fn acts(&self) -> bool {
        let is_moved = self.spawn || self.place.is_some() || self.velocity.is_some() || self.hold.is_some();
        let has_other = self.ignore.is_some() || self.stop_ignoring.is_some();
        is_moved || has_other || self.time_scale.is_some() || self.hit_stop.is_some()
    }
}

pub(crate) enum Action {
    /// One displacement query, in pixels.
    Move(Vec2),
    /// One step of the world.
    Tick,
    /// Changes the map.
    Set(Vec<Cell>),
    /// Resizes the body.
    Resize(IVec2),
    /// Only checks, or begins to fall through lines.
    Look,
}

impl Action {
    /// True if bodies move in it.
    pub(crate) fn moves(&self) -> bool {
        matches!(self, Action::Move(_) | Action::Tick)
    }
}

pub(crate) struct Expect {
    /// Body, or after all of them a mover, by index.
    pub(crate) thing: usize,
    pub(crate) within: Option<f64>,
    pub(crate) wants: Vec<Want>,
}

/// Single expectation.
pub(crate) struct Want {
    /// Line in the file, from 1.
    pub(crate) line: usize,
    /// Span in the file.
    pub(crate) span: Range<usize>,
    pub(crate) fact: &'static Fact,
    pub(crate) rows: Vec<Row>,
}

impl Scenario {
    /// The tile size in lattice units.
    pub(crate) fn tile_units(&self) -> IVec2 {
        self.tile.as_ivec2() * tilephys::core::UNITS_PER_PX
    }

    /// Names of bodies, and after them of movers.
    pub(crate) fn things(&self) -> impl Iterator<Item = &str> {
        self.names.things.iter().map(String::as_str)
    }

    /// True if any expectation needs the tiles under the feet.
    pub(crate) fn watches_floor(&self) -> bool {
        let expects = self.steps.iter().flat_map(|step| step.each.iter().chain(&step.last));
        expects.flat_map(|expect| &expect.wants).any(|want| want.fact.name == "floor_cells")
    }
}
