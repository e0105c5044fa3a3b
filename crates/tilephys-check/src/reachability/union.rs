//! Union of rectangles that overlap, as disjoint rectangles: a translucent colour covers each pixel once.

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

/// Disjoint rectangles with the pixels of all areas, by a sweep downward over the heights at which an area begins or ends
/// (Bentley, "Solutions to Klee's rectangle problems", 1977). Equal stretches one under the other are one rectangle.
pub(super) fn union(areas: impl Iterator<Item = Aabb>) -> Vec<Pixels> {
    let mut areas: Vec<Pixels> = areas.map(Pixels::of).collect();
    areas.sort_by_key(|area| (area.top, area.left));
    let heights: BTreeSet<i32> = areas.iter().flat_map(|area| [area.top, area.bottom]).collect();
    let mut next = areas.iter().peekable();
    let mut active: Vec<Pixels> = Vec::new();
    // Rectangles whose lower edge is not known yet.
    let mut open: Vec<Pixels> = Vec::new();
    let mut done = Vec::new();
    for height in heights {
        active.retain(|area| area.bottom > height);
        while let Some(area) = next.next_if(|area| area.top == height) {
            active.push(*area);
        }
        active.sort_by_key(|area| area.left);
        let mut begun = stretches(&active);
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
    fn each_pixel_of_random_areas_is_covered_once() {
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
            let mut covered = vec![0; (SIDE * SIDE) as usize];
            for pixels in union(areas.iter().copied()) {
                for y in pixels.top..pixels.bottom {
                    for x in pixels.left..pixels.right {
                        covered[(y * SIDE + x) as usize] += 1;
                    }
                }
            }
            assert_eq!(covered, expected, "{areas:?}");
        }
    }

    #[test]
    fn a_column_of_areas_is_one_rectangle() {
        let area = |row: i32| Aabb::from_px([0.5, row as f32 * 8.0], [7.0, 12.0]);
        let column = Pixels { left: 0, right: 8, top: 0, bottom: 52 };
        assert_eq!(union((0..6).map(area)), [column]);
    }
}
