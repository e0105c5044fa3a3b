//! The way of a body as its hits tell it, and when it overlaps a box on that way.

use glam::IVec2;
use tilephys_core::{Aabb, Body, BodyId, EventKind, Response, World};

/// Straight pieces: from where to where, and when in steps of 2^-32.
pub(super) type Pieces = Vec<(IVec2, IVec2, u64, u64)>;

const WHOLE: u64 = 1 << 32;

/// The way of a body that started the last step as `before`: straight from hit to hit.
pub(super) fn way(world: &World, id: BodyId, before: &Body, response: Response) -> Pieces {
    let (mut at, mut when, mut pieces) = (before.position, 0, Vec::new());
    for event in world.events().iter().filter(|e| e.body == id && response != Response::Pass) {
        if let EventKind::Hit(hit) = event.kind {
            pieces.push((at, hit.position, when, hit.fraction.to_bits()));
            (at, when) = (hit.position, hit.fraction.to_bits());
        }
    }
    let after = world.body(id).expect("it is there");
    pieces.push((at, after.position, when, WHOLE));
    pieces
}

/// A quotient; the denominator is above zero.
#[derive(Clone, Copy)]
struct Quotient(i128, i128);

impl Quotient {
    fn is_less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// The open part of a piece, as fractions of it, in which the box overlaps `target`; `None` for never.
fn overlap((from, to): (IVec2, IVec2), size: IVec2, target: Aabb) -> Option<(Quotient, Quotient)> {
    let far = 1i128 << 80;
    let (mut low, mut high) = (Quotient(-far, 1), Quotient(far, 1));
    for k in 0..2 {
        let d = i128::from(to[k]) - i128::from(from[k]);
        let near = i128::from(target.min[k]) - i128::from(from[k]) - i128::from(size[k]);
        let end = i128::from(target.max[k]) - i128::from(from[k]);
        let (a, b) = match d {
            0 if near < 0 && 0 < end => continue,
            0 => return None,
            d if d > 0 => (Quotient(near, d), Quotient(end, d)),
            d => (Quotient(-end, -d), Quotient(-near, -d)),
        };
        low = if low.is_less(a) { a } else { low };
        high = if b.is_less(high) { b } else { high };
    }
    low.is_less(high).then_some((low, high))
}

/// When a box of `size` on its way comes into `target` (true) and leaves it, and whether it is in at the end.
pub(super) fn judge(pieces: &Pieces, size: IVec2, target: Aabb, mut is_in: bool) -> (Vec<(bool, u64)>, bool) {
    let mut told = Vec::new();
    for &(from, to, begin, end) in pieces {
        let starts_in = Aabb { min: from, max: from + size }.overlaps(target);
        if is_in && !starts_in {
            told.push((false, begin));
            is_in = false;
        }
        let Some((low, high)) = overlap((from, to), size, target) else { continue };
        let moment = |q: Quotient| begin + (q.0 * i128::from(end - begin)).div_euclid(q.1) as u64;
        if !is_in && starts_in {
            told.push((true, begin));
            is_in = true;
        } else if !is_in && low.0 >= 0 && low.is_less(Quotient(1, 1)) {
            told.push((true, moment(low)));
            is_in = true;
        }
        if is_in && !Quotient(1, 1).is_less(high) {
            told.push((false, moment(high)));
            is_in = false;
        }
    }
    (told, is_in)
}
