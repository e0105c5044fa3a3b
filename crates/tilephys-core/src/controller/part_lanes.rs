//! SIMD moves of bodies that bounce, each beside a single convex part: one lane a body, with at most one hit.
//!
//! Passes over the faces of all parts find the times of impact, like the [narrow phase](super::narrow_phase). Others move each body to
//! its face, and reflect it. Each pass is a plain loop over the lanes without a branch, which the compiler vectorizes. A
//! lane refuses every case that it does not decide identically: ties of faces, a start inside the part, a bounce that may come to
//! rest on a slanted face. A refused body is unchanged.
//!
//! Distances are whole numbers in `f64`. A body enters a lane only if all products are below 2^53, and so exact. All fields that the
//! passes touch have 64 bits: the compiler then sees that a store to one leaves the others as they are.

use super::lane_axis::LANES;
use super::lanes::LaneSet;
use super::part_axis::{LaneResults, LaneStart, Marks, PartAxis, Reals, round};
use super::part_slants::{PartSlants, SlantLanes};
use crate::limits::{LANE_REACH, ONE_WAY_TOLERANCE};
use crate::shape::Convex;
use glam::IVec2;
use std::hint::select_unpredictable as choose;

/// The moves of all lanes. Aligned so that no vector of 8 lanes lies in two cache lines.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct PartLanes {
    pub(super) x: PartAxis,
    pub(super) y: PartAxis,
    restitution: Reals,
    rest_speed: Reals,
    up_is_x: Marks,
    slants: PartSlants,
    /// Distance to the last face that is entered, and translation against it; both times the length of the normal.
    pub(super) distance: Reals,
    pub(super) run: Reals,
    /// Like these, for the first face that is left.
    far: Reals,
    far_run: Reals,
    /// True if the body hits nothing, enters two faces at once, or is refused.
    misses: Marks,
    is_tied: Marks,
    refused: Marks,
    /// True if the motion after the hit leaves the cells of the planned motion.
    leaves: Marks,
}

impl PartLanes {
    pub(crate) const fn new() -> Self {
        let (marks, reals) = ([0; LANES], [0.0; LANES]);
        PartLanes {
            x: PartAxis::new(),
            y: PartAxis::new(),
            restitution: reals,
            rest_speed: reals,
            up_is_x: marks,
            slants: PartSlants::new(),
            distance: reals,
            run: [1.0; LANES],
            far: reals,
            far_run: [1.0; LANES],
            misses: marks,
            is_tied: marks,
            refused: marks,
            leaves: marks,
        }
    }

    /// Puts a body into a lane, if the lanes support its part and its motion.
    #[inline(always)]
    pub(crate) fn enter(&mut self, lane: usize, part: &Convex, tile: IVec2, start: &LaneStart) -> bool {
        let LaneStart { cell, size, d, velocity, rest, cells, .. } = *start;
        let run = d.x.unsigned_abs() | d.y.unsigned_abs();
        let span = (tile.x as u32).wrapping_add(size.x as u32) | (tile.y as u32).wrapping_add(size.y as u32);
        if run | span >= LANE_REACH || !self.slants.enter(lane, part, [span, run]) {
            return false;
        }
        let at = start.at.wrapping_sub(IVec2::new(cell.col, cell.row).wrapping_mul(tile));
        self.x.enter(lane, [at.x, size.x, d.x], [velocity.x, rest.x]);
        self.y.enter(lane, [at.y, size.y, d.y], [velocity.y, rest.y]);
        let (mut low, mut high, mut is_open) = (part.min, part.max, [true; 2]);
        if let Some(open) = part.one_way {
            // A line is a solid without an end, with one face.
            let k = open.axis();
            let is_against = d[k] != 0 && (d[k] > 0) != (open.vector()[k] > 0);
            is_open = [is_against && k == 0, is_against && k == 1];
            let ends = if d[k] > 0 { &mut high } else { &mut low };
            ends[k] += d[k].signum() << 17;
        }
        let edge = |cell: i32, own: i32, tile: i32| cell.wrapping_sub(own).wrapping_mul(tile);
        let columns = [cells.col0, cells.col1 + 1].map(|col| edge(col, cell.col, tile.x));
        let rows = [cells.row0, cells.row1 + 1].map(|row| edge(row, cell.row, tile.y));
        self.x.surround(lane, [low.x, high.x], columns, is_open[0]);
        self.y.surround(lane, [low.y, high.y], rows, is_open[1]);
        self.restitution[lane] = start.restitution.into();
        self.rest_speed[lane] = start.rest_speed.into();
        self.up_is_x[lane] = start.up_is_x.into();
        true
    }

