//! Exposed edges, against an oracle that tests single points of every edge against every solid.

use crate::queries::judge::{Edge as Side, dot, minus};
use crate::queries::world::{Convex, Point, World, engine, place};
use crate::rng::Rng;
use crate::shapes::random_world::random_world;
use crate::volume::volume;
use glam::IVec2;
use tilephys_core::{
    Aabb, Direction, ShapeId, Tile, TileCoord, TileGrid, UNITS_PER_PX,
    geometry::Ratio,
    query::Edge,
    shape::{Slope, TileShape},
};

/// Points of an edge that are asked about: a prime, so that few are corners of anything.
const PARTS: i128 = 47;

/// True if an engine's edge is the whole or a stretch of a part's edge, whichever way round.
fn is_of(edge: &Edge, part: &Convex, side: &Side) -> bool {
    let met = edge.met;
    let named = (met.layer.index(), [met.cell.col, met.cell.row], met.tile.index());
    let name = part.name;
    let ends = [side.from, side.to].map(engine);
    named == (name.layer, name.cell, name.kind)
        && met.off_grid.map(ShapeId::index) == name.off_grid
        && usize::from(edge.part) == name.part
        && (edge.ends == ends || edge.ends == [ends[1], ends[0]])
}

/// True if a small step along `out` from `point / PARTS` leads into the part.
fn is_entered(part: &Convex, point: Point, out: Point) -> bool {
    let leads_in = |side: &Side| {
        let depth = dot(side.normal, side.from) * PARTS - dot(side.normal, point);
        depth > 0 || depth == 0 && dot(side.normal, out) < 0
    };
    part.is_solid() && part.edges.iter().all(leads_in)
}

/// A world, and an area in it.
fn scene(rng: &mut Rng) -> (World, Vec<Convex>, u32, [Point; 2]) {
    let world = World::of(random_world(rng).0);
    let mask = rng.pick(&[1, 3]);
    let parts = world.seen(mask, false);
    let middle = place(rng, &world, &parts);
    let mut corner = |cells: i64| [0, 1].map(|k| i128::from(rng.range(1, cells * i64::from(world.tile[k]))));
    let low = minus(middle, corner(3));
    let size = corner(7);
    (world, parts, mask, [low, [low[0] + size[0], low[1] + size[1]]])
}

#[test]
fn exposed_edges_are_where_a_step_outward_leads_into_nothing() {
    let (mut open, mut covered) = (0, 0);
    for seed in 0..volume(30, 1_000) {
        let (world, all, mask, area) = scene(&mut Rng::new(seed));
        let [min, max] = area.map(engine);
        let edges = world.grid.exposed_edges(Aabb { min, max }, mask);
        for (part, side) in all.iter().flat_map(|part| part.edges.iter().map(move |side| (part, side))) {
            let own: Vec<&Edge> = edges.iter().filter(|edge| is_of(edge, part, side)).collect();
            let way = minus(side.to, side.from);
            for n in 1..PARTS {
                let point = [0, 1].map(|k| side.from[k] * PARTS + way[k] * n);
                let is_near =
                    (0..2).all(|k| area[0][k] * PARTS <= point[k] && point[k] <= area[1][k] * PARTS);
                let is_in = (0..2).all(|k| area[0][k] * PARTS < point[k] && point[k] < area[1][k] * PARTS);
                let at = |edge: &Edge| {
                    let is_forward = edge.ends[0] == engine(side.from);
                    Ratio::new((if is_forward { n } else { PARTS - n }) as i64, PARTS as i64)
                };
                if is_near != is_in || own.iter().any(|edge| [edge.from, edge.to].contains(&at(edge))) {
                    continue;
                }
                let is_covered = all.iter().any(|other| is_entered(other, point, side.normal));
                let is_told = own.iter().any(|edge| edge.from < at(edge) && at(edge) < edge.to);
                assert_eq!(is_told, is_in && !is_covered, "seed {seed}: {part:?} {side:?} {n}, {own:?}");
                open += u32::from(is_told);
                covered += u32::from(is_in && is_covered);
            }
        }
        for edge in &edges {
            assert!(edge.from < edge.to, "{edge:?}");
            let is_one = |part: &Convex| part.edges.iter().any(|side| is_of(edge, part, side));
            assert!(all.iter().any(is_one), "seed {seed}: {edge:?} is of nothing");
        }
    }
    assert!(open > 3_000 && covered > 1_000, "{open} open points, {covered} covered ones");
}

#[test]
fn a_slope_on_a_floor_leaves_what_it_does_not_cover() {
    let mut grid = TileGrid::new(glam::UVec2::splat(16));
    let ground = grid.add_layer("ground");
    let full = grid.add_tile(Tile::default());
    let slope = TileShape::Slope(Slope { side: Direction::Left, heights: [1024, 0] });
    let slope = grid.add_tile(Tile { shape: slope, ..Tile::default() });
    grid.set_tile(ground, TileCoord::new(0, 1), Some(full));
    grid.add_shape(ground, IVec2::new(3072, 0), slope);
    let area = Aabb { min: IVec2::splat(-100), max: IVec2::splat(9000) };
    let edges = grid.exposed_edges(area, 1);
    let top = |e: &&Edge| e.normal == IVec2::new(0, -1) && e.met.off_grid.is_none();
    let tops: Vec<_> = edges.iter().filter(top).map(Edge::stretch_px).collect();
    // The slope is a point where it stands on the tile.
    assert_eq!(tops, [[glam::Vec2::new(0.0, 16.0), glam::Vec2::new(16.0, 16.0)]]);
    let side = edges.iter().find(|e| e.normal.x > 0 && e.normal.y > 0).expect("its slant");
    assert_eq!(side.stretch_px(), [glam::Vec2::new(16.0, 0.0), glam::Vec2::new(12.0, 16.0)]);
    assert_eq!(UNITS_PER_PX, 256);
}
