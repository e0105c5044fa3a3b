//! Debug drawing of a world as its last step left it.

use super::body::{draw_contacts, swept};
use super::canvas::{DebugDraw, arrow, dashed, rect};
use super::grid::draw_edges;
use super::meaning::Meaning;
use super::minkowski::cross;
use super::moves::draw_explanation;
use crate::explain::explain_hit;
use glam::{IVec2, Vec2};
use tilephys_core::platform::PathMode;
use tilephys_core::{
    Aabb, Body, BodyId, EventKind, MoverId, Region, RegionId, WORLD_LIMIT, World, geometry::ShapeHit,
    lattice::px_from_point,
};

/// Draws the part of a world in an area, as the last step left it. The foreground is last:
///
/// - the exposed edges of everything solid, with an arrow to the open side of one-way lines,
/// - regions, filled more strongly while a body is inside,
/// - movers, with their paths dashed, and an arrow for their motion in six steps,
/// - bodies with contacts and motion, as in [`draw_body`](super::draw_body), and with the hits of the step; sensors have dashes
///   around them.
///
/// An area without extent, or outside of the world, is empty.
///
/// ```
/// use glam::{UVec2, Vec2};
/// use tilephys_core::{Aabb, Body, Profile, TileGrid, World};
/// use tilephys_inspect::debug_draw::{DebugDraw, Rgba, draw_world};
///
/// struct Boxes(usize);
///
/// impl DebugDraw for Boxes {
///     fn line(&mut self, _: Vec2, _: Vec2, _: Rgba) {}
///     fn rect(&mut self, _: Vec2, _: Vec2, _: Rgba, filled: bool) {
///         self.0 += usize::from(filled);
///     }
///     fn text(&mut self, _: Vec2, _: &str, _: Rgba) {}
/// }
///
/// let mut world = World::new(TileGrid::new(UVec2::splat(16)));
/// let profile = world.add_profile(Profile::default());
/// for x in [10.0, 60.0, 900.0] {
///     world.spawn(profile, Body::new(Vec2::new(x, 40.0), Vec2::splat(8.0)));
/// }
/// let mut boxes = Boxes(0);
/// draw_world(&mut boxes, &world, Aabb::from_px(Vec2::ZERO, Vec2::new(320.0, 180.0)));
/// assert_eq!(boxes.0, 2);
/// ```
pub fn draw_world(onto: &mut dyn DebugDraw, world: &World, area: Aabb) {
    let all = Aabb { min: IVec2::splat(-WORLD_LIMIT), max: IVec2::splat(WORLD_LIMIT) };
    let Some(area) = area.intersection(all).filter(|area| area.min.cmplt(area.max).all()) else { return };
    draw_edges(onto, &world.grid, area, u32::MAX);
    for (id, region) in world.grid.regions().filter(|(_, region)| region.aabb.overlaps(area)) {
        draw_region(onto, world, id, region);
    }
    for id in world.mover_ids() {
        draw_path(onto, world, id, area);
        draw_mover(onto, world, id, area);
    }
    for id in world.ids() {
        draw_one(onto, world, id, area);
    }
}

fn draw_region(onto: &mut dyn DebugDraw, world: &World, id: RegionId, region: &Region) {
    let alpha = if world.inside(id).next().is_some() { 110 } else { 40 };
    let color = onto.color_of_region(id);
    let inside = color.with_alpha(alpha);
    match &region.shape {
        None => {
            rect(onto, region.aabb, inside, true);
            rect(onto, region.aabb, color, false);
        }
        Some(shape) => {
            let corners = shape.corners().iter().map(|corner| px_from_point(region.aabb.min + *corner));
            let corners: Vec<Vec2> = corners.collect();
            onto.polygon(&corners, inside, true);
            onto.polygon(&corners, color, false);
        }
    }
}

