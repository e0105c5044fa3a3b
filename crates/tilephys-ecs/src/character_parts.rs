//! Components that the engine adds to a character.

use hecs::{Archetype, Entity, EntityBuilder, Satisfies, World};
use tilephys_columns::Gravity;
use tilephys_core::Walk;
use tilephys_feel::{Feel, FeelState, Input};

/// Query for the components that the engine adds to a character.
pub(crate) type Parts = Satisfies<(&'static FeelState, &'static Input, &'static Gravity, &'static Walk)>;

/// True if the archetype has all components that the engine adds to a character.
pub(crate) fn has_parts(archetype: &Archetype) -> bool {
    archetype.has::<FeelState>()
        && archetype.has::<Input>()
        && archetype.has::<Gravity>()
        && archetype.has::<Walk>()
}

/// True if the archetype has characters that lack a component.
pub(crate) fn lacks_parts(archetype: &Archetype) -> bool {
    archetype.has::<Feel>() && !has_parts(archetype)
}

/// Adds the missing components of a character to the bundle in `builder`. `entity` is the character if it exists already.
pub(crate) fn add_parts(world: &World, entity: Option<Entity>, builder: &mut EntityBuilder) {
    macro_rules! add {
        ($($part:ty)*) => {$(
            let has = match entity {
                Some(entity) => world.satisfies::<&$part>(entity),
                None => builder.has::<$part>(),
            };
            if !has {
                builder.add(<$part>::default());
            }
        )*};
    }
    add!(FeelState Input Gravity Walk);
}
