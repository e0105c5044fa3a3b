//! Ticks: the bounds of two ticks of a node, and what they lead to in a cell.

use crate::flags;
use crate::hull::{Hull, Node, meet};
use crate::layer::{Along, Kind, Layer, Need, TICKS};
use crate::layers::Layers;
use crate::order::Known;

/// Units by which roundings of two ticks may change a way. Each rounds by half a unit, and a remainder comes before them. So a speed is at
/// most two units more than its way.
const ROUNDING: i32 = 4;

/// Bounds of two ticks around a hull, in units.
pub(crate) struct Reach {
    /// Greatest ways toward lesser and toward greater positions.
    pub(crate) sides: [i32; 2],
    pub(crate) up: i32,
    pub(crate) down: i32,
    pub(crate) ends_up: i32,
    pub(crate) ends_low: i32,
}

impl Reach {
    /// Bounds of the two ticks of a layer, with steps and bridges onto a support.
    pub(crate) fn of(layers: &Layers, layer: &Layer, hull: &Hull) -> Reach {
        Reach {
            sides: hull.along,
            up: layer.up + layers.lift,
            down: layer.down,
            ends_up: layer.ends_up,
            ends_low: layer.ends_low,
        }
    }

    /// Adds a shift upward.
    pub(crate) fn lift(&mut self, by: i32) {
        self.up += by;
        self.ends_up += by;
    }

    /// The box around a hull.
    pub(crate) fn around(&self, hull: &Hull) -> [[i32; 2]; 2] {
        [
            [hull.x[0].saturating_sub(self.sides[0]), hull.x[1].saturating_add(self.sides[1])],
            [hull.y[0].saturating_sub(self.up), hull.y[1].saturating_add(self.down)],
        ]
    }

    /// Heights after the two ticks. Beyond the map all positions count as its border, so a hull at a border stays there.
    pub(crate) fn ends(&self, [top, bottom]: [i32; 2], hull: &Hull) -> [i32; 2] {
        let from = if hull.y[0] <= top { top } else { hull.y[0].saturating_sub(self.ends_up) };
        let to = if hull.y[1] >= bottom { bottom } else { hull.y[1].saturating_sub(self.ends_low) };
        [from.clamp(top, bottom), to.clamp(top, bottom)]
    }
}

/// Properties of cells in which a motion may end: on a support, or in a hold.
pub(crate) const LANDINGS: u32 = flags::SUPPORT
    | flags::HOLD
    | flags::HOLD_AT_END
    | flags::HOLD_LEFT
    | flags::HOLD_RIGHT
    | flags::WATER
    | flags::GRIP;

/// A cell that a motion sweeps.
pub(crate) struct Around {
    pub(crate) cell: u32,
    pub(crate) flags: u32,
    /// First and last position on both axes.
    pub(crate) range: [[i32; 2]; 2],
}

/// List of the nodes that a motion leads to.
pub(crate) struct Nodes<'a> {
    pub(crate) list: &'a mut Vec<Node>,
    pub(crate) known: &'a Known,
    /// Running speed, in units a layer.
    pub(crate) run: i32,
}

impl Nodes<'_> {
    pub(crate) fn push(&mut self, cell: u32, layer: u16, hull: Hull) {
        let is_running = hull.along[0] <= self.run && hull.along[1] <= self.run;
        if !(is_running && self.known.has(cell, layer)) {
            self.list.push(Node { cell, layer, hull });
        }
    }
}

/// The two ticks of a node, in units.
pub(crate) struct Motion<'a> {
    pub(crate) layers: &'a Layers,
    pub(crate) layer: &'a Layer,
    /// Number of the layer.
    pub(crate) own: u16,
    /// Positions before them.
    pub(crate) hull: Hull,
    /// Greatest speeds along within them, and at their end without input against them.
    pub(crate) along: [i32; 2],
    pub(crate) braked: [i32; 2],
    /// True if a speed along shows in the way.
    pub(crate) shows: bool,
    /// Units by which a way may be shorter than its speed says.
    pub(crate) slack: i32,
    /// All positions within them, and positions at their end.
    pub(crate) whole: Hull,
    pub(crate) end: [[i32; 2]; 2],
    /// Lowest position at which the body may land.
    pub(crate) lands_to: i32,
    pub(crate) is_ground: bool,
    /// True if something overhead may stop the body.
    pub(crate) has_ceiling: bool,
    /// Where spring zones throw the body to, on both axes.
    pub(crate) thrown: Option<[[i32; 2]; 2]>,
}

