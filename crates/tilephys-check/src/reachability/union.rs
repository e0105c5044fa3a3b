//! Union of rectangles that overlap, as disjoint rectangles: a translucent colour covers each pixel once.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use tilephys_core::{Aabb, UNITS_PER_PX};

/// A rectangle of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pixels {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) top: i32,
    pub(super) bottom: i32,
}

impl Pixels {
    /// The pixels that an area touches.
    pub(super) fn of(area: Aabb) -> Self {
        let last = |units: i32| -(-units).div_euclid(UNITS_PER_PX);
        Pixels {
            left: area.min.x.div_euclid(UNITS_PER_PX),
            right: last(area.max.x),
            top: area.min.y.div_euclid(UNITS_PER_PX),
            bottom: last(area.max.y),
        }
    }
}

/// Disjoint rectangles with the pixels of all areas that are in no hole, by a sweep downward over the heights at which an area begins or ends
/// (Bentley, "Solutions to Klee's rectangle problems", 1977). Equal stretches one under the other are one rectangle.
pub(super) fn union(areas: impl Iterator<Item = Aabb>, holes: Vec<Pixels>) -> Vec<Pixels> {
    let areas: Vec<Pixels> = areas.map(Pixels::of).collect();
    let all = areas.iter().chain(&holes);
    let heights: BTreeSet<i32> = all.flat_map(|area| [area.top, area.bottom]).collect();
    let mut areas = Sweep::new(areas);
    let mut holes = Sweep::new(holes);
    // Rectangles whose lower edge is not known yet.
    let mut open: Vec<Pixels> = Vec::new();
    let mut done = Vec::new();
    for height in heights {
        let mut begun = without(stretches(areas.at(height)), &stretches(holes.at(height)));
        for above in open {
            match begun.iter_mut().find(|below| below.left == above.left && below.right == above.right) {
                Some(below) => below.top = above.top,
                None => done.push(Pixels { bottom: height, ..above }),
            }
        }
        for stretch in &mut begun {
            stretch.top = if stretch.top == NOWHERE { height } else { stretch.top };
        }
        open = begun;
    }
    done
}

/// Rectangles that a sweep comes to, and the rectangles at its height.
struct Sweep {
    /// Rectangles below, the lowest first.
    below: Vec<Pixels>,
    active: Vec<Pixels>,
}

impl Sweep {
    fn new(mut rectangles: Vec<Pixels>) -> Self {
        rectangles.sort_by_key(|area| Reverse(area.top));
        Sweep { below: rectangles, active: Vec::new() }
    }

    /// The rectangles at a height in the order of their left edges. Heights only grow.
    fn at(&mut self, height: i32) -> &[Pixels] {
        self.active.retain(|area| area.bottom > height);
        while let Some(area) = self.below.pop_if(|area| area.top <= height) {
            self.active.push(area);
        }
        self.active.sort_by_key(|area| area.left);
        &self.active
    }
}

/// Stretches without the parts that lie in holes.
fn without(stretches: Vec<Pixels>, holes: &[Pixels]) -> Vec<Pixels> {
    let mut left = Vec::new();
    for mut stretch in stretches {
        for hole in holes {
            if hole.right <= stretch.left || hole.left >= stretch.right {
                continue;
            }
            if hole.left > stretch.left {
                left.push(Pixels { right: hole.left, ..stretch });
            }
            stretch.left = hole.right;
        }
        if stretch.left < stretch.right {
            left.push(stretch);
        }
    }
    left
}

/// Upper edge of a stretch that begins at the present height.
const NOWHERE: i32 = i32::MIN;

/// Stretches along which areas lie side by side. The areas are in the order of their left edges.
fn stretches(areas: &[Pixels]) -> Vec<Pixels> {
    let mut stretches: Vec<Pixels> = Vec::new();
    for area in areas {
        match stretches.last_mut() {
            Some(last) if last.right >= area.left => last.right = last.right.max(area.right),
            _ => stretches.push(Pixels { top: NOWHERE, ..*area }),
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::IVec2;

    #[test]
    fn each_pixel_of_random_areas_outside_of_holes_is_covered_once() {
        const SIDE: i32 = 24;
        let mut state = 0x9e37_79b9_u32;
        let mut random = |below: i32| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state % below as u32) as i32
        };
        for count in 0..60 {
            let mut areas = Vec::new();
            let mut expected = vec![0; (SIDE * SIDE) as usize];
            for _ in 0..count / 4 {
                let min = IVec2::new(random(SIDE - 8), random(SIDE - 8));
                let size = IVec2::new(1 + random(8), 1 + random(8));
                areas.push(Aabb::from_min_size(min * UNITS_PER_PX, size * UNITS_PER_PX));
                for y in min.y..min.y + size.y {
                    for x in min.x..min.x + size.x {
                        expected[(y * SIDE + x) as usize] = 1;
                    }
                }
            }
            let mut holes = Vec::new();
            for _ in 0..count / 6 {
                let corner = IVec2::new(random(SIDE - 6), random(SIDE - 6));
                let end = corner + IVec2::new(1 + random(6), 1 + random(6));
                holes.push(Pixels { left: corner.x, right: end.x, top: corner.y, bottom: end.y });
                for y in corner.y..end.y {
                    expected[(y * SIDE + corner.x) as usize..(y * SIDE + end.x) as usize].fill(0);
                }
            }
            let mut covered = vec![0; (SIDE * SIDE) as usize];
            for pixels in union(areas.iter().copied(), holes.clone()) {
                for y in pixels.top..pixels.bottom {
                    for x in pixels.left..pixels.right {
                        covered[(y * SIDE + x) as usize] += 1;
                    }
                }
            }
            assert_eq!(covered, expected, "{areas:?} {holes:?}");
        }
    }

    #[test]
    fn a_column_of_areas_is_one_rectangle() {
        let area = |row: i32| Aabb::from_px([0.5, row as f32 * 8.0], [7.0, 12.0]);
        let column = Pixels { left: 0, right: 8, top: 0, bottom: 52 };
        assert_eq!(union((0..6).map(area), Vec::new()), [column]);
    }
}
