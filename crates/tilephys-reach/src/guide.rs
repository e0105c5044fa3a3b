//! Guide: a rough picture of a character's motions, from which a search takes distances. It bounds nothing.
//!
//! A small automaton moves from cell to cell: held by a floor or a ladder, rising by a number of cells, falling, or in a dash.

use crate::flags;
use crate::map::Map;
use crate::places::Places;
use crate::player::Player;
use crate::speeds::greater;
use glam::IVec2;
use tilephys_core::UNITS_PER_PX;
use tilephys_feel::{Envelope, NoRule};

/// Most cells of a rise, of a dash, and to the side while the height changes by a cell.
const MOST_RISE: usize = 32;
const MOST_DASH: usize = 16;
const MOST_ASIDE: i32 = 4;

/// Most air jumps and dashes left, taken together, that are told apart.
const MOST_LEFT: usize = 3;

/// Distance of upward speeds that have a rise of their own, in px/s.
const SPEED_STEP: f32 = 8.0;

/// Most ticks of a rise.
const MOST_TICKS: u32 = 600;

/// Properties of cells that hold a body.
pub(crate) const HOLDS: u32 = flags::SUPPORT | flags::OTHER | flags::GRIP | flags::WATER;

/// Number of a pair of classes that is not free.
const NOT_FREE: u32 = u32::MAX;

/// A motion of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// On a floor, a ladder or anything else that gives air jumps and dashes back.
    Held,
    /// A rise by a number of cells: a fall, if there are none. With air jumps and dashes left.
    Rise { cells: usize, left: usize },
    /// A dash with a number of cells to go, at least one. With air jumps and dashes left.
    Dash { cells: usize, left: usize },
}

/// A step of the automaton.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    /// Number of the motion before the step.
    pub(crate) from: usize,
    /// Classes that the step goes on both axes.
    pub(crate) step: IVec2,
    pub(crate) ticks: u32,
    /// Properties of the cell before the step, of which one is needed; 0 if none is.
    pub(crate) need: u32,
    /// Properties of which it has none.
    pub(crate) unless: u32,
}

/// The motions of a character in the cells of a map.
#[derive(Debug)]
pub(crate) struct Guide {
    /// Number of classes on both axes, and the properties of each pair of classes, row by row.
    pub(crate) size: IVec2,
    pub(crate) flags: Vec<u32>,
    /// Number of each pair among the free ones, and the pair of each.
    number: Vec<u32>,
    pub(crate) free: Vec<u32>,
    /// Steps by the number of the motion that they lead to.
    pub(crate) rules: Vec<Vec<Rule>>,
    /// Greatest rise and longest dash, in cells, and most air jumps and dashes left.
    most_rise: usize,
    most_dash: usize,
    most_left: usize,
    /// Rise that is left at each upward speed, in cells.
    rises: Vec<usize>,
    /// Cells of a dash in a tick.
    dash_speed: f64,
}

/// Lengths of the motions.
struct Lengths {
    jump: usize,
    air_jump: usize,
    wall_jump: usize,
    spring: usize,
    zone: usize,
    dash: usize,
    /// Classes to the side while the height changes by one.
    aside: i32,
    /// Ticks of a class along, up or down, and in a dash.
    along_ticks: u32,
    up_ticks: u32,
    dash_ticks: u32,
}