    /// Moves all bodies to the ends of their steps, or refuses them. `is_any_tracked` is true if the contacts of a body are needed.
    #[inline(always)]
    pub(crate) fn advance(&mut self, is_any_tracked: bool) -> LaneResults {
        self.meet_bounds();
        let most = self.slants.most();
        for k in 0..most {
            self.meet_slants(k);
        }
        self.decide();
        self.take();
        self.respond();
        let [x, y] = [self.x.ends(&self.misses), self.y.ends(&self.misses)];
        let clear = if is_any_tracked { self.clear(most) } else { 0 };
        let mut results = LaneResults { hit: 0, refused: 0, leaving: 0, clear, x, y };
        for i in 0..LANES {
            let hit = !self.misses[i] & !self.refused[i] & 1;
            results.refused |= (self.refused[i] as LaneSet) << i;
            results.hit |= (hit as LaneSet) << i;
            results.leaving |= ((hit & self.leaves[i]) as LaneSet) << i;
        }
        results
    }

    /// Computes the last side of the bounds that each body enters, and the first that it leaves.
    ///
    /// An axis without motion counts as one of length 1: its near side is then entered before the start, and its far side left
    /// after the end.
    #[inline(always)]
    fn meet_bounds(&mut self) {
        let (x, y) = (&mut self.x, &mut self.y);
        for i in 0..LANES {
            let ([near_x, far_x], [near_y, far_y]) = (x.sides(i), y.sides(i));
            let (run_x, run_y) = (x.d[i].abs(), y.d[i].abs());
            let is_apart = (far_x <= 0.0) | (near_x >= run_x) | (far_y <= 0.0) | (near_y >= run_y);
            let (run_x, run_y) = (choose(run_x == 0.0, 1.0, run_x), choose(run_y == 0.0, 1.0, run_y));
            let (opens_x, opens_y) = (x.is_open[i] != 0, y.is_open[i] != 0);
            let is_line = !(opens_x & opens_y);
            let to_line = choose(opens_x, near_x, near_y);
            let (enter_x, enter_y) = (near_x * run_y, near_y * run_x);
            let (on_x, is_corner) = (enter_x > enter_y, enter_x == enter_y);
            let is_open = on_x & opens_x | !on_x & opens_y;
            let is_behind = to_line < f64::from(-ONE_WAY_TOLERANCE);
            self.misses[i] = (is_apart | !is_open | is_line & (is_corner | is_behind)).into();
            // Within the tolerance behind a line.
            let is_lower = is_line & (opens_x | opens_y) & (to_line < 0.0) & !is_behind;
            self.refused[i] = (is_lower & !is_apart).into();
            self.is_tied[i] = is_corner.into();
            self.distance[i] = choose(on_x, near_x, near_y);
            self.run[i] = choose(on_x, run_x, run_y);
            let ends_on_x = far_x * run_y < far_y * run_x;
            self.far[i] = choose(ends_on_x, far_x, far_y);
            self.far_run[i] = choose(ends_on_x, run_x, run_y);
            x.normal[i] = choose(on_x, choose(x.d[i] > 0.0, -1.0, 1.0), 0.0);
            y.normal[i] = choose(on_x, 0.0, choose(y.d[i] > 0.0, -1.0, 1.0));
        }
    }

