//! The same laws in every orientation and at every place: the results in a mirrored, turned or shifted world are the
//! mirrored, turned or shifted results.
//!
//! Each suite plays its random cases under one change of the coordinates. Where a suite lacks a change, the order of ties
//! has no image: up is no mirror of down for casts, and platforms and islands move along x before y.

mod islands;
mod moves;
mod platforms;
mod queries;

use crate::turn::Turn;

/// A change of the coordinates, for any case.
#[derive(Clone, Copy, Debug)]
enum Change {
    Orientation(Turn),
    /// By a number of tiles that depends on the case.
    Shift,
}

impl Change {
    /// The turn for a case with this shift, if it has one.
    fn turn(self, shift: impl FnOnce() -> Option<Turn>) -> Option<Turn> {
        match self {
            Change::Orientation(turn) => Some(turn),
            Change::Shift => shift(),
        }
    }
}

macro_rules! suites {
    ($($suite:ident: $check:path, [$($name:ident: $change:expr),*];)*) => {$(
        mod $suite {
            use super::*;

            $(
                #[test]
                fn $name() {
                    $check($change);
                }
            )*
        }
    )*};
}

const MIRROR_X: Change = Change::Orientation(Turn::MIRROR_X);
const MIRROR_Y: Change = Change::Orientation(Turn::MIRROR_Y);
const TRANSPOSE: Change = Change::Orientation(Turn::TRANSPOSE);
const QUARTER: Change = Change::Orientation(Turn::QUARTER);

suites! {
    moves_among_shapes: moves::among_shapes, [
        mirrored_in_x: MIRROR_X, mirrored_in_y: MIRROR_Y, axes_exchanged: TRANSPOSE, turned_by_a_quarter: QUARTER,
        shifted: Change::Shift
    ];
    colliding_bodies: islands::with_one_up, [
        mirrored_in_x: MIRROR_X, mirrored_in_y: MIRROR_Y, shifted: Change::Shift
    ];
    colliding_bodies_of_different_ups: islands::with_mixed_ups, [
        mirrored_in_x: MIRROR_X, mirrored_in_y: MIRROR_Y, shifted: Change::Shift
    ];
    platforms_and_riders: platforms::with_riders, [mirrored_in_x: MIRROR_X, shifted: Change::Shift];
    platforms_and_crates: platforms::with_crates, [mirrored_in_x: MIRROR_X, shifted: Change::Shift];
    queries_among_shapes: queries::among_shapes, [
        as_loose_shapes: Change::Orientation(Turn::NONE), mirrored_in_x: MIRROR_X, shifted: Change::Shift
    ];
}
