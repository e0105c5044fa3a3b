//! Spread: everything that two ticks can lead to from a node.

use crate::flags;
use crate::layer::{Along, Kind, Layer, Need, TICKS};
use crate::layers::Layers;
use crate::order::Known;
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
    /// Rows of classes that a motion in the open air sweeps.
    rows: Vec<Row>,
}

/// Positions in a row of classes, across.
#[derive(Debug)]
struct Row {
    /// First cell of the row.
    first: u32,
    /// Swept positions, and positions after the two ticks.
    swept: [i32; 2],
    ended: [i32; 2],
}

/// Properties of all cells that a search has visited.
#[derive(Default)]
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
    /// Bounds of the two ticks of a layer, with steps and bridges onto a support.
    fn of(layers: &Layers, layer: &Layer, hull: &Hull) -> Reach {
        Reach {
            sides: hull.along,
            up: layer.up + layers.lift,
            down: layer.down,
            ends_up: layer.ends_up,
            ends_low: layer.ends_low,
        }
    }

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

    /// Heights after the two ticks. Beyond the map all positions count as its border, so a hull at a border stays there.
    fn ends(&self, [top, bottom]: [i32; 2], hull: &Hull) -> [i32; 2] {
        let from = if hull.y[0] <= top { top } else { hull.y[0].saturating_sub(self.ends_up) };
        let to = if hull.y[1] >= bottom { bottom } else { hull.y[1].saturating_sub(self.ends_low) };
        [from.clamp(top, bottom), to.clamp(top, bottom)]
    }
}

impl Spread {
    /// Finds what the two ticks of a node lead to, but for nodes that are `known`.
    pub(crate) fn run(&mut self, places: &Places, layers: &Layers, known: &Known, node: &Node) {
        self.nodes.clear();
        self.swept.clear();
        if self.glide(places, layers, known, node) {
            debug_assert!(self.is_as_near(places, layers, known, node), "{node:?} has no cell near it");
        } else {
            self.run_near(places, layers, known, node);
        }
    }

    /// True if what was found in the open air is what is found in any surroundings.
    fn is_as_near(&mut self, places: &Places, layers: &Layers, known: &Known, node: &Node) -> bool {
        let nodes = std::mem::take(&mut self.nodes);
        let swept = std::mem::take(&mut self.swept);
        self.run_near(places, layers, known, node);
        let has_nodes = nodes.len() == self.nodes.len() && nodes.iter().all(|node| self.nodes.contains(node));
        let has_swept = swept.len() == self.swept.len() && swept.iter().all(|own| self.swept.contains(own));
        self.nodes = nodes;
        self.swept = swept;
        has_nodes && has_swept
    }

    /// Finds what the two ticks of a node lead to in any surroundings.
    fn run_near(&mut self, places: &Places, layers: &Layers, known: &Known, node: &Node) {
        let motion = self.motion(places, layers, node);
        self.along = motion.along;
        let last = places.y.bounds()[1];
        for index in 0..self.visited.len() {
            let cell = self.visited[index];
            let range = places.cells.ranges[cell as usize];
            let swept = meet(range, &motion.whole);
            // A fall out of the map ends the play.
            if !swept.exists() || range[1][1] == last {
                continue;
            }
            self.swept.push((cell, [swept.x[0], swept.x[1], swept.y[0], swept.y[1]]));
            let cell = Around { cell, flags: places.flags[cell as usize], range };
            if cell.flags & flags::DEADLY != 0 {
                continue;
            }
            let swept = Hull { along: motion.shown(motion.along, &swept, TICKS as i32), ..swept };
            let mut nodes = Nodes { list: &mut self.nodes, known, run: layers.run };
            if cell.flags & LANDINGS != 0 {
                motion.land(&mut nodes, &cell, swept);
            }
            if !motion.is_ground {
                motion.fly(&mut nodes, &cell, swept);
            }
        }
        if motion.is_ground {
            let mut nodes = Nodes { list: &mut self.nodes, known, run: layers.run };
            motion.leave(&mut nodes, node.cell, places.flags[node.cell as usize]);
        }
    }

