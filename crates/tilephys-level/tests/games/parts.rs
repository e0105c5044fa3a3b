//! Every component of the engine as data.

use hecs::{Entity, EntityBuilder, World};
use std::fmt::Write;
use tilephys_ecs::{
    BodyCollision, BodyState, Category, Collider, Command, Feel, FeelState, FeelZone, Filter, Gravity, Input,
    Limits, MotionMode, MoveTo, MoverPath, Position, PreviousPosition, ReportTiles, Reports, Response,
    RideSettings, Sensor, Trigger, Up, UseCollisionHooks, Velocity, Walk,
};

macro_rules! parts {
    ($($name:ident)*) => {
        /// A component. The last three name a kind of tile or another entity by its index.
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) enum Part {
            $($name($name),)*
            SolidOf(usize),
            MoverOf(usize),
            CarriedByThing(usize),
        }

        impl Part {
            /// Adds a component that names no other entity and no tile.
            pub(crate) fn add(&self, builder: &mut EntityBuilder) {
                match self {
                    $(Part::$name(part) => drop(builder.add(part.clone())),)*
                    _ => {}
                }
            }

            /// Removes the component of this type.
            pub(crate) fn remove(&self, world: &mut World, entity: Entity) {
                match self {
                    $(Part::$name(_) => drop(world.remove_one::<$name>(entity)),)*
                    Part::SolidOf(_) => drop(world.remove_one::<tilephys_ecs::Solid>(entity)),
                    Part::MoverOf(_) => drop(world.remove_one::<tilephys_ecs::Mover>(entity)),
                    Part::CarriedByThing(_) => drop(world.remove_one::<tilephys_ecs::CarriedBy>(entity)),
                }
            }
        }

        /// The components of an entity as text, except for outputs of the last step, which restores clear,
        /// and for long settings.
        pub(crate) fn text(world: &World, entity: Entity) -> String {
            let mut out = String::new();
            $(if let Ok(part) = world.get::<&$name>(entity) {
                if !matches!(stringify!($name), "PreviousPosition" | "Command" | "Feel" | "Walk") {
                    let _ = write!(out, "{:?} ", *part);
                }
            })*
            macro_rules! more {
                ($of:ty) => {
                    if let Ok(part) = world.get::<&$of>(entity) {
                        let _ = write!(out, "{:?} ", *part);
                    }
                };
            }
            if let Ok(feel) = world.get::<&Feel>(entity) {
                let _ = write!(out, "Feel {} {} {:?} ", feel.gravity, feel.run.speed, feel.jump.coyote_ticks);
            }
            more!(FeelState);
            more!(BodyState);
            more!(tilephys_ecs::BodyId);
            more!(tilephys_ecs::MoverId);
            more!(tilephys_ecs::Solid);
            more!(tilephys_ecs::Mover);
            out
        }
    };
}

parts! {
    Velocity Collider Response Filter Gravity Limits Up Walk MotionMode Reports RideSettings UseCollisionHooks Category
    BodyCollision Sensor Feel FeelZone ReportTiles PreviousPosition Trigger Command MoverPath MoveTo Input Position
}
