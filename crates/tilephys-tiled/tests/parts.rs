//! Unit tests of the loader, which are in its sources. The parts that have some are compiled here, and the loader itself is not
//! compiled a second time for them.

#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "the rest of the loader uses more of these parts"
)]

#[path = "../src/error/mod.rs"]
mod error;
#[path = "../src/files/mod.rs"]
mod files;

#[path = "../src/collide"]
mod collide {
    mod polygons;
}

#[path = "../src/settings"]
mod settings {
    mod patterns;
}

#[path = "../src/xml"]
mod xml {
    mod scan;
}