    /// Visits all cells that the two ticks of a node may lead to.
    fn motion<'a>(&mut self, places: &Places, layers: &'a Layers, node: &Node) -> Motion<'a> {
        let layer = &layers.list[usize::from(node.layer)];
        let hull = node.hull;
        let mut along = hull.along;
        let mut reach = Reach::of(layers, layer, &hull);
        let near = clamped(places, reach.around(&hull));
        let mut found = self.search(places, layers, node.cell, near);
        // A corner shifts the body, a line lifts it, a steep slope or a mover throws it along: the search is done again, wider.
        let is_shifted_aside = found.has_ceiling_end && layer.ends_up > 0 && layers.corner > 0;
        let may_fly_level = layer.slowest <= 0.0 && layer.fastest >= 0.0 && layer.kind == Kind::Air;
        let is_shifted_up = found.has_wall_end && may_fly_level && layers.side_corner > 0;
        let is_lifted = found.flags & (flags::LINE | flags::OTHER) != 0 && layer.fastest > 0.0;
        if found.flags & flags::THROWS != 0 {
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
        let [x, y] = clamped(places, reach.around(&hull));
        let whole = Hull { x, y, along };
        // A zone throws at the end of the tick in which the body comes to it.
        let thrown = found.zones.and_then(|zones| {
            let zones = meet(zones, &whole);
            zones.exists().then(|| reach.around(&zones))
        });
        let at_bottom = hull.y[1] >= places.y.bounds()[1];
        Motion {
            end: [x, reach.ends(places.y.bounds(), &hull)],
            lands_to: if at_bottom { hull.y[1] } else { hull.y[1] - layer.lands_low },
            has_ceiling: found.has_ceiling,
            thrown,
            ..Motion::new(layers, node, whole, found.flags)
        }
    }

    /// Finds what the two ticks of a node lead to where nothing is near: most nodes are in the open air. Returns false, and finds nothing,
    /// for other nodes.
    fn glide(&mut self, places: &Places, layers: &Layers, known: &Known, node: &Node) -> bool {
        let layer = &layers.list[usize::from(node.layer)];
        if layer.kind != Kind::Air {
            return false;
        }
        let Node { hull, .. } = *node;
        let reach = Reach::of(layers, layer, &hull);
        let near = clamped(places, reach.around(&hull));
        let Some([cols, rows]) = places.plain_classes(node.cell, near) else { return false };
        // Steps and bridges lift the body onto a support, and nowhere else.
        let [x, y] = near;
        let [top, last] = places.y.bounds();
        let up = reach.up - layers.lift;
        let y = [hull.y[0].saturating_sub(up).clamp(top, last), y[1]];
        let motion = Motion::new(layers, node, Hull { x, y, along: hull.along }, 0);
        let ends = reach.ends([top, last], &hull);
        self.along = hull.along;
        self.rows.clear();
        let width = places.x.classes() as usize;
        for row in rows[0]..=rows[1] {
            let first = (row * width) as u32;
            let range = places.cells.ranges[row * width][1];
            let swept = meeting(range, y);
            // A fall out of the map ends the play.
            if swept[0] <= swept[1] && range[1] != last {
                self.rows.push(Row { first, swept, ended: meeting(range, ends) });
            }
        }
        let mut nodes = Nodes { list: &mut self.nodes, known, run: layers.run };
        for col in cols[0]..=cols[1] {
            let range = places.cells.ranges[col][0];
            let swept = Hull { x: meeting(range, x), y, along: hull.along };
            if swept.x[0] > swept.x[1] {
                continue;
            }
            let along = motion.shown(hull.along, &swept, TICKS as i32);
            for row in &self.rows {
                self.swept
                    .push((row.first + col as u32, [swept.x[0], swept.x[1], row.swept[0], row.swept[1]]));
            }
            for edge in layer.edges.iter().filter(|edge| edge.need == Need::Nothing) {
                let along = started(layers, along, edge.along);
                for row in &self.rows {
                    nodes.push(row.first + col as u32, edge.to, Hull { x: swept.x, y: row.swept, along });
                }
            }
            let along = motion.shown(motion.braked, &swept, 1);
            for row in self.rows.iter().filter(|row| row.ended[0] <= row.ended[1]) {
                nodes.push(row.first + col as u32, layer.next, Hull { x: swept.x, y: row.ended, along });
            }
        }
        true
    }

    /// Visits the free cells that are connected with a cell within a box.
    fn search(&mut self, places: &Places, layers: &Layers, cell: u32, area: [[i32; 2]; 2]) -> Found {
        self.visited.clear();
        let mut found = Found::default();
        self.search += 1;
        self.marks.resize(places.flags.len(), 0);
        let [along, across] = area;
        self.marks[cell as usize] = self.search;
        self.visited.push(cell);
        let mut next = 0;
        while next < self.visited.len() {
            let at = self.visited[next];
            next += 1;
            found.add(places, at, area);
            let own = places.flags[at as usize];
            // The play ends here, so nothing leads through.
            if own & flags::DEADLY != 0 {
                continue;
            }
            let bottom = places.cells.ranges[at as usize][1][0];
            // A line holds what comes from above, unless the character can drop through it.
            let is_held = own & flags::ON_LINE != 0 && !layers.drops;
            for &to in places.cells.neighbors(at) {
                if self.marks[to as usize] == self.search {
                    continue;
                }
                let [to_x, to_y] = places.cells.ranges[to as usize];
                let is_within = to_x[0] <= along[1]
                    && along[0] <= to_x[1]
                    && to_y[0] <= across[1]
                    && across[0] <= to_y[1];
                if is_within && !(is_held && to_y[0] > bottom) {
                    self.marks[to as usize] = self.search;
                    self.visited.push(to);
                }
            }
        }
        found
    }
}

