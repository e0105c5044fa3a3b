//! Short moves of a body beside a single convex part, with products of 64 bits.
//!
//! Most bodies near a shape have nothing else near. Measured from the part's origin, all coordinates are short. So a fraction takes a
//! few plain products, and one pass over the faces finds the time of impact. The results equal the [narrow phase](super::narrow_phase),
//! which decides the rare cases: ties of faces, a start inside the part, sloped one-way lines, long motions.

use super::actor::Actor;
use super::candidate::{Candidate, PieceBits, SLANTED};
use super::motion::Motion;
use super::slope_contact::{SlopeContact, dot};
use crate::direction::Direction;
use crate::fraction::quotient;
use crate::grid::{CellRect, Piece};
use crate::limits::{LANE_REACH, ONE_WAY_TOLERANCE};
use crate::ratio::wide;
use crate::shape::Slant;
use crate::tile::TileCoord;
use glam::IVec2;

/// Result of a motion against a single part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstFace {
    /// The body travels its whole translation.
    Never,
    /// The narrow phase must decide.
    Unsure,
    At(PartFace),
}

/// Face of a part that a motion hits first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PartFace {
    /// Axis and slanted face, as in a [`Candidate`].
    axis: usize,
    slant: usize,
    /// Distance to the face and translation against it, both times the length of the normal.
    distance: i64,
    run: i64,
}

/// Straight motion of a box beside a single part.
pub(crate) struct BesidePart<'a> {
    piece: &'a Piece<'a>,
    /// Min corner from the origin of the part, size, and translation.
    at: IVec2,
    size: IVec2,
    d: IVec2,
}

impl Actor<'_> {
    /// Moves a body to a face of the part beside it, and responds. Returns true if the body is then at the end of its translation. `cells`
    /// are the cells within a unit of the motion.
    ///
    /// Calls `on_hit` with the hit, as [`advance`](Self::advance) does, but with the fraction of the hit only if `is_timed`.
    #[inline(always)]
    pub(crate) fn take_face(
        self,
        motion: &mut Motion,
        (beside, face, cells): (&BesidePart, PartFace, CellRect),
        is_timed: bool,
        on_hit: &mut impl FnMut(&Candidate, IVec2, &Motion),
    ) -> bool {
        let (d, name) = (motion.left, beside.piece.name);
        let normal = beside.normal(face);
        let plane = SlopeContact { normal, offset: dot(normal, motion.position) - face.distance };
        let gone = beside.translation_to(face, normal, self.config.up.axis());
        let found = Candidate {
            axis: face.axis,
            distance: face.distance,
            col: name.col,
            row: name.row,
            off_grid: name.off_grid,
            piece: PieceBits::new(name, face.slant),
        };
        if is_timed {
            motion.fraction = Actor::moment_of(&found, face.run, motion);
        }
        motion.position += gone;
        motion.left -= gone;
        motion.hits += 1;
        motion.struck = motion.velocity;
        self.respond_shaped(motion, plane);
        on_hit(&found, d, motion);
        let is_past = plane.side(motion.position) >= 0 && dot(normal, motion.left) >= 0;
        let ahead = self.cells_beside(motion);
        let only = TileCoord::new(name.col, name.row);
        let is_ended = is_past && (cells.holds_all(ahead) || self.view.has_only(ahead, only));
        if is_ended {
            motion.finish();
        }
        is_ended
    }
}

impl<'a> BesidePart<'a> {
    /// A motion from `at` by `d` beside a part of a tile, if it is so short that the products below fit.
    #[inline(always)]
    pub(crate) fn new(piece: &'a Piece<'a>, tile: IVec2, [at, size, d]: [IVec2; 3]) -> Option<Self> {
        let run = d.x.unsigned_abs() | d.y.unsigned_abs();
        let span = (tile.x as u32).wrapping_add(size.x as u32) | (tile.y as u32).wrapping_add(size.y as u32);
        let at = at.wrapping_sub(piece.origin);
        (run | span < LANE_REACH).then_some(BesidePart { piece, at, size, d })
    }

    /// The face that the motion hits first.
    #[inline(always)]
    pub(crate) fn first_face(&self) -> FirstFace {
        match self.piece.part.one_way {
            None => self.first_of_solid(),
            Some(open) if self.piece.part.slants.is_empty() => self.landing_on_line(open),
            Some(_) => FirstFace::Unsure,
        }
    }

    /// Distances along an axis to the near and far side of bounds.
    #[inline(always)]
    fn sides(&self, k: usize, low: i32, high: i32) -> [i32; 2] {
        let (before, behind) = (low - self.at[k] - self.size[k], high - self.at[k]);
        if self.d[k] > 0 { [before, behind] } else { [-behind, -before] }
    }

