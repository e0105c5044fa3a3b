//! Model of a scenario after validation: lattice numbers, and indices in place of names.

use super::format::{Hold, Variants};
use super::source::Source;
use glam::{IVec2, UVec2, Vec2};
use std::ops::Range;
use tilephys::core::{
    Aabb, BodyId, Combine, Direction, Easing, Feel, JumpKind, MoverId, PathMode, Profile, Tile, TileCoord,
    Waypoint,
};

pub(crate) struct Scenario {
    pub(crate) source: Source,
    pub(crate) id: String,
    pub(crate) title: String,
    /// Tile size in pixels.
    pub(crate) tile: UVec2,
    pub(crate) layers: Vec<String>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) boxes: Vec<Loose>,
    pub(crate) shapes: Vec<LooseShape>,
    pub(crate) gravity: Vec2,
    pub(crate) dt: f32,
    /// What two bodies that hit each other have together.
    pub(crate) combine: Combine,
    pub(crate) bodies: Vec<BodyPlan>,
    pub(crate) movers: Vec<MoverPlan>,
    pub(crate) regions: Vec<RegionPlan>,
    /// Bodies and movers are entered in other orders too.
    pub(crate) spawn_orders: bool,
    pub(crate) steps: Vec<Step>,
    pub(crate) excepted: Vec<Variants>,
}

/// A letter of the legend that stands for a tile.
pub(crate) struct Kind {
    pub(crate) letter: char,
    pub(crate) tile: Tile,
}

/// A cell and what `layer` gets there, by index.
pub(crate) struct Cell {
    pub(crate) at: TileCoord,
    pub(crate) layer: usize,
    pub(crate) kind: Option<usize>,
}

/// A solid box off the cells.
pub(crate) struct Loose {
    /// Its place in the file.
    pub(crate) span: Range<usize>,
    pub(crate) aabb: Aabb,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
}

/// A shape off the cells.
pub(crate) struct LooseShape {
    /// Its place in the file.
    pub(crate) span: Range<usize>,
    /// Where the upper left corner of its cell would be.
    pub(crate) at: IVec2,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
}

pub(crate) struct BodyPlan {
    pub(crate) name: String,
    /// The place in the file of where it is put.
    pub(crate) span: Range<usize>,
    pub(crate) id: BodyId,
    pub(crate) position: IVec2,
    pub(crate) size: IVec2,
    pub(crate) velocity: Vec2,
    pub(crate) rest: Vec2,
    pub(crate) profile: Profile,
    /// Tile that gives its category and material, if it is solid to others.
    pub(crate) solid: Option<usize>,
    /// It is a character that runs and jumps so.
    pub(crate) feel: Option<Feel>,
    /// True if a step puts it into the world.
    pub(crate) later: bool,
}

pub(crate) struct MoverPlan {
    pub(crate) name: String,
    /// The place in the file of where it is put.
    pub(crate) span: Range<usize>,
    pub(crate) id: MoverId,
    /// The upper left corner of its bounds, and their size.
    pub(crate) position: IVec2,
    pub(crate) size: IVec2,
    /// A box of this size; else it has the shape of its tile.
    pub(crate) is_box: bool,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
    pub(crate) velocity: Vec2,
    /// Another mover.
    pub(crate) parent: Option<usize>,
    pub(crate) path: Option<PathPlan>,
}

/// A box that senses bodies.
pub(crate) struct RegionPlan {
    pub(crate) name: String,
    /// Its place in the file.
    pub(crate) span: Range<usize>,
    pub(crate) position: IVec2,
    pub(crate) size: IVec2,
    pub(crate) mask: u32,
    pub(crate) report_stay: bool,
}

pub(crate) struct PathPlan {
    pub(crate) span: Range<usize>,
    pub(crate) waypoints: Vec<Waypoint>,
    pub(crate) mode: PathMode,
    pub(crate) easing: Easing,
    /// The tick of the path at which the mover is at first.
    pub(crate) from: u64,
}

/// What becomes of a mover in a step.
pub(crate) struct Order {
    /// The place in the file.
    pub(crate) span: Range<usize>,
    pub(crate) mover: usize,
    /// From the first repeat on.
    pub(crate) velocity: Option<Vec2>,
    /// Put there before the first repeat.
    pub(crate) place: Option<IVec2>,
    /// Taken away before the first repeat.
    pub(crate) remove: bool,
    /// Where it goes in each tick; after the last begins the first again.
    pub(crate) move_to: Vec<IVec2>,
}

