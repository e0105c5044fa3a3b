//! Builds the world of one variant of a scenario.

use super::model::{BodyPlan, Cell, MoverPlan, Scenario};
use super::orient::Variant;
use crate::geometry::extent::Extent;
use glam::IVec2;
use tilephys::core::{
    Aabb, Body, LayerId, Profile, ProfileId, Region, RegionId, SensorId, ShapeId, TileGrid, TileId, World,
    platform::{Mover, Path, PushSource, Waypoint},
};

/// World, with the ids of the scenario's indices in it.
#[derive(Clone)]
pub(crate) struct Stage {
    pub(crate) world: World,
    pub(crate) layers: Vec<LayerId>,
    pub(crate) kinds: Vec<TileId>,
    /// Off-grid shapes: boxes, then shapes.
    loose: Vec<ShapeId>,
    pub(crate) regions: Vec<RegionId>,
    /// Profiles by body.
    pub(crate) profiles: Vec<ProfileId>,
}

impl Stage {
    /// Builds the world of a variant, adding bodies and movers in this order.
    pub(crate) fn build(scenario: &Scenario, variant: Variant, order: &[usize]) -> Stage {
        let mut stage = Stage::of_map(scenario, variant);
        for plan in &scenario.regions {
            let aabb = box_of(plan.position, plan.size, variant);
            let region = Region { mask: plan.mask, report_stay: plan.report_stay, ..Region::new(aabb) };
            stage.regions.push(stage.world.add_region(region));
        }
        for &thing in order {
            match thing.checked_sub(scenario.bodies.len()) {
                None if scenario.bodies[thing].later => {}
                None => stage.spawn(thing, scenario, variant),
                Some(mover) => stage.add_mover(&scenario.movers[mover], variant),
            }
        }
        for mover in &scenario.movers {
            let parent = mover.parent.map(|parent| scenario.movers[parent].id);
            stage.world.set_mover_parent(mover.id, parent).expect("checked");
        }
        stage
    }

    /// The map and the settings of bodies, without regions, bodies and movers.
    pub(crate) fn of_map(scenario: &Scenario, variant: Variant) -> Stage {
        let mut grid = TileGrid::new(variant.tile(scenario.tile));
        let layers: Vec<LayerId> = scenario.names.layers.iter().map(|name| grid.add_layer(name)).collect();
        let kinds: Vec<TileId> = scenario
            .kinds
            .iter()
            .map(|kind| grid.add_tile(variant.kind(&kind.tile, scenario.tile_units())))
            .collect();
        let mut world = World::new(grid);
        world.gravity = variant.vector(scenario.gravity);
        world.combine = scenario.combine;
        let mut stage =
            Stage { world, layers, kinds, loose: Vec::new(), regions: Vec::new(), profiles: Vec::new() };
        stage.set(&scenario.cells, variant);
        for loose in &scenario.loose {
            let layer = stage.layers[loose.layer];
            let tile = stage.kinds[loose.kind];
            let grid = &mut stage.world.grid;
            stage.loose.push(match loose.size {
                Some(size) => grid.add_box(layer, box_of(loose.at, size, variant), tile),
                None => {
                    let at = variant.corner(loose.at, scenario.tile_units()).expect("checked");
                    grid.add_shape(layer, at, tile)
                }
            });
        }
        stage.profiles = scenario.bodies.iter().map(|plan| stage.add_profile(plan, variant)).collect();
        stage
    }

    /// Spawns a body at its planned position.
    pub(crate) fn spawn(&mut self, body: usize, scenario: &Scenario, variant: Variant) {
        let plan = &scenario.bodies[body];
        let profile = self.profiles[body];
        let corner = variant.corner(plan.position, plan.size).expect("checked");
        let mut body = Body::on_lattice(corner, variant.size(plan.size));
        body.velocity = variant.vector(plan.velocity);
        self.world.spawn_as(plan.id, profile, body);
    }

