//! Guide: a rough picture of a character's motions, from which a search takes distances. It bounds nothing.
//!
//! A small automaton moves from cell to cell: held by a floor or a ladder, rising by a number of cells, falling, or in a dash.

use crate::axis::Axis;
use crate::crowd::State;
use crate::flags;
use crate::flood::Model;
use crate::map::Map;
use crate::places::Places;
use crate::player::Player;
use crate::speeds::greater;
use glam::IVec2;
use tilephys_core::{Aabb, UNITS_PER_PX, WORLD_LIMIT};
use tilephys_feel::{Envelope, Start};

/// Most cells of a rise, of a dash, and to the side while the height changes by a cell.
const MOST_RISE: usize = 32;
const MOST_DASH: usize = 16;
const MOST_ASIDE: i32 = 4;

/// Most air jumps and dashes left, taken together, that are told apart.
const MOST_LEFT: usize = 3;

/// Distance of upward speeds that have a rise of their own, in px/s, and the most of them.
const SPEED_STEP: f32 = 8.0;
const MOST_SPEEDS: usize = 1024;

/// Most ticks of a rise.
const MOST_TICKS: u32 = 600;

/// Properties of cells that hold a body.
const HOLDS: u32 = flags::SUPPORT | SLOPES | flags::GRIP | flags::WATER;

/// Properties of cells with slopes, or other shapes than whole tiles, that hold a body.
const SLOPES: u32 = flags::HOLD | flags::HOLD_AT_END;

/// Number of a pair of classes that is not free.
const NOT_FREE: u32 = u32::MAX;

/// A motion of the automaton.
#[derive(Clone, Copy, Debug)]
enum Motion {
    /// On a floor, a ladder or anything else that gives air jumps and dashes back.
    Held,
    /// A rise by a number of cells, or a fall if there are none; with air jumps and dashes left.
    Rise { cells: usize, left: usize },
    /// A dash with at least one cell to go; with air jumps and dashes left.
    Dash { cells: usize, left: usize },
}

/// A step of the automaton.
#[derive(Clone, Copy, Debug, Default)]
struct Rule {
    /// Number of the motion before the step.
    from: usize,
    /// Cells that the step goes on both axes.
    step: IVec2,
    ticks: u32,
    /// Properties of the cell before the step, of which one is needed; 0 if none is.
    need: u32,
    /// Properties of which it has none.
    unless: u32,
}

/// A step that may lead to a motion, and the free cell before it.
pub(crate) struct Before<'a> {
    pub(crate) cell: usize,
    rule: &'a Rule,
}

impl Before<'_> {
    /// Number of the motion before the step.
    pub(crate) fn motion(&self) -> usize {
        self.rule.from
    }

    pub(crate) fn ticks(&self) -> u32 {
        self.rule.ticks
    }
}

/// The motions of a character in the cells of a map: one cell for each pair of classes.
#[derive(Debug)]
pub(crate) struct Guide {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// Number of each pair of classes among the free ones, row by row.
    numbers: Vec<u32>,
    /// Classes and properties of the free cells.
    cells: Vec<Cell>,
    /// Steps by the number of the motion that they lead to.
    rules: Vec<Vec<Rule>>,
    /// Jump off a floor, greatest rise and longest dash, in cells, and most air jumps and dashes left.
    jump: usize,
    most_rise: usize,
    most_dash: usize,
    most_left: usize,
    /// Rise that is left at each upward speed, in cells.
    rises: Vec<usize>,
    /// Ticks of a cell in a dash.
    dash_ticks: f32,
}

/// A free cell.
#[derive(Clone, Copy, Debug)]
struct Cell {
    at: IVec2,
    flags: u32,
}

/// Lengths of the motions, in cells, and their paces.
struct Lengths {
    jump: usize,
    air_jump: usize,
    wall_jump: usize,
    spring: usize,
    zone: usize,
    dash: usize,
    /// Cells to the side while the height changes by one.
    aside: i32,
    /// Ticks of a cell along, up or down, and in a dash.
    along_ticks: u32,
    up_ticks: u32,
    dash_ticks: f32,
}