impl Guide {
    /// The guide of a character on a map.
    pub(crate) fn new(map: &Map, player: &Player, places: &Places) -> Result<Guide, NoRule> {
        let envelope = player.feel.envelope(player.dt)?;
        let size = IVec2::new(places.x.classes(), places.y.classes());
        let pairs = 0..(size.x * size.y) as usize;
        let flags: Vec<u32> =
            pairs.clone().map(|pair| places.flags[places.cells.of_pair(pair) as usize]).collect();
        let mut number = vec![NOT_FREE; flags.len()];
        let mut free = Vec::new();
        for pair in pairs.filter(|pair| flags[*pair] & flags::BLOCKED == 0) {
            number[pair] = free.len() as u32;
            free.push(pair as u32);
        }
        let lengths = Lengths::of(&envelope, map, places);
        let of_jump = [lengths.jump, lengths.air_jump, lengths.wall_jump, lengths.spring, lengths.zone];
        let most_rise = of_jump.into_iter().fold(1, usize::max);
        let mut rises = Vec::new();
        while rises.last().is_none_or(|rise| *rise < most_rise) && rises.len() < 4096 {
            rises.push(rise_of(&envelope, rises.len() as f32 * SPEED_STEP, 0, places));
        }
        let spacing = f64::from(places.x.spacing());
        let dash_speed = envelope.dash.map_or(0.0, |(dash, _)| f64::from(dash.speed));
        let air_jumps = envelope.air_jump.map_or(0, |(_, count)| usize::from(count));
        let dashes = envelope.dash.map_or(0, |(_, count)| usize::from(count));
        let mut guide = Guide {
            size,
            flags,
            number,
            free,
            rules: Vec::new(),
            most_rise,
            most_dash: lengths.dash,
            most_left: (air_jumps + dashes).min(MOST_LEFT),
            rises,
            dash_speed: dash_speed * f64::from(envelope.dt) * f64::from(UNITS_PER_PX) / spacing,
        };
        let drops = player.feel.drop_through || player.feel.climb.is_some();
        guide.add_rules(&lengths, drops);
        Ok(guide)
    }

    /// Number of motions.
    pub(crate) fn motions(&self) -> usize {
        1 + (self.most_left + 1) * (1 + self.most_rise + self.most_dash)
    }

    /// Number of a motion.
    pub(crate) fn motion(&self, motion: Motion) -> usize {
        let first = |left: usize| 1 + left * (1 + self.most_rise + self.most_dash);
        match motion {
            Motion::Held => 0,
            Motion::Rise { cells, left } => first(left) + cells,
            Motion::Dash { cells, left } => first(left) + self.most_rise + cells,
        }
    }

    /// Number of a free pair of classes; `None` if it is blocked or beyond the map.
    pub(crate) fn free_at(&self, at: IVec2) -> Option<u32> {
        let is_inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size).all();
        let number = if is_inside { self.number[(at.y * self.size.x + at.x) as usize] } else { NOT_FREE };
        (number != NOT_FREE).then_some(number)
    }

    /// True if a body gets from one place to another, first along and then up or down, or the other way round.
    pub(crate) fn is_open(&self, from: IVec2, step: IVec2) -> bool {
        if step.abs().element_sum() <= 1 {
            return true;
        }
        let aside = step.x.signum();
        let along = |row: i32, most: i32| {
            (1..=most).all(|count| self.free_at(IVec2::new(from.x + aside * count, row)).is_some())
        };
        let count = step.x.abs();
        along(from.y, count) || along(from.y + step.y, count - 1) && self.free_at(from + IVec2::new(0, step.y)).is_some()
    }

    fn add(&mut self, from: Motion, to: Motion, rule: Rule) {
        let from = self.motion(from);
        let to = self.motion(to);
        self.rules[to].push(Rule { from, ..rule });
    }

    fn add_rules(&mut self, lengths: &Lengths, drops: bool) {
        self.rules = vec![Vec::new(); self.motions()];
        let at_once = Rule { from: 0, step: IVec2::ZERO, ticks: 0, need: 0, unless: 0 };
        let most = self.most_left;
        let fall = |left: usize| Motion::Rise { cells: 0, left };
        let rise = |cells: usize, left: usize| Motion::Rise { cells, left };
        let near = (-1..=1).flat_map(|x| (-1..=1).map(move |y| IVec2::new(x, y)));
        let near: Vec<IVec2> = near.filter(|step| *step != IVec2::ZERO).collect();
        for step in &near {
            let need = if step.y == 0 { HOLDS } else { flags::OTHER | flags::GRIP | flags::WATER };
            self.add(Motion::Held, Motion::Held, Rule { step: *step, ticks: lengths.along_ticks, need, ..at_once });
        }
        self.add(Motion::Held, fall(most), at_once);
        self.add(Motion::Held, rise(lengths.jump, most), at_once);
        self.add(Motion::Held, rise(lengths.spring, most), Rule { need: flags::SPRING_FLOOR, ..at_once });
        if lengths.dash > 0 {
            self.add(Motion::Held, Motion::Dash { cells: lengths.dash, left: most - 1 }, at_once);
        }
        for left in 0..=most {
            self.add(fall(left), Motion::Held, Rule { need: HOLDS, ..at_once });
            self.add(fall(left), rise(lengths.zone, most), Rule { need: flags::ZONE, ..at_once });
            self.add(fall(left), rise(lengths.wall_jump, left), Rule { need: flags::WALL_NEAR, ..at_once });
            if left > 0 {
                if lengths.air_jump > 0 {
                    self.add(fall(left), rise(lengths.air_jump, left - 1), at_once);
                }
                if lengths.dash > 0 {
                    self.add(fall(left), Motion::Dash { cells: lengths.dash, left: left - 1 }, at_once);
                }
            }
            for aside in -lengths.aside..=lengths.aside {
                let ticks = lengths.up_ticks.max(aside.unsigned_abs() * lengths.along_ticks);
                let unless = if drops { 0 } else { flags::ON_LINE };
                let down = Rule { step: IVec2::new(aside, 1), ticks, unless, ..at_once };
                self.add(fall(left), fall(left), down);
                for cells in 1..=self.most_rise {
                    let up = Rule { step: IVec2::new(aside, -1), ticks, ..at_once };
                    self.add(rise(cells, left), rise(cells - 1, left), up);
                }
            }
            for cells in 1..=self.most_rise {
                self.add(rise(cells, left), rise(cells - 1, left), at_once);
            }
            for cells in 1..=self.most_dash {
                let dash = Motion::Dash { cells, left };
                let next = if cells > 1 { Motion::Dash { cells: cells - 1, left } } else { fall(left) };
                self.add(dash, next, at_once);
                for step in &near {
                    self.add(dash, next, Rule { step: *step, ticks: lengths.dash_ticks, ..at_once });
                }
            }
        }
    }

    /// Rise that is left at an upward speed, in cells.
    pub(crate) fn rise_left(&self, rise: f32) -> usize {
        if rise <= 0.0 {
            return 0;
        }
        let index = (rise / SPEED_STEP) as usize;
        self.rises.get(index).copied().unwrap_or(self.most_rise).min(self.most_rise)
    }

    /// Cells of a dash that goes on for a number of ticks.
    pub(crate) fn dash_left(&self, ticks: u16) -> usize {
        ((f64::from(ticks) * self.dash_speed).ceil() as usize).min(self.most_dash)
    }

    pub(crate) fn left(&self, air_jumps: u8, dashes: u8) -> usize {
        (usize::from(air_jumps) + usize::from(dashes)).min(self.most_left)
    }
}

