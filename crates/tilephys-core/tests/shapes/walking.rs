//! What walking adds at the end of a move: the snap to a floor that falls away.

use super::contacts::{limit, stands};
use super::first::Flight;
use super::judge::{Case, Verdict, fail_unless};
use super::meter::Meter;
use super::solid::{Rect, add, dot, unit};
use tilephys_core::Snap;

/// The end of a walk: where the last piece ends, or lower by a snap.
pub(crate) fn end_agrees(case: &Case, end: &Rect, meter: &mut Meter) -> Verdict {
    let mover = case.mover;
    let walk = mover.walk.expect("it walks");
    let down = unit(mover.up).map(|c| -c);
    let off = add(case.seen.position, end.lo.map(|c| -c));
    let start = mover.rect();
    let d = mover.lattice_translation();
    let across = usize::from(down[0] == 0) ^ 1;
    let level = d[across].abs() as f64;
    let tile = case.world.tile();
    let longest = match walk.snap {
        Snap::Off => 0.0,
        Snap::Length(px) => f64::from(px) * 256.0,
        Snap::Adaptive => {
            let tall = tile[1 - across] as f64;
            let reach = level * limit(case).1 + 256.0;
            if reach.is_nan() || reach > tall { tall } else { reach }
        }
    };
    if off == [0, 0] {
        return Ok(());
    }
    meter.count("snaps", 1);
    let by = dot(off, down) as i64;
    let told = || format!("at {:?}, {off:?} from where the last piece ends", case.seen.position);
    fail_unless(add(down.map(|c| c * by), off.map(|c| -c)) == [0, 0] && by > 0, || {
        format!("snap: not down, {}", told())
    })?;
    fail_unless(by as f64 <= longest + 2.0, || format!("snap: longer than {longest}, {}", told()))?;
    fail_unless(stands(case, &start), || format!("snap: it stood on no floor, {}", told()))?;
    let landed = Rect::of(case.seen.position, mover.size);
    fail_unless(stands(case, &landed), || format!("snap: to no floor, {}", told()))?;
    let snap = Flight { body: *end, d: off, up: mover.up };
    let blocked = snap.entries(&case.solids).into_iter().find(|e| e.certain && !e.set_on);
    match blocked {
        Some(entry) => Err(format!("snap: through {entry:?}, {}", told())),
        None => Ok(()),
    }
}
