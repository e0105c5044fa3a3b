//! Flood: all places and speeds that no input exceeds, as a table of hulls. What it does not meet cannot be reached.

use crate::flags;
use crate::hull::{Hull, Node};
use crate::layer::Kind;
use crate::layers::{Layers, UNBOUNDED};
use crate::map::{Map, MapMover};
use crate::order::{Known, has_bit};
use crate::places::{Frame, Places};
use crate::player::Player;
use crate::spread::Spread;
use glam::IVec2;
use std::ops::Range;
use tilephys_core::{Aabb, platform::PathStart};
use tilephys_feel::{Envelope, NoRule};

/// Cells of places and layers of a character on a map.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    frame: Frame,
    pub(crate) places: Places,
    pub(crate) layers: Layers,
    pub(crate) envelope: Envelope,
}

impl Model {
    pub(crate) fn new(map: &Map, player: &Player) -> Result<Model, NoRule> {
        if let Some(fault) = player.fault() {
            return Err(fault);
        }
        let envelope = player.feel.envelope(player.dt)?;
        if map.movers.iter().any(MapMover::is_driven) {
            return Err(NoRule { setting: "a mover without a path" });
        }
        let waits =
            |mover: &MapMover| mover.path.as_ref().is_some_and(|path| path.start() != PathStart::AtOnce);
        if map.movers.iter().any(waits) {
            return Err(NoRule { setting: "a mover that waits for a rider" });
        }
        // The highest jump says how much air lies over the map. The layers of a map without air tell it.
        let above = Layers::highest(map, player, &Frame::new(map, player, 0)?)?.min(MOST_AIR);
        let frame = Frame::new(map, player, above)?;
        let places = Places::new(&frame, map, player, &envelope);
        let layers = Layers::new(map, player, &frame, false)?;
        Ok(Model { frame, places, layers, envelope })
    }

    /// The model of the character if it may have any speed along.
    pub(crate) fn widened(&self, map: &Map, player: &Player) -> Result<Model, NoRule> {
        let Model { frame, places, envelope, .. } = self;
        let [left, right] = places.x.bounds();
        let mut layers = Layers::new(map, player, frame, true)?.widened(right - left);
        // A slide at any speed is no height in which to wait for a mover.
        layers.highest = self.layers.highest;
        Ok(Model { frame: frame.clone(), places: places.merged(), layers, envelope: envelope.clone() })
    }

    /// True if a body at a position overlaps no whole tile.
    pub(crate) fn has_room(&self, position: IVec2) -> bool {
        let cell = self.places.cell_of(self.places.clamped(position));
        self.places.flags[cell as usize] & flags::BLOCKED == 0
    }

    /// The nodes of a body at rest at a position: in the air, and on whatever may hold it there. None in a wall.
    pub(crate) fn starts(&self, position: IVec2) -> Vec<Node> {
        let Model { places, layers, .. } = self;
        let at = places.clamped(position);
        let cell = places.cell_of(at);
        let around = places.flags[cell as usize];
        if around & flags::BLOCKED != 0 {
            return Vec::new();
        }
        let is_in = |flag: u32| around & flag != 0;
        let last = places.cells.ranges[cell as usize][1][1];
        let holds = [
            (true, layers.fall),
            (is_in(flags::SUPPORT) && at.y == last, layers.floor),
            (is_in(flags::GRIP), layers.grip),
            (is_in(flags::WATER), layers.water),
            (is_in(flags::HOLD) || is_in(flags::HOLD_AT_END) && at.y == last, layers.other),
        ];
        let hull = Hull { x: [at.x; 2], y: [at.y; 2], along: [layers.run; 2] };
        let held = holds.into_iter().filter(|(is_held, _)| *is_held);
        held.map(|(_, layer)| Node { cell, layer, hull }).collect()
    }
}

/// Most air over the map, in units. Higher positions count as the upper border.
const MOST_AIR: i32 = 1 << 20;

/// The flood from the starts: a table of nodes, none of which includes another.
#[derive(Clone, Debug)]
pub(crate) struct Flood {
    /// Nodes by cell, and in each by rank.
    pub(crate) nodes: Vec<Node>,
    /// First node of each cell, and the end of the last.
    starts: Vec<u32>,
    /// Hull of all swept positions of each cell.
    pub(crate) swept: Vec<Option<[i32; 4]>>,
}

/// A flood under way.
pub(crate) struct Filling<'a> {
    model: &'a Model,
    cells: Vec<Cell>,
    /// Number of all entries.
    count: usize,
    known: Known,
    queue: Queue,
}

/// Hull without a position.
const NOWHERE: [i32; 4] = [i32::MAX, i32::MIN, i32::MAX, i32::MIN];

/// What the flood has in a cell, side by side in memory.
struct Cell {
    /// Nodes that no other node includes.
    entries: Vec<Entry>,
    /// Hull of all swept positions.
    swept: [i32; 4],
}

