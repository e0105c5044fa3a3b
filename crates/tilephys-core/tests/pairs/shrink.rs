//! The smallest case of what fails, as text that builds it again.

use crate::cave::Cave;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Times that a smaller cave is tried.
const TRIES: u32 = 400;

fn outcome<T>(cave: &Cave, check: &impl Fn(&Cave) -> Result<T, String>) -> Result<T, String> {
    let caught = catch_unwind(AssertUnwindSafe(|| check(cave)));
    caught.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("it panics: {}", text.unwrap_or("?")))
    })
}

/// What `check` finds; if it fails, the panic shows the cave with all bodies and tiles left out without which it fails too.
pub(crate) fn must_hold<T>(seed: u64, cave: &Cave, check: &impl Fn(&Cave) -> Result<T, String>) -> T {
    let mut fault = match outcome(cave, check) {
        Ok(found) => return found,
        Err(fault) => fault,
    };
    let (mut small, mut tries) = (cave.clone(), 0);
    loop {
        let before = (small.actors.len(), small.map.cells.len());
        let mut place = 0;
        while place < small.actors.len() && tries < TRIES {
            let mut less = small.clone();
            less.actors.remove(place);
            tries += 1;
            match outcome(&less, check) {
                Ok(_) => place += 1,
                Err(found) => (small, fault) = (less, found),
            }
        }
        for cell in small.map.cells.clone().into_keys() {
            let mut less = small.clone();
            less.map.cells.remove(&cell);
            tries += 1;
            if tries < 2 * TRIES
                && let Err(found) = outcome(&less, check)
            {
                (small, fault) = (less, found);
            }
        }
        if before == (small.actors.len(), small.map.cells.len()) || tries > TRIES {
            break;
        }
    }
    panic!("seed {seed}: {fault}\nin {small:#?}");
}
