//! Groups of bodies for colours: candidate pairs and islands, from the boxes of the last step.

use serde::Deserialize;
use tilephys_core::glam::IVec2;
use tilephys_core::{Aabb, UNITS_PER_PX, broad_phase::SweepAndPrune};
use tilephys_ecs::hecs::{Entity, World};
use tilephys_ecs::{BodyCollision, BodyId, Collider, Physics, Position, PreviousPosition};

/// Margin around the box of a step, in lattice units: bodies that touch belong together.
const MARGIN: i32 = UNITS_PER_PX;

/// How bodies are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Coloring {
    /// All alike. The default.
    #[default]
    Plain,
    /// By island: bodies that could hit each other within the last step, directly or by way of others.
    Island,
    /// By pair: alone, near another body, or in contact with one.
    Pair,
    /// By speed.
    Speed,
}

/// Group numbers of bodies after a step.
///
/// The engine does not list its islands. Here a body's bounds reach from its place before the step to its place after
/// it, with a margin of 1 px. Bodies whose bounds overlap are a pair, as are bodies that hit each other; pairs with a common
/// body are an island. The engine takes the bounds of the motion through the map alone, so its islands may differ.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// Numbers by the ids of entities; 0 beyond the end.
    numbers: Vec<u32>,
    islands: usize,
    pairs: usize,
    broad_phase: SweepAndPrune,
}

impl Groups {
    /// Finds the groups of all bodies with a [`BodyCollision`] after a step.
    pub fn update(&mut self, world: &World, physics: &Physics, coloring: Coloring) {
        self.numbers.clear();
        (self.islands, self.pairs) = (0, 0);
        if !matches!(coloring, Coloring::Island | Coloring::Pair) {
            return;
        }
        let mut bodies: Vec<(BodyId, Entity, Aabb)> = Vec::new();
        for (entity, id, now, before, collider, _) in world
            .query::<(Entity, &BodyId, &Position, Option<&PreviousPosition>, &Collider, &BodyCollision)>()
            .iter()
        {
            let before = before.and_then(|before| before.0).unwrap_or(*now);
            let Some(bounds) = collider.aabb(*now).zip(collider.aabb(before)).map(|(a, b)| a.union(b)) else {
                continue;
            };
            let margin = IVec2::splat(MARGIN);
            let bounds = Aabb { min: bounds.min - margin, max: bounds.max + margin };
            bodies.push((*id, entity, bounds));
        }
        // Archetypes have no order that survives a despawn.
        bodies.sort_unstable_by_key(|(id, ..)| *id);
        let bounds: Vec<Aabb> = bodies.iter().map(|(.., bounds)| *bounds).collect();
        let mut pairs = Vec::new();
        self.broad_phase.pairs(&bounds, |a, b| pairs.push((a, b)));
        // Bodies that rebounded from each other within the step may be apart before it and after it.
        let index_of = |entity| {
            let id = world.get::<&BodyId>(entity).ok()?;
            bodies.binary_search_by_key(&*id, |(id, ..)| *id).ok().map(|index| index as u32)
        };
        for (entity, other, _) in physics.body_hits() {
            pairs.extend(index_of(entity).zip(index_of(other)).filter(|(a, b)| a < b));
        }
        pairs.sort_unstable();
        pairs.dedup();
        self.pairs = pairs.len();
        let mut sets = Sets::new(bodies.len());
        pairs.into_iter().for_each(|(a, b)| sets.unite(a, b));
        let sizes = sets.sizes();
        self.islands = sizes.iter().filter(|size| **size > 1).count();
        for (index, (id, entity, _)) in (0..).zip(&bodies) {
            let root = sets.root(index);
            let number = match (sizes[root as usize] > 1, coloring) {
                (false, _) => 0,
                (true, Coloring::Pair) => 1,
                // The least body of an island names it, so that its colour stays while that body does.
                (true, _) => bodies[root as usize].0.0.wrapping_add(1),
            };
            debug_assert!(root <= index && bodies[root as usize].0 <= *id);
            self.write(*entity, number);
        }
        if coloring == Coloring::Pair {
            for (entity, ..) in physics.body_hits() {
                self.write(entity, 2);
            }
        }
    }

    fn write(&mut self, entity: Entity, number: u32) {
        let at = entity.id() as usize;
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, 0);
        }
        self.numbers[at] = number;
    }

    /// The group of a body: 0 if it is alone. By island any number for each; by pair 1 near another body, 2 in contact.
    #[must_use]
    pub fn of(&self, entity: Entity) -> u32 {
        self.numbers.get(entity.id() as usize).copied().unwrap_or(0)
    }

    /// Number of islands of two bodies or more.
    #[must_use]
    pub fn islands(&self) -> usize {
        self.islands
    }

    /// Number of pairs.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }
}

/// Disjoint sets whose roots are their least members (union-find with path halving).
struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Sets { parents: (0..count as u32).collect() }
    }

    fn root(&mut self, mut member: u32) -> u32 {
        while self.parents[member as usize] != member {
            let parent = self.parents[member as usize];
            self.parents[member as usize] = self.parents[parent as usize];
            member = parent;
        }
        member
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// Sizes of the sets, at their roots; 0 elsewhere.
    fn sizes(&mut self) -> Vec<u32> {
        let mut sizes = vec![0; self.parents.len()];
        for member in 0..self.parents.len() as u32 {
            sizes[self.root(member) as usize] += 1;
        }
        sizes
    }
}
