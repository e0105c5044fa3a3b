//! Random input of the characters of a crowd: they run, stand, jump and drop through one-way floors.

use crate::crowd::Crowd;
use tilephys_ecs::Input;
use tilephys_ecs::hecs::{Entity, World};

/// Ticks between two changes of mind.
const STRIDE: u64 = 40;

/// Ticks for which the jump button is held, below [`STRIDE`].
const HOLD: u64 = 14;

/// Writes the inputs of all characters of a crowd for a tick. An input depends on the tick alone, not on earlier ones.
pub(crate) fn steer(world: &World, crowd: &Crowd, bodies: &[Entity], tick: u64) {
    for (number, entity) in bodies.iter().enumerate() {
        // A character of the crowd may be gone.
        let Ok(mut input) = world.get::<&mut Input>(*entity) else { continue };
        // Characters change their minds at different ticks.
        let now = tick + number as u64 * 7;
        let mut random = crowd.random(number + ((now / STRIDE) as usize) * 0x1_0000);
        input.along = random.i32(-1..=1) as f32;
        // Down with a jump drops through a one-way floor.
        input.upward = if random.u8(0..4) == 0 { -1.0 } else { 0.0 };
        let jumps = random.bool() && now % STRIDE < HOLD;
        input.jump = input.jump.next(jumps);
    }
}
