//! Spread: everything that two ticks can lead to from a node.

use crate::flags;
use crate::layer::{Along, Kind, Need, TICKS};
use crate::layers::Layers;
use crate::places::Places;

/// Units by which roundings of two ticks may change a way.
const ROUNDING: i32 = 4;

/// Positions in a cell with the greatest speeds along, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hull {
    /// First and last position.
    pub(crate) x: [i32; 2],
    pub(crate) y: [i32; 2],
    /// Greatest speed toward lesser and toward greater positions, in units a layer.
    pub(crate) along: [i32; 2],
}

impl Hull {
    /// True if `other` lies in this hull.
    pub(crate) fn contains(&self, other: &Hull) -> bool {
        let within = |own: [i32; 2], other: [i32; 2]| own[0] <= other[0] && other[1] <= own[1];
        within(self.x, other.x)
            && within(self.y, other.y)
            && other.along[0] <= self.along[0]
            && other.along[1] <= self.along[1]
    }

    /// The smallest hull around both.
    pub(crate) fn joined(&self, other: &Hull) -> Hull {
        let around = |a: [i32; 2], b: [i32; 2]| [a[0].min(b[0]), a[1].max(b[1])];
        let along = [self.along[0].max(other.along[0]), self.along[1].max(other.along[1])];
        Hull { x: around(self.x, other.x), y: around(self.y, other.y), along }
    }

    /// True if it has a position.
    fn exists(&self) -> bool {
        self.x[0] <= self.x[1] && self.y[0] <= self.y[1]
    }
}

/// A node of the flood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) cell: u32,
    pub(crate) layer: u16,
    pub(crate) hull: Hull,
}

/// Result of a spread, and its buffers.
#[derive(Debug, Default)]
pub(crate) struct Spread {
    /// Nodes that the two ticks lead to.
    pub(crate) nodes: Vec<Node>,
    /// Positions that the two ticks sweep, by cell.
    pub(crate) swept: Vec<(u32, [i32; 4])>,
    /// Greatest speeds along within them, in units a layer.
    pub(crate) along: [i32; 2],
    /// Visited cells.
    visited: Vec<u32>,
    /// Number of the search that has visited a cell last, by cell.
    marks: Vec<u32>,
    search: u32,
}

/// Properties of all cells that a search has visited.
struct Found {
    flags: u32,
    /// True if something overhead has limited the search.
    has_ceiling: bool,
    /// True if the end of something overhead, or beside, is so near that the body may be shifted past it.
    has_ceiling_end: bool,
    has_wall_end: bool,
    /// First and last position of the cells with a spring zone, on both axes.
    zones: Option<[[i32; 2]; 2]>,
}

/// Bounds of two ticks around a hull, in units.
struct Reach {
    /// Greatest ways toward lesser and toward greater positions.
    sides: [i32; 2],
    up: i32,
    down: i32,
    ends_up: i32,
    ends_low: i32,
}

impl Reach {
    /// Adds a shift upward.
    fn lift(&mut self, by: i32) {
        self.up += by;
        self.ends_up += by;
    }

    /// The box around a hull.
    fn around(&self, hull: &Hull) -> [[i32; 2]; 2] {
        [
            [hull.x[0].saturating_sub(self.sides[0]), hull.x[1].saturating_add(self.sides[1])],
            [hull.y[0].saturating_sub(self.up), hull.y[1].saturating_add(self.down)],
        ]
    }

    /// Positions after the two ticks. Beyond the map all positions count as its border, so a hull at a border stays there.
    fn ends(&self, places: &Places, hull: &Hull) -> Hull {
        let [top, bottom] = places.y.bounds();
        let from = if hull.y[0] <= top { top } else { hull.y[0].saturating_sub(self.ends_up) };
        let to = if hull.y[1] >= bottom { bottom } else { hull.y[1].saturating_sub(self.ends_low) };
        let [x, _] = clamped(places, self.around(hull));
        Hull { x, y: [from.clamp(top, bottom), to.clamp(top, bottom)], along: [0; 2] }
    }
}

