//! Spread: everything that two ticks can lead to from a node.

use crate::flags;
use crate::hull::{Hull, Node, meet, meeting};
use crate::layer::{Kind, Need, TICKS};
use crate::layers::Layers;
use crate::order::Known;
use crate::places::Places;
use crate::ticks::{Around, LANDINGS, Motion, Nodes, Reach, started};

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
            let [left, right] = swept.x;
            let of_row = |row: &Row| (row.first + col as u32, [left, right, row.swept[0], row.swept[1]]);
            self.swept.extend(self.rows.iter().map(of_row));
            for edge in layer.edges.iter().filter(|edge| edge.need == Need::Nothing) {
                let along = motion.shown(hull.along, &swept, TICKS as i32);
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

fn clamped(places: &Places, [x, y]: [[i32; 2]; 2]) -> [[i32; 2]; 2] {
    let [left, right] = places.x.bounds();
    let [top, bottom] = places.y.bounds();
    [x.map(|x| x.clamp(left, right)), y.map(|y| y.clamp(top, bottom))]
}
