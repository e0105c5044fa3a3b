//! Layers: all chains of a character on a map, and the edges between them.
//!
//! A motion through the air is a chain of layers. Each has the greatest and the least vertical speed of its ticks. Chains for every
//! number of air jumps and dashes left follow each other in one list.

use crate::chains::Chains;
use crate::layer::{Along, Edge, Kind, Layer, Need, TICKS};
use crate::map::Map;
use crate::order::Order;
use crate::places::Frame;
use crate::player::{Player, px_units};
use crate::speeds::{Speeds, greater};
use glam::Vec2;
use tilephys_feel::{NoRule, Start};

/// Fault of a flood in which speed along has no bound.
pub(crate) const UNBOUNDED: NoRule = NoRule { setting: "jump.along" };

/// Most numbers of air jumps and dashes left, taken together.
const MOST_LEVELS: usize = 16;

/// All layers of a character on a map.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    pub(crate) list: Vec<Layer>,
    pub(crate) order: Order,
    /// A fall from rest.
    pub(crate) fall: u16,
    pub(crate) floor: u16,
    pub(crate) grip: u16,
    pub(crate) water: u16,
    pub(crate) other: u16,
    /// Greatest speed along that water leads to, in units a layer.
    pub(crate) swim_along: i32,
    /// Upward speed that water leads to, in px/s. It may keep up any greater one.
    pub(crate) water_rise: f32,
    /// Greatest speed along that input keeps up, what is lost of a greater one, and the greatest with a bound; in units a layer.
    pub(crate) run: i32,
    pub(crate) brake: i32,
    pub(crate) most_along: i32,
    /// Step of greater speeds along: what is lost in a layer, so that rounding up does not keep a speed.
    pub(crate) quantum: i32,
    /// Shift of a rising body past the corner of a ceiling, in units.
    pub(crate) corner: i32,
    /// Shift of a body in level flight past the corner of a wall, in units.
    pub(crate) side_corner: i32,
    /// Height of an edge that lifts the body, in units.
    pub(crate) lift: i32,
    /// Rise that one-way lines add to a layer of a rising body inside them, in units.
    pub(crate) line_lift: i32,
    /// True if the character drops through one-way lines. Otherwise they hold what is above them.
    pub(crate) drops: bool,
    /// True if the way of a layer bounds the speed along at its end. Needed where jumps add speed. A wall that ends may give back the
    /// speed that it took: then a speed does not show.
    pub(crate) shows_speeds: bool,
    /// Speed along that moving ground adds to a body that leaves it, in units a layer.
    pub(crate) carried: i32,
    /// True if `most_along` stands for all greater speeds: they lead nowhere else.
    pub(crate) is_capped: bool,
    /// Speed along at which a steep slope or a mover may throw the body, in units a layer.
    pub(crate) slope_along: i32,
    /// Greatest height over a floor, in units.
    pub(crate) highest: i32,
}

/// First layers of the chains of a level: a number of air jumps and dashes left.
#[derive(Clone, Default)]
struct Heads {
    /// First layer of the level, which begins with the common fall, and the end.
    first: u16,
    end: u16,
    jump: u16,
    walk_off: Option<u16>,
    leave_hold: Option<u16>,
    leave_slope: Option<u16>,
    wall_jump: Option<u16>,
    hop: Option<u16>,
    spring: Option<u16>,
    zones: Vec<u16>,
    air_jump: Option<u16>,
    dash: Option<u16>,
    slide: Option<u16>,
}

/// Levels under construction.
struct Levels<'a> {
    speeds: &'a Speeds,
    chains: Chains<'a>,
    heads: Vec<Heads>,
    /// Velocities of the spring zones, in px/s.
    zones: Vec<Vec2>,
    /// Number of levels for each number of air jumps left: one for each number of dashes.
    width: usize,
}

/// Kinds of ground, in the order of their layers.
const GROUNDS: [Kind; 4] = [Kind::Floor, Kind::Grip, Kind::Water, Kind::Other];

