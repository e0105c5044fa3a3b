//! Unit tests of the command, which are in its sources. The parts that have some are compiled here, and the command itself
//! is not compiled a second time for them.

#![allow(dead_code, reason = "the rest of the command uses more of these parts")]

#[path = "../src/geometry/mod.rs"]
mod geometry;
#[path = "../src/messages.rs"]
mod messages;
#[path = "../src/target.rs"]
mod target;
#[path = "../src/text.rs"]
mod text;

#[path = "../src/check"]
mod check {
    mod baseline;
}

#[path = "../src/picture"]
mod picture {
    pub(crate) mod movers;
}

#[path = "../src/render"]
mod render {
    mod legend;
    pub(crate) mod overlay;
    pub(crate) mod pens;
}

#[path = "../src/run"]
mod run {
    mod audit;
    mod bodies;
    mod clock;
    mod crowd;
    mod driver;
    mod ecs;
    mod pair_audit;
    mod passing;
    mod paths;
    mod places;
    mod plain;
    mod random;
    mod rate;
    mod things;
    mod walker;
}

#[path = "../src/scenario"]
mod scenario {
    mod orient;
    mod permutations;
    mod turn;
}
