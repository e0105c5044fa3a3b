//! Fuzz target: loads a map and uses all of it. One input holds several files, packed as in the tests of damaged
//! maps.

#![no_main]

#[allow(dead_code, unused_imports)] // Shared with tests, which use all of it.
#[path = "../../crates/tilephys-tiled/tests/support/mod.rs"]
mod support;

use libfuzzer_sys::{Corpus, fuzz_target};
use support::exercise::{Packed, exercise};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let files = Packed::of_bytes(bytes);
    if files.0.is_empty() {
        return Corpus::Reject;
    }
    let _ = exercise(&files);
    Corpus::Keep
});