impl Guide {
    /// The guide of a character on a map.
    pub(crate) fn new(map: &Map, player: &Player, model: &Model) -> Guide {
        let Model { places, layers, envelope, .. } = model;
        let Places { x, y, .. } = *places;
        let mut numbers = Vec::new();
        let mut cells = Vec::new();
        for row in 0..y.classes() {
            for col in 0..x.classes() {
                let flags = places.flags[places.cell(col, row) as usize];
                // A slope fills most positions of its cell. A guide through slopes leads into dead ends.
                let is_slope = flags & flags::OTHER != 0;
                let is_free = flags & flags::BLOCKED == 0
                    && (!is_slope || has_room(map, player, [x.range(col), y.range(row)]));
                numbers.push(if is_free { cells.len() as u32 } else { NOT_FREE });
                if is_free {
                    cells.push(Cell { at: IVec2::new(col, row), flags });
                }
            }
        }
        let lengths = Lengths::of(envelope, map, places);
        let of_jump = [lengths.jump, lengths.air_jump, lengths.wall_jump, lengths.spring, lengths.zone];
        let most_rise = of_jump.into_iter().fold(1, usize::max);
        let of_speed = |index: usize| rise(envelope, index as f32 * SPEED_STEP, 0, places);
        let mut rises = vec![0];
        while rises[rises.len() - 1] < most_rise && rises.len() < MOST_SPEEDS {
            rises.push(of_speed(rises.len()));
        }
        let air_jumps = envelope.air_jump.map_or(0, |(_, count)| usize::from(count));
        let dashes = envelope.dash.map_or(0, |(_, count)| usize::from(count));
        let mut guide = Guide {
            x,
            y,
            numbers,
            cells,
            rules: Vec::new(),
            jump: lengths.jump,
            most_rise,
            most_dash: lengths.dash,
            most_left: (air_jumps + dashes).min(MOST_LEFT),
            rises,
            dash_ticks: lengths.dash_ticks,
        };
        guide.rules = vec![Vec::new(); guide.motions()];
        guide.add_holds(&lengths);
        for left in 0..=guide.most_left {
            guide.add_starts(&lengths, left);
            guide.add_flight(&lengths, left, layers.drops);
        }
        guide
    }

    /// Number of free cells.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Number of motions in each cell.
    pub(crate) fn motions(&self) -> usize {
        1 + (self.most_left + 1) * self.motions_of_left()
    }

    /// Number of motions with the same air jumps and dashes left.
    fn motions_of_left(&self) -> usize {
        1 + self.most_rise + self.most_dash
    }

    /// Number of a motion.
    fn number(&self, motion: Motion) -> usize {
        let first = |left: usize| 1 + left * self.motions_of_left();
        match motion {
            Motion::Held => 0,
            Motion::Rise { cells, left } => first(left) + cells,
            Motion::Dash { cells, left } => first(left) + self.most_rise + cells,
        }
    }

    /// Number of the free cell at a pair of classes; `None` if it is blocked or beyond the map.
    pub(crate) fn free_at(&self, at: IVec2) -> Option<usize> {
        let size = IVec2::new(self.x.classes(), self.y.classes());
        if at.cmplt(IVec2::ZERO).any() || at.cmpge(size).any() {
            return None;
        }
        let number = self.numbers[(at.y * size.x + at.x) as usize];
        (number != NOT_FREE).then_some(number as usize)
    }

    /// Number of the free cell of a position, if it is free.
    pub(crate) fn cell_of(&self, position: IVec2) -> Option<usize> {
        self.free_at(IVec2::new(self.x.class(position.x), self.y.class(position.y)))
    }

    /// Number of the motion of a state in a cell.
    pub(crate) fn motion_of(&self, state: &State, cell: usize) -> usize {
        let flags = self.cells[cell].flags;
        let has_hold = state.contacts.on_floor() || state.contacts.is_placed() || state.feel.is_climbing();
        let is_held = has_hold && flags & HOLDS != 0 || flags & flags::WATER != 0;
        let left = usize::from(state.feel.air_jumps()) + usize::from(state.feel.dashes());
        let left = left.min(self.most_left);
        let to_dash = (f32::from(state.feel.dash_ticks()) / self.dash_ticks).ceil() as usize;
        let speed = (0.0 - state.velocity.y) / SPEED_STEP;
        let rise =
            if speed > 0.0 { self.rises.get(speed as usize).map_or(self.most_rise, |rise| *rise) } else { 0 };
        self.number(match to_dash.min(self.most_dash) {
            _ if is_held => Motion::Held,
            _ if state.feel.coyote_ticks() > 0 => Motion::Rise { cells: self.jump, left },
            0 => Motion::Rise { cells: rise.min(self.most_rise), left },
            cells => Motion::Dash { cells, left },
        })
    }