impl Layers {
    /// True if one of the greatest speeds along is beyond all bounds.
    pub(crate) fn is_unbounded(&self, along: [i32; 2]) -> bool {
        !self.is_capped && along.iter().any(|along| *along >= self.most_along)
    }

    /// These layers with any speed along: as a running speed that crosses a map of a width, in units, in a layer.
    pub(crate) fn widened(&self, width: i32) -> Layers {
        let mut layers = self.clone();
        layers.run = width;
        layers.most_along = width + 1;
        layers.is_capped = true;
        layers.shows_speeds = false;
        for layer in &mut layers.list {
            layer.edges.iter_mut().for_each(|edge| edge.along = Along::default());
        }
        layers
    }

    /// Greatest height over a floor on a map, in units.
    pub(crate) fn highest(map: &Map, player: &Player, frame: &Frame) -> Result<i32, NoRule> {
        let speeds = Speeds::new(map, player, frame, false)?;
        Ok(Levels::new(map, &speeds, frame)?.chains.highest())
    }

    /// Layers of a character on a map. With `has_any_speed`, it may come to a slope at any speed along.
    pub(crate) fn new(
        map: &Map,
        player: &Player,
        frame: &Frame,
        has_any_speed: bool,
    ) -> Result<Layers, NoRule> {
        let speeds = Speeds::new(map, player, frame, has_any_speed)?;
        let levels = Levels::new(map, &speeds, frame)?;
        let walk = player.walk();
        // Within a cell, speeds are told apart only roughly: rounding adds up to a layer's loss. This decides only when the flood is given up
        // for the wider flood of any speed.
        let rough = if speeds.shows { 2 * TICKS * frame.x.spacing() } else { 0 };
        let lifted = [walk.step_up, walk.gap_bridge, walk.one_way_nudge].map(f64::from);
        let brake = speeds.brake_units();
        let full = levels.full().clone();
        let highest = levels.chains.highest();
        let list = levels.chains.list;
        Ok(Layers {
            highest,
            fall: full.first,
            order: Order::of(&list),
            list,
            floor: 0,
            grip: 1,
            water: 2,
            other: 3,
            swim_along: speeds.swim_along_units(),
            water_rise: speeds.water_rise as f32,
            run: speeds.run_units(),
            brake,
            most_along: speeds.most_along_units() + rough as i32,
            is_capped: false,
            quantum: brake.max(1),
            corner: px_units(walk.corner_correct_up),
            side_corner: px_units(walk.corner_correct_side),
            lift: px_units(lifted.into_iter().fold(0.0, greater) as f32),
            line_lift: speeds.layer_units(f64::from(walk.one_way_assist)),
            drops: player.feel.drop_through || player.feel.climb.is_some(),
            shows_speeds: speeds.shows,
            carried: speeds.layer_units(speeds.carried_along),
            slope_along: speeds.slope_along_units(),
        })
    }
}

impl<'a> Levels<'a> {
    fn new(map: &Map, speeds: &'a Speeds, frame: &Frame) -> Result<Self, NoRule> {
        let air_jumps = speeds.envelope.air_jump.map_or(0, |(_, count)| count);
        let dashes = speeds.envelope.dash.map_or(0, |(_, count)| count);
        let width = usize::from(dashes) + 1;
        let count = (usize::from(air_jumps) + 1) * width;
        if count > MOST_LEVELS {
            return Err(NoRule { setting: if width > 4 { "dash.count" } else { "jump.air_jumps" } });
        }
        let [top, bottom] = frame.y.bounds();
        let mut levels = Levels {
            speeds,
            chains: Chains::new(speeds, bottom - top),
            heads: Vec::new(),
            zones: map.springs().collect(),
            width,
        };
        levels.chains.set_left(air_jumps, dashes);
        levels.add_grounds();
        for level in 0..count {
            levels.chains.set_left((level / width) as u8, (level % width) as u8);
            levels.add_chains(level + 1 == count);
        }
        for level in 0..count {
            levels.add_air_edges(level);
        }
        levels.add_ground_edges();
        Ok(levels)
    }