/// Draws the path of a mover's middle, and a mark at each point.
fn draw_path(onto: &mut dyn DebugDraw, world: &World, id: MoverId, area: Aabb) {
    let (Some((path, _)), Some(bounds)) = (world.mover_path(id), world.mover_bounds(id)) else { return };
    let offset = world.mover_path_offset(id).unwrap_or_default();
    let half = px_from_point(bounds.max - bounds.min) / 2.0;
    let place = |at: IVec2| px_from_point(at.saturating_add(offset)) + half;
    let low = area.min_px();
    let high = area.max_px();
    let mut stretch = |from: IVec2, to: IVec2| {
        let a = place(from);
        let b = place(to);
        let misses = |axis: usize| {
            a[axis] < low[axis] && b[axis] < low[axis] || a[axis] > high[axis] && b[axis] > high[axis]
        };
        if !misses(0) && !misses(1) {
            dashed(onto, a, b, Meaning::Mover.color());
            cross(onto, a, Meaning::Mover.color());
            cross(onto, b, Meaning::Mover.color());
        }
    };
    let points = path.waypoints();
    for ends in points.windows(2) {
        stretch(ends[0].at, ends[1].at);
    }
    if let (PathMode::Loop, [first, .., last]) = (path.mode(), points) {
        stretch(last.at, first.at);
    }
}

fn draw_mover(onto: &mut dyn DebugDraw, world: &World, id: MoverId, area: Aabb) {
    /// Steps whose motion the arrow shows: a tenth of a second, at 60 steps a second.
    const STEPS: f32 = 6.0;
    let Some(bounds) = world.mover_bounds(id).filter(|bounds| bounds.overlaps(area)) else { return };
    rect(onto, bounds, Meaning::Mover.color().with_alpha(60), true);
    rect(onto, bounds, Meaning::Mover.color(), false);
    let center = (bounds.min_px() + bounds.max_px()) / 2.0;
    let moved = px_from_point(world.mover_moved(id).unwrap_or_default());
    arrow(onto, center, center + moved * STEPS, Meaning::Path.color());
}

fn draw_one(onto: &mut dyn DebugDraw, world: &World, id: BodyId, area: Aabb) {
    let (Some(body), Some(state)) = (world.body(id), world.state(id)) else { return };
    let Some(aabb) = body.sound().map(Body::aabb).filter(|aabb| aabb.overlaps(area)) else { return };
    let Some(profile) = world.profile_of(id).map(|profile| world.profile(profile)) else { return };
    let surfaces = [world.floor(id), world.ceiling(id), world.wall(id)];
    draw_contacts(onto, (aabb, body.velocity), state.contacts().sides, surfaces, profile.movement.up);
    for event in world.events_of(id) {
        let hit = match &event.kind {
            EventKind::Hit(hit) => &hit.shape,
            EventKind::BodyHit(hit) => &hit.shape,
            _ => continue,
        };
        let is_shown = surfaces.iter().flatten().any(|surface| surface.normal == hit.normal);
        draw_hit(onto, hit, !is_shown);
    }
    if profile.sensor != 0 {
        let min = aabb.min_px() - 2.0;
        let max = aabb.max_px() + 2.0;
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        for (from, to) in corners.into_iter().zip(corners.into_iter().cycle().skip(1)) {
            dashed(onto, from, to, Meaning::Trigger.color());
        }
    }
    if state.stuck() {
        onto.text(aabb.min_px(), "stuck", Meaning::Contact.color());
    }
}

/// Draws the point of a hit, and its normal unless the body shows it already.
fn draw_hit<F>(onto: &mut dyn DebugDraw, hit: &ShapeHit<F>, has_normal: bool) {
    /// Length of a normal, in px.
    const NORMAL: f32 = 7.0;
    let at = hit.point_px();
    cross(onto, at, Meaning::Contact.color());
    if has_normal {
        arrow(onto, at, at + hit.unit_normal() * NORMAL, Meaning::Contact.color());
    }
}

/// Draws the straight motion of a box in a step: the swept area, and the place where it began.
pub fn draw_motion(onto: &mut dyn DebugDraw, before: Aabb, moved: IVec2) {
    if moved != IVec2::ZERO {
        swept(onto, before, moved, true);
        rect(onto, before, Meaning::Path.color().with_alpha(120), false);
    }
}

/// Draws the explanation of the first hit on the map that a body had in the last step. True if it had one.
///
/// `start` is the min corner of the body before the step, in lattice units; see [`explain_hit`] and [`draw_explanation`].
pub fn draw_hit_reason(onto: &mut dyn DebugDraw, world: &World, id: BodyId, start: Option<IVec2>) -> bool {
    let Some(explanation) = explain_hit(world, id, start) else { return false };
    draw_explanation(onto, &explanation);
    true
}
