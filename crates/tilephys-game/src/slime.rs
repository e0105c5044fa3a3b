//! Slimes: characters that walk and turn at walls and ledges.

use hecs::{EntityBuilder, World};
use serde::{Deserialize, Serialize};
use tilephys_ecs::{BodyCollision, BodyId, BodyState, ControlContext, Feel, Input, PreviousPosition};
use tilephys_level::{LevelObject, body_at};

/// Marks a slime, with its direction: -1 or 1.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Slime(pub(super) f32);

/// The components of an object of class `Slime`.
pub(super) fn add_slime(object: LevelObject<'_>, entity: &mut EntityBuilder) {
    let mut feel = Feel::default();
    feel.run.speed = object.number("speed", 20.0);
    entity.add_bundle(body_at(object.feet(), [14.0, 8.0]));
    entity.add_bundle((
        feel,
        Input::default(),
        BodyCollision::default(),
        Slime(-1.0),
        PreviousPosition::default(),
    ));
}

/// Turns slimes at walls and ledges.
pub(super) fn guide_slimes(world: &World, bodies: &mut ControlContext) {
    for (id, state, slime, input) in world.query::<(&BodyId, &BodyState, &mut Slime, &mut Input)>().iter() {
        if state.on_floor() && (state.on_wall() || bodies.ledge_ahead(*id, 4.0 * slime.0)) {
            slime.0 = -slime.0;
        }
        input.along = slime.0;
    }
}
