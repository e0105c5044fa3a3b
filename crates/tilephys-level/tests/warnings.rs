//! Misuse that the engine warns of once, through the crate `log`.

use crate::support;

use hecs::World;
use log::{LevelFilter, Log, Metadata, Record};
use std::cell::RefCell;
use support::{DT, level, map};
use tilephys_core::TileGrid;
use tilephys_ecs::{Collider, Physics, Position, Velocity};
use tilephys_level::ClassHandlers;

thread_local! {
    static WARNINGS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Logger that keeps the messages of each thread.
struct Keep;

impl Log for Keep {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        WARNINGS.with_borrow_mut(|all| all.push(record.args().to_string()));
    }

    fn flush(&self) {}
}

/// The warnings of an action, one a line.
fn warnings_of(act: impl FnOnce()) -> String {
    // Another test of this process may have set it.
    let _: Result<_, _> = log::set_logger(&Keep);
    log::set_max_level(LevelFilter::Warn);
    WARNINGS.with_borrow_mut(Vec::clear);
    act();
    WARNINGS.with_borrow_mut(std::mem::take).join("\n")
}

fn empty() -> Physics {
    Physics::new(TileGrid::new([16, 16]))
}

#[test]
fn a_step_in_milliseconds_is_warned_of_once() {
    let (mut physics, mut world) = (empty(), World::new());
    let said = warnings_of(|| {
        for dt in [0.25, f32::NAN, f32::INFINITY, -1.0, 16.7, 16.7] {
            physics.step(&mut world, dt);
        }
    });
    assert_eq!(
        said,
        "a step of dt = 16.7 s is long. If it is in milliseconds, divide it by 1000. If it is the time of a slow frame, \
         let `FixedStep` make steps of it. (Warned of once.)"
    );
}

#[test]
fn another_hecs_world_is_warned_of_once() {
    let (mut physics, mut game, mut menu) = (empty(), World::new(), World::new());
    let body = (Position::new(0.0, 0.0), Velocity::default(), Collider::new(8.0, 8.0));
    let steps = |physics: &mut Physics, world: &mut World| warnings_of(|| physics.step(world, DT));
    game.spawn(body);
    assert_eq!(steps(&mut physics, &mut game), "");
    game.clear();
    assert_eq!(steps(&mut physics, &mut game), "");
    let said = steps(&mut physics, &mut menu);
    assert!(said.starts_with("this `Physics` has stepped another hecs world before. Give each"), "{said}");
    assert_eq!(steps(&mut physics, &mut game), "");
    assert_eq!(steps(&mut physics, &mut menu), "");
}

#[test]
fn a_handler_whose_class_is_a_letter_off_is_warned_of() {
    let walkers = "<object id=\"4\" class=\"Walker\" x=\"8\" y=\"8\"><point/></object>\n\
                   <object id=\"5\" class=\"Walker\" x=\"9\" y=\"8\"><point/></object>";
    let said = |class: &str| {
        let mut level = level(&map(walkers));
        let handlers = ClassHandlers::new().on_class(class, |_, _| ()).on_class("Door", |_, _| ());
        warnings_of(|| {
            let begun = handlers.begin(&mut level, &mut World::new(), DT);
            begun.map(|_| ()).expect("the level is right");
        })
    };
    let wrong = said("Wakler");
    let end = "object 4 has the class \"Walker\", but the game has a handler for \"Wakler\", which no object has; one of \
               the two is probably misspelt";
    assert!(wrong.starts_with("a.tmx:6: ") && wrong.ends_with(end), "{wrong}");
    assert_eq!(said("Walker"), "");
    assert_eq!(said("Bat"), "");
}
