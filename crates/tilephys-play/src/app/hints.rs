//! Keys that a new player needs, until they were used.

use eframe::egui::{Context, Key};

/// A key of a hint: its name, its effect, and the keys of the keyboard that count as it.
struct Hint {
    name: &'static str,
    effect: &'static str,
    keys: &'static [Key],
}

const HINTS: [Hint; 5] = [
    Hint { name: "arrows, A D", effect: "run", keys: &[Key::ArrowLeft, Key::ArrowRight, Key::A, Key::D] },
    Hint { name: "space", effect: "jump", keys: &[Key::Space, Key::C] },
    Hint { name: "R", effect: "hold it: time goes back", keys: &[Key::R] },
    Hint { name: "F1", effect: "what the engine knows", keys: &[Key::F1] },
    Hint { name: "H", effect: "all keys", keys: &[Key::H] },
];

/// Hints that are left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints {
    is_used: [bool; HINTS.len()],
}

impl Hints {
    /// Drops the hints whose keys went down in this frame.
    pub(super) fn take(&mut self, ctx: &Context) {
        ctx.input(|input| {
            for (is_used, hint) in self.is_used.iter_mut().zip(&HINTS) {
                *is_used |= hint.keys.iter().any(|key| input.key_pressed(*key));
            }
        });
    }

    /// Drops all hints.
    pub fn close(&mut self) {
        self.is_used = [true; HINTS.len()];
    }

    /// The keys that were not used yet, with their effects.
    pub fn left(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let left = self.is_used.iter().zip(&HINTS).filter(|(is_used, _)| !**is_used);
        left.map(|(_, hint)| (hint.name, hint.effect))
    }
}