    /// The level with all air jumps and dashes left, as on a floor.
    fn full(&self) -> &Heads {
        &self.heads[self.heads.len() - 1]
    }

    /// Adds the layers on supports.
    fn add_grounds(&mut self) {
        let Speeds { hold_rise, fall, along, .. } = *self.speeds;
        // Slopes hold at all heights, so any speed leads up and down them.
        let any = greater(hold_rise, greater(fall, along));
        for kind in GROUNDS {
            let [up, down] = match kind {
                // A character that climbs or swims leaves its hold, and holds again in the same tick.
                Kind::Floor | Kind::Grip | Kind::Water | Kind::Air => [0.0, 0.0],
                Kind::Other => [any, any],
            };
            self.chains.add_ground(kind, up, down);
        }
    }

    /// Adds the chains of a level. What begins on a support, or in a zone, has all air jumps and dashes left.
    fn add_chains(&mut self, has_all: bool) {
        let chains = &mut self.chains;
        let Speeds { envelope, carried_up, hold_rise, slides, thrown, .. } = self.speeds;
        let mut head = Heads { first: chains.add_fall(), ..Heads::default() };
        // A platform adds its rise to what begins on it, or at it.
        head.jump = chains.add_start(&envelope.jump, *carried_up);
        head.wall_jump = envelope.wall_jump.map(|(start, _)| chains.add_start(&start, *carried_up));
        if has_all {
            head.walk_off = Some(chains.add_walk_off());
            head.leave_hold = Some(chains.add_leave(*hold_rise));
            // A slope lifts a body that was thrown, and leaves it its speed upward.
            let leave_slope = || chains.add_slide(greater(*hold_rise, *thrown), *slides);
            head.leave_slope = (*slides > 0.0).then(leave_slope);
            head.hop = envelope.hop.map(|start| chains.add_start(&start, 0.0));
            let spring = Start { rise: envelope.spring, ..Start::default() };
            head.spring = (spring.rise > 0.0).then(|| chains.add_start(&spring, *carried_up));
            head.zones =
                self.zones.iter().map(|velocity| chains.add_throw(0.0 - f64::from(velocity.y))).collect();
        }
        head.air_jump = envelope.air_jump.map(|(start, _)| chains.add_start(&start, 0.0));
        head.dash = envelope.dash.map(|(dash, _)| chains.add_dash(&dash, *carried_up));
        head.slide = envelope.wall_slide.map(|slide| chains.fall_at_most(f64::from(slide)));
        head.end = chains.end();
        self.heads.push(head);
    }

    /// Change of the speed along by a start. A wall that moves adds its speed to a jump off it.
    fn along(&self, start: &Start) -> Along {
        let sets = f64::from(start.sets_along);
        let carried = if sets > 0.0 { self.speeds.carried_along } else { 0.0 };
        Along {
            adds: self.speeds.layer_units(f64::from(start.adds_along)),
            sets: self.speeds.set_units(sets + carried),
        }
    }

    /// Edges to the throws of the spring zones, which refill air jumps and dashes.
    fn zone_edges(&self) -> Vec<Edge> {
        let zones = self.zones.iter().zip(&self.full().zones).enumerate();
        let edge = |(index, (velocity, to)): (usize, (&Vec2, &u16))| Edge {
            to: *to,
            need: Need::Zone(index as u16),
            along: Along { adds: 0, sets: self.speeds.set_units(f64::from(velocity.x.abs())) },
        };
        zones.map(edge).collect()
    }

    /// Edge to the dash of a level.
    fn dash_edge(&self, level: usize) -> Option<Edge> {
        let to = self.heads[level].dash?;
        let sets = self.chains.list[usize::from(to)].along;
        Some(Edge { to, need: Need::Nothing, along: Along { adds: 0, sets } })
    }