/// A node of a cell.
#[derive(Clone, Copy)]
struct Entry {
    hull: Hull,
    layer: u16,
    /// True if it is to be spread.
    is_queued: bool,
}

impl Flood {
    /// Floods a map from the starts. `most_nodes` limits the table.
    pub(crate) fn new(model: &Model, starts: &[Node], most_nodes: usize) -> Result<Flood, NoRule> {
        let mut filling = Filling::new(model);
        filling.run(starts, most_nodes, |_, _| false)?;
        Ok(filling.packed())
    }

    /// True if a flood from the starts comes to where `is_end` says so, given the flood and the positions of a spread by cell.
    pub(crate) fn meets_end(
        model: &Model,
        starts: &[Node],
        most_nodes: usize,
        is_end: impl FnMut(&Filling, &[(u32, [i32; 4])]) -> bool,
    ) -> Result<bool, NoRule> {
        Filling::new(model).run(starts, most_nodes, is_end)
    }

    /// True if the flood has come to the floor of a cell.
    pub(crate) fn has_floor(&self, model: &Model, cell: u32) -> bool {
        self.of_cell(cell).any(|own| self.nodes[own as usize].layer == model.layers.floor)
    }

    /// Nodes of a cell.
    pub(crate) fn of_cell(&self, cell: u32) -> Range<u32> {
        let cell = cell as usize;
        self.starts[cell]..self.starts[cell + 1]
    }

    /// True if a swept position touches an area.
    pub(crate) fn meets(&self, model: &Model, area: Aabb) -> bool {
        let size = model.places.size;
        model
            .places
            .cells_over(area)
            .into_iter()
            .any(|cell| self.swept[cell as usize].is_some_and(|swept| touches(swept, size, area)))
    }

    /// True if a position is in a hull of its cell, or below the map, where the play ends.
    pub(crate) fn has_place(&self, model: &Model, position: IVec2) -> bool {
        if position.y > model.places.bottom() {
            return true;
        }
        let at = model.places.clamped(position);
        let cell = model.places.cell_of(at);
        let is_start = self.of_cell(cell).any(|index| {
            let hull = &self.nodes[index as usize].hull;
            hull.x[0] <= at.x && at.x <= hull.x[1] && hull.y[0] <= at.y && at.y <= hull.y[1]
        });
        is_start
            || self.swept[cell as usize].is_some_and(|[left, right, top, bottom]| {
                left <= at.x && at.x <= right && top <= at.y && at.y <= bottom
            })
    }
}