    /// Like [`meet_bounds`](Self::meet_bounds), for the slanted faces with index `k`.
    #[inline(always)]
    fn meet_slants(&mut self, k: usize) {
        // A copy, because the compiler does not know that it is apart from what is written.
        let SlantLanes { normal, offset } = self.slants.faces[k].clone();
        let (x, y) = (&mut self.x, &mut self.y);
        for i in 0..LANES {
            let (distance, run, far, far_run) = (self.distance[i], self.run[i], self.far[i], self.far_run[i]);
            let exists = self.slants.has(k, i);
            let (nx, ny) = (normal[0][i], normal[1][i]);
            let side = nx * x.corner(i, nx) + ny * y.corner(i, ny) - offset[i];
            let speed = nx * x.d[i] + ny * y.d[i];
            let (enters, leaves) = (exists & (speed < 0.0), exists & (speed > 0.0));
            let is_apart = exists & (side >= 0.0) & (side + speed >= 0.0);
            self.misses[i] |= u64::from(is_apart);
            let (new, old) = (side * run, distance * -speed);
            let is_tied = (new == old) | (self.is_tied[i] != 0) & (new < old);
            self.is_tied[i] = choose(enters, u64::from(is_tied), self.is_tied[i]);
            let is_last = enters & (new > old);
            self.distance[i] = choose(is_last, side, distance);
            self.run[i] = choose(is_last, -speed, run);
            x.normal[i] = choose(is_last, nx, x.normal[i]);
            y.normal[i] = choose(is_last, ny, y.normal[i]);
            let is_first = leaves & (-side * far_run < far * speed);
            self.far[i] = choose(is_first, -side, far);
            self.far_run[i] = choose(is_first, speed, far_run);
        }
    }

    /// Decides which bodies hit the last face that they enter.
    #[inline(always)]
    fn decide(&mut self) {
        for i in 0..LANES {
            let leaves = self.distance[i] * self.far_run[i] >= self.far[i] * self.run[i];
            let is_undecided = (self.distance[i] < 0.0) | !leaves & (self.is_tied[i] != 0);
            self.refused[i] |= u64::from((self.misses[i] == 0) & is_undecided);
            self.misses[i] |= u64::from(leaves);
        }
    }

    /// Moves the bodies to their faces, or to their ends: the exact place rounded toward the start, or else outward along up, along
    /// the other axis, or along both.
    #[inline(always)]
    fn take(&mut self) {
        let (x, y) = (&mut self.x, &mut self.y);
        for i in 0..LANES {
            let (distance, run, misses) = (self.distance[i], self.run[i], self.misses[i] != 0);
            let [gone_x, more_x] = x.part_of(i, distance, run);
            let [gone_y, more_y] = y.part_of(i, distance, run);
            let (nx, ny) = (x.normal[i], y.normal[i]);
            let short = distance + nx * gone_x + ny * gone_y;
            let (out_x, out_y, up_is_x) = (nx * more_x, ny * more_y, self.up_is_x[i] != 0);
            let (ends_x, ends_y) = (short + out_x >= 0.0, short + out_y >= 0.0);
            let is_inside = short < 0.0;
            let ends_up = up_is_x & ends_x | !up_is_x & ends_y;
            let ends_across = up_is_x & ends_y | !up_is_x & ends_x;
            let (takes_up, takes_across) = (is_inside & (ends_up | !ends_across), is_inside & !ends_up);
            let takes_x = up_is_x & takes_up | !up_is_x & takes_across;
            let takes_y = up_is_x & takes_across | !up_is_x & takes_up;
            x.gone[i] = choose(misses, x.d[i], gone_x + choose(takes_x, more_x, 0.0));
            y.gone[i] = choose(misses, y.d[i], gone_y + choose(takes_y, more_y, 0.0));
        }
    }