    /// The steps that lead to a motion in a cell, from free cells, if each [is a way](Self::is_way).
    pub(crate) fn before(&self, cell: usize, motion: usize) -> impl Iterator<Item = Before<'_>> {
        let at = self.cells[cell].at;
        self.rules[motion].iter().filter_map(move |rule| {
            let cell = self.free_at(at - rule.step)?;
            Some(Before { cell, rule })
        })
    }

    /// True if a body gets along a step.
    pub(crate) fn is_way(&self, before: &Before<'_>) -> bool {
        let Cell { at, flags } = self.cells[before.cell];
        let Rule { from, step, need, unless, .. } = *before.rule;
        let is_held = from != 0 || flags & HOLDS != 0;
        let is_met = need == 0 || flags & need != 0;
        let is_barred = flags & (unless | flags::DEADLY) != 0;
        is_held && is_met && !is_barred && self.is_open(at, step)
    }

    /// True if a body gets along a step: first to the side and then up or down, or the other way round.
    fn is_open(&self, from: IVec2, step: IVec2) -> bool {
        let is_free = |x: i32, y: i32| self.free_at(from + IVec2::new(x, y)).is_some();
        let has_row = |y: i32| (1..step.x.abs()).all(|x| is_free(x * step.x.signum(), y));
        has_row(0) && is_free(step.x, 0) || has_row(step.y) && is_free(0, step.y)
    }

    fn add(&mut self, from: Motion, to: Motion, rule: Rule) {
        let from = self.number(from);
        let to = self.number(to);
        self.rules[to].push(Rule { from, ..rule });
    }

    /// Adds what a held body does.
    fn add_holds(&mut self, lengths: &Lengths) {
        let left = self.most_left;
        for step in around() {
            // A floor leads along only.
            let need = if step.y == 0 { HOLDS } else { HOLDS & !flags::SUPPORT };
            let walk = Rule { step, ticks: lengths.along_ticks, need, ..Rule::default() };
            self.add(Motion::Held, Motion::Held, walk);
        }
        let thrown = Rule { need: flags::SPRING_FLOOR, ..Rule::default() };
        self.add(Motion::Held, Motion::Rise { cells: 0, left }, Rule::default());
        self.add(Motion::Held, Motion::Rise { cells: lengths.jump, left }, Rule::default());
        self.add(Motion::Held, Motion::Rise { cells: lengths.spring, left }, thrown);
    }

    /// Adds what begins in the air, with a number of air jumps and dashes left.
    fn add_starts(&mut self, lengths: &Lengths, left: usize) {
        let fall = Motion::Rise { cells: 0, left };
        let held = Rule { need: HOLDS, ..Rule::default() };
        let thrown = Rule { need: flags::ZONE, ..Rule::default() };
        let off_wall = Rule { need: flags::WALL_NEAR, ..Rule::default() };
        self.add(fall, Motion::Held, held);
        self.add(fall, Motion::Rise { cells: lengths.zone, left: self.most_left }, thrown);
        self.add(fall, Motion::Rise { cells: lengths.wall_jump, left }, off_wall);
        if let Some(less) = left.checked_sub(1) {
            if lengths.air_jump > 0 {
                self.add(fall, Motion::Rise { cells: lengths.air_jump, left: less }, Rule::default());
            }
            if lengths.dash > 0 {
                self.add(fall, Motion::Dash { cells: lengths.dash, left: less }, Rule::default());
            }
        }
    }

    /// Adds how rises, falls and dashes go on, with a number of air jumps and dashes left.
    fn add_flight(&mut self, lengths: &Lengths, left: usize, drops: bool) {
        let fall = Motion::Rise { cells: 0, left };
        let unless = if drops { 0 } else { flags::ON_LINE };
        for aside in -lengths.aside..=lengths.aside {
            let ticks = lengths.up_ticks.max(aside.unsigned_abs() * lengths.along_ticks);
            self.add(fall, fall, Rule { step: IVec2::new(aside, 1), ticks, unless, ..Rule::default() });
            for cells in 1..=self.most_rise {
                let next = Motion::Rise { cells: cells - 1, left };
                let up = Rule { step: IVec2::new(aside, -1), ticks, ..Rule::default() };
                self.add(Motion::Rise { cells, left }, next, up);
            }
        }
        // A button that is let go ends a rise, and so does a ceiling.
        for cells in 1..=self.most_rise {
            let next = Motion::Rise { cells: cells - 1, left };
            self.add(Motion::Rise { cells, left }, next, Rule::default());
        }
        for cells in 1..=self.most_dash {
            let next = if cells > 1 { Motion::Dash { cells: cells - 1, left } } else { fall };
            self.add(Motion::Dash { cells, left }, next, Rule::default());
            let ticks = lengths.dash_ticks.ceil() as u32;
            for step in around() {
                self.add(Motion::Dash { cells, left }, next, Rule { step, ticks, ..Rule::default() });
            }
        }
    }
}