impl Filling<'_> {
    fn new(model: &Model) -> Filling<'_> {
        let cells = model.places.cells.len();
        Filling {
            model,
            count: 0,
            cells: (0..cells).map(|_| Cell { entries: Vec::new(), swept: NOWHERE }).collect(),
            known: Known::new(cells, &model.layers.order),
            queue: Queue::new(model),
        }
    }

    /// Spreads nodes until none grows, or until `is_end` is true. Returns that.
    fn run(
        &mut self,
        starts: &[Node],
        most_nodes: usize,
        mut is_end: impl FnMut(&Filling, &[(u32, [i32; 4])]) -> bool,
    ) -> Result<bool, NoRule> {
        let mut spread = Spread::default();
        for start in starts {
            self.grow(start)?;
        }
        while let Some(Queued { cell, layer }) = self.queue.pop() {
            let known = self.cells[cell as usize].entries.iter_mut().find(|own| own.layer == layer);
            let Some(own) = known.filter(|own| own.is_queued) else { continue };
            own.is_queued = false;
            let node = Node { cell, layer, hull: own.hull };
            spread.run(&self.model.places, &self.model.layers, &self.known, &node);
            self.skip_like(&node, &spread.swept);
            for &(cell, swept) in &spread.swept {
                self.sweep(cell, swept);
            }
            for node in &spread.nodes {
                self.grow(node)?;
            }
            if is_end(self, &spread.swept) {
                return Ok(true);
            }
            if self.count > most_nodes {
                return Err(NoRule { setting: "the size of the map" });
            }
        }
        Ok(false)
    }

    /// Takes nodes out of the queue that lead to nothing new after the spread of a node. At any speed along, these are the nodes in swept
    /// cells whose heights and layer it includes. Wherever they lie along, two ticks lead across the whole map.
    fn skip_like(&mut self, node: &Node, swept: &[(u32, [i32; 4])]) {
        let Layers { list, order, .. } = &self.model.layers;
        if !self.model.layers.is_capped || list[usize::from(node.layer)].kind != Kind::Air {
            return;
        }
        for (cell, _) in swept {
            for own in &mut self.cells[*cell as usize].entries {
                let hull = Hull { x: own.hull.x, ..node.hull };
                if hull.contains(&own.hull) && order.includes(node.layer, own.layer) {
                    own.is_queued = false;
                }
            }
        }
    }

    /// True if the flood has come to the floor of a cell.
    pub(crate) fn has_floor(&self, cell: u32) -> bool {
        self.cells[cell as usize].entries.iter().any(|own| own.layer == self.model.layers.floor)
    }

    /// Adds a node, or grows the node of its cell and layer.
    fn grow(&mut self, node: &Node) -> Result<(), NoRule> {
        let model = self.model;
        let Layers { order, run, .. } = &model.layers;
        let list = &mut self.cells[node.cell as usize].entries;
        let including = order.including(node.layer);
        let includes = |own: &Entry| has_bit(including, own.layer) && own.hull.contains(&node.hull);
        // Most nodes lie in the last one of their cell.
        if list.last().is_some_and(includes) {
            return Ok(());
        }
        let is_running = node.hull.along.iter().all(|along| along <= run);
        if is_running && self.known.has(node.cell, node.layer) {
            return Ok(());
        }
        let mut same = None;
        for (at, own) in list.iter().enumerate().rev() {
            if includes(own) {
                // It likely includes the next one too.
                let last = list.len() - 1;
                list.swap(at, last);
                return Ok(());
            }
            if own.layer == node.layer {
                same = Some(own.hull);
            }
        }
        if model.layers.is_unbounded(node.hull.along) {
            return Err(UNBOUNDED);
        }
        let hull = same.map_or(node.hull, |own| own.joined(&node.hull));
        // What the node includes needs no spread of its own.
        let included = order.included(node.layer);
        let before = list.len();
        list.retain(|own| !(has_bit(included, own.layer) && hull.contains(&own.hull)));
        list.push(Entry { hull, layer: node.layer, is_queued: true });
        self.count = self.count + list.len() - before;
        if [hull.x, hull.y] == model.places.cells.ranges[node.cell as usize] {
            self.known.add(node.cell, included);
        }
        self.queue.push(&model.layers, Queued { cell: node.cell, layer: node.layer }, hull.along);
        Ok(())
    }

    fn sweep(&mut self, cell: u32, swept: [i32; 4]) {
        let own = &mut self.cells[cell as usize].swept;
        let is_known = own[0] <= swept[0] && swept[1] <= own[1] && own[2] <= swept[2] && swept[3] <= own[3];
        if !is_known {
            *own = [own[0].min(swept[0]), own[1].max(swept[1]), own[2].min(swept[2]), own[3].max(swept[3])];
        }
    }

    /// The table without nodes that other nodes include.
    fn packed(mut self) -> Flood {
        let ranks = &self.model.layers.order.ranks;
        let swept = self.cells.iter().map(|cell| (cell.swept != NOWHERE).then_some(cell.swept)).collect();
        let mut flood = Flood { nodes: Vec::with_capacity(self.count), starts: vec![0], swept };
        for (cell, Cell { entries: list, .. }) in (0..).zip(&mut self.cells) {
            list.sort_by_key(|own| ranks[usize::from(own.layer)]);
            flood.nodes.extend(list.iter().map(|own| Node { cell, layer: own.layer, hull: own.hull }));
            flood.starts.push(flood.nodes.len() as u32);
        }
        flood
    }
}

/// True if a body of a size touches an area at one of the positions of a hull.
pub(crate) fn touches([left, right, top, bottom]: [i32; 4], size: IVec2, area: Aabb) -> bool {
    left < area.max.x && area.min.x < right + size.x && top < area.max.y && area.min.y < bottom + size.y
}

/// True if everything that `node` leads to, `greater` leads to.
pub(crate) fn covers(model: &Model, greater: &Node, node: &Node) -> bool {
    greater.hull.contains(&node.hull) && model.layers.order.includes(greater.layer, node.layer)
}

/// Speeds along that the queue tells apart.
const SPEEDS: i32 = 64;

/// Nodes to spread. The fastest along come first: speed along is mostly lost on the way, so these do not grow any more. Of them the
/// layers of the least rank come first.
struct Queue {
    buckets: Vec<Vec<Queued>>,
    first: usize,
}

/// A node in the queue, as its cell and layer. It may have been spread since, or included in another node.
#[derive(Clone, Copy)]
struct Queued {
    cell: u32,
    layer: u16,
}

impl Queue {
    fn new(model: &Model) -> Self {
        let buckets = model.layers.list.len() * (SPEEDS as usize + 1);
        Queue { buckets: (0..buckets).map(|_| Vec::new()).collect(), first: buckets }
    }

    fn push(&mut self, layers: &Layers, node: Queued, along: [i32; 2]) {
        let along = along[0].max(along[1]).min(layers.most_along);
        let slowness = SPEEDS * (layers.most_along - along) / layers.most_along.max(1);
        let rank = usize::from(layers.order.ranks[usize::from(node.layer)]);
        let bucket = slowness as usize * layers.list.len() + rank;
        self.buckets[bucket].push(node);
        self.first = self.first.min(bucket);
    }

    fn pop(&mut self) -> Option<Queued> {
        while self.first < self.buckets.len() {
            if let Some(node) = self.buckets[self.first].pop() {
                return Some(node);
            }
            self.first += 1;
        }
        None
    }
}
