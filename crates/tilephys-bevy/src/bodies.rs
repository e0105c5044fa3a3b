//! Bodies in the tables of Bevy: their rows as slices for the engine, and which entity is which body.

use crate::components::{
    Body, BodyCollision, BodyId, BodyState, Category, Collider, Filter, GravityScale, Limits, MotionMode,
    Mover, Position, PreviousPosition, ReportTiles, Reports, Response, Riding, Sensor, Solid, Up, Velocity,
    Walk,
};
use crate::pool::Pool;
use crate::spawn_order::Spawned;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Has, With, Without};
use bevy_ecs::query::{ContiguousQueryData, QueryState};
use bevy_ecs::world::World as Entities;
use bytemuck::TransparentWrapper;
use std::ops::Range;
use tilephys_columns::{
    BodyRows, EntityIndices, Profiles, SettingRows, keep_previous, load, load_velocities, store,
    store_velocities,
};
use tilephys_core::{World, driver::BodySlices};

/// Number of rows that are compared at once.
const BLOCK: usize = 256;

/// Filter of the tables with bodies.
type Bodies = (With<Body>, Without<Mover>);

type Rows = (&'static mut Position, &'static mut Velocity, &'static Collider, &'static mut BodyState);

type Settings = (
    (
        Option<&'static Response>,
        Option<&'static Filter>,
        Option<&'static GravityScale>,
        Option<&'static Limits>,
        Option<&'static Up>,
        Option<&'static Reports>,
        Option<&'static MotionMode>,
        Option<&'static Walk>,
    ),
    (
        Option<&'static Riding>,
        Option<&'static Solid>,
        Option<&'static Category>,
        Option<&'static Sensor>,
        Option<&'static BodyCollision>,
    ),
    (Has<ReportTiles>, &'static BodyId),
);

/// Queries of the tables with bodies. All of them meet the tables in one order, whose rows are the bodies from 0 on.
pub(crate) struct BodyQueries {
    pub(crate) pool: Pool,
    names: QueryState<(Entity, &'static mut BodyId), Bodies>,
    rows: QueryState<Rows, Bodies>,
    settings: QueryState<Settings, Bodies>,
    velocities: QueryState<&'static mut Velocity, Bodies>,
    positions: QueryState<(&'static Position, Option<&'static mut PreviousPosition>), Bodies>,
}

/// The columns of each table of a query. All components of this crate are stored in tables, so each query has columns.
macro_rules! columns {
    ($state:expr, $world:expr) => {
        $state.contiguous_iter_mut($world).expect("components in tables")
    };
}

impl BodyQueries {
    pub(crate) fn new(world: &mut Entities) -> Self {
        BodyQueries {
            pool: Pool::default(),
            names: QueryState::new(world),
            rows: QueryState::new(world),
            settings: QueryState::new(world),
            velocities: QueryState::new(world),
            positions: QueryState::new(world),
        }
    }

    /// Finds the profiles of all bodies.
    pub(crate) fn find_profiles(&mut self, world: &mut Entities, core: &mut World, profiles: &mut Profiles) {
        profiles.begin(core);
        let mut first = 0;
        for (
            (response, filter, gravity, limits, up, reports, motion_mode, walk),
            others,
            (report_tiles, ids),
        ) in columns!(self.settings, world)
        {
            let (riding, solid, category, sensor, collide) = others;
            let rows = SettingRows {
                response: response.map(Response::peel_slice),
                filter: filter.map(Filter::peel_slice),
                gravity: gravity.map(GravityScale::peel_slice),
                limits: limits.map(Limits::peel_slice),
                up: up.map(Up::peel_slice),
                reports: reports.map(Reports::peel_slice),
                motion_mode: motion_mode.map(MotionMode::peel_slice),
                walk: walk.map(Walk::peel_slice),
                riding: riding.map(Riding::peel_slice),
                solid: solid.map(Solid::peel_slice),
                category: category.map(Category::peel_slice),
                sensor: sensor.map(Sensor::peel_slice),
                collide: collide.map(BodyCollision::peel_slice),
                use_hooks: false,
                report_tiles,
            };
            profiles.assign(&self.pool, core, first, rows, ids.len());
            first += ids.len();
        }
        profiles.end();
    }

    /// Saves the positions before a step.
    pub(crate) fn keep_positions(&mut self, world: &mut Entities) {
        for (position, previous) in columns!(self.positions, world) {
            if let Some(mut previous) = previous {
                let previous = PreviousPosition::peel_slice_mut(previous.bypass_change_detection());
                keep_previous(&self.pool, Position::peel_slice(position), previous);
            }
        }
    }

    /// Steps each table at once, while it is in the cache. False if bodies may meet more than the grid; then nothing has moved.
    pub(crate) fn step_rows(&mut self, world: &mut Entities, core: &mut World, dt: f32) -> bool {
        let runs = columns!(self.names, world).count();
        let Some(mut step) = core.row_step(&self.pool, dt, runs) else { return false };
        for mut table in columns!(self.rows, world) {
            step.advance(rows_of(&mut table), None);
        }
        step.finish(None);
        true
    }

    /// Copies all bodies to the engine.
    pub(crate) fn load(&mut self, world: &mut Entities, core: &mut World) {
        let pool = self.pool;
        self.copy(world, core.slices(), |rows, bodies| load(&pool, rows, bodies));
    }

    /// Copies all bodies from the engine.
    pub(crate) fn store(&mut self, world: &mut Entities, core: &mut World) {
        let pool = self.pool;
        self.copy(world, core.slices(), |rows, bodies| store(&pool, rows, bodies));
    }

    /// Calls `copy` with the rows of each table and its bodies.
    fn copy(
        &mut self,
        world: &mut Entities,
        mut bodies: BodySlices<'_>,
        copy: impl Fn(BodyRows<'_>, BodySlices<'_>),
    ) {
        for mut table in columns!(self.rows, world) {
            let rows = rows_of(&mut table);
            let (own, others) = bodies.split_at(rows.position.len());
            copy(rows, own);
            bodies = others;
        }
    }

    /// Copies all velocities to the engine.
    pub(crate) fn load_velocities(&mut self, world: &mut Entities, bodies: BodySlices<'_>) {
        let pool = self.pool;
        self.copy_velocities(world, bodies, |rows, bodies| load_velocities(&pool, rows, bodies));
    }

    /// Copies all velocities from the engine.
    pub(crate) fn store_velocities(&mut self, world: &mut Entities, bodies: BodySlices<'_>) {
        let pool = self.pool;
        self.copy_velocities(world, bodies, |rows, bodies| store_velocities(&pool, rows, bodies));
    }

    /// Calls `copy` with the velocities of each table and its bodies.
    fn copy_velocities(
        &mut self,
        world: &mut Entities,
        mut bodies: BodySlices<'_>,
        copy: impl Fn(&mut [tilephys_columns::Velocity], BodySlices<'_>),
    ) {
        for mut velocities in columns!(self.velocities, world) {
            let velocities = Velocity::peel_slice_mut(velocities.bypass_change_detection());
            let (own, others) = bodies.split_at(velocities.len());
            copy(velocities, own);
            bodies = others;
        }
    }
}

/// The columns of a table for the engine.
fn rows_of<'a>(table: &'a mut <Rows as ContiguousQueryData>::Contiguous<'_, '_>) -> BodyRows<'a> {
    let (position, velocity, collider, state) = table;
    BodyRows {
        position: Position::peel_slice_mut(position.bypass_change_detection()),
        velocity: Velocity::peel_slice_mut(velocity.bypass_change_detection()),
        collider: Collider::peel_slice(collider),
        state: BodyState::peel_slice_mut(state.bypass_change_detection()),
    }
}

/// Which entity is which body.
#[derive(Debug, Default)]
pub(crate) struct BodyMap {
    /// Entities by body index.
    entities: Vec<Entity>,
    /// Entities of removed bodies with an exit that the last step reported, or that the next one reports.
    departed: Vec<(tilephys_core::BodyId, Entity)>,
    /// Indices of bodies that are others than in the last step, and their ids.
    changed: Vec<Range<usize>>,
    ids: Vec<tilephys_core::BodyId>,
    indices: EntityIndices,
}

impl BodyMap {
    /// Body index of an entity.
    pub(crate) fn index_of(&self, entity: Entity) -> Option<usize> {
        let index = self.indices.index(&self.entities, Entity::index_u32, entity.index_u32())?;
        (self.entities.get(index) == Some(&entity)).then_some(index)
    }

    /// Entity of a body.
    pub(crate) fn entity(&self, core: &World, id: tilephys_core::BodyId) -> Option<Entity> {
        core.index_of(id).and_then(|index| self.entities.get(index)).copied()
    }

    /// Entity of a body, which may be gone since the last step.
    pub(crate) fn entity_or_departed(&self, core: &World, id: tilephys_core::BodyId) -> Option<Entity> {
        let departed = || self.departed.iter().find(|departed| departed.0 == id).map(|departed| departed.1);
        self.entity(core, id).or_else(departed)
    }

    /// Assigns a body index to each body: table by table, row by row.
    pub(crate) fn update(&mut self, queries: &mut BodyQueries, world: &mut Entities, core: &mut World) {
        self.departed.retain(|(id, _)| core.pending_exits().any(|(body, _)| body == *id));
        if self.find_changes(queries, world, core) == core.len() && self.changed.is_empty() {
            return;
        }
        let new = self.give_ids(queries, world, core);
        let len = self.find_changes(queries, world, core);
        // Exits still to be reported may name bodies that are gone below, so their entities are noted first.
        for (id, _) in core.overlaps().chain(core.pending_exits()) {
            let entity = core.index_of(id).and_then(|index| self.entities.get(index));
            self.departed.extend(entity.map(|entity| (id, *entity)));
        }
        let mut copies = Vec::new();
        core.remap_bodies(len, &self.changed, &self.ids, |index, id| copies.push((index, id)));
        self.departed.dedup();
        self.departed.retain(|(id, _)| core.index_of(*id).is_none());
        self.name_entities(queries, world, len, &copies);
        // No state that is stored under the id of a new body is its own.
        for entity in new {
            let id = world.get::<BodyId>(entity).map(|id| id.0);
            id.into_iter().for_each(|id| core.forget(id));
        }
    }

    /// Gives ids to new bodies, in the order of entities, which does not depend on their tables. Returns the new bodies.
    fn give_ids(&mut self, queries: &mut BodyQueries, world: &mut Entities, core: &mut World) -> Vec<Entity> {
        let mut new = Vec::new();
        for (entities, ids) in columns!(queries.names, world) {
            for (entity, id) in entities.iter().zip(&*ids) {
                match id.get() {
                    None => new.push(*entity),
                    Some(id) => core.reserve_id(id),
                }
            }
        }
        new.sort_unstable_by_key(|entity| Spawned(*entity));
        for entity in &new {
            if let Some(mut id) = world.get_mut::<BodyId>(*entity) {
                id.0 = core.new_id();
            }
        }
        new
    }

    /// Lists the blocks of rows that differ from the last step. Returns the number of bodies.
    fn find_changes(&mut self, queries: &mut BodyQueries, world: &mut Entities, core: &World) -> usize {
        self.changed.clear();
        self.ids.clear();
        let known = core.ids_by_place();
        let mut first = 0;
        for (entities, ids) in columns!(queries.names, world) {
            let ids = BodyId::peel_slice(&ids);
            for (entities, ids) in entities.chunks(BLOCK).zip(ids.chunks(BLOCK)) {
                let indices = first..first + ids.len();
                first = indices.end;
                let is_same = self.entities.get(indices.clone()) == Some(entities)
                    && known.get(indices.clone()) == Some(ids);
                if is_same {
                    continue;
                }
                self.ids.extend_from_slice(ids);
                match self.changed.last_mut() {
                    // Blocks that touch are joined, because each range has a fixed cost.
                    Some(last) if last.end == indices.start => last.end = indices.end,
                    _ => self.changed.push(indices),
                }
            }
        }
        first
    }

    /// Notes the entity of each body. A copied body has been given an id of its own, which its entity gets.
    fn name_entities(
        &mut self,
        queries: &mut BodyQueries,
        world: &mut Entities,
        len: usize,
        copies: &[(usize, tilephys_core::BodyId)],
    ) {
        self.indices.forget();
        self.entities.clear();
        self.entities.reserve(len);
        for (entities, _) in columns!(queries.names, world) {
            self.entities.extend_from_slice(entities);
        }
        for (index, new) in copies {
            if let Some(mut id) = world.get_mut::<BodyId>(self.entities[*index]) {
                id.0 = *new;
            }
        }
    }
}