/// True if the body has room in a cell of positions: at an end of both axes, or midway.
fn has_room(map: &Map, player: &Player, [x, y]: [[i32; 2]; 2]) -> bool {
    let of_axis = |[first, last]: [i32; 2]| [first, first.midpoint(last), last];
    let size = IVec2::new(player.size.x, player.size.y - player.crouch_depth());
    let mask = player.profile.movement.mask;
    let is_free = |x: i32, y: i32| {
        let body = Aabb::from_min_size(IVec2::new(x, y + player.crouch_depth()), size);
        let is_outside = body.min.min_element() < -WORLD_LIMIT || body.max.max_element() > WORLD_LIMIT;
        is_outside || !map.grid.overlaps(body, mask)
    };
    of_axis(x).into_iter().any(|x| of_axis(y).into_iter().any(|y| is_free(x, y)))
}

/// Steps to the eight cells around a cell.
fn around() -> impl Iterator<Item = IVec2> {
    let all = (-1..=1).flat_map(|x| (-1..=1).map(move |y| IVec2::new(x, y)));
    all.filter(|step| *step != IVec2::ZERO)
}

impl Lengths {
    fn of(envelope: &Envelope, map: &Map, places: &Places) -> Lengths {
        let rise_of = |start: &Start| rise(envelope, start.rise, start.kept_ticks, places);
        // Ticks of a cell at a speed in px/s.
        let ticks = |speed: f32, spacing: u32| {
            let units = f64::from(speed) * f64::from(envelope.dt) * f64::from(UNITS_PER_PX);
            (f64::from(spacing) / greater(units, 1.0)) as f32
        };
        let along = ticks(envelope.run, places.x.spacing());
        // The mean speed of a jump is half of its greatest.
        let up = ticks(envelope.jump.rise / 2.0, places.y.spacing());
        let dash_ticks = envelope.dash.map_or(1.0, |(dash, _)| ticks(dash.speed, places.x.spacing()));
        let dash = envelope.dash.map_or(0, |(dash, _)| (f32::from(dash.ticks) / dash_ticks) as usize + 1);
        let zones = map.springs().map(|velocity| rise(envelope, 0.0 - velocity.y, 0, places));
        Lengths {
            jump: rise_of(&envelope.jump),
            air_jump: envelope.air_jump.map_or(0, |(start, _)| rise_of(&start)),
            wall_jump: envelope.wall_jump.map_or(0, |(start, _)| rise_of(&start)),
            spring: rise(envelope, envelope.spring, 0, places),
            zone: zones.fold(0, usize::max),
            dash: dash.min(MOST_DASH),
            aside: ((up / along).round() as i32).clamp(1, MOST_ASIDE),
            along_ticks: along.ceil() as u32,
            up_ticks: up.ceil() as u32,
            dash_ticks,
        }
    }
}

/// Rise from an upward speed in px/s that is kept for some ticks, in cells.
fn rise(envelope: &Envelope, speed: f32, kept_ticks: u8, places: &Places) -> usize {
    let mut speed = speed;
    let mut height = 0.0;
    let mut ticks = 0;
    while speed > 0.0 && ticks < MOST_TICKS {
        height += f64::from(speed) * f64::from(envelope.dt) * f64::from(UNITS_PER_PX);
        if ticks >= u32::from(kept_ticks) {
            speed = envelope.rise_after(speed);
        }
        ticks += 1;
    }
    ((height / f64::from(places.y.spacing())).ceil() as usize).min(MOST_RISE)
}