    /// Responds to the hits, like `Actor::respond_shaped`.
    #[inline(always)]
    fn respond(&mut self) {
        let (x, y) = (&mut self.x, &mut self.y);
        for i in 0..LANES {
            let (nx, ny, hits) = (x.normal[i], y.normal[i], self.misses[i] == 0);
            let (left_x, left_y) = (x.d[i] - x.gone[i], y.d[i] - y.gone[i]);
            let (vx, vy) = (x.velocity[i], y.velocity[i]);
            let (restitution, rest_speed) = (self.restitution[i], self.rest_speed[i]);
            let [speed_x, back_x] = x.bounce(i, left_x, restitution, rest_speed);
            let [speed_y, back_y] = y.bounce(i, left_y, restitution, rest_speed);
            let (on_x, on_y) = (ny == 0.0, nx == 0.0);
            // Adding zero turns -0 into +0.
            let (straight_x, straight_y) = (choose(on_x, speed_x, vx) + 0.0, choose(on_y, speed_y, vy) + 0.0);

            let (part, square) = (1.0 + restitution, nx * nx + ny * ny);
            let product = vx * nx + vy * ny;
            let (scaled, is_out) = (part * product / square, product >= 0.0);
            let slanted_x = choose(is_out, vx, f64::from((vx - scaled * nx) as f32) + 0.0);
            let slanted_y = choose(is_out, vy, f64::from((vy - scaled * ny) as f32) + 0.0);
            let scaled = part * (left_x * nx + left_y * ny) / square;
            let (turned_x, turned_y) = (round(left_x - scaled * nx), round(left_y - scaled * ny));
            // Speeds into the face, squared, with a margin for rounding. The exact test takes a root.
            let (fast, rest) = (product * restitution, rest_speed * 1.000_001);
            let rests = (restitution < 1.0) & (is_out | (fast * fast <= rest * rest * square));
            let is_slanted = !on_x & !on_y;
            let after_x = choose(is_slanted, turned_x, choose(on_x, back_x, left_x));
            let after_y = choose(is_slanted, turned_y, choose(on_y, back_y, left_y));
            let (away, side) =
                (nx * after_x + ny * after_y, self.distance[i] + nx * x.gone[i] + ny * y.gone[i]);
            // Toward the face again by rounding, or at rest on it.
            let is_undecided = (side < 0.0) | (away < 0.0) | (side + away < 0.0) | is_slanted & rests;
            self.refused[i] |= u64::from(hits & is_undecided);
            x.velocity[i] = choose(hits, choose(is_slanted, slanted_x, straight_x), vx);
            y.velocity[i] = choose(hits, choose(is_slanted, slanted_y, straight_y), vy);
            x.left[i] = choose(hits, after_x, 0.0);
            y.left[i] = choose(hits, after_y, 0.0);
            self.leaves[i] = u64::from(x.leaves(i) | y.leaves(i));
        }
    }

    /// The lanes whose bodies end too far from their parts to touch them: more than a unit on an axis from the bounds, or like
    /// `Slant::leaves_outside` from a slanted face. `most` is the greatest number of slanted faces.
    #[inline(always)]
    fn clear(&self, most: usize) -> LaneSet {
        let (x, y, mut clear) = (&self.x, &self.y, 0);
        let mut marks = [0; LANES];
        for (i, mark) in marks.iter_mut().enumerate() {
            *mark = u64::from(x.ends_clear(i) | y.ends_clear(i));
        }
        for (k, SlantLanes { normal, offset }) in self.slants.faces.iter().enumerate().take(most) {
            for (i, mark) in marks.iter_mut().enumerate() {
                let (nx, ny, exists) = (normal[0][i], normal[1][i], self.slants.has(k, i));
                let (to_x, to_y) = (x.gone[i] + x.left[i], y.gone[i] + y.left[i]);
                let side = nx * (x.corner(i, nx) + to_x) + ny * (y.corner(i, ny) + to_y) - offset[i];
                *mark |= u64::from(exists & (side >= nx.abs() + ny.abs()));
            }
        }
        for (i, mark) in marks.iter().enumerate() {
            clear |= (*mark as LaneSet) << i;
        }
        clear
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aabb::Aabb;
    use crate::controller::actor::Actor;
    use crate::controller::motion::Motion;
    use crate::controller::{Hit, MoveConfig, StruckPart, WindowResult};
    use crate::direction::Direction;
    use crate::fraction::Fraction;
    use crate::grid::{Contacts, TileGrid};
    use crate::response::Response;
    use crate::shape::{OneWay, Part, Polygon, Slope, TileShape};
    use crate::tile::{Tile, TileCoord};
    use glam::{UVec2, Vec2};

    /// Linear congruential generator: a number below `n`.
    fn below(state: &mut u32, n: i32) -> i32 {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*state >> 8) as i32 % n
    }

