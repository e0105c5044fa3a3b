//! Sort and sweep in strips: the audit's own broad phase, from left to right within each strip of the world.

use crate::geometry::extent::Extent;

/// Finds the pairs among many boxes. Kept for its memory.
#[derive(Default)]
pub(crate) struct Strips {
    /// Every box in every strip that it lies in: the strip, its left edge, its place.
    entries: Vec<(i64, i64, u32)>,
}

impl Strips {
    /// Shows each pair of boxes that overlap strictly once, by their places, the lesser one first. Touching is no overlap.
    pub(crate) fn each_overlap(&mut self, boxes: &[Extent], see: &mut dyn FnMut(usize, usize)) {
        // Strips of twice the mean height: then no box, however large, makes for many more entries than there are boxes.
        let heights: i64 = boxes.iter().map(|b| b.size().y).sum();
        let height = 1 + 2 * heights / (boxes.len() as i64).max(1);
        let strips = |b: &Extent| b.min.y.div_euclid(height)..=(b.max.y - 1).div_euclid(height);
        self.entries.clear();
        for (place, b) in (0..).zip(boxes) {
            self.entries.extend(strips(b).map(|strip| (strip, b.min.x, place)));
        }
        self.entries.sort_unstable();
        for (n, (strip, _, a)) in self.entries.iter().enumerate() {
            let one = &boxes[*a as usize];
            let later = self.entries[n + 1..].iter();
            let beside = later.take_while(|(of, left, _)| of == strip && *left < one.max.x);
            for (_, _, b) in beside {
                let other = &boxes[*b as usize];
                let is_first = *strips(one).start().max(strips(other).start()) == *strip;
                if is_first && overlap(one, other) {
                    see(*a.min(b) as usize, *a.max(b) as usize);
                }
            }
        }
    }
}

/// True if two boxes overlap; a common edge is not enough.
pub(crate) fn overlap(a: &Extent, b: &Extent) -> bool {
    a.min.cmplt(b.max).all() && b.min.cmplt(a.max).all()
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;
    use glam::I64Vec2;

    fn found(boxes: &[Extent]) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        Strips::default().each_overlap(boxes, &mut |a, b| pairs.push((a, b)));
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn it_finds_what_a_look_at_all_pairs_finds_once() {
        let mut random = Random::new(1, 0);
        let mut overlaps = 0;
        for round in 0..200 {
            // Now and then a box that is larger than all others together.
            let reach = [1, 8, 300][round % 3];
            let mut number =
                |most: i64| I64Vec2::new(random.between(-most, most), random.between(-most, most));
            let boxes: Vec<Extent> = (0..60)
                .map(|n| {
                    let min = number(60);
                    let size = number(if n == 7 { reach } else { 6 }).abs() + I64Vec2::ONE;
                    Extent { min, max: min + size }
                })
                .collect();
            let all = (0..boxes.len()).flat_map(|a| (a + 1..boxes.len()).map(move |b| (a, b)));
            let brute: Vec<_> = all.filter(|(a, b)| overlap(&boxes[*a], &boxes[*b])).collect();
            assert_eq!(found(&boxes), brute, "round {round}");
            overlaps += brute.len();
        }
        assert!(overlaps > 1_500, "{overlaps}");
    }

    #[test]
    fn boxes_that_touch_do_not_overlap_and_one_unit_is_enough() {
        let at = |x: i64, y: i64| Extent { min: I64Vec2::new(x, y), max: I64Vec2::new(x + 10, y + 10) };
        assert_eq!(found(&[at(0, 0), at(10, 0), at(0, 10), at(-10, -10)]), []);
        assert_eq!(found(&[at(0, 0), at(9, 9), at(-9, -9)]), [(0, 1), (0, 2)]);
        assert_eq!(found(&[]), []);
    }
}
