//! Observed state of bodies and movers, in the scenario's own coordinates.

use super::vocabulary::words;
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;
use tilephys::core::{Direction, Fraction, TileCoord};
use tilephys::feel::JumpKind;

/// Observed states: by step, by repeat, by body and after them by mover.
#[derive(Default)]
pub(crate) struct Trace {
    pub(crate) start: Vec<Look>,
    pub(crate) steps: Vec<Vec<Vec<Look>>>,
    /// Hashes of the world, where they are compared: by step, by repeat.
    pub(crate) hashes: Vec<Vec<u64>>,
    /// Steps whose replay from a snapshot differs, with the first such repeat.
    pub(crate) unlike: Vec<(usize, usize)>,
    /// Explanations of each body's move; empty if not requested or if the body did not move.
    pub(crate) reasons: Vec<Vec<Vec<String>>>,
}

/// State of a body or mover after one repeat of a step. A mover has only numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Look {
    pub(crate) position: IVec2,
    pub(crate) size: IVec2,
    /// Velocity in px/s; for a mover as in hits on it.
    pub(crate) velocity: Vec2,
    pub(crate) rest: Vec2,
    /// Touched sides, in the order of [`Direction::ALL`].
    pub(crate) touches: [bool; 4],
    pub(crate) on_floor: bool,
    pub(crate) on_wall: bool,
    pub(crate) on_ceiling: bool,
    pub(crate) stuck: bool,
    pub(crate) pushed: IVec2,
    /// Translation by corner correction.
    pub(crate) corrected: IVec2,
    /// True if position, size, velocity and remainder are unchanged, to the bit.
    pub(crate) still: bool,
    /// True if the requested drop or resize was done; `None` without a request.
    pub(crate) done: Option<bool>,
    /// Contacts, in the order of [`Side::ALL`].
    pub(crate) surfaces: [Option<SeenSurface>; 3],
    /// True if it stands on a one-way line or on a one-way body.
    pub(crate) floor_one_way: bool,
    pub(crate) hits: Vec<Seen>,
    /// Contacts with other bodies.
    pub(crate) body_hits: Vec<SeenBodyHit>,
    /// Numbers of events, by their names in files. Hits have keys of their own.
    pub(crate) events: BTreeMap<&'static str, usize>,
    /// Tiles under the feet that were not there before, in the order of the motion.
    pub(crate) new_floor: Vec<TileCoord>,
    /// Translation of a mover in the last tick.
    pub(crate) moved: IVec2,
    /// True if the mover or body is not in the world.
    pub(crate) gone: bool,
    pub(crate) lift: Vec2,
    /// Body or mover by index.
    pub(crate) pushed_by: Option<usize>,
    /// Attacker by index.
    pub(crate) hurt_by: Option<usize>,
    pub(crate) squish_begins: Vec<SeenSquish>,
    pub(crate) squishes: Vec<SeenSquish>,
    pub(crate) senses: Vec<SeenPassage>,
    /// Sensors that it overlaps, ascending: regions, and after them bodies.
    pub(crate) inside: Vec<usize>,
    /// Tiles in the engine's tile events.
    pub(crate) tiles: Vec<TileCoord>,
    /// Kind of the jump that a character began.
    pub(crate) jump: Option<JumpKind>,
    pub(crate) dashing: bool,
    pub(crate) wall_sliding: bool,
}

impl Look {
    /// Position, size, velocity and remainder.
    pub(crate) fn numbers(&self) -> ([IVec2; 2], [u32; 4]) {
        let [velocity, rest] = [self.velocity, self.rest];
        ([self.position, self.size], [velocity.x, velocity.y, rest.x, rest.y].map(f32::to_bits))
    }

    /// True if all is equal, numbers to the bit.
    pub(crate) fn is_same(&self, other: &Look) -> bool {
        self == other && self.numbers() == other.numbers()
    }

    /// State of a removed body: its last position.
    pub(crate) fn gone(&self) -> Look {
        Look { position: self.position, size: self.size, gone: true, ..Look::default() }
    }

    /// Clears the results of a single repeat.
    pub(crate) fn begin_repeat(&mut self) {
        self.pushed = IVec2::ZERO;
        self.corrected = IVec2::ZERO;
        self.done = None;
        self.events.clear();
        self.hits.clear();
        self.body_hits.clear();
        self.new_floor.clear();
        self.squish_begins.clear();
        self.senses.clear();
        self.tiles.clear();
        self.jump = None;
        self.hurt_by = None;
    }
}

/// Contact surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SeenSurface {
    pub(crate) normal: IVec2,
    pub(crate) one_way: bool,
    /// Velocity of the surface.
    pub(crate) velocity: Vec2,
}

/// Squish of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SeenSquish {
    /// Body or mover by index.
    pub(crate) by: usize,
    pub(crate) direction: Direction,
    /// Penetration depth, in lattice units.
    pub(crate) depth: i32,
}

/// Sensor event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SeenPassage {
    pub(crate) passage: Passage,
    /// Region, or after all of them a body, by index.
    pub(crate) sensor: usize,
    pub(crate) fraction: Fraction,
}

/// Hit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) fraction: Fraction,
    pub(crate) normal: IVec2,
    pub(crate) face: Direction,
    pub(crate) part: u8,
    pub(crate) one_way: bool,
    pub(crate) cell: TileCoord,
    /// Index into off-grid boxes, then off-grid shapes, bodies, movers.
    pub(crate) loose: Option<usize>,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
    pub(crate) position: IVec2,
    /// Translation left after the response.
    pub(crate) remaining: IVec2,
}

/// Contact with another body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SeenBodyHit {
    pub(crate) other: usize,
    pub(crate) fraction: Fraction,
    pub(crate) normal: IVec2,
    pub(crate) position: IVec2,
    pub(crate) approach: f32,
    pub(crate) change: Vec2,
}

/// Kind of a sensor event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Passage {
    Enter,
    Stay,
    Exit,
}

/// Side of a body, as seen by its up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Side {
    Floor,
    Wall,
    Ceiling,
}

impl Side {
    pub(crate) const ALL: [Side; 3] = [Side::Floor, Side::Wall, Side::Ceiling];
}

words! {
    Passage: "enter" Enter, "stay" Stay, "exit" Exit;
    Side: "floor_normal" Floor, "wall_normal" Wall, "ceiling_normal" Ceiling;
}
