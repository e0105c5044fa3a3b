//! Shrinks a failing case and prints it as text that builds it again.

use crate::pairs::cave::Cave;
use crate::panics::{caught, verdict};

/// Times that a smaller cave is tried.
const TRIES: u32 = 1_000;

/// What `check` finds; if it fails, the panic shows the cave later, and with all bodies and tiles left out, as far as it fails then too.
pub(crate) fn must_hold<T>(seed: u64, cave: &Cave, check: &impl Fn(&Cave) -> Result<T, String>) -> T {
    let fault = match verdict(|| check(cave)) {
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
            let Cave { map, gravity, combine, actors } = &small.cave;
            let actors: Vec<String> = actors.iter().map(|actor| format!("{actor:?}\n")).collect();
            let Small { fault, .. } = &small;
            panic!("seed {seed}: {fault}\nin {map:?}, gravity {gravity:?}, {combine:?}\n{}", actors.concat());
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
        let made = caught(|| smaller(&self.cave)).ok().flatten();
        let Some(cave) = made.filter(|_| self.tries <= TRIES) else { return };
        if let Err(fault) = verdict(|| check(&cave)) {
            (self.cave, self.fault) = (cave, fault);
        }
    }
}