impl Lengths {
    fn of(envelope: &Envelope, map: &Map, places: &Places) -> Lengths {
        let rise = |start: &tilephys_feel::Start| rise_of(envelope, start.rise, start.kept_ticks, places);
        let ticks = |speed: f32, spacing: u32| {
            let units = f64::from(speed) * f64::from(envelope.dt) * f64::from(UNITS_PER_PX);
            (f64::from(spacing) / greater(units, 1.0)) as f32
        };
        let jump = rise(&envelope.jump);
        // Half of the speed of the jump, as the mean of a rise.
        let up = ticks(envelope.jump.rise / 2.0, places.y.spacing());
        let along = ticks(envelope.run, places.x.spacing());
        let zone = map.springs().map(|velocity| rise_of(envelope, 0.0 - velocity.y, 0, places)).max();
        let dash = envelope.dash.map_or(0, |(dash, _)| {
            (f32::from(dash.ticks) / ticks(dash.speed, places.x.spacing())) as usize + 1
        });
        Lengths {
            jump,
            air_jump: envelope.air_jump.map_or(0, |(start, _)| rise(&start)),
            wall_jump: envelope.wall_jump.map_or(0, |(start, _)| rise(&start)),
            spring: rise_of(envelope, envelope.spring, 0, places),
            zone: zone.unwrap_or(0),
            dash: dash.min(MOST_DASH),
            aside: ((up / along).round() as i32).clamp(1, MOST_ASIDE),
            along_ticks: along.ceil() as u32,
            up_ticks: up.ceil() as u32,
            dash_ticks: envelope.dash.map_or(1, |(dash, _)| ticks(dash.speed, places.x.spacing()).ceil() as u32),
        }
    }
}

/// Rise of a start at an upward speed in px/s that is kept for some ticks, in cells.
fn rise_of(envelope: &Envelope, rise: f32, kept_ticks: u8, places: &Places) -> usize {
    let mut speed = rise;
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