impl Spread {
    /// Finds what the two ticks of a node lead to.
    pub(crate) fn run(&mut self, places: &Places, layers: &Layers, node: &Node) {
        self.nodes.clear();
        self.swept.clear();
        self.marks.resize(places.flags.len(), 0);
        let layer = &layers.list[usize::from(node.layer)];
        let hull = node.hull;
        let mut along = hull.along;
        let mut reach = Reach {
            sides: along,
            up: layer.up + layers.lift,
            down: layer.down,
            ends_up: layer.ends_up,
            ends_low: layer.ends_low,
        };
        let near = clamped(places, reach.around(&hull));
        let mut found = self.search(places, layers, node.cell, near);
        // A corner shifts the body, a line lifts it, a steep slope or a mover throws it along: the search is done again, wider.
        let is_shifted_aside = found.has_ceiling_end && layer.ends_up > 0 && layers.corner > 0;
        let may_fly_level = layer.slowest <= 0.0 && layer.fastest >= 0.0 && layer.kind == Kind::Air;
        let is_shifted_up = found.has_wall_end && may_fly_level && layers.side_corner > 0;
        let is_thrown = found.flags & flags::THROWS != 0;
        let is_carried = found.flags & flags::CARRIER != 0;
        let is_lifted = found.flags & (flags::LINE | flags::OTHER) != 0 && layer.fastest > 0.0;
        if is_thrown {
            along = along.map(|along| along.max(layers.slope_along));
            reach.sides = along;
        }
        if is_lifted {
            reach.lift(layers.line_lift);
        }
        if is_shifted_aside {
            reach.sides = reach.sides.map(|side| side + layers.corner);
        }
        // Where a corner shifts it down, a hit on the ceiling beside leads too.
        if is_shifted_up {
            reach.lift(layers.side_corner);
        }
        let wide = clamped(places, reach.around(&hull));
        if wide != near {
            found = self.search(places, layers, node.cell, wide);
        }

        // Steps and bridges lift the body onto a support, and nowhere else.
        if found.flags & (flags::SUPPORT | flags::OTHER) == 0 {
            reach.up -= layers.lift;
        }
        self.along = along;
        let whole = clamped(places, reach.around(&hull));
        let end = reach.ends(places, &hull);
        let lands_to =
            if hull.y[1] >= places.y.bounds()[1] { hull.y[1] } else { hull.y[1] - layer.lands_low };
        // Nothing brakes a dash, nor a faster body in it.
        let is_dash = layer.along > 0;
        let braked = along.map(|along| if is_dash { along.max(layer.along) } else { braked(layers, along) });
        let is_pushed = found.flags & flags::OTHER != 0 || !layers.shows_speeds;
        let carried = if is_carried { layers.carried } else { 0 };
        // A corner shifts nothing against its speed.
        let slack = ROUNDING + carried;
        let least = layers.run.max(layer.along);
        // A speed above the running speed is what it was before, or less. So it shows in the way of the layer, or of one tick of it.
        let shown = |along: [i32; 2], to: &Hull, layers_a_way: i32| {
            if is_pushed {
                return along;
            }
            let ways = [hull.x[1] - to.x[0], to.x[1] - hull.x[0]];
            let most = |way: i32| rounded(layers, (layers_a_way * (way + slack)).max(least));
            [along[0].min(most(ways[0])), along[1].min(most(ways[1]))]
        };
        let is_ground = layer.kind != Kind::Air;
        let last = places.y.bounds()[1];
        // A zone throws at the end of the tick in which the body comes to it.
        let thrown = found.zones.and_then(|zones| {
            let zones = meet(zones, &Hull { x: whole[0], y: whole[1], along });
            zones.exists().then(|| reach.around(&zones))
        });
        for index in 0..self.visited.len() {
            let cell = self.visited[index];
            let flags = places.flags[cell as usize];
            let range = places.cells.ranges[cell as usize];
            let swept = meet(range, &Hull { x: whole[0], y: whole[1], along });
            // A fall out of the map ends the play.
            if !swept.exists() || range[1][1] == last {
                continue;
            }
            self.swept.push((cell, [swept.x[0], swept.x[1], swept.y[0], swept.y[1]]));
            if flags & flags::DEADLY != 0 {
                continue;
            }
            let swept = Hull { along: shown(along, &swept, TICKS as i32), ..swept };
            let landed = Hull { along: shown(braked, &swept, TICKS as i32), ..swept };
            let floor = range[1][1];
            let is_landing = layer.lands && floor <= lands_to;
            if flags & flags::SUPPORT != 0 && is_landing && swept.y[0] <= floor && floor <= swept.y[1] {
                let hull = Hull { y: [floor, floor], ..landed };
                self.nodes.push(Node { cell, layer: layers.floor, hull });
            }
            let holds_at_end = flags & flags::HOLD_AT_END != 0 && swept.y[0] <= floor && floor <= swept.y[1];
            // Several slopes may follow each other in a tick, so nothing is braked from one to the next.
            if flags & flags::HOLD != 0 {
                self.nodes.push(Node { cell, layer: layers.other, hull: swept });
            } else if holds_at_end {
                let hull = Hull { y: [floor, floor], ..swept };
                self.nodes.push(Node { cell, layer: layers.other, hull });
            }
            if flags & (flags::HOLD_LEFT | flags::HOLD_RIGHT) != 0 {
                for (beside, x) in [flags::HOLD_LEFT, flags::HOLD_RIGHT].into_iter().zip(range[0]) {
                    if flags & beside != 0 && swept.x[0] <= x && x <= swept.x[1] {
                        self.nodes.push(Node {
                            cell,
                            layer: layers.other,
                            hull: Hull { x: [x; 2], ..swept },
                        });
                    }
                }
            }
            if flags & flags::WATER != 0 {
                let along = landed.along.map(|along| along.max(layers.swim_along));
                self.nodes.push(Node { cell, layer: layers.water, hull: Hull { along, ..landed } });
            }
            if flags & flags::GRIP != 0 {
                let hull = Hull { along: [layers.run; 2], ..landed };
                self.nodes.push(Node { cell, layer: layers.grip, hull });
            }
            if is_ground {
                continue;
            }
            if flags & flags::WATER != 0 && layer.fastest > layers.water_rise {
                let along = swept.along.map(|along| along.max(layers.swim_along));
                self.nodes.push(Node { cell, layer: layer.bumped, hull: Hull { along, ..swept } });
            } else if found.has_ceiling && layer.bumped != node.layer {
                self.nodes.push(Node { cell, layer: layer.bumped, hull: swept });
            }
            for edge in &layer.edges {
                let hull = match (edge.need, thrown) {
                    (Need::Zone(_), None) => continue,
                    (Need::Zone(_), Some(thrown)) => meet(thrown, &swept),
                    (need, _) if holds(need, flags) => swept,
                    _ => continue,
                };
                if hull.exists() {
                    self.nodes.push(Node { cell, layer: edge.to, hull: started(layers, &hull, edge.along) });
                }
            }
            let ended = meet(range, &end);
            if ended.exists() {
                let ended = Hull { along: shown(braked, &ended, 1), ..ended };
                self.nodes.push(Node { cell, layer: layer.next, hull: ended });
            }
        }
        // From a support everything begins at the place itself, with the speed of the support. So what carries a body, or pushes it,
        // needs no wider way: the body leaves with that speed.
        if is_ground {
            let flags = places.flags[node.cell as usize];
            let carried = if flags & flags::CARRIER != 0 { layers.carried } else { 0 };
            for edge in &layer.edges {
                if holds(edge.need, flags) {
                    let Along { adds, sets } = edge.along;
                    let change = Along { adds: adds + carried, sets: sets + carried };
                    let hull = started(layers, &Hull { along, ..hull }, change);
                    self.nodes.push(Node { cell: node.cell, layer: edge.to, hull });
                }
            }
        }
    }