    /// The last face that the motion enters, unless it leaves some face before.
    ///
    /// An axis without motion counts as one of length 1: its near side is then entered before the start, and its far side left after the
    /// end.
    #[inline(always)]
    fn first_of_solid(&self) -> FirstFace {
        let part = self.piece.part;
        let run = self.d.abs();
        let [near_x, far_x] = self.sides(0, part.min.x, part.max.x);
        let [near_y, far_y] = self.sides(1, part.min.y, part.max.y);
        if (far_x <= 0) | (near_x >= run.x) | (far_y <= 0) | (near_y >= run.y) {
            return FirstFace::Never;
        }
        let run = [run.x.max(1), run.y.max(1)];
        let (x, y) = (near_x * run[1], near_y * run[0]);
        let (axis, distance, axis_run) = if x > y { (0, near_x, run[0]) } else { (1, near_y, run[1]) };
        let mut face = PartFace { axis, slant: 0, distance: distance.into(), run: axis_run.into() };
        let mut is_tied = x == y;
        for (slant, plane) in part.slants.iter().enumerate() {
            let (side, speed) = self.side_and_speed(plane);
            if side >= 0 && side + speed >= 0 {
                return FirstFace::Never;
            }
            if speed < 0 {
                let (new, old) = (wide(side, face.run), wide(face.distance, -speed));
                is_tied = new == old || is_tied && new < old;
                if new > old {
                    face = PartFace { axis: SLANTED, slant, distance: side, run: -speed };
                }
            }
        }
        // Inside at the start, if all faces are entered before it.
        if face.distance < 0 {
            return FirstFace::Unsure;
        }
        let leaves = |far: i32, run: i32| face.distance * i64::from(run) >= i64::from(far) * face.run;
        let leaves_slant = || {
            part.slants.iter().any(|plane| {
                let (side, speed) = self.side_and_speed(plane);
                speed > 0 && wide(face.distance, speed) >= wide(-side, face.run)
            })
        };
        if leaves(far_x, run[0]) || leaves(far_y, run[1]) || leaves_slant() {
            return FirstFace::Never;
        }
        if is_tied { FirstFace::Unsure } else { FirstFace::At(face) }
    }

    /// The landing on a straight one-way line, by a body on its open side.
    #[inline(always)]
    fn landing_on_line(&self, open: Direction) -> FirstFace {
        let (k, free, part) = (open.axis(), 1 - open.axis(), self.piece.part);
        if self.d[k] == 0 || (self.d[k] > 0) == (open.vector()[k] > 0) {
            return FirstFace::Never;
        }
        let run = i64::from(self.d[k].abs());
        let distance = i64::from(self.sides(k, part.min[k], part.min[k])[0]);
        if distance < -i64::from(ONE_WAY_TOLERANCE) || distance >= run {
            return FirstFace::Never;
        }
        let [from, to] = part.end(open).map(i64::from);
        // Low side of the box at the time of impact, times the run.
        let low = i64::from(self.at[free]) * run + i64::from(self.d[free]) * distance.max(0);
        let is_reached = low < to * run && low + i64::from(self.size[free]) * run > from * run;
        match is_reached {
            false => FirstFace::Never,
            true if distance < 0 => FirstFace::Unsure,
            true => FirstFace::At(PartFace { axis: k, slant: 0, distance, run }),
        }
    }

    /// Distance to a slanted face, and translation away from it, both times the length of the normal.
    #[inline(always)]
    fn side_and_speed(&self, slant: &Slant) -> (i64, i64) {
        let pair = |v: IVec2| [i64::from(v.x), i64::from(v.y)];
        (slant.side(pair(self.at), pair(self.size)), dot(slant.normal, self.d))
    }

    #[inline(always)]
    fn normal(&self, face: PartFace) -> IVec2 {
        let out = |k: usize| if self.d[k] > 0 { -1 } else { 1 };
        match face.axis {
            0 => IVec2::new(out(0), 0),
            1 => IVec2::new(0, out(1)),
            _ => self.piece.part.slants[face.slant].normal,
        }
    }

