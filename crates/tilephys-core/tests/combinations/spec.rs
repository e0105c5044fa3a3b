//! A small world as plain data: what is in it when it begins, and what the game does to it.

use crate::shapes::solid::Point;
use tilephys_core::{
    Profile,
    platform::{Easing, PathMode},
    shape::TileShape,
};

/// A kind of tile. The first kind of each world is a whole tile.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) shape: TileShape,
    pub(crate) category: u32,
    pub(crate) friction: f32,
    pub(crate) conveyor: [f32; 2],
    /// True if the game's rules hide it from bodies that ask.
    pub(crate) is_hidden: bool,
}

/// A row or column of equal cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// Column and row of the first cell.
    pub(crate) cell: Point,
    /// Cells in x and in y, each at least 1.
    pub(crate) cells: Point,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
}

/// A shape off the grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loose {
    /// The low corner of a box, or of the cell of a shape.
    pub(crate) at: Point,
    /// The size of a box; without it the shape of the kind.
    pub(crate) size: Option<Point>,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
}

/// A region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zone {
    pub(crate) at: Point,
    pub(crate) size: Point,
    pub(crate) mask: u32,
    pub(crate) reports_stay: bool,
}

/// A ladder, or water that flows, as the game tells characters of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    pub(crate) at: Point,
    pub(crate) size: Point,
    /// The velocity of water, in px/s; `None` for a ladder.
    pub(crate) water: Option<[f32; 2]>,
}

#[derive(Clone, Debug)]
pub(crate) struct Mover {
    /// The low corner of its bounds.
    pub(crate) at: Point,
    /// The size of a box; without it the shape of the kind.
    pub(crate) size: Option<Point>,
    pub(crate) kind: usize,
    pub(crate) velocity: [f32; 2],
    /// An earlier mover, by its place in the list.
    pub(crate) parent: Option<usize>,
    pub(crate) route: Option<Route>,
}

/// The path of a mover.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    /// Places, ticks of waiting, ticks of the leg.
    pub(crate) stops: Vec<(Point, u32, u32)>,
    pub(crate) mode: PathMode,
    pub(crate) easing: Easing,
}

/// What the game does with the velocity of a body in each step.
#[derive(Clone, Debug)]
pub(crate) enum Drive {
    Nothing,
    /// Sets the speed across up, the other way round after each `back` ticks, and every so many ticks a jump from the floor.
    Run {
        speed: f32,
        jump: f32,
        every: u32,
        back: u32,
    },
    /// A character of this preset, by what its player holds: each entry for some ticks, over and over.
    Feel {
        preset: usize,
        held: Vec<Held>,
    },
}

/// What a player holds for some ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    /// Toward greater coordinates: -1, 0 or 1.
    pub(crate) along: i8,
    pub(crate) upward: i8,
    pub(crate) jump: bool,
    pub(crate) dash: bool,
    pub(crate) grab: bool,
    pub(crate) ticks: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Actor {
    pub(crate) at: Point,
    pub(crate) size: Point,
    pub(crate) velocity: [f32; 2],
    pub(crate) profile: Profile,
    /// The kind that it is to others.
    pub(crate) solid: Option<usize>,
    pub(crate) drive: Drive,
    /// The tick before which it is spawned.
    pub(crate) born: u32,
}

/// Something that the game does before a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cue {
    pub(crate) tick: u32,
    pub(crate) act: Act,
}

/// Places in lists are taken modulo the length of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// Cell, layer and kind.
    Tile(Point, usize, Option<usize>),
    AddLoose(Loose),
    RemoveLoose(usize),
    MoveLoose(usize, Point),
    /// Puts an actor that is gone into the world again, as it was first.
    Respawn(usize),
    IgnorePair([usize; 2], bool),
    Body(usize, BodyAct),
    Mover(usize, MoverAct),
    /// Moves a region, or removes it.
    Zone(usize, Option<Point>),
}

/// What the game does to one body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BodyAct {
    Despawn,
    /// Place, size and velocity.
    Teleport(Point, Point, [f32; 2]),
    Velocity([f32; 2]),
    Resize(Point),
    TimeScale(f32),
    HitStop(u8),
    /// Cell, layer and ticks.
    IgnoreCell(Point, usize, u8),
    /// Mover and ticks.
    IgnoreMover(usize, u8),
    Drop,
}

/// What the game does to one mover.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MoverAct {
    Velocity([f32; 2]),
    Place(Point),
    Target(Point),
    Gone,
}

#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) tile_px: [u32; 2],
    /// Columns and rows inside the border.
    pub(crate) room: Point,
    /// True if whole tiles surround the room.
    pub(crate) is_closed: bool,
    pub(crate) gravity: [f32; 2],
    pub(crate) layers: usize,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) runs: Vec<Run>,
    pub(crate) off_grid: Vec<Loose>,
    pub(crate) zones: Vec<Zone>,
    pub(crate) pools: Vec<Pool>,
    pub(crate) movers: Vec<Mover>,
    pub(crate) actors: Vec<Actor>,
    pub(crate) cues: Vec<Cue>,
    pub(crate) steps: u32,
}

impl Spec {
    /// The size of a tile, in units.
    pub(crate) fn tile(&self) -> Point {
        self.tile_px.map(|px| i64::from(px) * 256)
    }

    /// The cells of a run, column and row.
    pub(crate) fn cells(run: &Run) -> impl Iterator<Item = Point> + use<> {
        let Run { cell, cells, .. } = *run;
        (0..cells[1]).flat_map(move |row| (0..cells[0]).map(move |col| [cell[0] + col, cell[1] + row]))
    }

    /// The runs of the map and of its border.
    pub(crate) fn all_runs(&self) -> Vec<Run> {
        let mut all = self.runs.clone();
        if self.is_closed {
            let [w, h] = self.room;
            let side = |cell: Point, cells: Point| Run { cell, cells, layer: 0, kind: 0 };
            all.push(side([-1, -1], [w + 2, 1]));
            all.push(side([-1, h], [w + 2, 1]));
            all.push(side([-1, 0], [1, h]));
            all.push(side([w, 0], [1, h]));
        }
        all
    }

    /// The kind of a place in the list, wherever the number points.
    pub(crate) fn kind(&self, which: usize) -> usize {
        which % self.kinds.len()
    }
}
