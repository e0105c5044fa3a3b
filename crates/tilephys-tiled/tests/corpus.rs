//! Regression files: inputs on which the loader, or a user of levels, has failed before, named by their fault.

use crate::support;

use std::path::Path;
use support::exercise::{Packed, exercise};

#[test]
fn past_failures_load_or_are_refused_and_can_be_used() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        println!("{}", path.display()); // is shown if it panics
        let files = Packed::of_bytes(&std::fs::read(&path).unwrap());
        assert!(!files.0.is_empty(), "no file begins with a mark");
        match exercise(&files) {
            Ok(()) => println!("loads"),
            Err(error) => println!("{error}"),
        }
    }
}