    fn add_profile(&mut self, plan: &BodyPlan, variant: Variant) -> ProfileId {
        let mut profile = Profile { solid: plan.solid.map(|kind| self.kinds[kind]), ..plan.profile };
        profile.movement.up = variant.direction(profile.movement.up);
        profile.max_speed = variant.lengths(profile.max_speed);
        profile.riding.lift_cap = variant.lengths(profile.riding.lift_cap);
        if let Some(collide) = &mut profile.collide {
            collide.one_way = collide.one_way.map(|side| variant.direction(side));
        }
        let gravity = self.world.gravity;
        let profile = plan.feel.iter().fold(profile, |profile, feel| feel.profile(profile, gravity));
        self.world.add_profile(profile)
    }

    fn add_mover(&mut self, plan: &MoverPlan, variant: Variant) {
        let corner = |at| variant.corner(at, plan.size).expect("checked");
        let layer = self.layers[plan.layer];
        let tile = self.kinds[plan.kind];
        let mover = Mover {
            size: plan.is_box.then(|| variant.size(plan.size)),
            velocity: variant.vector(plan.velocity),
            ..Mover::of_tile(corner(plan.position), layer, tile)
        };
        self.world.add_mover_as(plan.id, mover).expect("checked");
        if let Some(path) = &plan.path {
            self.world.set_mover_path(plan.id, Some(turned_path(path, plan.size, variant)), 0);
        }
    }

    /// Index of an off-grid shape in the scenario: boxes, then shapes, then bodies, then movers.
    pub(crate) fn loose(&self, scenario: &Scenario, id: ShapeId) -> usize {
        let own = self.loose.iter().position(|&own| own == id);
        own.unwrap_or_else(|| {
            let owner = self.world.owner_of_box(id).expect("the scenario put it there");
            self.loose.len() + thing_of(scenario, owner)
        })
    }

    /// Moves a region.
    pub(crate) fn move_region(&mut self, scenario: &Scenario, region: usize, to: IVec2, variant: Variant) {
        let aabb = box_of(to, scenario.regions[region].size, variant);
        self.world.grid.move_region(self.regions[region], aabb);
    }

    /// Index of a sensor in the scenario: regions, then bodies.
    pub(crate) fn sensor(&self, sensor: SensorId) -> usize {
        match sensor {
            SensorId::Region(id) => {
                self.regions.iter().position(|&own| own == id).expect("the scenario put it there")
            }
            SensorId::Body(id) => self.regions.len() + id.0 as usize,
        }
    }

    /// Sets or clears tiles.
    pub(crate) fn set(&mut self, cells: &[Cell], variant: Variant) {
        for cell in cells {
            let at = variant.cell(cell.at).expect("checked");
            self.world.grid.set_tile(self.layers[cell.layer], at, cell.kind.map(|kind| self.kinds[kind]));
        }
    }
}

/// Index of a body or mover in the scenario.
pub(crate) fn thing_of(scenario: &Scenario, owner: PushSource) -> usize {
    match owner {
        PushSource::Body(id) => id.0 as usize,
        PushSource::Mover(id) => scenario.bodies.len() + id.0 as usize,
    }
}

/// The path in a variant of a body or mover of this size.
pub(crate) fn turned_path(path: &Path, size: IVec2, variant: Variant) -> Path {
    let corner = |at| variant.corner(at, size).expect("checked");
    let points = path.waypoints().iter().map(|point| Waypoint { at: corner(point.at), ..*point });
    let turned = Path::new(&points.collect::<Vec<_>>(), path.mode(), path.easing());
    turned.expect("checked").starting(path.start())
}

/// Box of the scenario in the world of a variant.
fn box_of(min: IVec2, size: IVec2, variant: Variant) -> Aabb {
    let min = variant.corner(min, size).expect("checked");
    Aabb::new(min, min + variant.size(size))
}

pub(crate) fn is_in_world(min: IVec2, size: IVec2) -> bool {
    let min = min.as_i64vec2();
    Extent::world().holds(Extent { min, max: min + size.as_i64vec2() })
}
