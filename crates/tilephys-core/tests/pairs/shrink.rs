//! Shrinks a failing case and prints it as text that builds it again.

use crate::pairs::cave::Cave;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Times that a smaller cave is tried.
const TRIES: u32 = 1_000;

fn outcome<T>(cave: &Cave, check: &impl Fn(&Cave) -> Result<T, String>) -> Result<T, String> {
    let caught = catch_unwind(AssertUnwindSafe(|| check(cave)));
    caught.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("it panics: {}", text.unwrap_or("?")))
    })
}

/// What `check` finds; if it fails, the panic shows the cave later, and with all bodies and tiles left out, as far as it fails then too.
pub(crate) fn must_hold<T>(seed: u64, cave: &Cave, check: &impl Fn(&Cave) -> Result<T, String>) -> T {
    let fault = match outcome(cave, check) {
        Ok(found) => return found,
        Err(fault) => fault,
    };
    let mut small = Small { cave: cave.clone(), fault, tries: 0 };
    loop {
        let before = small.cave.clone();
        for steps in [128, 64, 32, 16, 8, 4, 2, 1] {
            small.take(check, |cave| Some(cave.after(steps)));
        }
        for place in (0..before.actors.len()).rev() {
            small.take(check, |cave| {
                let mut less = cave.clone();
                less.actors.remove(place);
                Some(less)
            });
        }
        for cell in before.map.cells.keys() {
            small.take(check, |cave| {
                let mut less = cave.clone();
                less.map.cells.remove(cell).map(|_| less)
            });
        }
        let size = |cave: &Cave| (cave.actors.len(), cave.map.cells.len());
        if size(&before) == size(&small.cave) || small.tries > TRIES {
            panic!("seed {seed}: {}\nin {}", small.fault, text(&small.cave));
        }
    }
}

struct Small {
    cave: Cave,
    fault: String,
    tries: u32,
}

impl Small {
    /// Takes over a smaller cave if it fails too.
    fn take<T>(
        &mut self,
        check: &impl Fn(&Cave) -> Result<T, String>,
        smaller: impl Fn(&Cave) -> Option<Cave>,
    ) {
        self.tries += 1;
        let made = catch_unwind(AssertUnwindSafe(|| smaller(&self.cave))).ok().flatten();
        let Some(cave) = made.filter(|_| self.tries <= TRIES) else { return };
        if let Err(fault) = outcome(&cave, check) {
            (self.cave, self.fault) = (cave, fault);
        }
    }
}

/// A cave in a few lines.
fn text(cave: &Cave) -> String {
    let map = &cave.map;
    let mut lines = vec![format!("tiles {:?}, gravity {:?}, {:?}", map.tile_px, cave.gravity, cave.combine)];
    let cells: Vec<_> = map.cells.iter().map(|((row, col, _), kind)| (*col, *row, *kind)).collect();
    lines.push(format!("(column, row, kind) {cells:?}, loose {:?}", map.off_grid));
    for kind in cells.iter().map(|c| c.2).chain(map.off_grid.iter().map(|l| l.kind)).filter(|kind| *kind > 0)
    {
        lines.push(format!("kind {kind}: {:?}", map.kinds[kind]));
    }
    for a in &cave.actors {
        let (m, category) = (a.profile.movement, a.profile.category);
        let gravity = a.profile.gravity_scale;
        lines.push(format!(
            "{} at {:?}, size {:?}, velocity {:?}, rest {:?}",
            a.id, a.min, a.size, a.velocity, a.rest
        ));
        lines.push(format!("   {:?} up {:?} rests {}", m.response, m.up, m.rest_speed));
        lines.push(format!("   walk {:?}", m.walk_if_grounded().map(|w| w.snap)));
        lines.push(format!("   category {category}, gravity {gravity}, {:?}", a.profile.collide));
    }
    lines.join("\n")
}