impl<'a> Motion<'a> {
    /// The motion of a node through cells with some properties, without its end.
    pub(crate) fn new(layers: &'a Layers, node: &Node, whole: Hull, around: u32) -> Motion<'a> {
        let layer = &layers.list[usize::from(node.layer)];
        let along = whole.along;
        // Nothing brakes a dash, nor a faster body in it.
        let is_dash = layer.along > 0;
        let carried = if around & flags::CARRIER != 0 { layers.carried } else { 0 };
        let is_pushed = around & flags::OTHER != 0 || !layers.shows_speeds;
        Motion {
            layers,
            layer,
            own: node.layer,
            hull: node.hull,
            along,
            braked: along.map(|along| if is_dash { along.max(layer.along) } else { braked(layers, along) }),
            // A speed up to the running speed shows nowhere.
            shows: !is_pushed && along.iter().any(|along| *along > layers.run),
            // A corner shifts nothing against its speed.
            slack: ROUNDING + carried,
            whole,
            end: [node.hull.x, node.hull.y],
            lands_to: node.hull.y[1],
            is_ground: layer.kind != Kind::Air,
            has_ceiling: false,
            thrown: None,
        }
    }

    /// The greatest speeds along at some positions. A speed above the running speed is what it was before, or less. So it shows in the
    /// way of the layer, or of one tick of it.
    #[inline]
    pub(crate) fn shown(&self, along: [i32; 2], to: &Hull, layers_a_way: i32) -> [i32; 2] {
        if !self.shows {
            return along;
        }
        let Motion { hull, layers, slack, .. } = self;
        let least = layers.run.max(self.layer.along);
        let ways = [hull.x[1] - to.x[0], to.x[1] - hull.x[0]];
        let most = |along: i32, way: i32| {
            let shown = (layers_a_way * (way + slack)).max(least);
            // Rounding makes it no less.
            if shown >= along { along } else { along.min(rounded(layers, shown)) }
        };
        [most(along[0], ways[0]), most(along[1], ways[1])]
    }

    /// Adds the supports and the holds of a cell.
    pub(crate) fn land(&self, nodes: &mut Nodes, at: &Around, swept: Hull) {
        let Motion { layers, layer, .. } = self;
        let Around { cell, flags, range } = *at;
        let landed = Hull { along: self.shown(self.braked, &swept, TICKS as i32), ..swept };
        let floor = range[1][1];
        let is_at_floor = swept.y[0] <= floor && floor <= swept.y[1];
        if flags & flags::SUPPORT != 0 && layer.lands && floor <= self.lands_to && is_at_floor {
            nodes.push(cell, layers.floor, Hull { y: [floor, floor], ..landed });
        }
        // Several slopes may follow each other in a tick, so nothing is braked from one to the next.
        if flags & flags::HOLD != 0 {
            nodes.push(cell, layers.other, swept);
        } else if flags & flags::HOLD_AT_END != 0 && is_at_floor {
            nodes.push(cell, layers.other, Hull { y: [floor, floor], ..swept });
        }
        for (beside, x) in [flags::HOLD_LEFT, flags::HOLD_RIGHT].into_iter().zip(range[0]) {
            if flags & beside != 0 && swept.x[0] <= x && x <= swept.x[1] {
                nodes.push(cell, layers.other, Hull { x: [x; 2], ..swept });
            }
        }
        if flags & flags::WATER != 0 {
            let along = landed.along.map(|along| along.max(layers.swim_along));
            nodes.push(cell, layers.water, Hull { along, ..landed });
        }
        if flags & flags::GRIP != 0 {
            nodes.push(cell, layers.grip, Hull { along: [layers.run; 2], ..landed });
        }
    }

    /// Adds what goes on or begins in the air of a cell.
    pub(crate) fn fly(&self, nodes: &mut Nodes, at: &Around, swept: Hull) {
        let Motion { layers, layer, thrown, .. } = self;
        let Around { cell, flags, range } = *at;
        if flags & flags::WATER != 0 && layer.fastest > layers.water_rise {
            let along = swept.along.map(|along| along.max(layers.swim_along));
            nodes.push(cell, layer.bumped, Hull { along, ..swept });
        } else if self.has_ceiling && layer.bumped != self.own {
            nodes.push(cell, layer.bumped, swept);
        }
        for edge in &layer.edges {
            let hull = match (edge.need, thrown) {
                (Need::Zone(_), None) => continue,
                (Need::Zone(_), Some(thrown)) => meet(*thrown, &swept),
                (need, _) if holds(need, flags) => swept,
                _ => continue,
            };
            if hull.exists() {
                nodes.push(cell, edge.to, Hull { along: started(layers, hull.along, edge.along), ..hull });
            }
        }
        let ended = meet(range, &Hull { x: self.end[0], y: self.end[1], along: self.braked });
        if ended.exists() {
            let along = self.shown(ended.along, &ended, 1);
            nodes.push(cell, layer.next, Hull { along, ..ended });
        }
    }

    /// Adds what begins on a support. It begins at the place itself, with the speed of the support. So what carries a body, or pushes it,
    /// needs no wider way: the body leaves with that speed.
    pub(crate) fn leave(&self, nodes: &mut Nodes, cell: u32, flags: u32) {
        let carried = if flags & flags::CARRIER != 0 { self.layers.carried } else { 0 };
        for edge in &self.layer.edges {
            if holds(edge.need, flags) {
                let Along { adds, sets } = edge.along;
                let change = Along { adds: adds + carried, sets: sets + carried };
                let along = started(self.layers, self.along, change);
                nodes.push(cell, edge.to, Hull { along, ..self.hull });
            }
        }
    }
}

/// True if a cell with these flags meets a condition.
fn holds(need: Need, flags: u32) -> bool {
    match need {
        Need::Nothing => true,
        Need::WallNear => flags & flags::WALL_NEAR != 0,
        Need::WallTouched => flags & flags::WALL_TOUCHED != 0,
        Need::FloorNear => flags & flags::FLOOR_NEAR != 0,
        Need::Slope => flags & flags::SLOPE != 0,
        Need::SpringFloor => flags & flags::SPRING_FLOOR != 0,
        Need::Zone(_) => flags & flags::ZONE != 0,
    }
}

/// A greatest speed along after a layer without input against it.
fn braked(layers: &Layers, along: i32) -> i32 {
    rounded(layers, along - layers.brake)
}

/// A greatest speed along, at least the running speed, rounded up so that few different ones occur. [`Layers::most_along`] stands for
/// any greater one.
fn rounded(layers: &Layers, along: i32) -> i32 {
    let over = along.min(layers.most_along) - layers.run;
    if over <= 0 {
        return layers.run;
    }
    let steps = (over + layers.quantum - 1) / layers.quantum;
    layers.run + steps * layers.quantum
}

/// Greatest speeds along at the start of another motion.
pub(crate) fn started(layers: &Layers, along: [i32; 2], change: Along) -> [i32; 2] {
    along.map(|along| rounded(layers, (along + change.adds).max(change.sets)))
}