    /// Visits the free cells that are connected with a cell within a box.
    fn search(&mut self, places: &Places, layers: &Layers, cell: u32, area: [[i32; 2]; 2]) -> Found {
        self.search += 1;
        self.visited.clear();
        let [along, across] = area;
        self.marks[cell as usize] = self.search;
        self.visited.push(cell);
        let mut found =
            Found { flags: 0, has_ceiling: false, has_ceiling_end: false, has_wall_end: false, zones: None };
        let mut next = 0;
        while next < self.visited.len() {
            let at = self.visited[next];
            next += 1;
            let own = places.flags[at as usize];
            found.flags |= own;
            // The play ends here, so nothing leads through.
            if own & flags::DEADLY != 0 {
                continue;
            }
            let [x, y] = places.cells.ranges[at as usize];
            if own & flags::ZONE != 0 {
                let around = |a: [i32; 2], b: [i32; 2]| [a[0].min(b[0]), a[1].max(b[1])];
                found.zones =
                    Some(found.zones.map_or([x, y], |zones| [around(zones[0], x), around(zones[1], y)]));
            }
            let is_irregular = own & flags::OTHER != 0;
            // A crouching body may hit a ceiling within a cell.
            let reaches_up = across[0] < y[0] || places.crouch > 0;
            found.has_ceiling |= is_irregular || own & flags::CEILING != 0 && reaches_up;
            found.has_ceiling_end |= is_irregular || own & flags::CEILING_END != 0 && reaches_up;
            let reaches_aside = along[0] < x[0] || x[1] < along[1];
            found.has_wall_end |= is_irregular || own & flags::WALL_END != 0 && reaches_aside;
            // A line holds what comes from above, unless the character can drop through it.
            let is_held = own & flags::ON_LINE != 0 && !layers.drops;
            for &to in places.cells.neighbors(at) {
                let [to_x, to_y] = places.cells.ranges[to as usize];
                let is_within = to_x[0] <= along[1]
                    && along[0] <= to_x[1]
                    && to_y[0] <= across[1]
                    && across[0] <= to_y[1];
                let is_open = is_within && !(is_held && to_y[0] > y[0]);
                if is_open && self.marks[to as usize] != self.search {
                    self.marks[to as usize] = self.search;
                    self.visited.push(to);
                }
            }
        }
        found
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

fn clamped(places: &Places, [x, y]: [[i32; 2]; 2]) -> [[i32; 2]; 2] {
    let [left, right] = places.x.bounds();
    let [top, bottom] = places.y.bounds();
    [x.map(|x| x.clamp(left, right)), y.map(|y| y.clamp(top, bottom))]
}

/// The positions of a hull in the range of a cell.
fn meet([x, y]: [[i32; 2]; 2], hull: &Hull) -> Hull {
    let within = |own: [i32; 2], range: [i32; 2]| [own[0].max(range[0]), own[1].min(range[1])];
    Hull { x: within(hull.x, x), y: within(hull.y, y), along: hull.along }
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

/// A hull at the start of another motion.
fn started(layers: &Layers, hull: &Hull, change: Along) -> Hull {
    let along = hull.along.map(|along| rounded(layers, (along + change.adds).max(change.sets)));
    Hull { along, ..*hull }
}
