//! Search for a way to targets: best first, by whole crowds of states.

use crate::actions::{ACTION_TICKS, Action, actions};
use crate::bounds::Bounds;
use crate::clock::Clock;
use crate::crowd::State;
use crate::crowds::{Crowds, MOST_STATES};
use crate::distance::Field;
use crate::guide::Guide;
use crate::map::Map;
use crate::motions::{Moment, Motions};
use crate::places::Places;
use crate::player::Player;
use crate::start::Start;
use crate::target::Target;
use glam::IVec2;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use tilephys_core::{Aabb, UNITS_PER_PX};
use tilephys_feel::Input;

/// Ticks of an action that changes too little in [`ACTION_TICKS`] to tell its end from its beginning.
const LONGEST_ACTION: u8 = 32;

/// Factor of the distance left: more than 1 prefers what is near the target to what is early.
const GREED: u32 = 3;

/// Quanta of positions and speeds, within which two states count as one. Each finer stage halves them.
const POSITION_PX: i32 = 4;
const ALONG_SPEED: f32 = 40.0;
const RISE_SPEED: f32 = 60.0;

/// A state in the archive, and how it was reached.
#[derive(Debug)]
struct Entry {
    state: State,
    parent: u32,
    action: Action,
    /// Ticks of the action, and since the character was at rest.
    lasted: u8,
    ticks: u32,
    /// Least fineness at which it has not been expanded.
    open_at: u32,
}

/// A way from the start to a target.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Actions with their lengths in ticks.
    pub(crate) actions: Vec<(Action, u8)>,
    /// Bounds of the body at its end.
    pub(crate) end: Aabb,
}

/// The least distance to a target so far, in ticks, and the entry there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach {
    pub(crate) ticks_left: u32,
    entry: u32,
}

/// States found so far, for all targets of a level.
pub(crate) struct Search<'a> {
    guide: Guide,
    places: &'a Places,
    map: &'a Map<'a>,
    player: &'a Player,
    crowds: Crowds,
    entries: Vec<Entry>,
    seen: HashSet<u64>,
    clock: Clock,
    /// Number of times that the quanta of states are halved.
    fineness: u32,
    /// Targets not met yet, and entries that have met one, with the index of the target.
    open: Vec<(usize, Aabb)>,
    met: Vec<(usize, Way)>,
    /// Motions that bound all states, in builds with assertions.
    motions: Option<Motions<'a>>,
    /// Lowest position: below it, a body has fallen out of the map.
    bottom: i32,
    pub(crate) states: usize,
    /// Number of expanded states by free cell of the guide.
    visits: Vec<u32>,
}

/// How a search goes on.
pub(crate) struct Round {
    /// States that are expanded at once.
    pub(crate) width: usize,
    /// How finely states are told apart: see [`Search::set_fineness`].
    pub(crate) fineness: u32,
    /// Cost of each state that was expanded in the same cell before: where the guide is wrong, the search turns to other places.
    pub(crate) penalty: u32,
    /// The round may visit one of so many parts of the states that are left.
    pub(crate) parts: usize,
}