    fn shapes() -> Vec<TileShape> {
        let px = |x: i32, y: i32| IVec2::new(x, y) * 256;
        let polygon = |corners: &[IVec2]| TileShape::Parts(vec![Part::Solid(Polygon::new(corners))]);
        let slope = |side, heights| TileShape::Slope(Slope { side, heights });
        vec![
            TileShape::Box(Aabb { min: px(1, 8), max: px(15, 16) }),
            slope(Direction::Down, [0, 4096]),
            slope(Direction::Down, [4096, 1000]),
            slope(Direction::Up, [300, 4096]),
            slope(Direction::Left, [4096, 0]),
            TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up)),
            TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Left)),
            TileShape::OneWay(OneWay::new(px(3, 9), px(12, 9), Direction::Down)),
            TileShape::OneWay(OneWay::new(px(0, 16), px(16, 0), Direction::Up)),
            polygon(&[px(4, 0), px(12, 0), px(16, 8), px(12, 16), px(4, 16), px(0, 8)]),
            polygon(&[px(8, 1), px(15, 9), px(7, 16), px(0, 6)]),
            polygon(&[px(8, 1) + 1, px(15, 9), px(7, 16) - 1, px(0, 6) + 2]),
        ]
    }

    /// A tile of a shape at a corner of four chunks, with whole tiles not far.
    fn map(shape: &TileShape) -> TileGrid {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("map");
        let tile = grid.add_tile(Tile { shape: shape.clone(), ..Tile::default() });
        let whole = grid.add_tile(Tile::default());
        grid.set_tile(layer, TileCoord::new(63, -1), Some(tile));
        for at in [[60, -1], [63, 3], [66, 0]] {
            grid.set_tile(layer, TileCoord::new(at[0], at[1]), Some(whole));
        }
        grid
    }

    /// A random body near the tile. Every other place and motion is of whole half tiles, where ties and contacts are.
    fn body(random: &mut u32) -> (Motion, IVec2, MoveConfig) {
        let mut point = |reach: i32| IVec2::new(below(random, 2 * reach), below(random, 2 * reach)) - reach;
        let (from, size, d) = (point(30 * 256), point(8 * 256).abs() + 1, point(34 * 256));
        let [from, size, d] = match below(random, 2) {
            0 => [from, size, d],
            _ => [from / 2048 * 2048, size / 512 * 512 + 512, d / 2048 * 2048],
        };
        let bounce = |restitution| Response::Bounce { restitution };
        let response = [bounce(1.0), bounce(0.7), bounce(0.0), Response::Slide][below(random, 4) as usize];
        let rest_speed = [0.0, 500.0][below(random, 2) as usize];
        let up = Direction::ALL[below(random, 4) as usize];
        // Some velocities are not along the translation.
        let turn = if below(random, 8) == 0 { -4.0 } else { 4.0 };
        let velocity = d.as_vec2() / turn + Vec2::new([0.3, -0.0][below(random, 2) as usize], 0.0);
        let start = Motion::new(IVec2::new(63, -1) * 4096 + from, d, velocity);
        let start = Motion { remainder: Vec2::new(0.25, -0.125), ..start };
        (start, size, MoveConfig { response, rest_speed, up, ..MoveConfig::default() })
    }

    /// The end of a motion by the general path, and its hits.
    fn general(actor: Actor, start: &Motion) -> (Motion, Vec<Hit>) {
        let (mut motion, mut hits) = (*start, Vec::new());
        let look = actor.test_window(start);
        assert!(!matches!(look, WindowResult::Inside), "{start:?}");
        actor.advance(&mut motion, Fraction::ONE, look, &mut |found, d, motion| {
            hits.push(Hit::new(&actor, found, d, motion));
        });
        (motion, hits)
    }

    /// Moves the bodies in lanes, and compares those not refused with the general path. Counts refused bodies, misses and hits.
    fn compare(
        grid: &TileGrid,
        lanes: &mut PartLanes,
        bodies: &[(Motion, IVec2, MoveConfig)],
        counts: &mut [usize; 4],
    ) {
        let (view, cell) = (grid.view(u32::MAX), TileCoord::new(63, -1));
        let (part, layer, tile) = grid.only_part_of(cell).unwrap();
        let results = lanes.advance(true);
        for (lane, (start, size, config)) in bodies.iter().enumerate() {
            let is = |lanes: LaneSet| lanes >> lane & 1 != 0;
            let ahead = results.cells_after(lane, start.position, view.cells());
            if is(results.refused) || is(results.leaving) && !view.has_only(ahead, cell) {
                counts[0] += 1;
                continue;
            }
            let text = format!("{start:?}, {size}, {config:?}");
            let actor = Actor::new(view, *size, config);
            let (expected, expected_hits) = general(actor, start);
            let mut hits = Vec::new();
            if is(results.hit) {
                let struck = StruckPart { part, layer, tile, cell };
                hits.push(lanes.hit(lane, &struck, (start.position, start.velocity), config.up));
            }
            counts[1 + hits.len()] += 1;
            assert_eq!(hits, expected_hits, "{text}");
            let (x, y) = (&results.x, &results.y);
            let at = start.position + IVec2::new(x.moved[lane], y.moved[lane]);
            assert_eq!(at, expected.position, "{text}");
            let bits = |v: Vec2| [v.x.to_bits(), v.y.to_bits()];
            let velocity = Vec2::new(x.velocity[lane], y.velocity[lane]);
            assert_eq!(bits(velocity), bits(expected.velocity), "{text}");
            assert_eq!(Vec2::new(x.rest[lane], y.rest[lane]), expected.remainder, "{text}");
            if is(results.clear) {
                assert_eq!(view.contacts(at, at + *size, config.stance()), Contacts::default(), "{text}");
                counts[3] += 1;
            }
        }
    }

    #[test]
    fn bodies_outside_of_a_slanted_face_move_freely() {
        let (mut random, mut counts) = (7, [0; 3]);
        for shape in shapes() {
            let grid = map(&shape);
            let (view, cell) = (grid.view(u32::MAX), TileCoord::new(63, -1));
            let Some(piece) = grid.only_piece_of(cell) else { continue };
            let faces = if piece.part.one_way.is_none() { &piece.part.slants[..] } else { &[] };
            for (face, _) in faces.iter().flat_map(|face| (0..10_000).map(move |i| (face, i))) {
                let (start, size, config) = body(&mut random);
                let actor = Actor::new(view, size, &config);
                let min = start.position - piece.origin;
                let [is_apart, is_clear] = face.leaves_outside(min, size, start.left);
                counts[0] += 1;
                if !is_apart || view.only_piece(actor.cells_beside(&start)).is_none() {
                    continue;
                }
                counts[1] += 1;
                let (end, hits) = general(actor, &start);
                assert!(hits.is_empty(), "{start:?}, {size}, {config:?}: {hits:?}");
                let bits = |v: Vec2| [v.x.to_bits(), v.y.to_bits()];
                assert_eq!(end.position, start.position + start.left);
                assert_eq!(bits(end.velocity), bits(start.velocity));
                assert_eq!(bits(end.remainder), bits(start.remainder));
                if is_clear {
                    counts[2] += 1;
                    let (low, high) = (end.position, end.position + size);
                    assert_eq!(
                        view.contacts(low, high, config.stance()),
                        Contacts::default(),
                        "{start:?}, {size}"
                    );
                }
            }
        }
        assert!(counts[1] > 5000 && counts[2] > counts[1] / 2, "{counts:?}");
    }

    #[test]
    fn moves_beside_a_single_part_equal_the_general_path() {
        let (mut random, mut lanes, mut totals) = (5, PartLanes::new(), [0; 4]);
        for shape in shapes() {
            let (grid, mut bodies, mut counts) = (map(&shape), Vec::new(), [0; 4]);
            for _ in 0..30_000 {
                let (start, size, config) = body(&mut random);
                let cells = Actor::new(grid.view(u32::MAX), size, &config).cells_beside(&start);
                let Some(piece) = grid.view(u32::MAX).only_piece(cells) else { continue };
                let (restitution, rest_speed) = match config.response {
                    Response::Bounce { restitution } => (restitution, config.rest_speed),
                    _ => (0.0, f32::INFINITY),
                };
                let entry = LaneStart {
                    cell: TileCoord::new(63, -1),
                    at: start.position,
                    size,
                    d: start.left,
                    velocity: start.velocity,
                    rest: start.remainder,
                    cells,
                    restitution,
                    rest_speed,
                    up_is_x: config.up.axis() == 0,
                };
                if lanes.enter(bodies.len(), piece.part, grid.tile_size(), &entry) {
                    bodies.push((start, size, config));
                }
                if bodies.len() == LANES {
                    compare(&grid, &mut lanes, &bodies, &mut counts);
                    bodies.clear();
                }
            }
            totals = [0, 1, 2, 3].map(|k| totals[k] + counts[k]);
        }
        let [refused, missed, hit, clear] = totals;
        assert!(clear > (missed + hit) / 2, "{totals:?}");
        // Half of them start inside the part.
        assert!(refused < (missed + hit) / 2 && missed > 10_000 && hit > 10_000, "{totals:?}");
    }
}