/// Properties of cells in which a motion may end: on a support, or in a hold.
const LANDINGS: u32 = flags::SUPPORT
    | flags::HOLD
    | flags::HOLD_AT_END
    | flags::HOLD_LEFT
    | flags::HOLD_RIGHT
    | flags::WATER
    | flags::GRIP;

/// A cell that a motion sweeps.
struct Around {
    cell: u32,
    flags: u32,
    /// First and last position on both axes.
    range: [[i32; 2]; 2],
}

/// List of the nodes that a motion leads to.
struct Nodes<'a> {
    list: &'a mut Vec<Node>,
    known: &'a Known,
    /// Running speed, in units a layer.
    run: i32,
}

impl Nodes<'_> {
    fn push(&mut self, cell: u32, layer: u16, hull: Hull) {
        let is_running = hull.along[0] <= self.run && hull.along[1] <= self.run;
        if !(is_running && self.known.has(cell, layer)) {
            self.list.push(Node { cell, layer, hull });
        }
    }
}

/// The two ticks of a node, in units.
struct Motion<'a> {
    layers: &'a Layers,
    layer: &'a Layer,
    /// Number of the layer.
    own: u16,
    /// Positions before them.
    hull: Hull,
    /// Greatest speeds along within them, and at their end without input against them.
    along: [i32; 2],
    braked: [i32; 2],
    /// True if a speed along shows in the way.
    shows: bool,
    /// Units by which a way may be shorter than its speed says.
    slack: i32,
    /// All positions within them, and positions at their end.
    whole: Hull,
    end: [[i32; 2]; 2],
    /// Lowest position at which the body may land.
    lands_to: i32,
    is_ground: bool,
    /// True if something overhead may stop the body.
    has_ceiling: bool,
    /// Where spring zones throw the body to, on both axes.
    thrown: Option<[[i32; 2]; 2]>,
}

impl<'a> Motion<'a> {
    /// The motion of a node through cells with some properties, without its end.
    fn new(layers: &'a Layers, node: &Node, whole: Hull, around: u32) -> Motion<'a> {
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
    fn shown(&self, along: [i32; 2], to: &Hull, layers_a_way: i32) -> [i32; 2] {
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
    fn land(&self, nodes: &mut Nodes, at: &Around, swept: Hull) {
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
    fn fly(&self, nodes: &mut Nodes, at: &Around, swept: Hull) {
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
    fn leave(&self, nodes: &mut Nodes, cell: u32, flags: u32) {
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

impl Found {
    /// Adds the properties of a cell in a box.
    fn add(&mut self, places: &Places, cell: u32, [along, across]: [[i32; 2]; 2]) {
        let own = places.flags[cell as usize];
        self.flags |= own;
        if own & TURNS == 0 || own & flags::DEADLY != 0 {
            return;
        }
        let [x, y] = places.cells.ranges[cell as usize];
        if own & flags::ZONE != 0 {
            let around = |a: [i32; 2], b: [i32; 2]| [a[0].min(b[0]), a[1].max(b[1])];
            self.zones = Some(self.zones.map_or([x, y], |zones| [around(zones[0], x), around(zones[1], y)]));
        }
        let is_irregular = own & flags::OTHER != 0;
        // A crouching body may hit a ceiling within a cell.
        let reaches_up = across[0] < y[0] || places.crouch > 0;
        self.has_ceiling |= is_irregular || own & flags::CEILING != 0 && reaches_up;
        self.has_ceiling_end |= is_irregular || own & flags::CEILING_END != 0 && reaches_up;
        let reaches_aside = along[0] < x[0] || x[1] < along[1];
        self.has_wall_end |= is_irregular || own & flags::WALL_END != 0 && reaches_aside;
    }
}

/// Properties of cells that may change a motion on its way.
const TURNS: u32 = flags::OTHER | flags::ZONE | flags::CEILING | flags::CEILING_END | flags::WALL_END;

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
    Hull { x: meeting(hull.x, x), y: meeting(hull.y, y), along: hull.along }
}

/// First and last position of two ranges; the first is greater if they do not meet.
fn meeting(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0].max(b[0]), a[1].min(b[1])]
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
fn started(layers: &Layers, along: [i32; 2], change: Along) -> [i32; 2] {
    along.map(|along| rounded(layers, (along + change.adds).max(change.sets)))
}