/// A child of an expansion.
struct Child {
    parent: u32,
    action: Action,
    /// Input of the last tick, and state before it.
    input: Input,
    before: Option<State>,
    was_on_floor: bool,
    /// Bounds of the body after the last tick.
    area: Aabb,
    is_done: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        bounds: &'a Bounds,
        guide: Guide,
        map: &'a Map<'a>,
        player: &'a Player,
        start: &Start,
        targets: &[Target],
    ) -> Search<'a> {
        let crowds = Crowds::new(map, player);
        let first = Entry {
            state: start.state.clone(),
            parent: u32::MAX,
            action: Action::default(),
            lasted: 0,
            ticks: start.tick,
            open_at: 0,
        };
        let open = targets.iter().enumerate().map(|(index, target)| (index, target.area)).collect();
        let places = &bounds.model.places;
        let bottom = places.bottom();
        let motions = if cfg!(debug_assertions) { bounds.motions(player).ok() } else { None };
        let mut search = Search {
            visits: vec![0; guide.len()],
            guide,
            places,
            map,
            player,
            crowds,
            entries: vec![first],
            seen: HashSet::new(),
            clock: Clock::new(map, bounds.model.layers.highest),
            fineness: 0,
            open,
            met: Vec::new(),
            motions,
            bottom,
            states: 0,
        };
        // A target that covers a start is met without a move.
        search.meet_targets(start.state.area(player.size), |_| Vec::new());
        search
    }

    /// Distances to an area.
    pub(crate) fn field(&self, area: Aabb) -> Field {
        Field::new(&self.guide, self.player.size, area)
    }

    /// The way to a target, if it was met.
    pub(crate) fn way(&self, target: usize) -> Option<&Way> {
        self.met.iter().find(|(index, _)| *index == target).map(|(_, way)| way)
    }

    pub(crate) fn has_met(&self, target: usize) -> bool {
        !self.open.iter().any(|(index, _)| *index == target)
    }

    /// Searches until a target is met, at most `budget` more states. Returns the nearest approach.
    pub(crate) fn run(
        &mut self,
        target: usize,
        field: &Field,
        round: &Round,
        budget: usize,
    ) -> Option<Approach> {
        let Round { width, .. } = *round;
        let mut queue = BinaryHeap::new();
        for index in 0..self.entries.len() {
            if self.entries[index].open_at <= self.fineness {
                self.enqueue(&mut queue, field, round, index as u32);
            }
        }
        let mut nearest: Option<Approach> = None;
        let end = self.states + budget;
        let mut batch = Vec::new();
        let mut children: Vec<Child> = Vec::new();
        let mut list = Vec::new();
        let mut put_back = Vec::new();
        while self.states < end && !self.has_met(target) {
            batch.clear();
            children.clear();
            let mut phase = None;
            while batch.len() < width {
                let Some(Reverse(next)) = queue.pop() else { break };
                let index: u32 = next.index;
                let entry = &self.entries[index as usize];
                let own = self.clock.phase(entry.ticks);
                if *phase.get_or_insert(own) != own {
                    put_back.push(Reverse(next));
                    if put_back.len() > 4 * width {
                        break;
                    }
                    continue;
                }
                actions(&self.player.feel, self.places, &entry.state, &mut list);
                if children.len() + list.len() > MOST_STATES {
                    put_back.push(Reverse(next));
                    break;
                }
                if nearest.is_none_or(|nearest| next.left < nearest.ticks_left) {
                    nearest = Some(Approach { ticks_left: next.left, entry: index });
                }
                batch.push(index);
                for action in &list {
                    children.push(Child {
                        parent: index,
                        action: *action,
                        input: entry.state.input,
                        before: None,
                        was_on_floor: entry.state.contacts.on_floor(),
                        area: entry.state.area(self.player.size),
                        is_done: false,
                    });
                }
            }
            queue.extend(put_back.drain(..));
            if batch.is_empty() {
                break;
            }
            for index in &batch {
                let entry = &mut self.entries[*index as usize];
                entry.open_at = self.fineness + 1;
                if let Some(cell) = self.guide.cell_of(entry.state.position) {
                    self.visits[cell] += 1;
                }
            }
            let first = self.entries.len();
            self.expand(&mut children, phase.unwrap_or(0));
            for index in first..self.entries.len() {
                self.enqueue(&mut queue, field, round, index as u32);
            }
        }
        nearest
    }

    /// Adds an entry to the queue, with its cost.
    fn enqueue(&self, queue: &mut BinaryHeap<Reverse<Queued>>, field: &Field, round: &Round, index: u32) {
        let entry = &self.entries[index as usize];
        // No cell: something has pressed the body into a tile.
        let Some(cell) = self.guide.cell_of(entry.state.position) else { return };
        let left = field.of(&self.guide, cell, &entry.state);
        let cost = entry.ticks + GREED * left + round.penalty * self.visits[cell];
        queue.push(Reverse(Queued { cost, index, left }));
    }

    /// Plays all children, and stores the states that they lead to.
    fn expand(&mut self, children: &mut [Child], phase: u32) {
        self.states += children.len();
        let states = children.iter().map(|child| &self.entries[child.parent as usize].state);
        self.crowds.load(phase, &states.collect::<Vec<_>>());
        // The child of each body in play.
        let mut own: Vec<usize> = (0..children.len()).collect();
        for tick in 1..=LONGEST_ACTION {
            for (body, child) in own.iter().enumerate() {
                let child = &mut children[*child];
                if child.is_done {
                    continue;
                }
                // A press of jump on a floor leaves it on purpose.
                child.before =
                    if child.was_on_floor { self.crowds.current().state(body, child.input) } else { None };
                child.input = child.action.input(&child.input);
            }
            self.crowds.step(own.iter().map(|child| children[*child].input));
            for (body, child) in own.iter().enumerate() {
                if !children[*child].is_done {
                    self.follow(&mut children[*child], body, tick);
                }
            }
            let left: Vec<usize> = (0..own.len()).filter(|body| !children[own[*body]].is_done).collect();
            if left.is_empty() {
                break;
            }
            if self.crowds.reduce(&left) {
                own = left.into_iter().map(|body| own[body]).collect();
            }
        }
    }

    /// Stores what a child has become after a tick, if it ends or an event is near.
    fn follow(&mut self, child: &mut Child, body: usize, tick: u8) {
        let crowd = self.crowds.current();
        let now = crowd.area(body);
        let path = std::mem::replace(&mut child.area, now).union(now);
        let height = self.player.size.y;
        if now.max.y - height > self.bottom || self.map.forbids(path) || crowd.is_squished(body) {
            child.is_done = true;
            return;
        }
        let on_floor = crowd.on_floor(body);
        if let Some(motions) = &self.motions
            && let Some(state) = crowd.state(body, child.input)
        {
            debug_assert!(motions.include(&Moment::from(&state)), "{state:?} is outside of the flood");
        }
        self.meet_targets(now, |search| {
            let mut actions = search.actions_to(child.parent);
            actions.push((child.action, tick));
            actions
        });
        let lands = on_floor && !child.was_on_floor;
        // Jumps from the last tick on a floor exist, because the state before a fall is stored too.
        let walks_off = child.was_on_floor && !on_floor && !child.action.jumps();
        if let Some(state) = child.before.take().filter(|_| walks_off && tick > 1) {
            self.store(child, state, tick - 1);
        }
        child.was_on_floor = on_floor;
        if !lands && tick < ACTION_TICKS {
            return;
        }
        let Some(state) = self.crowds.current().state(body, child.input) else { return };
        let parent = &self.entries[child.parent as usize];
        let was = self.key(&parent.state, parent.ticks);
        let is_new = self.key(&state, parent.ticks + u32::from(tick)) != was;
        if lands || is_new || tick == LONGEST_ACTION {
            child.is_done = true;
            self.store(child, state, tick);
        }
    }

    /// Records the targets that a body overlaps. `actions` gives the way to it.
    fn meet_targets(&mut self, own: Aabb, actions: impl FnOnce(&Self) -> Vec<(Action, u8)>) {
        if !self.open.iter().any(|(_, area)| area.overlaps(own)) {
            return;
        }
        let way = Way { actions: actions(self), end: own };
        let met = self.open.extract_if(.., |(_, area)| area.overlaps(own));
        self.met.extend(met.map(|(index, _)| (index, way.clone())));
    }

    /// Actions from the start to an entry.
    fn actions_to(&self, mut index: u32) -> Vec<(Action, u8)> {
        let mut actions = Vec::new();
        while index != u32::MAX {
            let entry = &self.entries[index as usize];
            if entry.lasted > 0 {
                actions.push((entry.action, entry.lasted));
            }
            index = entry.parent;
        }
        actions.reverse();
        actions
    }

    /// Position of an approach, and position at which the way to it was on a floor last.
    pub(crate) fn positions(&self, approach: Approach) -> (IVec2, Option<IVec2>) {
        let own = &self.entries[approach.entry as usize];
        let way = std::iter::successors(Some(own), |entry| self.entries.get(entry.parent as usize));
        let floor = way.map(|entry| &entry.state).find(|state| state.contacts.on_floor());
        (own.state.position, floor.map(|state| state.position))
    }

    /// Tells states apart by quanta that are halved `fineness` times.
    pub(crate) fn set_fineness(&mut self, fineness: u32) {
        if self.fineness != fineness {
            self.fineness = fineness;
            self.seen = self.entries.iter().map(|entry| self.key(&entry.state, entry.ticks)).collect();
        }
    }

    /// Key of a state after a number of ticks.
    fn key(&self, state: &State, ticks: u32) -> u64 {
        let area = Aabb::from_min_size(state.position, self.player.size);
        key(state, self.clock.phase_near(area, ticks), self.fineness)
    }

    /// Stores a state, unless one like it is known.
    fn store(&mut self, child: &Child, state: State, lasted: u8) {
        let ticks = self.entries[child.parent as usize].ticks + u32::from(lasted);
        if self.seen.insert(self.key(&state, ticks)) {
            self.entries.push(Entry {
                state,
                parent: child.parent,
                action: child.action,
                lasted,
                ticks,
                open_at: 0,
            });
        }
    }
}

