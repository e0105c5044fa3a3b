//! The 47 ways in which a tile can be joined to its eight neighbours.
//!
//! A corner matters only where both sides next to it are joined, which leaves 47 of the 256 combinations: the "blob"
//! set (<http://www.cr31.co.uk/stagecast/wang/blob.html>).

/// The eight neighbours as (column, row) offsets, clockwise from above; neighbour `i` is bit `i` of a mask.
pub(crate) const AROUND: [(i32, i32); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The bit of the neighbour above.
pub(crate) const UP: u8 = 1;
/// The bit of the neighbour to the right.
pub(crate) const RIGHT: u8 = 4;
/// The bit of the neighbour below.
pub(crate) const DOWN: u8 = 16;
/// The bit of the neighbour to the left.
pub(crate) const LEFT: u8 = 64;
/// All eight neighbours are joined.
pub(crate) const FULL: u8 = 255;

/// How many masks are left by [`reduce`].
pub(crate) const BLOBS: i32 = 47;

/// Clears the corners that do not matter.
pub(crate) fn reduce(mask: u8) -> u8 {
    let mut out = mask & (UP | RIGHT | DOWN | LEFT);
    for corner in [1, 3, 5, 7] {
        let sides = (1 << (corner - 1)) | (1 << ((corner + 1) % 8));
        if mask & sides == sides {
            out |= mask & (1 << corner);
        }
    }
    out
}

/// The reduced masks in ascending order; a mask's place here is its place in the tileset.
pub(crate) fn masks() -> Vec<u8> {
    (0..=FULL).filter(|&m| reduce(m) == m).collect()
}

/// The place of a mask's reduced form in [`masks`].
pub(crate) fn index(mask: u8) -> i32 {
    let reduced = reduce(mask);
    (0..reduced).filter(|&m| reduce(m) == m).count() as i32
}

/// The mask of a cell, where `joined` tells whether the cell at an offset belongs to the same mass.
pub(crate) fn mask(joined: impl Fn(i32, i32) -> bool) -> u8 {
    (0..8).filter(|&i| joined(AROUND[i].0, AROUND[i].1)).fold(0, |m, i| m | (1 << i))
}

/// The squared distance, in half pixels, from a pixel's centre to the nearest neighbour that is not joined, and the
/// offset of that neighbour; `None` if all are joined. Nearer than 16 px the answer is exact for the whole map.
pub(crate) fn distance(mask: u8, x: i32, y: i32) -> Option<(i32, (i32, i32))> {
    let axis = |offset: i32, at: i32| match offset {
        -1 => 2 * at + 1,
        0 => 0,
        _ => 32 - (2 * at + 1),
    };
    (0..8)
        .filter(|i| mask & (1 << i) == 0)
        .map(|i| {
            let (dx, dy) = AROUND[i];
            let (ax, ay) = (axis(dx, x), axis(dy, y));
            (ax * ax + ay * ay, (dx, dy))
        })
        .min_by_key(|&(squared, _)| squared)
}
