//! Paths to targets as one tree.

use glam::Vec2;

/// Lines and jumps of paths. The beginnings that paths share are in it once.
#[derive(Default)]
pub(super) struct PathTree<'w> {
    /// What each path adds, without the points at which it goes straight on.
    pub(super) lines: Vec<Vec<Vec2>>,
    /// Points at which a jump begins, each of them once.
    pub(super) jumps: Vec<Vec2>,
    paths: Vec<&'w [Vec2]>,
}

impl<'w> PathTree<'w> {
    /// Adds a path, of which `jumps` has the indices of the points at which a jump begins.
    pub(super) fn add(&mut self, path: &'w [Vec2], jumps: &[usize]) {
        let shared = |other: &&[Vec2]| {
            let both = path.iter().zip(*other);
            both.take_while(|(own, other)| own == other).count()
        };
        let fork = self.paths.iter().map(shared).max().unwrap_or_default();
        self.lines.push(bends(&path[fork.saturating_sub(1)..]));
        let own = jumps.iter().filter(|jump| **jump + 1 >= fork);
        self.jumps.extend(own.map(|jump| path[*jump]));
        self.paths.push(path);
    }
}

/// The ends of a path and the points at which it bends.
pub(super) fn bends(path: &[Vec2]) -> Vec<Vec2> {
    let mut bends: Vec<Vec2> = Vec::new();
    for point in path {
        if bends.last() == Some(point) {
            continue;
        }
        if let [.., before, last] = bends[..]
            && (last - before).perp_dot(*point - last) == 0.0
            && (last - before).dot(*point - last) > 0.0
        {
            bends.pop();
        }
        bends.push(*point);
    }
    bends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[[f32; 2]]) -> Vec<Vec2> {
        list.iter().copied().map(Vec2::from).collect()
    }

    #[test]
    fn only_bends_of_a_path_are_kept() {
        let path = points(&[[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [2.0, 0.0], [2.0, 5.0]]);
        assert_eq!(bends(&path), points(&[[0.0, 0.0], [3.0, 0.0], [2.0, 0.0], [2.0, 5.0]]));
    }

    #[test]
    fn paths_with_one_beginning_are_a_tree() {
        let first = points(&[[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 3.0]]);
        let second = points(&[[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]]);
        let mut tree = PathTree::default();
        tree.add(&first, &[0]);
        tree.add(&second, &[0, 2]);
        assert_eq!(tree.lines, [first.clone(), points(&[[2.0, 1.0], [3.0, 0.0]])]);
        assert_eq!(tree.jumps, [Vec2::ZERO, Vec2::new(2.0, 1.0)]);
    }
}