pub(crate) struct Step {
    /// The place in the file.
    pub(crate) span: Range<usize>,
    /// Of the file, from 1.
    pub(crate) line: usize,
    /// Body that it drives.
    pub(crate) body: usize,
    pub(crate) action: Action,
    /// Set before a move, or in the control phase of every tick.
    pub(crate) velocity: [Option<f32>; 2],
    /// Falls through one-way lines from the first repeat on.
    pub(crate) drop_through: bool,
    /// What the player of its body holds.
    pub(crate) hold: Hold,
    pub(crate) orders: Vec<Order>,
    pub(crate) bodies: Vec<BodyOrder>,
    /// Gravity of the world from the step on.
    pub(crate) gravity: Option<Vec2>,
    /// Regions, and where they are put before the first repeat.
    pub(crate) regions: Vec<(usize, IVec2, Range<usize>)>,
    /// Played twice from the same world.
    pub(crate) rewind: bool,
    /// Repeats.
    pub(crate) times: u32,
    /// Must be true after every repeat.
    pub(crate) each: Option<Expect>,
    /// Must be true after the last.
    pub(crate) last: Vec<Expect>,
}

impl Step {
    /// What the player of each body holds in a repeat. Only the first one throws.
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

/// What becomes of a body before the first repeat of a step.
pub(crate) struct BodyOrder {
    /// The place in the file.
    pub(crate) span: Range<usize>,
    pub(crate) body: usize,
    pub(crate) spawn: bool,
    pub(crate) despawn: bool,
    pub(crate) place: Option<IVec2>,
    pub(crate) velocity: Option<Vec2>,
    pub(crate) time_scale: Option<f32>,
    /// In ticks.
    pub(crate) hit_stop: Option<u8>,
    /// A body that it passes through from now on.
    pub(crate) ignore: Option<usize>,
    /// A body that it collides with again.
    pub(crate) stop_ignoring: Option<usize>,
    /// What its player holds in every repeat.
    pub(crate) hold: Option<Hold>,
}

pub(crate) enum Action {
    /// One displacement query, in pixels.
    Move(Vec2),
    /// One step of the world.
    Tick,
    /// Changes the map.
    Set(Vec<Cell>),
    /// Gives the body another size.
    Resize(IVec2),
    /// Only looks, and begins to fall through lines.
    Look,
}

pub(crate) struct Expect {
    /// A body, or after all of them a mover.
    pub(crate) thing: usize,
    pub(crate) within: Option<f64>,
    pub(crate) wants: Vec<(usize, Want)>,
    /// The place in the file of each.
    pub(crate) spans: Vec<Range<usize>>,
}

/// One thing that must be true. Numbers of pixels are exact multiples of 1/256, unless a tolerance goes with them.
pub(crate) enum Want {
    Position(usize, f64),
    Velocity(usize, f64),
    OnFloor(bool),
    OnWall(bool),
    OnCeiling(bool),
    Touches([bool; 4]),
    Stuck(bool),
    Pushed(usize, f64),
    Corrected(usize, f64),
    Size(IVec2),
    /// True if the resize or drop was done.
    Done(bool),
    /// True if the repeat changed none of its numbers.
    Still(bool),
    /// The normal of the floor, of a wall, of the ceiling; zero if there is none.
    Normal(Side, IVec2),
    FloorOneWay(bool),
    Hits(Vec<HitWant>),
    /// Of the axis, or of both.
    HitCount(Option<usize>, u32),
    /// All hits on other bodies, in order.
    BodyHits(Vec<BodyHitWant>),
    BodyHitCount(u32),
    Events(EventName, u32),
    FloorCells(Vec<TileCoord>),
    Path(Vec<[f64; 2]>),
    /// On an axis, from another body or mover.
    Offset(usize, usize, f64),
    Moved(usize, f64),
    Gone(bool),
    Lift(usize, f64),
    PushedBy(Option<usize>),
    /// All that began.
    SquishBegins(Vec<SquishWant>),
    /// All that there are.
    Squishes(Vec<SquishWant>),
    /// All that began, in order.
    Jumps(Vec<JumpKind>),
    /// All comings and goings, in order.
    Senses(Vec<SenseWant>),
    /// The sensors that it is in: regions, and after them bodies.
    Inside(Vec<usize>),
    /// The tiles that it came to stand on, as the engine says.
    Tiles(Vec<TileCoord>),
    Dashing(bool),
    WallSliding(bool),
}

/// A body comes into a sensor, is in it, or leaves it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Passage {
    Enter,
    Stay,
    Exit,
}

impl Passage {
    /// The key in a file.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Passage::Enter => "enter",
            Passage::Stay => "stay",
            Passage::Exit => "exit",
        }
    }
}

/// What must be true of a coming or going.
pub(crate) struct SenseWant {
    pub(crate) passage: Passage,
    /// A region, or after all of them a body.
    pub(crate) sensor: usize,
    pub(crate) fraction: Option<f64>,
}

/// Expected squish: crushing solid, direction, and depth in px.
pub(crate) struct SquishWant {
    pub(crate) by: usize,
    pub(crate) direction: Direction,
    pub(crate) depth: f64,
}