    /// Translation to a face: the exact place rounded toward the start, or else outward along up, along the other axis, or along both.
    #[inline(always)]
    fn translation_to(&self, face: PartFace, normal: IVec2, up: usize) -> IVec2 {
        let part = |d: i32| {
            let product = u64::from(d.unsigned_abs()) * face.distance as u64;
            let whole = quotient(product, face.run as u32);
            let sign = if d < 0 { -1 } else { 1 };
            (whole as i32 * sign, if whole * face.run as u64 == product { 0 } else { sign })
        };
        let ((x, more_x), (y, more_y)) = (part(self.d.x), part(self.d.y));
        let short = IVec2::new(x, y);
        let is_outside = |gone: &IVec2| face.distance + dot(normal, *gone) >= 0;
        if face.axis != SLANTED || is_outside(&short) {
            return short;
        }
        let (more_x, more_y) = (IVec2::new(more_x, 0), IVec2::new(0, more_y));
        let [along_up, across] = if up == 0 { [more_x, more_y] } else { [more_y, more_x] };
        let places = [short + along_up, short + across];
        // Each axis counts alone, so one of the four places is outside.
        places.into_iter().find(is_outside).unwrap_or(short + more_x + more_y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aabb::Aabb;
    use crate::controller::{MoveConfig, WindowResult};
    use crate::fraction::Fraction;
    use crate::grid::TileGrid;
    use crate::response::Response;
    use crate::shape::{OneWay, Part, Polygon, Slope, TileShape};
    use crate::tile::Tile;
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
        ]
    }

    /// Advances to the end by the general path, after a test of the cells beside.
    fn advance(actor: Actor, motion: &mut Motion, look: WindowResult, hits: &mut Vec<String>) {
        actor.advance(motion, Fraction::ONE, look, &mut |found, d, motion| {
            hits.push(format!("{found:?} {d} {motion:?}"));
        });
    }

    #[test]
    fn moves_beside_a_single_part_equal_the_general_path() {
        let (mut random, mut counts) = (5, [0; 3]);
        for shape in shapes() {
            let mut grid = TileGrid::new(UVec2::splat(16));
            let layer = grid.add_layer("map");
            let tile = grid.add_tile(Tile { shape: shape.clone(), ..Tile::default() });
            let whole = grid.add_tile(Tile::default());
            grid.set_tile(layer, TileCoord::new(63, -1), Some(tile));
            for at in [[60, -1], [63, 3], [66, 0]] {
                grid.set_tile(layer, TileCoord::new(at[0], at[1]), Some(whole));
            }
            for _ in 0..20_000 {
                let mut point = |reach: i32| {
                    IVec2::new(below(&mut random, 2 * reach), below(&mut random, 2 * reach)) - reach
                };
                let (from, size, d) = (point(30 * 256), point(8 * 256).abs() + 1, point(34 * 256));
                // Every other place and motion is of whole half tiles, where ties and contacts are.
                let [from, size, d] = if below(&mut random, 2) == 0 {
                    [from, size, d]
                } else {
                    [from / 2048 * 2048, size / 512 * 512 + 512, d / 2048 * 2048]
                };
                let response = [
                    Response::Bounce { restitution: 1.0 },
                    Response::Bounce { restitution: 0.5 },
                    Response::Slide,
                ][below(&mut random, 3) as usize];
                let up = Direction::ALL[below(&mut random, 4) as usize];
                let config = MoveConfig { response, up, ..MoveConfig::default() };
                let actor = Actor::new(grid.view(u32::MAX), size, &config);
                let velocity = d.as_vec2() / 4.0;
                let start = Motion::new(IVec2::new(63, -1) * 4096 + from, d, velocity + Vec2::new(0.3, 0.0));
                let cells = actor.cells_beside(&start);
                let Some(piece) = grid.view(u32::MAX).only_piece(cells) else { continue };
                let beside = BesidePart::new(&piece, grid.tile_size(), [start.position, size, d]).unwrap();
                let text = format!("{shape:?}: {start:?}, size {size}");
                let (mut expected, mut expected_hits, mut hits) = (start, Vec::new(), Vec::new());
                let look = actor.test_window(&start);
                if !matches!(look, WindowResult::Inside) {
                    advance(actor, &mut expected, look, &mut expected_hits);
                }
                let mut motion = start;
                match beside.first_face() {
                    FirstFace::Unsure => {
                        counts[0] += 1;
                        continue;
                    }
                    FirstFace::Never => {
                        motion.finish();
                        counts[1] += 1;
                    }
                    FirstFace::At(face) => {
                        let mut note = |found: &Candidate, d: IVec2, motion: &Motion| {
                            hits.push(format!("{found:?} {d} {motion:?}"));
                        };
                        let is_ended = actor.take_face(&mut motion, (&beside, face, cells), true, &mut note);
                        if !is_ended {
                            let look = actor.test_window(&motion);
                            advance(actor, &mut motion, look, &mut hits);
                        }
                        counts[2] += 1;
                    }
                }
                assert!(actor.is_free(start.position), "{text}");
                assert_eq!((motion, hits), (expected, expected_hits), "{text}");
            }
        }
        let [unsure, missed, hit] = counts;
        assert!(unsure < (missed + hit) / 3 && missed > 10_000 && hit > 10_000, "{counts:?}");
    }
}