    /// Edges to what may begin anywhere in the air of a level.
    fn air_edges(&self, level: usize) -> Vec<Edge> {
        let envelope = &self.speeds.envelope;
        let mut edges = self.zone_edges();
        // The dash is of the level below: one is used up.
        if !level.is_multiple_of(self.width) {
            edges.extend(self.dash_edge(level - 1));
        }
        if let Some((start, _)) = &envelope.air_jump
            && level >= self.width
            && let Some(to) = self.heads[level - self.width].air_jump
        {
            edges.push(Edge { to, need: Need::Nothing, along: self.along(start) });
        }
        if let (Some(to), Some((start, _))) = (self.heads[level].wall_jump, &envelope.wall_jump) {
            edges.push(Edge { to, need: Need::WallNear, along: self.along(start) });
        }
        edges
    }

    /// Adds to the layers of a level what may begin in the air.
    fn add_air_edges(&mut self, level: usize) {
        let envelope = &self.speeds.envelope;
        let head = self.heads[level].clone();
        let edges = self.air_edges(level);
        let floor_jump = Edge { to: head.jump, need: Need::Nothing, along: self.along(&envelope.jump) };
        let hop = head.hop.zip(envelope.hop.as_ref());
        let hop = hop.map(|(to, start)| Edge { to, need: Need::Nothing, along: self.along(start) });
        let slide = head.slide.map(|to| Edge { to, need: Need::WallTouched, along: Along::default() });
        let slide_speed = head.slide.map_or(f32::MIN, |to| self.chains.list[usize::from(to)].last);

        // A dash along a floor takes coyote time along.
        let coyote = self.chains.coyote_layers();
        let dash = envelope.dash.map_or(0, |(dash, _)| dash.ticks.div_ceil(TICKS as u16));
        let is_within = |index: u16, first: u16, count: u16| (first..first + count).contains(&index);
        for index in head.first..head.end {
            let mut off_ground = [head.walk_off, head.leave_hold, head.leave_slope].into_iter().flatten();
            let has_coyote = off_ground.any(|first| is_within(index, first, coyote));
            let is_dash = head.dash.is_some_and(|first| is_within(index, first, dash));
            let layer = &mut self.chains.list[usize::from(index)];
            layer.edges.extend_from_slice(&edges);
            if has_coyote {
                layer.edges.push(floor_jump);
            }
            if is_dash {
                layer.edges.push(Edge { need: Need::FloorNear, ..floor_jump });
            }
            if head.leave_hold == Some(index) {
                layer.edges.extend(hop);
            }
            // A slide starts where it is slower than the fall of the layer.
            if layer.last < slide_speed {
                layer.edges.extend(slide);
            }
        }
    }

    /// Adds to the layers on supports what may begin there.
    fn add_ground_edges(&mut self) {
        let head = self.full().clone();
        // The support gives the dash back while it goes on.
        let dash = self.dash_edge(self.heads.len() - 1);
        let floor_jump = self.along(&self.speeds.envelope.jump);
        let unbraked = self.speeds.unbraked_units();
        for (index, kind) in GROUNDS.into_iter().enumerate() {
            let leaves = match kind {
                Kind::Floor | Kind::Air => head.walk_off,
                Kind::Grip | Kind::Water | Kind::Other => head.leave_hold,
            };
            // Strokes in water add no speed to a greater one, for drag takes more.
            let along = if kind == Kind::Water { Along::default() } else { floor_jump };
            let layer = &mut self.chains.list[index];
            let slides = head.leave_slope.filter(|_| kind == Kind::Other);
            layer.edges.extend(slides.map(|to| Edge { to, need: Need::Slope, along: Along::default() }));
            layer.edges.extend(leaves.map(|to| Edge { to, need: Need::Nothing, along: Along::default() }));
            layer.edges.push(Edge { to: head.jump, need: Need::Nothing, along });
            layer.edges.extend(dash);
            if let Some(to) = head.spring {
                let along = Along { adds: unbraked, sets: 0 };
                layer.edges.push(Edge { to, need: Need::SpringFloor, along });
            }
        }
    }
}
