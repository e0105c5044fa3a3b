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
        let made = catch_unwind(AssertUnwindSafe(|| smaller(&self.cave))).ok().flatten();
        let Some(cave) = made.filter(|_| self.tries <= TRIES) else { return };
        if let Err(fault) = outcome(&cave, check) {
            (self.cave, self.fault) = (cave, fault);
        }
    }
}
