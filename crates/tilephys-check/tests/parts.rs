//! Unit tests of the checker, which are in its sources. The parts that have some are compiled here, and the checker itself is
//! not compiled a second time for them.

#![allow(dead_code, unreachable_pub, reason = "the rest of the checker uses more of these parts")]

#[path = "../src/fix.rs"]
mod fix;
#[path = "../src/inputs.rs"]
mod inputs;
#[path = "../src/paths.rs"]
mod paths;
#[path = "../src/picture.rs"]
mod picture;

#[path = "../src/reachability"]
mod reachability {
    mod path_tree;
    mod union;
}