/// An entry in the queue. The least cost comes first, of equal ones the earliest entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Queued {
    cost: u32,
    index: u32,
    left: u32,
}

/// Key of a state: states with equal keys count as one.
fn key(state: &State, phase: i32, fineness: u32) -> u64 {
    let feel = &state.feel;
    let quantum = (POSITION_PX * UNITS_PER_PX) >> fineness;
    let finer = (1 << fineness) as f32;
    let number = |value: f32, by: f32| (value / by * finer).floor() as i32;
    let parts = [
        state.position.x.div_euclid(quantum),
        state.position.y.div_euclid(quantum),
        number(state.velocity.x, ALONG_SPEED),
        number(state.velocity.y, RISE_SPEED),
        i32::from(state.contacts.on_floor()),
        i32::from(feel.is_jumping())
            | i32::from(state.input.jump.held) << 1
            | i32::from(feel.is_climbing()) << 2
            | i32::from(state.is_low) << 3,
        i32::from(feel.air_jumps()),
        i32::from(feel.dashes()),
        i32::from(feel.dash_ticks()),
        i32::from(feel.coyote_ticks() > 0),
        i32::from(feel.var_jump_ticks() / 3),
        i32::from(feel.cooldown_ticks() > 0),
        phase,
    ];
    // FNV-1a over the parts.
    parts
        .iter()
        .flat_map(|part| part.to_le_bytes())
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
