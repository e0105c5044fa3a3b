//! Solid part of a cell as a convex polygon, and the distance of its pixels from air.

use crate::canvas::TILE;

/// The corners of what is solid in a cell, in pixels from its low corner, clockwise as seen with y down. None is air.
pub(crate) type Form = &'static [(i32, i32)];

/// Nothing.
pub(crate) const AIR: Form = &[];
/// The whole cell.
pub(crate) const FULL: Form = &[(0, 0), (16, 0), (16, 16), (0, 16)];

/// The forms that a letter of a plan stands for; `None` if it stands for none.
pub(crate) fn of_letter(letter: char) -> Option<Form> {
    Some(match letter {
        // Floors of 45 degrees, up and down as seen from the left.
        '/' => &[(0, 16), (16, 0), (16, 16)],
        '\\' => &[(0, 0), (16, 16), (0, 16)],
        // Floors of one in two over two cells, up and down.
        '1' => &[(0, 16), (16, 8), (16, 16)],
        '2' => &[(0, 8), (16, 0), (16, 16), (0, 16)],
        '3' => &[(0, 0), (16, 8), (16, 16), (0, 16)],
        '4' => &[(0, 8), (16, 16), (0, 16)],
        // Ceilings of 45 degrees, up and down as seen from the left.
        '{' => &[(0, 0), (16, 0), (0, 16)],
        '}' => &[(0, 0), (16, 0), (16, 16)],
        // Ceilings of one in two, down and up.
        '5' => &[(0, 0), (16, 0), (16, 8)],
        '6' => &[(0, 0), (16, 0), (16, 16), (0, 8)],
        '7' => &[(0, 0), (16, 0), (16, 8), (0, 16)],
        '8' => &[(0, 0), (16, 0), (0, 8)],
        // Floors of two in one over two rows, up and down; the lower one is wide.
        '[' => &[(8, 0), (16, 0), (16, 16), (0, 16)],
        ']' => &[(16, 0), (16, 16), (8, 16)],
        '(' => &[(0, 0), (8, 16), (0, 16)],
        ')' => &[(0, 0), (8, 0), (16, 16), (0, 16)],
        // The lower half, the upper half, and steps of a quarter and of three quarters.
        '_' => &[(0, 8), (16, 8), (16, 16), (0, 16)],
        '"' => &[(0, 0), (16, 0), (16, 8), (0, 8)],
        ',' => &[(0, 12), (16, 12), (16, 16), (0, 16)],
        ';' => &[(0, 4), (16, 4), (16, 16), (0, 16)],
        _ => return None,
    })
}

/// Whether a form is a floor: what stands on it stands in its own cell.
pub(crate) fn is_floor(form: Form) -> bool {
    form != FULL && form.iter().filter(|corner| corner.1 == TILE).count() > 1
}

/// True if the middle of a pixel is within a polygon, or on its edge.
pub(crate) fn holds(polygon: &[(i32, i32)], x: i32, y: i32) -> bool {
    let (px, py) = (2 * x + 1, 2 * y + 1);
    let next = polygon.iter().cycle().skip(1);
    let mut edges = polygon.iter().zip(next);
    !polygon.is_empty()
        && edges.all(|(a, b)| {
            let (ax, ay) = (2 * a.0, 2 * a.1);
            let (ex, ey) = (2 * b.0 - ax, 2 * b.1 - ay);
            ex * (py - ay) - ey * (px - ax) >= 0
        })
}

/// A cell and its eight neighbours, pixel by pixel.
pub(crate) struct Patch {
    solid: Vec<bool>,
}

const SIDE: i32 = 3 * TILE;

impl Patch {
    /// `forms` has the form of the cell at each offset of -1 to 1 columns and rows.
    pub(crate) fn new(forms: impl Fn(i32, i32) -> Form) -> Self {
        let cells: Vec<Form> = (0..9).map(|n| forms(n % 3 - 1, n / 3 - 1)).collect();
        let at = |n: i32| {
            let (x, y) = (n % SIDE, n / SIDE);
            holds(cells[(y / TILE * 3 + x / TILE) as usize], x % TILE, y % TILE)
        };
        Self { solid: (0..SIDE * SIDE).map(at).collect() }
    }

    /// Whether a pixel is solid, counted from the low corner of the cell in the middle; `None` beyond the neighbours.
    pub(crate) fn solid(&self, x: i32, y: i32) -> Option<bool> {
        let (x, y) = (x + TILE, y + TILE);
        let inside = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
        inside.then(|| self.solid[(y * SIDE + x) as usize])
    }

    /// The squared distance, in half pixels, from a pixel's middle to the nearest pixel that is solid or is not, up to
    /// 16 px, and the offset of that pixel; of several equally near the one above or below.
    pub(crate) fn distance(&self, x: i32, y: i32, wanted: bool) -> Option<(i32, (i32, i32))> {
        let half = |d: i32| (2 * d.abs() - 1).max(0);
        let mut best: Option<(i32, (i32, i32))> = None;
        // Square rings around the pixel, until all further ones are farther than what was found.
        for ring in 0..=TILE {
            if best.is_some_and(|(squared, _)| squared < half(ring) * half(ring)) {
                break;
            }
            for dy in -ring..=ring {
                let step = if dy.abs() == ring { 1 } else { 2 * ring };
                for dx in (-ring..=ring).step_by(step.max(1) as usize) {
                    let found = (half(dx) * half(dx) + half(dy) * half(dy), (dx, dy));
                    let rank = |(squared, (dx, dy)): (i32, (i32, i32))| (squared, dx.abs(), dy);
                    if self.solid(x + dx, y + dy) == Some(wanted)
                        && best.is_none_or(|best| rank(found) < rank(best))
                    {
                        best = Some(found);
                    }
                }
            }
        }
        best
    }

    /// The rows at which something solid has air above it, in a column of pixels, from the cell above to this one.
    pub(crate) fn floors(&self, x: i32) -> impl Iterator<Item = i32> + '_ {
        let rows = (1 - TILE)..TILE;
        rows.filter(move |&y| self.solid(x, y) == Some(true) && self.solid(x, y - 1) == Some(false))
    }
}