/// What must be true of one hit; `None` where the file says nothing.
pub(crate) struct HitWant {
    pub(crate) line: usize,
    pub(crate) fraction: Option<f64>,
    pub(crate) normal: Option<IVec2>,
    pub(crate) cell: Option<TileCoord>,
    /// Of the loose boxes, and after them the loose shapes, the bodies, the movers.
    pub(crate) loose: Option<usize>,
    pub(crate) face: Option<Direction>,
    pub(crate) part: Option<u8>,
    pub(crate) one_way: Option<bool>,
    pub(crate) layer: Option<usize>,
    pub(crate) kind: Option<usize>,
    pub(crate) at: Option<IVec2>,
    pub(crate) remaining: Option<IVec2>,
}

/// What must be true of one hit on another body; `None` where the file says nothing.
pub(crate) struct BodyHitWant {
    pub(crate) line: usize,
    pub(crate) other: Option<usize>,
    pub(crate) fraction: Option<f64>,
    pub(crate) normal: Option<IVec2>,
    pub(crate) at: Option<IVec2>,
    pub(crate) approach: Option<f64>,
    pub(crate) change: Option<[f64; 2]>,
}

/// A side of a body that a surface may be on, as seen by its up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Side {
    Floor,
    Wall,
    Ceiling,
}

impl Side {
    pub(crate) const ALL: [Side; 3] = [Side::Floor, Side::Wall, Side::Ceiling];

    /// The key in a file of its normal.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Side::Floor => "floor_normal",
            Side::Wall => "wall_normal",
            Side::Ceiling => "ceiling_normal",
        }
    }
}

/// Events that are counted. Hits have keys of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum EventName {
    FloorBegin,
    FloorEnd,
    CornerCorrected,
    Overlapped,
    Rejected,
    SquishBegin,
    SquishEnd,
}

impl EventName {
    /// All of them, in the order in which they are counted.
    pub(crate) const ALL: [EventName; 7] = [
        EventName::FloorBegin,
        EventName::FloorEnd,
        EventName::CornerCorrected,
        EventName::Overlapped,
        EventName::Rejected,
        EventName::SquishBegin,
        EventName::SquishEnd,
    ];

    /// The key in a file.
    pub(crate) fn key(self) -> &'static str {
        match self {
            EventName::FloorBegin => "floor_begin",
            EventName::FloorEnd => "floor_end",
            EventName::CornerCorrected => "corner_corrected",
            EventName::Overlapped => "overlapped",
            EventName::Rejected => "rejected",
            EventName::SquishBegin => "squish_begin",
            EventName::SquishEnd => "squish_end",
        }
    }
}

impl Scenario {
    /// The tile size in lattice units.
    pub(crate) fn tile_units(&self) -> IVec2 {
        self.tile.as_ivec2() * tilephys::core::UNITS_PER_PX
    }

    /// Bodies, and after them movers, by name.
    pub(crate) fn things(&self) -> impl Iterator<Item = &str> {
        let bodies = self.bodies.iter().map(|body| body.name.as_str());
        bodies.chain(self.movers.iter().map(|mover| mover.name.as_str()))
    }

    /// The name of a body or mover.
    pub(crate) fn thing(&self, index: usize) -> &str {
        self.things().nth(index).unwrap_or_default()
    }

    /// The name of a sensor: a region, or after all of them a body.
    pub(crate) fn sensor(&self, index: usize) -> &str {
        let regions = self.regions.iter().map(|region| region.name.as_str());
        regions.chain(self.bodies.iter().map(|body| body.name.as_str())).nth(index).unwrap_or_default()
    }

    /// True if any expectation needs the tiles under the feet.
    pub(crate) fn watches_floor(&self) -> bool {
        let expects = self.steps.iter().flat_map(|step| step.each.iter().chain(&step.last));
        expects.flat_map(|expect| &expect.wants).any(|(_, want)| matches!(want, Want::FloorCells(_)))
    }
}

/// The direction of a unit vector along an axis.
pub(crate) fn direction_of(v: IVec2) -> Direction {
    match (v.x, v.y) {
        (0, -1) => Direction::Up,
        (1, _) => Direction::Right,
        (-1, _) => Direction::Left,
        _ => Direction::Down,
    }
}

/// What a jump began from, as in a file.
pub(crate) fn jump_name(jump: JumpKind) -> &'static str {
    match jump {
        JumpKind::Floor => "floor",
        JumpKind::Coyote => "coyote",
        JumpKind::Wall => "wall",
        JumpKind::Air => "air",
        JumpKind::Grip => "grip",
        JumpKind::Stroke => "stroke",
        JumpKind::Spring => "spring",
    }
}

/// The name of a side, as in a file.
pub(crate) fn side_name(side: Direction) -> &'static str {
    match side {
        Direction::Up => "up",
        Direction::Right => "right",
        Direction::Down => "down",
        Direction::Left => "left",
    }
}
